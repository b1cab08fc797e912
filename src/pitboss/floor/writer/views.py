"""A stream as it stands, as data for a screen: what everybody sees, what a terminal sees of itself, what staff see.

Which that is each stream says itself. Made in the writer's thread from the state, and shares nothing with it.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pitboss.decider import Role
from pitboss.floor.writer.live_stream import LiveStream


def view(live: LiveStream, role: Role | None = None, public: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a stream's state as the public sees it, or somebody whose work it is; `public` is what is known of it."""
    config, rules = live.config, live.rules
    shown: dict[str, Any] = public or {
        "kind": rules.first_line,
        "game": rules.name,
        "name": config.name,
        "rulebook": config.rulebook,
        "currency": config.currency,
        **rules.view(live.state),
    }
    if role is not None and role in rules.staff:
        return {**shown, **rules.staff_view(live.state, role)}
    return shown


def own_view(live: LiveStream, terminal: str) -> dict[str, Any] | None:
    """Return what a terminal sees of itself; None where it has nothing of its own."""
    return None if live.rules.own_view is None else live.rules.own_view(live.state, terminal)


def board_view(live: LiveStream, track: str | None, race: int | None, now: datetime) -> dict[str, Any] | None:
    """Return the board of a race, or of the next to go; None where there is none."""
    return None if live.rules.board is None else live.rules.board(live.state, track, race, now)
