"""Simulated rounds: the laboratory's compiled walks beside automata in C that were written by hand for one game each.

Both draw the same stream of chance and count the same, so they must come to the same counts before anything is timed.
Each turn plays another block of rounds, so that no processor learns the rounds by heart.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich import box
from rich.table import Table

from benchmarks import automata
from benchmarks.timing import best_of
from pitboss.games.baccarat import rules as baccarat_rules
from pitboss.games.blackjack import rules as blackjack_rules
from pitboss.lab.blackjack.exact import analyse
from pitboss.lab.simulation import kernel
from pitboss.lab.simulation.compiling import compiled
from pitboss.lab.simulation.play import blackjack_run
from pitboss.lab.simulation.run import BLOCK, Run
from pitboss.lab.simulation.tables import baccarat_of, blackjack_of
from pitboss.rulebook import table_config

__all__ = ["Game", "Measured", "as_values", "games", "measure", "simulation_tables"]

KERNEL, BY_HAND = "kernel", "C"
ONE, TWO = "one thread", "two threads"
ROUNDS = 65_536
"""Rounds of one turn."""
STAKE = 10
TABLE = {"decks": 6, "h17": True, "das": True, "reshuffle": "cutting_card", "cut_from_end": 78}
"""Six decks, of which the last quarter stays behind the cutting card."""
_SEED = 1

Way = Callable[[int, int], Any]
"""Plays a block of so many rounds and returns what it counted."""


@dataclass(frozen=True)
class Game:
    """One game both ways; without a compiler there is no second."""

    name: str
    kernel: Way
    by_hand: Way | None


@dataclass(frozen=True)
class Measured:
    """The seconds a round takes at best, by game and way, and those of a run by threads."""

    games: dict[str, dict[str, float]]
    threads: dict[str, float]


def games(made: automata.Automata | None) -> list[Game]:
    """Return the games that are compared."""
    return [_ends("roulette", 38, made), _ends("sic bo", 216, made), _baccarat(made), _blackjack(made)]


def _ends(name: str, count: int, made: automata.Automata | None) -> Game:
    walk = compiled(kernel.count_ends)

    def ours(block: int, rounds: int) -> Any:
        counts = np.zeros(count, np.int64)
        walk(np.uint64(_SEED), block, rounds, counts)
        return counts

    def by_hand(block: int, rounds: int) -> Any:
        counts = np.zeros(count, np.int64)
        made.count_ends(_SEED, block, rounds, counts)  # type: ignore[union-attr]
        return counts

    return Game(name, ours, by_hand if made else None)


def _baccarat(made: automata.Automata | None) -> Game:
    walk = compiled(kernel.count_baccarat)
    rules = baccarat_rules.rules_of(table_config({"rulebook": "oneida-minibaccarat-2004"}))
    cards, cut, tables = baccarat_of(rules)

    def ours(block: int, rounds: int) -> Any:
        counts = np.zeros(10 * kernel.WIDTH, np.int64)
        walk(np.uint64(_SEED), block, rounds, cards, cut, tables, counts, np.zeros(0, np.uint16))
        return counts

    def by_hand(block: int, rounds: int) -> Any:
        counts = np.zeros(10 * kernel.WIDTH, np.int64)
        made.count_baccarat(_SEED, block, rounds, rules.shoe_decks, cut, counts)  # type: ignore[union-attr]
        return counts

    return Game("baccarat", ours, by_hand if made else None)


def _blackjack(made: automata.Automata | None) -> Game:
    walk = compiled(kernel.play_blackjack)
    rules = blackjack_rules.rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": TABLE}))
    table = analyse(rules, stake=STAKE).table
    model, game = blackjack_of(rules, table, stake=STAKE), automata.Blackjack.of(rules, table, stake=STAKE)
    size, nothing = 4 * kernel.HANDS_MAX * STAKE + 1, np.zeros((0, kernel.SEATS_MAX), np.int64)

    def ours(block: int, rounds: int) -> Any:
        histogram = np.zeros(size, np.int64)
        walk(np.uint64(_SEED), block, rounds, *model.parts, (histogram, nothing))
        return histogram

    def by_hand(block: int, rounds: int) -> Any:
        histogram = np.zeros(size, np.int64)
        made.play_blackjack(_SEED, block, rounds, game, histogram)  # type: ignore[union-attr]
        return histogram

    return Game("blackjack", ours, by_hand if made else None)


def measure(*, rounds: int) -> Measured:
    """Measure every game both ways, and a run of blackjack with one thread and with two."""
    found = {game.name: _measured(game, rounds) for game in games(automata.library())}
    config = table_config({"rulebook": "oneida-blackjack-2004", "settings": TABLE})
    size, made = 4 * BLOCK, blackjack_run(config, stake=STAKE, seats=1, seed=_SEED)

    def run(workers: int) -> Callable[[], object]:
        # The table is analysed once, before the clock runs: what is timed is play and the adding up of its blocks.
        return lambda: list(Run(made.what, made.play, made.exact).go(size, workers=workers))

    best = best_of({ONE: run(1), TWO: run(2)}, rounds=rounds)
    return Measured(found, {way: seconds / size for way, seconds in best.items()})


def _measured(game: Game, rounds: int) -> dict[str, float]:
    ways = {KERNEL: game.kernel} | ({BY_HAND: game.by_hand} if game.by_hand else {})
    counts = [way(0, ROUNDS) for way in ways.values()]
    if not all(np.array_equal(counts[0], other) for other in counts):
        raise SystemExit(f"{game.name}: {BY_HAND} comes to other counts than the kernel: there is nothing to compare")

    def turn(way: Way) -> Callable[[], object]:
        blocks = itertools.count(1)
        return lambda: way(next(blocks), ROUNDS)

    best = best_of({name: turn(way) for name, way in ways.items()}, rounds=rounds)
    return {name: seconds / ROUNDS for name, seconds in best.items()}


def simulation_tables(measured: Measured) -> list[Table]:
    """Return the figures as tables for a person."""
    compiler = automata.compiler()
    with_what = f"C by {compiler} {' '.join(automata.FLAGS[:2])}" if compiler else "no C compiler was found"
    table = Table(title=f"Simulated rounds, one core ({with_what})", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("game")
    for heading in ("million rounds/s", "C, million rounds/s", "share of C (aim: 0.85)"):
        table.add_column(heading, justify="right")
    for name, seconds in measured.games.items():
        other = seconds.get(BY_HAND)
        shown = ("-", "-") if other is None else (f"{1e-6 / other:,.1f}", f"{other / seconds[KERNEL]:.2f}")
        table.add_row(name, f"{1e-6 / seconds[KERNEL]:,.1f}", *shown)
    threads = Table(title="A run of blackjack, by threads", box=box.SIMPLE, padding=(0, 1, 0, 0))
    threads.add_column("threads")
    threads.add_column("million rounds/s", justify="right")
    threads.add_column("times one (aim: 1.9)", justify="right")
    for name, taken in measured.threads.items():
        threads.add_row(name, f"{1e-6 / taken:,.1f}", f"{measured.threads[ONE] / taken:.2f}")
    return [table, threads]


def as_values(measured: Measured) -> dict[str, object]:
    """Return the figures as JSON can hold them: seconds a round."""
    return {"games": measured.games, "threads": measured.threads}


if __name__ == "__main__":
    from rich.console import Console

    for shown in simulation_tables(measure(rounds=200)):
        Console().print(shown)
