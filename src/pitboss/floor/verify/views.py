"""The views that are kept beside a journal, held to its lines: whoever reads by one must find what is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from pitboss.floor.sealed_journal import INDEX, stored_index
from pitboss.floor.verify.records import Findings
from pitboss.floor.writer.books import LEDGER, Fold, Kept
from pitboss.journal import Block, Journal, Line
from pitboss.journal.streams import STREAMS, Streams, sealed_index

_REBUILD = "`pitboss rebuild` makes it anew"


@dataclass
class ViewsCheck:
    """Takes the commits of a journal in order, and compares each block of a view when its last line has come."""

    found: Findings
    _waiting: dict[str, list[Block]] = field(default_factory=dict)
    """The blocks of each view that are not compared yet, the next one last."""
    _streams: Streams = field(default_factory=Streams)
    _fold: Fold = field(default_factory=Fold)
    _known: set[str] = field(default_factory=set)
    """Streams whose currency is in a block before."""
    _amounts: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, journal: Journal, found: Findings) -> ViewsCheck:
        """Read the blocks; where they cannot be read they are damaged, and the lines are still looked at."""
        check = cls(found)
        with found.guarded("the views cannot be read"):
            for name in journal.view_names():
                if name not in (STREAMS, LEDGER, INDEX):
                    found.damage(f"{name!r} is not a view of this program")
        # The index in short is read first: meanwhile it may become one of more blocks.
        index: list[Block] = []
        with found.guarded(f"the view {INDEX} cannot be read"):
            index = journal.blocks(INDEX)
        for view in (STREAMS, LEDGER):
            with found.guarded(f"the view {view} cannot be read"):
                check._waiting[view] = journal.blocks(view)[::-1]
        check._hold_index(index)
        return check

    def _hold_index(self, index: Sequence[Block]) -> None:
        """Hold the index in short, which has one block, to the blocks that it is about."""
        for block in index:
            own = [one for one in reversed(self._waiting.get(STREAMS, ())) if one.last <= block.last]
            if block != index[0] or sealed_index(own) != stored_index(block):
                self.found.damage(f"the view {INDEX} is not what the view {STREAMS} says; {_REBUILD}")

    def take(self, lines: Sequence[Line]) -> None:
        """Learn the lines of a commit, and compare the blocks that end with it."""
        if lines and self._waiting.get(STREAMS):
            self._streams.take(lines)
            if (block := self._ended(STREAMS, lines[-1].ordinal)) is not None:
                expected = self._streams.cut()
                self._hold(STREAMS, block, expected)
                self._streams.keep(expected)
        if lines and self._waiting.get(LEDGER):
            for line in lines:
                with self.found.guarded("its postings cannot be made", line.stream, line.version):
                    for posting in self._fold.postings(line):
                        self._amounts[posting.account] = self._amounts.get(posting.account, 0) + posting.amount_minor
            if (block := self._ended(LEDGER, lines[-1].ordinal)) is not None:
                new = {name: unit for name, unit in self._fold.currencies.items() if name not in self._known}
                body, end = msgspec.json.encode(Kept(new, self._amounts), order="sorted"), lines[-1]
                self._hold(LEDGER, block, Block(block.first, end.ordinal, end.position, end.hash, body))
                self._known |= new.keys()
                self._amounts = {}

    def _ended(self, view: str, ordinal: int) -> Block | None:
        """Return the block of a view that ends with a line."""
        return self._waiting[view].pop() if self._waiting[view][-1].last <= ordinal else None

    def _hold(self, view: str, block: Block, expected: Block) -> None:
        if expected != block:
            what = f"the view {view} of lines {block.first} to {block.last} is not what the lines say; {_REBUILD}"
            self.found.damage(what)
