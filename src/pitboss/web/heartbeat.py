"""The heartbeat: a message to every connection each second, and what is due by then; a failure in it ends nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.people.acts import AlarmKind, Ended
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.program import digest_now, program_digest
from pitboss.floor.writer.queue import Urgency
from pitboss.web.protocol import Beat
from pitboss.web.story import tell_lines

if TYPE_CHECKING:
    from pitboss.web.server import Server

BEAT_SECONDS: Final = 1.0
PROGRAM_SECONDS: Final = 24 * 3_600
"""How often the program's files are looked at."""
SLOW_SECONDS: float = 2.0
"""How long an answer may take before the pit is told."""
_LOG = logging.getLogger(__name__)


class Heartbeat:
    """Beats for one server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._trouble: str | None = None
        self._program_ns = server.house.door.monotonic_ns() + PROGRAM_SECONDS * 10**9
        self._aside: dict[str, asyncio.Task[None]] = {}
        """What a beat began and the next ones do not begin again as long as it goes on."""

    async def run(self) -> None:
        """Beat until it is cancelled; what waits for the writer, which may be away, goes on beside it."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            for part in (self._lock_idle, self._tell_lines, self._watch_journal):
                with self._going_on():
                    part()
            self._begin("beat", self._say)
            self._begin("sessions", self._end_sessions)
            self._begin("locks", self._record_locks)
            self._begin("changes", self._flush)
            self._begin("tour", self._end_visits)
            self._begin("boards", self._server.boards.beat)
            self._begin("load", self._watch_load)
            self._begin("program", self._watch_program)

    def _begin(self, name: str, action: Callable[[], Awaitable[None]]) -> None:
        async def done() -> None:
            with self._going_on():
                await action()

        if name not in self._aside:
            self._aside[name] = task = asyncio.create_task(done())
            task.add_done_callback(lambda _: self._aside.pop(name))

    @contextmanager
    def _going_on(self) -> Iterator[None]:
        """Let the beat go on, whatever becomes of a part of it; what the journal did not take is tried again."""
        try:
            yield
        except PitbossError as error:
            _LOG.debug("a part of the heartbeat failed: %s", error.reason)
        except Exception:  # noqa: BLE001 - everybody lives by the next beat
            _LOG.exception("a part of the beat failed")
            self._server.counted["errors"] += 1

    def _lock_idle(self) -> None:
        door = self._server.house.door
        for session in door.idle():
            with self._going_on():
                door.lock(session)

    async def _say(self) -> None:
        house = self._server.house
        beat = Beat(now=house.door.wall().isoformat(), left=dict(house.clockwork.left_ms), days=house.days.current())
        await self._server.hub.say(msgspec.json.encode(beat).decode())

    def _tell_lines(self) -> None:
        tell_lines(self._server, asyncio.get_running_loop().time())

    def _watch_journal(self) -> None:
        """Alarm the pit when the journal is back after it could not record: before that nothing can be."""
        trouble = self._server.house.floor.stopped
        if trouble is not None and self._trouble is None:
            _LOG.error("nothing can be recorded: %s", trouble)
        if trouble is None and self._trouble is not None:
            text = f"nothing could be recorded for a while: {self._trouble}"[:500]
            self._server.alarm(AlarmKind.JOURNAL, "journal", text)
        self._trouble = trouble

    async def _watch_load(self) -> None:
        """Alarm the pit when whoever asks waits too long for an answer, unless it is told already."""
        loop = asyncio.get_running_loop()
        began = loop.time()

        def asked(live: LiveStream) -> bool:
            return any(kind == AlarmKind.LOAD for kind, _, _ in live.state.alarms.values())

        # As a bet waits: that is what is measured.
        question = self._server.house.floor.ask(HOUSE_STREAM, asked, Urgency.PLAY)
        is_told = await asyncio.wrap_future(question)
        waited = loop.time() - began
        if waited > SLOW_SECONDS and not is_told:
            text = f"a question waited {waited:.1f} seconds for the writer; {SLOW_SECONDS:g} are in order"
            await self._server.house.door.alarm(AlarmKind.LOAD, "writer", text)

    async def _watch_program(self) -> None:
        """Look once a day whether the program's files are still those that were loaded, and alarm the pit if not."""
        house = self._server.house
        now_ns = house.door.monotonic_ns()
        if now_ns < self._program_ns:
            return
        self._program_ns = now_ns + PROGRAM_SECONDS * 10**9
        found = await asyncio.to_thread(digest_now)
        if found != program_digest():
            text = f"the program's files were changed while it ran: their digest is {found} now"
            await house.door.alarm(AlarmKind.PROGRAM, "program", text)

    async def _end_sessions(self) -> None:
        """End the sessions whose hours are over; their lines are closed with them."""
        door = self._server.house.door
        for session in door.over():
            with self._going_on():
                await door.end(session, Ended.EXPIRED)

    async def _record_locks(self) -> None:
        door = self._server.house.door
        for session in door.unrecorded():
            with self._going_on():
                await door.record_lock(session)

    async def _flush(self) -> None:
        """Tell the public what its views show of things that are told to nobody else, such as the total of a pool."""
        for stream in list(self._server.hub.bulletins.dirty):
            with suppress(PitbossError):
                await asyncio.wrap_future(self._server.house.floor.ask(stream, self._server.hub.flush, Urgency.LOOK))

    async def _end_visits(self) -> None:
        """End the visits of newcomers who are gone; only a demonstration has any."""
        server = self._server
        if server.house.tour is not None:
            sessions = {name for name, watchers in server.sessions.items() if watchers}
            terminals = {one.beside for one in server.hub.watchers if one.beside is not None}
            await server.house.tour.sweep(sessions, terminals)
