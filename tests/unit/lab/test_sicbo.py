"""Exact odds of sic bo, and the exhaustive proof that the Round pays by the table they are computed from."""

import doctest
from collections import Counter
from fractions import Fraction
from itertools import product

import msgspec
import pytest

from pitboss.games import game
from pitboss.games.sicbo.rules import rules_of
from pitboss.games.sicbo.wagers import SELECTIONS
from pitboss.lab import pay_tables
from pitboss.lab.pay_tables import sicbo_odds as odds
from pitboss.rulebook import table_config

HOUSE = "oneida-sicbo-2004"
KINDS = {"triple": 6, "any_triple": 1, "pair": 6, "total": 14, "combination": 15, "small": 1, "big": 1, "one": 6}
THROWS = list(product(range(1, 7), repeat=3))


def house(**settings):
    """Return the odds at a table with some settings of its own, by position."""
    return {row.position: row for row in odds(rules_of(table_config({"rulebook": HOUSE, "settings": settings})))}


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(pay_tables)
    assert (0, True) == (results.failed, results.attempted > 0)


def test_every_selection_has_its_odds():
    """Fifty, in the order of the layout."""
    rows = house()
    assert (KINDS, 50) == (Counter(row.kind for row in rows.values()), len(rows))
    assert [selection.bet for selection in SELECTIONS] == list(rows)


@pytest.mark.parametrize(
    ("position", "covers", "edge"),
    [
        ("small", 105, "1/36"),
        ("big", 105, "1/36"),
        ("any_triple", 6, "11/36"),
        ("triple:1", 1, "65/216"),
        ("triple:6", 1, "65/216"),
        ("pair:3", 16, "1/3"),
        ("combination:2-5", 30, "1/6"),
        ("one:4", 91, "17/216"),
        ("total:4", 3, "7/24"),
        ("total:5", 6, "17/36"),
        ("total:6", 10, "11/36"),
        ("total:7", 15, "7/72"),
        ("total:8", 21, "1/8"),
        ("total:9", 25, "41/216"),
        ("total:10", 27, "1/8"),
        ("total:11", 27, "1/8"),
        ("total:12", 25, "41/216"),
        ("total:13", 21, "1/8"),
        ("total:14", 15, "7/72"),
        ("total:15", 10, "11/36"),
        ("total:16", 6, "17/36"),
        ("total:17", 3, "7/24"),
    ],
)
def test_edges_are_exact(position, covers, edge):
    """At the written odds, with how many of the 216 throws win."""
    row = house()[position]
    assert (covers, Fraction(covers, 216), Fraction(edge)) == (row.covers, row.win_probability, row.edge)


@pytest.mark.clause("Q9")
@pytest.mark.parametrize(("choice", "covers", "edge"), [("at_least", 16, "1/3"), ("exactly", 15, "3/8")])
def test_a_triple_counts_for_a_pair_or_not(choice, covers, edge):
    """The one throw costs the player a twenty-fourth."""
    row = house(two_of_a_kind=choice)["pair:6"]
    assert (covers, Fraction(edge)) == (row.covers, row.edge)


@pytest.mark.clause("Q10")
def test_one_of_a_kind_is_paid_by_how_often_its_number_shows():
    """75 throws show it once, 15 twice, 1 thrice; were any two equal dice paid twice, the house would keep 2/216."""
    row = house()["one:1"]
    mean = Fraction(75 * 1 + 15 * 2 + 1 * 3 - 125, 216)
    square = Fraction(75 * 1 + 15 * 4 + 1 * 9 + 125, 216)
    assert ((1, 2, 3), -mean, square - mean**2) == (row.pays, row.edge, row.variance)


def test_variance_by_another_formula():
    """A wager with one price is a coin that wins pays + 1 with its probability: (pays + 1)² p (1 - p)."""
    for row in house().values():
        if isinstance(row.pays, int):
            p = Fraction(row.covers, 216)
            expected = (1 - p * (row.pays + 1), (row.pays + 1) ** 2 * p * (1 - p))
            assert expected == (row.edge, row.variance)


@pytest.mark.clause("SB-D1", "SB-D2")
def test_better_odds_move_the_edge():
    """Three of a kind at 180 keeps 35/216, at 215 nothing; 12 for three alike takes a bite out of one of a kind."""
    edges = [house(odds={"triple": pays})["triple:2"].edge for pays in (180, 215, 216)]
    assert [Fraction(35, 216), Fraction(0), Fraction(-1, 216)] == edges
    assert ((1, 2, 12), Fraction(8, 216)) == (house(one_thrice=12)["one:5"].pays, house(one_thrice=12)["one:5"].edge)


def test_a_row_as_json_has_fractions_as_text():
    """Fractions are written p/q; one of a kind has its three odds as a list."""
    rows = house()
    expected = {
        "kind": "total",
        "position": "total:7",
        "covers": 15,
        "pays": 12,
        "win_probability": "5/72",
        "edge": "7/72",
        "variance": "56615/5184",
    }
    assert (expected, [1, 2, 3]) == (rows["total:7"].as_json(), rows["one:1"].as_json()["pays"])


@pytest.mark.parametrize("choice", ["at_least", "exactly"])
def test_the_round_pays_what_the_odds_say(choice):
    """Every selection is wagered on by every throw, from the document to the payment: the sums agree."""
    settings = {"two_of_a_kind": choice}
    wagers = [{"bet": selection.bet, "cents": 100} for selection in SELECTIONS]
    gained: Counter[str] = Counter()
    for dice in THROWS:
        document = {"rulebook": HOUSE, "settings": settings, "dice": dice, "wagers": wagers}
        for result in game("sicbo").settle(msgspec.json.encode(document), 1)["results"]:
            gained[result["bet"]] += result["net"]
    assert {bet: row.edge for bet, row in house(**settings).items()} == {
        bet: Fraction(-net, 216 * 100) for bet, net in gained.items()
    }
