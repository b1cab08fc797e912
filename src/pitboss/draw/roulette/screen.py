"""The parts of a live roulette page as pictures: the cloth lying and upright, the racetrack, and the wheel.

Chips, lights and the dolly are the page's own. Every place of the rulebook is a shape with its notation
(`data-bet`) and the point where its chips lie (`data-x`, `data-y`): what a finger touches is decided here, by the same
geometry as `Layout.at`, and a page only asks which shape it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from pitboss.draw.roulette.table import wheel_picture
from pitboss.draw.svg import Markup, element, group, middle_text, on_circle, picture, ring_segment
from pitboss.games.equipment import POCKETS, Wheel, colour_of
from pitboss.games.roulette.layout import Box, Placement, Position
from pitboss.games.roulette.rules import Rules

_REACH = 0.25
"""How far from a line or corner a chip lies on it at most, in boxes: half way to the next place."""
_NUMBERS_WIDE = 13.0
"""Where the numbers end, in boxes from the wheel."""
_PATCH_X, _PATCH_Y, _INSET = 0.41, 0.34, 0.12
_NUMBER, _WORD = 22.0, 17.0


@dataclass(frozen=True)
class _Cloth:
    """How the boxes of a layout lie on a screen."""

    name: str
    width: float
    height: float
    point: Callable[[float, float], tuple[float, float]]
    """A point of the layout, in boxes, to one of the picture."""
    is_upright: bool = False

    def area(self, left: float, top: float, right: float, bottom: float) -> dict[str, float]:
        """Return a rectangle of the layout as one of the picture."""
        (ax, ay), (bx, by) = self.point(left, top), self.point(right, bottom)
        return {"x": min(ax, bx), "y": min(ay, by), "width": abs(ax - bx), "height": abs(ay - by)}


_MARGIN = 8.0
_CELL_WIDTH, _CELL_HEIGHT, _BELOW = 54.0, 84.0, 58.0
_UPRIGHT_COLUMN, _UPRIGHT_OUTSIDE, _UPRIGHT_ROW, _UPRIGHT_ZERO = 93.0, 50.0, 38.0, 46.0


def _lying(x: float, y: float) -> tuple[float, float]:
    """Place a point where the wheel is at the left; the rows below the numbers are lower than theirs."""
    down = y * _CELL_HEIGHT if y <= 3 else 3 * _CELL_HEIGHT + (y - 3) * _BELOW
    return _MARGIN + x * _CELL_WIDTH, _MARGIN + down


def _upright(x: float, y: float) -> tuple[float, float]:
    """Place a point where the wheel is at the top, 1 at the left, and the outside bets left of it."""
    right = 3 - y
    across = (right + 2) * _UPRIGHT_OUTSIDE if right <= 0 else 2 * _UPRIGHT_OUTSIDE + right * _UPRIGHT_COLUMN
    down = x * _UPRIGHT_ZERO if x <= 1 else _UPRIGHT_ZERO + (x - 1) * _UPRIGHT_ROW
    return _MARGIN + across, _MARGIN + down


_LYING = _Cloth("cloth", 14 * _CELL_WIDTH + 2 * _MARGIN, 3 * _CELL_HEIGHT + 2 * _BELOW + 2 * _MARGIN, _lying)
_UPRIGHT = _Cloth(
    "upright",
    2 * _UPRIGHT_OUTSIDE + 3 * _UPRIGHT_COLUMN + 2 * _MARGIN,
    _UPRIGHT_ZERO + 13 * _UPRIGHT_ROW + 2 * _MARGIN,
    _upright,
    is_upright=True,
)


def roulette_pictures(rules: Rules) -> Mapping[str, str]:
    """Return the pictures of a roulette table by name, each an SVG document; equal rules give equal bytes.

    >>> from pitboss.games.roulette.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> drawn = roulette_pictures(rules_of(table_config({"rulebook": "seabrook-roulette"})))
    >>> sorted(drawn), drawn["cloth"].count('class="hit"')
    (['cloth', 'racetrack', 'upright', 'wheel'], 162)
    """
    return {
        "cloth": _cloth(rules, _LYING),
        "upright": _cloth(rules, _UPRIGHT),
        "racetrack": _racetrack(rules.wheel),
        "wheel": _wheel(rules.wheel),
    }


def _cloth(rules: Rules, cloth: _Cloth) -> str:
    return picture(
        cloth.name,
        cloth.width,
        cloth.height,
        group(*(_box(box, cloth) for box in rules.layout.boxes), class_="boxes"),
        group(
            *(_second_place(place, cloth) for one in rules.positions for place in one.placements[1:]), class_="seconds"
        ),
        # Filled by the page.
        element("g", Markup(""), class_="marks"),
        element("g", Markup(""), class_="chips"),
        _hits(rules, cloth),
        title="Betting layout",
        description="Red numbers are printed in ovals, black ones in rectangles.",
    )


def _box(box: Box, cloth: _Cloth) -> Markup:
    x, y = cloth.point(*box.centre)
    area = cloth.area(box.left, box.top, box.right, box.bottom)
    is_pocket = box.label in POCKETS
    colour = colour_of(box.label) if is_pocket else box.label.lower() if box.label in ("Red", "Black") else ""
    # Words of the outside bets run along their boxes.
    is_turned = cloth.is_upright and not is_pocket and area["height"] > area["width"]
    turned = f"rotate(-90 {x:g} {y:g})" if is_turned else None
    label = box.label.replace(" to ", "–") if box.label[:1].isdigit() and not box.label.startswith("2") else box.label
    return element(
        "g",
        element("rect", class_="ground", **area),
        *_patch(colour, x, y, area, is_round=box.label in ("0", "00")),
        middle_text(label, x, y, _NUMBER if is_pocket else _WORD, class_="label", transform=turned),
        class_=f"box {colour}".strip(),
        data_box=box.label,
    )


def _patch(colour: str, x: float, y: float, area: Mapping[str, float], *, is_round: bool) -> Iterator[Markup]:
    """Draw the patch whose shape tells a colour as well: red an oval, black a rectangle, green one with round ends."""
    if not colour:
        return
    wide, high = min(area["width"] * _PATCH_X, 44.0), area["height"] * _PATCH_Y
    if colour == "red":
        yield element("ellipse", cx=x, cy=y, rx=wide, ry=high, class_="patch")
        return
    if is_round:
        wide, high = area["width"] * (0.5 - _INSET), area["height"] * (0.5 - _INSET)
    round_x = min(wide, high) if is_round else 6
    yield element("rect", x=x - wide, y=y - high, width=2 * wide, height=2 * high, rx=round_x, class_="patch")


def _second_place(place: Placement, cloth: _Cloth) -> Markup:
    x, y = cloth.point(place.x, place.y)
    return element("circle", cx=x, cy=y, r=13, class_="second", data_place=place.name)


def _hits(rules: Rules, cloth: _Cloth) -> Markup:
    """Draw what can be touched, as a grid: whole boxes below, the lines and corners between them above."""
    boxes = {box.centre: box for box in rules.layout.boxes}
    places = [(place, position) for position in rules.positions for place in position.placements]
    whole = [one for one in places if one[0].name == "box"]
    between = [one for one in places if one[0].name != "box"]
    rows = []
    for layer in (whole, between):
        ordered = sorted(layer, key=lambda one: (one[0].y, one[0].x))
        for _, row in groupby(ordered, key=lambda one: one[0].y):
            cells = []
            for place, position in row:
                box = boxes.get((place.x, place.y)) if place.name == "box" else None
                area = (box.left, box.top, box.right, box.bottom) if box else _around(place, places)
                cells.append(_hit(rules, position, place, cloth, area))
            rows.append(element("g", *cells, role="row"))
    return group(*rows, class_="hits", role="grid", aria_label="Betting layout")


def _around(place: Placement, others: list[tuple[Placement, Position]]) -> tuple[float, float, float, float]:
    """Return what counts as lying on a line or corner: half way to the next place on the same line."""
    if place.name == "courtesy_line":
        return place.x - _REACH, place.y - _REACH, place.x + _REACH, place.y + 2 * _REACH
    line_x = [other.x for other, _ in others if other.y == place.y]
    line_y = [other.y for other, _ in others if other.x == place.x]
    left, right = _reach(place.x, line_x, 0, _NUMBERS_WIDE)
    return left, (down := _reach(place.y, line_y, 0, None))[0], right, down[1]


def _reach(own: float, line: list[float], first: float, last: float | None) -> tuple[float, float]:
    """Return how far a place reaches on a line: half way to the next one, and at the line's end up to the edge."""
    before = min((own - one for one in line if one < own), default=None)
    behind = min((one - own for one in line if one > own), default=None)
    is_first = before is None and own - first <= 2 * _REACH
    is_last = behind is None and last is not None and last - own <= 2 * _REACH
    low = first if is_first else own - min(_REACH, (before or 1) / 2)
    high = last if is_last and last is not None else own + min(_REACH, (behind or 1) / 2)
    return low, high


def _hit(
    rules: Rules, position: Position, place: Placement, cloth: _Cloth, area: tuple[float, float, float, float]
) -> Markup:
    x, y = cloth.point(place.x, place.y)
    wager = rules.wagers[position.kind]
    return element(
        "rect",
        class_="hit",
        **cloth.area(*area),
        role="gridcell",
        tabindex="-1",
        aria_label=f"{rules.name_of(position)}, {rules.pays(position.kind)} to 1",
        data_bet=position.bet,
        data_kind=position.kind,
        data_x=x,
        data_y=y,
        data_place=None if place is position.placements[0] else place.name,
        data_clause=wager.clause,
    )


_TRACK_CELL, _TRACK_BAND, _TRACK_HEIGHT = 40.0, 44.0, 156.0
_TRACK_ARC = 4


def _racetrack(wheel: Wheel) -> str:
    """Draw the wheel's order on an oval: clockwise from the pocket after the first, which lies at the upper left."""
    order = (*wheel.order[1:], wheel.order[0])
    straight = (len(order) - 2 * _TRACK_ARC + 1) // 2
    top, rest = order[:straight], order[straight:]
    right, rest = rest[:_TRACK_ARC], rest[_TRACK_ARC:]
    bottom, left = rest[:straight], rest[straight:]
    radius = _TRACK_HEIGHT / 2
    start, end = _MARGIN + radius, _MARGIN + radius + straight * _TRACK_CELL
    cells = [_straight_cell(one, start + place * _TRACK_CELL, _MARGIN) for place, one in enumerate(top)]
    cells += _arc(right, end, 0)
    low = _MARGIN + _TRACK_HEIGHT - _TRACK_BAND
    cells += [_straight_cell(one, end - (place + 1) * _TRACK_CELL, low) for place, one in enumerate(bottom)]
    cells += _arc(left, start, 180)
    return picture(
        "racetrack",
        end + radius + _MARGIN,
        _TRACK_HEIGHT + 2 * _MARGIN,
        group(*cells, class_="track", role="group", aria_label="Numbers as they lie on the wheel"),
        title="Racetrack",
        description="The numbers in the order of the wheel, to bet on one and its neighbours.",
    )


def _straight_cell(pocket: str, x: float, y: float) -> Markup:
    shape = element("rect", x=x, y=y, width=_TRACK_CELL, height=_TRACK_BAND, class_="ground")
    return _track_cell(pocket, shape, x + _TRACK_CELL / 2, y + _TRACK_BAND / 2)


def _arc(pockets: tuple[str, ...], x: float, first_degrees: float) -> list[Markup]:
    """Draw the pockets of one end, clockwise from an angle over half a turn."""
    radius, y, turn = _TRACK_HEIGHT / 2, _MARGIN + _TRACK_HEIGHT / 2, 180 / len(pockets)
    cells = []
    for place, pocket in enumerate(pockets):
        degrees = (first_degrees + place * turn, first_degrees + (place + 1) * turn)
        path = ring_segment(x, y, radii=(radius - _TRACK_BAND, radius), degrees=degrees)
        middle = on_circle(x, y, radius - _TRACK_BAND / 2, sum(degrees) / 2)
        cells.append(_track_cell(pocket, element("path", d=path, class_="ground"), *middle))
    return cells


def _track_cell(pocket: str, shape: Markup, x: float, y: float) -> Markup:
    return element(
        "g",
        shape,
        middle_text(pocket, x, y, 17, class_="label"),
        class_=f"cell {colour_of(pocket)}",
        data_pocket=pocket,
        data_x=x,
        data_y=y,
        role="button",
        tabindex="-1",
        aria_label=f"{pocket} and its neighbours",
    )


_WHEEL_SIZE = 260.0


def _wheel(wheel: Wheel) -> str:
    """Draw the wheel with its first pocket at the top; a page turns it and lets the ball run."""
    middle = _WHEEL_SIZE / 2
    return picture(
        "wheel",
        _WHEEL_SIZE,
        _WHEEL_SIZE,
        element("g", wheel_picture(wheel, middle, middle, middle - 3, None), class_="rotor"),
        element("circle", cx=middle, cy=middle, r=6, class_="ball"),
        title="Wheel",
        description=f"The pockets clockwise: {', '.join(wheel.order)}.",
    )
