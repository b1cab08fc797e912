"""What people ask for in a tournament."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.decider import Act, Name, Text
from pitboss.money import STAKE_MAX

Chips = Annotated[int, msgspec.Meta(ge=0, le=STAKE_MAX)]
Fee = Annotated[int, msgspec.Meta(ge=0, le=STAKE_MAX)]
Number = Annotated[int, msgspec.Meta(ge=1, le=1_000)]
Hands = Annotated[int, msgspec.Meta(ge=0, le=10_000)]


# What is asked


class OpenEntries(Act, frozen=True, tag="tournament.open_entries/1", permission="supervision"):
    """Announce the tournament's rules and open its entries, or open them again before the start."""


class EnterPlayer(Act, frozen=True, tag="tournament.enter_player/1", permission="supervision"):
    """Take a player's entry and the fee for it."""

    player: Name
    fee_minor: Fee


class WithdrawPlayer(Act, frozen=True, tag="tournament.withdraw_player/1", permission="play"):
    """Take an entry back before the start, and its fee with it."""

    player: Name


class CloseEntries(Act, frozen=True, tag="tournament.close_entries/1", permission="supervision"):
    """Take no more entries."""


class DrawSeats(Act, frozen=True, tag="tournament.draw_seats/1", permission="supervision"):
    """Seat everybody who plays the next heat in the order in which they were drawn."""

    order: tuple[Name, ...]


class StartHeat(Act, frozen=True, tag="tournament.start_heat/1", permission="supervision"):
    """Hand out the chips of a heat; its tables play from here on."""


class RecordHeat(Act, frozen=True, tag="tournament.record_heat/1", permission="procedure"):
    """Record what a table reports at the end of its heat: hands played, and everybody's chips."""

    table: Number
    heat: Number
    hands: Hands
    chips: dict[Name, Chips]
    reason: Text | None = None
    """Why the table played fewer hands than the heat has."""


class EndHeat(Act, frozen=True, tag="tournament.end_heat/1", permission="supervision"):
    """End a heat that all its tables have reported, and say who goes on."""


class DisqualifyPlayer(Act, frozen=True, tag="tournament.disqualify_player/1", permission="supervision"):
    """Take a player out of the tournament for a reason, before a second person."""

    player: Name
    reason: Text


class RecordPlayOff(Act, frozen=True, tag="tournament.record_play_off/1", permission="procedure"):
    """Record what players with equal chips have after another hand."""

    chips: dict[Name, Chips]


class DrawLots(Act, frozen=True, tag="tournament.draw_lots/1", permission="supervision"):
    """Say in which order players with equal chips were drawn, the best place first."""

    order: tuple[Name, ...]


class AwardPrizes(Act, frozen=True, tag="tournament.award_prizes/1", permission="supervision"):
    """Pay the prizes by place."""


class CancelTournament(Act, frozen=True, tag="tournament.cancel/1", permission="supervision"):
    """Call the tournament off and give every fee back."""

    reason: Text


ACTS: tuple[type[Act], ...] = (
    OpenEntries,
    EnterPlayer,
    WithdrawPlayer,
    CloseEntries,
    DrawSeats,
    StartHeat,
    RecordHeat,
    EndHeat,
    DisqualifyPlayer,
    RecordPlayOff,
    DrawLots,
    AwardPrizes,
    CancelTournament,
)
