"""Run the benchmarks: `python -m benchmarks`. Nothing is written but what `--json` asks for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import cyclopts
import numpy as np
from rich.console import Console
from rich.progress import Progress

from benchmarks import (
    automatic,
    bench_tote_sales,
    blackjack,
    boards,
    exact,
    journal,
    journal_growth,
    library,
    offers,
    pages,
    simulation,
    tote_pools,
    web,
    web_looks,
)
from benchmarks.baccarat import as_values, count_table, measure
from benchmarks.report import Measured, as_document, growth_table, spin_table
from benchmarks.settlement import PLAIN, PUBLIC, Spin, Way, plain_way, ways
from benchmarks.timing import best_of, seconds_of

_PLAIN_WAGERS = 100_000
"""The plain rules are measured on so many wagers, for their time grows with the wagers and with nothing else."""


def main(
    *,
    quick: Annotated[bool, cyclopts.Parameter(negative="")] = False,
    json_file: Annotated[Path | None, cyclopts.Parameter(name="--json")] = None,
) -> None:
    """Measure settlement, shoes, rounds, simulation, sales, pools, the journal, automatic tables, offers and pages.

    Args:
        quick: measure in fewer rounds, and no more than a million wagers, to see whether the benchmarks run.
        json_file: write the figures to this file, too.
    """
    console = Console()
    first_call_s = seconds_of(ways(Spin(wagers=1, players=1))[PUBLIC])
    first_pool_s = seconds_of(tote_pools.first_call())
    # Drawn between the rounds only: a bar that draws itself would run beside what is measured.
    with Progress(console=Console(stderr=True), transient=True, auto_refresh=False) as progress:
        spins = [_spin(progress, players, rounds=5 if quick else 40) for players in (500, 200_000)]
        sizes = [10**power for power in range(3, 7 if quick else 8)]
        growth = [_growth(progress, wagers, rounds=3 if quick else 15) for wagers in sizes]
        pools = _pools(progress, rounds=3 if quick else 40)
    counts = measure(rounds=3 if quick else 15)
    played = blackjack.measure(rounds=3 if quick else 15)
    analysed = exact.measure(rounds=3 if quick else 15, is_whole=not quick)
    simulated = simulation.measure(rounds=10 if quick else 200)
    sales = bench_tote_sales.measure(rounds=3 if quick else 40)
    durable = journal.measure(count=3_000 if quick else 30_000, rounds=1 if quick else 3)
    long = journal.measure_growth(events=20_000 if quick else 1_000_000, rounds=1_000 if quick else 10_000)
    grown = journal_growth.measure(journal_growth.LENGTHS[: 2 if quick else 4])
    terminals = automatic.measure(
        bets=3_000 if quick else 30_000, rounds=1 if quick else 3, evening=100 if quick else 10_000
    )
    spun = library.measure(rounds=1 if quick else 5)
    open_now = offers.measure(rounds=3 if quick else 15)
    net = web.measure(watchers=200, messages=50, bets=5, idle_seconds=2) if quick else web.measure()
    looked = web_looks.measure(bets=100) if quick else web_looks.measure()
    watched = boards.measure(watchers=100, changes=3) if quick else boards.measure()
    shown = pages.measure(count=3, seconds=2) if quick else pages.measure()
    tables = [*map(spin_table, spins), growth_table(growth), count_table(counts), exact.exact_table(analysed)]
    tables += [blackjack.round_table(played), *simulation.simulation_tables(simulated)]
    tables += [bench_tote_sales.sales_table(sales), journal.journal_table(durable), journal.start_table(long)]
    tables += [*automatic.tables(terminals), offers.offers_table(open_now), web.web_table(net)]
    tables += [library.spins_table(spun), journal_growth.growth_table(grown)]
    tables += [web_looks.looks_table(looked), boards.boards_table(watched), *pages.pages_tables(shown)]
    tables += [tote_pools.pool_table(title, figures) for title, figures in pools.items()]
    console.print(*tables)
    console.print(f"The plain rules were measured on {_PLAIN_WAGERS:,} wagers; a million take ten times as long.")
    console.print(f"The first call of settle_batch took {first_call_s:.2f} s, Numba being loaded already.")
    console.print(f"The first pool settled from columns took {first_pool_s:.2f} s, its kernels compiled or loaded.")
    if json_file is not None:
        document = as_document(spins, growth, first_call_s=first_call_s)
        document |= {"counts": as_values(counts), "rounds": blackjack.as_values(played)}
        document |= {"exact": exact.as_values(analysed), "simulation": simulation.as_values(simulated)}
        document |= {"sales": bench_tote_sales.as_values(sales), "first_pool_s": first_pool_s}
        document |= {"net": web.as_values(net), "offers": offers.as_values(open_now)}
        document |= {"looks": web_looks.as_values(looked), "pages": pages.as_values(shown)}
        document |= {"boards": boards.as_values(watched), "library": library.as_values(spun)}
        document |= {"journal_growth": journal_growth.as_values(grown)}
        document |= {"journal": journal.as_values(durable, long), "automatic": automatic.as_values(terminals)}
        document |= {"pools": {title: tote_pools.as_values(figures) for title, figures in pools.items()}}
        json_file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


def _spin(progress: Progress, players: int, *, rounds: int) -> Measured:
    """Measure one spin of a million wagers in every way."""
    spin, few = Spin(10**6, players), Spin(_PLAIN_WAGERS, players)
    measured = _measured(progress, spin, ways(spin, with_kept=True), rounds=rounds)
    plain = best_of({PLAIN: plain_way(few)}, rounds=3)
    return Measured(spin.wagers, players, measured.nanoseconds | {PLAIN: plain[PLAIN] / few.wagers * 1e9})


def _growth(progress: Progress, wagers: int, *, rounds: int) -> Measured:
    spin = Spin(wagers, players=500)
    return _measured(progress, spin, ways(spin), rounds=rounds)


def _pools(progress: Progress, *, rounds: int) -> dict[str, list[tote_pools.Measured]]:
    """Measure large pools, and how their time grows."""
    task = progress.add_task("Pools of tickets", total=tote_pools.STEPS)

    def after_each() -> None:
        progress.advance(task)
        progress.refresh()

    return {
        "Pools settled from columns, ns a ticket": tote_pools.measure(rounds=rounds, after_each=after_each),
        "Growth of pools, ns a ticket": tote_pools.measure_growth(rounds=min(rounds, 15), after_each=after_each),
    }


def _measured(progress: Progress, spin: Spin, found: dict[str, Way], *, rounds: int) -> Measured:
    """Measure the ways, once it is seen that they come to the same sums."""
    expected = found[PUBLIC]()
    for name, way in found.items():
        if not np.array_equal(expected, way()):
            raise SystemExit(f"{name} comes to other sums than {PUBLIC}: there is nothing to compare")
    task = progress.add_task(f"{spin.wagers:,} wagers, {spin.players:,} players", total=rounds)

    def after_round() -> None:
        progress.advance(task)
        progress.refresh()

    best = best_of(found, rounds=rounds, after_round=after_round)
    return Measured(spin.wagers, spin.players, {name: best[name] / spin.wagers * 1e9 for name in found})


if __name__ == "__main__":
    app = cyclopts.App(version_flags=[])
    app.default(main)
    app()
