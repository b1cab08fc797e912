"""What every table shows on the live floor; a game adds its own."""

from __future__ import annotations

from typing import Any, Final

from pitboss.decider import Role
from pitboss.money import STAKE_MAX

RESULTS: Final = 20
"""How many results are shown."""
DEALERS_AND_ABOVE: Final = (
    *(Role.DEALER, Role.INSPECTOR, Role.FLOORPERSON, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.DIRECTOR),
    Role.AUDITOR,
)
"""Those who deal, oversee or audit a table."""
TABLE_STAFF: Final = (Role.MUCKER, *DEALERS_AND_ABOVE)
"""Those who have work at a table."""

_BRIEFLY: Final = {
    "open for bets": "open",
    "closed for bets": "no more bets",
    "being dealt": "cards out",
    "open for insurance": "insurance",
    "waiting for the suit wagers": "cards out",
    "in the players' turns": "players' turn",
    "in the dealer's turn": "dealer's turn",
    "waiting to be paid": "paying",
    "lit and waiting to be paid": "paying",
    "uncovered with a die not flat": "not flat",
}
"""What is said of a phase where there is room for a word or two."""


def table_view(state: Any) -> dict[str, Any]:
    """Return what anybody sees of a table, whatever is played there."""
    phase = state.phase
    return {
        "is_open": state.is_open,
        "dealer": state.dealer,
        "round": state.rounds,
        "phase": None if phase is None else str(phase.value),
        "phase_in_words": None if phase is None else str(phase.words),
        "phase_briefly": None if phase is None else _BRIEFLY.get(str(phase.words), str(phase.words)),
        "is_between_rounds": bool(state.is_between_rounds),
        "limits": limits_view(state),
        "opens": None if state.is_open else _opens(state),
    }


def limits_view(state: Any) -> dict[str, int | None]:
    """Return what a wager is at least and at most, where its kind has no limits of its own; None where none is set."""
    low, high = state.rules.general_limits
    return {"min_minor": low, "max_minor": None if high >= STAKE_MAX else high}


def _opens(state: Any) -> str:
    """Say what a closed table waits for."""
    return "opens when its dealer opens it" if state.inspected else "opens after its equipment is inspected"


def seats_view(total: int, free: int) -> dict[str, int]:
    """Return how many places there are, and how many of them are free."""
    return {"total": total, "free": max(0, free)}
