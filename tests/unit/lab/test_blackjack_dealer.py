"""How the dealer's hand ends: the tree against every order of the cards, one after the other."""

from collections import Counter
from fractions import Fraction

import pytest

from pitboss.games.blackjack.hands import dealer_draws, is_blackjack, total_of
from pitboss.lab.blackjack.dealer import ENDS, dealer_ends
from pitboss.lab.blackjack.tables import SIZE, VALUES, full_shoe

ONE_DECK = full_shoe(1)
DEPLETED = (0, 2, 3, 4, 0, 1, 4, 4, 3, 9)


def drawn_out(cards, left, weight, found, hits_soft_17):
    """Deal on in every order that there is."""
    if len(cards) > 1 and not dealer_draws(cards, hits_soft_17=hits_soft_17):
        total = total_of(cards)
        found["blackjack" if is_blackjack(cards) else "over" if total > 21 else str(total)] += weight
        return
    for value in range(SIZE):
        if left[value]:
            less = [count - (at == value) for at, count in enumerate(left)]
            share = weight * Fraction(left[value], sum(left))
            drawn_out([*cards, f"{VALUES[value]}S"], less, share, found, hits_soft_17)


@pytest.mark.parametrize("hits_soft_17", [False, True])
@pytest.mark.parametrize("shoe", [ONE_DECK, DEPLETED], ids=["one deck", "depleted"])
def test_the_tree_is_every_order_of_the_cards(shoe, hits_soft_17):
    """Exactly, for a high and a low first card, and an ace where there is one."""
    ends = dealer_ends(shoe, hits_soft_17=hits_soft_17)
    for first in (value for value in (0, 6, 9) if shoe[value]):
        found: Counter[str] = Counter()
        left = [count - (value == first) for value, count in enumerate(shoe)]
        drawn_out([f"{VALUES[first]}S"], left, Fraction(1), found, hits_soft_17)
        assert {end: found[end] for end in ENDS} == ends[VALUES[first]]


def test_a_card_that_the_shoe_has_not_is_no_first_card():
    """Aces and fives are gone from the depleted one."""
    assert [VALUES[value] for value, count in enumerate(DEPLETED) if count] == list(
        dealer_ends(DEPLETED, hits_soft_17=True)
    )
