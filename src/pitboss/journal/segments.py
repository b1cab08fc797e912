"""Segments of a journal: lines that are closed, as a compressed file with what they begin and end with.

A file is gzip, in parts, so that any program reads it whole and this one a part of it. Decompressed it is text:

    pitboss-segment/1 HOUSE SHARD FIRST LAST EVENTS EVENTS HASH HASH CONTENT TIME KEY SIGNATURE
    the index, as JSON: where each part begins, and how many lines and events each commit had
    the lines, as they were hashed

The first line is the proof: events and hash before the segment and at its end, and the SHA-256 of all that follows it.
Who signs it, and with which key, is not the journal's business.
"""

from __future__ import annotations

import hashlib
import os
import re
import zlib
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from pitboss.journal.chain import SHARD, next_hash
from pitboss.journal.lines import UNCOMPRESSED, CommitRow, Line
from pitboss.journal.port import End, JournalDamaged, SegmentMissing

PART_LINES: Final = 1_024
PART_BYTES: Final = 512 * 1024
"""How much is compressed together: more makes the file smaller, and a look at one line slower."""
_LEVEL: Final = 6
_GZIP: Final = 31
"""The number by which zlib is asked for gzip."""
_HEAD_MAX: Final = 4_096
_OPEN_MAX: Final = 4
"""How many parts are in memory at a time."""
ARCHIVE: Final = "PITBOSS_ARCHIVE"
"""The environment variable with folders in which files of segments lie, separated as in PATH."""
FORM: Final = "pitboss-segment/1"
PROOF: Final = re.compile(
    rf"{FORM} (?P<house>[0-9a-f]{{64}}) (?P<shard>[0-9]{{1,9}}) (?P<first>[0-9]{{1,18}}) (?P<last>[0-9]{{1,18}}) "
    r"(?P<events>[0-9]{1,18}) (?P<position>[0-9]{1,18}) (?P<before>[0-9a-f]{64}) (?P<hash>[0-9a-f]{64}) "
    r"(?P<content>[0-9a-f]{64}) (?P<at>\S{1,40}) (?P<key>[0-9a-f]{64}) (?P<signature>[0-9a-f]{128})"
)
"""The first line of a segment's file."""


@dataclass(frozen=True)
class Segment:
    """A range of lines of a shard: where it begins and where it ends."""

    before: End
    """Where the shard ended before it."""
    end: End
    shard: int = SHARD

    @property
    def first(self) -> int:
        """Return its first line."""
        return self.before.ordinal + 1

    @property
    def last(self) -> int:
        """Return its last line."""
        return self.end.ordinal

    @property
    def name(self) -> str:
        """Return what its file is called; names sort as the segments follow each other.

        >>> Segment(End(), End(1_000_000)).name
        'segment-1-000000000001-000001000000.gz'
        """
        return f"segment-{self.shard}-{self.first:012}-{self.last:012}.gz"

    def __str__(self) -> str:
        """Say which it is, and how it is bound to what comes before and after it, as the proof does."""
        events = f"{self.before.position} {self.end.position}"
        return f"{self.shard} {self.first} {self.last} {events} {self.before.hash.hex()} {self.end.hash.hex()}"


@dataclass(frozen=True)
class Archived:
    """A segment whose lines were taken out of the database, and where its file was put."""

    segment: Segment
    folder: str
    proof: str


class _Part(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    first: int
    position: int
    """How many events there are before it."""
    hash: str
    """The hash of the line before it."""
    size: int
    """Its compressed bytes."""
    commits: list[tuple[int, int]]
    """How many lines, and how many events, each commit in it has."""


_INDEX = msgspec.json.Decoder(list[_Part])


@dataclass
class SegmentWriter:
    """Takes the commits of a segment one by one, and then is the text of its file."""

    before: End
    shard: int = SHARD
    end: End = field(init=False)
    _parts: list[_Part] = field(default_factory=list)
    _packed: list[bytes] = field(default_factory=list)
    _texts: list[bytes] = field(default_factory=list)
    _commits: list[tuple[int, int]] = field(default_factory=list)
    _size: int = 0

    def __post_init__(self) -> None:
        """Begin where the shard ended before."""
        self.end = self._begun = self.before

    @property
    def segment(self) -> Segment:
        """Return the segment as far as it was taken."""
        return Segment(self.before, self.end, self.shard)

    def take(self, lines: Sequence[Line]) -> None:
        """Take a commit that follows."""
        size = sum(len(line.text) + 1 for line in lines)
        if self._texts and (len(self._texts) + len(lines) > PART_LINES or self._size + size > PART_BYTES):
            self._cut()
        self._texts += [line.text for line in lines]
        self._commits.append((len(lines), lines[-1].position - self.end.position))
        self._size += size
        self.end = lines[-1].end

    def _cut(self) -> None:
        packed = _gzipped(b"\n".join([*self._texts, b""]))
        begun = self._begun
        self._parts.append(_Part(begun.ordinal + 1, begun.position, begun.hash.hex(), len(packed), self._commits))
        self._packed.append(packed)
        self._begun, self._texts, self._commits, self._size = self.end, [], [], 0

    def finish(self) -> tuple[str, bytes]:
        """Return the digest of all that stands after the proof, and that, compressed."""
        if self._texts:
            self._cut()
        index = msgspec.json.encode(self._parts) + b"\n"
        # The index stands before the lines, and is known after them.
        content = hashlib.sha256(index)
        for packed in self._packed:
            content.update(zlib.decompress(packed, _GZIP))
        return content.hexdigest(), b"".join([_gzipped(index), *self._packed])


def headed(proof: str, content: bytes) -> bytes:
    """Return a segment's file: its proof, and what it is the proof of."""
    return _gzipped(f"{proof}\n".encode("ascii")) + content


def _gzipped(text: bytes) -> bytes:
    packing = zlib.compressobj(_LEVEL, wbits=_GZIP)
    return packing.compress(text) + packing.flush()


class _Taken(NamedTuple):
    """What a part of a file was found to hold."""

    rows: list[tuple[CommitRow, End]]
    firsts: list[int]


class SegmentFile:
    """The file of a segment, read part by part; every part is held to the hash that the next one begins with."""

    def __init__(self, path: Path, segment: Segment) -> None:
        """Read the proof and the index.

        Raises:
            JournalDamaged: where it is no segment's file, or another's.
        """
        self.path, self.segment = path, segment
        self._open: OrderedDict[int, _Taken] = OrderedDict()
        with path.open("rb") as file:
            # The proof is short; nobody knows how long the index is.
            head = zlib.decompressobj(_GZIP)
            said = self._unpacked(head, file.read(_HEAD_MAX), _HEAD_MAX)
            index, left = zlib.decompressobj(_GZIP), head.unused_data
            found = list[bytes]()
            while not index.eof and (left or (left := file.read(1 << 16))):
                found.append(self._unpacked(index, left, 1 << 30))
                left = b""
            self._begin = file.tell() - len(index.unused_data)
        self.index = b"".join(found)
        try:
            self.proof = said.decode("ascii").removesuffix("\n")
            self._parts = _INDEX.decode(self.index)
        except ValueError as error:
            raise self.damaged(f"cannot be read: {error}") from error
        self._require_own()
        self._firsts = [part.first for part in self._parts]
        places, at = list[int](), self._begin
        for part in self._parts:
            places.append(at)
            at += part.size
        self._places = places

    def _require_own(self) -> None:
        match = PROOF.fullmatch(self.proof)
        numbers = "{shard} {first} {last} {events} {position} {before} {hash}"
        if match is None or numbers.format(**match.groupdict()) != str(self.segment):
            raise self.damaged("is another segment's")
        self.content = match["content"]
        first = self._parts[0] if self._parts else None
        before = self.segment.before
        if first is None or (first.first, first.position, first.hash) != (
            self.segment.first,
            before.position,
            before.hash.hex(),
        ):
            raise self.damaged("begins with another line")

    def damaged(self, what: str) -> JournalDamaged:
        """Return the sentence that the file is not what was archived."""
        one = self.segment
        reason = f"the archived segment of lines {one.first} to {one.last}, {self.path}, {what}"
        return JournalDamaged(reason, values={"segment": self.path.name})

    def _unpacked(self, reader: zlib._Decompress, packed: bytes, most: int) -> bytes:
        try:
            return reader.decompress(packed, most)
        except zlib.error as error:
            raise self.damaged(f"cannot be decompressed: {error}") from error

    def after(self, first: int, most: int) -> list[tuple[CommitRow, End]]:
        """Return so many commits after the one that begins with a line, as they were; their keys are left out."""
        found, number = list[tuple[CommitRow, End]](), max(bisect_right(self._firsts, first) - 1, 0)
        while number < len(self._parts) and len(found) < most:
            taken = self._part(number)
            begin = bisect_right(taken.firsts, first)
            found += taken.rows[begin : begin + most - len(found)]
            number += 1
        return found

    def at(self, first: int) -> tuple[CommitRow, End] | None:
        """Return the commit that begins with a line."""
        taken = self._part(max(bisect_right(self._firsts, first) - 1, 0))
        place = bisect_right(taken.firsts, first) - 1
        return taken.rows[place] if place >= 0 and taken.firsts[place] == first else None

    def holding(self, ordinal: int) -> int:
        """Return the first line of the commit that holds a line."""
        taken = self._part(max(bisect_right(self._firsts, ordinal) - 1, 0))
        return taken.firsts[max(bisect_right(taken.firsts, ordinal) - 1, 0)]

    def prove(self) -> None:
        """Read the whole file, and hold it to what its proof says.

        Raises:
            JournalDamaged: where it is not what was archived.
        """
        content = hashlib.sha256(self.index)
        for number in range(len(self._parts)):
            text = self._text(number)
            content.update(text)
            self._taken(number, text)
        with self.path.open("rb") as file:
            file.seek(0, 2)
            is_whole = file.tell() == self._places[-1] + self._parts[-1].size
        if content.hexdigest() != self.content or not is_whole:
            raise self.damaged("is not what its proof says")

    def _text(self, number: int) -> bytes:
        part = self._parts[number]
        with self.path.open("rb") as file:
            file.seek(self._places[number])
            packed = file.read(part.size)
        reader = zlib.decompressobj(_GZIP)
        text = self._unpacked(reader, packed, 1 << 30)
        if not reader.eof or reader.unused_data or not text.endswith(b"\n"):
            raise self.damaged(f"is cut off or longer after line {part.first}")
        return text

    def _part(self, number: int) -> _Taken:
        found = self._open.get(number)
        if found is None:
            found = self._open[number] = self._taken(number, self._text(number))
            if len(self._open) > _OPEN_MAX:
                self._open.popitem(last=False)
        return found

    def _taken(self, number: int, text: bytes) -> _Taken:
        """Return the commits of a part, held to what comes after it."""
        part, lines = self._parts[number], text[:-1].split(b"\n")
        end = End(part.first - 1, part.position, bytes.fromhex(part.hash))
        rows, begin = list[tuple[CommitRow, End]](), 0
        for count, events in part.commits:
            some, before = lines[begin : begin + count], end
            hashed = before.hash
            for line in some:
                hashed = next_hash(hashed, line)
            end = End(before.ordinal + count, before.position + events, hashed)
            body = UNCOMPRESSED + b"\n".join(some)
            rows.append((CommitRow(before.ordinal + 1, end.ordinal, end.position, hashed, b"", body), before))
            begin += count
        if begin != len(lines) or end != self._following(number):
            raise self.damaged(f"is not what was archived from line {part.first} on")
        return _Taken(rows, [row.first for row, _ in rows])

    def _following(self, number: int) -> End:
        """Return where a part must end."""
        if number + 1 == len(self._parts):
            return self.segment.end
        after = self._parts[number + 1]
        return End(after.first - 1, after.position, bytes.fromhex(after.hash))


def archive_folders(environ: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """Return the folders in which files of segments are looked for first, as the environment names them.

    >>> [str(one) for one in archive_folders({"PITBOSS_ARCHIVE": "/mnt/a:/mnt/b"})]
    ['/mnt/a', '/mnt/b']
    """
    return tuple(Path(one) for one in environ.get(ARCHIVE, "").split(os.pathsep) if one)


@dataclass
class Archive:
    """The segments that were taken out of a shard, from its first line on, and their files as they are asked for."""

    begin: End
    """What stands before the shard's first line."""
    segments: list[Archived] = field(default_factory=list)
    folders: Sequence[Path] = ()
    """Where files are looked for before the folder that they were put in."""
    _files: dict[int, SegmentFile] = field(default_factory=dict)
    _lasts: list[int] = field(default_factory=list)

    @property
    def end(self) -> End:
        """Return where the archived lines end."""
        return self.segments[-1].segment.end if self.segments else self.begin

    def add(self, one: Archived) -> None:
        """Learn of the next segment."""
        self.segments.append(one)
        self._lasts.append(one.segment.last)

    def path_of(self, one: Archived) -> Path:
        """Return where the file of a segment lies.

        Raises:
            SegmentMissing: with where it should be.
        """
        name = one.segment.name
        for folder in (*self.folders, Path(one.folder)):
            if (folder / name).is_file():
                return folder / name
        reason = (
            f"lines {one.segment.first} to {one.segment.last} are archived, and their file is not there: put {name} "
            f"into {one.folder}, or name the folder that it is in (PITBOSS_ARCHIVE)"
        )
        raise SegmentMissing(reason, values={"segment": name, "folder": one.folder})

    def _file(self, number: int) -> SegmentFile:
        found = self._files.get(number)
        if found is None:
            one = self.segments[number]
            found = self._files[number] = SegmentFile(self.path_of(one), one.segment)
        elif not found.path.exists():
            # It was carried away meanwhile, or another disk is mounted.
            del self._files[number]
            return self._file(number)
        return found

    def _holding(self, ordinal: int) -> SegmentFile:
        return self._file(bisect_right(self._lasts, ordinal - 1))

    def files(self) -> Iterator[SegmentFile]:
        """Yield the file of every segment."""
        return (self._file(number) for number in range(len(self.segments)))

    def after(self, first: int, most: int) -> list[tuple[CommitRow, End]]:
        """Return so many commits after the one that begins with a line."""
        found, number = list[tuple[CommitRow, End]](), bisect_right(self._lasts, first)
        while number < len(self.segments) and len(found) < most:
            found += self._file(number).after(first, most - len(found))
            number += 1
        return found

    def at(self, first: int) -> tuple[CommitRow, End] | None:
        """Return the commit that begins with a line."""
        return self._holding(first).at(first)

    def holding(self, ordinal: int) -> int:
        """Return the first line of the commit that holds a line."""
        return self._holding(ordinal).holding(ordinal)
