"""One stream at work: what opened it, its state, and where its records stand."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from pitboss.decider import Command, Event, decode_or_explain
from pitboss.errors import InputError
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.program import code_version
from pitboss.floor.writer.snapshots import Kept, NotKept, frozen, thawed
from pitboss.floor.writer.upcast import current
from pitboss.journal import Journal, Record, Snapshot
from pitboss.journal.chain import GENESIS
from pitboss.ledger.chart import place_of
from pitboss.rulebook.violations import SettingsRefused
from pitboss.stream import Stream

_LOG = logging.getLogger(__name__)
_READ_BACK_MAX: Final = 1 << 17
"""Snapshots of up to so many bytes are read back before they are kept, which takes some milliseconds."""
OPENED: Final = "stream.opened/1"
GENERATION: Final = 2
"""Which generation of the rules of play this program decides by; 1 is what versions 0.1 and 0.2 decided by."""


class Opened(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=OPENED):
    """The first record of every stream: what it is, and the document it was opened with, defaults filled in."""

    kind: str
    config: msgspec.Raw
    generation: int = 1
    """The generation of the rules of play that it was opened under."""


_OPENED = msgspec.json.Decoder(Opened)
_ENCODER = msgspec.json.Encoder(order="deterministic")


def canonical(value: object) -> bytes:
    """Return the one way in which a value is stored."""
    return _ENCODER.encode(value)


def text_of(at: datetime) -> str:
    """Return an instant as it is recorded: in UTC."""
    return at.astimezone(UTC).isoformat()


@dataclass
class LiveStream:
    """A stream's state in memory, and where the journal stands that it was last recorded in."""

    name: str
    rules: Stream
    config: Any
    state: Any
    version: int = 0
    hash: bytes = GENESIS
    """The hash of the line with its last event."""
    position: int = 0
    """The place of its last event in the journal."""
    snapshot_version: int = 0
    """The version of the newest snapshot."""
    generation: int = GENERATION
    """The generation of the rules of play that it was opened under."""
    superseded_settings: str = ""
    """Why today's rules would not open it, where earlier ones did."""
    used: float = 0.0
    """When anybody last asked for it, by the writer's clock."""

    @property
    def currency(self) -> str:
        """Return the unit its money is counted in."""
        return str(self.config.currency)

    @property
    def unkept(self) -> int:
        """Return how many records came after the newest snapshot."""
        return self.version - self.snapshot_version

    def decoded(self, body: bytes) -> Event:
        """Return a stored event, brought up to its present version."""
        event: Event = self.rules.event_decoder.decode(self.rules.brought_up(current(body)))
        return event

    def refuse_unknown_places(self, event: Event) -> None:
        """See that whatever an event moves goes to a place of the chart of accounts, and comes from one.

        Raises:
            InvariantBroken: where it does not.
        """
        for move in getattr(event, "moves", ()):
            for local in (move.source, move.target):
                place_of(self.name, local)

    def evolve(self, event: Event) -> None:
        """Apply an event that is, or is about to be, recorded."""
        self.state = self.rules.evolve(self.state, event)

    def snapshot(self) -> Snapshot:
        """Return the state as it is now, to be kept: it was read back, and found to be the same.

        One that is large was small once, and read back then: bets do not wait for it again.

        Raises:
            NotKept: where it does not come back as it is.
        """
        found = Snapshot(self.name, self.version, self.hash, code_version(), frozen(self.state, self.position))
        if len(found.body) <= _READ_BACK_MAX and self.kept(found).state != self.state:
            raise NotKept(f"the state of {self.name} does not come back as it is")
        return found

    def kept(self, snapshot: Snapshot) -> Kept:
        """Return the state that a snapshot of this stream holds.

        Raises:
            NotKept: where it holds none.
        """
        return thawed(snapshot.body, self.rules.new_state(self.config), self.rules.event_decoder.decode)


def checked(kind: str, document: object) -> tuple[Stream, Any]:
    """Return the stream and the checked config of an opening document."""
    opener = OPENERS.get(kind)
    if opener is None:
        raise InputError(f"expected one of {', '.join(OPENERS)}", field="kind", value=kind)
    config, faults = opener.check(document)
    if config is None:
        malformed = next((fault for fault in faults if fault.clause is None), None)
        if malformed is not None:
            raise InputError(malformed.reason, field=malformed.field, value=malformed.value)
        raise SettingsRefused(faults)
    return opener.stream_of(config), config


def load(journal: Journal, name: str) -> LiveStream | None:
    """Return a stream as the journal has it: from its snapshot if there is one that fits, and the records after it.

    Raises:
        JournalDamaged: where the chain is broken.
    """
    first = next(iter(journal.read(name)), None)
    if first is None:
        return None
    live = opened_again(first)
    records: Iterator[Record] = journal.read(name, after=0)
    snapshot = journal.snapshot(name)
    if snapshot is not None:
        try:
            records = _from_snapshot(live, journal, snapshot)
        except NotKept as error:
            _LOG.warning("the snapshot of %s is not used, and the stream is read from its beginning: %s", name, error)
    for record in records:
        _follow(live, record)
    return live


def _from_snapshot(live: LiveStream, journal: Journal, snapshot: Snapshot) -> Iterator[Record]:
    """Take up the state of a snapshot, and return the records after it.

    Raises:
        NotKept: where it is of another program, of another history, or no state of this stream.
    """
    if snapshot.code != code_version():
        raise NotKept("another version of the program made it")
    tail = journal.read(live.name, after=snapshot.version - 1) if snapshot.version else iter(())
    at = next(tail, None)
    if at is None or at.hash != snapshot.hash:
        raise NotKept(f"the journal has no such version {snapshot.version}")
    kept = live.kept(snapshot)
    if kept.position != at.position:
        raise NotKept(f"it was made after event {kept.position}, and version {at.version} is event {at.position}")
    live.state, live.version, live.hash, live.position = kept.state, at.version, at.hash, at.position
    live.snapshot_version = at.version
    return tail


def opened_again(record: Record) -> LiveStream:
    """Return a stream as it was when its first record was written."""
    opened = _OPENED.decode(record.body)
    document, superseded = msgspec.json.decode(opened.config), ""
    try:
        rules, config = checked(opened.kind, document)
    except SettingsRefused as refused:
        recorded = OPENERS[opened.kind].recorded
        if opened.generation >= GENERATION or recorded is None:
            raise
        config, superseded = recorded(document), str(refused)
        rules = OPENERS[opened.kind].stream_of(config)
    return LiveStream(
        record.stream,
        rules,
        config,
        rules.new_state(config),
        generation=opened.generation,
        superseded_settings=superseded,
    )


def _follow(live: LiveStream, record: Record) -> None:
    """Apply a record that follows the one before it, which whoever reads the journal holds it to."""
    if record.version > 1:
        live.evolve(live.decoded(record.body))
    live.version, live.hash, live.position = record.version, record.hash, record.position


def as_stored(live: LiveStream, command: Command[Any]) -> Command[Any]:
    """Return a command as it is stored, not as it was built: whoever decides it again later has only that."""
    decoded: Command[Any] = decode_or_explain(canonical(command), live.rules.command_decoder)
    if decoded != command:
        raise InputError("not a command: a value is not of its type", field="act", value=type(command.act).__name__)
    return decoded


def keep(journal: Journal, streams: Iterable[LiveStream]) -> None:
    """Save snapshots; they are a cache, and a journal that cannot take one goes on without."""
    for live in streams:
        if live.unkept:
            try:
                journal.save_snapshot(live.snapshot())
            except NotKept as error:
                # Tried again after as many records as ever: nobody is to wait for it at each command.
                _LOG.warning("no snapshot of %s is kept: %s", live.name, error)
            except Exception:  # noqa: BLE001 - a state that cannot be kept is read from its records next time
                return
            live.snapshot_version = live.version
