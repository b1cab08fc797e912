"""How long a module and a function may be. The exceptions stand here, with their reasons, and may only become fewer."""

import ast
from functools import cache

from tests.arch.tree import ROOT, modules

MODULE_LINES_MAX = 500
FUNCTION_LINES_MAX = 60

# "package.module" or "package.module:Class.function" -> why it is better whole.
EXCEPTIONS: dict[str, str] = {}


def function_sizes(prefix: str, node: ast.AST) -> dict[str, int]:
    """Map the functions below a node to their lines, docstring included and decorators not."""
    sizes = {}
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
            continue  # no function stands in an expression, and most of a tree is expressions
        name = prefix
        if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{prefix}{'.' if ':' in prefix else ':'}{child.name}"
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            sizes[name] = (child.end_lineno or child.lineno) - child.lineno + 1
        sizes |= function_sizes(name, child)
    return sizes


@cache
def too_long() -> dict[str, int]:
    """Map the modules and functions that are over their limit to their lines."""
    found: dict[str, int] = {}
    for name, tree in modules("src", "tests", "benchmarks"):
        path = ROOT / ("src" if name.startswith("pitboss.") else "") / f"{name.replace('.', '/')}.py"
        lines = len(path.read_text(encoding="utf-8").splitlines())
        found |= {name: lines} if lines > MODULE_LINES_MAX else {}
        found |= {where: size for where, size in function_sizes(name, tree).items() if size > FUNCTION_LINES_MAX}
    return found


def test_modules_and_functions_are_short():
    """What is over the limit is split, or stands in the list with a reason."""
    assert {} == {name: lines for name, lines in too_long().items() if not EXCEPTIONS.get(name)}


def test_exceptions_are_still_needed():
    """An exception for something that is gone, or short by now, is struck from the list."""
    assert [] == sorted(EXCEPTIONS.keys() - too_long().keys())


def test_functions_are_measured_wherever_they_stand():
    """A method and a function inside a function are measured under their full names."""
    source = "class Wheel:\n  @property\n  def spin(self):\n    def inner():\n      pass\n    return inner\n"
    expected = {"games:Wheel.spin": 4, "games:Wheel.spin.inner": 2}
    assert expected == function_sizes("games", ast.parse(source))
