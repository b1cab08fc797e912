"""Pools settled from columns, to be held against the same pools settled ticket by ticket."""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from pitboss.tote.columns import Columns
from pitboss.tote.combos import POSITIONS
from pitboss.tote.config import config_of
from pitboss.tote.odds import odds_of, probables_of, quotes_of
from pitboss.tote.pools import Outcome, Pool
from pitboss.tote.races import Race
from pitboss.tote.settle import Settled, settle_columns, settled_pools

__all__ = ["Told", "columns_of", "pool_of", "pools_of", "race_of", "told", "told_by_columns"]

PROBABLES = ("exacta", "quinella", "double")


@dataclass(frozen=True)
class Told:
    """All that can be asked of a pool: its figures, its tickets, its board."""

    figures: dict[str, Any]
    refunds: dict[str, int]
    payouts: dict[str, int]
    board: dict[str, Any]


def told(outcome: Outcome) -> Told:
    """Return what a pool came to that was settled ticket by ticket."""
    payouts = {ticket: amount for ticket, amount in outcome.ticket_payouts.items() if amount}
    return Told(_figures(outcome), dict(outcome.ticket_refunds), payouts, _board(outcome))


def told_by_columns(pool: Pool, *, kind: str = "i4") -> Told:
    """Return what a pool comes to if its bets are put into columns, with masks of a type."""
    settled = settle_columns(replace(pool, bets=[]), columns_of(pool, kind=kind))
    outcome = settled.outcome
    return Told(_figures(outcome), *_by_ticket(pool, settled), _board(outcome))


def columns_of(pool: Pool, *, kind: str = "i4") -> Columns:
    """Return the bets of a pool as columns."""
    places = POSITIONS.get(pool.kind) or len(pool.races)
    masks = np.array([bet.masks for bet in pool.bets], dtype=kind).reshape(-1, places).T
    sources = list(pool.rates)
    numbers = [sources.index(bet.source) for bet in pool.bets]
    return Columns.of(masks, [bet.amount for bet in pool.bets], numbers, sources)


def _by_ticket(pool: Pool, settled: Settled) -> tuple[dict[str, int], dict[str, int]]:
    refunds, payouts = defaultdict[str, int](int), defaultdict[str, int](int)
    for bet, refund, payout in zip(pool.bets, settled.refunds.tolist(), settled.payouts.tolist(), strict=True):
        refunds[bet.ticket] += refund
        payouts[bet.ticket] += payout
    return dict(refunds), {ticket: amount for ticket, amount in payouts.items() if amount}


def _figures(outcome: Outcome) -> dict[str, Any]:
    names = ("status", "reason", "sold", "refunds", "takeout", "gross", "net", "balance", "carryover_out", "paid")
    paid = {source: outcome.payout.get(source, 0) for source in outcome.sold}
    return {name: getattr(outcome, name) for name in names} | {"payout": paid}


def _board(outcome: Outcome) -> dict[str, Any]:
    """Return the odds, and where it is open the probables and will-pays, at every source."""
    pool = outcome.pool
    asked = {"win": [odds_of]} | {kind: [probables_of] for kind in PROBABLES if outcome.status == "open"}
    found = {source: [ask(outcome, source) for ask in asked.get(pool.kind, [])] for source in pool.rates}
    *legs, last = pool.races
    if outcome.status == "open" and legs and pool.kind not in POSITIONS and all(race.is_over for race in legs):
        found |= {f"will pay at {source}": [quotes_of(outcome, source)] for source in pool.rates if not last.is_over}
    return found


def pools_of(card: dict[str, Any]) -> Iterator[tuple[Pool, Outcome]]:
    """Yield the pools of a card that can be put into columns, with what they came to ticket by ticket."""
    _, outcomes = settled_pools(json.dumps(card).encode())
    for outcome in outcomes.values():
        if outcome.pool.kind != "twin_trifecta":
            yield outcome.pool, outcome


def race_of(*order: str, runners: int = 6, **more: Any) -> Race:
    """Return a race that ended in an order such as "1", "2=3", or one without a result."""
    names = tuple(str(number) for number in range(1, runners + 1))
    result = tuple(tuple(place.split("=")) for place in order) if order else None
    return Race("1", names, {name: i for i, name in enumerate(names)}, result=result, **more)


def pool_of(kind: str, races: Sequence[Race], *, rates: dict[str, str] | None = None, **config: Any) -> Pool:
    """Return a pool without bets, and without takeout unless told."""
    by_source = {source: Fraction(rate) for source, rate in (rates or {"host": "0"}).items()}
    return Pool("P", kind, tuple(races), by_source, config_of(config, "config"))
