"""Who follows the news of a stream has its state: for every audience, over the recorded transcripts."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from pitboss.decider import Accepted, Event, Role
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.views import own_view, view
from pitboss.openers import read_transcript
from pitboss.transcript import Transcript, play
from pitboss.web.hub import Hub, Watcher
from pitboss.web.read_models import audiences_of
from tests.golden.remake import ROOT, transcripts
from tests.support.campaign import is_slice
from tests.support.web_screen import Screen

STREAM = "one"
FILES = [*transcripts(), *sorted((ROOT / "tests/faults").glob("*.jsonl"))]
PLAYED = FILES[:: 3 if is_slice() else 1]
ROUNDS = (1, 3, 2)
"""How many commands are written together, in turn."""


def opened(transcript: Transcript) -> LiveStream:
    """Return the stream of a transcript before its first command."""
    rules, config = transcript.game, transcript.config
    return LiveStream(STREAM, rules, config, rules.new_state(config), version=1)


def heard(transcript: Transcript, live: LiveStream) -> Iterator[Any]:
    """Yield each accepted command of a transcript as news, with its stream: the state goes on with the next."""
    for step in play(transcript):
        events = tuple(answer for answer in step.answers if isinstance(answer, Event))
        live.state, first = step.state, live.version + 1
        live.version += len(events)
        if events:
            yield SimpleNamespace(live=live, recorded=Recorded(STREAM, "", Accepted(events), first, live.version))


class Room:
    """A hub and one who watches as each audience, each with a screen: all who do not work here are told the same."""

    def __init__(self, staff, terminals):
        self.hub = Hub(asyncio.get_running_loop())
        self.watchers, self.screens = [], []
        roles = [*staff, *[role for role in Role if role not in staff][:1]]
        for role, terminal in [(None, None), *((role, None) for role in roles), *((None, name) for name in terminals)]:
            screen = Screen()
            outbox = SimpleNamespace(put=lambda text, screen=screen: screen.take(msgspec.json.decode(text)))
            self.watchers.append((Watcher(outbox, terminal), role))  # type: ignore[arg-type]
            self.screens.append(screen)

    async def subscribed(self, live):
        """Let everybody subscribe."""
        for watcher, role in self.watchers:
            self.hub.subscribe(watcher, STREAM, audiences_of(live.rules, role, watcher.terminal))
            await self.hub.catch_up(watcher, STREAM, None, lambda question: answered(question, live), nothing_missed)

    def said(self):
        """Return the last sentences about the stream."""
        return [sentence for _, sentence in self.hub.bulletins.said[STREAM]]


def answered(question, live):
    """Answer a question as the writer would, at once."""
    found: Future[Any] = Future()
    found.set_result(question(live))
    return found


def nothing_missed(_live, _after):
    """Return what was recorded after a version."""
    return []


def expected(live, watcher, role):
    """Return what a screen should have but for the sentences: the view as it is made of the state now."""
    own = {"own": own_view(live, watcher.terminal)} if watcher.terminal is not None else {}
    return msgspec.json.decode(msgspec.json.encode(view(live, role) | own))


def terminals_of(transcript):
    """Return the terminals that a transcript speaks of."""
    names = {getattr(entry.command.act, "terminal", None) for entry in transcript.entries}
    return sorted(name for name in names if name)[:3]


@pytest.mark.cover
@pytest.mark.campaign(len(FILES))
@pytest.mark.parametrize("path", PLAYED, ids=[path.relative_to(ROOT).as_posix() for path in PLAYED])
def test_every_audience_has_the_state_by_its_changes(path):
    """Staff after every round of writing, the public and terminals once what concerns nobody else is told as well."""
    transcript = read_transcript(path.read_bytes().split(b"\n"))
    rounds = asyncio.run(followed(transcript))

    assert rounds > 0


async def followed(transcript):
    """Play a transcript in rounds of several commands, and hold every screen against the state; count the rounds."""
    room, batch, rounds = Room(transcript.game.staff, terminals_of(transcript)), [], 0
    live = opened(transcript)
    await room.subscribed(live)
    for news in heard(transcript, live):
        batch.append(news)
        if len(batch) == ROUNDS[rounds % len(ROUNDS)]:
            await compared(room, live, batch)
            batch, rounds = [], rounds + 1
    if batch:
        await compared(room, live, batch)
        rounds += 1
    return rounds


async def compared(room, live, batch):
    """Tell a round of writing, and hold every screen against the state: staff's at once, the others' when told."""
    room.hub.hear(batch)
    await asyncio.sleep(0)
    views = [expected(live, watcher, role) for watcher, role in room.watchers]
    said = {"said": room.said()}
    for shown, (_, role), screen in zip(views, room.watchers, room.screens, strict=True):
        if role in live.rules.staff:
            assert shown | said == screen.state
    room.hub.flush(live)
    await asyncio.sleep(0)
    said = {"said": room.said()}
    for shown, screen in zip(views, room.screens, strict=True):
        assert shown | said == screen.state
