"""The sic bo Round, the game proper: which wagers and throws it takes, and what each event changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, cast

from pitboss.decider import Act, Command, Event, Move, dispatched, require_role
from pitboss.games.sicbo import acts as a
from pitboss.games.sicbo import events as e
from pitboss.games.sicbo.settle import lit
from pitboss.games.sicbo.state import Phase, Round, settled
from pitboss.games.sicbo.wagers import THROWS
from pitboss.games.table.accounts import CIRCULATION, LAYOUT
from pitboss.games.table.laying import add, clear, refuse_removal, refuse_stake
from pitboss.rulebook import BetsClosed, ProcedureBreach, cites

DEALERS = ("dealer",)


def decide(state: Round, command: Command[Any]) -> Sequence[Event]:
    """Answer one act of the Round, or refuse it with its clause."""
    return dispatched(_DECIDE, state, command, at="a sic bo round", clause=state.rules.clause("dealer"))


def evolve(state: Round, event: Event) -> Round:
    """Apply what happened; never refuses."""
    match event:
        case e.WagerPlaced():
            add(state, (event.player, event.bet, event.source.value), event.stake_minor)
        case e.WagerRemoved():
            add(state, (event.player, event.bet, event.source.value), -event.stake_minor)
        case e.NoMoreBetsCalled():
            state.phase = Phase.CLOSED
        case e.DiceShaken():
            state.phase = Phase.SHAKEN
        case e.ShakerUncovered():
            state.phase = Phase.UNCOVERED if event.is_flat else Phase.NOT_FLAT
        case e.DiceEntered() | e.DiceCorrected():
            state.phase, state.dice = Phase.LIT, event.dice
        case e.NoRollCalled():
            state.phase = Phase.BETTING
        case e.RoundSettled():
            state.phase, state.dice = Phase.SETTLED, event.dice
            clear(state)
        case e.FailureReported() if not event.is_uncovered and state.phase is not Phase.SETTLED:
            state.phase = Phase.VOID
            clear(state)
    return state


def chance(state: Round) -> tuple[tuple[a.EnterDice, Fraction], ...]:
    """Return every throw of the dice with its exact weight."""
    del state
    return tuple((a.EnterDice(dice=throw), Fraction(1, len(THROWS))) for throw in THROWS)


def _require(state: Round, command: Command[Any], phase: Phase, duty: str, deed: str) -> None:
    """Refuse a dealer's act that somebody else wants, or whose turn it is not."""
    clause = state.rules.clause(duty)
    require_role(command, DEALERS, clause=clause, deed=deed)
    if state.phase is not phase:
        reason = f"to {deed} the round must be {phase.words}; it is {state.phase.words}"
        raise ProcedureBreach(reason, clause=clause, phase=state.phase.value)


@cites("SB-C1", "SB-C2", "SB-E2")
def _place(state: Round, command: Command[a.PlaceWager]) -> Sequence[Event]:
    """Accept a wager on a place of the layout, in time and within the limits."""
    act = command.act
    state.rules.selection(act.bet)
    if not state.is_open:
        reason = f"{act.bet} came after no new bets were accepted and is returned"
        raise BetsClosed(reason, clause=state.rules.clause("late"), bet=act.bet, phase=state.phase.value)
    refuse_stake(state, act.player, act.bet, act.stake_minor)
    placed = e.WagerPlaced(
        player=act.player,
        bet=act.bet,
        stake_minor=act.stake_minor,
        placed_by=command.by.role.value,
        placed_by_id=command.by.id,
        moves=(Move(CIRCULATION, LAYOUT, act.stake_minor),),
        source=act.source,
    )
    return (placed,)


@cites("SB-E2", "Q11")
def _remove(state: Round, command: Command[a.RemoveWager]) -> Sequence[Event]:
    """Let a player take chips back while bets are accepted, after a "No Roll" too."""
    act = command.act
    state.rules.selection(act.bet)
    if not state.is_open:
        reason = f"{act.bet} may not be taken back once no new bets are accepted"
        raise BetsClosed(reason, clause=state.rules.clause("no_more_bets"), bet=act.bet, phase=state.phase.value)
    refuse_removal(state, (act.player, act.bet, act.source), act.stake_minor)
    removed = e.WagerRemoved(
        player=act.player,
        bet=act.bet,
        stake_minor=act.stake_minor,
        removed_by=command.by.role.value,
        removed_by_id=command.by.id,
        moves=(Move(LAYOUT, CIRCULATION, act.stake_minor),),
        source=act.source,
    )
    return (removed,)


@cites("SB-E2")
def _no_more_bets(state: Round, command: Command[a.CallNoMoreBets]) -> Sequence[Event]:
    """Close the betting before the shake."""
    _require(state, command, Phase.BETTING, "no_more_bets", "say that no new bets are accepted")
    return (e.NoMoreBetsCalled(by=command.by.id),)


@cites("SB-A1", "SB-E3", "SB-E5")
def _shake(state: Round, command: Command[a.ShakeDice]) -> Sequence[Event]:
    """Shake the covered shaker often enough; no cover goes on while a throw is unpaid."""
    if state.phase in (Phase.UNCOVERED, Phase.LIT):
        reason = "the shaker stays uncovered until every winner is paid"
        raise ProcedureBreach(reason, clause=state.rules.clause("uncovered"), phase=state.phase.value)
    _require(state, command, Phase.CLOSED, "shake", "shake the dice")
    least = state.rules.data.shakes_min
    if command.act.shakes < least:
        reason = f"the shaker is shaken at least {least} times, not {command.act.shakes}"
        raise ProcedureBreach(reason, clause=state.rules.clause("shake"), shakes=command.act.shakes)
    return (e.DiceShaken(shakes=command.act.shakes, by=command.by.id),)


@cites("SB-E4", "SB-F1")
def _uncover(state: Round, command: Command[a.UncoverShaker]) -> Sequence[Event]:
    """Take the cover off after the shake."""
    _require(state, command, Phase.SHAKEN, "enter", "uncover the shaker")
    return (e.ShakerUncovered(is_flat=command.act.is_flat, by=command.by.id),)


@cites("SB-E4", "SB-F1")
def _enter(state: Round, command: Command[a.EnterDice]) -> Sequence[Event]:
    """Take the values of three flat dice, and light the winners."""
    if state.phase is Phase.NOT_FLAT:
        reason = 'a die does not lie flat: "No Roll" is called, no value is entered'
        raise ProcedureBreach(reason, clause=state.rules.clause("no_roll"), phase=state.phase.value)
    _require(state, command, Phase.UNCOVERED, "enter", "enter the dice")
    dice = command.act.dice
    return (e.DiceEntered(dice=dice, lit=lit(state.rules, dice), by=command.by.id),)


@cites("SB-F1", "Q11")
def _no_roll(state: Round, command: Command[a.CallNoRoll]) -> Sequence[Event]:
    """Let a throw with a die not flat decide nothing: wagers stand or may be withdrawn, then shake again."""
    _require(state, command, Phase.NOT_FLAT, "no_roll", 'call "No Roll"')
    return (e.NoRollCalled(by=command.by.id),)


@cites("SB-C3", "SB-E5")
def _pay(state: Round, command: Command[a.PayWinners]) -> Sequence[Event]:
    """Settle the round by what is lit, and by nothing else."""
    require_role(command, DEALERS, clause=state.rules.clause("losers_first"), deed="pay the winners")
    _require(state, command, Phase.LIT, "position", "pay the winners")
    return (settled(state, cast("a.Dice", state.dice)),)


_DECIDE: dict[type[Act], Callable[[Round, Command[Any]], Sequence[Event]]] = {
    a.PlaceWager: _place,
    a.RemoveWager: _remove,
    a.CallNoMoreBets: _no_more_bets,
    a.ShakeDice: _shake,
    a.UncoverShaker: _uncover,
    a.EnterDice: _enter,
    a.CallNoRoll: _no_roll,
    a.PayWinners: _pay,
}
