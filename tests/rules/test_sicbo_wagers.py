"""Sic bo's wagers, sections B and D: which throws win each of them, what they pay, and what is no wager at all."""

import json
from fractions import Fraction

import pytest

from pitboss.games import game
from pitboss.games.sicbo import acts as a
from tests.support.naive_sicbo import BETS, LISTED, ODDS, THROWS, kind_of, pays
from tests.support.sicbo_driver import SICBO, SicBoDriver

# Kind: the clause that defines it.
DEFINED = {
    "triple": "SB-Ba",
    "pair": "SB-Bb",
    "any_triple": "SB-Bc",
    "total": "SB-Bd",
    "combination": "SB-Be",
    "small": "SB-Bf",
    "big": "SB-Bg",
    "one": "SB-Bh",
}
SHOWN_AGAIN = "SB-D2"


def settled(dice, bets=BETS, settings=None):
    """Settle 100 cents on each bet, and return bet to (outcome, paid, net, clause)."""
    wagers = [{"bet": bet, "cents": 100} for bet in bets]
    document = {"rulebook": SICBO, "settings": settings or {}, "dice": dice, "wagers": wagers}
    answer = game("sicbo").settle(json.dumps(document).encode(), 1)
    return {row["bet"]: (row["outcome"], row["paid"], row["net"], row["clause"]) for row in answer["results"]}


def expected(dice, **how):
    """Say the same from the definitions."""
    rows = {}
    for bet in BETS:
        n, kind = pays(bet, dice, **how), bet.partition(":")[0]
        is_again = kind == "one" and dice.count(int(bet[-1])) > 1
        lost = ("lose", 0, -100, DEFINED[kind])
        rows[bet] = ("win", 100 * n, 100 * n, SHOWN_AGAIN if is_again else "SB-D1") if n else lost
    return rows


def edge(bet, settings=None):
    """Return what the house keeps of a bet on average, counted throw by throw at the table's own settlement."""
    nets = [settled(dice, (bet,), settings)[bet][2] for dice in THROWS]
    return -Fraction(sum(nets), 100 * len(THROWS))


@pytest.mark.clause("SB-Ba", "SB-Bb", "SB-Bc", "SB-Bd", "SB-Be", "SB-Bf", "SB-Bg", "SB-Bh", "SB-D1", "SB-D2")
@pytest.mark.parametrize("first", range(1, 7))
def test_every_place_by_every_throw(first):
    """By each of the 216 throws exactly the places defined to win are paid at the listed odds; the others lose."""
    throws = [dice for dice in THROWS if dice[0] == first]
    assert {dice: expected(dice) for dice in throws} == {dice: settled(dice) for dice in throws}


@pytest.mark.clause("SB-D1", "SB-D2", "Q9")
def test_a_house_pays_its_own_odds():
    """Better odds and the stricter reading are what the settlement then goes by, throw by throw."""
    odds = {kind: n + 1 for kind, n in LISTED.items()}
    own = {**odds, "one twice": 5, "one thrice": 9}
    settings = {"odds": odds, "one_twice": 5, "one_thrice": 9, "two_of_a_kind": "exactly"}
    for dice in THROWS[::5] + [(face, face, face) for face in range(1, 7)]:
        assert expected(dice, odds=own, triple_wins_pair=False) == settled(dice, settings=settings)


# A definition, bets by it, a throw, and whether they win.
CASES = [
    pytest.param("SB-Ba", ["triple:4"], (4, 4, 4), True, marks=pytest.mark.clause("SB-Ba")),
    pytest.param("SB-Ba", ["triple:4", "triple:3"], (4, 4, 3), False, marks=pytest.mark.clause("SB-Ba")),
    pytest.param("SB-Bb", ["pair:4"], (4, 1, 4), True, marks=pytest.mark.clause("SB-Bb")),
    pytest.param("SB-Bb", ["pair:1"], (4, 1, 4), False, marks=pytest.mark.clause("SB-Bb")),
    pytest.param("SB-Bc", ["any_triple"], (2, 2, 2), True, marks=pytest.mark.clause("SB-Bc")),
    pytest.param("SB-Bc", ["any_triple"], (2, 2, 3), False, marks=pytest.mark.clause("SB-Bc")),
    pytest.param("SB-Bd", ["total:4"], (1, 1, 2), True, marks=pytest.mark.clause("SB-Bd")),
    pytest.param("SB-Bd", ["total:9"], (3, 3, 3), True, marks=pytest.mark.clause("SB-Bd")),
    pytest.param("SB-Bd", ["total:4", "total:17"], (1, 1, 1), False, marks=pytest.mark.clause("SB-Bd")),
    pytest.param("SB-Be", ["combination:2-5"], (5, 2, 2), True, marks=pytest.mark.clause("SB-Be")),
    pytest.param("SB-Be", ["combination:2-5"], (5, 5, 5), False, marks=pytest.mark.clause("SB-Be")),
    pytest.param("SB-Bf", ["small"], (1, 1, 2), True, marks=pytest.mark.clause("SB-Bf")),
    pytest.param("SB-Bf", ["small"], (6, 3, 1), True, marks=pytest.mark.clause("SB-Bf")),
    pytest.param("SB-Bf", ["small"], (6, 4, 1), False, marks=pytest.mark.clause("SB-Bf")),
    pytest.param("SB-Bf", ["small"], (2, 2, 2), False, marks=pytest.mark.clause("SB-Bf")),
    pytest.param("SB-Bg", ["big"], (6, 4, 1), True, marks=pytest.mark.clause("SB-Bg")),
    pytest.param("SB-Bg", ["big"], (6, 6, 5), True, marks=pytest.mark.clause("SB-Bg")),
    pytest.param("SB-Bg", ["big"], (6, 3, 1), False, marks=pytest.mark.clause("SB-Bg")),
    pytest.param("SB-Bg", ["big"], (5, 5, 5), False, marks=pytest.mark.clause("SB-Bg")),
    pytest.param("SB-Bh", ["one:3", "one:4", "one:5"], (3, 4, 5), True, marks=pytest.mark.clause("SB-Bh")),
    pytest.param("SB-Bh", ["one:6"], (3, 4, 5), False, marks=pytest.mark.clause("SB-Bh")),
]


@pytest.mark.parametrize(("clause", "bets", "dice", "is_won"), CASES)
def test_a_definition_at_its_edges(clause, bets, dice, is_won):
    """What wins is paid by SB-D1; what loses, loses by its own definition."""
    ends = {bet: (row[0], row[3]) for bet, row in settled(dice, bets).items()}
    assert dict.fromkeys(bets, ("win", "SB-D1") if is_won else ("lose", clause)) == ends


@pytest.mark.clause("SB-D2", "Q10")
@pytest.mark.parametrize(
    ("dice", "paid", "clause"),
    [((1, 4, 5), 100, "SB-D1"), ((1, 1, 5), 200, SHOWN_AGAIN), ((1, 1, 1), 300, SHOWN_AGAIN)],
)
def test_one_of_a_kind_is_paid_by_how_often_it_shows(dice, paid, clause):
    """Once is even money, twice 2 to 1, three times 3 to 1, the latter two by their own clause."""
    assert {"one:1": ("win", paid, paid, clause)} == settled(dice, ("one:1",))


@pytest.mark.clause("Q10")
def test_a_pair_of_another_number_adds_nothing():
    """4, 4 and 1 pay one to one on 1: the number wagered must show twice, so the edge is 17 in 216."""
    assert {"one:1": ("win", 100, 100, "SB-D1")} == settled((4, 4, 1), ("one:1",))
    assert Fraction(17, 216) == edge("one:1")


@pytest.mark.clause("SB-Bb", "Q9")
@pytest.mark.parametrize(
    ("reading", "row", "kept"),
    [
        ("at_least", ("win", 800, 800, "SB-D1"), Fraction(1, 3)),
        ("exactly", ("lose", 0, -100, "SB-Bb"), Fraction(3, 8)),
    ],
)
def test_two_of_a_kind_and_a_triple(reading, row, kept):
    """Three of the number win two of a kind unless the house reads it as exactly two; the edge says which."""
    settings = {"two_of_a_kind": reading}
    assert {"pair:6": row} == settled((6, 6, 6), ("pair:6",), settings)
    assert kept == edge("pair:6", settings)


@pytest.mark.clause("Q9")
def test_by_default_at_least_two():
    """A house that says nothing pays the triple."""
    assert "win" == settled((6, 6, 6), ("pair:6",))["pair:6"][0]


@pytest.mark.clause("SB-D1")
def test_the_odds_of_a_table_without_settings():
    """Every kind pays exactly what the document lists as the least."""
    rules = SicBoDriver().table.rules
    assert LISTED == {kind: rules.pays(kind) for kind in rules.wagers}
    assert [ODDS["one"], ODDS["one twice"], ODDS["one thrice"]] == [rules.pays_for("one", n) for n in (1, 2, 3)]


# What the layout has no place for, the clause, and words of the sentence.
NO_PLACE = [
    ("total:3", "SB-Bd", "a total of 3 has no odds"),
    ("total:18", "SB-Bd", "a total of 18 has no odds"),
    ("total", "SB-Bd", "the totals are 4 to 17, one to a wager"),
    ("total:4-5", "SB-Bd", "the totals are 4 to 17, one to a wager"),
    ("triple", "SB-Ba", "three of a kind names one number"),
    ("pair:2-3", "SB-Bb", "two of a kind names one number"),
    ("any_triple:2", "SB-Bc", "any_triple is written without numbers"),
    ("combination:3-3", "SB-Be", "two different numbers"),
    ("combination:5-2", "SB-Be", "the lower first"),
    ("combination:2", "SB-Be", "two different numbers"),
    ("combination:1-2-3", "SB-Be", "two different numbers"),
    ("small:4", "SB-Bf", "small is written without numbers"),
    ("big:6", "SB-Bg", "big is written without numbers"),
    ("one:1-2", "SB-Bh", "one of a kind names one number"),
]


@pytest.mark.clause("SB-Ba", "SB-Bb", "SB-Bc", "SB-Bd", "SB-Be", "SB-Bf", "SB-Bg", "SB-Bh", "SB-A2")
@pytest.mark.parametrize(("bet", "clause", "words"), NO_PLACE)
def test_what_the_layout_has_no_place_for(bet, clause, words):
    """A wager without a place is refused with the definition it falls short of, and nothing lies anywhere."""
    driver = SicBoDriver().opened()
    refused = driver.refused("Ann", a.PlaceWager(player="Ann", bet=bet, stake_minor=100))
    assert (clause, bet, True) == (refused.clause, refused.values["bet"], words in refused.reason)
    assert {} == driver.table.round.wagers


@pytest.mark.clause("SB-A2")
def test_the_layout_has_fifty_places():
    """A place for each wager of section B, and each takes a wager of its kind."""
    driver = SicBoDriver().opened()
    placed = [driver.bet("Ann", bet, 100).bet for bet in BETS]
    assert (50, list(BETS)) == (len(set(placed)), placed)
    assert [kind_of(bet) for bet in BETS] == [driver.table.round.kind_of(bet) for bet in BETS]
