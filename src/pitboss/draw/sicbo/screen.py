"""The parts of a live sic bo page as pictures: the cloth as it is printed, the same for a phone, and the road's marks.

Chips and lights are the page's own. Every place is a shape with its notation (`data-bet`) and the point where its chips
lie (`data-x`, `data-y`): what a finger touches is decided here, by the geometry of `games/sicbo/layout.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from pitboss.draw.roads import BLUE_PAINT, bead_letter, disc, marks_sheet, ring, ring_letter, slash
from pitboss.draw.sicbo.table import LAMP, UNIT, Cloth, Face, chip_ring, chip_spot, dice_row, die, lamp, lamp_spot
from pitboss.draw.svg import GOLD, GREEN, RED, Markup, element, fitted, group, middle_text
from pitboss.draw.svg import picture as svg_picture
from pitboss.games.sicbo.layout import (
    BOXES,
    HEIGHT,
    UPRIGHT,
    UPRIGHT_GAP,
    UPRIGHT_HEIGHT,
    UPRIGHT_WIDTH,
    WIDTH,
    Box,
)
from pitboss.games.sicbo.live import name_of, odds_of
from pitboss.games.sicbo.rules import Rules
from pitboss.games.sicbo.wagers import FACES

_MARGIN: Final = 6.0
_ABOVE: Final = 0.36
"""Above the cloth, where the names of the first kinds are printed."""
_INK: Final = "#fff"
_CHIP: Final = 17.0
"""How large a page draws a chip, in its own units."""
_SCALE, _UPRIGHT_SCALE = 1.25, 0.8
"""How much larger the units of the chips are than those of the picture."""
_UPRIGHT_UNIT: Final = 62.0


def sicbo_pictures(rules: Rules) -> Mapping[str, str]:
    """Return the pictures of a sic bo table by name, each an SVG document; equal rules give equal bytes.

    >>> from pitboss.games.sicbo.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> drawn = sicbo_pictures(rules_of(table_config({"rulebook": "oneida-sicbo-2004"})))
    >>> sorted(drawn), drawn["cloth"].count('class="hit"'), drawn["upright"].count('class="hit"')
    (['cloth', 'marks', 'upright'], 50, 50)
    """
    return {"cloth": _lying(rules), "upright": _upright(rules), "marks": _marks()}


class _LiveFace(Face):
    """What is printed in a place whose lights the page switches."""

    def line(self, times: int, words: str, left: float, y: float, shown: int) -> list[Markup]:
        """Put the line into a group of its own, with a ground that shows where the page sets it off."""
        place = {"x": (left + 0.71) * UNIT, "y": (y - 0.13) * UNIT}
        ground = element("rect", **place, width=1.2 * UNIT, height=0.26 * UNIT, rx=4, class_="line-ground")
        return [group(ground, *super().line(times, words, left, y, shown), class_="line", data_times=str(times))]


def _lying(rules: Rules) -> str:
    cloth = Cloth(rules, (), None, frozenset())

    def place(box: Box) -> Markup:
        face = _LiveFace(rules, box, _INK, None)
        light = lamp(*lamp_spot(box), LAMP * UNIT)
        return _box(box, _area(box, UNIT), *face.parts(), chip_ring(box, _INK), light)

    screen = _Screen(rules, BOXES, UNIT, _SCALE, chip_spot)
    moved = f"translate({_MARGIN:g} {_MARGIN + _ABOVE * UNIT:g})"
    size = WIDTH * UNIT + 2 * _MARGIN, (HEIGHT + _ABOVE) * UNIT + 2 * _MARGIN
    return screen.picture("cloth", size, moved, [*cloth.captions(), *map(place, BOXES)])


def _upright(rules: Rules) -> str:
    screen = _Screen(rules, UPRIGHT, _UPRIGHT_UNIT, _UPRIGHT_SCALE, _upright_chip)
    size = UPRIGHT_WIDTH * _UPRIGHT_UNIT + 2 * _MARGIN, UPRIGHT_HEIGHT * _UPRIGHT_UNIT + 2 * _MARGIN
    drawn = [*_upright_captions(rules), *(_upright_place(rules, box) for box in UPRIGHT)]
    return screen.picture("upright", size, f"translate({_MARGIN:g} {_MARGIN:g})", drawn)


@dataclass(frozen=True)
class _Screen:
    """A cloth that is touched: what is drawn, the page's own layers, and the shapes of the places above them."""

    rules: Rules
    boxes: Sequence[Box]
    unit: float
    scale: float
    spot: Callable[[Box], tuple[float, float]]
    """Where the chips of a place lie, in units of the layout."""

    def picture(self, name: str, size: tuple[float, float], moved: str, drawn: Sequence[Markup]) -> str:
        """Return the picture of a size, with its parts moved to where the layout begins."""
        scaled = f"{moved} scale({self.scale:g})"
        return svg_picture(
            name,
            *size,
            group(*drawn, class_="boxes", transform=moved),
            # Filled by the page.
            element("g", Markup(""), class_="chips", transform=scaled),
            element("g", Markup(""), class_="marks", transform=scaled),
            element("g", *self._rows(), class_="hits", role="grid", aria_label="Betting layout", transform=moved),
            title="Betting layout",
            description="The fifty places of sic bo, each with its odds.",
        )

    def _rows(self) -> Iterator[Markup]:
        """Yield what can be touched, as the rows of a grid."""
        ordered = sorted(self.boxes, key=lambda box: (box.centre[1], box.left))
        for _, row in groupby(ordered, key=lambda box: box.centre[1]):
            yield element("g", *map(self._hit, row), role="row")

    def _hit(self, box: Box) -> Markup:
        selection = box.selection
        x, y = (at * self.unit / self.scale for at in self.spot(box))
        return element(
            "rect",
            class_="hit",
            **_area(box, self.unit),
            role="gridcell",
            tabindex="-1",
            aria_label=f"{name_of(self.rules, selection)}, {odds_of(self.rules, selection.kind)}",
            data_bet=selection.bet,
            data_kind=selection.kind,
            data_x=x,
            data_y=y,
            data_clause=self.rules.wagers[selection.kind].clause,
        )


def _area(box: Box, unit: float) -> dict[str, float]:
    left, top = box.left * unit, box.top * unit
    return {"x": left, "y": top, "width": box.right * unit - left, "height": box.bottom * unit - top}


def _box(box: Box, area: Mapping[str, float], *printed: Markup) -> Markup:
    ground = element("rect", class_="ground", rx=5, **area)
    return element("g", ground, *printed, class_="box place", data_box=box.selection.bet)


# The cloth of a phone: print at the upper left, chips at the lower right.

_INSET, _DIE, _TWO_DICE, _THREE_DICE = 0.1, 0.44, 0.31, 0.21
_ODDS: Final = 0.2


def _upright_chip(box: Box) -> tuple[float, float]:
    """Return where chips lie in a place of the phone's cloth."""
    reach = _CHIP * _UPRIGHT_SCALE / _UPRIGHT_UNIT + 0.03
    return box.right - reach, box.bottom - reach


def _upright_captions(rules: Rules) -> Iterator[Markup]:
    for kind, name in (("pair", ""), ("triple", ""), ("total", "Total of the three dice"), ("combination", "")):
        yield _caption(name or rules.wagers[kind].name, kind)
    yield _caption(f"{rules.wagers['one'].name}: once, twice, thrice", "one")


def _caption(name: str, kind: str) -> Markup:
    first = next(box for box in UPRIGHT if box.selection.bet.startswith(f"{kind}:"))
    y = (first.top - UPRIGHT_GAP / 2) * _UPRIGHT_UNIT
    return middle_text(name, UPRIGHT_WIDTH / 2 * _UPRIGHT_UNIT, y, 11.5, fill=GOLD, class_="caption")


def _upright_place(rules: Rules, box: Box) -> Markup:
    is_one = box.selection.kind == "one"
    lamp_x, lamp_y = (box.left + 0.2, box.bottom - 0.2) if is_one else (box.right - 0.13, box.top + 0.14)
    light = lamp(lamp_x * _UPRIGHT_UNIT, lamp_y * _UPRIGHT_UNIT, 6)
    x, y = (at * _UPRIGHT_UNIT for at in _upright_chip(box))
    chips = element(
        "circle",
        cx=x,
        cy=y,
        r=_CHIP * _UPRIGHT_SCALE,
        fill="none",
        stroke=_INK,
        stroke_dasharray="3 4",
        opacity=0.3,
    )
    return _box(box, _area(box, _UPRIGHT_UNIT), *_upright_print(rules, box), chips, light)


def _upright_print(rules: Rules, box: Box) -> list[Markup]:
    """Draw the dice or the words of a place, and its odds."""
    unit, numbers, kind = _UPRIGHT_UNIT, box.selection.numbers, box.selection.bet.partition(":")[0]
    left, top = box.left + _INSET, box.top + _INSET
    odds = f"{rules.pays_for(box.selection.kind, 1)}:1"
    low = _words(odds, left, box.bottom - 0.13, _ODDS)
    match kind:
        case "one":
            shown = die(numbers[0], (left + _DIE / 2) * unit, (top + _DIE / 2) * unit, _DIE * unit)
            lines = [_one_line(rules, box, times) for times in (1, 2, 3)]
            return [shown, *lines]
        case "total":
            return [_words(str(numbers[0]), left, top + 0.3, 0.34), low]
        case "small" | "big":
            totals = "4 to 10" if kind == "small" else "11 to 17"
            return [_words(kind.upper(), left, top + 0.3, 0.34), _words(totals, left, top + 0.54, _ODDS), low]
        case "any_triple":
            return [_words("ANY TRIPLE", left, top + 0.16, 0.24), low, *_six_triples(box)]
        case "triple":
            size = _THREE_DICE
            middle = (left + 1.5 * size + 0.03) * unit
            return [*dice_row(numbers * 3, middle, (top + size / 2) * unit, size * unit, 0.03 * unit), low]
    size = _TWO_DICE
    middle, faces = (left + size + 0.02) * unit, numbers * 2 if kind == "pair" else numbers
    return [*dice_row(faces, middle, (top + size / 2) * unit, size * unit, 0.04 * unit), low]


def _one_line(rules: Rules, box: Box, times: int) -> Markup:
    """Write what one of a kind pays for so many dice: three lines beside the die."""
    text = f"{rules.pays_for('one', times)}:1"
    right, down = box.left + 0.6, box.top + 0.22 + (times - 1) * 0.17
    area = {"x": (right - 0.03) * _UPRIGHT_UNIT, "y": (down - 0.14) * _UPRIGHT_UNIT}
    ground = element("rect", **area, width=0.4 * _UPRIGHT_UNIT, height=0.17 * _UPRIGHT_UNIT, class_="line-ground")
    return group(ground, _words(text, right, down, 0.165), class_="line", data_times=str(times))


def _six_triples(box: Box) -> list[Markup]:
    dice: list[Markup] = []
    for face in FACES:
        x, y = box.left + 0.34 + ((face - 1) % 3) * 0.56, box.top + 0.43 + (face > 3) * 0.18
        dice += dice_row((face,) * 3, x * _UPRIGHT_UNIT, y * _UPRIGHT_UNIT, 0.14 * _UPRIGHT_UNIT, 0.02 * _UPRIGHT_UNIT)
    return dice


def _words(text: str, x: float, y: float, size: float) -> Markup:
    size = fitted(text, size, 1.5)
    return element(
        "text",
        text,
        x=x * _UPRIGHT_UNIT,
        y=y * _UPRIGHT_UNIT,
        font_size=size * _UPRIGHT_UNIT,
        font_weight="700",
        fill=_INK,
    )


_PAINT: Final = {"B": RED, "S": BLUE_PAINT, "T": GREEN}


def _marks() -> str:
    """Draw the marks of the plate and of the road of big and small; a triple is a slash, with the count of several."""
    pieces = [
        *((f"bead:{letter}", group(disc(paint), bead_letter(letter))) for letter, paint in _PAINT.items()),
        *((f"big:{letter}", group(ring(_PAINT[letter]), ring_letter(letter, _PAINT[letter]))) for letter in "BS"),
        ("tie", group(*slash(1))),
        ("ties", group(*slash(2))),
    ]
    return marks_sheet(pieces)
