"""Where the lines of a stream are: an index over commits, kept in blocks, and in memory for what came after them.

It is a view: found in the lines, never the only place of anything, and made anew when it is deleted.
"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec

from pitboss.journal.lines import Line
from pitboss.journal.port import Block, End, Head

STREAMS: Final = "streams"
"""The name of the view."""
BLOCK_LINES: Final = 1_024
"""After how many lines a block is kept."""
_OPEN_MAX: Final = 16
"""How many blocks are in memory at a time."""


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
        found.update(b"%d %d %d %d " % (block.first, block.last, block.position, len(block.body)))
        found.update(block.hash + block.body)
    end = End(blocks[-1].last, blocks[-1].position, blocks[-1].hash) if blocks else End()
    return SealedIndex(end, found.digest())


_PARTS = msgspec.json.Decoder(dict[str, Part])


@dataclass
class Streams:
    """The index of a shard, as far as its lines were read."""

    blocks: list[Block] = field(default_factory=list)
    end: End = field(default_factory=End)
    """Where the lines end that are in it."""
    _tail: dict[str, Part] = field(default_factory=dict)
    """What came after the last block."""
    _heads: dict[str, Head] = field(default_factory=dict)
    """Where every stream ends."""
    _open: OrderedDict[int, dict[str, Part]] = field(default_factory=OrderedDict)
    _last: list[dict[str, int]] = field(default_factory=list)
    """For each block, the last version of every stream in it."""

    @classmethod
    def of(cls, blocks: list[Block]) -> Streams:
        """Begin with the blocks that are kept, as far as they can be read: from there on the lines are."""
        found = cls()
        for block in blocks:
            try:
                parts = found._parts(block)
                heads = {stream: Head(part.version, bytes.fromhex(part.hash)) for stream, part in parts.items()}
            except ValueError:
                break
            found.blocks.append(block)
            found.end = End(block.last, block.position, block.hash)
            found._heads |= heads
            found._last.append({stream: part.version for stream, part in parts.items()})
        return found

    def take(self, lines: Sequence[Line]) -> None:
        """Learn a commit that follows."""
        first, last = lines[0].ordinal, dict[str, Line]()
        for line in lines:
            stream = line.stream
            if stream not in last:
                last[stream] = line
                part = self._tail.setdefault(stream, Part(0, "", []))
                part.commits.append((first, line.first - 1))
            if line.events:
                last[stream] = line
        for stream, line in last.items():
            self._tail[stream].version = line.version
            if line.events:
                self._heads[stream] = Head(line.version, line.hash)
        self.end = lines[-1].end

    def due(self) -> Block | None:
        """Return the block that is to be kept now; None as long as the lines after the last one are few."""
        before = self.blocks[-1].last if self.blocks else 0
        return self.cut() if self.end.ordinal - before >= BLOCK_LINES else None

    def cut(self) -> Block:
        """Return a block of the lines after the last one."""
        before = self.blocks[-1].last if self.blocks else 0
        for stream, part in self._tail.items():
            head = self._heads.get(stream, Head())
            part.version, part.hash = head.version, head.hash.hex()
        body = msgspec.json.encode(self._tail, order="sorted")
        return Block(before + 1, self.end.ordinal, self.end.position, self.end.hash, body)

    def keep(self, block: Block) -> None:
        """Go on after a block that is kept."""
        self.blocks.append(block)
        self._last.append({stream: part.version for stream, part in self._tail.items()})
        self._tail = {}

    def heads(self) -> dict[str, Head]:
        """Return where every stream ends."""
        return dict(self._heads)

    def commits(self, stream: str, after: int) -> Iterator[int]:
        """Yield the first line of every commit that may have a version of a stream after one, in order."""
        last: int | None = None
        for block, versions in zip(self.blocks, self._last, strict=True):
            if versions.get(stream, 0) > after:
                for first, version in self._parts(block)[stream].commits:
                    if last is not None and version > after:
                        yield last
                    last = first
        part = self._tail.get(stream)
        for first, version in part.commits if part is not None else ():
            if last is not None and version > after:
                yield last
            last = first
        if last is not None:
            yield last

    def _parts(self, block: Block) -> dict[str, Part]:
        found = self._open.get(block.first)
        if found is None:
            found = self._open[block.first] = _PARTS.decode(block.body)
            if len(self._open) > _OPEN_MAX:
                self._open.popitem(last=False)
        return found
