"""The bets of a pool as its calculation sees them: what is sold, what a class of them holds, what each is paid.

The rules ask a book and never look at a bet. Here is the book that keeps bets one by one, as they are sold; the one
that keeps them in columns answers the same.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Mapping

from pitboss.tote.combos import Bet, Chosen, Masks, Wanted, bits, combinations_of
from pitboss.tote.pools import Pool
from pitboss.tote.pricing import Amounts, Price

ByLast = dict[str, list[int]]
"""For each source what is on each interest of the last position or leg."""


class PoolBook(ABC):
    """What the rules ask of the bets of a pool. Amounts are by source, and have every source of the pool."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self._remembered: dict[Masks, ByLast] | None = None

    @abstractmethod
    def open(self, outs: Masks) -> tuple[Amounts, Amounts]:
        """Return what was sold, and what of it is refunded because it names one of the outs, a mask each position."""

    @abstractmethod
    def add_up(self, wanted: Wanted) -> Amounts:
        """Add up what is on a class of combinations."""

    @abstractmethod
    def holds(self, wanted: Wanted) -> bool:
        """Tell whether anything is on a class of combinations; often much quicker than how much."""

    @abstractmethod
    def by_last(self, before: Masks) -> ByLast:
        """Return what is on each interest of the last position, of what has one of these in every position before."""

    @abstractmethod
    def pay(self, wanted: Wanted, prices: Mapping[str, Price]) -> Amounts:
        """Pay every combination of a class, and return what was paid."""

    @abstractmethod
    def refund_all(self) -> None:
        """Take back what was paid, and refund everything: nothing is on any class any more."""

    @abstractmethod
    def _same(self) -> PoolBook:
        """Return a book of the same bets, as far as they are not refunded, in which nothing is paid."""

    def for_quotes(self) -> PoolBook:
        """Return the same book for questions about each interest of the last position in turn.

        It answers them all from one look at the bets, and what it pays is paid nowhere else.
        """
        found = self._same()
        found._remembered = {}  # noqa: SLF001 - of the same class
        return found

    def amounts(self, wanted: Wanted) -> Amounts:
        """Return what is on a class of combinations."""
        if self._remembered is None or not isinstance(wanted, Chosen):
            return self.add_up(wanted)
        before, last = wanted.wanted[:-1], wanted.wanted[-1]
        if before not in self._remembered:
            self._remembered[before] = self.by_last(before)
        return {source: sum(found[i] for i in bits(last)) for source, found in self._remembered[before].items()}

    def _none(self) -> Amounts:
        return dict.fromkeys(self.pool.rates, 0)


class TicketBook(PoolBook):
    """Bets one by one, and what becomes of each ticket."""

    def __init__(self, pool: Pool) -> None:
        super().__init__(pool)
        self.live: list[tuple[Bet, Masks]] = []
        """The bets that are not refunded, each with what is left of its masks."""
        self.refunds: dict[str, int] = defaultdict(int)
        self.payouts: dict[str, int] = defaultdict(int)

    def open(self, outs: Masks) -> tuple[Amounts, Amounts]:
        """Count every bet, and what is left of it without the outs."""
        kind, sold, refunded = self.pool.kind, self._none(), self._none()
        for bet in self.pool.bets:
            masks = tuple(mask & ~out for mask, out in zip(bet.masks, outs, strict=True))
            cost = bet.amount * combinations_of(kind, bet.masks)
            live = cost if masks == bet.masks else bet.amount * combinations_of(kind, masks)
            sold[bet.source] += cost
            refunded[bet.source] += cost - live
            self.refunds[bet.ticket] += cost - live
            if live:
                self.live.append((bet, masks))
        return sold, refunded

    def add_up(self, wanted: Wanted) -> Amounts:
        """Add up amount by count."""
        found = self._none()
        for bet, masks in self.live:
            found[bet.source] += bet.amount * wanted.count(masks)
        return found

    def holds(self, wanted: Wanted) -> bool:
        """Look for the first bet that has it."""
        return any(wanted.count(masks) for _, masks in self.live)

    def by_last(self, before: Masks) -> ByLast:
        """Add up what the last position holds, of bets that have all the others."""
        found = {source: [0] * len(self.pool.races[-1].interests) for source in self.pool.rates}
        chosen = Chosen(before)
        for bet, masks in self.live:
            amount = bet.amount * chosen.count(masks[:-1])
            for i in bits(masks[-1]) if amount else ():
                found[bet.source][i] += amount
        return found

    def pay(self, wanted: Wanted, prices: Mapping[str, Price]) -> Amounts:
        """Pay bet by bet; what is less than a cent is dropped for each combination."""
        paid = self._none()
        for bet, masks in self.live:
            count = wanted.count(masks)
            if count:
                amount = count * prices[bet.source].pays(bet.amount)
                self.credit(bet, amount)
                paid[bet.source] += amount
        return paid

    def credit(self, bet: Bet, amount: int) -> None:
        """Pay an amount to a ticket."""
        self.payouts[bet.ticket] += amount

    def refund_all(self) -> None:
        """Give every ticket its cost."""
        self.payouts.clear()
        self.live = []
        for bet in self.pool.bets:
            self.refunds[bet.ticket] = 0
        for bet in self.pool.bets:
            self.refunds[bet.ticket] += bet.amount * combinations_of(self.pool.kind, bet.masks)

    def _same(self) -> TicketBook:
        found = TicketBook(self.pool)
        found.live = self.live
        return found
