"""Hands in a journal that should not be there: what somebody with the database's own rights can change."""

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import psycopg
import pysqlite3

from pitboss.journal import next_hash, open_journal
from pitboss.journal.chain import GENESIS

__all__ = ["contents", "rechain", "rows", "tamper"]

TABLES = ("records", "answers", "postings")


@contextmanager
def _connection(address: str) -> Iterator[Any]:
    """Connect past the journal, and take away what refuses changes."""
    if address.startswith("postgresql://"):
        with psycopg.connect(address) as connection:
            for table in TABLES:
                connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")
            yield connection
        return
    with closing(pysqlite3.connect(address.removeprefix("sqlite:///"))) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        for name in names:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        connection.commit()


def tamper(address: str, *statements: tuple[str, Sequence[Any]]) -> None:
    """Execute statements, with `?` for each value, in one transaction."""
    with _connection(address) as connection:
        for statement, values in statements:
            connection.execute(_marked(address, statement), tuple(values))


def rows(address: str, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a statement, with `?` for each value."""
    with _connection(address) as connection:
        return list(connection.execute(_marked(address, statement), values))


def _marked(address: str, statement: str) -> str:
    return statement.replace("?", "%s") if address.startswith("postgresql://") else statement


def rechain(address: str, stream: str) -> None:
    """Make a stream's hashes fit what is recorded, as somebody would who knows how they are made."""
    with closing(open_journal(address, is_reader=True)) as journal:
        records = list(journal.read(stream))
    before, statements = GENESIS, []
    for record in records:
        before = next_hash(before, stream, record.version, key=record.key, at=record.at, body=record.body)
        statements.append(("UPDATE records SET hash = ? WHERE position = ?", (before, record.position)))
    tamper(address, *statements)


def contents(address: str) -> dict[str, list[Any]]:
    """Return everything that a journal holds."""
    with closing(open_journal(address, is_reader=True)) as journal:
        return {
            "records": list(journal.read_all()),
            "answers": list(journal.answers()),
            "postings": list(journal.postings()),
            "heads": sorted(journal.heads().items()),
        }
