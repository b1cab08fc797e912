"""What many acts of a tote day ask first: who may, at which terminal, for which race, with which ticket."""

from __future__ import annotations

from typing import Any

from pitboss.decider import Command, Person, Role, is_second, require_role
from pitboss.errors import InputError
from pitboss.rulebook import ActionRefused, ProcedureBreach
from pitboss.rulebook.clauses import cites
from pitboss.tote.day.acts import TerminalKind
from pitboss.tote.day.state import Book, Day, Phase, RaceDay, Terminal
from pitboss.tote.day.tickets import Ticket

MANAGING = ("mutuel_manager",)
SUPERVISING = ("mutuel_supervisor+",)
SELLING = ("teller",)
CASHING = ("teller", "cashier")


def is_racing_device(state: Day, by: Person) -> bool:
    """Tell whether a device relays the sending track: one that is not a terminal for bets."""
    return by.role is Role.DEVICE and by.id not in state.terminals


def require_racing(state: Day, command: Command[Any], *, duty: str, deed: str) -> None:
    """Refuse what only the sending track's signal or the mutuel's supervisors may say of a race."""
    if not is_racing_device(state, command.by):
        require_role(command, SUPERVISING, clause=state.rules.clause(duty), deed=deed)
    refuse_after_day(state, duty)


def refuse_after_day(state: Day, duty: str) -> None:
    """Refuse what belongs to the day's racing once it is over."""
    if state.is_closed:
        raise ActionRefused("the day's racing is over", clause=state.rules.clause(duty))


def require_race(state: Day, track: str, number: int) -> RaceDay:
    """Return a race that is on a card."""
    if track not in state.cards:
        listed = ", ".join(state.cards) or "none"
        raise InputError(f"no such track today; there is {listed}", field="track", value=track)
    if (track, number) not in state.races:
        raise InputError(f"{track} has no race of that number today", field="race", value=number)
    return state.races[track, number]


def require_runner(race: RaceDay, number: str, field: str) -> None:
    """Refuse a program number that a race does not have."""
    if number not in race.race.interest_of:
        raise InputError(f"race {race.card.number} has no such runner", field=field, value=number)


def require_book(state: Day, name: str) -> Book:
    """Return a pool that is on a card."""
    if name not in state.books:
        raise InputError("no such pool today", field="pool", value=name)
    return state.books[name]


def works_at(state: Day, by: Person, name: str, roles: tuple[str, ...]) -> bool:
    """Tell whether somebody may act at a terminal: staff at a window, the machine itself where players help themselves.

    A self-service machine is opened to staff as well: who stands before it may need help.
    """
    terminal = state.terminals[name]
    if by.role is Role.DEVICE:
        return terminal.kind is TerminalKind.SELF_SERVICE and by.id == name
    return by.role.value in roles


@cites("PW-A9", "PW-D2")
def require_terminal(
    state: Day, command: Command[Any], name: str, roles: tuple[str, ...], *, duty: str, deed: str
) -> Terminal:
    """Return an open terminal at which this person, or the machine itself, may act."""
    clause = state.rules.clause(duty)
    if name not in state.terminals:
        raise InputError("no such terminal today", field="terminal", value=name)
    if not works_at(state, command.by, name, roles):
        if command.by.role is Role.DEVICE:
            reason = f"{command.by.id} is not the self-service terminal {name}"
            raise ActionRefused(reason, clause=clause, by=command.by.id, terminal=name)
        require_role(command, roles, clause=clause, deed=deed)
    terminal = state.terminals[name]
    if not terminal.is_open:
        raise ActionRefused(f"terminal {name} is out of work", clause=clause, terminal=name)
    return terminal


@cites("PW-D2", "PW-D2.2", "PW-D7a", "PW-D7b")
def require_ticket(state: Day, number: str, code: str) -> Ticket:
    """Return the ticket that is presented, verified by its code; nobody is paid without the ticket itself."""
    if number not in state.tickets:
        reason = f"ticket {number} was never issued"
        raise ActionRefused(reason, clause=state.rules.clause("never_paid"), ticket=number, is_issued=False)
    ticket = state.tickets[number]
    if code != ticket.check:
        reason = f"ticket {number} is altered or mutilated: its check code is not {code}"
        raise ActionRefused(reason, clause=state.rules.clause("altered"), ticket=number, check=code)
    return ticket


def require_witness(command: Command[Any], roles: tuple[str, ...], *, clause: str, reason: str) -> str:
    """Return who else was there, or refuse what needs a second person."""
    if not is_second(command, roles) or command.witness is None:
        raise ProcedureBreach(reason, clause=clause, witness=command.witness and command.witness.id)
    return command.witness.id


def refuse_phase(state: Day, race: RaceDay, duty: str, *, open_to: tuple[Phase, ...], deed: str) -> None:
    """Refuse what cannot be done to a race as far as it has come."""
    if race.phase not in open_to:
        reason = f"race {race.card.number} is {race.phase.value}: too late or too early to {deed}"
        raise ActionRefused(reason, clause=state.rules.clause(duty), race=race.card.number, phase=race.phase.value)
