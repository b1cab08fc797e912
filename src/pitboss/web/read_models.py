"""Read models: each watched stream as each audience was last told of it, so that who only looks asks no writer.

The writer's thread makes a view once a round of writing for each audience that watches, however many they are, and
keeps the one it told last, to say what has changed. The loop's thread keeps what was delivered, written out once:
whoever subscribes is shown that, and hears of everything that is delivered later. What the writer's thread made reaches
the loop in the writer's order.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import msgspec

from pitboss.decider import Role
from pitboss.floor.writer.audience import Seen
from pitboss.floor.writer.changes import Changes, difference
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.views import own_view, view
from pitboss.stream import Stream

RECENT_MAX: Final = 100
"""Records that are kept for whoever comes back; who missed more gets the state."""
PUBLIC: Final = "public"
STAFF: Final = "staff"
"""All roles together, in what is not told by role."""
_OWN: Final = "own/"
_ENCODER: Final = msgspec.json.Encoder()
_PEEK: Final = "?"
"""Before the name of an audience of which somebody looks once, and watches nothing."""


def own_of(terminal: str) -> str:
    """Return the audience that a terminal is by itself; no role has such a name."""
    return _OWN + terminal


def audiences_of(rules: Stream, role: Role | None, terminal: str | None) -> list[str]:
    """Return what somebody is told of a stream as: by role, if it is their work; or the public and a terminal's own."""
    if role is not None and role in rules.staff:
        return [role.value]
    return [PUBLIC] if terminal is None else [PUBLIC, own_of(terminal)]


def terminal_of(audience: str) -> str | None:
    """Return the terminal that is an audience by itself; None for another audience."""
    return audience.removeprefix(_OWN) if audience.startswith(_OWN) else None


def is_staff(audience: str) -> bool:
    """Tell whether an audience are those of a role who work here."""
    return audience != PUBLIC and terminal_of(audience) is None


@dataclass(frozen=True)
class Shown:
    """A stream as an audience sees it at a version."""

    version: int
    view: dict[str, Any] | None
    said: tuple[str, ...] | None = None
    """The last sentences about it; a terminal's own affairs have none."""

    @cached_property
    def text(self) -> bytes:
        """Return it written out; once, however many are shown it."""
        return _ENCODER.encode(
            self.view if self.view is None or self.said is None else {**self.view, "said": self.said}
        )


@dataclass
class Recent:
    """The last records of a stream without a gap, each as its audiences see it."""

    base: int
    """The version after which they begin."""
    last: int
    seen: deque[tuple[int, Seen]] = field(default_factory=deque)

    def add(self, after: int, last: int, seen: Iterable[tuple[int, Seen]]) -> None:
        """Go on with what was recorded; begin anew where that does not follow."""
        if after != self.last:
            self.base = after
            self.seen.clear()
        self.seen.extend(seen)
        self.last = last
        while len(self.seen) > RECENT_MAX:
            self.base = self.seen.popleft()[0]

    def since(self, after: int) -> list[Seen] | None:
        """Return what was recorded after a version; None where that is not known any more, or yet."""
        if not self.base <= after <= self.last:
            return None
        return [seen for version, seen in self.seen if version > after]


@dataclass(frozen=True)
class Looked:
    """What a question to the writer found: views at one version, and the records that somebody missed."""

    stream: str
    shown: dict[str, Shown]
    recent: Recent | None = None


Put = Callable[[Sequence[str]], "Future[Looked]"]
"""Put a question about some audiences into the writer's queue."""


class Look:
    """A stream as it stands, in the writer's thread: what several audiences see alike is made once."""

    def __init__(
        self,
        live: LiveStream,
        said: Sequence[str],
        version: int | None = None,
        *,
        beside: Callable[[LiveStream, str], dict[str, Any]] = lambda _live, _audience: {},
    ) -> None:
        """Take a stream, the last sentences about it, and what is `beside` its state for an audience."""
        self._live, self._said, self._beside = live, tuple(said), beside
        self._version = live.version if version is None else version
        self._made: list[tuple[dict[str, Any], Shown]] = []
        self._differences: dict[tuple[int, int], tuple[Changes, dict[str, Any]]] = {}
        """With the view of before, so that no other takes its place in memory meanwhile."""

    @cached_property
    def _public(self) -> dict[str, Any]:
        return view(self._live)

    @cached_property
    def _beside_staff(self) -> dict[str, Any]:
        return self._beside(self._live, STAFF)

    def shown(self, audience: str) -> Shown:
        """Return what an audience sees of it."""
        terminal = terminal_of(audience)
        if terminal is not None:
            own = own_view(self._live, terminal)
            return Shown(self._version, None if own is None else msgspec.to_builtins(own, str_keys=True))
        if audience == PUBLIC:
            found = {**self._public, **self._beside(self._live, PUBLIC)}
        else:
            found = {**view(self._live, Role(audience), self._public), **self._beside_staff}
        for known, shown in self._made:
            if known == found:
                return shown
        shown = Shown(self._version, msgspec.to_builtins(found, str_keys=True), self._said)
        self._made.append((found, shown))
        return shown

    def changes(self, before: dict[str, Any], after: dict[str, Any]) -> Changes:
        """Return how one view became another; once for all audiences that see and saw the same."""
        key = id(before), id(after)
        if key not in self._differences:
            self._differences[key] = difference(before, after), before
        return self._differences[key][0]


class ReadModels:
    """What each audience of each stream was last told."""

    def __init__(self, latest: dict[str, int] | None = None) -> None:
        """Take what the writer itself keeps of how far each stream has come."""
        self._watching: dict[str, Counter[str]] = {}
        """How many watch a stream as each audience."""
        self.latest: dict[str, int] = {} if latest is None else latest
        """The version of each stream, as far as it was recorded since the start or looked at."""
        # In the loop
        self._shown: dict[tuple[str, str], Shown] = {}
        self._recent: dict[str, Recent] = {}
        self._kept: set[tuple[str, str]] = set()
        """Those that were watched without a break, so that every round of writing brings them up to date."""
        self._asked: dict[tuple[str, str], asyncio.Future[Looked]] = {}

    def count(self, stream: str, audience: str, change: int) -> None:
        """Note that somebody more, or less, watches a stream as an audience."""
        counted = self._watching.setdefault(stream, Counter())
        counted[audience] += change
        if not counted[audience]:
            del counted[audience]
            self._kept.discard((stream, audience))

    def audiences(self, stream: str) -> list[str]:
        """Return the audiences that watch a stream; asked in either thread."""
        return list(self._watching.get(stream, ()))

    def shown(self, stream: str, audience: str) -> Shown:
        """Return what an audience was last told; it must be there."""
        return self._shown[stream, audience]

    def since(self, stream: str, after: int) -> list[Seen] | None:
        """Return what was recorded after a version, as far as it was delivered; None where it is not at hand."""
        recent = self._recent.get(stream)
        return None if recent is None else recent.since(after)

    def delivered(self, stream: str, after: int, last: int, seen: Sequence[tuple[int, Seen]]) -> None:
        """Keep what was recorded, for whoever comes back."""
        self._recent.setdefault(stream, Recent(after, after)).add(after, last, seen)

    def install(self, stream: str, shown: dict[str, Shown]) -> None:
        """Keep what audiences are told from now on."""
        for audience, one in shown.items():
            self._shown[stream, audience] = one
            if audience in self._watching.get(stream, ()):
                self._kept.add((stream, audience))

    def found(self, looked: Looked) -> None:
        """Keep what a question found."""
        self.install(looked.stream, looked.shown)
        recent = self._recent.get(looked.stream)
        if looked.recent is not None and (recent is None or recent.last <= looked.recent.last):
            self._recent[looked.stream] = looked.recent

    def is_current(self, stream: str, audience: str) -> bool:
        """Tell whether an audience's view has everything that was recorded."""
        shown = self._shown.get((stream, audience))
        return shown is not None and shown.version == self.latest.get(stream)

    def missing(self, stream: str, audiences: Iterable[str]) -> list[str]:
        """Return the audiences for which a question must be put to the writer before they can be shown the stream."""
        return [one for one in audiences if not self._is_ready(stream, one)]

    def _is_ready(self, stream: str, audience: str) -> bool:
        key = stream, audience
        if key in self._asked:
            return False
        if key not in self._kept and self.is_current(stream, audience):
            # Watched from now on, and nothing was recorded before that which it does not have.
            self._kept.add(key)
        return key in self._kept and key in self._shown

    async def ask(self, stream: str, audiences: Sequence[str], put: Put, *, is_peek: bool = False) -> dict[str, Shown]:
        """Put one question for all who ask the same at the same time; return what it found for each audience."""
        mark = _PEEK if is_peek else ""
        fresh = [one for one in audiences if (stream, mark + one) not in self._asked]
        if fresh:
            asked = asyncio.wrap_future(put(fresh))
            for one in fresh:
                self._asked[stream, mark + one] = asked
            asked.add_done_callback(lambda done: self._answered(stream, [mark + one for one in fresh], done))
        found: dict[str, Shown] = {}
        for waited in {self._asked[stream, mark + one] for one in audiences}:
            # Whoever goes away meanwhile takes the answer from nobody else.
            found |= (await asyncio.shield(waited)).shown
        return found

    def _answered(self, stream: str, names: Sequence[str], done: asyncio.Future[Looked]) -> None:
        for one in names:
            del self._asked[stream, one]
        if not done.cancelled():
            done.exception()
