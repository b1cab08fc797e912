"""What a class of winning bets takes, as data: masks for each position or leg, and how they are counted.

None of them knows a rule. The rules choose which one, and a book adds up the bets in it, whichever way it keeps them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING

from pitboss.tote.bets import POSITIONS
from pitboss.tote.combos import count_ordered, count_pairs, pairs_with, with_hits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.tote.combos import Masks, Pattern
    from pitboss.tote.races import Race

__all__ = ["Chosen", "Hits", "InOrder", "Pairs", "PairsWith", "Wanted", "everything", "in_order", "with_so_many_hits"]

_hits = lru_cache(maxsize=65536)(with_hits)


@dataclass(frozen=True, slots=True)
class Chosen:
    """Combinations with one of the wanted in every position or leg, each looked at for itself."""

    wanted: Masks

    def count(self, masks: Sequence[int]) -> int:
        """Count them in a bet.

        >>> Chosen((0b1, 0b11)).count((0b11, 0b111))
        2
        """
        return prod((mask & wanted).bit_count() for mask, wanted in zip(masks, self.wanted, strict=True))


@dataclass(frozen=True, slots=True)
class InOrder:
    """Combinations with one of the wanted in every position, and nobody in two of them."""

    wanted: Masks

    def count(self, masks: Sequence[int]) -> int:
        """Count them in a bet.

        >>> InOrder((0b001, 0b110, 0b110)).count((0b111, 0b111, 0b111))
        2
        """
        left = [mask & wanted for mask, wanted in zip(masks, self.wanted, strict=True)]
        return count_ordered(left) if all(left) else 0


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs in either order, all of them."""

    def count(self, masks: Sequence[int]) -> int:
        """Count them in a bet.

        >>> Pairs().count((0b111, 0b111))
        3
        """
        return count_pairs(masks)


@dataclass(frozen=True, slots=True)
class PairsWith:
    """Pairs in either order that hold one interest and a partner of it."""

    interest: int
    partners: int
    """A mask."""

    def count(self, masks: Sequence[int]) -> int:
        """Count them in a bet.

        >>> PairsWith(0, 0b110).count((0b111, 0b111)), PairsWith(0, 0b100).count((0b100, 0b001))
        (2, 1)
        """
        return pairs_with(masks, self.interest, self.partners)


@dataclass(frozen=True, slots=True)
class Hits:
    """Combinations with a winner in exactly so many legs, but those that have one of the consoled in all the others."""

    hits: int
    winners: Masks
    consoled: Masks = ()
    """For each leg, or nothing at all."""

    def count(self, masks: Sequence[int]) -> int:
        """Count them in a bet.

        >>> Hits(1, (0b1, 0b1)).count((0b11, 0b11)), Hits(1, (0b1, 0b1), (0, 0b10)).count((0b11, 0b11))
        (2, 1)
        """
        won = [(mask & winners).bit_count() for mask, winners in zip(masks, self.winners, strict=True)]
        every = [mask.bit_count() for mask in masks]
        found = _hits(tuple((hit, total - hit) for hit, total in zip(won, every, strict=True)))[self.hits]
        if not self.consoled:
            return found
        out = [(mask & consoled).bit_count() for mask, consoled in zip(masks, self.consoled, strict=True)]
        return found - _hits(tuple(zip(won, out, strict=True)))[self.hits]


Wanted = Chosen | InOrder | Pairs | PairsWith | Hits


def everything(kind: str, masks: Masks) -> Wanted:
    """Return what takes every combination of a pool's type that the masks leave."""
    if kind == "quinella":
        return Pairs()
    return InOrder(masks) if kind in POSITIONS else Chosen(masks)


def in_order(race: Race, pattern: Pattern) -> Chosen | InOrder:
    """Return what takes the combinations of a pattern: for each position an interest, or None for any other."""
    fixed = sum(1 << i for i in pattern if i is not None)
    wanted = tuple(race.all & ~fixed if i is None else 1 << i for i in pattern)
    # With one position left open nobody can be in two.
    return Chosen(wanted) if pattern.count(None) <= 1 else InOrder(wanted)


def with_so_many_hits(hits: int, winners: Masks, everyone: Masks, consoled: Masks = ()) -> Chosen | Hits:
    """Return what takes the combinations with so many hits; a leg without a winner gives nobody one."""
    if any(consoled):
        return Hits(hits, winners, consoled)
    if hits == sum(map(bool, winners)):
        return Chosen(tuple(won or listed for won, listed in zip(winners, everyone, strict=True)))
    return Hits(hits, winners)
