"""After payment: a round settled anew by its true result, a hand that paid wrongly, and what is due or owed by either.

No chips move by a correction itself: what a player should have more or less is written down as due or owed, the one
set off against the other, and chips change hands afterwards. So nobody has less than nothing, and a correction that is
corrected back leaves every balance as it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from pitboss.decider import Command, Event, Move, holds, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import AFTER, DEBT, HANDED, PIT, WATCHING, require_second
from pitboss.games.everyday.state import Settlement
from pitboss.games.table.accounts import CIRCULATION, RACK
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

GOODWILL: Final = "goodwill"
ROUNDS_MAX: Final = 20
"""So many rounds back a settlement can be corrected."""
MANAGERS: Final = ("pit_manager", "director")


def due_account(player: str) -> str:
    """Return the account of what the house owes a player."""
    return f"payable:{player}"


def owed_account(player: str) -> str:
    """Return the account of what a player owes the house; it is below zero."""
    return f"receivable:{player}"


def _booked(state: BaseTable, player: str, more: int) -> Iterator[Move]:
    """Yield how an amount becomes due to a player, or owed where it is below zero, the other set off first."""
    due, owed = state.balances.get(due_account(player), 0), -state.balances.get(owed_account(player), 0)
    if more > 0:
        off = min(more, owed)
        parts = ((RACK, owed_account(player), off), (RACK, due_account(player), more - off))
    else:
        off = min(-more, due)
        parts = ((due_account(player), RACK, off), (owed_account(player), RACK, -more - off))
    yield from (Move(source, target, amount) for source, target, amount in parts if amount)


def remember(state: BaseTable, settlement: Settlement) -> None:
    """Keep a settlement for as long as it may be corrected."""
    kept = state.everyday.settlements
    kept[state.everyday.version] = settlement
    for version in [version for version, one in kept.items() if one.round <= settlement.round - ROUNDS_MAX]:
        del kept[version]


def rows_by(state: Any, settlement: Settlement, result: str) -> e.Rows:
    """Return the wagers of a round as they stand, and as another result has them."""
    player, bet, stake = zip(*settlement.wagers, strict=True) if settlement.wagers else ((), (), ())
    now = state.gains_by(result, settlement.wagers)
    return e.Rows(player=player, bet=bet, stake_minor=stake, was_minor=settlement.gains, now_minor=now)


@cites("HP-C2")
def correct_settlement(state: Any, command: Command[a.CorrectSettlement]) -> Sequence[Event]:
    """Settle the same wagers by the true result, and write down what is due and owed by the difference."""
    act, settlement = command.act, state.everyday.settlements.get(command.act.corrects)
    require_role(command, PIT, clause=AFTER, deed="correct a settlement")
    if settlement is None:
        reason = f"record {act.corrects} is no settlement of the last {ROUNDS_MAX} rounds that stands as recorded"
        raise ActionRefused(reason, clause=AFTER, corrects=act.corrects)
    if act.result not in state.result_names or act.result == settlement.result:
        what = "is the result on record" if act.result == settlement.result else "is no result of this table"
        raise ActionRefused(f"{act.result} {what}", clause=AFTER, result=act.result)
    rows = rows_by(state, settlement, act.result)
    more: dict[str, int] = {}
    for player, was, now in zip(rows.player, rows.was_minor, rows.now_minor, strict=True):
        more[player] = more.get(player, 0) + now - was
    witness = require_second(command, WATCHING, clause=AFTER, deed="correct a settlement")
    _require_manager(state, command, settlement)
    corrected = e.SettlementCorrected(
        corrects=act.corrects,
        round=settlement.round,
        was=settlement.result,
        result=act.result,
        rows=rows,
        reason=act.reason,
        by=command.by.id,
        witness=witness,
        moves=tuple(move for player, amount in more.items() if amount for move in _booked(state, player, amount)),
    )
    return (corrected,)


@cites("HP-C2")
def _require_manager(state: BaseTable, command: Command[Any], settlement: Settlement) -> None:
    """Ask for a pit manager once the next round has begun."""
    is_managed = any(person is not None and holds(person, MANAGERS) for person in (command.by, command.witness))
    if state.rounds > settlement.round and not is_managed:
        reason = "a pit manager is one of the two once the next round has begun"
        raise ProcedureBreach(reason, clause=AFTER, round=settlement.round)


@cites("HP-C3")
def report_mispayment(state: BaseTable, command: Command[a.ReportMispayment]) -> Sequence[Event]:
    """Put right that a hand gave other chips than the record: they are in the tray, or gone, and due or owed."""
    act = command.act
    require_role(command, PIT, clause=HANDED, deed="report a mispayment")
    is_short = act.handed is a.Handed.TOO_LITTLE
    source, target = (CIRCULATION, RACK) if is_short else (RACK, CIRCULATION)
    more = act.amount_minor if is_short else -act.amount_minor
    reported = e.MispaymentReported(
        player=act.player,
        handed=act.handed.value,
        amount_minor=act.amount_minor,
        reason=act.reason,
        by=command.by.id,
        witness=require_second(command, WATCHING, clause=HANDED, deed="report a mispayment"),
        moves=(Move(source, target, act.amount_minor), *_booked(state, act.player, more)),
    )
    return (reported,)


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
