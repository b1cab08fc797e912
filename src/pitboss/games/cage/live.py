"""What the live floor shows of the cage: to those whose work it is what it holds, and to nobody else anything."""

from __future__ import annotations

from typing import Any, Final

from pitboss.decider import Role
from pitboss.games.cage.state import Cage

CAGE_STAFF: Final = (Role.CASHIER, Role.AUDITOR, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.DIRECTOR)
"""Those who act at the cage, or look after it."""


def staff_view(state: Cage, _: Role) -> dict[str, Any]:
    """Return what the cage holds, what of tips is to be shared, and the markers that are open."""
    return {
        "held_minor": state.held_minor,
        "tokes_minor": state.tokes_minor,
        "markers": [
            {"table": table, "marker": number, "player": marker.player, "amount_minor": marker.amount_minor}
            for table, markers in state.markers.items()
            for number, marker in markers.items()
        ],
    }
