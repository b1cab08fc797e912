"""Commands that coroutines hand in: each has its own answer, and their loop is woken once for a round of writing."""

import asyncio

import pytest

from pitboss.decider import Accepted, Refusal
from pitboss.floor.writer.answers import KeyConflict, NotRecorded
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.queue import Urgency
from pitboss.floor.writer.wakes import Reply, Wakes
from pitboss.floor.writer.writer import Floor
from pitboss.journal import JournalUnavailable, open_journal
from tests.support.bell import AT, OPENER, HeldJournal, Ring, command, together


@pytest.fixture(autouse=True)
def bell(monkeypatch):
    """Let bells be opened."""
    monkeypatch.setitem(OPENERS, "bell", OPENER)


@pytest.fixture
def floor(tmp_path):
    """Yield a floor with one bell."""
    one = Floor(HeldJournal(open_journal(f"sqlite:///{tmp_path / 'day.db'}")))
    one.open("bell:1", "bell", {}, AT)
    yield one
    one.close()


def rung(floor, *commands, answered=None):
    """Hand commands in from one loop, all before the writer may write; return their answers and the wake-ups."""

    async def hand_in():
        loop, woken = asyncio.get_running_loop(), []
        wake = loop.call_soon_threadsafe

        def noted(*given):
            woken.append(given)
            return wake(*given)

        loop.call_soon_threadsafe = noted  # type: ignore[method-assign, assignment]
        with together(floor, "bell:1"):
            futures = [
                floor.submit_from_loop(
                    "bell:1", one, lambda _, asked: (asked, ()), urgency=Urgency.PLAY, answered=answered
                )
                for one in commands
            ]
        return await asyncio.gather(*futures, return_exceptions=True), len(woken)

    return asyncio.run(hand_in())


def test_each_coroutine_has_its_own_answer(floor):
    """Accepted or refused, in the order in which they were handed in."""
    (one, other), _ = rung(floor, command("k1", Ring(times=2)), command("k2", Ring(times=0)))
    assert (Accepted, 2) == (type(one.answer), len(one.events))
    assert (Refusal, "k2") == (type(other.answer), other.key)


def test_one_wake_up_a_round(floor):
    """Fifty answers that were written together wake the loop once."""
    answers, woken = rung(floor, *(command(f"k{number}", Ring(times=1)) for number in range(50)))
    assert [f"k{number}" for number in range(50)] == [one.key for one in answers]
    assert 1 == woken


def test_a_key_sent_twice_has_one_effect(floor):
    """The same command has the same answer, another one under its key is refused."""
    same = command("k1", Ring(times=1))
    (one, again, other), _ = rung(floor, same, same, command("k1", Ring(times=2)))
    assert one == again
    assert isinstance(other, KeyConflict)


def test_what_cannot_be_written_is_told(floor):
    """A journal that fails is an answer too, and the next command is recorded."""
    floor.journal.failures = [JournalUnavailable("the disk is full")]
    (failed,), _ = rung(floor, command("k1", Ring(times=1)))
    (later,), _ = rung(floor, command("k2", Ring(times=1)))
    assert (NotRecorded, "k2") == (type(failed), later.key)


def test_what_is_counted_is_counted_before_anybody_is_told(floor):
    """Whoever counts refusals is told in the writer's thread; what it breaks stops nobody."""
    counted = []

    def count(recorded):
        counted.append(recorded.key)
        raise RuntimeError("it cannot count")

    (one,), _ = rung(floor, command("k1", Ring(times=0)), answered=count)
    assert (["k1"], "k1") == (counted, one.key)


def test_a_closed_loop_stops_nobody():
    """Whoever waited there is gone."""
    loop, wakes = asyncio.new_event_loop(), Wakes()
    Reply(loop.create_future(), wakes, None).set_exception(NotRecorded("gone"))
    loop.close()
    wakes.wake()
    assert {} == wakes._due


def test_whoever_stopped_waiting_is_not_told():
    """A future that was cancelled stays as it is."""

    async def cancelled():
        wakes, future = Wakes(), asyncio.get_running_loop().create_future()
        future.cancel()
        Reply(future, wakes, None).set_result(None)  # type: ignore[arg-type]
        wakes.wake()
        await asyncio.sleep(0)
        return future.cancelled()

    assert asyncio.run(cancelled())
