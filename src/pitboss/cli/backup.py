"""`pitboss backup`: a copy of a journal while it is open, proved before it is called one."""

from __future__ import annotations

from contextlib import closing

from pitboss.cli.journals import reading
from pitboss.errors import InputError
from pitboss.journal import open_journal
from pitboss.journal.address import without_password


def run(journal: str, copy: str) -> None:
    """Copy a journal while it is open, or bring an earlier copy of it up; then read the copy whole, and compare.

    Parameters
    ----------
    journal
        The journal, in SQLite or PostgreSQL.
    copy
        Where the copy is kept: a SQLite file or a database in PostgreSQL, of its own or with an earlier copy.
    """
    from pitboss.floor.copies import copied

    if journal == copy:
        raise InputError("the copy is another one than the journal", field="copy", value=without_password(copy))
    with reading(journal) as source, closing(open_journal(copy)) as target:
        found = copied(source, target)
    said = f"{found.lines} lines, {found.new_lines} of them new, {found.events} events, {found.secrets} secrets"
    print(f"{without_password(copy)}: {said}, the same as in {without_password(journal)}.")
    print(f"head {found.head}")
