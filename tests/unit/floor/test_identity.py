"""A house knows its journal: one that is gone, another's, cut or rolled back is not opened, with what to do."""

import asyncio
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.cli import main
from pitboss.errors import InputError
from pitboss.floor.house_file import read_house
from pitboss.floor.identity import Known, Standing, identity_of, read_known, write_known
from pitboss.floor.live import open_house
from pitboss.floor.people.acts import RecordFailure
from pitboss.journal import Anchor, End, JournalDamaged, open_journal
from tests.support.driven import there
from tests.support.evening_faults import commits, put_back
from tests.support.postgres import database
from tests.support.tour_house import demonstration
from tests.support.web_house import opened, recorded, written_house


@pytest.fixture
def path(tmp_path):
    """Return a house file."""
    return written_house(tmp_path)


@pytest.fixture
def own(tmp_path):
    """Return where the house writes down what it knows of its journal."""
    return tmp_path / "house.id"


@pytest.fixture
def journal(tmp_path, path):
    """Return the journal of a house that was open once."""
    address = str(tmp_path / "house.db")
    opened(path, address).close()
    return address


def started(path, address):
    """Open a house as it is opened every day: nobody asks for a new journal."""
    file, openings = read_house(path)
    open_house(file, openings, path.parent, address).close()


def another_day(path, address):
    """Open a house, and let something be recorded."""
    live = opened(path, address)
    asyncio.run(recorded(live, RecordFailure(person="admin")))
    live.close()


def remove(address):
    """Delete a SQLite journal."""
    for one in Path(address).parent.glob(f"{Path(address).name}*"):
        one.unlink()


def test_a_house_writes_down_which_journal_it_has(path, journal, own):
    """Its first line's hash and its head, for its owner alone; after another day the head is that of its end."""
    with closing(open_journal(journal, is_reader=True)) as stored:
        end, house = stored.end(), identity_of(stored)
        assert house == next(stored.lines()).hash.hex()
    assert Known(house, Anchor(end.ordinal, end.hash.hex())) == read_known(own)
    assert 0o600 == own.stat().st_mode & 0o777
    another_day(path, journal)
    assert (house, True) == (there(read_known(own)).house, there(read_known(own)).head.lines > end.ordinal)


def test_no_journal_is_made_that_nobody_asked_for(path, tmp_path):
    """A wrong address makes no empty house: the sentence names --create, and there is no file."""
    with pytest.raises(InputError, match="there is no journal yet: --create makes a new one"):
        started(path, str(tmp_path / "other.db"))
    assert [] == list(tmp_path.glob("other*"))


@pytest.mark.parametrize("is_asked", [False, True])
def test_a_journal_that_vanished_is_not_made_anew(path, journal, is_asked):
    """Not even with --create: a house that had a journal has lost it, and there is no new file."""
    remove(journal)
    file, openings = read_house(path)
    with pytest.raises(InputError, match=r"journal of \d+ lines is gone: put it back .*`pitboss restore COPY JOURNAL`"):
        open_house(file, openings, path.parent, journal, may_create=is_asked)
    assert not Path(journal).exists()


def test_an_emptied_journal_is_one_that_vanished(path, journal):
    """Whoever leaves an empty database in its place gets no empty house."""
    put_back(journal, [])
    with pytest.raises(InputError, match="is gone: put it back"):
        started(path, journal)


def test_another_houses_journal_is_refused(path, journal, tmp_path):
    """A whole journal, and not this house's."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    opened(written_house(elsewhere), str(elsewhere / "house.db")).close()
    remove(journal)
    shutil.copy(elsewhere / "house.db", journal)
    with pytest.raises(JournalDamaged, match="it is another house's journal"):
        started(path, journal)


def test_a_journal_that_was_rolled_back_is_refused(path, journal, tmp_path, own):
    """An older copy is whole and this house's, and lacks lines; without what the house wrote down it is opened."""
    shutil.copy(journal, tmp_path / "older")
    before = there(read_known(own)).head.lines
    another_day(path, journal)
    after = there(read_known(own)).head.lines
    assert after > before
    remove(journal)
    shutil.copy(tmp_path / "older", journal)
    with pytest.raises(JournalDamaged, match=f"cut or rolled back.*lines? {before + 1}") as refused:
        started(path, journal)
    assert str(own) in str(refused.value)
    own.rename(own.with_suffix(".lost"))
    started(path, journal)
    assert before <= there(read_known(own)).head.lines < after


def test_a_journal_whose_end_was_cut_off_is_refused(path, journal):
    """The chain is whole up to where it was cut; verify finds it too."""
    put_back(journal, commits(journal)[:-1])
    with pytest.raises(JournalDamaged, match=r"lines? \d+.* missing\. Put the whole journal back"):
        started(path, journal)
    with pytest.raises(SystemExit) as leaving:
        main(["verify", journal])
    assert 1 == leaving.value.code


def test_a_postgresql_that_was_emptied_is_refused(tmp_path, path):
    """It is known by the file beside the key, which lies beside the house file."""
    with database() as address:
        opened(path, address).close()
        assert (tmp_path / "house.id").exists()
        started(path, address)
        put_back(address, [])
        with pytest.raises(InputError, match="is gone"):
            started(path, address)


def test_a_demonstration_begins_whenever_there_is_no_journal(tmp_path, own):
    """Nobody has to ask for it, and whoever deletes its journal gets a new one."""
    path, address = demonstration(tmp_path), str(tmp_path / "house.db")
    started(path, address)
    before = there(read_known(own)).house
    remove(address)
    started(path, address)
    assert before != there(read_known(own)).house


def test_what_is_written_down_is_whole_or_refused(path, journal, own):
    """A file that somebody wrote in is no word of the house's."""
    own.write_text("house x\n")
    with pytest.raises(InputError, match=r"put house\.id back from a copy, or move it away"):
        started(path, journal)


def test_the_head_is_written_down_while_the_house_is_open(tmp_path):
    """Whenever it went on; a disk that takes nothing is tried again."""
    ends: list[End | None] = [End(3, 2, bytes(32))]
    standing = Standing(tmp_path / "no" / "house.id", "0" * 64, lambda: ends[-1])
    standing.note()
    (tmp_path / "no").mkdir()
    standing.note()
    assert 3 == there(read_known(tmp_path / "no" / "house.id")).head.lines
    for end, lines in ((None, 3), (End(9, 7, bytes(32)), 9)):
        ends.append(end)
        standing.note()
        assert lines == there(read_known(tmp_path / "no" / "house.id")).head.lines
    write_known(tmp_path / "no" / "house.id", Known("1" * 64, Anchor(1, "2" * 64)))
    standing.note()
    assert 1 == there(read_known(tmp_path / "no" / "house.id")).head.lines
