"""The bets of large pools, drawn at random from a fixed seed: columns of masks, amounts and sources."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pitboss.tote.columns import Columns
from pitboss.tote.combos import POSITIONS
from pitboss.tote.config import Config
from pitboss.tote.pools import Pool
from pitboss.tote.races import Race

__all__ = ["RATES", "Sold"]

RATES = {"host": Fraction(9, 50), "guest": Fraction(1, 5), "hub": Fraction(1, 5)}
"""Takeouts that differ, so that each source is priced by itself."""

_FORMS = {"straight": 0.5, "box": 0.2, "wheel": 0.15, "partial wheel": 0.15}
_AMOUNTS = (10, 50, 100, 200, 500, 1000)

Masks = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Sold:
    """A pool and its tickets; the same ones whenever the sizes are the same."""

    kind: str
    runners: int
    legs: int
    """Races, or for a pool of one race its positions."""
    tickets: int

    @property
    def name(self) -> str:
        """Return what a table calls it."""
        return f"pick {self.legs}" if self.kind == "pickn" else self.kind

    @cached_property
    def pool(self) -> Pool:
        """Return the pool after its races, without bets: the first ticket has won."""
        if self.kind in POSITIONS:
            races = [self._race("1", self.winners)]
        else:
            races = [self._race(str(leg), [won]) for leg, won in enumerate(self.winners, 1)]
        return Pool("P", self.kind, tuple(races), RATES, Config())

    @property
    def winners(self) -> list[int]:
        """Return who won each leg, or came in at each position."""
        return [int(mask).bit_length() - 1 for mask in self.columns.masks[:, 0]]

    @cached_property
    def open_pool(self) -> Pool:
        """Return the pool before its last race."""
        *legs, last = self.pool.races
        return replace(self.pool, races=(*legs, replace(last, result=None)))

    def _race(self, name: str, first: list[int]) -> Race:
        names = tuple(str(runner) for runner in range(1, self.runners + 1))
        order = [*first, *(i for i in range(self.runners) if i not in first)]
        return Race(name, names, {name: i for i, name in enumerate(names)}, result=tuple((names[i],) for i in order))

    @cached_property
    def columns(self) -> Columns:
        """Return the bets, in forms as they are sold: straight, boxed, wheeled with ALL, partly wheeled.

        The first is straight, and the last the same with ALL at the end, so that in any pool somebody has everything
        right, and somebody all but one.
        """
        chance = np.random.default_rng([self.tickets, self.runners, self.legs])
        form = chance.choice(len(_FORMS), self.tickets, p=list(_FORMS.values()))
        drawn = [self._straight(chance), self._boxes(chance), self._wheels(chance), self._partial_wheels(chance)]
        masks = np.empty((self.legs, self.tickets), dtype=np.int32)
        for leg in range(self.legs):
            masks[leg] = np.choose(form, [masks_of_form[leg] for masks_of_form in drawn])
        masks[:, 0] = masks[:, -1] = drawn[0][:, 0]
        masks[-1, -1] = (1 << self.runners) - 1
        amount = chance.choice(_AMOUNTS, self.tickets)
        source = chance.integers(0, len(RATES), self.tickets).astype(np.int16)
        return Columns.of(masks, amount, source, tuple(RATES))

    def _straight(self, chance: np.random.Generator) -> Masks:
        """Return one selection each; of one race they are different."""
        if self.kind not in POSITIONS:
            return _bits(chance.integers(0, self.runners, (self.legs, self.tickets)))
        orders = np.tile(np.arange(self.runners, dtype=np.int8), (self.tickets, 1))
        return _bits(chance.permuted(orders, axis=1)[:, : self.legs].T)

    def _boxes(self, chance: np.random.Generator) -> Masks:
        """Return the same few everywhere: up to five of one race, up to three over several."""
        return np.repeat(self._some(chance, 5 if self.kind in POSITIONS else 3)[None], self.legs, axis=0)

    def _wheels(self, chance: np.random.Generator) -> Masks:
        """Return ALL in every position of one race but one; over several races in one leg only."""
        masks, key = self._straight(chance), chance.integers(0, self.legs, self.tickets)
        is_key = np.arange(self.legs)[:, None] == key
        is_all = ~is_key if self.kind in POSITIONS else is_key
        return np.where(is_all, np.int32((1 << self.runners) - 1), masks)

    def _partial_wheels(self, chance: np.random.Generator) -> Masks:
        """Return up to four in each position or leg."""
        return self._straight(chance) | np.stack([self._some(chance, 3) for _ in range(self.legs)])

    def _some(self, chance: np.random.Generator, most: int) -> Masks:
        masks: Masks = np.bitwise_or.reduce(_bits(chance.integers(0, self.runners, (most, self.tickets))), axis=0)
        return masks


def _bits(interests: NDArray[Any]) -> Masks:
    return np.left_shift(np.int32(1), interests.astype(np.int32))
