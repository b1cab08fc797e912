"""What can be asked on a tote day. Names are fixed, with a version."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec

from pitboss.decider import Act, Asking, Minor, Name, Role, Text
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import END
from pitboss.tote.day.racecard import Card, Instant, Number, RaceNumber, Track

Nonce = Annotated[
    str,
    msgspec.Meta(pattern=rf"^[A-Z2-7]{{20}}{END}", description="20 letters and digits of base 32, drawn at random."),
]
TicketId = Annotated[str, msgspec.Meta(pattern=rf"^[0-9]{{8}}-[A-Z2-7]{{20}}{END}")]
CheckCode = Annotated[str, msgspec.Meta(pattern=rf"^[A-Z2-7]{{6}}{END}")]
Window = Annotated[int, msgspec.Meta(ge=1, le=9_999)]
Serial = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Place = Annotated[int, msgspec.Meta(ge=1, le=40)]
PoolName = Annotated[str, msgspec.Meta(pattern=rf"^[A-Z][A-Z0-9]{{1,5}}-[0-9]{{1,2}}-[a-z0-9_]{{3,15}}{END}")]


Seen = Annotated[
    str, msgspec.Meta(pattern=rf"^[0-9a-f]{{32}}{END}", description="A digest of prices, as the desk's preview has it.")
]


class TerminalKind(StrEnum):
    """What issues tickets."""

    WINDOW = "window"
    """A teller's ticket issuing machine."""
    SELF_SERVICE = "self_service"


class Out(StrEnum):
    """Why a runner is out."""

    SCRATCHED = "scratched"
    NON_STARTER = "non_starter"


class NoRace(StrEnum):
    """Why a race has no result."""

    CANCELLED = "cancelled"
    NO_RACE = "no_race"
    BREAKDOWN = "breakdown"
    """The totalizator broke down past repair and the stewards declared no race."""


class Source(StrEnum):
    """Where a result came from."""

    TOTE = "tote"
    SIGNAL = "signal"
    """Read from the live picture and sound, because the totalizator could not relay it."""


class Method(StrEnum):
    """How a ticket was named for cancelling."""

    READER = "reader"
    SERIAL = "serial"
    MANUAL = "manual"


class Cause(StrEnum):
    """Why a ticket did not reach its buyer."""

    PRINTER = "printer"
    POWER = "power"
    LOCK_UP = "lock_up"
    OTHER = "other"


class WindowBet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One bet as called at the window: track, race (the first of several), and the rest in the notation of bets."""

    track: Track
    race: RaceNumber
    bet: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class Finisher(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A runner's place in the order of finish; two runners share one only with the mark of a dead heat on both."""

    place: Place
    runner: Number
    dead_heat: bool = False


# The house


class OpenCard(Act, frozen=True, tag="tote.open_card/1", permission="mutuel"):
    """Take bets on a sending track's races."""

    card: Card


class OpenTerminal(Act, frozen=True, tag="tote.open_terminal/1", permission="mutuel"):
    """Put a ticket issuing machine to work at a window."""

    terminal: Name
    window: Window
    kind: TerminalKind = TerminalKind.WINDOW


class CloseTerminal(Act, frozen=True, tag="tote.close_terminal/1", permission="mutuel"):
    """Take a machine out of work; its serial numbers go on where they were if it is opened again."""

    terminal: Name


class HaltCashing(Act, frozen=True, tag="tote.halt_cashing/1", permission="mutuel"):
    """Stop all cashing because a posted payout is wrong and cannot be corrected, and say so to the public."""

    reason: Text
    announcement: Text


class ResumeCashing(Act, frozen=True, tag="tote.resume_cashing/1", permission="mutuel"):
    """Cash tickets again."""

    note: Text


class CorrectDisplay(Act, frozen=True, tag="tote.correct_display/1", permission="mutuel"):
    """Report what a display showed for a pool, so that it is set right."""

    pool: PoolName
    combo: Text
    posted_minor: Minor
    """What was shown for two dollars."""


class CloseDay(Act, frozen=True, tag="tote.close_day/1", permission="mutuel"):
    """End the day's racing: nothing more is sold, and what is not cashed stands in the outs."""


class ExpireTickets(Act, frozen=True, tag="tote.expire_tickets/1", permission="outs"):
    """Write off what nobody cashed before the expiration date."""


# The races


class MovePostTime(Act, frozen=True, tag="tote.move_post_time/1", permission="racing"):
    """Set another post time for a race that is still open."""

    track: Track
    race: RaceNumber
    post_time: Instant


class ScratchRunner(Act, frozen=True, tag="tote.scratch_runner/1", permission="racing"):
    """Take a runner out of a race."""

    track: Track
    race: RaceNumber
    runner: Number
    out: Out = Out.SCRATCHED


class RestoreRunner(Act, frozen=True, tag="tote.restore_runner/1", permission="racing"):
    """Take back a scratch that was entered wrongly."""

    track: Track
    race: RaceNumber
    runner: Number
    reason: Text


class StopBetting(Act, frozen=True, tag="tote.stop_betting/1", permission="racing"):
    """Close a race: no bet on it, or beginning with it, is taken or given back any more."""

    track: Track
    race: RaceNumber


class CancelRace(Act, frozen=True, tag="tote.cancel_race/1", permission="racing"):
    """Declare that a race has no result and will have none."""

    track: Track
    race: RaceNumber
    cause: NoRace
    reason: Text


class PostResult(Act, frozen=True, tag="tote.post_result/1", permission="racing"):
    """Post an order of finish that is not official yet."""

    track: Track
    race: RaceNumber
    order: Annotated[tuple[Finisher, ...], msgspec.Meta(min_length=1, max_length=40)]
    source: Source = Source.TOTE
    reason: Text | None = None
    """Why it was read from the signal."""


class CallInquiry(Act, frozen=True, tag="tote.call_inquiry/1", permission="racing"):
    """Hold a race's result while the stewards look into it."""

    track: Track
    race: RaceNumber
    reason: Text


class EndInquiry(Act, frozen=True, tag="tote.end_inquiry/1", permission="racing"):
    """End an inquiry; an order that it changed is posted anew."""

    track: Track
    race: RaceNumber
    ruling: Text


class DeclareOfficial(Act, frozen=True, tag="tote.declare_official/1", permission="official_unseen"):
    """Post the official sign over whatever order is posted: for the track's own line, and days of earlier versions."""

    track: Track
    race: RaceNumber


class DeclareOrderOfficial(Act, frozen=True, tag="tote.declare_official/2", permission="official"):
    """Post the official sign over the order that was seen: it stands, and what can be paid is priced."""

    track: Track
    race: RaceNumber
    order: Annotated[tuple[Finisher, ...], msgspec.Meta(min_length=1, max_length=40)]
    """As whoever confirms it was shown it."""
    prices: Seen | None = None
    """What the prices that were shown with it come to."""


class Payoff(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a winning combination pays for two dollars, as the picture or the sound has it."""

    combo: Text
    price_minor: Annotated[int, msgspec.Meta(ge=0, le=STAKE_MAX)]


class EnterPayoffs(Act, frozen=True, tag="tote.enter_payoffs/1", permission="racing"):
    """Enter what a pool pays from the live picture and sound, because the totalizator could not relay it."""

    pool: PoolName
    payoffs: Annotated[tuple[Payoff, ...], msgspec.Meta(min_length=1, max_length=200)]
    reason: Text


class CorrectResult(Act, frozen=True, tag="tote.correct_result/1", permission="racing"):
    """Put right an order that was entered here otherwise than the track's official sign showed it."""

    track: Track
    race: RaceNumber
    order: Annotated[tuple[Finisher, ...], msgspec.Meta(min_length=1, max_length=40)]
    evidence: Text
    """Where it can be seen what the sign showed: a recording, a chart, a letter of the track."""


class RecordCount(Act, frozen=True, tag="tote.record_count/1", permission="racing"):
    """Report what a second count of the tickets makes of a pool."""

    pool: PoolName
    total_minor: Annotated[int, msgspec.Meta(ge=0)]
    counted_by: Text


class PublishPrices(Act, frozen=True, tag="tote.publish_prices/1", permission="racing"):
    """Price a pool whose totals differed when its races were over, and agree now."""

    pool: PoolName


# The windows


class _AtWindow(Act, frozen=True):
    """What is done at a window: by whoever stands at its machine, on its own terminal and no other."""

    terminal: Name

    def permission_for(self, asking: Asking) -> str:
        """Return another row where somebody stands at the machine of another window."""
        is_other = asking.by.role is not Role.DEVICE and asking.terminal not in (None, self.terminal)
        return "other_window" if is_other else self.permission


class SellTicket(_AtWindow, frozen=True, tag="tote.sell_ticket/1", permission="sell"):
    """Sell a ticket with one or more bets; the nonce makes its number one that nobody can guess."""

    drawn_fields = ("nonce",)
    nonce: Nonce
    bets: Annotated[tuple[WindowBet, ...], msgspec.Meta(min_length=1, max_length=20)]


class ReportUndelivered(_AtWindow, frozen=True, tag="tote.report_undelivered/1", permission="undelivered"):
    """Record that a ticket that was sold did not reach its buyer."""

    serial: Serial
    cause: Cause


class CancelTicket(Act, frozen=True, tag="tote.cancel_ticket/1", permission="sell"):
    """Cancel a ticket: read in by the machine, by its serial number, or by hand with two signatures."""

    is_guessable = True
    terminal: Name
    """The terminal that issued it."""
    serial: Serial
    method: Method
    ticket: TicketId | None = None
    check: CheckCode | None = None
    is_marked: bool = False
    """Whether a cancellation by hand was written or stamped on the original."""

    def permission_for(self, asking: Asking) -> str:
        """Return another row for a ticket that another window sold."""
        is_other = asking.by.role is not Role.DEVICE and asking.terminal != self.terminal
        return "cancel_other" if is_other else self.permission


class _Payment(_AtWindow, frozen=True):
    """What pays at a window, by number and check code of a ticket."""

    is_guessable = True

    ticket: TicketId
    check: CheckCode

    def permission_for(self, asking: Asking) -> str:
        """Return another row where a second person is there: for what one may not pay alone."""
        row = super().permission_for(asking)
        return "cash_above" if asking.is_seconded and row == self.permission else row


class CashTicket(_Payment, frozen=True, tag="tote.cash_ticket/1", permission="cash"):
    """Pay a winning ticket, with what is refunded on it."""


class RefundTicket(_Payment, frozen=True, tag="tote.refund_ticket/1", permission="cash"):
    """Give back the price of bets that are no longer valid."""

    processed_as: Literal["refund", "cancel"] = "refund"


class Exchanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A selection for the second half of a twin trifecta, and for how much of the winning first half it stands."""

    runners: Annotated[tuple[Number, ...], msgspec.Meta(min_length=3, max_length=3)]
    amount_minor: Minor


class ExchangeTicket(_AtWindow, frozen=True, tag="tote.exchange_ticket/1", permission="sell"):
    """Exchange a ticket that won the first half of a twin trifecta for selections in the second."""

    is_guessable = True
    ticket: TicketId
    check: CheckCode
    selections: Annotated[tuple[Exchanged, ...], msgspec.Meta(min_length=1, max_length=100)]


ACTS: tuple[type[Act], ...] = (
    OpenCard,
    OpenTerminal,
    CloseTerminal,
    HaltCashing,
    ResumeCashing,
    CorrectDisplay,
    CloseDay,
    ExpireTickets,
    MovePostTime,
    ScratchRunner,
    RestoreRunner,
    StopBetting,
    CancelRace,
    PostResult,
    CallInquiry,
    EndInquiry,
    DeclareOfficial,
    DeclareOrderOfficial,
    EnterPayoffs,
    CorrectResult,
    RecordCount,
    PublishPrices,
    SellTicket,
    ReportUndelivered,
    CancelTicket,
    CashTicket,
    RefundTicket,
    ExchangeTicket,
)
