"""Why was I paid this: a pool's calculation told line by line, every amount exact."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.money import Currency, show
from pitboss.tote.pools import Outcome
from pitboss.tote.pricing import Price, WinningClass

_DOLLAR = Currency.of("USD")


def explain(outcome: Outcome) -> tuple[str, ...]:
    """Tell how a pool came to its prices, from what was sold to what is left over."""
    return tuple(_lines(outcome))


def _lines(outcome: Outcome) -> Iterator[str]:
    pool = outcome.pool
    for source, sold in outcome.sold.items():
        where = f" at {source}" if len(outcome.sold) > 1 else ""
        back = outcome.refunds[source]
        refunded = f", of which {_money(back)} is refunded" if back else ""
        yield f"Sold{where}: {_money(sold)}{refunded}."
        taken = outcome.takeout[source]
        if taken:
            part = f"{pool.rates[source]} of {_money(sold - back)}, rounded {pool.config.takeout_rounding}"
            yield f"Taken out{where}: {part}: {_money(taken)}."
    if pool.carryover_in:
        yield f"Carried in: {_money(pool.carryover_in)}."
    if outcome.status != "official":
        yield f"The pool is {outcome.status}{f': {outcome.reason}' if outcome.reason else ''}."
        return
    yield f"Net: {_money(outcome.net)}."
    for paid in outcome.paid:
        for entry, prices in zip(paid.classes, paid.prices, strict=True):
            for source, price in prices.items():
                if entry.amounts[source]:
                    yield _price(outcome, entry, source, price)
    yield from _rest(outcome)


def _price(outcome: Outcome, entry: WinningClass, source: str, price: Price) -> str:
    """Tell one price: what is bet on the class, its exact price, and what cutting and lifting made of it."""
    cents, per = outcome.pool.config.breakage
    where = f" at {source}" if len(outcome.sold) > 1 else ""
    share = f", {entry.share} of the profit" if entry.share != 1 else ""
    exact = f"{_money(entry.amounts[source])} is on it{where}{share}; exactly {price.unbroken} for 1"
    cut = f"cut to a multiple of {_money(cents)} for {_money(per)}"
    if outcome.pool.payoffs and entry.combo in outcome.pool.payoffs:
        return f"{entry.combo} pays {_money(price.pays(200))} for $2.00, as read from the signal: {exact}."
    how = f"lifted to the minimum of {_money(price.cents)} for {_money(price.per)}" if price.is_lifted else cut
    return f"{entry.combo} pays {_money(price.pays(200))} for $2.00: {exact}; {how}."


def _rest(outcome: Outcome) -> Iterator[str]:
    yield f"Paid: {_money(sum(outcome.payout.values()))}."
    if outcome.carryover_out:
        yield f"Carried over: {_money(outcome.carryover_out)}."
    if outcome.balance > 0:
        yield f"Breakage: {_money(outcome.balance)}."
    if outcome.balance < 0:
        yield f"Minus pool, paid by the association: {_money(-outcome.balance)}."


def _money(cents: int) -> str:
    return show(cents, _DOLLAR)
