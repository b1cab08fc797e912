"""What each event of the house's own stream changes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from pitboss.decider import Event
from pitboss.floor.people import events as e
from pitboss.floor.people.acts import Paper
from pitboss.floor.people.state import (
    ALARMS_MAX,
    APPROVAL_MINUTES,
    CODES_MAX,
    HouseState,
    Member,
    Passkey,
    Pending,
    Position,
)


def evolve(state: HouseState, event: Event) -> HouseState:
    """Apply what happened."""
    match event:
        case e.PersonAdded():
            state.people[event.person] = Member(event.name, event.role)
        case e.PersonDisabled():
            state.people[event.person].is_active = False
        case e.PersonRestored():
            member = state.people[event.person]
            member.is_active, member.is_locked, member.failures, member.has_password = True, False, 0, False
            member.password = None
        case e.RoleChanged():
            state.people[event.person].role = event.role
        case e.SignInFailed():
            state.people[event.person].failures = event.failures
        case e.PersonLocked():
            state.people[event.person].is_locked = True
        case e.PasswordSet():
            state.people[event.person].has_password, state.people[event.person].password = True, None
        case e.PasswordKept():
            state.people[event.person].has_password, state.people[event.person].password = True, event.digest
        case e.PasskeyAdded() | e.PasskeyUsed() | e.PasskeyRemoved():
            _evolve_passkeys(state, event)
        case _:
            _evolve_rest(state, event)
    return state


def _evolve_passkeys(state: HouseState, event: e.PasskeyAdded | e.PasskeyUsed | e.PasskeyRemoved) -> None:
    member = state.people[event.person]
    match event:
        case e.PasskeyAdded():
            added = Passkey(event.passkey, event.credential, event.key, event.count, event.site, event.at)
            member.passkeys = (*member.passkeys, added)
        case e.PasskeyUsed():
            member.passkeys = tuple(
                replace(one, count=event.count, used_at=event.at) if one.name == event.passkey else one
                for one in member.passkeys
            )
        case e.PasskeyRemoved():
            member.passkeys = tuple(one for one in member.passkeys if one.name != event.passkey)


def _evolve_rest(state: HouseState, event: Event) -> None:
    match event:
        case e.SignedIn() | e.SessionUnlocked():
            member = state.people[event.person]
            member.failures, member.is_session_locked = 0, False
        case e.SessionKept():
            state.people[event.person].session = event.digest
        case e.SessionLocked():
            state.people[event.person].is_session_locked = True
        case e.SignedOut():
            member = state.people[event.person]
            member.is_session_locked, member.session = False, ""
        case e.ApprovalAsked():
            # What was never answered is forgotten when the next question comes after its time.
            state.approvals = {
                name: pending
                for name, pending in state.approvals.items()
                if pending.until > event.until - timedelta(minutes=APPROVAL_MINUTES)
            }
            state.approvals[event.approval] = Pending(
                event.approval, event.stream, event.key, event.act, event.row, event.by, event.role, event.until
            )
        case e.ApprovalGiven() | e.ApprovalDeclined():
            del state.approvals[event.approval]
        case _:
            _evolve_terminals(state, event)


def _evolve_terminals(state: HouseState, event: Event) -> None:
    match event:
        case e.TerminalEnrolled():
            state.terminals[event.terminal] = Position(event.kind, event.stream, event.position)
        case e.TerminalBound():
            state.terminals[event.terminal].is_bound, state.terminals[event.terminal].key = True, None
        case e.TerminalKeyed():
            state.terminals[event.terminal].is_bound, state.terminals[event.terminal].key = True, event.key
        case e.TerminalSwitched():
            state.terminals[event.terminal].is_on = event.is_on
        case e.TerminalWithdrawn():
            del state.terminals[event.terminal]
        case e.CodeUsed():
            used = (*state.used_codes.get(event.holder, ()), event.digest)
            state.used_codes[event.holder] = used[-CODES_MAX:]
        case e.CodeIssued():
            state.codes[event.holder] = event.digest
        case _:
            _evolve_alarms(state, event)


def _evolve_alarms(state: HouseState, event: Event) -> None:
    match event:
        case e.AlarmRaised():
            state.last_alarm = event.alarm
            state.alarms[event.alarm] = (event.kind.value, event.about, event.text)
            while len(state.alarms) > ALARMS_MAX:
                del state.alarms[min(state.alarms)]
        case e.PrintRecorded():
            _evolve_print(state, event)
        case e.ProgramRecorded():
            state.program = event.digest
        case e.SegmentArchived():
            state.archived[event.first] = event.last
        case e.AlarmCleared():
            del state.alarms[event.alarm]


def _evolve_print(state: HouseState, event: e.PrintRecorded) -> None:
    if event.paper is Paper.ENDED:
        state.printed.pop(event.terminal, None)
    elif event.paper in (Paper.BEGUN, Paper.TICKET):
        state.printed[event.terminal] = (event.stream, event.serial)
