"""A baccarat scoreboard as one picture: the five roads of a shoe, its totals, and what either win would add next.

Every colour has a second sign, for those who do not tell red from blue: letters in the beads and rings, the corner in
which a pair's dot stands, and a dot on each blue mark of the derived roads.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from pitboss.draw.roads import (
    BLUE_PAINT,
    CELL,
    RADIUS,
    bead_letter,
    disc,
    marks_sheet,
    ring,
    ring_letter,
    slash,
    stroke_line,
)
from pitboss.draw.svg import CREAM, FELT, GOLD, GREEN, INK, Markup, element, fitted, group, number, picture
from pitboss.draw.svg import RED as RED_PAINT
from pitboss.games.baccarat.roads import (
    BANKER,
    BIG_EYE_BOY,
    BLUE,
    COCKROACH_PIG,
    PLAYER,
    RED,
    SMALL_ROAD,
    TIE,
    BigMark,
    Result,
    Roads,
    Totals,
    preview,
)
from pitboss.games.roads import ROWS, Place, scrolled

_PAINT: Final = {BANKER: RED_PAINT, PLAYER: BLUE_PAINT, TIE: GREEN}
_DERIVED_PAINT: Final = {RED: RED_PAINT, BLUE: BLUE_PAINT}
_WORDS: Final = {BANKER: "banker", PLAYER: "player", TIE: "tie"}
_COLOUR_WORDS: Final = {RED: "red", BLUE: "blue"}
_PAIR: Final = CELL * 0.13


def bead(result: Result, hand: int) -> Markup:
    """Draw a result of the bead plate: a disc with its letter, inside a ring for a natural, and dots for pairs."""
    winner = result.winner
    return element(
        "g",
        element("title", _words(hand, result, ties=0)),
        disc(_PAINT[winner]),
        *([_natural()] if result.natural else []),
        bead_letter(winner),
        *_pairs(result),
        data_hand=str(hand),
    )


def big_mark(mark: BigMark) -> Markup:
    """Draw a win of the big road: a ring with its letter, a slash for ties, and dots for pairs."""
    paint = _PAINT[mark.winner]
    return element(
        "g",
        element("title", _words(mark.hand, mark, ties=mark.ties)),
        ring(paint),
        *(slash(mark.ties) if mark.ties else []),
        ring_letter(mark.winner, paint),
        *_pairs(mark),
        data_hand=str(mark.hand),
    )


def opening_ties(ties: int) -> Markup:
    """Draw the ties that came before the first win."""
    return element("g", element("title", f"{ties} {_ties(ties)} before the first win"), *slash(ties))


def derived_mark(road: str, colour: str) -> Markup:
    """Draw a mark of a derived road: ring, disc or slash; a blue one has a dot."""
    paint, is_blue = _DERIVED_PAINT[colour], colour == BLUE
    if road == BIG_EYE_BOY:
        shape = element("circle", r=RADIUS * 0.8, fill="none", stroke=paint, stroke_width=CELL * 0.14)
        dot = element("circle", r=CELL * 0.12, fill=paint)
    elif road == SMALL_ROAD:
        shape = element("circle", r=RADIUS * 0.92, fill=paint)
        dot = element("circle", r=CELL * 0.14, fill="#fff")
    else:
        shape = stroke_line(RADIUS * 0.8, paint, CELL * 0.16)
        dot = element("circle", cx=CELL * 0.24, cy=CELL * 0.24, r=CELL * 0.12, fill=paint)
    title = element("title", _COLOUR_WORDS[colour])
    return element("g", title, shape, *([dot] if is_blue else []), data_colour=_COLOUR_WORDS[colour])


@cache
def marks_picture() -> str:
    """Return every mark of the roads as a picture of its own, for pages that lay them where the state says.

    A mark stands around the zero point of its group (`data-mark="big:B"`), in a cell that is `CELL` wide. Signs are
    laid upon it: `pair:B`, `pair:P`, `natural`, `tie`, and `ties`, whose count a page writes.

    >>> marks_picture().count("data-mark=")
    16
    """
    wins = (BANKER, PLAYER)
    pieces = [
        *((f"bead:{winner}", bead(Result(winner), 0)) for winner in (*wins, TIE)),
        *((f"big:{winner}", big_mark(BigMark(winner, 0, 0, 0))) for winner in wins),
        *((f"{road}:{colour}", derived_mark(road, colour)) for road in _NAMES for colour in (RED, BLUE)),
        *((f"pair:{whose}", group(*_pairs(_paired(whose)))) for whose in wins),
        ("natural", _natural()),
        ("tie", group(*slash(1))),
        ("ties", group(*slash(2))),
    ]
    return marks_sheet(pieces)


def _paired(whose: str) -> Result:
    return Result(whose, banker_pair=whose == BANKER, player_pair=whose == PLAYER)


def _natural() -> Markup:
    """Draw the ring within a bead that stands for a natural."""
    return element("circle", r=RADIUS * 0.84, fill="none", stroke="#fff", stroke_width=1.2)


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


# Sizes are in cells of the big road; the derived roads have cells half as wide.
_MARGIN, _GAP, _LABEL, _TOP = 0.7, 0.8, 0.75, 2.1
_BEAD_COLUMNS, _BIG_COLUMNS = 14, 32
_HALF: Final = 0.5
_RIGHT = _MARGIN + _BEAD_COLUMNS + _GAP
_EYE_TOP = _TOP + ROWS + _LABEL + 0.2
_LOW_TOP = _EYE_TOP + ROWS * _HALF + _LABEL + 0.2
_WIDTH, _HEIGHT = _RIGHT + _BIG_COLUMNS + _MARGIN, _LOW_TOP + ROWS * _HALF + _MARGIN
_LOW_COLUMNS = _BIG_COLUMNS - 1

_NAMES: Final = {
    BIG_EYE_BOY: "Big Eye Boy",
    SMALL_ROAD: "Small Road",
    COCKROACH_PIG: "Cockroach Pig",
}
# Road to the left edge, the top edge and the number of its half columns.
_DERIVED: Final = {
    BIG_EYE_BOY: (_RIGHT, _EYE_TOP, 2 * _BIG_COLUMNS),
    SMALL_ROAD: (_RIGHT, _LOW_TOP, _LOW_COLUMNS),
    COCKROACH_PIG: (_RIGHT + (_LOW_COLUMNS + 2) * _HALF, _LOW_TOP, _LOW_COLUMNS),
}
_PAPER, _LINE = "#fffdf6", "#d9d2bd"
_SIDES: Final = {BANKER: "Banker", PLAYER: "Player"}
_COLOURS: Final = {RED: "red", BLUE: "blue"}


def draw(results: Sequence[Result], *, title: str = "") -> str:
    """Return a picture of a shoe's scoreboard as an SVG document; equal input gives equal bytes.

    A road that has outgrown its grid has lost its left columns.

    Args:
        results: the rounds of one shoe, oldest first.
        title: the heading; "Mini-baccarat" without one.

    >>> from pitboss.games.baccarat.roads import results_of
    >>> draw(results_of("BBPT")).count("data-hand")
    7
    """
    roads, totals, following = Roads.of(results), Totals.of(results), preview(results)
    heading = title or "Mini-baccarat"
    return picture(
        "baccarat",
        _WIDTH * CELL,
        _HEIGHT * CELL,
        element("rect", width="100%", height="100%", rx=CELL * 0.4, fill=FELT),
        _heading(heading, totals),
        _bead_plate(roads),
        _big_road(roads),
        *(_derived_road(roads, road) for road in _NAMES),
        _next(following),
        _legend(),
        title=heading,
        description=_description(roads, totals, following),
    )


def _heading(heading: str, totals: Totals) -> Markup:
    counted = [f"Hands {totals.hands}", f"Banker {totals.banker}", f"Player {totals.player}", f"Ties {totals.ties}"]
    if totals.banker_pairs or totals.player_pairs or totals.naturals:
        pairs = f"Banker pairs {totals.banker_pairs}", f"Player pairs {totals.player_pairs}"
        counted += [*pairs, f"Naturals {totals.naturals}"]
    right = _RIGHT + _BIG_COLUMNS
    size = fitted(heading, 0.75 * CELL, _BEAD_COLUMNS * CELL)
    return group(
        _text(heading, _MARGIN, 1.05, size, font_weight="700", fill=GOLD),
        _text(" \N{MIDDLE DOT} ".join(counted), right, 1.05, 0.6 * CELL, text_anchor="end", fill=CREAM),
        class_="heading",
    )


def _bead_plate(roads: Roads) -> Markup:
    shown = scrolled(roads.bead_places, _BEAD_COLUMNS)
    marks = (_at(place, 1.0, bead(roads.results[hand], hand + 1)) for hand, place in shown.items())
    return _road("Bead plate", (_MARGIN, _TOP), _BEAD_COLUMNS, marks)


def _big_road(roads: Roads) -> Markup:
    shown = scrolled(roads.big.places, _BIG_COLUMNS)
    marks = [_at(place, 1.0, big_mark(roads.big.marks[mark])) for mark, place in shown.items()]
    if roads.big.opening_ties:
        marks.append(_at(Place(0, 0), 1.0, opening_ties(roads.big.opening_ties)))
    return _road("Big Road", (_RIGHT, _TOP), _BIG_COLUMNS, marks)


def _derived_road(roads: Roads, road: str) -> Markup:
    left, top, columns = _DERIVED[road]
    letters = roads.derived[road]
    shown = scrolled(roads.derived_places(road), columns)
    marks = (_at(place, _HALF, derived_mark(road, letters[mark])) for mark, place in shown.items())
    return _road(_NAMES[road], (left, top), columns, marks, cell=_HALF)


def _road(
    name: str, corner: tuple[float, float], columns: int, marks: Iterable[Markup], *, cell: float = 1.0
) -> Markup:
    """Draw a road's grid with its name above it and its marks in it; the corner is in cells of the picture."""
    left, top = corner
    width, height = columns * cell * CELL, ROWS * cell * CELL
    lines = [f"M{_px(column * cell)} 0V{_px(ROWS * cell)}" for column in range(1, columns)]
    lines += [f"M0 {_px(row * cell)}H{_px(columns * cell)}" for row in range(1, ROWS)]
    return group(
        element("title", name),
        _text(name, 0, -0.22, 0.5 * CELL, fill=CREAM, font_weight="600"),
        element("rect", width=width, height=height, fill=_PAPER),
        element("path", d="".join(lines), fill="none", stroke=_LINE, stroke_width=1.0),
        *marks,
        transform=f"translate({_px(left)} {_px(top)})",
        data_road=name,
    )


def _at(place: Place, cell: float, mark: Markup) -> Markup:
    """Put a mark, which is drawn around the origin in a whole cell, into the middle of a cell of some size."""
    x, y = (place.column + 0.5) * cell, (place.row + 0.5) * cell
    scale = "" if cell == 1.0 else f" scale({cell})"
    return element("g", mark, transform=f"translate({_px(x)} {_px(y)}){scale}")


def _next(following: Mapping[str, Mapping[str, str]]) -> Markup:
    """Draw, for either winner, the marks it would add to the derived roads."""
    parts = [element("title", "What the next win would add")]
    for line, (winner, marks) in enumerate(following.items()):
        y = line * 1.5
        parts.append(_text(f"If {_SIDES[winner]} wins", 0.4, y + 0.2, 0.52 * CELL, fill=INK))
        for column, road in enumerate(_NAMES):
            place = f"translate({_px(6.2 + column * 2.7)} {_px(y)})"
            if road in marks:
                parts.append(element("g", derived_mark(road, marks[road]), transform=place))
            else:
                parts.append(element("g", _text("none", -0.5, 0.14, 0.4 * CELL, fill="#6b6552"), transform=place))
    top = _EYE_TOP
    frame = element("rect", x=0.0, y=-CELL, width=_BEAD_COLUMNS * CELL, height=3.5 * CELL, rx=CELL * 0.2, fill=_PAPER)
    label = _text("Next", 0, -1.22, 0.5 * CELL, fill=CREAM, font_weight="600")
    return group(label, frame, *parts, transform=f"translate({_px(_MARGIN)} {_px(top + 1)})", class_="next")


def _legend() -> Markup:
    lines = (
        "B banker, P player, T tie. A slash is a tie, with the count of several.",
        "Dot at the upper left: banker pair; at the lower right: player pair.",
        "Ring within a disc: natural.",
        "Derived roads: a mark with a dot is blue, one without is red;",
        "their colours are no winners. Past results do not change the odds.",
    )
    top = _EYE_TOP + 4.1
    size = min(fitted(line, 0.43 * CELL, _BEAD_COLUMNS * CELL) for line in lines)
    return group(
        *(_text(line, _MARGIN, top + 0.7 * row, size, fill=CREAM) for row, line in enumerate(lines)), class_="legend"
    )


def _description(roads: Roads, totals: Totals, following: Mapping[str, Mapping[str, str]]) -> str:
    """Say in words what the picture shows."""
    sentences = [
        f"Scoreboard of {totals.hands} hands: banker {totals.banker}, player {totals.player}, ties {totals.ties}."
    ]
    if roads.results:
        sentences.append(f"Results, oldest first: {' '.join(result.winner for result in roads.results)}.")
    for winner, marks in following.items():
        added = ", ".join(f"{_COLOURS[mark]} on the {_NAMES[road]}" for road, mark in marks.items())
        sentences.append(f"A win of the {_SIDES[winner].lower()} would add {added or 'nothing to the derived roads'}.")
    return " ".join(sentences)


def _text(text: str, x: float, y: float, size: float, **attributes: str | float | None) -> Markup:
    return element("text", text, x=x * CELL, y=y * CELL, font_size=size, **attributes)


def _px(cells: float) -> str:
    """Print a length given in cells."""
    return number(cells * CELL)
