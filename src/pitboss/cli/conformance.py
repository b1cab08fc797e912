"""`pitboss conformance`: every clause, the code that carries it out, the tests that hold it, and how that is known."""

from __future__ import annotations

import pkgutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pitboss.cli.citations import carried_out, tests_by_clause
from pitboss.cli.evidence import evidence_in, is_held, met_by, reasons_in, seals
from pitboss.cli.output import print_json, print_table
from pitboss.decider import Event
from pitboss.errors import InputError
from pitboss.rulebook import Clause, ClauseKind, all_clauses

_PACKAGE = Path(__file__).parents[1]
_FAILING = ("untested", "not carried out", "not recorded", "unproven", "unknown clause")
_COLUMNS = ("clause", "kind", "title", "where", "tests", "met", "evidence", "status")


def run(*, json: bool = False, tests: Path | None = None) -> int:
    """List every clause with its kind, where it is carried out, which tests hold it, how it is met, and its status.

    A clause is done when code or the edition's data cites it, an event stores it if people must record it, a test is
    marked with it, and a marked test goes red when what carries it out is taken out. Where no test can notice that,
    a written reason explains it; without one the clause is unproven. Exit code 1 if a clause that is meant to be done
    is not.

    Parameters
    ----------
    json
        Print one JSON row a clause.
    tests
        Where the tests are, and the evidence with them; the checkout's own by default.
    """
    rows = list(conformance(tests or _own_tests()))
    if json:
        print_json(rows)
    else:
        print_table("Conformance", _COLUMNS, [_shown(row) for row in rows])
        counts = Counter((row["clause"].partition("-")[0], row["status"]) for row in rows)
        for (code, status), count in sorted(counts.items()):
            print(f"{code}: {count} {status}")
        _print_listed(rows)
    return 1 if any(row["status"] in _FAILING for row in rows) else 0


def _print_listed(rows: Sequence[Mapping[str, Any]]) -> None:
    """Name what is not proven, and what was proven of other code than today's."""
    for status in ("explained", "unproven"):
        listed = [row["clause"] for row in rows if row["status"] == status]
        if listed:
            print(f"{status}: {', '.join(listed)}")
    stale = sum(row["is_stale"] for row in rows)
    if stale:
        print(f"stale: the code of {stale} clauses has changed since the evidence was found; `make evidence` renews it")


def conformance(tests: Path) -> Iterator[dict[str, Any]]:
    """Return one row a clause, and one for each id that code or tests cite and no document has."""
    places, marked, known = carried_out(), tests_by_clause(tests), all_clauses()
    found, reasons, sealed = evidence_in(tests).clauses, reasons_in(tests), seals()
    for clause in known.values():
        where, held = places.get(clause.id, []), found.get(clause.id)
        reason = None if is_held(clause, held) else reasons.get(clause.id)
        status = _status(clause, where, marked.get(clause.id, []))
        if status == "done" and not is_held(clause, held):
            status = "unproven" if reason is None else "explained"
        yield {
            **_head(clause.id, clause),
            "where": where,
            "tests": marked.get(clause.id, []),
            "met": met_by(clause, where, held, reason),
            "evidence": list(held.tests) if held is not None else [],
            "noticed_by": held.count if held is not None else 0,
            "is_stale": held is not None and held.seal != sealed.get(clause.id, ""),
            "status": status,
        }
    for unknown in sorted((places.keys() | marked.keys()) - known.keys()):
        cited = {"where": places.get(unknown, []), "tests": marked.get(unknown, [])}
        nothing = {"met": "", "evidence": [], "noticed_by": 0, "is_stale": False}
        yield {**_head(unknown, None), **cited, **nothing, "status": "unknown clause"}


def _head(clause_id: str, clause: Clause | None) -> dict[str, Any]:
    kind, title = ("", "") if clause is None else (clause.kind.value, clause.title)
    return {"clause": clause_id, "kind": kind, "title": title}


def _status(clause: Clause, where: Sequence[str], held: Sequence[str]) -> str:
    if clause.pending:
        return "pending"
    if not held:
        return "untested"
    if clause.kind is ClauseKind.RECORDED and not any(_is_event(place) for place in where):
        return "not recorded"
    if clause.kind is not ClauseKind.DEFINITION and not where:
        return "not carried out"
    return "done"


def _is_event(place: str) -> bool:
    # A place may be a method, whose class is no module.
    found = pkgutil.resolve_name(place) if place.startswith("pitboss.") else None
    return isinstance(found, type) and issubclass(found, Event)


def _own_tests() -> Path:
    tests = _PACKAGE.parents[1] / "tests"
    if not tests.is_dir():
        raise InputError(
            "the tests are not beside the package: name them with --tests", field="tests", value=str(tests)
        )
    return tests


def _shown(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as the table has it: the first of each list, and how many more there are."""
    evidence = _short(row["evidence"], row["noticed_by"]) or "none"
    stale = " (stale)" if row["is_stale"] else ""
    first = row["met"].partition("; ")[0]
    return {
        **row,
        "where": _short(row["where"]),
        "tests": _short(row["tests"]),
        "met": first,
        "evidence": evidence + stale,
    }


def _short(places: Sequence[str], count: int = 0) -> str:
    first = places[0].rpartition("::")[2].removeprefix("pitboss.games.") if places else ""
    more = max(count, len(places)) - 1
    return first if more <= 0 else f"{first} (+{more})"
