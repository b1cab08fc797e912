"""What happens at any table around its game: counts, slips, boxes, markers, tips, relief, suspension."""

from __future__ import annotations

from datetime import datetime

import msgspec

from pitboss.decider import Event, Move
from pitboss.rulebook.clauses import cites


@cites("HP-I1")
class InventoryBegun(Event, frozen=True, tag="table.inventory_begun/1", audience="staff"):
    """The rack is kept by counts and slips from here on; what it had won before is put aside."""

    tray_minor: int
    drop_minor: int
    by: str
    witness: str
    moves: tuple[Move, ...]


def _variance(what: str, event: InventoryCounted | BoxCounted) -> tuple[str, str]:
    """Return the alarm of a count that was not as it should be."""
    word, difference = "short" if event.difference_minor < 0 else "over", abs(event.difference_minor)
    figures = f"{event.counted_minor} counted, {event.expected_minor} expected"
    return "variance", f"{what} is {word} by {difference}: {figures}"


@cites("HP-I2")
class InventoryCounted(Event, frozen=True, tag="table.inventory_counted/1", audience="staff"):
    """The rack was counted; what is more or less than expected is a variance."""

    kind: str
    pieces: str
    counted_minor: int
    expected_minor: int
    difference_minor: int
    is_reported: bool
    """Whether the difference is so great that an alarm tells of it."""
    round: int
    by: str
    witness: str
    moves: tuple[Move, ...]

    def reason_for_alarm(self) -> tuple[str, str] | None:
        """Tell of a rack that is not as it should be."""
        return _variance("the rack", self) if self.is_reported else None


@cites("HP-I3")
class FillRequested(Event, frozen=True, tag="table.fill_requested/1", audience="staff"):
    """Chips were asked of the cage."""

    slip: int
    pieces: str
    total_minor: int
    by: str


@cites("HP-I3")
class CreditRequested(Event, frozen=True, tag="table.credit_requested/1", audience="staff"):
    """Chips are to go to the cage."""

    slip: int
    pieces: str
    total_minor: int
    by: str


@cites("HP-I3")
class FillIssued(Event, frozen=True, tag="table.fill_issued/1", audience="staff"):
    """The cage gave chips out; they are on their way."""

    slip: int
    pieces: str
    total_minor: int
    carried_by: str
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-I3")
class FillAccepted(Event, frozen=True, tag="table.fill_accepted/1", audience="staff"):
    """The chips of a fill are in the rack."""

    slip: int
    pieces: str
    total_minor: int
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-I3")
class CreditSent(Event, frozen=True, tag="table.credit_sent/1", audience="staff"):
    """Chips left the rack; they are on their way to the cage."""

    slip: int
    pieces: str
    total_minor: int
    carried_by: str
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-I3")
class CreditReceived(Event, frozen=True, tag="table.credit_received/1", audience="staff"):
    """The chips of a credit are in the cage."""

    slip: int
    pieces: str
    total_minor: int
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-I3")
class SlipVoided(Event, frozen=True, tag="table.slip_voided/1", audience="staff"):
    """A fill or a credit was called off; what was on its way is back where it came from."""

    slip: int
    is_fill: bool
    returned_minor: int
    reason: str
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-I5")
class DropBoxRemoved(Event, frozen=True, tag="table.drop_box_removed/1", audience="staff", omit_defaults=True):
    """A drop box left the table, and another is attached."""

    box: int
    expected_minor: int
    attached: int
    by: str
    witness: str
    moves: tuple[Move, ...]
    markers: tuple[int, ...] = ()
    """The markers whose issuance copies are in it, by number."""


@cites("HP-I5")
class BoxCounted(Event, frozen=True, tag="table.box_counted/1", audience="staff", omit_defaults=True):
    """The money of a drop box was counted into the cage; what is more or less than expected is a variance."""

    box: int
    counted_minor: int
    expected_minor: int
    difference_minor: int
    by: str
    witness: str
    moves: tuple[Move, ...]
    markers: tuple[int, ...] = ()
    """The markers whose issuance copies were in it, by number."""
    is_reported: bool = False
    """Whether the difference is so great that an alarm tells of it."""

    def reason_for_alarm(self) -> tuple[str, str] | None:
        """Tell of a box that is not as it should be."""
        return _variance(f"box {self.box}", self) if self.is_reported else None


@cites("HP-I8")
class SlipPrinted(Event, frozen=True, tag="table.slip_printed/1", audience="staff"):
    """A paper was printed in its three parts."""

    paper: str
    number: int
    is_copy: bool
    records: tuple[int, ...]
    """The versions of what stands on it, in the table's stream."""
    terminal: str | None
    by: str


@cites("HP-I6", "HP-C6")
class SaleCorrected(Event, frozen=True, tag="table.sale_corrected/1", audience="staff", omit_defaults=True):
    """A sale of value chips was of another amount than was typed."""

    corrects: int
    player: str
    was_minor: int
    amount_minor: int
    reason: str
    by: str
    witness: str
    moves: tuple[Move, ...]
    cash_at: str = "drop"
    chips_at: str = "rack"
    """Where cash and chips of the sale are by now: where it put them, or where a count found them."""
    dispute: int = 0


@cites("HP-M1")
class MarkerIssued(Event, frozen=True, tag="table.marker_issued/1", audience="staff"):
    """A player signed for chips."""

    marker: int
    player: str
    amount_minor: int
    signature: str
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-M1")
class MarkerRedeemed(Event, frozen=True, tag="table.marker_redeemed/1", audience="staff"):
    """What a player signed for was paid at the cage."""

    marker: int
    player: str
    amount_minor: int
    paid_with: str
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-M1")
class MarkerCancelled(Event, frozen=True, tag="table.marker_cancelled/1", audience="staff"):
    """What a player signed for was paid at the cage, and the paper is void."""

    marker: int
    player: str
    amount_minor: int
    moves: tuple[Move, ...]


@cites("HP-T1")
class TipTaken(Event, frozen=True, tag="table.tip_taken/1", audience="staff", omit_defaults=True):
    """A tip is in the tip box."""

    player: str
    amount_minor: int
    colour: str | None
    by: str
    witness: str | None
    moves: tuple[Move, ...]
    credits_of: str = ""
    """The patron session whose credits it was; nothing where it was none."""


@cites("HP-T1")
class TipBoxEmptied(Event, frozen=True, tag="table.tip_box_emptied/1", audience="staff"):
    """The tips of a table are with those that are shared."""

    amount_minor: int
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-S3")
class DealerRelieved(Event, frozen=True, tag="table.staff_changed/2", audience="public"):
    """Another dealer has the table, from this moment of the round on."""

    dealer: str
    before: str
    round: int
    phase: str | None
    by: str


@cites("HP-S2")
class TableSuspended(Event, frozen=True, tag="table.suspended/1", audience="public", omit_defaults=True):
    """Everything stands still."""

    round: int
    phase: str | None
    reason: str
    by: str
    left_ms: int | None = None
    """What was left of the betting time, where a clock runs."""


@cites("HP-S2")
class TableResumed(Event, frozen=True, tag="table.resumed/1", audience="public", omit_defaults=True):
    """The table goes on where it stood."""

    by: str
    witness: str
    until: datetime | None = None
    """When the betting time is over that was left."""


class Returned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Wagers that go back, in columns: row i of each belongs to one."""

    player: tuple[str, ...]
    bet: tuple[str, ...]
    source: tuple[str, ...]
    stake_minor: tuple[int, ...]


@cites("HP-S4")
class RoundCalledOff(Event, frozen=True, tag="table.round_called_off/1", audience="public"):
    """A round ended without a result, and every wager went back."""

    round: int
    phase: str
    reason: str
    wagers: Returned
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-B2")
class PlayerBarred(Event, frozen=True, tag="table.player_barred/1", audience="staff"):
    """Somebody plays no more, from a round on."""

    player: str
    reason: str
    is_whole_house: bool
    from_round: int
    by: str
    witness: str | None


@cites("HP-B3")
class PlayerLimited(Event, frozen=True, tag="table.player_limited/1", audience="staff"):
    """Somebody lays one wager of this stake in a round, from a round on."""

    player: str
    stake_minor: int
    reason: str
    from_round: int
    by: str


@cites("HP-B2")
class BarLifted(Event, frozen=True, tag="table.bar_lifted/1", audience="staff"):
    """Somebody plays again without restriction."""

    player: str
    reason: str
    is_whole_house: bool
    by: str
    witness: str | None


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A correction in columns: row i of each belongs to one wager; what was and is gained, a loss below zero."""

    player: tuple[str, ...]
    bet: tuple[str, ...]
    stake_minor: tuple[int, ...]
    was_minor: tuple[int, ...]
    now_minor: tuple[int, ...]


class MarkerChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """By how much more vigorish a position's marker should have shown, exact; less is below zero."""

    position: int
    tab: int
    """Which of the position's markers, one after the other."""
    owed: str


@cites("HP-C2", "MB-M3b")
class SettlementCorrected(Event, frozen=True, tag="table.settlement_corrected/1", audience="staff", omit_defaults=True):
    """A round that was paid is settled anew; what is due or owed by that is on record."""

    corrects: int
    round: int
    was: str
    result: str
    rows: Rows
    """Each wager; and, with no stake, what was collected of a marker."""
    reason: str
    by: str
    witness: str
    moves: tuple[Move, ...]
    markers: tuple[MarkerChange, ...] = ()
    dispute: int = 0
    """The dispute that it answers; 0 for none."""


@cites("HP-C5")
class WagerCorrected(Event, frozen=True, tag="table.wager_corrected/1", audience="staff"):
    """A wager of a round that was paid lay elsewhere, or had not been recorded; what is due or owed is on record."""

    corrects: int
    round: int
    result: str
    row: int
    """Which of the rows it is, from 1."""
    was_bet: str
    """Nothing where it had not been recorded."""
    rows: Rows
    reason: str
    dispute: int
    by: str
    witness: str
    markers: tuple[MarkerChange, ...]
    moves: tuple[Move, ...]


@cites("HP-C3")
class MispaymentReported(Event, frozen=True, tag="table.mispayment_reported/1", audience="staff", omit_defaults=True):
    """Other chips were handed over than were due; the difference is due or owed."""

    player: str
    handed: str
    amount_minor: int
    reason: str
    by: str
    witness: str
    moves: tuple[Move, ...]
    dispute: int = 0


@cites("HP-C4")
class DuePaid(Event, frozen=True, tag="table.payable_paid/1", audience="staff"):
    """A player got what was due."""

    player: str
    amount_minor: int
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-C4")
class OwedTaken(Event, frozen=True, tag="table.receivable_taken/1", audience="staff"):
    """A player gave what was owed."""

    player: str
    amount_minor: int
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-C4")
class OwedWaived(Event, frozen=True, tag="table.receivable_waived/1", audience="staff"):
    """A player was let off what was owed."""

    player: str
    amount_minor: int
    reason: str
    by: str
    witness: str
    moves: tuple[Move, ...]


RACK_EVENTS: tuple[type[Event], ...] = (
    InventoryBegun,
    InventoryCounted,
    FillRequested,
    CreditRequested,
    FillIssued,
    FillAccepted,
    CreditSent,
    CreditReceived,
    SlipVoided,
    DropBoxRemoved,
    BoxCounted,
    SlipPrinted,
)
"""What happens to a table's rack."""
EVERYWHERE_EVENTS: tuple[type[Event], ...] = (
    *RACK_EVENTS,
    TipTaken,
    TipBoxEmptied,
    DealerRelieved,
    TableSuspended,
    TableResumed,
)
"""What happens at every table, at automatic ones too."""
EVERYDAY_EVENTS: tuple[type[Event], ...] = (
    *EVERYWHERE_EVENTS,
    SaleCorrected,
    MarkerIssued,
    MarkerRedeemed,
    MarkerCancelled,
    PlayerBarred,
    PlayerLimited,
    BarLifted,
    MispaymentReported,
    DuePaid,
    OwedTaken,
    OwedWaived,
)
RESETTLING_EVENTS: tuple[type[Event], ...] = (SettlementCorrected, WagerCorrected)
"""What happens besides at a table whose rounds can be settled anew."""
CALLED_OFF_EVENTS: tuple[type[Event], ...] = (RoundCalledOff,)
"""What happens at a table whose wagers all lie on a layout; the card games void their rounds by events of their own."""
