"""What the house adds to the steps of a dispute: evidence from the record, goodwill, notice to the regulator."""

from __future__ import annotations

from pitboss.decider import Act, Event, Move, Text
from pitboss.games import disputes
from pitboss.games.everyday.acts import Amount, Number, Seen
from pitboss.rulebook.clauses import cites


class GrantGoodwill(Act, frozen=True, tag="dispute.grant/1", permission="corrections"):
    """Give a player what the house grants in a dispute."""

    dispute: Number
    amount_minor: Amount
    reason: Text
    is_gone: bool = False
    """The player is not here: it is due."""
    seen: Seen = ""


class RecordNotice(Act, frozen=True, tag="dispute.notify/1", permission="supervision"):
    """Record that the regulator was told of a dispute."""

    dispute: Number
    told: Text
    """Whom, and how."""


class PinEvidence(Act, frozen=True, tag="dispute.pin/1", permission="disputes"):
    """Pin a record of the table to a dispute, as evidence."""

    dispute: Number
    version: Number
    """The record's version in the table's stream."""
    note: Text
    """What it shows."""


@cites("HP-D1", "RH-8.4.7")
class EvidencePinned(Event, frozen=True, tag="dispute.evidence_pinned/1", audience="staff"):
    """A record of the table was pinned to a dispute: whoever decides it looks at what is stored there."""

    dispute: int
    version: int
    note: str
    by: str


@cites("HP-D3", "RH-7.12")
class GoodwillGranted(Event, frozen=True, tag="dispute.goodwill_granted/1", audience="staff"):
    """The house granted a player something in a dispute."""

    dispute: int
    player: str
    amount_minor: int
    is_gone: bool
    reason: str
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-D4")
class NoticeRecorded(Event, frozen=True, tag="dispute.notified/1", audience="staff"):
    """The regulator was told of a dispute."""

    dispute: int
    told: str
    by: str

    def ends_alarm(self) -> tuple[str, str] | None:
        """End the alarm that said it was due."""
        return "notice", f"dispute {self.dispute} "


DISPUTING_ACTS: tuple[type[Act], ...] = (*disputes.DISPUTE_ACTS, GrantGoodwill, RecordNotice, PinEvidence)
DISPUTING_EVENTS: tuple[type[Event], ...] = (
    *disputes.DISPUTE_EVENTS,
    GoodwillGranted,
    NoticeRecorded,
    EvidencePinned,
)
