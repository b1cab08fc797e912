"""Every stream decided again from its stored commands: the same events and refusals must come of it, byte by byte."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.decider import Accepted, handle
from pitboss.floor.verify.faults import Reworded, Stale
from pitboss.floor.writer.live_stream import LiveStream, Opened, canonical, checked
from pitboss.floor.writer.program import code_version
from pitboss.floor.writer.snapshots import thawed
from pitboss.floor.writer.upcast import current
from pitboss.journal import next_hash
from pitboss.journal.chain import GENESIS

if TYPE_CHECKING:
    from pitboss.decider import Command, Event
    from pitboss.floor.verify.faults import Faults
    from pitboss.journal import Answer, Record, Snapshot

__all__ = ["StreamReplay"]

_OPENED = msgspec.json.Decoder(Opened)
EVENTS_MAX: Final = 1_000_000
"""More than any command makes."""
EDITION: Final = "edition_hash"
_NO_FURTHER: Final = "the stream is not decided any further"


@dataclass
class StreamReplay:
    """One stream, from its opening to its end."""

    found: Faults
    name: str
    records: Iterator[Record]
    snapshot: Snapshot | None
    placed: Callable[[int, int], None]
    """Told the position of each record and the ordinal of the answer it belongs to."""
    version: int = 0
    hash: bytes = GENESIS
    """The stored hash of the last record taken."""
    live: LiveStream | None = None
    """The stream as it is decided; None where it cannot be, or not any further."""
    is_read: bool = True
    """Whether its records could be read so far."""
    _next: Record | None = None

    def begin(self) -> None:
        """Open the stream again."""
        self._advance()
        first = self._next
        if first is not None:
            with self.found.guarded("the stream cannot be opened again", self.name, first.version):
                self.live = _opened(first)
            self.version = 1
            self._pass(first)

    def take(self, answer: Answer) -> None:
        """Decide the next command again."""
        if self.is_read:
            with self.found.guarded(f"command {answer.key!r} cannot be decided again", self.name, answer.first):
                self._answer(answer)
            self._compare_snapshot()

    def finish(self, head: int) -> None:
        """See that no record up to the head is left over."""
        self._without_command(head)
        if self.snapshot is not None:
            self._stale(self.snapshot, "the stream does not end a command there")

    def _advance(self) -> None:
        """Look at the next record; where none can be read the stream is left."""
        self._next = None
        try:
            self._next = next(self.records, None)
        except Exception as error:  # noqa: BLE001 - one stream that cannot be read must not stop the others
            self.is_read = False
            self.found.damage(f"{self.name} cannot be read: {error}")

    def _pass(self, record: Record) -> None:
        """Have a record behind, and look at the next."""
        self.hash = record.hash
        self._advance()

    def _without_command(self, last: int) -> None:
        """Tell of the records up to a version: no answer was waiting for them."""
        while (record := self._next) is not None and record.version <= last:
            self.found.add("no command was answered with it", self.name, record.version)
            self._pass(record)

    def _records_of(self, answer: Answer) -> Iterator[tuple[bytes, Record]]:
        """Yield the records of an answer, each with the hash before it; what is missing or without command is told."""
        self._without_command(answer.first - 1)
        expected = answer.first
        while (record := self._next) is not None and record.version <= answer.last and record.key == answer.key:
            self._missing(answer, expected, record.version)
            expected = record.version + 1
            self.placed(record.position, answer.ordinal)
            yield self.hash, record
            self._pass(record)
        if self.is_read:
            self._missing(answer, expected, answer.last + 1)

    def _missing(self, answer: Answer, expected: int, found: int) -> None:
        """Tell which records of an answer are not there."""
        if found > expected:
            what = f"it is missing, up to version {found - 1}: command {answer.key!r} was answered with it"
            self.found.add(what, self.name, expected)

    def _answer(self, answer: Answer) -> None:
        """Hold one answer to its command, its records, and what is decided now."""
        if answer.first != self.version + 1 or not -1 <= answer.last - answer.first < EVENTS_MAX:
            span = f"versions {answer.first} to {answer.last}"
            what = f"command {answer.key!r} was answered with {span}, after version {self.version}"
            self.found.add(what, self.name, answer.first)
        records = list(self._records_of(answer))
        self.version = max(self.version, min(answer.last, answer.first + EVENTS_MAX))
        if self.live is None:
            return
        try:
            command = self._command(self.live, answer, records)
            self.live.state, decided = handle(self.live.rules, self.live.state, command)
        except Exception:
            self.live = None
            raise
        if isinstance(decided, Accepted) and answer.refusal is None:
            self._compare_events(answer, decided.events, records)
        elif isinstance(decided, Accepted):
            self._stop(f"command {answer.key!r} was refused, and is accepted now", answer)
        elif answer.refusal is None:
            self._stop(f"command {answer.key!r} was accepted, and is refused now: {decided.reason}", answer)
        elif answer.refusal != canonical(decided):
            what = f"command {answer.key!r} was refused in other words: {decided.reason}"
            self.found.add(what, self.name, answer.first)

    def _command(self, live: LiveStream, answer: Answer, records: list[tuple[bytes, Record]]) -> Command[Any]:
        """Return the stored command, held to its digest and to the key and time of its records."""
        command: Command[Any] = live.rules.command_decoder.decode(answer.command)
        digest = hashlib.sha256(canonical((command.by, command.witness, command.act))).digest()
        if (digest, command.key, canonical(command)) != (answer.digest, answer.key, answer.command):
            what = f"the command that was answered under {answer.key!r} is not the one that was sent"
            self.found.add(what, self.name, answer.first)
        at = command.received_at.astimezone(UTC).isoformat()
        for _, record in records:
            if (record.key, record.at) != (command.key, at):
                what = f"it has key {record.key!r} of {record.at}, and its command {command.key!r} of {at}"
                self.found.add(what, self.name, record.version)
        return command

    def _compare_events(self, answer: Answer, events: tuple[Event, ...], records: list[tuple[bytes, Record]]) -> None:
        """Hold what is decided now to what was recorded; a record that was changed afterwards spoils no later one."""
        if len(events) != answer.last - answer.first + 1:
            made = f"{len(events)} events now, and was answered with {answer.last - answer.first + 1}"
            self._stop(f"command {answer.key!r} makes {made}", answer)
            return
        by_version = {record.version: (before, record) for before, record in records}
        for version, event in enumerate(events, start=answer.first):
            before, record = by_version.get(version, (None, None))
            if record is None or before is None or self._is_same(record, event):
                continue
            self.found.add(f"command {answer.key!r} makes another event now", self.name, version)
            body = canonical(event)
            if next_hash(before, self.name, version, key=record.key, at=record.at, body=body) != record.hash:
                self._stop(f"nothing of {answer.key!r} shows which of the two is right", answer)
                return

    def _is_same(self, record: Record, event: Event) -> bool:
        """Tell whether a stored event is what is decided now; an old one is brought up to its present version."""
        body = canonical(event)
        if body == record.body:
            return True
        brought_up = current(record.body)
        if brought_up is not record.body and self.live is not None:
            return canonical(self.live.rules.event_decoder.decode(brought_up)) == body
        if not self._is_same_but_edition(record.body, body):
            return False
        self.found.reworded.append(Reworded(self.name, record.version))
        return True

    @staticmethod
    def _is_same_but_edition(stored: bytes, decided: bytes) -> bool:
        """Tell whether only the hash of the rules document differs: it was written anew since, and decides the same."""
        one, other = msgspec.json.decode(stored), msgspec.json.decode(decided)
        if not all(isinstance(part, dict) and EDITION in part for part in (one, other)):
            return False
        return {**one, EDITION: None} == {**other, EDITION: None}

    def _stop(self, what: str, answer: Answer) -> None:
        """Tell a difference after which the state is not to be trusted."""
        self.live = None
        self.found.add(f"{what}; {_NO_FURTHER}", self.name, answer.first)

    def _compare_snapshot(self) -> None:
        """Hold the kept state to the one that was decided, when that version is reached."""
        kept = self.snapshot
        if kept is None or kept.version != self.version:
            return
        self.snapshot = None
        if self.live is None:
            self._stale(kept, "nothing is there to compare it with")
        elif kept.code != code_version():
            self._stale(kept, "it was made by other code")
        elif kept.hash != self.hash:
            self._stale(kept, "it is of other records")
        elif (state := thawed(kept.body)) is None:
            self._stale(kept, "it cannot be read")
        elif state != self.live.state:
            self.found.add("the state that is kept is not the one that is decided", self.name, kept.version)

    def _stale(self, kept: Snapshot, why: str) -> None:
        """Tell of a snapshot that is not used."""
        self.found.stale.append(Stale(self.name, kept.version, why))


def _opened(record: Record) -> LiveStream:
    opened = _OPENED.decode(record.body)
    rules, config = checked(opened.kind, msgspec.json.decode(opened.config))
    return LiveStream(record.stream, rules, config, rules.new_state(config))
