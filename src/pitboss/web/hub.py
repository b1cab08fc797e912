"""The hub: who watches what. News are written out once for each audience, however many watch.

The writer's thread tells the hub what has become durable; only what somebody watches is written out there
(`bulletins.py`), and the sockets are filled in the loop's own thread. How a stream stands is kept beside it
(`read_models.py`): whoever subscribes to what others watch asks nothing of the writer.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final

import msgspec

from pitboss.floor.writer.audience import Seen
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.web.bulletins import Bulletin, Bulletins, encoded, events_for
from pitboss.web.outbox import Outbox
from pitboss.web.protocol import NewsOf, StateNow, raw
from pitboss.web.read_models import PUBLIC, RECENT_MAX, Looked, ReadModels, Recent, Shown

SAID_AT_ONCE: Final = 16
"""To how many sockets the same is said before the loop looks what came in."""
Ask = Callable[[Callable[[LiveStream], Looked]], "Future[Looked]"]
"""Put a question to a stream in the writer's queue."""
Missed = Callable[[LiveStream, int], list[tuple[int, Seen]]]
"""Read what was recorded after a version, in the writer's thread."""


@dataclass(eq=False)
class Watcher:
    """One socket: what it may see, and what waits for it."""

    outbox: Outbox
    terminal: str | None = None
    address: str = ""
    staffed: tuple[str, str] | None = None
    """The machine at which a person is signed in, and that person."""
    beside: str | None = None
    """The machine in whose browser it is, whether it is its own line or that of somebody who looks."""
    streams: dict[str, list[str]] = field(default_factory=dict)
    """What it watches, and as which audiences (`audiences_of`)."""
    heard: float = 0.0
    """When it last said or answered anything, by the loop's clock."""
    awaiting: set[str] = field(default_factory=set)
    """Streams whose state, or what was missed, is still to come: news before that are part of it."""


class Hub:
    """Knows every watcher."""

    def __init__(self, loop: asyncio.AbstractEventLoop, latest: dict[str, int] | None = None) -> None:
        """Take the loop, and how far each stream has come, which is known before anybody is answered."""
        self._loop = loop
        self.watchers: set[Watcher] = set()
        self._by_stream: dict[str, set[Watcher]] = defaultdict(set)
        self.models = ReadModels(latest)
        self.bulletins = Bulletins(self.models)
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

    def subscribe(self, watcher: Watcher, stream: str, audiences: Sequence[str] = (PUBLIC,)) -> None:
        """Send a socket news of a stream, from the answer to its question on."""
        watcher.awaiting.add(stream)
        if stream not in watcher.streams:
            watcher.streams[stream] = list(audiences)
            self._by_stream[stream].add(watcher)
            for audience in audiences:
                self.models.count(stream, audience, 1)

    def unsubscribe(self, watcher: Watcher, stream: str) -> None:
        """Send a socket no more news of a stream."""
        watcher.awaiting.discard(stream)
        if stream in watcher.streams:
            self._by_stream[stream].discard(watcher)
            for audience in watcher.streams.pop(stream):
                self.models.count(stream, audience, -1)

    async def catch_up(self, watcher: Watcher, stream: str, after: int | None, ask: Ask, missed: Missed) -> None:
        """Send a socket that subscribes what it missed, or the state, and then the news.

        A question is put to the writer only where nobody watched the stream as this audience.
        """
        needed = self.models.missing(stream, watcher.streams[stream])
        if needed:

            def put(audiences: Sequence[str]) -> Future[Looked]:
                return ask(lambda live: self._look(live, audiences, after, missed))

            await self.models.ask(stream, needed, put)
        if stream in watcher.streams:
            # In one go: everything that was delivered is in it, and everything that is delivered later comes later.
            watcher.awaiting.discard(stream)
            watcher.outbox.put(self._missed(watcher, stream, after) or self._state(watcher, stream))

    async def peek(self, audiences: Sequence[str], stream: str, ask: Ask) -> list[Shown]:
        """Return a stream to somebody who does not watch it, with everything that is recorded by now."""
        if all(self.models.is_current(stream, one) for one in audiences):
            return [self.models.shown(stream, one) for one in audiences]

        def put(fresh: Sequence[str]) -> Future[Looked]:
            return ask(lambda live: self._look(live, fresh, is_peek=True))

        found = await self.models.ask(stream, audiences, put, is_peek=True)
        return [found[one] for one in audiences]

    def _state(self, watcher: Watcher, stream: str) -> str:
        found = state_of(stream, [self.models.shown(stream, one) for one in watcher.streams[stream]])
        return msgspec.json.encode(found).decode()

    def _missed(self, watcher: Watcher, stream: str, after: int | None) -> str | None:
        """Return what came after a version, with the stream as it stands; None where that is too much, or to come."""
        seen = None if after is None else self.models.since(stream, after)
        if after is None or seen is None:
            return None
        audiences = watcher.streams[stream]
        first, *own = [self.models.shown(stream, one) for one in audiences]
        news = NewsOf(
            stream=stream,
            after=after,
            version=max(after, first.version, *(one.version for one in own)),
            events=events_for(seen, audiences[0], watcher.terminal),
            own=own[0].view if own else msgspec.UNSET,
            state=raw(first.text),
        )
        return encoded(news)

    async def say(self, message: str) -> None:
        """Send a message to everybody for whom nothing waits: a beat that comes late is of no use.

        A few at a time: however many are connected, whoever bets meanwhile is heard in between.
        """
        for number, watcher in enumerate(list(self.watchers), start=1):
            if watcher.outbox.is_empty:
                watcher.outbox.put(message)
            if number % SAID_AT_ONCE == 0:
                await asyncio.sleep(0)

    def is_watched(self, stream: str) -> bool:
        """Tell whether anybody watches a stream."""
        return bool(self._by_stream.get(stream))

    def watching(self, stream: str) -> set[Watcher]:
        """Return who watches a stream."""
        return self._by_stream.get(stream, set())

    def _deliver(self, bulletins: Sequence[Bulletin]) -> None:
        for bulletin in bulletins:
            self.models.delivered(bulletin.stream, bulletin.after, bulletin.version, bulletin.seen)
            self.models.install(bulletin.stream, bulletin.shown)
            for watcher in self._by_stream.get(bulletin.stream, ()):
                if bulletin.stream in watcher.awaiting:
                    continue
                # A terminal's own news have the public ones in them.
                found = (bulletin.messages.get(one) for one in reversed(watcher.streams[bulletin.stream]))
                message = next((one for one in found if one is not None), None)
                if message is not None:
                    watcher.outbox.put(message)
                    self.delivered += 1

    # In the writer's thread

    def hear(self, news: Sequence[News]) -> None:
        """Write out what became durable for whoever watches, and let the loop deliver it."""
        bulletins = list(self._heard(news))
        if bulletins:
            self._loop.call_soon_threadsafe(self._deliver, bulletins)

    def _heard(self, news: Sequence[News]) -> Iterator[Bulletin]:
        by_stream: dict[str, list[News]] = {}
        for one in news:
            by_stream.setdefault(one.live.name, []).append(one)
        for parts in by_stream.values():
            bulletin = self.bulletins.heard(parts[-1].live, parts)
            if bulletin is not None:
                yield bulletin

    def flush(self, live: LiveStream) -> None:
        """Tell the public how a stream stands where it was not told yet."""
        if live.name in self.bulletins.dirty:
            self._loop.call_soon_threadsafe(self._deliver, [self.bulletins.flushed(live)])

    def _look(
        self,
        live: LiveStream,
        audiences: Sequence[str],
        after: int | None = None,
        missed: Missed | None = None,
        *,
        is_peek: bool = False,
    ) -> Looked:
        """Look at a stream for some audiences; made and handed over in the writer's order, so nothing comes between."""
        recent = None
        if after is not None and missed is not None and 0 <= live.version - after <= RECENT_MAX:
            recent = Recent(after, after)
            recent.add(after, live.version, missed(live, after))
        others = self.models.audiences(live.name)
        looked = Looked(live.name, self.bulletins.looked(live, audiences, is_peek=is_peek), recent)
        kept = {one: shown for one, shown in looked.shown.items() if not is_peek or one not in others}
        self._loop.call_soon_threadsafe(self.models.found, Looked(live.name, kept, recent))
        return looked


def state_of(stream: str, shown: Sequence[Shown]) -> StateNow:
    """Return the message of a stream as it stands; a terminal's own affairs are part of it."""
    first, *own = shown
    text = first.text
    if own:
        text = text[:-1] + b',"own":' + own[0].text + b"}"
    version = max(one.version for one in shown)
    return StateNow(stream=stream, version=version, state=raw(text))
