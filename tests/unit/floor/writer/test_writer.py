"""The floor at work: streams are opened, commands are answered when they are durable, and a look shows what is."""

import gc
import threading
import weakref

import pytest

from pitboss.decider import Accepted, Refusal
from pitboss.errors import InputError
from pitboss.floor.writer.answers import KeyConflict, NotRecorded
from pitboss.floor.writer.books import postings
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.writer import BATCH_MAX, IDLE_LOOK_SECONDS, IDLE_SECONDS, Floor
from pitboss.journal import Batch, JournalBusy, JournalDamaged, open_journal
from pitboss.rulebook.violations import SettingsRefused
from tests.support.bell import AT, OPENER, HeldJournal, Pay, Ring, command, together
from tests.support.durable import ROUNDS, faults_in, play, script
from tests.support.journal_lines import told
from tests.support.web_process import WAIT_SECONDS_MAX

TABLE = {"rulebook": "oneida-roulette-2008", "currency": "USD", "settings": {"default_min": 100, "default_max": 500}}


@pytest.fixture(autouse=True)
def bell(monkeypatch):
    """Let bells be opened."""
    monkeypatch.setitem(OPENERS, "bell", OPENER)


@pytest.fixture
def address(tmp_path):
    """Return where the journal is."""
    return f"sqlite:///{tmp_path / 'day.db'}"


@pytest.fixture
def floor(address):
    """Yield a floor with one bell."""
    one = Floor(HeldJournal(open_journal(address)))
    one.open("bell:1", "bell", {}, AT)
    yield one
    one.close()


def test_command_is_answered_with_its_events(floor):
    """An accepted command has its events, and the versions at which they are recorded; the opening is the first."""
    recorded = floor.send("bell:1", command("k1", Ring(times=3)))
    assert (2, 4) == (recorded.first, recorded.last)
    assert isinstance(recorded.answer, Accepted)
    assert [1, 2, 3] == [event.count for event in recorded.answer.events]  # type: ignore[attr-defined]
    assert ["", "k1", "k1", "k1"] == [record.key for record in floor.journal.read("bell:1")]


def test_refusal_takes_no_version(floor):
    """A refused command is answered with its clause and values, is stored, and leaves the stream where it was."""
    recorded = floor.send("bell:1", command("k1", Ring(times=0)))
    assert Refusal("B-1", "a bell is rung at least once", {"rung": 0}) == recorded.answer
    assert (2, 1) == (recorded.first, recorded.last)
    assert (1, 2) == floor.journal.last()
    assert 2 == floor.send("bell:1", command("k2")).first


def test_money_is_posted_with_its_event(floor):
    """A money event's moves are postings of the same position, in the stream's unit, and sum to zero."""
    floor.send("bell:1", command("k1", Pay(amount_minor=700)))
    assert [(2, 1, "USD:house/patrons", -700), (2, 2, "USD:bell:1/rack", 700)] == [
        (one.position, one.line, one.account, one.amount_minor) for one in postings(floor.journal)
    ]


def test_commands_of_many_streams_are_written_together(floor):
    """What is handed in while the writer writes is written in one batch, whatever streams it is for, in that order."""
    for number in range(2, 6):
        floor.open(f"bell:{number}", "bell", {}, AT)
    with together(floor, "bell:1"):
        futures = [floor.submit(f"bell:{number % 5 + 1}", command(f"k{number}")) for number in range(20)]
    assert [f"k{number}" for number in range(20)] == [future.result().key for future in futures]
    assert [f"k{number}" for number in range(20)] == [line.key for line in floor.journal.batches[-1].lines]
    assert [] == faults_in(floor.journal)


def test_batch_has_an_end(floor):
    """However many wait, no more than a batch's worth are written together."""
    with together(floor, "bell:1"):
        futures = [floor.submit("bell:1", command(f"k{number}")) for number in range(BATCH_MAX + 10)]
    assert BATCH_MAX + 12 == futures[-1].result().last
    assert [BATCH_MAX, 10] == [len(batch.lines) for batch in floor.journal.batches[-2:]]


def test_nobody_is_answered_before_the_batch_is_written(floor):
    """While the batch waits for the disk, so does everybody who sent a command in it."""
    with together(floor, "bell:1"):
        futures = [floor.submit("bell:1", command(f"k{number}")) for number in range(3)]
        assert [False] * 3 == [future.done() for future in futures]
    assert [3, 4, 5] == [future.result().last for future in futures]


def test_how_far_a_stream_has_come_is_known_before_the_answer(floor):
    """Whoever is answered can tell that what was seen of a stream before is old; a refusal is no news."""
    is_told = threading.Event()
    floor.listeners.append(lambda _: is_told.wait(WAIT_SECONDS_MAX))
    assert 4 == floor.send("bell:1", command("k1", Ring(times=3))).last
    assert {"bell:1": 4} == floor.versions
    is_told.set()
    floor.send("bell:1", command("k2", Ring(times=0)))
    assert {"bell:1": 4} == floor.versions


def test_look_shows_what_is_durable(floor):
    """A look waits for everything handed in before it to be written, and shows nothing that came after."""
    with together(floor, "bell:1"):
        floor.submit("bell:1", command("k1"))
        seen: list[tuple[int, int]] = []
        looking = threading.Thread(
            target=lambda: seen.append((floor.look("bell:1").state.count, len(floor.journal.batches)))
        )
        looking.start()
        while len(floor._queue) < 2:
            pass
    looking.join()
    assert [(2, 3)] == seen


def test_look_at_nothing(floor):
    """A stream that was never opened can neither be looked at nor sent to."""
    with pytest.raises(InputError, match="no such stream"):
        floor.look("bell:9")
    with pytest.raises(InputError, match="no such stream"):
        floor.send("bell:9", command("k1"))
    assert (1, 1) == floor.journal.last()


def test_opened_twice_with_the_same_document(floor, address):
    """Opening a stream again with its document finds it as it is, now and after a restart."""
    floor.send("bell:1", command("k1"))
    floor.open("bell:1", "bell", {"start": 0}, AT)
    floor.close()
    again = Floor(open_journal(address))
    again.open("bell:1", "bell", {}, AT)
    assert (1, 2) == (again.look("bell:1").state.count, again.look("bell:1").version)
    again.close()


def test_opened_twice_with_another_document(floor, address):
    """Opening it with another document is a conflict, now and after a restart, and changes nothing."""
    with pytest.raises(KeyConflict, match="another document"):
        floor.open("bell:1", "bell", {"start": 7}, AT)
    floor.close()
    again = Floor(open_journal(address))
    with pytest.raises(KeyConflict):
        again.open("bell:1", "bell", {"start": 7}, AT)
    assert 0 == again.look("bell:1").state.count
    again.close()


@pytest.mark.parametrize(
    ("kind", "document", "error"),
    [
        ("organ", {}, InputError),
        ("table", {}, InputError),
        ("table", {**TABLE, "rulebook": "nowhere"}, InputError),
        ("table", {**TABLE, "settings": {"default_min": 500, "default_max": 100}}, SettingsRefused),
    ],
)
def test_document_that_cannot_be(floor, kind, document, error):
    """A stream whose document its rulebook does not allow is not opened."""
    with pytest.raises(error):
        floor.open("table:1", kind, document, AT)
    assert (1, 1) == floor.journal.last()


@pytest.mark.parametrize("name", ["", "bell/1", "/"])
def test_name_that_no_stream_has(floor, name):
    """A stream's name has no stroke, which parts it from a place in the names of accounts."""
    with pytest.raises(InputError, match="without a stroke"):
        floor.open(name, "bell", {}, AT)
    assert (1, 1) == floor.journal.last()


def test_instants_are_recorded_in_utc(floor):
    """When a command was received is recorded in one zone, wherever it was said."""
    floor.send("bell:1", command("k1", at=script("race").at))
    assert ["2004-05-01T12:00:00+00:00", "2004-05-01T16:00:00+00:00"] == [one.at for one in floor.journal.read_all()]


def test_close_writes_what_was_handed_in(floor, address):
    """What was handed in before the floor closes is written and answered; afterwards nothing is taken."""
    with together(floor, "bell:1"):
        future = floor.submit("bell:1", command("k1"))
        closing = threading.Thread(target=floor.close)
        closing.start()
    closing.join()
    assert 3 == future.result().last
    for deed in (lambda: floor.send("bell:1", command("k2")), lambda: floor.look("bell:1")):
        with pytest.raises(NotRecorded, match="closed"):
            deed()
    floor.close()
    open_journal(address).close()


def test_second_floor_is_refused(floor, address):
    """One journal has one floor, which goes on."""
    with pytest.raises(JournalBusy):
        Floor(open_journal(address))
    assert 2 == floor.send("bell:1", command("k1")).last


def test_damaged_stream_stops_no_other(floor):
    """A stream of which a version is missing answers nobody; the others go on."""
    floor.open("bell:2", "bell", {}, AT)
    # In the thread of the writer, which walks over them after each round.
    floor.view("bell:1", lambda _: floor._streams.pop("bell:2"))
    floor.journal.append(Batch([told(floor.journal.end(), "bell:2", 3, "k0", b"{}")]))
    floor._end = None
    with pytest.raises(JournalDamaged, match="version 2 of bell:2 is missing"):
        floor.send("bell:2", command("k1"))
    assert 2 == floor.send("bell:1", command("k1")).last


@pytest.mark.parametrize("name", ROUNDS)
def test_rounds_are_answered_as_recorded(name, address):
    """Every game's round, a tournament and a race, played durably: sound, balanced, and the same when sent again."""
    floor = Floor(open_journal(address))
    tokens = play(floor, "table:1", script(name))
    assert [] == faults_in(floor.journal)
    assert len(script(name).commands) + 1 == floor.journal.last()[1]
    assert tokens == play(floor, "table:1", script(name))
    floor.close()


def test_a_stream_that_nobody_asks_for_is_let_go(address):
    """A day that is over costs no memory for ever: it is kept as a snapshot, and read from there when asked for."""
    clock = [0.0]
    floor = Floor(open_journal(address), monotonic=lambda: clock[0])
    for name in ("bell:1", "bell:2"):
        floor.open(name, "bell", {}, AT)
    floor.send("bell:1", command("k1", Ring(times=3)))
    state = weakref.ref(floor.look("bell:1"))
    clock[0] = IDLE_SECONDS - 1
    floor.send("bell:2", command("k2"))
    assert state() is not None
    clock[0] = IDLE_SECONDS + IDLE_LOOK_SECONDS
    floor.send("bell:2", command("k3"))
    floor.view("bell:2", lambda _: None)
    gc.collect()
    assert state() is None
    assert 3 == floor.view("bell:1", lambda live: live.state.count)
    assert 5 == floor.send("bell:1", command("k4")).first
    assert [] == faults_in(floor.journal)
    floor.close()
