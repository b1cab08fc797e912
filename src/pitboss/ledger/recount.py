"""The second count of all money: what every account must hold, from stakes and outcomes and never from the moves.

It shares nothing with what makes the moves. It reads events as plain JSON under their stored names: stakes, payments,
fees, prices of tickets. After every event it must agree with the ledger, account by account.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.ledger.chart import account_of
from pitboss.ledger.recount_automatic import AUTOMATIC
from pitboss.ledger.recount_blackjack import BLACKJACK, TOURNAMENT
from pitboss.ledger.recount_book import Book
from pitboss.ledger.recount_tables import TABLES
from pitboss.ledger.recount_tote import TOTE
from pitboss.ledger.recount_wagers import LAID, SETTLED

if TYPE_CHECKING:
    from pitboss.ledger.recount_book import Fields, Rule

__all__ = ["RULES", "Recount"]

RULES: dict[str, Rule] = {**LAID, **SETTLED, **TABLES, **AUTOMATIC, **BLACKJACK, **TOURNAMENT, **TOTE}
"""Stored name to what the event changes; what is not here moves nothing."""
_OPENED = "stream.opened/1"


class Recount:
    """One stream counted again, event by event."""

    def __init__(self, stream: str) -> None:
        """Begin before the stream's first record."""
        self.stream = stream
        self.held: dict[str, int] = {}
        """Account to what it must hold of this stream's money."""
        self._book = Book()

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
            self._book = Book(currency=event["config"]["currency"], config=event["config"])
            return {}
        rule = RULES.get(name)
        found: dict[str, int] = {}
        for unit, place, amount in rule(self._book, event) if rule is not None else ():
            account = account_of(self.stream, place, unit)
            found[account] = found.get(account, 0) + amount
        changed = {account: amount for account, amount in found.items() if amount}
        for account, amount in changed.items():
            self.held[account] = self.held.get(account, 0) + amount
        return changed
