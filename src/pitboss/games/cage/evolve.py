"""What each event changes at the cage."""

from __future__ import annotations

from pitboss.decider import Event
from pitboss.games.cage import events as e
from pitboss.games.cage.state import Cage
from pitboss.games.everyday.markers import TOKES
from pitboss.games.everyday.slips import CAGE
from pitboss.games.everyday.state import Marker


def evolve(state: Cage, event: Event) -> Cage:
    """Apply what happened; never refuses."""
    for move in getattr(event, "moves", ()):
        for account, amount in ((move.source, -move.amount_minor), (move.target, move.amount_minor)):
            state.balances[account] = state.balances.get(account, 0) + amount
            state.held_minor += amount * (account == CAGE)
            state.tokes_minor += amount * (account == TOKES)
    if isinstance(event, e.MarkerRedeemed):
        _close(state, event.table, event.marker)
    elif isinstance(event, e.TableNoted):
        _noted(state, event)
    return state


def _noted(state: Cage, event: e.TableNoted) -> None:
    state.known[event.table] = event.version
    state.held_minor += event.cage_minor
    state.tokes_minor += event.tokes_minor
    if event.issued is not None:
        open_here = state.markers.setdefault(event.table, {})
        open_here[event.issued.marker] = Marker(event.issued.player, event.issued.amount_minor)
    if event.redeemed is not None:
        _close(state, event.table, event.redeemed)


def _close(state: Cage, table: str, marker: int) -> None:
    """Forget a marker; a table that has none open is not kept, so that the state does not grow."""
    open_here = state.markers.get(table, {})
    open_here.pop(marker, None)
    if not open_here:
        state.markers.pop(table, None)
