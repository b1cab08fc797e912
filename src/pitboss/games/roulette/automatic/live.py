"""What an automatic table shows on the live floor: to anybody, to staff, and to each terminal of itself."""

from __future__ import annotations

from typing import Any

from pitboss.games.live import RESULTS, table_view
from pitboss.games.roulette.automatic.config import AutomaticConfig
from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.games.roulette.live import layout_of
from pitboss.games.roulette.sign import sign
from pitboss.games.table.sign import posted_of


def view(state: AutomaticTable) -> dict[str, Any]:
    """Return the table with its clock, what holds it, and its last games."""
    return {
        **table_view(state),
        "seconds": state.seconds,
        "is_prompted": state.is_prompted,
        "held": state.held,
        "void": state.void,
        "results": [{"game": entry.game, "pocket": entry.pocket} for entry in state.history[:RESULTS]],
    }


def staff_view(state: AutomaticTable) -> dict[str, Any]:
    """Return what the house stands to lose, what the sensor found, and every terminal."""
    return {
        "exposure_minor": state.exposure_minor,
        "sensed": None if state.sensed is None else state.sensed.pocket,
        "terminals": {
            name: {
                "credits_minor": state.credits(name),
                "bet_minor": sum(terminal.bets.values()),
                "cash_out": None if terminal.cash_out is None else terminal.cash_out.value,
                "cash_out_minor": terminal.cash_out_minor,
                "is_verified": terminal.is_verified,
            }
            for name, terminal in state.terminals.items()
        },
    }


def own_view(state: AutomaticTable, terminal: str) -> dict[str, Any] | None:
    """Return what a terminal sees of itself; None where it is not of this table."""
    own = state.terminals.get(terminal)
    if own is None:
        return None
    return {
        "credits_minor": state.credits(terminal),
        "bets": dict(own.bets),
        "last_game": dict(own.last_game),
        "is_verified": own.is_verified,
        "cash_out": None if own.cash_out is None else own.cash_out.value,
        "cash_out_minor": own.cash_out_minor,
    }


def layout(state: AutomaticTable) -> dict[str, Any]:
    """Return the wheel, its bets and the chips on a terminal's screen."""
    return layout_of(state.rules, state.config.chips_minor)


def posted(config: AutomaticConfig, _: AutomaticTable) -> dict[str, Any]:
    """Return the sign of the roulette that is played."""
    return posted_of(sign(config.table))
