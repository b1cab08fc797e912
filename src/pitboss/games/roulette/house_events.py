"""What happens in the house around the Round: equipment, staff, chips, incidents."""

from __future__ import annotations

from pitboss.decider import Event, Move
from pitboss.games.house_events import (
    HOUSE_EVENTS,
    BettingOpened,
    EquipmentInspected,
    LimitSet,
    StaffChanged,
    TableClosed,
    TableOpened,
    ValueChipsBought,
)
from pitboss.rulebook.clauses import cites

__all__ = [
    "HOUSE_EVENTS",
    "TABLE_EVENTS",
    "BallExamined",
    "BallReplaced",
    "BallReturned",
    "BettingOpened",
    "ColourIssued",
    "ColourRedeemed",
    "ColourRequested",
    "DecisionRecorded",
    "DollyPlaced",
    "EquipmentInspected",
    "ForeignChipsFound",
    "ForeignChipsHonoured",
    "ForeignPaymentRefused",
    "LimitSet",
    "LosersCollected",
    "PositionDecided",
    "PositionQuestioned",
    "RequestCancelled",
    "StaffChanged",
    "SuspectScanned",
    "TableClosed",
    "TableOpened",
    "ValueChipsBought",
    "WagerCalled",
]


@cites("RO-A6", "RH-3.2.8")
class BallReplaced(Event, frozen=True, tag="roulette.ball_replaced/1"):
    """Another ball is in play."""

    diameter_um: int
    material: str
    approval: str
    by: str


@cites("RO-F3", "RO-A5", "RS-S3", "RH-2.1")
class DollyPlaced(Event, frozen=True, tag="roulette.dolly_placed/1"):
    """The number was announced and marked on the layout."""

    pocket: str
    colour: str
    by: str


@cites("RO-B3", "RO-F4", "RS-S4")
class LosersCollected(Event, frozen=True, tag="roulette.losers_collected/1"):
    """The losing wagers are off the layout."""

    count: int
    by: str
    stacked_by: str | None
    """The mucker who stacks the swept chips, where there is one."""


@cites("RH-7.9.1")
class BallReturned(Event, frozen=True, tag="roulette.ball_returned/1"):
    """The ball lies in the previous winning number."""

    pocket: str
    by: str


@cites("RH-7.5")
class BallExamined(Event, frozen=True, tag="roulette.ball_examined/1"):
    """A ball that left the wheel was examined."""

    is_sound: bool
    by: str
    role: str


class ColourRequested(Event, frozen=True, tag="roulette.colour_requested/1"):
    """A player waits for colour chips."""

    player: str


class RequestCancelled(Event, frozen=True, tag="roulette.request_cancelled/1"):
    """A player no longer waits for colour chips."""

    player: str


@cites("RH-3.2.5", "RH-3.2.7", "RH-4.7", "RH-4.7.1", "RH-4.7.5", "RO-A2")
class ColourIssued(Event, frozen=True, tag="roulette.colour_issued/1"):
    """A player has colour chips of a fixed value."""

    player: str
    colour: str
    value_minor: int
    count: int
    paid_with: str
    has_marker: bool
    emblem: str
    """The mark that tells this table's colour chips from every other table's (RH-4.7.1)."""
    by: str
    authorised_by: str | None
    moves: tuple[Move, ...]


class ColourRedeemed(Event, frozen=True, tag="roulette.colour_redeemed/1"):
    """Colour chips became value chips again."""

    player: str
    colour: str
    count: int
    moves: tuple[Move, ...]


@cites("RO-C1", "RH-4.3", "RH-2.5")
class WagerCalled(Event, frozen=True, tag="roulette.wager_called/1"):
    """A spoken wager was confirmed; cash with it became chips at once."""

    player: str
    bet: str
    stake_minor: int
    accompanied_by: str
    confirmed_by: str
    moves: tuple[Move, ...]


class PositionQuestioned(Event, frozen=True, tag="roulette.position_questioned/1"):
    """Nothing is paid until a supervisor has said where the chip lies."""

    player: str
    bet: str
    source: str
    by: str


@cites("RH-6.6")
class PositionDecided(Event, frozen=True, tag="roulette.position_decided/1"):
    """A supervisor decided where a questioned chip lies."""

    player: str
    bet: str
    source: str
    decided: str
    by: str
    role: str


@cites("RH-7.11")
class ForeignChipsFound(Event, frozen=True, tag="roulette.foreign_chips_found/1"):
    """A wager lies in another table's colour chips and counts at their worth there."""

    player: str
    bet: str
    source: str
    stake_minor: int
    origin_table: str
    worth_minor: int
    by: str
    moves: tuple[Move, ...]


@cites("RH-7.11.1")
class ForeignPaymentRefused(Event, frozen=True, tag="roulette.foreign_payment_refused/1"):
    """Management will not pay this wager in another table's chips."""

    player: str
    bet: str
    source: str
    by: str
    role: str


@cites("RH-4.7.4.1")
class ForeignChipsHonoured(Event, frozen=True, tag="roulette.foreign_chips_honoured/1"):
    """Management let another table's winning chips be paid here."""

    player: str
    origin_table: str
    worth_minor: int
    by: str
    role: str
    moves: tuple[Move, ...]


@cites("RH-3.2.9")
class SuspectScanned(Event, frozen=True, tag="roulette.suspect_scanned/1"):
    """Cash or chips were scanned."""

    item: str
    amount_minor: int
    is_counterfeit: bool
    by: str


@cites("RH-7.12")
class DecisionRecorded(Event, frozen=True, tag="roulette.decision_recorded/1"):
    """A business decision was taken."""

    decision: str
    by: str
    role: str


TABLE_EVENTS: tuple[type[Event], ...] = (
    *HOUSE_EVENTS,
    BallReplaced,
    DollyPlaced,
    LosersCollected,
    BallReturned,
    BallExamined,
    ColourRequested,
    RequestCancelled,
    ColourIssued,
    ColourRedeemed,
    WagerCalled,
    PositionQuestioned,
    PositionDecided,
    ForeignChipsFound,
    ForeignPaymentRefused,
    ForeignChipsHonoured,
    SuspectScanned,
    DecisionRecorded,
)
