"""What each event changes at a sic bo table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.decider import Event
from pitboss.games.everyday.corrections import remember
from pitboss.games.everyday.state import Settlement
from pitboss.games.sicbo import events as e
from pitboss.games.sicbo import round as core
from pitboss.games.sicbo.state import RESULTS_KEPT, Round, Table, dice_name
from pitboss.games.table import events as table_events
from pitboss.games.table.evolve import evolve_table


def evolve(state: Table, event: Event) -> Table:
    """Apply what happened; never refuses."""
    if state.round is not None:
        core.evolve(state.round, event)
    return evolve_table(_EVOLVE, state, event)


def _closed(state: Table, _: table_events.TableClosed) -> None:
    state.is_computer_inspected = False


def _betting_opened(state: Table, event: table_events.BettingOpened) -> None:
    state.round, state.are_losers_collected = Round(state.rules, event.round), False


def _inspected(state: Table, _: e.ComputerInspected) -> None:
    state.is_computer_inspected = True


def _entered(state: Table, event: e.DiceEntered) -> None:
    state.lit = event.lit


def _corrected(state: Table, event: e.DiceCorrected) -> None:
    state.lit, state.are_losers_collected = event.lit, False


def _collected(state: Table, _: e.LosersCollected) -> None:
    state.are_losers_collected = True


def _settled(state: Table, event: e.RoundSettled) -> None:
    state.results = [event.dice, *state.results][:RESULTS_KEPT]
    state.ended = (event.round, event)
    remember(state, event.round, _settlement(state, event))


def _settlement(state: Table, event: e.RoundSettled) -> Settlement | None:
    """Return a round as it is remembered; None where dealers won in it, for that is not settled anew."""
    rows = event.wagers
    if rows.source:
        return None
    won = zip(rows.stake_minor, rows.paid_minor, rows.outcome, strict=True)
    gains = tuple(-stake if outcome is e.Outcome.LOSE else paid for stake, paid, outcome in won)
    wagers = tuple(zip(rows.player, rows.bet, rows.stake_minor, strict=True))
    rules = state.rules if state.round is None else state.round.rules
    return Settlement(event.round, dice_name(event.dice), wagers, gains, rules)


def _cleared(state: Table, _: e.LightsCleared) -> None:
    state.lit = ()


def _failed(state: Table, event: e.FailureReported) -> None:
    state.is_computer_failed, state.is_computer_inspected, state.lit = True, False, ()
    if event.wagers.player:
        state.ended = (state.rounds, event)


def _repaired(state: Table, _: e.RepairRecorded) -> None:
    state.is_computer_failed = False


_EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    table_events.TableClosed: _closed,
    table_events.BettingOpened: _betting_opened,
    e.ComputerInspected: _inspected,
    e.DiceEntered: _entered,
    e.DiceCorrected: _corrected,
    e.LosersCollected: _collected,
    e.RoundSettled: _settled,
    e.LightsCleared: _cleared,
    e.FailureReported: _failed,
    e.RepairRecorded: _repaired,
}
