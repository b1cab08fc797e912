"""Rows as a damaged database may give them: of other types, out of order; none is used."""

from typing import Any

import pytest

from pitboss.journal import End, JournalDamaged
from pitboss.journal.lines import packed
from pitboss.journal.schema import BROUGHT_UP
from pitboss.journal.sql import SqlJournal
from tests.support.journal_lines import line

COMMIT = (*packed([line(1)])[0], None, None)


class Damaged(SqlJournal):
    """A journal whose database answers everything with the same rows."""

    address, mark, is_reader = "damaged", "?", True

    def __init__(self, *rows: tuple[Any, ...]) -> None:
        super().__init__()
        self.rows, self.version = list(rows), BROUGHT_UP

    def _fetch(self, statement, values=()):
        """Return the rows."""
        assert statement
        assert values is not None
        return self.rows


def changed(row, place, value):
    """Return a row with another value."""
    return (*row[:place], value, *row[place + 1 :])


def test_a_row_as_it_was_written():
    """Is read."""
    assert [COMMIT[:6]] == [tuple(row) for row in Damaged(COMMIT).commits()]


@pytest.mark.parametrize("value", [None, 1.5, "1"])
@pytest.mark.parametrize("place", range(6))
def test_a_row_of_other_types(place, value):
    """A number, a hash or a body of another type is damage, and is not taken for one of zeros."""
    with pytest.raises(JournalDamaged, match="other types"):
        list(Damaged(changed(COMMIT, place, value)).commits())


@pytest.mark.parametrize("before", [(1, None), (1.5, bytes(32)), ("1", bytes(32)), (1, "x")])
def test_a_row_before_of_other_types(before):
    """So it is for where the row before ended."""
    with pytest.raises(JournalDamaged, match="other types"):
        list(Damaged((*COMMIT[:6], *before)).lines())


def test_rows_out_of_order():
    """Rows that come twice, or before those that came before them, do not end in a circle."""
    for firsts in ((1, 2, 2), (1, 2, 3, 4)):
        with pytest.raises(JournalDamaged, match="out of order"):
            list(Damaged(*[changed(COMMIT, 0, first) for first in firsts]).commits())


def test_an_end_a_block_and_a_snapshot_of_other_types():
    """They are held to their types as well."""
    for deed in (Damaged((1, 1, "hash")).end, lambda: Damaged((1, 1, 1, b"", None, b"")).blocks("ledger")):
        with pytest.raises(JournalDamaged):
            deed()
    with pytest.raises(JournalDamaged):
        Damaged(("table:1", 1, b"hash", "code", None)).snapshot("table:1")
    assert End(1, 1, b"hash") == Damaged((1, 1, b"hash")).end()


def test_a_database_must_say_how():
    """Reading and writing are the database's own."""
    one = SqlJournal()
    for deed in (lambda: one._fetch(""), lambda: one._write(()), one.check, one.compact, one.close):
        with pytest.raises(NotImplementedError):
            deed()


def test_no_row_holds_a_line_before_the_first():
    """What comes after a line that no row holds is read from the beginning."""
    assert 0 == Damaged()._holding(7)
