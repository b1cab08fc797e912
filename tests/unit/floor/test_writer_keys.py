"""The same command sent again: one effect and the same answer, whenever it comes and from whom, on both databases."""

import threading
from datetime import timedelta

import pytest

from pitboss.errors import InputError
from pitboss.floor.writer.answers import KeyConflict
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.writer import Floor
from pitboss.journal import open_journal
from tests.support.bell import AT, OPENER, HeldJournal, Pay, Ring, command, together
from tests.support.durable import faults_in, token
from tests.support.postgres import database

SENDERS = 8


@pytest.fixture(autouse=True)
def bell(monkeypatch):
    """Let bells be opened."""
    monkeypatch.setitem(OPENERS, "bell", OPENER)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path):
    """Yield where the journal is."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'day.db'}"
    else:
        with database() as one:
            yield one


@pytest.fixture
def started(address):
    """Yield what starts a floor with one bell, and ends it before the next is started."""
    floors: list[Floor] = []

    def start() -> Floor:
        for one in floors:
            one.close()
        floors.append(Floor(HeldJournal(open_journal(address))))
        floors[-1].open("bell:1", "bell", {}, AT)
        return floors[-1]

    yield start
    floors[-1].close()


@pytest.mark.parametrize("times", [2, 5])
@pytest.mark.parametrize("act", [Ring(times=2), Pay(amount_minor=700), Ring(times=0)], ids=["rung", "paid", "refused"])
def test_sent_again(started, act, times):
    """Twice or five times: one effect, and every answer is the first one."""
    floor = started()
    tokens = {token(floor.send("bell:1", command("k1", act))) for _ in range(times)}
    assert 1 == len(tokens)
    assert 2 == floor.journal.last()[1]
    assert [] == faults_in(floor.journal)


@pytest.mark.parametrize("act", [Ring(times=2), Ring(times=0)], ids=["rung", "refused"])
def test_sent_again_after_a_restart(started, act):
    """Who asks again after a restart gets the answer that was given before it, not what would be answered now."""
    floor = started()
    first = floor.send("bell:1", command("k1", act))
    floor.send("bell:1", command("k2"))
    again = started()
    assert first == again.send("bell:1", command("k1", act))
    assert 3 == again.journal.last()[1]


def test_sent_at_once_from_many_threads(started):
    """From many at once: one effect, and all are told the same."""
    floor, tokens, barrier = started(), [], threading.Barrier(SENDERS)

    def send():
        barrier.wait()
        tokens.append(token(floor.send("bell:1", command("k1"))))

    threads = [threading.Thread(target=send) for _ in range(SENDERS)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert (SENDERS, 1) == (len(tokens), len(set(tokens)))
    assert (2, 2) == floor.journal.last()


def test_sent_again_within_a_batch(started):
    """Within one batch: one record, one answer, and the same for everybody; between them others have theirs."""
    floor = started()
    with together(floor, "bell:1"):
        keys = ("k1", "k2", "k1", "k1", "k2")
        futures = [floor.submit("bell:1", command(key, Ring(times=0 if key == "k2" else 1))) for key in keys]
    tokens = [token(future.result()) for future in futures]
    assert (tokens[0], tokens[1]) * 2 == (tokens[2], tokens[4], tokens[3], tokens[1])
    assert ["k1", "k2"] == [line.key for line in floor.journal.batches[-1].lines]


def test_another_command_under_the_same_key(started):
    """Another act, or another person, under a key that is used is a conflict: in a batch, later, after a restart."""
    floor = started()
    with together(floor, "bell:1"):
        first = floor.submit("bell:1", command("k1"))
        other = floor.submit("bell:1", command("k1", Ring(times=2)))
    assert 3 == first.result().last
    with pytest.raises(KeyConflict, match="another command was sent to bell:1 under the key 'k1'"):
        other.result()
    for changed in (command("k1", Ring(times=2)), command("k1", by="Esmeralda")):
        with pytest.raises(KeyConflict):
            floor.send("bell:1", changed)
    with pytest.raises(KeyConflict):
        started().send("bell:1", command("k1", Ring(times=2)))


def test_received_later(started):
    """The instant at which it is received may differ: it is still the same command, recorded with the first one."""
    floor = started()
    first = floor.send("bell:1", command("k1"))
    assert first == floor.send("bell:1", command("k1", at=AT + timedelta(seconds=9)))
    assert AT.isoformat() == list(floor.journal.read("bell:1"))[-1].at


def test_same_key_for_another_stream(started):
    """A key is its stream's own."""
    floor = started()
    floor.open("bell:2", "bell", {}, AT)
    with together(floor, "bell:1"):
        futures = [floor.submit(f"bell:{number}", command("k1")) for number in (1, 2)]
    assert [("bell:1", 3), ("bell:2", 2)] == [(one.stream, one.last) for one in (future.result() for future in futures)]


def test_key_with_a_zero(started):
    """A key that one of the databases cannot hold is refused on both, by itself; those in its batch are recorded."""
    floor = started()
    with together(floor, "bell:1"):
        poison, other = (floor.submit("bell:1", command(key)) for key in ("k\0", "k1"))
    assert 3 == other.result().last
    with pytest.raises(InputError):
        poison.result()


def test_refusal_stays_what_it_was(started):
    """A refusal is kept: what would be accepted by now is still answered with it under its key."""
    floor = started()
    refused = floor.send("bell:1", command("k1", Ring(times=0)))
    floor.send("bell:1", command("k2"))
    assert {"rung": 0} == refused.answer.values
    assert refused == started().send("bell:1", command("k1", Ring(times=0)))
