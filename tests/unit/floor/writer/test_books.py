"""The ledger from blocks that were kept, and from the lines alone: the same postings and balances at every position."""

from contextlib import closing

import msgspec
import pytest

from pitboss.floor.writer import books
from pitboss.journal import Batch, Block, JournalDamaged, open_journal
from tests.support.journal_lines import line, told
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


def test_blocks_of_what_was_just_written_are_those_of_the_lines(tmp_path, monkeypatch):
    """The writer reads nothing again for them; a commit that it did not see has the lines read."""
    monkeypatch.setattr(books, "BLOCK_LINES", 7)
    address = str(tmp_path / "house.db")
    with web_house(written_house(tmp_path), journal=address) as web:
        trial, floor = Trial(web, tmp_path), web.live.floor
        trial.open_table("T1", "T2")
        floor.view("automatic-1", lambda _: floor._books.keep())
        reading = floor.journal.lines_by_commit
        with monkeypatch.context() as only:
            only.setattr(floor.journal, "lines_by_commit", lambda _: pytest.fail("the lines are read again"))
            for number in range(40):
                trial.bet(("T1", "T2")[number % 2])
            floor.view("automatic-1", lambda _: floor._books.keep())
        begun = []

        def read(after):
            begun.append(after)
            return reading(after)

        monkeypatch.setattr(floor.journal, "lines_by_commit", read)
        floor.view("automatic-1", lambda _: setattr(floor._books._open, "last", 0))
        trial.bet("T1")
        floor.view("automatic-1", lambda _: floor._books.keep())
        assert [] != begun
    with closing(open_journal(address)) as journal:
        kept = journal.blocks(books.LEDGER)
        assert kept[-1].last > 40
        journal.rebuild_streams()
        assert [] == journal.blocks(books.LEDGER)
        books.Books(journal).keep()
        assert kept == journal.blocks(books.LEDGER)


@pytest.mark.parametrize("body", [b'{"type":"a/1","moves":7}', b'{"type":"a/1","moves":[["rack","patrons",5]]}'])
def test_postings_that_cannot_be_made_are_damage(body):
    """Moves that are none, and those of a stream that was never opened, are told by their place."""
    with pytest.raises(JournalDamaged, match="the postings of table:1 at version 2 cannot be made") as caught:
        list(books.Fold().postings(told(line(1).end, "table:1", 2, "k2", body)))
    assert {"stream": "table:1", "version": 2} == caught.value.values


def test_postings_up_to_a_position_are_read_no_further_than_their_block(tmp_path):
    """Lines after the block that holds the position are not looked at, whatever they say."""
    with closing(open_journal(str(tmp_path / "day.db"))) as journal:
        moved = told(line(1).end, "table:1", 2, "k2", b'{"type":"a/1","moves":[["rack","patrons",5]]}')
        journal.append(Batch([line(1), moved]))
        journal.append(Batch([told(moved.end, "table:1", 3, "k3", b'{"type":"a/1","moves":7}')]))
        kept = msgspec.json.encode(books.Kept({"table:1": "USD"}, {"USD:table:1/rack": -5, "USD:house/patrons": 5}))
        journal.save_block(books.LEDGER, Block(1, 2, 2, moved.hash, kept))
        found = [(one.account, one.amount_minor) for one in books.postings(journal, upto=2)]
    assert [("USD:table:1/rack", -5), ("USD:house/patrons", 5)] == found
