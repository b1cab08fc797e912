"""Journals of versions 0.1 and 0.2, read as lines: they had a row for each record, answer and posting.

Every stream had a hash chain of its own, which is followed while it is read: what comes out as a line was recorded so.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from pitboss.journal.chain import OLD_GENESIS, old_hash
from pitboss.journal.lines import CommitRow, Line, made, opening, packed
from pitboss.journal.port import Batch, Block, End, JournalDamaged, JournalError, JournalUnavailable, Secret, Snapshot
from pitboss.journal.reading import CommitReader
from pitboss.journal.segments import Archived, Segment
from pitboss.journal.sql import SqlJournal

_COMMIT_LINES: Final = 256
_RECORD: Final = "position, stream, version, epoch, key, received_at, body, hash"
_ANSWER: Final = "ordinal, stream, key, command, first_version, last_version, refusal"
_PAGE: Final = 2_048


class OldRecord(NamedTuple):
    """An event, as it was kept."""

    position: int
    stream: str
    version: int
    epoch: int
    key: str
    at: str
    body: bytes
    hash: bytes


class OldAnswer(NamedTuple):
    """A command and its answer, as they were kept."""

    ordinal: int
    stream: str
    key: str
    command: bytes
    first: int
    last: int
    refusal: bytes | None


def as_lines(records: Iterator[OldRecord], answers: Iterator[OldAnswer]) -> Iterator[Line]:
    """Yield what an old journal holds, line by line, in the order in which it was recorded.

    Raises:
        JournalDamaged: where a chain is broken, or records and answers do not belong together.
    """
    end, epoch = End(), 1
    chained = _chained(records)
    record = next(chained, None)
    for answer in answers:
        own = list[OldRecord]()
        while record is not None and len(own) < answer.last - answer.first + 1:
            if record.key:
                own.append(record)
            else:
                line = opening(end, record.epoch, record.stream, record.at, record.body)
                end, epoch = line.end, record.epoch
                yield line
            record = next(chained, None)
        if not own:
            # A refusal has no record: whatever was opened by then stands before it.
            while record is not None and not record.key:
                line = opening(end, record.epoch, record.stream, record.at, record.body)
                end, epoch = line.end, record.epoch
                yield line
                record = next(chained, None)
        versions = [one.version for one in own if (one.stream, one.key) == (answer.stream, answer.key)]
        if versions != list(range(answer.first, answer.last + 1)):
            reason = f"answer {answer.ordinal} to {answer.stream} has not the records that it names"
            raise JournalDamaged(reason, values={"ordinal": answer.ordinal})
        epoch = own[-1].epoch if own else epoch
        bodies = [one.body for one in own]
        said = {"command": answer.command, "events": bodies, "refusal": answer.refusal}
        line = made(end, epoch, answer.stream, answer.last, **said)  # type: ignore[arg-type]
        end = line.end
        yield line
    while record is not None:
        if record.key:
            reason = f"version {record.version} of {record.stream} has no answer"
            raise JournalDamaged(reason, values={"stream": record.stream, "version": record.version})
        line = opening(end, record.epoch, record.stream, record.at, record.body)
        end = line.end
        yield line
        record = next(chained, None)


def _chained(records: Iterator[OldRecord]) -> Iterator[OldRecord]:
    """Yield records, each held to the chain of its stream and to its position."""
    heads: dict[str, tuple[int, bytes]] = {}
    for number, one in enumerate(records, start=1):
        version, before = heads.get(one.stream, (0, OLD_GENESIS))
        expected = old_hash(before, one.stream, one.version, key=one.key, at=one.at, body=one.body)
        if (one.position, one.version, one.hash) != (number, version + 1, expected):
            reason = f"the chain of {one.stream} is broken at version {version + 1}"
            raise JournalDamaged(reason, values={"stream": one.stream, "version": version + 1})
        heads[one.stream] = (one.version, expected)
        yield one


class OldJournal(CommitReader):
    """A journal of an earlier version, as whoever reads it today sees it; it is read once, when it is opened."""

    is_reader = True

    def __init__(self, tables: SqlJournal) -> None:
        """Read the tables."""
        super().__init__()
        self.address, self._tables = tables.address, tables
        self._stored: list[tuple[CommitRow, End]] = []
        end, some = End(), list[Line]()
        for line in as_lines(map(OldRecord._make, self._paged(_RECORD, "records")),
                             map(OldAnswer._make, self._paged(_ANSWER, "answers"))):  # fmt: skip
            some.append(line)
            if len(some) == _COMMIT_LINES:
                end, some = self._keep(some, end), []
        self._keep(some, end)
        self._firsts = [row.first for row, _ in self._stored]

    def _keep(self, lines: list[Line], before: End) -> End:
        for row in packed(lines):
            self._stored.append((row, before))
            before = End(row.last, row.position, row.hash)
        return before

    def _paged(self, columns: str, table: str) -> Iterator[tuple[Any, ...]]:
        """Yield all rows of a table in the order of its first column."""
        order, after = columns.partition(",")[0], 0
        statement = f"SELECT {columns} FROM {table} WHERE {order} > ? ORDER BY {order} LIMIT ?"
        while rows := self._tables._fetch(statement, (after, _PAGE)):  # noqa: SLF001 - of this package
            yield from rows
            after = rows[-1][0]

    def postings(self) -> Iterator[tuple[int, int, str, int]]:
        """Yield the postings that were kept: position, line, account, amount."""
        after = (0, 0)
        statement = (
            "SELECT position, line, account, amount_minor FROM postings WHERE (position, line) > (?, ?) "
            "ORDER BY position, line LIMIT ?"
        )
        while rows := self._tables._fetch(statement, (*after, _PAGE)):  # noqa: SLF001
            yield from rows
            after = rows[-1][:2]

    def old_heads(self) -> dict[str, tuple[int, bytes]]:
        """Return every stream's last version, and the hash that is stored there."""
        return {one.stream: (one.version, one.hash) for one in map(OldRecord._make, self._paged(_RECORD, "records"))}

    def _after(self, first: int, most: int) -> list[tuple[CommitRow, End]]:
        begin = bisect_right(self._firsts, first)
        return self._stored[begin : begin + most]

    def _at(self, firsts: Sequence[int]) -> list[tuple[CommitRow, End]]:
        return [self._stored[bisect_right(self._firsts, first) - 1] for first in firsts]

    def _holding(self, ordinal: int) -> int:
        place = bisect_right(self._firsts, ordinal)
        return self._firsts[place - 1] if place else 0

    def _keys_after(self, last: int, most: int) -> list[tuple[int, bytes]]:
        return [(row.first, row.keys) for row, _ in self._after(last, most)]

    def end(self) -> End:
        """Return where the journal ends."""
        if not self._stored:
            return End()
        row, _ = self._stored[-1]
        return End(row.last, row.position, row.hash)

    def blocks(self, view: str) -> list[Block]:
        """Return none."""
        del view
        return []

    def view_names(self) -> list[str]:
        """Return none."""
        return []

    def secrets(self, kind: str) -> dict[str, bytes]:
        """Return the secrets of a kind; the first version had none."""
        try:
            return self._tables.secrets(kind)
        except JournalError:
            return {}

    def all_secrets(self) -> list[Secret]:
        """Return all secrets, as they are stored; the first version had none."""
        try:
            rows = self._tables._fetch("SELECT kind, name, body FROM secrets")  # noqa: SLF001
        except JournalError:
            return []
        return [Secret(*row) for row in sorted(rows)]

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return none: what code of then kept is of no use today."""
        del stream
        return None

    def snapshots(self) -> list[Snapshot]:
        """Return none."""
        return []

    def append(self, batch: Batch) -> None:
        """Refuse: what is old is not written to."""
        del batch
        raise self._refused()

    def save_block(self, view: str, block: Block) -> None:
        """Refuse."""
        del view, block
        raise self._refused()

    def rebuild_streams(self) -> None:
        """Refuse."""
        raise self._refused()

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Refuse."""
        del snapshot
        raise self._refused()

    def segments(self) -> list[Archived]:
        """Return none: nothing was ever taken out."""
        return []

    def remove(self, segment: Segment, path: Path) -> None:
        """Refuse."""
        del segment, path
        raise self._refused()

    def compact(self) -> None:
        """Refuse."""
        raise self._refused()

    def _refused(self) -> JournalUnavailable:
        reason = "nothing can be recorded: the journal is of an earlier version"
        return JournalUnavailable(reason, values={"journal": self.address})

    def check(self) -> Sequence[str]:
        """Return what the database finds wrong."""
        return self._tables.check()

    def close(self) -> None:
        """Let go of it."""
        self._tables.close()
