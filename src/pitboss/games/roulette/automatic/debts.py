"""What a void game leaves open between players and the house, and how it is settled: chips into or out of the rack.

Neither hinders the table from closing, and both are settled at a closed table too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.decider import Command, Event, Move, require_role
from pitboss.games.everyday.checks import DEBT, WATCHING, require_second
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.checks import SUPERVISORS
from pitboss.games.roulette.automatic.state import AutomaticTable, holder_of, payable_account, receivable_account
from pitboss.games.table.accounts import CIRCULATION
from pitboss.rulebook import ActionRefused, cites


@cites("RA-9k", "Q34", "HP-C4")
def repay_receivable(state: AutomaticTable, command: Command[a.RepayReceivable]) -> Sequence[Event]:
    """Take what a player owes, or a part of it, in chips that go into the rack."""
    require_role(command, SUPERVISORS, clause=state.clause("refund"), deed="take what is owed")
    holder = holder_of(command.act.terminal, command.act.session)
    values = _settling(state, command, state.receivables(), f"the player of {holder} owes")
    moves = (Move(CIRCULATION, receivable_account(holder), command.act.amount_minor),)
    return (e.ReceivableRepaid(**values, moves=moves),)


@cites("RA-9k", "Q34", "HP-C4")
def pay_payable(state: AutomaticTable, command: Command[a.PayPayable]) -> Sequence[Event]:
    """Pay what the house owes a player who is gone, or a part of it, in chips out of the rack."""
    require_role(command, SUPERVISORS, clause=state.clause("refund"), deed="pay what is owed")
    holder = holder_of(command.act.terminal, command.act.session)
    values = _settling(state, command, state.payables(), f"the house owes the player of {holder}")
    moves = (Move(payable_account(holder), CIRCULATION, command.act.amount_minor),)
    return (e.PayablePaid(**values, moves=moves),)


def _settling(state: AutomaticTable, command: Command[Any], debts: Mapping[str, int], who: str) -> dict[str, Any]:
    """Return what is settled of a debt; more than is owed is refused, so that neither account ever goes past zero."""
    act = command.act
    owed = debts.get(holder_of(act.terminal, act.session), 0)
    if act.amount_minor > owed:
        so_much = f"{state.money(owed)}, not {state.money(act.amount_minor)}" if owed else "nothing"
        values = {"owed_minor": owed, "amount_minor": act.amount_minor}
        raise ActionRefused(f"{who} {so_much}", clause=state.clause("refund"), terminal=act.terminal, **values)
    # Where a rack is kept by counts two people stand by whatever is paid after its game, as at any table.
    is_kept = state.everyday.has_inventory
    return {
        "terminal": act.terminal,
        "session": act.session,
        "amount_minor": act.amount_minor,
        "left_minor": owed - act.amount_minor,
        "by": command.by.id,
        "role": command.by.role.value,
        "witness": require_second(command, WATCHING, clause=DEBT, deed="settle a debt") if is_kept else None,
    }
