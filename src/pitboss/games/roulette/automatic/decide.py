"""The automatic table's `decide`: the house as at any table, its own acts, and the Round beneath."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pitboss.decider import Act, Command, Event, require_role
from pitboss.games.everyday.acts import EVERYWHERE_ACTS, RESETTLING_ACTS, ResumeTable, SuspendTable, TakeTip
from pitboss.games.everyday.decide import decided
from pitboss.games.everyday.dispute_events import DISPUTING_ACTS
from pitboss.games.everyday.disputing import refuse_correction
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import betting, cash, corrections, debts, games, sessions, standing, voids
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.checks import SUPERVISORS, refuse_terminal, require_clock, require_terminal
from pitboss.games.roulette.automatic.state import AutomaticTable, session_of
from pitboss.games.table import acts as table_acts
from pitboss.games.table.checks import require_open
from pitboss.games.table.decide import SHARED_DECIDE
from pitboss.rulebook import ActionRefused, cites

TABLES_PER_SUPERVISOR = 6
TABLE_ACTS: tuple[type[Act], ...] = (
    table_acts.InspectEquipment,
    table_acts.OpenTable,
    table_acts.CloseTable,
    table_acts.RelieveDealer,
    table_acts.AssignMucker,
    table_acts.SetLimit,
    *EVERYWHERE_ACTS,
    *DISPUTING_ACTS,
)
"""What the house of any table is asked and is asked here too; bets are opened by the new-game button alone."""


def decide(state: AutomaticTable, command: Command[Any]) -> Sequence[Event]:
    """Answer one act at the table, or refuse it with its clause."""
    return decided(_DECIDE, state, command, at="an automatic table", clause=state.clause("equipment"))


def refuse(state: AutomaticTable, command: Command[Any]) -> None:
    """Refuse what `decide` refuses, without working out what is paid to hundreds of terminals."""
    before = _BEFORE.get(type(command.act))
    if before is not None:
        before(state, command)
    elif state.everyday.has_inventory:
        decide(state, command)
    else:
        next(iter(_DECIDE[type(command.act)](state, command)))


@cites("RA-1a")
def enrol_terminal(state: AutomaticTable, command: Command[a.EnrolTerminal]) -> Sequence[Event]:
    """Bind a terminal to this table, up to as many as it has places for."""
    clause, name = state.clause("equipment"), command.act.terminal
    require_role(command, SUPERVISORS, clause=clause, deed="enrol a terminal")
    if name in state.terminals:
        raise ActionRefused(f"{name} is enrolled at this table already", clause=clause, terminal=name)
    if session_of(name)[1] is not None and (state.has_sessions or state.is_new):
        reason = f"{name} reads like the name of a session: no terminal's ends in a dot and a number"
        raise ActionRefused(reason, clause=sessions.BEGUN, terminal=name)
    if len(state.terminals) >= state.config.terminals_max:
        reason = f"the table has {state.config.terminals_max} terminals, as many as it may"
        raise ActionRefused(reason, clause=clause, terminal=name)
    return (e.TerminalEnrolled(terminal=name, by=command.by.id),)


@cites("RA-1a")
def remove_terminal(state: AutomaticTable, command: Command[a.RemoveTerminal]) -> Sequence[Event]:
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
def report_staffing(state: AutomaticTable, command: Command[a.ReportStaffing]) -> Sequence[Event]:
    """Record the ratio of tables and supervisors, with an alarm where it is too high."""
    act, clause, deed = command.act, state.clause("supervision"), "report the staffing"
    # The server counts; by hand it is for who keeps a table without one.
    require_role(command, (*SUPERVISORS, "device"), clause=clause, deed=deed)
    refuse_terminal(state, command, clause, deed)
    is_short = is_short_staffed(act.tables, act.supervisors)
    reported = e.StaffingReported(tables=act.tables, supervisors=act.supervisors, is_short=is_short, by=command.by.id)
    return (reported,)


@cites("RA-6a")
def record_clock_step(state: AutomaticTable, command: Command[a.RecordClockStep]) -> Sequence[Event]:
    """Record that the wall clock was set; betting windows run on another one."""
    require_clock(state, command, "clock", "record a step of the clock")
    return (e.ClockStepped(by_milliseconds=command.act.by_milliseconds, kind=command.act.kind),)


@cites("RA-1a")
def close_table(state: AutomaticTable, command: Command[table_acts.CloseTable]) -> Sequence[Event]:
    """Close the table when no game is in play and every terminal is empty; debts of void games may stay open."""
    require_open(state)
    for name in state.terminals:
        if not state.is_idle(name):
            held = state.money(state.credits(name))
            reason = f"{name} still has {held}, or a buy-in or cash-out that is not finished"
            raise ActionRefused(reason, clause=state.clause("cash_out"), terminal=name)
    return SHARED_DECIDE[table_acts.CloseTable](state, command)


_DECIDE: dict[type[Act], Callable[[AutomaticTable, Command[Any]], Iterable[Event]]] = {
    **{act: SHARED_DECIDE[act] for act in TABLE_ACTS},
    **dict.fromkeys(RESETTLING_ACTS, refuse_correction),
    table_acts.OpenTable: sessions.open_table,
    table_acts.CloseTable: close_table,
    SuspendTable: standing.suspend,
    ResumeTable: standing.resume,
    TakeTip: cash.take_tip,
    a.BeginSessions: sessions.begin_sessions,
    a.AbandonSession: sessions.abandon_session,
    a.EnrolTerminal: enrol_terminal,
    a.RemoveTerminal: remove_terminal,
    a.ReportStaffing: report_staffing,
    a.CountBuyIn: cash.count_buy_in,
    a.ConfirmBuyIn: cash.confirm_buy_in,
    a.DropBuyIn: cash.drop_buy_in,
    a.VerifyCredit: cash.verify_credit,
    a.QuestionCredit: cash.question_credit,
    a.CorrectBuyIn: corrections.correct_buy_in,
    a.StartGame: games.start_game,
    a.PlaceBet: betting.place_bet,
    a.PlaceBets: betting.place_bets,
    a.CancelBet: betting.cancel_bet,
    a.UndoBet: betting.undo_bet,
    a.RecallBets: betting.recall_bets,
    a.ClearBets: betting.clear_bets,
    a.BetNeighbours: betting.bet_neighbours,
    a.PromptSpin: games.prompt_spin,
    a.SpinBall: games.spin_ball,
    a.LockBets: games.lock_bets,
    a.ExtendClock: games.extend_clock,
    a.SenseNumber: games.sense_number,
    a.HoldGame: games.hold_game,
    a.ConfirmNumber: games.confirm_number,
    a.RuleNumber: games.rule_number,
    a.VoidGame: voids.void_game,
    a.RefundGame: voids.refund_game,
    a.RepayReceivable: debts.repay_receivable,
    a.PayPayable: debts.pay_payable,
    a.AskCashOut: cash.ask_cash_out,
    a.AffirmCashOut: cash.affirm_cash_out,
    a.WithdrawCashOut: cash.withdraw_cash_out,
    a.SelectCashOut: cash.select_cash_out,
    a.CountOutChips: cash.count_out_chips,
    a.ConfirmCashOut: cash.confirm_cash_out,
    a.DeliverChips: cash.deliver_chips,
    a.RecordClockStep: record_clock_step,
}

_BEFORE: dict[type[Act], Callable[[AutomaticTable, Command[Any]], object]] = {
    a.PlaceBet: betting.require_room,
    a.PlaceBets: betting.require_room_for_all,
    a.RefundGame: voids.require_void,
}
"""What is asked of an act before it is worked out, where that is enough to know whether it is open."""
