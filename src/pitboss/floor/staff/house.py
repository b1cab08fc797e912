"""The house's own stream as one value: who is taken on, let in, stood by; what is enrolled, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from pitboss.decider import Role
from pitboss.floor.staff import events as e
from pitboss.floor.staff import messages as m
from pitboss.floor.staff.checks import (
    RESERVED,
    SERVER,
    SUPERVISING,
    is_server,
    position_of,
    require_admins,
    require_own,
    require_server,
)
from pitboss.floor.staff.people import PEOPLE
from pitboss.floor.staff.state import APPROVAL_MINUTES, HouseConfig, HouseState, evolve, new_house
from pitboss.rulebook import ActionRefused
from pitboss.stream import Stream

if TYPE_CHECKING:
    from pitboss.decider import Command, Event, Offer, Person
    from pitboss.floor.staff.state import Pending

__all__ = ["HOUSE", "HOUSE_STREAM", "RESERVED", "SERVER", "decide"]

HOUSE_STREAM: Final = "house"


def _enrol_terminal(state: HouseState, command: Command[m.EnrolTerminal]) -> Sequence[Event]:
    act, witness = command.act, require_admins(command, "enrol a terminal")
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
    require_server(command, "say that a machine stands at a position")
    position_of(state, command.act.terminal)
    return (e.TerminalBound(terminal=command.act.terminal),)


def _switch_terminal(state: HouseState, command: Command[m.SwitchTerminal]) -> Sequence[Event]:
    act = command.act
    if not is_server(command) and command.by.role not in (*SUPERVISING, Role.ADMIN):
        raise ActionRefused("a terminal is switched by a supervisor or an administrator", clause="", by=command.by.id)
    if position_of(state, act.terminal).is_on == act.is_on:
        reason = f"terminal {act.terminal} is {'on' if act.is_on else 'off'} already"
        raise ActionRefused(reason, clause="", terminal=act.terminal)
    return (e.TerminalSwitched(terminal=act.terminal, is_on=act.is_on, by=command.by.id),)


def _withdraw_terminal(state: HouseState, command: Command[m.WithdrawTerminal]) -> Sequence[Event]:
    witness = require_admins(command, "withdraw a terminal")
    position_of(state, command.act.terminal)
    return (e.TerminalWithdrawn(terminal=command.act.terminal, by=command.by.id, witness=witness),)


def _ask_approval(state: HouseState, command: Command[m.AskApproval]) -> Sequence[Event]:
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


def _give_approval(state: HouseState, command: Command[m.GiveApproval]) -> Sequence[Event]:
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


def _decline_approval(state: HouseState, command: Command[m.DeclineApproval]) -> Sequence[Event]:
    pending = _pending(state, command)
    require_own(state, command)
    return (e.ApprovalDeclined(approval=pending.approval, by=command.by.id),)


def _raise_alarm(state: HouseState, command: Command[m.RaiseAlarm]) -> Sequence[Event]:
    require_server(command, "raise an alarm")
    act = command.act
    return (e.AlarmRaised(alarm=state.last_alarm + 1, kind=act.kind, about=act.about, text=act.text),)


def _clear_alarm(state: HouseState, command: Command[m.ClearAlarm]) -> Sequence[Event]:
    act = command.act
    if act.alarm not in state.alarms:
        raise ActionRefused(f"alarm {act.alarm} is not open", clause="", alarm=act.alarm)
    if command.by.role not in SUPERVISING:
        raise ActionRefused("an alarm is cleared by a supervisor", clause="", by=command.by.id)
    return (e.AlarmCleared(alarm=act.alarm, text=act.text, by=command.by.id),)


def _record_print(state: HouseState, command: Command[m.RecordPrint]) -> Sequence[Event]:
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
    alarm = e.AlarmRaised(alarm=state.last_alarm + 1, kind=m.AlarmKind.DEVICE, about=act.terminal, text=text)
    return (recorded, alarm)


def _print_copy(state: HouseState, command: Command[m.PrintCopy]) -> Sequence[Event]:
    act = command.act
    if command.by.role not in (Role.TELLER, *SUPERVISING):
        raise ActionRefused("a copy is printed for a teller or a supervisor", clause="", by=command.by.id)
    if act.terminal not in state.printed:
        raise ActionRefused(f"terminal {act.terminal} has no printer", clause="", terminal=act.terminal)
    return (e.CopyAsked(stream=act.stream, terminal=act.terminal, serial=act.serial, by=command.by.id),)


def _record_clock_step(_: HouseState, command: Command[m.RecordClockStep]) -> Sequence[Event]:
    require_server(command, "say that the clock was set")
    return (e.ClockStepped(by_milliseconds=command.act.by_milliseconds, kind=command.act.kind),)


def _record_program(state: HouseState, command: Command[m.RecordProgram]) -> Sequence[Event]:
    require_server(command, "say which program runs")
    act, before = command.act, state.program
    if act.digest == before:
        raise ActionRefused("that program is on record already", clause="", digest=act.digest)
    recorded = e.ProgramRecorded(version=act.version, digest=act.digest, before=before)
    if before is None:
        return (recorded,)
    text = f"the program is another one than at the last start: version {act.version}, digest {act.digest}"
    alarm = e.AlarmRaised(alarm=state.last_alarm + 1, kind=m.AlarmKind.PROGRAM, about="program", text=text)
    return (recorded, alarm)


_DECIDE: Final[dict[type, Callable[[HouseState, Any], Sequence[Event]]]] = {
    **PEOPLE,
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
    m.RecordProgram: _record_program,
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
