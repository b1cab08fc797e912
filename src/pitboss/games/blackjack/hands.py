"""What a hand of blackjack is worth, and whether the dealer draws to one."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.rulebook.clauses import cites

TWENTY_ONE = 21
_VALUES = {"A": 11, "T": 10, "J": 10, "Q": 10, "K": 10, **{str(pips): pips for pips in range(2, 10)}}


@cites("BJ-F1", "BJ-F2", "BJ-F3")
def value_of(card: str) -> int:
    """Return a card's value by itself: an ace is eleven.

    >>> value_of("AS"), value_of("KD"), value_of("7C")
    (11, 10, 7)
    """
    return _VALUES[card[0]]


@cites("BJ-F3")
def _count(cards: Sequence[str]) -> tuple[int, int]:
    """Return a hand's total, and how many aces in it count eleven."""
    total = sum(_VALUES[card[0]] for card in cards)
    elevens = sum(card[0] == "A" for card in cards)
    while total > TWENTY_ONE and elevens:
        total, elevens = total - 10, elevens - 1
    return total, elevens


def total_of(cards: Sequence[str]) -> int:
    """Return the total of a hand; an ace is one where eleven would be too many.

    >>> total_of(["AS", "6H"]), total_of(["AS", "6H", "TD"])
    (17, 17)
    """
    return _count(cards)[0]


@cites("BJ-A3")
def is_soft(cards: Sequence[str]) -> bool:
    """Tell whether an ace of the hand counts eleven; a total without one is hard.

    >>> is_soft(["AS", "6H"]), is_soft(["AS", "6H", "TD"])
    (True, False)
    """
    return _count(cards)[1] > 0


@cites("BJ-A1")
def is_blackjack(cards: Sequence[str]) -> bool:
    """Tell whether two cards are an ace and a ten; whether they were the first two of a hand is the round's affair.

    >>> is_blackjack(["AS", "KH"]), is_blackjack(["AS", "5H", "5D"])
    (True, False)
    """
    return len(cards) == 2 and total_of(cards) == TWENTY_ONE


@cites("BJ-A6")
def is_pair(cards: Sequence[str]) -> bool:
    """Tell whether a hand is two cards of one value.

    >>> is_pair(["KS", "TH"]), is_pair(["9S", "TH"])
    (True, False)
    """
    return len(cards) == 2 and value_of(cards[0]) == value_of(cards[1])


@cites("BJ-K1a.i", "BJ-K1b")
def is_suited(cards: Sequence[str]) -> bool:
    """Tell whether all cards are of one suit.

    >>> is_suited(["KS", "3S", "2S"]), is_suited(["KS", "3H"])
    (True, False)
    """
    return len({card[1] for card in cards}) == 1


@cites("BJ-K1a.ii")
def is_king_queen(cards: Sequence[str]) -> bool:
    """Tell whether two cards are the king and the queen of one suit.

    >>> is_king_queen(["QS", "KS"]), is_king_queen(["QS", "KH"])
    (True, False)
    """
    return sorted(card[0] for card in cards) == ["K", "Q"] and is_suited(cards)


@cites("BJ-H8a", "BJ-I9a")
def dealer_draws(cards: Sequence[str], *, hits_soft_17: bool) -> bool:
    """Tell whether the dealer takes another card: under 17, and on a soft 17 unless the house stands on it.

    >>> dealer_draws(["AS", "6H"], hits_soft_17=True), dealer_draws(["TS", "7H"], hits_soft_17=True)
    (True, False)
    """
    total, elevens = _count(cards)
    return total < 17 or (total == 17 and elevens > 0 and hits_soft_17)
