"""What the events of any table change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.games.table import events as e
from pitboss.games.table.state import BaseTable

if TYPE_CHECKING:
    from pitboss.decider import Event

__all__ = ["evolve_table"]


def evolve_table(state: BaseTable, event: Event) -> None:
    """Apply what the house and its accounts have in common; a game's `evolve` does the rest."""
    for move in getattr(event, "moves", ()):
        state.balances[move.source] = state.balances.get(move.source, 0) - move.amount_minor
        state.balances[move.target] = state.balances.get(move.target, 0) + move.amount_minor
    match event:
        case e.EquipmentInspected():
            state.inspected = event.items
        case e.TableOpened():
            state.is_open, state.dealer, state.mucker = True, event.dealer, event.mucker
        case e.TableClosed():
            state.is_open, state.dealer, state.mucker, state.inspected = False, None, None, ()
        case e.StaffChanged():
            state.dealer, state.mucker = event.dealer, event.mucker
        case e.LimitSet():
            state.rules = state.rules.with_limit(event.kind, event.which, event.amount_minor)
        case e.BettingOpened():
            state.rounds = event.round
