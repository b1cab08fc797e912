"""Mini-baccarat against published figures: how rounds end, and what the house keeps of each wager."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.games.baccarat.third_cards import third_cards
from pitboss.lab.baccarat import Commission, Form, odds, outcomes
from pitboss.rulebook import edition

PUBLISHED = json.loads(Path(__file__).with_name("baccarat.json").read_text(encoding="utf-8"))
TABLES = third_cards(edition("oneida-minibaccarat-2004"))


def cut(number):
    """Keep as many digits as the publication does."""
    dropped = 10 ** max(0, len(str(number)) - PUBLISHED["counts"]["digits"])
    return number // dropped * dropped


def percents(decks, commission=None, **terms):
    """Return the edges of banker, player and tie in percent, to four decimals."""
    return {row.wager: f"{float(100 * row.edge):.4f}" for row in odds(outcomes(decks, TABLES), commission, **terms)}


@pytest.mark.clause("MB-K1", "MB-K2", "MB-K3", "MB-F1", "MB-F2", "Q12")
@pytest.mark.parametrize("decks", range(1, 13))
def test_ways_are_the_published_ones(decks):
    """From one deck to twelve, each hand wins in as many ways as published, as far as the digits go."""
    counts = outcomes(decks, TABLES).counts
    assert PUBLISHED["counts"][str(decks)] == [cut(counts[end]) for end in ("player", "banker", "tie")]


def test_eight_decks_to_the_last_digit():
    """The usual shoe, from a publication that prints every digit."""
    expected = {end: PUBLISHED["eight_decks"][end] for end in ("banker", "player", "tie")}
    assert expected == outcomes(8, TABLES).counts


@pytest.mark.parametrize("decks", [6, 8])
def test_probabilities_are_the_published_ones(decks):
    """Six decimals for banker, player and tie."""
    found = outcomes(decks, TABLES)
    assert PUBLISHED["probabilities"][str(decks)] == [
        f"{float(found.probability(end)):.6f}" for end in ("banker", "player", "tie")
    ]


@pytest.mark.clause("MB-M1", "MB-M2", "MB-M3")
@pytest.mark.parametrize("decks", [6, 8])
def test_edges_are_the_published_ones(decks):
    """Both percentages of vigorish and both usual odds of a tie."""
    five, four = (percents(decks, Commission(Form.VIG, pct)) for pct in (5, 4))
    nine = percents(decks, tie_odds=9)
    found = [five["banker"], four["banker"], five["player"], nine["tie"], five["tie"]]
    assert PUBLISHED["edges"][str(decks)] == found


def test_banker_wins_by_count_are_the_published_ones():
    """The ways of eight decks in which the banker wins with one point, with two, and so on."""
    ways = outcomes(8, TABLES).ways
    found = [sum(ways[player][banker] for player in range(banker)) for banker in range(1, 10)]
    assert PUBLISHED["banker_wins_by_count"]["ways"] == found


@pytest.mark.clause("MB-M6")
def test_half_pay_for_six_has_the_published_edge():
    """Without vigorish the house keeps what a banker's six brings it."""
    (banker, _player, _tie) = odds(outcomes(8, TABLES), Commission.of(Form.NO_VIG))
    published = PUBLISHED["banker_wins_by_count"]["edge_with_six"]
    assert round(Fraction(published) * 10**9) == round(banker.edge * 10**9)
