"""Wheels that no single row of masks can hold, as several rows that share no combination; a row may hold none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.rulebook import cites
from pitboss.tote.combos import Masks, bits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["both_ways", "order_free"]


@cites("PW-C15", "Q36")
def both_ways(keys: int, every: int) -> list[Masks]:
    """Return an exacta wheel with the keys on top and below; two keys with each other are in the first row only.

    >>> both_ways(0b0001, 0b1111)
    [(1, 15), (14, 1)]
    """
    return [(keys, every), (every & ~keys, keys)]


@cites("PW-C16", "Q37")
def order_free(groups: Sequence[int], every: int, places: int) -> Iterator[Masks]:
    """Yield rows for "a runner of each group among the first places, in any order", each combination in one row.

    Every group needs a runner of its own: one that stands in two groups serves only one of them. Places that no group
    needs take anybody. Filling the places from the first, all runners after which the same groups could have been
    served go on together; two rows therefore differ at some place in runners that no other row has there.

    >>> list(order_free([0b001, 0b010], 0b111, 2)), list(order_free([0b001], 0b111, 2))
    ([(1, 2), (2, 1)], [(1, 7), (6, 1)])
    """
    alike: dict[int, int] = {}
    for interest in bits(every):
        member_of = sum(1 << place for place, group in enumerate(groups) if group >> interest & 1)
        alike[member_of] = alike.get(member_of, 0) | 1 << interest
    yield from _filled(frozenset({0}), (), alike, len(groups), places)


def _filled(served: frozenset[int], row: Masks, alike: dict[int, int], groups: int, places: int) -> Iterator[Masks]:
    """Yield the ways to fill the remaining places; `served` are the sets of groups that the row so far can serve."""
    left = places - len(row)
    if max(one.bit_count() for one in served) + left < groups:
        return
    if not left:
        yield row
        return
    onward: dict[frozenset[int], int] = {}
    for member_of, runners in alike.items():
        after = served | {one | 1 << group for one in served for group in bits(member_of)}
        onward[after] = onward.get(after, 0) | runners
    for after, runners in onward.items():
        yield from _filled(after, (*row, runners), alike, groups, places)
