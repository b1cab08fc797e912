"""The one writer of a house: commands in, decided one by one, written together, answered when they are on the disk.

The writer drains its queue: it decides and evolves command by command on the working states, writes all records,
answers and postings of the round in one transaction, and only then answers. If the commit fails the working states
are dropped and read anew, and whoever waited is told what became of the command: recorded after all, or not.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any, Final, TypeVar

import msgspec

from pitboss.decider import Accepted, Command, Refusal, answered, decode_or_explain
from pitboss.errors import InputError, PitbossError
from pitboss.floor.writer.answers import FateUnknown, KeyConflict, NotRecorded, Recorded, not_recorded, unseen_among
from pitboss.floor.writer.lanes import Lanes
from pitboss.floor.writer.live_stream import GENERATION, LiveStream, Opened, canonical, checked, load, text_of
from pitboss.floor.writer.queue import (
    Entry,
    Gate,
    Listener,
    News,
    Opening,
    Prepare,
    Query,
    Submission,
    Urgency,
    is_text,
    tell,
)
from pitboss.journal import Answer, Batch, Journal, JournalUnavailable, Posting, Record, Secret, next_hash
from pitboss.stream import act_type, as_recorded

__all__ = ["FateUnknown", "Floor", "KeyConflict", "NotRecorded", "Recorded"]

BATCH_MAX: Final = 256
"""How many commands are written together at most."""
SNAPSHOT_EVERY: Final = 10_000
"""After how many records of a stream its state is kept."""
T = TypeVar("T")
_REFUSAL: Final = msgspec.json.Decoder(Refusal)


@dataclass
class _Transaction:
    """What one transaction will write, and who waits for it."""

    batch: Batch = field(default_factory=Batch)
    waiting: list[tuple[Submission | Opening, Recorded | None]] = field(default_factory=list)
    """Who waits, with the answer that is given once the round is durable."""
    news: list[News] = field(default_factory=list)
    """What is told to listeners once the round is durable."""
    keys: dict[tuple[str, str], tuple[bytes, bytes, Recorded]] = field(default_factory=dict)
    """Digest, command and answer of what was decided since the queue was drained, in this round or one before."""


class Floor:
    """A house at work over one journal."""

    def __init__(self, journal: Journal, *, epoch: int = 1, snapshot_every: int = SNAPSHOT_EVERY) -> None:
        """Take over a journal; streams are loaded when they are first asked for."""
        self.listeners: list[Listener] = []
        self.trouble: str | None = None
        """Why the last write failed; nothing as soon as one has succeeded."""
        self.gates: list[Gate] = []
        """Asked before every command, whoever sends it, in this order."""
        self.journal, self.epoch, self._snapshot_every = journal, epoch, snapshot_every
        self._streams: dict[str, LiveStream] = {}
        self._last: tuple[int, int] | None = journal.last()
        self._untold: list[tuple[str, str]] = []
        """Streams and keys of commands that may be recorded, and nobody who listens was told."""
        self._queue = Lanes()
        self._thread = threading.Thread(target=self._run, name="pitboss-writer", daemon=True)
        self.is_closed = False
        self._thread.start()

    # Asking

    def open(self, stream: str, kind: str, document: object, at: datetime) -> None:
        """Open a stream with its document, or find it open with the very same one."""
        if "/" in stream or not stream:
            raise InputError("a stream's name is text without a stroke", field="stream", value=stream)
        opening = Opening(stream, kind, document, text_of(at))
        self._put(opening)
        opening.future.result()

    def submit(
        self,
        stream: str,
        command: Command[Any],
        secrets: Sequence[Secret] = (),
        prepare: Prepare | None = None,
        *,
        is_decoded: bool = False,
        urgency: Urgency = Urgency.PLAY,
    ) -> Future[Recorded]:
        """Hand in a command; the future has the answer when it is on the disk, and the secrets if it is accepted.

        `prepare` is asked right before the gates, with the stream as it then stands. A command that was decoded by the
        stream's decoder is not checked again.

        Raises:
            Busy: where too much waits already; nothing was done.
        """
        submission = Submission(stream, command, tuple(secrets), prepare, is_decoded, urgency)
        self._put(submission)
        return submission.future

    def send(self, stream: str, command: Command[Any]) -> Recorded:
        """Hand in a command and wait for its answer."""
        return self.submit(stream, command).result()

    def look(self, stream: str) -> LiveStream:
        """Return a stream as it stands between two rounds of writing; to be looked at, not kept."""
        return self.view(stream, lambda live: live)

    def view(self, stream: str, question: Callable[[LiveStream], T]) -> T:
        """Return the answer to a question, which is put to the stream between two rounds of writing."""
        found: T = self.ask(stream, question).result()
        return found

    def ask(self, stream: str, question: Callable[[LiveStream], T], urgency: Urgency = Urgency.PLAY) -> Future[T]:
        """Put a question to a stream; the answer must share nothing with the state that may change.

        Raises:
            Busy: where too much waits already.
        """
        query = Query(stream, question, urgency)
        self._put(query)
        return query.future

    def fate(self, key: str, *streams: str) -> Future[Recorded | None]:
        """Ask what became of a command, in the first stream that has it; nothing where none is under that key."""

        def asked(_: LiveStream) -> Recorded | None:
            found = (self.journal.answer(stream, key) for stream in streams)
            return next((self._recorded(stored) for stored in found if stored is not None), None)

        return self.ask(streams[0], asked, Urgency.OTHER)

    def close(self) -> None:
        """Write what was handed in, keep the states, and let go of the journal."""
        if not self.is_closed:
            self.is_closed = True
            self._queue.close()
            self._thread.join()
            self.journal.close()

    def _put(self, entry: Entry) -> None:
        self._queue.put(entry)

    # Writing

    def _run(self) -> None:
        while entries := self._queue.take(BATCH_MAX):
            self._write(entries)
        self._keep(self._streams.values())

    def _write(self, entries: Sequence[Entry]) -> None:
        entries = [entry for entry in entries if is_text(entry)]
        try:
            if self._last is None:
                self._last = self.journal.last()
            asked = [(entry.stream, entry.command.key) for entry in entries if isinstance(entry, Submission)]
            stored = self.journal.answers_under(asked)
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits is told
            for entry in entries:
                entry.future.set_exception(not_recorded(error))
            return
        one = _Transaction()
        for entry in entries:
            try:
                one = self._take(one, entry, stored)
            except JournalUnavailable as error:
                entry.future.set_exception(not_recorded(error))
            except PitbossError as error:
                entry.future.set_exception(error)
            except Exception as error:  # noqa: BLE001 - a command that breaks our own code must not stop the others
                # Its stream may be half changed: what was decided before it is written, then the stream is read anew.
                one = self._committed(one)
                self._streams.pop(entry.stream, None)
                entry.future.set_exception(error)
        self._committed(one)
        self._keep([live for live in self._streams.values() if live.unkept >= self._snapshot_every])

    def _take(self, one: _Transaction, entry: Entry, stored: dict[tuple[str, str], Answer]) -> _Transaction:
        """Do what is asked, as part of a round; return the round that goes on."""
        if isinstance(entry, Query):
            # Looked at after everything before it is durable, so that nobody sees what may yet be dropped.
            one = self._committed(one)
            # Told here: an error must not lead back to a round that is written already.
            try:
                entry.future.set_result(entry.question(self._stream(entry.stream)))
            except Exception as error:  # noqa: BLE001 - whatever it is, whoever asked is told
                entry.future.set_exception(not_recorded(error) if isinstance(error, JournalUnavailable) else error)
        elif isinstance(entry, Opening):
            self._open(one, entry)
        else:
            self._decide(one, entry, stored.get((entry.stream, entry.command.key)))
        return one

    def _stream(self, name: str) -> LiveStream:
        live = self._streams.get(name) or load(self.journal, name)
        if live is None:
            raise InputError("no such stream in this journal", field="stream", value=name)
        self._streams[name] = live
        return live

    def _open(self, one: _Transaction, opening: Opening) -> None:
        rules, config = checked(opening.kind, opening.document)
        live = self._streams.get(opening.stream) or load(self.journal, opening.stream)
        if live is not None and canonical(live.config) != canonical(config):
            reason = f"stream {opening.stream} is open with another document"
            raise KeyConflict(reason, values={"stream": opening.stream})
        if live is None:
            live = LiveStream(opening.stream, rules, config, rules.new_state(config))
            body = canonical(Opened(opening.kind, msgspec.Raw(canonical(config)), GENERATION))
            one.batch.records += self._records(one, live, [body], key="", at=opening.at)
        self._streams[opening.stream] = live
        one.waiting.append((opening, None))

    def _decide(self, one: _Transaction, asked: Submission, stored: Answer | None) -> None:
        command, name = asked.command, asked.stream
        known = one.keys.get((name, command.key))
        if known is None and stored is not None:
            known = (stored.digest, stored.command, self._recorded(stored))
        if known is not None:
            one.waiting.append((asked, self._same(asked, *known)))
            return
        live = self._stream(name)
        secrets: Sequence[Secret] = asked.secrets
        if not asked.is_decoded:
            command = _as_stored(live, command)
        if asked.prepare is not None:
            command, secrets = asked.prepare(live, command)
        for gate in self.gates:
            gate(live, command)
        first, sent, digest = live.version + 1, canonical(command), _digest(command)
        live.state, answer = answered(live.rules, live.state, command)
        events = answer.events if isinstance(answer, Accepted) else ()
        bodies = [canonical(event) for event in events]
        records = self._records(one, live, bodies, key=command.key, at=text_of(command.received_at))
        postings = [
            Posting(record.position, line, account, amount)
            for record, event in zip(records, events, strict=True)
            for line, (account, amount) in enumerate(live.postings(event), start=1)
        ]
        refusal = canonical(answer) if isinstance(answer, Refusal) else None
        ordinal = self._next(one.batch.answers, 1)
        # Nothing of a command is part of the round before all of it is made.
        recorded = Recorded(name, command.key, answer, first, live.version, unseen_among(events, live.state))
        one.batch.answers.append(
            Answer(ordinal, name, command.key, digest, sent, first=first, last=live.version, refusal=refusal)
        )
        one.batch.records += records
        one.batch.postings += postings
        one.keys[name, command.key] = (digest, sent, recorded)
        if events:
            one.batch.secrets += secrets
            one.news.append(News(live, recorded))
        one.waiting.append((asked, recorded))

    def _records(
        self, one: _Transaction, live: LiveStream, bodies: Sequence[bytes], *, key: str, at: str
    ) -> list[Record]:
        """Return records that follow the stream's last one, which it then ends with."""
        position, records = self._next(one.batch.records, 0), []
        for body in bodies:
            live.version += 1
            live.hash = next_hash(live.hash, live.name, live.version, key=key, at=at, body=body)
            records.append(Record(position, live.name, live.version, self.epoch, key, at, body, live.hash))
            position += 1
        return records

    def _next(self, written: Sequence[object], which: int) -> int:
        """Return the next number among all records, or all answers, of the journal."""
        return (self._last[which] if self._last is not None else 0) + len(written) + 1

    def _recorded(self, stored: Answer) -> Recorded:
        """Return the answer that was given, from what is stored of it."""
        if stored.refusal is not None:
            return Recorded(stored.stream, stored.key, _REFUSAL.decode(stored.refusal), stored.first, stored.last)
        live = self._stream(stored.stream)
        bodies = islice(self.journal.read(stored.stream, after=stored.first - 1), stored.last - stored.first + 1)
        events = tuple(live.decoded(record.body) for record in bodies)
        unseen = unseen_among(events, live.state)
        return Recorded(stored.stream, stored.key, Accepted(events), stored.first, stored.last, unseen)

    def _same(self, asked: Submission, digest: bytes, sent: bytes, recorded: Recorded) -> Recorded:
        """Return the answer that a command has, or refuse another one under its key."""
        command = asked.command
        if act_type(command.act) is not type(command.act):
            before = self._stream(asked.stream).rules.command_decoder.decode(sent)
            command = msgspec.structs.replace(command, act=as_recorded(command.act, before.act))
        if digest != _digest(command):
            reason = f"another command was sent to {asked.stream} under the key {command.key!r}"
            raise KeyConflict(reason, values={"stream": asked.stream, "key": command.key})
        return recorded

    def _committed(self, one: _Transaction) -> _Transaction:
        """Write a round and answer everybody in it; return the next, which knows what was decided if it is there."""
        try:
            if one.batch.records or one.batch.answers:
                self.journal.append(one.batch)
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits is told
            self._failed(one, error)
            return _Transaction()
        if one.batch.records or one.batch.answers:
            self.trouble = None
        if self._last is not None:
            self._last = (self._last[0] + len(one.batch.records), self._last[1] + len(one.batch.answers))
        for entry, value in one.waiting:
            entry.future.set_result(value)  # type: ignore[arg-type]
        tell(self.listeners, [*self._late(one.news), *one.news])
        return _Transaction(keys=one.keys)

    def _late(self, news: Sequence[News]) -> Iterator[News]:
        """Return what was recorded although its commit failed, as soon as the journal says so; no news come twice."""
        fresh = {(said.live.name, said.recorded.key) for said in news}
        while self._untold:
            with suppress(Exception):  # asked again when it is there
                stored = None if self._untold[0] in fresh else self.journal.answer(*self._untold[0])
                if stored is not None and stored.refusal is None:
                    yield News(self._stream(stored.stream), self._recorded(stored))
                del self._untold[0]
                continue
            return

    def _failed(self, one: _Transaction, error: Exception) -> None:
        """Drop the working states, find out what became of the round, and tell everybody who waits."""
        self._streams.clear()
        self._last, self.trouble = None, str(error)
        for entry, _ in one.waiting:
            try:
                is_there, kept = self._kept(entry)
            except Exception:  # noqa: BLE001 - nothing can be said before the journal is back
                reason = "the journal went away; ask for the key when it is back"
                entry.future.set_exception(FateUnknown(reason, values={"error": str(error)}))
                continue
            if is_there:
                entry.future.set_result(kept)  # type: ignore[arg-type]
            else:
                entry.future.set_exception(not_recorded(error))
        self._untold += [(said.live.name, said.recorded.key) for said in one.news]
        tell(self.listeners, list(self._late(())))

    def _kept(self, entry: Submission | Opening) -> tuple[bool, Recorded | None]:
        """Tell whether something that was handed in is recorded after all, and return the answer that is kept."""
        if isinstance(entry, Opening):
            return next(iter(self.journal.read(entry.stream)), None) is not None, None
        stored = self.journal.answer(entry.stream, entry.command.key)
        return stored is not None, None if stored is None else self._recorded(stored)

    def _keep(self, streams: Iterable[LiveStream]) -> None:
        """Save snapshots; they are a cache, and a journal that cannot take one goes on without."""
        for live in streams:
            if live.unkept:
                try:
                    self.journal.save_snapshot(live.snapshot())
                except Exception:  # noqa: BLE001 - a state that cannot be kept is read from its records next time
                    return
                live.snapshot_version = live.version


def _digest(command: Command[Any]) -> bytes:
    """Return the digest by which a command that is sent again is known to be the same."""
    return hashlib.sha256(canonical((command.by, command.witness, command.act))).digest()


def _as_stored(live: LiveStream, command: Command[Any]) -> Command[Any]:
    """Return a command as it is stored, not as it was built: whoever decides it again later has only that."""
    decoded: Command[Any] = decode_or_explain(canonical(command), live.rules.command_decoder)
    if decoded != command:
        raise InputError("not a command: a value is not of its type", field="act", value=type(command.act).__name__)
    return decoded
