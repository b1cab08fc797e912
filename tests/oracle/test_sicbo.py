"""Sic bo against published figures: house edges at several odds, chances of winning, ways to throw a total."""

import json
from fractions import Fraction
from math import floor
from pathlib import Path

import pytest

from pitboss.games.sicbo.rules import rules_of
from pitboss.games.sicbo.settle import pay_table
from pitboss.games.sicbo.wagers import BY_BET
from pitboss.rulebook import table_config

PUBLISHED = json.loads(Path(__file__).with_name("sicbo.json").read_text(encoding="utf-8"))
EDGES = [
    pytest.param(bet, row["pays"], row["percent"], source.get("cut", False), id=f"{bet} at {row['pays']}")
    for source in PUBLISHED["edges"]
    for row in source["rows"]
    for bet in row["bets"]
]


def gains(bet, pays=None):
    """Return what a unit on a bet gains by each throw, at the written odds or at others."""
    selection = BY_BET[bet]
    odds = {} if pays is None else {selection.kind: pays}
    table = pay_table(rules_of(table_config({"rulebook": "oneida-sicbo-2004", "settings": {"odds": odds}})))
    return [row[selection.index] for row in table.rows]


def printed(value, percent, *, cut=False):
    """Write a fraction in percent with as many decimals as a printed figure has."""
    scale = 10 ** len(percent.partition(".")[2])
    return Fraction(floor(value * 100 * scale) if cut else round(value * 100 * scale), scale)


@pytest.mark.clause("SB-D1", "SB-D2", "Q9", "Q10")
@pytest.mark.parametrize(("bet", "pays", "percent", "cut"), EDGES)
def test_edges_are_the_published_ones(bet, pays, percent, cut):
    """What the house keeps, at the odds a figure was printed for."""
    gained = gains(bet, pays)
    assert Fraction(percent) == printed(-Fraction(sum(gained), len(gained)), percent, cut=cut)


@pytest.mark.parametrize("bet", [bet for bet in PUBLISHED["probabilities"] if bet != "source"])
def test_chances_are_the_published_ones(bet):
    """How often a selection wins."""
    percent = PUBLISHED["probabilities"][bet]
    won = sum(gain > 0 for gain in gains(bet))
    assert Fraction(percent) == printed(Fraction(won, 216), percent)


def test_one_number_on_one_two_and_three_dice():
    """Each has its own chance, told by what it pays."""
    gained = gains("one:4")
    for pays, percent in enumerate(PUBLISHED["one_of_a_kind"]["percent"], 1):
        assert Fraction(percent) == printed(Fraction(gained.count(pays), 216), percent)


@pytest.mark.parametrize("bet", [bet for bet in PUBLISHED["ways"] if bet != "source"])
def test_ways_are_the_published_ones(bet):
    """In how many of the 216 throws a total comes."""
    assert PUBLISHED["ways"][bet] == sum(gain > 0 for gain in gains(bet))
