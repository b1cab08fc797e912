"""A pool and what it comes to: money in, refunds, takeout, winning classes with their prices, each ticket's part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.tote.bets import combinations_of
from pitboss.tote.pricing import Amounts, Paid, WinningClass, distribute, takeout_of

if TYPE_CHECKING:
    from pitboss.tote.bets import Bet
    from pitboss.tote.config import Config
    from pitboss.tote.races import Race

__all__ = ["Candidate", "Counter", "Held", "Outcome", "Pool", "amounts_of", "covered", "live_bets", "refund_all"]

Counter = Callable[[Sequence[int]], int]
"""Counts how many combinations of a bet belong to a class."""


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

    @property
    def race(self) -> Race:
        """Return the first race, which is the only one of a single-race pool."""
        return self.races[0]


@dataclass(frozen=True)
class Candidate:
    """Bets that would share a price, if anybody holds one of them."""

    combo: str
    count: Counter
    share: Fraction | None = None
    """A share of the profit; None divides it equally among those that are held."""


Held = tuple[Candidate, Fraction, Amounts]
"""A class that somebody holds, its share of the profit, and what each source has on it."""


@dataclass
class Outcome:
    """What a pool came to."""

    pool: Pool
    status: str = "open"
    reason: str | None = None
    sold: Amounts = field(default_factory=dict)
    refunds: Amounts = field(default_factory=dict)
    takeout: Amounts = field(default_factory=dict)
    payout: Amounts = field(default_factory=lambda: defaultdict(int))
    carryover_out: int = 0
    paid: list[Paid] = field(default_factory=list)
    ticket_refunds: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    ticket_payouts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    live: list[tuple[Bet, tuple[int, ...]]] = field(default_factory=list)
    """The bets that are not refunded, each with what is left of its masks."""

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
        self.paid.append(paid)
        for (entry, _, _), prices in zip(classes, paid.prices, strict=True):
            for bet, masks in self.live:
                count = entry.count(masks)
                if count:
                    self.credit(bet, count * prices[bet.source].pays(bet.amount))

    def credit(self, bet: Bet, amount: int) -> None:
        """Pay an amount to a ticket."""
        self.ticket_payouts[bet.ticket] += amount
        self.payout[bet.source] += amount


def live_bets(pool: Pool, live_masks: Callable[[Sequence[int]], tuple[int, ...]]) -> Outcome:
    """Return a pool's money with every combination refunded that the live masks leave out."""
    outcome = Outcome(pool)
    outcome.sold = dict.fromkeys(pool.rates, 0)
    outcome.refunds = dict.fromkeys(pool.rates, 0)
    for bet in pool.bets:
        masks = live_masks(bet.masks)
        cost = bet.amount * combinations_of(pool.kind, bet.masks)
        live = bet.amount * combinations_of(pool.kind, masks)
        outcome.sold[bet.source] += cost
        outcome.refunds[bet.source] += cost - live
        outcome.ticket_refunds[bet.ticket] += cost - live
        if live:
            outcome.live.append((bet, masks))
    gross = {source: outcome.sold[source] - outcome.refunds[source] for source in pool.rates}
    outcome.takeout = takeout_of(gross, pool.rates, pool.config.rounding)
    return outcome


def refund_all(outcome: Outcome, reason: str) -> Outcome:
    """Give everything back, without takeout; a carryover stays for another day."""
    for bet in outcome.pool.bets:
        outcome.ticket_refunds[bet.ticket] = 0
    for bet in outcome.pool.bets:
        outcome.ticket_refunds[bet.ticket] += bet.amount * combinations_of(outcome.pool.kind, bet.masks)
    outcome.refunds = dict(outcome.sold)
    outcome.takeout = dict.fromkeys(outcome.sold, 0)
    outcome.payout.clear()
    outcome.ticket_payouts.clear()
    outcome.paid.clear()
    outcome.live.clear()
    outcome.status, outcome.reason = "refunded", reason
    outcome.carryover_out = outcome.pool.carryover_in
    return outcome


def amounts_of(outcome: Outcome, count: Counter) -> Amounts:
    """Return what each source has on a class of combinations."""
    amounts = dict.fromkeys(outcome.pool.rates, 0)
    for bet, masks in outcome.live:
        amounts[bet.source] += bet.amount * count(masks)
    return amounts


def covered(outcome: Outcome, candidates: Iterable[Candidate]) -> list[Held]:
    """Return the candidates that somebody holds, with an equal share each."""
    found = [(entry, amounts_of(outcome, entry.count)) for entry in candidates]
    held = [(entry, amounts) for entry, amounts in found if sum(amounts.values())]
    return [(entry, Fraction(1, len(held)), amounts) for entry, amounts in held]
