"""What a roulette table shows on the live floor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.games.equipment import colour_of
from pitboss.games.live import RESULTS, table_view

if TYPE_CHECKING:
    from pitboss.games.roulette.rules import Rules
    from pitboss.games.roulette.state import Table

__all__ = ["layout", "layout_of", "view"]


def view(state: Table) -> dict[str, Any]:
    """Return the table with its last numbers."""
    return {**table_view(state), "results": [{"pocket": pocket} for pocket in state.results[:RESULTS]]}


def layout(state: Table) -> dict[str, Any]:
    """Return the wheel, its colours and its bets."""
    return layout_of(state.rules)


def layout_of(rules: Rules, chips_minor: tuple[int, ...] = ()) -> dict[str, Any]:
    """Return the same by the rules, with the chips on a terminal's screen."""
    spots = [{"bet": spot.bet, "kind": spot.kind, "covers": list(spot.covers)} for spot in rules.positions]
    order = list(rules.wheel.order)
    colours = {pocket: colour_of(pocket) for pocket in order}
    return {"order": order, "colours": colours, "spots": spots, "chips_minor": list(chips_minor)}
