"""The writer's queue, by urgency: bets and dealing first, who only looks last, and nobody waits for ever.

Commands of one stream stay in the order in which they came, and so do those of one sender: a bet that comes after
something less urgent of its own stream or sender waits behind that. So no bet overtakes a close, and none is overtaken.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from typing import Final

from pitboss.floor.writer.answers import Busy, NotRecorded
from pitboss.floor.writer.queue import Entry, Submission, Urgency

PLAY_MAX: Final = 20_000
"""Commands that may wait before a further bet is refused: more than a full house can send within a second."""
OTHER_MAX: Final = 2_000
"""Commands that may wait before what is less urgent than a bet, or a question, is refused."""
LOOKS_MAX: Final = 500
"""Questions that may wait before the next is refused."""
ROUNDS_MAX: Final = 4
"""Rounds of writing after which it is the turn of what is less urgent, however much else waits."""
LOOKS_A_REPORT: Final = 8
"""Looks after which it is the turn of a report."""


class Lanes:
    """Entries in the order in which they are to be written; filled by anybody, emptied by the writer."""

    def __init__(self) -> None:
        self._alone = threading.Lock()
        self._ready = threading.Condition(self._alone)
        self._is_idle = False
        """Whether the writer waits for something to do."""
        self._lanes: tuple[deque[Entry], ...] = tuple(deque() for _ in Urgency)
        self._behind: Counter[str] = Counter()
        """Streams and senders of what waits among the less urgent commands."""
        self._rounds = self._looks = 0
        """Rounds of writing, and looks, since it was the turn of what is less urgent."""
        self._is_closed = False
        self._halted: str | None = None
        """Why nothing is taken now."""

    def __len__(self) -> int:
        """Return how many wait."""
        return sum(map(len, self._lanes))

    @property
    def has_play(self) -> bool:
        """Tell whether a bet, or whatever is as urgent, waits."""
        return bool(self._lanes[Urgency.PLAY])

    def put(self, entry: Entry) -> None:
        """Let something wait for its turn.

        Raises:
            Busy: where too much waits already; nothing was done.
            NotRecorded: where nothing is written any more.
        """
        lane = entry.urgency
        with self._alone:
            if self._is_closed:
                raise NotRecorded("the floor is closed")
            if self._halted is not None:
                raise NotRecorded(f"nothing was done: {self._halted}")
            if lane is not Urgency.PLAY or len(self._lanes[0]) + len(self._lanes[1]) >= PLAY_MAX:
                self._refuse_too_many(lane)
            if lane is Urgency.PLAY and self._behind and any(name in self._behind for name in _names(entry)):
                lane = Urgency.OTHER
            if lane is Urgency.OTHER:
                self._behind.update(_names(entry))
            self._lanes[lane].append(entry)
            if self._is_idle:
                self._is_idle = False
                self._ready.notify()

    def _refuse_too_many(self, urgency: Urgency) -> None:
        play, other, looks, reports = self._lanes
        most = PLAY_MAX if urgency is Urgency.PLAY else OTHER_MAX
        is_look = urgency is Urgency.LOOK or urgency is Urgency.REPORT
        if len(play) + len(other) >= most or (is_look and len(looks) + len(reports) >= LOOKS_MAX):
            raise Busy("the house is busy: try again in a moment", values={"waiting": len(self)})

    def halt(self, why: str) -> list[Entry]:
        """Take nothing more for now; return what waited, none of which was begun."""
        with self._ready:
            self._halted = why
            waiting = [entry for lane in self._lanes for entry in lane]
            for lane in self._lanes:
                lane.clear()
            self._behind.clear()
            return waiting

    def resume(self) -> None:
        """Take what comes again."""
        with self._ready:
            self._halted = None

    def close(self) -> None:
        """Take nothing more; what waits is still handed out."""
        with self._ready:
            self._is_closed = True
            self._ready.notify()

    def take(self, most: int) -> list[Entry]:
        """Wait for what is next and return it: commands together, or a look by itself; nothing once all is done."""
        with self._ready:
            while not len(self) and not self._is_closed:
                self._is_idle = True
                self._ready.wait()
            return self._commands(most) or self._look()

    def _commands(self, most: int) -> list[Entry]:
        play, other, *aside = self._lanes
        self._rounds = self._rounds + 1 if other or any(aside) else 0
        if self._rounds > ROUNDS_MAX:
            self._rounds = 0
            play.extend(other)
            other.clear()
            self._behind.clear()
            if any(aside):
                return []
        taken = [play.popleft() for _ in range(min(most, len(play)))]
        if not play:
            late = [other.popleft() for _ in range(min(most - len(taken), len(other)))]
            if late:
                self._behind.subtract(name for entry in late for name in _names(entry))
                self._behind += Counter()
                taken += late
        return taken

    def _look(self) -> list[Entry]:
        *_, looks, reports = self._lanes
        self._rounds = 0
        is_report = bool(reports) and (not looks or self._looks >= LOOKS_A_REPORT)
        self._looks = 0 if is_report or not reports else self._looks + 1
        lane = reports if is_report else looks
        return [lane.popleft()] if lane else []


def _names(entry: Entry) -> tuple[str, ...]:
    """Return whose order an entry keeps: its stream's and, of a command, its sender's."""
    stream = f"stream/{entry.stream}"
    return (stream, f"sender/{entry.command.by.id}") if isinstance(entry, Submission) else (stream,)
