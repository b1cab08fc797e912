"""The clockwork: one thread that ticks for all tables and races, whatever else the server does.

Betting windows run on the monotonic clock and are closed here; a race that nobody closed at its post time is closed by
this second line. What could not be recorded is tried again at the next tick, under the same key.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.errors import PitbossError
from pitboss.floor.devices.betting_window import recorded_at, window_of
from pitboss.floor.devices.clock import GameClock
from pitboss.floor.devices.monotonic import SteadyClock
from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.tote.day.acts import StopBetting
from pitboss.tote.day.state import Day, Phase

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.decider import Event
    from pitboss.floor.writer.live_stream import LiveStream
    from pitboss.floor.writer.requests import News
    from pitboss.floor.writer.writer import Floor

__all__ = ["Clockwork"]

TICK_SECONDS: Final = 0.05
_CLOCK: Final = Person("clock", Role.DEVICE)
_LOG = logging.getLogger(__name__)


@dataclass
class _Day:
    """A tote day that is watched: when each open race is closed at the latest."""

    after: timedelta
    due: dict[tuple[str, int], datetime] = field(default_factory=dict)
    is_stale: bool = True


class Clockwork:
    """Ticks for every automatic table and every tote day of a floor."""

    def __init__(
        self,
        floor: Floor,
        session: str,
        *,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._floor, self._session = floor, session
        self._wall, self._monotonic_ns = wall, monotonic_ns
        self._steady = SteadyClock(wall, monotonic_ns)
        """By which races are closed; the wall clock itself is only watched."""
        self._clocks: dict[str, GameClock] = {}
        self._days: dict[str, _Day] = {}
        self._heard: queue.SimpleQueue[tuple[str, Event, int]] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self.left_ms: dict[str, int] = {}
        """What is left of the betting window of each table that has one open."""
        floor.listeners.append(self._hear)

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

    def start(self) -> None:
        """Begin to tick."""
        self._thread = threading.Thread(target=self._run, name="pitboss-clock", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Tick no more."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _hear(self, news: Sequence[News]) -> None:
        """Take events over from the writer's thread, with the instant at which they became durable."""
        now = self._monotonic_ns()
        for one in news:
            if one.live.name in self._days:
                self._days[one.live.name].is_stale = True
            if one.live.name in self._clocks and isinstance(one.recorded.answer, Accepted):
                for event in one.recorded.answer.events:
                    self._heard.put((one.live.name, event, now))

    def _run(self) -> None:
        while not self._stopping.wait(TICK_SECONDS):
            self.tick()

    def tick(self) -> None:
        """Do what is due by now, at every stream; trouble at one is no trouble at the others."""
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

    def _tried(self, deed: Callable[[], object], stream: str) -> None:
        try:
            deed()
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
