"""The archive of a house: closed segments of its journal as signed files elsewhere, proved before anybody needs them.

A segment is closed when its day is over, or when it has as many lines as the house says. Its file goes to a folder, and
where the house names a command, once more to whoever that reaches. Lines leave the database only when the file was
read again, its signature is the house's, and what was carried away came back the same.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Final

import msgspec

from pitboss.errors import InputError
from pitboss.floor.anchors import is_signed, public_key, signed
from pitboss.floor.house_key import half_written, put_in_place
from pitboss.floor.people.acts import RecordArchive
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.server_acts import record
from pitboss.floor.writer.writer import Floor
from pitboss.journal import End, Journal, JournalDamaged, Line, Segment, SegmentMissing
from pitboss.journal.lines import key_and_instant
from pitboss.journal.segments import FORM, PROOF, SegmentFile, SegmentWriter, headed
from pitboss.rulebook import Fault

COMMAND_SECONDS: Final = 600
"""How long a command may take to carry a segment away, or to bring it back."""
_FILE: Final = "{file}"
"""What stands for the file's name in a command."""


class ArchiveEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a house archives its journal, as its file says."""

    folder: str
    """Where the files go, and are read from afterwards: best on another disk."""
    lines: Annotated[int, msgspec.Meta(ge=1, le=10**9)] = 1_000_000
    """After how many lines a segment is closed, if its day is not over before that."""
    command: tuple[str, ...] = ()
    """A program with its arguments that gets each file on standard input; `{file}` in them is its name."""
    fetch: tuple[str, ...] = ()
    """A program that prints a file that the command carried away."""


def archive_faults(entry: ArchiveEntry | None) -> list[Fault]:
    """Return what is wrong with what a house file says of its archive."""
    if entry is None or bool(entry.command) == bool(entry.fetch):
        return []
    reason = "a `command` that carries segments away is named with one that brings them back to be compared (`fetch`)"
    return [Fault("archive.command", None, reason)]


@dataclass(frozen=True)
class Put:
    """A segment in the archive, and how large its file is."""

    segment: Segment
    path: Path
    bytes: int


def proof_of(key: bytes, house: str, segment: Segment, content: str, at: datetime) -> str:
    """Return the first line of a segment's file, signed with the house's key."""
    said = f"{FORM} {house} {segment} {content} {at.isoformat(timespec='seconds')} {public_key(key)}"
    return f"{said} {signed(key, said)}"


def require_signed(file: SegmentFile, house: str, keys: Sequence[bytes] | None = None) -> None:
    """See that the proof of a segment is of this house, and signed; with keys, with one of them.

    Raises:
        JournalDamaged: where it is not.
    """
    match = PROOF.fullmatch(file.proof)
    if match is None or not is_signed(file.proof, match["key"], match["signature"]):
        raise file.damaged("is not signed with the key that it names")
    if match["house"] != house:
        raise file.damaged("is of another house")
    if keys is not None and match["key"] not in map(public_key, keys):
        raise file.damaged("was not signed with the house's key")


@dataclass
class Archivist:
    """Writes, proves and finds the segments of one house."""

    entry: ArchiveEntry
    base: Path
    """Where the house file lies, from which the folder's path is taken."""
    house: str
    keys: Sequence[bytes]

    @property
    def folder(self) -> Path:
        """Return where the files are."""
        return (self.base / self.entry.folder).resolve()

    def closed(self, journal: Journal, before: End, today: date) -> Iterator[SegmentWriter]:
        """Yield the segments after an end that are closed, with their lines."""
        writer, day = SegmentWriter(before), date.max
        for commit in journal.lines_by_commit(before.ordinal):
            own = _day(commit[0])
            if self._is_closed(writer, day, own):
                yield writer
                writer, day = SegmentWriter(writer.end), date.max
            if writer.end == writer.before:
                day = own
            writer.take(commit)
        if self._is_closed(writer, day, today):
            yield writer

    def _is_closed(self, writer: SegmentWriter, day: date, now: date) -> bool:
        """Tell whether a segment takes no more: its day is over, or it has enough."""
        count = writer.end.ordinal - writer.before.ordinal
        return bool(count) and (now > day or count >= self.entry.lines)

    def put(self, writer: SegmentWriter, at: datetime) -> Put:
        """Write a segment's file, carry it away where the house says so, and read both again.

        A file that is there already was written before a crash: it is proved like any other, and stays.

        Raises:
            InputError: where it cannot be written or carried away.
            JournalDamaged: where it is not what was written.
        """
        segment = writer.segment
        path = self.folder / segment.name
        if not path.exists():
            digest, content = writer.finish()
            put_whole(path, headed(proof_of(self.keys[0], self.house, segment, digest, at), content))
        file = self.proved(segment)
        if self.entry.command:
            self._carry(file.path)
            self.fetched(segment)
        return Put(segment, path, path.stat().st_size)

    def proved(self, segment: Segment) -> SegmentFile:
        """Return the file of a segment, read whole and found to be what it says, signed by this house.

        Raises:
            SegmentMissing: where it is not there.
            JournalDamaged: where it is not what was written.
        """
        path = self.folder / segment.name
        if not path.is_file():
            reason = (
                f"lines {segment.first} to {segment.last} are archived, and their file is not there: put {path} back"
            )
            raise SegmentMissing(reason, values={"segment": segment.name, "folder": str(self.folder)})
        file = SegmentFile(path, segment)
        require_signed(file, self.house)
        file.prove()
        return file

    def fetched(self, segment: Segment) -> None:
        """See that what was carried away is what is here.

        Raises:
            InputError: where nobody can say so.
            JournalDamaged: where it is something else.
        """
        path = self.folder / segment.name
        done = self._run(self.entry.fetch, path, b"")
        if done != path.read_bytes():
            reason = f"what was carried away as {path.name} is not what is here: nothing is taken out for it"
            raise JournalDamaged(reason, values={"segment": path.name, "command": self.entry.fetch[0]})

    def _carry(self, path: Path) -> None:
        self._run(self.entry.command, path, path.read_bytes())

    def _run(self, command: Sequence[str], path: Path, sent: bytes) -> bytes:
        named = [part.replace(_FILE, path.name) for part in command]
        try:
            done = subprocess.run(  # noqa: S603 - the house's own command
                named, input=sent, check=True, capture_output=True, timeout=COMMAND_SECONDS
            )
        except (OSError, subprocess.SubprocessError) as error:
            raise InputError(f"{path.name} was not carried: {error}", field="archive", value=named[0]) from error
        return done.stdout

    def remove(
        self, journal: Journal, archived: Mapping[int, int], told: Callable[[Segment], None] = lambda _: None
    ) -> int:
        """Take what was archived out of the database, segment by segment; return how many lines.

        Raises:
            SegmentMissing: where a file is not there.
            JournalDamaged: where one is not what was archived, here or elsewhere.
        """
        removed = 0
        for segment in segments_of(journal, archived):
            if segment.first <= (taken[-1].segment.last if (taken := journal.segments()) else 0):
                continue
            file = self.proved(segment)
            if self.entry.fetch:
                self.fetched(segment)
            journal.remove(segment, file.path)
            removed += segment.last - segment.before.ordinal
            told(segment)
        return removed


def archive_closed(
    archivist: Archivist, floor: Floor, journal: Journal, now: datetime, told: Callable[[Put], None] = lambda _: None
) -> dict[int, int]:
    """Archive every segment of a house's journal that is closed, each on record before the next; return all that are.

    They are read from a journal beside the floor's, so that nobody waits for it.
    """
    known: dict[int, int] = floor.view(HOUSE_STREAM, lambda live: dict(live.state.archived))
    last = max(known.values(), default=0)
    before = next(journal.lines(last - 1)).end if last else End()
    for writer in archivist.closed(journal, before, now.date()):
        put = archivist.put(writer, now)
        first, end = put.segment.first, put.segment.end
        act = RecordArchive(first=first, last=end.ordinal, digest=end.hash.hex(), folder=str(archivist.folder))
        record(floor, act)
        known[first] = end.ordinal
        told(put)
    return known


def segments_of(journal: Journal, archived: Mapping[int, int]) -> Iterator[Segment]:
    """Yield the segments that a house has on record as archived, in order, each with how it begins and ends."""
    before, ends = End(), {one.segment.last: one.segment.end for one in journal.segments()}
    for _, last in sorted(archived.items()):
        end = ends.get(last) or next(journal.lines(last - 1)).end
        yield Segment(before, end)
        before = end


def _day(line: Line) -> date:
    return datetime.fromisoformat(key_and_instant(line.command)[1]).date()


def put_whole(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: it has its name only when it is on the disk.

    What somebody left who was killed while writing the same is taken away: it would lie there for ever.

    Raises:
        InputError: where it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        for left in half_written(path):
            left.unlink()
    except OSError as error:
        raise InputError(f"the archive cannot be made: {error}", field="archive", value=str(path.parent)) from error
    put_in_place(path, data, "the segment")
