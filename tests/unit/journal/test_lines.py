"""Lines and the commits that hold them: each is held to its numbers and to its hash."""

import pytest

from pitboss.journal import End, JournalDamaged
from pitboss.journal.lines import packed, parsed, unpacked
from tests.support.journal_lines import line


@pytest.mark.parametrize("result", [b"7", b"null", b'"refused"'])
def test_a_line_that_was_neither_accepted_nor_refused(result):
    """Cannot be read: an answer is a list of events or the object of a refusal."""
    with pytest.raises(JournalDamaged, match="neither events nor a refusal") as caught:
        parsed(b'[1,1,"table:1",1,"2004-05-01T12:00:00+00:00",%b]' % result, 0, b"")
    assert ["line"] == list(caught.value.values)


def test_a_commit_is_read_as_it_was_written():
    """Its lines come back where the row before it ended."""
    (row,) = packed([line(2), line(3)])
    assert [line(2), line(3)] == unpacked(row, line(1).end)


def test_a_commit_that_does_not_begin_after_the_one_before():
    """Is told by the number of the line that is out of place."""
    (row,) = packed([line(2)])
    with pytest.raises(JournalDamaged, match="has line 2 after line 0"):
        unpacked(row, End())


@pytest.mark.parametrize("changed", [{"first": 1}, {"last": 4}, {"position": 7}])
def test_a_commit_with_other_numbers_than_its_lines(changed):
    """Is damage although the chain of its lines is whole."""
    (row,) = packed([line(2), line(3)])
    with pytest.raises(JournalDamaged, match="has other numbers than its lines"):
        unpacked(row._replace(**changed), line(1).end)
