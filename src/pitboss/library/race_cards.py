"""Race cards priced: what every pool and every ticket of a card comes to, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from pitboss.errors import InputError
from pitboss.tote.card import Card
from pitboss.tote.day.explained import card_ticket, told
from pitboss.tote.explain import explain
from pitboss.tote.pools import Outcome
from pitboss.tote.pricing import Price, WinningClass
from pitboss.tote.settle import settled_pools

__all__ = ["PricedCard", "PricedPool", "PricedTicket", "Winner", "price_card"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Winner:
    """A winning combination and its price."""

    combo: str
    amount: int
    """What was bet on it."""
    price: int
    """What two dollars pay, in cents."""
    exact: Fraction
    """What one dollar would pay before breakage, in dollars."""
    source: str
    """Where it was sold: prices differ where sources have different takeouts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedPool:
    """A pool after its calculation; amounts in cents."""

    name: str
    kind: str
    """`win`, `exacta`, `pick3` …"""
    status: str
    """`official`, `refunded`, `open` while a race is to be run, `empty`."""
    reason: str | None
    sold: int
    refunds: int
    takeout: int
    net: int
    paid: int
    breakage: int
    """What is left over; below zero what a minus pool cost the association."""
    carryover: int
    """What goes to the next pool."""
    winners: tuple[Winner, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedTicket:
    """A ticket after the calculation; amounts in cents."""

    id: str
    combinations: int
    cost: int
    refund: int
    payout: int


class PricedCard:
    """A race card with every pool settled as far as its races were run.

    >>> from pitboss import price_card
    >>> card = price_card("examples/tote/afternoon.json")
    >>> card.pools["W1"].winners[0].combo, card.pools["W1"].winners[0].price
    ('4', 1680)
    >>> card.tickets["01"].payout
    12400
    """

    def __init__(self, card: Card, outcomes: Mapping[str, Outcome]) -> None:
        self._card, self._outcomes = card, outcomes
        self.pools = {name: _pool(outcome) for name, outcome in outcomes.items()}
        """The pools by name."""
        self.tickets = {
            ticket: PricedTicket(
                id=ticket,
                combinations=sold.combos,
                cost=sold.cost,
                refund=sum(outcome.ticket_refunds.get(ticket, 0) for outcome in outcomes.values()),
                payout=sum(outcome.ticket_payouts.get(ticket, 0) for outcome in outcomes.values()),
            )
            for ticket, sold in card.tickets.items()
        }
        """The tickets by id."""

    def __repr__(self) -> str:
        return f"<PricedCard {len(self.pools)} pools, {len(self.tickets)} tickets>"

    def explain(self, name: str) -> tuple[str, ...]:
        """Say how a pool came to its prices, or a ticket to its payment, line by line.

        >>> from pitboss import price_card
        >>> price_card("examples/tote/afternoon.json").explain("W1")[1]
        'Taken out: 4/25 of $100.00, rounded down: $16.00.'
        """
        if name in self._outcomes:
            return explain(self._outcomes[name])
        if name in self._card.tickets:
            return tuple(told(card_ticket(self._card, self._outcomes, name)))
        known = ", ".join(self._outcomes) or "none"
        raise InputError(f"no such pool or ticket; the pools are {known}", field="name", value=name)


def price_card(card: Mapping[str, Any] | str | Path) -> PricedCard:
    """Price a race card: a document with `races`, `pools` and `tickets`, or the path of a JSON file with one.

    Raises:
        InputError: for what no window could have sold, with the place and the value.
    """
    if isinstance(card, Mapping):
        try:
            data = msgspec.json.encode(card)
        except (TypeError, ValueError) as error:
            raise InputError(f"a card is a document that JSON can hold: {error}", field="card") from error
    else:
        try:
            data = Path(card).read_bytes()
        except (OSError, ValueError) as error:
            reason = f"cannot be read: {getattr(error, 'strerror', None) or error}"
            raise InputError(reason, field="file", value=str(card)) from error
    return PricedCard(*settled_pools(data))


def _pool(outcome: Outcome) -> PricedPool:
    return PricedPool(
        name=outcome.pool.name,
        kind=outcome.pool.kind,
        status=outcome.status,
        reason=outcome.reason,
        sold=sum(outcome.sold.values()),
        refunds=sum(outcome.refunds.values()),
        takeout=sum(outcome.takeout.values()),
        net=outcome.net,
        paid=sum(outcome.payout.values()),
        breakage=outcome.balance,
        carryover=outcome.carryover_out,
        winners=tuple(
            _winner(entry, source, price)
            for paid in outcome.paid
            for entry, prices in zip(paid.classes, paid.prices, strict=True)
            for source, price in prices.items()
            if entry.amounts[source]
        ),
    )


def _winner(entry: WinningClass, source: str, price: Price) -> Winner:
    return Winner(
        combo=entry.combo,
        amount=entry.amounts[source],
        price=price.pays(200),
        exact=price.unbroken,
        source=source,
    )
