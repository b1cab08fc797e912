"""Playing a round at the table: what the house asks before the Round decides, the dolly, the ball after a no spin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event, require_role
from pitboss.games.equipment import colour_of
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import events as e
from pitboss.games.roulette import round as core
from pitboss.games.roulette.settle import pay_table
from pitboss.games.roulette.state import Phase, Round, Table
from pitboss.games.table.checks import (
    CORRECTION,
    require_at_table,
    require_correctors,
    require_dealer,
    require_open,
    require_procedure,
)
from pitboss.rulebook import ActionRefused, BetsClosed, ProcedureBreach, cites

EXAMINERS = ("inspector", "pit_supervisor")


def the_round(state: Table) -> Round:
    """Return the round in play, or refuse where none was opened."""
    require_open(state)
    if state.round is None:
        raise BetsClosed("no round is open yet", clause=state.rules.clause("no_more_bets"))
    return state.round


def delegate(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Hand an act of the table's own staff to the Round."""
    current = the_round(state)
    require_at_table(state, command)
    return core.decide(current, command)


@cites("RH-7.9.1", "RH-7.5")
def spin(state: Table, command: Command[a.SpinBall]) -> Sequence[Event]:
    """Spin only a ball that lies where it should and, after it left the wheel, was found sound."""
    rules = state.rules
    if state.is_ball_suspect:
        what = "has not been examined" if state.must_examine_ball else "was found unsound: replace it"
        raise ProcedureBreach(f"the ball left the wheel and {what}", clause=rules.clause("examine_ball"))
    if state.must_return_ball:
        reason = f"after a no spin the ball goes back to the previous number, {state.previous}, first"
        raise ProcedureBreach(reason, clause=rules.clause("return_ball"), previous=state.previous)
    return delegate(state, command)


@cites("HP-C1", "RO-C4", "RO-F3", "RS-S3", "RH-4.10")
def correct_number(state: Table, command: Command[a.CorrectNumber]) -> Sequence[Event]:
    """Put the number the ball rests in in the place of the one that was entered, before anybody is paid."""
    witness = require_correctors(state, command, "correct the number")
    current, act = the_round(state), command.act
    if current.phase is not Phase.LANDED or current.pocket is None:
        reason = f"a number is corrected from its entry until it is paid; this round is {current.phase.words}"
        raise ActionRefused(reason, clause=CORRECTION, phase=current.phase.value)
    if act.pocket not in current.rules.wheel.index:
        reason = f"this wheel has no {act.pocket}: it has {len(current.rules.wheel.pockets)} pockets"
        raise ActionRefused(reason, clause=current.rules.clause("wheel"), pocket=act.pocket)
    if act.pocket == current.pocket:
        raise ActionRefused(f"{act.pocket} is entered already", clause=CORRECTION, pocket=act.pocket)
    corrected = e.NumberCorrected(
        round=current.number,
        was=current.pocket,
        pocket=act.pocket,
        reason=act.reason,
        by=command.by.id,
        witness=witness,
    )
    return (corrected,)


@cites("RO-F3", "RS-S3", "RH-2.1")
def place_dolly(state: Table, command: Command[a.PlaceDolly]) -> Sequence[Event]:
    """Announce the number the ball rests in, and no other, and mark it."""
    current, clause = the_round(state), state.rules.clause("number")
    require_dealer(state, command, "place the dolly", clause=clause)
    if current.phase is not Phase.LANDED or state.dolly is not None:
        where = f"lies on {state.dolly}" if state.dolly else f"waits for the ball; this round is {current.phase.words}"
        raise ActionRefused(f"the dolly {where}", clause=clause, phase=current.phase.value)
    if command.act.pocket != current.pocket:
        reason = f"the ball rests in {current.pocket}, not in {command.act.pocket}"
        raise ProcedureBreach(reason, clause=clause, pocket=command.act.pocket, landed=current.pocket)
    return (e.DollyPlaced(pocket=command.act.pocket, colour=colour_of(command.act.pocket), by=command.by.id),)


@cites("RO-B3", "RO-F4", "RS-S4", "RH-6.6")
def collect(state: Table, command: Command[a.CollectLosers]) -> Sequence[Event]:
    """Sweep the losers before anybody is paid, once the number is marked and no chip's place is in question."""
    current, clause = the_round(state), state.rules.clause("losers_first")
    require_dealer(state, command, "collect the losing wagers", clause=clause)
    if state.dolly is None or state.are_losers_collected:
        what = (
            "the losing wagers are collected already" if state.are_losers_collected else "the number is not marked yet"
        )
        raise ProcedureBreach(what, clause=clause, phase=current.phase.value)
    _refuse_questioned(state)
    row = pay_table(current.rules).row(state.dolly)
    lost = sum(row[current.rules.position(bet).index] < 0 for _, bet, _ in current.wagers)
    return (e.LosersCollected(count=lost, by=command.by.id, stacked_by=state.mucker),)


@cites("RO-F4", "RS-S4")
def pay(state: Table, command: Command[a.PayWinners]) -> Sequence[Event]:
    """Pay only after the losers were collected."""
    current, clause = the_round(state), state.rules.clause("losers_first")
    if current.phase is Phase.LANDED and not state.are_losers_collected:
        raise ProcedureBreach("the losing wagers are collected first", clause=clause)
    _refuse_questioned(state)
    return delegate(state, command)


@cites("RH-6.6", "RH-8.1", "Q64")
def _refuse_questioned(state: Table) -> None:
    """Refuse to collect or pay while a chip's place is in question, or a dispute about a wager here is open."""
    rules, number = state.rules.data.disputes, state.disputes.holding(state.rounds)
    if rules is not None and number is not None:
        entry = state.disputes.entries[number]
        reason = f"{entry.player}'s {entry.bet} is in dispute: it waits until dispute {number} is decided"
        raise ProcedureBreach(reason, clause=rules.clauses["decide"], dispute=number, bet=entry.bet)
    if state.questioned:
        player, bet, _ = min(state.questioned)
        reason = f"the place of {player}'s chips on {bet} is in question: a Pit Supervisor decides first"
        raise ProcedureBreach(reason, clause=state.rules.clause("question"), player=player, bet=bet)


@cites("RH-7.9.1")
def return_ball(state: Table, command: Command[a.ReturnBall]) -> Sequence[Event]:
    """Put the ball back into the previous winning number after a no spin."""
    clause = require_procedure(state, "return_ball", instead="no_spin")
    require_open(state)
    require_dealer(state, command, "return the ball", clause=clause)
    if not state.must_return_ball:
        raise ActionRefused("the ball goes back only after a no spin", clause=clause)
    if command.act.pocket != state.previous:
        reason = f"the previous winning number is {state.previous}, not {command.act.pocket}"
        raise ProcedureBreach(reason, clause=clause, pocket=command.act.pocket, previous=state.previous)
    return (e.BallReturned(pocket=command.act.pocket, by=command.by.id),)


@cites("RH-7.5")
def examine_ball(state: Table, command: Command[a.ExamineBall]) -> Sequence[Event]:
    """Have a ball that left the wheel examined by those the clause names."""
    clause = require_procedure(state, "examine_ball", instead="ball")
    require_role(command, EXAMINERS, clause=clause, deed="examine the ball")
    if not state.must_examine_ball:
        raise ActionRefused("no ball waits to be examined", clause=clause)
    examined = e.BallExamined(is_sound=command.act.is_sound, by=command.by.id, role=command.by.role.value)
    return (examined,)
