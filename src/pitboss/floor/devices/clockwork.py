"""The clockwork: one thread that ticks for all tables and races, whatever else the server does.

Betting windows run on the monotonic clock and are closed here; a race that nobody closed at its post time is closed by
this second line. What could not be recorded is tried again at the next tick, under the same key.
"""

from __future__ import annotations

import logging
import queue
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from pitboss.decider import Command, Event, Person, Role
from pitboss.errors import InvariantBroken, PitbossError
from pitboss.floor.devices.clock import GameClock, Recalled
from pitboss.floor.devices.monotonic import SteadyClock
from pitboss.floor.devices.polling import Periodic
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.floor.writer.writer import Floor
from pitboss.games.everyday.events import TableResumed, TableSuspended
from pitboss.games.roulette.automatic.events import ClockExtended, ClockStepped, GameStarted
from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.journal import Journal
from pitboss.tote.day.acts import StopBetting
from pitboss.tote.day.state import Day, Phase

TICK_SECONDS: Final = 0.05
_BACK: Final = 256
"""How many records are read first, from the end: those of an open window are the last ones."""
_CLOCK: Final = Person("clock", Role.DEVICE)
_LOG = logging.getLogger(__name__)


@dataclass
class _Day:
    """A tote day that is watched: when each open race is closed at the latest."""

    after: timedelta
    due: dict[tuple[str, int], datetime] = field(default_factory=dict)
    is_stale: bool = True


class Clockwork(Periodic):
    """Ticks for every automatic table and every tote day of a floor."""

    def __init__(self, floor: Floor, session: str, **clocks: Any) -> None:
        super().__init__("clock", TICK_SECONDS, self.tick, **clocks)
        self._floor, self._session = floor, session
        self._steady = SteadyClock(self._wall, self._monotonic_ns)
        """By which races are closed; the wall clock itself is only watched."""
        self._clocks: dict[str, GameClock] = {}
        self._days: dict[str, _Day] = {}
        self._heard: queue.SimpleQueue[tuple[str, Event, int]] = queue.SimpleQueue()
        self.left_ms: dict[str, int] = {}
        """What is left of the betting window of each table that has one open."""

    def add(self, stream: str, *, stop_after: timedelta = timedelta()) -> None:
        """Tick for a stream: an automatic table, whose window may be open already, or a tote day."""

        def asked(live: LiveStream) -> Any:
            if isinstance(live.state, AutomaticTable):
                return recorded_at(self._floor.journal, live), window_of(self._floor.journal, live)
            return None

        found = self._floor.view(stream, asked)
        if found is None:
            self._days[stream] = _Day(stop_after)
            return
        clock = GameClock(stream=stream, send=self._floor.send, session=self._session)
        clock.resume(found[1], found[0], self._monotonic_ns(), self._wall())
        self._clocks[stream] = clock

    def hear(self, news: Sequence[News]) -> None:
        """Take events over from the writer's thread, with the instant at which they became durable."""
        now = self._monotonic_ns()
        for one in news:
            if one.live.name in self._days:
                self._days[one.live.name].is_stale = True
            if one.live.name in self._clocks:
                for event in one.recorded.events:
                    self._heard.put((one.live.name, event, now))

    def tick(self) -> None:
        """Do what is due at every stream; an error at one does not stop the others."""
        while not self._heard.empty():
            stream, event, at = self._heard.get()
            self._clocks[stream].hear(event, at)
        for stream, clock in self._clocks.items():
            self._tried(lambda clock=clock: clock.tick(self._monotonic_ns(), self._wall()), stream)  # type: ignore[misc]
            left = clock.remaining_ns(self._monotonic_ns())
            if left is None:
                self.left_ms.pop(stream, None)
            else:
                self.left_ms[stream] = left // 10**6
        for stream, day in list(self._days.items()):
            self._tried(lambda stream=stream, day=day: self._second_line(stream, day), stream)  # type: ignore[misc]

    def _tried(self, action: Callable[[], object], stream: str) -> None:
        try:
            action()
        except PitbossError as error:
            _LOG.warning("the clock of %s waits: %s", stream, error)

    def _second_line(self, stream: str, day: _Day) -> None:
        """Close races whose post time has passed and that are still open."""
        if day.is_stale:
            day.is_stale = False
            day.due = self._floor.view(stream, lambda live: _posts(live.state))
        now = self._steady()
        for (track, race), post_time in list(day.due.items()):
            if now >= post_time + day.after:
                # The post time is part of the key: a race that was moved is closed at its new time.
                key = f"clock/{track}/{race}/{post_time.isoformat()}"
                command = Command(key=key, by=_CLOCK, act=StopBetting(track=track, race=race), received_at=now)
                self._floor.send(stream, command)
                day.due.pop((track, race), None)


def _posts(state: Day) -> dict[tuple[str, int], datetime]:
    return {key: race.post_time for key, race in state.races.items() if race.phase is Phase.OPEN}


# What a journal tells of a betting window that was open when the house stopped


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
    passed = since[-1][0] - since[0][0] - _moved_no_window(since)
    is_suspended = state.everyday.is_suspended
    return Recalled(state.seconds, max(passed, timedelta()), is_prompted=state.is_prompted, is_suspended=is_suspended)


def _moved_no_window(since: Sequence[tuple[datetime, Event]]) -> timedelta:
    """Return the time between records that was none of the window's: the table stood still, or the clock was set."""
    total, begun = timedelta(), None
    for at, event in since:
        if isinstance(event, TableSuspended):
            begun = at
        elif isinstance(event, TableResumed) and begun is not None:
            total, begun = total + (at - begun), None
        elif isinstance(event, ClockStepped) and begun is None:
            total += timedelta(milliseconds=event.by_milliseconds)
    return total if begun is None else total + (since[-1][0] - begun)


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
