"""The second count of all money: what every account must hold, from stakes and outcomes and never from the moves.

It shares nothing with what makes the moves. It reads events as plain JSON under their stored names: stakes, payments,
fees, prices of tickets. After every event it must agree with the ledger, account by account.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pitboss.ledger.chart import account_of
from pitboss.ledger.recount_everyday import EVERYDAY
from pitboss.ledger.recount_tables import (
    AUTOMATIC,
    BLACKJACK,
    LAID,
    SETTLED,
    TABLES,
    TOURNAMENT,
    Book,
    Change,
    Fields,
    Rule,
)


def _card(book: Book, event: Fields) -> Iterator[Change]:
    """Count what earlier days carried over into a card's pools; a pool is named by its track, first race and type."""
    track = event["card"]["track"]
    for pool in event["card"]["pools"]:
        carried = pool.get("carryover_minor", 0)
        yield book.currency, f"carryover:{track}-{pool['type']}", -carried
        yield book.currency, f"pool:{track}-{pool['races'][0]}-{pool['type']}", carried


def _sold(book: Book, event: Fields) -> Iterator[Change]:
    """Count the price of a ticket bet by bet: each of a bet's pools took as much of it as the others."""
    prices: dict[str, int] = {}
    for bet in event["bets"]:
        for pool in bet["pools"]:
            prices[pool] = prices.get(pool, 0) + bet["cost_minor"] // len(bet["pools"])
    book.tickets[event["ticket"]] = prices
    yield book.currency, "patrons", -event["total_minor"]
    for pool, price in prices.items():
        yield book.currency, f"pool:{pool}", price


def _cancelled(book: Book, event: Fields) -> Iterator[Change]:
    """Take a ticket's price out of its pools again."""
    yield book.currency, "patrons", event["total_minor"]
    for pool, price in book.tickets.pop(event["ticket"]).items():
        yield book.currency, f"pool:{pool}", -price


def _settled(book: Book, event: Fields) -> Iterator[Change]:
    """Count where a pool's money goes: to tickets that are to be cashed, to the house, to another day.

    Of a pool that was settled before, what is otherwise now; what its tickets took out of the outs stays taken.
    """
    unit, name, paid = book.currency, event["pool"], event["paid"]
    due = sum(paid["refund_minor"]) + sum(paid["payout_minor"])
    track = name.partition("-")[0]
    places = {
        "outs": due,
        "takeout": event["takeout_minor"],
        "breakage": event["breakage_minor"],
        f"carryover:{track}-{event['kind']}": event["carryover_out_minor"],
        "minus_pool": -event["minus_pool_minor"],
        "payment_errors": -event.get("payment_error_minor", 0),
    }
    before = book.settled.get(name, {})
    book.settled[name] = places
    for place, amount in places.items():
        yield unit, place, amount - before.get(place, 0)
        yield unit, f"pool:{name}", before.get(place, 0) - amount


def _take_out(book: Book, pool: str, amount: int) -> None:
    """Remember that the outs hold less for a pool."""
    places = book.settled.setdefault(pool, {})
    places["outs"] = places.get("outs", 0) - amount


def _cashed(book: Book, event: Fields) -> Iterator[Change]:
    """Count what a ticket was paid, pool by pool: a first half out of its pool, all else out of the outs.

    What a pool had too little for a first half the house added to it.
    """
    from_pool = event.get("from_pool") or [False] * len(event["pool"])
    for pool, added in zip(event["pool"], event.get("minus_pool_minor", ()), strict=False):
        yield book.currency, "minus_pool", -added
        yield book.currency, f"pool:{pool}", added
        places = book.settled.setdefault(pool, {})
        places["minus_pool"] = places.get("minus_pool", 0) - added
    parts = zip(event["pool"], event["payout_minor"], event["refund_minor"], from_pool, strict=True)
    for pool, payout, refund, is_first_half in parts:
        yield book.currency, f"pool:{pool}" if is_first_half else "outs", -payout - refund
        yield book.currency, "patrons", payout + refund
        if not is_first_half:
            _take_out(book, pool, payout + refund)


def _refunded(book: Book, event: Fields) -> Iterator[Change]:
    """Count what a ticket was paid back: out of a pool that was not settled, or else out of the outs."""
    for pool, refund, from_pool in zip(event["pool"], event["refund_minor"], event["from_pool"], strict=True):
        yield book.currency, f"pool:{pool}" if from_pool else "outs", -refund
        if not from_pool:
            _take_out(book, pool, refund)
        yield book.currency, "patrons", refund


def _expired(book: Book, event: Fields) -> Iterator[Change]:
    yield book.currency, "outs", -event["unclaimed_minor"]
    yield book.currency, "unclaimed", event["unclaimed_minor"]


TOTE: dict[str, Rule] = {
    "tote.card_opened/1": _card,
    "tote.ticket_sold/1": _sold,
    "tote.ticket_cancelled/1": _cancelled,
    "tote.pool_settled/1": _settled,
    "tote.ticket_cashed/1": _cashed,
    "tote.ticket_refunded/1": _refunded,
    "tote.tickets_expired/1": _expired,
}
RULES: dict[str, Rule] = {**LAID, **SETTLED, **TABLES, **AUTOMATIC, **BLACKJACK, **TOURNAMENT, **EVERYDAY, **TOTE}
"""Stored name to what the event changes; what is not here moves nothing."""
_OPENED = "stream.opened/1"


class Recount:
    """One stream counted again, event by event."""

    def __init__(self, stream: str) -> None:
        """Begin before the stream's first record."""
        self.stream = stream
        self.held: dict[str, int] = {}
        """Account to what it must hold of this stream's money."""
        self.book = Book()
        self._rules: Mapping[str, Rule] = RULES

    def add(self, rules: Mapping[str, Rule]) -> None:
        """Count a game that was added from outside; its rules cannot replace ours."""
        self._rules = {**rules, **RULES}

    def take(self, event: Fields) -> dict[str, int]:
        """Count one event; return what it changed, account by account.

        >>> table = Recount("table:main")
        >>> table.take({"type": "stream.opened/1", "config": {"currency": "USD"}})
        {}
        >>> table.take({"type": "sicbo.wager_placed/1", "player": "Ann", "bet": "big", "stake_minor": 500})
        {'USD:table:main/layout': 500, 'USD:house/circulation': -500}
        """
        name = event["type"]
        if name == _OPENED:
            config = event["config"]
            self.book = Book(currency=config["currency"], config=config)
            rounds = config.get("settings", {}).get("correctable_rounds")
            self.book.past.rounds_kept = rounds or self.book.past.rounds_kept
            return {}
        rule = self._rules.get(name)
        found: dict[str, int] = {}
        book, stream = self.book, self.stream
        for unit, place, amount in list(rule(book, event)) if rule is not None else ():
            account = account_of(stream, place, unit)
            found[account] = found.get(account, 0) + amount
            book.add(unit, place, amount)
        book.past.follow(event)
        if not book.places.get("layout"):
            book.laid_minor = 0
        changed = {account: amount for account, amount in found.items() if amount}
        for account, amount in changed.items():
            self.held[account] = self.held.get(account, 0) + amount
        return changed
