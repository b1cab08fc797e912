"""The durable log: events that are never changed, chained by hashes, with the answers that were given for them."""

from pitboss.journal.address import open_journal
from pitboss.journal.chain import Anchor, house_head, next_hash
from pitboss.journal.port import (
    Answer,
    Batch,
    Head,
    Journal,
    JournalBusy,
    JournalDamaged,
    JournalError,
    JournalUnavailable,
    Posting,
    Record,
    Secret,
    Snapshot,
    VersionConflict,
)

__all__ = [
    "Anchor",
    "Answer",
    "Batch",
    "Head",
    "Journal",
    "JournalBusy",
    "JournalDamaged",
    "JournalError",
    "JournalUnavailable",
    "Posting",
    "Record",
    "Secret",
    "Snapshot",
    "VersionConflict",
    "house_head",
    "next_hash",
    "open_journal",
]
