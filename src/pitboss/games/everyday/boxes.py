"""Drop boxes on their way to the count, and a sale of chips whose amount was typed wrongly."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Command, Event, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import (
    AUDITOR,
    BOX,
    CASHIER,
    FLOOR,
    PIT,
    SALE,
    require_inventory,
    require_second,
)
from pitboss.games.everyday.inventory import VARIANCE, between
from pitboss.games.everyday.slips import CAGE
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
    more = act.amount_minor - sale.amount_minor
    corrected = e.SaleCorrected(
        corrects=act.corrects,
        player=sale.player,
        was_minor=sale.amount_minor,
        amount_minor=act.amount_minor,
        reason=act.reason,
        by=command.by.id,
        witness=require_second(command, FLOOR, clause=SALE, deed="correct a sale"),
        moves=(*between(PATRONS, DROP, more), *between(RACK, CIRCULATION, more)),
    )
    return (corrected,)
