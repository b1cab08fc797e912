"""The sic bo Round: wagers, no new bets, the shake, the throw, settlement, or "No Roll".

`decide` refuses, `evolve` applies, `chance` lists the throws with their exact weights. The table around it has the
computer, the lights and the inspection.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, cast

from pitboss.decider import Act, Command, Event, Move, require_role
from pitboss.games.accounts import CIRCULATION, LAYOUT
from pitboss.games.laying import Laid, add, clear, refuse_removal, refuse_stake
from pitboss.games.sicbo import messages as m
from pitboss.games.sicbo.settle import lit, settled_columns
from pitboss.games.sicbo.wagers import THROWS
from pitboss.rulebook import BetsClosed, ProcedureBreach, cites

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Sequence

    from pitboss.games.sicbo.rules import Rules

__all__ = ["Phase", "Round", "chance", "decide", "evolve", "settled"]

SOURCE = "value"
"""Sic bo takes chips of one kind only."""
DEALERS = ("dealer",)


class Phase(StrEnum):
    """Where a round stands."""

    BETTING = "betting"
    CLOSED = "closed"
    SHAKEN = "shaken"
    UNCOVERED = "uncovered"
    NOT_FLAT = "not_flat"
    LIT = "lit"
    SETTLED = "settled"
    VOID = "void"

    @property
    def words(self) -> str:
        """Say where the round stands, after "it is"."""
        return {
            "betting": "open for bets",
            "closed": "closed for bets",
            "not_flat": "uncovered with a die not flat",
            "lit": "lit and waiting to be paid",
        }.get(self.value, self.value)


@dataclass
class Round(Laid):
    """One throw of the dice and the wagers on it."""

    rules: Rules
    phase: Phase = Phase.BETTING
    dice: m.Dice | None = None

    def key(self) -> Hashable:
        """Return the round's value as something hashable."""
        return (self.rules.key, self.number, self.phase, tuple(sorted(self.wagers.items())), self.dice)

    def kind_of(self, bet: str) -> str:
        """Return the kind whose limits and odds a bet has."""
        return self.rules.selection(bet).kind

    def odds_of(self, bet: str) -> int:
        """Return the most, n to 1, that a bet may be paid at."""
        return self.rules.most_paid(self.kind_of(bet))


def decide(state: Round, command: Command[Any]) -> Sequence[Event]:
    """Answer one act of the Round, or refuse it with its clause."""
    return _DECIDE[type(command.act)](state, command)


def evolve(state: Round, event: Event) -> Round:
    """Apply what happened; never refuses."""
    match event:
        case m.WagerPlaced():
            add(state, (event.player, event.bet, SOURCE), event.stake_minor)
        case m.WagerRemoved():
            add(state, (event.player, event.bet, SOURCE), -event.stake_minor)
        case m.NoMoreBetsCalled():
            state.phase = Phase.CLOSED
        case m.DiceShaken():
            state.phase = Phase.SHAKEN
        case m.ShakerUncovered():
            state.phase = Phase.UNCOVERED if event.is_flat else Phase.NOT_FLAT
        case m.DiceEntered():
            state.phase, state.dice = Phase.LIT, event.dice
        case m.NoRollCalled():
            state.phase = Phase.BETTING
        case m.RoundSettled():
            state.phase, state.dice = Phase.SETTLED, event.dice
            clear(state)
        case m.FailureReported() if not event.is_uncovered and state.phase is not Phase.SETTLED:
            state.phase = Phase.VOID
            clear(state)
    return state


def chance(state: Round) -> tuple[tuple[m.EnterDice, Fraction], ...]:
    """Return every throw of the dice with its exact weight."""
    del state
    return tuple((m.EnterDice(dice=throw), Fraction(1, len(THROWS))) for throw in THROWS)


def _require(state: Round, command: Command[Any], phase: Phase, duty: str, deed: str) -> None:
    """Refuse a dealer's act that somebody else wants, or whose turn it is not."""
    clause = state.rules.clause(duty)
    require_role(command, DEALERS, clause=clause, deed=deed)
    if state.phase is not phase:
        reason = f"to {deed} the round must be {phase.words}; it is {state.phase.words}"
        raise ProcedureBreach(reason, clause=clause, phase=state.phase.value)


@cites("SB-C1", "SB-C2", "SB-E2")
def _place(state: Round, command: Command[m.PlaceWager]) -> Sequence[Event]:
    """Accept a wager on a place of the layout, in time and within the limits."""
    act = command.act
    state.rules.selection(act.bet)
    if state.phase is not Phase.BETTING:
        reason = f"{act.bet} came after no new bets were accepted and is returned"
        raise BetsClosed(reason, clause=state.rules.clause("late"), bet=act.bet, phase=state.phase.value)
    refuse_stake(state, act.player, act.bet, act.stake_minor)
    placed = m.WagerPlaced(
        player=act.player,
        bet=act.bet,
        stake_minor=act.stake_minor,
        placed_by=command.by.role.value,
        placed_by_id=command.by.id,
        moves=(Move(CIRCULATION, LAYOUT, act.stake_minor),),
    )
    return (placed,)


@cites("SB-E2", "Q11")
def _remove(state: Round, command: Command[m.RemoveWager]) -> Sequence[Event]:
    """Let a player take chips back while bets are accepted, after a "No Roll" too."""
    act = command.act
    state.rules.selection(act.bet)
    if state.phase is not Phase.BETTING:
        reason = f"{act.bet} may not be taken back once no new bets are accepted"
        raise BetsClosed(reason, clause=state.rules.clause("no_more_bets"), bet=act.bet, phase=state.phase.value)
    refuse_removal(state, (act.player, act.bet, SOURCE), act.stake_minor)
    removed = m.WagerRemoved(
        player=act.player,
        bet=act.bet,
        stake_minor=act.stake_minor,
        removed_by=command.by.role.value,
        removed_by_id=command.by.id,
        moves=(Move(LAYOUT, CIRCULATION, act.stake_minor),),
    )
    return (removed,)


@cites("SB-E2")
def _no_more_bets(state: Round, command: Command[m.CallNoMoreBets]) -> Sequence[Event]:
    """Close the betting before the shake."""
    _require(state, command, Phase.BETTING, "no_more_bets", "say that no new bets are accepted")
    return (m.NoMoreBetsCalled(by=command.by.id),)


@cites("SB-A1", "SB-E3", "SB-E5")
def _shake(state: Round, command: Command[m.ShakeDice]) -> Sequence[Event]:
    """Shake the covered shaker often enough; no cover goes on while a throw is unpaid."""
    if state.phase in (Phase.UNCOVERED, Phase.LIT):
        reason = "the shaker stays uncovered until every winner is paid"
        raise ProcedureBreach(reason, clause=state.rules.clause("uncovered"), phase=state.phase.value)
    _require(state, command, Phase.CLOSED, "shake", "shake the dice")
    least = state.rules.data.shakes_min
    if command.act.shakes < least:
        reason = f"the shaker is shaken at least {least} times, not {command.act.shakes}"
        raise ProcedureBreach(reason, clause=state.rules.clause("shake"), shakes=command.act.shakes)
    return (m.DiceShaken(shakes=command.act.shakes, by=command.by.id),)


@cites("SB-E4", "SB-F1")
def _uncover(state: Round, command: Command[m.UncoverShaker]) -> Sequence[Event]:
    """Take the cover off after the shake."""
    _require(state, command, Phase.SHAKEN, "enter", "uncover the shaker")
    return (m.ShakerUncovered(is_flat=command.act.is_flat, by=command.by.id),)


@cites("SB-E4", "SB-F1")
def _enter(state: Round, command: Command[m.EnterDice]) -> Sequence[Event]:
    """Take the values of three flat dice, and light the winners."""
    if state.phase is Phase.NOT_FLAT:
        reason = 'a die does not lie flat: "No Roll" is called, no value is entered'
        raise ProcedureBreach(reason, clause=state.rules.clause("no_roll"), phase=state.phase.value)
    _require(state, command, Phase.UNCOVERED, "enter", "enter the dice")
    dice = command.act.dice
    return (m.DiceEntered(dice=dice, lit=lit(state.rules, dice), by=command.by.id),)


@cites("SB-F1", "Q11")
def _no_roll(state: Round, command: Command[m.CallNoRoll]) -> Sequence[Event]:
    """Let a throw with a die not flat decide nothing: wagers stand or may be withdrawn, then shake again."""
    _require(state, command, Phase.NOT_FLAT, "no_roll", 'call "No Roll"')
    return (m.NoRollCalled(by=command.by.id),)


@cites("SB-C3", "SB-E5")
def _pay(state: Round, command: Command[m.PayWinners]) -> Sequence[Event]:
    """Settle the round by what is lit, and by nothing else."""
    require_role(command, DEALERS, clause=state.rules.clause("losers_first"), deed="pay the winners")
    _require(state, command, Phase.LIT, "position", "pay the winners")
    return (settled(state, cast("m.Dice", state.dice)),)


def settled(state: Round, dice: m.Dice, supervisor: str | None = None) -> m.RoundSettled:
    """Return the settlement of the round's wagers; by hand where a supervisor had to be present."""
    columns, moves = settled_columns(state.rules, dice, state.wagers)
    return m.RoundSettled(
        round=state.number,
        dice=dice,
        wagers=columns,
        by_hand=supervisor is not None,
        supervisor=supervisor,
        moves=moves,
    )


_DECIDE: dict[type[Act], Callable[[Round, Command[Any]], Sequence[Event]]] = {
    m.PlaceWager: _place,
    m.RemoveWager: _remove,
    m.CallNoMoreBets: _no_more_bets,
    m.ShakeDice: _shake,
    m.UncoverShaker: _uncover,
    m.EnterDice: _enter,
    m.CallNoRoll: _no_roll,
    m.PayWinners: _pay,
}
