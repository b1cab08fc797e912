"""What may be asked of the house at any game's table: equipment, staff, limits, rounds, chips for cash."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Name, Text
from pitboss.games.everyday.acts import EVERYDAY_ACTS
from pitboss.games.everyday.dispute_events import DISPUTING_ACTS
from pitboss.money import STAKE_MAX

Stake = Annotated[int, msgspec.Meta(ge=1, le=STAKE_MAX)]
BetText = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class Limit(StrEnum):
    """Which end of a wager's limits."""

    MIN = "min"
    MAX = "max"


class InspectEquipment(Act, frozen=True, tag="table.inspect_equipment/1", permission="procedure"):
    """Confirm that the table has what the rules say it must have."""

    items: tuple[Text, ...]


class OpenTable(Act, frozen=True, tag="table.open/1", permission="procedure"):
    """Open the table; the dealer who opens it deals, with or without a mucker."""

    mucker: Name | None = None


class CloseTable(Act, frozen=True, tag="table.close/1", permission="procedure"):
    """Close the table between rounds."""


class RelieveDealer(Act, frozen=True, tag="table.relieve_dealer/1", permission="supervision"):
    """Put another dealer on the table between rounds."""

    dealer: Name


class AssignMucker(Act, frozen=True, tag="table.assign_mucker/1", permission="supervision"):
    """Give the dealer a mucker, another one, or none, between rounds."""

    mucker: Name | None


class SetLimit(Act, frozen=True, tag="table.set_limit/1", permission="limits"):
    """Change the minimum or the maximum of one kind of wager from the next round on."""

    kind: Text
    which: Limit
    amount_minor: Stake


class OpenBetting(Act, frozen=True, tag="table.open_betting/1", permission="betting"):
    """Clear the layout of the last result and open the next round."""


class BuyValueChips(Act, frozen=True, tag="table.buy_value_chips/1", permission="procedure", begins_play=True):
    """Sell value chips for cash."""

    player: Name
    amount_minor: Stake


class AbandonRound(Act, frozen=True, tag="table.abandon_round/1", permission="betting"):
    """Give up a round that nobody bets on."""

    reason: Text


class PostSign(Act, frozen=True, tag="table.post_sign/1", permission="procedure"):
    """Put up the sign with the limits, at a table whose rules ask for one."""


SHARED_ACTS: tuple[type[Act], ...] = (
    InspectEquipment,
    OpenTable,
    CloseTable,
    RelieveDealer,
    AssignMucker,
    SetLimit,
    OpenBetting,
    BuyValueChips,
    AbandonRound,
    *EVERYDAY_ACTS,
    *DISPUTING_ACTS,
)
