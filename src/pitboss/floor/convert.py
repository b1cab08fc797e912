"""A journal of an earlier version written anew as one of today, and the proof that it says the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final

from pitboss.errors import InputError
from pitboss.floor.writer.books import Fold
from pitboss.journal import Anchor, Batch, Journal, JournalDamaged, Line
from pitboss.journal.chain import OLD_GENESIS, old_hash, old_head
from pitboss.journal.old import OldJournal

_TOGETHER: Final = 256
"""How many lines are written in one commit."""


@dataclass(frozen=True)
class Converted:
    """What was converted, and the heads by which an outsider knows both."""

    lines: int
    events: int
    streams: int
    secrets: int
    postings: int
    before: Anchor
    """The head of the old journal, as its own version printed it."""
    after: Anchor
    """The head of the new one."""


def convert(old: Journal, new: Journal, progress: Callable[[int, int], None] | None = None) -> Converted:
    """Write everything that an old journal holds into a new one, then read that and compare.

    One that was interrupted goes on where it stood.

    Raises:
        InputError: where the old one is not old, or the new one holds something else.
        JournalDamaged: where the two do not say the same.
    """
    if not isinstance(old, OldJournal):
        raise InputError("the journal is of this version already", field="old", value=old.address)
    _write(old, new, progress or (lambda *_: None))
    return _proved(old, new)


def _write(old: OldJournal, new: Journal, progress: Callable[[int, int], None]) -> None:
    there = new.end()
    if there.ordinal:
        known = next((line for line in old.lines(there.ordinal - 1) if line.ordinal == there.ordinal), None)
        if known is None or known.hash != there.hash:
            reason = "the new journal holds something else already; convert into one that is not there yet"
            raise InputError(reason, field="new", value=new.address)
    total, some = old.end().ordinal, list[Line]()
    for line in old.lines(there.ordinal):
        some.append(line)
        if len(some) == _TOGETHER or line.ordinal == total:
            new.append(Batch(some))
            some = []
            progress(line.ordinal, total)
    new.append(Batch(secrets=old.all_secrets()))


def _proved(old: OldJournal, new: Journal) -> Converted:
    """Hold the new journal to the old one's own hashes, commands, answers and postings."""
    fold, heads = Fold(), dict[str, tuple[int, bytes]]()
    kept = old.postings()
    postings = events = 0
    for was, line in zip_longest(old.lines(), new.lines()):
        if was is None or line is None or was.text != line.text:
            raise _differs(f"line {(line or was).ordinal}")
        for record in line.records():
            events += 1
            _, known = heads.get(record.stream, (0, OLD_GENESIS))
            said = old_hash(known, record.stream, record.version, key=record.key, at=record.at, body=record.body)
            heads[record.stream] = (record.version, said)
        for posting in fold.postings(line):
            postings += 1
            if next(kept, None) != (posting.position, posting.line, posting.account, posting.amount_minor):
                raise _differs(f"the postings of position {posting.position}")
    if next(kept, None) is not None:
        raise _differs("the number of postings")
    if heads != old.old_heads():
        raise _differs("the hashes of the streams")
    secrets = old.all_secrets()
    if any(new.secrets(one.kind).get(one.name) != one.body for one in secrets):
        raise _differs("what is kept beside it")
    end = new.end()
    before, after = Anchor(events, old_head(heads), form=1), Anchor(end.ordinal, end.hash.hex())
    return Converted(end.ordinal, events, len(heads), len(secrets), postings, before, after)


def _differs(what: str) -> JournalDamaged:
    return JournalDamaged(f"the new journal is not the old one: {what} differs; delete the new one, keep the old")
