"""`pitboss diff`: how two houses play one game: odds, limits, choices, procedures, who decides."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from pitboss.cli.output import print_json, print_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from pitboss.rulebook.compare import Row, Side

_CLAUSES_MAX = 10
"""As many clauses are named in a cell of a table; of more the first and the last."""


def run(left: str, right: str, *, all: bool = False, json: bool = False) -> None:  # noqa: A002 - the option is --all
    """Compare two rulebooks of one game side by side: odds, limits, choices, procedures, who decides.

    Parameters
    ----------
    left
        A rulebook's id, such as oneida-roulette-2008; `pitboss rulebooks` lists them.
    right
        The other one's id.
    all
        Show what is the same as well.
    json
        Print one JSON row for each thing that differs.
    """
    rows = [row for row in with_edges(left, right) if all or row.differs]
    if json:
        print_json({**_fields(row), "differs": row.differs} for row in rows)
        return
    if not rows:
        print(f"{left} and {right} do not differ.")
        return
    for section, found in groupby(rows, key=lambda row: row.section):
        shown = [{"what": row.what, left: _shown(row.left), right: _shown(row.right)} for row in found]
        print_table(section.capitalize(), ("what", left, right), shown)


def with_edges(left: str, right: str) -> Iterator[Row]:
    """Yield the rows of two rulebooks, the odds with the house edge where it is exact and cheap to compute."""
    from pitboss.rulebook.compare import Row, compare

    edges = [_edges(name) for name in (left, right)]
    for row in compare(left, right):
        if row.section == "odds":
            yield Row(row.section, row.what, _add(row.left, edges[0], row.what), _add(row.right, edges[1], row.what))
        else:
            yield row


def _add(side: Side | None, edges: dict[str, Fraction], kind: str) -> Side | None:
    from pitboss.cli.odds import percent
    from pitboss.lab.pay_tables import ratio
    from pitboss.rulebook.compare import Side

    if side is None or kind not in edges:
        return side
    return Side(f"{side.words}, edge {ratio(edges[kind])} ({percent(edges[kind])})", side.clauses)


def _edges(edition_id: str) -> dict[str, Fraction]:
    """Return the house edge of each kind of wager at the odds that the document lists."""
    from pitboss.games.roulette.rules import rules_of
    from pitboss.lab.pay_tables import roulette_odds
    from pitboss.rulebook import edition, table_config

    if edition(edition_id).game != "roulette":
        return {}

    return {row.kind: row.edge for row in roulette_odds(rules_of(table_config({"rulebook": edition_id})))}


def _fields(row: Row) -> dict[str, object]:
    return {"section": row.section, "what": row.what, "left": row.left, "right": row.right}


def _shown(side: Side | None) -> str:
    if side is None:
        return "-"
    clauses = side.clauses if len(side.clauses) <= _CLAUSES_MAX else (side.clauses[0], "…", side.clauses[-1])
    return f"{side.words} [{', '.join(clauses)}]" if clauses else side.words
