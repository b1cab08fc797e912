"""`pitboss clause`: one clause in our own words, and where it is carried out."""

from __future__ import annotations

from pitboss.cli.citations import carried_out
from pitboss.cli.output import print_json
from pitboss.errors import InputError
from pitboss.rulebook import Clause, all_clauses


def run(clause: str, *, json: bool = False) -> None:
    """Show a clause, or all clauses under a heading.

    Parameters
    ----------
    clause
        Its id, such as RO-D6, RH-6.5.2 or Q4.
    json
        Print one JSON row a clause.
    """
    found = [entry for entry in all_clauses().values() if _is_under(entry, clause)]
    if not found:
        raise InputError("no such clause; `pitboss conformance` lists them all", field="clause", value=clause)
    places = carried_out()
    rows = [
        {"id": c.id, "kind": c.kind, "title": c.title, "text": c.text, "where": places.get(c.id, [])} for c in found
    ]
    if json:
        print_json(rows)
        return
    for row in rows:
        print(f"{row['id']}  {row['title']}  ({row['kind']})\n  {row['text']}")
        for place in row["where"]:
            print(f"  · {place}")


def _is_under(entry: Clause, wanted: str) -> bool:
    if not entry.id.startswith(wanted):
        return False
    rest = entry.id.removeprefix(wanted)
    # RO-D is the heading of RO-D1, but RO-D1 is not that of RO-D10.
    return not rest or not (rest[0].isdigit() and wanted[-1:].isdigit())
