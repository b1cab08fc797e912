"""Journals to read: what was asked for and what happened, step by step, as typed acts and events."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from pitboss.decider import Act, Event, Person, Refusal
from pitboss.floor.writer.history import RecordedStep, opened_stream, steps
from pitboss.journal import Journal
from pitboss.journal.address import open_to_read

__all__ = ["JournalReader", "Step", "read_journal"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One command as it was recorded, and how it was answered."""

    stream: str
    at: datetime
    """When it was received."""
    by: Person
    act: Act
    """What was asked for."""
    events: tuple[Event, ...]
    """What happened; nothing where it was refused."""
    refusal: Refusal | None
    """Why not, and by which clause; None where it was accepted."""
    words: tuple[str, ...]
    """A sentence for each event, or one for the refusal."""


class JournalReader:
    """A journal open for reading, also beside a floor that writes to it; use it in a `with` statement."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the journal."""
        self._journal.close()

    @property
    def streams(self) -> tuple[str, ...]:
        """Return the names of the streams: a table, a tote day, a tournament, the house itself."""
        return tuple(sorted(self._journal.heads()))

    def steps(self, stream: str) -> Iterator[Step]:
        """Yield every command of a stream in order, refused ones too.

        Raises:
            InputError: if there is no such stream.
        """
        for step in _recorded(self._journal, stream):
            yield Step(
                stream=stream,
                at=step.command.received_at,
                by=step.command.by,
                act=step.command.act,
                events=step.events,
                refusal=step.refusal,
                words=step.words,
            )

    def events(self, stream: str, *names: str) -> Iterator[Event]:
        """Yield the events of a stream in order: all, or those of these types, such as "RoundSettled"."""
        for step in self.steps(stream):
            yield from (event for event in step.events if not names or type(event).__name__ in names)


def _recorded(journal: Journal, stream: str) -> Iterator[RecordedStep]:
    """Read a stream of a journal: the one place of the library that knows how one is stored."""
    return steps(journal, opened_stream(journal, stream))


def read_journal(address: str | Path) -> JournalReader:
    """Open a journal for reading: a SQLite file's path, `sqlite:///FILE`, or `postgresql://HOST/DATABASE`.

    Raises:
        InputError: where there is no such journal.
    """
    return JournalReader(open_to_read(str(address)))
