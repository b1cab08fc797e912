"""What may be asked at any table around its game: counts, slips, boxes, markers, tips, relief, suspension."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Asking, Name, Text
from pitboss.games.everyday.pieces import Pieces
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import END

_CARD = "[1-9][0-9]?=[A2-9TJQK][SHDC]"
Number = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
"""Of a slip, a box, or a record of the stream."""
Amount = Annotated[int, msgspec.Meta(ge=1, le=STAKE_MAX)]
Counted = Annotated[int, msgspec.Meta(ge=0, le=STAKE_MAX)]
"""An amount that may be nothing, in minor units."""


Named = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
"""The number of a dispute that an act answers; 0 for none."""
Seen = Annotated[str, msgspec.Meta(pattern=rf"^(?:[0-9a-f]{{64}})?{END}")]
"""The digest of a preview; nothing where nobody looked first."""
Bet = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class CountKind(StrEnum):
    """When a rack is counted."""

    OPENING = "opening"
    SHIFT = "shift"
    CLOSING = "closing"


class BeginInventory(Act, frozen=True, tag="table.begin_inventory/1", permission="inventory"):
    """Keep this table's rack by counts and slips from here on."""


class CountInventory(Act, frozen=True, tag="table.count_inventory/1", permission="inventory"):
    """Count the chips in the rack."""

    kind: CountKind
    pieces: Pieces


class RequestFill(Act, frozen=True, tag="table.request_fill/1", permission="supervision"):
    """Ask the cage for chips."""

    pieces: Pieces


class RequestCredit(Act, frozen=True, tag="table.request_credit/1", permission="supervision"):
    """Ask that chips are taken from the rack to the cage."""

    pieces: Pieces


class IssueFill(Act, frozen=True, tag="table.issue_fill/1", permission="fill"):
    """Give the chips of a fill to whoever carries them to the table."""

    slip: Number
    carried_by: Name


class AcceptFill(Act, frozen=True, tag="table.accept_fill/1", permission="fill"):
    """Count the chips of a fill into the rack."""

    slip: Number
    pieces: Pieces


class SendCredit(Act, frozen=True, tag="table.send_credit/1", permission="fill"):
    """Count the chips of a credit out of the rack, and give them to whoever carries them to the cage."""

    slip: Number
    pieces: Pieces
    carried_by: Name


class ReceiveCredit(Act, frozen=True, tag="table.receive_credit/1", permission="fill"):
    """Count the chips of a credit into the cage."""

    slip: Number
    pieces: Pieces


class VoidSlip(Act, frozen=True, tag="table.void_slip/1", permission="fill"):
    """Call off a fill or a credit that is not finished: what was on its way goes back."""

    slip: Number
    reason: Text


class RemoveDropBox(Act, frozen=True, tag="table.remove_drop_box/1", permission="drop"):
    """Take the drop box away, and attach another."""


class CountBox(Act, frozen=True, tag="table.count_box/1", permission="drop"):
    """Count the money in a drop box that was taken away."""

    box: Number
    counted_minor: Counted


class PaperKind(StrEnum):
    """What is printed of a table's everyday life, each kind with its own numbers."""

    SLIP = "slip"
    """A fill or a credit."""
    COUNT = "count"
    """A count of the rack."""
    BOX = "box"
    """The count sheet of a drop box."""
    MARKER = "marker"
    CORRECTION = "correction"


class PrintSlip(Act, frozen=True, tag="table.print_slip/1", permission="papers"):
    """Print a paper of the table in its three parts; what was printed before says COPY."""

    paper: PaperKind
    number: Number
    terminal: Name | None = None
    """The window whose printer prints it; None where it is printed from a page."""


class CorrectSale(Act, frozen=True, tag="table.correct_sale/1", permission="by_hand"):
    """Put the right amount in the place of one that was typed wrongly when value chips were sold."""

    corrects: Number
    """The version of the sale, or of its last correction, in the table's stream."""
    amount_minor: Counted
    reason: Text
    seen: Seen = ""


class CorrectPastSale(Act, frozen=True, tag="table.correct_past_sale/1", permission="corrections"):
    """Do the same after the next round has begun, or the box is gone."""

    corrects: Number
    amount_minor: Counted
    reason: Text
    dispute: Named = 0
    seen: Seen = ""


class IssueMarker(Act, frozen=True, tag="table.issue_marker/1", permission="markers", begins_play=True):
    """Give a player chips for a signature, within the line that the cage confirms by standing by."""

    player: Name
    amount_minor: Amount
    signature: Text


class PaidIn(StrEnum):
    """What a marker is redeemed with."""

    CASH = "cash"
    CHIPS = "chips"


class RedeemMarker(Act, frozen=True, tag="table.redeem_marker/1", permission="markers"):
    """Take at the cage what a player signed for."""

    marker: Number
    paid_with: PaidIn


class CancelMarker(Act, frozen=True, tag="table.cancel_marker/1", permission="server"):
    """Tell a table that the cage took what a player had signed for here."""

    marker: Number


class TakeTip(Act, frozen=True, tag="table.take_tip/1", permission="procedure"):
    """Put a tip into the tip box: value chips, a player's own colour, or credits, which are changed first."""

    player: Name
    amount_minor: Amount
    colour: Name | None = None
    terminal: Name | None = None
    """Where the credits are, at an automatic table."""


class EmptyTipBox(Act, frozen=True, tag="table.empty_tip_box/1", permission="tips"):
    """Empty the tip box into what is shared."""


class RelieveAtOnce(Act, frozen=True, tag="table.relieve_dealer/2", permission="supervision"):
    """Put another dealer on the table, whatever the round is at."""

    dealer: Name


class SuspendTable(Act, frozen=True, tag="table.suspend/1", permission="hold"):
    """Stop everything at the table as it stands."""

    reason: Text


class ResumeTable(Act, frozen=True, tag="table.resume/1", permission="resume"):
    """Go on where the table stood."""


class CallOffRound(Act, frozen=True, tag="table.call_off_round/1", permission="call_off"):
    """Give every wager of a round back that has no result and will have none."""

    reason: Text


class BarPlayer(Act, frozen=True, tag="table.bar_player/1", permission="bar"):
    """Let somebody play no more, here or in the whole house, from the next round on."""

    player: Name
    reason: Text
    is_whole_house: bool = False

    def permission_for(self, asking: Asking) -> str:
        """Ask more of what is for the whole house."""
        return "bar_house" if self.is_whole_house else super().permission_for(asking)


class LimitPlayer(Act, frozen=True, tag="table.limit_player/1", permission="bar"):
    """Let somebody lay one wager of always the same stake in a round, from the next round on."""

    player: Name
    stake_minor: Amount
    reason: Text


class LiftBar(Act, frozen=True, tag="table.lift_bar/1", permission="bar"):
    """Let somebody play again who was barred or limited."""

    player: Name
    reason: Text
    is_whole_house: bool = False

    def permission_for(self, asking: Asking) -> str:
        """Ask more of what is for the whole house."""
        return "bar_house" if self.is_whole_house else super().permission_for(asking)


class CorrectSettlement(Act, frozen=True, tag="table.correct_settlement/1", permission="corrections"):
    """Settle a round anew by the result that was the true one, after it was paid by another."""

    corrects: Number
    """The version of the settlement, or of its last correction, in the table's stream."""
    result: Annotated[str, msgspec.Meta(pattern=rf"^(?:[0-9](?:[0-9]|-[1-6]-[1-6])?|{_CARD}){END}")]
    """The true number; the true dice as 1-2-3; a card that was named wrongly, as 3=KD by its place in the deal."""
    reason: Text
    dispute: Named = 0
    seen: Seen = ""


class CorrectWager(Act, frozen=True, tag="table.correct_wager/1", permission="corrections"):
    """Settle a wager of a round that was paid by where it truly lay."""

    corrects: Number
    row: Number
    """Which wager of the settlement, from 1."""
    bet: Bet
    reason: Text
    dispute: Named = 0
    seen: Seen = ""


class AddWager(Act, frozen=True, tag="table.add_wager/1", permission="corrections"):
    """Settle a wager of a round that was paid and had not been recorded."""

    corrects: Number
    player: Name
    bet: Bet
    stake_minor: Amount
    reason: Text
    dispute: Named = 0
    seen: Seen = ""


class Handed(StrEnum):
    """How a hand paid wrongly."""

    TOO_LITTLE = "too_little"
    TOO_MUCH = "too_much"


class ReportMispayment(Act, frozen=True, tag="table.report_mispayment/1", permission="corrections"):
    """Say that the record was right and the hand was not: other value chips were handed over than were due."""

    player: Name
    handed: Handed
    amount_minor: Amount
    """By how much; of a winner who was missed, all of it."""
    reason: Text
    dispute: Named = 0
    seen: Seen = ""


class PayDue(Act, frozen=True, tag="table.pay_payable/1", permission="corrections"):
    """Hand a player chips that are due after a correction."""

    player: Name
    amount_minor: Amount
    seen: Seen = ""


class TakeOwed(Act, frozen=True, tag="table.take_receivable/1", permission="corrections"):
    """Take chips of a player that are owed after a correction."""

    player: Name
    amount_minor: Amount
    seen: Seen = ""


class WaiveOwed(Act, frozen=True, tag="table.waive_receivable/1", permission="corrections"):
    """Let a player off what is owed, at the house's cost."""

    player: Name
    amount_minor: Amount
    reason: Text
    seen: Seen = ""


RACK_ACTS: tuple[type[Act], ...] = (
    BeginInventory,
    CountInventory,
    RequestFill,
    RequestCredit,
    IssueFill,
    AcceptFill,
    SendCredit,
    ReceiveCredit,
    VoidSlip,
    RemoveDropBox,
    CountBox,
    PrintSlip,
)
"""What a table's rack is kept by."""
EVERYWHERE_ACTS: tuple[type[Act], ...] = (
    *RACK_ACTS,
    TakeTip,
    EmptyTipBox,
    RelieveAtOnce,
    SuspendTable,
    ResumeTable,
)
"""What every table is asked, automatic ones too."""
EVERYDAY_ACTS: tuple[type[Act], ...] = (
    *EVERYWHERE_ACTS,
    CorrectSale,
    CorrectPastSale,
    IssueMarker,
    RedeemMarker,
    CancelMarker,
    CallOffRound,
    BarPlayer,
    LimitPlayer,
    LiftBar,
    ReportMispayment,
    PayDue,
    TakeOwed,
    WaiveOwed,
)
RESETTLING_ACTS: tuple[type[Act], ...] = (CorrectSettlement, CorrectWager, AddWager)
"""What a game's table is asked that can settle a round anew."""
CORRECTING: tuple[type[Act], ...] = (
    *RESETTLING_ACTS,
    CorrectSale,
    CorrectPastSale,
    ReportMispayment,
    PayDue,
    TakeOwed,
    WaiveOwed,
)
"""What changes money after it was paid: it can be looked at first, and carry what was seen."""
