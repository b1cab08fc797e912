"""What a journal is, whatever keeps it: records in streams, answers under their keys, postings, snapshots.

A batch is written whole or not at all, and is on the disk when `append` returns. The journal knows no event type: a
body is bytes to it. Nothing that was written is changed or deleted, which the database itself refuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from pitboss.errors import PitbossError
from pitboss.journal.chain import GENESIS


class JournalError(PitbossError):
    """The journal cannot do what was asked."""

    exit_code = 1
    http_status = 503


class JournalUnavailable(JournalError):
    """Nothing can be recorded now: the disk is full, the database is locked or gone."""


class JournalBusy(JournalError):
    """Another process writes to this journal."""


class JournalDamaged(JournalError):
    """What is stored is not what was written."""


class VersionConflict(JournalError):
    """A record of that stream and version is there already: somebody else has written."""


@dataclass(frozen=True, slots=True)
class Head:
    """The last record of a stream."""

    version: int = 0
    hash: bytes = GENESIS


@dataclass(frozen=True, slots=True)
class Record:
    """One event as it is kept."""

    position: int
    """Its place among all records of the journal, from 1 without a gap."""
    stream: str
    version: int
    """Its place in its stream, from 1 without a gap."""
    epoch: int
    """Under which ownership of the stream it was written."""
    key: str
    """The key of the command that caused it."""
    at: str
    """When that command was received, as text."""
    body: bytes
    hash: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """A command and how it was answered: with the records from `first` to `last`, or with a refusal."""

    ordinal: int
    """Its place among all answers of the journal, from 1 without a gap."""
    stream: str
    key: str
    digest: bytes
    """SHA-256 of the command as it was sent; another command under the same key is a conflict."""
    command: bytes
    first: int
    last: int
    """Versions of its records; `first` is one more than `last` for a refusal, which has none."""
    refusal: bytes | None


@dataclass(frozen=True, slots=True)
class Posting:
    """One side of a move in the ledger."""

    position: int
    line: int
    account: str
    amount_minor: int


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


@dataclass(slots=True)
class Batch:
    """What is written in one transaction."""

    records: list[Record] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    postings: list[Posting] = field(default_factory=list)
    secrets: list[Secret] = field(default_factory=list)


class Journal(Protocol):
    """A journal that is open."""

    address: str

    def append(self, batch: Batch) -> None:
        """Write a batch in one transaction; it is durable when this returns.

        Raises:
            VersionConflict: if a record is there already.
            JournalUnavailable: if it could not be written; nothing of it is then there.
        """

    def last(self) -> tuple[int, int]:
        """Return the position of the last record and the ordinal of the last answer; 0 without one."""

    def heads(self, upto: int | None = None) -> dict[str, Head]:
        """Return every stream's head, as it was after a position or as it is."""

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

    def postings(self, account: str | None = None, upto: int | None = None) -> Iterator[Posting]:
        """Yield postings in order: of an account, up to a position."""

    def balances(self, upto: int | None = None) -> dict[str, int]:
        """Return what every account holds after a position, or now."""

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Keep a stream's newest snapshot in place of an older one."""

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return a stream's newest snapshot."""

    def secrets(self, kind: str) -> dict[str, bytes]:
        """Return the secrets of a kind by their names."""

    def check(self) -> Sequence[str]:
        """Return what the database itself finds wrong with what it stores."""

    def close(self) -> None:
        """Let go of it; another process may write then."""
