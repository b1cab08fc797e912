"""What a sic bo table shows on the live floor, and when its dice are entered by two people."""

from __future__ import annotations

from typing import Any, Final

from pitboss.games.live import RESULTS, table_view
from pitboss.games.sicbo.acts import Dice, EnterDice
from pitboss.games.sicbo.settle import lit
from pitboss.games.sicbo.state import Phase, Table
from pitboss.stream import SecondEntry

_SAID: Final = {"small": "Small", "big": "Big", "any_triple": "Triple"}


def view(state: Table) -> dict[str, Any]:
    """Return the table with its last throws, and the places that are lit."""
    results = [_result(state, dice) for dice in state.results[:RESULTS]]
    return {**table_view(state), "results": results, "lit": list(state.lit)}


def _result(state: Table, dice: Dice) -> dict[str, Any]:
    """Return a throw, what it adds up to, and which of small, big and any triple it is."""
    won = lit(state.rules, dice)
    said = next((words for bet, words in _SAID.items() if bet in won), "")
    return {"dice": sorted(dice), "total": sum(dice), "said": said}


def _due(state: Table) -> int | None:
    """Return the round whose dice lie open, unless the computer failed."""
    current = state.round
    if current is None or current.phase is not Phase.UNCOVERED or state.is_computer_failed:
        return None
    return current.number


SECOND_ENTRY = SecondEntry(act=EnterDice, due=_due)
