"""People and their sessions: how the house's own stream decides who is taken on, let in, locked and let go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from pitboss.errors import InputError
from pitboss.floor.staff import events as e
from pitboss.floor.staff import messages as m
from pitboss.floor.staff.checks import NOT_STAFF, RESERVED, member_of, require_admins, require_own, require_server
from pitboss.floor.staff.state import FAILURES_MAX, HouseState
from pitboss.rulebook import ActionRefused

if TYPE_CHECKING:
    from pitboss.decider import Command, Event

__all__ = ["PEOPLE"]


def _add_person(state: HouseState, command: Command[m.AddPerson]) -> Sequence[Event]:
    act, witness = command.act, require_admins(command, "take somebody on")
    if act.person in state.people:
        raise ActionRefused(f"{act.person} works here already", clause="", person=act.person)
    if act.person in RESERVED or act.person in state.terminals:
        raise ActionRefused(f"{act.person} is the name of a machine", clause="", person=act.person)
    if act.role in NOT_STAFF:
        raise InputError("expected the role of a person who works here", field="role", value=act.role.value)
    return (e.PersonAdded(person=act.person, name=act.name, role=act.role, by=command.by.id, witness=witness),)


def _disable_person(state: HouseState, command: Command[m.DisablePerson]) -> Sequence[Event]:
    act, witness = command.act, require_admins(command, "end somebody's access")
    if not member_of(state, act.person).is_active:
        raise ActionRefused(f"{act.person} is disabled already", clause="", person=act.person)
    if act.person == command.by.id:
        raise ActionRefused("nobody ends their own access", clause="", person=act.person)
    return (e.PersonDisabled(person=act.person, reason=act.reason, by=command.by.id, witness=witness),)


def _restore_person(state: HouseState, command: Command[m.RestorePerson]) -> Sequence[Event]:
    act, witness = command.act, require_admins(command, "give somebody a new one-time code")
    member_of(state, act.person)
    return (e.PersonRestored(person=act.person, by=command.by.id, witness=witness),)


def _change_role(state: HouseState, command: Command[m.ChangeRole]) -> Sequence[Event]:
    act, witness = command.act, require_admins(command, "change somebody's role")
    member = member_of(state, act.person)
    if act.role in NOT_STAFF or act.role is member.role:
        raise InputError("expected another role of a person who works here", field="role", value=act.role.value)
    if act.person == command.by.id:
        raise ActionRefused("nobody changes their own role", clause="", person=act.person)
    changed = e.RoleChanged(person=act.person, before=member.role, role=act.role, by=command.by.id, witness=witness)
    return (changed,)


def _sign_in(state: HouseState, command: Command[m.SignIn]) -> Sequence[Event]:
    member = require_own(state, command)
    if not member.has_password:
        raise ActionRefused("a password is to be chosen first, with the one-time code", clause="", person=command.by.id)
    return (e.SignedIn(person=command.by.id, role=member.role),)


def _set_password(state: HouseState, command: Command[m.SetPassword]) -> Sequence[Event]:
    require_own(state, command)
    return (e.PasswordSet(person=command.by.id),)


def _record_failure(state: HouseState, command: Command[m.RecordFailure]) -> Sequence[Event]:
    require_server(command, "say that a password was wrong")
    member = member_of(state, command.act.person)
    failures = member.failures + 1
    failed = e.SignInFailed(person=command.act.person, failures=failures)
    if failures < FAILURES_MAX or member.is_locked:
        return (failed,)
    alarm = e.AlarmRaised(
        alarm=state.last_alarm + 1,
        kind=m.AlarmKind.SIGN_IN,
        about=command.act.person,
        text=f"{command.act.person} is locked out after {failures} wrong passwords",
    )
    return (failed, e.PersonLocked(person=command.act.person, failures=failures), alarm)


def _sign_out(state: HouseState, command: Command[m.SignOut]) -> Sequence[Event]:
    member_of(state, command.act.person)
    if command.by.id != command.act.person:
        require_server(command, "end somebody's session")
    return (e.SignedOut(person=command.act.person, cause=command.act.cause),)


def _lock_session(state: HouseState, command: Command[m.LockSession]) -> Sequence[Event]:
    require_server(command, "lock a session")
    person = command.act.person
    if member_of(state, person).is_session_locked:
        raise ActionRefused(f"the session of {person} is locked already", clause="", person=person)
    return (e.SessionLocked(person=person),)


def _unlock_session(state: HouseState, command: Command[m.UnlockSession]) -> Sequence[Event]:
    require_server(command, "say that somebody gave the password again")
    person = command.act.person
    if not member_of(state, person).is_session_locked:
        raise ActionRefused(f"the session of {person} is not locked", clause="", person=person)
    return (e.SessionUnlocked(person=person),)


PEOPLE: Final[dict[type, Callable[[HouseState, Any], Sequence[Event]]]] = {
    m.AddPerson: _add_person,
    m.DisablePerson: _disable_person,
    m.RestorePerson: _restore_person,
    m.ChangeRole: _change_role,
    m.SignIn: _sign_in,
    m.RecordFailure: _record_failure,
    m.SetPassword: _set_password,
    m.SignOut: _sign_out,
    m.LockSession: _lock_session,
    m.UnlockSession: _unlock_session,
}
