"""A recorded stream told again, command by command: what was wanted, what came of it, in words and in money."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from pitboss.decider import Command, Event, Refusal
from pitboss.errors import InputError
from pitboss.floor.writer.live_stream import LiveStream, Opened, checked
from pitboss.journal import Answer, Journal, JournalDamaged, Record
from pitboss.transcript import told

_OPENED = msgspec.json.Decoder(Opened)
_REFUSAL = msgspec.json.Decoder(Refusal)


@dataclass(frozen=True)
class RecordedStep:
    """One command as it was answered; a refusal has no records."""

    answer: Answer
    command: Command[Any]
    records: tuple[Record, ...]
    events: tuple[Event, ...]
    refusal: Refusal | None
    words: tuple[str, ...]
    """A sentence or more for each event, or one for the refusal."""


def opened_stream(journal: Journal, stream: str) -> LiveStream:
    """Return a stream as it was opened, before its first command.

    Raises:
        InputError: if there is no such stream.
    """
    records = journal.read(stream)
    first = next(records, None)
    if first is None:
        known = ", ".join(sorted(journal.heads())) or "none"
        raise InputError(f"no such stream in this journal; it has {known}", field="stream", value=stream)
    opened = _OPENED.decode(first.body)
    rules, config = checked(opened.kind, msgspec.json.decode(opened.config))
    return LiveStream(stream, rules, config, rules.new_state(config), version=1, hash=first.hash)


def steps(journal: Journal, live: LiveStream) -> Iterator[RecordedStep]:
    """Yield every command of a stream that was just opened again, and bring the stream on with each.

    Raises:
        JournalDamaged: where records are missing; `verify` tells more.
    """
    records = journal.read(live.name, after=1)
    for answer in journal.answers(live.name):
        command = live.rules.command_decoder.decode(answer.command)
        if answer.refusal is not None:
            refusal = _REFUSAL.decode(answer.refusal)
            said = told(refusal)
            yield RecordedStep(answer, command, (), (), refusal, (said,))
            continue
        own = tuple(_next(records, live.name, version) for version in range(answer.first, answer.last + 1))
        events = tuple(live.decoded(record.body) for record in own)
        for record, event in zip(own, events, strict=True):
            live.evolve(event)
            live.version, live.hash = record.version, record.hash
        words = tuple(live.rules.in_words(live.state, event) for event in events)
        yield RecordedStep(answer, command, own, events, None, words)


def _next(records: Iterator[Record], stream: str, version: int) -> Record:
    record = next(records, None)
    if record is None or record.version != version:
        reason = f"version {version} of {stream} is missing; pitboss verify tells more"
        raise JournalDamaged(reason, values={"stream": stream, "version": version})
    return record
