"""Exact odds of roulette, and the exhaustive proof that the Round pays by the table they are computed from."""

import doctest
from collections import Counter
from datetime import UTC, datetime
from fractions import Fraction
from typing import cast

import pytest

from pitboss.decider import Command, Person, Role
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import events as e
from pitboss.games.roulette.round import decide, evolve
from pitboss.games.roulette.rules import rules_of
from pitboss.games.roulette.settle import pay_table
from pitboss.games.roulette.state import Round
from pitboss.lab import pay_tables
from pitboss.lab.pay_tables import roulette_odds as odds
from pitboss.rulebook import table_config
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK

DEALER, NOW = Person("Dora", Role.DEALER), datetime(2024, 6, 1, 20, tzinfo=UTC)
COMMON = {"row": 12, "corner": 22, "six": 11, "column": 3, "dozen": 3} | dict.fromkeys(
    ("red", "black", "odd", "even", "low", "high"), 1
)
DOUBLE = COMMON | {"straight": 38, "split": 62, "triple": 3, "first_five": 1}
SINGLE = COMMON | {"straight": 37, "split": 60, "triple": 2, "first_four": 1}
COVERED = {"straight": 1, "split": 2, "row": 3, "triple": 3, "corner": 4, "first_four": 4, "first_five": 5, "six": 6}
COVERED |= {"column": 12, "dozen": 12} | dict.fromkeys(("red", "black", "odd", "even", "low", "high"), 18)


def house(rulebook, **settings):
    """Return the rules of a table with some settings of its own."""
    return rules_of(table_config({"rulebook": rulebook, "settings": settings}))


def played(rules, bet, pocket):
    """Play one wager of 100 through the Round and return what it gained by the settled event."""
    state = Round(rules)
    acts = (
        a.PlaceWager(player="Ann", bet=bet, stake_minor=100),
        a.SpinBall(direction=a.Direction.AGAINST),
        a.CallNoMoreBets(),
        a.EnterNumber(pocket=pocket, revolutions=rules.data.revolutions_min),
        a.PayWinners(),
    )
    for act in acts:
        (event,) = decide(state, Command(key="k", by=DEALER, act=act, received_at=NOW))
        state = evolve(state, event)
    settled = cast("e.RoundSettled", event)
    (outcome,), (paid,) = settled.wagers.outcome, settled.wagers.paid_minor
    return {e.Outcome.WIN: paid, e.Outcome.LOSE: -100}[outcome]


def test_doctests_hold():
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(pay_tables)
    assert (0, True) == (results.failed, results.attempted > 0)


@pytest.mark.parametrize(("rulebook", "counts"), [(ONEIDA, DOUBLE), (SEABROOK, DOUBLE), (HOIAN, SINGLE)])
def test_every_position_has_its_odds(rulebook, counts):
    """161 positions at the double-zero houses and 157 at Hoi An, each with as many numbers as its kind has."""
    rows = odds(house(rulebook))
    assert (counts, sum(counts.values())) == (Counter(row.kind for row in rows), len(rows))
    assert {(row.kind, COVERED[row.kind]) for row in rows} == {(row.kind, len(row.covers)) for row in rows}


@pytest.mark.parametrize("rulebook", [ONEIDA, SEABROOK])
def test_the_house_keeps_a_nineteenth_with_two_zeros(rulebook):
    """2 in 38 of every wager but the first five, of which it is 3 in 38."""
    edges = {(row.kind == "first_five", row.edge) for row in odds(house(rulebook))}
    assert {(False, Fraction(1, 19)), (True, Fraction(3, 38))} == edges


def test_the_house_keeps_a_thirty_seventh_with_one_zero():
    """1 in 37 of every wager."""
    assert {Fraction(1, 37)} == {row.edge for row in odds(house(HOIAN))}


@pytest.mark.parametrize("rulebook", HOUSES)
def test_variance_by_another_formula(rulebook):
    """A wager is a coin that wins pays + 1 with its probability: (pays + 1)² p (1 - p)."""
    rules = house(rulebook)
    for row in odds(rules):
        p = Fraction(COVERED[row.kind], len(rules.wheel.pockets))
        expected = (p, 1 - p * (row.pays + 1), (row.pays + 1) ** 2 * p * (1 - p))
        assert expected == (row.win_probability, row.edge, row.variance)


def test_better_odds_move_the_edge():
    """A table that pays 36 to 1 keeps one in 38 of a straight, and one that pays 37 keeps nothing."""
    edges = [odds(house(ONEIDA, odds={"straight": pays}))[0].edge for pays in (35, 36, 37, 38)]
    assert [Fraction(2, 38), Fraction(1, 38), Fraction(0), Fraction(-1, 38)] == edges


def test_a_row_as_json_has_fractions_as_text():
    """Fractions are written p/q, whole ones too."""
    row = next(row for row in odds(house(ONEIDA, odds={"straight": 37})) if row.position == "straight:17")
    expected = {
        "kind": "straight",
        "position": "straight:17",
        "covers": ["17"],
        "pays": 37,
        "win_probability": "1/38",
        "edge": "0/1",
        "variance": "37/1",
    }
    assert expected == row.as_json()


@pytest.mark.parametrize("rulebook", HOUSES)
def test_the_round_pays_what_the_table_says(rulebook):
    """Every position is played by every pocket, from the bet to the payment: the two agree in every case."""
    rules = house(rulebook)
    table = pay_table(rules)
    for pocket in rules.wheel.pockets:
        row = table.row(pocket)
        expected = {position.bet: 100 * row[position.index] for position in rules.layout.positions}
        assert expected == {bet: played(rules, bet, pocket) for bet in expected}
