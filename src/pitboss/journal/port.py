"""What a journal is, whatever keeps it: lines in one chain a shard, answers under their keys, secrets, snapshots.

A commit is written whole or not at all, and is on the disk when `append` returns. The journal knows no event type: an
event is JSON to it. Nothing that was written is changed or deleted, which the database itself refuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec

from pitboss.errors import PitbossError
from pitboss.journal.chain import GENESIS

if TYPE_CHECKING:
    from pathlib import Path

    from pitboss.journal.deadlines import Watch
    from pitboss.journal.lines import CommitRow, Line
    from pitboss.journal.segments import Archived, Segment
    from pitboss.journal.streams import SealedIndex


class JournalError(PitbossError):
    """The journal cannot do what was asked."""

    exit_code = 1
    http_status = 503


class JournalUnavailable(JournalError):
    """Nothing can be recorded now: the disk is full, the database is locked or gone."""


class SegmentMissing(JournalUnavailable):
    """Lines are asked for that are archived, and their file is not where it should be."""


class JournalBusy(JournalError):
    """Another process writes to this journal."""


class JournalDamaged(JournalError):
    """What is stored is not what was written."""


class JournalOld(JournalError):
    """The journal is of an earlier version: it can be read and converted, and not be written to."""


class VersionConflict(JournalError):
    """Another line stands where this one should: somebody else has written."""


class ShardLost(VersionConflict):
    """Another process has the right to write, or has written: this one knows no more what is recorded, and must end."""

    exit_code = 3


class End(NamedTuple):
    """Where a shard ends."""

    ordinal: int = 0
    """How many lines it has."""
    position: int = 0
    """How many events it has."""
    hash: bytes = GENESIS
    """The hash of its last line."""


class Head(msgspec.Struct, frozen=True, gc=False):
    """Where a stream ends: its last version, and the hash of the line that it stands in."""

    version: int = 0
    hash: bytes = GENESIS


class Record(msgspec.Struct, frozen=True, gc=False):
    """One event as it is kept."""

    position: int
    """Its place among all events of the journal, from 1 without a gap."""
    stream: str
    version: int
    """Its place in its stream, from 1 without a gap."""
    epoch: int
    """Under which ownership of the shard it was written."""
    key: str
    """The key of the command that caused it."""
    at: str
    """When that command was received, as text."""
    body: bytes
    hash: bytes
    """The hash of the line that it stands in."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """A command and how it was answered: with the records from `first` to `last`, or with a refusal."""

    ordinal: int
    """The line that it stands in."""
    stream: str
    key: str
    command: bytes
    first: int
    last: int
    """Versions of its records; `first` is one more than `last` for a refusal, which has none."""
    refusal: bytes | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A stream's state after a version; a cache, thrown away when hash or code are others."""

    stream: str
    version: int
    hash: bytes
    code: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Secret:
    """What must be kept and never shown or exported, such as the hash of a password; no body takes it away."""

    kind: str
    name: str
    body: bytes | None


@dataclass(frozen=True, slots=True)
class Block:
    """A part of a view: what was found in some lines, so that nobody has to look for it again.

    A view can be deleted at any time: it is made anew from the lines.
    """

    first: int
    last: int
    """The lines it is about: whole commits."""
    position: int
    """How many events there are up to its last line."""
    hash: bytes
    """The hash of its last line; a block of other lines is thrown away."""
    body: bytes

    @property
    def end(self) -> End:
        """Return where the shard ends with it."""
        return End(self.last, self.position, self.hash)


@dataclass(slots=True)
class Batch:
    """What is written in one transaction."""

    lines: list[Line] = field(default_factory=list)
    secrets: list[Secret] = field(default_factory=list)


class Journal(Protocol):
    """A journal that is open."""

    address: str
    is_reader: bool

    watch: Watch
    """Times every call to the database."""

    def ping(self) -> None:
        """Ask the database something, so that one that went away is noticed; not while another call is under way.

        Raises:
            JournalUnavailable: if it does not answer, or its file is not the one that was opened.
            ShardLost: if another process has the right to write.
        """

    def append(self, batch: Batch) -> None:
        """Write a batch in one transaction; it is durable when this returns.

        Raises:
            VersionConflict: if its first line does not follow the last one that is there.
            ShardLost: if that is so because somebody else has written.
            JournalUnavailable: if it could not be written; nothing of it is then there.
        """

    def end(self) -> End:
        """Return where the journal ends."""

    def last(self) -> tuple[int, int]:
        """Return how many events and how many lines there are."""

    def heads(self) -> dict[str, Head]:
        """Return every stream's head."""

    def lines(self, after: int = 0) -> Iterator[Line]:
        """Yield all lines after one, in order, each held to the hash of its commit."""

    def lines_by_commit(self, after: int = 0) -> Iterator[list[Line]]:
        """Yield the lines of each commit after the one that ends with a line, in order."""

    def commits(self, after: int = 0) -> Iterator[CommitRow]:
        """Yield the stored rows whose lines come after one, in order, as they are: nothing of them is checked."""

    def read(self, stream: str, after: int = 0) -> Iterator[Record]:
        """Yield a stream's records after a version, in order."""

    def read_all(self, after: int = 0) -> Iterator[Record]:
        """Yield all records after a position, in order."""

    def answer(self, stream: str, key: str) -> Answer | None:
        """Return how a command was answered, or None if it never was."""

    def answers_under(self, keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], Answer]:
        """Return the answers of many streams and keys at once, those that are there."""

    def answers(self, stream: str | None = None) -> Iterator[Answer]:
        """Yield the answers of a stream, or all, in the order they were given."""

    def blocks(self, view: str) -> list[Block]:
        """Return the blocks of a view that are about lines as they are, from the first line without a gap."""

    def view_names(self) -> list[str]:
        """Return the names of the views of which any block is kept."""

    def save_block(self, view: str, block: Block) -> None:
        """Keep a block of a view in place of one that begins there."""

    def index(self) -> SealedIndex:
        """Return the index of streams in short, to be signed by whoever found it to be what the lines say."""

    def require_whole(self, index: SealedIndex | None = None) -> None:
        """Read everything, and hold it to the chain and the index of streams to the lines.

        Where the index is one that is known to be right, its lines are held to the chain alone.

        Raises:
            JournalDamaged: where any of it is not what was written.
        """

    def rebuild_streams(self) -> None:
        """Take away all views, and make the index of streams anew."""

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a stream's newest snapshot in place of an older one."""

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return a stream's newest snapshot."""

    def snapshots(self) -> list[Snapshot]:
        """Return every stream's newest snapshot, in the order of their names."""

    def secrets(self, kind: str) -> dict[str, bytes]:
        """Return the secrets of a kind by their names."""

    def all_secrets(self) -> list[Secret]:
        """Return all secrets as they are stored, in the order of their kinds and names."""

    def segments(self) -> list[Archived]:
        """Return the segments whose lines were taken out of the database, in order from the first line on."""

    def remove(self, segment: Segment, path: Path) -> None:
        """Take the lines of a segment out of the database, all in one transaction: they are read from its file now.

        The file is read whole before that. What the database still needs of the lines, their keys, it keeps.

        Raises:
            JournalDamaged: where the file does not hold these lines.
            VersionConflict: where the segment is not the next one, or the database has other lines.
        """

    def compact(self) -> None:
        """Give back to the disk what was taken out."""

    def check(self) -> Sequence[str]:
        """Return what the database itself finds wrong with what it stores."""

    def close(self) -> None:
        """Let go of it; another process may write then."""
