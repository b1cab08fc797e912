"""A journal in PostgreSQL: sessions that are lost and made anew, who may write by then, and what is no journal."""

import secrets
import time
from contextlib import closing
from urllib.parse import quote

import psycopg
import pytest

from pitboss.cli import main
from pitboss.errors import InputError
from pitboss.journal import (
    Batch,
    Block,
    JournalBusy,
    JournalDamaged,
    JournalUnavailable,
    Secret,
    ShardLost,
    Snapshot,
    open_journal,
)
from pitboss.journal.postgres import LOCK, PostgresJournal, is_private
from tests.support.driven import there
from tests.support.durable import WAIT_SECONDS_MAX, opened
from tests.support.journal_lines import line, lines
from tests.support.postgres import database
from tests.support.segments import put_segment

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
    journal.append(lines(1))
    end(beside, journal)
    with pytest.raises(JournalUnavailable):
        journal.append(lines(2))
    assert (1, 1) == journal.last()
    journal.append(lines(2))
    assert (2, 2) == journal.last()


def test_lost_session_of_a_journal_that_is_archived_whole(journal, beside, tmp_path):
    """No line is left in the database, and the segments say where they end: the next one follows them."""
    journal.append(lines(1, 6))
    journal.remove(*put_segment(journal, tmp_path, 6))
    end(beside, journal)
    with pytest.raises(JournalUnavailable):
        journal.append(lines(7))
    journal.append(lines(7))
    assert [*map(line, range(1, 8))] == list(journal.lines())


def test_reading_goes_on_over_a_new_session(journal, beside):
    """A reading that has begun finds its next rows over the new session."""
    for ordinal in range(1, 101):
        journal.append(lines(ordinal))
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
    with pytest.raises(ShardLost, match="another process has the right to write to this journal now"):
        journal.append(lines(1))
    other.append(lines(1))
    other.close()
    beside.execute("SELECT pg_advisory_lock(%s)", (LOCK,))
    beside.execute("SELECT pg_advisory_unlock(%s)", (LOCK,))
    assert (1, 1) == journal.last()


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
    beside.execute("CREATE TABLE secrets (name TEXT)")
    with pytest.raises(JournalUnavailable, match="already exists"):
        PostgresJournal(address)
    assert [("secrets",)] == beside.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()


def test_journal_in_a_schema(address, beside):
    """The address's options may name a schema of its own."""
    beside.execute("CREATE SCHEMA day")
    journal = open_journal(f"{address}&options={quote('-csearch_path=day')}")
    journal.append(lines(1))
    assert [(1,)] == beside.execute("SELECT position FROM day.commits").fetchall()
    journal.close()


def test_text_that_no_journal_can_hold(journal):
    """A key that is no text is refused in the journal's own words."""
    assert {} == journal.answers_under([("table:1", "k\0")])
    with pytest.raises(JournalUnavailable):
        journal.answer("table:1", "\ud800")
    assert (0, 0) == journal.last()


def test_server_that_finds_damage(journal):
    """What the server itself says is damaged is damage, and not a reason to try again."""
    for kind in (psycopg.errors.DataCorrupted, psycopg.errors.IndexCorrupted):
        assert isinstance(journal._named(kind("page 7")), JournalDamaged)
    assert () == tuple(journal.check())


@pytest.mark.parametrize(
    ("known", "environ", "is_good"),
    [
        ({}, {}, True),
        ({"host": "localhost"}, {}, True),
        ({"host": "127.0.0.1,::1"}, {}, True),
        ({"host": "db.example"}, {}, False),
        ({"host": "localhost,db.example"}, {}, False),
        ({"host": "localhost", "hostaddr": "10.0.0.1"}, {}, False),
        ({"host": "db.example", "sslmode": "require"}, {}, False),
        ({"host": "db.example", "sslmode": "verify-full"}, {}, True),
        ({}, {"PGHOST": "db.example"}, False),
        ({"host": "db.example"}, {"PGSSLMODE": "verify-full"}, True),
    ],
)
def test_a_journal_elsewhere_shows_who_it_is(known, environ, is_good):
    """One on another machine is spoken to encrypted, and only if its certificate has its name."""
    assert is_good == is_private(known, environ)


def test_a_journal_elsewhere_is_not_spoken_to_in_plain():
    """It is refused before a word is said, with what to write into its address, and without its password."""
    with pytest.raises(InputError, match="sslmode=verify-full&sslrootcert=FILE") as refused:
        PostgresJournal("postgresql://pit:secret@db.example/house")
    assert "secret" not in str(refused.value)


@pytest.fixture
def writer(address, beside, capsys):
    """Yield the address of an account that may write, and owns nothing; made by `pitboss grant`."""
    role = f"writer_{secrets.token_hex(6)}"  # accounts are the whole server's, and other tests run beside
    beside.execute(f"CREATE ROLE {role} LOGIN")
    try:
        with pytest.raises(SystemExit) as leaving:
            main(["grant", address, role])
        assert (0, f"{role} writes to the journal, and owns nothing of it\n") == (
            leaving.value.code,
            capsys.readouterr().out,
        )
        yield psycopg.conninfo.make_conninfo(address, user=role)
    finally:
        beside.execute(f"DROP OWNED BY {role} CASCADE")
        beside.execute(f"DROP ROLE {role}")


def test_an_account_that_owns_nothing_writes(writer):
    """Lines, secrets, views and snapshots; it makes no tables, and needs none made."""
    with closing(PostgresJournal(writer)) as journal:
        kept = [Secret("code", "ann", b"x"), Secret("code", "bob", b"x")]
        journal.append(Batch(lines(1, 2).lines, kept))
        journal.append(Batch(secrets=[Secret("code", "ann", b"y"), Secret("code", "bob", None)]))
        for version in (1, 2):
            journal.save_snapshot(Snapshot("table:1", version, bytes(32), "code", b"state"))
        assert ({"ann": b"y"}, 2) == (journal.secrets("code"), there(journal.snapshot("table:1")).version)
        journal.save_block("ledger", Block(1, 2, 2, journal.end().hash, b"{}"))
        assert (1, (2, 2)) == (len(journal.blocks("ledger")), journal.last())


BREAKING = [
    "DROP TRIGGER commits_never_changed ON commits",
    "ALTER TABLE commits DISABLE TRIGGER ALL",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
    "SET session_replication_role = replica",
    "UPDATE commits SET body = 'x'",
    "DELETE FROM commits",
    "TRUNCATE commits",
    "DROP TABLE commits CASCADE",
    "UPDATE journal_schema SET version = 1",
    "CREATE TRIGGER own BEFORE INSERT ON commits FOR EACH ROW EXECUTE FUNCTION refuse_change()",
]


@pytest.mark.parametrize("statement", BREAKING)
def test_an_account_that_owns_nothing_changes_nothing(writer, statement):
    """Neither records nor what refuses to have them changed, whoever has broken into the server."""
    with (
        psycopg.connect(writer, autocommit=True) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute(statement)


def test_only_a_database_with_accounts_gives_rights(tmp_path, capsys):
    """A file has none."""
    with pytest.raises(SystemExit) as leaving:
        main(["grant", f"sqlite:///{tmp_path / 'day.db'}", "pit_writer"])
    assert (2, True) == (leaving.value.code, "only a database in PostgreSQL" in capsys.readouterr().err)


def test_an_account_that_is_not_there_gets_no_rights(address, journal):
    """It is made first, by whoever owns the database."""
    with pytest.raises(JournalUnavailable, match="nobody_here"):
        journal.grant("nobody_here")
    assert address
