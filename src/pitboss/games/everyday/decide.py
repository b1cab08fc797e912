"""The handler of each everyday act, and what is asked of every act at a table besides its own rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from pitboss.decider import Act, Command, Event, dispatched
from pitboss.games.disputes import DISPUTE_ACTS
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import (
    barring,
    boxes,
    calling_off,
    corrections,
    debts,
    disputing,
    inventory,
    markers,
    papers,
    preview,
    slips,
    standing,
)
from pitboss.games.everyday.dispute_events import GrantGoodwill, PinEvidence, RecordNotice
from pitboss.games.everyday.resettling import Resettling
from pitboss.games.table.state import BaseTable

Handlers = Mapping[type[Act], Callable[[Any, Command[Any]], Iterable[Event]]]

EVERYDAY_DECIDE: dict[type[Act], Callable[[Any, Command[Any]], Sequence[Event]]] = {
    a.BeginInventory: inventory.begin_inventory,
    a.CountInventory: inventory.count_inventory,
    a.RequestFill: slips.request,
    a.RequestCredit: slips.request,
    a.IssueFill: slips.issue_fill,
    a.AcceptFill: slips.accept_fill,
    a.SendCredit: slips.send_credit,
    a.ReceiveCredit: slips.receive_credit,
    a.VoidSlip: slips.void_slip,
    a.RemoveDropBox: boxes.remove_drop_box,
    a.CountBox: boxes.count_box,
    a.PrintSlip: papers.print_slip,
    a.CorrectSale: boxes.correct_sale,
    a.IssueMarker: markers.issue_marker,
    a.RedeemMarker: markers.redeem_marker,
    a.CancelMarker: markers.cancel_marker,
    a.TakeTip: markers.take_tip,
    a.EmptyTipBox: markers.empty_tip_box,
    a.RelieveAtOnce: standing.relieve,
    a.SuspendTable: standing.suspend,
    a.ResumeTable: standing.resume,
    a.BarPlayer: barring.bar_player,
    a.LimitPlayer: barring.limit_player,
    a.LiftBar: barring.lift_bar,
    a.CorrectPastSale: boxes.correct_past_sale,
    a.ReportMispayment: corrections.report_mispayment,
    a.PayDue: debts.pay_due,
    a.TakeOwed: debts.take_owed,
    a.WaiveOwed: debts.waive_owed,
    **dict.fromkeys(DISPUTE_ACTS, disputing.dispute),
    GrantGoodwill: disputing.grant,
    RecordNotice: disputing.record_notice,
    PinEvidence: disputing.pin,
}


def resettling(game: Resettling) -> dict[type[Act], Callable[[Any, Command[Any]], Sequence[Event]]]:
    """Return the handlers of the acts by which a game's rounds are settled anew."""
    wager = partial(corrections.correct_wager, game)
    return {
        a.CorrectSettlement: partial(corrections.correct_settlement, game),
        a.CorrectWager: wager,
        a.AddWager: wager,
    }


def calling_off_by(give_back: calling_off.GiveBack) -> dict[type[Act], Callable[[Any, Command[Any]], Sequence[Event]]]:
    """Return the handler of the act by which a game's round is called off."""
    return {a.CallOffRound: partial(calling_off.call_off, give_back)}


def decided(handlers: Handlers, state: BaseTable, command: Command[Any], *, at: str, clause: str) -> Sequence[Event]:
    """Have an act decided by its handler, unless all stands still; hold what comes of it to the chips there are."""
    standing.refuse_suspended(state, command)
    barring.refuse_barred(state, command)
    events = dispatched(handlers, state, command, at=at, clause=clause)
    inventory.require_chips(state, events)
    preview.require_seen(state, command, events)
    return events
