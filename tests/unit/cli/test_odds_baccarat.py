"""`pitboss odds baccarat`: outcomes and wagers, exact and in six decimals."""

import json
from fractions import Fraction

import pytest

from pitboss.cli.odds import baccarat
from pitboss.errors import BadAmount, BadConfig

FIGURES = {"wins", "loses", "void", "edge", "variance"}


def rows(capsys, **terms):
    """Return the rows that the command prints as JSON."""
    baccarat(json=True, **terms)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_row_for_each_outcome_and_each_wager(capsys):
    """Outcomes come first; eight decks unless another number is given."""
    found = rows(capsys)
    outcomes = {row["outcome"]: row["decimal"] for row in found[:3]}

    assert {"banker": "0.458597", "player": "0.446247", "tie": "0.095156"} == outcomes
    assert 1 == sum(Fraction(row["probability"]) for row in found[:3])
    assert ["banker", "player", "tie"] == [row["wager"] for row in found[3:]]


def test_every_figure_is_given_twice(capsys):
    """The decimals are the fractions, rounded to six places."""
    for row in rows(capsys)[3:]:
        assert {"wager", "gains", *FIGURES, *(f"{name}_decimal" for name in FIGURES)} == row.keys()
        assert {name: f"{float(Fraction(row[name])):.6f}" for name in FIGURES} == {
            name: row[f"{name}_decimal"] for name in FIGURES
        }


@pytest.mark.parametrize(
    ("terms", "edge"),
    [
        ({}, "0.010579"),
        ({"pct": 4}, "0.005993"),
        ({"decks": 6}, "0.010558"),
        ({"stake": 130}, "0.022926"),
        ({"form": "no_vig"}, "0.014581"),
        ({"form": "tie_vig"}, "0.011438"),
        ({"form": "tie_vig", "pct": 0}, "-0.012351"),
    ],
)
def test_the_terms_decide_the_banker_s_edge(capsys, terms, edge):
    """Form, percentage, decks and stake; without vigorish the edge is the player's."""
    assert edge == rows(capsys, **terms)[3]["edge_decimal"]


def test_the_odds_of_a_tie(capsys):
    """Nine to one."""
    tie = rows(capsys, tie_odds=9)[-1]
    assert ("0.048440", "9/1") == (tie["edge_decimal"], tie["gains"]["tie"])


@pytest.mark.parametrize(
    ("terms", "facts"),
    [
        ({"decks": 1}, ["1 deck,", "5 % of a banker win", "not rounded", "0.459624"]),
        ({"stake": 2_500, "form": "tie_vig"}, ["8 decks,", "25 % of a banker wager", "$25.00", "8 to 1"]),
        ({"form": "no_vig"}, ["pays 1 to 2", "(banker with six)", "269,232,304,455,680", "0.014581"]),
    ],
)
def test_people_get_the_same_facts(capsys, terms, facts):
    """Two tables, with the terms between them."""
    baccarat(**terms)
    printed = " ".join(capsys.readouterr().out.split())
    assert [] == [fact for fact in facts if fact not in printed]


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"decks": 17}, "decks"),
        ({"form": "none"}, "form"),
        ({"pct": 6}, "pct"),
        ({"tie_odds": 7}, "tie_odds"),
        ({"rulebook": "seabrook-roulette"}, "rulebook"),
        ({"rulebook": "nope"}, "rulebook"),
    ],
)
def test_terms_the_rules_do_not_have(terms, field):
    """The error names the option."""
    with pytest.raises(BadConfig) as refused:
        baccarat(**terms)
    assert field == refused.value.field


def test_a_stake_that_does_not_come_out():
    """Half of 101 cents is not to be paid."""
    with pytest.raises(BadAmount):
        baccarat(form="no_vig", stake=101)
