"""The trio's `decide`: each act to what decides it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.tote.day import house, messages, paying, racing, windows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from pitboss.decider import Act, Command, Event
    from pitboss.tote.day.state import Day

__all__ = ["decide"]


def decide(state: Day, command: Command[Any]) -> Sequence[Event]:
    """Return what happens, or raise a RuleViolation; an unknown runner, race or pool is an InputError."""
    return tuple(_DECIDE[type(command.act)](state, command))


_DECIDE: dict[type[Act], Callable[[Day, Command[Any]], Iterable[Event]]] = {
    messages.OpenCard: racing.open_card,
    messages.OpenTerminal: house.open_terminal,
    messages.CloseTerminal: house.close_terminal,
    messages.HaltCashing: house.halt_cashing,
    messages.ResumeCashing: house.resume_cashing,
    messages.CorrectDisplay: house.correct_display,
    messages.CloseDay: house.close_day,
    messages.ExpireTickets: house.expire_tickets,
    messages.MovePostTime: racing.move_post_time,
    messages.ScratchRunner: racing.scratch_runner,
    messages.StopBetting: racing.stop_betting,
    messages.CancelRace: racing.cancel_race,
    messages.PostResult: racing.post_result,
    messages.CallInquiry: racing.call_inquiry,
    messages.EndInquiry: racing.end_inquiry,
    messages.DeclareOfficial: racing.declare_official,
    messages.RecordCount: racing.record_count,
    messages.PublishPrices: racing.publish_prices,
    messages.SellTicket: windows.sell_ticket,
    messages.ReportUndelivered: windows.report_undelivered,
    messages.CancelTicket: windows.cancel_ticket,
    messages.CashTicket: paying.cash_ticket,
    messages.RefundTicket: paying.refund_ticket,
    messages.ExchangeTicket: paying.exchange_ticket,
}
