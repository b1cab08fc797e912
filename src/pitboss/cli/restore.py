"""`pitboss restore`: a journal made of its copy, held to a head that was kept elsewhere."""

from __future__ import annotations

from contextlib import closing

from pitboss.cli.journals import reading
from pitboss.errors import InputError
from pitboss.journal import Anchor, open_journal
from pitboss.journal.address import without_password


def run(copy: str, journal: str, *, anchor: str | None = None) -> None:
    """Make a journal of its copy where there is none; then read it whole, and compare.

    Parameters
    ----------
    copy
        What `pitboss backup` wrote; it is only read.
    journal
        Where the house is to go on: a SQLite file that is not there yet, or an empty database in PostgreSQL.
    anchor
        A head that was printed before: a copy that has not what the journal had then is refused.
    """
    from pitboss.floor.copies import copied

    if journal == copy:
        raise InputError("the journal is another one than its copy", field="journal", value=without_password(journal))
    kept = None if anchor is None else Anchor.parse(anchor)
    with reading(copy) as source, closing(open_journal(journal)) as target:
        found = copied(source, target, kept, is_empty=True)
    said = f"{found.lines} lines, {found.events} events, {found.secrets} secrets"
    print(f"{without_password(journal)}: {said}, the same as in {without_password(copy)}.")
    print(f"head {found.head}")
