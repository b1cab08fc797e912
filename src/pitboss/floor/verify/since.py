"""A verification that begins where an earlier one ended: all lines are chained, those after it are decided again.

What came before is taken from a checkpoint that the house's key signed: its state is what an earlier verification
decided from exactly these lines, which the chain up to its hash proves to be there still.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pitboss.errors import InputError
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.put_back import faults as put_back
from pitboss.floor.sealed_journal import SealedJournal
from pitboss.floor.verify.checkpoint import Checkpoint, Keeper, live_after, records_after
from pitboss.floor.verify.lines import LinesCheck, prefix_of
from pitboss.floor.verify.records import Findings, Progress, RecordsCheck
from pitboss.floor.verify.verify import Anchored, Report, StreamReplay, Verification
from pitboss.journal import Anchor, End, Journal
from pitboss.journal.lines import DIGEST_BYTES, UNCOMPRESSED, CommitRow, texts

_TOLD_EVERY = 64
"""After how many commits progress is told."""


@dataclass
class Chained:
    """Takes commits one by one, and holds them to the chain and to nothing else."""

    end: End = field(default_factory=End)
    keys: hashlib._Hash = field(default_factory=hashlib.sha256)
    marks: dict[int, str] = field(default_factory=dict)
    """Lines whose hash somebody wants to know, and their hashes."""
    stored: list[bytes] = field(default_factory=list)
    """The digests of the keys, as they are stored."""

    def take(self, row: CommitRow, lines: Sequence[bytes]) -> str | None:
        """Take a commit, or some of its first lines; say what is wrong with it."""
        hashed, first = self.end.hash, self.end.ordinal + 1
        if row.first != first:
            return f"lines {first} to {row.first - 1} are missing or come twice"
        wanted = [mark for mark in self.marks if first <= mark < first + len(lines)]
        sha256 = hashlib.sha256
        for number, text in enumerate(lines, first):
            hashed = sha256(hashed + text).digest()
            if number in wanted:
                self.marks[number] = hashed.hex()
        self.end = End(first + len(lines) - 1, row.position, hashed)
        keys = row.keys[: len(lines) * DIGEST_BYTES]
        self.keys.update(keys)
        self.stored.append(keys)
        if self.end.ordinal == row.last and hashed != row.hash:
            return f"lines {row.first} to {row.last} are not what was hashed: the chain is broken"
        return None

    def prefixes(self) -> Any:
        """Return the beginnings of the digests, line by line."""
        import numpy as np

        return np.frombuffer(b"".join(self.stored), ">u8")[::2].astype(np.uint64)


class SinceVerification(Verification):
    """One such verification at work."""

    def __init__(self, checkpoint: Checkpoint, at: str, *given: Any) -> None:
        super().__init__(*given)
        self.checkpoint = checkpoint
        self.chained = Chained()
        self.replays: dict[str, StreamReplay] = {}
        self.commands, self.events = checkpoint.commands, checkpoint.events
        signed = f"the checkpoint of {at} that the house's key signed"
        self.taken = f"ledger, recount and replay of lines 1 to {checkpoint.line}, from {signed}"

    def proven(self) -> str:
        """Say what was looked at."""
        since = self.checkpoint.line + 1
        return (
            f"chain and keys of lines 1 to {self.end.ordinal}; ledger, recount and replay of lines {since} to "
            f"{self.end.ordinal}; views and older snapshots were not compared"
        )

    def run(self) -> None:
        """Chain everything, and look at what came after the checkpoint."""
        for text in self.journal.check():
            self.found.damage(text)
        self.last = self._begin()
        self.snapshots.forget({name: kept.version for name, kept in self.checkpoint.streams.items()})
        with self.found.guarded("the lines cannot be read"):
            self._lines()
        for replay in self.replays.values():
            if self.keeper is not None:
                if replay.opened is not None:
                    self.keeper.opened(replay.opened)
                self.keeper.decided(replay.name, replay.version, replay.live)
        self._hold_secrets()
        self.snapshots.finish()

    def _lines(self) -> None:
        anchored = [Anchored(anchor) for anchor in self.anchors]
        self.chained.marks = {one.lines: "" for one in self.anchors if one.lines <= self.checkpoint.line}
        check = RecordsCheck(self.found)
        records_after(self.checkpoint, check)
        lines = LinesCheck.after(self.found, self.checkpoint.end, self.checkpoint.epoch)
        is_same = self._chain_and_take(lines, check, anchored)
        self.end = lines.end if is_same else self.chained.end
        self.events, self.streams = check.events, tuple(check.chains)
        for one in anchored:
            one.head = self.chained.marks.get(one.anchor.lines) or one.head
            one.compare(self.found, self.end, check)
        if not is_same:
            return
        if self.end.ordinal < self.last.ordinal:
            self.found.damage(f"the journal ends with line {self.last.ordinal}, and was read to {self.end.ordinal}")
        check.finish()
        self._repeated_keys(lines)
        if self.keeper is not None:
            self.keeper.check, self.keeper.end, self.keeper.epoch = check, lines.end, lines.epoch
            self.keeper.commands = self.commands

    def _chain_and_take(self, lines: LinesCheck, check: RecordsCheck, anchored: list[Anchored]) -> bool:
        """Go through all commits; tell whether those up to the checkpoint are the ones that it is about."""
        upto, is_same = self.checkpoint.line, not self.checkpoint.line
        for number, row in enumerate(self.journal.commits()):
            if row.first > self.last.ordinal:
                break
            rest = row
            if row.first <= upto:
                stored = texts(row.body)
                own = upto - row.first + 1
                what = self.chained.take(row, stored[:own])
                if what is not None:
                    self.found.damage(what)
                    return False
                if row.last < upto:
                    self._tell(number, row.last)
                    continue
                is_same = self._is_same()
                if not is_same or row.last == upto:
                    if is_same:
                        continue
                    return False
                body = UNCOMPRESSED + b"\n".join(stored[own:])
                rest = row._replace(first=upto + 1, keys=row.keys[own * DIGEST_BYTES :], body=body)
            self._take(rest, lines, check, anchored)
            self._tell(number, row.last)
        if not is_same:
            self.found.damage(f"the checkpoint is of line {upto}, and the journal ends with {self.chained.end.ordinal}")
        return is_same

    def _tell(self, number: int, last: int) -> None:
        if number % _TOLD_EVERY == 0 or last >= self.last.ordinal:
            self.progress("lines", last, self.last.ordinal)

    def _is_same(self) -> bool:
        """Tell whether the lines up to the checkpoint, and their keys, are those that it is about."""
        checkpoint = self.checkpoint
        if self.chained.end.hash != checkpoint.hash:
            self.found.damage(f"lines 1 to {checkpoint.line} are not those that the checkpoint is about")
            return False
        if self.chained.keys.hexdigest() != checkpoint.keys:
            self.found.damage(f"the keys that are stored with lines 1 to {checkpoint.line} are not theirs")
            return False
        if self.keeper is not None:
            self.keeper.go_on(checkpoint, self.chained.keys.copy())
        return True

    def _take(self, row: CommitRow, lines: LinesCheck, check: RecordsCheck, anchored: list[Anchored]) -> None:
        if self.keeper is not None:
            self.keeper.keys(row.keys)
        for line in lines.take(row):
            for one in anchored:
                one.before(line, check)
            check.take(line)
            self.commands += not line.is_opening
            self.decided += not line.is_opening
            replay = self._replay_of(line.stream)
            replay.take(line)
            self.snapshots.take(line, replay.live)

    def _replay_of(self, stream: str) -> StreamReplay:
        """Return a stream, from where the checkpoint has it: only those that go on are put together."""
        found = self.replays.get(stream)
        if found is None:
            found = self.replays[stream] = StreamReplay(self.found, stream)
            kept = self.checkpoint.streams.get(stream)
            if kept is not None:
                with self.found.guarded("its state in the checkpoint cannot be read", stream, kept.version):
                    found.version, found.live = kept.version, live_after(stream, kept)
        return found

    def _hold_secrets(self) -> None:
        """Hold what is stored of people to what is on record of them."""
        if self.secrets is not None and HOUSE_STREAM in self.checkpoint.streams:
            live = self._replay_of(HOUSE_STREAM).live
            for what in put_back(live.state, self.secrets) if live is not None else ():
                self.found.damage(what)

    def _repeated_keys(self, lines: LinesCheck) -> None:
        """See that no key after the checkpoint was used before."""
        import numpy as np

        before, new = self.chained.prefixes(), np.frombuffer(lines.prefixes, np.uint64)
        twice = set(map(int, np.intersect1d(before, new))) | lines.repeated()
        if not twice:
            return
        known = set[tuple[str, str]]()
        old = [int(one) + 1 for one in np.flatnonzero(np.isin(before, np.array(sorted(twice), np.uint64)))]
        for ordinal in old:
            line = next(self.journal.lines(ordinal - 1))
            known.add((line.stream, line.key))
        for line in self.journal.lines(self.checkpoint.line):
            if not line.is_opening and prefix_of(line) in twice:
                if (line.stream, line.key) in known:
                    self.found.add(f"the key {line.key!r} was used before", line.stream, line.first)
                known.add((line.stream, line.key))


def verify_since(
    journal: Journal,
    checkpoint: Checkpoint,
    at: str,
    *,
    progress: Progress | None = None,
    sealed: SealedJournal | None = None,
    anchors: Sequence[Anchor] = (),
    keeper: Keeper | None = None,
) -> Report:
    """Verify a journal since a checkpoint, which was found to be signed with the house's key at that time.

    Raises:
        InputError: for an anchor of version 0.1 or 0.2, which a whole verification takes.
    """
    if any(anchor.form == 1 for anchor in anchors):
        reason = "expected a head of this version; an earlier one is compared when the whole journal is verified"
        raise InputError(reason, field="anchor", value=next(str(one) for one in anchors if one.form == 1))
    told, held = progress or (lambda *_: None), tuple(dict.fromkeys(anchors))
    stored = (None, None) if sealed is None else (sealed.secrets, sealed.signed_snapshots)
    check = SinceVerification(checkpoint, at, journal, Findings(), held, told, *stored)
    check.keeper, check.is_index_ours = keeper, None if sealed is None else sealed.is_index_ours
    return check.report()
