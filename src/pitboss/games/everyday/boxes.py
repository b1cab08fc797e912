"""Drop boxes on their way to the count, and a sale of chips whose amount was typed wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import (
    AUDITOR,
    BOX,
    CASHIER,
    FLOOR,
    PAST_SALE,
    PIT,
    SALE,
    WATCHING,
    require_inventory,
    require_second,
)
from pitboss.games.everyday.corrections import require_manager
from pitboss.games.everyday.disputing import require_awaiting
from pitboss.games.everyday.inventory import VARIANCE, between
from pitboss.games.everyday.slips import CAGE
from pitboss.games.everyday.state import Sale
from pitboss.games.table.accounts import CIRCULATION, DROP, PATRONS, RACK
from pitboss.games.table.checks import require_dealer, require_open
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, cites


def box_account(number: int) -> str:
    """Return the account of a box that was taken away."""
    return f"box:{number}"


@cites("HP-I5")
def remove_drop_box(state: BaseTable, command: Command[a.RemoveDropBox]) -> Sequence[Event]:
    """Take the box away before somebody of the cage; the next one is attached at once."""
    require_inventory(state)
    require_role(command, PIT, clause=BOX, deed="remove a drop box")
    number, dropped = state.everyday.box, state.balances.get(DROP, 0)
    removed = e.DropBoxRemoved(
        box=number,
        expected_minor=dropped,
        attached=number + 1,
        by=command.by.id,
        witness=require_second(command, CASHIER, clause=BOX, deed="remove a drop box"),
        moves=between(DROP, box_account(number), dropped),
        markers=tuple(state.everyday.box_markers),
    )
    return (removed,)


@cites("HP-I5")
def count_box(state: BaseTable, command: Command[a.CountBox]) -> Sequence[Event]:
    """Count a box into the cage, by two people of whom none is of the pit."""
    require_inventory(state)
    require_role(command, CASHIER, clause=BOX, deed="count a drop box")
    act = command.act
    if act.box not in state.everyday.boxes:
        reason = f"box {act.box} is not one that was taken away and waits to be counted"
        raise ActionRefused(reason, clause=BOX, box=act.box)
    expected, account = state.everyday.boxes[act.box], box_account(act.box)
    counted = e.BoxCounted(
        box=act.box,
        counted_minor=act.counted_minor,
        expected_minor=expected,
        difference_minor=act.counted_minor - expected,
        by=command.by.id,
        witness=require_second(command, AUDITOR, clause=BOX, deed="count a drop box"),
        moves=(*between(VARIANCE, account, act.counted_minor - expected), *between(account, CAGE, act.counted_minor)),
        markers=state.everyday.copies.get(act.box, ()),
        is_reported=abs(act.counted_minor - expected) > state.rules.practice("variance_report_minor"),
    )
    return (counted,)


@cites("HP-I6")
def correct_sale(state: BaseTable, command: Command[a.CorrectSale]) -> Sequence[Event]:
    """Put a mistyped sale right while the round lasts in which it was made, and its box hangs at the table."""
    act = command.act
    require_open(state)
    require_dealer(state, command, "correct a sale", clause=SALE)
    sale = state.everyday.sales.get(act.corrects)
    if sale is None:
        reason = f"record {act.corrects} is no sale of this round that stands as it was recorded"
        raise ActionRefused(reason, clause=SALE, corrects=act.corrects)
    if act.amount_minor == sale.amount_minor:
        raise ActionRefused("this is the amount on record", clause=SALE, amount_minor=act.amount_minor)
    witness = require_second(command, FLOOR, clause=SALE, deed="correct a sale")
    return (_sale_corrected(state, command, sale, witness),)


@cites("HP-C6")
def corrected_by_pit(state: BaseTable) -> dict[int, Sale]:
    """Return the sales that the pit corrects: those from before, and at a closed table, which has no dealer, all."""
    everyday = state.everyday
    return everyday.past_sales if state.is_open else everyday.past_sales | everyday.sales


@cites("HP-C6")
def correct_past_sale(state: BaseTable, command: Command[a.CorrectPastSale]) -> Sequence[Event]:
    """Put a mistyped sale right after its round, by the pit and with a pit manager among the two."""
    act, deed = command.act, "correct a sale of an earlier round"
    require_role(command, PIT, clause=PAST_SALE, deed=deed)
    sale = corrected_by_pit(state).get(act.corrects)
    if sale is None:
        rounds = state.rules.practice("correctable_rounds")
        reason = f"record {act.corrects} is no sale of the last {rounds} rounds that stands as it was recorded"
        raise ActionRefused(reason, clause=PAST_SALE, corrects=act.corrects)
    if act.amount_minor == sale.amount_minor:
        raise ActionRefused("this is the amount on record", clause=PAST_SALE, amount_minor=act.amount_minor)
    require_awaiting(state, act.dispute, player=sale.player)
    witness = require_second(command, WATCHING, clause=PAST_SALE, deed=deed)
    require_manager(command, "once the next round has begun", PAST_SALE)
    return (_sale_corrected(state, command, sale, witness),)


def _sale_corrected(state: BaseTable, command: Command[Any], sale: Sale, witness: str) -> Event:
    """Return a sale with its right amount; money and chips are where the sale, or a count since, put them."""
    act, everyday = command.act, state.everyday
    more = act.amount_minor - sale.amount_minor
    box = box_account(sale.box) if sale.box in everyday.boxes else VARIANCE
    cash, chips = DROP if sale.box == everyday.box else box, VARIANCE if sale.is_counted else RACK
    return e.SaleCorrected(
        corrects=act.corrects,
        player=sale.player,
        was_minor=sale.amount_minor,
        amount_minor=act.amount_minor,
        reason=act.reason,
        by=command.by.id,
        witness=witness,
        moves=(*between(PATRONS, cash, more), *between(chips, CIRCULATION, more)),
        cash_at=cash,
        chips_at=chips,
        dispute=getattr(act, "dispute", 0),
    )
