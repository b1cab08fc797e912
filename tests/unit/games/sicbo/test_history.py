"""The throws of a table as its players read them, with what was to be expected beside every count."""

import gc

from pitboss.games.sicbo.history import KEPT, history_view, result_of
from pitboss.games.sicbo.wagers import THROWS

SMALL, BIG, TRIPLE = (1, 2, 4), (4, 5, 6), (2, 2, 2)


def view(*oldest_first):
    """Return what is told of throws."""
    return history_view(list(reversed(oldest_first)))


def test_of_every_throw_once_exactly_the_expected_came():
    """Ways of 216: totals 1, 3, 6, 10, 15, 21, 25, 27 and back; 105 small, 105 big, 6 triples; 90 doubles."""
    found = view(*THROWS)
    ways = [1, 3, 6, 10, 15, 21, 25, 27]

    assert [*ways, *reversed(ways)] == [one["count"] for one in found["totals"]]
    assert [("Small", 105), ("Big", 105), ("Triple", 6)] == [(one["name"], one["count"]) for one in found["counts"]]
    assert [108] * 6 == [one["count"] for one in found["faces"]]
    assert 90 == found["doubles"]["count"]
    every = [*found["totals"], *found["counts"], *found["faces"], found["doubles"]]
    assert all(one["count"] == one["expected"] for one in every)


def test_expectations_are_of_as_many_throws_to_a_tenth():
    """Ten throws: 10 times 105 of 216 are small."""
    found = view(*[SMALL] * 10)

    assert [4.9, 4.9, 0.3] == [one["expected"] for one in found["counts"]]


def test_a_triple_is_a_slash_on_the_road_and_a_bead_of_its_own():
    """It ends no run; one before the first mark passes to it."""
    found = view(TRIPLE, SMALL, TRIPLE, TRIPLE, SMALL, BIG)

    assert [(0, 0, "S", 3), (0, 1, "S", 0), (1, 0, "B", 0)] == found["big"]
    assert ["T", "S", "T", "T", "S", "B"] == [cell[2] for cell in found["bead"]]
    assert (2, 1) == (found["since_triple"], view(TRIPLE)["opening_ties"])


def test_a_throw_is_told_ascending_and_a_triple_is_neither_odd_nor_even():
    """Small or big with odd or even; a triple alone."""
    assert {"dice": [3, 3, 5], "total": 11, "said": "Big", "letter": "B", "parity": "Odd"} == result_of((5, 3, 3))
    assert ("Triple", "") == (result_of(TRIPLE)["said"], result_of(TRIPLE)["parity"])


def histories():
    """Return every history that somebody holds."""
    return [one for one in gc.get_objects() if type(one) is dict and "opening_ties" in one]


def test_histories_before_the_last_throw_are_let_go():
    """A table that plays all evening holds no more of them than one that plays an hour."""
    before = histories()
    for throws in range(1, 6 * KEPT):
        view(*[SMALL] * throws)
    gc.collect()

    # Whatever else ran in this process may hold some of its own.
    assert KEPT >= sum(all(one is not other for other in before) for one in histories())
