"""The sic bo cloth as a picture: every place with its dice or words and its odds, the lit ones, and the chips.

Where a place lies is the layout's own geometry; here it is only multiplied by `UNIT`. A lit place is told from a dark
one three times: by its light, by black print instead of white, and by a lamp in its corner.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.draw.chips import chip_stack
from pitboss.draw.sicbo.dice import dice_column, dice_row, die
from pitboss.draw.svg import CREAM, FELT, GOLD, INK, element, fitted, group, middle_text, number, on_circle
from pitboss.games.sicbo.layout import BOXES, box_of
from pitboss.games.sicbo.wagers import FACES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pitboss.draw.svg import Markup
    from pitboss.games.sicbo.layout import Box
    from pitboss.games.sicbo.rules import Rules
    from pitboss.games.sicbo.wagers import Selection

__all__ = ["UNIT", "Cloth", "Stack", "lamp"]

UNIT = 80.0
"""Units of the picture to one unit of the layout."""
_DARK, _LIGHT = "#0a4a30", "#ffe58f"
_CHIP, _LAMP = 0.26, 0.11
_ODDS_SIZE = 0.21
_TIMES = ("once", "twice", "thrice")


@dataclass(frozen=True, slots=True)
class Stack:
    """The chips on one place."""

    selection: Selection
    chips: tuple[tuple[str, str], ...]
    """The colour of each and its amount in words, from the bottom up."""
    amount: str
    """What they come to, in the short form."""
    wins: bool | None
    """None while there is no throw."""


@dataclass(frozen=True)
class Cloth:
    """The layout with what lies on it, and the places that a throw lights."""

    rules: Rules
    stacks: tuple[Stack, ...]
    dice: tuple[int, ...] | None
    lit: frozenset[str]

    def picture(self, left: float, top: float) -> Markup:
        """Draw the cloth with the layout's zero point at a point of the picture."""
        # Light falls on the neighbours: it is drawn above them and below the lit places.
        dark = [box for box in BOXES if box.selection.bet not in self.lit]
        light = [box for box in BOXES if box.selection.bet in self.lit]
        ordered = sorted(self.stacks, key=lambda stack: box_of(stack.selection.bet).centre[::-1])
        return group(
            *self._captions(),
            *(self._place(box) for box in dark),
            *(_glow(box) for box in light),
            *(self._place(box) for box in light),
            *(self._chips(stack) for stack in ordered),
            transform=f"translate({number(left)} {number(top)})",
            class_="layout",
        )

    def _captions(self) -> Iterator[Markup]:
        """Print the names of the kinds above their places."""
        names = {kind: self.rules.wagers[kind].name for kind in ("pair", "triple", "combination", "one")}
        spans = [
            *((names["pair"], f"pair:{first}", f"pair:{first + 2}") for first in (1, 4)),
            *((names["triple"], f"triple:{face}", f"triple:{face}") for face in (1, 4)),
            ("Total of the three dice", "total:4", "total:17"),
            (names["combination"], "combination:1-2", "combination:5-6"),
            (names["one"], "one:1", "one:6"),
        ]
        for name, first, last in spans:
            start, end = box_of(first), box_of(last)
            x, y = (start.left + end.right) / 2, start.top - 0.18
            size = fitted(name, 0.24, end.right - start.left)
            yield middle_text(name, x * UNIT, y * UNIT, size * UNIT, fill=GOLD, class_="caption")

    def _place(self, box: Box) -> Markup:
        bet = box.selection.bet
        is_lit = bet in self.lit
        ink = INK if is_lit else "#fff"
        fill = _LIGHT if is_lit else FELT if self.dice is None else _DARK
        shown = _Face(self.rules, box, ink, self.dice)
        return element(
            "g",
            element("title", f"{bet}: {shown.odds}{', lit' if is_lit else ''}"),
            _rectangle(box, fill=fill, stroke=GOLD if is_lit else CREAM, stroke_width=4 if is_lit else 1.5),
            *shown.parts(),
            _chip_ring(box, ink),
            *([lamp(*_lamp_spot(box), _LAMP * UNIT)] if is_lit else []),
            data_place=bet,
            class_="lit" if is_lit else None,
        )

    def _chips(self, stack: Stack) -> Markup:
        x, y = _chip_spot(box_of(stack.selection.bet))
        return chip_stack(
            x * UNIT,
            y * UNIT,
            _CHIP * UNIT,
            chips=stack.chips,
            amount=stack.amount,
            wins=bool(stack.wins),
            data_bet=stack.selection.bet,
        )


@dataclass(frozen=True, slots=True)
class _Face:
    """What is printed in one place."""

    rules: Rules
    box: Box
    ink: str
    dice: tuple[int, ...] | None

    @property
    def odds(self) -> str:
        """Say what the place pays by the rules in force."""
        kind = self.box.selection.kind
        if kind == "one":
            return ", ".join(f"{words} {self._pays(times)}" for times, words in enumerate(_TIMES, 1))
        return self._pays(1)

    def _pays(self, times: int) -> str:
        return f"{self.rules.pays_for(self.box.selection.kind, times)} to 1"

    def parts(self) -> list[Markup]:
        """Draw the dice or the words of the place, and its odds."""
        match self.box.selection.bet.partition(":")[0]:
            case "one":
                return self._one()
            case "any_triple":
                return self._any_triple()
            case "small" | "big":
                return self._even_chance()
            case "total":
                (total,) = self.box.selection.numbers
                return [self._text(str(total), 0.49, 0.54), self._text(self.odds, 0.92, _ODDS_SIZE)]
        return self._alike_or_two()

    def _alike_or_two(self) -> list[Markup]:
        """Show the dice of a triple in a row with the chips beside it, those of two dice below each other."""
        numbers, top = self.box.selection.numbers, self.box.top
        if self.box.selection.kind == "triple":
            middle = self.box.left + 0.73
            dice = dice_row(numbers * 3, middle * UNIT, (top + 0.33) * UNIT, 0.36 * UNIT, 0.06 * UNIT)
            return [*dice, self._text(self.odds, 0.7, _ODDS_SIZE, middle=middle)]
        x = self._middle * UNIT
        if self.box.selection.kind == "pair":
            dice = dice_column(numbers * 2, x, (top + 0.3) * UNIT, 0.54 * UNIT, 0.09 * UNIT)
            return [*dice, self._text(self.odds, 1.73, _ODDS_SIZE)]
        dice = dice_column(numbers, x, (top + 0.29) * UNIT, 0.46 * UNIT, 0.07 * UNIT)
        return [*dice, self._text(self.odds, 1.46, _ODDS_SIZE)]

    @property
    def _middle(self) -> float:
        return self.box.centre[0]

    def _text(self, text: str, down: float, size: float, *, middle: float | None = None, weight: str = "700") -> Markup:
        width = self.box.right - self.box.left - 0.12
        x, y = self._middle if middle is None else middle, self.box.top + down
        size = fitted(text, size, width)
        return middle_text(text, x * UNIT, y * UNIT, size * UNIT, font_weight=weight, fill=self.ink)

    def _even_chance(self) -> list[Markup]:
        bet = self.box.selection.bet
        totals = "4 to 10" if bet == "small" else "11 to 17"
        return [
            self._text(bet.upper(), 0.5, 0.44),
            self._text(totals, 0.98, 0.3),
            self._text("loses on a triple", 1.34, 0.19, weight="400"),
            self._text(self.odds, 1.7, _ODDS_SIZE * 1.1),
        ]

    def _any_triple(self) -> list[Markup]:
        """Show all six triples, small, in two columns."""
        dice = []
        for face in FACES:
            side, line = (face - 1) // 3, (face - 1) % 3
            x, y = self._middle + (side - 0.5) * 0.68, self.box.top + 0.72 + line * 0.28
            dice += dice_row((face,) * 3, x * UNIT, y * UNIT, 0.18 * UNIT, 0.025 * UNIT)
        return [self._text("ANY TRIPLE", 0.4, 0.22), *dice, self._text(self.odds, 1.73, _ODDS_SIZE * 1.1)]

    def _one(self) -> list[Markup]:
        """Show the die, and the odds by how often it is thrown; a throw sets its line off."""
        left, middle = self.box.left, self.box.centre[1]
        face = self.box.selection.numbers[0]
        shown = self.dice.count(face) if self.dice else 0
        parts = [die(face, (left + 0.43) * UNIT, middle * UNIT, 0.62 * UNIT)]
        for times, words in enumerate(_TIMES, 1):
            y = middle + (times - 2) * 0.27
            pays = self._pays(times)
            style = {"font_weight": "700" if shown in (0, times) else "400", "fill": self.ink, "y": (y + 0.07) * UNIT}
            size = fitted(pays, 0.175, 0.5) * UNIT
            parts += [
                element("text", words, x=(left + 0.88) * UNIT, font_size=0.175 * UNIT, **style),
                element("text", pays, x=(left + 1.86) * UNIT, text_anchor="end", font_size=size, **style),
            ]
            if times == shown:
                points = [(0.79, -0.06), (0.85, 0), (0.79, 0.06)]
                parts.append(_polygon([(left + right, y + 0.005 + down) for right, down in points], self.ink))
        return parts


def lamp(x: float, y: float, radius: float) -> Markup:
    """Draw a lamp with its rays: the sign of a lit place."""
    rays = []
    for ray in range(8):
        start, end = (on_circle(x, y, radius * far, 45 * ray) for far in (0.72, 1.15))
        rays.append(f"M{number(start[0])} {number(start[1])}L{number(end[0])} {number(end[1])}")
    return element(
        "g",
        element("circle", cx=x, cy=y, r=radius * 0.5, fill=GOLD, stroke=INK, stroke_width=radius * 0.16),
        element("path", d="".join(rays), stroke=INK, stroke_width=radius * 0.2, fill="none"),
        class_="lamp",
    )


def _chip_spot(box: Box) -> tuple[float, float]:
    """Return where chips lie in a place: below what is printed there, or at its right."""
    x, y = box.centre
    match box.selection.bet.partition(":")[0]:
        case "triple":
            return box.right - 0.33, y + 0.13
        case "one":
            return box.right - 0.33, y + 0.15
    return x, box.bottom - 0.37


def _chip_ring(box: Box, ink: str) -> Markup:
    """Mark where chips are to lie, faintly."""
    x, y = _chip_spot(box)
    return element(
        "circle",
        cx=x * UNIT,
        cy=y * UNIT,
        r=_CHIP * UNIT,
        fill="none",
        stroke=ink,
        stroke_dasharray="3 4",
        opacity=0.35,
    )


def _lamp_spot(box: Box) -> tuple[float, float]:
    """Return where the lamp of a place is drawn: where neither print nor chips come."""
    if box.selection.kind == "triple":
        return (box.left + 1.3) * UNIT, (box.top + 0.69) * UNIT
    return (box.right - 0.15) * UNIT, (box.top + 0.15) * UNIT


def _glow(box: Box) -> Markup:
    strokes = ((26, 0.1), (18, 0.16), (10, 0.28))
    return element(
        "g",
        *(_rectangle(box, fill="none", stroke=GOLD, stroke_width=width, opacity=thin) for width, thin in strokes),
    )


def _rectangle(box: Box, **attributes: str | float) -> Markup:
    return element(
        "rect",
        x=box.left * UNIT,
        y=box.top * UNIT,
        width=(box.right - box.left) * UNIT,
        height=(box.bottom - box.top) * UNIT,
        rx=UNIT * 0.06,
        **attributes,
    )


def _polygon(points: Sequence[tuple[float, float]], fill: str) -> Markup:
    return element("polygon", points=" ".join(f"{number(x * UNIT)},{number(y * UNIT)}" for x, y in points), fill=fill)
