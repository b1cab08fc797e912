"""The betting layout as a picture: its boxes, the chips on it, and the dolly.

Where a box or a chip lies is the layout's own geometry, in boxes; here it is only multiplied by `BOX`. Places may be
half a box apart, and chips are no larger than the bets at hand allow without touching. A label whose place is taken
by a chip or the dolly is printed beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import hypot
from typing import TYPE_CHECKING

from pitboss.draw.chips import chip_stack, stack_height
from pitboss.draw.svg import (
    BLACK,
    CREAM,
    FELT,
    FELT_LIGHT,
    GOLD,
    GREEN,
    INK,
    RED,
    element,
    fitted,
    group,
    middle_text,
    number,
    text_width,
)
from pitboss.games.equipment import POCKETS, colour_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.draw.svg import Markup
    from pitboss.games.roulette.layout import Box, Layout, Placement, Position

__all__ = ["BOX", "Cloth", "Stack", "colour_patch"]

BOX = 60.0
"""Units of the picture to one box."""
_CHIP_MAX, _CHIPS_APART = 0.33, 0.01
_NUMBER_SIZE, _WORD_SIZE, _SMALL_SIZE = 0.4, 0.38, 0.21
_WORD_WIDTH = 0.84
"""How much of the room beside it a label may take."""
_CLEAR_BESIDE, _CLEAR_BELOW = 0.27, 0.345
"""How far a chip on its side, or on the line below, may reach into a box before the number has to move."""
_CORNER_X, _CORNER_Y = 0.175, 0.125
"""How far from the sides of a box the small things in its corners are."""
_DOLLY, _DOLLY_BACK_MAX = 0.31, 0.56
"""Half the height of the dolly, and how far behind a number it may stand without hiding the next one."""


@dataclass(frozen=True, slots=True)
class Stack:
    """The chips on one place of a position."""

    position: Position
    place: Placement
    chips: tuple[tuple[str, str], ...]
    """The colour of each and its amount in words, from the bottom up."""
    amount: str
    """What they come to, in the short form."""
    wins: bool | None
    """None while there is no winning number."""


@dataclass(frozen=True)
class Cloth:
    """A layout with what lies on it."""

    layout: Layout
    stacks: tuple[Stack, ...]
    dolly: str | None

    def picture(self, left: float, top: float) -> Markup:
        """Draw the cloth with the layout's zero point at a point of the picture."""
        # From the far side to the near one, so that a stack stands before what lies behind it.
        ordered = sorted(self.stacks, key=lambda stack: (stack.place.y, stack.place.x))
        seconds = [(position, place) for position in self.layout.positions for place in position.placements[1:]]
        chips = [self._chips(stack) for stack in ordered]
        winner = next((box for box in self.layout.boxes if box.label == self.dolly), None)
        return group(
            *(self._box(box) for box in self.layout.boxes),
            *(self._second_place(position, place) for position, place in seconds),
            *(chips if winner is None else self._with_dolly(winner, chips)),
            transform=f"translate({number(left)} {number(top)})",
            class_="layout",
        )

    @cached_property
    def _chip_radius(self) -> float:
        """Return the radius at which no two of these stacks touch, in boxes."""
        places = [stack.place for stack in self.stacks]
        apart = [hypot(one.x - other.x, one.y - other.y) for one, other in combinations(places, 2)]
        return min([_CHIP_MAX, *(distance / 2 - _CHIPS_APART for distance in apart)])

    def _box(self, box: Box) -> Markup:
        x, y, size = self._label_spot(box)
        return element(
            "g",
            _rectangle(box, fill=FELT_LIGHT if box.label == self.dolly else FELT, stroke=CREAM, stroke_width=2),
            *self._patches(box),
            middle_text(box.label, x * BOX, y * BOX, size * BOX, font_weight="700", fill="#fff"),
            data_box=box.label,
        )

    def _patches(self, box: Box) -> Iterator[Markup]:
        """Give the boxes of red and black numbers their patch, and those of the two colours themselves."""
        x, y = box.centre
        if box.label in POCKETS and colour_of(box.label) != "green":
            yield colour_patch(colour_of(box.label), x * BOX, y * BOX, 0.35 * BOX, 0.31 * BOX)
        elif box.label in ("Red", "Black"):
            yield colour_patch(box.label.lower(), x * BOX, y * BOX, 0.8 * BOX, 0.3 * BOX)

    def _label_spot(self, box: Box) -> tuple[float, float, float]:
        """Return where a box's label is printed and in what size: in the middle, or beside what is there."""
        x, y = box.centre
        width = box.right - box.left
        if box.label in POCKETS:
            if self._has_chips(box) or box.label == self.dolly:
                return *self._corners(box)[0], _SMALL_SIZE
            return *self._pushed(box), _NUMBER_SIZE
        if not self._has_chips(box):
            return x, y, fitted(box.label, _WORD_SIZE, width * _WORD_WIDTH)
        beside = width / 2 - self._chip_radius
        if width > 2:
            return box.left + beside / 2, y, fitted(box.label, _WORD_SIZE, beside * _WORD_WIDTH)
        size = fitted(box.label, _SMALL_SIZE, width * 0.47)
        return box.left + (_CORNER_X + text_width(box.label) * size) / 2, box.bottom - size / 2, size

    def _pushed(self, box: Box) -> tuple[float, float]:
        """Return where a number is printed: in the middle of its box, or pushed aside by chips on the box's sides."""
        radius = self._chip_radius
        x, y = box.centre
        for stack in self.stacks:
            if abs(stack.place.y - box.centre[1]) < radius:
                push = max(radius - _CLEAR_BESIDE, 0)
                x += push * ((stack.place.x == box.left) - (stack.place.x == box.right))
            if abs(stack.place.x - box.centre[0]) < radius and stack.place.y == box.bottom:
                y -= max(radius + stack_height(len(stack.chips), radius) - _CLEAR_BELOW, 0)
        return x, y

    def _has_chips(self, box: Box) -> bool:
        return self._is_taken(box.centre, 0)

    def _is_taken(self, point: tuple[float, float], reach: float) -> bool:
        return any(hypot(stack.place.x - point[0], stack.place.y - point[1]) <= reach for stack in self.stacks)

    def _corners(self, box: Box) -> list[tuple[float, float]]:
        """Return places near the corners of a box, those first that no chip reaches, and the near ones: stacks rise."""
        xs, ys = (box.left + _CORNER_X, box.right - _CORNER_X), (box.top + _CORNER_Y, box.bottom - _CORNER_Y)
        corners = [(xs[0], ys[1]), (xs[1], ys[1]), (xs[0], ys[0]), (xs[1], ys[0])]
        reach = self._chip_radius + _SMALL_SIZE / 2
        return sorted(corners, key=lambda corner: self._is_taken(corner, reach))

    def _second_place(self, position: Position, place: Placement) -> Markup:
        """Print the mark of a place where a wager may lie besides its own: the courtesy line."""
        x, y, radius = place.x * BOX, place.y * BOX, _CHIP_MAX * BOX
        text = "-".join(position.covers)
        size = fitted(text, 0.24 * BOX, 1.6 * radius)
        ring = element(
            "circle", cx=x, cy=y, r=radius, fill=FELT, stroke=CREAM, stroke_width=1.5, stroke_dasharray="4 3"
        )
        return element("g", ring, middle_text(text, x, y, size, fill=CREAM), data_place=place.name)

    def _chips(self, stack: Stack) -> Markup:
        return chip_stack(
            stack.place.x * BOX,
            stack.place.y * BOX,
            self._chip_radius * BOX,
            chips=stack.chips,
            amount=stack.amount,
            wins=bool(stack.wins),
            data_bet=stack.position.bet,
        )

    def _with_dolly(self, box: Box, chips: list[Markup]) -> tuple[Markup, ...]:
        """Frame the winning number and stand the dolly on it, or behind the chips that lie there."""
        frame = _rectangle(box, fill="none", stroke=GOLD, stroke_width=5)
        x, y = box.centre
        lying = next((stack for stack in self.stacks if (stack.place.x, stack.place.y) == box.centre), None)
        if lying is None:
            return frame, *chips, _dolly(box, x, y, _DOLLY)
        if self._is_taken((x, y - 0.5), self._chip_radius):
            return frame, *chips, _dolly(box, *self._corners(box)[1], _DOLLY / 2)
        height = self._chip_radius + stack_height(len(lying.chips), self._chip_radius)
        return frame, _dolly(box, x, y - min(height + _DOLLY / 2, _DOLLY_BACK_MAX), _DOLLY), *chips


def _dolly(box: Box, x: float, y: float, size: float) -> Markup:
    # A pawn two units high around its own middle: foot and body, collar, head.
    body = "M-.62 1H.62V.78Q.62 .62 .4 .58Q.22 .1 .24 -.14H-.24Q-.22 .1 -.4 .58Q-.62 .62 -.62 .78Z"
    return element(
        "g",
        element("title", f"Dolly on {box.label}"),
        element("path", d=body),
        element("ellipse", cy=-0.16, rx=0.42, ry=0.13),
        element("circle", cy=-0.6, r=0.36),
        transform=f"translate({number(x * BOX)} {number(y * BOX)}) scale({number(size * BOX)})",
        fill=GOLD,
        stroke=INK,
        stroke_width=0.1,
        stroke_linejoin="round",
        class_="dolly",
        data_on=box.label,
    )


def _rectangle(box: Box, **attributes: str | float) -> Markup:
    return element(
        "rect",
        x=box.left * BOX,
        y=box.top * BOX,
        width=(box.right - box.left) * BOX,
        height=(box.bottom - box.top) * BOX,
        **attributes,
    )


def colour_patch(colour: str, x: float, y: float, half_width: float, half_height: float) -> Markup:
    """Draw the patch behind a number or a colour's name, whose shape tells the colour as well.

    Red is an oval, black a rectangle, green a rectangle with round ends.
    """
    if colour == "red":
        return element("ellipse", cx=x, cy=y, rx=half_width, ry=half_height, fill=RED, stroke=CREAM, stroke_width=1)
    return element(
        "rect",
        x=x - half_width,
        y=y - half_height,
        width=2 * half_width,
        height=2 * half_height,
        rx=half_height / (1 if colour == "green" else 6),
        fill=GREEN if colour == "green" else BLACK,
        stroke=CREAM,
        stroke_width=1,
    )
