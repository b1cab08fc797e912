"""Playing cards as pictures: faces that are told by rank and shape, never by colour alone, and hands laid into a box.

Suits are drawn and not written, because not every font has them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pitboss.draw.svg import CREAM, INK, RED, element, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pitboss.draw.svg import Markup

__all__ = ["HEIGHT", "Laid", "card", "card_back", "card_name", "card_outlines", "laid"]

HEIGHT: Final = 1.4
"""How high a card is, in its width."""

_SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_RANKS: Final = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "10"}
_PATHS: Final = {
    "C": (
        "M0-.5a.23.23 0 0 1 .17.385a.23.23 0 1 1-.115.352C.07.35.11.44.17.5H-.17C-.11.44-.07.35-.055.237"
        "a.23.23 0 1 1-.115-.352A.23.23 0 0 1 0-.5Z"
    ),
    "D": "M0-.5C.1-.3.24-.13.4 0C.24.13.1.3 0 .5C-.1.3-.24.13-.4 0C-.24-.13-.1-.3 0-.5Z",
    "H": (
        "M0 .48C-.12.25-.48.1-.48-.19C-.48-.36-.36-.46-.24-.46C-.12-.46-.03-.38 0-.27"
        "C.03-.38.12-.46.24-.46C.36-.46.48-.36.48-.19C.48.1.12.25 0 .48Z"
    ),
    "S": (
        "M0-.5C.12-.27.46-.1.46.14C.46.29.35.37.24.37C.15.37.08.33.05.26C.06.36.1.44.16.5H-.16"
        "C-.1.44-.06.36-.05.26C-.08.33-.15.37-.24.37C-.35.37-.46.29-.46.14C-.46-.1-.12-.27 0-.5Z"
    ),
}
"""Outlines in a square of one unit around the origin."""
_PAPER, _EDGE, _BACK = "#fffdf8", "#5c564a", "#7d1f2b"

# Fractions of a card's width: how much of a card the next one leaves free beside it, and below it.
_STEP_RIGHT, _STEP_DOWN, _GAP = 0.5, 0.54, 0.06
_ROW, _SEVERAL = 1.2, 0.7
"""Cards beside each other are what people know, and several columns might be taken for several hands."""


def card_name(text: str) -> str:
    """Name a card.

    >>> card_name("TS"), card_name("AH"), card_name("7C")
    ('10 of spades', 'ace of hearts', '7 of clubs')
    """
    return f"{_RANKS.get(text[0], text[0])} of {_SUITS[text[1]]}"


def _suit(letter: str, x: float, y: float, size: float) -> Markup:
    """Draw a suit around a point."""
    where = f"translate({number(x)} {number(y)}) scale({number(size)})"
    return element("path", d=_PATHS[letter], transform=where, fill=_ink(letter))


def _ink(letter: str) -> str:
    return RED if letter in "DH" else INK


def card(text: str, x: float, y: float, width: float, *, is_column: bool = False) -> Markup:
    """Draw a card from its upper left corner.

    Its rank and suit stand where the next card leaves them free: below each other at the left, or in a line at the top
    where the cards of a hand lie in columns.
    """
    rank, letter = text[0].replace("T", "10"), text[1]
    down, right = (0.27, 0.8) if is_column else (0.68, 0.26)
    return element(
        "g",
        element("title", card_name(text)),
        _sheet(width, _PAPER),
        _index(rank, width, _ink(letter)),
        _suit(letter, width * right, width * down, width * 0.37),
        _suit(letter, width * 0.62, width * 0.98, width * 0.58),
        transform=f"translate({number(x)} {number(y)})",
        data_card=text,
    )


def _index(rank: str, width: float, ink: str) -> Markup:
    """Write a rank into the upper left corner; a ten is squeezed into the room that the next card leaves."""
    style: dict[str, str | float] = {"font_size": width * 0.5, "font_weight": "700", "fill": ink}
    if len(rank) > 1:
        style |= {"font_size": width * 0.43, "textLength": width * 0.45, "lengthAdjust": "spacingAndGlyphs"}
    return element("text", rank, x=width * 0.05, y=width * 0.42, **style)


def card_back(x: float, y: float, width: float, *, turned: float = 0) -> Markup:
    """Draw a card face down."""
    inner = element(
        "rect",
        x=width * 0.09,
        y=width * 0.09,
        width=width * 0.82,
        height=width * (HEIGHT - 0.18),
        rx=width * 0.05,
        fill="none",
        stroke="#e7c9a0",
        stroke_width=width * 0.04,
    )
    turn = f" rotate({number(turned)})" if turned else ""
    return element("g", _sheet(width, _BACK), inner, transform=f"translate({number(x)} {number(y)}){turn}")


def card_outlines(x: float, y: float, width: float) -> Markup:
    """Draw the outlines of two cards beside each other around a point: where cards are to be dealt."""
    box = {"y": y - width * HEIGHT / 2, "width": width, "height": width * HEIGHT, "rx": width * 0.09}
    return element(
        "g",
        *(element("rect", x=x + side * width * 0.55 - width / 2, **box) for side in (-1, 1)),
        fill="none",
        stroke=CREAM,
        stroke_width=2,
        stroke_dasharray="7 5",
        opacity=0.55,
        class_="outlines",
    )


def _sheet(width: float, fill: str) -> Markup:
    return element(
        "rect", width=width, height=width * HEIGHT, rx=width * 0.09, fill=fill, stroke=_EDGE, stroke_width=width * 0.02
    )


@dataclass(frozen=True, slots=True)
class Laid:
    """Where the cards of a hand lie: their width, the upper left corner of each, and the room they take together."""

    card_width: float
    corners: tuple[tuple[float, float], ...]
    size: tuple[float, float]
    is_column: bool

    def cards(self, texts: Sequence[str], middle: float, bottom: float) -> Iterator[Markup]:
        """Draw the cards, centred on a point of the line that they stand on."""
        left, top = middle - self.size[0] / 2, bottom - self.size[1]
        for text, (x, y) in zip(texts, self.corners, strict=True):
            yield card(text, left + x, top + y, self.card_width, is_column=self.is_column)


def laid(count: int, room: tuple[float, float], widest: float) -> Laid:
    """Lay so many cards into a room so that they become large: beside each other, below each other, or in columns.

    >>> laid(2, (200.0, 200.0), 80.0).size
    (120.0, 112.0)
    """
    row, column = _row(count, room, widest), _columns(count, 1, room, widest)
    several = [_columns(count, columns, room, widest) for columns in range(2, count + 1)]
    ways = [(row, _ROW), (column, 1.0), *((way, _SEVERAL) for way in several)]
    return max(ways, key=lambda way: way[0].card_width * way[1])[0]


def _row(count: int, room: tuple[float, float], widest: float) -> Laid:
    cards = 1 + _STEP_RIGHT * (count - 1)
    width = min(widest, room[0] / cards, room[1] / HEIGHT)
    corners = tuple((_STEP_RIGHT * width * place, 0.0) for place in range(count))
    return Laid(width, corners, (width * cards, width * HEIGHT), is_column=False)


def _columns(count: int, columns: int, room: tuple[float, float], widest: float) -> Laid:
    lines = -(-count // columns)
    across, down = columns + _GAP * (columns - 1), HEIGHT + _STEP_DOWN * (lines - 1)
    width = min(widest, room[0] / across, room[1] / down)
    corners = tuple(
        (width * (1 + _GAP) * (place // lines), width * _STEP_DOWN * (place % lines)) for place in range(count)
    )
    return Laid(width, corners, (width * across, width * down), is_column=True)
