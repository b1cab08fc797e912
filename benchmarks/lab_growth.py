"""How the laboratory grows: a simulated round by seats, decks and workers, and an exact analysis by decks.

`python -m benchmarks.lab_growth --output docs/images/lab-growth.svg` measures and draws. Turns are about a millisecond
long and the best counts, so that other work on the machine hardly shows; an analysis is measured by processor time.
"""

from __future__ import annotations

import itertools
import os
import time
from collections.abc import Callable
from pathlib import Path

import cyclopts
import numpy as np

from benchmarks.timing import best_of
from pitboss.draw.svg import element, group, picture
from pitboss.games.baccarat import rules as baccarat_rules
from pitboss.games.blackjack import rules as blackjack_rules
from pitboss.lab.blackjack.exact import analyse
from pitboss.lab.plots import Panel, Point, large, plain
from pitboss.lab.simulation import kernel
from pitboss.lab.simulation.compiling import compiled
from pitboss.lab.simulation.plans import Plan, Step
from pitboss.lab.simulation.play import blackjack_run
from pitboss.lab.simulation.run import BLOCK, Run
from pitboss.lab.simulation.tables import baccarat_of, blackjack_of
from pitboss.lab.simulation.wagers import wagers_of
from pitboss.rulebook import TableConfig, table_config

__all__ = ["as_svg", "measure"]

SEATS, DECKS = range(1, 8), (1, 2, 4, 6, 8)
WORKERS = (1, 2, 4)
BLOCKS = 4
"""How many blocks a run has that is timed by workers: every number of them has the same to do to the end."""
ROUNDS = 2_048
STAKE = 10
Lines = dict[str, list[Point]]
"""Points by name."""


def _config(decks: int) -> TableConfig:
    shoe = {"reshuffle": "cutting_card", "cut_from_end": 13 * decks + 13}
    return table_config({"rulebook": "oneida-blackjack-2004", "settings": {"decks": decks, **shoe}})


def _rules(decks: int) -> blackjack_rules.Rules:
    return blackjack_rules.rules_of(_config(decks))


def _plain(rules: blackjack_rules.Rules, seats: int) -> Callable[[], object]:
    model = blackjack_of(rules, analyse(rules, stake=STAKE).table, stake=STAKE, seats=seats)
    walk, blocks = compiled(kernel.play_blackjack), itertools.count()
    found = np.zeros(64 * STAKE * seats + 1, np.int64), np.zeros((0, kernel.SEATS_MAX), np.int64)
    return lambda: walk(np.uint64(1), next(blocks), ROUNDS, *model.parts, found)


def _every(rules: blackjack_rules.Rules, seats: int) -> Callable[[], object]:
    plan = Plan((Step(stake=STAKE, insurance=5, hit=5), Step(stake=2 * STAKE, win=1)))
    model = wagers_of(rules, analyse(rules, stake=STAKE).table, plan, seats=seats)
    walk, blocks = compiled(kernel.play_wagers), itertools.count()
    found = np.zeros((ROUNDS, kernel.SEATS_MAX), np.int64), np.zeros(2, np.int64)
    return lambda: walk(np.uint64(1), next(blocks), *model.parts, found)


def _baccarat(decks: int) -> Callable[[], object]:
    document = {"rulebook": "oneida-minibaccarat-2004", "settings": {"decks": decks}}
    cards, cut, tables = baccarat_of(baccarat_rules.rules_of(table_config(document)))
    walk, blocks, nothing = compiled(kernel.count_baccarat), itertools.count(), np.zeros(0, np.uint16)
    counts = np.zeros(10 * kernel.WIDTH, np.int64)
    return lambda: walk(np.uint64(1), next(blocks), ROUNDS, cards, cut, tables, counts, nothing)


def _analysis(decks: int, turns: int) -> float:
    rules, found = _rules(decks), []
    for _ in range(turns):
        begin = time.process_time()
        analyse(rules)
        found.append(time.process_time() - begin)
    return min(found)


def _run(workers: int) -> Callable[[], object]:
    """Return a whole run of one seat, as `pitboss simulate --workers` plays it; the table is analysed beforehand."""
    made = blackjack_run(_config(6), stake=STAKE, seats=1, seed=1)
    return lambda: list(Run(made.what, made.play, made.exact).go(BLOCKS * BLOCK, workers=workers))


def _by_workers(turns: int) -> list[Point]:
    best = best_of({str(workers): _run(workers) for workers in WORKERS}, rounds=max(1, turns // 2))
    return [(float(workers), 1e-6 * BLOCKS * BLOCK / best[str(workers)]) for workers in WORKERS]


def measure(turns: int) -> dict[str, Lines]:
    """Measure everything, by panel and line: nanoseconds a round, milliseconds an analysis, million rounds a second."""
    six = _rules(6)
    by_seats = {
        "main wager": {seats: _plain(six, seats) for seats in SEATS},
        "every wager, a plan": {seats: _every(six, seats) for seats in SEATS},
    }
    by_decks = {
        "blackjack": {decks: _plain(_rules(decks), 1) for decks in DECKS},
        "mini-baccarat": {decks: _baccarat(decks) for decks in (6, 8, 12, 16)},
    }
    return {
        "seats": {name: _timed(ways, turns) for name, ways in by_seats.items()},
        "decks": {name: _timed(ways, turns) for name, ways in by_decks.items()},
        "exact": {"one set of rules": [(float(decks), 1e3 * _analysis(decks, max(1, turns // 40))) for decks in DECKS]},
        "workers": {"one seat": _by_workers(turns)},
    }


def _timed(ways: dict[int, Callable[[], object]], turns: int) -> list[Point]:
    best = best_of({str(size): way for size, way in ways.items()}, rounds=turns)
    return [(float(size), 1e9 * best[str(size)] / ROUNDS) for size in ways]


_SIZE = 930.0, 655.0
_COLOURS = ("#1f4e79", "#b8202e")
_TITLES = {
    "seats": ("Blackjack, six decks, by seats", "seats", "nanoseconds a round"),
    "decks": ("By decks", "decks", "nanoseconds a round"),
    "exact": ("Exact blackjack, by decks", "decks", "milliseconds"),
    "workers": (f"A run of blackjack on {os.cpu_count()} cores", "workers", "million rounds a second"),
}


def as_svg(found: dict[str, Lines]) -> str:
    """Draw what was measured."""
    parts = [element("rect", x=0.0, y=0.0, width=_SIZE[0], height=_SIZE[1], fill="#fffdf6")]
    for place, (name, lines) in enumerate(found.items()):
        title, across, up = _TITLES[name]
        points = [point for line in lines.values() for point in line]
        most = max(value for _, value in points)
        width = max(size for size, _ in points)
        corner = 10.0 + 460 * (place % 2), 15.0 + 325 * (place // 2)
        panel = Panel(corner, title, (0.0, width), (0.0, 1.1 * most), (plain, large), (across, up))
        parts += panel.axes()
        for colour, (line, drawn) in zip(_COLOURS, lines.items(), strict=False):
            parts.append(panel.line(drawn, stroke=colour))
            parts += [element("circle", cx=x, cy=y, r=3.0, fill=colour) for x, y in map(panel.at, drawn)]
            x, y = panel.at(drawn[-1])
            parts.append(element("text", line, x=x - 6, y=y - 8, font_size=11, text_anchor="end", fill=colour))
    said = "What a simulated round and an exact analysis take, by seats, decks and workers."
    return picture("growth", *_SIZE, group(*parts), title="How the laboratory grows", description=said)


def main(*, turns: int = 200, output: Path = Path("build/lab-growth.svg")) -> None:
    """Measure, print and draw.

    Args:
        turns: turns of each way.
        output: the picture to write.
    """
    found = measure(turns)
    for name, lines in found.items():
        for line, points in lines.items():
            print(name, line, " ".join(f"{size:.0f}:{value:.1f}" for size, value in points), flush=True)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(as_svg(found), encoding="utf-8")


if __name__ == "__main__":
    app = cyclopts.App(version_flags=[])
    app.default(main)
    app()
