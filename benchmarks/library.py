"""Spins by the library beside the batch form: what a short program pays for a whole Round, settled bet by bet."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from rich.table import Table

import pitboss
from benchmarks.timing import best_of
from pitboss.games.kernel import settle_batch
from pitboss.games.roulette.rules import rules_of
from pitboss.games.roulette.settle import pay_table

__all__ = ["Measured", "as_values", "measure", "spins_table"]

SPINS = 10_000
STAKE = 500
BETS = {1: ("red",), 5: ("red", "dozen:2", "split:17-20", "straight:17", "corner:1-2-4-5")}
SETTLE = "Roulette.settle"
ROUND = "RouletteRound, move by move"
BATCH = "settle_batch"


@dataclass(frozen=True)
class Measured:
    """What 10,000 spins take in one way, with so many bets on each."""

    way: str
    bets: int
    seconds: float


def _ways(bets: tuple[str, ...]) -> dict[str, Callable[[], int]]:
    """Return the ways to what all the spins come to together; every one returns that sum."""
    table = pitboss.Roulette("oneida-roulette-2008")
    chance = random.Random(SPINS)
    landed = [chance.choice(table.pockets) for _ in range(SPINS)]
    stakes = dict.fromkeys(bets, STAKE)
    pays = pay_table(rules_of(table.config))
    places = [rules_of(table.config).position(bet).index for bet in bets]
    # The wagers of all spins as one batch: each spin has a row of positions of its own in the pay table.
    width, index = pays.array.shape[1], pays.layout.wheel.index
    position = np.array([index[pocket] * width + place for pocket in landed for place in places], dtype=np.int64)
    player, stake = np.zeros(len(position), dtype=np.int64), np.full(len(position), STAKE, dtype=np.int64)

    def settle() -> int:
        return sum(table.settle(pocket, stakes).net for pocket in landed)

    def round_by_round() -> int:
        total = 0
        for pocket in landed:
            spin = table.round()
            for bet in bets:
                spin.bet(bet, STAKE)
            total += spin.land(pocket).net
        return total

    def batch() -> int:
        return int(settle_batch(pays.array.ravel(), player, position, stake, players=1).net[0])

    return {SETTLE: settle, ROUND: round_by_round, BATCH: batch}


def measure(*, rounds: int) -> list[Measured]:
    """Measure every way with one bet a spin and with five, once it is seen that they come to the same sum."""
    found = []
    for count, bets in BETS.items():
        ways = _ways(bets)
        if len({way() for way in ways.values()}) > 1:
            raise SystemExit("the library and the batch form come to other sums: there is nothing to compare")
        found += [Measured(name, count, seconds) for name, seconds in best_of(ways, rounds=rounds).items()]
    return found


def spins_table(measured: list[Measured]) -> Table:
    """Return the figures as a table for people."""
    table = Table("way", "bets a spin", "seconds", "µs a spin", title=f"{SPINS:,} spins with their settlements")
    for row in measured:
        table.add_row(row.way, str(row.bets), f"{row.seconds:.4f}", f"{row.seconds / SPINS * 1e6:.3f}")
    return table


def as_values(measured: list[Measured]) -> list[dict[str, object]]:
    """Return the figures as plain values."""
    return [{"way": row.way, "bets": row.bets, "spins": SPINS, "seconds": row.seconds} for row in measured]


if __name__ == "__main__":
    from rich.console import Console

    Console().print(spins_table(measure(rounds=5)))
