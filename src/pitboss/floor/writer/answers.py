"""What whoever hands in a command is told: its durable answer, or why there is none."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.decider import Accepted, Event, Refusal
from pitboss.errors import InputError, PitbossError
from pitboss.journal import JournalError


class NotRecorded(JournalError):
    """A command had no effect because it could not be recorded; it may be sent again under the same key."""


class FateUnknown(JournalError):
    """The journal went away while a command was written: ask for its key when it is back."""


class Busy(NotRecorded):
    """Too much waits for the writer: nothing was done, and the same may be sent again in a moment."""

    retry_seconds = 1


class KeyConflict(PitbossError):
    """Another command was sent under the same key."""

    http_status = 409


class NoSuchStream(InputError):
    """A stream was named that the house does not have."""

    http_status = 404


class Recorded(msgspec.Struct, frozen=True):
    """The durable answer to a command: events or a refusal, and where the stream stood then."""

    stream: str
    key: str
    answer: Accepted | Refusal
    first: int
    last: int
    """Versions of its records; `first` is one more than `last` where there are none."""
    face_down: tuple[int, ...] = ()
    """Which of its events are of a card that nobody at the table saw when it was answered."""

    @property
    def events(self) -> tuple[Event, ...]:
        """Return what happened; nothing where it was refused."""
        return self.answer.events if isinstance(self.answer, Accepted) else ()


def unseen_among(events: Sequence[Event], state: Any) -> tuple[int, ...]:
    """Return which of some events are of a card that lies face down."""
    return tuple([index for index, event in enumerate(events) if event.lies_face_down(state)])


def not_recorded(error: Exception) -> NotRecorded:
    """Return what is told when a command could not be written."""
    values = error.values if isinstance(error, PitbossError) else {"error": str(error)}
    return NotRecorded(f"not recorded: {error}", values=values)


class _Sent(msgspec.Struct):
    by: msgspec.Raw
    act: msgspec.Raw
    witness: msgspec.Raw = msgspec.Raw(b"null")


_SENT = msgspec.json.Decoder(_Sent)


def same_digest(command: bytes) -> bytes:
    """Return the digest of a stored command by which one that is sent again is known to be the same.

    It is over who sent it, who saw it, and what: not over the instant at which it came.
    """
    sent = _SENT.decode(command)
    return hashlib.sha256(b"[" + b",".join(map(bytes, (sent.by, sent.witness, sent.act))) + b"]").digest()
