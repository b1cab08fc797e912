"""Does play agree? Every exact edge beside simulated rounds: `make lab-report`.

A simulation counts ends, so one of a house stands for all of its wagers: what each of them would have gained is
reckoned from the same rounds. Mini-baccarat and blackjack have a fresh shoe in every round here, as the exact odds do.
What a wager beside blackjack's main one gains is what the same rounds come to with more of it, less what they came to.
Seeds are fixed: equal programs write equal reports.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import cyclopts
import numpy as np

from pitboss.games.baccarat import rules as baccarat_rules
from pitboss.games.blackjack.acts import Kind
from pitboss.games.blackjack.rules import rules_of
from pitboss.lab.blackjack.tables import ACE
from pitboss.lab.blackjack.wagers import (
    insurance_chance,
    insurance_edge,
    shoe_of,
    values_of,
    wager_chances,
    wager_edges,
)
from pitboss.lab.ends import Ends, bets_of, ends_of
from pitboss.lab.simulation import kernel
from pitboss.lab.simulation.compiling import compiled
from pitboss.lab.simulation.laid import without_limits
from pitboss.lab.simulation.plans import Plan, Step
from pitboss.lab.simulation.play import blackjack_run, ends_run
from pitboss.lab.simulation.run import Play, Played, Run, check_run
from pitboss.lab.simulation.tables import baccarat_of
from pitboss.rulebook import TableConfig, edition, table_config

__all__ = ["LIMIT", "Row", "as_text", "rows"]

Settings = dict[str, Any]
LIMIT = 4
"""Standard errors that a simulated edge may be off."""
SEED = 23
"""The seed of the first table; each further one has the next."""
STAKE = 10_000
SLOWER = 10
"""Blackjack plays so many times fewer rounds."""
LAYOUTS: tuple[tuple[str, Settings], ...] = (
    ("oneida-roulette-2008", {}),
    ("seabrook-roulette", {}),
    ("hoian-roulette-2020", {}),
    ("oneida-sicbo-2004", {}),
    ("oneida-sicbo-2004", {"two_of_a_kind": "exactly"}),
)
SHOES: tuple[Settings, ...] = (
    {},
    {"decks": 6, "form": "no_vig", "pct": 0},
    {"decks": 12, "form": "tie_vig", "pct": 25},
)
BLACKJACK: tuple[Settings, ...] = (
    {},
    {"decks": 1, "surrender": "text", "push21": True},
    {"decks": 2, "h17": True, "das": False},
    {"decks": 6, "h17": True, "das": True, "surrender": "late"},
    {"decks": 8, "max_hands": 2, "bj_pays": [6, 5]},
    {"dealer_bj": "original", "push21": True},
    {"multiple_action": 3, "max_hands": 2},
)
BESIDE: tuple[Settings, ...] = (
    {"initial_suit": "same_suit"},
    {"initial_suit": "king_queen", "decks": 2},
)


@dataclass(frozen=True)
class Row:
    """One exact edge and what play came to."""

    house: str
    settings: str
    wager: str
    rounds: int
    exact: float
    simulated: float
    off: float
    """How many standard errors the simulated edge lies above the exact one."""

    @property
    def is_within(self) -> bool:
        """Tell whether play agrees."""
        return abs(self.off) < LIMIT


def rows(rounds: int, *, workers: int = 1) -> Iterator[Row]:
    """Play every table and yield a row for each of its wagers."""
    shoes = [("oneida-minibaccarat-2004", settings) for settings in SHOES]
    seed = SEED
    for rulebook, settings in (*LAYOUTS, *shoes):
        config = table_config({"rulebook": rulebook, "settings": settings})
        counts = _counted(config, seed, rounds, workers)
        for bet in bets_of(config):
            yield _row(config, settings, ends_of(config, {bet: STAKE}), bet, counts)
        seed += 1
    for settings in BLACKJACK:
        yield _blackjack(settings, seed, max(1, rounds // SLOWER), workers)
        seed += 1
    for settings in BESIDE:
        yield from _beside(settings, seed, max(1, rounds // SLOWER), workers)
        seed += 1


def _counted(config: TableConfig, seed: int, rounds: int, workers: int) -> list[int]:
    """Play rounds and return how often each end came."""
    run = ends_run(without_limits(config), {bets_of(config)[0]: STAKE}, seed)
    # The same blocks, but their results are the ends themselves, and not what one wager gains by them.
    is_baccarat = edition(config.rulebook).game == "baccarat"
    ends = len(ends_of(config, {bets_of(config)[0]: STAKE}).gains)
    run.play = _fresh_shoes(config, seed) if is_baccarat else _ends(ends, seed)
    _played(run, rounds, workers)
    return [run.totals.counts.get(end, 0) for end in range(ends)]


def _ends(ends: int, seed: int) -> Play:
    walk = compiled(kernel.count_ends)

    def play(block: int, rounds: int) -> Played:
        counts = np.zeros(ends, np.int64)
        walk(np.uint64(seed), block, rounds, counts)
        return Played(dict(enumerate(counts.tolist())), rounds)

    return play


def _fresh_shoes(config: TableConfig, seed: int) -> Play:
    walk = compiled(kernel.count_baccarat)
    cards, _, tables = baccarat_of(baccarat_rules.rules_of(config))

    def play(block: int, rounds: int) -> Played:
        counts = np.zeros((10, kernel.WIDTH), np.int64)
        walk(np.uint64(seed), block, rounds, cards, len(cards), tables, counts.ravel(), np.zeros(0, np.uint16))
        return Played(dict(enumerate(counts[:, :10].ravel().tolist())), rounds)

    return play


def _row(config: TableConfig, settings: Settings, ends: Ends, bet: str, counts: Sequence[int]) -> Row:
    rounds = sum(counts)
    edge = -sum(gain * count for gain, count in zip(ends.gains, counts, strict=True)) / rounds / ends.staked
    off = (edge - float(ends.edge)) / sqrt(ends.variance / rounds)
    return Row(config.rulebook, _words(settings), bet, rounds, float(ends.edge), edge, off)


def _blackjack(settings: Settings, seed: int, rounds: int, workers: int) -> Row:
    config = table_config({"rulebook": "oneida-blackjack-2004", "settings": settings})
    run = blackjack_run(config, stake=1_000, seats=1, seed=seed)
    _played(run, rounds, workers)
    found, exact = run.estimate(), run.exact
    if exact is None:
        raise SystemExit(f"{_words(settings)} has no exact edge to compare with")
    off = (exact - found.mean) / found.error
    return Row(config.rulebook, _words(settings), "best table of totals", rounds, -exact, -found.mean, off)


def _beside(settings: Settings, seed: int, rounds: int, workers: int) -> Iterator[Row]:
    """Play the same rounds three times: with little on the first two cards, with more, and with insurance."""
    config = table_config({"rulebook": "oneida-blackjack-2004", "settings": settings})
    rules, stake, more = rules_of(config), 1_000, 500
    shoe, kind_of_suit = shoe_of(rules.shoe_decks), Kind(settings["initial_suit"])

    def gained(suit: int = 1, insurance: int = 0) -> int:
        step = Step(stake=stake, suit=suit, insurance=insurance)
        run = blackjack_run(without_limits(config), stake=Plan((step,)), seats=1, seed=seed)
        _played(run, rounds, workers)
        return sum(gain * count for gain, count in run.totals.counts.items())

    usual, an_ace = gained(), Fraction(values_of(shoe)[ACE], sum(shoe))
    wagers = (
        (
            kind_of_suit,
            1,
            wager_chances(shoe)[kind_of_suit],
            wager_edges(rules, shoe)[kind_of_suit],
            gained(suit=1 + more),
        ),
        (Kind.INSURANCE, an_ace, insurance_chance(shoe), insurance_edge(rules, shoe), gained(insurance=more)),
    )
    for kind, laid, wins, exact, found in wagers:
        # Of a unit that is laid in this share of all rounds: its result's mean square less its squared mean.
        square = laid * (rules.pays(kind) ** 2 * wins + 1 - wins) - (laid * exact) ** 2
        edge, error = (usual - found) / (more * rounds * float(laid)), sqrt(square / rounds) / float(laid)
        off = (edge - float(exact)) / error
        yield Row(config.rulebook, _words(settings), kind.value, rounds, float(exact), edge, off)


def _played(run: Run, rounds: int, workers: int) -> None:
    for found in run.go(rounds, workers=workers):
        if sys.stderr.isatty():
            print(f"\r{found.rounds:,} of {rounds:,}", end="", file=sys.stderr)


def _words(settings: Settings) -> str:
    return ", ".join(f"{name} = {value}" for name, value in settings.items()) or "as the edition has it"


def as_text(found: Sequence[Row]) -> str:
    """Return the report as Markdown: of bets of one kind the one that is furthest off stands for all."""
    worst: dict[tuple[str, str, str], Row] = {}
    many: dict[tuple[str, str, str], int] = {}
    for row in found:
        key = (row.house, row.settings, row.wager.partition(":")[0])
        many[key] = many.get(key, 0) + 1
        if key not in worst or abs(row.off) > abs(worst[key].off):
            worst[key] = row
    beyond = sum(not row.is_within for row in found)
    lines = [
        f"{len(found)} exact edges, {beyond} of them {LIMIT} standard errors or more from what play came to.",
        f"Of the wagers of one kind the one furthest off is shown. Seeds from {SEED} on, one for each table.",
        "",
        "| House | Settings | Wager | of | Rounds | Exact edge | Simulated | Standard errors off |",
        "|---|---|---|--:|--:|--:|--:|--:|",
    ]
    for key, row in worst.items():
        figures = f"{row.rounds:,} | {row.exact:.6%} | {row.simulated:.6%} | {row.off:+.2f}"
        lines.append(f"| {row.house} | {row.settings} | {row.wager} | {many[key]} | {figures} |")
    return "\n".join([*lines, ""])


def main(*, rounds: int = 10**8, workers: int = 2, output: Path = Path("build/lab-report.md")) -> None:
    """Write the report; end with 1 where play does not agree.

    Args:
        rounds: rounds of each table; blackjack plays a tenth of them.
        workers: how many threads play.
        output: the file to write.
    """
    check_run(SEED, rounds, workers, None)
    found = list(rows(rounds, workers=workers))
    text = as_text(found)
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text, encoding="utf-8")
    print(text)
    if not all(row.is_within for row in found):
        raise SystemExit(1)


if __name__ == "__main__":
    app = cyclopts.App(version_flags=[])
    app.default(main)
    app()
