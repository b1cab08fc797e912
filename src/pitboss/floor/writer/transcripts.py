"""A transcript played into a journal: each command is durable before the next is sent, and played twice it is one."""

from __future__ import annotations

import re
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import cast

from pitboss.floor.sealed_journal import UnkeptJournal
from pitboss.floor.writer.answers import KeyConflict, same_digest
from pitboss.floor.writer.history import opened_stream, steps
from pitboss.floor.writer.live_stream import canonical
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Journal, open_journal
from pitboss.transcript import Step, Transcript


@dataclass(frozen=True)
class Played:
    """What became of a transcript that was played into a journal."""

    stream: str
    steps: tuple[Step, ...]
    """As it would be without a journal, from what is recorded."""
    recorded_before: int
    """How many of its commands the journal had already: they had no effect again."""


def stream_name(transcript: Transcript) -> str:
    """Return what a transcript's stream is called unless somebody says otherwise: what it is, its name, its date.

    `table:main-floor-1`, `tote:oneida:2004-05-01`.
    """
    rules, config = transcript.game, transcript.config
    name = re.sub(r"[^\w]+", "-", config.name.casefold()).strip("-") or rules.name
    date = getattr(config, "date", None)
    return ":".join([rules.first_line, name, *([date.isoformat()] if date is not None else [])])


def play_into(address: str, transcript: Transcript, stream: str | None = None) -> Played:
    """Play a transcript into a journal.

    Raises:
        KeyConflict: if the stream is open with another document, or has another command under one of the keys; then
            nothing at all is sent.
    """
    name = stream_name(transcript) if stream is None else stream
    journal = open_journal(address)
    try:
        known = _known(journal, transcript, name)
    except BaseException:
        journal.close()
        raise
    entries = transcript.entries
    # Without a key nobody knows whose a snapshot is: all records are read.
    with closing(Floor(cast("Journal", UnkeptJournal(journal)))) as floor:
        at = entries[0].command.received_at if entries else datetime.now(UTC)
        floor.open(name, transcript.game.first_line, transcript.document, at)
        for entry in entries:
            floor.send(name, entry.command)
    return Played(name, _told(address, transcript, name), known)


def _known(journal: Journal, transcript: Transcript, name: str) -> int:
    """Return how many commands the journal has; one that has another command under a key is left alone."""
    commands = {entry.command.key: entry.command for entry in transcript.entries}
    answers = journal.answers_under([(name, key) for key in commands])
    for (_, key), answer in answers.items():
        command = commands[key]
        if same_digest(canonical(command)) != same_digest(answer.command):
            reason = f"another command was sent to {name} under the key {key!r}; play it into a stream of its own"
            raise KeyConflict(reason, values={"stream": name, "key": key})
    return len(answers)


def _told(address: str, transcript: Transcript, name: str) -> tuple[Step, ...]:
    """Tell the transcript's commands as they are recorded, in the transcript's order."""
    entries = {entry.command.key: entry for entry in transcript.entries}
    found: dict[str, Step] = {}
    with closing(open_journal(address, is_reader=True)) as journal:
        live = opened_stream(journal, name)
        for step in steps(journal, live):
            entry = entries.get(step.command.key)
            if entry is not None:
                answers = step.events if step.refusal is None else (step.refusal,)
                found[step.command.key] = Step(entry, answers, step.words, live.state)
    return tuple(found[key] for key in entries)
