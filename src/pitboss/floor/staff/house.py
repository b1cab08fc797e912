"""The house's own stream as one value: who is taken on, let in, stood by; what is enrolled, and what is wrong.

Nothing here is under a written clause of play: refusals name the house's own rule in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from pitboss.decider import Role
from pitboss.errors import InputError
from pitboss.floor.staff import events as e
from pitboss.floor.staff import messages as m
from pitboss.floor.staff.state import APPROVAL_MINUTES, FAILURES_MAX, HouseConfig, HouseState, evolve, new_house
from pitboss.rulebook import ActionRefused, ProcedureBreach
from pitboss.stream import Stream

if TYPE_CHECKING:
    from pitboss.decider import Command, Event, Offer, Person
    from pitboss.floor.staff.state import Member, Pending, Position

__all__ = ["HOUSE", "HOUSE_STREAM", "RESERVED", "SERVER", "decide"]

HOUSE_STREAM: Final = "house"
SERVER: Final = "house-server"
"""The device by which the server itself acts: it knows the house file, the sessions and the clock."""
RESERVED: Final = (SERVER, "clock")
"""Names by which the server acts: whoever had one could take the keys of its commands before it."""
_NOT_STAFF: Final = (Role.PLAYER, Role.DEVICE)
_SUPERVISING: Final = (
    Role.INSPECTOR,
    Role.FLOORPERSON,
    Role.PIT_SUPERVISOR,
    Role.PIT_MANAGER,
    Role.DIRECTOR,
    Role.MUTUEL_SUPERVISOR,
    Role.MUTUEL_MANAGER,
)


def _is_server(command: Command[Any]) -> bool:
    return command.by.role is Role.DEVICE and command.by.id == SERVER


def _require_server(command: Command[Any], deed: str) -> None:
    if not _is_server(command):
        raise ActionRefused(f"only the server itself may {deed}", clause="", by=command.by.id)


def _require_admins(command: Command[Any], deed: str) -> str | None:
    """Return who stood by an administrator's act; the server does what the house file says, alone."""
    if _is_server(command):
        return None
    if command.by.role is not Role.ADMIN:
        reason = f"{command.by.id}, {command.by.role.replace('_', ' ')}, may not {deed}: that is for an administrator"
        raise ActionRefused(reason, clause="", by=command.by.id, role=command.by.role.value)
    witness = command.witness
    if witness is None or witness.id == command.by.id or witness.role in (Role.ADMIN, *_NOT_STAFF):
        raise ProcedureBreach(f"to {deed}, a second person of another role must stand by", clause="")
    return witness.id


def _member(state: HouseState, person: str) -> Member:
    if person not in state.people:
        raise InputError("nobody of that name works here", field="person", value=person)
    return state.people[person]


def _position(state: HouseState, terminal: str) -> Position:
    if terminal not in state.terminals:
        raise InputError("no such terminal is enrolled", field="terminal", value=terminal)
    return state.terminals[terminal]


def _add_person(state: HouseState, command: Command[m.AddPerson]) -> Sequence[Event]:
    act, witness = command.act, _require_admins(command, "take somebody on")
    if act.person in state.people:
        raise ActionRefused(f"{act.person} works here already", clause="", person=act.person)
    if act.person in RESERVED or act.person in state.terminals:
        raise ActionRefused(f"{act.person} is the name of a machine", clause="", person=act.person)
    if act.role in _NOT_STAFF:
        raise InputError("expected the role of a person who works here", field="role", value=act.role.value)
    return (e.PersonAdded(person=act.person, name=act.name, role=act.role, by=command.by.id, witness=witness),)


def _disable_person(state: HouseState, command: Command[m.DisablePerson]) -> Sequence[Event]:
    act, witness = command.act, _require_admins(command, "end somebody's access")
    if not _member(state, act.person).is_active:
        raise ActionRefused(f"{act.person} is disabled already", clause="", person=act.person)
    if act.person == command.by.id:
        raise ActionRefused("nobody ends their own access", clause="", person=act.person)
    return (e.PersonDisabled(person=act.person, reason=act.reason, by=command.by.id, witness=witness),)


def _restore_person(state: HouseState, command: Command[m.RestorePerson]) -> Sequence[Event]:
    act, witness = command.act, _require_admins(command, "give somebody a new one-time code")
    _member(state, act.person)
    return (e.PersonRestored(person=act.person, by=command.by.id, witness=witness),)


def _change_role(state: HouseState, command: Command[m.ChangeRole]) -> Sequence[Event]:
    act, witness = command.act, _require_admins(command, "change somebody's role")
    member = _member(state, act.person)
    if act.role in _NOT_STAFF or act.role is member.role:
        raise InputError("expected another role of a person who works here", field="role", value=act.role.value)
    if act.person == command.by.id:
        raise ActionRefused("nobody changes their own role", clause="", person=act.person)
    changed = e.RoleChanged(person=act.person, before=member.role, role=act.role, by=command.by.id, witness=witness)
    return (changed,)


def _own(state: HouseState, command: Command[Any]) -> Member:
    member = _member(state, command.by.id)
    if not member.is_active:
        raise ActionRefused(f"{command.by.id} is disabled", clause="", person=command.by.id)
    if member.is_locked:
        reason = f"{command.by.id} is locked out after {FAILURES_MAX} wrong passwords; an administrator can help"
        raise ActionRefused(reason, clause="", person=command.by.id)
    if member.role is not command.by.role:
        raise ActionRefused(f"{command.by.id} has another role", clause="", person=command.by.id)
    return member


def _sign_in(state: HouseState, command: Command[m.SignIn]) -> Sequence[Event]:
    member = _own(state, command)
    if not member.has_password:
        raise ActionRefused("a password is to be chosen first, with the one-time code", clause="", person=command.by.id)
    return (e.SignedIn(person=command.by.id, role=member.role),)


def _set_password(state: HouseState, command: Command[m.SetPassword]) -> Sequence[Event]:
    _own(state, command)
    return (e.PasswordSet(person=command.by.id),)


def _record_failure(state: HouseState, command: Command[m.RecordFailure]) -> Sequence[Event]:
    _require_server(command, "say that a password was wrong")
    member = _member(state, command.act.person)
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
    _member(state, command.act.person)
    if command.by.id != command.act.person:
        _require_server(command, "end somebody's session")
    return (e.SignedOut(person=command.act.person, cause=command.act.cause),)


def _enrol_terminal(state: HouseState, command: Command[m.EnrolTerminal]) -> Sequence[Event]:
    act, witness = command.act, _require_admins(command, "enrol a terminal")
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


def _bind_terminal(state: HouseState, command: Command[m.BindTerminal]) -> Sequence[Event]:
    _require_server(command, "say that a machine stands at a position")
    _position(state, command.act.terminal)
    return (e.TerminalBound(terminal=command.act.terminal),)


def _switch_terminal(state: HouseState, command: Command[m.SwitchTerminal]) -> Sequence[Event]:
    act = command.act
    if not _is_server(command) and command.by.role not in (*_SUPERVISING, Role.ADMIN):
        raise ActionRefused("a terminal is switched by a supervisor or an administrator", clause="", by=command.by.id)
    if _position(state, act.terminal).is_on == act.is_on:
        reason = f"terminal {act.terminal} is {'on' if act.is_on else 'off'} already"
        raise ActionRefused(reason, clause="", terminal=act.terminal)
    return (e.TerminalSwitched(terminal=act.terminal, is_on=act.is_on, by=command.by.id),)


def _withdraw_terminal(state: HouseState, command: Command[m.WithdrawTerminal]) -> Sequence[Event]:
    witness = _require_admins(command, "withdraw a terminal")
    _position(state, command.act.terminal)
    return (e.TerminalWithdrawn(terminal=command.act.terminal, by=command.by.id, witness=witness),)


def _ask_approval(state: HouseState, command: Command[m.AskApproval]) -> Sequence[Event]:
    act = command.act
    _own(state, command)
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


def _give_approval(state: HouseState, command: Command[m.GiveApproval]) -> Sequence[Event]:
    pending = _pending(state, command)
    _own(state, command)
    if pending.by == command.by.id:
        raise ActionRefused("nobody is their own second person", clause="", by=command.by.id)
    if pending.role is command.by.role:
        reason = f"the second person must be of another role than {pending.role.replace('_', ' ')}"
        raise ActionRefused(reason, clause="", by=command.by.id, role=command.by.role.value)
    if command.received_at > pending.until:
        reason = f"the question is older than {APPROVAL_MINUTES} minutes; it must be asked anew"
        raise ActionRefused(reason, clause="", approval=pending.approval, until=pending.until.isoformat())
    return (e.ApprovalGiven(approval=pending.approval, by=command.by.id, role=command.by.role),)


def _decline_approval(state: HouseState, command: Command[m.DeclineApproval]) -> Sequence[Event]:
    pending = _pending(state, command)
    _own(state, command)
    return (e.ApprovalDeclined(approval=pending.approval, by=command.by.id),)


def _raise_alarm(state: HouseState, command: Command[m.RaiseAlarm]) -> Sequence[Event]:
    _require_server(command, "raise an alarm")
    act = command.act
    return (e.AlarmRaised(alarm=state.last_alarm + 1, kind=act.kind, about=act.about, text=act.text),)


def _clear_alarm(state: HouseState, command: Command[m.ClearAlarm]) -> Sequence[Event]:
    act = command.act
    if act.alarm not in state.alarms:
        raise ActionRefused(f"alarm {act.alarm} is not open", clause="", alarm=act.alarm)
    if command.by.role not in _SUPERVISING:
        raise ActionRefused("an alarm is cleared by a supervisor", clause="", by=command.by.id)
    return (e.AlarmCleared(alarm=act.alarm, text=act.text, by=command.by.id),)


def _record_print(state: HouseState, command: Command[m.RecordPrint]) -> Sequence[Event]:
    _require_server(command, "say what became of a piece of paper")
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
    alarm = e.AlarmRaised(alarm=state.last_alarm + 1, kind=m.AlarmKind.DEVICE, about=act.terminal, text=text)
    return (recorded, alarm)


def _print_copy(state: HouseState, command: Command[m.PrintCopy]) -> Sequence[Event]:
    act = command.act
    if command.by.role not in (Role.TELLER, *_SUPERVISING):
        raise ActionRefused("a copy is printed for a teller or a supervisor", clause="", by=command.by.id)
    if act.terminal not in state.printed:
        raise ActionRefused(f"terminal {act.terminal} has no printer", clause="", terminal=act.terminal)
    return (e.CopyAsked(stream=act.stream, terminal=act.terminal, serial=act.serial, by=command.by.id),)


def _record_clock_step(_: HouseState, command: Command[m.RecordClockStep]) -> Sequence[Event]:
    _require_server(command, "say that the clock was set")
    return (e.ClockStepped(by_milliseconds=command.act.by_milliseconds, kind=command.act.kind),)


_DECIDE: Final[dict[type, Callable[[HouseState, Any], Sequence[Event]]]] = {
    m.AddPerson: _add_person,
    m.DisablePerson: _disable_person,
    m.RestorePerson: _restore_person,
    m.ChangeRole: _change_role,
    m.SignIn: _sign_in,
    m.RecordFailure: _record_failure,
    m.SetPassword: _set_password,
    m.SignOut: _sign_out,
    m.EnrolTerminal: _enrol_terminal,
    m.BindTerminal: _bind_terminal,
    m.SwitchTerminal: _switch_terminal,
    m.WithdrawTerminal: _withdraw_terminal,
    m.AskApproval: _ask_approval,
    m.GiveApproval: _give_approval,
    m.DeclineApproval: _decline_approval,
    m.RaiseAlarm: _raise_alarm,
    m.ClearAlarm: _clear_alarm,
    m.RecordPrint: _record_print,
    m.PrintCopy: _print_copy,
    m.RecordClockStep: _record_clock_step,
}


def decide(state: HouseState, command: Command[Any]) -> Sequence[Event]:
    """Return what happens in the house itself, or refuse."""
    return _DECIDE[type(command.act)](state, command)


def _legal(_: HouseState, __: Person) -> Iterable[Offer]:
    """Offer nothing: the pages of the house know its few acts."""
    return ()


def in_words(_: HouseState, event: Event) -> str:
    """Return a sentence for an event: its name in words, and its values."""
    name = str(type(event).__struct_config__.tag).removeprefix("house.").partition("/")[0].replace("_", " ")
    values = {
        field: getattr(event, field) for field in event.__struct_fields__ if field not in ("act", "type", "approval")
    }
    told = ", ".join(f"{field.replace('_', ' ')} {value}" for field, value in values.items() if value is not None)
    return f"{name}: {told}" if told else name


HOUSE: Final = Stream(
    name="house",
    acts=m.ACTS,
    events=e.EVENTS,
    new_state=new_house,
    decide=decide,
    evolve=evolve,
    legal=_legal,
    in_words=in_words,
    first_line="house",
    config_type=HouseConfig,
)
