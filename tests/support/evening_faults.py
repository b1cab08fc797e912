"""Hands in a journal that should not be there: what somebody with the database's own rights can change."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import psycopg
import pysqlite3

from pitboss.floor.writer.books import postings
from pitboss.journal import End, lines, next_hash, open_journal
from pitboss.journal.lines import CommitRow
from pitboss.journal.schema import TRIGGERS, VERSION
from tests.support.driven import need

__all__ = ["Texts", "changed", "commits", "contents", "plainly", "put_back", "rewrite", "rows", "tamper", "text_of"]

Texts = list[list[bytes]]
"""The lines of a journal, commit by commit."""


@contextmanager
def _connection(address: str) -> Iterator[Any]:
    """Connect past the journal, without what refuses changes: it is there again afterwards, as if nobody had come."""
    if address.startswith("postgresql://"):
        with psycopg.connect(address) as connection:
            names = sorted(name for name, *_ in TRIGGERS[VERSION])
            for name in names:
                connection.execute(f"ALTER TABLE {name.partition('_')[0]} DISABLE TRIGGER {name}")
            yield connection
            for name in names:
                connection.execute(f"ALTER TABLE {name.partition('_')[0]} ENABLE ALWAYS TRIGGER {name}")
        return
    with closing(pysqlite3.connect(address.removeprefix("sqlite:///"))) as connection:
        found = list(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"))
        for name, _ in found:
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
        for _, made in found:
            connection.execute(made)
        connection.commit()


def tamper(address: str, *statements: tuple[str, Sequence[Any]]) -> None:
    """Execute statements, with `?` for each value, in one transaction."""
    with _connection(address) as connection:
        for statement, values in statements:
            connection.execute(_marked(address, statement), tuple(values))


def plainly(address: str, *statements: str) -> None:
    """Execute statements as they are: what refuses changes is still there, or is what they are about."""
    if address.startswith("postgresql://"):
        with psycopg.connect(address) as connection:
            for statement in statements:
                connection.execute(statement)
        return
    with closing(pysqlite3.connect(address.removeprefix("sqlite:///"))) as file:
        for statement in statements:
            file.execute(statement)
        file.commit()


def rows(address: str, statement: str, *values: Any) -> list[tuple[Any, ...]]:
    """Return the rows of a statement, with `?` for each value."""
    with _connection(address) as connection:
        return list(connection.execute(_marked(address, statement), values))


def _marked(address: str, statement: str) -> str:
    return statement.replace("?", "%s") if address.startswith("postgresql://") else statement


def commits(address: str) -> list[CommitRow]:
    """Return the rows that are stored."""
    with closing(open_journal(address, is_reader=True)) as journal:
        return list(journal.commits())


def put_back(address: str, stored: Sequence[CommitRow]) -> None:
    """Store these rows, and no others."""
    insert = "INSERT INTO commits (shard, first, last, position, hash, keys, body) VALUES (1, ?, ?, ?, ?, ?, ?)"
    tamper(address, ("DELETE FROM commits", ()), *((insert, tuple(row)) for row in stored))


def rewrite(address: str, change: Callable[[Texts], Texts], *, is_fitting: bool = False) -> list[CommitRow]:
    """Change the lines of a journal; return the rows as they were.

    With `is_fitting` numbers, keys and hashes are made to fit, as somebody would who knows how they are made. Otherwise
    they stay what they were, and there must be as many commits as before.
    """
    before = commits(address)
    texts = change([lines.texts(row.body) for row in before])
    if is_fitting:
        put_back(address, _fitting(texts))
    else:
        need(len(texts) == len(before), "there are more commits, or fewer")
        put_back(address, [row._replace(body=_body(own)) for row, own in zip(before, texts, strict=True)])
    return before


def _body(texts: Sequence[bytes]) -> bytes:
    return lines.compressed([lines.Line(0, 0, 0, "", 0, b"", (), None, text, b"") for text in texts])


def _fitting(texts: Texts) -> list[CommitRow]:
    end, found = End(), list[CommitRow]()
    for own in texts:
        made = []
        for text in own:
            number, _, rest = text.partition(b",")
            fitting = b"[%d,%s" % (end.ordinal + 1, rest) if number.startswith(b"[") else text
            made.append(lines.parsed(fitting, end.position, next_hash(end.hash, fitting)))
            end = made[-1].end
        found += lines.packed(made)
    return found


def changed(stream: str, version: int, old: bytes, new: bytes) -> Callable[[Texts], Texts]:
    """Return what changes the text of the line with which a stream has a version."""

    def change(texts: Texts) -> Texts:
        found = [[one.replace(old, new) if is_of(one, stream, version) else one for one in own] for own in texts]
        need(found != texts, "nothing was changed")
        return found

    return change


def is_of(text: bytes, stream: str, version: int) -> bool:
    """Tell whether a line is the one with which a stream has a version."""
    line = lines.parsed(text, 0, b"")
    return line.stream == stream and line.first <= version <= line.version


def text_of(address: str, stream: str, version: int) -> bytes:
    """Return the line with which a stream has a version."""
    (found,) = [one for row in commits(address) for one in lines.texts(row.body) if is_of(one, stream, version)]
    return found


def contents(address: str) -> dict[str, list[Any]]:
    """Return everything that a journal holds."""
    with closing(open_journal(address, is_reader=True)) as journal:
        return {
            "lines": list(journal.lines()),
            "records": list(journal.read_all()),
            "answers": list(journal.answers()),
            "postings": list(postings(journal)),
            "heads": sorted(journal.heads().items()),
        }
