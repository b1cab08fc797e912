"""Where a verification stood, so that the next one need not decide everything again.

A checkpoint holds the state of every stream as it was decided, and of the second count, at one line. It is a file
outside the database, and is believed only if the house's key signed it; a whole verification loads none. It is plain
data by its types: nothing in it names what is run.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import zlib
from collections.abc import Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from pitboss.errors import InputError
from pitboss.floor.house_key import put_in_place
from pitboss.floor.sealed_journal import derived
from pitboss.floor.verify.records import Chain, RecordsCheck, second_count
from pitboss.floor.writer.live_stream import LiveStream, opened_again
from pitboss.floor.writer.program import code_version
from pitboss.floor.writer.snapshots import NotKept, frozen
from pitboss.journal import Anchor, End, Record, Snapshot
from pitboss.ledger.recount import Recount
from pitboss.ledger.recount_papers import Papers
from pitboss.ledger.recount_tables import Book

_HEAD: Final = re.compile(
    rb"pitboss-checkpoint/1 (?P<head>pitboss-head/2:\S+) (?P<at>\S{1,40}) (?P<mac>[0-9a-f]{64})\n"
)
_HEAD_MAX: Final = 300


class Opening(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """The record that opened a stream."""

    position: int
    epoch: int
    at: str
    body: bytes
    hash: bytes


class StreamKept(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A stream as it was decided, and as it was counted a second time."""

    opening: Opening
    version: int
    state: bytes
    """The state, written by its types as snapshots are."""
    held: dict[str, int]
    book: Book
    currency: str


class Checkpoint(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """Everything that a verification knew after a line."""

    code: str
    """The program that decided it."""
    line: int
    events: int
    hash: bytes
    epoch: int
    commands: int
    keys: str
    """The SHA-256 of the digests of all keys, one after the other."""
    balances: dict[str, int]
    papers: Papers
    streams: dict[str, StreamKept]

    @property
    def end(self) -> End:
        """Return where the journal ended with it."""
        return End(self.line, self.events, self.hash)


@dataclass
class Keeper:
    """Gathers what a verification finds, for the checkpoint that is written if it finds no fault."""

    end: End = field(default_factory=End)
    epoch: int = 0
    commands: int = 0
    _keys: hashlib._Hash = field(default_factory=hashlib.sha256)
    _openings: dict[str, Opening] = field(default_factory=dict)
    _states: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    check: RecordsCheck | None = None

    def go_on(self, checkpoint: Checkpoint, keys: hashlib._Hash) -> None:
        """Begin with what a checkpoint has; `keys` took the digests up to it."""
        self._keys = keys
        self._openings = {name: kept.opening for name, kept in checkpoint.streams.items()}
        self._states = {name: (kept.version, kept.state) for name, kept in checkpoint.streams.items()}

    def keys(self, stored: bytes) -> None:
        """Take the digests of the next lines."""
        self._keys.update(stored)

    def opened(self, record: Record) -> None:
        """Take the record that opened a stream."""
        self._openings[record.stream] = Opening(record.position, record.epoch, record.at, record.body, record.hash)

    def decided(self, name: str, version: int, live: LiveStream | None) -> None:
        """Take a stream as it was decided; one whose state cannot be written leaves no checkpoint."""
        self._states.pop(name, None)
        if live is not None:
            with suppress(NotKept):
                self._states[name] = (version, frozen(live.state, 0))

    def checkpoint(self) -> Checkpoint:
        """Return the checkpoint.

        Raises:
            NotKept: where a stream has no state that can be written.
        """
        check = self.check
        if check is None or check.chains.keys() != self._states.keys():
            raise NotKept("not every stream has a state that can be written")
        streams = {}
        for name, chain in check.chains.items():
            version, state = self._states[name]
            counted = chain.recount
            streams[name] = StreamKept(self._openings[name], version, state, counted.held, counted.book, chain.currency)
        found = (self.end.ordinal, self.end.position, self.end.hash, self.epoch, self.commands, self._keys.hexdigest())
        return Checkpoint(code_version(), *found, check.balances, check.papers, streams)


def records_after(checkpoint: Checkpoint, check: RecordsCheck) -> None:
    """Let the count of money go on where a checkpoint ends, which stays as it is."""
    check.balances, check.events = dict(checkpoint.balances), checkpoint.events
    check.papers = deepcopy(checkpoint.papers)
    for name, kept in checkpoint.streams.items():
        counted = Recount(name)
        counted.held, counted.book = dict(kept.held), deepcopy(kept.book)
        counted.add(second_count(msgspec.json.decode(kept.opening.body)))
        check.chains[name] = Chain(name, counted, kept.version, currency=kept.currency)


def live_after(name: str, kept: StreamKept) -> LiveStream:
    """Return a stream as a checkpoint has it.

    Raises:
        NotKept: where it is no state of that stream.
    """
    one = kept.opening
    live = opened_again(Record(one.position, name, 1, one.epoch, "", one.at, one.body, one.hash))
    live.state = live.kept(Snapshot(name, kept.version, b"", "", kept.state)).state
    live.version = kept.version
    return live


def _mac(key: bytes, head: str, at: str, body: bytes) -> str:
    said = hmac.new(derived(key, "checkpoints"), f"{head} {at}\n".encode(), "sha256")
    said.update(body)
    return said.hexdigest()


def write_checkpoint(path: Path, checkpoint: Checkpoint, key: bytes, at: str) -> None:
    """Write a checkpoint, signed with the house's key, whole or not at all."""
    head = str(Anchor(checkpoint.line, checkpoint.hash.hex()))
    body = zlib.compress(msgspec.msgpack.encode(checkpoint), 6)
    said = f"pitboss-checkpoint/1 {head} {at} {_mac(key, head, at, body)}\n".encode()
    put_in_place(path, said + body, "the checkpoint")


def read_checkpoint(path: Path, keys: Sequence[bytes]) -> tuple[Checkpoint, str]:
    """Return a checkpoint that the house's key signed, and when it was taken.

    Raises:
        InputError: where it is none, was signed by somebody else, or another program made it.
    """

    def refused(why: str) -> InputError:
        return InputError(f"{why}; verify the whole journal, without --since", field="since", value=str(path))

    try:
        data = path.read_bytes()
    except OSError as error:
        raise refused(f"the checkpoint cannot be read: {error.strerror}") from error
    match = _HEAD.match(data[:_HEAD_MAX])
    if match is None:
        raise refused("this is no checkpoint of `pitboss verify --checkpoint`")
    body, (head, at, mac) = data[match.end() :], (part.decode() for part in match.groups())
    if not any(hmac.compare_digest(_mac(key, head, at, body), mac) for key in keys):
        raise refused("the checkpoint was not signed with the house's key")
    found = msgspec.msgpack.decode(zlib.decompress(body), type=Checkpoint)
    if found.code != code_version():
        raise refused("another version of the program made the checkpoint")
    return found, at
