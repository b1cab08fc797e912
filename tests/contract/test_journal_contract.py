"""What every journal does, whatever keeps it: the same tests over SQLite and over a real PostgreSQL."""

import itertools
import os
import signal
import subprocess
import sys

import psycopg
import pysqlite3 as sqlite3
import pytest

from pitboss.journal import (
    Answer,
    Batch,
    Head,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalUnavailable,
    Posting,
    Record,
    Snapshot,
    VersionConflict,
    open_journal,
)
from tests.support.durable import opened

pytestmark = pytest.mark.cover

AT = "2004-05-01T12:00:00+00:00"
MANY = 2_500
"""More than are fetched at a time."""
TABLES = ("records", "answers", "postings")
DEEDS = {
    "records": "UPDATE records SET body = hash",
    "answers": "UPDATE answers SET refusal = NULL",
    "postings": "UPDATE postings SET amount_minor = amount_minor + 1",
}
REPLACED = {
    "records": "INTO records (position, stream, version, epoch, key, received_at, body, hash) "
    "SELECT position, stream, version, epoch, 'other', received_at, body, hash FROM records WHERE true",
    "answers": "INTO answers (ordinal, stream, key, digest, command, first_version, last_version) "
    "SELECT ordinal, stream, key, digest, digest, first_version, last_version FROM answers WHERE true",
    "postings": "INTO postings (position, line, account, amount_minor) "
    "SELECT position, line, account, 1 FROM postings WHERE true",
}
UPSERTS = {
    "records": "ON CONFLICT (position) DO UPDATE SET key = 'other'",
    "answers": "ON CONFLICT (ordinal) DO UPDATE SET key = 'other'",
    "postings": "ON CONFLICT (position, line) DO UPDATE SET amount_minor = 1",
}
WRITER = (
    "import sys; from pitboss.journal import open_journal; j = open_journal(sys.argv[1]); print(1, flush=True); input()"
)


def record(position, stream="table:1", version=None, key="k1", body=b"{}"):
    """Return a record."""
    return Record(position, stream, version or position, 1, key, AT, body, position.to_bytes(32))


def answer(ordinal, key="k1", stream="table:1", *, first=1, last=1, refusal=None):
    """Return an answer."""
    return Answer(ordinal, stream, key, b"digest", b"command", first, last, refusal)


def two_streams():
    """Return a batch of two streams, written alternately, with money in both."""
    records = [record(1), record(2, "tote:1", 1), record(3, version=2), record(4, "tote:1", 2)]
    answers = [answer(1), answer(2, stream="tote:1"), answer(3, "k2", first=2, last=2), answer(4, "k3", refusal=b"no")]
    postings = [Posting(1, 1, "a", -5), Posting(1, 2, "b", 5), Posting(3, 1, "b", -2), Posting(3, 2, "c", 2)]
    return Batch(records, answers, postings)


def test_empty_journal(journal):
    """A new journal has nothing, and says so."""
    assert (0, 0) == journal.last()
    assert {} == journal.heads() == journal.balances() == journal.answers_under([])
    assert [] == [*journal.read_all(), *journal.read("table:1"), *journal.answers(), *journal.postings()]
    assert () == tuple(journal.check())


def test_what_is_appended_is_read_back(journal, address):
    """Everything that was written is there, as it was written, also when the journal is opened anew."""
    batch = two_streams()
    journal.append(batch)
    journal.close()
    with_reader = open_journal(address, is_reader=True)
    assert batch.records == list(with_reader.read_all())
    assert batch.answers == list(with_reader.answers())
    assert batch.postings == list(with_reader.postings())
    assert (4, 4) == with_reader.last()
    with_reader.close()


def test_streams_are_read_in_order(journal):
    """A stream is read by itself, from a version on; all streams are read together, from a position on."""
    journal.append(two_streams())
    assert [(1, 1), (3, 2)] == [(one.position, one.version) for one in journal.read("table:1")]
    assert [4] == [one.position for one in journal.read("tote:1", after=1)]
    assert [3, 4] == [one.position for one in journal.read_all(after=2)]
    assert ["k1", "k2", "k3"] == [one.key for one in journal.answers("table:1")]


def test_many_are_read_in_pages(journal):
    """More rows than are fetched at a time come without a gap, in order, each once."""
    numbers = range(1, MANY + 1)
    records = [record(number, f"table:{number % 2}", (number + 1) // 2, key=f"k{number}") for number in numbers]
    answers = [answer(number, f"k{number}") for number in numbers]
    journal.append(Batch(records, answers, [Posting(number // 3 + 1, number, "a", number) for number in numbers]))
    assert list(numbers) == [one.position for one in journal.read_all()]
    assert list(range(1, MANY // 2 + 1)) == [one.version for one in journal.read("table:1")]
    assert list(numbers) == [one.ordinal for one in journal.answers()]
    assert list(numbers) == [one.amount_minor for one in journal.postings()]
    assert list(numbers) == [one.line for one in journal.postings("a", upto=MANY)]


def test_readings_may_be_interleaved(journal):
    """Two readings at once, one left unfinished, and a batch written meanwhile: each reading goes on where it was."""
    journal.append(Batch([record(number) for number in range(1, 21)]))
    one, other = journal.read_all(), journal.read("table:1", after=10)
    assert [(1, 11), (2, 12)] == [(next(one).position, next(other).position) for _ in range(2)]
    journal.append(Batch([record(21)]))
    assert list(range(3, 22)) == [found.position for found in one]
    assert 13 == next(other).position


def test_bytes_and_texts_are_kept(journal):
    """Whatever text a name has, and whatever bytes a body, they come back; an answer may be long."""
    name, key, body = "table:Hội An 100%?'\";--\n", "\U0001f3b2%s?", bytes(range(256)) * 8_192
    journal.append(Batch([record(1, name, key=key, body=body)], [answer(1, key, name, refusal=b"")], []))
    assert [(name, key, body)] == [(one.stream, one.key, one.body) for one in journal.read(name)]
    assert b"" == journal.answer(name, key).refusal


@pytest.mark.parametrize(
    "batch",
    [
        Batch([record(2), record(3, version=1)]),
        Batch([record(2), record(1, version=3)]),
        Batch([record(2)], [answer(2, "k2"), answer(3)]),
        Batch([record(2)], [answer(1, "k2")]),
        Batch([record(2)], [], [Posting(1, 1, "b", 7)]),
    ],
    ids=["stream and version", "position", "stream and key", "ordinal", "posting"],
)
def test_nothing_is_written_twice(journal, batch):
    """What is there already is a conflict, and of a batch that has one nothing is there; no number is lost by it."""
    journal.append(Batch([record(1)], [answer(1)], [Posting(1, 1, "a", 7)]))
    with pytest.raises(VersionConflict):
        journal.append(batch)
    assert [1] == [one.position for one in journal.read_all()]
    assert (1, 1) == journal.last()
    journal.append(Batch([record(2)], [answer(2, "k2"), answer(3, stream="tote:1")]))
    assert [1, 2] == [one.position for one in journal.read_all()]


@pytest.mark.parametrize(
    "batch",
    [
        Batch([record(1), Record(2, "table:1", 0, 1, "k", AT, b"", bytes(32))]),
        Batch([record(1), Record(2, "table:1", 2, 1, "k", AT, b"", bytes(31))]),
        Batch([record(1)], [answer(1, first=3, last=1)]),
        Batch([record(1)], [], [Posting(1, 1, "a", 0)]),
        Batch([record(1)], [], [Posting(1, 1, "a", 2**63)]),
        Batch([record(1), record(2, key="\ud800")]),
        Batch([record(1), record(2, body=None)]),
    ],
    ids=["version", "hash", "versions of an answer", "empty posting", "amount", "no text", "no body"],
)
def test_what_cannot_be_is_not_written(journal, batch):
    """A row that no journal may have is refused in the journal's own words, and its batch with it."""
    with pytest.raises(JournalError):
        journal.append(batch)
    assert (0, 0) == journal.last()
    journal.append(Batch([record(1)]))


def test_answers_by_key(journal):
    """A command's answer is found under its stream and key, alone or with others; what was never answered is not."""
    batch = two_streams()
    journal.append(batch)
    assert batch.answers[1] == journal.answer("tote:1", "k1")
    assert journal.answer("tote:1", "k2") is None
    asked = [("table:1", "k1"), ("tote:1", "k1"), ("table:1", "k3"), ("tote:1", "k9"), ("table:9", "k1")]
    expected = {("table:1", "k1"), ("tote:1", "k1"), ("table:1", "k3")}
    assert expected == set(journal.answers_under(asked))
    assert batch.answers[3] == journal.answers_under(asked)["table:1", "k3"]


def test_heads_now_and_then(journal):
    """Every stream's last record is its head, now or after any position."""
    journal.append(two_streams())
    assert {"table:1": Head(2, (3).to_bytes(32)), "tote:1": Head(2, (4).to_bytes(32))} == journal.heads()
    assert {"table:1": Head(2, (3).to_bytes(32)), "tote:1": Head(1, (2).to_bytes(32))} == journal.heads(upto=3)
    assert {} == journal.heads(upto=0)


def test_balances_now_and_then(journal):
    """Accounts hold what was posted to them, now or after any position; postings are read by account and position."""
    journal.append(two_streams())
    assert {"a": -5, "b": 3, "c": 2} == journal.balances()
    assert {"a": -5, "b": 5} == journal.balances(upto=2)
    assert [(1, 5), (3, -2)] == [(one.position, one.amount_minor) for one in journal.postings("b")]
    assert [5] == [one.amount_minor for one in journal.postings("b", upto=2)]
    assert [-5, 5] == [one.amount_minor for one in journal.postings(upto=1)]


@pytest.mark.parametrize("table", TABLES)
def test_the_database_refuses_changes(journal, raw, address, table):
    """Whoever opens the database without us can change, delete, empty or replace nothing of it."""
    batch = two_streams()
    journal.append(batch)
    deleted = f"DELETE FROM {table}"  # noqa: S608
    statements = [DEEDS[table], deleted, f"INSERT {REPLACED[table]} {UPSERTS[table]}"]
    if address.startswith("sqlite"):
        statements += [f"INSERT OR REPLACE {REPLACED[table]}", DEEDS[table].replace("UPDATE", "UPDATE OR IGNORE")]
    else:
        statements += [f"TRUNCATE {table} CASCADE", f"SET session_replication_role = replica; {deleted}"]
    for statement in statements:
        with pytest.raises((sqlite3.DatabaseError, psycopg.Error), match=r"never changed|permission denied"):
            raw(statement)
    assert batch.records == list(journal.read_all())
    assert batch.answers == list(journal.answers())
    assert batch.postings == list(journal.postings())


def test_snapshots_are_replaced(journal):
    """A stream has one snapshot, the last one saved; another stream's is its own."""
    first, second = (Snapshot("table:1", version, bytes(32), "code", b"state" * version) for version in (1, 2))
    journal.save_snapshot(first)
    journal.save_snapshot(second)
    assert second == journal.snapshot("table:1")
    assert journal.snapshot("table:2") is None


def test_second_writer_is_refused(journal, address):
    """While a journal is open for writing nobody else may; the refusal comes at once and changes nothing."""
    with pytest.raises(JournalBusy, match="another process writes"):
        open_journal(address)
    journal.append(Batch([record(1)]))
    journal.close()
    next_one = open_journal(address)
    assert (1, 0) == next_one.last()
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
    """A reader sees every batch as soon as it is written, keeps nobody from writing, and may not write itself."""
    reader = open_journal(address, is_reader=True)
    for position in (1, 2):
        journal.append(Batch([record(position)]))
        assert (position, 0) == reader.last()
    half_read = reader.read_all()
    next(half_read)
    journal.append(Batch([record(3)]))
    assert 2 == next(half_read).position
    with pytest.raises(JournalUnavailable):
        reader.append(Batch([record(4)]))
    reader.close()


def test_other_version_is_refused(journal, raw, address):
    """Tables of a version that this program does not know are not touched."""
    raw("UPDATE journal_schema SET version = 99")
    journal.close()
    for is_reader in (False, True):
        with pytest.raises(JournalDamaged, match=r"of version 99; this program knows 2"):
            open_journal(address, is_reader=is_reader)


def test_no_version_is_refused(journal, raw, address):
    """Tables that do not say their version are no journal's."""
    raw("DELETE FROM journal_schema")
    journal.close()
    with pytest.raises(JournalDamaged, match="of version none"):
        open_journal(address)


def test_closed_journal(journal):
    """A journal that was closed says so, also when it is closed twice."""
    journal.close()
    journal.close()
    for deed in (journal.last, lambda: journal.append(Batch([record(1)])), lambda: next(journal.read_all())):
        with pytest.raises(JournalUnavailable, match="closed"):
            deed()


def test_empty_batch(journal):
    """Nothing to write is nothing written."""
    journal.append(Batch())
    assert (0, 0) == journal.last()
    assert [] == list(itertools.islice(journal.read_all(), 1))
