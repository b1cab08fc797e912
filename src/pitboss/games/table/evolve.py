"""What the events of any table change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from pitboss.decider import Event
from pitboss.games.everyday.events import CALLED_OFF_EVENTS, RESETTLING_EVENTS, RoundCalledOff
from pitboss.games.everyday.evolve import before_moves, evolve_everyday
from pitboss.games.table import events as e
from pitboss.games.table.state import BaseTable

T = TypeVar("T", bound="BaseTable")
_COMMON: Final = frozenset({*e.SHARED_EVENTS, e.SignPosted, *RESETTLING_EVENTS, *CALLED_OFF_EVENTS})
"""What happens at tables of more than one game: a game's own events change nothing that all tables have."""


def evolve_table(handlers: Mapping[type[Event], Callable[[T, Any], None]], state: T, event: Event) -> T:
    """Apply what every table and its accounts have in common, then what this table remembers besides."""
    before_moves(state, event)
    _book(state, event)
    if type(event) in _COMMON:
        _evolve_common(state, event)
    apply = handlers.get(type(event))
    if apply is not None:
        apply(state, event)
    return state


def _evolve_common(state: BaseTable, event: Event) -> None:
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


def _book(state: BaseTable, event: Event) -> None:
    """Follow the moves of an event in the table's balances."""
    balances = state.balances
    for move in getattr(event, "moves", ()):
        source, target, amount = move.source, move.target, move.amount_minor
        balances[source] = balances.get(source, 0) - amount
        balances[target] = balances.get(target, 0) + amount
