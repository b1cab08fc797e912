"""Bets and the combinations they hold: how many there are and how many win, from bit masks, without listing any.

What a class of winning bets takes is data, which the batch kernel reads as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, factorial, prod

from pitboss.tote.races import Race

Masks = tuple[int, ...]
Pattern = tuple[int | None, ...]
"""For each position the betting interest it must hold; None takes any."""


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set, from the lowest.

    >>> list(bits(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@lru_cache(maxsize=16)
def _partitions(size: int) -> tuple[tuple[int, tuple[tuple[int, ...], ...]], ...]:
    """Return the set partitions of so many positions with their sign and weight for inclusion and exclusion."""
    found: list[list[list[int]]] = [[]]
    for position in range(size):
        found = [
            grown
            for parts in found
            for grown in (
                *([*parts[:i], [*parts[i], position], *parts[i + 1 :]] for i in range(len(parts))),
                [*parts, [position]],
            )
        ]
    weight = [prod((-1) ** (len(part) - 1) * factorial(len(part) - 1) for part in parts) for parts in found]
    return tuple((sign, tuple(tuple(part) for part in parts)) for sign, parts in zip(weight, found, strict=True))


def count_ordered(masks: Sequence[int]) -> int:
    """Count the sequences that take a different betting interest from each mask.

    >>> count_ordered([0b111, 0b111, 0b111]), count_ordered([0b1, 0b111, 0b111])
    (6, 2)
    """
    total = 0
    for weight, parts in _partitions(len(masks)):
        term = weight
        for part in parts:
            common = masks[part[0]]
            for position in part[1:]:
                common &= masks[position]
            term *= common.bit_count()
            if not term:
                break
        total += term
    return total


def matching_ordered(masks: Sequence[int], pattern: Pattern) -> int:
    """Count the sequences of a bet that hold what a pattern asks for.

    >>> matching_ordered([0b111, 0b111, 0b111], (0, None, 2)), matching_ordered([0b110, 0b111], (0, None))
    (1, 0)
    """
    fixed = 0
    for mask, wanted in zip(masks, pattern, strict=True):
        if wanted is not None:
            if not mask >> wanted & 1 or fixed >> wanted & 1:
                return 0
            fixed |= 1 << wanted
    free = [mask & ~fixed for mask, wanted in zip(masks, pattern, strict=True) if wanted is None]
    return count_ordered(free) if free else 1


def count_pairs(masks: Sequence[int]) -> int:
    """Count the different pairs, in either order, with one of each mask.

    >>> count_pairs([0b111, 0b111]), count_pairs([0b011, 0b110])
    (3, 3)
    """
    first, second = masks
    common = (first & second).bit_count()
    return first.bit_count() * second.bit_count() - common - comb(common, 2)


def pairs_with(masks: Sequence[int], interest: int, partners: int = -1) -> int:
    """Count the pairs of a bet that hold a betting interest and one of the partners, which are a mask.

    >>> pairs_with([0b001, 0b111], 0), pairs_with([0b001, 0b111], 2), pairs_with([0b001, 0b111], 0, 0b100)
    (2, 1, 1)
    """
    first, second = masks
    found = (second if first >> interest & 1 else 0) | (first if second >> interest & 1 else 0)
    return (found & partners & ~(1 << interest)).bit_count()


def count_product(masks: Sequence[int]) -> int:
    """Count the combinations over several races: any of each leg.

    >>> count_product([0b11, 0b1, 0b111])
    6
    """
    return prod(mask.bit_count() for mask in masks)


def with_hits(legs: Sequence[tuple[int, int]]) -> list[int]:
    """Return how many combinations have 0, 1, 2 … hits, given for each leg how many selections hit and how many miss.

    >>> with_hits([(1, 1), (1, 0)])
    [0, 1, 1]
    """
    counts = [1]
    for hits, misses in legs:
        grown = [0, *(count * hits for count in counts)]
        counts = [miss * misses + hit for miss, hit in zip([*counts, 0], grown, strict=True)]
    return counts


POSITIONS = {
    "win": 1,
    "place": 1,
    "show": 1,
    "exacta": 2,
    "quinella": 2,
    "trifecta": 3,
    "superfecta": 4,
    "twin_trifecta": 3,
}
"""How many places of one race a combination names."""
LEGS = {"double": 2, "pick3": 3, "pick6": 6, "twin_trifecta": 2}
"""How many races a pool has where its type fixes it; one where it is not here, any number for pickn."""


@dataclass(frozen=True)
class Exchange:
    """A second-half selection of a twin trifecta, for so much of the first half's stake."""

    masks: tuple[int, ...]
    amount: int


@dataclass(frozen=True)
class Bet:
    """One ticket's bet in one pool: every combination at the base amount."""

    ticket: str
    pool: str
    source: str
    amount: int
    masks: tuple[int, ...]
    exchanges: tuple[Exchange, ...] = field(default=())


@lru_cache(maxsize=1_024)
def combinations_of(kind: str, masks: Masks) -> int:
    """Count a bet's different combinations in a pool of a type; a sale asks several times for the same bet."""
    if kind == "quinella":
        return count_pairs(masks)
    if kind in POSITIONS:
        return count_ordered(masks)
    return count_product(masks)


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
