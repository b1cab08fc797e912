"""A journal in one SQLite file: write-ahead log, synchronous FULL, one writing process."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final
from weakref import WeakSet

import pysqlite3 as sqlite3

from pitboss.journal.deadlines import Watch
from pitboss.journal.port import JournalBusy, JournalDamaged, JournalUnavailable, VersionConflict
from pitboss.journal.schema import BROUGHT_UP, SQLITE, SQLITE_BEFORE, SQLITE_UP, VERSION
from pitboss.journal.sql import SqlJournal, is_old

SQLITE_LEAST: Final = (3, 51, 3)
"""Versions before it can lose committed data when a write-ahead log is reset."""
CACHE_KIBIBYTES: Final = 512
"""Pages that a connection keeps: a journal is written at its end, and read there or once from the start."""
_UNAVAILABLE: Final = {
    "SQLITE_PERM",
    "SQLITE_BUSY",
    "SQLITE_LOCKED",
    "SQLITE_NOMEM",
    "SQLITE_READONLY",
    "SQLITE_INTERRUPT",
    "SQLITE_IOERR",
    "SQLITE_FULL",
    "SQLITE_CANTOPEN",
    "SQLITE_PROTOCOL",
    "SQLITE_TOOBIG",
}
"""What may be over in a moment, or is no fault of what is stored."""
_THINGS: Final = "SELECT type, name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite^_stat%' ESCAPE '^'"
"""What a file is made of, but for what `ANALYZE` notes."""
_ONLY_NEXT: Final = "only the next one may be added"
"""What the trigger says to whoever does not know the last commit."""
_UNSTORABLE: Final = (OverflowError, UnicodeEncodeError)
"""What the database's library raises for a value that no column holds."""
_DATABASE: Final = (sqlite3.Error, UnicodeDecodeError, *_UNSTORABLE)
"""All that it raises: where it speaks of a name that is damaged, what it says may be no text."""


class SqliteJournal(SqlJournal):
    """A journal in a file.

    After a commit that failed, the file may hold all of the transaction: this connection does not see it, but the next
    process would. So a failed commit is in doubt until something else is durably written in its place, and nothing is
    answered before that.
    """

    mark = "?"

    def __init__(self, path: Path, *, is_reader: bool = False, watch: Watch | None = None) -> None:
        """Open a journal for writing, which only one process may, or for reading beside it."""
        super().__init__(watch=watch)
        self.address = f"sqlite:///{path}"
        self.path, self.is_reader = path, is_reader
        self._connection: Any = None
        self._is_in_doubt = self._is_closed = self.is_old = False
        self._log = path.with_name(f"{path.name}-wal")
        self._files: dict[Path, tuple[int, int]] = {}
        """The files that were opened, by device and inode: whatever lies in their place must be them."""
        _refuse_old(sqlite3.sqlite_version_info)
        if is_reader and not path.exists():
            raise JournalUnavailable("no such journal", values={"journal": self.address})
        self._lock_file = _lock_path(path)
        self._lock = None if is_reader else _lock(self._lock_file, self.address)
        _WRITERS.add(self)
        try:
            self._connect()
        except BaseException:
            self._unlock()
            raise

    def _connect(self) -> None:
        mode = "ro" if self.is_reader else "rwc"
        if not self.is_reader:
            try:
                # It holds hashes of passwords: nobody else on the machine has to read it. Its log is made alike.
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
            except OSError as error:
                reason = f"cannot be opened: {error.strerror}"
                raise JournalUnavailable(reason, values={"journal": self.address}) from error
        self._is_synced = False
        # The log is made anew when nobody has it open; the file never is.
        self._files.pop(self._log, None)
        with self._undone(self._disconnect):
            self._connection = sqlite3.connect(
                f"{self.path.absolute().as_uri()}?mode={mode}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
                timeout=self.watch.deadlines.lock_seconds,
            )
            if not self.is_reader:
                self._connection.execute("PRAGMA journal_mode=WAL")
                self._connection.execute("PRAGMA synchronous=FULL")
            self._connection.execute("PRAGMA foreign_keys=OFF")
            self._connection.execute(f"PRAGMA cache_size=-{CACHE_KIBIBYTES}")
            if not self.is_reader:
                self._require_files(self.path)
            self._prepare()

    def _disconnect(self) -> None:
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None

    def _prepare(self) -> None:
        names = {name for (name,) in self._connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if "journal_schema" not in names:
            if names or self.is_reader:
                raise JournalDamaged(
                    "the file is no journal", values={"journal": self.address, "tables": sorted(names)}
                )
            self._at_once(*SQLITE, f"INSERT INTO journal_schema (version) VALUES ({VERSION})")
        versions = [version for (version,) in self._connection.execute("SELECT version FROM journal_schema")]
        self.is_old = is_old(versions, self.address, is_reader=self.is_reader)
        if versions == [BROUGHT_UP] and not self.is_reader:
            self._at_once(*SQLITE_UP)
            versions = [VERSION]
        (self.version,) = versions

    def _at_once(self, *statements: str) -> None:
        for statement in ("BEGIN IMMEDIATE", *statements, "COMMIT"):
            self._connection.execute(statement)

    def _ready(self) -> Any:
        """Return the connection, made anew if it was lost, when nothing is in doubt."""
        if self._is_closed:
            raise JournalUnavailable("the journal is closed", values={"journal": self.address})
        if self._connection is None:
            self._connect()
        if self._is_in_doubt:
            # Written where the failed transaction began, so that the rest of it is no longer a part of the log. There
            # and back again, because a page that is not touched is not written.
            self._at_once(*(f"UPDATE journal_schema SET version = version {there} 1" for there in "+-"))
            self._is_in_doubt = False
        return self._connection

    def _fetch(self, statement: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        with self._alone, self.watch, self._undone(self._back_out):
            found: list[tuple[Any, ...]] = self._ready().execute(statement, tuple(values)).fetchall()
        return found

    def _write(self, statements: Iterable[tuple[str, list[tuple[Any, ...]]]]) -> None:
        with self._alone, self.watch, self._undone(self._back_out):
            connection = self._ready()
            connection.execute("BEGIN IMMEDIATE")
            for statement, rows in statements:
                if rows:
                    connection.executemany(statement, rows)
            self._require_files(self.path, self._log)
            self._require_lock()
            self._is_in_doubt = True
            connection.execute("COMMIT")
            self._is_in_doubt = False

    def _require_files(self, *paths: Path) -> None:
        """See that what is written goes where the next process will look for it.

        A file that is deleted stays open, and takes everything with it when it is closed.

        Raises:
            JournalUnavailable: where a file is gone, or another one lies in its place.
        """
        for path in paths:
            try:
                found = path.stat()
            except OSError as error:
                if path == self._log and path not in self._files:
                    continue  # a disk that failed just then may have left the file without a log, which is as durable
                raise self._misplaced(f"{path.name} is gone from under the house") from error
            known = self._files.setdefault(path, (found.st_dev, found.st_ino))
            if known != (found.st_dev, found.st_ino) or not found.st_nlink:
                raise self._misplaced(f"another file lies in the place of {path.name}")

    def _require_lock(self) -> None:
        """See that the lock is where the next process looks for it.

        Raises:
            ShardLost: where it is gone, or is another one: somebody else may write as well.
        """
        if self._lock is not None:
            own = os.fstat(self._lock)
            try:
                found = self._lock_file.stat()
            except OSError as error:
                raise self._lost(f"the lock of {self.path.name} is gone, and another process may write") from error
            if (found.st_dev, found.st_ino) != (own.st_dev, own.st_ino):
                raise self._lost(f"another process holds the lock of {self.path.name}")

    def _ready_or_raise(self) -> None:
        super()._ready_or_raise()
        if not self.is_reader:
            self._require_files(self.path)
            self._require_lock()

    def _misplaced(self, what: str) -> JournalUnavailable:
        reason = f"nothing can be recorded: {what}; put the right one back, or stop and restore a copy"
        return JournalUnavailable(reason, values={"journal": self.address})

    @contextmanager
    def _undone(self, undo: Callable[[], None]) -> Iterator[None]:
        """Undo what was begun when it fails, and say in our words what the database said."""
        try:
            yield
        except _DATABASE as error:
            undo()
            raise self._named(error) from error
        except BaseException:
            undo()
            raise

    def _back_out(self) -> None:
        """Undo what was begun; a connection that cannot is made anew when it is next needed."""
        try:
            if self._connection is not None and self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            self._disconnect()

    def _named(self, error: Exception) -> Exception:
        values = {"journal": self.address, "error": str(error)}
        if isinstance(error, sqlite3.IntegrityError) and _ONLY_NEXT in str(error):
            return self._lost(f"somebody else has written to {self.path.name}")
        if isinstance(error, sqlite3.IntegrityError):
            return VersionConflict(f"it is recorded already: {error}", values=values)
        name = str(getattr(error, "sqlite_errorname", ""))
        if isinstance(error, _UNSTORABLE) or any(name == one or name.startswith(f"{one}_") for one in _UNAVAILABLE):
            return JournalUnavailable(f"nothing can be recorded: {error}", values=values)
        return JournalDamaged(f"the database is damaged: {error}", values=values)

    def compact(self) -> None:
        """Give back to the disk what was taken out: the file is written anew, and put in place as commits are."""
        with self._alone, self.watch, self._undone(self._back_out):
            for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):
                self._ready().execute(statement)

    def _own_check(self) -> Sequence[str]:
        found = [str(text) for (text,) in self._fetch("PRAGMA integrity_check(100)")]
        return () if found == ["ok"] else tuple(found)

    def _guards(self) -> Sequence[str]:
        found = {(kind, name): sql for kind, name, sql in self._fetch(_THINGS)}
        made = _made(self.version)
        return [
            f"the {kind} {name} is {'gone' if (kind, name) not in found else 'not one of a journal'}"
            if (kind, name) not in found or (kind, name) not in made
            else f"the {kind} {name} is not as it was made"
            for kind, name in sorted(found.keys() | made.keys())
            if found.get((kind, name)) != made.get((kind, name))
        ]

    def close(self) -> None:
        """Close the file and let others write."""
        with self._alone:
            self._is_closed = True
            self._disconnect()
            self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


@cache
def _made(version: int) -> dict[tuple[str, str], str | None]:
    """Return the tables, triggers and indexes of a journal, as SQLite writes them down."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for statement in SQLITE if version == VERSION else SQLITE_BEFORE:
            connection.execute(statement)
        return {(kind, name): sql for kind, name, sql in connection.execute(_THINGS)}


_WRITERS: WeakSet[SqliteJournal] = WeakSet()


def _forked() -> None:
    """Let go of the locks that came with a fork: they would outlive the process that may write."""
    for journal in list(_WRITERS):
        journal._unlock()  # noqa: SLF001 - of this module


os.register_at_fork(after_in_child=_forked)


def _refuse_old(version: tuple[int, ...]) -> None:
    if version < SQLITE_LEAST:
        found, least = (".".join(map(str, numbers)) for numbers in (version, SQLITE_LEAST))
        reason = f"SQLite {found} can lose what was committed; {least} or later is needed (package pysqlite3)"
        raise JournalUnavailable(reason, values={"sqlite": found})


def _lock_path(path: Path) -> Path:
    """Return where the lock of a journal lies: under whatever name the file is reached, there is one."""
    return Path(f"{path.resolve()}.lock")


def _lock(path: Path, address: str) -> int:
    """Take the right to write, which ends with the process however it ends."""
    try:
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        reason = f"cannot be opened: {error.strerror}"
        raise JournalUnavailable(reason, values={"journal": address}) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise JournalBusy("another process writes to this journal", values={"journal": address}) from error
    return lock
