"""The wagers beside the main one at blackjack: insurance, suits and hit wagers, as exact fractions.

Which hands win is asked of the rules that settle them, card by card. A shoe is how many copies of each card of a deck
(`CARDS`) it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import perm, prod
from typing import Final

from pitboss.errors import BadConfig
from pitboss.games.blackjack.acts import Kind
from pitboss.games.blackjack.hands import is_blackjack, is_king_queen, is_suited
from pitboss.games.blackjack.rules import Rules
from pitboss.games.cards import CARDS, SUITS, parse_card
from pitboss.lab.blackjack.tables import SIZE, Counts, value_index

Copies = tuple[int, ...]
"""How many copies of each card."""


def shoe_of(decks: int, seen: Iterable[str] = ()) -> Copies:
    """Return whole decks without cards that were seen.

    >>> sum(shoe_of(2, ["AS", "AS", "TH"]))
    101

    Raises:
        BadNotation: for what is no card.
        BadConfig: for a card that was seen more often than there are copies.
    """
    left = [decks] * len(CARDS)
    for card in seen:
        place = parse_card(card).index
        if not left[place]:
            reason = f"is seen more often than {decks} {'deck has' if decks == 1 else 'decks have'} it"
            raise BadConfig(reason, field="seen", value=card)
        left[place] -= 1
    return tuple(left)


def values_of(shoe: Copies) -> Counts:
    """Return how many cards of each value a shoe holds."""
    found = [0] * SIZE
    for card, copies in zip(CARDS, shoe, strict=True):
        found[value_index(card)] += copies
    return tuple(found)


def insurance_edge(rules: Rules, shoe: Copies) -> Fraction:
    """Return what the house keeps of an insurance, when an ace of this shoe shows and nothing else was seen.

    >>> from pitboss.games.blackjack.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> str(insurance_edge(rules_of(table_config({"rulebook": "oneida-blackjack-2004"})), shoe_of(6)))
    '23/311'
    """
    return _edge(rules, Kind.INSURANCE, insurance_chance(shoe))


def insurance_chance(shoe: Copies) -> Fraction:
    """Return how likely an insurance is to win, when an ace of this shoe shows and nothing else was seen."""
    wins = sum(copies for card, copies in zip(CARDS, shoe, strict=True) if is_blackjack(["AS", card]))
    return Fraction(wins, sum(shoe) - 1)


def wager_edges(rules: Rules, shoe: Copies) -> dict[str, Fraction]:
    """Return what the house keeps of suit and hit wagers, with no card of the round seen but the player's own.

    >>> from pitboss.games.blackjack.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> found = wager_edges(rules_of(table_config({"rulebook": "oneida-blackjack-2004"})), shoe_of(6))
    >>> {wager: str(edge) for wager, edge in found.items()}
    {'same_suit': '3/311', 'king_queen': '3911/4043', 'hit_2_cards': '3/155', 'hit_3_cards': '3/103'}
    """
    return {wager: _edge(rules, KINDS[wager], chance) for wager, chance in wager_chances(shoe).items()}


KINDS: Final = {
    "same_suit": Kind.SAME_SUIT,
    "king_queen": Kind.KING_QUEEN,
    "hit_2_cards": Kind.HIT,
    "hit_3_cards": Kind.HIT,
}
"""The wagers beside the main one, a hit wager by the cards that are there already, and their kinds."""


def wager_chances(shoe: Copies) -> dict[str, Fraction]:
    """Return how likely suit and hit wagers are to win, with no card of the round seen but the player's own."""
    two, three, four = (_suited(shoe, cards) for cards in (2, 3, 4))
    unseen = sum(shoe)
    pairs = perm(unseen, 2)
    return {
        "same_suit": Fraction(two, pairs),
        "king_queen": Fraction(_kings_and_queens(shoe), pairs),
        "hit_2_cards": Fraction(three, two * (unseen - 2)),
        "hit_3_cards": Fraction(four, three * (unseen - 3)),
    }


def _edge(rules: Rules, kind: Kind, chance: Fraction) -> Fraction:
    return 1 - (rules.pays(kind) + 1) * chance


def _suited(shoe: Copies, count: int) -> int:
    """Count the ways to deal so many cards, in order, that a suit wager calls suited."""
    by_suit = [sum(copies for card, copies in zip(CARDS, shoe, strict=True) if card[1] == suit) for suit in SUITS]
    ways = 0
    for suits in product(range(len(SUITS)), repeat=count):
        if is_suited([f"A{SUITS[suit]}" for suit in suits]):
            ways += prod(perm(by_suit[suit], suits.count(suit)) for suit in set(suits))
    return ways


def _kings_and_queens(shoe: Copies) -> int:
    ways = 0
    for first, second in product(range(len(CARDS)), repeat=2):
        if is_king_queen((CARDS[first], CARDS[second])):
            ways += shoe[first] * (shoe[second] - (first == second))
    return ways


def read_seen(words: Sequence[str]) -> list[str]:
    """Read the cards that were seen, however they were put apart.

    >>> read_seen(["AS,TD", "5C 5C"])
    ['AS', 'TD', '5C', '5C']
    """
    return [str(parse_card(card)) for word in words for card in word.replace(",", " ").split()]
