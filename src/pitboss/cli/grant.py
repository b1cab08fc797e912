"""`pitboss grant`: let an account write to a journal in PostgreSQL that another account owns."""

from __future__ import annotations

from contextlib import closing

from pitboss.errors import InputError
from pitboss.journal import open_journal


def run(journal: str, role: str) -> None:
    """Make the tables of a journal in PostgreSQL, if they are not there, and let an account write to them.

    That account serves the house from then on: it adds records, and can neither change them nor take away what keeps
    them from being changed.

    Parameters
    ----------
    journal
        The journal's address, under the account that owns it, or is to.
    role
        The account that the server has; it is there already.
    """
    from pitboss.journal.postgres import PostgresJournal

    with closing(open_journal(journal)) as found:
        if not isinstance(found, PostgresJournal):
            raise InputError("only a database in PostgreSQL has accounts", field="journal", value=journal)
        found.grant(role)
    print(f"{role} writes to the journal, and owns nothing of it")
