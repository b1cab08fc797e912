"""What became durable, written out in the writer's thread: once for each audience that watches, and nothing for others.

News say what happened (`events`) and how the stream stands since (`changes`, `gone`, `said`): laid upon what the
audience was told before, they make what it would see if it asked now. The public is told when something public happens;
what its view shows of other records, such as the total of a pool, waits for that, or for the next flush.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from pitboss.decider import Role
from pitboss.floor.commands import Desk
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.audience import Seen
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.web.protocol import SAID_MAX, NewsOf, raw
from pitboss.web.read_models import PUBLIC, Look, ReadModels, Shown, own_of, terminal_of
from pitboss.web.sentences import sentence_of

_ENCODER: Final = msgspec.json.Encoder()


@dataclass(frozen=True)
class Bulletin:
    """What became of one stream in one round of writing: a message for each audience, and how it stands for each."""

    stream: str
    after: int
    version: int
    seen: Sequence[tuple[int, Seen]] = ()
    messages: dict[str, str] = field(default_factory=dict)
    shown: dict[str, Shown] = field(default_factory=dict)


def events_for(seen: Iterable[Seen], audience: str, terminal: str | None = None) -> list[dict[str, Any]]:
    """Return what an audience sees of some events, with what a terminal sees of its own."""
    found: Iterable[dict[str, Any] | None]
    if audience != PUBLIC:
        role = Role(audience)
        found = (one.of_role(role) for one in seen)
    else:
        found = (one.public if terminal is None else one.terminals().get(terminal, one.public) for one in seen)
    return [one for one in found if one is not None]


def _by_terminal(seen: Iterable[Seen]) -> dict[str, list[dict[str, Any]]]:
    """Return what each terminal sees of some events that the public does not: all terminals in one walk."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in seen:
        for terminal, document in one.terminals().items():
            found.setdefault(terminal, []).append(document)
    return found


def encoded(news: NewsOf) -> str:
    """Return news as they are sent."""
    return _ENCODER.encode(news).decode()


class Bulletins:
    """Knows what each audience was told last; in the writer's thread only."""

    def __init__(self, models: ReadModels) -> None:
        self._models = models
        self.beside: Callable[[LiveStream, str], dict[str, Any]] = lambda _live, _audience: {}
        """What an audience sees of a stream that is not in its state, such as who deals there by name."""
        self.desk: Desk | None = None
        """Who works here and which machines there are, once the house is open."""
        self.said: dict[str, deque[tuple[int, str]]] = defaultdict(lambda: deque(maxlen=SAID_MAX))
        """The last public sentences about each stream, with their versions."""
        self._told: dict[str, dict[str, Shown]] = {}
        """What was told last to each audience that has been watching ever since."""
        self._public: dict[str, int] = {}
        """The version up to which the public was last told of each stream."""
        self.dirty: set[str] = set()
        """Streams of which the public may have to be told something though nothing public happened."""

    def heard(self, live: LiveStream, parts: Sequence[News]) -> Bulletin | None:
        """Return what became of a stream; None where nobody watches it."""
        stream, version = live.name, parts[-1].recorded.last
        # Before anybody is looked for: who comes after this sees that the view of before is old.
        self._models.latest[stream] = version
        self._note(live, parts)
        if not self._models.audiences(stream):
            self._told.pop(stream, None)
            self.dirty.discard(stream)
            return None
        seen = [
            (number, one)
            for part in parts
            for number, event in enumerate(part.recorded.events, start=part.recorded.first)
            if (one := Seen(event, live.state, live.rules)).is_known
        ]
        return self._written(live, parts[0].recorded.first - 1, version, seen)

    def flushed(self, live: LiveStream) -> Bulletin:
        """Return what the public was not told yet of a stream."""
        self.dirty.discard(live.name)
        return self._written(live, live.version, live.version, [], is_flush=True)

    def looked(self, live: LiveStream, audiences: Iterable[str], *, is_peek: bool) -> dict[str, Shown]:
        """Return a stream as it stands for some audiences; changes are told from there on, if they watch it.

        Who only peeks, beside others that watch, leaves alone what those were told.
        """
        self._models.latest[live.name] = live.version
        found, others = {}, self._models.audiences(live.name)
        look = Look(live, self._sentences(live.name), beside=self.beside)
        for audience in audiences:
            found[audience] = look.shown(audience)
            if not is_peek or audience not in others:
                self._told.setdefault(live.name, {})[audience] = found[audience]
        return found

    def _sentences(self, stream: str, after: int = -1) -> tuple[str, ...]:
        said = self.said.get(stream, ())
        return tuple(sentence for version, sentence in said if version > after)

    def _note(self, live: LiveStream, parts: Sequence[News]) -> None:
        """Keep the public sentences."""
        if live.name == HOUSE_STREAM:
            return
        for part in parts:
            for version, event in enumerate(part.recorded.events, start=part.recorded.first):
                if event.audience == "public":
                    # Of a settlement with rows of its players the public is told the result, which is the first line.
                    sentence = sentence_of(self.desk, live, event, is_brief=bool(event.column))
                    self.said[live.name].append((version, sentence))

    def _written(
        self, live: LiveStream, after: int, version: int, seen: list[tuple[int, Seen]], *, is_flush: bool = False
    ) -> Bulletin:
        """Write events out for every audience that watches.

        A client has missed something when news begin after the version it has; so those of the public begin where the
        public was last told something, and a bet at one terminal is no message to all others.
        """
        stream, watching = live.name, self._models.audiences(live.name)
        known = self._told.setdefault(stream, {})
        for audience in known.keys() - watching:
            del known[audience]
        bulletin = Bulletin(stream, after, version, seen)
        look = Look(live, self._sentences(stream), version, beside=self.beside)
        events = [one for _, one in seen]
        begins = self._public.get(stream, 0)
        parts: dict[str, Any] = {}
        public = events_for(events, PUBLIC)
        if PUBLIC in watching and (public or is_flush):
            parts = self._changed(bulletin, look, PUBLIC)
            if public or parts:
                news = NewsOf(stream=stream, after=begins, version=version, events=public, **parts)
                bulletin.messages[PUBLIC] = encoded(news)
                self._public[stream] = version
        elif PUBLIC in watching:
            self.dirty.add(stream)
        named = _by_terminal(events)
        for audience in watching:
            terminal = terminal_of(audience)
            if terminal is None and audience != PUBLIC and not is_flush:
                changes = self._changed(bulletin, look, audience)
                found = events_for(events, audience)
                news = NewsOf(stream=stream, after=after, version=version, events=found, **changes)
                bulletin.messages[audience] = encoded(news)
            elif terminal is not None:
                own = named.get(terminal, [])
                if own or public or is_flush:
                    told = events_for(events, PUBLIC, terminal) if public else own
                    self._own(bulletin, look, terminal, told, is_named=bool(own), begins=begins, parts=parts)
        return bulletin

    def _changed(self, bulletin: Bulletin, look: Look, audience: str) -> dict[str, Any]:
        """Note how a stream stands for an audience; return what the news of it say beside the events."""
        known = self._told[bulletin.stream]
        before = known.get(audience)
        now = look.shown(audience)
        known[audience] = bulletin.shown[audience] = now
        if before is None or before.view is None or now.view is None:
            return {"state": raw(now.text)}
        changes = look.changes(before.view, now.view)
        said = list(self._sentences(bulletin.stream, before.version))
        found = {"changes": changes.set, "gone": changes.gone, "said": said}
        return {name: value for name, value in found.items() if value}

    def _own(
        self,
        bulletin: Bulletin,
        look: Look,
        terminal: str,
        events: list[dict[str, Any]],
        *,
        is_named: bool,
        begins: int,
        parts: dict[str, Any],
    ) -> None:
        """Add a terminal's own news, with its own affairs whole: where it is named, and where they changed."""
        known, audience = self._told[bulletin.stream], own_of(terminal)
        before = known.get(audience)
        now = look.shown(audience)
        known[audience] = bulletin.shown[audience] = now
        if not is_named and before is not None and before.view == now.view:
            return
        news = NewsOf(
            stream=bulletin.stream, after=begins, version=bulletin.version, events=events, own=now.view, **parts
        )
        bulletin.messages[audience] = encoded(news)
