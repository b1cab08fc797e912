"""What is handed to the writer: commands, openings and queries, each with the future of whoever waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, NamedTuple

from pitboss.decider import Command
from pitboss.errors import InputError
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.promises import Promise
from pitboss.floor.writer.wakes import Reply
from pitboss.journal import Batch, End, Secret

Gate = Callable[["LiveStream", "Command[Any]"], None]
"""Asked before every command is decided, whoever sends it; raises where it must not be."""
Prepare = Callable[["LiveStream", "Command[Any]"], tuple["Command[Any]", Sequence[Secret]]]
"""Asked before the gates about one command: returns it as it is to be decided, and the secrets to be kept with it."""


class News(NamedTuple):
    """Something new that is durable: the answer with its events, and the stream right after the whole batch."""

    live: LiveStream
    recorded: Recorded


Listener = Callable[[Sequence[News]], None]
"""Told in the writer's thread what has become durable; it must not block, and keeps no state it is shown."""


def tell(listeners: Sequence[Listener], news: Sequence[News]) -> None:
    """Tell everybody who listens what is new, if anything is."""
    for listener in listeners if news else ():
        with suppress(Exception):  # a screen that cannot be told must not stop the house
            listener(news)


class Urgency(IntEnum):
    """What the writer takes first, if more waits than it can do at once."""

    PLAY = 0
    """Bets, dealing and closing, and whatever devices and the house itself need for that."""
    OTHER = 1
    """Every other command, and what is asked on the way to one: who is let in, second persons."""
    LOOK = 2
    """Views and offers."""
    REPORT = 3


class _Promise(Future[Any]):
    """A future that keeps the first answer: whoever waited may have been told that the database does not answer."""

    def set_result(self, result: Any) -> None:
        """Give an answer, unless there is one."""
        with suppress(InvalidStateError):
            super().set_result(result)

    def set_exception(self, exception: BaseException | None) -> None:
        """Say why there is none, unless there is one."""
        with suppress(InvalidStateError):
            super().set_exception(exception)


def waited_for() -> Future[Any]:
    """Return a future that whoever waits for it cannot cancel: what was handed in is decided."""
    future = _Promise()
    future.set_running_or_notify_cancel()
    return future


@dataclass(slots=True)
class Submission:
    """A command."""

    stream: str
    command: Command[Any]
    secrets: tuple[Secret, ...] = ()
    """Written in the same transaction if the command is accepted."""
    prepare: Prepare | None = None
    is_decoded: bool = False
    """Whether its types were checked when it was decoded; one that was built in Python is checked by the writer."""
    urgency: Urgency = Urgency.PLAY
    future: Promise[Recorded] | Reply = field(default_factory=Promise)


@dataclass
class Opening:
    """A stream to be opened with its document."""

    stream: str
    kind: str
    document: object
    at: str
    urgency: Urgency = Urgency.PLAY
    future: Future[None] = field(default_factory=waited_for)


@dataclass
class Query:
    """A question to a stream's state, answered in the writer's thread."""

    stream: str
    question: Callable[[LiveStream], Any]
    urgency: Urgency = Urgency.PLAY
    future: Future[Any] = field(default_factory=waited_for)


Entry = Submission | Opening | Query


@dataclass
class Transaction:
    """What one transaction will write, and who waits for it."""

    end: End | None = None
    """Where the journal ends with what is in it; None while nobody knows."""
    batch: Batch = field(default_factory=Batch)
    waiting: list[tuple[Submission | Opening, Recorded | None]] = field(default_factory=list)
    """Who waits, with the answer that is given once the round is durable."""
    news: list[News] = field(default_factory=list)
    """What is told to listeners once the round is durable."""
    keys: dict[tuple[str, str], tuple[bytes, Recorded]] = field(default_factory=dict)
    """Command and answer of what was decided since the queue was drained, in this round or one before."""


def is_text(entry: Entry) -> bool:
    """Tell whether stream and key can be stored by either database; whoever sent what cannot is told."""
    names = entry.stream + (entry.command.key if isinstance(entry, Submission) else "")
    if names.isascii() and "\0" not in names:
        return True
    try:
        names.encode()
    except UnicodeEncodeError as error:
        entry.future.set_exception(InputError(f"stream and key must be valid UTF-8: {error}"))
        return False
    if "\0" in names:
        entry.future.set_exception(InputError("the stream or key has a character zero", field="key", value=names))
        return False
    return True
