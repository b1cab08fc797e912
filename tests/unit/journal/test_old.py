"""Journals of earlier versions: what was recorded then as lines, and that nothing is written to them."""

import pytest

from pitboss.journal import Block, End, JournalDamaged, JournalUnavailable, Snapshot
from pitboss.journal.chain import OLD_GENESIS, old_hash
from pitboss.journal.old import OldJournal, OldRecord, as_lines
from pitboss.journal.sql import SqlJournal
from tests.support.journal_lines import AT


class Empty(SqlJournal):
    """The tables of a journal in which nothing was recorded."""

    address, mark, is_reader = "old", "?", True

    def _fetch(self, statement, values=()):
        """Return no rows."""
        del statement, values
        return []


def record(position, stream, key=""):
    """Return the first record of a stream."""
    body = b'{"type":"a/1"}'
    hashed = old_hash(OLD_GENESIS, stream, 1, key=key, at=AT, body=body)
    return OldRecord(position, stream, 1, 1, key, AT, body, hashed)


def test_streams_that_were_opened_and_never_played():
    """Each is a line after the last answer, in its order."""
    found = as_lines(iter([record(1, "table:1"), record(2, "table:2")]), iter([]))
    assert [(1, "table:1", True), (2, "table:2", True)] == [(one.ordinal, one.stream, one.is_opening) for one in found]


def test_a_record_of_a_command_without_its_answer():
    """Is damage after the last answer as well, and is named."""
    with pytest.raises(JournalDamaged, match="version 1 of table:2 has no answer") as caught:
        list(as_lines(iter([record(1, "table:1"), record(2, "table:2", "k1")]), iter([])))
    assert {"stream": "table:2", "version": 1} == caught.value.values


def test_an_old_journal_without_records_is_empty():
    """It ends where it begins, and what code of then kept is of no use."""
    old = OldJournal(Empty())
    assert (End(), [], [], []) == (old.end(), list(old.lines()), old.snapshots(), old.blocks("ledger"))


@pytest.mark.parametrize(
    "deed",
    [
        lambda old: old.save_block("ledger", Block(1, 1, 1, b"", b"")),
        lambda old: old.save_snapshot(Snapshot("table:1", 1, b"", "code", b"")),
    ],
    ids=["block", "snapshot"],
)
def test_nothing_is_kept_in_an_old_journal(deed):
    """What an earlier version wrote stays as it is."""
    with pytest.raises(JournalUnavailable, match="of an earlier version") as caught:
        deed(OldJournal(Empty()))
    assert {"journal": "old"} == caught.value.values
