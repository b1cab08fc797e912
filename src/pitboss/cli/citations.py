"""Where clauses are cited: by code, by an edition's data, and by the tests that are marked with them."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from pitboss.errors import InputError
from pitboss.rulebook import citations, edition, edition_ids

_PACKAGE = Path(__file__).parents[1]
_RULE_ROOMS = ("rulebook", "games", "tote", "floor", "draw")
"""The rooms in which clauses are carried out; whatever else is imported changes nothing about what is found."""


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
