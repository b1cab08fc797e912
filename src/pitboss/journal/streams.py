"""Where the lines of a stream are: an index over commits, kept in blocks in the database, and in memory after them.

It is a view: found in the lines, never the only place of anything, and made anew when it is deleted. Of a block that is
kept the memory holds what finds it and what it is known by, some bytes a stream: a house that is open for long does not
grow by its past.
"""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.journal.lines import Line
from pitboss.journal.port import Block, End, Head

STREAMS: Final = "streams"
"""The name of the view."""
BLOCK_LINES: Final = 1_024
"""After how many lines a block is kept."""


class Part(msgspec.Struct, array_like=True):
    """What a block knows of a stream."""

    version: int
    """Its last version there."""
    hash: str
    """The hash of the line of that version."""
    commits: list[tuple[int, int]]
    """The first line of each commit that it has an event or a refusal in, and its version before that commit."""


class SealedIndex(NamedTuple):
    """The index of a shard in short: where its blocks end, and a digest of all of them."""

    end: End
    digest: bytes


def sealed_index(blocks: Sequence[Block]) -> SealedIndex:
    """Return blocks in short.

    >>> sealed_index([]).end.ordinal
    0
    """
    found = hashlib.sha256()
    for block in blocks:
        _add(found, block)
    return SealedIndex(blocks[-1].end if blocks else End(), found.digest())


def _add(found: Any, block: Block) -> None:
    """Add a block to the digest of those before it."""
    found.update(b"%d %d %d %d " % (block.first, block.last, block.position, len(block.body)))
    found.update(block.hash + block.body)


_PARTS = msgspec.json.Decoder(dict[str, Part])
_APART = msgspec.json.Decoder(dict[str, msgspec.Raw])
_PART = msgspec.json.Decoder(Part)


@dataclass
class Streams:
    """The index of a shard, as far as its lines were read."""

    end: End = field(default_factory=End)
    """Where the lines end that are in it."""
    kept: End = field(default_factory=End)
    """Where the last block ends."""
    tail: dict[str, Part] = field(default_factory=dict)
    """What came after the last block."""
    _heads: dict[str, Head] = field(default_factory=dict)
    """Where every stream ends."""
    _lasts: array[int] = field(default_factory=lambda: array("Q"))
    """The last line of each block ..."""
    _positions: array[int] = field(default_factory=lambda: array("Q"))
    """... how many events there are up to it ..."""
    _digests: bytearray = field(default_factory=bytearray)
    """... and the SHA-256 of its body."""
    _in: dict[str, tuple[array[int], array[int]]] = field(default_factory=dict)
    """The numbers of the blocks that a stream is in, and its last version in each."""
    _sealed: Any = field(default_factory=hashlib.sha256, repr=False, compare=False)
    """The digest of all blocks."""

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> Streams:
        """Begin with the blocks that are kept, as far as they can be read: from there on the lines are."""
        found = cls()
        for block in blocks:
            try:
                parts = _PARTS.decode(block.body)
                heads = {stream: Head(part.version, bytes.fromhex(part.hash)) for stream, part in parts.items()}
                array("Q", (part.version for part in parts.values()))
            except (ValueError, OverflowError):
                break
            found.tail, found.end = parts, block.end
            found.keep(block)
            found._heads |= heads
        return found

    def take(self, lines: Sequence[Line]) -> None:
        """Learn a commit that follows."""
        first, last = lines[0].ordinal, dict[str, Line]()
        for line in lines:
            stream = line.stream
            if stream not in last:
                last[stream] = line
                part = self.tail.setdefault(stream, Part(0, "", []))
                part.commits.append((first, line.first - 1))
            if line.events:
                last[stream] = line
        for stream, line in last.items():
            self.tail[stream].version = line.version
            if line.events:
                self._heads[stream] = Head(line.version, line.hash)
        self.end = lines[-1].end

    def due(self) -> Block | None:
        """Return the block that is to be kept now; None as long as the lines after the last one are few."""
        return self.cut() if self.end.ordinal - self.kept.ordinal >= BLOCK_LINES else None

    def cut(self) -> Block:
        """Return a block of the lines after the last one."""
        for stream, part in self.tail.items():
            head = self._heads.get(stream, Head())
            part.version, part.hash = head.version, head.hash.hex()
        body = msgspec.json.encode(self.tail, order="sorted")
        return Block(self.kept.ordinal + 1, *self.end, body)

    def keep(self, block: Block) -> None:
        """Go on after a block that is kept."""
        for stream, part in self.tail.items():
            numbers, versions = self._in.setdefault(stream, (array("Q"), array("Q")))
            numbers.append(len(self._lasts))
            versions.append(part.version)
        self._lasts.append(block.last)
        self._positions.append(block.position)
        self._digests += hashlib.sha256(block.body).digest()
        _add(self._sealed, block)
        self.kept, self.tail = block.end, {}

    def sealed(self) -> SealedIndex:
        """Return the blocks in short."""
        return SealedIndex(self.kept, self._sealed.digest())

    def heads(self) -> dict[str, Head]:
        """Return where every stream ends."""
        return dict(self._heads)

    def upto(self, position: int) -> int:
        """Return the last line of the blocks that have no event after a position."""
        number = bisect_right(self._positions, position)
        return self._lasts[number - 1] if number else 0

    def lines_of(self, number: int) -> tuple[int, int]:
        """Return the first and the last line of a block."""
        return (self._lasts[number - 1] if number else 0) + 1, self._lasts[number]

    def part(self, number: int, stream: str, body: bytes) -> Part | None:
        """Return what a block knows of a stream; None where this is not the body that it was kept with."""
        size = hashlib.sha256().digest_size
        if hashlib.sha256(body).digest() != self._digests[number * size : (number + 1) * size]:
            return None
        return _PART.decode(_APART.decode(body)[stream])

    def commits(self, stream: str, after: int, kept: Callable[[int], Part]) -> Iterator[int]:
        """Yield the first line of every commit that may have a version of a stream after one, in order.

        `kept` tells what a block knows of the stream, by the block's number.
        """
        last: int | None = None
        numbers, versions = self._in.get(stream, (array("Q"), array("Q")))
        tail = self.tail.get(stream)
        for number in (*numbers[bisect_right(versions, after) :], None):
            part = tail if number is None else kept(number)
            for first, version in part.commits if part is not None else ():
                if last is not None and version > after:
                    yield last
                last = first
        if last is not None:
            yield last
