"""The index of streams, signed with the house's key: a start need not look into the lines that it covers."""

from contextlib import closing
from dataclasses import replace

import pytest

from pitboss.floor.house_key import HouseKey
from pitboss.floor.sealed_journal import INDEX, SealedJournal, rotated
from pitboss.floor.verify.verify import verify
from pitboss.journal import JournalDamaged, open_journal
from pitboss.journal import streams as streams_module
from pitboss.journal.lines import unpacked
from pitboss.journal.streams import STREAMS
from tests.support.evening_faults import rewrite
from tests.support.journal_lines import lines

KEY = HouseKey((bytes(range(32)),))


@pytest.fixture
def path(tmp_path, monkeypatch):
    """Return a journal of 35 lines, which its house closed."""
    monkeypatch.setattr(streams_module, "BLOCK_LINES", 10)
    found = tmp_path / "day.db"
    journal = SealedJournal(open_journal(str(found)), KEY)
    for number in range(1, 36):
        journal.append(lines(number))
    journal.close()
    return found


@pytest.fixture
def looked(monkeypatch):
    """Return the lines that were looked into."""
    found = list[int]()

    def noted(row, before):
        found.append(row.first)
        return unpacked(row, before)

    monkeypatch.setattr("pitboss.journal.reading.unpacked", noted)
    return found


def started(path, key=KEY):
    """Open a journal as a house does."""
    journal = SealedJournal(open_journal(str(path)), key)
    try:
        journal.require_whole()
        return journal.heads()["table:1"].version
    finally:
        journal.close()


def test_a_start_looks_into_what_is_not_covered(path, looked):
    """All lines are chained, and the last ones read."""
    assert (35, [31, 32, 33, 34, 35]) == (started(path), looked)


@pytest.mark.parametrize("deed", ["other key", "forged", "none"])
def test_what_the_key_did_not_sign_counts_for_nothing(path, looked, deed):
    """Everything is looked into then, and the index is signed anew."""
    if deed != "other key":
        journal = open_journal(str(path))
        block = journal.blocks(INDEX)[0]
        body = bytes(32) + block.body[32:] if deed == "forged" else b""
        journal.save_block(INDEX, replace(block, body=body))
        journal.close()
    assert 35 == started(path, HouseKey((bytes(32),)) if deed == "other key" else KEY)
    assert list(range(1, 36)) == looked


def test_a_history_that_was_made_anew_is_looked_into(path, looked):
    """Whoever owns the database makes every hash fit, and the blocks; the signature is of the lines that were."""
    rewrite(
        str(path), lambda texts: [[one.replace(b"k5", b"k6666") for one in some] for some in texts], is_fitting=True
    )
    journal = open_journal(str(path))
    journal.rebuild_streams()
    assert 3 == len(journal.blocks(STREAMS))
    journal.close()
    looked.clear()
    assert (35, 35) == (started(path), len(set(looked)))


def found_in(path, key=KEY):
    """Verify the journal with a key, and return what is said of the index."""
    with closing(open_journal(str(path), is_reader=True)) as journal:
        report = verify(journal, is_index_ours=SealedJournal(journal, key).is_index_ours)
    return [fault.what for fault in report.faults if f"the view {INDEX}" in fault.what or "is not a view" in fault.what]


@pytest.mark.parametrize(
    ("place", "said"), [(0, "was not signed with the house's key"), (40, f"is not what the view {STREAMS} says")]
)
def test_a_verification_holds_it_to_the_key_and_to_the_index(path, place, said):
    """One as the house signed it is no fault; another signature is one, and so is another digest."""
    assert [] == found_in(path)
    with closing(open_journal(str(path))) as journal:
        block = journal.blocks(INDEX)[0]
        body = bytearray(block.body)
        body[place] ^= 1
        journal.save_block(INDEX, replace(block, body=bytes(body)))
    assert any(said in one for one in found_in(path))


def test_a_new_key_signs_it_anew(path, tmp_path):
    """What the old one signed is known by the new one afterwards, and by no other."""
    new = bytes(reversed(range(32)))
    with closing(open_journal(str(path))) as journal:
        rotated(journal, replace(KEY, path=tmp_path / "house.key"), new)
    assert ([], 1) == (found_in(path, HouseKey((new,))), len(found_in(path)))


def test_a_broken_chain_is_refused(path):
    """Though the index is signed."""
    rewrite(str(path), lambda texts: [[one.replace(b"k5", b"k6") for one in some] for some in texts])
    with pytest.raises(JournalDamaged, match="the chain is broken"):
        started(path)
