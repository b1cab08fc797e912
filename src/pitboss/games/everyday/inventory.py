"""The rack of a table: from when on it is kept by counts, its counts, and that nothing goes out that is not there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pitboss.decider import Command, Event, Move, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import (
    AUDITOR,
    BEGUN,
    COUNT,
    FILL_FIRST,
    PIT,
    WATCHING,
    in_tray,
    require_dealing,
    require_inventory,
    require_second,
    worth_of,
)
from pitboss.games.everyday.state import Way, laid_after, tray
from pitboss.games.table.accounts import DROP, LAYOUT, RACK
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

PRIOR_WIN, VARIANCE = "prior_win", "variance"


def between(source: str, target: str, amount: int) -> tuple[Move, ...]:
    """Return the move of an amount; the other way round where it is below zero, and none of nothing."""
    if not amount:
        return ()
    return (Move(source, target, amount),) if amount > 0 else (Move(target, source, -amount),)


@cites("HP-I1")
def begin_inventory(state: BaseTable, command: Command[a.BeginInventory]) -> Sequence[Event]:
    """Switch a closed table over: what its rack and its box had come to so far is won before, and both begin empty."""
    require_role(command, PIT, clause=BEGUN, deed="begin to keep the rack by counts and slips")
    if state.everyday.has_inventory:
        raise ActionRefused("this table's rack is kept by counts and slips already", clause=BEGUN)
    if state.is_open or not state.is_between_rounds:
        raise ActionRefused("counts and slips begin while the table is closed", clause=BEGUN, is_open=state.is_open)
    tray_minor, drop = in_tray(state), state.balances.get(DROP, 0)
    begun = e.InventoryBegun(
        tray_minor=tray_minor,
        drop_minor=drop,
        by=command.by.id,
        witness=require_second(command, AUDITOR, clause=BEGUN, deed="begin to keep the rack by counts and slips"),
        moves=(*between(RACK, PRIOR_WIN, tray_minor), *between(DROP, PRIOR_WIN, drop)),
    )
    return (begun,)


@cites("HP-I2", "BJ-B3", "RH-3.2.2")
def count_inventory(state: BaseTable, command: Command[a.CountInventory]) -> Sequence[Event]:
    """Record a count of the rack by dealer and supervisor; a difference is a variance from here on."""
    act = command.act
    require_inventory(state)
    require_dealing(state, command, clause=COUNT, deed="count the rack")
    _refuse_moment(state, act.kind)
    counted, expected = worth_of(state, act.pieces, COUNT), in_tray(state)
    event = e.InventoryCounted(
        kind=act.kind.value,
        pieces=act.pieces,
        counted_minor=counted,
        expected_minor=expected,
        difference_minor=counted - expected,
        is_reported=abs(counted - expected) > state.rules.practice("variance_report_minor"),
        round=state.rounds,
        by=command.by.id,
        witness=require_second(command, WATCHING, clause=COUNT, deed="count the rack"),
        moves=between(VARIANCE, RACK, counted - expected),
    )
    return (event,)


@cites("HP-I2")
def _refuse_moment(state: BaseTable, kind: a.CountKind) -> None:
    """Count for the opening at a closed table, else at an open one; between rounds, and with no chips on their way."""
    if state.is_open is (kind is a.CountKind.OPENING):
        where = "before the table opens" if kind is a.CountKind.OPENING else "while the table is open"
        raise ActionRefused(f"the {kind} count is made {where}", clause=COUNT, kind=kind.value)
    if not state.is_between_rounds and not state.everyday.is_suspended:
        reason = f"the rack is counted between rounds; this one is {state.standing}"
        raise ActionRefused(reason, clause=COUNT, phase=str(state.phase))
    refuse_under_way(state, "the count", COUNT)


def refuse_under_way(state: BaseTable, deed: str, clause: str) -> None:
    """Refuse what waits until no chips are on their way to or from the table."""
    slips = state.everyday.slips.items()
    for number in (number for number, slip in slips if slip.way is Way.UNDER_WAY):
        reason = f"{deed} waits until slip {number} is finished or void: its chips are on their way"
        raise ProcedureBreach(reason, clause=clause, slip=number)


@cites("HP-I2")
def require_opening_count(state: BaseTable) -> None:
    """Refuse to open a table whose rack was not counted for it."""
    if state.everyday.has_inventory and not state.everyday.is_opening_counted:
        raise ProcedureBreach("the rack has not been counted for this opening", clause=COUNT)


@cites("HP-I2")
def require_closing_count(state: BaseTable) -> None:
    """Refuse to close a table whose rack was not counted since anything moved."""
    if state.everyday.has_inventory and not state.everyday.is_closing_counted:
        reason = "the rack has not been counted for the closing since the last round, or chips moved since"
        raise ProcedureBreach(reason, clause=COUNT)
    refuse_under_way(state, "closing", COUNT)


@cites("HP-I4")
def require_chips(state: BaseTable, events: Iterable[Any]) -> None:
    """Refuse what would pay, sell or send away more chips than lie in the tray."""
    if not state.everyday.has_inventory:
        return
    moves = [move for event in events for move in getattr(event, "moves", ())]
    if not moves:
        return
    after = dict(state.balances)
    for move in moves:
        after[move.source] = after.get(move.source, 0) - move.amount_minor
        after[move.target] = after.get(move.target, 0) + move.amount_minor
    before = in_tray(state)
    then = tray(after, laid_after(state.everyday.laid_minor, state.balances.get(LAYOUT, 0), moves))
    if then < 0 and then < before:
        reason = f"the tray holds {state.money(before)}, and {state.money(before - then)} would go out: fill first"
        raise ProcedureBreach(reason, clause=FILL_FIRST, held_minor=before, needed_minor=before - then)
