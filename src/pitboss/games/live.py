"""What every table shows on the live floor; a game adds its own."""

from __future__ import annotations

from typing import Any, Final

RESULTS: Final = 20
"""How many results are shown."""


def table_view(state: Any) -> dict[str, Any]:
    """Return what anybody sees of a table, whatever is played there."""
    phase = state.phase
    return {
        "is_open": state.is_open,
        "dealer": state.dealer,
        "round": state.rounds,
        "phase": None if phase is None else str(phase.value),
        "phase_in_words": None if phase is None else str(phase.words),
        "is_between_rounds": bool(state.is_between_rounds),
    }
