"""What the events of any table change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pitboss.decider import Event
from pitboss.games.everyday.events import RoundCalledOff
from pitboss.games.everyday.evolve import before_moves, evolve_everyday
from pitboss.games.table import events as e
from pitboss.games.table.state import BaseTable

T = TypeVar("T", bound="BaseTable")


def evolve_table(handlers: Mapping[type[Event], Callable[[T, Any], None]], state: T, event: Event) -> T:
    """Apply what every table and its accounts have in common, then what this table remembers besides."""
    before_moves(state, event)
    _book(state, event)
    evolve_everyday(state, event)
    match event:
        case e.EquipmentInspected():
            state.inspected = event.items
        case e.TableOpened():
            state.is_open, state.dealer, state.mucker = True, event.dealer, event.mucker
        case e.TableClosed():
            state.is_open, state.dealer, state.mucker, state.inspected = False, None, None, ()
            state.is_sign_posted = False
        case e.StaffChanged():
            state.dealer, state.mucker = event.dealer, event.mucker
        case e.LimitSet():
            state.rules = state.rules.with_limit(event.kind, event.which, event.amount_minor)
            state.is_sign_posted = False
        case e.RoundAbandoned() | RoundCalledOff():
            state.round = None
        case e.SignPosted():
            state.is_sign_posted = True
        case e.BettingOpened():
            state.rounds = event.round
    apply = handlers.get(type(event))
    if apply is not None:
        apply(state, event)
    return state


def _book(state: BaseTable, event: Event) -> None:
    """Follow the moves of an event in the table's balances."""
    for move in getattr(event, "moves", ()):
        state.balances[move.source] = state.balances.get(move.source, 0) - move.amount_minor
        state.balances[move.target] = state.balances.get(move.target, 0) + move.amount_minor
