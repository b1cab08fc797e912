"""The layouts: every position by its own arithmetic, and what a chip at a point of the cloth means."""

import doctest
from collections import Counter
from math import inf, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.equipment import POCKETS, RED, WHEELS
from pitboss.games.roulette import layout
from pitboss.games.roulette.layout import layout_of

DOUBLE, SINGLE = layout_of("double_zero"), layout_of("single_zero")
BOTH = pytest.mark.parametrize("cloth", [DOUBLE, SINGLE], ids=["double_zero", "single_zero"])
KIND_COUNTS = {"row": 12, "corner": 22, "six": 11, "column": 3, "dozen": 3} | dict.fromkeys(
    ("red", "black", "odd", "even", "low", "high"), 1
)
ZEROS = {
    "double_zero": "0-1 0-2 0-00 00-2 00-3 0-1-2 0-00-2 00-2-3 0-00-1-2-3",
    "single_zero": "0-1 0-2 0-3 0-1-2 0-2-3 0-1-2-3",
}
clear = st.floats(-0.12, 0.12)
"""Less than half of the least distance between two places, the quarter box between 0-2 and its neighbours."""


def named(kind, *numbers):
    """Write a bet in the notation."""
    return f"{kind}:{'-'.join(map(str, numbers))}"


def inside_without_zeros():
    """Return bet to covered numbers for the inside wagers on 1 to 36, from the numbers alone."""
    found = {named("straight", n): {n} for n in range(1, 37)}
    found |= {named("split", n, n + 1): {n, n + 1} for n in range(1, 37) if n % 3}
    found |= {named("split", n, n + 3): {n, n + 3} for n in range(1, 34)}
    found |= {named("row", n, n + 1, n + 2): {n, n + 1, n + 2} for n in range(1, 37, 3)}
    found |= {named("corner", n, n + 1, n + 3, n + 4): {n, n + 1, n + 3, n + 4} for n in range(1, 33) if n % 3}
    return found | {named("six", n, n + 5): set(range(n, n + 6)) for n in range(1, 34, 3)}


def outside():
    """Return bet to covered numbers for the outside wagers."""
    red = {int(number) for number in RED}
    every = set(range(1, 37))
    chances = {"red": red, "black": every - red, "odd": {n for n in every if n % 2}, "low": set(range(1, 19))}
    chances |= {"even": every - chances["odd"], "high": every - chances["low"]}
    columns = {named("column", c): set(range(c, 37, 3)) for c in (1, 2, 3)}
    dozens = {named("dozen", d): set(range(12 * d - 11, 12 * d + 1)) for d in (1, 2, 3)}
    return columns | dozens | chances


def with_zeros(cloth):
    """Return bet to covered pockets for the wagers with a zero, as the readings list them."""
    kinds = {2: "split", 3: "triple", 4: "first_four", 5: "first_five"}
    found = {f"straight:{zero}": {zero} for zero in ("0", "00") if zero in cloth.wheel.index}
    combinations = [entry.split("-") for entry in ZEROS[cloth.wheel.name].split()]
    return found | {named(kinds[len(entry)], *entry): set(entry) for entry in combinations}


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(layout)
    assert (0, True) == (results.failed, results.attempted > 0)


@BOTH
@pytest.mark.clause("Q1", "Q3", "Q6")
def test_the_positions_are_those_of_the_rules(cloth):
    """Every bet of the layout, and no other, covers what its definition says."""
    numbers = {bet: {str(n) for n in covers} for bet, covers in (inside_without_zeros() | outside()).items()}
    assert numbers | with_zeros(cloth) == {position.bet: set(position.covers) for position in cloth.positions}


@pytest.mark.parametrize(
    ("cloth", "own"),
    [
        (DOUBLE, {"straight": 38, "split": 62, "triple": 3, "first_five": 1}),
        (SINGLE, {"straight": 37, "split": 60, "triple": 2, "first_four": 1}),
    ],
)
def test_the_positions_are_counted_by_kind(cloth, own):
    """161 positions with two zeros, 157 with one."""
    assert KIND_COUNTS | own == Counter(position.kind for position in cloth.positions)


@BOTH
def test_positions_are_numbered_in_order(cloth):
    """A position's index is its place, which indexes the pay tables."""
    assert list(range(len(cloth.positions))) == [position.index for position in cloth.positions]


@BOTH
def test_covers_are_pockets_named_once(cloth):
    """A position covers no pocket twice and none that the wheel does not have."""
    for position in cloth.positions:
        assert len(position.covers) == len(set(position.covers) & cloth.wheel.index.keys())


@BOTH
def test_a_bet_is_found_by_its_notation(cloth):
    """Each position is found as it is written, and not by any other order of its numbers."""
    assert list(cloth.positions) == [cloth.find(position.bet) for position in cloth.positions]
    assert [None] * 4 == [cloth.find(bet) for bet in ("split:20-17", "split:1-3", "straight:37", "")]


def test_the_layouts_are_the_wheels():
    """There is a layout for each wheel, made once, and for nothing else."""
    assert [True, True] == [layout_of(name) is layout_of(name) for name in WHEELS]
    with pytest.raises(KeyError):
        layout_of("triple_zero")


@BOTH
def test_no_two_places_are_one(cloth):
    """Two positions never share a place, or a chip there would mean both."""
    places = [(place.x, place.y) for position in cloth.positions for place in position.placements]
    assert len(places) == len(set(places))


@BOTH
def test_boxes_do_not_overlap_and_fill_the_cloth(cloth):
    """The area of the boxes is the area of the cloth: 3 by 13 numbers, 3 column boxes, 2 rows of 12 below."""
    area = sum((box.right - box.left) * (box.bottom - box.top) for box in cloth.boxes)
    assert 3 * 13 + 3 + 2 * 12 == area
    assert [1] * len(cloth.boxes) == [sum(box.touches(*other.centre) for box in cloth.boxes) for other in cloth.boxes]


@BOTH
def test_a_chip_on_a_place_makes_its_position(cloth):
    """At every place of every position the layout says that position."""
    places = [(place, position) for position in cloth.positions for place in position.placements]
    assert [p.bet for _, p in places] == [getattr(cloth.at(place.x, place.y), "bet", None) for place, _ in places]


@pytest.mark.parametrize("cloth", [DOUBLE, SINGLE], ids=["double_zero", "single_zero"])
@given(data=st.data(), dx=clear, dy=clear)
def test_a_chip_near_a_place_makes_its_position(cloth, data, dx, dy):
    """An eighth of a box to any side changes nothing, as long as the chip's middle is on the cloth."""
    position = data.draw(st.sampled_from(cloth.positions))
    place = data.draw(st.sampled_from(position.placements))
    x, y = place.x + dx, place.y + dy
    is_on_cloth = any(box.touches(x, y) for box in cloth.boxes)
    assert (position if is_on_cloth else None) == cloth.at(x, y)


@BOTH
def test_only_the_top_line_lies_at_an_edge(cloth):
    """The corner of 0, 1 and the first dozen has nothing on its fourth side; every other place is inside the cloth."""
    at_edge = {
        position.bet
        for position in cloth.positions
        for place in position.placements
        if None in [cloth.at(place.x + dx, place.y + dy) for dx in (-0.1, 0.1) for dy in (-0.1, 0.1)]
    }
    assert {position.bet for position in cloth.positions if position.kind in ("first_four", "first_five")} == at_edge


@pytest.mark.parametrize(
    ("x", "y"),
    [
        *((-0.01, 1), (6, -0.01), (14.01, 1), (6, 5.01), (0.5, 3.5), (0.5, 4.5), (13.5, 3.5), (13.5, 4.5), (13.1, 3.1)),
        *((-1, -1), (1e9, 1), (inf, 1), (6, -inf), (nan, 1), (6, nan)),
    ],
)
@BOTH
def test_off_the_layout_there_is_no_position(cloth, x, y):
    """Beyond the edges, below the zeros and below the columns there is nothing."""
    assert cloth.at(x, y) is None


@pytest.mark.parametrize("cloth", [DOUBLE, SINGLE], ids=["double_zero", "single_zero"])
@given(data=st.data())
def test_anywhere_in_an_outside_box_is_that_box(cloth, data):
    """Away from the line of the numbers and the courtesy line a chip in a dozen or chance is on it."""
    label = data.draw(st.sampled_from(sorted({box.label for box in cloth.boxes} - set(POCKETS))))
    box = data.draw(st.sampled_from([box for box in cloth.boxes if box.label == label]))
    position = next(p for p in cloth.positions if (p.placements[0].x, p.placements[0].y) == box.centre)
    x = data.draw(st.floats(box.left + 0.26, box.right - 0.26))
    y = data.draw(st.floats(box.top + (0.26 if box.top == 3 else 0.01), box.bottom - 0.01))
    assert position == cloth.at(x, y)


@pytest.mark.parametrize(
    ("x", "y", "bet"),
    [
        (6.5, 1.5, "straight:17"),
        (7, 1.5, "split:17-20"),
        (7, 1.8, "corner:16-17-19-20"),
        (6.5, 2.9, "row:16-17-18"),
        (6.5, 3.2, "row:16-17-18"),
        (7.1, 3.1, "six:16-21"),
        (13.2, 0.5, "straight:36"),
        (13.3, 0.5, "column:3"),
        (9, 3.5, "split:0-00"),
        (9.2, 3.9, "split:0-00"),
        (9.3, 3.9, "dozen:3"),
        (8.7, 3.9, "dozen:2"),
        (9.1, 4.1, "odd"),
        (0.1, 1.5, "split:0-00"),
        (0.1, 0.1, "straight:00"),
        (1, 1.6, "triple:0-00-2"),
        (1, 1.7, "split:0-2"),
        (1.1, 3.1, "first_five:0-00-1-2-3"),
    ],
)
def test_what_a_chip_at_a_point_means(x, y, bet):
    """Boxes, lines, corners and the courtesy line of a double-zero cloth, at points a dealer would know."""
    assert bet == getattr(DOUBLE.at(x, y), "bet", None)


def test_the_courtesy_line_is_a_second_place_of_one_split():
    """0-00 may also be bet between the second and the third dozen; a single-zero cloth has no such line."""
    second = [(position.bet, position.placements[1]) for position in DOUBLE.positions if len(position.placements) > 1]
    assert [("split:0-00", ("courtesy_line", 9, 3.5))] == [(bet, (p.name, p.x, p.y)) for bet, p in second]
    assert [1] * 157 == [len(position.placements) for position in SINGLE.positions]
    assert "dozen:2" == getattr(SINGLE.at(9, 3.5), "bet", None)


def test_number_boxes_are_labelled_by_their_pockets():
    """Every pocket has one box; the other labels are printed words."""
    labels = [box.label for box in DOUBLE.boxes]
    words = ["2 to 1"] * 3 + ["1st 12", "2nd 12", "3rd 12", "1 to 18", "Even", "Red", "Black", "Odd", "19 to 36"]
    assert sorted([*POCKETS, *words]) == sorted(labels)
