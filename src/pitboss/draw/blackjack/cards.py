"""Playing cards as pictures: faces that are told by rank and shape, never by colour alone, and hands laid into a box.

Suits are drawn and not written, because not every font has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pitboss.draw.svg import CREAM, GOLD, INK, RED, Markup, element, fitted, group, middle_text, number, text_width
from pitboss.games.blackjack.rules import Rules

if TYPE_CHECKING:
    from pitboss.draw.blackjack.round import DealerHand, SettledRound

PLATE: Final = "#062d1d"
"""The dark green of plates that figures stand on."""

_PAINT: Final = {
    "win": ("#1c8f4d", "#fff"),
    "blackjack": (GOLD, INK),
    "push": ("#d8d2c0", INK),
    "surrender": ("#f1ecdc", INK),
    "lose": ("#33302e", "#fff"),
    "bust": ("#a51d2a", "#fff"),
}
"""An outcome to the paint of its plate and the ink on it."""


def badge(outcome: str, words: str, x: float, y: float, *, size: tuple[float, float]) -> Markup:
    """Draw an outcome as words on a plate around a point, no wider than it may be."""
    width, height = size
    fill, ink = _PAINT[outcome]
    # A short word is no larger than those that may stand beside it.
    letters = fitted(max(words, "PUSH", key=text_width), height * 0.7, width - height * 0.3)
    room = min(width, text_width(words) * letters + height * 0.6)
    return element(
        "g",
        _plate(x, y, (room, height), fill, INK),
        middle_text(words, x, y, letters, font_weight="700", fill=ink),
        class_="outcome",
        data_outcome=outcome,
    )


def total_mark(words: str, x: float, y: float, height: float) -> Markup:
    """Draw a hand's total on a dark plate around a point."""
    letters = height * 0.8
    width = max(height * 1.5, text_width(words) * letters + height * 0.4)
    return element(
        "g",
        _plate(x, y, (width, height), PLATE, GOLD),
        middle_text(words, x, y, letters, font_weight="700", fill="#fff"),
        class_="total",
    )


def net_ink(net: int) -> str:
    """Return the ink of a gain, a loss, or neither; the sign says it too."""
    if net == 0:
        return CREAM
    return "#8ff0b2" if net > 0 else "#ffb3ad"


def _plate(x: float, y: float, size: tuple[float, float], fill: str, stroke: str) -> Markup:
    width, height = size
    return element(
        "rect",
        x=x - width / 2,
        y=y - height / 2,
        width=width,
        height=height,
        rx=height * 0.4,
        fill=fill,
        stroke=stroke,
        stroke_width=1.5,
    )


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
_PAPER, _EDGE, _BACK, _GRID = "#fffdf8", "#5c564a", "#0d5c3c", "#5fa283"

_LINES = 8
"""Cells of the grid on a card's back, in either direction."""

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
    """Draw a card face down: felt green with a fine grid, and a rim of paper that stands out on the felt."""
    left, right, below = width * 0.09, width * 0.91, width * (HEIGHT - 0.09)
    inner = element(
        "rect", x=left, y=left, width=right - left, height=below - left, rx=width * 0.05, fill=_BACK, stroke="none"
    )
    steps = [number(left + (right - left) * step / _LINES) for step in range(1, _LINES)]
    rows = [number(left + (below - left) * step / _LINES) for step in range(1, _LINES)]
    across = "".join(f"M{number(left)} {row}H{number(right)}" for row in rows)
    down = "".join(f"M{step} {number(left)}V{number(below)}" for step in steps)
    grid = element("path", d=across + down, fill="none", stroke=_GRID, stroke_width=width * 0.015)
    turn = f" rotate({number(turned)})" if turned else ""
    return element("g", _sheet(width, _PAPER), inner, grid, transform=f"translate({number(x)} {number(y)}){turn}")


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


_CARD_WIDEST, _MARK = 98.0, 32.0
_CHIPS: Final = ("#e0a91b", "#7a3fb0", "#4a4642", "#17854a", "#d63a45", "#fbfaf5")
_WOOD, _PANEL, _STEEL = "#241d1a", "#3b2f29", "#c9c1ad"
_LABEL = 19.0


def dealer_hands(settled: SettledRound | None, x: float, bottom: float, width: float, height: float) -> Markup:
    """Draw the dealer's hands beside each other on a line, or where the cards of one would lie."""
    hands = () if settled is None else settled.dealer
    if not hands:
        return group(card_outlines(x, bottom - 0.7 * _CARD_WIDEST, _CARD_WIDEST), class_="dealer")
    room = width / len(hands)
    parts = (
        group(
            *_hand(hand, f"Hand {index + 1}: " if hands[1:] else "", (room - 16, height)),
            transform=f"translate({number(x + (index - (len(hands) - 1) / 2) * room)} {number(bottom)})",
            data_dealer=str(index + 1),
        )
        for index, hand in enumerate(hands)
    )
    return group(*parts, class_="dealer")


def _hand(hand: DealerHand, which: str, room: tuple[float, float]) -> Iterator[Markup]:
    yield from laid(len(hand.cards), room, _CARD_WIDEST).cards(hand.cards, 0, 0)
    if hand.blackjack:
        yield badge("blackjack", f"{which}BLACKJACK", 0, 0, size=(room[0], _MARK))
    else:
        yield total_mark(f"{which}{hand.total}", 0, 0, _MARK)


def tray(x: float, y: float, width: float) -> Markup:
    """Draw the house's chips in their container."""
    columns, high = 2 * len(_CHIPS), 44.0
    step = (width - 16) / columns
    parts = [element("rect", x=x - width / 2, y=y, width=width, height=high + 16, rx=8, fill=_WOOD, stroke=INK)]
    for column in range(columns):
        left = x - width / 2 + 10 + column * step
        colour = _CHIPS[min(column, columns - 1 - column)]
        ridges = (f"M{number(left)} {number(y + 8 + ridge * 5.5)}h{number(step - 4)}" for ridge in range(1, 8))
        parts += [
            element("rect", x=left, y=y + 8, width=step - 4, height=high, rx=6, fill=colour),
            element("path", d="".join(ridges), stroke=INK, stroke_width=1.5, opacity=0.35),
        ]
    return group(element("title", "Table inventory"), *parts, class_="tray")


def shoe(rules: Rules, x: float, y: float) -> Markup:
    """Draw what the cards come from around a point: a shoe, or the deck where they are dealt from the hand."""
    decks = "1 deck" if rules.shoe_decks == 1 else f"{rules.shoe_decks} decks"
    if rules.is_pitch:
        words, parts = f"Pitch, {decks}", [card_back(-36 + step * 1.5, -46 - step * 1.5, 66) for step in range(8)]
    else:
        words = f"Shoe, {decks}"
        parts = [
            card_back(-78, -34, 54, turned=6),
            element("path", d="M-34-62L66-44V44L-34 62Z", fill=_WOOD, stroke=GOLD, stroke_width=2),
            element("path", d="M-20-38L52-26V26L-20 38Z", fill=_PANEL),
            element("path", d="M-34-62V62", stroke=_STEEL, stroke_width=5),
        ]
    label = middle_text(words, 0, 86, _LABEL, fill=CREAM)
    return group(*parts, label, transform=f"translate({number(x)} {number(y)})", class_="shoe")


def discard_rack(x: float, y: float) -> Markup:
    """Draw the rack for the cards of rounds that are over, around a point."""
    cards = [card_back(-33 + step * 1.5, -46 - step * 1.5, 66) for step in range(4)]
    rack = element("path", d="M-52-40V60H52V-40H42V50H-42V-40Z", fill=_STEEL, stroke=INK, stroke_width=1, opacity=0.9)
    label = middle_text("Discard rack", 0, 86, _LABEL, fill=CREAM)
    return group(*cards, rack, label, transform=f"translate({number(x)} {number(y)})", class_="rack")
