"""Commits that fail, and code of ours that breaks: nobody is acknowledged wrongly, nobody else is stopped."""

import asyncio
import time

import pytest

from pitboss.decider import Accepted
from pitboss.floor.writer.answers import FateUnknown, NotRecorded
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.writer import Floor
from pitboss.journal import JournalUnavailable, open_journal
from tests.support.bell import AT, OPENER, Break, Crack, HeldJournal, Lose, Ring, command, together
from tests.support.durable import faults_in, token

ANSWER_SECONDS_MAX = 180
"""After which somebody is taken never to be answered."""
FULL = JournalUnavailable("the disk is full")


@pytest.fixture(autouse=True)
def bell(monkeypatch):
    """Let bells be opened."""
    monkeypatch.setitem(OPENERS, "bell", OPENER)


@pytest.fixture
def journal(tmp_path):
    """Return a journal that can fail."""
    return HeldJournal(open_journal(f"sqlite:///{tmp_path / 'day.db'}"))


@pytest.fixture
def floor(journal):
    """Yield a floor with two bells, one rung once."""
    one = Floor(journal)
    for stream in ("bell:1", "bell:2"):
        one.open(stream, "bell", {}, AT)
    one.send("bell:1", command("k0"))
    yield one
    one.close()


@pytest.fixture
def answered(floor):
    """Return what waits for an answer, and fails where none can come any more."""

    def wait(future):
        deadline = time.monotonic() + ANSWER_SECONDS_MAX
        while not future.done():
            assert floor._thread.is_alive(), "the writer has ended"
            assert time.monotonic() < deadline, "nobody is answered"
            time.sleep(0.001)
        return future.result()

    return wait


def test_failed_commit_acknowledges_nobody(floor, journal, answered):
    """If a batch cannot be written everybody in it is told so, and the states are as they were."""
    journal.failures = [FULL]
    with together(floor, "bell:1"):
        futures = [floor.submit(f"bell:{number}", command("k1", Ring(times=5))) for number in (1, 2, 1)]
    for future in futures:
        with pytest.raises(NotRecorded, match="not recorded: the disk is full"):
            answered(future)
    assert (2, 0) == (floor.look("bell:1").state.count, floor.look("bell:2").state.count)
    assert [] == faults_in(journal)


def test_next_command_after_a_failed_commit(floor, journal):
    """The next command is fine, and so is the one that failed when it is sent again, under the next numbers."""
    journal.failures = [FULL]
    with pytest.raises(NotRecorded):
        floor.send("bell:1", command("k1"))
    assert 2 == floor.send("bell:2", command("k2")).last
    assert 3 == floor.send("bell:1", command("k1")).last
    assert [] == faults_in(journal)


def test_journal_that_goes_while_a_stream_is_read(floor, journal, monkeypatch):
    """Who sends to a stream that cannot be read now is told the same as where nothing can be written: not recorded."""
    # In the thread of the writer, which walks over them after each round.
    floor.view("bell:1", lambda _: floor._streams.clear())

    def away(*_, **__):
        raise FULL

    monkeypatch.setattr(journal.journal, "read", away)
    with pytest.raises(NotRecorded):
        floor.send("bell:1", command("k1"))
    monkeypatch.undo()
    assert journal.answer("bell:1", "k1") is None


def test_opening_that_could_not_be_written(floor, journal):
    """A stream whose opening was not recorded is not there, and can be opened then."""
    journal.failures = [FULL]
    with pytest.raises(NotRecorded):
        floor.open("bell:3", "bell", {}, AT)
    assert {"bell:1", "bell:2"} == set(journal.heads())
    floor.open("bell:3", "bell", {}, AT)
    assert 1 == floor.look("bell:3").version


def test_commit_that_succeeded_after_all(floor, journal):
    """Where the batch is there although its commit failed, the sender is told what was recorded, and so are screens."""
    journal.late_failures = [JournalUnavailable("the line went dead")]
    told: list[tuple[str, int]] = []
    floor.listeners.append(lambda news: told.extend((one.recorded.key, one.live.version) for one in news))
    recorded = floor.send("bell:1", command("k1"))
    floor.look("bell:1")
    assert [("k1", recorded.last)] == told
    assert token(recorded) == token(floor.send("bell:1", command("k1")))
    assert 4 == floor.send("bell:1", command("k2")).last
    assert [] == faults_in(journal)


def test_journal_that_went_away(floor, journal):
    """Where nobody can say what became of a batch, nobody is told that nothing did; the key is asked for later."""
    journal.failures, journal.goes_away = [FULL], True
    with pytest.raises(FateUnknown, match="ask for the key"):
        floor.send("bell:1", command("k1"))
    with pytest.raises(NotRecorded, match="away"):
        floor.send("bell:2", command("k2"))
    journal.is_away = False
    assert isinstance(floor.send("bell:1", command("k1")).answer, Accepted)
    assert [] == faults_in(journal)


@pytest.mark.parametrize("is_sent_again", [False, True])
def test_who_listens_is_told_late_and_once(floor, journal, is_sent_again):
    """What was written when the journal went away is news when it is back, before anything newer, and never twice."""
    told: list[tuple[str, int]] = []
    floor.listeners.append(lambda news: told.extend((one.recorded.key, one.recorded.last) for one in news))
    journal.late_failures, journal.goes_away = [JournalUnavailable("the line went dead")], True
    with pytest.raises(FateUnknown):
        floor.send("bell:1", command("k1"))
    assert [] == told
    journal.is_away = False
    if is_sent_again:
        floor.send("bell:1", command("k1"))
    floor.send("bell:1", command("k2"))
    floor.look("bell:1")
    assert [("k1", 3), ("k2", 4)] == told


def test_what_was_not_written_is_news_when_it_is(floor, journal):
    """Sent again under its key, it is told once."""
    told: list[str] = []
    floor.listeners.append(lambda news: told.extend(one.recorded.key for one in news))
    journal.failures, journal.goes_away = [FULL], True
    with pytest.raises(FateUnknown):
        floor.send("bell:1", command("k1"))
    journal.is_away = False
    floor.send("bell:1", command("k1"))
    floor.look("bell:1")
    assert ["k1"] == told


@pytest.mark.parametrize("act", [Break(), Crack()], ids=["decide", "evolve"])
def test_broken_command_stops_nobody(floor, journal, act, answered):
    """A command that breaks our own code is told so; those before and after it in the batch are answered."""
    with together(floor, "bell:1"):
        sent = [("bell:1", Ring()), ("bell:2", Ring()), ("bell:1", act), ("bell:1", Ring()), ("bell:2", Ring())]
        futures = [floor.submit(stream, command(f"k{place}", one)) for place, (stream, one) in enumerate(sent, 1)]
    with pytest.raises(ArithmeticError, match="broke"):
        answered(futures[2])
    assert [4, 2, 5, 3] == [answered(future).last for place, future in enumerate(futures) if place != 2]
    assert (4, 2) == (floor.look("bell:1").state.count, floor.look("bell:2").state.count)
    assert [] == faults_in(journal)


def test_broken_command_is_not_kept(floor, journal):
    """It has no answer under its key: when the code is mended it can be sent again."""
    with pytest.raises(ArithmeticError):
        floor.send("bell:1", command("k1", Break()))
    assert journal.answer("bell:1", "k1") is None
    assert 3 == floor.send("bell:1", command("k1")).last


def test_broken_command_leaves_nothing(floor, journal):
    """A command that breaks between its events has none of them recorded: it is written whole or not at all."""
    with pytest.raises(Exception, match="no place for 'nowhere'"):
        floor.send("bell:1", command("k1", Lose()))
    assert [] == faults_in(journal)
    assert 1 == floor.look("bell:1").state.count


def test_sent_again_after_a_broken_command(floor, journal, answered):
    """A command sent twice within a batch has one effect also where a broken one stands between."""
    with together(floor, "bell:1"):
        first, broken, again, other = (
            floor.submit(f"bell:{stream}", command(key, act))
            for stream, key, act in ((1, "k1", Ring()), (2, "k2", Break()), (1, "k1", Ring()), (2, "k3", Ring()))
        )
    with pytest.raises(ArithmeticError):
        answered(broken)
    assert token(answered(first)) == token(answered(again))
    assert 2 == answered(other).last
    assert [] == faults_in(journal)


def test_sent_again_after_a_failed_look(floor, journal, answered):
    """Where the batch cannot be written before a look, a later duplicate in it is not acknowledged from memory."""
    journal.failures = [FULL]
    with together(floor, "bell:1"):
        first = floor.submit("bell:1", command("k1"))
        floor.ask("bell:2", lambda live: live)
        again = floor.submit("bell:1", command("k1"))
    with pytest.raises(NotRecorded):
        answered(first)
    try:
        answered(again)
    except NotRecorded:
        return
    assert journal.answer("bell:1", "k1") is not None


def test_sent_again_after_a_look_that_failed_late(floor, journal, answered):
    """Where a batch is there although it failed before a look, a later duplicate in it has the answer that is kept."""
    journal.late_failures = [JournalUnavailable("the line went dead")]
    with together(floor, "bell:1"):
        journal.late_failures.insert(0, None)
        first = floor.submit("bell:1", command("k1"))
        floor.ask("bell:2", lambda live: live)
        again = floor.submit("bell:1", command("k1"))
    assert token(answered(first)) == token(answered(again)) == token(floor.send("bell:1", command("k1")))


def test_sender_who_went_away(floor, answered):
    """Somebody who no longer waits for the answer stops nobody: the command counts, and the others are answered."""

    async def sent():
        with together(floor, "bell:1"):
            floor.submit("bell:1", command("k1")).awaited().cancel()
            return floor.submit("bell:1", command("k2"))

    assert 5 == answered(asyncio.run(sent())).last
    assert 6 == answered(floor.submit("bell:1", command("k3"))).last


def test_journal_that_breaks(floor, journal, answered):
    """Whatever a journal raises, whoever waits is told, and the next command is fine."""
    journal.failures = [ArithmeticError("a journal's own code broke")]
    with pytest.raises(Exception, match="broke"):
        answered(floor.submit("bell:1", command("k1")))
    assert 3 == answered(floor.submit("bell:1", command("k1"))).last


def test_state_that_cannot_be_kept(floor, answered):
    """A snapshot that cannot be made is done without: it is a cache."""
    floor._snapshot_every = 1
    floor.look("bell:1").state.heart = lambda: None
    assert 3 == answered(floor.submit("bell:1", command("k1"))).last
    assert 4 == answered(floor.submit("bell:1", command("k2"))).last


def test_key_that_no_database_holds(floor, answered):
    """A command with a key that is no text is refused by itself; those in its batch are recorded."""
    with together(floor, "bell:1"):
        poison = floor.submit("bell:1", command("\ud800"))
        other = floor.submit("bell:1", command("k1"))
    with pytest.raises(Exception, match="surrogates"):
        answered(poison)
    assert 4 == answered(other).last


def test_opening_that_was_written_after_all(floor, journal):
    """Where an opening is there although its commit failed, whoever opened it is not told that it is not."""
    journal.late_failures = [JournalUnavailable("the line went dead")]
    floor.open("bell:3", "bell", {}, AT)
    assert 1 == floor.look("bell:3").version
