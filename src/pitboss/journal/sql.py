"""What the two databases have in common: the statements, and rows that are held to their types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from pitboss.journal.address import without_password
from pitboss.journal.chain import SHARD, genesis, next_hash
from pitboss.journal.deadlines import Watch
from pitboss.journal.lines import DIGEST_BYTES, NO_KEY, CommitRow, Line, key_digest, packed
from pitboss.journal.port import (
    Answer,
    Batch,
    Block,
    End,
    JournalDamaged,
    JournalError,
    JournalOld,
    Secret,
    ShardLost,
    Snapshot,
    VersionConflict,
)
from pitboss.journal.reading import CommitReader
from pitboss.journal.schema import BROUGHT_UP, OLD_VERSIONS, VERSION
from pitboss.journal.segments import Archive, Archived, Segment, SegmentFile, archive_folders
from pitboss.journal.streams import STREAMS, Streams

_COMMIT = "first, last, position, hash, keys, body"
_COMMIT_TYPES = (int, int, int, bytes, bytes, bytes)
_BLOCK = "first, last, position, hash, body"
_BLOCK_TYPES = (int, int, int, bytes, bytes)
_SEGMENT = "first, last, position, hash, folder, proof"
_SEGMENT_TYPES = (int, int, int, bytes, str, str)
_SNAPSHOT = "stream, version, hash, code, body"
_SNAPSHOT_TYPES = (str, int, bytes, str, bytes)
_BEFORE: Final = "FROM commits p WHERE p.shard = c.shard AND p.first < c.first ORDER BY p.first DESC LIMIT 1"
_ROWS: Final = (
    f"SELECT {', '.join(f'c.{name}' for name in _COMMIT.split(', '))}, (SELECT p.position {_BEFORE}), "
    f"(SELECT p.hash {_BEFORE}) FROM commits c WHERE c.shard = ? AND"
)
_PING_SECONDS: Final = 0.1
"""How long a ping waits for a call that is under way: the watch times that one."""
Statements = Iterable[tuple[str, list[tuple[Any, ...]]]]


class SqlJournal(CommitReader):
    """A journal in a database; subclasses connect, begin, and name what goes wrong."""

    address: str
    is_old: bool
    """Whether its tables are those of an earlier version."""
    mark: str
    """How a statement marks a value: `?` or `%s`."""

    def __init__(self, shard: int = SHARD, watch: Watch | None = None) -> None:
        super().__init__()
        self.shard, self.watch = shard, watch or Watch()
        self._ends: tuple[End, ...] = ()
        """Where this writer left the shard; before and after a commit while nobody knows what became of it."""
        self._genesis = genesis(shard)
        self._is_synced = False
        """Whether everything is in the index that this writer, and so anybody, has written."""
        self._unused: dict[tuple[str, str], bytes] = {}
        """Streams and keys that were looked for since the last commit and are not there, with their digests."""
        self.version = VERSION
        """The version of the tables."""
        self._archive = Archive(End(0, 0, self._genesis), folders=archive_folders())

    def _fetch(self, statement: str, values: Iterable[Any] = ()) -> list[tuple[Any, ...]]:
        """Return the rows of a statement."""
        raise NotImplementedError

    def _write(self, statements: Statements) -> None:
        """Execute statements for many rows each, all in one transaction that is durable on return."""
        raise NotImplementedError

    def _sql(self, statement: str) -> str:
        return statement.replace("?", self.mark)

    def check(self) -> Sequence[str]:
        """Return what the database finds wrong with what it stores, and what is there that no verification reads."""
        try:
            return [*self._own_check(), *(() if self.is_old else (*self._guards(), *self._unread()))]
        except JournalError as error:
            return (error.reason,)

    def _own_check(self) -> Sequence[str]:
        """Return what the database finds wrong with its files."""
        raise NotImplementedError

    def _guards(self) -> Sequence[str]:
        """Return what of the tables and of the triggers on them is not as it was made."""
        raise NotImplementedError

    def _unread(self) -> Iterator[str]:
        """Yield what no line vouches for: another shard's rows, and blocks of views that do not follow the lines."""
        for table in ("commits", "views") if self.version < VERSION else ("commits", "segments", "views"):
            for (shard,) in self._fetch(f"SELECT DISTINCT shard FROM {table} WHERE shard <> ?", (self.shard,)):
                yield f"{table} has rows of shard {shard}, which this house does not have"
        counted = "SELECT name, count(*) FROM views WHERE shard = ? GROUP BY name ORDER BY name"
        for name, count in self._fetch(counted, (self.shard,)):
            left = count - len(self.blocks(name))
            if left > 0:
                yield f"{left} of {count} blocks of the view {name} do not follow the lines: `pitboss rebuild` mends it"

    def view_names(self) -> list[str]:
        """Return the names of the views that are kept."""
        rows = self._fetch("SELECT DISTINCT name FROM views WHERE shard = ? ORDER BY name", (self.shard,))
        return [str(name) for (name,) in rows]

    def close(self) -> None:
        """Let go of it."""
        raise NotImplementedError

    # Writing

    def append(self, batch: Batch) -> None:
        """Write a batch in one transaction."""
        with self._alone:
            rows = packed(batch.lines, self._following(batch.lines))
            # Of several changes of one secret in a batch the last one counts.
            secrets = {(secret.kind, secret.name): secret.body for secret in batch.secrets}
            kept = [(kind, name, body) for (kind, name), body in secrets.items() if body is not None]
            marks = ", ".join("?" * 7)
            self._is_synced = self._is_synced and not rows
            self._ends = (self._ends[0], batch.lines[-1].end) if rows else self._ends
            self._write(
                (
                    (f"INSERT INTO commits (shard, {_COMMIT}) VALUES ({marks})", [(self.shard, *row) for row in rows]),
                    ("DELETE FROM secrets WHERE kind = ? AND name = ?", [(kind, name) for kind, name in secrets]),
                    ("INSERT INTO secrets (kind, name, body) VALUES (?, ?, ?)", kept),
                )
            )
            if rows:
                self._ends = (batch.lines[-1].end,)
                self._written(rows, batch.lines)

    def _following(self, lines: Sequence[Line]) -> list[bytes]:
        """Return the digests of lines each of which follows the one before, the first the last there is, no key used.

        The database refuses other numbers; this holds also what it cannot: hashes, and keys.
        """
        if not lines:
            return []
        end, used, found = self._index().end, set[bytes](), list[bytes]()
        self._ends = (end,)
        ordinal, position, hashed = end
        for line in lines:
            text = line.text
            ordinal, position, hashed = ordinal + 1, position + len(line.events), next_hash(hashed, text)
            if (line.ordinal, line.position, line.hash) != (ordinal, position, hashed):
                reason = f"line {line.ordinal} does not follow line {ordinal - 1}: somebody else has written"
                raise VersionConflict(reason, values={"line": line.ordinal, "end": ordinal - 1})
            if b"\n" in text:
                raise JournalDamaged("a line has a line feed", values={"stream": line.stream})
            if line.is_opening:
                found.append(NO_KEY)
                continue
            key = (line.stream, line.key)
            known = self._unused.get(key)
            digest = key_digest(*key) if known is None else known
            if digest in used or (known is None and super().answers_under([key])):
                reason = f"the key {line.key!r} of {line.stream} is recorded already"
                raise VersionConflict(reason, values={"stream": line.stream, "key": line.key})
            used.add(digest)
            found.append(digest)
        return found

    def answers_under(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Answer]:
        """Return the answers of many streams and keys at once."""
        digests = [key_digest(*one) for one in keys]
        with self._alone:
            found = self._answers(keys, digests)
            if not self.is_reader:
                self._unused |= {one: digest for one, digest in zip(keys, digests, strict=True) if one not in found}
        return found

    def _written(self, rows: Sequence[CommitRow], lines: list[Line]) -> None:
        """Learn what is now there, and keep a block of the index where one is due."""
        index, begin = self._streams or self._index(), lines[0].ordinal
        for row in rows:
            some = lines[row.first - begin : row.last - begin + 1]
            index.take(some)
            self._remember(some)
            if self._keys.upto == row.first - 1:
                self._keys.take(row.first, row.keys)
        self._is_synced = True
        self._unused.clear()
        block = index.due()
        if block is not None:
            try:
                self.save_block(STREAMS, block)
            except Exception:  # noqa: BLE001 - a view that cannot be kept is made anew; what was asked is recorded
                self._is_synced = False
                return
            index.keep(block)

    def _is_known(self) -> bool:
        return self._is_synced and not self.is_reader

    def _index(self) -> Streams:
        found = super()._index()
        self._is_synced = not self.is_reader
        return found

    # Rows

    def end(self) -> End:
        """Return where the journal ends."""
        with self._alone:
            if self._is_known() and self._streams is not None:
                self._ready_or_raise()
                return self._streams.end
        statement = "SELECT last, position, hash FROM commits WHERE shard = ? ORDER BY first DESC LIMIT 1"
        for row in self._fetch(statement, (self.shard,)):
            return End(*_checked(row, (int, int, bytes)))
        return self._archived().end

    def ping(self) -> None:
        """Ask the database something, so that one that went away is noticed; not while another call is under way."""
        if self._alone.acquire(timeout=_PING_SECONDS):
            try:
                self._ready_or_raise()
            finally:
                self._alone.release()

    def _ready_or_raise(self) -> None:
        self._fetch("SELECT version FROM journal_schema")

    def _lost(self, why: str) -> ShardLost:
        reason = f"{why}: this process must end, and the house be started again"
        return ShardLost(reason, values={"journal": without_password(self.address)})

    def commits(self, after: int = 0) -> Iterator[CommitRow]:
        """Yield the stored rows as they are; those of archived segments with the keys that were kept of them."""
        keys, of = b"", (0, 0)
        for row, _ in self._rows(after):
            if row.first > self._archive.end.ordinal:
                yield row
                continue
            if not of[0] <= row.first <= of[1]:
                statement = "SELECT first, last, keys FROM segments WHERE shard = ? AND first <= ? AND last >= ?"
                for found in self._fetch(statement, (self.shard, row.first, row.first)):
                    *of, keys = _checked(found, (int, int, bytes))  # type: ignore[assignment]
            begin, end = ((one - of[0]) * DIGEST_BYTES for one in (row.first, row.last + 1))
            yield row._replace(keys=keys[begin:end])

    def _after(self, first: int, most: int) -> list[tuple[CommitRow, End]]:
        archive = self._archived()
        end = archive.end.ordinal
        found = archive.after(first, most) if first < end else []
        if len(found) < most:
            statement = f"{_ROWS} c.first > ? ORDER BY c.first LIMIT ?"
            found += self._paired(statement, (self.shard, max(first, end), most - len(found)))
        # Lines that were taken out in between are in neither.
        return found if self._archived().end.ordinal == end else self._after(first, most)

    def _at(self, firsts: Sequence[int]) -> list[tuple[CommitRow, End]]:
        archive = self._archived()
        old = [archive.at(first) for first in firsts if first <= archive.end.ordinal]
        new = [first for first in firsts if first > archive.end.ordinal]
        marks = ", ".join("?" * len(new))
        live = self._paired(f"{_ROWS} c.first IN ({marks}) ORDER BY c.first", (self.shard, *new)) if new else []
        return [*(row for row in old if row is not None), *live]

    def _paired(self, statement: str, values: Sequence[Any]) -> list[tuple[CommitRow, End]]:
        found = []
        for row in self._fetch(statement, values):
            commit = CommitRow(*_checked(row[:6], _COMMIT_TYPES))
            if row[6] is None:
                before = self._archived().end
            else:
                position, hashed = _checked(row[6:], (int, bytes))
                before = End(commit.first - 1, position, hashed)
            found.append((commit, before))
        return found

    def _holding(self, ordinal: int) -> int:
        archive = self._archived()
        if ordinal > archive.end.ordinal:
            statement = "SELECT first FROM commits WHERE shard = ? AND first <= ? ORDER BY first DESC LIMIT 1"
            for row in self._fetch(statement, (self.shard, ordinal)):
                return int(_checked(row, (int,))[0])
        return archive.holding(min(ordinal, archive.end.ordinal)) if archive.segments else 0

    def _keys_after(self, last: int, most: int) -> list[tuple[int, bytes]]:
        found = list[tuple[int, bytes]]()
        if last < self._archived().end.ordinal:
            statement = "SELECT first, keys FROM segments WHERE shard = ? AND last > ? ORDER BY first LIMIT ?"
            for row in self._fetch(statement, (self.shard, last, most)):
                first, keys = _checked(row, (int, bytes))
                begin = max(first, last + 1)
                found.append((begin, keys[(begin - first) * DIGEST_BYTES :]))
        statement = "SELECT first, keys FROM commits WHERE shard = ? AND first > ? ORDER BY first LIMIT ?"
        rows = self._fetch(statement, (self.shard, last, most - len(found)))
        return found + [_checked(row, (int, bytes)) for row in rows]

    def _may_have(self, ordinal: int, digest: bytes) -> bool:
        """Compare the key that was kept of an archived line: its file may be elsewhere, and need not be opened."""
        if ordinal > self._archived().end.ordinal:
            return True
        place = f"CAST((? - first) * {DIGEST_BYTES} + 1 AS INTEGER)"
        statement = (
            f"SELECT substr(keys, {place}, {DIGEST_BYTES}) FROM segments WHERE shard = ? AND ? BETWEEN first AND last"
        )
        rows = self._fetch(statement, (ordinal, self.shard, ordinal))
        return any(bytes(found) == digest for (found,) in rows)

    # Segments

    def segments(self) -> list[Archived]:
        """Return the segments whose lines were taken out of the database."""
        return list(self._archived().segments)

    def _archived(self) -> Archive:
        """Return the segments as they are now: a reader may find that more lines were taken out meanwhile."""
        archive = self._archive
        if self.version < VERSION or (not self.is_reader and self._is_synced):
            return archive
        statement = f"SELECT {_SEGMENT} FROM segments WHERE shard = ? AND first > ? ORDER BY first"
        for row in self._fetch(statement, (self.shard, archive.end.ordinal)):
            first, last, position, hashed, folder, proof = _checked(row, _SEGMENT_TYPES)
            segment = Segment(archive.end, End(last, position, hashed), self.shard)
            if first != segment.first:
                reason = f"segments are missing between lines {archive.end.ordinal} and {first}"
                raise JournalDamaged(reason, values={"first": first})
            archive.add(Archived(segment, folder, proof))
        return archive

    def remove(self, segment: Segment, path: Path) -> None:
        """Take the lines of a segment out of the database, in one transaction."""
        with self._alone:
            self._is_synced = False
            archive, file = self._archived(), SegmentFile(path, segment)
            if segment.before != archive.end or segment.shard != self.shard:
                reason = f"the next segment begins with line {archive.end.ordinal + 1}, and not with {segment.first}"
                raise VersionConflict(reason, values={"first": segment.first})
            file.prove()
            keys = self._keys_of(segment)
            end = segment.end
            row = (self.shard, segment.first, *end, str(path.resolve().parent), file.proof, keys)
            self._write(
                (
                    (f"INSERT INTO segments (shard, {_SEGMENT}, keys) VALUES ({', '.join('?' * 8)})", [row]),
                    (
                        "DELETE FROM commits WHERE shard = ? AND first >= ? AND last <= ?",
                        [(self.shard, segment.first, segment.last)],
                    ),
                )
            )
            self._archived()

    def _keys_of(self, segment: Segment) -> bytes:
        """Return the digests of a segment's lines, whose last one is the one that the database has."""
        within = (self.shard, segment.first, segment.last)
        statement = "SELECT keys FROM commits WHERE shard = ? AND first >= ? AND last <= ? ORDER BY first"
        rows = self._fetch(statement, within)
        keys = b"".join(_checked(row, (bytes,))[0] for row in rows)
        statement = "SELECT last, position, hash FROM commits WHERE shard = ? AND first >= ? AND last = ?"
        ends = [End(*_checked(row, (int, int, bytes))) for row in self._fetch(statement, within)]
        if ends != [segment.end] or len(keys) != DIGEST_BYTES * (segment.last - segment.first + 1):
            reason = f"lines {segment.first} to {segment.last} are not in the database as they are in the file"
            raise VersionConflict(reason, values={"first": segment.first, "last": segment.last})
        return keys

    def compact(self) -> None:
        """Give back to the disk what was taken out."""
        raise NotImplementedError

    # Views

    def blocks(self, view: str) -> list[Block]:
        """Return the blocks of a view that are about lines as they are, from the first line without a gap."""
        statement = (
            f"SELECT {', '.join(f'v.{name}' for name in _BLOCK.split(', '))}, "
            "(SELECT CASE WHEN c.last = v.last THEN c.hash END FROM commits c "
            "WHERE c.shard = v.shard AND c.first <= v.last ORDER BY c.first DESC LIMIT 1) "
            "FROM views v WHERE v.shard = ? AND v.name = ? ORDER BY v.first"
        )
        # Lines that were archived are never written again: what is kept of them stays about them.
        found, end = list[Block](), self._archived().end.ordinal
        for *row, hashed in self._fetch(statement, (self.shard, view)):
            block = Block(*_checked(tuple(row), _BLOCK_TYPES))
            is_same = block.last <= end or block.hash == hashed
            if not is_same or block.first != (found[-1].last if found else 0) + 1:
                break
            found.append(block)
        return found

    def _body(self, view: str, first: int) -> bytes | None:
        statement = "SELECT body FROM views WHERE shard = ? AND name = ? AND first = ?"
        rows = self._fetch(statement, (self.shard, view, first))
        return next((bytes(_checked(row, (bytes,))[0]) for row in rows), None)

    def save_block(self, view: str, block: Block) -> None:
        """Keep a block of a view in place of those that begin there or later."""
        marks = ", ".join("?" * 7)
        row = (self.shard, view, block.first, block.last, block.position, block.hash, block.body)
        self._write(
            (
                ("DELETE FROM views WHERE shard = ? AND name = ? AND first >= ?", [(self.shard, view, block.first)]),
                (f"INSERT INTO views (shard, name, {_BLOCK}) VALUES ({marks})", [row]),
            )
        )

    def rebuild_streams(self) -> None:
        """Take away all views, and make the index of streams anew."""
        with self._alone:
            self._write([("DELETE FROM views WHERE shard = ?", [(self.shard,)])])
            self._streams, self._is_synced = Streams(), False
            for lines in self.lines_by_commit():
                self._streams.take(lines)
                block = self._streams.due()
                if block is not None:
                    self.save_block(STREAMS, block)
                    self._streams.keep(block)

    # Secrets and snapshots

    def secrets(self, kind: str) -> dict[str, bytes]:
        """Return the secrets of a kind by their names."""
        rows = self._fetch("SELECT name, body FROM secrets WHERE kind = ? ORDER BY name", (kind,))
        return dict(_checked(row, (str, bytes)) for row in rows)

    def all_secrets(self) -> list[Secret]:
        """Return all secrets as they are stored, in the order of their kinds and names."""
        rows = [_checked(row, (str, str, bytes)) for row in self._fetch("SELECT kind, name, body FROM secrets")]
        return [Secret(*row) for row in sorted(rows)]

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a stream's newest snapshot."""
        row = (snapshot.stream, snapshot.version, snapshot.hash, snapshot.code, snapshot.body)
        self._write(
            (
                ("DELETE FROM snapshots WHERE stream = ?", [(snapshot.stream,)]),
                (f"INSERT INTO snapshots ({_SNAPSHOT}) VALUES (?, ?, ?, ?, ?)", [row]),
            )
        )

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return a stream's newest snapshot."""
        rows = self._fetch(f"SELECT {_SNAPSHOT} FROM snapshots WHERE stream = ?", (stream,))
        return next((Snapshot(*_checked(row, _SNAPSHOT_TYPES)) for row in rows), None)

    def snapshots(self) -> list[Snapshot]:
        """Return every stream's newest snapshot, in the order of their names."""
        found = [_checked(row, _SNAPSHOT_TYPES) for row in self._fetch(f"SELECT {_SNAPSHOT} FROM snapshots")]
        return [Snapshot(*row) for row in sorted(found)]


def is_old(versions: Sequence[int], address: str, *, is_reader: bool) -> bool:
    """Tell whether tables are those of an earlier version, which can be read; refuse those that nobody knows.

    Raises:
        JournalOld: where somebody would write to them.
        JournalDamaged: where this program does not know them.
    """
    if len(versions) == 1 and versions[0] in OLD_VERSIONS:
        if is_reader:
            return True
        reason = f"the journal is of version {versions[0]}: `pitboss convert OLD NEW` makes one of version {VERSION}"
        raise JournalOld(reason, values={"journal": address, "version": versions[0]})
    if list(versions) not in ([VERSION], [BROUGHT_UP]):
        found = ", ".join(map(str, versions)) or "none"
        reason = f"the journal's tables are of version {found}; this program knows {VERSION}"
        raise JournalDamaged(reason, values={"journal": address, "version": found})
    return False


def _checked(row: tuple[Any, ...], types: tuple[type, ...]) -> tuple[Any, ...]:
    """Return a row of which every value has its column's type: a damaged page may hold any."""
    if tuple(map(type, row)) != types:
        found = [type(value).__name__ for value in row]
        raise JournalDamaged("a row has values of other types than were written", values={"types": found})
    return row
