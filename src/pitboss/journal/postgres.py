"""A journal in PostgreSQL: one writing session by an advisory lock, commits that are flushed before they return."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from pitboss.errors import InputError
from pitboss.journal.address import without_password, without_secrets
from pitboss.journal.port import Answer, JournalBusy, JournalDamaged, JournalUnavailable, VersionConflict
from pitboss.journal.schema import POSTGRES, POSTGRES_UPGRADES, VERSION
from pitboss.journal.sql import ANSWER, SqlJournal, answer_of, refuse_version

if TYPE_CHECKING:
    import psycopg

LOCK: Final = 0x70697462
"""The number of the advisory lock that the writing session holds."""


class PostgresJournal(SqlJournal):
    """A journal in a database of its own, or in a schema that the address's options name."""

    mark = "%s"

    def __init__(self, address: str, *, is_reader: bool = False) -> None:
        """Connect for writing, which only one session may, or for reading beside it."""
        super().__init__()
        self.address, self.is_reader, self._is_closed = address, is_reader, False
        self._connection = self._connect()

    def _connect(self) -> psycopg.Connection[Any]:
        try:
            import psycopg
        except ImportError:
            reason = "PostgreSQL needs its driver, which is not installed: psycopg[binary]"
            raise InputError(reason, field="journal", value=without_password(self.address)) from None
        try:
            psycopg.conninfo.conninfo_to_dict(self.address)
        except (psycopg.Error, UnicodeError) as error:
            reason = without_secrets(str(error).strip(), self.address, "the address cannot be read")
            raise InputError(reason, field="journal", value=without_password(self.address)) from None
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
        while not self.is_reader and len(versions) == 1 and versions[0] in POSTGRES_UPGRADES:
            with connection.transaction():
                for statement in POSTGRES_UPGRADES[versions[0]]:
                    connection.execute(statement)
                connection.execute("UPDATE journal_schema SET version = version + 1")
            versions = [versions[0] + 1]
        if self.is_reader and len(versions) == 1 and versions[0] in POSTGRES_UPGRADES:
            return  # what a reader asks for is in every version
        refuse_version(versions, values["journal"])

    def _ready(self) -> psycopg.Connection[Any]:
        """Return the session, made anew if it was lost: the right to write is then asked for anew."""
        if self._is_closed:
            raise JournalUnavailable("the journal is closed", values={"journal": without_password(self.address)})
        if self._connection.closed:
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

    def answers_under(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Answer]:
        """Return the answers of many streams and keys in one round trip."""
        if not keys:
            return {}
        streams, names = [list(column) for column in zip(*keys, strict=True)]
        asked = "SELECT * FROM unnest(?::text[], ?::text[]) AS asked (stream, key)"
        statement = f"SELECT {ANSWER} FROM answers JOIN ({asked}) asked USING (stream, key)"
        found = [answer_of(row) for row in self._fetch(statement, (streams, names))]
        return {(answer.stream, answer.key): answer for answer in found}

    def _named(self, error: psycopg.Error | UnicodeError) -> Exception:
        import psycopg

        values = {"journal": without_password(self.address), "error": str(error).strip()}
        if isinstance(error, psycopg.errors.UniqueViolation):
            return VersionConflict(f"it is recorded already: {str(error).strip()}", values=values)
        if isinstance(error, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted):
            return JournalDamaged(f"the database is damaged: {str(error).strip()}", values=values)
        return JournalUnavailable(f"nothing can be recorded: {str(error).strip()}", values=values)

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
