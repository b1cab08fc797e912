"""The sic bo Table: the house around the Round, with the computer that lights the layout.

The table plays only with a computer that the floorperson inspected. When it fails the round ends by hand or is given
back, and nothing is played until it is repaired and inspected again.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pitboss.decider import is_second, require_role
from pitboss.games import house_acts as h
from pitboss.games import house_events as e
from pitboss.games.house import (
    House,
    evolve_house,
    require_at_table,
    require_between_rounds,
    require_dealer,
    require_open,
)
from pitboss.games.opening import HOUSE_DECIDE
from pitboss.games.sicbo import messages as m
from pitboss.games.sicbo import round as core
from pitboss.games.sicbo.round import Phase, Round, settled
from pitboss.games.sicbo.rules import rules_of
from pitboss.games.sicbo.settle import lit, pay_table, returned_columns
from pitboss.rulebook import ActionRefused, BetsClosed, ProcedureBreach, cites

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pitboss.decider import Act, Command, Event
    from pitboss.games.sicbo.rules import Rules
    from pitboss.rulebook import TableConfig

__all__ = ["Table", "decide", "evolve", "new_table"]

FLOOR = ("floorperson",)
REPORTING = ("dealer", "floorperson", "pit_supervisor+")
SUPERVISING = ("floorperson", "pit_supervisor+")
RESULTS_KEPT = 500


@dataclass(kw_only=True)
class Table(House):
    """One sic bo table."""

    rules: Rules
    round: Round | None = None
    is_computer_inspected: bool = False
    is_computer_failed: bool = False
    are_losers_collected: bool = False
    lit: tuple[str, ...] = ()
    """The places lit on the layout now."""
    results: list[m.Dice] = field(default_factory=list)
    """The most recent throws, newest first."""

    @property
    def is_between_rounds(self) -> bool:
        """Tell whether no round is in play; one whose lights still burn is."""
        return super().is_between_rounds and not self.lit

    @property
    def standing(self) -> str:
        """Say where the round stands; paid is not over while the lights burn."""
        is_paid = self.phase is Phase.SETTLED
        return "paid, but its lights are not cleared" if is_paid and self.lit else super().standing


def new_table(config: TableConfig) -> Table:
    """Return a table that has not been opened yet."""
    return Table(rules=rules_of(config))


def decide(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Answer one act at the table, or refuse it with its clause."""
    handler = _DECIDE.get(type(command.act))
    if handler is None:
        reason = f"{type(command.act).__name__} is not an act of a sic bo table"
        raise ActionRefused(reason, clause=state.rules.clause("dealer"), act=type(command.act).__name__)
    return handler(state, command)


def evolve(state: Table, event: Event) -> Table:
    """Apply what happened; never refuses."""
    evolve_house(state, event)
    if state.round is not None:
        core.evolve(state.round, event)
    apply = _EVOLVE.get(type(event))
    if apply is not None:
        apply(state, event)
    return state


def _closed(state: Table, _: e.TableClosed) -> None:
    state.is_computer_inspected = False


def _betting_opened(state: Table, event: e.BettingOpened) -> None:
    state.round, state.are_losers_collected = Round(state.rules, event.round), False


def _inspected(state: Table, _: m.ComputerInspected) -> None:
    state.is_computer_inspected = True


def _entered(state: Table, event: m.DiceEntered) -> None:
    state.lit = event.lit


def _collected(state: Table, _: m.LosersCollected) -> None:
    state.are_losers_collected = True


def _settled(state: Table, event: m.RoundSettled) -> None:
    state.results = [event.dice, *state.results][:RESULTS_KEPT]


def _cleared(state: Table, _: m.LightsCleared) -> None:
    state.lit = ()


def _failed(state: Table, _: m.FailureReported) -> None:
    state.is_computer_failed, state.is_computer_inspected, state.lit = True, False, ()


def _repaired(state: Table, _: m.RepairRecorded) -> None:
    state.is_computer_failed = False


def _the_round(state: Table) -> Round:
    require_open(state)
    if state.round is None:
        raise BetsClosed("no round is open yet", clause=state.rules.clause("no_more_bets"))
    return state.round


@cites("SB-E1")
def _inspect_computer(state: Table, command: Command[m.InspectComputer]) -> Sequence[Event]:
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
    return (m.ComputerInspected(dice=act.dice, lit=must, by=command.by.id, role=command.by.role.value),)


@cites("SB-E1", "SB-F2", "Q35")
def _with_computer(state: Table, command: Command[h.OpenTable | h.OpenBetting]) -> Sequence[Event]:
    """Open a table, and a round at it, only with a computer that works and was inspected."""
    events = HOUSE_DECIDE[type(command.act)](state, command)
    if state.is_computer_failed:
        reason = "gaming has ceased until the computer is repaired and inspected"
        raise ProcedureBreach(reason, clause=state.rules.clause("failure"))
    if not state.is_computer_inspected:
        reason = "the floorperson has not inspected the computer"
        raise ProcedureBreach(reason, clause=state.rules.clause("inspection"))
    return events


@cites("SB-C1", "SB-C2")
def _own_hand(state: Table, command: Command[Any]) -> Sequence[Event]:
    """Let a player handle only their own chips; the table's dealer may place for anybody."""
    current, clause = _the_round(state), state.rules.clause("responsibility")
    require_role(command, ("player", "dealer"), clause=clause, deed="handle wagers")
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


@cites("SB-E5")
def _collect(state: Table, command: Command[m.CollectLosers]) -> Sequence[Event]:
    """Collect the losers before anybody is paid, once the winners are lit."""
    current, clause = _the_round(state), state.rules.clause("losers_first")
    require_dealer(state, command, "collect the losing wagers", clause=clause)
    if current.phase is not Phase.LIT or current.dice is None or state.are_losers_collected:
        what = "the losing wagers are collected already" if state.are_losers_collected else "nothing is lit yet"
        raise ProcedureBreach(what, clause=clause, phase=current.phase.value)
    _require_computer(state)
    row = pay_table(current.rules).row(current.dice)
    lost = sum(row[current.rules.selection(bet).index] < 0 for _, bet, _ in current.wagers)
    return (m.LosersCollected(count=lost, by=command.by.id),)


@cites("SB-E5")
def _pay(state: Table, command: Command[m.PayWinners]) -> Sequence[Event]:
    """Pay only after the losers were collected; the shaker stays uncovered until then."""
    current = _the_round(state)
    if current.phase is Phase.LIT and not state.are_losers_collected:
        raise ProcedureBreach("the losing wagers are collected first", clause=state.rules.clause("losers_first"))
    return _delegate(state, command)


@cites("SB-E6")
def _clear_lights(state: Table, command: Command[m.ClearLights]) -> Sequence[Event]:
    """Clear the lights once everybody is paid; the next round waits for it."""
    current, clause = _the_round(state), state.rules.clause("clear")
    require_dealer(state, command, "clear the lights", clause=clause)
    if not state.lit or current.phase is not Phase.SETTLED:
        what = "there are wagers to pay" if state.lit else "nothing is lit"
        raise ProcedureBreach(what, clause=clause, phase=current.phase.value)
    return (m.LightsCleared(by=command.by.id),)


@cites("SB-F2", "Q35")
def _report_failure(state: Table, command: Command[m.ReportFailure]) -> Sequence[Event]:
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
    return (m.FailureReported(fault=fault, is_uncovered=is_uncovered, by=by, wagers=columns, moves=moves),)


@cites("SB-F2")
def _settle_by_hand(state: Table, command: Command[m.SettleByHand]) -> Sequence[Event]:
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
def _repair(state: Table, command: Command[m.RecordRepair]) -> Sequence[Event]:
    """Record the repair, once the wagers of the failed round are settled."""
    clause = state.rules.clause("failure")
    require_role(command, SUPERVISING, clause=clause, deed="record a repair")
    if not state.is_computer_failed:
        raise ActionRefused("the computer has not failed", clause=clause)
    require_between_rounds(state, "the repair")
    return (m.RepairRecorded(repair=command.act.repair, by=command.by.id),)


_DECIDE: dict[type[Act], Callable[[Table, Command[Any]], Sequence[Event]]] = {
    **HOUSE_DECIDE,
    h.OpenTable: _with_computer,
    h.OpenBetting: _with_computer,
    m.PlaceWager: _own_hand,
    m.RemoveWager: _own_hand,
    m.CallNoMoreBets: _delegate,
    m.ShakeDice: _delegate,
    m.UncoverShaker: _delegate,
    m.EnterDice: _delegate,
    m.CallNoRoll: _delegate,
    m.PayWinners: _pay,
    m.InspectComputer: _inspect_computer,
    m.CollectLosers: _collect,
    m.ClearLights: _clear_lights,
    m.ReportFailure: _report_failure,
    m.SettleByHand: _settle_by_hand,
    m.RecordRepair: _repair,
}

_EVOLVE: dict[type[Event], Callable[[Table, Any], None]] = {
    e.TableClosed: _closed,
    e.BettingOpened: _betting_opened,
    m.ComputerInspected: _inspected,
    m.DiceEntered: _entered,
    m.LosersCollected: _collected,
    m.RoundSettled: _settled,
    m.LightsCleared: _cleared,
    m.FailureReported: _failed,
    m.RepairRecorded: _repaired,
}
