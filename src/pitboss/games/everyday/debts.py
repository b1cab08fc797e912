"""What is due to players and owed by them after payment, the one set off against the other, and how it is settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.decider import Command, Event, Move, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import DEBT, MANAGERS, PIT, WATCHING, require_second
from pitboss.games.table.accounts import CIRCULATION, RACK
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, cites

GOODWILL: Final = "goodwill"


def due_account(player: str) -> str:
    """Return the account of what the house owes a player."""
    return f"payable:{player}"


def owed_account(player: str) -> str:
    """Return the account of what a player owes the house; it is below zero."""
    return f"receivable:{player}"


def booked(state: BaseTable, more: dict[str, int], by: str = RACK) -> tuple[Move, ...]:
    """Return how amounts become due to players, or owed where they are below zero, at the cost of an account."""
    return tuple(move for player, amount in more.items() if amount for move in _booked(state, player, amount, by))


def _booked(state: BaseTable, player: str, more: int, by: str) -> Iterator[Move]:
    """Yield how an amount becomes due to a player, or owed where it is below zero, the other set off first."""
    due, owed = state.balances.get(due_account(player), 0), -state.balances.get(owed_account(player), 0)
    if more > 0:
        off = min(more, owed)
        parts = ((by, owed_account(player), off), (by, due_account(player), more - off))
    else:
        off = min(-more, due)
        parts = ((due_account(player), by, off), (owed_account(player), by, -more - off))
    yield from (Move(source, target, amount) for source, target, amount in parts if amount)


def open_between(state: BaseTable, player: str) -> int:
    """Return what is due to a player; what is owed is below zero."""
    return state.balances.get(due_account(player), 0) + state.balances.get(owed_account(player), 0)


@cites("HP-C4")
def pay_due(state: BaseTable, command: Command[a.PayDue]) -> Sequence[Event]:
    """Hand over what is due, or a part of it."""
    act = command.act
    require_role(command, PIT, clause=DEBT, deed="pay what is due")
    _refuse_more(state, act, state.balances.get(due_account(act.player), 0))
    witness = require_second(command, WATCHING, clause=DEBT, deed="pay what is due")
    moves = (Move(due_account(act.player), CIRCULATION, act.amount_minor),)
    return (
        e.DuePaid(player=act.player, amount_minor=act.amount_minor, by=command.by.id, witness=witness, moves=moves),
    )


@cites("HP-C4")
def take_owed(state: BaseTable, command: Command[a.TakeOwed]) -> Sequence[Event]:
    """Take what is owed, or a part of it."""
    act = command.act
    require_role(command, PIT, clause=DEBT, deed="take what is owed")
    _refuse_more(state, act, -state.balances.get(owed_account(act.player), 0))
    witness = require_second(command, WATCHING, clause=DEBT, deed="take what is owed")
    moves = (Move(CIRCULATION, owed_account(act.player), act.amount_minor),)
    taken = e.OwedTaken(
        player=act.player, amount_minor=act.amount_minor, by=command.by.id, witness=witness, moves=moves
    )
    return (taken,)


@cites("HP-C4")
def waive_owed(state: BaseTable, command: Command[a.WaiveOwed]) -> Sequence[Event]:
    """Let a player off, by a pit manager: goodwill, which is told apart from the game's win."""
    act = command.act
    require_role(command, MANAGERS, clause=DEBT, deed="waive what is owed")
    _refuse_more(state, act, -state.balances.get(owed_account(act.player), 0))
    waived = e.OwedWaived(
        player=act.player,
        amount_minor=act.amount_minor,
        reason=act.reason,
        by=command.by.id,
        witness=require_second(command, WATCHING, clause=DEBT, deed="waive what is owed"),
        moves=(Move(GOODWILL, owed_account(act.player), act.amount_minor),),
    )
    return (waived,)


def _refuse_more(state: BaseTable, act: a.PayDue | a.TakeOwed | a.WaiveOwed, open_minor: int) -> None:
    """Refuse more than is due or owed, so that neither account passes zero."""
    if act.amount_minor > open_minor:
        so_much = state.money(open_minor) if open_minor else "nothing"
        reason = f"{so_much} is open between {act.player} and the house, not {state.money(act.amount_minor)}"
        raise ActionRefused(reason, clause=DEBT, player=act.player, open_minor=open_minor)
