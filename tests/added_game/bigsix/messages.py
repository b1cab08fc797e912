"""The acts and events of the big six wheel."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pitboss.decider import Act, Event, Move, Name
from pitboss.games.table.acts import Stake

Symbol = Annotated[str, msgspec.Meta(min_length=1, max_length=10)]


class PlaceWager(Act, frozen=True, tag="bigsix.place_wager/1", permission="play"):
    """Put chips on a symbol."""

    player: Name
    bet: Symbol
    stake_minor: Stake


class RemoveWager(Act, frozen=True, tag="bigsix.remove_wager/1", permission="play"):
    """Take chips back before "no more bets"."""

    player: Name
    bet: Symbol
    stake_minor: Stake


class CallNoMoreBets(Act, frozen=True, tag="bigsix.call_no_more_bets/1", permission="betting"):
    """Close the betting and spin the wheel."""


class EnterStop(Act, frozen=True, tag="bigsix.enter_stop/1", permission="entry"):
    """Say at which symbol the wheel stopped."""

    symbol: Symbol


class PayWinners(Act, frozen=True, tag="bigsix.pay_winners/1", permission="procedure"):
    """Collect the losers and pay the winners."""


class WagerPlaced(Event, frozen=True, tag="bigsix.wager_placed/1", audience="public"):
    """Chips lie on a symbol; of ones that were taken back there are less than none."""

    player: str
    bet: str
    stake_minor: int
    moves: tuple[Move, ...]


class NoMoreBetsCalled(Event, frozen=True, tag="bigsix.no_more_bets_called/1", audience="public"):
    """The wheel runs."""

    by: str


class WheelStopped(Event, frozen=True, tag="bigsix.wheel_stopped/1", audience="public"):
    """The wheel stopped at a symbol."""

    symbol: str
    by: str


class RoundSettled(Event, frozen=True, tag="bigsix.round_settled/1", audience="public", column="player"):
    """The wagers are settled; row i of each column belongs to one."""

    round: int
    symbol: str
    player: tuple[str, ...]
    bet: tuple[str, ...]
    stake_minor: tuple[int, ...]
    paid_minor: tuple[int, ...]
    clause: tuple[str, ...]
    moves: tuple[Move, ...]


ACTS: tuple[type[Act], ...] = (PlaceWager, RemoveWager, CallNoMoreBets, EnterStop, PayWinners)
EVENTS: tuple[type[Event], ...] = (WagerPlaced, NoMoreBetsCalled, WheelStopped, RoundSettled)
