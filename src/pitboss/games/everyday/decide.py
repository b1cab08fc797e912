"""The handler of each everyday act, and what is asked of every act at a table besides its own rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pitboss.decider import Act, Command, Event, dispatched
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import boxes, corrections, inventory, markers, slips, standing
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
    a.CorrectSale: boxes.correct_sale,
    a.IssueMarker: markers.issue_marker,
    a.RedeemMarker: markers.redeem_marker,
    a.TakeTip: markers.take_tip,
    a.EmptyTipBox: markers.empty_tip_box,
    a.RelieveAtOnce: standing.relieve,
    a.SuspendTable: standing.suspend,
    a.ResumeTable: standing.resume,
    a.ReportMispayment: corrections.report_mispayment,
    a.PayDue: corrections.pay_due,
    a.TakeOwed: corrections.take_owed,
    a.WaiveOwed: corrections.waive_owed,
}


def decided(handlers: Handlers, state: BaseTable, command: Command[Any], *, at: str, clause: str) -> Sequence[Event]:
    """Have an act decided by its handler, unless all stands still; hold what comes of it to the chips there are."""
    standing.refuse_suspended(state, command)
    events = dispatched(handlers, state, command, at=at, clause=clause)
    inventory.require_chips(state, events)
    return events
