"""Pools of a million tickets: from columns to totals, prices and payouts, and to will-pays, beside bare loops."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from rich import box
from rich.table import Table

from benchmarks.timing import turns_of
from benchmarks.tote_bare import bare_legs, bare_superfecta, bare_trifecta, bare_will_pays, read
from benchmarks.tote_bets import RATES, Sold
from pitboss.tote.odds import quotes_of
from pitboss.tote.settle import settle_columns

__all__ = ["STEPS", "Measured", "as_values", "first_call", "measure", "measure_growth", "pool_table"]

PUBLIC = "settle_columns"
BARE = "bare loop"
READ = "columns read"
WILL_PAYS = "will-pays"

_MILLION = 10**6
_LARGE = (("trifecta", 14, 3), ("superfecta", 14, 4), ("pickn", 12, 6))
"""Kind, runners, and positions or legs."""
_GROWTH = (
    *(("trifecta", runners, 3) for runners in (8, 10, 12, 14, 20)),
    *(("superfecta", runners, 4) for runners in (8, 10, 12, 14, 20)),
    *(("pickn", runners, 6) for runners in (8, 10, 12, 14, 20)),
    *(("pickn", 12, legs) for legs in (2, 3, 4)),
)
_TICKETS = (10_000, 100_000, _MILLION)
_GROWN = 200_000
STEPS = len(_LARGE) * (1 + len(_TICKETS)) + len(_GROWTH)
"""How many pools are drawn and measured."""
_BARE = {"trifecta": bare_trifecta, "superfecta": bare_superfecta, "pickn": bare_legs}

Ways = dict[str, Callable[[], Any]]


@dataclass(frozen=True)
class Measured:
    """How long each way took, in nanoseconds a ticket: the best turn, and the one in the middle."""

    name: str
    runners: int
    tickets: int
    best: dict[str, float]
    middle: dict[str, float]

    def ratio(self, way: str) -> float:
        """Return how often another way is done while ours is done once."""
        return self.best[PUBLIC] / self.best[way]


def first_call() -> Callable[[], object]:
    """Return a call that settles one ticket, for which the kernels are loaded or compiled."""
    few = Sold("pickn", 12, 6, 1)
    pools, columns = (few.open_pool, few.pool), few.columns

    def call() -> None:
        for pool in pools:
            outcome = settle_columns(pool, columns).outcome
            if outcome.status == "open":
                quotes_of(outcome, "host")

    return call


def measure(*, rounds: int, after_each: Callable[[], object] = lambda: None) -> list[Measured]:
    """Measure the large pools, and the will-pays of the one over several races."""
    found = []
    for kind, runners, legs in _LARGE:
        sold = Sold(kind, runners, legs, _MILLION)
        found.append(_measured(sold.name, sold, _settled_ways(sold), rounds=rounds))
        if kind == "pickn":
            found.append(_measured(f"{sold.name}, {WILL_PAYS}", sold, _will_pay_ways(sold), rounds=rounds))
        after_each()
    return found


def measure_growth(*, rounds: int, after_each: Callable[[], object] = lambda: None) -> list[Measured]:
    """Measure how the time grows: with the tickets of the large pools, then with runners and legs."""
    sizes = [(*large, tickets) for large in _LARGE for tickets in _TICKETS]
    found = []
    for kind, runners, legs, tickets in (*sizes, *((*grown, _GROWN) for grown in _GROWTH)):
        sold = Sold(kind, runners, legs, tickets)
        found.append(_measured(sold.name, sold, _settled_ways(sold), rounds=rounds))
        after_each()
    return found


def _measured(name: str, sold: Sold, ways: Ways, *, rounds: int) -> Measured:
    """Measure the ways, once it is seen that ours and the bare loop come to the same sums."""
    for ours, bare in zip(ways[PUBLIC](), ways[BARE](), strict=True):
        if not np.array_equal(ours, bare):
            raise SystemExit(f"{BARE} comes to other sums than {PUBLIC}: there is nothing to compare ({name})")
    turns = turns_of(ways, rounds=rounds)
    best, middle = (
        {way: taken[place] / sold.tickets * 1e9 for way, taken in turns.items()} for place in (0, rounds // 2)
    )
    return Measured(name, sold.runners, sold.tickets, best, middle)


def _by_source(amounts: dict[str, int]) -> list[int]:
    return [amounts[source] for source in RATES]


def _settled_ways(sold: Sold) -> Ways:
    """Return the ways to what was sold, what is on each winning class, and what each row is paid."""
    pool, columns = sold.pool, sold.columns
    arrays = (columns.masks, columns.amount, columns.source)
    winners = np.array(sold.winners)
    prices = np.zeros((2, len(RATES)), dtype=np.int64)
    for place, paid in enumerate(settle_columns(pool, columns).outcome.paid):
        prices[place] = [paid.prices[0][source].cents for source in RATES]

    def public() -> Any:
        settled = settle_columns(pool, columns)
        won = np.zeros((2, len(RATES)), dtype=np.int64)
        for place, each in enumerate(settled.outcome.paid):
            won[place] = _by_source(each.classes[0].amounts)
        return np.array(_by_source(settled.outcome.sold)), won, settled.payouts

    def bare() -> Any:
        sums, won = np.zeros(len(RATES), dtype=np.int64), np.zeros((2, len(RATES)), dtype=np.int64)
        payouts = np.zeros(len(columns), dtype=np.int64)
        _BARE[sold.kind](arrays, winners, prices, (sums, won, payouts))
        return sums, won, payouts

    # In turn the bare loop comes after ours, so that it is the one to find the columns in the processor's cache.
    return {PUBLIC: public, BARE: bare, READ: lambda: read(arrays, np.zeros(len(RATES), dtype=np.int64))}


def _will_pay_ways(sold: Sold) -> Ways:
    """Return the ways to what was sold, and what is on each interest of the last leg."""
    pool, columns = sold.open_pool, sold.columns
    arrays = (columns.masks, columns.amount, columns.source)
    winners = np.array(sold.winners)

    def public() -> Any:
        outcome = settle_columns(pool, columns).outcome
        is_live = [price is not None for price in quotes_of(outcome, "host").values()]
        return np.array(_by_source(outcome.sold)), np.array(is_live)

    def bare() -> Any:
        sums, table = np.zeros(len(RATES), dtype=np.int64), np.zeros((len(RATES), sold.runners), dtype=np.int64)
        bare_will_pays(arrays, winners, sums, table)
        return sums, table.sum(axis=0) > 0

    return {PUBLIC: public, BARE: bare, READ: lambda: read(arrays, np.zeros(len(RATES), dtype=np.int64))}


def pool_table(title: str, figures: list[Measured]) -> Table:
    """Return the figures as a table, a row for each pool."""
    table = Table(title=title, box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("pool", no_wrap=True)
    ours = ("settle_\ncolumns", "middle\nturn")
    for heading in ("run-\nners", "tickets", *ours, "bare\nloop", "columns\nread", "times\nbare", "times\nread"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in figures:
        times = [each.best[PUBLIC], each.middle[PUBLIC], each.best[BARE], each.best[READ]]
        shown = [f"{value:.2f}" for value in (*times, each.ratio(BARE), each.ratio(READ))]
        table.add_row(each.name, str(each.runners), f"{each.tickets:,}", *shown)
    return table


def as_values(figures: list[Measured]) -> list[dict[str, object]]:
    """Return the figures as JSON can hold them."""
    return [asdict(each) for each in figures]
