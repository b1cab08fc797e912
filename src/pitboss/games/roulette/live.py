"""What a roulette table shows on the live floor."""

from __future__ import annotations

from typing import Any

from pitboss.games.equipment import colour_of
from pitboss.games.live import RESULTS, table_view
from pitboss.games.roulette.layout import Position
from pitboss.games.roulette.layout import layout_of as layout_geometry
from pitboss.games.roulette.rules import Rules
from pitboss.games.roulette.state import Table


def view(state: Table) -> dict[str, Any]:
    """Return the table with its last numbers."""
    return {**table_view(state), "results": [{"pocket": pocket} for pocket in state.results[:RESULTS]]}


def layout(state: Table) -> dict[str, Any]:
    """Return the wheel, its colours and its bets."""
    return layout_of(state.rules)


def layout_of(rules: Rules, chips_minor: tuple[int, ...] = ()) -> dict[str, Any]:
    """Return the same by the rules, with the chips on a terminal's screen."""
    spots = [_spot(rules, position) for position in rules.positions]
    order = list(rules.wheel.order)
    colours = {pocket: colour_of(pocket) for pocket in order}
    return {"order": order, "colours": colours, "spots": spots, "chips_minor": list(chips_minor)}


def _spot(rules: Rules, position: Position) -> dict[str, Any]:
    """Return a bet with what it is called and, where it has a box of its own on the cloth, where that lies."""
    bet, kind = position.bet, position.kind
    place = position.placements[0]
    boxes = layout_geometry(rules.wheel.name).boxes if place.name == "box" else ()
    box = next((one for one in boxes if one.centre == (place.x, place.y)), None)
    if box is None:
        title = bet.replace("_", " ").replace(":", " ")
    else:
        # All three columns have "2 to 1" on the cloth: a button says which it is.
        title = f"Col {bet.partition(':')[2]}" if kind == "column" else box.label.replace(" to ", "–")
    colour = colour_of(bet.partition(":")[2]) if kind == "straight" else kind if kind in ("red", "black") else ""
    return {
        "bet": bet,
        "kind": kind,
        "covers": list(position.covers),
        "title": title,
        "colour": colour,
        "box": None if box is None else [box.left, box.top, box.right, box.bottom],
    }
