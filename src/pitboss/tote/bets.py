"""Tickets as bets on pools: every form of the window turned into a mask for each position or leg."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from pitboss.tote.combos import Masks, count_ordered, count_pairs, count_product

__all__ = ["LEGS", "POSITIONS", "Bet", "Exchange", "combinations_of"]

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


@lru_cache(maxsize=16_384)
def combinations_of(kind: str, masks: Masks) -> int:
    """Count a bet's different combinations in a pool of a type; a sale asks several times for the same bet."""
    if kind == "quinella":
        return count_pairs(masks)
    if kind in POSITIONS:
        return count_ordered(masks)
    return count_product(masks)
