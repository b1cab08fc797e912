"""One automatic table over a journal: commands through the one writer, and a state of what is recorded and no more."""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any

from pitboss.decider import Accepted, Refusal
from pitboss.errors import InputError
from pitboss.floor.devices.betting_window import recorded_at, window_of
from pitboss.floor.writer.live_stream import checked, load
from pitboss.floor.writer.transcripts import name_of
from pitboss.floor.writer.writer import Floor
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.journal import open_journal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from pitboss.decider import Command
    from pitboss.floor.devices.clock import Recalled
    from pitboss.games.roulette.automatic.state import AutomaticTable

__all__ = ["TableHost", "hosting"]


class TableHost:
    """A table for whoever alone sends to it.

    The state is a second one beside the writer's: it goes on with each durable answer. So it never shows what a failed
    commit took back, and it can be shown while the journal is away.
    """

    def __init__(self, floor: Floor, stream: str) -> None:
        live = load(floor.journal, stream)
        if live is None:
            raise InputError("no such stream in this journal", field="stream", value=stream)
        self._floor, self._live = floor, live
        self.stream = stream
        self.is_new = live.version == 1
        """Whether nothing has happened at it yet."""
        self.recorded_at: datetime = recorded_at(floor.journal, live)
        """When the last record was made that was there at the start."""
        self.window: Recalled | None = window_of(floor.journal, live)
        """The betting window that was open then."""

    @property
    def state(self) -> AutomaticTable:
        """Return the table as it is recorded."""
        state: AutomaticTable = self._live.state
        return state

    def submit(self, command: Command[Any]) -> Accepted | Refusal:
        """Have a command recorded, and return what is new: nothing where it was recorded and told before.

        Raises:
            NotRecorded: if it could not be recorded; it had no effect.
            FateUnknown: if that cannot be said; the next command must be this one again.
        """
        recorded = self._floor.send(self.stream, command)
        if isinstance(recorded.answer, Refusal):
            return recorded.answer
        numbered = enumerate(recorded.answer.events, start=recorded.first)
        fresh = tuple(event for version, event in numbered if version > self._live.version)
        for event in fresh:
            self._live.evolve(event)
        self._live.version = max(self._live.version, recorded.last)
        return Accepted(fresh)


@contextmanager
def hosting(address: str, document: object, at: datetime, stream: str | None = None) -> Iterator[TableHost]:
    """Open an automatic table in a journal, or find it there as it stood.

    Raises:
        JournalBusy: if another process writes to the journal.
        KeyConflict: if the stream is open with another document.
    """
    rules, config = checked(AUTOMATIC.first_line, document)
    name = name_of(rules, config) if stream is None else stream
    with closing(Floor(open_journal(address))) as floor:
        floor.open(name, AUTOMATIC.first_line, document, at)
        yield TableHost(floor, name)
