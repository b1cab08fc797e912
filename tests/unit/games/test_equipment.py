"""The wheels: their pockets, colours and neighbours."""

import doctest
from collections import Counter

import pytest

from pitboss.games import equipment
from pitboss.games.equipment import DOUBLE_ZERO, POCKETS, RED, SINGLE_ZERO, WHEELS, colour_of

wheels = pytest.mark.parametrize("wheel", WHEELS.values(), ids=WHEELS)


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(equipment)
    assert (0, True) == (results.failed, results.attempted > 0)


def test_half_of_the_numbers_are_red():
    """18 red, 18 black, and green for the zeros alone."""
    colours = {pocket: colour_of(pocket) for pocket in POCKETS}
    assert {"green": 2, "red": 18, "black": 18} == Counter(colours.values())
    assert ["0", "00"] == [pocket for pocket, colour in colours.items() if colour == "green"]


def test_red_is_odd_or_even_by_tens():
    """The odd numbers of 1 to 10 and 19 to 28 are red, and the even ones of 11 to 18 and 29 to 36."""
    odd = {number for number in (*range(1, 11), *range(19, 29)) if number % 2 == 1}
    even = {number for number in (*range(11, 19), *range(29, 37)) if number % 2 == 0}
    assert {str(number) for number in odd | even} == RED


@wheels
def test_colours_alternate_around_the_wheel(wheel):
    """Between the zeros no two neighbours have one colour."""
    colours = [colour_of(pocket) for pocket in wheel.order]
    pairs = zip(colours, (*colours[1:], colours[0]), strict=True)
    assert [] == [pair for pair in pairs if pair[0] == pair[1]]


def test_the_wheels_have_all_their_pockets_once():
    """38 with 00 and 37 without it, in the notation's order."""
    assert (POCKETS, tuple(p for p in POCKETS if p != "00")) == (DOUBLE_ZERO.pockets, SINGLE_ZERO.pockets)
    assert (38, 37) == (len(DOUBLE_ZERO.order), len(SINGLE_ZERO.order))


@wheels
def test_the_index_counts_the_pockets(wheel):
    """Index and pockets are inverse to each other."""
    assert list(wheel.pockets) == sorted(wheel.index, key=wheel.index.__getitem__)
    assert list(range(len(wheel.order))) == sorted(wheel.index.values())


def test_double_zero_lies_opposite_zero():
    """On an American wheel 0 and 00 face each other, and so do 1 and 2 and every odd number with the next."""
    order = DOUBLE_ZERO.order
    opposite = {pocket: order[(place + 19) % 38] for place, pocket in enumerate(order)}
    assert "00" == opposite["0"]
    assert [str(number + 1) for number in range(1, 37, 2)] == [opposite[str(number)] for number in range(1, 37, 2)]


@pytest.mark.parametrize(
    ("wheel", "pocket", "each_side", "neighbours"),
    [
        (SINGLE_ZERO, "0", 2, "3 26 0 32 15"),
        (SINGLE_ZERO, "26", 1, "3 26 0"),
        (DOUBLE_ZERO, "0", 2, "14 2 0 28 9"),
        (DOUBLE_ZERO, "00", 1, "1 00 27"),
        (DOUBLE_ZERO, "17", 0, "17"),
    ],
)
def test_neighbours_go_around(wheel, pocket, each_side, neighbours):
    """The wheel has no end: beside the first pocket lies the last."""
    assert tuple(neighbours.split()) == wheel.neighbours(pocket, each_side)


def test_a_pocket_that_is_not_there_has_no_neighbours():
    """There is no 00 on a single-zero wheel."""
    with pytest.raises(ValueError, match="not in tuple"):
        SINGLE_ZERO.neighbours("00", 1)
