"""A journal in PostgreSQL: sessions that are lost and made anew, who may write by then, and what is no journal."""

import time
from urllib.parse import quote

import psycopg
import pytest

from pitboss.journal import (
    Answer,
    Batch,
    JournalBusy,
    JournalDamaged,
    JournalUnavailable,
    Record,
    open_journal,
)
from pitboss.journal.postgres import LOCK, PostgresJournal
from tests.support.durable import WAIT_SECONDS_MAX, opened
from tests.support.postgres import database

SESSIONS = "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"


@pytest.fixture
def address():
    """Yield the address of an empty database."""
    with database() as one:
        yield one


@pytest.fixture
def journal(address):
    """Yield an empty journal."""
    one = PostgresJournal(address)
    yield one
    one.close()


@pytest.fixture
def beside(address):
    """Yield a session of somebody else."""
    with psycopg.connect(address, autocommit=True) as connection:
        yield connection


def batch(position):
    """Return a batch of one record."""
    return Batch([Record(position, "table:1", position, 1, "k", "2004", b"{}", bytes(32))])


def end(beside, journal):
    """End a journal's session, as a server that is stopped does."""
    (is_ended,) = beside.execute(
        "SELECT pg_terminate_backend(%s, 10000)", (journal._connection.info.backend_pid,)
    ).fetchone()
    assert is_ended


def test_commits_are_flushed(address, beside):
    """A server that lets commits be lost by default does not do so for a journal."""
    name = psycopg.conninfo.conninfo_to_dict(address)["dbname"]
    beside.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = off')
    journal = PostgresJournal(address)
    assert [("on",)] == journal._fetch("SHOW synchronous_commit")
    journal.close()


def test_lost_session_is_made_anew(journal, beside):
    """A session that the server ended fails once, with nothing recorded; the next command finds a new one."""
    journal.append(batch(1))
    end(beside, journal)
    with pytest.raises(JournalUnavailable):
        journal.append(batch(2))
    assert (1, 0) == journal.last()
    journal.append(batch(2))
    assert (2, 0) == journal.last()


def test_reading_goes_on_over_a_new_session(journal, beside):
    """A reading that has begun finds its next rows over the new session."""
    journal.append(Batch([batch(position).records[0] for position in range(1, 101)]))
    reading = journal.read_all()
    assert 1 == next(reading).position
    end(beside, journal)
    with pytest.raises(JournalUnavailable):
        journal.last()
    assert list(range(2, 101)) == [record.position for record in reading]


def test_right_to_write_lost_with_the_session(journal, beside, address):
    """Who lost its session may write again only if nobody else does by then."""
    end(beside, journal)
    other = opened(address)
    with pytest.raises(JournalUnavailable):
        journal.last()
    with pytest.raises(JournalBusy):
        journal.append(batch(1))
    other.append(batch(1))
    other.close()
    beside.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
    beside.execute("SELECT pg_advisory_unlock(%s)", (LOCK,))
    assert (1, 0) == journal.last()


def test_refused_writer_leaves_no_session(journal, beside, address):
    """Who may not write is gone from the server."""
    with pytest.raises(JournalBusy):
        PostgresJournal(address)
    deadline = time.monotonic() + WAIT_SECONDS_MAX
    while [(journal._connection.info.backend_pid,)] != beside.execute(SESSIONS).fetchall():
        assert time.monotonic() < deadline, "a session is left"


def test_database_without_a_journal(address):
    """A reader makes no tables."""
    with pytest.raises(JournalDamaged, match="no journal"):
        PostgresJournal(address, is_reader=True)
    PostgresJournal(address).close()
    PostgresJournal(address, is_reader=True).close()


def test_tables_of_somebody_else(address, beside):
    """Where others have tables of these names no journal is made, and none of ours is left behind."""
    beside.execute("CREATE TABLE answers (name TEXT)")
    with pytest.raises(JournalUnavailable, match="already exists"):
        PostgresJournal(address)
    assert [("answers",)] == beside.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()


def test_journal_in_a_schema(address, beside):
    """The address's options may name a schema of its own."""
    beside.execute("CREATE SCHEMA day")
    journal = open_journal(f"{address}&options={quote('-csearch_path=day')}")
    journal.append(batch(1))
    assert [(1,)] == beside.execute("SELECT position FROM day.records").fetchall()
    journal.close()


def test_text_that_postgresql_cannot_hold(journal):
    """A key with a zero in it is refused in the journal's own words, whether it is asked for or written."""
    with pytest.raises(JournalUnavailable, match="NUL"):
        journal.answers_under([("table:1", "k\0")])
    with pytest.raises(JournalUnavailable, match="NUL"):
        journal.append(Batch([], [Answer(1, "table:1", "k\0", b"", b"", 1, 0, b"no")]))
    with pytest.raises(JournalUnavailable):
        journal.answer("table:1", "\ud800")
    assert (0, 0) == journal.last()


def test_server_that_finds_damage(journal):
    """What the server itself says is damaged is damage, and not a reason to try again."""
    for kind in (psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted):
        assert isinstance(journal._named(kind("page 7")), JournalDamaged)
    assert () == tuple(journal.check())
