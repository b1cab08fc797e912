"""Rows as a damaged database may give them: of other types, out of order, without a sum; none is used."""

from typing import Any

import pytest

from pitboss.journal import JournalDamaged
from pitboss.journal.sql import SqlJournal

RECORD = (1, "table:1", 1, 1, "k1", "2004", b"{}", bytes(32))
ANSWER = (1, "table:1", "k1", b"", b"", 1, 1, None)


class Damaged(SqlJournal):
    """A journal whose database answers everything with the same rows."""

    address, mark = "damaged", "?"

    def __init__(self, *rows: tuple[Any, ...]) -> None:
        super().__init__()
        self.rows = list(rows)

    def _fetch(self, statement, values=()):
        """Return the rows."""
        assert statement
        assert values is not None
        return self.rows


def changed(row, place, value):
    """Return a row with another value."""
    return (*row[:place], value, *row[place + 1 :])


@pytest.mark.parametrize("value", [None, 1.5, "1", b"1"])
@pytest.mark.parametrize("place", [0, 2])
def test_number_that_is_none(place, value):
    """A position or version that is no whole number is damage."""
    with pytest.raises(JournalDamaged):
        list(Damaged(changed(RECORD, place, value)).read_all())


@pytest.mark.parametrize(("place", "value"), [(1, 5), (4, None), (6, "{}"), (7, 3), (6, None)])
def test_record_of_other_types(place, value):
    """A text or a body of another type is damage, and is not taken for one of zeros."""
    with pytest.raises(JournalDamaged, match="other types"):
        list(Damaged(changed(RECORD, place, value)).read_all())


@pytest.mark.parametrize(("place", "value"), [(3, "x"), (7, "x"), (7, 0), (5, None)])
def test_answer_of_other_types(place, value):
    """So it is for answers; a refusal may be missing."""
    assert 1 == len(list(Damaged(ANSWER).answers()))
    with pytest.raises(JournalDamaged):
        Damaged(changed(ANSWER, place, value)).answer("table:1", "k1")


def test_rows_out_of_order():
    """Rows that come twice, or before those that came before them, do not end in a circle."""
    with pytest.raises(JournalDamaged, match="out of order"):
        list(Damaged(*[changed(RECORD, 0, position) for position in (1, 2, 2)]).read_all())
    with pytest.raises(JournalDamaged, match="out of order"):
        list(Damaged(*[changed(RECORD, 0, position) for position in range(1, 9)]).read_all())


@pytest.mark.parametrize("row", [("a", 1.5), ("a", None), (None, 5), ("a", "5")])
def test_balance_that_is_none(row):
    """An account without a name, or with a sum that is no whole number, is damage."""
    with pytest.raises(JournalDamaged):
        Damaged(row).balances()


def test_head_and_snapshot_of_other_types():
    """Heads and snapshots are held to their types as well."""
    with pytest.raises(JournalDamaged):
        Damaged(("table:1", 1, "hash")).heads()
    with pytest.raises(JournalDamaged):
        Damaged(("table:1", 1, b"hash", "code", None)).snapshot("table:1")


def test_a_database_must_say_how():
    """Reading and writing are the database's own."""
    for deed in (lambda: SqlJournal()._fetch(""), lambda: SqlJournal()._write(())):
        with pytest.raises(NotImplementedError):
            deed()
