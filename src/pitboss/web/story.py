"""What was said at a table, for staff and for everybody; who deals there since when; which terminals answer."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.decider import Event
from pitboss.floor.people.acts import TerminalKind
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.games.everyday.events import SlipPrinted
from pitboss.games.everyday.papers import paper_of
from pitboss.journal import Record
from pitboss.web.protocol import LinesOf
from pitboss.web.read_models import is_staff
from pitboss.web.sentences import sentence_of

if TYPE_CHECKING:
    from pitboss.web.server import Server

LINES_MAX: Final = 30
"""Sentences of a stream that are kept for staff."""
PUBLIC_LINES: Final = 60
"""Sentences of a stream that anybody is told."""
PUBLIC_RECORDS: Final = 400
"""How far back they are looked for; most records of a busy table are wagers, which are told like anything else."""


class StoryLine(msgspec.Struct, frozen=True):
    """Something that happened, in words."""

    version: int
    at: str
    text: str


class PublicStory:
    """The last things that everybody at a table saw, read from the journal once; in the writer's thread.

    Strangers ask for it as often as they like, and bets wait meanwhile: only what is new since then is read.
    """

    def __init__(self, server: Server) -> None:
        self._server = server
        self._read: dict[str, tuple[int, deque[StoryLine]]] = {}
        """The version up to which each stream was read, and its lines."""

    def of(self, live: LiveStream) -> list[StoryLine]:
        """Return the public sentences of a stream, the newest first."""
        upto, lines = self._read.get(live.name) or (1, deque(maxlen=PUBLIC_LINES))
        after = max(upto, live.version - PUBLIC_RECORDS)
        if after < live.version:
            records = self._server.house.floor.journal.read(live.name, after=after)
            lines.extend([line for record in records if (line := self._line(live, record)) is not None])
            self._read[live.name] = live.version, lines
        return list(reversed(lines))

    def _line(self, live: LiveStream, record: Record) -> StoryLine | None:
        event = live.decoded(record.body)
        if event.audience != "public":
            return None
        # Of a settlement with rows of its players the public is told the result, which is the first line.
        sentence = sentence_of(self._server.house.desk, live, event, is_brief=bool(event.column))
        return StoryLine(record.version, record.at, sentence)


@dataclass(frozen=True)
class _Duty:
    """Who deals at a table, and since when as far as it is known: from the server's start on."""

    dealer: str | None
    since: datetime | None


class Story:
    """Keeps what was said at each table since the server was started; a restart begins anew, the journal has all."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._said: dict[str, deque[tuple[str, dict[str, str]]]] = defaultdict(lambda: deque(maxlen=LINES_MAX))
        """Each with its number, by which a page knows it again."""
        self._count = 0
        self._duty: dict[str, _Duty] = {}

    def hear(self, news: Sequence[News]) -> None:
        """Note what became durable, in the writer's thread."""
        now = self._server.house.door.wall()
        for one in news:
            live = one.live
            if live.name == HOUSE_STREAM:
                continue
            for version, event in enumerate(one.recorded.events, start=one.recorded.first):
                if event.audience != "nobody" and not event.is_frequent:
                    self._count += 1
                    text = sentence_of(self._server.house.desk, live, event, is_brief=True)
                    line = {"at": now.isoformat(), "text": text, **_paper(live, event, version)}
                    self._said[live.name].append((str(self._count), line))
            dealer = getattr(live.state, "dealer", None)
            known = self._duty.get(live.name)
            is_named = any(hasattr(event, "dealer") for event in one.recorded.events)
            # News come together where much is recorded: the table may have its dealer before the line that says so.
            if known is None or known.dealer != dealer or (is_named and known.since is None):
                self._duty[live.name] = _Duty(dealer, now if is_named or known is not None else None)

    def of(self, live: LiveStream) -> dict[str, Any]:
        """Return what staff see of a stream beside its state, in the writer's thread."""
        desk, duty = self._server.house.desk, self._duty.get(live.name)
        dealer = getattr(live.state, "dealer", None)
        since = duty.since if duty is not None and duty.dealer == dealer else None
        return {
            "dealer_name": None if dealer is None else self._server.name_of(dealer),
            "dealer_since": None if since is None else since.isoformat(),
            "story": dict(self._said[live.name]) if live.name in self._said else {},
            "terminal_places": {
                name: one.position
                for name, one in desk.positions.items()
                if one.stream == live.name and one.kind is TerminalKind.PLAYER
            },
        }


def _paper(live: LiveStream, event: Event, version: int) -> dict[str, str]:
    """Return the paper on which a record stands, and the print that it is, if it is one."""
    everyday = getattr(live.state, "everyday", None)
    paper = "" if everyday is None else paper_of(everyday, event, version)
    if not paper:
        return {}
    return {"paper": paper, "print": str(version)} if isinstance(event, SlipPrinted) else {"paper": paper}


def tell_lines(server: Server, now: float) -> None:
    """Tell staff at each table which of its terminals are on line, and how long ago each answered."""
    by_stream: dict[str, dict[str, int | None]] = defaultdict(dict)
    for name, position in server.house.desk.positions.items():
        if position.kind is TerminalKind.PLAYER:
            watcher = server.sockets.get(name)
            by_stream[position.stream][name] = None if watcher is None else int((now - watcher.heard) * 1_000)
    for stream, lines in by_stream.items():
        message = msgspec.json.encode(LinesOf(stream=stream, lines=lines)).decode()
        for watcher in server.hub.watching(stream):
            if any(is_staff(audience) for audience in watcher.streams[stream]):
                watcher.outbox.put(message)
