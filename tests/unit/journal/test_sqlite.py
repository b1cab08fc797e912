"""A journal in a SQLite file: what is no journal, who is kept out, and commits that fail."""

import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from weakref import WeakSet

import pysqlite3
import pytest

from pitboss.journal import JournalBusy, JournalDamaged, JournalUnavailable, ShardLost, sqlite, streams
from pitboss.journal.lines import packed
from pitboss.journal.sqlite import SQLITE_LEAST, SqliteJournal, _refuse_old
from tests.support.journal_lines import line, lines


@pytest.fixture
def path(tmp_path):
    """Return where a journal may be."""
    return tmp_path / "day.db"


@pytest.fixture
def journal(path):
    """Yield an empty journal."""
    one = SqliteJournal(path)
    yield one
    one.close()


class Failing:
    """A connection that fails once or for good at some statements, before or after it has done them."""

    def __init__(self, connection, *statements, error=None, is_after=False, is_lasting=False):
        self.connection, self.statements = connection, list(statements)
        self.error = error or pysqlite3.OperationalError("disk I/O error")
        self.error.sqlite_errorname = "SQLITE_IOERR"
        self.is_after, self.is_lasting = is_after, is_lasting

    def execute(self, statement, values=()):
        """Fail, or do it."""
        name = next((name for name in self.statements if statement.startswith(name)), None)
        if name is None:
            return self.connection.execute(statement, values)
        if not self.is_lasting:
            self.statements.remove(name)
        if self.is_after:
            self.connection.execute(statement, values)
        raise self.error

    def __getattr__(self, name):
        return getattr(self.connection, name)


def test_file_is_a_full_sync_log(journal):
    """Commits are appended to a log and synced before they return."""
    assert [("wal",)] == journal._fetch("PRAGMA journal_mode")
    assert [(2,)] == journal._fetch("PRAGMA synchronous")


def test_file_that_is_no_database(path):
    """A file of something else is named as such, and left as it is."""
    path.write_bytes(b"not a database, but as long as the header of one would have to be" * 20)
    before = path.read_bytes()
    for is_reader in (False, True):
        with pytest.raises(JournalDamaged, match="not a database"):
            SqliteJournal(path, is_reader=is_reader)
    assert before == path.read_bytes()


def test_database_that_is_no_journal(path):
    """A database of somebody else is not made a journal of."""
    connection = pysqlite3.connect(path)
    connection.execute("CREATE TABLE guests (name TEXT)")
    connection.close()
    for is_reader in (False, True):
        with pytest.raises(JournalDamaged, match="no journal") as caught:
            SqliteJournal(path, is_reader=is_reader)
        assert ["guests"] == caught.value.values["tables"]


def test_empty_file(path):
    """An empty file becomes a journal for a writer; for a reader it is none."""
    path.touch()
    with pytest.raises(JournalDamaged, match="no journal"):
        SqliteJournal(path, is_reader=True)
    SqliteJournal(path).close()
    SqliteJournal(path, is_reader=True).close()


def test_no_file_to_read(path):
    """A reader makes no file."""
    with pytest.raises(JournalUnavailable, match="no such journal"):
        SqliteJournal(path, is_reader=True)
    assert not path.exists()


@pytest.mark.parametrize("name", ["missing/day.db", "."])
def test_place_where_no_file_can_be(tmp_path, name):
    """A folder that is missing, or that is one, is told; nobody keeps the right to write."""
    with pytest.raises(JournalUnavailable):
        SqliteJournal(tmp_path / name)
    (tmp_path / "missing").mkdir(exist_ok=True)
    SqliteJournal(tmp_path / "missing/day.db").close()


def test_old_sqlite_is_refused(path, monkeypatch):
    """A SQLite that may lose commits is refused before it touches anything; the first good one is not."""
    _refuse_old(SQLITE_LEAST)
    monkeypatch.setattr(pysqlite3, "sqlite_version_info", (3, 51, 2))
    with pytest.raises(JournalUnavailable, match=r"SQLite 3\.51\.2 .* 3\.51\.3 or later"):
        SqliteJournal(path)
    assert not path.exists()


def test_second_name_of_a_file(journal, tmp_path):
    """A file has one writer, by whatever name it is reached."""
    (tmp_path / "link.db").symlink_to(journal.path)
    with pytest.raises(JournalBusy):
        SqliteJournal(tmp_path / "link.db")


def test_refused_opening_gives_up_the_right(path):
    """Who may write but cannot open the file keeps nobody else out."""
    path.write_bytes(b"x" * 5_000)
    with pytest.raises(JournalDamaged):
        SqliteJournal(path)
    path.unlink()
    SqliteJournal(path).close()


FORKING = """
import os, sys, time
from pitboss.journal import open_journal
journal = open_journal(sys.argv[1])
if not os.fork():
    print(os.getpid(), flush=True)
time.sleep(600)
"""


def test_fork_does_not_keep_the_right(path):
    """What a writer's process forked keeps nobody out when the writer is killed."""
    with subprocess.Popen([sys.executable, "-c", FORKING, str(path)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        forked = int(writer.stdout.readline())
        with pytest.raises(JournalBusy):
            SqliteJournal(path)
        writer.kill()
        writer.wait()
        try:
            SqliteJournal(path).close()
        finally:
            os.kill(forked, signal.SIGKILL)


def test_file_locked_by_somebody_else(journal, path):
    """While another program keeps the file locked nothing is recorded; afterwards it is."""
    journal._fetch("PRAGMA busy_timeout = 20")
    with other(path) as somebody:
        somebody.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalUnavailable, match="locked"):
            journal.append(lines(1))
        assert (0, 0) == journal.last()
    journal.append(lines(1))
    assert (1, 1) == journal.last()


@contextmanager
def other(path):
    """Yield another program's connection."""
    connection = pysqlite3.connect(path, isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()


def test_failed_commit_is_undone(journal):
    """A commit that fails leaves nothing, and the next one is fine."""
    journal._connection = Failing(journal._connection, "COMMIT")
    with pytest.raises(JournalUnavailable, match="disk I/O error"):
        journal.append(lines(1))
    assert (0, 0) == journal.last()
    journal.append(lines(1))
    assert (1, 1) == journal.last()


def test_nothing_is_told_while_a_commit_is_in_doubt(journal):
    """As long as nothing else can be written in the place of a failed commit, nobody is told what became of it."""
    failing = journal._connection = Failing(journal._connection, "COMMIT", is_lasting=True)
    for deed in (lambda: journal.append(lines(1)), journal.last, lambda: journal.append(lines(1))):
        with pytest.raises(JournalUnavailable):
            deed()
    failing.statements.clear()
    assert (0, 0) == journal.last()


def test_connection_that_cannot_undo_is_made_anew(journal):
    """Where even going back fails, the connection is given up; the journal heals with a new one."""
    journal._connection = Failing(journal._connection, "INSERT INTO", "ROLLBACK", "COMMIT")
    with pytest.raises(JournalUnavailable):
        journal.append(lines(1))
    assert journal._connection is None
    journal.append(lines(1))
    assert (1, 1) == journal.last()


def test_journal_that_cannot_be_opened_anew(journal, path):
    """As long as the file is away nothing is recorded and nothing breaks; when it is back, all is well."""
    journal.append(lines(1))
    journal._disconnect()
    path.rename(f"{path}.away")
    path.mkdir()
    for _ in range(2):
        with pytest.raises(JournalUnavailable):
            journal.append(lines(2))
    path.rmdir()
    path.with_name("day.db.away").rename(path)
    journal.append(lines(2))
    assert (2, 2) == journal.last()


def test_interruption_is_passed_on(journal):
    """What is no fault of the database, such as a user who stops the program, stays what it is; nothing is begun."""
    journal._connection = Failing(journal._connection, "SELECT", "COMMIT", error=KeyboardInterrupt())
    for deed in (journal.last, lambda: journal.append(lines(1))):
        with pytest.raises(KeyboardInterrupt):
            deed()
        assert not journal._connection.in_transaction


def test_interrupted_opening(path, monkeypatch):
    """Who is stopped while opening keeps nobody else out."""
    monkeypatch.setattr(SqliteJournal, "_prepare", lambda _: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        SqliteJournal(path)
    monkeypatch.undo()
    SqliteJournal(path).close()


def test_damage_is_told(journal, path):
    """What the database finds wrong with itself is told in its words, also where it cannot be read at all."""
    for ordinal in range(1, 200):
        journal.append(lines(ordinal))
    journal.close()
    pages = bytearray(path.read_bytes())
    pages[4096 * 2 : 4096 * 3] = bytes(4096)
    path.write_bytes(pages)
    damaged = SqliteJournal(path, is_reader=True)
    assert damaged.check()
    damaged._connection = Failing(damaged._connection, "PRAGMA integrity", error=pysqlite3.DatabaseError("ruins"))
    assert ("nothing can be recorded: ruins",) == tuple(damaged.check())
    damaged.close()


def test_text_that_is_none(journal, path):
    """A text that no longer is one is damage, and not a reason to try again."""
    journal.append(lines(1))
    journal.close()
    connection = pysqlite3.connect(path)
    connection.execute("INSERT INTO secrets (kind, name, body) VALUES ('code', 'ann', x'00')")
    connection.commit()
    connection.close()
    path.write_bytes(path.read_bytes().replace(b"codeann", b"code\xffnn"))
    reader = SqliteJournal(path, is_reader=True)
    with pytest.raises(JournalDamaged, match="UTF-8"):
        reader.secrets("code")
    reader.close()


def test_word_that_is_none(path):
    """A statement of the tables that no longer is a text is damage, although the database's words for it are none."""
    SqliteJournal(path).close()
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE commits", b"CREATE \xffABLE commits"))
    with pytest.raises(JournalDamaged):
        SqliteJournal(path, is_reader=True)


def test_reader_first_after_a_crash(journal, tmp_path):
    """A reader that comes first after a crash reads what the log has, and leaves it for the next writer."""
    journal.append(lines(1))
    for suffix in ("", "-wal"):
        (tmp_path / f"copy.db{suffix}").write_bytes((tmp_path / f"day.db{suffix}").read_bytes())
    copy = SqliteJournal(tmp_path / "copy.db", is_reader=True)
    assert (1, 1) == copy.last()
    copy.close()
    writer = SqliteJournal(tmp_path / "copy.db")
    assert (1, 1) == writer.last()
    writer.close()


def test_a_row_that_somebody_wrote_past_the_lock(journal, path):
    """Is a conflict: what was recorded in this place stays, and this line is not taken for it."""
    journal.append(lines(1))
    (row,) = packed([line(2)])
    with other(path) as somebody:
        somebody.execute("INSERT INTO commits VALUES (?, ?, ?, ?, ?, ?, ?)", (journal.shard, *row))
    with pytest.raises(ShardLost, match=r"somebody else has written to day\.db: this process must end"):
        journal.append(lines(2))


def test_an_index_that_cannot_be_kept_is_made_anew(journal, monkeypatch):
    """The line is recorded all the same, and the block is cut with the next one."""
    monkeypatch.setattr(streams, "BLOCK_LINES", 1)
    with monkeypatch.context() as broken:
        broken.setattr(journal, "save_block", lambda *_: (_ for _ in ()).throw(JournalUnavailable("disk full")))
        journal.append(lines(1))
    assert ((1, 1), []) == (journal.last(), journal.blocks(streams.STREAMS))
    journal.append(lines(2))
    assert [(1, 2)] == [(one.first, one.last) for one in journal.blocks(streams.STREAMS)]


def test_a_file_without_a_log_is_written_to(journal, path):
    """Where the database keeps no log beside the file, there is none to miss."""
    journal._fetch("PRAGMA journal_mode=DELETE")
    journal.append(lines(1))
    assert (False, (1, 1)) == (path.with_name("day.db-wal").exists(), journal.last())


def test_what_was_forked_lets_go_of_the_right(journal, path, monkeypatch):
    """Whoever comes next may write, though the forked process still has the journal."""
    monkeypatch.setattr(sqlite, "_WRITERS", WeakSet([journal]))
    with pytest.raises(JournalBusy):
        SqliteJournal(path)
    sqlite._forked()
    SqliteJournal(path).close()
    assert journal._lock is None


class TestFilesUnderARunningHouse:
    @pytest.mark.parametrize("name", ["day.db", "day.db-wal"])
    def test_a_file_that_is_deleted(self, journal, path, name):
        """Nothing is acknowledged that nobody will find again; when the file is back, all is well."""
        journal.append(lines(1))
        file = path.with_name(name)
        file.rename(f"{file}.away")
        with pytest.raises(JournalUnavailable, match=f"{name} is gone from under the house"):
            journal.append(lines(2))
        assert (1, 1) == journal.last()
        path.with_name(f"{name}.away").rename(file)
        journal.append(lines(2))
        assert (2, 2) == journal.last()

    @pytest.mark.parametrize("name", ["day.db", "day.db-wal"])
    def test_another_file_in_its_place(self, journal, path, name):
        """A copy is another file: what is written goes to the one that is open, and would be lost."""
        journal.append(lines(1))
        file = path.with_name(name)
        data = file.read_bytes()
        file.rename(f"{file}.away")
        file.write_bytes(data)
        with pytest.raises(JournalUnavailable, match=f"another file lies in the place of {name}"):
            journal.append(lines(2))
        assert (1, 1) == journal.last()

    def test_another_file_is_not_taken_up(self, journal, path):
        """A connection that is made anew finds the file that was opened, or nothing."""
        journal.append(lines(1))
        journal._disconnect()
        path.rename(f"{path}.away")
        SqliteJournal(path.with_name("other.db")).close()
        path.with_name("other.db").rename(path)
        with pytest.raises(JournalUnavailable, match="another file lies in the place of"):
            journal.append(lines(2))
