"""The messages of a roulette Round: acts somebody wants, events that happened. Names are fixed, with a version.

The house around it has its own in `house_acts` and `house_events`. Amounts are minor units of the table's currency.
`source` names the chips of a wager: `value`, `colour:<name>`, `coupon`, `credits`, or `foreign:<table>`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Event, Move, Name
from pitboss.games.house_acts import BetText, Stake
from pitboss.rulebook.clauses import cites
from pitboss.rulebook.names import END

Source = Annotated[str, msgspec.Meta(pattern=rf"^(value|coupon|credits|(colour|foreign):.{{1,40}}){END}")]
Pocket = Annotated[str, msgspec.Meta(pattern=rf"^(0|00|[1-9]|[12][0-9]|3[0-6]){END}")]
COUNT_MAX = 1_000
Count = Annotated[int, msgspec.Meta(ge=1, le=COUNT_MAX)]
Revolutions = Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class Direction(StrEnum):
    """Which way the ball ran."""

    AGAINST = "against"
    WITH = "with"


class Cause(StrEnum):
    """Why a spin is no spin."""

    SAME_DIRECTION = "same_direction"
    FEW_REVOLUTIONS = "few_revolutions"
    FOREIGN_OBJECT = "foreign_object"
    FLOATER = "floater"
    NO_DROP = "no_drop"
    BALL_OUT = "ball_out"
    WHEEL_STOPPED = "wheel_stopped"
    INTERFERENCE = "interference"
    SUSPICION = "suspicion"


class Outcome(StrEnum):
    """What became of a wager."""

    WIN = "win"
    LOSE = "lose"
    RETURNED = "returned"
    VOID = "void"


# The Round: what is asked


class PlaceWager(Act, frozen=True, tag="roulette.place_wager/1"):
    """Put chips on a position, or add to those that lie there."""

    player: Name
    bet: BetText
    stake_minor: Stake
    source: Source = "value"
    placement: str | None = None
    """Which of a position's places the chips lie on; None is its own."""


class RemoveWager(Act, frozen=True, tag="roulette.remove_wager/1"):
    """Take chips back from a position before "no more bets"."""

    player: Name
    bet: BetText
    stake_minor: Stake
    source: Source = "value"


class SpinBall(Act, frozen=True, tag="roulette.spin_ball/1"):
    """Set the ball running."""

    direction: Direction


class CallNoMoreBets(Act, frozen=True, tag="roulette.call_no_more_bets/1"):
    """Close the betting while the ball still runs."""


class EnterNumber(Act, frozen=True, tag="roulette.enter_number/1"):
    """Say where the ball came to rest, and after how many revolutions."""

    pocket: Pocket
    revolutions: Revolutions


class CallNoSpin(Act, frozen=True, tag="roulette.call_no_spin/1"):
    """Declare the spin invalid, and try to lift the ball before it comes to rest."""

    cause: Cause
    is_ball_lifted: bool = False


class PayWinners(Act, frozen=True, tag="roulette.pay_winners/1"):
    """Pay the winning wagers, after the losers were collected; this settles the round."""


# The Round: what happened


@cites("RO-C3", "RH-4.4", "RH-4.4.1", "RH-4.9", "RH-2.5", "RS-W")
class WagerPlaced(Event, frozen=True, tag="roulette.wager_placed/1"):
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


class WagerRemoved(Event, frozen=True, tag="roulette.wager_removed/1"):
    """Chips were taken back from a position."""

    player: str
    bet: str
    stake_minor: int
    source: str
    removed_by: str
    """`player`, or the role of the employee who took them off for the player."""
    removed_by_id: str
    moves: tuple[Move, ...]


class BallSpun(Event, frozen=True, tag="roulette.ball_spun/1"):
    """The ball runs."""

    direction: Direction
    by: str


class NoMoreBetsCalled(Event, frozen=True, tag="roulette.no_more_bets_called/1"):
    """The betting is closed."""

    by: str


class BallLanded(Event, frozen=True, tag="roulette.ball_landed/1"):
    """The ball rests in a pocket."""

    pocket: str
    revolutions: int
    entered_by: str


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
class RoundSettled(Event, frozen=True, tag="roulette.round_settled/1"):
    """The round's wagers are settled: losers first, then the winners in the order they are paid."""

    round: int
    pocket: str
    wagers: Columns
    payment_groups: tuple[tuple[str, ...], ...]
    """Winning bets in the order of payment; bets of one group in any order."""
    moves: tuple[Move, ...]


@cites("RO-H1", "RO-H2", "RO-H3", "RS-I1", "RS-I2", "RS-I3", "RH-7.10", "Q4")
class NoSpinCalled(Event, frozen=True, tag="roulette.no_spin_called/1"):
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


ROUND_ACTS: tuple[type[Act], ...] = (
    PlaceWager,
    RemoveWager,
    SpinBall,
    CallNoMoreBets,
    EnterNumber,
    CallNoSpin,
    PayWinners,
)
ROUND_EVENTS: tuple[type[Event], ...] = (
    WagerPlaced,
    WagerRemoved,
    BallSpun,
    NoMoreBetsCalled,
    BallLanded,
    RoundSettled,
    NoSpinCalled,
)
