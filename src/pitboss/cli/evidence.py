"""What is known of each clause from taking its code out: which tests noticed, and how the clause is met.

The tests keep it as data beside themselves (`evidence.json`), with the commit it was found at; `docs/conformance.md`
says how it is found. A clause that no test can notice stands in `unproven.toml` with the reason.
"""

from __future__ import annotations

import ast
import hashlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from pitboss.cli.citations import carried_out
from pitboss.decider import Event
from pitboss.errors import InputError
from pitboss.rulebook import Clause, ClauseKind, edition

FILE = "evidence.json"
REASONS = "unproven.toml"
_SEAL_LENGTH = 10
_REFUSING = ("require", "refuse")
_SHOWN = {"sign": "shown on the table's sign", "program": "shown in the race program", "board": "shown on the board"}
"""The last name of a module to what it shows."""


class Held(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What became of a clause when its code was taken out, a piece at a time."""

    seal: str
    """A hash of where the clause was carried out, and of the source there: another one today makes this stale."""
    tests: tuple[str, ...] = ()
    """Tests that went red, the most telling first."""
    count: int = 0
    """How many tests went red."""
    by: dict[str, int] = {}
    """What was taken out to how often it was noticed: refusal, condition, value, event, answer, step, field, data."""
    fields: tuple[str, ...] = ()
    """Fields of events that a test looks at."""
    unnoticed: tuple[str, ...] = ()
    """Places of the clause of which nothing that was taken out was noticed by one of its own tests."""


class Evidence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was found, and at which commit."""

    commit: str = ""
    clauses: dict[str, Held] = {}


class Reason(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why no test can notice that a clause is gone, and how the clause is met all the same."""

    met: str
    reason: str


def evidence_in(tests: Path) -> Evidence:
    """Read the evidence file beside the tests; empty if there is none."""
    return _read(tests / FILE, Evidence, msgspec.json.decode) or Evidence()


def reasons_in(tests: Path) -> Mapping[str, Reason]:
    """Read the reasons for clauses without evidence."""
    return _read(tests / REASONS, dict[str, Reason], msgspec.toml.decode) or {}


def _read(path: Path, kind: Any, decode: Any) -> Any:
    if not path.is_file():
        return None
    try:
        return decode(path.read_bytes(), type=kind)
    except msgspec.MsgspecError as error:
        raise InputError(f"not what it should be: {error}", field=path.name, value=str(path)) from error


def is_held(clause: Clause, held: Held | None) -> bool:
    """Tell whether a test notices when the clause is gone: of what is recorded a field, of what is posted the sign."""
    if held is None or not held.tests:
        return False
    if clause.kind is ClauseKind.POSTED:
        return not any(_shown_by(place) for place in held.unnoticed)
    return clause.kind is not ClauseKind.RECORDED or "field" in held.by


def met_by(clause: Clause, where: Sequence[str], held: Held | None, reason: Reason | None) -> str:
    """Say how a clause is met: refused, done, recorded in which field, shown where, or what its reason says."""
    if reason is not None:
        return reason.met
    ways = dict.fromkeys(way for place in where for way in _ways(place, held))
    first = [way for way in ways if way.startswith(_FIRST.get(clause.kind, "refused"))]
    return "; ".join(dict.fromkeys((*first, *ways)))


_FIRST = {ClauseKind.RECORDED: "recorded", ClauseKind.POSTED: "shown"}


def _ways(place: str, held: Held | None) -> Iterator[str]:
    """Say how a place meets its clauses."""
    if not place.startswith("pitboss."):
        yield _way_of_data(place.partition(": ")[2], held)
        return
    found = pkgutil.resolve_name(place)
    if isinstance(found, type) and issubclass(found, Event):
        looked_at = [field for field in held.fields if field.startswith(f"{found.__name__}.")] if held else []
        yield from (f"recorded in {field}" for field in looked_at or [found.__name__])
        return
    node = _source(place)
    shown = _shown_by(place)
    yield from shown
    if not shown:
        yield "refused" if node is not None and any(map(_is_refusing, ast.walk(node))) else "done by the program"


def _shown_by(place: str) -> list[str]:
    """Say where people see what a place puts together."""
    modules = place.split(".") if place.startswith("pitboss.") else []
    return [words for name, words in _SHOWN.items() if name in modules]


def _way_of_data(path: str, held: Held | None) -> str:
    if path.startswith("setting "):
        return "refused when a table is set up"
    if path.startswith("wager "):
        return "paid by the edition's odds"
    # A duty is named here; whoever asks for it by its name refuses or does it.
    return "refused" if held is not None and "refusal" in held.by else "done by the program"


def _is_refusing(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return ast.unparse(node.func).rpartition(".")[2].lstrip("_").startswith(_REFUSING)
    return isinstance(node, ast.Raise)


def seals() -> Mapping[str, str]:
    """Return clause to a hash of its places and of what stands there now."""
    sealed = {}
    for clause_id, where in carried_out().items():
        digest = hashlib.sha256()
        for place in sorted(set(where)):
            digest.update(f"{place}\n{_content(place, clause_id)}\n".encode())
        sealed[clause_id] = digest.hexdigest()[:_SEAL_LENGTH]
    return sealed


def _content(place: str, clause_id: str) -> str:
    if place.startswith("pitboss."):
        node = _source(place)
        return "" if node is None else ast.dump(node)
    edition_id, _, path = place.partition(": ")
    rules = edition(edition_id)
    kind, _, name = path.partition(" ")
    if kind == "wager":
        return repr([wager for wager in rules.wagers if wager.kind == name])
    if kind == "setting":
        return repr([spec for spec in rules.settings if spec.key == name])
    return repr(list(_tables_with(rules.rules, clause_id)))


def _tables_with(value: Any, clause_id: str) -> Iterator[Any]:
    """Find the tables of a game's own section that have a clause, whole where the clause is one key of an entry."""
    if isinstance(value, dict):
        if value.get("clause") == clause_id:
            yield value
        for inner in value.values():
            yield from _tables_with(inner, clause_id)
    elif isinstance(value, list):
        for inner in value:
            yield from _tables_with(inner, clause_id)


def _source(place: str) -> ast.AST | None:
    """Return the definition at a place, without what it says of itself."""
    module, names = _module_of(place)
    return None if module is None else _definitions(module).get(names)


def _module_of(place: str) -> tuple[Path | None, str]:
    """Return the file of a place's module, and the names below it."""
    root = Path(__file__).parents[2]
    parts = place.split(".")
    for length in range(len(parts), 0, -1):
        file = root.joinpath(*parts[:length]).with_suffix(".py")
        if file.is_file():
            return file, ".".join(parts[length:])
    return None, place


@cache
def _definitions(file: Path) -> Mapping[str, ast.AST]:
    """Return the functions and classes of a module by their names, docstrings and decorators left out."""
    found: dict[str, ast.AST] = {}

    def look(body: Sequence[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                node.decorator_list = []
                if ast.get_docstring(node) is not None:
                    del node.body[0]
                found.setdefault(f"{prefix}{node.name}", node)
                if isinstance(node, ast.ClassDef):
                    look(node.body, f"{prefix}{node.name}.")

    look(ast.parse(file.read_bytes()).body, "")
    return found
