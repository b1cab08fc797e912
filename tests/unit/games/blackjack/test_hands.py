"""What hands are worth, checked card by card against the values written out here."""

from itertools import product

import pytest

from pitboss.games.blackjack.hands import (
    dealer_draws,
    is_blackjack,
    is_king_queen,
    is_pair,
    is_soft,
    is_suited,
    total_of,
    value_of,
)
from pitboss.games.cards import CARDS, RANKS

WORTH = dict(zip(RANKS, [11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], strict=True))


def hand(text):
    """Return the cards of a text, all of one suit."""
    return [f"{rank}S" for rank in text]


@pytest.mark.clause("BJ-F1", "BJ-F2", "BJ-F3")
def test_each_card_has_its_value():
    """Pips as printed, court cards ten, an ace eleven by itself."""
    assert {card: WORTH[card[0]] for card in CARDS} == {card: value_of(card) for card in CARDS}


@pytest.mark.clause("BJ-F3", "BJ-A3")
@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("", 0, False),
        ("A", 11, True),
        ("AA", 12, True),
        ("AAA", 13, True),
        ("A6", 17, True),
        ("A6T", 17, False),
        ("AK", 21, True),
        ("AA9", 21, True),
        ("AA9T", 21, False),
        ("A" * 21, 21, False),
        ("A" * 22, 22, False),
        ("TTA", 21, False),
        ("TT2", 22, False),
        ("KQJ", 30, False),
        ("23456", 20, False),
    ],
)
def test_an_ace_is_eleven_while_that_is_not_too_many(cards, total, soft):
    """At most one of several is, and a total is soft as long as one is."""
    assert (total, soft) == (total_of(hand(cards)), is_soft(hand(cards)))


@pytest.mark.clause("BJ-F3")
def test_of_all_ways_to_count_aces_the_best_counts():
    """Every hand of four ranks has the highest total that is not over 21, or else the lowest."""
    for ranks in product("A258K", repeat=4):
        ways = {sum(way) for way in product(*((1, 11) if rank == "A" else (WORTH[rank],) for rank in ranks))}
        best = max((way for way in ways if way <= 21), default=min(ways))
        assert best == total_of(hand(ranks)), ranks


@pytest.mark.clause("BJ-A1")
def test_two_cards_are_a_blackjack_if_one_is_an_ace_and_one_a_ten():
    """Among all pairs of ranks; three cards never are."""
    found = {first + second for first, second in product(RANKS, repeat=2) if is_blackjack(hand(first + second))}
    assert {*(f"A{ten}" for ten in "TJQK"), *(f"{ten}A" for ten in "TJQK")} == found
    assert not is_blackjack(hand("A55"))


@pytest.mark.clause("BJ-A6")
def test_a_pair_is_two_cards_of_one_value():
    """A king and a ten are; a third card makes it none."""
    found = {first + second for first, second in product(RANKS, repeat=2) if is_pair(hand(first + second))}
    assert {*(rank * 2 for rank in "A23456789"), *map("".join, product("TJQK", repeat=2))} == found
    assert (False, False) == (is_pair(hand("8")), is_pair(hand("888")))


@pytest.mark.clause("BJ-K1a.i", "BJ-K1b")
@pytest.mark.parametrize(
    ("cards", "expected"), [("KS 3S", True), ("KS 3S 2S", True), ("KS 3H", False), ("KS 3S 2D", False), ("9C", True)]
)
def test_cards_of_one_suit(cards, expected):
    """However many there are."""
    assert expected == is_suited(cards.split())


@pytest.mark.clause("BJ-K1a.ii")
@pytest.mark.parametrize(
    ("cards", "expected"),
    [("KS QS", True), ("QD KD", True), ("KS QH", False), ("KS KS", False), ("KS JS", False), ("KS QS QS", False)],
)
def test_a_king_and_a_queen_of_one_suit(cards, expected):
    """Both of them, in either order, and nothing besides."""
    assert expected == is_king_queen(cards.split())


@pytest.mark.clause("BJ-H8a", "BJ-I9a")
@pytest.mark.parametrize(
    ("cards", "hits", "stands"),
    [
        ("T6", True, True),
        ("T7", False, False),
        ("A6", True, False),
        ("A6T", False, False),
        ("A5", True, True),
        ("A7", False, False),
        ("AA5", True, False),
        ("T2A4", False, False),
        ("T29", False, False),
        ("A", True, True),
    ],
)
def test_the_dealer_draws_under_17_and_to_a_soft_one_unless_the_house_stands(cards, hits, stands):
    """With the option and without."""
    assert (hits, stands) == tuple(dealer_draws(hand(cards), hits_soft_17=flag) for flag in (True, False))
