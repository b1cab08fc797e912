"""Settlement of one roulette spin: the public batch form beside NumPy, a bare compiled loop and the plain rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.games.kernel import settle_batch
from pitboss.games.roulette.layout import layout_of
from pitboss.games.roulette.settle import PayTable

__all__ = ["ADD_AT", "BARE", "BINCOUNT", "KEPT", "PLAIN", "PUBLIC", "Spin", "Way", "plain_way", "ways"]

PUBLIC = "settle_batch"
ADD_AT = "np.add.at"
BINCOUNT = "np.bincount"
KEPT = "np.add.at, memory kept"
BARE = "bare loop"
PLAIN = "plain rules"

_POCKET = "7"
_INSIDE = {"straight": 35, "split": 17, "row": 11, "triple": 11, "corner": 8, "first_five": 6, "six": 5}
_OUTSIDE = {"column": 2, "dozen": 2} | dict.fromkeys(("red", "black", "odd", "even", "low", "high"), 1)
_TABLE = PayTable(layout_of("double_zero"), _INSIDE | _OUTSIDE)

Integers = NDArray[np.int64]
Way = Callable[[], NDArray[Any] | list[int]]


@dataclass(frozen=True, eq=False)
class Spin:
    """The wagers of one spin, each on a position, by a player and of a stake that were drawn at random."""

    wagers: int
    players: int

    @cached_property
    def gains(self) -> Integers:
        """Return what each of the positions gains by the pocket of this spin."""
        return np.array(_TABLE.row(_POCKET), dtype=np.int64)

    @cached_property
    def columns(self) -> tuple[Integers, Integers, Integers]:
        """Return player, position and stake; the same ones whenever the size is the same."""
        chance = np.random.default_rng(self.wagers)
        player = chance.integers(0, self.players, self.wagers)
        position = chance.integers(0, len(self.gains), self.wagers)
        return player, position, 100 * chance.integers(1, 501, self.wagers)


def ways(spin: Spin, *, with_kept: bool = False) -> dict[str, Way]:
    """Return the ways to add up what each player gains from the same columns; every one returns these sums."""
    gains, (player, position, stake) = spin.gains, spin.columns

    def public() -> Integers:
        return settle_batch(gains, player, position, stake, players=spin.players).net

    def add_at() -> Integers:
        net = np.zeros(spin.players, dtype=np.int64)
        np.add.at(net, player, gains[position] * stake)
        return net

    def bincount() -> NDArray[Any]:
        # The sums are floats: they are right only while none passes 2**53.
        return np.bincount(player, weights=gains[position] * stake, minlength=spin.players)

    def bare() -> Integers:
        net = np.zeros(spin.players, dtype=np.int64)
        _bare_loop(gains, player, position, stake, net)
        return net

    # In turn the bare loop comes after ours, so that it is the one to find the columns in the processor's cache.
    found: dict[str, Way] = {PUBLIC: public, BARE: bare, ADD_AT: add_at, BINCOUNT: bincount}
    if with_kept:
        found[KEPT] = _kept_way(spin)
    return found


def _kept_way(spin: Spin) -> Way:
    """Return NumPy's quickest, written by hand: into memory that is kept, and with no check of the positions."""
    gains, (player, position, stake) = spin.gains, spin.columns
    gained = np.empty(spin.wagers, dtype=np.int64)

    def kept() -> Integers:
        net = np.zeros(spin.players, dtype=np.int64)
        np.take(gains, position, out=gained, mode="clip")
        np.multiply(gained, stake, out=gained)
        np.add.at(net, player, gained)
        return net

    return kept


def plain_way(spin: Spin) -> Way:
    """Return the way of the rules: a loop in Python over a row of the pay table."""
    player, position, stake = (column.tolist() for column in spin.columns)

    def plain() -> list[int]:
        row = _TABLE.row(_POCKET)
        net = [0] * spin.players
        for who, where, amount in zip(player, position, stake, strict=True):
            net[who] += row[where] * amount
        return net

    return plain


def _bare(gains: Any, player: Any, position: Any, stake: Any, net: Any) -> None:
    for row in range(len(position)):
        net[player[row]] += gains[position[row]] * stake[row]


_bare_loop = njit(nogil=True)(_bare)
