"""A pool and what it comes to: money in, refunds, takeout, winning classes with their prices, each ticket's part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.tote.combos import Bet, Masks, Wanted
from pitboss.tote.config import Config
from pitboss.tote.pricing import Amounts, Paid, Price, WinningClass, distribute, takeout_of
from pitboss.tote.races import Race

if TYPE_CHECKING:
    from pitboss.tote.books import PoolBook


@dataclass
class Pool:
    """One pool before its calculation."""

    name: str
    kind: str
    races: tuple[Race, ...]
    rates: dict[str, Fraction]
    config: Config
    carryover_in: int = 0
    is_mandatory: bool = False
    bets: list[Bet] = field(default_factory=list)
    payoffs: Mapping[str, int] | None = None
    """Combination to what it pays for two dollars, where that was read from the signal and is not calculated."""

    @property
    def race(self) -> Race:
        """Return the first race, which is the only one of a single-race pool."""
        return self.races[0]


@dataclass(frozen=True)
class Candidate:
    """Bets that would share a price, if anybody holds one of them."""

    combo: str
    wanted: Wanted


Held = tuple[Candidate, Fraction, Amounts]
"""A class that somebody holds, its share of the profit, and what each source has on it."""


@dataclass
class Outcome:
    """What a pool came to."""

    pool: Pool
    book: PoolBook
    status: str = "open"
    reason: str | None = None
    sold: Amounts = field(default_factory=dict)
    refunds: Amounts = field(default_factory=dict)
    takeout: Amounts = field(default_factory=dict)
    payout: Amounts = field(default_factory=lambda: defaultdict(int))
    carryover_out: int = 0
    paid: list[Paid] = field(default_factory=list)
    ticket_refunds: dict[str, int] = field(default_factory=dict)
    """Every ticket of the pool. Where bets came in columns there are no tickets, and their rows have these amounts."""
    ticket_payouts: dict[str, int] = field(default_factory=dict)
    """The tickets that are paid something."""

    @property
    def gross(self) -> int:
        """Return what was sold and not refunded."""
        return sum(self.sold.values()) - sum(self.refunds.values())

    @property
    def net(self) -> int:
        """Return what is left after the takeout."""
        return self.gross - sum(self.takeout.values())

    @property
    def balance(self) -> int:
        """Return what is over when everything is paid: breakage, or a minus pool below zero."""
        if self.status != "official":
            return 0
        return self.net + self.pool.carryover_in - sum(self.payout.values()) - self.carryover_out

    def pay(self, money: int, level: int | str, classes: Sequence[Held]) -> None:
        """Price classes with an amount of money and pay every bet in them."""
        entries = [WinningClass(entry.combo, level, amounts, share) for entry, share, amounts in classes]
        paid = distribute(money, entries, self.pool.rates, self.pool.config)
        paid.prices = [self.read(entry.combo, prices) for entry, prices in zip(entries, paid.prices, strict=True)]
        self.paid.append(paid)
        for (entry, _, _), prices in zip(classes, paid.prices, strict=True):
            self.add_paid(self.book.pay(entry.wanted, prices))

    def read(self, combo: str, prices: dict[str, Price]) -> dict[str, Price]:
        """Return a class's prices, or in their place what was read from the signal for it."""
        payoff = (self.pool.payoffs or {}).get(combo)
        if payoff is None:
            return prices
        return {source: Price(payoff, 200, price.unbroken) for source, price in prices.items()}

    def add_paid(self, amounts: Amounts) -> None:
        """Count what a book has paid."""
        for source, amount in amounts.items():
            self.payout[source] += amount


def opened(pool: Pool, book: PoolBook, outs: Masks) -> Outcome:
    """Return a pool's money with every combination refunded that names one of the outs, a mask each position."""
    sold, refunds = book.open(outs)
    gross = {source: sold[source] - refunds[source] for source in pool.rates}
    takeout = takeout_of(gross, pool.rates, pool.config.rounding)
    return Outcome(pool, book, sold=sold, refunds=refunds, takeout=takeout)


def refund_all(outcome: Outcome, reason: str) -> Outcome:
    """Give everything back, without takeout; a carryover stays for another day."""
    outcome.book.refund_all()
    outcome.refunds = dict(outcome.sold)
    outcome.takeout = dict.fromkeys(outcome.sold, 0)
    outcome.payout.clear()
    outcome.paid.clear()
    outcome.status, outcome.reason = "refunded", reason
    outcome.carryover_out = outcome.pool.carryover_in
    return outcome


def covered(outcome: Outcome, candidates: Iterable[Candidate]) -> list[Held]:
    """Return the candidates that somebody holds, with an equal share each."""
    found = [(entry, outcome.book.amounts(entry.wanted)) for entry in candidates]
    held = [(entry, amounts) for entry, amounts in found if sum(amounts.values())]
    return [(entry, Fraction(1, len(held)), amounts) for entry, amounts in held]
