"""What the two databases have in common: the statements, records made of rows, and rows fetched page by page.

No statement stays open between two rows: a page is fetched, and the next one begins after its last row. So readings may
be interleaved, left unfinished, and go on over a connection that was made anew; nobody's reading holds up the writer.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, Final

from pitboss.journal.port import Answer, Batch, Head, JournalDamaged, Posting, Record, Snapshot
from pitboss.journal.schema import VERSION

_RECORD = "position, stream, version, epoch, key, received_at, body, hash"
_RECORD_TYPES = (int, str, int, int, str, str, bytes, bytes)
ANSWER = "ordinal, stream, key, digest, command, first_version, last_version, refusal"
_ANSWER_TYPES = (int, str, str, bytes, bytes, int, int)
_POSTING_TYPES = (int, int, str, int)
_SNAPSHOT_TYPES = (str, int, bytes, str, bytes)
_PAGE_FIRST: Final = 8
"""How many rows are fetched at first, when often no more are wanted ..."""
_PAGE_MOST: Final = 2_048
"""... and at most; a page is four times as long as the one before."""


class SqlJournal:
    """A journal in a database; subclasses connect, begin, and name what goes wrong."""

    address: str
    mark: str
    """How a statement marks a value: `?` or `%s`."""

    def __init__(self) -> None:
        # A connection has one transaction: whoever reads between its beginning and its end would see what is not
        # durable, so that other threads wait.
        self._alone = threading.RLock()

    def _fetch(self, statement: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a statement."""
        raise NotImplementedError

    def _write(self, statements: Iterable[tuple[str, list[tuple[Any, ...]]]]) -> None:
        """Execute statements for many rows each, all in one transaction that is durable on return."""
        raise NotImplementedError

    def _sql(self, statement: str) -> str:
        return statement.replace("?", self.mark)

    def _pages(
        self, statement: str, values: Sequence[Any], after: tuple[int, ...], columns: tuple[int, ...]
    ) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a statement that ends in `after` and a limit, ordered by the columns of that number."""
        limit = _PAGE_FIRST
        while True:
            rows = self._fetch(statement, (*values, *after, limit))
            for row in rows:
                at = tuple(row[column] for column in columns)
                if any(type(part) is not int for part in at) or at <= after:
                    raise JournalDamaged(f"rows are out of order after {after}", values={"after": list(after)})
                after = at
                yield row
            if len(rows) < limit:
                return
            limit = min(limit * 4, _PAGE_MOST)

    def append(self, batch: Batch) -> None:
        """Write a batch in one transaction."""
        records = [(r.position, r.stream, r.version, r.epoch, r.key, r.at, r.body, r.hash) for r in batch.records]
        answers = [(a.ordinal, a.stream, a.key, a.digest, a.command, a.first, a.last, a.refusal) for a in batch.answers]
        postings = [(p.position, p.line, p.account, p.amount_minor) for p in batch.postings]
        # Of several changes of one secret in a batch the last one counts.
        secrets = {(secret.kind, secret.name): secret.body for secret in batch.secrets}
        kept = [(kind, name, body) for (kind, name), body in secrets.items() if body is not None]
        self._write(
            (
                (f"INSERT INTO records ({_RECORD}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", records),
                (f"INSERT INTO answers ({ANSWER}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", answers),
                ("INSERT INTO postings (position, line, account, amount_minor) VALUES (?, ?, ?, ?)", postings),
                ("DELETE FROM secrets WHERE kind = ? AND name = ?", [(kind, name) for kind, name in secrets]),
                ("INSERT INTO secrets (kind, name, body) VALUES (?, ?, ?)", kept),
            )
        )

    def last(self) -> tuple[int, int]:
        """Return the position of the last record and the ordinal of the last answer."""
        ((position,),) = self._fetch("SELECT coalesce(max(position), 0) FROM records")
        ((ordinal,),) = self._fetch("SELECT coalesce(max(ordinal), 0) FROM answers")
        return position, ordinal

    def heads(self, upto: int | None = None) -> dict[str, Head]:
        """Return every stream's head."""
        limit, values = ("", ()) if upto is None else ("WHERE position <= ?", (upto,))
        statement = (
            f"SELECT r.stream, r.version, r.hash FROM records r JOIN (SELECT stream, max(version) AS version "
            f"FROM records {limit} GROUP BY stream) t ON t.stream = r.stream AND t.version = r.version"
        )
        rows = (_checked(row, (str, int, bytes)) for row in self._fetch(statement, values))
        return {stream: Head(version, found) for stream, version, found in rows}

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Yield a stream's records after a version."""
        statement = f"SELECT {_RECORD} FROM records WHERE stream = ? AND version > ? ORDER BY version LIMIT ?"
        return map(_record, self._pages(statement, (stream,), (after,), (2,)))

    def read_all(self, after: int = 0) -> Iterator[Record]:
        """Yield all records after a position."""
        statement = f"SELECT {_RECORD} FROM records WHERE position > ? ORDER BY position LIMIT ?"
        return map(_record, self._pages(statement, (), (after,), (0,)))

    def answer(self, stream: str, key: str) -> Answer | None:
        """Return how a command was answered."""
        statement = f"SELECT {ANSWER} FROM answers WHERE stream = ? AND key = ?"
        return next(map(answer_of, self._fetch(statement, (stream, key))), None)

    def answers_under(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Answer]:
        """Return the answers of many streams and keys at once."""
        found = (self.answer(stream, key) for stream, key in keys)
        return {(answer.stream, answer.key): answer for answer in found if answer is not None}

    def answers(self, stream: str | None = None) -> Iterator[Answer]:
        """Yield answers in the order they were given."""
        where, values = ("", ()) if stream is None else ("stream = ? AND", (stream,))
        statement = f"SELECT {ANSWER} FROM answers WHERE {where} ordinal > ? ORDER BY ordinal LIMIT ?"
        return map(answer_of, self._pages(statement, values, (0,), (0,)))

    def postings(self, account: str | None = None, upto: int | None = None) -> Iterator[Posting]:
        """Yield postings in order."""
        parts: list[tuple[str, Any]] = [("account = ? AND", account)] if account is not None else []
        parts += [("position <= ? AND", upto)] if upto is not None else []
        where = " ".join(part for part, _ in parts)
        statement = (
            f"SELECT position, line, account, amount_minor FROM postings "
            f"WHERE {where} (position, line) > (?, ?) ORDER BY position, line LIMIT ?"
        )
        rows = self._pages(statement, [value for _, value in parts], (0, 0), (0, 1))
        return (Posting(*_checked(row, _POSTING_TYPES)) for row in rows)

    def balances(self, upto: int | None = None) -> dict[str, int]:
        """Return what every account holds."""
        where, values = ("", ()) if upto is None else ("WHERE position <= ?", (upto,))
        statement = f"SELECT account, sum(amount_minor) FROM postings {where} GROUP BY account"
        found = {_checked((account,), (str,))[0]: _whole(amount) for account, amount in self._fetch(statement, values)}
        # In the order of their characters: a database may sort by the habits of a country.
        return dict(sorted(found.items()))

    def secrets(self, kind: str) -> dict[str, bytes]:
        """Return the secrets of a kind by their names."""
        rows = self._fetch("SELECT name, body FROM secrets WHERE kind = ? ORDER BY name", (kind,))
        return dict(_checked(row, (str, bytes)) for row in rows)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a stream's newest snapshot."""
        row = (snapshot.stream, snapshot.version, snapshot.hash, snapshot.code, snapshot.body)
        self._write(
            (
                ("DELETE FROM snapshots WHERE stream = ?", [(snapshot.stream,)]),
                ("INSERT INTO snapshots (stream, version, hash, code, body) VALUES (?, ?, ?, ?, ?)", [row]),
            )
        )

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return a stream's newest snapshot."""
        statement = "SELECT stream, version, hash, code, body FROM snapshots WHERE stream = ?"
        for row in self._fetch(statement, (stream,)):
            return Snapshot(*_checked(row, _SNAPSHOT_TYPES))
        return None


def refuse_version(versions: Sequence[int], address: str) -> None:
    """Refuse tables that this program does not know."""
    if versions != [VERSION]:
        found = ", ".join(map(str, versions)) or "none"
        reason = f"the journal's tables are of version {found}; this program knows {VERSION}"
        raise JournalDamaged(reason, values={"journal": address, "version": found})


def _checked(row: tuple[Any, ...], types: tuple[type, ...]) -> tuple[Any, ...]:
    """Return a row of which every value has its column's type: a damaged page may hold any."""
    if tuple(map(type, row)) != types:
        found = [type(value).__name__ for value in row]
        raise JournalDamaged("a row has values of other types than were written", values={"types": found})
    return row


def _whole(amount: object) -> int:
    if not isinstance(amount, int | Decimal) or amount != int(amount):
        raise JournalDamaged("an account's postings have no whole sum", values={"sum": str(amount)})
    return int(amount)


def _record(row: tuple[Any, ...]) -> Record:
    return Record(*_checked(row, _RECORD_TYPES))


def answer_of(row: tuple[Any, ...]) -> Answer:
    """Return an answer of its row."""
    *_, refusal = row
    return Answer(*_checked(row, (*_ANSWER_TYPES, type(None) if refusal is None else bytes)))
