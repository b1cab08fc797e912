"""What whoever hands in a command is told: its durable answer, or why there is none."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.decider import Accepted, Event, Refusal
from pitboss.errors import InputError, PitbossError
from pitboss.journal import JournalError


class NotRecorded(JournalError):
    """A command had no effect because it could not be recorded; it may be sent again under the same key."""


class FateUnknown(JournalError):
    """The journal went away while a command was written: ask for its key when it is back."""


class KeyConflict(PitbossError):
    """Another command was sent under the same key."""

    http_status = 409


class NoSuchStream(InputError):
    """A stream was named that the house does not have."""

    http_status = 404


@dataclass(frozen=True)
class Recorded:
    """The durable answer to a command: events or a refusal, and where the stream stood then."""

    stream: str
    key: str
    answer: Accepted | Refusal
    first: int
    last: int
    """Versions of its records; `first` is one more than `last` where there are none."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Return what happened; nothing where it was refused."""
        return self.answer.events if isinstance(self.answer, Accepted) else ()


def not_recorded(error: Exception) -> NotRecorded:
    """Return what is told when a command could not be written."""
    values = error.values if isinstance(error, PitbossError) else {"error": str(error)}
    return NotRecorded(f"not recorded: {error}", values=values)
