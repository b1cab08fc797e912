"""The proof that a journal is what happened: chains, ledger, recount and replay, with nothing taken on trust.

Records and answers may be appended meanwhile: what is there at the beginning is verified. Nothing that is damaged
stops a verification; it becomes a fault, with stream and version where they can be told. No snapshot is read: a state
that was not decided here proves nothing, and decoding one that somebody made up would be an attack.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC
from itertools import takewhile
from typing import Any, Final

import msgspec

from pitboss.decider import Accepted, Command, Event, handle, validated
from pitboss.errors import InputError
from pitboss.floor.people.checks import replaced
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.verify.records import Fault, Findings, Progress, RecordsCheck, Reworded, Superseded
from pitboss.floor.writer.live_stream import GENERATION, LiveStream, canonical, opened_again
from pitboss.floor.writer.upcast import current
from pitboss.journal import Anchor, Answer, Head, Journal, Record, house_head, next_hash
from pitboss.journal.chain import GENESIS
from pitboss.rulebook.violations import RuleViolation

__all__ = ["Fault", "Report", "StreamReplay", "verify"]

EVENTS_MAX: Final = 1_000_000
"""More than any command makes."""
EDITION: Final = "edition_hash"
_NO_FURTHER: Final = "the stream is not decided any further"


@dataclass
class StreamReplay:
    """One stream, from its opening to its end."""

    found: Findings
    name: str
    records: Iterator[Record]
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
                self.live = opened_again(first)
                if self.live.superseded_settings:
                    what = f"it would not be opened: {self.live.superseded_settings}"
                    self.found.superseded.append(Superseded(self.name, 1, what))
            self.version = 1
            self._pass(first)

    def take(self, answer: Answer) -> None:
        """Decide the next command again."""
        if self.is_read:
            with self.found.guarded(f"command {answer.key!r} cannot be decided again", self.name, answer.first):
                self._answer(answer)

    def finish(self, head: int) -> None:
        """See that no record up to the head is left over."""
        self._without_command(head)

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
            if self.live.generation < GENERATION:
                self._follow(self.live, command, answer, records)
                return
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

    def _follow(
        self, live: LiveStream, command: Command[Any], answer: Answer, records: list[tuple[bytes, Record]]
    ) -> None:
        """Take what earlier rules decided as it is recorded, and note where today's decide otherwise."""
        events = [live.decoded(record.body) for _, record in records]
        try:
            decided = list(live.rules.decide(live.state, validated(command)))
        except (RuleViolation, InputError) as refusal:
            what = None if answer.refusal else f"command {answer.key!r} would be refused: {refusal}"
        else:
            is_same = not answer.refusal and events == decided
            what = None if is_same else f"command {answer.key!r} would make other events"
        if what is not None:
            self.found.superseded.append(Superseded(self.name, answer.first, what))
        for event in events:
            live.evolve(event)

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


_TOLD_EVERY: Final = 500
"""After how many records or commands progress is told."""
_TOGETHER: Final = 32
"""How many streams are decided in one reading of all answers: their states are in memory together."""


@dataclass(frozen=True)
class Report:
    """What a verification found."""

    faults: tuple[Fault, ...]
    head: Anchor
    """How far the journal has come, and the hash over all its streams: to be kept elsewhere."""
    events: int
    commands: int
    streams: int
    reworded: tuple[Reworded, ...] = ()
    """Openings under a rules document that was written anew since, and decides the same: no fault."""
    superseded: tuple[Superseded, ...] = ()
    """Commands of streams opened under earlier rules that today's would answer otherwise: no fault."""
    left_out: int = 0
    """Faults beyond those that are told."""


def verify(
    journal: Journal,
    anchor: Anchor | None = None,
    progress: Progress | None = None,
    passwords: Callable[[], Mapping[str, bytes]] | None = None,
) -> Report:
    """Verify a whole journal, and that it still has what it had when an anchor was taken.

    `passwords` reads what is stored of each person's, where the house's key is there to open it: it must be what the
    person chose, by the digest on record.
    """
    found = Findings()
    check = _Verification(journal, found, anchor, progress or (lambda *_: None), passwords)
    with found.guarded("it cannot be read"):
        check.run()
    head = Anchor(check.position, house_head(check.heads))
    return Report(
        tuple(found.faults),
        head,
        check.events,
        check.commands,
        len(check.heads),
        tuple(found.reworded),
        tuple(found.superseded),
        found.left_out,
    )


class _Verification:
    """One verification at work."""

    def __init__(
        self,
        journal: Journal,
        found: Findings,
        anchor: Anchor | None,
        progress: Progress,
        passwords: Callable[[], Mapping[str, bytes]] | None,
    ) -> None:
        self.journal, self.found, self.anchor, self.progress = journal, found, anchor, progress
        self._read_passwords = passwords
        self.passwords: Mapping[str, bytes] = {}
        self.heads: dict[str, Head] = {}
        self.position = self.events = self.commands = self.decided = 0
        self.last = (0, 0)
        self.ordinals: array[int] = array("q")
        """By position: the ordinal of the answer a record belongs to, 0 for an opening."""

    def run(self) -> None:
        for text in self.journal.check():
            self.found.damage(text)
        self.last = self._begin()
        with self.found.guarded("the records cannot be read"):
            self._records()
        self.ordinals = array("q", bytes(8 * (self.events + 1)))
        with self.found.guarded("the answers cannot be read"):
            streams = list(self.heads)
            for start in range(0, max(len(streams), 1), _TOGETHER):
                self._replay(streams[start : start + _TOGETHER], is_first=not start)
            self._order()

    def _begin(self) -> tuple[int, int]:
        """Return where the journal stands, with the passwords as they are stored then: others may write meanwhile."""
        last = self.journal.last()
        while self._read_passwords is not None:
            self.passwords = self._read_passwords()
            before, last = last, self.journal.last()
            if before == last:
                break
        return last

    def _records(self) -> None:
        """Take all records in their order, with their postings, and the anchor on the way."""
        check = RecordsCheck(self.found, self.journal.postings())
        anchored = None
        try:
            for record in takewhile(lambda record: record.position <= self.last[0], self.journal.read_all()):
                if self.anchor is not None and anchored is None and record.position > self.anchor.events:
                    anchored = house_head(check.heads())
                check.take(record)
                if check.events % _TOLD_EVERY == 0:
                    self.progress("records", check.events, self.last[0])
        finally:
            self.heads, self.position, self.events = check.heads(), check.position, check.events
            self.progress("records", check.events, self.last[0])
            self._compare_anchor(anchored)
        check.finish(self.journal.last()[0])
        self._compare_balances(check)

    def _compare_anchor(self, anchored: str | None) -> None:
        """See that the journal still has what it had when the anchor was taken."""
        anchor = self.anchor
        if anchor is None:
            return
        if self.position < anchor.events:
            missing = anchor.events - self.position
            what = f"the anchor saw {anchor.events} records, the journal ends with {self.position}: {missing} missing"
            self.found.add(what)
        elif (anchored or house_head(self.heads)) != anchor.hash:
            what = f"the head after {anchor.events} records is not the anchor's: what was recorded by then is changed"
            self.found.add(what)

    def _compare_balances(self, check: RecordsCheck) -> None:
        """See that the database adds up its postings as they are read one by one."""
        if not check.is_ledger_read:
            return
        summed = self.journal.balances(upto=self.position)
        for account in sorted(summed.keys() | check.balances.keys()):
            said, counted = summed.get(account, 0), check.balances.get(account, 0)
            if said != counted:
                self.found.damage(f"the postings of {account} sum to {counted}, the database says {said}")

    def _replay(self, streams: list[str], *, is_first: bool) -> None:
        """Decide some streams again, all answers read once for them; the first time the answers themselves are held."""
        replays = {stream: self._begun(stream) for stream in streams}
        unknown: set[str] = set()
        before = 0
        for answer in takewhile(lambda answer: answer.ordinal <= self.last[1], self.journal.answers()):
            if is_first:
                self.commands += 1
                self._follow(before, answer)
                unknown |= {answer.stream} - self.heads.keys()
            before = answer.ordinal
            replay = replays.get(answer.stream)
            if replay is not None:
                replay.take(answer)
                self.decided += 1
                if self.decided % _TOLD_EVERY == 0:
                    self.progress("commands", self.decided, self.last[1])
        for stream, replay in replays.items():
            replay.finish(self.heads[stream].version)
            if replay.live is not None and replay.live.rules.name == HOUSE_STREAM:
                for person in replaced(replay.live.state, self.passwords):
                    self.found.damage(f"the password of {person} is not the one that they chose")
        for stream in sorted(unknown):
            if next(self.journal.read(stream), None) is None:
                self.found.damage(f"commands to {stream} were answered, and it has no record")
        self.progress("commands", self.decided, self.last[1])

    def _begun(self, stream: str) -> StreamReplay:
        """Return a stream, opened again."""
        replay = StreamReplay(self.found, stream, self._read(stream), self._place)
        replay.begin()
        return replay

    def _read(self, stream: str) -> Iterator[Record]:
        """Yield a stream's records; whatever goes wrong does so when one is asked for."""
        yield from self.journal.read(stream)

    def _follow(self, before: int, answer: Answer) -> None:
        """See that no answer is left out before this one."""
        if answer.ordinal != before + 1:
            what = f"answer {answer.ordinal} follows answer {before}: what was between them is missing"
            self.found.add(what, answer.stream, answer.first)

    def _place(self, position: int, ordinal: int) -> None:
        if 0 < position < len(self.ordinals):
            self.ordinals[position] = ordinal

    def _order(self) -> None:
        """See that records lie in the order in which their commands were answered."""
        before = 0
        for position, ordinal in enumerate(self.ordinals):
            if ordinal and ordinal < before:
                what = f"the record at position {position} is of answer {ordinal}, and lies after one of {before}"
                self.found.damage(what)
            before = max(before, ordinal)
