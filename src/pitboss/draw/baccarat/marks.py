"""The marks of a baccarat scoreboard, each drawn around the origin and within one cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pitboss.draw.svg import GREEN, element, middle_text
from pitboss.draw.svg import RED as RED_PAINT
from pitboss.games.baccarat.roads import BANKER, BIG_EYE_BOY, BLUE, PLAYER, RED, SMALL_ROAD, TIE

if TYPE_CHECKING:
    from pitboss.draw.svg import Markup
    from pitboss.games.baccarat.roads import BigMark, Result

__all__ = ["CELL", "bead", "big_mark", "derived_mark", "opening_ties"]

CELL: Final = 28.0
"""How wide a cell of the bead plate and of the big road is, in the units of the picture."""

_BLUE_PAINT: Final = "#1d4fa3"
_PAINT: Final = {BANKER: RED_PAINT, PLAYER: _BLUE_PAINT, TIE: GREEN}
_DERIVED_PAINT: Final = {RED: RED_PAINT, BLUE: _BLUE_PAINT}
_WORDS: Final = {BANKER: "banker", PLAYER: "player", TIE: "tie"}
_COLOUR_WORDS: Final = {RED: "red", BLUE: "blue"}
_RADIUS, _PAIR = CELL * 0.42, CELL * 0.13


def bead(result: Result, hand: int) -> Markup:
    """Draw a result of the bead plate: a disc with its letter, inside a ring for a natural, and dots for pairs."""
    winner = result.winner
    ring = element("circle", r=_RADIUS * 0.84, fill="none", stroke="#fff", stroke_width=1.2)
    return element(
        "g",
        element("title", _words(hand, result, ties=0)),
        element("circle", r=_RADIUS, fill=_PAINT[winner]),
        *([ring] if result.natural else []),
        middle_text(winner, 0, 0, CELL * 0.5, font_weight="700", fill="#fff"),
        *_pairs(result),
        data_hand=str(hand),
    )


def big_mark(mark: BigMark) -> Markup:
    """Draw a win of the big road: a ring with its letter, a slash for ties, and dots for pairs."""
    paint = _PAINT[mark.winner]
    return element(
        "g",
        element("title", _words(mark.hand, mark, ties=mark.ties)),
        element("circle", r=_RADIUS * 0.92, fill="none", stroke=paint, stroke_width=3.0),
        *(_slash(mark.ties) if mark.ties else []),
        _outlined(mark.winner, 0, 0, CELL * 0.4, paint),
        *_pairs(mark),
        data_hand=str(mark.hand),
    )


def opening_ties(ties: int) -> Markup:
    """Draw the ties that came before the first win."""
    return element("g", element("title", f"{ties} {_ties(ties)} before the first win"), *_slash(ties))


def derived_mark(road: str, colour: str) -> Markup:
    """Draw a mark of a derived road: ring, disc or slash; a blue one has a dot."""
    paint, is_blue = _DERIVED_PAINT[colour], colour == BLUE
    if road == BIG_EYE_BOY:
        shape = element("circle", r=_RADIUS * 0.8, fill="none", stroke=paint, stroke_width=CELL * 0.14)
        dot = element("circle", r=CELL * 0.12, fill=paint)
    elif road == SMALL_ROAD:
        shape = element("circle", r=_RADIUS * 0.92, fill=paint)
        dot = element("circle", r=CELL * 0.14, fill="#fff")
    else:
        shape = _line(_RADIUS * 0.8, paint, CELL * 0.16)
        dot = element("circle", cx=CELL * 0.24, cy=CELL * 0.24, r=CELL * 0.12, fill=paint)
    title = element("title", _COLOUR_WORDS[colour])
    return element("g", title, shape, *([dot] if is_blue else []), data_colour=_COLOUR_WORDS[colour])


def _slash(ties: int) -> list[Markup]:
    """Draw a tie's slash; the count of several stands at its upper end, where the slash makes room."""
    count = _outlined(str(ties), CELL * 0.32, -CELL * 0.3, CELL * 0.4, GREEN)
    reach = CELL * 0.45
    return [_line(reach, GREEN, 3.0, end=reach if ties == 1 else reach * 0.3), *([count] if ties > 1 else [])]


def _outlined(text: str, x: float, y: float, size: float, paint: str) -> Markup:
    """Write a text that is to be read across lines."""
    return middle_text(
        text, x, y, size, font_weight="700", fill=paint, stroke="#fffdf6", stroke_width=2.0, paint_order="stroke"
    )


def _line(reach: float, paint: str, width: float, *, end: float | None = None) -> Markup:
    """Draw a slash from the lower left to the upper right, where it may end earlier."""
    to = reach if end is None else end
    return element("line", x1=-reach, y1=reach, x2=to, y2=-to, stroke=paint, stroke_width=width, stroke_linecap="round")


def _pairs(marked: Result | BigMark) -> list[Markup]:
    """Draw the dots of pairs on the rim: the banker's at the upper left, the player's at the lower right."""
    places = ((marked.banker_pair, -1, BANKER), (marked.player_pair, 1, PLAYER))
    rim = CELL * 0.32
    return [
        element("circle", cx=side * rim, cy=side * rim, r=_PAIR, fill=_PAINT[whose], stroke="#fff", stroke_width=1.0)
        for has_pair, side, whose in places
        if has_pair
    ]


def _words(hand: int, marked: Result | BigMark, *, ties: int) -> str:
    """Say what a mark stands for."""
    extra = [
        *(["banker pair"] if marked.banker_pair else []),
        *(["player pair"] if marked.player_pair else []),
        *(["natural"] if marked.natural else []),
        *([f"{ties} {_ties(ties)}"] if ties else []),
    ]
    return ", ".join([f"Hand {hand}: {_WORDS[marked.winner]}", *extra])


def _ties(ties: int) -> str:
    return "tie" if ties == 1 else "ties"
