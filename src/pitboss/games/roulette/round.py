"""The roulette Round: wagers, spin, "no more bets", the number, settlement, or "No Spin".

This is the game proper. Settlement documents, exact odds and simulation drive it alone; the tables put a house
around it. `decide` refuses, `evolve` applies, `chance` lists where the ball may come to rest with exact weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from pitboss.decider import Act, Command, Event, Move, dispatched, require_role
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import events as e
from pitboss.games.roulette.settle import holder, payment_groups, settled_columns, void_columns
from pitboss.games.roulette.state import Phase, Round, clear
from pitboss.games.table.accounts import LAYOUT
from pitboss.games.table.laying import add, refuse_removal, refuse_stake
from pitboss.rulebook import ActionRefused, BetRefused, BetsClosed, ProcedureBreach, cites

__all__ = ["Phase", "Round", "chance", "decide", "evolve"]

DEALERS = ("dealer",)


def decide(state: Round, command: Command[Any]) -> Sequence[Event]:
    """Answer one act of the Round, or refuse it with its clause."""
    return dispatched(_DECIDE, state, command, at="a roulette round", clause=state.rules.clause("dealer"))


def evolve(state: Round, event: Event) -> Round:
    """Apply what happened; never refuses."""
    match event:
        case e.WagerPlaced():
            add(state, (event.player, event.bet, event.source), event.stake_minor)
        case e.WagerRemoved():
            add(state, (event.player, event.bet, event.source), -event.stake_minor)
        case e.BallSpun():
            state.phase, state.direction = Phase.SPINNING, event.direction
        case e.NoMoreBetsCalled():
            state.phase = Phase.CLOSED
        case e.BallLanded():
            state.phase, state.pocket = Phase.LANDED, event.pocket
        case e.NumberCorrected():
            state.pocket = event.pocket
        case e.RoundSettled():
            state.phase = Phase.SETTLED
            clear(state)
        case e.NoSpinCalled():
            state.phase, state.pocket = Phase.VOID, None
            clear(state)
    return state


def chance(state: Round) -> tuple[tuple[a.EnterNumber, Fraction], ...]:
    """Return where the ball may come to rest after a valid spin, each with its exact weight."""
    wheel = state.rules.wheel
    turns = state.rules.data.revolutions_min
    return tuple((a.EnterNumber(pocket=p, revolutions=turns), Fraction(1, len(wheel.pockets))) for p in wheel.pockets)


@cites("RO-F2", "RS-S2", "RS-I4", "RH-4.6")
def refuse_late(state: Round, bet: str) -> None:
    """Refuse a wager after "no more bets"; it goes back and the spin stands for the others."""
    if not state.is_open:
        reason = f'{bet} came after "no more bets" and is returned'
        raise BetsClosed(reason, clause=state.rules.clause("late"), bet=bet, phase=state.phase.value)


@cites("RO-C1", "RS-W", "RH-4.2")
def _place(state: Round, command: Command[a.PlaceWager]) -> Sequence[Event]:
    """Accept a wager on a position the layout offers, in time and within the limits."""
    act = command.act
    position = state.rules.position(act.bet)
    refuse_late(state, act.bet)
    own = position.placements[0].name
    placement = own if act.placement is None else act.placement
    if placement not in (place.name for place in position.placements):
        known = ", ".join(place.name for place in position.placements)
        reason = f"{act.bet} has no place called {placement}; it lies on its {known}"
        wager = state.rules.wagers[position.kind]
        clause = wager.place_clause or wager.clause
        raise BetRefused(reason, clause=clause, bet=act.bet, placement=placement)
    refuse_stake(state, act.player, act.bet, act.stake_minor)
    placed = e.WagerPlaced(
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
def _remove(state: Round, command: Command[a.RemoveWager]) -> Sequence[Event]:
    """Let a player take chips back, all or so many that the rest is still a wager."""
    act = command.act
    state.rules.position(act.bet)
    if not state.is_open:
        reason = f'{act.bet} may not be taken back after "no more bets"'
        raise BetsClosed(reason, clause=state.rules.clause("no_more_bets"), bet=act.bet, phase=state.phase.value)
    refuse_removal(state, (act.player, act.bet, act.source), act.stake_minor)
    removed = e.WagerRemoved(
        player=act.player,
        bet=act.bet,
        stake_minor=act.stake_minor,
        source=act.source,
        removed_by=command.by.role.value,
        removed_by_id=command.by.id,
        moves=(Move(LAYOUT, holder(act.player, act.source), act.stake_minor),),
    )
    return (removed,)


@cites("RO-B2", "RO-F1", "RS-S1")
def _spin(state: Round, command: Command[a.SpinBall]) -> Sequence[Event]:
    """Let the dealer set the ball running; the wrong way is recorded, and can only end in "No Spin"."""
    require_role(command, DEALERS, clause=state.rules.clause("dealer"), deed="spin the ball")
    if state.phase is not Phase.BETTING:
        reason = f"the ball is spun once in a round; this one is {state.phase.words}"
        raise ActionRefused(reason, clause=state.rules.clause("spin"), phase=state.phase.value)
    return (e.BallSpun(direction=command.act.direction, by=command.by.id),)


@cites("RO-F2", "RS-S2")
def _no_more_bets(state: Round, command: Command[a.CallNoMoreBets]) -> Sequence[Event]:
    """Close the betting while the ball still runs: not before the spin and not after the ball fell."""
    require_role(command, DEALERS, clause=state.rules.clause("no_more_bets"), deed='call "no more bets"')
    if state.phase is not Phase.SPINNING:
        reason = f'"no more bets" is called while the ball runs; this round is {state.phase.words}'
        raise ActionRefused(reason, clause=state.rules.clause("no_more_bets"), phase=state.phase.value)
    return (e.NoMoreBetsCalled(by=command.by.id),)


@cites("RO-F1", "RO-H1", "RO-H2", "RS-S1", "RS-I1", "RS-I2", "RH-7.1", "RH-7.2", "RH-4.1.1", "RO-A3")
def _enter(state: Round, command: Command[a.EnterNumber]) -> Sequence[Event]:
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
        reason = f"no number can be entered: this round is {state.phase.words}"
        duty = "no_spin" if state.phase is Phase.VOID else "number"
        raise ActionRefused(reason, clause=rules.clause(duty), phase=state.phase.value)
    cause = invalid(state, act.revolutions)
    if cause is not None:
        entry = rules.no_spin[cause]
        reason = f'{entry.words}: "No Spin" must be called, no number can be entered'
        raise ProcedureBreach(reason, clause=entry.clause, cause=cause.value, revolutions=act.revolutions)
    return (e.BallLanded(pocket=act.pocket, revolutions=act.revolutions, entered_by=command.by.id),)


@cites("RH-2.3")
def invalid(state: Round, revolutions: int) -> a.Cause | None:
    """Return why a spin that went its way is no spin, or None for a valid one."""
    if state.direction is a.Direction.WITH:
        return a.Cause.SAME_DIRECTION
    if revolutions < state.rules.data.revolutions_min:
        return a.Cause.FEW_REVOLUTIONS
    return None


@cites("RO-H1", "RO-H2", "RO-H3", "RS-I1", "RS-I2", "RS-I3", "Q4")
@cites(*(f"RH-7.{item}" for item in range(1, 11)), "RH-7.4.1", "RH-2.2")
def _no_spin(state: Round, command: Command[a.CallNoSpin]) -> Sequence[Event]:
    """Void the spin whatever the ball does; where the rules say so a suspicion may be voiced until all are paid."""
    cause, rules = command.act.cause, state.rules
    entry = rules.no_spin[cause]
    require_role(command, entry.by, clause=entry.clause, deed=f'call "No Spin" because {entry.words}')
    running = (Phase.SPINNING, Phase.CLOSED)
    if state.phase not in ((*running, Phase.LANDED) if entry.until_paid else running):
        until = "until the last winner is paid" if entry.until_paid else "while the ball runs"
        reason = f'"No Spin" because {entry.words} is called {until}; this round is {state.phase.words}'
        raise ActionRefused(reason, clause=entry.clause, phase=state.phase.value, cause=cause.value)
    columns, moves = void_columns(state.laid(), entry.clause)
    called = e.NoSpinCalled(
        round=state.number,
        cause=cause,
        clause=entry.clause,
        called_by=command.by.id,
        role=command.by.role.value,
        is_ball_lifted=command.act.is_ball_lifted,
        wagers=columns,
        moves=moves,
    )
    return (called,)


@cites("RO-B2", "RO-B3", "RO-C4", "RO-F4", "RS-S4")
def _pay(state: Round, command: Command[a.PayWinners]) -> Sequence[Event]:
    """Settle the round by position, once the number is known."""
    clause = state.rules.clause("losers_first")
    require_role(command, ("dealer", "mucker"), clause=state.rules.clause("mucker"), deed="pay the winners")
    if state.phase is not Phase.LANDED or state.pocket is None:
        reason = f"nothing can be paid: this round is {state.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=state.phase.value)
    columns, moves = settled_columns(state.rules, state.pocket, state.laid(), state.withheld)
    won = [bet for bet, outcome in zip(columns.bet, columns.outcome, strict=True) if outcome is e.Outcome.WIN]
    settled = e.RoundSettled(
        round=state.number,
        pocket=state.pocket,
        wagers=columns,
        payment_groups=payment_groups(state.rules, state.pocket, won),
        moves=moves,
    )
    return (settled,)


_DECIDE: dict[type[Act], Callable[[Round, Command[Any]], Sequence[Event]]] = {
    a.PlaceWager: _place,
    a.RemoveWager: _remove,
    a.SpinBall: _spin,
    a.CallNoMoreBets: _no_more_bets,
    a.EnterNumber: _enter,
    a.CallNoSpin: _no_spin,
    a.PayWinners: _pay,
}
