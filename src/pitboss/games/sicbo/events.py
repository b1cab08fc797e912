"""What happened at a sic bo table: the events of the Round, then those of the Table around it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pitboss.decider import Event, Move
from pitboss.games.everyday.events import CALLED_OFF_EVENTS, RESETTLING_EVENTS
from pitboss.games.sicbo.acts import Dice, Source
from pitboss.games.table.events import SignPosted
from pitboss.rulebook.clauses import cites


class Outcome(StrEnum):
    """What became of a wager."""

    WIN = "win"
    LOSE = "lose"
    RETURNED = "returned"


# The Round: what happened


@cites("SB-C2")
class WagerPlaced(Event, frozen=True, tag="sicbo.wager_placed/1", audience="public", omit_defaults=True):
    """Chips lie on a place; who put them there changes nothing about whose they are."""

    player: str
    bet: str
    stake_minor: int
    placed_by: str
    placed_by_id: str
    moves: tuple[Move, ...]
    source: Source = Source.VALUE


class WagerRemoved(Event, frozen=True, tag="sicbo.wager_removed/1", audience="public", omit_defaults=True):
    """Chips were taken back."""

    player: str
    bet: str
    stake_minor: int
    removed_by: str
    removed_by_id: str
    moves: tuple[Move, ...]
    source: Source = Source.VALUE


class NoMoreBetsCalled(Event, frozen=True, tag="sicbo.no_more_bets_called/1", audience="public"):
    """No new bets are accepted."""

    by: str


@cites("SB-E3")
class DiceShaken(Event, frozen=True, tag="sicbo.dice_shaken/1", audience="public"):
    """The covered shaker was shaken."""

    shakes: int
    by: str


@cites("SB-F1")
class ShakerUncovered(Event, frozen=True, tag="sicbo.shaker_uncovered/1", audience="public"):
    """The cover is off."""

    is_flat: bool
    by: str


@cites("SB-E4", "SB-C3")
class DiceEntered(Event, frozen=True, tag="sicbo.dice_entered/1", audience="public"):
    """The values are in the computer and the winning places are lit."""

    dice: Dice
    lit: tuple[str, ...]
    by: str


@cites("HP-C1", "SB-C3")
class DiceCorrected(Event, frozen=True, tag="sicbo.dice_corrected/1", audience="public"):
    """Other dice lie there than were entered; what is lit follows them, unless the computer failed."""

    round: int
    was: Dice
    dice: Dice
    lit: tuple[str, ...]
    reason: str
    by: str
    witness: str


@cites("SB-F1", "Q11")
class NoRollCalled(Event, frozen=True, tag="sicbo.no_roll_called/1", audience="public"):
    """The throw decides nothing: wagers stand or may be withdrawn, and the dice are shaken again."""

    by: str


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A round's wagers in columns: row i of each belongs to one wager."""

    player: tuple[str, ...]
    bet: tuple[str, ...]
    stake_minor: tuple[int, ...]
    paid_minor: tuple[int, ...]
    outcome: tuple[Outcome, ...]
    clause: tuple[str, ...]
    source: tuple[Source, ...] = ()
    """Of each wager; nothing where all are the players' own."""


@cites("SB-E5", "SB-F2")
class RoundSettled(Event, frozen=True, tag="sicbo.round_settled/1", audience="public"):
    """The round's wagers are settled, losers first; by hand where the computer failed."""

    round: int
    dice: Dice
    wagers: Columns
    by_hand: bool
    supervisor: str | None
    """Who was present when the wagers were settled by hand."""
    moves: tuple[Move, ...]


# The Table: what happened


@cites("SB-E1")
class ComputerInspected(Event, frozen=True, tag="sicbo.computer_inspected/1", audience="public"):
    """The floorperson entered three values and saw exactly their winning places lit."""

    dice: Dice
    lit: tuple[str, ...]
    by: str
    role: str


class LosersCollected(Event, frozen=True, tag="sicbo.losers_collected/1", audience="public"):
    """The losing wagers are off the layout."""

    count: int
    by: str


@cites("SB-E6")
class LightsCleared(Event, frozen=True, tag="sicbo.lights_cleared/1", audience="public"):
    """The lit places are dark again."""

    by: str


@cites("SB-F2", "Q35")
class FailureReported(Event, frozen=True, tag="sicbo.failure_reported/1", audience="public"):
    """The computer failed; with the shaker still covered every wager goes back and the table is shut at once."""

    fault: str
    is_uncovered: bool
    """Whether an uncovered throw waits to be settled by hand."""
    by: str
    wagers: Columns
    """What was returned, where no throw was uncovered."""
    moves: tuple[Move, ...]


@cites("SB-F2")
class RepairRecorded(Event, frozen=True, tag="sicbo.repair_recorded/1", audience="public"):
    """The computer was repaired; the table opens to play again once it has been inspected."""

    repair: str
    by: str


ROUND_EVENTS: tuple[type[Event], ...] = (
    WagerPlaced,
    WagerRemoved,
    NoMoreBetsCalled,
    DiceShaken,
    ShakerUncovered,
    DiceEntered,
    DiceCorrected,
    NoRollCalled,
    RoundSettled,
)
TABLE_EVENTS: tuple[type[Event], ...] = (
    SignPosted,
    ComputerInspected,
    LosersCollected,
    LightsCleared,
    FailureReported,
    RepairRecorded,
    *RESETTLING_EVENTS,
    *CALLED_OFF_EVENTS,
)
