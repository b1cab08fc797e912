"""The messages of sic bo: the Round's, then those of the table around it. Names are fixed, with a version."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Event, Move, Name, Text
from pitboss.games.house_acts import BetText, Stake
from pitboss.rulebook.clauses import cites

Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Dice = tuple[Face, Face, Face]
Shakes = Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class Outcome(StrEnum):
    """What became of a wager."""

    WIN = "win"
    LOSE = "lose"
    RETURNED = "returned"


# The Round: what is asked


class PlaceWager(Act, frozen=True, tag="sicbo.place_wager/1"):
    """Put chips on a place of the layout, or add to those that lie there."""

    player: Name
    bet: BetText
    stake_minor: Stake


class RemoveWager(Act, frozen=True, tag="sicbo.remove_wager/1"):
    """Take chips back before no new bets are accepted."""

    player: Name
    bet: BetText
    stake_minor: Stake


class CallNoMoreBets(Act, frozen=True, tag="sicbo.call_no_more_bets/1"):
    """Say that no new bets will be accepted, before the shake."""


class ShakeDice(Act, frozen=True, tag="sicbo.shake_dice/1"):
    """Cover the shaker and shake it."""

    shakes: Shakes


class UncoverShaker(Act, frozen=True, tag="sicbo.uncover_shaker/1"):
    """Take the cover off and see whether every die lies flat."""

    is_flat: bool


class EnterDice(Act, frozen=True, tag="sicbo.enter_dice/1"):
    """Announce the value of each die and enter it into the layout's computer."""

    dice: Dice


class CallNoRoll(Act, frozen=True, tag="sicbo.call_no_roll/1"):
    """Declare that the throw decides nothing."""


class PayWinners(Act, frozen=True, tag="sicbo.pay_winners/1"):
    """Pay the lit wagers, after the losers were collected; this settles the round."""


# The Round: what happened


@cites("SB-C2")
class WagerPlaced(Event, frozen=True, tag="sicbo.wager_placed/1"):
    """Chips lie on a place; who put them there changes nothing about whose they are."""

    player: str
    bet: str
    stake_minor: int
    placed_by: str
    placed_by_id: str
    moves: tuple[Move, ...]


class WagerRemoved(Event, frozen=True, tag="sicbo.wager_removed/1"):
    """Chips were taken back."""

    player: str
    bet: str
    stake_minor: int
    removed_by: str
    removed_by_id: str
    moves: tuple[Move, ...]


class NoMoreBetsCalled(Event, frozen=True, tag="sicbo.no_more_bets_called/1"):
    """No new bets are accepted."""

    by: str


@cites("SB-E3")
class DiceShaken(Event, frozen=True, tag="sicbo.dice_shaken/1"):
    """The covered shaker was shaken."""

    shakes: int
    by: str


@cites("SB-F1")
class ShakerUncovered(Event, frozen=True, tag="sicbo.shaker_uncovered/1"):
    """The cover is off."""

    is_flat: bool
    by: str


@cites("SB-E4", "SB-C3")
class DiceEntered(Event, frozen=True, tag="sicbo.dice_entered/1"):
    """The values are in the computer and the winning places are lit."""

    dice: Dice
    lit: tuple[str, ...]
    by: str


@cites("SB-F1", "Q11")
class NoRollCalled(Event, frozen=True, tag="sicbo.no_roll_called/1"):
    """The throw decides nothing: wagers stand or may be withdrawn, and the dice are shaken again."""

    by: str


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round's wagers in columns: row i of each belongs to one wager."""

    player: tuple[str, ...]
    bet: tuple[str, ...]
    stake_minor: tuple[int, ...]
    paid_minor: tuple[int, ...]
    outcome: tuple[Outcome, ...]
    clause: tuple[str, ...]


@cites("SB-E5", "SB-F2")
class RoundSettled(Event, frozen=True, tag="sicbo.round_settled/1"):
    """The round's wagers are settled, losers first; by hand where the computer failed."""

    round: int
    dice: Dice
    wagers: Columns
    by_hand: bool
    supervisor: str | None
    """Who was present when the wagers were settled by hand."""
    moves: tuple[Move, ...]


# The Table: what is asked


class InspectComputer(Act, frozen=True, tag="sicbo.inspect_computer/1"):
    """Enter three values and look whether all their winning places light up, and no other."""

    dice: Dice
    seen_lit: tuple[Text, ...]


class CollectLosers(Act, frozen=True, tag="sicbo.collect_losers/1"):
    """Collect the losing wagers."""


class ClearLights(Act, frozen=True, tag="sicbo.clear_lights/1"):
    """Clear the lit places after everybody was paid."""


class ReportFailure(Act, frozen=True, tag="sicbo.report_failure/1"):
    """Say that the layout's computer does not work."""

    fault: Text


class SettleByHand(Act, frozen=True, tag="sicbo.settle_by_hand/1"):
    """Collect and pay by hand, a supervisor present, when the computer failed with the shaker uncovered."""

    dice: Dice


class RecordRepair(Act, frozen=True, tag="sicbo.record_repair/1"):
    """Say that the computer has been repaired, and how."""

    repair: Text


# The Table: what happened


@cites("SB-E1")
class ComputerInspected(Event, frozen=True, tag="sicbo.computer_inspected/1"):
    """The floorperson entered three values and saw exactly their winning places lit."""

    dice: Dice
    lit: tuple[str, ...]
    by: str
    role: str


class LosersCollected(Event, frozen=True, tag="sicbo.losers_collected/1"):
    """The losing wagers are off the layout."""

    count: int
    by: str


@cites("SB-E6")
class LightsCleared(Event, frozen=True, tag="sicbo.lights_cleared/1"):
    """The lit places are dark again."""

    by: str


@cites("SB-F2", "Q35")
class FailureReported(Event, frozen=True, tag="sicbo.failure_reported/1"):
    """The computer failed; with the shaker still covered every wager goes back and the table is shut at once."""

    fault: str
    is_uncovered: bool
    """Whether an uncovered throw waits to be settled by hand."""
    by: str
    wagers: Columns
    """What was returned, where no throw was uncovered."""
    moves: tuple[Move, ...]


@cites("SB-F2")
class RepairRecorded(Event, frozen=True, tag="sicbo.repair_recorded/1"):
    """The computer was repaired; the table opens to play again once it has been inspected."""

    repair: str
    by: str


ROUND_ACTS: tuple[type[Act], ...] = (
    PlaceWager,
    RemoveWager,
    CallNoMoreBets,
    ShakeDice,
    UncoverShaker,
    EnterDice,
    CallNoRoll,
    PayWinners,
)
ROUND_EVENTS: tuple[type[Event], ...] = (
    WagerPlaced,
    WagerRemoved,
    NoMoreBetsCalled,
    DiceShaken,
    ShakerUncovered,
    DiceEntered,
    NoRollCalled,
    RoundSettled,
)
TABLE_ACTS: tuple[type[Act], ...] = (
    InspectComputer,
    CollectLosers,
    ClearLights,
    ReportFailure,
    SettleByHand,
    RecordRepair,
)
TABLE_EVENTS: tuple[type[Event], ...] = (
    ComputerInspected,
    LosersCollected,
    LightsCleared,
    FailureReported,
    RepairRecorded,
)
