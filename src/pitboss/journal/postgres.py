"""A journal in PostgreSQL: one writing session by an advisory lock, commits that are flushed before they return."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from pitboss.errors import InputError
from pitboss.journal.address import is_here, without_password, without_secrets
from pitboss.journal.deadlines import Deadlines, Watch
from pitboss.journal.port import End, JournalBusy, JournalDamaged, JournalOld, JournalUnavailable, VersionConflict
from pitboss.journal.schema import BROUGHT_UP, CONSTRAINTS, POSTGRES, POSTGRES_UP, TRIGGERS, VERSION, WRITER_RIGHTS
from pitboss.journal.sql import SqlJournal, is_old

if TYPE_CHECKING:
    import psycopg

LOCK: Final = 0x70697462
"""The number of the advisory lock that the writing session holds."""

_TABLES: Final = "('commits', 'segments', 'journal_schema', 'views', 'snapshots', 'secrets')"
_HERE: Final = f"r.relnamespace = current_schema()::regnamespace AND r.relname IN {_TABLES}"
_TRIGGERS: Final = (
    "SELECT t.tgname, t.tgenabled::text, t.tgtype::int, t.tgqual IS NULL, btrim(p.prosrc, E' \\n') FROM pg_trigger t "
    f"JOIN pg_class r ON r.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal AND {_HERE}"
)
_RULES: Final = f"SELECT w.rulename, r.relname FROM pg_rewrite w JOIN pg_class r ON r.oid = w.ev_class WHERE {_HERE}"
_CONSTRAINTS: Final = f"SELECT c.conname FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid WHERE {_HERE}"

_HOLDER: Final = (
    "SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database WHERE d.datname = current_database() "
    "AND l.locktype = 'advisory' AND l.classid = 0 AND l.objid = %s AND l.granted"
)
_LOOK_SECONDS: Final = 0.1
"""How often whoever waits for the server looks at the clock."""

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


def _limits(deadlines: Deadlines, known: Mapping[str, Any]) -> dict[str, Any]:
    """Return how long a connection may take, and after which silence it is dead; what the address says comes first."""
    seconds = max(1, int(deadlines.answer_seconds))
    limits = {
        "connect_timeout": deadlines.connect_seconds,
        "keepalives": 1,
        "keepalives_idle": seconds,
        "keepalives_interval": 1,
        "keepalives_count": 3,
        "tcp_user_timeout": int(deadlines.answer_seconds * 1000),
    }
    return {name: value for name, value in limits.items() if name not in known}


def _session_limits(deadlines: Deadlines) -> tuple[str, tuple[str, ...]]:
    """Return what the server is told: how long a statement and a lock may take, and when a client is dead."""
    answer, seconds = int(deadlines.answer_seconds * 1000), max(1, int(deadlines.answer_seconds))
    limits = {
        "statement_timeout": answer,
        "lock_timeout": int(deadlines.lock_seconds * 1000),
        "tcp_user_timeout": answer,
        "tcp_keepalives_idle": seconds,
        "tcp_keepalives_interval": 1,
        "tcp_keepalives_count": 3,
    }
    settings = ", ".join(f"set_config('{name}', %s, false)" for name in limits)
    return f"SELECT {settings}", tuple(map(str, limits.values()))


def limited_connection(watch: Watch) -> type[psycopg.Connection[Any]]:
    """Return connections on which nobody waits longer than the deadline for a sign of the server.

    A server that is frozen does not break its connections: its machine goes on answering for it. So such a one is given
    up, and closed, by whoever waits.
    """
    import psycopg

    class Limited(psycopg.Connection[Any]):
        def wait(self, gen: Any, interval: float = _LOOK_SECONDS, timeout: float | None = None) -> Any:
            return super().wait(self._limited(gen), interval, timeout)

        def _limited(self, gen: Any) -> Any:
            """Pass on what the server says; every sign of it is a new beginning."""
            try:
                wanted, began = next(gen), watch.monotonic()
                while True:
                    is_ready = yield wanted
                    if is_ready:
                        began = watch.monotonic()
                    elif watch.monotonic() - began >= watch.deadlines.answer_seconds:
                        self.close()
                        waited = f"{watch.deadlines.answer_seconds:g} seconds"
                        raise psycopg.OperationalError(f"the database has not answered for {waited}")
                    wanted = gen.send(is_ready)
            except StopIteration as end:
                return end.value

    return Limited


class PostgresJournal(SqlJournal):
    """A journal in a database of its own, or in a schema that the address's options name."""

    mark = "%s"

    def __init__(self, address: str, *, is_reader: bool = False, watch: Watch | None = None) -> None:
        """Connect for writing, which only one session may, or for reading beside it."""
        super().__init__(watch=watch)
        self.address, self.is_reader, self._is_closed, self.is_old = address, is_reader, False, False
        self._session: int | None = None
        """The server's process of the session that has, or had, the right to write."""
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
            connection = limited_connection(self.watch).connect(
                self.address, autocommit=True, **_limits(self.watch.deadlines, known)
            )
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
        connection.execute(*_session_limits(self.watch.deadlines))
        if self.is_reader:
            connection.execute("SET default_transaction_read_only = on")
        else:
            # Whatever the server's default is: what is acknowledged is on the disk.
            connection.execute("SET synchronous_commit = on")
            (is_ours,) = connection.execute("SELECT pg_try_advisory_lock(%s)", (LOCK,)).fetchone() or (False,)
            if not is_ours:
                self._refuse_busy(connection, values)
            self._session = connection.info.backend_pid
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

    def _refuse_busy(self, connection: psycopg.Connection[Any], values: dict[str, Any]) -> None:
        """Refuse to write beside another session; one of ours that was given up may not be over yet.

        Raises:
            JournalBusy: where this process never had the right to write.
            ShardLost: where another one has it now.
            JournalUnavailable: where the server has not noticed the end of our own session of before.
        """
        if self._session is None:
            raise JournalBusy("another process writes to this journal", values=values)
        found = connection.execute(_HOLDER, (LOCK,)).fetchall()
        if found and found != [(self._session,)]:
            raise self._lost("another process has the right to write to this journal now")
        reason = "nothing can be recorded: the database has not ended the session of before yet"
        raise JournalUnavailable(reason, values=values)

    def _require_ours(self, connection: psycopg.Connection[Any]) -> None:
        """See that nobody has written since the session was lost, but perhaps this process itself.

        Raises:
            ShardLost: where somebody has.
        """
        found = End(0, 0, self._genesis)
        # Where all lines were archived the segments say where they end.
        for table in ("segments", "commits"):
            statement = f"SELECT last, position, hash FROM {table} WHERE shard = %s ORDER BY first DESC LIMIT 1"
            for row in connection.execute(statement, (self.shard,)).fetchall():
                found = End(*row)
        if self._ends and found not in self._ends:
            raise self._lost(f"somebody else has written to this journal, up to line {found.ordinal}")

    def _ready(self) -> psycopg.Connection[Any]:
        """Return the session, made anew if it was lost: the right to write is then asked for anew."""
        if self._is_closed:
            raise JournalUnavailable("the journal is closed", values={"journal": without_password(self.address)})
        if self._connection.closed:
            # Others may have written since.
            self._is_synced = False
            self._connection = self._connect()
            try:
                self._require_ours(self._connection)
            except BaseException:
                self._connection.close()
                raise
        return self._connection

    def _fetch(self, statement: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        import psycopg

        with self._alone, self.watch:
            try:
                return self._ready().execute(self._sql(statement), tuple(values)).fetchall()
            except (psycopg.Error, UnicodeError) as error:
                raise self._named(error) from error

    def _write(self, statements: Iterable[tuple[str, list[tuple[Any, ...]]]]) -> None:
        import psycopg

        with self._alone, self.watch:
            try:
                connection = self._ready()
                given = [(self._sql(statement), rows) for statement, rows in statements if rows]
                if [len(rows) for _, rows in given] == [1]:
                    # A transaction of its own, in one turn to the server and back instead of three.
                    connection.execute(given[0][0], given[0][1][0])
                    return
                with connection.transaction(), connection.cursor() as cursor:
                    for statement, rows in given:
                        cursor.executemany(statement, rows)
            except (psycopg.Error, UnicodeError) as error:
                raise self._named(error) from error

    def _named(self, error: psycopg.Error | UnicodeError) -> Exception:
        import psycopg

        values = {"journal": without_password(self.address), "error": str(error).strip()}
        if error_code(error) == OUT_OF_ORDER:
            return self._lost("somebody else has written to this journal")
        if isinstance(error, psycopg.errors.UniqueViolation):
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

        with self._alone, self.watch:
            try:
                self._ready().execute("VACUUM commits")
            except psycopg.Error as error:
                raise self._named(error) from error

    def _own_check(self) -> Sequence[str]:
        """Return nothing: the server's own checksums are looked at when pages are read, by `verify`."""
        return ()

    def _guards(self) -> Sequence[str]:
        triggers = {(name, *rest) for name, *rest in self._fetch(_TRIGGERS)}
        rules = [f"the rule {name} on {table} is not one of a journal" for name, table in self._fetch(_RULES)]
        wrong = sorted({name for name, *_ in triggers ^ TRIGGERS[self.version]})
        missing = sorted(CONSTRAINTS[self.version] - {name for (name,) in self._fetch(_CONSTRAINTS)})
        return [
            *(f"the trigger {name} is gone, or not as it was made" for name in wrong),
            *(f"the constraint {name} is gone" for name in missing),
            *rules,
        ]

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
