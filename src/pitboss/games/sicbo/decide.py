"""A sic bo table's `decide`: the house around the Round, with the computer that lights the layout."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pitboss.decider import Act, Command, Event, is_second, require_role
from pitboss.games.everyday.acts import CallOffRound
from pitboss.games.everyday.calling_off import called_off
from pitboss.games.everyday.decide import calling_off_by, decided, resettling
from pitboss.games.sicbo import acts as a
from pitboss.games.sicbo import events as e
from pitboss.games.sicbo import round as core
from pitboss.games.sicbo.resettling import RESETTLING
from pitboss.games.sicbo.settle import lit, pay_table, returned_columns
from pitboss.games.sicbo.sign import sign
from pitboss.games.sicbo.state import Phase, Round, Table, settled
from pitboss.games.table import acts as table_acts
from pitboss.games.table.accounts import CIRCULATION
from pitboss.games.table.checks import (
    CORRECTION,
    require_at_table,
    require_between_rounds,
    require_correctors,
    require_dealer,
    require_open,
)
from pitboss.games.table.decide import SHARED_DECIDE
from pitboss.games.table.laying import HANDS
from pitboss.games.table.posting import posting, require_sign
from pitboss.rulebook import ActionRefused, BetsClosed, ProcedureBreach, cites

FLOOR = ("floorperson",)
REPORTING = ("dealer", "floorperson", "pit_supervisor+")
SUPERVISING = ("floorperson", "pit_supervisor+")


def decide(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Answer one act at the table, or refuse it with its clause."""
    return decided(_DECIDE, state, command, at="a sic bo table", clause=state.rules.clause("dealer"))


def _the_round(state: Table) -> Round:
    require_open(state)
    if state.round is None:
        raise BetsClosed("no round is open yet", clause=state.rules.clause("no_more_bets"))
    return state.round


@cites("SB-E1")
def _inspect_computer(state: Table, command: Command[a.InspectComputer]) -> Sequence[Event]:
    """Have the floorperson compare what is lit with what must be lit, place by place, before anybody plays."""
    act, clause = command.act, state.rules.clause("inspection")
    require_role(command, FLOOR, clause=clause, deed="inspect the computer")
    require_between_rounds(state, "the inspection")
    if state.is_computer_failed:
        raise ProcedureBreach("the computer has not been repaired", clause=state.rules.clause("failure"))
    must = lit(state.rules, act.dice)
    dark = [bet for bet in must if bet not in act.seen_lit]
    wrong = [bet for bet in act.seen_lit if bet not in must]
    if dark or wrong or len(act.seen_lit) != len(must):
        parts = [f"{', '.join(dark)} must be lit" if dark else "", f"{', '.join(wrong)} must not" if wrong else ""]
        what = " and ".join(part for part in parts if part) or "each place is named once"
        reason = f"the computer fails the inspection with {act.dice}: {what}"
        raise ProcedureBreach(reason, clause=clause, must_be_lit=list(must), seen_lit=list(act.seen_lit))
    return (e.ComputerInspected(dice=act.dice, lit=must, by=command.by.id, role=command.by.role.value),)


@cites("SB-E1", "SB-F2", "SB-G", "Q35")
def _with_computer(state: Table, command: Command[table_acts.OpenTable | table_acts.OpenBetting]) -> Sequence[Event]:
    """Open a table, and with its sign posted a round, only with a computer that works and was inspected."""
    events = SHARED_DECIDE[type(command.act)](state, command)
    if state.is_computer_failed:
        reason = "gaming has ceased until the computer is repaired and inspected"
        raise ProcedureBreach(reason, clause=state.rules.clause("failure"))
    if not state.is_computer_inspected:
        reason = "the floorperson has not inspected the computer"
        raise ProcedureBreach(reason, clause=state.rules.clause("inspection"))
    if isinstance(command.act, table_acts.OpenBetting):
        require_sign(state, state.rules.clause("limits"))
    return events


@cites("SB-C1", "SB-C2")
def _own_hand(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Let a player handle only their own chips; the table's dealer may place for anybody."""
    current, clause = _the_round(state), state.rules.clause("responsibility")
    require_role(command, HANDS, clause=clause, deed="handle wagers")
    require_at_table(state, command)
    if command.by.role == "player" and command.by.id != command.act.player:
        reason = f"{command.by.id} may not handle {command.act.player}'s chips"
        raise ActionRefused(reason, clause=clause, by=command.by.id, player=command.act.player)
    return core.decide(current, command)


def _delegate(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Hand an act of the table's own dealer to the Round, while the computer works."""
    current = _the_round(state)
    require_at_table(state, command)
    _require_computer(state)
    return core.decide(current, command)


def _require_computer(state: Table) -> None:
    """Refuse what is done with the computer's help after it failed."""
    if state.is_computer_failed:
        raise ProcedureBreach("the computer has failed: settle by hand", clause=state.rules.clause("failure"))


@cites("HP-C1", "SB-C3", "SB-E5")
def _correct_dice(state: Table, command: Command[a.CorrectDice]) -> Sequence[Event]:
    """Put the dice that lie in the open shaker in the place of those that were entered, before anybody is paid."""
    witness = require_correctors(state, command, "correct the dice")
    current, act = _the_round(state), command.act
    if current.dice is None or current.phase not in (Phase.UNCOVERED, Phase.LIT):
        reason = f"dice are corrected from their entry until they are paid; this round is {state.standing}"
        raise ActionRefused(reason, clause=CORRECTION, phase=current.phase.value)
    if act.dice == current.dice:
        raise ActionRefused("these dice are entered already", clause=CORRECTION, dice=list(act.dice))
    corrected = e.DiceCorrected(
        round=current.number,
        was=current.dice,
        dice=act.dice,
        lit=() if state.is_computer_failed else lit(current.rules, act.dice),
        reason=act.reason,
        by=command.by.id,
        witness=witness,
    )
    return (corrected,)


@cites("HP-S4")
def _give_back(state: Table, command: Command[CallOffRound], witness: str) -> Event:
    """Give back whatever lies on the layout, while no dice were seen."""
    wagers = _the_round(state).wagers.items()
    return called_off(state, command, witness, ((*key, stake, CIRCULATION) for key, stake in wagers))


@cites("SB-E5")
def _collect(state: Table, command: Command[a.CollectLosers]) -> Sequence[Event]:
    """Collect the losers before anybody is paid, once the winners are lit."""
    current, clause = _the_round(state), state.rules.clause("losers_first")
    require_dealer(state, command, "collect the losing wagers", clause=clause)
    if current.phase is not Phase.LIT or current.dice is None or state.are_losers_collected:
        what = "the losing wagers are collected already" if state.are_losers_collected else "nothing is lit yet"
        raise ProcedureBreach(what, clause=clause, phase=current.phase.value)
    _require_computer(state)
    row = pay_table(current.rules).row(current.dice)
    lost = sum(row[current.rules.selection(bet).index] < 0 for _, bet, _ in current.wagers)
    return (e.LosersCollected(count=lost, by=command.by.id),)


@cites("SB-E5")
def _pay(state: Table, command: Command[a.PayWinners]) -> Sequence[Event]:
    """Pay only after the losers were collected; the shaker stays uncovered until then."""
    current = _the_round(state)
    if current.phase is Phase.LIT and not state.are_losers_collected:
        raise ProcedureBreach("the losing wagers are collected first", clause=state.rules.clause("losers_first"))
    return _delegate(state, command)


@cites("SB-E6")
def _clear_lights(state: Table, command: Command[a.ClearLights]) -> Sequence[Event]:
    """Clear the lights once everybody is paid; the next round waits for it."""
    current, clause = _the_round(state), state.rules.clause("clear")
    require_dealer(state, command, "clear the lights", clause=clause)
    if not state.lit or current.phase is not Phase.SETTLED:
        what = "there are wagers to pay" if state.lit else "nothing is lit"
        raise ProcedureBreach(what, clause=clause, phase=current.phase.value)
    return (e.LightsCleared(by=command.by.id),)


@cites("SB-F2", "Q35")
def _report_failure(state: Table, command: Command[a.ReportFailure]) -> Sequence[Event]:
    """Stop the game: with the shaker uncovered the wagers wait to be settled by hand, else they go back.

    An idle computer may fail too, at a closed table as well. A throw with a die not flat has nothing to settle by hand,
    so it is a "No Roll" before it is anything else.
    """
    current, rules = state.round, state.rules
    require_role(command, REPORTING, clause=rules.clause("failure"), deed="report a failure")
    require_at_table(state, command)
    if state.is_computer_failed:
        raise ActionRefused("the failure has been reported", clause=rules.clause("failure"))
    if state.phase is Phase.NOT_FLAT:
        raise ProcedureBreach('a die does not lie flat: "No Roll" is called first', clause=rules.clause("no_roll"))
    is_uncovered = state.phase in (Phase.UNCOVERED, Phase.LIT)
    returned = {} if current is None or is_uncovered else current.wagers
    columns, moves = returned_columns(returned, rules.clause("failure_covered"))
    by, fault = command.by.id, command.act.fault
    return (e.FailureReported(fault=fault, is_uncovered=is_uncovered, by=by, wagers=columns, moves=moves),)


@cites("SB-F2")
def _settle_by_hand(state: Table, command: Command[a.SettleByHand]) -> Sequence[Event]:
    """Settle an uncovered throw by hand in the presence of a supervisor, after the computer failed."""
    current, clause = _the_round(state), state.rules.clause("failure")
    require_dealer(state, command, "settle by hand", clause=clause)
    if not state.is_computer_failed or current.phase not in (Phase.UNCOVERED, Phase.LIT):
        what = "there is no uncovered throw" if state.is_computer_failed else "the computer has not failed"
        raise ActionRefused(f"nothing is settled by hand: {what}", clause=clause, phase=current.phase.value)
    if not is_second(command, SUPERVISING):
        raise ProcedureBreach("a supervisor must be present", clause=clause, by=command.by.id)
    if current.dice is not None and current.dice != command.act.dice:
        reason = f"the dice entered before the failure were {current.dice}"
        raise ProcedureBreach(reason, clause=clause, dice=list(command.act.dice))
    return (settled(current, command.act.dice, command.witness.id if command.witness else ""),)


@cites("SB-F2")
def _repair(state: Table, command: Command[a.RecordRepair]) -> Sequence[Event]:
    """Record the repair, once the wagers of the failed round are settled."""
    clause = state.rules.clause("failure")
    require_role(command, SUPERVISING, clause=clause, deed="record a repair")
    if not state.is_computer_failed:
        raise ActionRefused("the computer has not failed", clause=clause)
    require_between_rounds(state, "the repair")
    return (e.RepairRecorded(repair=command.act.repair, by=command.by.id),)


_DECIDE: dict[type[Act], Callable[[Table, Command[Any]], Sequence[Event]]] = {
    **SHARED_DECIDE,
    table_acts.OpenTable: _with_computer,
    table_acts.OpenBetting: _with_computer,
    table_acts.PostSign: posting(sign),
    a.PlaceWager: _own_hand,
    a.RemoveWager: _own_hand,
    a.CallNoMoreBets: _delegate,
    a.ShakeDice: _delegate,
    a.UncoverShaker: _delegate,
    a.EnterDice: _delegate,
    a.CorrectDice: _correct_dice,
    a.CallNoRoll: _delegate,
    a.PayWinners: _pay,
    a.InspectComputer: _inspect_computer,
    a.CollectLosers: _collect,
    a.ClearLights: _clear_lights,
    a.ReportFailure: _report_failure,
    a.SettleByHand: _settle_by_hand,
    a.RecordRepair: _repair,
    **resettling(RESETTLING),
    **calling_off_by(_give_back),
}
