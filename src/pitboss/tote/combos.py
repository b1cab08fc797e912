"""Bets as sets: how many combinations a bet holds, and how many of them a pattern takes, without listing any.

A bet of one race is a bit mask for each position, and its combinations are the ways of taking a different runner from
each. A bet over several races is a mask for each leg, and every choice counts. Bit i is betting interest i.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, factorial, prod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["bits", "count_ordered", "count_pairs", "count_product", "matching_ordered", "pairs_with", "with_hits"]

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
