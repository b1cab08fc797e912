"""Orders of finish: reduced by entries, with dead heats, with few finishers."""

import pytest

from pitboss.tote.races import Race, number_key

ENTRY = {"1": 0, "1A": 0, "2": 1, "3": 2, "4": 3}


def race(*order, interest_of=None, **more):
    """Return a race of betting interests 1 to 4, which ended in an order such as "1", "2=3"."""
    result = tuple(tuple(place.split("=")) for place in order) or None
    return Race("1", ("1", "2", "3", "4"), interest_of or ENTRY, result=result, **more)


def test_program_numbers_in_order():
    """By number, then by letter; what is no number comes last."""
    assert ["1", "1A", "2", "10", "F"] == sorted(["F", "10", "2", "1A", "1"], key=number_key)


@pytest.mark.parametrize(
    ("order", "reduced"),
    [
        (["2", "3", "4"], ((1,), (2,), (3,))),
        (["1", "1A", "2"], ((0,), (1,))),
        (["2", "1A", "3", "1"], ((1,), (0,), (2,))),
        (["2=1", "1A=3"], ((0, 1), (2,))),
        (["1=1A", "4=3"], ((0,), (2, 3))),
    ],
)
def test_reduced_order(order, reduced):
    """Each interest once, at the place of its best runner; a place that is left empty vanishes."""
    assert reduced == race(*order).order


@pytest.mark.parametrize(
    ("order", "length", "sequences"),
    [
        (["2", "3", "4"], 2, [(1, 2)]),
        (["2=3", "4"], 2, [(1, 2), (2, 1)]),
        (["2", "3=4"], 2, [(1, 2), (1, 3)]),
        (["2=3=4"], 2, [(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)]),
        (["2", "3=4"], 3, [(1, 2, 3), (1, 3, 2)]),
        (["2"], 3, [(1,)]),
        (["1", "1A", "2"], 3, [(0, 1)]),
        ([], 3, [()]),
    ],
)
def test_sequences(order, length, sequences):
    """Every way of filling the places, dead heats in any order; fewer places where fewer finished."""
    assert sequences == race(*order).sequences(length)


def test_runners_by_place():
    """An interest stands as often as it has runners there."""
    assert [[0, 0], [1]] == list(race("1=1A", "2").runners_by_place())
    assert [] == list(race().runners_by_place())


def test_winners():
    """Those in the first place; nobody before there is a result."""
    assert ((0, 1), ()) == (race("1=2", "3").winners, race().winners)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (race(), (False, False)),
        (race("1"), (True, True)),
        (race(cancelled="late"), (False, True)),
    ],
    ids=["waiting", "run", "cancelled"],
)
def test_how_far_a_race_has_come(found, expected):
    """Run with a result; over with a result or without a race."""
    assert expected == (found.is_run, found.is_over)


def test_masks():
    """All interests, and those that were scratched at either time."""
    found = race(scratched_early=0b0010, scratched_late=0b1000)
    assert (0b1111, 0b1010) == (found.all, found.scratched)


def test_numbers():
    """Interests in words, ALL where any will do."""
    assert ("2-ALL-4", "1/3") == (race().numbers((1, None, 3)), race().numbers((0, 2), separator="/"))
