"""The durable log: commands with what came of them, line by line, never changed and chained by hashes."""

from pitboss.journal.address import open_journal
from pitboss.journal.chain import Anchor, next_hash
from pitboss.journal.lines import Line
from pitboss.journal.port import (
    Answer,
    Batch,
    Block,
    End,
    Head,
    Journal,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalOld,
    JournalUnavailable,
    Record,
    Secret,
    SegmentMissing,
    ShardLost,
    Snapshot,
    VersionConflict,
)
from pitboss.journal.segments import Segment

__all__ = [
    "Anchor",
    "Answer",
    "Batch",
    "Block",
    "End",
    "Head",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalError",
    "JournalOld",
    "JournalUnavailable",
    "Line",
    "Record",
    "Secret",
    "Segment",
    "SegmentMissing",
    "ShardLost",
    "Snapshot",
    "VersionConflict",
    "next_hash",
    "open_journal",
]
