"""The ledger from blocks that were kept, and from the lines alone: the same postings and balances at every position."""

from contextlib import closing

import pytest

from pitboss.floor.writer import books
from pitboss.journal import Block, open_journal
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import Trial


@pytest.fixture
def address(tmp_path):
    """Return the journal of a house in which somebody bought in and bet."""
    found = str(tmp_path / "house.db")
    with web_house(written_house(tmp_path), journal=found) as web:
        trial = Trial(web, tmp_path)
        trial.open_table("T1", "T2")
        for terminal in ("T1", "T2", "T1"):
            trial.bet(terminal)
    return found


def test_blocks_and_lines_tell_the_same(address, monkeypatch):
    """For every account and after every position; bytes that are nobody's are not counted, and the lines are read."""
    monkeypatch.setattr(books, "BLOCK_LINES", 7)
    with closing(open_journal(address)) as journal:
        plain = list(books.postings(journal))
        assert len(plain) >= 4
        positions = sorted({one.position for one in plain})
        before = {upto: books.balances(journal, upto) for upto in positions}
        books.Books(journal).keep()
        kept = journal.blocks(books.LEDGER)
        assert len(kept) > 1
        assert plain == list(books.postings(journal))
        assert before == {upto: books.balances(journal, upto) for upto in positions}
        account, upto = plain[-1].account, positions[-2]
        assert [one for one in plain if one.account == account] == list(books.postings(journal, account))
        assert [one for one in plain if one.position <= upto] == list(books.postings(journal, upto=upto))
        last, end = kept[-1].last, journal.end()
        journal.save_block(books.LEDGER, Block(last + 1, end.ordinal, positions[-1], end.hash, b"nonsense"))
        assert len(kept) + 1 == len(journal.blocks(books.LEDGER))
        assert before[positions[-1]] == books.balances(journal)
