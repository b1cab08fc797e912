"""The one next act of a table as a dealer's screen has it, and those with which every table opens.

Refuses nothing: `decide` says what may be done, this says which of it is the one large button.
"""

from __future__ import annotations

from typing import Any

from pitboss.decider import tag_of
from pitboss.games.table import acts as a
from pitboss.games.table.state import BaseTable

DEALERS = ("dealer",)


def told(
    state: BaseTable,
    act: type[Any],
    text: str,
    duty: str,
    *,
    hint: str = "",
    by: tuple[str, ...] = DEALERS,
    **fields: Any,
) -> dict[str, Any]:
    """Return an act with the fields that are known, what the hands do, the clause of a duty, and who may do it."""
    return {
        "act": tag_of(act),
        "fields": fields,
        "text": text,
        "hint": hint,
        "clause": state.rules.clause(duty),
        "by": list(by),
    }


def opening(state: BaseTable) -> dict[str, Any]:
    """Return what comes next at a table that is not open."""
    if not state.inspected:
        items = [entry.item for entry in state.equipment]
        return told(state, a.InspectEquipment, "Inspect the equipment", "equipment", items=items)
    return told(state, a.OpenTable, "Open the table", "staff", hint="whoever opens it deals")
