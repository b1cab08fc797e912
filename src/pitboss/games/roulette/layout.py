"""The two betting layouts as geometry: every position follows from where the boxes lie.

Coordinates are in boxes, as drawn with the wheel at the left: x runs away from the wheel, y runs from the far side
towards the player. The zero boxes lie at x 0 to 1, number n in column ceil(n/3) with 3, 6, 9 ... in the row y 0 to 1,
the column boxes behind 34-36, the dozens and even chances below. A screen draws these boxes and asks `at(x, y)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations

from pitboss.games.equipment import POCKETS, WHEELS, Wheel, colour_of
from pitboss.games.roulette.wagers import Bet, canonical
from pitboss.games.table.laying import Area
from pitboss.rulebook.clauses import cites

_OUTSIDE_LINE = 3.0
"""The line between the numbers and the dozens, where rows, six numbers and the first five are placed."""
_REACH = 0.25
"""How far from a line or corner a chip still counts as lying on it."""


@dataclass(frozen=True, slots=True)
class Box(Area):
    """A rectangle of the layout and what is printed in it."""

    label: str


@dataclass(frozen=True, slots=True)
class Placement:
    """A place on the cloth where a chip makes a wager."""

    name: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Position:
    """A wager the layout offers: its notation, the pockets it covers, and where its chips may lie."""

    index: int
    bet: str
    kind: str
    covers: tuple[str, ...]
    placements: tuple[Placement, ...]

    @property
    def x(self) -> float:
        """Return how far from the wheel the wager's own place is; payment goes by it (RH-6.5)."""
        return self.placements[0].x


@dataclass(frozen=True)
class Layout:
    """The cloth for one wheel: its boxes and every position on it."""

    wheel: Wheel
    boxes: tuple[Box, ...]
    positions: tuple[Position, ...]

    def find(self, bet: str) -> Position | None:
        """Return the position a bet names, or None where this layout has none."""
        return _by_bet(self.wheel.name).get(bet)

    def at(self, x: float, y: float) -> Position | None:
        """Return the position a chip makes that is put down at a point, or None off the layout."""
        if not any(box.touches(x, y) for box in self.boxes):
            return None
        outside = next((box for box in self.boxes if box.label not in POCKETS and box.touches(x, y)), None)
        places = ((place, position) for position in self.positions for place in position.placements)
        if (outside is not None and y > _OUTSIDE_LINE + _REACH) or x > 13 + _REACH:
            courtesy = self.find("split:0-00")
            if courtesy and any(_near(place, x, y) for place in courtesy.placements[1:]):
                return courtesy
            return next((p for p in self.positions if outside and p.placements[0] == _middle(outside)), None)
        inside = [(place, position) for place, position in places if position.kind not in ("column", "dozen")]
        return min(inside, key=lambda entry: (entry[0].x - x) ** 2 + (entry[0].y - y) ** 2)[1]


def _near(place: Placement, x: float, y: float) -> bool:
    return abs(place.x - x) <= _REACH and abs(place.y - y) <= 0.5


def _middle(box: Box) -> Placement:
    return Placement("box", *box.centre)


@cache
def layout_of(wheel_name: str) -> Layout:
    """Return the layout for a wheel, with its positions numbered in a fixed order.

    >>> len(layout_of("double_zero").positions), len(layout_of("single_zero").positions)
    (161, 157)
    """
    wheel = WHEELS[wheel_name]
    numbers = _number_boxes(wheel)
    outside = _outside_boxes()
    found = [*_straights(numbers), *_splits(numbers), *_rows(), *_crossings(numbers), *_sixes(), *_outside(outside)]
    order = ("straight", "split", "row", "triple", "corner", "first_four", "first_five", "six")
    found.sort(key=lambda entry: order.index(entry[0].kind) if entry[0].kind in order else len(order))
    positions = tuple(
        Position(index, str(bet), bet.kind, covers, places) for index, (bet, covers, places) in enumerate(found)
    )
    return Layout(wheel, (*numbers, *(box for box, _ in outside)), positions)


@cache
def _by_bet(wheel_name: str) -> dict[str, Position]:
    return {position.bet: position for position in layout_of(wheel_name).positions}


_Found = tuple[Bet, tuple[str, ...], tuple[Placement, ...]]


def _number_boxes(wheel: Wheel) -> tuple[Box, ...]:
    """Lay out the number boxes; 0 lies beside 1 and half of 2, 00 beside 3 and the other half (Q1)."""
    two_zeros = [Box(0, 1.5, 1, 3, "0"), Box(0, 0, 1, 1.5, "00")]
    boxes = two_zeros if "00" in wheel.order else [Box(0, 0, 1, 3, "0")]
    for number in range(1, 37):
        column, row = (number - 1) // 3 + 1, 2 - (number - 1) % 3
        boxes.append(Box(column, row, column + 1, row + 1, str(number)))
    return tuple(boxes)


def _outside_boxes() -> tuple[tuple[Box, Bet], ...]:
    columns = [(Box(13, 3 - c, 14, 4 - c, "2 to 1"), Bet("column", (str(c),))) for c in (1, 2, 3)]
    names = ("1st 12", "2nd 12", "3rd 12")
    dozens = [(Box(4 * d - 3, 3, 4 * d + 1, 4, names[d - 1]), Bet("dozen", (str(d),))) for d in (1, 2, 3)]
    chances = (
        ("1 to 18", "low"),
        ("Even", "even"),
        ("Red", "red"),
        ("Black", "black"),
        ("Odd", "odd"),
        ("19 to 36", "high"),
    )
    evens = [(Box(1 + 2 * i, 4, 3 + 2 * i, 5, label), Bet(kind)) for i, (label, kind) in enumerate(chances)]
    return (*columns, *dozens, *evens)


@cites("RO-D1", "RS-T1", "RH-6.1.1.1")
def _straights(numbers: tuple[Box, ...]) -> Iterator[_Found]:
    """Give every number its box."""
    for box in numbers:
        yield Bet("straight", (box.label,)), (box.label,), (_middle(box),)


@cites("RO-D2", "RS-T2", "RH-6.1.2.1", "Q1", "Q6")
def _splits(numbers: tuple[Box, ...]) -> Iterator[_Found]:
    """Give every two boxes that share a line the middle of that line; 0-00 has the courtesy line besides."""
    for one, other in combinations(numbers, 2):
        left, right = max(one.left, other.left), min(one.right, other.right)
        top, bottom = max(one.top, other.top), min(one.bottom, other.bottom)
        if left > right or top > bottom or (left == right and top == bottom):
            continue
        covers = (one.label, other.label)
        places = [Placement("line", (left + right) / 2, (top + bottom) / 2)]
        if covers == ("0", "00"):
            places.append(Placement("courtesy_line", 9, 3.5))
        yield canonical("split", covers), covers, tuple(places)


@cites("RO-D4", "RO-D5", "RO-D6", "RS-T5", "RS-T3.i", "RS-T3.ii", "RS-T4", "RH-6.1.4.1", "RH-6.2", "Q1", "Q6")
def _crossings(numbers: tuple[Box, ...]) -> Iterator[_Found]:
    """Give every point between the boxes where three or four of them meet to those numbers."""
    points = {(x, y) for box in numbers for x in (box.left, box.right) for y in (box.top, box.bottom)}
    for x, y in sorted(points):
        covers = tuple(box.label for box in numbers if box.touches(x, y))
        if y < _OUTSIDE_LINE and len(covers) in (3, 4):
            kind = "triple" if len(covers) == 3 else "corner"
            yield canonical(kind, covers), covers, (Placement("corner", x, y),)
    zeros = tuple(box.label for box in numbers if box.label in ("0", "00"))
    kind = "first_five" if len(zeros) == 2 else "first_four"
    covers = (*zeros, "1", "2", "3")
    yield canonical(kind, covers), covers, (Placement("corner", 1, _OUTSIDE_LINE),)


@cites("RO-D3", "RS-T3", "RH-6.1.3.1")
def _rows() -> Iterator[_Found]:
    """Give every row of three the outside line of its first number."""
    for first in range(1, 37, 3):
        covers = tuple(str(first + step) for step in range(3))
        yield canonical("row", covers), covers, (Placement("line", (first - 1) / 3 + 1.5, _OUTSIDE_LINE),)


@cites("RO-D7", "RS-T6", "RH-6.1.5.1")
def _sixes() -> Iterator[_Found]:
    """Give every two adjoining rows the outside corner between them."""
    for first in range(1, 34, 3):
        covers = tuple(str(first + step) for step in range(6))
        yield canonical("six", covers), covers, (Placement("corner", (first - 1) / 3 + 2, _OUTSIDE_LINE),)


@cites("RO-E1", "RO-E2", "RO-E3", "RO-E4", "RO-E5", "RO-E6", "RO-E7", "RO-E8", "Q3")
@cites("RS-T7", "RS-T8", "RS-T9", "RS-T10", "RS-T11", "RS-T12", "RS-T13", "RS-T14")
@cites(*(f"RH-6.1.{kind}.1" for kind in range(6, 14)))
def _outside(boxes: tuple[tuple[Box, Bet], ...]) -> Iterator[_Found]:
    """Give the outside boxes their numbers; no zero is in any of them (Q3)."""
    numbers = range(1, 37)
    for box, bet in boxes:
        match bet.kind:
            case "column":
                won = [n for n in numbers if n % 3 == int(bet.numbers[0]) % 3]
            case "dozen":
                won = [n for n in numbers if (n + 11) // 12 == int(bet.numbers[0])]
            case "red" | "black":
                won = [n for n in numbers if colour_of(str(n)) == bet.kind]
            case "odd" | "even":
                won = [n for n in numbers if n % 2 == (bet.kind == "odd")]
            case "low":
                won = [n for n in numbers if n <= 18]
            case _:
                won = [n for n in numbers if n > 18]
        yield bet, tuple(map(str, won)), (_middle(box),)
