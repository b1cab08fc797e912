"""What amounts the six chips of a terminal's screen can make: any number of each, in any mix."""

from __future__ import annotations

from functools import lru_cache
from math import gcd

REMAINDERS_MAX = 1_000_000
"""Of chips that have so little in common that more would have to be looked at, only the smallest are counted."""


def is_made_of(chips: tuple[int, ...], amount: int) -> bool:
    """Tell whether an amount can be made of chips.

    >>> [is_made_of((100, 500, 2_500), amount) for amount in (50, 100, 700, 750)]
    [False, True, True, False]
    >>> [is_made_of((300, 500), amount) for amount in (100, 300, 700, 800)]
    [False, True, False, True]
    """
    return least_of(chips, amount) == amount


def least_of(chips: tuple[int, ...], amount: int) -> int:
    """Return the least amount of chips that is no less than this.

    >>> least_of((300, 500), 700), least_of((300, 500), 0)
    (800, 0)
    """
    least = _least_by_remainder(chips)
    smallest = min(chips)
    if not least:
        return -(-amount // smallest) * smallest
    unit = gcd(*chips)
    steps, first = -(-amount // unit), smallest // unit
    found = (low if low >= steps else low + -(-(steps - low) // first) * first for low in least)
    return min(found) * unit


@lru_cache(maxsize=100)
def _least_by_remainder(chips: tuple[int, ...]) -> tuple[int, ...]:
    """Return, for each remainder by the smallest chip, the least amount that has it, all in their greatest unit."""
    unit = gcd(*chips)
    first, *others = sorted(chip // unit for chip in set(chips))
    if first > REMAINDERS_MAX:
        return ()
    beyond = sum(others, first) * first
    least = [0, *[beyond] * (first - 1)]
    for chip in others:
        cycle = gcd(first, chip)
        for start in range(cycle):
            low = min(least[start::cycle])
            for _ in range(first // cycle):
                low = least[low % first] = min(low + chip, least[(low + chip) % first])
    return tuple(least)
