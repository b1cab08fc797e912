"""Checks that most acts at a table share."""

from __future__ import annotations

from typing import Any

from pitboss.decider import Command, is_second, require_role
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

CORRECTION = "HP-C1"
"""What was entered wrongly is corrected before payment, by two people."""
CORRECTORS = ("inspector", "floorperson", "pit_supervisor+")
"""Who sees with the dealer what lies there."""


@cites("RO-B1", "RO-B2", "RO-B3")
def require_dealer(state: BaseTable, command: Command[Any], deed: str, *, clause: str | None = None) -> None:
    """Refuse a dealer's act to anybody but the dealer of this table."""
    clause = clause or state.rules.clause("dealer")
    require_role(command, ("dealer",), clause=clause, deed=deed)
    require_at_table(state, command)


def require_at_table(state: BaseTable, command: Command[Any]) -> None:
    """Refuse a dealer or mucker who does not work this table."""
    if not state.is_at_table(command.by):
        reason = f"{command.by.id} does not work this table as its {command.by.role}"
        raise ActionRefused(reason, clause=state.rules.clause("staff"), by=command.by.id, role=command.by.role.value)


def require_open(state: BaseTable) -> None:
    """Refuse an act at a closed table."""
    if not state.is_open:
        raise ProcedureBreach("the table is not open", clause=state.rules.clause("staff"))


def require_between_rounds(state: BaseTable, deed: str) -> None:
    """Refuse an act that would touch a round in play; one that everybody has left is not."""
    if not state.is_between_rounds and not state.is_deserted:
        reason = f"{deed} waits until the round is over; it is {state.standing}"
        clause = state.rules.clause("round" if state.rules.has("round") else "spin")
        raise ActionRefused(reason, clause=clause, phase=str(state.phase))


def require_procedure(state: BaseTable, procedure: str, *, instead: str) -> str:
    """Return the clause of a procedure, or refuse one this house's rules do not know."""
    if not state.rules.has(procedure):
        reason = f"the rules of {state.rules.edition.id} know no such procedure"
        raise ActionRefused(reason, clause=state.rules.clause(instead), procedure=procedure)
    return state.rules.clause(procedure)


@cites("HP-C1")
def require_correctors(state: BaseTable, command: Command[Any], deed: str) -> str:
    """Refuse a correction to anybody but the table's dealer with a second person; return who that is."""
    require_open(state)
    require_dealer(state, command, deed, clause=CORRECTION)
    if command.witness is None or not is_second(command, CORRECTORS):
        reason = f"a second person, a floorperson, an inspector or above, is needed to {deed}"
        raise ProcedureBreach(reason, clause=CORRECTION, by=command.by.id)
    return command.witness.id
