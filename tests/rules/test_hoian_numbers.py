"""Hoi An, rule 6.1: on which numbers each of the thirteen wagers wins and loses.

What each covers is written out here, apart from the layout's geometry.
"""

import json

import pytest

from pitboss.games import game
from tests.support.driver import HOIAN, Driver

WHEEL = [str(number) for number in range(37)]
RED = set("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())


def numbers(*values):
    """Return numbers in the notation."""
    return tuple(str(value) for value in values)


def joined(kind, sets):
    """Return bets by the numbers they are written with."""
    return {f"{kind}:{'-'.join(covers)}": set(covers) for covers in sets}


INSIDE = range(1, 37)
ROWS = [numbers(first, first + 1, first + 2) for first in range(1, 37, 3)]
BESIDE = [numbers(n, n + 1) for n in INSIDE if n % 3]
BELOW = [numbers(n, n + 3) for n in range(1, 34)]
COVERS = {
    "straight": joined("straight", [(pocket,) for pocket in WHEEL]),
    "split": joined("split", [("0", "1"), ("0", "2"), ("0", "3"), *BESIDE, *BELOW]),
    "street": joined("row", ROWS) | joined("triple", [("0", "1", "2"), ("0", "2", "3")]),
    "corner": joined("corner", [numbers(n, n + 1, n + 3, n + 4) for n in range(1, 33) if n % 3])
    | {"first_four:0-1-2-3": {"0", "1", "2", "3"}},
    "six-line": {f"six:{n}-{n + 5}": set(numbers(*range(n, n + 6))) for n in range(1, 32, 3)},
    "column": {f"column:{c}": set(numbers(*range(c, 37, 3))) for c in (1, 2, 3)},
    "dozen": {f"dozen:{d}": set(numbers(*range(12 * d - 11, 12 * d + 1))) for d in (1, 2, 3)},
    "low": {"low": set(numbers(*range(1, 19)))},
    "high": {"high": set(numbers(*range(19, 37)))},
    "even": {"even": set(numbers(*range(2, 37, 2)))},
    "odd": {"odd": set(numbers(*range(1, 37, 2)))},
    "red": {"red": RED},
    "black": {"black": set(WHEEL) - RED - {"0"}},
}


def settled(wager):
    """Settle every bet of a wager on every pocket; return (bet, pocket) to outcome, net and clause."""
    found = {}
    for pocket in WHEEL:
        wagers = [{"bet": bet, "cents": 1000} for bet in COVERS[wager]]
        document = {"rulebook": HOIAN, "wagers": wagers, "pocket": pocket}
        for row in game("roulette").settle(json.dumps(document).encode(), 1)["results"]:
            found[row["bet"], pocket] = (row["outcome"], row["net"], row["clause"])
    return found


def test_the_wagers_of_rule_6_1_are_all_the_layout_has():
    """Every position is one of those written out above, and every one of those is a position."""
    offered = [position.bet for position in Driver(HOIAN).table.rules.layout.positions]
    assert sorted(offered) == sorted(bet for bets in COVERS.values() for bet in bets)


@pytest.mark.parametrize(
    ("wager", "item", "odds", "letter"),
    [
        pytest.param("straight", 1, 35, "a", marks=pytest.mark.clause("RH-6.1.1.1", "RH-6.1.1.2", "RH-5.1a")),
        pytest.param("split", 2, 17, "b", marks=pytest.mark.clause("RH-6.1.2.1", "RH-6.1.2.2", "RH-5.1b")),
        pytest.param("street", 3, 11, "c", marks=pytest.mark.clause("RH-6.1.3.1", "RH-6.1.3.2", "RH-5.1c")),
        pytest.param("corner", 4, 8, "d", marks=pytest.mark.clause("RH-6.1.4.1", "RH-6.1.4.2", "RH-5.1d")),
        pytest.param("six-line", 5, 5, "e", marks=pytest.mark.clause("RH-6.1.5.1", "RH-6.1.5.2", "RH-5.1e")),
        pytest.param("column", 6, 2, "f", marks=pytest.mark.clause("RH-6.1.6.1", "RH-6.1.6.2", "RH-5.1f")),
        pytest.param("dozen", 7, 2, "g", marks=pytest.mark.clause("RH-6.1.7.1", "RH-6.1.7.2", "RH-5.1g")),
        pytest.param("low", 8, 1, "h", marks=pytest.mark.clause("RH-6.1.8.1", "RH-6.1.8.2", "RH-5.1h")),
        pytest.param("high", 9, 1, "i", marks=pytest.mark.clause("RH-6.1.9.1", "RH-6.1.9.2", "RH-5.1i")),
        pytest.param("even", 10, 1, "k", marks=pytest.mark.clause("RH-6.1.10.1", "RH-6.1.10.2", "RH-5.1k")),
        pytest.param("odd", 11, 1, "k", marks=pytest.mark.clause("RH-6.1.11.1", "RH-6.1.11.2", "RH-5.1k")),
        pytest.param("red", 12, 1, "j", marks=pytest.mark.clause("RH-6.1.12.1", "RH-6.1.12.2", "RH-5.1j")),
        pytest.param("black", 13, 1, "j", marks=pytest.mark.clause("RH-6.1.13.1", "RH-6.1.13.2", "RH-5.1j")),
    ],
)
def test_a_wager_wins_on_its_own_numbers_and_loses_on_the_rest(wager, item, odds, letter):
    """On every pocket, zero included: paid at its odds where it covers the pocket, lost whole where it does not."""
    won, lost = ("win", 1000 * odds, f"RH-5.1{letter}"), ("lose", -1000, f"RH-6.1.{item}.2")
    expected = {(bet, p): won if p in covers else lost for bet, covers in COVERS[wager].items() for p in WHEEL}
    assert expected == settled(wager)
