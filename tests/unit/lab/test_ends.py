"""The ends of a round: whole distributions, and what follows from them, at any stake."""

from fractions import Fraction

import pytest

from pitboss.errors import BadAmount, BadConfig
from pitboss.games.roulette.rules import rules_of as roulette_rules
from pitboss.games.sicbo.rules import rules_of as sicbo_rules
from pitboss.games.sicbo.wagers import SELECTIONS
from pitboss.lab.ends import bets_of, ends_of
from pitboss.lab.pay_tables import roulette_odds, sicbo_odds
from pitboss.rulebook import table_config

BACCARAT, DICE = "oneida-minibaccarat-2004", "oneida-sicbo-2004"


def table(rulebook, **settings):
    """Return a table's configuration."""
    return table_config({"rulebook": rulebook, "settings": settings})


@pytest.mark.parametrize("rulebook", ["oneida-roulette-2008", "hoian-roulette-2020", "seabrook-roulette"])
def test_every_position_of_roulette_has_the_edge_of_its_odds(rulebook):
    """By another way than the pay table's own figures: edge, variance and how often it wins."""
    config = table(rulebook)
    for row in roulette_odds(roulette_rules(config)):
        ends = ends_of(config, {row.position: 7})
        assert (row.edge, row.variance, row.win_probability) == (ends.edge, ends.variance, ends.hit_frequency)


def test_every_selection_of_sic_bo_has_the_edge_of_its_odds():
    """All fifty."""
    config = table(DICE)
    rows = sicbo_odds(sicbo_rules(config))
    assert len(SELECTIONS) == len(rows)
    for row in rows:
        ends = ends_of(config, {row.position: 3})
        assert (row.edge, row.variance, row.win_probability) == (ends.edge, ends.variance, ends.hit_frequency)


def test_a_straight_number_is_skewed():
    """One in 38 wins 35: skewness (1 - 2p) / sqrt(p (1 - p)), whatever the odds."""
    ends = ends_of(table("oneida-roulette-2008"), {"straight:17": 100})
    chance = 1 / 38
    assert ends.skewness == pytest.approx((1 - 2 * chance) / (chance * (1 - chance)) ** 0.5, rel=1e-12)
    assert {-100: Fraction(37, 38), 3_500: Fraction(1, 38)} == ends.distribution


def test_wagers_together_are_one_result():
    """Red and black cancel but for the zeros, which take both."""
    ends = ends_of(table("oneida-roulette-2008"), {"red": 100, "black": 100})
    assert {-200: Fraction(1, 19), 0: Fraction(18, 19)} == ends.distribution


def test_vigorish_is_rounded_at_the_stake():
    """Five percent of 1.30 is 6.5 cents, collected as ten; of 100.00 it is five dollars."""
    small, large = (ends_of(table(BACCARAT), {"banker": stake}) for stake in (130, 10_000))
    assert (120, 9_500) == (max(small.distribution), max(large.distribution))
    assert small.edge > large.edge
    assert "0.010579" == f"{float(large.edge):.6f}"


@pytest.mark.parametrize(("form", "worst", "best"), [("tie_vig", -100, 100), ("no_vig", -100, 100)])
def test_other_forms_of_vigorish(form, worst, best):
    """A banker wager on a tie loses a quarter, or a banker win with six pays half."""
    pct = {"pct": 25} if form == "tie_vig" else {}
    found = ends_of(table(BACCARAT, form=form, **pct), {"banker": 100}).distribution
    assert (worst, best, 3 + (form == "no_vig")) == (min(found), max(found), len(found))


def test_all_bets_are_named():
    """Three of baccarat, fifty of sic bo."""
    assert (("banker", "player", "tie"), 50) == (tuple(sorted(bets_of(table(BACCARAT)))), len(bets_of(table(DICE))))


@pytest.mark.parametrize(
    ("rulebook", "bets", "error"),
    [
        (BACCARAT, {}, BadConfig),
        (BACCARAT, {"banker": 0}, BadAmount),
        (DICE, {"nothing": 5}, BadConfig),
        ("oneida-roulette-2008", {"purple": 5}, BadConfig),
        ("oneida-blackjack-2004", {"blackjack": 5}, BadConfig),
    ],
    ids=str,
)
def test_what_cannot_be_listed_is_refused(rulebook, bets, error):
    """No bet, no stake, a bet that nobody has, and a game that is played on."""
    with pytest.raises(error):
        ends_of(table(rulebook), bets)


def test_a_stake_that_does_not_pay_in_whole_cents_is_refused():
    """Where the vigorish is taken exactly, and where six pays half."""
    for settings in ({"rounding": "exact"}, {"form": "no_vig"}):
        with pytest.raises(BadConfig, match="multiple"):
            ends_of(table(BACCARAT, **settings), {"banker": 101})
