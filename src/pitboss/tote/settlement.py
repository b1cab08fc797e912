"""One pool settled by the rules of its type, from tickets or from columns."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.tote.bets import POSITIONS
from pitboss.tote.books import TicketBook
from pitboss.tote.column_book import ColumnBook
from pitboss.tote.columns import Columns, ColumnsRefused
from pitboss.tote.multi import settle_double, settle_pick_three
from pitboss.tote.pick_n import settle_pick_n
from pitboss.tote.pools import opened
from pitboss.tote.single import settle_single
from pitboss.tote.twin import settle_twin

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from pitboss.tote.books import PoolBook
    from pitboss.tote.pools import Outcome, Pool

__all__ = ["COLUMNS_FROM", "Settled", "settle_columns", "settle_pool"]

_SETTLE: dict[str, Callable[[Pool, PoolBook], Outcome]] = {
    "double": settle_double,
    "pick3": settle_pick_three,
    "pick6": settle_pick_n,
    "pickn": settle_pick_n,
}
COLUMNS_FROM = 50_000
"""From so many bets on it is worth while to put them into columns, and to load what walks over these."""


@dataclass(frozen=True, eq=False)
class Settled:
    """What a pool came to whose bets are in columns."""

    outcome: Outcome
    """All but what each ticket gets, for there are none."""
    refunds: NDArray[np.int64]
    """What each row gets back."""
    payouts: NDArray[np.int64]
    """What each row is paid."""


def settle_pool(pool: Pool) -> Outcome:
    """Settle one pool, as far as its races have come."""
    if len(pool.bets) >= COLUMNS_FROM:
        try:
            return _settle_in_columns(pool)
        except ColumnsRefused:
            # Exchanges, more interests than a mask has bits, sums past 64 bits: ticket by ticket all of it can be done.
            pass
    book = TicketBook(pool)
    if pool.kind == "twin_trifecta" and pool.bets:
        outcome = settle_twin(pool, book)
    else:
        outcome = _settled(pool, book, is_empty=not pool.bets)
    outcome.ticket_refunds, outcome.ticket_payouts = book.refunds, book.payouts
    return outcome


def settle_columns(pool: Pool, columns: Columns) -> Settled:
    """Settle one pool, as far as its races have come, whose bets are in columns and not in the pool.

    Who substitutes for a scratched selection stands in the races, since there is no other pool to see the favourite by.

    >>> from pitboss.tote.config import Config, fraction_of
    >>> from pitboss.tote.pools import Pool
    >>> from pitboss.tote.races import Race
    >>> race = Race("1", ("1", "2"), {"1": 0, "2": 1}, result=(("2",), ("1",)))
    >>> pool = Pool("W1", "win", (race,), {"host": fraction_of("0.2", "takeout")}, Config())
    >>> settled = settle_columns(pool, Columns.of([[0b01, 0b10]], [300, 100]))
    >>> settled.outcome.net, settled.payouts.tolist()
    (320, [0, 320])

    Raises:
        ColumnsRefused: for a row that is no bet of this pool, and where 64 bits might be too few for a sum. A twin
            trifecta is refused, too: its exchanges belong to tickets.
    """
    book = ColumnBook(pool, columns)
    outcome = _settled(pool, book, is_empty=not len(columns))
    return Settled(outcome, book.refunds, book.payouts)


def _settled(pool: Pool, book: PoolBook, *, is_empty: bool) -> Outcome:
    if not is_empty:
        return _SETTLE.get(pool.kind, settle_single)(pool, book)
    outcome = opened(pool, book, (0,) * (POSITIONS.get(pool.kind) or len(pool.races)))
    outcome.status, outcome.carryover_out = "empty", pool.carryover_in
    return outcome


def _settle_in_columns(pool: Pool) -> Outcome:
    """Settle the tickets of a pool from columns made for the purpose."""
    settled = settle_columns(pool, Columns.of_bets(pool.bets, tuple(pool.rates)))
    refunds, payouts = defaultdict[str, int](int), defaultdict[str, int](int)
    for bet, refund, payout in zip(pool.bets, settled.refunds.tolist(), settled.payouts.tolist(), strict=True):
        refunds[bet.ticket] += refund
        if payout:
            payouts[bet.ticket] += payout
    settled.outcome.ticket_refunds, settled.outcome.ticket_payouts = refunds, payouts
    return settled.outcome
