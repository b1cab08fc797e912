"""A floor whose database does not answer: who waits is told, who comes is refused, and play goes on when it does."""

import asyncio
import logging
import threading

import pytest

from pitboss.floor.writer.answers import FateUnknown, NotRecorded
from pitboss.floor.writer.queue import Urgency
from pitboss.floor.writer.writer import Floor
from pitboss.journal import JournalUnavailable, ShardLost, open_journal
from pitboss.journal.deadlines import Deadlines, Watch
from tests.support.durable import play, script
from tests.support.frozen_disk import Clock, looked
from tests.support.web_process import until

STREAM = "table:1"


class Held:
    """A journal in which a commit does not come back before it is let go."""

    def __init__(self, journal):
        self._journal = journal
        self.go, self.is_there = threading.Event(), threading.Event()
        self.go.set()

    def __getattr__(self, name):
        """Do everything else as the journal does."""
        return getattr(self._journal, name)

    def append(self, batch):
        """Write a batch, as soon as it is let go."""
        with self._journal.watch:
            self.is_there.set()
            self.go.wait()
        self._journal.append(batch)


@pytest.fixture
def clock():
    """Return a clock that stands still."""
    return Clock()


@pytest.fixture
def held(tmp_path, clock):
    """Return a journal that can be held up."""
    return Held(open_journal(str(tmp_path / "day.db"), watch=Watch(Deadlines(), clock)))


@pytest.fixture
def floor(held):
    """Yield a floor with an open table."""
    found = Floor(held)
    play(found, STREAM, script("roulette oneida"), ())
    yield found
    held.go.set()
    found.close()


def held_up(floor, held, command):
    """Hand in a command that the journal does not come back from."""
    held.go.clear()
    held.is_there.clear()
    waiting = floor.submit(STREAM, command)
    held.is_there.wait()
    return waiting


def test_a_coroutine_is_told_while_the_writer_hangs(floor, held, clock):
    """At once, from the watchdog's thread; what the writer says when it is back comes too late, and harms nobody."""
    (first, *_) = script("roulette oneida").commands

    async def waited():
        held.go.clear()
        held.is_there.clear()
        waiting = floor.submit_from_loop(STREAM, first, lambda _, one: (one, ()), urgency=Urgency.PLAY)
        await asyncio.to_thread(held.is_there.wait)
        clock.move(4)
        looked(floor)
        found = await asyncio.gather(waiting, return_exceptions=True)
        held.go.set()
        await asyncio.to_thread(until, lambda: looked(floor) is None)
        await asyncio.to_thread(floor.look, STREAM)
        return found

    assert [FateUnknown] == [type(one) for one in asyncio.run(waited())]


def test_who_waits_is_told_what_is_known(floor, held, clock):
    """Of the command under way nobody knows; what was not begun was not done, and neither was a question."""
    first, second, *_ = script("roulette oneida").commands
    waiting = held_up(floor, held, first)
    behind, asked = floor.submit(STREAM, second), floor.ask(STREAM, lambda live: live.version)
    clock.move(4)
    assert "the database has not answered for 4 seconds; betting goes on when it does" == looked(floor)
    assert [FateUnknown, NotRecorded, NotRecorded] == [type(one.exception()) for one in (waiting, behind, asked)]
    with pytest.raises(NotRecorded, match="nothing was done: the database has not answered"):
        floor.submit(STREAM, second)
    held.go.set()
    until(lambda: looked(floor) is None)
    assert floor.fate(first.key, STREAM).result() is not None
    assert floor.fate(second.key, STREAM).result() is None


def test_a_database_that_is_away_stops_betting_before_anybody_bets(floor, held, monkeypatch):
    """And its being back lets it go on, whatever the last write said."""

    def away():
        raise JournalUnavailable("nothing can be recorded: the server is away")

    floor.trouble = "the server is away"
    monkeypatch.setattr(held._journal, "ping", away)
    floor.standstill.probe()
    assert "nothing can be recorded: the server is away; betting goes on when the database answers" == looked(floor)
    with pytest.raises(NotRecorded, match="the server is away"):
        floor.ask(STREAM, lambda live: live.version)
    monkeypatch.undo()
    floor.standstill.probe()
    assert (None, None) == (looked(floor), floor.trouble)


def test_a_lost_shard_stops_for_good(floor, held, monkeypatch, caplog):
    """Nothing more is written, no state is kept, and whatever serves is told once to end."""
    told = []
    floor.standstill.on_lost.append(lambda: told.append("end"))

    def lost(_):
        raise ShardLost("somebody else has written: this process must end")

    monkeypatch.setattr(held._journal, "append", lost)
    with caplog.at_level(logging.ERROR), pytest.raises(NotRecorded, match="this process must end"):
        floor.send(STREAM, script("roulette oneida").commands[0])
    monkeypatch.undo()
    until(lambda: bool(told))
    floor.standstill.probe()
    assert (["end"], "somebody else has written: this process must end") == (told, looked(floor))
    with pytest.raises(NotRecorded, match="this process must end"):
        floor.send(STREAM, script("roulette oneida").commands[0])
    floor.close()
    assert ["somebody else has written: this process must end"] == [one.getMessage() for one in caplog.records]


def test_a_floor_is_closed_although_its_disk_hangs(floor, held, clock, caplog):
    """It says so, and leaves the journal as it is: the process can end."""
    waiting = held_up(floor, held, script("roulette oneida").commands[0])
    clock.move(4)
    with caplog.at_level(logging.ERROR):
        floor.close()
    assert ["the journal is left as it is: the database has not answered for 4 seconds"] == [
        one.getMessage() for one in caplog.records
    ]
    held.go.set()
    waiting.result()
    floor.journal.close()
