"""A journal in PostgreSQL: one writing session by an advisory lock, commits that are flushed before they return."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from pitboss.errors import InputError
from pitboss.journal.address import is_here, without_password, without_secrets
from pitboss.journal.port import JournalBusy, JournalDamaged, JournalOld, JournalUnavailable, VersionConflict
from pitboss.journal.schema import BROUGHT_UP, POSTGRES, POSTGRES_UP, VERSION, WRITER_RIGHTS
from pitboss.journal.sql import SqlJournal, is_old

if TYPE_CHECKING:
    import psycopg

LOCK: Final = 0x70697462
"""The number of the advisory lock that the writing session holds."""

OUT_OF_ORDER: Final = "PB002"
"""What the trigger says to a commit that is not the next."""


def error_code(error: Exception) -> str | None:
    """Return the code that the server gave."""
    return getattr(error, "sqlstate", None)


def is_private(known: Mapping[str, Any], environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether nobody can read or change what goes to a database: it is here, or shows who it is and encrypts.

    >>> is_private({"host": "/run/postgresql"}, {}), is_private({"host": "db.example"}, {})
    (True, False)
    >>> is_private({"host": "db.example", "sslmode": "verify-full"}, {})
    True
    """
    if (known.get("sslmode") or environ.get("PGSSLMODE")) == "verify-full":
        return True
    named = known.get("hostaddr") or known.get("host") or environ.get("PGHOSTADDR") or environ.get("PGHOST") or ""
    return all(one.strip().startswith(("/", "@")) or is_here(one.strip()) for one in str(named).split(","))


class PostgresJournal(SqlJournal):
    """A journal in a database of its own, or in a schema that the address's options name."""

    mark = "%s"

    def __init__(self, address: str, *, is_reader: bool = False) -> None:
        """Connect for writing, which only one session may, or for reading beside it."""
        super().__init__()
        self.address, self.is_reader, self._is_closed, self.is_old = address, is_reader, False, False
        self._connection = self._connect()

    def _connect(self) -> psycopg.Connection[Any]:
        try:
            import psycopg
        except ImportError:
            reason = "PostgreSQL needs its driver, which is not installed: psycopg[binary]"
            raise InputError(reason, field="journal", value=without_password(self.address)) from None
        try:
            known = psycopg.conninfo.conninfo_to_dict(self.address)
        except (psycopg.Error, UnicodeError) as error:
            reason = without_secrets(str(error).strip(), self.address, "the address cannot be read")
            raise InputError(reason, field="journal", value=without_password(self.address)) from None
        if not is_private(known):
            reason = "a journal on another machine is reached with sslmode=verify-full&sslrootcert=FILE in its address"
            raise InputError(reason, field="journal", value=without_password(self.address))
        try:
            connection = psycopg.connect(self.address, autocommit=True, connect_timeout=5)
        except psycopg.Error as error:
            reason = without_secrets(f"cannot be reached: {str(error).strip()}", self.address, "cannot be reached")
            raise JournalUnavailable(reason, values={"journal": without_password(self.address)}) from None
        try:
            self._prepare(connection)
        except BaseException as error:
            connection.close()
            if isinstance(error, psycopg.Error):
                raise self._named(error) from error
            raise
        return connection

    def _prepare(self, connection: psycopg.Connection[Any]) -> None:
        values = {"journal": without_password(self.address)}
        if self.is_reader:
            connection.execute("SET default_transaction_read_only = on")
        else:
            # Whatever the server's default is: what is acknowledged is on the disk.
            connection.execute("SET synchronous_commit = on")
            (is_ours,) = connection.execute("SELECT pg_try_advisory_lock(%s)", (LOCK,)).fetchone() or (False,)
            if not is_ours:
                raise JournalBusy("another process writes to this journal", values=values)
        known = connection.execute("SELECT to_regclass('journal_schema') IS NOT NULL").fetchone()
        if known != (True,):
            if self.is_reader:
                raise JournalDamaged("the database has no journal", values=values)
            with connection.transaction():
                for statement in POSTGRES:
                    connection.execute(statement)
                connection.execute("INSERT INTO journal_schema (version) VALUES (%s)", (VERSION,))
        versions = [version for (version,) in connection.execute("SELECT version FROM journal_schema").fetchall()]
        self.is_old = is_old(versions, values["journal"], is_reader=self.is_reader)
        if versions == [BROUGHT_UP] and not self.is_reader:
            self._bring_up(connection)
            versions = [VERSION]
        (self.version,) = versions

    def _bring_up(self, connection: psycopg.Connection[Any]) -> None:
        """Bring tables of version 3 up, which only their owner may."""
        import psycopg

        try:
            with connection.transaction():
                for statement in POSTGRES_UP:
                    connection.execute(statement)
        except psycopg.errors.InsufficientPrivilege as error:
            reason = "the journal's tables are of version 3: let `pitboss grant` bring them up, as their owner"
            raise JournalOld(reason, values={"journal": without_password(self.address)}) from error

    def _ready(self) -> psycopg.Connection[Any]:
        """Return the session, made anew if it was lost: the right to write is then asked for anew."""
        if self._is_closed:
            raise JournalUnavailable("the journal is closed", values={"journal": without_password(self.address)})
        if self._connection.closed:
            # Others may have written since.
            self._is_synced = False
            self._connection = self._connect()
        return self._connection

    def _fetch(self, statement: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        import psycopg

        with self._alone:
            try:
                return self._ready().execute(self._sql(statement), tuple(values)).fetchall()
            except (psycopg.Error, UnicodeError) as error:
                raise self._named(error) from error

    def _write(self, statements: Iterable[tuple[str, list[tuple[Any, ...]]]]) -> None:
        import psycopg

        with self._alone:
            try:
                connection = self._ready()
                with connection.transaction(), connection.cursor() as cursor:
                    for statement, rows in statements:
                        if rows:
                            cursor.executemany(self._sql(statement), rows)
            except (psycopg.Error, UnicodeError) as error:
                raise self._named(error) from error

    def _named(self, error: psycopg.Error | UnicodeError) -> Exception:
        import psycopg

        values = {"journal": without_password(self.address), "error": str(error).strip()}
        if isinstance(error, psycopg.errors.UniqueViolation) or error_code(error) == OUT_OF_ORDER:
            return VersionConflict(f"it is recorded already: {str(error).strip()}", values=values)
        if isinstance(error, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted):
            return JournalDamaged(f"the database is damaged: {str(error).strip()}", values=values)
        return JournalUnavailable(f"nothing can be recorded: {str(error).strip()}", values=values)

    def grant(self, role: str) -> None:
        """Give an account the right to write, and no other: it cannot take away what keeps records from being changed.

        What it may have had besides, of these tables, it has no more.
        """
        import psycopg

        name = psycopg.sql.Identifier(role)
        with self._alone:
            try:
                with (connection := self._ready()).transaction():
                    (schema,) = connection.execute("SELECT current_schema()").fetchone() or ("public",)
                    connection.execute(
                        psycopg.sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(psycopg.sql.Identifier(schema), name)
                    )
                    for table, rights in WRITER_RIGHTS.items():
                        where = psycopg.sql.Identifier(table)
                        connection.execute(psycopg.sql.SQL("REVOKE ALL ON {} FROM {}").format(where, name))
                        given = psycopg.sql.SQL(rights)
                        connection.execute(psycopg.sql.SQL("GRANT {} ON {} TO {}").format(given, where, name))
            except psycopg.Error as error:
                raise self._named(error) from error

    def compact(self) -> None:
        """Let the server use the room of what was taken out."""
        import psycopg

        with self._alone:
            try:
                self._ready().execute("VACUUM commits")
            except psycopg.Error as error:
                raise self._named(error) from error

    def check(self) -> Sequence[str]:
        """Return what the server finds wrong: its own checksums are looked at when pages are read, by `verify`."""
        return ()

    def close(self) -> None:
        """End the session, and with it the right to write."""
        import psycopg

        with self._alone:
            self._is_closed = True
            if not (self.is_reader or self._connection.closed):
                # The server would notice the end of the session a moment later, and refuse whoever comes at once.
                with suppress(psycopg.Error):
                    self._connection.execute("SELECT pg_advisory_unlock(%s)", (LOCK,))
            self._connection.close()
