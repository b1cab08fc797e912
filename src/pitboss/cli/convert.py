"""`pitboss convert`: a journal of version 0.1 or 0.2 as one of today, with the proof that it says the same."""

from __future__ import annotations

from contextlib import closing

from pitboss.cli.journals import reading
from pitboss.errors import InputError
from pitboss.journal import open_journal
from pitboss.journal.address import without_password


def run(old: str, new: str) -> None:
    """Write a journal of an earlier version anew, and prove it: the same events, answers, balances and hashes.

    The old journal is only read, and stays as it is. One that was interrupted goes on where it stood.

    Parameters
    ----------
    old
        The journal of version 0.1 or 0.2.
    new
        Where the new one is made: a SQLite file that is not there yet, or an empty database in PostgreSQL.
    """
    from pitboss.floor.convert import convert

    if old == new:
        raise InputError("the new journal is another one than the old", field="new", value=without_password(new))
    with reading(old) as source, closing(open_journal(new)) as target:
        found = convert(source, target)
    said = f"{found.lines} lines, {found.events} events, {found.streams} streams, {found.postings} postings"
    print(f"{without_password(new)}: {said}, the same as in {without_password(old)}.")
    print(f"head before {found.before}")
    print(f"head {found.after}")
