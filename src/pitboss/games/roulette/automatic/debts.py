"""What a void game leaves open between players and the house, and how it is settled: chips into or out of the rack.

Neither hinders the table from closing, and both are settled at a closed table too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Move, require_role
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.checks import SUPERVISORS
from pitboss.games.roulette.automatic.state import payable_account, receivable_account
from pitboss.games.table.accounts import CIRCULATION
from pitboss.rulebook import ActionRefused, cites

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.decider import Command, Event
    from pitboss.games.roulette.automatic.state import AutomaticTable

__all__ = ["pay_payable", "repay_receivable"]


@cites("RA-9k", "Q34")
def repay_receivable(state: AutomaticTable, command: Command[a.RepayReceivable]) -> Sequence[Event]:
    """Take what a player owes, or a part of it, in chips that go into the rack."""
    act = command.act
    require_role(command, SUPERVISORS, clause=state.clause("refund"), deed="take what is owed")
    owed = state.receivables().get(act.terminal, 0)
    _refuse_more(state, act, owed, f"the player of {act.terminal} owes")
    repaid = e.ReceivableRepaid(
        terminal=act.terminal,
        amount_minor=act.amount_minor,
        left_minor=owed - act.amount_minor,
        by=command.by.id,
        role=command.by.role.value,
        moves=(Move(CIRCULATION, receivable_account(act.terminal), act.amount_minor),),
    )
    return (repaid,)


@cites("RA-9k", "Q34")
def pay_payable(state: AutomaticTable, command: Command[a.PayPayable]) -> Sequence[Event]:
    """Pay what the house owes the player of a terminal that is gone, or a part of it, in chips out of the rack."""
    act = command.act
    require_role(command, SUPERVISORS, clause=state.clause("refund"), deed="pay what is owed")
    owed = state.payables().get(act.terminal, 0)
    _refuse_more(state, act, owed, f"the house owes the player of {act.terminal}")
    paid = e.PayablePaid(
        terminal=act.terminal,
        amount_minor=act.amount_minor,
        left_minor=owed - act.amount_minor,
        by=command.by.id,
        role=command.by.role.value,
        moves=(Move(payable_account(act.terminal), CIRCULATION, act.amount_minor),),
    )
    return (paid,)


def _refuse_more(state: AutomaticTable, act: a.RepayReceivable | a.PayPayable, owed: int, who: str) -> None:
    """Refuse more than is owed, so that neither account ever goes past zero."""
    if act.amount_minor > owed:
        so_much = f"{state.money(owed)}, not {state.money(act.amount_minor)}" if owed else "nothing"
        clause, values = state.clause("refund"), {"owed_minor": owed, "amount_minor": act.amount_minor}
        raise ActionRefused(f"{who} {so_much}", clause=clause, terminal=act.terminal, **values)
