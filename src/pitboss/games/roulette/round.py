"""The roulette Round: wagers, spin, "no more bets", the number, settlement, or "No Spin".

This is the game proper. Settlement documents, exact odds and simulation drive it alone; the tables put a house
around it. `decide` refuses, `evolve` applies, `legal` offers what `decide` would accept, `chance` lists where the ball
may come to rest with exact weights.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from pitboss.decider import MONEY_MAX, Act, Command, Event, Move, require_role
from pitboss.games.roulette import messages as m
from pitboss.games.roulette.settle import (
    LAYOUT,
    Wager,
    holder,
    payment_groups,
    settled_columns,
    void_columns,
)
from pitboss.money import Currency, show
from pitboss.rulebook import ActionRefused, BetRefused, BetsClosed, LimitExceeded, ProcedureBreach, cites

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from pitboss.games.roulette.layout import Position
    from pitboss.games.roulette.rules import Rules

__all__ = ["Phase", "Round", "chance", "decide", "evolve"]

DEALERS = ("dealer",)
EXPOSURE_MAX = MONEY_MAX


class Phase(StrEnum):
    """Where a round stands."""

    BETTING = "betting"
    SPINNING = "spinning"
    CLOSED = "closed"
    LANDED = "landed"
    SETTLED = "settled"
    VOID = "void"


K = TypeVar("K")
Key = tuple[str, str, str]
"""Player, bet, source: one wager."""


@dataclass
class Round:
    """One spin of the wheel and the wagers on it; belongs to one owner and changes in place."""

    rules: Rules
    number: int = 1
    phase: Phase = Phase.BETTING
    wagers: dict[Key, int] = field(default_factory=dict)
    on_position: dict[tuple[str, str], int] = field(default_factory=dict)
    """Player and bet to what lies there in all kinds of chips: limits add up over repeated bets."""
    exposure: int = 0
    """Upper bound of what the spin may cost: every wager at its odds, won or not."""
    direction: m.Direction | None = None
    pocket: str | None = None
    withheld: dict[Key, str] = field(default_factory=dict)
    """Wagers that will not be paid should they win, and by which clause."""

    def key(self) -> Hashable:
        """Return the round's value as something hashable."""
        wagers = tuple(sorted(self.wagers.items()))
        return (self.number, self.phase, wagers, self.direction, self.pocket, tuple(sorted(self.withheld.items())))

    @property
    def is_open(self) -> bool:
        """Tell whether wagers may still be placed."""
        return self.phase in (Phase.BETTING, Phase.SPINNING)

    def laid(self) -> list[Wager]:
        """Return the wagers in the order they were first placed."""
        find = self.rules.position
        return [Wager(player, find(bet), source, stake) for (player, bet, source), stake in self.wagers.items()]


def decide(state: Round, command: Command[Any]) -> Sequence[Event]:
    """Answer one act of the Round, or refuse it with its clause."""
    handler = _DECIDE.get(type(command.act))
    if handler is None:
        reason = f"{type(command.act).__name__} is not an act of a roulette round"
        raise ActionRefused(reason, clause=state.rules.clause("dealer"), act=type(command.act).__name__)
    return handler(state, command)


def evolve(state: Round, event: Event) -> Round:
    """Apply what happened; never refuses."""
    match event:
        case m.WagerPlaced():
            _add(state, (event.player, event.bet, event.source), event.stake_minor)
        case m.WagerRemoved():
            _add(state, (event.player, event.bet, event.source), -event.stake_minor)
        case m.BallSpun():
            state.phase, state.direction = Phase.SPINNING, event.direction
        case m.NoMoreBetsCalled():
            state.phase = Phase.CLOSED
        case m.BallLanded():
            state.phase, state.pocket = Phase.LANDED, event.pocket
        case m.RoundSettled():
            state.phase = Phase.SETTLED
            clear(state)
        case m.NoSpinCalled():
            state.phase, state.pocket = Phase.VOID, None
            clear(state)
    return state


def clear(state: Round) -> None:
    """Take every wager off."""
    state.wagers.clear()
    state.on_position.clear()
    state.withheld.clear()
    state.exposure = 0


def _add(state: Round, key: Key, amount: int) -> None:
    player, bet, _ = key
    _count(state.wagers, key, amount)
    _count(state.on_position, (player, bet), amount)
    state.exposure += amount * odds_of(state, bet)


def _count(book: dict[K, int], key: K, amount: int) -> None:
    left = book.get(key, 0) + amount
    if left:
        book[key] = left
    else:
        del book[key]


def shift(state: Round, key: Key, to: Key, stake: int) -> None:
    """Count a wager under another key or at another worth: a decided position, another table's chips."""
    withheld = state.withheld.pop(key, None)
    _add(state, key, -state.wagers[key])
    _add(state, to, stake)
    if withheld is not None:
        state.withheld[to] = withheld


def odds_of(state: Round, bet: str) -> int:
    """Return n of the odds n to 1 that a bet is paid at."""
    return state.rules.pays(state.rules.position(bet).kind)


def room_for(state: Round, bet: str) -> int:
    """Return the most that may still be laid on a bet before the spin's cost passes what can be counted."""
    return (EXPOSURE_MAX - state.exposure) // odds_of(state, bet)


def chance(state: Round) -> tuple[tuple[m.EnterNumber, Fraction], ...]:
    """Return where the ball may come to rest after a valid spin, each with its exact weight."""
    wheel = state.rules.wheel
    turns = state.rules.data.revolutions_min
    return tuple((m.EnterNumber(pocket=p, revolutions=turns), Fraction(1, len(wheel.pockets))) for p in wheel.pockets)


def money(state: Round, minor: int) -> str:
    """Print an amount in the table's currency."""
    return show(minor, Currency.of(state.rules.config.currency))


@cites("RO-F2", "RS-S2", "RS-I4", "RH-4.6")
def refuse_late(state: Round, bet: str) -> None:
    """Refuse a wager, or a change to one, after "no more bets"; it goes back and the spin stands for the others."""
    if not state.is_open:
        reason = f'{bet} came after "no more bets" and is returned'
        raise BetsClosed(reason, clause=state.rules.clause("late"), bet=bet, phase=state.phase.value)


@cites("RO-G2", "RS-W", "Q8", "RH-4.7.5")
def refuse_beyond_limits(state: Round, player: str, position: Position, total: int) -> None:
    """Hold what a player has on one position, all bets together, between the table's minimum and maximum."""
    low, high = state.rules.limits(position.kind)
    values = {"player": player, "bet": position.bet, "total_minor": total, "min_minor": low, "max_minor": high}
    if total < low:
        reason = f"{money(state, total)} on {position.bet} is under the table's minimum of {money(state, low)}"
        raise LimitExceeded(reason, clause=state.rules.limit_clause("min"), **values)
    if total > high:
        reason = f"{money(state, total)} on {position.bet} is over the table's maximum of {money(state, high)}"
        raise LimitExceeded(reason, clause=state.rules.limit_clause("max"), **values)


@cites("RO-D1", "RO-D2", "RO-D3", "RO-D4", "RO-D5", "RO-D6", "RO-D7", "RS-T1", "RS-T2", "RS-T3", "RH-4.2")
def _place(state: Round, command: Command[m.PlaceWager]) -> Sequence[Event]:
    """Accept a wager on a position the layout offers, in time and within the limits."""
    act = command.act
    position = state.rules.position(act.bet)
    refuse_late(state, act.bet)
    own = position.placements[0].name
    placement = own if act.placement is None else act.placement
    if placement not in (place.name for place in position.placements):
        known = ", ".join(place.name for place in position.placements)
        reason = f"{act.bet} has no place called {placement}; it lies on its {known}"
        clause = state.rules.wagers[position.kind].clause
        raise BetRefused(reason, clause=clause, bet=act.bet, placement=placement)
    total = state.on_position.get((act.player, act.bet), 0) + act.stake_minor
    refuse_beyond_limits(state, act.player, position, total)
    if act.stake_minor > room_for(state, act.bet):
        reason = f"with {money(state, act.stake_minor)} on {act.bet} the spin could cost more than can be counted"
        raise LimitExceeded(reason, clause=state.rules.limit_clause("max"), bet=act.bet, stake_minor=act.stake_minor)
    placed = m.WagerPlaced(
        player=act.player,
        bet=act.bet,
        stake_minor=act.stake_minor,
        source=act.source,
        placement=placement,
        placed_by=command.by.role.value,
        placed_by_id=command.by.id,
        moves=(Move(holder(act.player, act.source), LAYOUT, act.stake_minor),),
    )
    return (placed,)


@cites("RO-F2", "RH-4.6")
def _remove(state: Round, command: Command[m.RemoveWager]) -> Sequence[Event]:
    """Let a player take chips back, all or so many that the rest is still a wager."""
    act = command.act
    position = state.rules.position(act.bet)
    refuse_late(state, act.bet)
    lies = state.wagers.get((act.player, act.bet, act.source), 0)
    if act.stake_minor > lies:
        reason = f"{act.player} has {money(state, lies)} on {act.bet}, not {money(state, act.stake_minor)}"
        clause = state.rules.clause("responsibility")
        raise BetRefused(reason, clause=clause, bet=act.bet, lies_minor=lies, stake_minor=act.stake_minor)
    left = state.on_position[act.player, act.bet] - act.stake_minor
    if left:
        refuse_beyond_limits(state, act.player, position, left)
    removed = m.WagerRemoved(
        player=act.player,
        bet=act.bet,
        stake_minor=act.stake_minor,
        source=act.source,
        moves=(Move(LAYOUT, holder(act.player, act.source), act.stake_minor),),
    )
    return (removed,)


@cites("RO-B2", "RO-F1", "RS-S1")
def _spin(state: Round, command: Command[m.SpinBall]) -> Sequence[Event]:
    """Let the dealer set the ball running; the wrong way is recorded, and can only end in "No Spin"."""
    require_role(command, DEALERS, clause=state.rules.clause("dealer"), deed="spin the ball")
    if state.phase is not Phase.BETTING:
        reason = f"the ball is spun once in a round; this one is {state.phase}"
        raise ActionRefused(reason, clause=state.rules.clause("spin"), phase=state.phase.value)
    return (m.BallSpun(direction=command.act.direction, by=command.by.id),)


@cites("RO-F2", "RS-S2")
def _no_more_bets(state: Round, command: Command[m.CallNoMoreBets]) -> Sequence[Event]:
    """Close the betting while the ball still runs: not before the spin and not after the ball fell."""
    require_role(command, DEALERS, clause=state.rules.clause("no_more_bets"), deed='call "no more bets"')
    if state.phase is not Phase.SPINNING:
        reason = f'"no more bets" is called while the ball runs; this round is {state.phase}'
        raise ActionRefused(reason, clause=state.rules.clause("no_more_bets"), phase=state.phase.value)
    return (m.NoMoreBetsCalled(by=command.by.id),)


@cites("RO-F1", "RO-H1", "RO-H2", "RS-S1", "RS-I1", "RS-I2", "RH-7.1", "RH-7.2", "RH-4.1.1", "RO-A3")
def _enter(state: Round, command: Command[m.EnterNumber]) -> Sequence[Event]:
    """Take a number only from a valid spin: against the wheel, with enough revolutions, bets closed."""
    act, rules = command.act, state.rules
    require_role(command, ("dealer", "device"), clause=rules.clause("number"), deed="enter the number")
    if act.pocket not in rules.wheel.index:
        reason = f"this wheel has no {act.pocket}: it has {len(rules.wheel.pockets)} pockets"
        raise ActionRefused(reason, clause=rules.clause("wheel"), pocket=act.pocket)
    if state.phase is Phase.SPINNING:
        reason = 'the ball cannot come to rest before "no more bets"'
        raise ProcedureBreach(reason, clause=rules.clause("no_more_bets"), phase=state.phase.value)
    if state.phase is not Phase.CLOSED:
        reason = f"no number can be entered: this round is {state.phase}"
        raise ActionRefused(reason, clause=rules.clause("number"), phase=state.phase.value)
    cause = invalid(state, act.revolutions)
    if cause is not None:
        entry = rules.no_spin[cause]
        reason = f'{entry.words}: "No Spin" must be called, no number can be entered'
        raise ProcedureBreach(reason, clause=entry.clause, cause=cause.value, revolutions=act.revolutions)
    return (m.BallLanded(pocket=act.pocket, revolutions=act.revolutions, entered_by=command.by.id),)


def invalid(state: Round, revolutions: int) -> m.Cause | None:
    """Return why a spin that went its way is no spin, or None for a valid one."""
    if state.direction is m.Direction.WITH:
        return m.Cause.SAME_DIRECTION
    if revolutions < state.rules.data.revolutions_min:
        return m.Cause.FEW_REVOLUTIONS
    return None


@cites("RO-H1", "RO-H2", "RO-H3", "RS-I1", "RS-I2", "RS-I3", "Q4")
@cites(*(f"RH-7.{item}" for item in range(1, 11)), "RH-7.4.1", "RH-2.2", "RH-2.3")
def _no_spin(state: Round, command: Command[m.CallNoSpin]) -> Sequence[Event]:
    """Void the spin whatever the ball does; a suspicion may still be voiced after it fell, until all are paid."""
    cause, rules = command.act.cause, state.rules
    entry = rules.no_spin[cause]
    require_role(command, entry.by, clause=entry.clause, deed=f'call "No Spin" because {entry.words}')
    running = (Phase.SPINNING, Phase.CLOSED)
    if state.phase not in ((*running, Phase.LANDED) if cause is m.Cause.SUSPICION else running):
        reason = f'"No Spin" for this cause is called while the ball runs; this round is {state.phase}'
        raise ActionRefused(reason, clause=entry.clause, phase=state.phase.value, cause=cause.value)
    columns, moves = void_columns(state.laid(), entry.clause)
    called = m.NoSpinCalled(
        round=state.number,
        cause=cause,
        clause=entry.clause,
        called_by=command.by.id,
        role=command.by.role.value,
        wagers=columns,
        moves=moves,
    )
    return (called,)


@cites("RO-B2", "RO-B3", "RO-C4", "RO-F4", "RS-S4")
def _pay(state: Round, command: Command[m.PayWinners]) -> Sequence[Event]:
    """Settle the round by position, once the number is known."""
    clause = state.rules.clause("losers_first")
    require_role(command, ("dealer", "mucker"), clause=state.rules.clause("mucker"), deed="pay the winners")
    if state.phase is not Phase.LANDED or state.pocket is None:
        reason = f"nothing can be paid: this round is {state.phase}"
        raise ActionRefused(reason, clause=clause, phase=state.phase.value)
    columns, moves = settled_columns(state.rules, state.pocket, state.laid(), state.withheld)
    won = [bet for bet, outcome in zip(columns.bet, columns.outcome, strict=True) if outcome is m.Outcome.WIN]
    settled = m.RoundSettled(
        round=state.number,
        pocket=state.pocket,
        wagers=columns,
        payment_groups=payment_groups(state.rules, state.pocket, won),
        moves=moves,
    )
    return (settled,)


_DECIDE: dict[type[Act], Callable[[Round, Command[Any]], Sequence[Event]]] = {
    m.PlaceWager: _place,
    m.RemoveWager: _remove,
    m.SpinBall: _spin,
    m.CallNoMoreBets: _no_more_bets,
    m.EnterNumber: _enter,
    m.CallNoSpin: _no_spin,
    m.PayWinners: _pay,
}
