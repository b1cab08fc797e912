"""One stream at work: what opened it, its state, and where its chain of records stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from pitboss.decider import Event
from pitboss.errors import InputError
from pitboss.floor.writer.openers import OPENERS
from pitboss.floor.writer.program import code_version
from pitboss.floor.writer.snapshots import frozen, thawed
from pitboss.floor.writer.upcast import current
from pitboss.journal import Journal, JournalDamaged, Record, Snapshot, next_hash
from pitboss.journal.chain import GENESIS
from pitboss.ledger import postings_of
from pitboss.rulebook.violations import SettingsRefused
from pitboss.stream import Stream

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


def canonical(value: object) -> bytes:
    """Return the one way in which a value is stored."""
    return msgspec.json.encode(value, order="deterministic")


def text_of(at: datetime) -> str:
    """Return an instant as it is recorded: in UTC."""
    return at.astimezone(UTC).isoformat()


@dataclass
class LiveStream:
    """A stream's state in memory, and the end of its chain."""

    name: str
    rules: Stream
    config: Any
    state: Any
    version: int = 0
    hash: bytes = GENESIS
    snapshot_version: int = 0
    """The version of the newest snapshot."""
    generation: int = GENERATION
    """The generation of the rules of play that it was opened under."""
    superseded_settings: str = ""
    """Why today's rules would not open it, where earlier ones did."""

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
        event: Event = self.rules.event_decoder.decode(current(body))
        return event

    def postings(self, event: Event) -> Iterable[tuple[str, int]]:
        """Return what an event books: accounts and amounts that add up to nothing."""
        return postings_of(self.name, self.currency, getattr(event, "moves", ()))

    def evolve(self, event: Event) -> None:
        """Apply an event that is, or is about to be, recorded."""
        self.state = self.rules.evolve(self.state, event)

    def snapshot(self) -> Snapshot:
        """Return the state as it is now, to be kept."""
        return Snapshot(self.name, self.version, self.hash, code_version(), frozen(self.state))


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
    if snapshot is not None and snapshot.code == code_version() and snapshot.version:
        state = thawed(snapshot.body)
        tail = journal.read(name, after=snapshot.version - 1)
        at = next(tail, None)
        if state is not None and at is not None and at.hash == snapshot.hash:
            live.state, live.version, live.hash = state, snapshot.version, snapshot.hash
            live.snapshot_version = snapshot.version
            records = tail
    for record in records:
        _follow(live, record)
    return live


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
    """Check that a record follows the one before it, and apply it."""
    expected = next_hash(live.hash, record.stream, live.version + 1, key=record.key, at=record.at, body=record.body)
    if record.version != live.version + 1 or record.hash != expected:
        reason = f"the chain of {live.name} is broken at version {live.version + 1}"
        raise JournalDamaged(reason, values={"stream": live.name, "version": live.version + 1})
    if record.version > 1:
        live.evolve(live.decoded(record.body))
    live.version, live.hash = record.version, record.hash
