"""What happened at the tote: cards, races, pools and the facility, then tickets."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import msgspec

from pitboss.decider import Event, Move
from pitboss.rulebook.clauses import cites
from pitboss.tote.day.acts import Cause, Exchanged, Finisher, Method, NoRace, Out, Source, TerminalKind
from pitboss.tote.day.racecard import Card

# The house


@cites("PW-C", "PW-A8", "PW-A3")
class CardOpened(Event, frozen=True, tag="tote.card_opened/1", audience="public"):
    """Bets are taken on a track's races, in the pools and from the amounts the track permits."""

    card: Card
    edition_hash: str
    by: str
    moves: tuple[Move, ...]
    """What earlier days carried over into its pools."""


@cites("PW-A9")
class TerminalOpened(Event, frozen=True, tag="tote.terminal_opened/1", audience="own"):
    """A machine issues and cashes tickets at a window."""

    terminal: str
    window: int
    kind: TerminalKind
    by: str


@cites("PW-A9")
class TerminalClosed(Event, frozen=True, tag="tote.terminal_closed/1", audience="own"):
    """A machine is out of work; the cash in its drawer is what it took less what it paid."""

    terminal: str
    serial: int
    """The last serial number it issued."""
    cash_minor: int
    by: str


@cites("PW-D6")
class CashingHalted(Event, frozen=True, tag="tote.cashing_halted/1", audience="public"):
    """Nothing is cashed; the public was told the facts."""

    reason: str
    announcement: str
    by: str


@cites("PW-D6")
class CashingResumed(Event, frozen=True, tag="tote.cashing_resumed/1", audience="public"):
    """Tickets are cashed again."""

    note: str
    by: str


@cites("PW-D6")
class DisplayCorrected(Event, frozen=True, tag="tote.display_corrected/1", audience="public"):
    """A display showed a wrong payout; what is paid did not change."""

    pool: str
    combo: str
    posted_minor: int
    correct_minor: int
    by: str


@cites("PW-D1")
class DayClosed(Event, frozen=True, tag="tote.day_closed/1", audience="public"):
    """The day's racing is over: what is still to be cashed, and what its pools leave to another day."""

    tickets: int
    outs_minor: int
    """What winning and refunded tickets that nobody presented are worth."""
    carried: dict[str, int]
    expires_on: date
    by: str


@cites("PW-D1", "Q38")
class TicketsExpired(Event, frozen=True, tag="tote.tickets_expired/1", audience="staff"):
    """The expiration date came: nothing is payable any more."""

    tickets: int
    unclaimed_minor: int
    by: str
    moves: tuple[Move, ...]


# The races


@cites("PW-B3")
class PostTimeMoved(Event, frozen=True, tag="tote.post_time_moved/1", audience="public"):
    """A race has another post time."""

    track: str
    race: int
    post_time: datetime
    by: str


@cites("PW-F1a")
class RunnerScratched(Event, frozen=True, tag="tote.runner_scratched/1", audience="public"):
    """A runner is out of a race."""

    track: str
    race: int
    runner: str
    out: Out
    interest_out: str | None
    """The betting interest that has no runner left by this, whose bets are refunded."""
    by: str


@cites("PW-F1a", "Q85")
class RunnerRestored(Event, frozen=True, tag="tote.runner_restored/1", audience="public"):
    """A scratch was entered wrongly: the runner is in the race again, and bets on it that were not refunded stand."""

    track: str
    race: int
    runner: str
    reason: str
    by: str
    witness: str | None


@cites("PW-A5f", "Q90")
class FieldShort(Event, frozen=True, tag="tote.field_short/1", audience="staff"):
    """So few runners are left in a race that every bet in a pool wins: what it pays is the minimum, or the house's."""

    pool: str
    standing: int
    is_stopped: bool
    """Whether nothing more is sold in it."""

    def reason_for_alarm(self) -> tuple[str, str]:
        """Alarm the pit."""
        said = "nothing more is sold in it" if self.is_stopped else "it is still sold"
        return "pools", f"every bet in pool {self.pool} wins, with {self.standing} left in its race; {said}"


@cites("PW-B3")
class BettingStopped(Event, frozen=True, tag="tote.betting_stopped/1", audience="public"):
    """A race is closed, with what its pools hold: pool by pool in both columns."""

    track: str
    race: int
    pool: tuple[str, ...]
    total_minor: tuple[int, ...]
    by: str


@cites("PW-F1b", "PW-F1c")
class RaceCancelled(Event, frozen=True, tag="tote.race_cancelled/1", audience="public"):
    """A race has no result and will have none."""

    track: str
    race: int
    cause: NoRace
    reason: str
    clause: str
    by: str


@cites("PW-D3", "PW-D4")
class ResultPosted(Event, frozen=True, tag="tote.result_posted/1", audience="public"):
    """An order of finish, not official yet; one read from the signal has a reason and a witness."""

    track: str
    race: int
    order: tuple[Finisher, ...]
    source: Source
    reason: str | None
    by: str
    witness: str | None


@cites("PW-D3")
class InquiryCalled(Event, frozen=True, tag="tote.inquiry_called/1", audience="public"):
    """The stewards look into a race; nothing becomes official meanwhile."""

    track: str
    race: int
    reason: str
    by: str


@cites("PW-D3")
class InquiryEnded(Event, frozen=True, tag="tote.inquiry_ended/1", audience="public"):
    """An inquiry is over."""

    track: str
    race: int
    ruling: str
    by: str


@cites("PW-D5")
class RaceOfficial(Event, frozen=True, tag="tote.race_official/1", audience="public"):
    """The order of finish is official and stays so for every payout."""

    track: str
    race: int
    order: tuple[Finisher, ...]
    by: str


@cites("PW-D4", "Q86")
class PayoffsEntered(Event, frozen=True, tag="tote.payoffs_entered/1", audience="public"):
    """What a pool pays was read from the live signal, combination by combination for two dollars: that is paid."""

    pool: str
    combo: tuple[str, ...]
    price_minor: tuple[int, ...]
    calculated_minor: tuple[int, ...]
    """What the house's own calculation makes of each."""
    reason: str
    by: str
    witness: str


@cites("PW-D3", "PW-D5", "Q87")
class ResultCorrected(Event, frozen=True, omit_defaults=True, tag="tote.result_corrected/1", audience="public"):
    """An order that was entered otherwise than the track's official sign showed it was put right."""

    track: str
    race: int
    was: tuple[Finisher, ...]
    order: tuple[Finisher, ...]
    evidence: str
    by: str
    witness: str
    kept: tuple[str, ...] = ()
    """The pools whose payoffs from the signal stay, since the same wins in them; those of others are dropped."""

    def reason_for_alarm(self) -> tuple[str, str]:
        """Alarm the pit."""
        return "pools", f"the result of race {self.race} of {self.track} was corrected by {self.by} and {self.witness}"


@cites("PW-D3")
class TotalCounted(Event, frozen=True, tag="tote.total_counted/1", audience="staff"):
    """A second count of a pool's tickets; while it differs no price is published."""

    pool: str
    total_minor: int
    book_minor: int
    counted_by: str
    by: str


@cites("PW-D6")
class PricesHeld(Event, frozen=True, tag="tote.prices_held/1", audience="staff"):
    """A pool's races are over, and it has no price because its totals differ."""

    pool: str
    total_minor: dict[str, int]
    """Which way of counting to what it makes of the pool."""

    def reason_for_alarm(self) -> tuple[str, str]:
        """Alarm the pit."""
        return "pools", f"the totals of pool {self.pool} differ; its prices are held"


class TicketsPaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who gets what from a pool: entry i of each column is one ticket that gets something."""

    ticket: tuple[str, ...]
    refund_minor: tuple[int, ...]
    payout_minor: tuple[int, ...]


@cites("PW-A4", "PW-D3")
class PoolSettled(
    Event, frozen=True, omit_defaults=True, tag="tote.pool_settled/1", audience="public", secret=("paid",)
):
    """A pool is priced or refunded: its money from what was sold to what is left over, and every ticket's part."""

    pool: str
    kind: str
    status: str
    reason: str | None
    sold_minor: int
    refunds_minor: int
    takeout_minor: int
    net_minor: int
    carryover_in_minor: int
    carryover_out_minor: int
    payout_minor: int
    breakage_minor: int
    minus_pool_minor: int
    winners: tuple[dict[str, Any], ...]
    """Combination, level, amount, price for one dollar and for two, and the exact price before it was broken."""
    explained: tuple[str, ...]
    """Why it pays what it pays, line by line."""
    paid: TicketsPaid
    moves: tuple[Move, ...]
    """What empties the pool; where it was settled before, the differences."""
    is_corrected: bool = False
    """Whether it was settled before, by a result that was entered wrongly."""
    payment_error_minor: int = 0
    """What tickets were paid beyond what they have by this; below zero, what cashed tickets were paid too little."""


EVENTS: tuple[type[Event], ...] = (
    CardOpened,
    TerminalOpened,
    TerminalClosed,
    CashingHalted,
    CashingResumed,
    DisplayCorrected,
    DayClosed,
    TicketsExpired,
    PostTimeMoved,
    RunnerScratched,
    RunnerRestored,
    FieldShort,
    BettingStopped,
    RaceCancelled,
    ResultPosted,
    InquiryCalled,
    InquiryEnded,
    RaceOfficial,
    PayoffsEntered,
    ResultCorrected,
    TotalCounted,
    PricesHeld,
    PoolSettled,
)


class SoldBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
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
class TicketSold(Event, frozen=True, tag="tote.ticket_sold/1", audience="own", hidden=("check",), masked=("ticket",)):
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
class TicketUndelivered(Event, frozen=True, tag="tote.ticket_undelivered/1", audience="own", masked=("ticket",)):
    """A ticket did not reach its buyer: nobody has a claim on it."""

    ticket: str
    terminal: str
    serial: int
    cause: Cause
    by: str


@cites("PW-A1", "PW-E1c", "PW-E2", "PW-E3", "PW-E4", "PW-F2")
class TicketCancelled(Event, frozen=True, tag="tote.ticket_cancelled/1", audience="own", masked=("ticket",)):
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


@cites("PW-A2", "PW-D1", "PW-D2", "PW-D7a", "Q83")
class TicketCashed(
    Event, frozen=True, omit_defaults=True, tag="tote.ticket_cashed/1", audience="own", masked=("ticket",)
):
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
    is_partial: bool = False
    """Whether a bet on it is still to be decided, for which it stays good."""
    from_pool: tuple[bool, ...] = ()
    """Whether it is the first half of a pool that is not settled, which it comes out of; where left out, of none."""
    minus_pool_minor: tuple[int, ...] = ()
    """What the house added to such a pool because it held less than that; where left out, nothing."""


@cites("PW-A6", "PW-F1a", "PW-F1b", "PW-F1c", "PW-F3")
class TicketRefunded(Event, frozen=True, tag="tote.ticket_refunded/1", audience="own", masked=("ticket",)):
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


@cites("PW-C9", "PW-B2a", "PW-B2b", "PW-B2c", "PW-B2d", "PW-B2e", "Q84")
class TicketExchanged(
    Event, frozen=True, omit_defaults=True, tag="tote.ticket_exchanged/1", audience="own", masked=("ticket",)
):
    """A ticket that won the first half of a twin trifecta has selections in the second, printed on one ticket."""

    ticket: str
    terminal: str
    pool: str
    selections: tuple[Exchanged, ...]
    rows: tuple[int, ...]
    """Which of the ticket's winning rows each selection stands for; entry i of the next two belongs to it."""
    masks: tuple[tuple[int, ...], ...]
    amount_minor: tuple[int, ...]
    by: str
    number: int = 0
    """How many exchanges of the ticket in this pool it makes: with the ticket's number it names this one alone."""
    facility: str = ""
    window: int = 0
    track: str = ""
    race: int = 0
    """The second race."""
    sold_at: datetime | None = None
    expires_on: date | None = None


TICKET_EVENTS: tuple[type[Event], ...] = (
    TicketSold,
    TicketUndelivered,
    TicketCancelled,
    TicketCashed,
    TicketRefunded,
    TicketExchanged,
)
