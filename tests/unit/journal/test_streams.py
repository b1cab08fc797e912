"""The index of streams in memory: what finds the blocks, and not what is in them."""

import hashlib
from contextlib import closing

import pysqlite3 as sqlite3

from pitboss.journal import Batch, open_journal
from pitboss.journal import streams as streams_module
from pitboss.journal.port import Block, End
from pitboss.journal.streams import STREAMS, Streams, sealed_index
from tests.support.journal_lines import line, opened_line, told
from tests.support.weight import weight

STREAM_COUNT = 20
LINES = 20_000


def filled(count):
    """Return an index of so many lines, a commit each, of twenty streams in turn; and its blocks."""
    index, blocks, end = Streams(), [], End()
    for number in range(count):
        version, stream = number // STREAM_COUNT + 1, f"table:{number % STREAM_COUNT}"
        one = opened_line(end, stream) if version == 1 else told(end, stream, version, f"k{number}", b"{}")
        index.take([one])
        end = one.end
        block = index.due()
        if block is not None:
            index.keep(block)
            blocks.append(block)
    return index, blocks


def test_an_index_does_not_grow_by_what_is_kept():
    """A line takes less than a byte of memory once its block is kept; its body has thirteen of them."""
    (few, _), (many, blocks) = filled(LINES // 10), filled(LINES)
    more = sum(block.last - block.first + 1 for block in blocks) - few.kept.ordinal
    assert weight(many) - weight(few) < more
    assert sum(len(block.body) for block in blocks) > 5 * more


def test_an_index_says_in_short_what_its_blocks_say():
    """Block by block it comes to the same as all blocks at once, and so does one that begins with them."""
    index, blocks = filled(5_000)
    assert sealed_index(blocks) == index.sealed() == Streams.of(blocks).sealed()
    assert blocks[-1].last == index.kept.ordinal
    assert sealed_index([]) == Streams().sealed()


def test_a_block_that_is_another_is_not_believed():
    """It is known by its digest."""
    index, blocks = filled(3_000)
    found = index.part(1, "table:3", blocks[1].body)
    assert found is not None
    assert found.version == index.of(blocks[:2]).heads()["table:3"].version
    assert index.part(1, "table:3", blocks[0].body) is None
    assert index.part(1, "table:3", blocks[1].body.replace(b"1", b"2", 1)) is None


def test_a_number_that_no_version_has_ends_an_index():
    """A block of somebody else's is passed over, and so are those after it."""
    _, blocks = filled(3_000)
    for body in (b'{"table:1":[-1,"00",[]]}', b'{"table:1":[18446744073709551616,"00",[]]}', b"[]"):
        block = Block(1, 1, 1, hashlib.sha256().digest(), body)
        assert End() == Streams.of([block, *blocks]).end


def test_a_journal_reads_by_blocks_that_were_changed_behind_its_back(tmp_path, monkeypatch):
    """A writer that is open finds in the lines what the database no longer says, or says otherwise."""
    monkeypatch.setattr(streams_module, "BLOCK_LINES", 10)
    with closing(open_journal(str(tmp_path / "day.db"))) as journal:
        for number in range(1, 36):
            journal.append(Batch([line(number)]))
        before = list(journal.read("table:1"))
        (one, other, _) = journal.blocks(STREAMS)
        for change, value in (
            ("UPDATE views SET body = ? WHERE first = 11", one.body),
            ("UPDATE views SET body = ? WHERE first = 11", other.body.replace(b"[11,", b"[12,")),
            ("DELETE FROM views WHERE body <> ?", b""),
        ):
            with closing(sqlite3.connect(tmp_path / "day.db")) as connection:
                connection.execute(change, (value,))
                connection.commit()
            assert before == list(journal.read("table:1"))
            assert before[12:] == list(journal.read("table:1", after=12))
