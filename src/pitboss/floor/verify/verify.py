"""The proof that a journal is what happened: chains, ledger, recount and replay, with nothing taken on trust.

Records and answers may be appended meanwhile: what is there at the beginning is verified. Nothing that is damaged
stops a verification; it becomes a fault, with stream and version where they can be told.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from pitboss.floor.verify.faults import Fault, Faults, Progress, Reworded, Stale
from pitboss.floor.verify.records import RecordsCheck
from pitboss.floor.verify.replay import StreamReplay
from pitboss.journal import Anchor, house_head

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.journal import Answer, Head, Journal, Record

__all__ = ["Fault", "Report", "Stale", "verify"]

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
    stale: tuple[Stale, ...] = ()
    """Snapshots that are not used: caches, and no fault."""
    reworded: tuple[Reworded, ...] = ()
    """Openings under a rules document that was written anew since, and decides the same: no fault."""
    left_out: int = 0
    """Faults beyond those that are told."""


def verify(journal: Journal, anchor: Anchor | None = None, progress: Progress | None = None) -> Report:
    """Verify a whole journal, and that it still has what it had when an anchor was taken."""
    found = Faults()
    check = _Verification(journal, found, anchor, progress or (lambda *_: None))
    with found.guarded("it cannot be read"):
        check.run()
    head = Anchor(check.position, house_head(check.heads))
    return Report(
        tuple(found.faults),
        head,
        check.events,
        check.commands,
        len(check.heads),
        tuple(found.stale),
        tuple(found.reworded),
        found.left_out,
    )


class _Verification:
    """One verification at work."""

    def __init__(self, journal: Journal, found: Faults, anchor: Anchor | None, progress: Progress) -> None:
        self.journal, self.found, self.anchor, self.progress = journal, found, anchor, progress
        self.heads: dict[str, Head] = {}
        self.position = self.events = self.commands = self.decided = 0
        self.last = (0, 0)
        self.ordinals: array[int] = array("q")
        """By position: the ordinal of the answer a record belongs to, 0 for an opening."""

    def run(self) -> None:
        for text in self.journal.check():
            self.found.damage(text)
        self.last = self.journal.last()
        with self.found.guarded("the records cannot be read"):
            self._records()
        self.ordinals = array("q", bytes(8 * (self.events + 1)))
        with self.found.guarded("the answers cannot be read"):
            streams = list(self.heads)
            for start in range(0, max(len(streams), 1), _TOGETHER):
                self._replay(streams[start : start + _TOGETHER], is_first=not start)
            self._order()

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
        for stream in sorted(unknown):
            if next(self.journal.read(stream), None) is None:
                self.found.damage(f"commands to {stream} were answered, and it has no record")
        self.progress("commands", self.decided, self.last[1])

    def _begun(self, stream: str) -> StreamReplay:
        """Return a stream, opened again."""
        snapshot = None
        with self.found.guarded(f"the snapshot of {stream} cannot be read"):
            snapshot = self.journal.snapshot(stream)
        replay = StreamReplay(self.found, stream, self._read(stream), snapshot, self._place)
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
