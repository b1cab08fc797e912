"""What a sic bo table shows on the live floor, and when its dice are entered by two people."""

from __future__ import annotations

from typing import Any

from pitboss.games.live import RESULTS, table_view
from pitboss.games.sicbo.acts import EnterDice
from pitboss.games.sicbo.state import Phase, Table
from pitboss.stream import SecondEntry


def view(state: Table) -> dict[str, Any]:
    """Return the table with its last throws."""
    return {**table_view(state), "results": [{"dice": list(dice)} for dice in state.results[:RESULTS]]}


def _due(state: Table) -> int | None:
    """Return the round whose dice lie open, unless the computer failed."""
    current = state.round
    if current is None or current.phase is not Phase.UNCOVERED or state.is_computer_failed:
        return None
    return current.number


SECOND_ENTRY = SecondEntry(act=EnterDice, due=_due)
