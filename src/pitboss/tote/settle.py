"""A whole card settled: favourites first, then every pool by itself, then the answer as one document."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.decider import decode_or_explain
from pitboss.tote.card import read_card
from pitboss.tote.combos import bits
from pitboss.tote.documents import HOST, CardDocument
from pitboss.tote.odds import display, odds_of, probables_of, quotes_of, whole_or_text
from pitboss.tote.pools import Outcome, Pool
from pitboss.tote.settlement import settle_pool

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.tote.card import Card
    from pitboss.tote.documents import PoolDocument
    from pitboss.tote.pricing import Price, WinningClass
    from pitboss.tote.races import Race

__all__ = ["settle_card", "settle_pool", "settled_pools", "winners_of"]

_DIGITS = 10**7
_DECODER = msgspec.json.Decoder(CardDocument)


def settled_pools(data: bytes) -> tuple[Card, dict[str, Outcome]]:
    """Read a card document and settle every pool of it."""
    card = read_card(decode_or_explain(data, _DECODER))
    _name_favorites(card)
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
    """Give each race its favourite: the interest with the most money to win; of equals the lowest number."""
    to_win = {pool.race.name: pool for pool in reversed(card.pools.values()) if pool.kind == "win"}
    for pool in card.pools.values():
        pool.races = tuple(
            race if race.favorite is not None else replace(race, favorite=_favorite(race, to_win.get(race.name)))
            for race in pool.races
        )


def _favorite(race: Race, pool: Pool | None) -> int | None:
    amounts = [0] * len(race.interests)
    for bet in pool.bets if pool is not None else ():
        for i in bits(bet.masks[0]):
            amounts[i] += bet.amount
    standing = [i for i in range(len(amounts)) if not race.scratched >> i & 1]
    return max(standing, key=lambda i: (amounts[i], -i), default=None)


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
