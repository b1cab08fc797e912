"""A whole verification in several processes: lines segment by segment, money in one, streams in groups.

Each process reads the journal for itself. A segment is chained from the hash that it should begin with, and the hash
that was computed at the end of the one before must be that. Nothing that one process decided is the beginning of what
another decides: a stream is decided from its opening by one of them.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Final

from pitboss.floor.people.put_back import Stored
from pitboss.floor.sealed_journal import SealedJournal
from pitboss.floor.verify.lines import LinesCheck
from pitboss.floor.verify.records import Findings, Progress
from pitboss.floor.verify.snapshots import SnapshotsCheck
from pitboss.floor.verify.verify import Report, Verification
from pitboss.journal import Anchor, End, Journal, Snapshot
from pitboss.journal.address import open_to_read

RANGES: Final = 4
"""Into how many parts the lines are divided for each process: so that none waits for the last of another."""
_TOGETHER: Final = 8
"""How many streams are decided in one reading at most."""


@dataclass
class Ranged:
    """What was found in a range of lines."""

    begin: End
    end: End
    found: Findings
    epochs: tuple[int, int]
    """Of its first and last line."""
    prefixes: bytes


@dataclass
class _Counted:
    found: Findings
    end: End
    events: int
    commands: int
    streams: tuple[str, ...]


@dataclass
class _Group:
    """Streams that one process decides, and what is stored of them."""

    streams: tuple[str, ...]
    last: End
    repeated: frozenset[int] | None
    """Beginnings of digests that occur twice, for the process that looks at keys as well."""
    secrets: Stored | None
    snapshots: dict[str, Snapshot | None] = field(default_factory=dict)


def ranges(journal: Journal, last: int, count: int) -> Iterator[tuple[End, int]]:
    """Yield where ranges of lines begin, and their last line: archived segments, and the rest in about equal parts."""
    before = End()
    for one in journal.segments():
        yield before, one.segment.last
        before = one.segment.end
    size = max((last - before.ordinal) // count, 1)
    while before.ordinal < last:
        commit = next(journal.lines_by_commit(before.ordinal + size), None) if before.ordinal + size < last else None
        end = None if commit is None or commit[-1].ordinal >= last else commit[-1].end
        yield before, last if end is None else end.ordinal
        if end is None:
            return
        before = end


def _check_range(address: str, begin: End, last: int) -> Ranged:
    check, first = LinesCheck.after(Findings(), begin), 0
    with closing(open_to_read(address)) as journal, check.found.guarded("the lines cannot be read"):
        for row in journal.commits(begin.ordinal):
            if row.first > last:
                break
            for line in check.take(row):
                first = first or line.epoch
    return Ranged(begin, check.end, check.found, (first, check.epoch), check.prefixes.tobytes())


def _count(address: str, last: End, anchors: tuple[Anchor, ...]) -> _Counted:
    found = Findings()
    with closing(open_to_read(address)) as journal:
        check = Verification(journal, found, anchors, lambda *_: None, None, None)
        check.last = last
        with found.guarded("the lines cannot be read"):
            check.take_lines(LinesCheck(Findings()))
        return _Counted(found, check.end, check.events, check.commands, check.streams)


def _decide(address: str, group: _Group) -> tuple[Findings, int]:
    found = Findings()
    with closing(open_to_read(address)) as journal:
        check = Verification(journal, found, (), lambda *_: None, None, None)
        check.last, check.repeated, check.secrets = group.last, group.repeated or frozenset(), group.secrets
        check.snapshots = SnapshotsCheck(found, group.snapshots)
        with found.guarded("the commands cannot be read"):
            check.replay(group.streams, is_first=group.repeated is not None)
        check.snapshots.finish()
        return found, check.decided


class _Parallel(Verification):
    """One such verification at work: what it found is gathered here."""

    def __init__(self, workers: int, *given: Any) -> None:
        super().__init__(*given)
        self.workers = workers

    def run(self) -> None:
        """Look at everything."""
        for text in self.journal.check():
            self.found.damage(text)
        self.last = self._begin()
        address = self.journal.address
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self.workers, mp_context=context) as pool:
            counting = pool.submit(_count, address, self.last, self.anchors)
            parts = ranges(self.journal, self.last.ordinal, self.workers * RANGES)
            ranged = [pool.submit(_check_range, address, begin, last) for begin, last in parts]
            self._ranged(ranged)
            counted = counting.result()
            self.found.append(counted.found)
            self.end, self.events, self.commands = counted.end, counted.events, counted.commands
            self.streams = counted.streams
            self._decided([pool.submit(_decide, address, group) for group in self._groups()])

    def _ranged(self, futures: Sequence[Future[Ranged]]) -> None:
        """Put the ranges together: each must begin where the one before was found to end."""
        done = 0
        for future in as_completed(futures):
            one = future.result()
            done += one.end.ordinal - one.begin.ordinal
            self.progress("lines", done, self.last.ordinal)
        whole = LinesCheck(self.found)
        for one in (future.result() for future in futures):
            if one.begin != whole.end:
                what = f"lines {one.begin.ordinal + 1} to {one.end.ordinal} do not follow those before"
                self.found.damage(f"{what}: the chain is broken")
            if 0 < one.epochs[0] < whole.epoch:
                self.found.damage(f"the epoch goes back after line {one.begin.ordinal}")
            self.found.append(one.found)
            whole.end, whole.epoch = one.end, max(whole.epoch, one.epochs[1])
            whole.prefixes.frombytes(one.prefixes)
        self.repeated = whole.repeated()

    def _groups(self) -> Iterator[_Group]:
        """Yield groups of streams; those that come first in the journal are spread over the groups."""
        kept = self.snapshots.waiting
        count = max(self.workers, -(-len(self.streams) // _TOGETHER))
        for number in range(min(count, len(self.streams))):
            own = self.streams[number::count]
            snapshots: dict[str, Snapshot | None] = {name: kept[name] for name in own if name in kept}
            yield _Group(own, self.last, self.repeated if not number else None, self.secrets, snapshots)
        for name in sorted(kept.keys() - set(self.streams)):
            self.found.damage(f"the snapshot of {name} is wrong: the journal has no such stream")

    def _decided(self, futures: Sequence[Future[tuple[Findings, int]]]) -> None:
        for future in as_completed(futures):
            self.decided += future.result()[1]
            self.progress("commands", self.decided, self.commands)
        for future in futures:
            self.found.append(future.result()[0])


def verify_parallel(
    journal: Journal,
    workers: int,
    *,
    progress: Progress | None = None,
    sealed: SealedJournal | None = None,
    anchors: Sequence[Anchor] = (),
) -> Report:
    """Verify a whole journal in so many processes."""
    told, held = progress or (lambda *_: None), tuple(dict.fromkeys(anchors))
    stored = (None, None) if sealed is None else (sealed.secrets, sealed.signed_snapshots)
    check = _Parallel(workers, journal, Findings(), held, told, *stored)
    check.is_index_ours = None if sealed is None else sealed.is_index_ours
    return check.report()
