"""The trio's `decide`: each act to what decides it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pitboss.decider import Act, Command, Event
from pitboss.tote.day import acts as a
from pitboss.tote.day import facility, mending, paying, racing, windows
from pitboss.tote.day.state import Day


def decide(state: Day, command: Command[Any]) -> Sequence[Event]:
    """Return what happens, or raise a RuleViolation; an unknown runner, race or pool is an InputError."""
    return tuple(_DECIDE[type(command.act)](state, command))


def refuse(state: Day, command: Command[Any]) -> None:
    """Refuse what `decide` refuses, whatever card or ticket it is, and without settling any pool."""
    before = _BEFORE.get(type(command.act))
    if before is not None:
        before(state, command)
    else:
        next(iter(_DECIDE[type(command.act)](state, command)))


_DECIDE: dict[type[Act], Callable[[Day, Command[Any]], Iterable[Event]]] = {
    a.OpenCard: racing.open_card,
    a.OpenTerminal: facility.open_terminal,
    a.CloseTerminal: facility.close_terminal,
    a.HaltCashing: facility.halt_cashing,
    a.ResumeCashing: facility.resume_cashing,
    a.CorrectDisplay: facility.correct_display,
    a.CloseDay: facility.close_day,
    a.ExpireTickets: facility.expire_tickets,
    a.MovePostTime: racing.move_post_time,
    a.ScratchRunner: racing.scratch_runner,
    a.RestoreRunner: mending.restore_runner,
    a.StopBetting: racing.stop_betting,
    a.CancelRace: racing.cancel_race,
    a.PostResult: racing.post_result,
    a.CallInquiry: racing.call_inquiry,
    a.EndInquiry: racing.end_inquiry,
    a.DeclareOfficial: racing.declare_official,
    a.DeclareOrderOfficial: racing.declare_order_official,
    a.EnterPayoffs: mending.enter_payoffs,
    a.CorrectResult: mending.correct_result,
    a.RecordCount: racing.record_count,
    a.PublishPrices: racing.publish_prices,
    a.SellTicket: windows.sell_ticket,
    a.ReportUndelivered: windows.report_undelivered,
    a.CancelTicket: windows.cancel_ticket,
    a.CashTicket: paying.cash_ticket,
    a.RefundTicket: paying.refund_ticket,
    a.ExchangeTicket: paying.exchange_ticket,
}

_BEFORE: dict[type[Act], Callable[[Day, Command[Any]], object]] = {
    a.OpenCard: racing.require_managing,
    a.SellTicket: windows.require_selling,
    a.ReportUndelivered: windows.require_reporting,
    a.CancelTicket: windows.require_cancelling,
    a.CashTicket: paying.require_cashing,
    a.RefundTicket: paying.require_cashing,
    a.ExchangeTicket: paying.require_exchanging,
}
"""What is asked before a card is read or a ticket looked up: whether anybody's could be taken here now."""
