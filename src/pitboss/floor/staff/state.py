"""The house as it stands: who works here, which terminals there are, what waits for a second person, what is wrong."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

import msgspec

from pitboss.errors import BadConfig
from pitboss.floor.staff import events as e
from pitboss.floor.staff.messages import Paper
from pitboss.money import Currency
from pitboss.rulebook import Fault

if TYPE_CHECKING:
    from datetime import datetime

    from pitboss.decider import Event, Role
    from pitboss.floor.staff.messages import TerminalKind

__all__ = ["APPROVAL_MINUTES", "FAILURES_MAX", "HouseConfig", "HouseState", "Member", "Pending", "check_house",
           "evolve", "new_house"]  # fmt: skip

FAILURES_MAX = 3
"""After so many wrong passwords in a row a person is locked out."""
APPROVAL_MINUTES = 5
"""How long an act waits for a second person."""
ALARMS_MAX = 1_000
"""How many open alarms are kept; the journal has all."""


class HouseConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house is called, and what it counts in."""

    name: str
    currency: str = "USD"
    rulebook: str = ""
    """The house's own stream is under no rules document."""


@dataclass
class Member:
    """Somebody who works here."""

    name: str
    role: Role
    is_active: bool = True
    is_locked: bool = False
    has_password: bool = False
    failures: int = 0
    """Wrong passwords since the last right one."""
    is_session_locked: bool = False
    """Whether the session, of which there is one at a time, waits for the password."""


@dataclass
class Position:
    """A place for a terminal, and what stands there."""

    kind: TerminalKind
    stream: str
    position: str | None
    is_on: bool = False
    is_bound: bool = False


@dataclass(frozen=True)
class Pending:
    """An act that waits for a second person."""

    approval: str
    stream: str
    key: str
    act: str
    row: str
    by: str
    role: Role
    until: datetime


@dataclass
class HouseState:
    """The house."""

    config: HouseConfig
    people: dict[str, Member] = field(default_factory=dict)
    terminals: dict[str, Position] = field(default_factory=dict)
    approvals: dict[str, Pending] = field(default_factory=dict)
    alarms: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    """Open alarms by number: kind, about, text."""
    last_alarm: int = 0
    printed: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Terminals with a printer: the stream they sell in, and the last serial of which it is known what came out."""
    program: str | None = None
    """The digest of the program that was started last."""
    balances: dict[str, int] = field(default_factory=dict)
    """The house's own stream moves no money."""
    round: None = None

    def active(self) -> dict[str, Role]:
        """Return the role of everybody who is not disabled."""
        return {name: member.role for name, member in self.people.items() if member.is_active}


def check_house(document: object) -> tuple[HouseConfig | None, tuple[Fault, ...]]:
    """Check what the house's stream is opened with."""
    try:
        config = msgspec.convert(document, HouseConfig)
        Currency.of(config.currency)
    except (msgspec.ValidationError, BadConfig) as error:
        return None, (Fault("house", document, str(error)),)
    return config, ()


def new_house(config: HouseConfig) -> HouseState:
    """Return a house with nobody in it."""
    return HouseState(config)


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
        case e.RoleChanged():
            state.people[event.person].role = event.role
        case e.SignInFailed():
            state.people[event.person].failures = event.failures
        case e.PersonLocked():
            state.people[event.person].is_locked = True
        case e.PasswordSet():
            state.people[event.person].has_password = True
        case _:
            _evolve_rest(state, event)
    return state


def _evolve_rest(state: HouseState, event: Event) -> None:
    match event:
        case e.SignedIn() | e.SessionUnlocked():
            member = state.people[event.person]
            member.failures, member.is_session_locked = 0, False
        case e.SessionLocked():
            state.people[event.person].is_session_locked = True
        case e.SignedOut():
            state.people[event.person].is_session_locked = False
        case e.TerminalEnrolled():
            state.terminals[event.terminal] = Position(event.kind, event.stream, event.position)
        case e.TerminalBound():
            state.terminals[event.terminal].is_bound = True
        case e.TerminalSwitched():
            state.terminals[event.terminal].is_on = event.is_on
        case e.TerminalWithdrawn():
            del state.terminals[event.terminal]
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
        case e.AlarmCleared():
            del state.alarms[event.alarm]


def _evolve_print(state: HouseState, event: e.PrintRecorded) -> None:
    if event.paper is Paper.ENDED:
        state.printed.pop(event.terminal, None)
    elif event.paper in (Paper.BEGUN, Paper.TICKET):
        state.printed[event.terminal] = (event.stream, event.serial)
