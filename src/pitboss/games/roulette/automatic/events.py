"""What happens at an automatic table, in the past tense; money events carry their moves.

The spin itself is told by the Round's own events: `roulette.ball_spun/1`, `no_more_bets_called/1` and
`ball_landed/1`; and `round_settled/2` settles all terminals at once (`settlement.py`).
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from pitboss.decider import Event, Move
from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic.acts import VoidCause
from pitboss.rulebook.clauses import cites


@cites("RA-1a")
class TerminalEnrolled(Event, frozen=True, tag="automatic.terminal_enrolled/1", audience="own"):
    """A terminal plays at this table."""

    terminal: str
    by: str


@cites("RA-1a")
class TerminalRemoved(Event, frozen=True, tag="automatic.terminal_removed/1", audience="own"):
    """A terminal plays here no more."""

    terminal: str
    by: str


@cites("RA-2b")
class StaffingReported(Event, frozen=True, tag="automatic.staffing_reported/1", audience="staff"):
    """How many tables each supervisor oversees; an alarm where one has more than six."""

    tables: int
    supervisors: int
    is_short: bool
    by: str

    def reason_for_alarm(self) -> tuple[str, str] | None:
        """Alarm the pit where they are too few."""
        text = f"{self.supervisors} supervisors for {self.tables} open tables are too few"
        return ("staffing", text) if self.is_short else None


@cites("HP-A2")
class SessionsBegun(Event, frozen=True, tag="automatic.sessions_begun/1", audience="staff"):
    """Credits, bets and debts belong to patron sessions from here on."""

    by: str
    witness: str | None
    """The auditor, at a table that was opened before there were sessions."""


@cites("HP-A1")
class SessionOpened(Event, frozen=True, tag="automatic.session_opened/1", audience="own"):
    """Somebody new plays at a terminal: nothing of whoever played there before is theirs."""

    terminal: str
    session: int
    by: str


@cites("HP-A3")
class SessionAbandoned(Event, frozen=True, tag="automatic.session_abandoned/1", audience="own"):
    """A patron left without cashing out; the credits are owed, and bets that are locked in run to their result."""

    terminal: str
    session: int
    credits_minor: int
    bets_minor: int
    reason: str
    by: str
    role: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-A3")
class SessionClosed(Event, frozen=True, tag="automatic.session_closed/1", audience="own"):
    """The last bets of an abandoned session have their result, and what they came to is owed to its patron."""

    terminal: str
    session: int
    credits_minor: int
    moves: tuple[Move, ...]


@cites("RA-3a.i", "RA-3a.ii", "RA-3a.iii")
class BuyInCounted(Event, frozen=True, tag="automatic.buy_in_counted/1", audience="own"):
    """What a player brought was counted beside the drop box."""

    terminal: str
    currency_minor: int
    chips_minor: int
    coupon_minor: int
    by: str


@cites("RA-3a.iv", "RA-3a.v", "RA-2a")
class BuyInCredited(Event, frozen=True, omit_defaults=True, tag="automatic.buy_in_credited/1", audience="own"):
    """The terminal has the credits."""

    terminal: str
    amount_minor: int
    by: str
    moves: tuple[Move, ...]
    session: int | None = None
    """The patron session; None before there were any."""


@cites("RA-3a.vi")
class BuyInDropped(Event, frozen=True, tag="automatic.buy_in_dropped/1", audience="own"):
    """The currency is in the drop box, chips are in the rack."""

    terminal: str
    currency_minor: int
    chips_minor: int
    coupon_minor: int
    by: str
    moves: tuple[Move, ...]


@cites("RA-3a.vii")
class CreditVerified(Event, frozen=True, tag="automatic.credit_verified/1", audience="own"):
    """The player found the credit right."""

    terminal: str
    credits_minor: int


@cites("RA-3a.vii")
class CreditQuestioned(Event, frozen=True, tag="automatic.credit_questioned/1", audience="own"):
    """The player found the credit wrong, and waits for somebody; no bet is taken until it is put right."""

    terminal: str
    credits_minor: int

    def reason_for_alarm(self) -> tuple[str, str]:
        """Call the pit."""
        return "credit", f"the player at {self.terminal} says that the amount credited is not right"


@cites("RA-9e")
class BuyInCorrected(Event, frozen=True, omit_defaults=True, tag="automatic.buy_in_corrected/1", audience="own"):
    """The last buy-in was void, and the right amounts took its place."""

    terminal: str
    was_minor: int
    currency_minor: int
    chips_minor: int
    coupon_minor: int
    by: str
    moves: tuple[Move, ...]
    session: int | None = None
    """The patron session; None before there were any."""
    payable_minor: int = 0
    """What more, or less, is due to the patron of a session that is over."""
    receivable_minor: int = 0
    """What more, or less, that patron owes."""
    witness: str | None = None
    """The second person, where the session is over."""


@cites("RA-6a", "RA-2a", "Q54")
class GameStarted(Event, frozen=True, omit_defaults=True, tag="automatic.game_started/1", audience="public"):
    """Bets are taken, for so many seconds."""

    game: int
    seconds: int
    by: str
    until: datetime | None = None
    """When the betting time is over; None in what was recorded before the rules knew it."""


class BetChanges(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Bets that became more or less: entry i of both columns is one bet."""

    bet: tuple[str, ...]
    change_minor: tuple[int, ...]


@cites("RA-3b.i", "RA-3b.ii", "RA-3b.iii", "RA-3b.iv", "RA-3b.v", "RA-3b.vi", "RA-3b.vii", "RA-3b.viii")
class BetsChanged(
    Event,
    frozen=True,
    omit_defaults=True,
    tag="automatic.bets_changed/1",
    audience="own",
    aside=("exposure_minor",),
    is_frequent=True,
):
    """One act of a player at a terminal, whole."""

    terminal: str
    deed: str
    """place, place_all, cancel, undo, recall, clear or neighbours."""
    changes: BetChanges
    exposure_minor: int
    """What the spin may cost at worst from here on."""
    moves: tuple[Move, ...]
    session: int | None = None
    """The patron session; None before there were any."""


@cites("RA-3b.iii")
class ExposureWarned(
    Event, frozen=True, tag="automatic.exposure_warned/1", audience="staff", aside=("exposure_minor",)
):
    """The spin may cost more than the house set."""

    exposure_minor: int
    limit_minor: int


@cites("RA-6b")
class SpinPrompted(Event, frozen=True, tag="automatic.spin_prompted/1", audience="public"):
    """The dealer heard that it is time to spin."""

    seconds_left: int


@cites("RA-6d", "Q33")
class GameHeld(Event, frozen=True, omit_defaults=True, tag="automatic.game_held/1", audience="public"):
    """The game waits for a ruling: terminals are frozen, nothing is paid."""

    game: int
    reason: str
    clause: str
    by: str
    pocket: str | None = None
    """The number that the dealer confirmed, where it is not the sensor's."""

    def reason_for_alarm(self) -> tuple[str, str]:
        """Call the pit: a late spin, a silent sensor or one that disagrees, or whatever the dealer saw."""
        return "held", f"game {self.game} is held: {self.reason}"


@cites("RA-6a", "Q33")
class ClockExtended(Event, frozen=True, omit_defaults=True, tag="automatic.clock_extended/1", audience="public"):
    """A held game in which nothing was sensed takes bets again."""

    game: int
    seconds: int
    by: str
    witness: str
    until: datetime | None = None
    """When the betting time is over; None in what was recorded before the rules knew it."""


@cites("RA-6e")
class NumberSensed(Event, frozen=True, tag="automatic.number_sensed/1", audience="staff"):
    """The sensor's number is on the dealer's console, and nowhere else."""

    pocket: str
    revolutions: int | None
    """None where the sensor does not count them."""
    direction: Direction | None


@cites("RA-6e", "RA-6f")
class NumberConfirmed(Event, frozen=True, tag="automatic.number_confirmed/1", audience="public"):
    """The number is the game's: it is announced, and the dolly shows it on every terminal."""

    game: int
    pocket: str
    by: str
    witness: str | None
    """The dealer, where a supervisor ruled."""
    reason: str | None


@cites("RA-9a", "RA-9b", "RA-9c", "RA-9d", "RA-9f", "RA-9g", "RA-9h", "RA-9i", "RA-9j", "Q5", "Q34")
class GameVoided(Event, frozen=True, tag="automatic.game_voided/1", audience="public"):
    """A game counts for nothing; its wagers are to be refunded."""

    game: int
    cause: VoidCause
    clause: str
    was_settled: bool
    note: str | None
    by: str
    role: str
    witness: str | None

    def reason_for_alarm(self) -> tuple[str, str]:
        """Tell the pit, whoever voided it."""
        return "void", f"game {self.game} is void: {self.cause.value.replace('_', ' ')}"


@cites("RA-9k", "Q34")
class GameRefunded(
    Event, frozen=True, omit_defaults=True, tag="automatic.game_refunded/1", audience="public", column="terminal"
):
    """Every wager of the void game went back, and what it had won was taken back, as far as it was still there."""

    game: int
    terminal: tuple[str, ...]
    refunded_minor: tuple[int, ...]
    """Stakes given back."""
    reversed_minor: tuple[int, ...]
    """Winnings taken back."""
    receivable_minor: tuple[int, ...]
    """Winnings that were no longer on the terminal and are owed."""
    payable_minor: tuple[int, ...]
    """Stakes less winnings taken back, where the terminal is gone and the house owes them to its player.

    Below zero where winnings were taken back from what was owed before.
    """
    by: str
    role: str
    designee_of: str | None
    moves: tuple[Move, ...]
    session: tuple[int | None, ...] = ()
    """Whose each row is; empty before there were sessions."""


@cites("RA-9k", "Q34")
class ReceivableRepaid(Event, frozen=True, omit_defaults=True, tag="automatic.receivable_repaid/1", audience="own"):
    """A player brought chips for what was owed since a settled game was voided; they are in the rack."""

    terminal: str
    amount_minor: int
    left_minor: int
    """What is still owed."""
    by: str
    role: str
    moves: tuple[Move, ...]
    session: int | None = None
    """The patron session; None before there were any."""
    witness: str | None = None
    """Who stood by, where the rack is kept by counts."""


@cites("RA-9k", "Q34")
class PayablePaid(Event, frozen=True, omit_defaults=True, tag="automatic.payable_paid/1", audience="own"):
    """A player whose terminal is gone was paid chips out of the rack."""

    terminal: str
    amount_minor: int
    left_minor: int
    """What the house still owes."""
    by: str
    role: str
    moves: tuple[Move, ...]
    session: int | None = None
    """The patron session; None before there were any."""
    witness: str | None = None
    """Who stood by, where the rack is kept by counts."""


@cites("RA-8a")
class CashOutAsked(Event, frozen=True, tag="automatic.cash_out_asked/1", audience="own"):
    """The player asked to cash out."""

    terminal: str


@cites("RA-8b", "RA-8c")
class CashOutAffirmed(Event, frozen=True, tag="automatic.cash_out_affirmed/1", audience="own"):
    """The player meant it, and the console shows the request."""

    terminal: str
    credits_minor: int


class CashOutWithdrawn(Event, frozen=True, tag="automatic.cash_out_withdrawn/1", audience="own"):
    """The player goes on playing."""

    terminal: str


@cites("RA-8d")
class CashOutSelected(Event, frozen=True, tag="automatic.cash_out_selected/1", audience="own"):
    """The console shows what is to be paid."""

    terminal: str
    amount_minor: int
    by: str


@cites("RA-8e")
class ChipsCountedOut(Event, frozen=True, tag="automatic.chips_counted_out/1", audience="own"):
    """Chips of that value lie on the table."""

    terminal: str
    amount_minor: int
    by: str


@cites("RA-8f", "RA-2a")
class CashedOut(Event, frozen=True, omit_defaults=True, tag="automatic.cashed_out/1", audience="own"):
    """The dealer confirmed: the credits left the terminal."""

    terminal: str
    amount_minor: int
    by: str
    moves: tuple[Move, ...]
    session: int | None = None
    """The patron session; None before there were any."""


@cites("RA-8g")
class ChipsDelivered(Event, frozen=True, omit_defaults=True, tag="automatic.chips_delivered/1", audience="own"):
    """The player has the chips."""

    terminal: str
    amount_minor: int
    by: str
    session: int | None = None
    """The patron session; None before there were any."""


@cites("RA-6a")
class ClockStepped(Event, frozen=True, tag="automatic.clock_stepped/1", audience="staff"):
    """The wall clock changed; betting windows did not."""

    by_milliseconds: int
    kind: str

    def reason_for_alarm(self) -> tuple[str, str]:
        """Alarm the pit."""
        return "clock", f"the wall clock moved by {self.by_milliseconds} ms; no betting window moved with it"


EVENTS: tuple[type[Event], ...] = (
    TerminalEnrolled,
    TerminalRemoved,
    StaffingReported,
    SessionsBegun,
    SessionOpened,
    SessionAbandoned,
    SessionClosed,
    BuyInCounted,
    BuyInCredited,
    BuyInDropped,
    CreditVerified,
    CreditQuestioned,
    BuyInCorrected,
    GameStarted,
    BetsChanged,
    ExposureWarned,
    SpinPrompted,
    GameHeld,
    ClockExtended,
    NumberSensed,
    NumberConfirmed,
    GameVoided,
    GameRefunded,
    ReceivableRepaid,
    PayablePaid,
    CashOutAsked,
    CashOutAffirmed,
    CashOutWithdrawn,
    CashOutSelected,
    ChipsCountedOut,
    CashedOut,
    ChipsDelivered,
    ClockStepped,
)
