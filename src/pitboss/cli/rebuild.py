"""`pitboss rebuild`: make the views of a journal anew from its lines."""

from __future__ import annotations

from contextlib import closing

from pitboss.journal import open_journal
from pitboss.journal.address import without_password
from pitboss.journal.streams import STREAMS


def run(journal: str) -> None:
    """Delete the views of a journal that nobody serves, and make them anew: the index of streams, and the ledger's.

    Nothing is lost by that: a view holds nothing that the lines do not say.

    Parameters
    ----------
    journal
        sqlite:///FILE, a SQLite file's path, or postgresql://HOST/DATABASE.
    """
    from pitboss.floor.writer.books import LEDGER, Books

    with closing(open_journal(journal)) as found:
        found.rebuild_streams()
        Books(found).keep()
        blocks = {view: len(found.blocks(view)) for view in (STREAMS, LEDGER)}
    said = ", ".join(f"{view} in {count} blocks" for view, count in blocks.items())
    print(f"{without_password(journal)}: {said}")
