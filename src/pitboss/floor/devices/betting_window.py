"""What a journal tells of a betting window that was open when whoever kept the table stopped."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from pitboss.errors import InvariantBroken
from pitboss.floor.devices.clock import Recalled
from pitboss.games.roulette.automatic.events import ClockExtended, ClockStepped, GameStarted

if TYPE_CHECKING:
    from pitboss.decider import Event
    from pitboss.floor.writer.live_stream import LiveStream
    from pitboss.games.roulette.automatic.state import AutomaticTable
    from pitboss.journal import Journal

__all__ = ["recorded_at", "window_of"]

_BACK: Final = 256
"""How many records are read first, from the end: a window's own are the last ones."""


def recorded_at(journal: Journal, live: LiveStream) -> datetime:
    """Return when the command of an automatic table's last record was received."""
    last = next(journal.read(live.name, after=live.version - 1))
    return datetime.fromisoformat(last.at)


def window_of(journal: Journal, live: LiveStream) -> Recalled | None:
    """Return the betting window that is open at the last record of an automatic table; None where none is.

    Steps of the wall clock that were recorded meanwhile are taken out of the time that passed: they moved no window.
    """
    state: AutomaticTable = live.state
    if state.round is None or not state.round.is_open or state.held is not None or state.void is not None:
        return None
    since = _since_opening(journal, live)
    stepped = sum(event.by_milliseconds for _, event in since if isinstance(event, ClockStepped))
    passed = since[-1][0] - since[0][0] - timedelta(milliseconds=stepped)
    return Recalled(state.seconds, max(passed, timedelta()), is_prompted=state.is_prompted)


def _since_opening(journal: Journal, live: LiveStream) -> list[tuple[datetime, Event]]:
    """Return what was recorded from the opening of the window on, and when; read from the end, further and further."""
    back, after = _BACK, live.version
    while after > 1:
        # The first record opened the stream and is no event of the table.
        after = max(1, live.version - back)
        found = [
            (datetime.fromisoformat(record.at), live.decoded(record.body))
            for record in journal.read(live.name, after=after)
        ]
        openings = [place for place, (_, event) in enumerate(found) if isinstance(event, GameStarted | ClockExtended)]
        if openings:
            return found[openings[-1] :]
        back *= 4
    raise InvariantBroken(f"bets are open in {live.name}, and nothing is recorded that opened them")
