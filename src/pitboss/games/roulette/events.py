"""What happened at a roulette table: the events of the Round, then those of the Table around it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pitboss.decider import Event, Move
from pitboss.games.everyday.events import CALLED_OFF_EVENTS, RESETTLING_EVENTS
from pitboss.games.roulette.acts import Cause, Direction
from pitboss.games.table.events import SHARED_EVENTS
from pitboss.rulebook.clauses import cites


class Outcome(StrEnum):
    """What became of a wager."""

    WIN = "win"
    LOSE = "lose"
    RETURNED = "returned"
    VOID = "void"


# The Round: what happened


@cites("RO-C3", "RH-4.4", "RH-4.4.1", "RH-4.9", "RH-2.5", "RS-W")
class WagerPlaced(Event, frozen=True, tag="roulette.wager_placed/1", audience="public"):
    """Chips lie on a position; who put them there changes nothing about whose they are."""

    player: str
    bet: str
    stake_minor: int
    source: str
    placement: str
    placed_by: str
    """`player`, or the role of the employee who placed it for the player."""
    placed_by_id: str
    moves: tuple[Move, ...]


class WagerRemoved(Event, frozen=True, tag="roulette.wager_removed/1", audience="public"):
    """Chips were taken back from a position."""

    player: str
    bet: str
    stake_minor: int
    source: str
    removed_by: str
    """`player`, or the role of the employee who took them off for the player."""
    removed_by_id: str
    moves: tuple[Move, ...]


class BallSpun(Event, frozen=True, tag="roulette.ball_spun/1", audience="public"):
    """The ball runs."""

    direction: Direction
    by: str


class NoMoreBetsCalled(Event, frozen=True, tag="roulette.no_more_bets_called/1", audience="public"):
    """The betting is closed."""

    by: str


class BallLanded(Event, frozen=True, tag="roulette.ball_landed/1", audience="public"):
    """The ball rests in a pocket."""

    pocket: str
    revolutions: int
    entered_by: str


@cites("HP-C1", "RO-C4", "RH-4.10")
class NumberCorrected(Event, frozen=True, tag="roulette.number_corrected/1", audience="public"):
    """The ball rests in another pocket than was entered: marker, collection and questions begin again."""

    round: int
    was: str
    pocket: str
    reason: str
    by: str
    witness: str


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round's wagers in columns: row i of each belongs to one wager."""

    player: tuple[str, ...]
    bet: tuple[str, ...]
    source: tuple[str, ...]
    stake_minor: tuple[int, ...]
    paid_minor: tuple[int, ...]
    outcome: tuple[Outcome, ...]
    clause: tuple[str, ...]


@cites("RO-F4", "RS-S4", "RH-6.4")
class RoundSettled(Event, frozen=True, tag="roulette.round_settled/1", audience="public", column="player"):
    """The round's wagers are settled: losers first, then the winners in the order they are paid."""

    round: int
    pocket: str
    wagers: Columns
    payment_groups: tuple[tuple[str, ...], ...]
    """Winning bets in the order of payment; bets of one group in any order. The columns have who is paid when."""
    moves: tuple[Move, ...]


@cites("RO-H1", "RO-H2", "RO-H3", "RS-I1", "RS-I2", "RS-I3", "RH-7.10", "Q4")
class NoSpinCalled(Event, frozen=True, tag="roulette.no_spin_called/1", audience="public"):
    """The spin is invalid whatever the ball does; every wager is void and goes back."""

    round: int
    cause: Cause
    clause: str
    called_by: str
    role: str
    is_ball_lifted: bool
    """Whether the ball was got out in time; the spin is invalid either way."""
    wagers: Columns
    moves: tuple[Move, ...]


ROUND_EVENTS: tuple[type[Event], ...] = (
    WagerPlaced,
    WagerRemoved,
    BallSpun,
    NoMoreBetsCalled,
    BallLanded,
    NumberCorrected,
    RoundSettled,
    NoSpinCalled,
)


@cites("RO-A6", "RH-3.2.8")
class BallReplaced(Event, frozen=True, tag="roulette.ball_replaced/1", audience="public"):
    """Another ball is in play."""

    diameter_um: int
    material: str
    approval: str
    by: str


@cites("RO-F3", "RO-A5", "RS-S3", "RH-2.1")
class DollyPlaced(Event, frozen=True, tag="roulette.dolly_placed/1", audience="public"):
    """The number was announced and marked on the layout."""

    pocket: str
    colour: str
    by: str


@cites("RO-B3", "RO-F4", "RS-S4")
class LosersCollected(Event, frozen=True, tag="roulette.losers_collected/1", audience="public"):
    """The losing wagers are off the layout."""

    count: int
    by: str
    stacked_by: str | None
    """The mucker who stacks the swept chips, where there is one."""


@cites("RH-7.9.1")
class BallReturned(Event, frozen=True, tag="roulette.ball_returned/1", audience="public"):
    """The ball lies in the previous winning number."""

    pocket: str
    by: str


@cites("RH-7.5")
class BallExamined(Event, frozen=True, tag="roulette.ball_examined/1", audience="public"):
    """A ball that left the wheel was examined."""

    is_sound: bool
    by: str
    role: str


class ColourRequested(Event, frozen=True, tag="roulette.colour_requested/1", audience="staff"):
    """A player waits for colour chips."""

    player: str


class RequestCancelled(Event, frozen=True, tag="roulette.request_cancelled/1", audience="staff"):
    """A player no longer waits for colour chips."""

    player: str


@cites("RH-3.2.5", "RH-3.2.7", "RH-4.7", "RH-4.7.1", "RH-4.7.5", "RO-A2")
class ColourIssued(Event, frozen=True, tag="roulette.colour_issued/1", audience="staff"):
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


class ColourRedeemed(Event, frozen=True, tag="roulette.colour_redeemed/1", audience="staff"):
    """Colour chips became value chips again."""

    player: str
    colour: str
    count: int
    moves: tuple[Move, ...]


@cites("RO-C1", "RH-4.3", "RH-2.5")
class WagerCalled(Event, frozen=True, tag="roulette.wager_called/1", audience="public"):
    """A spoken wager was confirmed; cash with it became chips at once."""

    player: str
    bet: str
    stake_minor: int
    accompanied_by: str
    confirmed_by: str
    moves: tuple[Move, ...]


class PositionQuestioned(Event, frozen=True, tag="roulette.position_questioned/1", audience="public"):
    """Nothing is paid until a supervisor has said where the chip lies."""

    player: str
    bet: str
    source: str
    by: str


@cites("RH-6.6")
class PositionDecided(Event, frozen=True, tag="roulette.position_decided/1", audience="public"):
    """A supervisor decided where a questioned chip lies."""

    player: str
    bet: str
    source: str
    decided: str
    by: str
    role: str


@cites("RH-7.11")
class ForeignChipsFound(Event, frozen=True, tag="roulette.foreign_chips_found/1", audience="staff"):
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
class ForeignPaymentRefused(Event, frozen=True, tag="roulette.foreign_payment_refused/1", audience="staff"):
    """Management will not pay this wager in another table's chips."""

    player: str
    bet: str
    source: str
    by: str
    role: str


@cites("RH-4.7.4.1")
class ForeignChipsHonoured(Event, frozen=True, tag="roulette.foreign_chips_honoured/1", audience="staff"):
    """Management let another table's winning chips be paid here."""

    player: str
    origin_table: str
    worth_minor: int
    by: str
    role: str
    moves: tuple[Move, ...]


@cites("RH-3.2.9")
class SuspectScanned(Event, frozen=True, tag="roulette.suspect_scanned/1", audience="staff"):
    """Cash or chips were scanned."""

    item: str
    amount_minor: int
    is_counterfeit: bool
    by: str


@cites("RH-7.12")
class DecisionRecorded(Event, frozen=True, tag="roulette.decision_recorded/1", audience="staff"):
    """A business decision was taken."""

    decision: str
    by: str
    role: str


@cites("HP-K1")
class ColourAbandoned(Event, frozen=True, tag="roulette.colour_abandoned/1", audience="staff"):
    """A player walked off with a colour, or left it: its worth is a claim on this table from here on."""

    claim: int
    player: str
    colour: str
    value_minor: int
    amount_minor: int
    pieces_here: int
    is_whole: bool
    """Whether no chip of the set is missing, so that another player may have the colour at once."""
    minutes_absent: int
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("HP-K1")
class ColourImpressed(Event, frozen=True, tag="roulette.colour_impressed/1", audience="staff"):
    """A set of which chips were missing is whole again."""

    colour: str
    by: str
    witness: str


@cites("HP-K2")
class ClaimRedeemed(Event, frozen=True, tag="roulette.claim_redeemed/1", audience="staff"):
    """What a colour was worth was paid after all."""

    claim: int
    player: str
    amount_minor: int
    by: str
    witness: str
    moves: tuple[Move, ...]


TABLE_EVENTS: tuple[type[Event], ...] = (
    *RESETTLING_EVENTS,
    *CALLED_OFF_EVENTS,
    ColourAbandoned,
    ColourImpressed,
    ClaimRedeemed,
    *SHARED_EVENTS,
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
