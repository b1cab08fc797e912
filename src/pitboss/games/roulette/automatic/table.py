"""The automatic table's `decide`: the house as at any table, its own acts, and the Round beneath."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.decider import require_role
from pitboss.games import house_acts as h
from pitboss.games.house import require_open
from pitboss.games.opening import HOUSE_DECIDE
from pitboss.games.roulette.automatic import betting, cash, debts, games, voids
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic import messages as m
from pitboss.games.roulette.automatic.checks import SUPERVISORS, require_clock, require_terminal
from pitboss.rulebook import ActionRefused, cites

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pitboss.decider import Act, Command, Event
    from pitboss.games.roulette.automatic.state import AutomaticTable

__all__ = ["HOUSE_ACTS", "decide", "is_short_staffed"]

TABLES_PER_SUPERVISOR = 6
HOUSE_ACTS: tuple[type[Act], ...] = (
    h.InspectEquipment,
    h.OpenTable,
    h.CloseTable,
    h.RelieveDealer,
    h.AssignMucker,
    h.SetLimit,
)
"""What the house of any table is asked and is asked here too; bets are opened by the new-game button alone."""


def decide(state: AutomaticTable, command: Command[Any]) -> Sequence[Event]:
    """Answer one act at the table, or refuse it with its clause."""
    handler = _DECIDE.get(type(command.act))
    if handler is None:
        reason = f"{type(command.act).__name__} is not an act of an automatic table"
        raise ActionRefused(reason, clause=state.clause("equipment"), act=type(command.act).__name__)
    return handler(state, command)


@cites("RA-1a")
def enrol_terminal(state: AutomaticTable, command: Command[m.EnrolTerminal]) -> Sequence[Event]:
    """Bind a terminal to this table, up to as many as it has places for."""
    clause, name = state.clause("equipment"), command.act.terminal
    require_role(command, SUPERVISORS, clause=clause, deed="enrol a terminal")
    if name in state.terminals:
        raise ActionRefused(f"{name} is enrolled at this table already", clause=clause, terminal=name)
    if len(state.terminals) >= state.config.terminals_max:
        reason = f"the table has {state.config.terminals_max} terminals, as many as it may"
        raise ActionRefused(reason, clause=clause, terminal=name)
    return (e.TerminalEnrolled(terminal=name, by=command.by.id),)


@cites("RA-1a")
def remove_terminal(state: AutomaticTable, command: Command[m.RemoveTerminal]) -> Sequence[Event]:
    """Take a terminal away on which nothing is open."""
    clause, name = state.clause("equipment"), command.act.terminal
    require_role(command, SUPERVISORS, clause=clause, deed="remove a terminal")
    require_terminal(state, name)
    if not state.is_idle(name):
        reason = f"{name} has credits, bets, or a buy-in or cash-out that is not finished"
        raise ActionRefused(reason, clause=clause, terminal=name, credits_minor=state.credits(name))
    return (e.TerminalRemoved(terminal=name, by=command.by.id),)


def is_short_staffed(tables: int, supervisors: int) -> bool:
    """Tell whether a supervisor would have to oversee more than six tables.

    >>> is_short_staffed(12, 2), is_short_staffed(13, 2)
    (False, True)
    """
    return tables > TABLES_PER_SUPERVISOR * supervisors


@cites("RA-2b")
def report_staffing(state: AutomaticTable, command: Command[m.ReportStaffing]) -> Sequence[Event]:
    """Record the ratio of tables and supervisors, with an alarm where it is too high."""
    act = command.act
    require_role(command, SUPERVISORS, clause=state.clause("supervision"), deed="report the staffing")
    is_short = is_short_staffed(act.tables, act.supervisors)
    reported = e.StaffingReported(tables=act.tables, supervisors=act.supervisors, is_short=is_short, by=command.by.id)
    return (reported,)


@cites("RA-6a")
def record_clock_step(state: AutomaticTable, command: Command[m.RecordClockStep]) -> Sequence[Event]:
    """Record that the wall clock was set; betting windows run on another one."""
    require_clock(state, command, "clock", "record a step of the clock")
    return (e.ClockStepped(by_milliseconds=command.act.by_milliseconds, kind=command.act.kind),)


@cites("RA-1a")
def close_table(state: AutomaticTable, command: Command[h.CloseTable]) -> Sequence[Event]:
    """Close the table when no game is in play and every terminal is empty; debts of void games may stay open."""
    require_open(state)
    for name in state.terminals:
        if not state.is_idle(name):
            held = state.money(state.credits(name))
            reason = f"{name} still has {held}, or a buy-in or cash-out that is not finished"
            raise ActionRefused(reason, clause=state.clause("cash_out"), terminal=name)
    return HOUSE_DECIDE[h.CloseTable](state, command)


_DECIDE: dict[type[Act], Callable[[AutomaticTable, Command[Any]], Sequence[Event]]] = {
    **{act: HOUSE_DECIDE[act] for act in HOUSE_ACTS},
    h.CloseTable: close_table,
    m.EnrolTerminal: enrol_terminal,
    m.RemoveTerminal: remove_terminal,
    m.ReportStaffing: report_staffing,
    m.CountBuyIn: cash.count_buy_in,
    m.ConfirmBuyIn: cash.confirm_buy_in,
    m.DropBuyIn: cash.drop_buy_in,
    m.VerifyCredit: cash.verify_credit,
    m.CorrectBuyIn: cash.correct_buy_in,
    m.StartGame: games.start_game,
    m.PlaceBet: betting.place_bet,
    m.CancelBet: betting.cancel_bet,
    m.UndoBet: betting.undo_bet,
    m.RecallBets: betting.recall_bets,
    m.ClearBets: betting.clear_bets,
    m.BetNeighbours: betting.bet_neighbours,
    m.PromptSpin: games.prompt_spin,
    m.SpinBall: games.spin_ball,
    m.LockBets: games.lock_bets,
    m.ExtendClock: games.extend_clock,
    m.SenseNumber: games.sense_number,
    m.HoldGame: games.hold_game,
    m.ConfirmNumber: games.confirm_number,
    m.RuleNumber: games.rule_number,
    m.VoidGame: voids.void_game,
    m.RefundGame: voids.refund_game,
    m.RepayReceivable: debts.repay_receivable,
    m.PayPayable: debts.pay_payable,
    m.AskCashOut: cash.ask_cash_out,
    m.AffirmCashOut: cash.affirm_cash_out,
    m.WithdrawCashOut: cash.withdraw_cash_out,
    m.SelectCashOut: cash.select_cash_out,
    m.CountOutChips: cash.count_out_chips,
    m.ConfirmCashOut: cash.confirm_cash_out,
    m.DeliverChips: cash.deliver_chips,
    m.RecordClockStep: record_clock_step,
}
