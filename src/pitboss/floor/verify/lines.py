"""The lines of a journal as a verification reads them: nothing is taken on trust, and no damage stops it."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field

from pitboss.floor.verify.checkpoint import Keeper
from pitboss.floor.verify.records import Findings
from pitboss.journal import End, Journal, JournalDamaged, Line, next_hash
from pitboss.journal.lines import CommitRow, digest_of, parsed, rewritten, texts

_PREFIX = 8


@dataclass
class LinesCheck:
    """Takes the stored commits one by one, and yields the lines that can be read."""

    found: Findings
    is_again: bool = False
    """Whether all of it was looked at before, and only lines are wanted."""
    end: End = field(default_factory=End)
    """Where the lines end by everything that was read: numbers and hash are computed, and not the stored ones."""
    _stored: bytes = field(default_factory=lambda: End().hash)
    """The hash that is stored with the last commit."""
    epoch: int = 0
    """The epoch of the last line."""
    prefixes: array[int] = field(default_factory=lambda: array("Q"))
    """The beginnings of all keys' digests."""

    @classmethod
    def after(cls, found: Findings, end: End, epoch: int = 0) -> LinesCheck:
        """Begin where lines end that are known."""
        return cls(found, end=end, _stored=end.hash, epoch=epoch)

    def read(self, journal: Journal, last: int, keeper: Keeper | None = None) -> Iterator[list[Line]]:
        """Yield the lines of each commit, up to the one with the last line."""
        for row in journal.commits():
            if row.first > last:
                return
            if keeper is not None:
                keeper.keys(row.keys)
            yield self.take(row)

    def take(self, row: CommitRow) -> list[Line]:
        """Return the lines of a commit that can be read."""
        found = self.found
        if row.first != self.end.ordinal + 1:
            what = "are missing before it" if row.first > self.end.ordinal + 1 else "come twice"
            found.damage(f"lines {self.end.ordinal + 1} to {row.first - 1} {what}")
        try:
            stored = texts(row.body)
        except JournalDamaged as error:
            found.damage(f"lines {row.first} to {row.last} cannot be read: {error}")
            self.end = End(row.last, row.position, next_hash(self.end.hash, row.body))
            self._stored = row.hash
            return []
        hashed, lines = self._stored, list[Line]()
        # Where nothing is broken before it, what is stored and what is computed are one chain.
        is_one = hashed == self.end.hash
        self.end = End(row.first - 1, self.end.position, self.end.hash)
        for text in stored:
            line = self._line(text)
            hashed = self.end.hash if is_one else next_hash(hashed, text)
            if line is not None:
                lines.append(line)
        if not self.is_again:
            self._hold(row, lines, len(stored), hashed)
        self._stored = row.hash
        return lines

    def _line(self, text: bytes) -> Line | None:
        """Return a line, held to what is written; None for one that cannot be read."""
        after = next_hash(self.end.hash, text)
        ordinal = self.end.ordinal + 1
        try:
            line = parsed(text, self.end.position, after)
        except JournalDamaged as error:
            self.found.damage(f"line {ordinal}: {error}")
            self.end = End(ordinal, self.end.position, after)
            return None
        self.end = End(ordinal, line.position, after)
        if self.is_again:
            return line
        if line.ordinal != ordinal:
            self.found.add(f"it says that it is line {line.ordinal}, and is line {ordinal}", line.stream, line.version)
        if line.epoch < self.epoch:
            what = f"it was written in epoch {line.epoch}, after one of epoch {self.epoch}"
            self.found.add(what, line.stream, line.version)
        self.epoch = max(self.epoch, line.epoch)
        try:
            if rewritten(line) != text:
                self.found.add("it is not written as lines are", line.stream, line.version)
        except Exception as error:  # noqa: BLE001 - nothing that is stored may stop a verification
            self.found.failed("it cannot be written again", error, line.stream, line.version)
        return line

    def _hold(self, row: CommitRow, lines: list[Line], count: int, hashed: bytes) -> None:
        """Hold a commit to what its row says of it."""
        where = (lines[0].stream, lines[0].version) if count == len(lines) == 1 else None
        if hashed != row.hash:
            if where is not None:
                self.found.add("the chain is broken: its hash is not that of what is recorded", *where)
            else:
                self.found.damage(f"lines {row.first} to {row.last} are not what was hashed: the chain is broken")
        if (row.last, row.position) != (self.end.ordinal, self.end.position):
            said = f"line {row.last} and {row.position} events"
            counted = f"line {self.end.ordinal} and {self.end.position}"
            self.found.damage(f"the commit of line {row.first} says that it ends with {said}, and ends with {counted}")
        with self.found.guarded(f"the keys of lines {row.first} to {row.last} cannot be compared"):
            digests = [digest_of(line) for line in lines]
            if count == len(lines) and b"".join(digests) != row.keys:
                self.found.damage(f"the keys that are stored with lines {row.first} to {row.last} are not theirs")
            for line, digest in zip(lines, digests, strict=True):
                if not line.is_opening:
                    self.prefixes.append(int.from_bytes(digest[:_PREFIX]))

    def repeated(self) -> frozenset[int]:
        """Return the beginnings of digests that occur more than once: of one key twice, or of two by chance."""
        import numpy as np

        if not self.prefixes:
            return frozenset()
        found = np.sort(np.frombuffer(self.prefixes, np.uint64))
        return frozenset(map(int, found[1:][found[1:] == found[:-1]]))


def prefix_of(line: Line) -> int:
    """Return the beginning of the digest of a line's key."""
    return int.from_bytes(digest_of(line)[:_PREFIX])
