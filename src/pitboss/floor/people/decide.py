"""The `decide` of the house's own stream: people and sessions, then terminals, approvals, alarms, paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Any, Final

from pitboss.decider import Command, Event, Role
from pitboss.errors import InputError
from pitboss.floor.people import acts as a
from pitboss.floor.people import events as e
from pitboss.floor.people.checks import (
    NOT_STAFF,
    RESERVED,
    SUPERVISING,
    is_of_rank,
    is_server,
    member_of,
    passkey_of,
    position_of,
    require_admins,
    require_own,
    require_second,
    require_server,
)
from pitboss.floor.people.state import APPROVAL_MINUTES, FAILURES_MAX, PASSKEYS_MAX, HouseState, Pending
from pitboss.rulebook import ActionRefused, cites


def _add_person(state: HouseState, command: Command[a.AddPerson]) -> Sequence[Event]:
    act = command.act
    if act.role in NOT_STAFF:
        raise InputError("expected the role of a person who works here", field="role", value=act.role.value)
    witness = require_admins(state, command, "take somebody on")
    if act.person in state.people:
        raise ActionRefused(f"{act.person} works here already", clause="", person=act.person)
    if act.person in RESERVED or act.person in state.terminals:
        raise ActionRefused(f"{act.person} is the name of a machine", clause="", person=act.person)
    return (e.PersonAdded(person=act.person, name=act.name, role=act.role, by=command.by.id, witness=witness),)


def _disable_person(state: HouseState, command: Command[a.DisablePerson]) -> Sequence[Event]:
    act = command.act
    witness = require_admins(state, command, "end somebody's access")
    if not member_of(state, act.person).is_active:
        raise ActionRefused(f"{act.person} is disabled already", clause="", person=act.person)
    return (e.PersonDisabled(person=act.person, reason=act.reason, by=command.by.id, witness=witness),)


def _restore_person(state: HouseState, command: Command[a.RestorePerson]) -> Sequence[Event]:
    act, deed = command.act, "give somebody a new one-time code"
    is_admin = member_of(state, act.person).role is Role.ADMIN
    is_recovery = is_admin and not is_server(command) and command.by.role is not Role.ADMIN
    witness = _recovering(state, command, deed) if is_recovery else require_admins(state, command, deed)
    # Whoever has the lost telephone must not come in with what is in it.
    gone = _removed(act.person, (one.name for one in state.people[act.person].passkeys), command.by.id, witness)
    return (*gone, e.PersonRestored(person=act.person, by=command.by.id, witness=witness))


def _recovering(state: HouseState, command: Command[a.RestorePerson], deed: str) -> str:
    """Return the second of two managers who let the last administrator in again, whom no other can help."""
    others = [
        name
        for name, one in state.people.items()
        if one.role is Role.ADMIN and one.is_active and one.has_password and name != command.act.person
    ]
    if others:
        reason = f"{others[0]} is an administrator too, and the one to ask"
        raise ActionRefused(reason, clause="", by=command.by.id, person=command.act.person)
    if not is_of_rank(command.by.role, Role.ADMIN):
        raise ActionRefused(f"to {deed} is for two managers", clause="", by=command.by.id, role=command.by.role.value)
    return require_second(state, command, deed)


def _change_role(state: HouseState, command: Command[a.ChangeRole]) -> Sequence[Event]:
    act = command.act
    if act.role in NOT_STAFF or act.role is member_of(state, act.person).role:
        raise InputError("expected another role of a person who works here", field="role", value=act.role.value)
    witness = require_admins(state, command, "change somebody's role")
    member = state.people[act.person]
    changed = e.RoleChanged(person=act.person, before=member.role, role=act.role, by=command.by.id, witness=witness)
    return (changed,)


def _sign_in(state: HouseState, command: Command[a.SignIn]) -> Sequence[Event]:
    member = require_own(state, command)
    if not member.has_password:
        raise ActionRefused("choose a password first, with your one-time code", clause="", person=command.by.id)
    return (e.SignedIn(person=command.by.id, role=member.role), *_session_kept(command.by.id, command.act.session))


def _session_kept(person: str, session: str | None) -> Sequence[Event]:
    return () if session is None else (e.SessionKept(person=person, digest=session),)


def _set_password(state: HouseState, command: Command[a.SetPassword]) -> Sequence[Event]:
    require_own(state, command)
    if command.act.digest is None:
        return (e.PasswordSet(person=command.by.id),)
    kept = e.PasswordKept(person=command.by.id, digest=command.act.digest)
    return (kept, *_code_used(command.by.id, command.act.code))


def _code_used(holder: str, code: str | None) -> Sequence[Event]:
    return () if code is None else (e.CodeUsed(holder=holder, digest=code),)


def _add_passkey(state: HouseState, command: Command[a.AddPasskey]) -> Sequence[Event]:
    act, member = command.act, require_own(state, command)
    if not member.has_password:
        raise ActionRefused("choose a password first, with your one-time code", clause="", person=command.by.id)
    if len(member.passkeys) >= PASSKEYS_MAX:
        reason = f"{command.by.id} has {PASSKEYS_MAX} passkeys already; one must be removed first"
        raise ActionRefused(reason, clause="", person=command.by.id)
    if any(one.name == act.passkey for one in member.passkeys):
        raise ActionRefused(f"another passkey of yours is called {act.passkey}", clause="", passkey=act.passkey)
    if state.passkey(act.credential) is not None:
        raise ActionRefused("that passkey is known already", clause="", passkey=act.passkey)
    added = e.PasskeyAdded(
        person=command.by.id,
        passkey=act.passkey,
        credential=act.credential,
        key=act.key,
        count=act.count,
        site=act.site,
        at=command.received_at,
    )
    return (added,)


def _use_passkey(state: HouseState, command: Command[a.UsePasskey]) -> Sequence[Event]:
    """Record that a passkey was shown; one whose count did not go up was copied, or is replayed."""
    act, member = command.act, require_own(state, command)
    known = next((one for one in member.passkeys if one.credential == act.credential), None)
    if known is None:
        raise ActionRefused(f"{command.by.id} has no such passkey", clause="", person=command.by.id)
    if act.count <= known.count and (act.count, known.count) != (0, 0):
        reason = f"the passkey {known.name} of {command.by.id} counts no further than before: there is a copy of it"
        raise ActionRefused(reason, clause="", passkey=known.name, count=act.count, counted=known.count)
    used = e.PasskeyUsed(
        person=command.by.id, passkey=known.name, count=act.count, purpose=act.purpose, at=command.received_at
    )
    return (used,)


def _remove_own_passkey(state: HouseState, command: Command[a.RemoveOwnPasskey]) -> Sequence[Event]:
    known = passkey_of(require_own(state, command), command.act.passkey)
    return _removed(command.by.id, [known.name], command.by.id, None)


def _remove_passkey(state: HouseState, command: Command[a.RemovePasskey]) -> Sequence[Event]:
    act = command.act
    witness = require_admins(state, command, "take somebody's passkey away")
    known = passkey_of(member_of(state, act.person), act.passkey)
    return _removed(act.person, [known.name], command.by.id, witness)


def _removed(person: str, passkeys: Iterable[str], by: str, witness: str | None) -> Sequence[Event]:
    return tuple(e.PasskeyRemoved(person=person, passkey=name, by=by, witness=witness) for name in passkeys)


def _record_failure(state: HouseState, command: Command[a.RecordFailure]) -> Sequence[Event]:
    """Record a wrong password or passkey; at the third in a row the pit is told, once. Nobody is locked out by it."""
    require_server(command, "say that a password or passkey was wrong")
    act = command.act
    failures = member_of(state, act.person).failures + 1
    failed = e.SignInFailed(person=act.person, failures=failures)
    is_told = any(kind == a.AlarmKind.SIGN_IN and about == act.person for kind, about, _ in state.alarms.values())
    if failures < FAILURES_MAX or is_told:
        return (failed,)
    text = f"{failures} wrong passwords in a row for {act.person}, the last from {act.place or 'a place unknown'}"
    alarm = e.AlarmRaised(alarm=state.last_alarm + 1, kind=a.AlarmKind.SIGN_IN, about=act.person, text=text)
    return (failed, alarm)


def _sign_out(state: HouseState, command: Command[a.SignOut]) -> Sequence[Event]:
    member_of(state, command.act.person)
    if command.by.id != command.act.person:
        require_server(command, "end somebody's session")
    return (e.SignedOut(person=command.act.person, cause=command.act.cause),)


def _lock_session(state: HouseState, command: Command[a.LockSession]) -> Sequence[Event]:
    require_server(command, "lock a session")
    person = command.act.person
    if member_of(state, person).is_session_locked:
        raise ActionRefused(f"the session of {person} is locked already", clause="", person=person)
    return (e.SessionLocked(person=person), *_session_kept(person, command.act.session))


def _unlock_session(state: HouseState, command: Command[a.UnlockSession]) -> Sequence[Event]:
    require_server(command, "say that somebody gave the password again")
    person = command.act.person
    if not member_of(state, person).is_session_locked:
        raise ActionRefused(f"the session of {person} is not locked", clause="", person=person)
    return (e.SessionUnlocked(person=person), *_session_kept(person, command.act.session))


PEOPLE: Final[dict[type, Callable[[HouseState, Any], Sequence[Event]]]] = {
    a.AddPerson: _add_person,
    a.DisablePerson: _disable_person,
    a.RestorePerson: _restore_person,
    a.ChangeRole: _change_role,
    a.SignIn: _sign_in,
    a.RecordFailure: _record_failure,
    a.SetPassword: _set_password,
    a.AddPasskey: _add_passkey,
    a.UsePasskey: _use_passkey,
    a.RemoveOwnPasskey: _remove_own_passkey,
    a.RemovePasskey: _remove_passkey,
    a.SignOut: _sign_out,
    a.LockSession: _lock_session,
    a.UnlockSession: _unlock_session,
}


def _enrol_terminal(state: HouseState, command: Command[a.EnrolTerminal]) -> Sequence[Event]:
    act = command.act
    witness = require_admins(state, command, "enrol a terminal")
    if act.terminal in state.terminals or act.terminal in RESERVED:
        raise ActionRefused(f"terminal {act.terminal} is enrolled already", clause="", terminal=act.terminal)
    if act.terminal in state.people:
        raise ActionRefused(f"{act.terminal} is the name of a person", clause="", terminal=act.terminal)
    enrolled = e.TerminalEnrolled(
        terminal=act.terminal,
        kind=act.kind,
        stream=act.stream,
        position=act.position,
        by=command.by.id,
        witness=witness,
    )
    return (enrolled,)


def _issue_code(state: HouseState, command: Command[a.IssueCode]) -> Sequence[Event]:
    require_server(command, "say which one-time code somebody has")
    act = command.act
    if act.holder not in state.people and act.holder not in state.terminals:
        reason = "nobody works here under that name, and no such terminal is enrolled"
        raise InputError(reason, field="holder", value=act.holder)
    return (e.CodeIssued(holder=act.holder, digest=act.code),)


def _bind_terminal(state: HouseState, command: Command[a.BindTerminal]) -> Sequence[Event]:
    require_server(command, "say that a machine stands at a position")
    act = command.act
    position_of(state, act.terminal)
    if act.key is None:
        return (e.TerminalBound(terminal=act.terminal),)
    return (e.TerminalKeyed(terminal=act.terminal, key=act.key), *_code_used(act.terminal, act.code))


def _switch_terminal(state: HouseState, command: Command[a.SwitchTerminal]) -> Sequence[Event]:
    act = command.act
    if not is_server(command) and command.by.role not in (*SUPERVISING, Role.ADMIN):
        raise ActionRefused("a terminal is switched by a supervisor or an administrator", clause="", by=command.by.id)
    if position_of(state, act.terminal).is_on == act.is_on:
        reason = f"terminal {act.terminal} is {'on' if act.is_on else 'off'} already"
        raise ActionRefused(reason, clause="", terminal=act.terminal)
    return (e.TerminalSwitched(terminal=act.terminal, is_on=act.is_on, by=command.by.id),)


def _withdraw_terminal(state: HouseState, command: Command[a.WithdrawTerminal]) -> Sequence[Event]:
    witness = require_admins(state, command, "withdraw a terminal")
    position_of(state, command.act.terminal)
    return (e.TerminalWithdrawn(terminal=command.act.terminal, by=command.by.id, witness=witness),)


def _ask_approval(state: HouseState, command: Command[a.AskApproval]) -> Sequence[Event]:
    act = command.act
    require_own(state, command)
    if act.approval in state.approvals:
        raise ActionRefused("that question is asked already", clause="", approval=act.approval)
    asked = e.ApprovalAsked(
        approval=act.approval,
        stream=act.stream,
        key=act.key,
        act=act.act,
        row=act.row,
        by=command.by.id,
        role=command.by.role,
        until=command.received_at + timedelta(minutes=APPROVAL_MINUTES),
    )
    return (asked,)


def _pending(state: HouseState, command: Command[Any]) -> Pending:
    pending = state.approvals.get(command.act.approval)
    if pending is None:
        raise ActionRefused(
            "nothing of that number waits for a second person", clause="", approval=command.act.approval
        )
    return pending


def _give_approval(state: HouseState, command: Command[a.GiveApproval]) -> Sequence[Event]:
    pending = _pending(state, command)
    require_own(state, command)
    if pending.by == command.by.id:
        raise ActionRefused("nobody is their own second person", clause="", by=command.by.id)
    if pending.role is command.by.role:
        reason = f"the second person must be of another role than {pending.role.replace('_', ' ')}"
        raise ActionRefused(reason, clause="", by=command.by.id, role=command.by.role.value)
    if command.received_at > pending.until:
        reason = f"the question is older than {APPROVAL_MINUTES} minutes; it must be asked anew"
        raise ActionRefused(reason, clause="", approval=pending.approval, until=pending.until.isoformat())
    return (e.ApprovalGiven(approval=pending.approval, by=command.by.id, role=command.by.role),)


def _decline_approval(state: HouseState, command: Command[a.DeclineApproval]) -> Sequence[Event]:
    pending = _pending(state, command)
    require_own(state, command)
    return (e.ApprovalDeclined(approval=pending.approval, by=command.by.id),)


def _raise_alarm(state: HouseState, command: Command[a.RaiseAlarm]) -> Sequence[Event]:
    require_server(command, "raise an alarm")
    act = command.act
    return (e.AlarmRaised(alarm=state.last_alarm + 1, kind=act.kind, about=act.about, text=act.text),)


@cites("HP-D4")
def _clear_alarm(state: HouseState, command: Command[a.ClearAlarm]) -> Sequence[Event]:
    act = command.act
    if act.alarm not in state.alarms:
        raise ActionRefused(f"alarm {act.alarm} is not open", clause="", alarm=act.alarm)
    if command.by.role not in SUPERVISING:
        raise ActionRefused("an alarm is cleared by a supervisor", clause="", by=command.by.id)
    if state.alarms[act.alarm][0] == a.AlarmKind.NOTICE:
        reason = "it stays until it is recorded at the table that the regulator was told (dispute.notify/1)"
        raise ActionRefused(reason, clause="HP-D4", alarm=act.alarm)
    return (e.AlarmCleared(alarm=act.alarm, text=act.text, by=command.by.id),)


@cites("HP-D4")
def _end_alarm(state: HouseState, command: Command[a.EndAlarm]) -> Sequence[Event]:
    """End the alarms that waited for what was recorded."""
    require_server(command, "end an alarm")
    act = command.act
    found = [
        number
        for number, (kind, about, text) in state.alarms.items()
        if (kind, about) == (act.kind, act.about) and text.startswith(act.begins)
    ]
    if not found:
        raise ActionRefused("no such alarm is open", clause="HP-D4", kind=act.kind.value, about=act.about)
    return tuple(e.AlarmCleared(alarm=number, text="It was recorded.", by=command.by.id) for number in found)


def _record_print(state: HouseState, command: Command[a.RecordPrint]) -> Sequence[Event]:
    require_server(command, "say what became of a piece of paper")
    act = command.act
    recorded = e.PrintRecorded(
        stream=act.stream,
        terminal=act.terminal,
        serial=act.serial,
        paper=act.paper,
        is_printed=act.is_printed,
        text=act.text,
    )
    if act.is_printed:
        return (recorded,)
    text = act.text or f"a {act.paper.value} did not come out"
    alarm = e.AlarmRaised(alarm=state.last_alarm + 1, kind=a.AlarmKind.DEVICE, about=act.terminal, text=text)
    return (recorded, alarm)


def _print_copy(state: HouseState, command: Command[a.PrintCopy]) -> Sequence[Event]:
    act = command.act
    if command.by.role not in (Role.TELLER, *SUPERVISING):
        raise ActionRefused("a copy is printed for a teller or a supervisor", clause="", by=command.by.id)
    if act.terminal not in state.printed:
        raise ActionRefused(f"terminal {act.terminal} has no printer", clause="", terminal=act.terminal)
    return (e.CopyAsked(stream=act.stream, terminal=act.terminal, serial=act.serial, by=command.by.id),)


def _record_clock_step(_: HouseState, command: Command[a.RecordClockStep]) -> Sequence[Event]:
    require_server(command, "say that the clock was set")
    return (e.ClockStepped(by_milliseconds=command.act.by_milliseconds, kind=command.act.kind),)


def _record_program(state: HouseState, command: Command[a.RecordProgram]) -> Sequence[Event]:
    require_server(command, "say which program runs")
    act, before = command.act, state.program
    if act.digest == before:
        raise ActionRefused("that program is on record already", clause="", digest=act.digest)
    recorded = e.ProgramRecorded(version=act.version, digest=act.digest, before=before)
    if before is None:
        return (recorded,)
    text = f"the program is another one than at the last start: version {act.version}, digest {act.digest}"
    alarm = e.AlarmRaised(alarm=state.last_alarm + 1, kind=a.AlarmKind.PROGRAM, about="program", text=text)
    return (recorded, alarm)


def _record_archive(state: HouseState, command: Command[a.RecordArchive]) -> Sequence[Event]:
    require_server(command, "say what was archived")
    act, expected = command.act, max(state.archived.values(), default=0) + 1
    if act.first != expected or act.last < act.first:
        reason = f"the next segment that is archived begins with line {expected}, and not with {act.first}"
        raise ActionRefused(reason, clause="", first=act.first, last=act.last)
    return (e.SegmentArchived(first=act.first, last=act.last, digest=act.digest, folder=act.folder),)


_DECIDE: Final[dict[type, Callable[[HouseState, Any], Sequence[Event]]]] = {
    **PEOPLE,
    a.EnrolTerminal: _enrol_terminal,
    a.IssueCode: _issue_code,
    a.BindTerminal: _bind_terminal,
    a.SwitchTerminal: _switch_terminal,
    a.WithdrawTerminal: _withdraw_terminal,
    a.AskApproval: _ask_approval,
    a.GiveApproval: _give_approval,
    a.DeclineApproval: _decline_approval,
    a.RaiseAlarm: _raise_alarm,
    a.ClearAlarm: _clear_alarm,
    a.EndAlarm: _end_alarm,
    a.RecordPrint: _record_print,
    a.PrintCopy: _print_copy,
    a.RecordClockStep: _record_clock_step,
    a.RecordProgram: _record_program,
    a.RecordArchive: _record_archive,
}


def decide(state: HouseState, command: Command[Any]) -> Sequence[Event]:
    """Return what happens in the house itself, or refuse."""
    return _DECIDE[type(command.act)](state, command)
