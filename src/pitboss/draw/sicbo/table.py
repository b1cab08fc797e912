"""A sic bo table as one picture: the layout as its computer lights it, the dice, the chips, and what each place pays.

Drawing decides nothing: a bet the layout does not have is refused by the rules, and the pay table says which places
are lit. Nor does it settle: it shows which chips win, not what they are paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss.draw.sicbo.words import Stack, check_dice, counted, description, legend, outcome, stacks_of
from pitboss.draw.svg import (
    CREAM,
    FELT,
    GOLD,
    INK,
    RED,
    Markup,
    chip_stack,
    element,
    fitted,
    group,
    middle_text,
    number,
    on_circle,
    picture,
    text_width,
)
from pitboss.games.sicbo import settle
from pitboss.games.sicbo.layout import BOXES, HEIGHT, WIDTH, Box, box_of
from pitboss.games.sicbo.rules import Rules
from pitboss.games.sicbo.wagers import FACES

__all__ = [
    "LAMP",
    "UNIT",
    "Cloth",
    "Face",
    "Stack",
    "chip_ring",
    "chip_spot",
    "dice_column",
    "dice_row",
    "die",
    "draw",
    "lamp",
    "lamp_spot",
]

_MIDDLE, _RISING = ((0, 0),), ((-1, 1), (1, -1))
_FALLING, _SIDES = ((-1, -1), (1, 1)), ((-1, 0), (1, 0))
_PIPS = {
    1: _MIDDLE,
    2: _RISING,
    3: _RISING + _MIDDLE,
    4: _RISING + _FALLING,
    5: _RISING + _FALLING + _MIDDLE,
    6: _RISING + _FALLING + _SIDES,
}
"""Where the pips of a face are, in steps from its middle."""
_RED_FACES = (1, 4)
"""Dice of the East have these in red."""
_IVORY, _EDGE = "#fffdf5", "#6f675a"

# Fractions of a die's side.
_STEP, _PIP, _PIP_ALONE, _ROUND = 0.25, 0.092, 0.15, 0.18


def die(face: int, x: float, y: float, size: float, *, turned: float = 0) -> Markup:
    """Draw one die around its middle, turned by so many degrees."""
    turn = f" rotate({number(turned)})" if turned else ""
    radius = size * (_PIP_ALONE if face == 1 else _PIP)
    return element(
        "g",
        element(
            "rect",
            x=-size / 2,
            y=-size / 2,
            width=size,
            height=size,
            rx=size * _ROUND,
            fill=_IVORY,
            stroke=_EDGE,
            stroke_width=max(size * 0.03, 0.6),
        ),
        *(
            element("circle", cx=across * _STEP * size, cy=down * _STEP * size, r=radius)
            for across, down in _PIPS[face]
        ),
        transform=f"translate({number(x)} {number(y)}){turn}",
        fill=RED if face in _RED_FACES else INK,
        data_die=str(face),
    )


def dice_row(faces: Sequence[int], x: float, y: float, size: float, gap: float) -> list[Markup]:
    """Draw dice beside each other, centred on a point."""
    first = x - (len(faces) - 1) * (size + gap) / 2
    return [die(face, first + place * (size + gap), y, size) for place, face in enumerate(faces)]


def dice_column(faces: Sequence[int], x: float, top: float, size: float, gap: float) -> list[Markup]:
    """Draw dice below each other, from the top edge of the first."""
    return [die(face, x, top + size / 2 + place * (size + gap), size) for place, face in enumerate(faces)]


UNIT = 80.0
"""Units of the picture to one unit of the layout."""
_DARK, _LIGHT = "#0a4a30", "#ffe58f"
_CHIP, LAMP = 0.26, 0.11
_ODDS_SIZE = 0.21
_TIMES = ("once", "twice", "thrice")
_TIMES_SIZE = 0.15
"""So small that a word and its odds stand beside each other in wide fonts too."""


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
            *self.captions(),
            *(self._place(box) for box in dark),
            *(_glow(box) for box in light),
            *(self._place(box) for box in light),
            *(self._chips(stack) for stack in ordered),
            transform=f"translate({number(left)} {number(top)})",
            class_="layout",
        )

    def captions(self) -> Iterator[Markup]:
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
        shown = Face(self.rules, box, ink, self.dice)
        return element(
            "g",
            element("title", f"{bet}: {shown.odds}{', lit' if is_lit else ''}"),
            _rectangle(box, fill=fill, stroke=GOLD if is_lit else CREAM, stroke_width=4 if is_lit else 1.5),
            *shown.parts(),
            chip_ring(box, ink),
            *([lamp(*lamp_spot(box), LAMP * UNIT)] if is_lit else []),
            data_place=bet,
            class_="lit" if is_lit else None,
        )

    def _chips(self, stack: Stack) -> Markup:
        x, y = chip_spot(box_of(stack.selection.bet))
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
class Face:
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
        parts = [die(face, (left + 0.4) * UNIT, middle * UNIT, 0.6 * UNIT)]
        for times, words in enumerate(_TIMES, 1):
            parts += self.line(times, words, left, middle + (times - 2) * 0.27, shown)
        return parts

    def line(self, times: int, words: str, left: float, y: float, shown: int) -> list[Markup]:
        """Write what one of a kind pays when its number shows so often; the line of the throw is set off."""
        pays = self._pays(times)
        style = {"font_weight": "700" if shown in (0, times) else "400", "fill": self.ink, "y": (y + 0.07) * UNIT}
        size = fitted(pays, _TIMES_SIZE, 0.5) * UNIT
        parts = [
            element("text", words, x=(left + 0.77) * UNIT, font_size=_TIMES_SIZE * UNIT, **style),
            element("text", pays, x=(left + 1.86) * UNIT, text_anchor="end", font_size=size, **style),
        ]
        if times == shown:
            points = [(0.71, -0.05), (0.755, 0), (0.71, 0.05)]
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


def chip_spot(box: Box) -> tuple[float, float]:
    """Return where chips lie in a place: below what is printed there, or at its right."""
    x, y = box.centre
    match box.selection.bet.partition(":")[0]:
        case "triple":
            return box.right - 0.33, y + 0.13
        case "one":
            return box.right - 0.33, y + 0.15
    return x, box.bottom - 0.37


def chip_ring(box: Box, ink: str) -> Markup:
    """Mark where chips are to lie, faintly."""
    x, y = chip_spot(box)
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


def lamp_spot(box: Box) -> tuple[float, float]:
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


# Where the parts are, in units of the layout from the upper left corner of the picture.
_MARGIN, _LAYOUT_TOP, _FOOT = 0.45, 2.15, 0.75
_RIGHT = _MARGIN + WIDTH
_TRAY_WIDTH, _TRAY_HEIGHT, _TRAY_MIDDLE = 3.6, 1.3, 0.98
_DIE, _TURNS = 0.84, (-7.0, 5.0, -3.0)
_HEADING_SIZE, _HOUSE_SIZE, _FOOT_SIZE = 0.8, 0.34, 0.27


def draw(
    rules: Rules, *, dice: Sequence[int] | None = None, bets: Sequence[tuple[str, int]] = (), title: str = ""
) -> str:
    """Return a picture of the table as an SVG document; equal input gives equal bytes.

    Args:
        rules: the house; its odds and limits are printed.
        dice: the throw, if there is one yet; the places it lights are lit.
        bets: notation and minor units, each a chip. Bets on one place are stacked, and the stack bears their sum.
        title: the heading; the table's name without one, or the game's.

    Raises:
        BadNotation: for dice or a bet that are not in our notation.
        RuleViolation: for a bet that the layout does not have.
        BadAmount: for an invalid stake.

    >>> from pitboss.games.sicbo.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> draw(rules_of(table_config({"rulebook": "oneida-sicbo-2004"})), dice=(3, 3, 5)).count('class="lit"')
    6
    """
    thrown = None if dice is None else check_dice(dice)
    lit = settle.lit(rules, thrown) if thrown else ()
    stacks = stacks_of(rules, bets, None if thrown is None else frozenset(lit))
    heading = title or rules.config.name or "Sic bo"
    return picture(
        "sicbo",
        (_RIGHT + _MARGIN) * UNIT,
        (_LAYOUT_TOP + HEIGHT + _FOOT) * UNIT,
        element("rect", width="100%", height="100%", rx=UNIT * 0.25, fill=FELT),
        _heading(heading, rules.edition.title, WIDTH if thrown is None else 6.5),
        *([_readout(thrown, stacks)] if thrown else []),
        Cloth(rules, stacks, thrown, frozenset(lit)).picture(_MARGIN * UNIT, _LAYOUT_TOP * UNIT),
        _foot(legend(rules), has_lamp=thrown is not None),
        title=heading if heading == "Sic bo" else f"Sic bo: {heading}",
        description=description(stacks, thrown, lit),
    )


def _heading(heading: str, house: str, width: float) -> Markup:
    x = _MARGIN * UNIT
    size, house_size = fitted(heading, _HEADING_SIZE, width) * UNIT, fitted(house, _HOUSE_SIZE, width) * UNIT
    return group(
        element("text", heading, x=x, y=1.05 * UNIT, font_size=size, font_weight="700", fill=GOLD),
        element("text", house, x=x, y=1.52 * UNIT, font_size=house_size, fill=CREAM),
        class_="heading",
    )


def _readout(dice: Sequence[int], stacks: Sequence[Stack]) -> Markup:
    """Show the dice on their tray at the right, and beside it the total, what it is, and how many bets win."""
    left, x = _RIGHT - _TRAY_WIDTH, (_RIGHT - _TRAY_WIDTH - 0.3) * UNIT
    tray = element(
        "rect",
        x=left * UNIT,
        y=(_TRAY_MIDDLE - _TRAY_HEIGHT / 2) * UNIT,
        width=_TRAY_WIDTH * UNIT,
        height=_TRAY_HEIGHT * UNIT,
        rx=_TRAY_HEIGHT / 2 * UNIT,
        fill="#062d1d",
        stroke=GOLD,
        stroke_width=3,
    )
    shown = []
    for place, (face, turned) in enumerate(zip(dice, _TURNS, strict=True)):
        middle = left + _TRAY_WIDTH / 2 + (place - 1) * (_DIE + 0.16)
        shown.append(die(face, middle * UNIT, _TRAY_MIDDLE * UNIT, _DIE * UNIT, turned=turned))
    words = f"Total {sum(dice)} \N{MIDDLE DOT} {outcome(dice)}"
    bets = counted(stacks)
    end: dict[str, str | float] = {"x": x, "text_anchor": "end"}
    return group(
        tray,
        *shown,
        element("text", words, y=1.05 * UNIT, font_size=0.56 * UNIT, font_weight="700", fill="#fff", **end),
        *([element("text", bets, y=1.52 * UNIT, font_size=_HOUSE_SIZE * UNIT, fill=CREAM, **end)] if bets else []),
        class_="result",
    )


def _foot(entries: Sequence[tuple[str, str]], *, has_lamp: bool) -> Markup:
    """Write the legend in one line below the layout, with what the lamp means."""
    y = _LAYOUT_TOP + HEIGHT + 0.46
    signs = [("Lit", "wins"), *entries] if has_lamp else list(entries)
    needed = sum(text_width(f"{name} {words}") + 1 for name, words in signs)
    size = min(_FOOT_SIZE, (WIDTH - 0.4) / needed)
    x, parts = _MARGIN, []
    if has_lamp:
        parts.append(lamp((x + 0.13) * UNIT, (y - 0.09) * UNIT, 0.13 * UNIT))
        x += 0.36
    for name, words in signs:
        bold = element("tspan", name, font_weight="700", fill=GOLD)
        parts.append(element("text", bold, f" {words}", x=x * UNIT, y=y * UNIT, font_size=size * UNIT, fill=CREAM))
        x += (text_width(f"{name} {words}") + 1) * size
    return group(*parts, class_="legend")
