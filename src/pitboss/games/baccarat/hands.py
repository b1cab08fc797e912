"""The two hands in cards: what they count, whose card comes next, and a hand rebuilt from the order of its cards.

Values and Tables 1 and 2 are asked of `third_cards`, which the laboratory asks too.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from pitboss.games.baccarat import third_cards
from pitboss.games.baccarat.third_cards import Hands, ThirdCards


class Side(StrEnum):
    """One of the two hands."""

    PLAYER = "player"
    BANKER = "banker"

    @property
    def words(self) -> str:
        """Name the hand."""
        return {"player": "the Player's Hand", "banker": "the Banker's Hand"}[self.value]


class Outcome(StrEnum):
    """How a round ended."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    VOID = "void"


def value_of(card: str) -> int:
    """Return what a card counts.

    >>> value_of("AS"), value_of("9H"), value_of("TD"), value_of("KC")
    (1, 9, 0, 0)
    """
    return third_cards.value_of(card[0])


def point_count(cards: Sequence[str]) -> int:
    """Return the Point Count of a hand.

    >>> point_count(["AS", "2S", "4S"]), point_count(["AS", "2S", "9S"])
    (7, 2)
    """
    return third_cards.points_of([value_of(card) for card in cards])


def dealt_order(player: Sequence[str], banker: Sequence[str]) -> list[str]:
    """Return the cards of both hands in the order they were dealt.

    >>> dealt_order(["1S", "3S", "5S"], ["2S", "4S", "6S"]), dealt_order(["1S", "3S"], ["2S"])
    (['1S', '2S', '3S', '4S', '5S', '6S'], ['1S', '2S', '3S'])
    """
    turns = [(place, side, card) for side, hand in enumerate((player, banker)) for place, card in enumerate(hand)]
    return [card for _, _, card in sorted(turns)]


def hands_of(tables: ThirdCards, cards: Sequence[str]) -> Hands:
    """Return the hands that cards make in the order they were dealt, by place."""
    return tables.hands([value_of(card) for card in cards])


def deal(tables: ThirdCards, cards: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the Player's and the Banker's Hand that cards make in the order they were dealt.

    A discarded hand is rebuilt this way.
    """
    hands = hands_of(tables, cards)
    return tuple(cards[at] for at in hands.player), tuple(cards[at] for at in hands.banker)
