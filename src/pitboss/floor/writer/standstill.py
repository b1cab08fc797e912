"""What becomes of a floor whose database does not answer: betting stops with a sentence, and goes on when it does.

Nothing here waits for the writer, which may hang in a call that does not come back. A process that lost the right to
write to its shard stops for good, and ends.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from pitboss.floor.writer.answers import FateUnknown, NotRecorded
from pitboss.floor.writer.lanes import Lanes
from pitboss.floor.writer.queue import Entry, Query
from pitboss.floor.writer.wakes import Reply
from pitboss.journal import Journal, JournalUnavailable, ShardLost

_LOG = logging.getLogger(__name__)


class Standstill:
    """Notices that the database of a floor does not answer, and tells everybody who waits."""

    def __init__(self, journal: Journal, queue: Lanes, back: Callable[[], None]) -> None:
        self.silence: str | None = None
        """Why the database is taken not to answer; None as soon as it does."""
        self.lost: ShardLost | None = None
        """Why this process may write no more, for good."""
        self.on_lost: list[Callable[[], None]] = []
        """Told of it: whatever serves has to end."""
        self.taken: Sequence[Entry] = ()
        """What the writer is at."""
        self._journal, self._queue, self._back = journal, queue, back
        self._is_answering = True
        """Whether the last probe was answered."""

    def look(self) -> None:
        """Look from outside whether the database answers; a watchdog does it, whatever the writer waits for.

        Where it does not, betting stops: whoever waits is told at once, and so is whoever comes, until it does.
        """
        late = self._journal.watch.late()
        if late is not None:
            self._halt(f"the database has not answered for {int(late)} seconds; betting goes on when it does")
        elif self.silence is not None and self._is_answering and self.lost is None:
            self.silence = None
            self._back()
            self._queue.resume()

    def probe(self) -> None:
        """Ask the database whether it is there, so that it is known before anybody bets."""
        try:
            self._journal.ping()
        except JournalUnavailable as error:
            self._is_answering = False
            self._halt(f"{error.reason}; betting goes on when the database answers")
        except Exception as error:  # noqa: BLE001 - a database that says anything else is there
            self._is_answering = True
            self.lose(error)
        else:
            self._is_answering = True

    def lose(self, error: Exception) -> None:
        """Write no more, for good, if what went wrong is that another process has the right to."""
        if isinstance(error, ShardLost) and self.lost is None:
            self.lost = error
            _LOG.error("%s", error)
            self._halt(error.reason)
            for tell in self.on_lost:
                tell()

    def _halt(self, why: str) -> None:
        if self.lost is None:
            self.silence = why
        for entry in self._queue.halt(why):
            _fail(entry, NotRecorded(f"nothing was done: {why}"))
        for entry in self.taken:
            # It may be recorded when the database comes back: only a question has surely no effect.
            is_asked = isinstance(entry, Query)
            reason = f"nothing was done: {why}" if is_asked else f"ask for the key when the journal is back: {why}"
            _fail(entry, NotRecorded(reason) if is_asked else FateUnknown(reason))


def _fail(entry: Entry, error: BaseException) -> None:
    """Tell whoever waits at once, in whatever thread: the writer may never come to it."""
    if isinstance(entry.future, Reply):
        entry.future.fail(error)
    else:
        entry.future.set_exception(error)
