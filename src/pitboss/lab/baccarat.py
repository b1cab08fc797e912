"""How a round of mini-baccarat ends, exactly: every way six cards can leave a shoe, by the tables that deal it live.

A round of four or five cards is counted with every card that might have come next, so that all rounds weigh alike:
a shoe of n cards has n(n-1)(n-2)(n-3)(n-4)(n-5) of these ways, and each count here is a whole number of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import perm
from typing import TYPE_CHECKING, Final

from pitboss.errors import BadConfig
from pitboss.games.baccarat.third_cards import BANKER, PLAYER, TIE, is_natural, points_of, value_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pitboss.games.baccarat.third_cards import ThirdCards

__all__ = ["DECKS_MAX", "Outcomes", "count", "full_shoe", "outcomes"]

DECKS_MAX: Final = 16
_CARDS_MAX: Final = 6
"""No round takes more, so a shoe with fewer may not finish one (MB-N4)."""
_VALUES: Final = 10
"""Cards and counts are worth 0 to 9."""
_RANKS: Final = "A23456789TJQK"
_SUITS: Final = 4

_Grid = list[list[int]]


@dataclass(frozen=True)
class Outcomes:
    """How a round from one shoe may end."""

    ways: tuple[tuple[int, ...], ...]
    """Ways by the final Point Count of the Player's Hand, then by that of the Banker's Hand."""

    @cached_property
    def total(self) -> int:
        """Return all the ways there are."""
        return sum(map(sum, self.ways))

    @cached_property
    def counts(self) -> dict[str, int]:
        """Return the ways in which each hand wins, and those of a tie."""
        found = {BANKER: 0, PLAYER: 0, TIE: 0}
        for player, row in enumerate(self.ways):
            for banker, ways in enumerate(row):
                found[TIE if player == banker else PLAYER if player > banker else BANKER] += ways
        return found

    def probability(self, outcome: str) -> Fraction:
        """Return how likely it is that this hand wins, or that they tie."""
        return Fraction(self.counts[outcome], self.total)

    @property
    def banker_six(self) -> Fraction:
        """Return how likely the Banker's Hand is to win with six, which MB-M6 pays 1 to 2."""
        return Fraction(sum(self.ways[player][6] for player in range(6)), self.total)


def full_shoe(decks: int) -> tuple[int, ...]:
    """Return how many cards of each value, 0 to 9, so many whole decks have.

    >>> full_shoe(8)
    (128, 32, 32, 32, 32, 32, 32, 32, 32, 32)
    """
    if not 1 <= decks <= DECKS_MAX:
        raise BadConfig(f"is no number of decks from 1 to {DECKS_MAX}", field="decks", value=decks)
    values = [value_of(rank) for rank in _RANKS]
    return tuple(values.count(value) * _SUITS * decks for value in range(_VALUES))


@lru_cache(maxsize=64)
def outcomes(decks: int, tables: ThirdCards) -> Outcomes:
    """Return how the first round from so many whole decks may end.

    >>> from pitboss.games.baccarat.third_cards import third_cards
    >>> from pitboss.rulebook import edition
    >>> found = outcomes(8, third_cards(edition("oneida-minibaccarat-2004")))
    >>> found.counts["banker"], found.total, round(float(found.probability("tie")), 6)
    (2292252566437888, 4998398275503360, 0.095156)
    """
    return count(full_shoe(decks), tables)


def count(shoe: Sequence[int], tables: ThirdCards) -> Outcomes:
    """Count how a round may end that is dealt from any shoe, given as how many cards of each value, 0 to 9, it holds.

    The two cards of a hand are counted together, whichever came first: 55 pairs for each hand instead of 100.
    """
    if len(shoe) != _VALUES or min(shoe) < 0 or sum(shoe) < _CARDS_MAX:
        raise BadConfig("a count for each value 0 to 9, of six cards or more", field="shoe", value=list(shoe))
    found: _Grid = [[0] * _VALUES for _ in range(_VALUES)]
    for player, player_ways, after_player in _pairs(shoe):
        for banker, banker_ways, left in _pairs(after_player):
            _third_cards(found, tables, (player, banker), player_ways * banker_ways, left)
    return Outcomes(tuple(map(tuple, found)))


def _pairs(shoe: Sequence[int]) -> Iterator[tuple[int, int, list[int]]]:
    """Yield the two-card hands of a shoe: Point Count, ways to be dealt, and what is left of the shoe."""
    for first in range(_VALUES):
        for second in range(first, _VALUES):
            left = list(shoe)
            ways = left[first] * (1 if first == second else 2)
            left[first] -= 1
            ways *= left[second]
            left[second] -= 1
            if ways:
                yield points_of((first, second)), ways, left


def _third_cards(found: _Grid, tables: ThirdCards, counts: tuple[int, int], ways: int, left: Sequence[int]) -> None:
    """Add the ways in which a round goes on from these counts on two cards, reached in so many ways."""
    player, banker = counts
    size = sum(left)
    if is_natural(player) or is_natural(banker):
        found[player][banker] += ways * perm(size, 2)
    elif not tables.player_draws(player):
        _banker(found[player], banker, ways * (size - 1), left if tables.banker_draws(banker, None) else None, size)
    else:
        for third, cards in enumerate(left):
            if cards:
                row = found[points_of((player, third))]
                rest = _without(left, third) if tables.banker_draws(banker, third) else None
                _banker(row, banker, ways * cards, rest, size - 1)


def _banker(row: list[int], banker: int, ways: int, left: Sequence[int] | None, size: int) -> None:
    """Finish the Banker's Hand, with a card of what is left or without one, in a row of that hand's final counts."""
    if left is None:
        row[banker] += ways * size
        return
    for third, cards in enumerate(left):
        row[(banker + third) % _VALUES] += ways * cards


def _without(shoe: Sequence[int], value: int) -> list[int]:
    left = list(shoe)
    left[value] -= 1
    return left
