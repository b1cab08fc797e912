"""Finds the functions that carry out a duty of an edition's data: `late = "RO-F2"` is done by whoever asks for it."""

import ast
import pkgutil
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import FunctionType

import pitboss
from pitboss.rulebook import edition
from tests.support.mutants import Mutant, function_mutants, function_of

__all__ = ["duty_mutants"]

PACKAGE = Path(pitboss.__file__).parent
ASKING = ("clause", "has")
"""The methods by which rules are asked for a duty by its name."""
SHARED = ("table", "shoe", "tournament", "disputes")
"""Rooms of the games that belong to no game alone."""


def duty_mutants(edition_id: str, path: str) -> list[Mutant]:
    """Return the mutants of the functions that ask for the duty at `rules.clauses.late` or such a path."""
    duty = path.rpartition(".")[2]
    found = edition(edition_id)
    own = "pitboss.tote." if found.game == "tote" else f"pitboss.games.{found.game}."
    prefixes = (own, *(f"pitboss.games.{room}." for room in SHARED))
    prefixes = (f"{own}automatic.",) if ".automatic." in path else prefixes
    users = [name for name in _users().get(duty, ()) if name.startswith(prefixes)]
    functions = [function for function in map(_function, users) if function is not None]
    mutants = [(function, mutant) for function in functions for mutant in function_mutants(function)]
    ordered = sorted(mutants, key=lambda pair: pair[1].kind != "refusal")
    return [Mutant(one.kind, f"{function.__qualname__} {one.what}", one.apply) for function, one in ordered][:14]


def _function(name: str) -> FunctionType | None:
    try:
        return function_of(pkgutil.resolve_name(name))
    except (AttributeError, ImportError):
        return None


@cache
def _users() -> Mapping[str, list[str]]:
    """Return the name of a duty to the functions that ask for it, by their full names."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for room in ("games", "tote"):
        for file in sorted((PACKAGE / room).rglob("*.py")):
            module = ".".join(("pitboss", *file.relative_to(PACKAGE).with_suffix("").parts))
            for name, node in _functions(ast.parse(file.read_text(encoding="utf-8")), module):
                for duty in _asked(node):
                    found[duty].append(name)
    return found


def _functions(scope: ast.Module | ast.ClassDef, prefix: str) -> list[tuple[str, ast.FunctionDef]]:
    found: list[tuple[str, ast.FunctionDef]] = []
    for node in scope.body:
        if isinstance(node, ast.FunctionDef):
            found.append((f"{prefix}.{node.name}", node))
        elif isinstance(node, ast.ClassDef):
            found += _functions(node, f"{prefix}.{node.name}")
    return found


def _asked(function: ast.FunctionDef) -> set[str]:
    """Return the texts of a function that asks its rules for anything: the names of duties are among them."""
    if not any(map(_is_asking, ast.walk(function))):
        return set()
    texts = (node.value for node in ast.walk(function) if isinstance(node, ast.Constant))
    return {text for text in texts if isinstance(text, str)}


def _is_asking(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return ast.unparse(node.func).rpartition(".")[2].strip("_") in ASKING
    return isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("clauses")
