"""What happens to tickets on a tote day, in the past tense. Names are fixed; money events carry their moves."""

from __future__ import annotations

from datetime import date, datetime

import msgspec

from pitboss.decider import Event, Move
from pitboss.rulebook.clauses import cites
from pitboss.tote.day.messages import Cause, Exchanged, Method


class SoldBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One bet of a ticket as it was sold."""

    track: str
    race: int
    bet: str
    """In the notation of bets, as it is printed."""
    pools: tuple[str, ...]
    """Each of them took all of it."""
    rows: tuple[tuple[int, ...], ...]
    """A mask of betting interests for each position or leg; no combination is in two rows."""
    amount_minor: int
    combinations: int
    """In all its pools."""
    cost_minor: int


@cites("PW-B1", "PW-B2a", "PW-B2b", "PW-B2c", "PW-B2d", "PW-B2e")
class TicketSold(Event, frozen=True, tag="tote.ticket_sold/1"):
    """A ticket: the copy that is recorded as the original is printed, with everything that stands on it."""

    ticket: str
    check: str
    facility: str
    terminal: str
    window: int
    serial: int
    sold_at: datetime
    bets: tuple[SoldBet, ...]
    combinations: int
    total_minor: int
    expires_on: date
    by: str
    moves: tuple[Move, ...]


@cites("PW-B4")
class TicketUndelivered(Event, frozen=True, tag="tote.ticket_undelivered/1"):
    """A ticket did not reach its buyer: nobody has a claim on it."""

    ticket: str
    terminal: str
    serial: int
    cause: Cause
    by: str


@cites("PW-A1", "PW-E1c", "PW-E2", "PW-E3", "PW-E4", "PW-F2")
class TicketCancelled(Event, frozen=True, tag="tote.ticket_cancelled/1"):
    """All bets of a ticket were withdrawn from their pools and its price given back."""

    ticket: str
    terminal: str
    """The one that gave the money back."""
    serial: int
    method: Method
    stamp: str
    """What stands on the original from now on."""
    total_minor: int
    clause: str
    by: str
    witness: str | None
    moves: tuple[Move, ...]


@cites("PW-A2", "PW-D2", "PW-D7a")
class TicketCashed(Event, frozen=True, tag="tote.ticket_cashed/1"):
    """A winning ticket was verified and paid: what it won and what was refunded on it, pool by pool."""

    ticket: str
    terminal: str
    pool: tuple[str, ...]
    payout_minor: tuple[int, ...]
    refund_minor: tuple[int, ...]
    total_minor: int
    by: str
    witness: str | None
    moves: tuple[Move, ...]


@cites("PW-A6", "PW-F1a", "PW-F1b", "PW-F1c", "PW-F3")
class TicketRefunded(Event, frozen=True, tag="tote.ticket_refunded/1"):
    """A ticket whose bets are no longer valid was paid back in cash: pool by pool."""

    ticket: str
    terminal: str
    pool: tuple[str, ...]
    refund_minor: tuple[int, ...]
    from_pool: tuple[bool, ...]
    """Whether the pool had not been settled, so that the money comes out of it and not out of the outs."""
    total_minor: int
    clause: str
    by: str
    witness: str | None
    moves: tuple[Move, ...]


@cites("PW-C9")
class TicketExchanged(Event, frozen=True, tag="tote.ticket_exchanged/1"):
    """A ticket that won the first half of a twin trifecta has selections in the second."""

    ticket: str
    terminal: str
    pool: str
    selections: tuple[Exchanged, ...]
    rows: tuple[int, ...]
    """Which of the ticket's winning rows each selection stands for; entry i of the next two belongs to it."""
    masks: tuple[tuple[int, ...], ...]
    amount_minor: tuple[int, ...]
    by: str


EVENTS: tuple[type[Event], ...] = (
    TicketSold,
    TicketUndelivered,
    TicketCancelled,
    TicketCashed,
    TicketRefunded,
    TicketExchanged,
)
