"""How a round ends: counted at once, and again by every order of six values and by the dealing rules."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import perm, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.errors import BadConfig
from pitboss.games.baccarat.third_cards import third_cards
from pitboss.lab.baccarat import DECKS_MAX, count, full_shoe, outcomes
from pitboss.rulebook import edition

TABLES = third_cards(edition("oneida-minibaccarat-2004"))
UNEVEN = (20, 3, 0, 7, 1, 9, 4, 2, 5, 6)


def ways_of(shoe, values):
    """Return in how many ways cards of these values can leave a shoe one after the other."""
    return prod(perm(shoe[value], times) for value, times in Counter(values).items())


def counted_by_values(shoe):
    """Count all the million orders of six values with NumPy; every number stays below 2**63."""
    cards = np.indices((10,) * 6, dtype=np.int8).reshape(6, -1)
    ways = np.ones(cards.shape[1], dtype=np.int64)
    for place, values in enumerate(cards):
        before = (cards[:place] == values).sum(axis=0)
        ways *= np.maximum(np.array(shoe, dtype=np.int64)[values] - before, 0)
    player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
    rows = np.array(TABLES.banker_rows)
    goes_on = (player < 8) & (banker < 8)
    player_draws = goes_on & np.array(TABLES.player_row)[player]
    banker_draws = goes_on & rows[banker, np.where(player_draws, cards[4], 10)]
    player = (player + np.where(player_draws, cards[4], 0)) % 10
    banker = (banker + np.where(banker_draws, np.where(player_draws, cards[5], cards[4]), 0)) % 10
    found = np.zeros((10, 10), dtype=np.int64)
    np.add.at(found, (player, banker), ways)
    return tuple(map(tuple, found.tolist()))


@pytest.mark.parametrize("shoe", [full_shoe(1), full_shoe(8), full_shoe(DECKS_MAX), UNEVEN])
def test_the_count_is_that_of_every_order_of_six_values(shoe):
    """Both counts agree to the last way, for each pair of final Point Counts."""
    assert counted_by_values(shoe) == count(shoe, TABLES).ways


@settings(max_examples=25)
@given(st.dictionaries(st.integers(0, 9), st.integers(1, 8), min_size=1, max_size=3))
def test_the_count_is_that_of_the_rounds_as_dealt(cards):
    """From shoes of few values, every order of six cards is dealt by the rules and weighed."""
    shoe = [cards.get(value, 0) for value in range(10)]
    if sum(shoe) < 6:
        shoe[0] += 6
    found = [[0] * 10 for _ in range(10)]
    for values in product([value for value in range(10) if shoe[value]], repeat=6):
        hands = TABLES.hands(values)
        found[hands.player_points][hands.banker_points] += ways_of(shoe, values)
    assert tuple(map(tuple, found)) == count(shoe, TABLES).ways


@pytest.mark.parametrize("decks", range(1, DECKS_MAX + 1))
def test_every_way_is_counted_once(decks):
    """The ways add up to the orders of six cards, and the three outcomes to certainty."""
    found = outcomes(decks, TABLES)
    assert (perm(52 * decks, 6), 1) == (found.total, sum(found.probability(end) for end in found.counts))


def test_ways_beyond_64_bits_are_counted_too():
    """A million cards: every way once, and the same as a small shoe as far as its proportions go."""
    found = count([100_000] * 10, TABLES)
    assert perm(10**6, 6) == found.total > 2**64
    assert abs(found.probability("tie") - count([1_000] * 10, TABLES).probability("tie")) < Fraction(1, 10**4)


def test_more_decks_bring_more_ties():
    """Ties become more likely with every deck, wins of either hand less."""
    found = [outcomes(decks, TABLES) for decks in range(1, DECKS_MAX + 1)]
    for end, falls in (("tie", False), ("player", True), ("banker", True)):
        chances = [entry.probability(end) for entry in found]
        assert sorted(chances, reverse=falls) == chances


def test_a_shoe_of_tens_always_ties():
    """Nothing counts, so nobody wins."""
    assert {"banker": 0, "player": 0, "tie": 720} == count((6, *([0] * 9)), TABLES).counts


def test_a_win_with_six_is_a_part_of_the_banker_s_wins():
    """Six against nought to five, out of the same ways."""
    found = count(UNEVEN, TABLES)
    assert sum(Fraction(found.ways[player][6], found.total) for player in range(6)) == found.banker_six


@pytest.mark.parametrize("decks", [0, -1, 17])
def test_the_decks_are_one_to_sixteen(decks):
    """The error names the number."""
    with pytest.raises(BadConfig) as refused:
        full_shoe(decks)
    assert ("decks", decks) == (refused.value.field, refused.value.value)


@pytest.mark.parametrize("shoe", [(), (1,) * 9, (5, *([0] * 9)), (-1, *([9] * 9))])
def test_a_shoe_that_cannot_deal_a_round_is_refused(shoe):
    """Ten counts, none below zero, and six cards together."""
    with pytest.raises(BadConfig):
        count(shoe, TABLES)
