"""`pitboss clause`: one clause in our own words and where it is carried out, or the clauses that have some words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cli.citations import carried_out
from pitboss.cli.output import print_json
from pitboss.errors import InputError

if TYPE_CHECKING:
    from pitboss.rulebook import Clause


def run(clause: str | None = None, *, search: str | None = None, json: bool = False) -> None:
    """Show a clause, or all clauses under a heading, or those that have the words you search for.

    Parameters
    ----------
    clause
        Its id, such as RO-D6, RH-6.5.2 or Q4.
    search
        Words to search for in titles and texts, such as "late bets": clauses that have all of them, the best first.
    json
        Print one JSON row a clause.
    """
    from pitboss.rulebook import all_clauses

    if search is not None:
        if clause is not None:
            raise InputError("name a clause or words to search for, not both", field="clause", value=clause)
        _search(search, json=json)
        return
    if clause is None:
        raise InputError('name a clause, such as RO-F2, or search for words: --search "late bets"', field="clause")
    found = [entry for entry in all_clauses().values() if _is_under(entry, clause)]
    if not found:
        raise InputError(
            "no such clause; `pitboss clause --search WORDS` finds one, `pitboss conformance` lists them all",
            field="clause",
            value=clause,
        )
    places = carried_out()
    rows = [{**_row(c), "where": places.get(c.id, [])} for c in found]
    if json:
        print_json(rows)
        return
    for row in rows:
        print(f"{row['id']}  {row['title']}  ({row['kind']})\n  {row['text']}")
        for place in places.get(str(row["id"]), []):
            print(f"  · {place}")


def _search(words: str, *, json: bool) -> None:
    from pitboss.rulebook.search import edition_of, search

    found = search(words)
    if not found:
        raise InputError("no clause has all these words: try fewer, or others", field="search", value=words)
    rows = [{**_row(entry), "edition": edition_of(entry.id)} for entry in found]
    if json:
        print_json(rows)
        return
    for row in rows:
        print(f"{row['id']}  {row['title']}  ({row['edition']})\n  {row['text']}")


def _row(entry: Clause) -> dict[str, object]:
    return {"id": entry.id, "kind": entry.kind, "title": entry.title, "text": entry.text}


def _is_under(entry: Clause, wanted: str) -> bool:
    if not entry.id.startswith(wanted):
        return False
    rest = entry.id.removeprefix(wanted)
    # RO-D is the heading of RO-D1, but RO-D1 is not that of RO-D10.
    return not rest or not (rest[0].isdigit() and wanted[-1:].isdigit())
