"""What happens at any table around its game: counts, slips, boxes, markers, tips, relief, suspension."""

from __future__ import annotations

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
        if not self.is_reported:
            return None
        word = "short" if self.difference_minor < 0 else "over"
        counted, expected = self.counted_minor, self.expected_minor
        return "variance", f"the rack is {word} by {abs(self.difference_minor)}: {counted} counted, {expected} expected"


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
class DropBoxRemoved(Event, frozen=True, tag="table.drop_box_removed/1", audience="staff"):
    """A drop box left the table, and another is attached."""

    box: int
    expected_minor: int
    attached: int
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-I5")
class BoxCounted(Event, frozen=True, tag="table.box_counted/1", audience="staff"):
    """The money of a drop box was counted into the cage; what is more or less than expected is a variance."""

    box: int
    counted_minor: int
    expected_minor: int
    difference_minor: int
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-I6")
class SaleCorrected(Event, frozen=True, tag="table.sale_corrected/1", audience="staff"):
    """A sale of value chips was of another amount than was typed."""

    corrects: int
    player: str
    was_minor: int
    amount_minor: int
    reason: str
    by: str
    witness: str
    moves: tuple[Move, ...]


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


@cites("HP-T1")
class TipTaken(Event, frozen=True, tag="table.tip_taken/1", audience="staff"):
    """A tip is in the tip box."""

    player: str
    amount_minor: int
    colour: str | None
    by: str
    witness: str | None
    moves: tuple[Move, ...]


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
class TableSuspended(Event, frozen=True, tag="table.suspended/1", audience="public"):
    """Everything stands still."""

    round: int
    phase: str | None
    reason: str
    by: str


@cites("HP-S2")
class TableResumed(Event, frozen=True, tag="table.resumed/1", audience="public"):
    """The table goes on where it stood."""

    by: str
    witness: str


class Rows(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A correction in columns: row i of each belongs to one wager; what was and is gained, a loss below zero."""

    player: tuple[str, ...]
    bet: tuple[str, ...]
    stake_minor: tuple[int, ...]
    was_minor: tuple[int, ...]
    now_minor: tuple[int, ...]


@cites("HP-C2")
class SettlementCorrected(Event, frozen=True, tag="table.settlement_corrected/1", audience="staff"):
    """A round that was paid is settled anew; what is due or owed by that is on record."""

    corrects: int
    round: int
    was: str
    result: str
    rows: Rows
    reason: str
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-C3")
class MispaymentReported(Event, frozen=True, tag="table.mispayment_reported/1", audience="staff"):
    """Other chips were handed over than were due; the difference is due or owed."""

    player: str
    handed: str
    amount_minor: int
    reason: str
    by: str
    witness: str
    moves: tuple[Move, ...]


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
)
"""What happens at every table, at automatic ones too."""
EVERYDAY_EVENTS: tuple[type[Event], ...] = (
    *RACK_EVENTS,
    SaleCorrected,
    MarkerIssued,
    MarkerRedeemed,
    TipTaken,
    TipBoxEmptied,
    DealerRelieved,
    TableSuspended,
    TableResumed,
    MispaymentReported,
    DuePaid,
    OwedTaken,
    OwedWaived,
)
