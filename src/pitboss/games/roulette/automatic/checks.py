"""What many acts of an automatic table ask first: which terminal, who, and how far the game is."""

from __future__ import annotations

from typing import Any

from pitboss.decider import Command, Role, require_role
from pitboss.errors import InputError
from pitboss.games.roulette.automatic.state import AutomaticTable, Terminal
from pitboss.games.roulette.state import Phase, Round
from pitboss.games.table.checks import require_at_table, require_dealer, require_open
from pitboss.rulebook import ActionRefused, BetsClosed, cites

SUPERVISORS = ("pit_supervisor+",)
ABANDONED = "HP-A3"
"""What becomes of a session whose patron left."""


def require_terminal(state: AutomaticTable, name: str) -> Terminal:
    """Return a terminal that is enrolled at this table."""
    if name not in state.terminals:
        raise InputError("no such terminal at this table", field="terminal", value=name)
    return state.terminals[name]


def require_own_terminal(state: AutomaticTable, command: Command[Any], name: str, duty: str) -> Terminal:
    """Return the terminal a player sits at; nobody bets or cashes out at another's."""
    require_open(state)
    terminal = require_terminal(state, name)
    clause = state.clause(duty)
    require_role(command, ("player", "device"), clause=clause, deed="act at a player terminal")
    if command.by.id != name:
        reason = f"{command.by.id} is not terminal {name}"
        raise ActionRefused(reason, clause=clause, by=command.by.id, terminal=name)
    if terminal.is_abandoned:
        reason = f"the session at {name} was abandoned, and its bets run to their result"
        raise ActionRefused(reason, clause=ABANDONED, terminal=name, session=terminal.session)
    return terminal


@cites("RA-6a", "Q54")
def refuse_late(state: AutomaticTable, command: Command[Any]) -> None:
    """Refuse what comes after the betting time, whether its end is recorded yet or not."""
    if state.until is not None and command.received_at > state.until and not state.is_between_rounds:
        reason = f"the betting time of game {state.rounds} was over at {state.until:%H:%M:%S}"
        raise BetsClosed(reason, clause=state.clause("clock"), game=state.rounds, until=state.until.isoformat())


@cites("RA-6d", "Q53")
def refuse_frozen(state: AutomaticTable, command: Command[Any], name: str) -> None:
    """Refuse whatever is touched at a terminal from zero on, and while the game is held."""
    refuse_late(state, command)
    if state.is_frozen:
        reason = "the clock reached zero: every terminal is frozen"
        if state.held is not None:
            reason = f"every terminal is frozen while the game is held: {state.held}"
        raise BetsClosed(reason, clause=state.clause("lock"), terminal=name, game=state.rounds)


def require_console(state: AutomaticTable, command: Command[Any], duty: str, deed: str) -> None:
    """Refuse an act of the dealer's console to anybody but the dealer of this table."""
    require_open(state)
    require_dealer(state, command, deed, clause=state.clause(duty))


def require_staff(state: AutomaticTable, command: Command[Any], duty: str, deed: str) -> None:
    """Refuse an act to anybody but this table's dealer and the supervisors."""
    require_open(state)
    require_role(command, ("dealer", *SUPERVISORS), clause=state.clause(duty), deed=deed)
    require_at_table(state, command)


def require_clock(state: AutomaticTable, command: Command[Any], duty: str, deed: str) -> None:
    """Refuse what only the table's own devices say: its clock and its wheel sensor, never a terminal."""
    require_open(state)
    clause = state.clause(duty)
    require_role(command, ("device",), clause=clause, deed=deed)
    refuse_terminal(state, command, clause, deed)


def refuse_terminal(state: AutomaticTable, command: Command[Any], clause: str, deed: str) -> None:
    """Refuse to a player terminal what devices of the house do."""
    if command.by.role is Role.DEVICE and command.by.id in state.terminals:
        reason = f"{command.by.id} is a player terminal and may not {deed}"
        raise ActionRefused(reason, clause=clause, by=command.by.id)


def require_game(state: AutomaticTable, duty: str, *phases: Phase) -> Round:
    """Return the game in play, as far as one of these phases, and not held or void."""
    clause = state.clause(duty)
    if state.round is None or state.void is not None or state.round.phase in (Phase.SETTLED, Phase.VOID):
        raise BetsClosed("no game is in play", clause=clause, game=state.rounds)
    if state.held is not None:
        raise ActionRefused(f"the game is held: {state.held}", clause=clause, held=state.held)
    if phases and state.round.phase not in phases:
        reason = f"the game is {state.round.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=state.round.phase.value)
    return state.round
