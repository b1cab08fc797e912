"""What every journal does, whatever keeps it: the same tests over SQLite and over a real PostgreSQL."""

import itertools
import os
import signal
import subprocess
import sys
from contextlib import closing

import psycopg
import pysqlite3 as sqlite3
import pytest

from pitboss.journal import (
    Batch,
    Block,
    End,
    Head,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalUnavailable,
    Line,
    Snapshot,
    VersionConflict,
    open_journal,
)
from pitboss.journal import lines as lines_module
from pitboss.journal import streams as streams_module
from pitboss.journal.lines import unpacked
from pitboss.journal.streams import STREAMS
from tests.support.durable import opened
from tests.support.evening_faults import commits, put_back
from tests.support.journal_lines import line, lines, opened_line, told

pytestmark = pytest.mark.cover

MANY = 700
"""More than are fetched at a time."""
ADDED = (
    "INTO commits (shard, first, last, position, hash, keys, body) SELECT shard, {}, {}, position, hash, keys, body "
)
DEEDS = (
    "UPDATE commits SET position = position",
    "DELETE FROM commits",
    "INSERT "
    + ADDED.format("first", "last")
    + "FROM commits WHERE true ON CONFLICT (shard, first) DO UPDATE SET last = 1",
    "INSERT " + ADDED.format("first", "last") + "FROM commits WHERE first = 1",
    "INSERT " + ADDED.format("first + 100", "last + 100") + "FROM commits WHERE first = 1",
    "INSERT " + ADDED.format("0", "0") + "FROM commits WHERE first = 1",
)
"""What nobody may do; the last but one leaves lines out."""
SQLITE_DEEDS = (
    "INSERT OR REPLACE " + ADDED.format("first", "last") + "FROM commits WHERE true",
    "UPDATE OR IGNORE commits SET last = last",
    "PRAGMA recursive_triggers = off; REPLACE " + ADDED.format("first", "last") + "FROM commits WHERE first = 1",
)
POSTGRES_DEEDS = ("TRUNCATE commits CASCADE", "SET session_replication_role = replica; DELETE FROM commits")
WRITER = (
    "import sys; from pitboss.journal import open_journal; j = open_journal(sys.argv[1]); print(1, flush=True); input()"
)


def two_streams() -> list[Line]:
    """Return lines of two streams, one of them refused."""
    found = [opened_line(End(), "table:1")]
    found.append(opened_line(found[-1].end, "tote:1"))
    found.append(told(found[-1].end, "table:1", 3, "k1", b'{"type":"a/1"}', b'{"type":"b/1"}'))
    found.append(told(found[-1].end, "tote:1", 1, "k1", refusal=b'{"reason":"no"}'))
    found.append(told(found[-1].end, "tote:1", 2, "k2", b'{"type":"c/1"}'))
    return found


def test_empty(journal):
    """A new journal has nothing."""
    assert End() == journal.end()
    assert (0, 0) == journal.last()
    assert {} == journal.heads() == journal.answers_under([])
    assert [] == [
        *journal.lines(),
        *journal.read_all(),
        *journal.read("table:1"),
        *journal.answers(),
        *journal.commits(),
    ]
    assert journal.answer("table:1", "k1") is None


@pytest.mark.parametrize("is_one", [True, False])
def test_what_is_written_is_read(journal, address, is_one):
    """Lines, records and answers come back as they were, in one commit or in many, to the writer and to a reader."""
    written = two_streams()
    for batch in [Batch(written)] if is_one else [Batch([one]) for one in written]:
        journal.append(batch)
    with closing(open_journal(address, is_reader=True)) as reader:
        for one in (journal, reader):
            assert written == list(one.lines())
            assert written[2:] == list(one.lines(after=2))
            assert [1, 2, 3, 4, 5] == [record.position for record in one.read_all()]
            assert [4, 5] == [record.position for record in one.read_all(after=3)]
            assert [(1, ""), (2, "k1"), (3, "k1")] == [(found.version, found.key) for found in one.read("table:1")]
            assert [2] == [found.version for found in one.read("tote:1", after=1)]
            assert [(3, 2, 3, False), (4, 2, 1, True), (5, 2, 2, False)] == [
                (answer.ordinal, answer.first, answer.last, answer.refusal is not None) for answer in one.answers()
            ]
            assert ["k1", "k2"] == [answer.key for answer in one.answers("tote:1")]
            assert {"table:1": Head(3, written[2].hash), "tote:1": Head(2, written[4].hash)} == one.heads()
            assert written[-1].end == one.end()
            assert (5, 5) == one.last()


def test_many(journal):
    """However many rows there are, all come, in order, once."""
    for number in range(1, MANY + 1):
        journal.append(lines(number))
    numbers = list(range(1, MANY + 1))
    assert numbers == [one.ordinal for one in journal.lines()]
    assert numbers == [one.position for one in journal.read_all()]
    assert numbers == [one.version for one in journal.read("table:1")]
    assert numbers[1:] == [one.ordinal for one in journal.answers()]
    assert [650] == [one.version for one in itertools.islice(journal.read("table:1", after=649), 1)]


def test_readings_are_interleaved(journal):
    """Two readings go on beside each other and beside a writer; what comes meanwhile is read too."""
    for number in range(1, 21):
        journal.append(lines(number))
    one, other = journal.read_all(), journal.read("table:1", after=10)
    pairs = [(next(one).position, next(other).version) for _ in range(10)]
    assert [(number, number + 10) for number in range(1, 11)] == pairs
    journal.append(lines(21))
    assert list(range(11, 22)) == [record.position for record in one]


@pytest.mark.parametrize("name", ["table:1", "tisch:ä", "table 1", "Ω'; --", "x" * 300])
def test_any_text(journal, name):
    """A stream's name and a key are any text."""
    journal.append(Batch([first := opened_line(End(), name), told(first.end, name, 2, name, b"{}")]))
    assert name == next(journal.read(name)).stream
    assert name == journal.answer(name, name).key


@pytest.mark.parametrize(
    "wrong",
    [
        [line(3)],
        [line(1)],
        [line(2), line(2)],
        [line(2), told(line(2).end, "table:1", 3, "k2", b"{}")],
        [told(line(1).end, "table:1", 2, "k0", b"{}"), told(line(1).end, "table:1", 2, "k1", b"{}")],
        [told(line(1).end._replace(hash=bytes(32)), "table:1", 2, "k2", b"{}")],
    ],
    ids=["a gap", "again", "twice", "a key twice", "two in one place", "after something else"],
)
def test_what_does_not_follow_is_refused_whole(journal, wrong):
    """A batch whose first line is not the next, or whose lines do not follow each other, leaves nothing behind."""
    journal.append(lines(1))
    with pytest.raises(VersionConflict):
        journal.append(Batch(wrong))
    assert (1, 1) == journal.last()
    assert [1] == [one.ordinal for one in journal.lines()]
    journal.append(lines(2, 3))
    assert (3, 3) == journal.last()


def test_a_key_that_was_used_is_refused(journal, address):
    """Also after the journal was opened anew; the same key of another stream is another key."""
    journal.append(lines(1, 3))
    journal.close()
    with closing(opened(address)) as again:
        again.append(Batch([other := opened_line(line(3).end, "tote:1")]))
        with pytest.raises(VersionConflict, match="the key 'k2' of table:1 is recorded already"):
            again.append(Batch([told(other.end, "table:1", 4, "k2", b"{}")]))
        again.append(Batch([told(other.end, "tote:1", 2, "k2", b"{}")]))
        assert (5, 5) == again.last()


def test_text_that_cannot_be_written(journal):
    """A line that is no text, or is longer than any may be, is refused in the journal's own words."""
    with pytest.raises(JournalError):
        journal.append(Batch([opened_line(End(), "\ud800")]))
    with pytest.raises(JournalDamaged, match="line feed"):
        journal.append(Batch([told(End(), "table:1", 1, "k1", b'{"a":\n1}')]))
    assert (0, 0) == journal.last()


def test_a_line_that_is_too_long(journal, monkeypatch):
    """What no row may hold is refused; what one row should not hold is written in several, in one transaction."""
    monkeypatch.setattr(lines_module, "BODY_MAX", 1_000)
    with pytest.raises(JournalUnavailable, match="too long"):
        journal.append(Batch([opened_line(End(), "x" * 1_000)]))
    monkeypatch.setattr(lines_module, "ROW_BYTES", 300)
    journal.append(lines(1, 9))
    assert len(list(journal.commits())) > 2
    assert [*map(line, range(1, 10))] == list(journal.lines())


def test_answers_by_key(journal):
    """A command's answer is found under its stream and key, alone or with others; what was never answered is not."""
    written = two_streams()
    journal.append(Batch(written))
    assert written[3].answer() == journal.answer("tote:1", "k1")
    assert journal.answer("tote:1", "k3") is None
    asked = [("table:1", "k1"), ("tote:1", "k1"), ("tote:1", "k2"), ("tote:1", "k9"), ("table:9", "k1")]
    assert set(asked[:3]) == set(journal.answers_under(asked))
    assert written[4].answer() == journal.answers_under(asked)["tote:1", "k2"]


@pytest.mark.parametrize("which", range(len(DEEDS) + 3))
def test_the_database_refuses_changes(journal, raw, address, which):
    """Whoever opens the database without us can change, delete, empty, replace or slip in nothing."""
    journal.append(lines(1, 3))
    journal.append(lines(4))
    deeds = DEEDS + (SQLITE_DEEDS if address.startswith("sqlite") else (*POSTGRES_DEEDS, DEEDS[0]))
    *before, statement = deeds[which].split("; ")
    with pytest.raises((sqlite3.DatabaseError, psycopg.Error), match=r"never changed|permission denied"):
        raw(*before, statement)
    assert [*map(line, range(1, 5))] == list(journal.lines())


def test_a_stale_writer_is_refused_by_the_database(journal, raw, address):
    """Whoever does not know the last commit cannot add one, whatever it thinks of the journal."""
    journal.append(lines(1, 3))
    (row,) = journal.commits()
    values = f"1, 3, 3, 3, {hexed(row.hash, address)}, {hexed(row.keys[:16], address)}, {hexed(row.body, address)}"
    with pytest.raises((sqlite3.DatabaseError, psycopg.Error), match="only the next one may be added"):
        raw(f"INSERT INTO commits (shard, first, last, position, hash, keys, body) VALUES ({values})")  # noqa: S608


def hexed(data, address):
    """Return bytes as a statement has them."""
    return f"x'{data.hex()}'" if address.startswith("sqlite") else f"'\\x{data.hex()}'::bytea"


def test_lines_are_the_same_in_both_databases(journal):
    """Whatever keeps it, a line has the same text and the same hash."""
    journal.append(Batch(two_streams()))
    assert "e02844233c9cfc94ffdf91d83c68227256e112cdec8a94b6745cffcfa4d13f83" == journal.end().hash.hex()


def test_views_are_kept_and_thrown_away(journal, address, raw, monkeypatch):
    """The index of streams is kept in blocks; deleted or of other lines it is made anew, and all reads the same."""
    monkeypatch.setattr(streams_module, "BLOCK_LINES", 10)
    for number in range(1, 36):
        journal.append(lines(number))
    assert [(1, 10), (11, 20), (21, 30)] == [(one.first, one.last) for one in journal.blocks(STREAMS)]
    changes = [
        "UPDATE views SET body = body",
        f"UPDATE views SET body = {hexed(b'{', address)} WHERE first = 21",  # noqa: S608
        "UPDATE views SET first = 12 WHERE first = 11",
        f"UPDATE views SET hash = {hexed(bytes(32), address)} WHERE first = 1",  # noqa: S608
        "DELETE FROM views",
    ]
    for change, left in zip(changes, (3, 3, 1, 0, 0), strict=True):
        raw(change)
        with closing(open_journal(address, is_reader=True)) as reader:
            assert left == len(reader.blocks(STREAMS))
            for after in (0, 9, 10, 25, 34):
                assert list(range(after + 1, 36)) == [one.version for one in reader.read("table:1", after)]
                assert list(range(after + 1, 36)) == [one.position for one in reader.read_all(after)]
            assert 35 == reader.heads()["table:1"].version
    journal.rebuild_streams()
    assert 3 == len(journal.blocks(STREAMS))
    journal.append(lines(36, 45))
    assert (45, 4) == (len(list(journal.read("table:1"))), len(journal.blocks(STREAMS)))


def test_a_whole_journal_is_required(journal, address, raw, monkeypatch):
    """Everything is read to its beginning; a view that says otherwise is not passed over."""
    monkeypatch.setattr(streams_module, "BLOCK_LINES", 10)
    journal.require_whole()
    for number in range(1, 36):
        journal.append(lines(number))
    journal.require_whole()
    journal.append(lines(36))
    assert (36, 36) == (journal.heads()["table:1"].version, journal.end().ordinal)
    with closing(open_journal(address, is_reader=True)) as reader:
        reader.require_whole()
        raw(f"UPDATE views SET body = {hexed(b'{}', address)} WHERE first = 11")  # noqa: S608
        with pytest.raises(JournalDamaged, match="`pitboss rebuild` makes it anew"):
            reader.require_whole()


def test_a_known_index_spares_a_look_into_its_lines(journal, address, raw, monkeypatch):
    """Its lines are chained all the same; where it is another one, everything is looked at."""
    monkeypatch.setattr(streams_module, "BLOCK_LINES", 10)
    for number in range(1, 36):
        journal.append(lines(number))
    index = journal.index()
    assert line(30).end == index.end
    with closing(open_journal(address, is_reader=True)) as reader:
        parsed = list[int]()

        def noted(row, end):
            parsed.append(row.first)
            return unpacked(row, end)

        monkeypatch.setattr("pitboss.journal.reading.unpacked", noted)
        reader.require_whole(index)
        assert ([31, 32, 33, 34, 35], 35) == (parsed, reader.heads()["table:1"].version)
        reader.require_whole(index._replace(digest=bytes(32)))
        assert set(range(1, 36)) == set(parsed)
        raw(f"UPDATE views SET body = {hexed(b'{}', address)} WHERE first = 11")  # noqa: S608
        with pytest.raises(JournalDamaged, match="`pitboss rebuild` makes it anew"):
            reader.require_whole(index)


@pytest.mark.parametrize("column", ["hash", "body"])
def test_a_known_index_hides_no_change(journal, address, column, monkeypatch):
    """A line that is another one, or a commit that is gone, breaks the chain that is followed."""
    monkeypatch.setattr(streams_module, "BLOCK_LINES", 10)
    for number in range(1, 36):
        journal.append(lines(number))
    index, rows = journal.index(), commits(address)
    other = rows[4]._replace(hash=bytes(32)) if column == "hash" else rows[4]._replace(body=rows[5].body)
    put_back(address, [*rows[:4], other, *rows[5:]])
    with closing(open_journal(address, is_reader=True)) as reader:
        with pytest.raises(JournalDamaged, match="the chain is broken"):
            reader.require_whole(index)
        put_back(address, [*rows[:4], *rows[5:]])
        with pytest.raises(JournalDamaged, match="the chain is broken"):
            reader.require_whole(index)


def test_blocks_of_any_view(journal):
    """A block is kept with the lines it is about, and gives way to one that begins there."""
    journal.append(lines(1, 3))
    journal.append(lines(4, 6))
    for first, last in ((1, 3), (4, 6)):
        journal.save_block("other", Block(first, last, last, line(last).hash, b"x"))
    assert 2 == len(journal.blocks("other"))
    journal.save_block("other", Block(1, 6, 6, line(6).hash, b"y"))
    assert [b"y"] == [one.body for one in journal.blocks("other")]


def test_snapshots_are_replaced(journal):
    """A stream has one snapshot, the last one saved; another stream's is its own."""
    first, second = (Snapshot("table:1", version, bytes(32), "code", b"state" * version) for version in (1, 2))
    journal.save_snapshot(first)
    journal.save_snapshot(second)
    assert second == journal.snapshot("table:1")
    assert journal.snapshot("table:2") is None
    other = Snapshot("cage", 7, bytes(32), "code", b"x")
    journal.save_snapshot(other)
    assert [other, second] == journal.snapshots()


def test_second_writer_is_refused(journal, address):
    """While a journal is open for writing nobody else may; the refusal comes at once and changes nothing."""
    with pytest.raises(JournalBusy, match="another process writes"):
        open_journal(address)
    journal.append(lines(1))
    journal.close()
    next_one = open_journal(address)
    assert (1, 1) == next_one.last()
    next_one.close()


def test_right_to_write_ends_with_the_process(address):
    """A writer in another process keeps us out, until it is killed."""
    command = [sys.executable, "-c", WRITER, address]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        with pytest.raises(JournalBusy):
            open_journal(address)
        os.kill(writer.pid, signal.SIGKILL)
        writer.wait()
    opened(address).close()


def test_reader_beside_the_writer(journal, address):
    """A reader sees every commit as soon as it is written, keeps nobody from writing, and may not write itself."""
    reader = open_journal(address, is_reader=True)
    for number in (1, 2):
        journal.append(lines(number))
        assert (number, number) == reader.last()
        assert number == reader.heads()["table:1"].version
        assert (number == 2) == (reader.answer("table:1", "k2") is not None)
    half_read = reader.read_all()
    next(half_read)
    journal.append(lines(3))
    assert 2 == next(half_read).position
    with pytest.raises(JournalUnavailable):
        reader.append(lines(4))
    reader.close()


def test_other_version_is_refused(journal, raw, address):
    """Tables of a version that this program does not know are not touched."""
    raw("UPDATE journal_schema SET version = 99")
    journal.close()
    for is_reader in (False, True):
        with pytest.raises(JournalDamaged, match=r"of version 99; this program knows 4"):
            open_journal(address, is_reader=is_reader)


def test_no_version_is_refused(journal, raw, address):
    """Tables that do not say their version are no journal's."""
    raw("DELETE FROM journal_schema")
    journal.close()
    with pytest.raises(JournalDamaged, match="of version none"):
        open_journal(address)


def test_closed_journal(journal):
    """A journal that was closed says so, also when it is closed twice."""
    journal.append(lines(1))
    journal.close()
    journal.close()
    for deed in (journal.last, lambda: journal.append(lines(2)), lambda: next(journal.read_all())):
        with pytest.raises(JournalUnavailable, match="closed"):
            deed()


def test_empty_batch(journal):
    """Nothing to write is nothing written."""
    journal.append(Batch())
    assert (0, 0) == journal.last()
    assert [] == list(itertools.islice(journal.read_all(), 1))
