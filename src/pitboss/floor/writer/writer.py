"""The one writer of a house: commands in, decided one by one, written together, answered when they are on the disk.

The writer drains its queue: it decides and evolves command by command on the working states, writes one line for each
in one commit, and only then answers; questions that came with it are answered
after that. If the commit fails the working states are dropped and read anew, and whoever waited is told what became of
the command: recorded after all, or not. Screens are told when no bet waits: writing news out takes longer than a bet.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime
from itertools import islice
from typing import Any, Final, TypeVar

import msgspec

from pitboss.decider import Accepted, Command, Refusal, answered
from pitboss.errors import InputError, PitbossError
from pitboss.floor.writer.answers import (
    FateUnknown,
    KeyConflict,
    NotRecorded,
    Recorded,
    not_recorded,
    same_digest,
    unseen_among,
)
from pitboss.floor.writer.books import Books
from pitboss.floor.writer.lanes import Lanes
from pitboss.floor.writer.live_stream import (
    GENERATION,
    LiveStream,
    Opened,
    as_stored,
    canonical,
    checked,
    keep,
    load,
    text_of,
)
from pitboss.floor.writer.promises import Promise
from pitboss.floor.writer.queue import (
    Entry,
    Gate,
    Listener,
    News,
    Opening,
    Prepare,
    Query,
    Submission,
    Transaction,
    Urgency,
    is_text,
    tell,
)
from pitboss.floor.writer.standstill import Standstill
from pitboss.floor.writer.wakes import Reply, Wakes
from pitboss.journal import Answer, End, Journal, JournalUnavailable, Line, Secret
from pitboss.journal.lines import made
from pitboss.journal.lines import opening as opening_line
from pitboss.stream import act_type, as_recorded

_LOG = logging.getLogger(__name__)
__all__ = ["FateUnknown", "Floor", "KeyConflict", "NotRecorded", "Recorded"]

BATCH_MAX: Final = 256
"""How many commands are written together at most."""
SNAPSHOT_EVERY: Final = 10_000
"""After how many records of a stream its state is kept."""
IDLE_SECONDS: Final = 3_600.0
"""After so long without a command or question a stream is let go: days of a tote come to an end, and new ones begin."""
IDLE_LOOK_SECONDS: Final = 60.0
"""How often the writer looks for such streams."""
_CLOSE_LOOK_SECONDS: Final = 0.2
"""How often whoever closes checks that the database still answers the writer."""
UNSHOWN_MAX: Final = 4
"""Rounds of writing after which screens are told, however many bets wait."""
T = TypeVar("T")
_REFUSAL: Final = msgspec.json.Decoder(Refusal)


class Floor:
    """A house at work over one journal."""

    def __init__(
        self,
        journal: Journal,
        *,
        epoch: int = 1,
        snapshot_every: int = SNAPSHOT_EVERY,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take over a journal; streams are loaded when they are first asked for."""
        self.listeners: list[Listener] = []
        """Told of each round at once."""
        self.screens: list[Listener] = []
        """Told of one or several rounds together, as soon as no bet waits."""
        self.trouble: str | None = None
        """Why the last write failed; nothing as soon as one has succeeded."""
        self.versions: dict[str, int] = {}
        """The version of each stream of which anything was recorded since the start.

        It is there before anybody is answered: whoever looks after an answer can tell that what was seen before is old.
        """
        self.gates: list[Gate] = []
        """Asked before every command, whoever sends it, in this order."""
        self.journal, self.epoch, self._snapshot_every = journal, epoch, snapshot_every
        self._streams: dict[str, LiveStream] = {}
        self._monotonic, self._looked = monotonic, monotonic()
        self._reached = journal.end()
        self._end: End | None = self._reached
        self._books = Books(journal)
        self._untold: list[tuple[str, str]] = []
        """Streams and keys of commands that may be recorded, and nobody who listens was told."""
        self._unshown: list[News] = []
        """What listeners were told and screens were not."""
        self._rounds = 0
        """Rounds of writing since screens were told."""
        self._wakes = Wakes()
        self._queue = Lanes()
        self.standstill = Standstill(journal, self._queue, self._back)
        self._thread = threading.Thread(target=self._run, name="pitboss-writer", daemon=True)
        self.is_closed = False
        self._thread.start()

    # Asking

    @property
    def end(self) -> End | None:
        """Return where the journal ends by what was recorded; None while nobody knows. Asked from any thread."""
        return self._end

    @property
    def reached(self) -> End:
        """Return how far the journal had come when that was last known. Asked from any thread."""
        self._reached = self._end or self._reached
        return self._reached

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
    ) -> Promise[Recorded]:
        """Hand in a command; the promise has the answer when it is on the disk, and the secrets if it is accepted.

        `prepare` is asked right before the gates, with the stream as it then stands. A command that was decoded by the
        stream's decoder is not checked again.

        Raises:
            Busy: where too much waits already; nothing was done.
        """
        promise: Promise[Recorded] = Promise()
        self._put(Submission(stream, command, tuple(secrets), prepare, is_decoded, urgency, promise))
        return promise

    def submit_from_loop(
        self,
        stream: str,
        command: Command[Any],
        prepare: Prepare,
        *,
        urgency: Urgency,
        answered: Callable[[Recorded], None] | None = None,
    ) -> asyncio.Future[Recorded]:
        """Hand in a decoded command from a running loop, which is woken once for all answers of a round of writing.

        `answered` is told in the writer's thread, before whoever waits.

        Raises:
            Busy: where too much waits already; nothing was done.
        """
        future: asyncio.Future[Recorded] = asyncio.get_running_loop().create_future()
        reply = Reply(future, self._wakes, answered)
        self._put(Submission(stream, command, (), prepare, is_decoded=True, urgency=urgency, future=reply))
        return future

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
            while self._thread.is_alive():
                self._thread.join(_CLOSE_LOOK_SECONDS)
                late = self.journal.watch.late() if self._thread.is_alive() else None
                if late is not None:
                    _LOG.error("the journal is left as it is: the database has not answered for %.0f seconds", late)
                    return
            self.journal.close()

    @property
    def stopped(self) -> str | None:
        """Return why nothing can be recorded; None while all is well. Asked from any thread, and asks nobody."""
        still = self.standstill
        return str(still.lost) if still.lost is not None else still.silence or self.trouble

    def _back(self) -> None:
        """Forget why the last write failed: it was the database, which answers again."""
        self.trouble = None

    def _put(self, entry: Entry) -> None:
        self._queue.put(entry)

    # Writing

    def _run(self) -> None:
        while entries := self._queue.take(BATCH_MAX):
            self.standstill.taken = entries
            self._write(entries)
            self.standstill.taken = ()
        if self.standstill.lost is None:
            keep(self.journal, self._streams.values())

    def _write(self, entries: Sequence[Entry]) -> None:
        entries = [entry for entry in entries if is_text(entry)]
        try:
            if self._end is None:
                self._end = self.journal.end()
            asked = [(entry.stream, entry.command.key) for entry in entries if isinstance(entry, Submission)]
            stored = self.journal.answers_under(asked)
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits is told
            for entry in entries:
                entry.future.set_exception(not_recorded(error))
            self._wakes.wake()
            self.standstill.lose(error)
            return
        self._committed(self._decided([entry for entry in entries if not isinstance(entry, Query)], stored))
        self._wakes.wake()
        questions = [entry for entry in entries if isinstance(entry, Query)]
        self._rounds += 1
        if questions or self._rounds >= UNSHOWN_MAX or not self._queue.has_play:
            self._show()
        for question in questions:
            self._answer(question)
        keep(self.journal, [live for live in self._streams.values() if live.unkept >= self._snapshot_every])
        self._keep_books()
        if self._monotonic() - self._looked >= IDLE_LOOK_SECONDS:
            self._let_go()

    def _decided(self, entries: Sequence[Submission | Opening], stored: dict[tuple[str, str], Answer]) -> Transaction:
        """Decide commands one by one; return the round that is to be written."""
        one = Transaction(self._end)
        for entry in entries:
            try:
                self._take(one, entry, stored)
            except JournalUnavailable as error:
                entry.future.set_exception(not_recorded(error))
            except PitbossError as error:
                entry.future.set_exception(error)
            except Exception as error:  # noqa: BLE001 - a command that breaks our own code must not stop the others
                # Its stream may be half changed: what was decided before it is written, then the stream is read anew.
                one = self._committed(one)
                self._streams.pop(entry.stream, None)
                entry.future.set_exception(error)
        return one

    def _take(self, one: Transaction, entry: Submission | Opening, stored: dict[tuple[str, str], Answer]) -> None:
        """Do what is asked, as part of a round."""
        if one.end is None:
            one.end = self._end = self.journal.end()
        if isinstance(entry, Opening):
            self._open(one, entry)
        else:
            self._decide(one, entry, stored.get((entry.stream, entry.command.key)))

    def _answer(self, asked: Query) -> None:
        """Answer a question: of a round that is durable and told, so that nobody sees what may yet be dropped."""
        try:
            asked.future.set_result(asked.question(self._stream(asked.stream)))
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever asked is told
            asked.future.set_exception(not_recorded(error) if isinstance(error, JournalUnavailable) else error)

    def _show(self) -> None:
        """Tell screens what they were not told yet, with the streams as they stand: some may have been read anew."""
        self._rounds = 0
        with suppress(Exception):  # told when the journal is back
            streams = {name: self._stream(name) for name in {one.live.name for one in self._unshown}}
            news = [
                one if streams[one.live.name] is one.live else News(streams[one.live.name], one.recorded)
                for one in self._unshown
            ]
            self._unshown.clear()
            tell(self.screens, news)

    def _tell(self, news: list[News]) -> None:
        """Tell whoever listens, and keep it for the screens."""
        if self.screens:
            self._unshown += news
        tell(self.listeners, news)

    def _stream(self, name: str) -> LiveStream:
        live = self._streams.get(name) or load(self.journal, name)
        if live is None:
            raise InputError("no such stream in this journal", field="stream", value=name)
        self._streams[name] = live
        live.used = self._monotonic()
        return live

    def _open(self, one: Transaction, opening: Opening) -> None:
        rules, config = checked(opening.kind, opening.document)
        live = self._streams.get(opening.stream) or load(self.journal, opening.stream)
        if live is not None and canonical(live.config) != canonical(config):
            reason = f"stream {opening.stream} is open with another document"
            raise KeyConflict(reason, values={"stream": opening.stream})
        if live is None:
            live = LiveStream(opening.stream, rules, config, rules.new_state(config))
            body = canonical(Opened(opening.kind, msgspec.Raw(canonical(config)), GENERATION))
            self._add(one, live, opening_line(one.end or End(), self.epoch, live.name, opening.at, body))
        self._streams[opening.stream] = live
        live.used = self._monotonic()
        one.waiting.append((opening, None))

    def _decide(self, one: Transaction, asked: Submission, stored: Answer | None) -> None:
        command, name = asked.command, asked.stream
        known = one.keys.get((name, command.key))
        if known is None and stored is not None:
            known = (stored.command, self._recorded(stored))
        if known is not None:
            one.waiting.append((asked, self._same(asked, *known)))
            return
        live = self._stream(name)
        secrets: Sequence[Secret] = asked.secrets
        if not asked.is_decoded:
            command = as_stored(live, command)
        if asked.prepare is not None:
            command, secrets = asked.prepare(live, command)
        for gate in self.gates:
            gate(live, command)
        first, sent = live.version + 1, canonical(command)
        live.state, answer = answered(live.rules, live.state, command)
        events = answer.events if isinstance(answer, Accepted) else ()
        for event in events:
            live.refuse_unknown_places(event)
        refusal = canonical(answer) if isinstance(answer, Refusal) else None
        bodies = [canonical(event) for event in events]
        line = made(
            one.end or End(), self.epoch, name, live.version + len(events), command=sent, events=bodies, refusal=refusal
        )
        # Nothing of a command is part of the round before all of it is made.
        recorded = Recorded(name, command.key, answer, first, line.version, unseen_among(events, live.state))
        self._add(one, live, line)
        one.keys[name, command.key] = (sent, recorded)
        if events:
            one.batch.secrets += secrets
            one.news.append(News(live, recorded))
        one.waiting.append((asked, recorded))

    @staticmethod
    def _add(one: Transaction, live: LiveStream, line: Line) -> None:
        """Add a line to a round, with which its stream then ends."""
        one.batch.lines.append(line)
        one.end = line.end
        if line.events:
            live.version, live.hash, live.position = line.version, line.hash, line.position

    def _recorded(self, stored: Answer) -> Recorded:
        """Return the answer that was given, from what is stored of it."""
        if stored.refusal is not None:
            return Recorded(stored.stream, stored.key, _REFUSAL.decode(stored.refusal), stored.first, stored.last)
        live = self._stream(stored.stream)
        bodies = islice(self.journal.read(stored.stream, after=stored.first - 1), stored.last - stored.first + 1)
        events = tuple(live.decoded(record.body) for record in bodies)
        unseen = unseen_among(events, live.state)
        return Recorded(stored.stream, stored.key, Accepted(events), stored.first, stored.last, unseen)

    def _same(self, asked: Submission, sent: bytes, recorded: Recorded) -> Recorded:
        """Return the answer that a command has, or refuse another one under its key."""
        command = asked.command
        if act_type(command.act) is not type(command.act):
            before = self._stream(asked.stream).rules.command_decoder.decode(sent)
            command = msgspec.structs.replace(command, act=as_recorded(command.act, before.act))
        if same_digest(sent) != same_digest(canonical(command)):
            reason = f"another command was sent to {asked.stream} under the key {command.key!r}"
            raise KeyConflict(reason, values={"stream": asked.stream, "key": command.key})
        return recorded

    def _committed(self, one: Transaction) -> Transaction:
        """Write a round and answer everybody in it; return the next, which knows what was decided if it is there."""
        try:
            if one.batch.lines:
                self.journal.append(one.batch)
        except Exception as error:  # noqa: BLE001 - whatever it is, whoever waits is told
            self._failed(one, error)
            return Transaction()
        self.trouble = None if one.batch.lines else self.trouble
        self._end = one.end
        for said in one.news:
            self.versions[said.live.name] = said.recorded.last
        for entry, value in one.waiting:
            entry.future.set_result(value)  # type: ignore[arg-type]
        self._wakes.wake()
        self._books.take(one.batch.lines, one.news)
        self._tell([*self._late(one.news), *one.news])
        return Transaction(one.end, keys=one.keys)

    def _late(self, news: Sequence[News]) -> Iterator[News]:
        """Return what was recorded although its commit failed, as soon as the journal says so; no news come twice."""
        fresh = {(said.live.name, said.recorded.key) for said in news} if self._untold else set[tuple[str, str]]()
        while self._untold:
            with suppress(Exception):  # asked again when it is there
                stored = None if self._untold[0] in fresh else self.journal.answer(*self._untold[0])
                if stored is not None and stored.refusal is None:
                    yield News(self._stream(stored.stream), self._recorded(stored))
                del self._untold[0]
                continue
            return

    def _failed(self, one: Transaction, error: Exception) -> None:
        """Drop the working states, find out what became of the round, and tell everybody who waits."""
        self._streams.clear()
        self._end, self.trouble = None, str(error)
        for said in one.news:
            self.versions.pop(said.live.name, None)
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
        self.standstill.lose(error)
        self._untold += [(said.live.name, said.recorded.key) for said in one.news]
        self._tell(list(self._late(())))

    def _kept(self, entry: Submission | Opening) -> tuple[bool, Recorded | None]:
        """Tell whether something that was handed in is recorded after all, and return the answer that is kept."""
        if isinstance(entry, Opening):
            return next(iter(self.journal.read(entry.stream)), None) is not None, None
        stored = self.journal.answer(entry.stream, entry.command.key)
        return stored is not None, None if stored is None else self._recorded(stored)

    def _keep_books(self) -> None:
        """Keep the ledger's view when no bet waits, or when it is far behind; it is made anew where it cannot be."""
        if self._end is not None and self._books.is_due(self._end.ordinal, 4 if self._queue.has_play else 1):
            with suppress(Exception):
                self._books.keep()

    def _let_go(self) -> None:
        """Keep streams that nobody asked for as snapshots only; whoever asks for one again has it read from there."""
        self._looked = self._monotonic()
        idle = [live for live in self._streams.values() if self._looked - live.used >= IDLE_SECONDS]
        keep(self.journal, idle)
        for live in idle:
            if not live.unkept:
                del self._streams[live.name]
