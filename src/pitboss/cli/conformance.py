"""`pitboss conformance`: every clause, the code that carries it out, and the tests that hold it."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pitboss.cli.output import print_json, print_table
from pitboss.decider import Event
from pitboss.errors import InputError
from pitboss.rulebook import Clause, ClauseKind, all_clauses, citations, edition, edition_ids

_PACKAGE = Path(__file__).parents[1]
_RULE_ROOMS = ("rulebook", "games", "tote")
_FAILING = ("untested", "not carried out", "not recorded", "unknown clause")


def run(*, json: bool = False, tests: Path | None = None) -> int:
    """List every clause with its kind, where it is carried out, which tests hold it, and its status.

    A clause is done when code or the edition's data cites it, an event stores it if people must record it, and a test
    is marked with it. Exit code 1 if a clause that is meant to be done is not.

    Parameters
    ----------
    json
        Print one JSON row a clause.
    tests
        Where the tests are; the checkout's own by default.
    """
    rows = list(conformance(tests or _own_tests()))
    if json:
        print_json(rows)
    else:
        shown = [{**row, "where": _short(row["where"]), "tests": _short(row["tests"])} for row in rows]
        print_table("Conformance", ("clause", "kind", "title", "where", "tests", "status"), shown)
        counts = Counter((row["clause"].partition("-")[0], row["status"]) for row in rows)
        for (code, status), count in sorted(counts.items()):
            print(f"{code}: {count} {status}")
    return 1 if any(row["status"] in _FAILING for row in rows) else 0


def conformance(tests: Path) -> Iterator[dict[str, Any]]:
    """Return one row a clause, and one for each id that code or tests cite and no document has."""
    places, marked, known = carried_out(), tests_by_clause(tests), all_clauses()
    for clause in known.values():
        where, held = places.get(clause.id, []), marked.get(clause.id, [])
        yield {
            "clause": clause.id,
            "kind": clause.kind.value,
            "title": clause.title,
            "where": where,
            "tests": held,
            "status": _status(clause, where, held),
        }
    for unknown in sorted((places.keys() | marked.keys()) - known.keys()):
        where, held = places.get(unknown, []), marked.get(unknown, [])
        row = {"clause": unknown, "kind": "", "title": "", "where": where, "tests": held}
        yield {**row, "status": "unknown clause"}


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


def carried_out() -> Mapping[str, list[str]]:
    """Return clause to the code and edition data that cite it."""
    for room in _RULE_ROOMS:
        _import_all(room)
    places: defaultdict[str, list[str]] = defaultdict(list)
    for clause_id, cited in citations().items():
        places[clause_id] += [place for place in cited if place.startswith("pitboss.")]
    for edition_id in edition_ids():
        rules = edition(edition_id)
        for wager in rules.wagers:
            for clause_id in dict.fromkeys((wager.clause, wager.win_clause, wager.lose_clause)):
                places[clause_id].append(f"{edition_id}: wager {wager.kind}")
        for spec in rules.settings:
            places[spec.clause].append(f"{edition_id}: setting {spec.key}")
        for path, clause_id in _rule_data(rules.rules, "rules"):
            places[clause_id].append(f"{edition_id}: {path}")
    return {clause_id: found for clause_id, found in places.items() if found}


def _rule_data(value: object, path: str) -> Iterator[tuple[str, str]]:
    """Find the clause ids in a game's own section of an edition: `clause = ...`, and tables of them."""
    if isinstance(value, dict):
        for key, inner in value.items():
            is_clause = key == "clause" or path.endswith((".clauses", ".grounds"))
            if is_clause and isinstance(inner, str):
                yield f"{path}.{key}", inner
            else:
                yield from _rule_data(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from _rule_data(inner, path)


def _import_all(room: str) -> None:
    package = _PACKAGE / room
    if not package.is_dir():
        return
    importlib.import_module(f"pitboss.{room}")
    for info in pkgutil.walk_packages([str(package)], prefix=f"pitboss.{room}."):
        importlib.import_module(info.name)


def _own_tests() -> Path:
    tests = _PACKAGE.parents[1] / "tests"
    if not tests.is_dir():
        raise InputError(
            "the tests are not beside the package: name them with --tests", field="tests", value=str(tests)
        )
    return tests


def tests_by_clause(tests: Path) -> Mapping[str, list[str]]:
    """Return clause to the tests marked with it, read from the source of the tests."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    if not tests.is_dir():
        raise InputError("no such folder of tests", field="tests", value=str(tests))
    for path in sorted(tests.rglob("test_*.py")):
        place = path.relative_to(tests).as_posix()
        try:
            tree = ast.parse(path.read_bytes())
        except (SyntaxError, ValueError) as error:
            raise InputError(f"not Python: {error}", field="tests", value=place) from error
        for name, clause_ids in _marked(tree, ()):
            for clause_id in dict.fromkeys(clause_ids):
                found[clause_id].append(f"{place}::{name}")
    return found


def _marked(scope: ast.Module | ast.ClassDef, inherited: tuple[str, ...]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Find the tests of a module or class with the clauses they are marked with, their own and inherited ones."""
    for node in scope.body:
        is_pytestmark = isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets
        )
        inherited += tuple(_marks(node)) if is_pytestmark else ()
    for node in scope.body:
        if isinstance(node, ast.ClassDef):
            on_class = tuple(mark for decorator in node.decorator_list for mark in _marks(decorator))
            yield from _marked(node, inherited + on_class)
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            own = tuple(mark for decorator in node.decorator_list for mark in _marks(decorator))
            yield node.name, inherited + own


def _marks(marked: ast.AST) -> Iterator[str]:
    """Find the ids in calls of `pytest.mark.clause` in a decorator or an assignment."""
    for node in ast.walk(marked):
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("mark.clause"):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _short(places: Sequence[str]) -> str:
    first = places[0].rpartition("::")[2].removeprefix("pitboss.games.") if places else ""
    return first if len(places) <= 1 else f"{first} (+{len(places) - 1})"
