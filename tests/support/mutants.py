"""Takes out, one at a time, what a function does: its refusals, conditions, steps, figures and what it returns.

A mutant is the function's code with one thing changed, put in place of the old code, so that every name by which the
function is known has it. What only makes a function refuse more is no mutant: a test that cannot get to where it is
about would go red, and would prove nothing about the rule.
"""

import ast
import builtins
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

__all__ = ["Mutant", "altered", "function_mutants", "function_of", "spread"]

PER_PLACE = 14
"""How many mutants of one place are tried, of each kind some."""
ALTERED = "__altered__"
CHECKS = ("require", "refuse", "check", "demand")
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
COUNTED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
Function = ast.FunctionDef | ast.AsyncFunctionDef
Change = tuple[str, ast.AST, ast.AST]
"""A kind, what stands there, and what takes its place."""


@dataclass(frozen=True)
class Mutant:
    """One thing taken out: its kind, what it is in words, and how it is done to the running program."""

    kind: str
    what: str
    apply: Callable[[], object]


def _other_member(value: Enum) -> Enum:
    return next((member for member in type(value) if member is not value), value)


_OTHER: Sequence[tuple[tuple[type, ...], Callable[[Any], Any]]] = (
    ((bool,), lambda value: not value),
    ((Enum,), _other_member),
    ((int, Fraction), lambda value: value + 1),
    ((str,), lambda value: f"{value}~"),
    ((datetime,), lambda value: value + timedelta(hours=1)),
    ((date,), lambda value: value + timedelta(days=1)),
    ((timedelta,), lambda value: value + timedelta(seconds=1)),
    ((tuple, list), lambda value: value if hasattr(value, "_fields") else value[:0]),
    ((dict, frozenset, set), lambda value: type(value)()),
)
"""Types to how something else is made of a value of theirs; the first that fits, for a flag is a number too."""


def altered(value: Any) -> Any:
    """Return something else of the same type; what has no other value stays as it is."""
    for types, other in _OTHER:
        if isinstance(value, types):
            return other(value)
    return value


def function_of(found: object) -> FunctionType | None:
    """Return the function behind a property or a cache."""
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, cached_property):
        found = found.func
    found = inspect.unwrap(found) if callable(found) else found
    return found if isinstance(found, FunctionType) else None


def function_mutants(function: Any) -> list[Mutant]:
    """Return a function's mutants, of each kind some."""
    found = _definition(function)
    if found is None:
        return []
    node, owners = found
    mutants = []
    for kind, old, new in _changes(node):
        code = _compiled(node, owners, old, new)
        if code is not None and code.co_freevars == function.__code__.co_freevars:
            line = getattr(old, "lineno", node.lineno)
            what = f"line {line}: {_short(old)} -> {_short(new)}"
            mutants.append(Mutant(kind, what, _placing(function, code)))
    return spread(mutants)


def spread(mutants: Sequence[Mutant], most: int = PER_PLACE) -> list[Mutant]:
    """Return at most so many, taken from each kind in turn."""
    by_kind: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        by_kind.setdefault(mutant.kind, []).append(mutant)
    taken: list[Mutant] = []
    while len(taken) < most and any(by_kind.values()):
        for kind in list(by_kind):
            taken += [by_kind[kind].pop(0)] if by_kind[kind] else []
    return taken[:most]


def _placing(function: FunctionType, code: CodeType) -> Callable[[], None]:
    def place() -> None:
        setattr(builtins, ALTERED, altered)
        function.__code__ = code

    return place


@cache
def _module(file: str) -> ast.Module:
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def _definition(function: FunctionType) -> tuple[Function, list[str]] | None:
    """Find where a function is defined, and the classes around it; None for one made inside another."""
    file = sys.modules[function.__module__].__file__
    line = function.__code__.co_firstlineno

    def look(body: Sequence[ast.stmt], owners: list[str]) -> tuple[Function, list[str]] | None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                found = look(node.body, [*owners, node.name])
                if found is not None:
                    return found
            if isinstance(node, Function) and node.name == function.__name__:
                first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
                if first <= line <= node.lineno:
                    return node, owners
        return None

    return look(_module(str(file)).body, [])


def _compiled(node: Function, owners: list[str], old: ast.AST, new: ast.AST) -> CodeType | None:
    """Compile the function with `new` in place of `old`."""
    changed = _Replace(old, new).visit(deepcopy_with(node, old))
    changed.decorator_list = []
    body: list[ast.stmt] = [changed]
    for owner in reversed(owners):
        body = [ast.ClassDef(name=owner, bases=[], keywords=[], body=body, decorator_list=[])]
    future = ast.ImportFrom(module="__future__", names=[ast.alias(name="annotations")], level=0)
    tree = ast.fix_missing_locations(ast.Module(body=[future, *body], type_ignores=[]))
    try:
        code = compile(tree, "<mutant>", "exec")
    except (SyntaxError, ValueError):
        return None
    for name in (*owners, node.name):
        code = next(const for const in code.co_consts if isinstance(const, CodeType) and const.co_name == name)
    return code


def deepcopy_with(node: Function, kept: ast.AST) -> Function:
    """Copy a definition, but not the node in it that is to be found again."""
    return deepcopy(node, {id(kept): kept})


class _Replace(ast.NodeTransformer):
    """Puts one node in another's place."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> Any:
        """Replace the node that is looked for; look on below all others."""
        return self.new if node is self.old else self.generic_visit(node)


def _short(node: ast.AST) -> str:
    text = " ".join(ast.unparse(ast.fix_missing_locations(deepcopy(node))).split())
    return text if len(text) <= 70 else f"{text[:67]}..."


def _changes(function: Function) -> Iterator[Change]:
    """Find everything in a function's body that can be taken out or changed."""
    guards = {id(test) for node in ast.walk(function) if isinstance(node, ast.If) for test in _guard(node)}
    worded = {id(part) for node in ast.walk(function) if _is_wording(node) for part in ast.walk(node)}
    returns = ast.unparse(function.returns) if function.returns is not None else ""
    for statement in _body(function):
        for node in ast.walk(statement):
            yield from _removals(node)
            if id(node) in worded:
                continue
            yield from _conditions(node, guards)
            yield from _values(node, guards)
            yield from _answers(node, returns)
            yield from _parts(node)


def _body(function: Function) -> list[ast.stmt]:
    return function.body[1:] if ast.get_docstring(function) is not None else function.body


def _is_wording(node: ast.AST) -> bool:
    """Tell whether something only chooses the words of a sentence: a rule is not in its wording."""
    if isinstance(node, ast.IfExp):
        return any(
            isinstance(branch, ast.JoinedStr) or (isinstance(branch, ast.Constant) and " " in str(branch.value))
            for branch in (node.body, node.orelse)
        )
    return isinstance(node, ast.JoinedStr | ast.Raise)


def _guard(node: ast.If) -> Iterator[ast.AST]:
    """Find all parts of a condition that decides over a refusal and nothing else."""
    if isinstance(node.body[-1], ast.Raise) and not node.orelse:
        yield from ast.walk(node.test)


def _removals(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Raise():
            yield "refusal", node, ast.Pass()
        case ast.Expr(value=ast.Call(func=called)):
            name = ast.unparse(called).rpartition(".")[2].strip("_")
            yield "refusal" if name.startswith(CHECKS) else "step", node, ast.Pass()
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            yield "event", node, ast.Expr(ast.YieldFrom(ast.Tuple(elts=[], ctx=ast.Load())))
        case ast.AugAssign():
            yield "step", node, ast.Pass()


def _conditions(node: ast.AST, guards: set[int]) -> Iterator[Change]:
    match node:
        case ast.If() if not any(_guard(node)):
            yield "condition", node.test, ast.Constant(value=False)
            yield "condition", node.test, ast.Constant(value=True)
        case ast.IfExp():
            yield "condition", node, ast.IfExp(test=node.test, body=node.orelse, orelse=node.body)
        case ast.comprehension() if node.ifs:
            for test in node.ifs:
                yield "condition", test, ast.Constant(value=True)
        case ast.BoolOp():
            # In a guard only what refuses less: an `and` with one condition fewer refuses more.
            for value in node.values if isinstance(node.op, ast.Or) or id(node) not in guards else ():
                rest = [other for other in node.values if other is not value]
                yield "condition", node, rest[0] if len(rest) == 1 else ast.BoolOp(op=node.op, values=rest)
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            yield (
                "condition",
                node,
                ast.Compare(left=node.left, ops=[SWAPPED[type(op)]()], comparators=node.comparators),
            )
        case ast.Compare(ops=[op]) if type(op) in NEGATED and id(node) not in guards:
            yield (
                "condition",
                node,
                ast.Compare(left=node.left, ops=[NEGATED[type(op)]()], comparators=node.comparators),
            )
        case ast.UnaryOp(op=ast.Not()) if id(node) not in guards:
            yield "condition", node, node.operand


def _values(node: ast.AST, guards: set[int]) -> Iterator[Change]:
    match node:
        case ast.Constant(value=bool()):
            yield "value", node, ast.Constant(value=not node.value)
        case ast.Constant(value=int()):
            yield "value", node, ast.Constant(value=node.value + 1)  # type: ignore[operator]
        case ast.BinOp() if type(node.op) in COUNTED and id(node) not in guards and not _is_text(node):
            yield "value", node, ast.BinOp(left=node.left, op=COUNTED[type(node.op)](), right=node.right)
        case ast.Call(func=ast.Name(id="min" | "max" as name)):
            other = ast.Name(id="max" if name == "min" else "min", ctx=ast.Load())
            yield "value", node, ast.Call(func=other, args=node.args, keywords=node.keywords)
        case ast.Call(func=ast.Name(id="any" | "all" as name)) if id(node) not in guards:
            other = ast.Name(id="all" if name == "any" else "any", ctx=ast.Load())
            yield "value", node, ast.Call(func=other, args=node.args, keywords=node.keywords)
        case ast.Call(func=ast.Name() | ast.Attribute()) if _is_class(node.func):
            for keyword in node.keywords:
                if keyword.arg is not None:
                    yield "field", keyword.value, _altering(keyword.value)


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(side, ast.JoinedStr | ast.Tuple | ast.List) for side in (node.left, node.right))


def _is_class(called: ast.expr) -> bool:
    name = ast.unparse(called).rpartition(".")[2].lstrip("_")
    is_refusal = name.endswith(("Refused", "Closed", "Exceeded", "Breach", "NotOffered", "Violation", "Error"))
    return name[:1].isupper() and not name.isupper() and not is_refusal


def _altering(value: ast.expr) -> ast.Call:
    return ast.Call(func=ast.Name(id=ALTERED, ctx=ast.Load()), args=[value], keywords=[])


def _answers(node: ast.AST, returns: str) -> Iterator[Change]:
    match node:
        case ast.Return(value=ast.Tuple(elts=elements)) if elements and "Event" in returns:
            for element in elements:
                rest = [other for other in elements if other is not element]
                yield "event", node, ast.Return(value=ast.Tuple(elts=rest, ctx=ast.Load()))
        case ast.Return(value=ast.List(elts=[_, *_] as elements)):
            for element in elements:
                rest = [other for other in elements if other is not element]
                yield "answer", node, ast.Return(value=ast.List(elts=rest, ctx=ast.Load()))
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant | ast.Tuple):
            yield "answer", node, ast.Return(value=_altering(value))


def _parts(node: ast.AST) -> Iterator[Change]:
    """Leave out one part of what is put together, such as a section of a sign."""
    if isinstance(node, ast.Call) and node.args and isinstance(node.args[-1], ast.Tuple):
        listed = node.args[-1]
        for element in listed.elts if len(listed.elts) > 1 else ():
            rest = [other for other in listed.elts if other is not element]
            yield "value", listed, ast.Tuple(elts=rest, ctx=ast.Load())
