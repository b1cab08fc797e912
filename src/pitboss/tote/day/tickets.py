"""Tickets: their number that nobody can guess, the code that shows an altered one, and the states they go through."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from sys import intern
from typing import Any, Final, TypeVar

import msgspec

from pitboss.rulebook.clauses import cites
from pitboss.tote.combos import Exchange
from pitboss.tote.day.events import SoldBet

CHECK_LENGTH = 6
T = TypeVar("T")


class TicketState(StrEnum):
    """How far a ticket has come; it only goes forward, from issued to one of the others."""

    ISSUED = "issued"
    CANCELLED = "cancelled"
    REFUNDED = "refunded"
    CASHED = "cashed"
    EXPIRED = "expired"


@cites("PW-B2a")
def ticket_id(day: date, nonce: str) -> str:
    """Return a ticket's number: its day, so that it is looked for in the right place, and the random part."""
    return f"{day:%Y%m%d}-{nonce}"


def sold_on(ticket: str) -> date | None:
    """Return the day that a ticket's number names; None where that is no day.

    >>> sold_on("20040501-AAAAAAAAAAAAAAAAAAAA")
    datetime.date(2004, 5, 1)
    """
    try:
        return date.fromisoformat(ticket.partition("-")[0])
    except ValueError:
        return None


@cites("PW-D7b")
def check_code(ticket: str, terminal: str, serial: int, bets: Sequence[SoldBet]) -> str:
    """Return the code that goes with what is printed: another bet, amount or number asks for another code.

    >>> check_code("20040501-AAAAAAAAAAAAAAAAAAAA", "T1", 1, [])
    'KARCAF'
    """
    printed = [(bet.track, bet.race, bet.bet, bet.cost_minor) for bet in bets]
    digest = hashlib.sha256(msgspec.json.encode((ticket, terminal, serial, printed))).digest()
    return base64.b32encode(digest[:5]).decode()[:CHECK_LENGTH]


_NOTHING: Final[Mapping[str, Any]] = {}
"""What most tickets have to show, and all of them share: it is replaced, and never filled."""


def _nothing() -> Mapping[str, Any]:
    return _NOTHING


def without(values: Mapping[str, T], name: str) -> Mapping[str, T]:
    """Return a mapping without a name; the one that all tickets share where nothing is left.

    >>> without({"win": 1, "show": 2}, "win"), without({}, "win") is without({"win": 1}, "win")
    ({'show': 2}, True)
    """
    return {key: value for key, value in values.items() if key != name} or _NOTHING


@dataclass(slots=True)
class Ticket:
    """One ticket, from its sale on; a day holds all of its tickets, and so each is small.

    What is due, paid and exchanged is there only where there is something: most tickets win nothing.
    """

    id: str
    check: str
    terminal: str
    window: int
    serial: int
    sold_at: datetime
    bets: tuple[SoldBet, ...]
    total_minor: int
    state: TicketState = TicketState.ISSUED
    is_delivered: bool = True
    due: Mapping[str, tuple[int, int]] = field(default_factory=_nothing)
    """Pool to what is refunded and what is won on the ticket there, once the pool is settled and until it is paid."""
    paid: Mapping[str, tuple[int, int]] = field(default_factory=_nothing)
    """Pool to what was refunded and what was won on the ticket there, as far as it was paid out."""
    exchanges: Mapping[str, Mapping[int, tuple[Exchange, ...]]] = field(default_factory=_nothing)
    """Pool to the second-half selections of a twin trifecta, for each row of the ticket's bets there that won."""

    exchanged: Mapping[str, int] = field(default_factory=_nothing)
    """Pool to how often second-half selections were made there."""
    place: int = 0
    """How many tickets the day had sold before it."""

    def share(self, shared: Callable[[SoldBet], SoldBet]) -> None:
        """Have what all tickets have in common as they have it."""
        self.terminal, self.bets = intern(self.terminal), tuple(map(shared, self.bets))
        for name in ("due", "paid", "exchanges", "exchanged"):
            if not getattr(self, name):
                setattr(self, name, _NOTHING)

    @property
    def pools(self) -> tuple[str, ...]:
        """Return the pools it has bets in, each once."""
        return tuple(dict.fromkeys(pool for bet in self.bets for pool in bet.pools))

    def bets_in(self, pool: str) -> tuple[SoldBet, ...]:
        """Return its bets in a pool."""
        found = tuple(bet for bet in self.bets if pool in bet.pools)
        return self.bets if len(found) == len(self.bets) else found

    @property
    def refund_minor(self) -> int:
        """Return what is refunded on it in settled pools."""
        return sum(refund for refund, _ in self.due.values())

    @property
    def payout_minor(self) -> int:
        """Return what it won in settled pools."""
        return sum(payout for _, payout in self.due.values())
