"""The hub: who watches what. News are written out once for each audience, however many watch.

The writer's thread tells the hub what has become durable; only what somebody watches is written out there, and the
sockets are filled in the loop's own thread.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict, deque
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from pitboss.decider import Event
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.audience import Seen, told
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.floor.writer.views import own_view
from pitboss.web.outbox import Outbox
from pitboss.web.protocol import NewsOf

_SAID_MAX: Final = 30
"""Sentences about a stream that are kept for whoever comes to look."""
_ENCODER: Final = msgspec.json.Encoder()


@dataclass(eq=False)
class Watcher:
    """One socket: what it may see, and what waits for it."""

    outbox: Outbox
    is_staff: bool = False
    terminal: str | None = None
    address: str = ""
    streams: set[str] = field(default_factory=set)
    awaiting: set[str] = field(default_factory=set)
    """Streams whose state, or what was missed, is still to come: news before that are part of it."""


@dataclass(frozen=True)
class _Bulletin:
    """What became of one stream in one transaction, written out for each audience."""

    stream: str
    public: str | None
    """Nothing where the public sees nothing of it."""
    staff: str | None
    """Nothing where none of them watches."""
    own: dict[str, str]


class Hub:
    """Knows every watcher."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.watchers: set[Watcher] = set()
        self._by_stream: dict[str, set[Watcher]] = defaultdict(set)
        self.said: dict[str, deque[tuple[int, str]]] = defaultdict(lambda: deque(maxlen=_SAID_MAX))
        """The last public sentences about each stream, with their versions."""
        self._staff: Counter[str] = Counter()
        self._terminals: dict[str, Counter[str]] = defaultdict(Counter)
        """How many of those who work here watch a stream, and how often each terminal does."""
        self._shown: dict[str, int] = {}
        """The version up to which the public was last told of each stream."""
        self.delivered = 0

    # In the loop

    def add(self, watcher: Watcher) -> None:
        """Take a socket on."""
        self.watchers.add(watcher)

    def remove(self, watcher: Watcher) -> None:
        """Forget a socket."""
        self.watchers.discard(watcher)
        for stream in list(watcher.streams):
            self.unsubscribe(watcher, stream)

    def subscribe(self, watcher: Watcher, stream: str) -> None:
        """Send a socket news of a stream, from the answer to its question on."""
        watcher.awaiting.add(stream)
        if stream not in watcher.streams:
            watcher.streams.add(stream)
            self._by_stream[stream].add(watcher)
            self._count(watcher, stream, 1)

    def unsubscribe(self, watcher: Watcher, stream: str) -> None:
        """Send a socket no more news of a stream."""
        watcher.awaiting.discard(stream)
        if stream in watcher.streams:
            watcher.streams.discard(stream)
            self._by_stream[stream].discard(watcher)
            self._count(watcher, stream, -1)

    def _count(self, watcher: Watcher, stream: str, change: int) -> None:
        if watcher.is_staff:
            self._staff[stream] += change
        elif watcher.terminal is not None:
            counted = self._terminals[stream]
            counted[watcher.terminal] += change
            if not counted[watcher.terminal]:
                del counted[watcher.terminal]

    def say(self, message: str) -> None:
        """Send a message to everybody for whom nothing waits: a beat that comes late is of no use."""
        for watcher in self.watchers:
            if watcher.outbox.is_empty:
                watcher.outbox.put(message)

    def is_watched(self, stream: str) -> bool:
        """Tell whether anybody watches a stream."""
        return bool(self._by_stream.get(stream))

    def tell(self, stream: str, message: str) -> None:
        """Send a message to everybody who watches a stream and for whom nothing waits."""
        for watcher in self._by_stream.get(stream, ()):
            if watcher.outbox.is_empty:
                watcher.outbox.put(message)

    def _deliver(self, bulletins: list[_Bulletin]) -> None:
        for bulletin in bulletins:
            for watcher in self._by_stream.get(bulletin.stream, ()):
                if bulletin.stream in watcher.awaiting:
                    continue
                message: str | None
                if watcher.is_staff:
                    message = bulletin.staff
                elif watcher.terminal is not None:
                    message = bulletin.own.get(watcher.terminal, bulletin.public)
                else:
                    message = bulletin.public
                if message is not None:
                    watcher.outbox.put(message)
                    self.delivered += 1

    def _answered(self, watcher: Watcher, stream: str, message: str) -> None:
        watcher.awaiting.discard(stream)
        watcher.outbox.put(message)

    # In the writer's thread

    def answer(self, watcher: Watcher, stream: str, message: str) -> None:
        """Send a socket the stream as it stands; made and sent in the writer's order, so that no news come between."""
        self._loop.call_soon_threadsafe(self._answered, watcher, stream, message)

    def hear(self, news: Sequence[News]) -> None:
        """Write out what became durable for whoever watches, and let the loop deliver it."""
        by_stream: dict[str, list[News]] = {}
        for one in news:
            by_stream.setdefault(one.live.name, []).append(one)
        bulletins = []
        for stream, parts in by_stream.items():
            events = [event for part in parts for event in part.recorded.events]
            self._note(parts[-1].live, parts)
            if self._by_stream.get(stream):
                after, version = parts[0].recorded.first - 1, parts[-1].recorded.last
                bulletin = written(
                    parts[-1].live,
                    events,
                    after,
                    version,
                    shown=self._shown.get(stream, 0),
                    has_staff=self._staff[stream] > 0,
                    watching=self._terminals[stream],
                )
                bulletins.append(bulletin)
                if bulletin.public is not None:
                    self._shown[stream] = version
        if bulletins:
            self._loop.call_soon_threadsafe(self._deliver, bulletins)

    def _note(self, live: LiveStream, parts: Sequence[News]) -> None:
        """Keep the public sentences."""
        if live.name == HOUSE_STREAM:
            return
        for part in parts:
            for version, event in enumerate(part.recorded.events, start=part.recorded.first):
                if event.audience == "public":
                    sentence = live.rules.in_words(live.state, told(event, live.state))
                    # Of a settlement with rows of its players the public is told the result, which is the first line.
                    first = sentence.partition("\n")[0].rstrip(":") if event.column else sentence
                    self.said[live.name].append((version, first))


def written(
    live: LiveStream,
    events: Sequence[Event],
    after: int,
    version: int,
    *,
    shown: int,
    has_staff: bool,
    watching: Collection[str],
) -> _Bulletin:
    """Write events out for every audience that watches; the public was last told of `shown`.

    A client has missed something when news begin after the version it has; so those of the public begin where the
    public was last told something, and a bet at one terminal is no message to all others.
    """
    public: list[dict[str, Any]] = []
    staff: list[dict[str, Any]] = []
    own: dict[str, list[dict[str, Any]]] = {}
    for event in events:
        seen = Seen(event, live.state)
        if not seen.is_known:
            continue
        staff.append(seen.staff)
        shared = seen.public
        mine = seen.terminals()
        for terminal in mine:
            if terminal in watching and terminal not in own:
                own[terminal] = list(public)
        if shared is None:
            for terminal in own.keys() & mine.keys():
                own[terminal].append(mine[terminal])
        else:
            for terminal, found in own.items():
                found.append(mine.get(terminal, shared))
            public.append(shared)
    return _Bulletin(
        live.name,
        _news(live.name, shown, version, public) if public else None,
        _news(live.name, after, version, staff) if has_staff else None,
        {name: _news(live.name, shown, version, found, own_view(live, name)) for name, found in own.items()},
    )


def _news(
    stream: str, after: int, version: int, events: list[dict[str, Any]], own: dict[str, Any] | None = None
) -> str:
    message = NewsOf(stream=stream, after=after, version=version, events=events, own=own)
    return _ENCODER.encode(message).decode()
