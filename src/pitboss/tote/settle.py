"""A whole card settled: favourites first, then every pool by itself, then the answer as one document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.decider import decode_or_explain
from pitboss.errors import InputError
from pitboss.tote.books import PoolBook, TicketBook
from pitboss.tote.card import Card, read_card
from pitboss.tote.column_book import ColumnBook
from pitboss.tote.columns import Columns, ColumnsRefused
from pitboss.tote.combos import POSITIONS, bits
from pitboss.tote.documents import HOST, CardDocument, PoolDocument
from pitboss.tote.multi import settle_double, settle_pick_three
from pitboss.tote.odds import display, odds_of, probables_of, quotes_of, whole_or_text
from pitboss.tote.pick_n import settle_pick_n
from pitboss.tote.pools import Outcome, Pool, opened
from pitboss.tote.pricing import Price, WinningClass
from pitboss.tote.races import Race
from pitboss.tote.single import settle_single
from pitboss.tote.twin import first_half_stakes, settle_twin

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

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


_DIGITS = 10**7
_DECODER = msgspec.json.Decoder(CardDocument)


def settled_pools(data: bytes) -> tuple[Card, dict[str, Outcome]]:
    """Read a card document and settle every pool of it."""
    card = read_card(decode_or_explain(data, _DECODER))
    _name_favorites(card)
    for pool in card.pools.values():
        _refuse_without_favorite(pool)
        _refuse_large_exchanges(card, pool)
    return card, {name: settle_pool(pool) for name, pool in card.pools.items()}


def settle_card(data: bytes) -> dict[str, Any]:
    """Answer one card document.

    Raises:
        InputError: for what no window could have sold, with the place and the value.
    """
    card, outcomes = settled_pools(data)
    answer: dict[str, Any] = {
        "pools": {name: _pool_answer(outcome, card.named[name]) for name, outcome in outcomes.items()},
        "tickets": {
            ticket: {
                "combos": sold.combos,
                "cost": sold.cost,
                "refund": sum(outcome.ticket_refunds.get(ticket, 0) for outcome in outcomes.values()),
                "payout": sum(outcome.ticket_payouts.get(ticket, 0) for outcome in outcomes.values()),
            }
            for ticket, sold in card.tickets.items()
        },
    }
    if card.document.odds_of_prices is not None:
        answer["odds_of_prices"] = [display(price - 100) for price in card.document.odds_of_prices]
    return answer


def _name_favorites(card: Card) -> None:
    """Give each race its favourite, where its card does not name it and there is a win pool to tell."""
    to_win = {pool.race.name: pool for pool in reversed(card.pools.values()) if pool.kind == "win"}
    for pool in card.pools.values():
        pool.races = tuple(
            race if race.favorite is not None else replace(race, favorite=_favorite(race, to_win.get(race.name)))
            for race in pool.races
        )


def _favorite(race: Race, pool: Pool | None) -> int | None:
    """Return a race's favourite by its win pool; without one nobody knows it."""
    if pool is None:
        return None
    amounts = [0] * len(race.interests)
    for bet in pool.bets:
        for i in bits(bet.masks[0]):
            amounts[i] += bet.amount
    return race.favorite_by(amounts)


def _refuse_without_favorite(pool: Pool) -> None:
    """Refuse a pool in which a scratched selection stands for the favourite of a race that has none."""
    is_consoled = pool.kind == "pick3" and pool.config.pick3_scratch == "consolation"
    if pool.kind not in ("pick3", "pick6", "pickn") or is_consoled:
        return
    for leg, race in enumerate(pool.races):
        early = race.scratched_early if pool.config.pickn_early_scratch == "refund" else 0
        needed = race.scratched & ~early
        is_unknown = race.is_run and race.favorite is None
        if is_unknown and any(bet.masks[leg] & needed for bet in pool.bets):
            reason = f"a scratched selection of pool {pool.name} stands for the favourite: name it, or give a win pool"
            raise InputError(reason, field=f"races.{race.name}.favorite", value=None)


def _refuse_large_exchanges(card: Card, pool: Pool) -> None:
    """Refuse exchanges of a twin trifecta for more than the ticket won with, or cost at all."""
    if pool.kind != "twin_trifecta":
        return
    won = first_half_stakes(pool) if pool.race.is_run else {}
    places = {ticket.id: place for place, ticket in enumerate(card.document.tickets)}
    for bet in pool.bets:
        asked = sum(exchange.amount for exchange in bet.exchanges)
        stake = sum(won.get(bet.ticket, ())) or card.tickets[bet.ticket].cost
        if asked > stake:
            reason = f"an exchange is dollar for dollar: the ticket stands for {stake} cents there"
            raise InputError(reason, field=f"tickets[{places[bet.ticket]}].exchange", value=asked)


def _pool_answer(outcome: Outcome, document: PoolDocument) -> dict[str, Any]:
    pool = outcome.pool
    has_sources = len(set(pool.rates.values())) > 1
    answer: dict[str, Any] = {"type": pool.kind, "status": outcome.status}
    if outcome.reason is not None:
        answer["reason"] = outcome.reason
    answer |= {
        "sold": sum(outcome.sold.values()),
        "refunds": sum(outcome.refunds.values()),
        "gross": outcome.gross,
        "takeout": sum(outcome.takeout.values()),
        "net": outcome.net,
        "carryover_in": pool.carryover_in,
        "carryover_out": outcome.carryover_out,
        "payout": sum(outcome.payout.values()),
        "breakage": max(outcome.balance, 0),
        "minus_pool": max(-outcome.balance, 0),
        "winners": list(winners_of(outcome, has_sources=has_sources)),
    }
    first = HOST if HOST in pool.rates else next(iter(pool.rates))
    if pool.kind == "win":
        answer["odds"] = odds_of(outcome, first)
    if document.probables and outcome.status == "open" and pool.kind in ("exacta", "quinella", "double"):
        answer["probables"] = probables_of(outcome, first)
    if document.will_pays and outcome.status == "open" and _is_last_leg_open(pool):
        answer["will_pays"] = quotes_of(outcome, first)
    if has_sources:
        answer["by_source"] = {
            source: {
                "sold": outcome.sold[source],
                "refunds": outcome.refunds[source],
                "takeout": outcome.takeout[source],
                "payout": outcome.payout.get(source, 0),
            }
            for source in pool.rates
        }
    return answer


def _is_last_leg_open(pool: Pool) -> bool:
    *legs, last = pool.races
    return bool(legs) and pool.kind != "twin_trifecta" and all(race.is_over for race in legs) and not last.is_over


def winners_of(outcome: Outcome, *, has_sources: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the winning classes with their prices, consolations last; one row a source where takeouts differ."""
    for paid in sorted(outcome.paid, key=lambda paid: any(entry.level == "consolation" for entry in paid.classes)):
        for entry, prices in zip(paid.classes, paid.prices, strict=True):
            if not has_sources:
                yield _winner(entry, next(iter(prices.values())), entry.amount)
                continue
            for source, price in prices.items():
                if entry.amounts[source]:
                    yield {**_winner(entry, price, entry.amounts[source]), "source": source}


def _winner(entry: WinningClass, price: Price, amount: int) -> dict[str, Any]:
    one = Fraction(price.cents * 100, price.per)
    cut = int(abs(price.unbroken) * _DIGITS)
    sign = "-" if price.unbroken < 0 and cut else ""
    found: dict[str, Any] = {
        "combo": entry.combo,
        "level": entry.level,
        "amount": amount,
        "price_1": whole_or_text(one),
        "price_2": price.pays(200),
        "unbroken_1": f"{sign}{cut // _DIGITS}.{cut % _DIGITS:07d}",
    }
    if entry.share != 1:
        found["share"] = str(entry.share)
    return found
