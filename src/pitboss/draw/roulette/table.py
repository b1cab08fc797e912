"""A roulette table as one picture: wheel, layout, chips and dolly, with what the house pays and its limits.

Drawing decides nothing: a bet the layout does not offer is refused by the rules, and which numbers win is in the
position. Nor does it settle: it shows which chips win, not what they are paid.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import hypot, pi

from pitboss.draw.roulette.words import Stack, description, legend, stacks_of
from pitboss.draw.svg import (
    BLACK,
    CREAM,
    FELT,
    FELT_LIGHT,
    GOLD,
    GREEN,
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
    ring_segment,
    stack_height,
    text_width,
)
from pitboss.games.equipment import POCKETS, Wheel, colour_of
from pitboss.games.roulette.layout import Box, Layout, Placement, Position
from pitboss.games.roulette.rules import Rules
from pitboss.games.roulette.sign import game_name

__all__ = ["BOX", "Cloth", "Stack", "colour_patch", "draw", "wheel_picture"]

_COLOURS = {"red": RED, "black": BLACK, "green": GREEN}

# Parts of the wheel, as fractions of its radius.
_TRACK, _NUMBERS, _POCKETS, _CONE, _TURRET, _BALL = 0.96, 0.915, 0.74, 0.56, 0.13, 0.05
_WOOD, _WOOD_DARK, _WOOD_LIGHT = "#5b2f16", "#3b1d0c", "#8a4b24"
_DIGITS_WIDE = 1.32
"""Two digits in ems, with the room that keeps them off the pocket's sides."""


def wheel_picture(wheel: Wheel, x: float, y: float, radius: float, pocket: str | None) -> Markup:
    """Draw the wheel around a point, with the ball in a pocket, or without a ball."""
    return group(
        element("circle", cx=x, cy=y, r=radius, fill=_WOOD_DARK),
        element("circle", cx=x, cy=y, r=radius * _TRACK, fill=_WOOD_LIGHT),
        *(_pocket(wheel, place, x, y, radius) for place in range(len(wheel.order))),
        # The pockets lie lower than their numbers: a shade over the inner ring, which leaves the colours as they are.
        element(
            "circle",
            cx=x,
            cy=y,
            r=radius * (_POCKETS + _CONE) / 2,
            fill="none",
            stroke="#000",
            stroke_width=radius * (_POCKETS - _CONE),
            stroke_opacity=0.3,
        ),
        element("circle", cx=x, cy=y, r=radius * _POCKETS, fill="none", stroke=CREAM, stroke_width=radius * 0.008),
        _cone(x, y, radius),
        *(_ball(wheel, pocket, x, y, radius) if pocket is not None else ()),
        class_="wheel",
    )


def _pocket(wheel: Wheel, place: int, x: float, y: float, radius: float) -> Markup:
    """Draw one pocket with its number, whose top points outwards."""
    pocket, turn = wheel.order[place], 360 / len(wheel.order)
    angle = place * turn
    middle = (_NUMBERS + _POCKETS) / 2
    size = radius * middle * 2 * pi / len(wheel.order) / _DIGITS_WIDE
    path = ring_segment(x, y, radii=(radius * _CONE, radius * _NUMBERS), degrees=(angle - turn / 2, angle + turn / 2))
    left, top = on_circle(x, y, radius * middle, angle)
    label = middle_text(
        pocket,
        left,
        top,
        size,
        transform=f"rotate({number(angle)} {number(left)} {number(top)})",
        font_weight="700",
        fill="#fff",
    )
    fill = _COLOURS[colour_of(pocket)]
    wedge = element("path", d=path, fill=fill, stroke=CREAM, stroke_width=radius * 0.006)
    return element("g", wedge, label, data_pocket=pocket)


def _cone(x: float, y: float, radius: float) -> Markup:
    spokes = [
        element("line", x1=x, y1=y, x2=left, y2=top, stroke=GOLD, stroke_width=radius * 0.035, stroke_linecap="round")
        for left, top in (on_circle(x, y, radius * _CONE * 0.6, angle) for angle in (45, 135, 225, 315))
    ]
    knobs = [
        element("circle", cx=left, cy=top, r=radius * 0.035, fill=GOLD)
        for left, top in (on_circle(x, y, radius * _CONE * 0.6, angle) for angle in (45, 135, 225, 315))
    ]
    return group(
        element("circle", cx=x, cy=y, r=radius * _CONE, fill=_WOOD, stroke=GOLD, stroke_width=radius * 0.012),
        element("circle", cx=x, cy=y, r=radius * _CONE * 0.78, fill=_WOOD_LIGHT),
        element("circle", cx=x, cy=y, r=radius * _CONE * 0.4, fill=_WOOD),
        *spokes,
        *knobs,
        element("circle", cx=x, cy=y, r=radius * _TURRET, fill=GOLD, stroke=_WOOD_DARK, stroke_width=radius * 0.015),
        element("circle", cx=x, cy=y, r=radius * _TURRET * 0.5, fill="#b8860b"),
    )


def _ball(wheel: Wheel, pocket: str, x: float, y: float, radius: float) -> tuple[Markup, Markup]:
    """Frame a pocket and lay the ball into it."""
    turn = 360 / len(wheel.order)
    angle = wheel.order.index(pocket) * turn
    path = ring_segment(x, y, radii=(radius * _CONE, radius * _NUMBERS), degrees=(angle - turn / 2, angle + turn / 2))
    left, top = on_circle(x, y, radius * (_POCKETS + _CONE) / 2, angle)
    return (
        element("path", d=path, fill="none", stroke=GOLD, stroke_width=radius * 0.022, stroke_linejoin="round"),
        element(
            "circle",
            cx=left,
            cy=top,
            r=radius * _BALL,
            fill="#fff",
            stroke=INK,
            stroke_width=radius * 0.008,
            class_="ball",
        ),
    )


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


# Where the parts are, in boxes from the upper left corner of the picture.
_MARGIN, _WHEEL_RADIUS, _GAP, _LAYOUT_TOP = 0.4, 3.1, 0.45, 1.65
_LAYOUT_LEFT = _MARGIN + 2 * _WHEEL_RADIUS + _GAP
_HOUSE_SIZE, _HEADING_SIZE = 0.9, 0.46
_LEGEND_COLUMNS, _LEGEND_TOP, _LEGEND_LINE, _LEGEND_SIZE = 3, 0.75, 0.62, 0.42
_READOUT_HEIGHT = 1.6


def draw(rules: Rules, *, bets: Sequence[tuple[str, int]] = (), dolly: str | None = None, title: str = "") -> str:
    """Return a picture of the table as an SVG document; equal input gives equal bytes.

    Args:
        rules: the house; its name, odds and limits are printed.
        bets: notation and minor units, each a chip. Bets on one place are stacked, and the stack bears their sum.
            A place other than the wager's own is named behind an @: `split:0-00@courtesy_line`.
        dolly: the winning number, if there is one yet.
        title: the heading; the name of the game without one.

    Raises:
        RuleViolation: for a bet, or a winning number, that this house's layout does not have.
        BadAmount: for an invalid stake.

    >>> from pitboss.games.roulette.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> draw(rules_of(table_config({"rulebook": "seabrook-roulette"})), dolly="17").count("data-box")
    50
    """
    if dolly is not None:
        rules.position(f"straight:{dolly}")
    stacks = stacks_of(rules, bets, dolly)
    house, heading = rules.settings["layout_name"], title or game_name(rules)
    width = max(box.right for box in rules.layout.boxes)
    bottom = _LAYOUT_TOP + max(box.bottom for box in rules.layout.boxes)
    entries = legend(rules)
    lines = -(-len(entries) // _LEGEND_COLUMNS)
    height = bottom + max(_LEGEND_TOP + _LEGEND_LINE * (lines - 1) + 0.15, _READOUT_HEIGHT) + _MARGIN
    wheel_x, wheel_y = _MARGIN + _WHEEL_RADIUS, height / 2 if dolly is None else bottom - _WHEEL_RADIUS
    return picture(
        "roulette",
        (_LAYOUT_LEFT + width + _MARGIN) * BOX,
        height * BOX,
        element("rect", width="100%", height="100%", rx=BOX * 0.3, fill=FELT),
        wheel_picture(rules.wheel, wheel_x * BOX, wheel_y * BOX, _WHEEL_RADIUS * BOX, dolly),
        *([_readout(dolly, stacks, wheel_x, (bottom + height) / 2)] if dolly is not None else []),
        _heading(house, heading, width),
        Cloth(rules.layout, stacks, dolly).picture(_LAYOUT_LEFT * BOX, _LAYOUT_TOP * BOX),
        _legend(entries, lines, width, bottom + _LEGEND_TOP),
        title=f"{house}: {heading}" if house else heading,
        description=description(rules, stacks, dolly),
    )


def _heading(house: str, heading: str, width: float) -> Markup:
    """Write the house's name at the left above the layout, and what the picture shows at the right."""
    baseline, right = (_LAYOUT_TOP - 0.4) * BOX, (_LAYOUT_LEFT + width) * BOX
    size = fitted(heading, _HEADING_SIZE * BOX, width * 0.55 * BOX)
    house_size = fitted(house, _HOUSE_SIZE * BOX, (width - 0.5) * BOX - text_width(heading) * size)
    return group(
        element("text", house, x=_LAYOUT_LEFT * BOX, y=baseline, font_size=house_size, font_weight="700", fill=GOLD),
        element("text", heading, x=right, y=baseline, text_anchor="end", font_size=size, fill=CREAM),
        class_="heading",
    )


def _readout(pocket: str, stacks: Sequence[Stack], x: float, y: float) -> Markup:
    """Write the winning number and its colour large below the wheel, and how many of the bets win."""
    colour = colour_of(pocket)
    left, words, middle = (x - 1.4) * BOX, (x - 0.35) * BOX, y * BOX
    placed = sum(len(stack.chips) for stack in stacks)
    won = sum(len(stack.chips) for stack in stacks if stack.wins)
    counted = f"{won} of {placed} {'bet' if placed == 1 else 'bets'} {'wins' if won == 1 else 'win'}"
    name_size, count_size = 0.6 * BOX, 0.42 * BOX
    name_y = middle - 0.06 * BOX if placed else middle + name_size * 0.36
    return group(
        colour_patch(colour, left, middle, 0.85 * BOX, 0.62 * BOX),
        middle_text(pocket, left, middle, 0.84 * BOX, font_weight="700", fill="#fff"),
        element("text", colour.capitalize(), x=words, y=name_y, font_size=name_size, font_weight="700", fill=GOLD),
        *(
            [element("text", counted, x=words, y=middle + 0.5 * BOX, font_size=count_size, fill=CREAM)]
            if placed
            else []
        ),
        class_="result",
    )


def _legend(entries: Sequence[tuple[str, str]], lines: int, width: float, top: float) -> Markup:
    """Write the legend in columns below the layout; the words of a column begin below each other."""
    columns = [entries[first : first + lines] for first in range(0, len(entries), lines)]
    widths = [[max(text_width(f"{entry[part]}  ") for entry in column) for part in (0, 1)] for column in columns]
    needed = sum(map(sum, widths))
    size = min(_LEGEND_SIZE, width / needed)
    gap = (width - needed * size) / max(len(columns) - 1, 1)
    texts = []
    x = _LAYOUT_LEFT
    for column, (figures_width, words_width) in zip(columns, widths, strict=True):
        for line, entry in enumerate(column):
            y = (top + line * _LEGEND_LINE) * BOX
            style = {"y": y, "font_size": size * BOX}
            texts.append(element("text", entry[0], x=x * BOX, font_weight="700", fill=GOLD, **style))
            texts.append(element("text", entry[1], x=(x + figures_width * size) * BOX, fill=CREAM, **style))
        x += (figures_width + words_width) * size + gap
    return group(*texts, class_="legend")
