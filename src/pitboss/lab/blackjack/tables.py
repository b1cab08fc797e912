"""The tables that the blackjack kernels walk, enumerated from the rules of the Round.

Suits do not matter to a count, and neither do pictures: a card is one of ten values, ace first. A hand is how many of
each value it holds, since no rule asks in which order they came. What a hand is worth, when the dealer draws and what a
wager gains is asked of the rules; a kernel only looks it up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from pitboss.games.blackjack.hands import TWENTY_ONE, dealer_draws, is_blackjack, is_soft, total_of, value_of
from pitboss.games.cards import RANKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

VALUES: Final = "A23456789T"
"""The ten values of a card."""
SIZE: Final = len(VALUES)
ACE: Final = VALUES.index("A")
TEN: Final = VALUES.index("T")
Counts = tuple[int, ...]
"""How many cards of each value."""

FINALS: Final = (17, 18, 19, 20, 21)
"""What a dealer who is not over 21 stops at; a Blackjack comes after them, and what is missing to one is over 21."""
BLACKJACK: Final = len(FINALS)
HARD_ROWS: Final = tuple(range(4, 21))
SOFT_ROWS: Final = tuple(range(12, 22))
ROWS: Final = (*(f"H{total}" for total in HARD_ROWS), *(f"S{total}" for total in SOFT_ROWS))
"""The rows of a total-dependent table."""


def cards_of(counts: Sequence[int]) -> list[str]:
    """Return cards with these values; their suit is of no account.

    >>> cards_of((1, 0, 0, 0, 0, 0, 0, 0, 0, 2))
    ['AS', 'TS', 'TS']
    """
    return [VALUES[value] + "S" for value, count in enumerate(counts) for _ in range(count)]


def value_index(card: str) -> int:
    """Return which of the ten values a card has.

    >>> value_index("AS"), value_index("KD"), value_index("2C")
    (0, 9, 1)
    """
    value = value_of(card)
    return ACE if value == value_of("AS") else value - 1


def full_shoe(decks: int) -> Counts:
    """Return how many cards of each value so many whole decks have.

    >>> full_shoe(6)
    (24, 24, 24, 24, 24, 24, 24, 24, 24, 96)
    """
    held = [value_index(rank + "S") for rank in RANKS]
    return tuple(4 * decks * held.count(value) for value in range(SIZE))


@dataclass(frozen=True, eq=False)
class Lattice:
    """Every hand that is not over 21, the smaller before the larger."""

    hands: Ints
    """Hand by value: how many cards."""
    after: Ints
    """Hand by value: the hand with that card more, -1 where it is over 21."""
    total: Ints
    size: Ints
    row: Ints
    """Which row of a table a hand is in, -1 for a hand of fewer than two cards and for a hard 21."""
    starts: Ints
    """Where the hands of each size begin, and their number last."""

    def index(self, counts: Sequence[int]) -> int:
        """Return a hand's place by its cards; -1 where it is over 21."""
        found = 0
        for value, count in enumerate(counts):
            for _ in range(count):
                found = int(self.after[found, value]) if found >= 0 else -1
        return found


@cache
def lattice() -> Lattice:
    """Enumerate the hands."""
    import numpy as np

    # Of one size, those with more of the low values first: so single cards stand in the order of their values.
    found = sorted(_hands([0] * SIZE, 0), key=lambda hand: (sum(hand), [-count for count in hand]))
    places = {hand: place for place, hand in enumerate(found)}
    cards = [cards_of(hand) for hand in found]
    sizes = [sum(hand) for hand in found]
    after = [[places.get(_with(hand, value), -1) for value in range(SIZE)] for hand in found]
    starts = [sizes.index(size) for size in range(max(sizes) + 1)]
    columns = (found, after, list(map(total_of, cards)), sizes, list(map(_row, cards)), [*starts, len(found)])
    return Lattice(*(np.array(column, np.int64) for column in columns))


def _hands(hand: list[int], least: int) -> Iterator[Counts]:
    yield tuple(hand)
    for value in range(least, SIZE):
        hand[value] += 1
        if total_of(cards_of(hand)) <= TWENTY_ONE:
            yield from _hands(hand, value)
        hand[value] -= 1


def _with(hand: Counts, value: int) -> Counts:
    return (*hand[:value], hand[value] + 1, *hand[value + 1 :])


def _row(cards: list[str]) -> int:
    total = total_of(cards)
    if len(cards) < 2:  # noqa: PLR2004 - nobody decides anything on one card
        return -1
    name = f"{'S' if is_soft(cards) else 'H'}{total}"
    return ROWS.index(name) if name in ROWS else -1


@dataclass(frozen=True, eq=False)
class Dealer:
    """How the dealer's hand may end, by first card: a tree in which each step is one card more.

    Cards are added in the order of their values, and a leaf counts in how many orders they may really have come. What
    ends over 21 is left out: it is what the others leave.
    """

    steps: Ints
    """Step by: depth, value, how many of that value came before, orders (0 where the dealer draws on), final."""
    starts: Ints
    """Where the steps for each first card begin, and their number last."""
    depth: int


@cache
def dealer_tree(*, hits_soft_17: bool) -> Dealer:
    """Enumerate the dealer's hands."""
    import numpy as np

    steps: list[tuple[int, int, int, int, int]] = []
    starts = [0]
    for first in range(SIZE):
        ends = _dealer_hands(first, hits_soft_17=hits_soft_17)
        _grow(ends, {hand[:depth] for hand in ends for depth in range(len(hand) + 1)}, (), steps)
        starts.append(len(steps))
    return Dealer(np.array(steps, np.int64), np.array(starts, np.int64), 1 + max(step[0] for step in steps))


def _dealer_hands(first: int, *, hits_soft_17: bool) -> dict[Counts, tuple[int, int]]:
    """Return what the dealer may add to a first card, in the order of values: in how many orders, and the final."""
    open_hands: dict[Counts, int] = {(): 1}
    ends: dict[Counts, tuple[int, int]] = {}
    while open_hands:
        longer: dict[Counts, int] = {}
        for drawn, orders in open_hands.items():
            cards = [VALUES[value] + "S" for value in (first, *drawn)]
            if len(cards) > 1 and not dealer_draws(cards, hits_soft_17=hits_soft_17):
                if total_of(cards) <= TWENTY_ONE:
                    ends[drawn] = orders, BLACKJACK if is_blackjack(cards) else FINALS.index(total_of(cards))
                continue
            for value in range(SIZE):
                more = tuple(sorted((*drawn, value)))
                longer[more] = longer.get(more, 0) + orders
        open_hands = longer
    return ends


def _grow(
    ends: dict[Counts, tuple[int, int]],
    known: set[Counts],
    drawn: Counts,
    steps: list[tuple[int, int, int, int, int]],
) -> None:
    """Add the steps from some cards on, each before those that follow it."""
    for value in range(drawn[-1] if drawn else 0, SIZE):
        more = (*drawn, value)
        if more in known:
            steps.append((len(more), value, drawn.count(value), *ends.get(more, (0, 0))))
            _grow(ends, known, more, steps)
