"""A stream taken up from its journal: from its snapshot where that fits, from its records where it does not."""

import pickle

import msgspec
import pytest

from pitboss.errors import InputError
from pitboss.floor.writer.live_stream import LiveStream, Opened, canonical, load
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.program import code_version
from pitboss.floor.writer.snapshots import frozen
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Batch, JournalDamaged, Record, Snapshot, next_hash, open_journal
from pitboss.journal.chain import GENESIS
from tests.support.bell import AT, OPENER, Ring, Tower, command
from tests.support.postgres import database

MADE_UP = frozen(Tower(1_000))
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


def snapshot(journal, version=4, **changed):
    """Save a snapshot of the made-up state after a version, different from a good one where that is said."""
    hashes = {record.version: record.hash for record in journal.read("bell:1")}
    good = {"hash": hashes.get(version, bytes(32)), "code": code_version(), "body": MADE_UP}
    journal.save_snapshot(Snapshot("bell:1", version, **{**good, **changed}))


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


class Foreign:
    """A class that is no part of any state of ours."""


@pytest.mark.parametrize(
    "changed",
    [
        {"code": "other"},
        {"hash": bytes(32)},
        {"body": MADE_UP[:-1]},
        {"body": MADE_UP[:40] + bytes([MADE_UP[40] ^ 1]) + MADE_UP[41:]},
        {"body": b""},
        {"body": frozen(Foreign)},
        {"body": pickle.dumps(Tower(1_000))},
        {"version": 7},
        {"version": 0},
    ],
    ids=["code", "hash", "cut", "bit", "empty", "class", "no digest", "not reached", "nothing"],
)
def test_snapshot_that_does_not_fit_is_thrown_away(journal, changed):
    """Made by other code, of another history, damaged, or of what is no state: the records are followed instead."""
    snapshot(journal, **{"version": 6, **changed})
    live = loaded(journal)
    assert (5, 6, 0) == (live.state.count, live.version, live.snapshot_version)


@pytest.mark.parametrize("has_snapshot", [False, True])
def test_broken_chain(journal, has_snapshot):
    """A record that does not follow the one before it stops the loading, with or without a snapshot before it."""
    if has_snapshot:
        snapshot(journal, 6)
    journal.append(Batch([Record(7, "bell:1", 7, 1, "k", "2004", b'{"type":"bell.rung/1","count":6}', bytes(32))]))
    with pytest.raises(JournalDamaged, match="bell:1 is broken at version 7"):
        load(journal, "bell:1")


def test_missing_record(journal):
    """A gap in the versions is a break."""
    body = b'{"type":"bell.rung/1","count":6}'
    hashed = next_hash(journal.heads()["bell:1"].hash, "bell:1", 8, key="k", at="2004", body=body)
    journal.append(Batch([Record(7, "bell:1", 8, 1, "k", "2004", body, hashed)]))
    with pytest.raises(JournalDamaged, match="bell:1 is broken at version 7"):
        load(journal, "bell:1")


def test_stream_of_a_kind_that_is_gone(journal):
    """A stream whose kind nobody knows is refused by name."""
    body = canonical(Opened("organ", msgspec.Raw(b"{}")))
    hashed = next_hash(GENESIS, "organ:1", 1, key="", at="2004", body=body)
    journal.append(Batch([Record(7, "organ:1", 1, 1, "", "2004", body, hashed)]))
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
