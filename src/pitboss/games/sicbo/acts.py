"""What people ask for at a sic bo table: the acts of the Round, then those of the Table around it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Name, Text
from pitboss.games.everyday.acts import RESETTLING_ACTS
from pitboss.games.table.acts import BetText, PostSign, Stake

Face = Annotated[int, msgspec.Meta(ge=1, le=6)]
Dice = tuple[Face, Face, Face]
Shakes = Annotated[int, msgspec.Meta(ge=0, le=1_000)]


# The Round: what is asked


class Source(StrEnum):
    """Whose a wager is that wins: the player's, or the dealers'."""

    VALUE = "value"
    TIP = "tip"


class PlaceWager(Act, frozen=True, tag="sicbo.place_wager/1", permission="play", begins_play=True):
    """Put chips on a place of the layout, or add to those that lie there."""

    player: Name
    bet: BetText
    stake_minor: Stake
    source: Source = Source.VALUE


class RemoveWager(Act, frozen=True, tag="sicbo.remove_wager/1", permission="play"):
    """Take chips back before no new bets are accepted."""

    player: Name
    bet: BetText
    stake_minor: Stake
    source: Source = Source.VALUE


class CallNoMoreBets(Act, frozen=True, tag="sicbo.call_no_more_bets/1", permission="betting"):
    """Say that no new bets will be accepted, before the shake."""


class ShakeDice(Act, frozen=True, tag="sicbo.shake_dice/1", permission="betting"):
    """Cover the shaker and shake it."""

    shakes: Shakes


class UncoverShaker(Act, frozen=True, tag="sicbo.uncover_shaker/1", permission="entry"):
    """Take the cover off and see whether every die lies flat."""

    is_flat: bool


class EnterDice(Act, frozen=True, tag="sicbo.enter_dice/1", permission="entry"):
    """Announce the value of each die and enter it into the layout's computer."""

    dice: Dice


class CorrectDice(Act, frozen=True, tag="sicbo.correct_dice/1", permission="by_hand"):
    """Correct dice that were entered wrongly, before anybody is paid."""

    dice: Dice
    reason: Text


class CallNoRoll(Act, frozen=True, tag="sicbo.call_no_roll/1", permission="no_spin"):
    """Declare that the throw decides nothing."""


class PayWinners(Act, frozen=True, tag="sicbo.pay_winners/1", permission="procedure"):
    """Pay the lit wagers, after the losers were collected; this settles the round."""


# The Table: what is asked


class InspectComputer(Act, frozen=True, tag="sicbo.inspect_computer/1", permission="supervision"):
    """Enter three values and look whether all their winning places light up, and no other."""

    dice: Dice
    seen_lit: tuple[Text, ...]


class CollectLosers(Act, frozen=True, tag="sicbo.collect_losers/1", permission="procedure"):
    """Collect the losing wagers."""


class ClearLights(Act, frozen=True, tag="sicbo.clear_lights/1", permission="procedure"):
    """Clear the lit places after everybody was paid."""


class ReportFailure(Act, frozen=True, tag="sicbo.report_failure/1", permission="procedure"):
    """Say that the layout's computer does not work."""

    fault: Text


class SettleByHand(Act, frozen=True, tag="sicbo.settle_by_hand/1", permission="by_hand"):
    """Collect and pay by hand, a supervisor present, when the computer failed with the shaker uncovered."""

    dice: Dice


class RecordRepair(Act, frozen=True, tag="sicbo.record_repair/1", permission="supervision"):
    """Say that the computer has been repaired, and how."""

    repair: Text


ROUND_ACTS: tuple[type[Act], ...] = (
    PlaceWager,
    RemoveWager,
    CallNoMoreBets,
    ShakeDice,
    UncoverShaker,
    EnterDice,
    CorrectDice,
    CallNoRoll,
    PayWinners,
)
TABLE_ACTS: tuple[type[Act], ...] = (
    PostSign,
    InspectComputer,
    CollectLosers,
    ClearLights,
    ReportFailure,
    SettleByHand,
    RecordRepair,
    *RESETTLING_ACTS,
)
