"""A stream taken up from its journal: from its snapshot where that fits, from its records where it does not."""

import dataclasses

import msgspec
import pytest

from pitboss.errors import InputError
from pitboss.floor.writer.live_stream import LiveStream, Opened, canonical, load
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.program import code_version
from pitboss.floor.writer.snapshots import NotKept, frozen
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Batch, JournalDamaged, Snapshot, open_journal
from pitboss.journal.lines import opening
from tests.support.bell import AT, OPENER, Ring, Tower, command
from tests.support.journal_lines import told
from tests.support.postgres import database

MADE_UP = Tower(1_000)
"""A state that no record leads to, so that it shows whether a snapshot is used."""


@pytest.fixture(autouse=True)
def bell(monkeypatch):
    """Let bells be opened."""
    monkeypatch.setitem(OPENERS, "bell", OPENER)


@pytest.fixture(params=["sqlite", "postgresql"])
def journal(request, tmp_path):
    """Yield a journal in which a bell was rung five times, and which has no snapshot."""
    if request.param == "sqlite":
        yield from rung(str(tmp_path / "day.db"))
    else:
        with database() as address:
            yield from rung(address)


def rung(address):
    """Yield such a journal."""
    floor = Floor(open_journal(address))
    floor.open("bell:1", "bell", {}, AT)
    floor.send("bell:1", command("k1", Ring(times=2)))
    floor.send("bell:1", command("k2", Ring(times=3)))
    yield floor.journal
    floor.close()


def snapshot(journal, version=4, changed=()):
    """Save a snapshot of the made-up state after a version, different from a good one where that is said."""
    found = {record.version: record for record in journal.read("bell:1")}.get(version)
    position, made = (found.position, found.hash) if found else (0, bytes(32))
    good = Snapshot("bell:1", version, made, code_version(), frozen(MADE_UP, position))
    journal.save_snapshot(dataclasses.replace(good, **{name: to(good) for name, to in changed}))


def loaded(journal) -> LiveStream:
    """Return the bell as the journal has it."""
    live = load(journal, "bell:1")
    assert live is not None
    return live


def test_nothing_to_load(journal):
    """A stream that was never opened is none."""
    assert load(journal, "bell:2") is None


def test_loaded_from_its_records(journal):
    """Without a snapshot all records are followed, and the end of the chain is the journal's head."""
    live = loaded(journal)
    assert (5, 6, journal.heads()["bell:1"].hash) == (live.state.count, live.version, live.hash)
    assert (6, 0) == (live.unkept, live.snapshot_version)


@pytest.mark.parametrize("version", [1, 4, 6])
def test_snapshot_that_fits_is_used(journal, version):
    """Where hash and code fit, the state is the snapshot's, and only the records after it are followed."""
    snapshot(journal, version)
    live = loaded(journal)
    assert (1_000 if version == 6 else 5) == live.state.count
    assert (6, version, journal.heads()["bell:1"].hash) == (live.version, live.snapshot_version, live.hash)


@dataclasses.dataclass
class Foreign:
    """A class that is no part of a bell's state."""

    times: str = "x"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"code": lambda _: "other"}, "another version of the program"),
        ({"hash": lambda _: bytes(32)}, "no such version"),
        ({"body": lambda good: good.body[:-1]}, "not written as snapshots"),
        ({"body": lambda good: good.body[:40] + bytes([good.body[40] ^ 1]) + good.body[41:]}, "no state"),
        ({"body": lambda _: b""}, "not written as snapshots"),
        ({"body": lambda _: frozen(Foreign(), 6)}, "no state of its stream"),
        ({"body": lambda _: frozen(MADE_UP, 5)}, "made after event 5, and version 6 is event 6"),
        ({"version": lambda _: 7}, "no such version"),
        ({"version": lambda _: 0}, "no such version"),
    ],
    ids=["code", "hash", "cut", "bit", "empty", "class", "place", "not reached", "nothing"],
)
def test_snapshot_that_does_not_fit_is_thrown_away(journal, changed, why, caplog):
    """Made by other code, of another history, damaged, or of what is no state: the records are followed instead."""
    snapshot(journal, 6, changed.items())
    live = loaded(journal)
    assert (5, 6, 0) == (live.state.count, live.version, live.snapshot_version)
    assert "the snapshot of bell:1 is not used, and the stream is read from its beginning" in caplog.text
    assert why in caplog.text


def test_a_state_that_comes_back_otherwise_is_not_kept(journal):
    """What is not of its annotation may come back as something else: it was compared before it is kept."""
    live = loaded(journal)
    assert live.version == live.snapshot().version
    live.state.paid = (1,)
    with pytest.raises(NotKept, match="the state of bell:1 does not come back as it is"):
        live.snapshot()


RUNG = b'{"type":"bell.rung/1","count":6}'


def test_missing_record(journal):
    """A gap in the versions stops the loading."""
    journal.append(Batch([told(journal.end(), "bell:1", 8, "k8", RUNG)]))
    with pytest.raises(JournalDamaged, match="version 7 of bell:1 is missing"):
        load(journal, "bell:1")


def test_version_that_comes_again(journal):
    """A version is one event: what comes again is not applied twice."""
    journal.append(Batch([told(journal.end(), "bell:1", 6, "k8", RUNG)]))
    assert (5, 6) == (loaded(journal).state.count, loaded(journal).version)


def test_stream_of_a_kind_that_is_gone(journal):
    """A stream whose kind nobody knows is refused by name."""
    body = canonical(Opened("organ", msgspec.Raw(b"{}")))
    journal.append(Batch([opening(journal.end(), 1, "organ:1", "2004", body)]))
    with pytest.raises(InputError, match="organ"):
        load(journal, "organ:1")


def kept(journal, stream="bell:1") -> int:
    """Return the version of a stream's snapshot, 0 without one."""
    found = journal.snapshot(stream)
    return found.version if found else 0


def test_snapshots_are_made_on_the_way_and_at_the_end(tmp_path):
    """After so many records a state is kept, and again when the floor closes, if there is anything new to keep."""
    floor = Floor(open_journal(str(tmp_path / "day.db")), snapshot_every=3)
    for stream in ("bell:1", "bell:2"):
        floor.open(stream, "bell", {}, AT)
    floor.send("bell:1", command("k1"))
    assert 0 == kept(floor.journal)
    floor.send("bell:1", command("k2", Ring(times=4)))
    floor.look("bell:1")
    assert 6 == kept(floor.journal)
    floor.send("bell:1", command("k3"))
    floor.close()
    reader = open_journal(str(tmp_path / "day.db"), is_reader=True)
    assert [7, 1] == [kept(reader, stream) for stream in ("bell:1", "bell:2")]
    assert (6, 7) == (loaded(reader).state.count, loaded(reader).snapshot_version)
    reader.close()


def test_journal_that_takes_no_snapshot(tmp_path, monkeypatch):
    """A journal that cannot take a snapshot goes on without."""
    floor = Floor(open_journal(str(tmp_path / "day.db")), snapshot_every=1)
    refused = []

    def refuse(one):
        refused.append(one.version)
        raise JournalDamaged("no room")

    monkeypatch.setattr(floor.journal, "save_snapshot", refuse)
    floor.open("bell:1", "bell", {}, AT)
    assert 2 == floor.send("bell:1", command("k1")).last
    floor.close()
    assert {1, 2} == set(refused)
