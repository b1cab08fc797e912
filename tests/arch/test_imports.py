"""Which package may import which, where the heavy libraries may be loaded, and where no clock or chance may be read."""

import ast
from collections.abc import Iterator

import pytest

from tests.arch.tree import modules

BOTTOM = {"money", "errors"}
RULES = BOTTOM | {"rulebook", "decider", "legal", "stream", "transcript"}
RECORDS = RULES | {"journal", "ledger", "games", "tote", "draw"}
HOUSE = RECORDS | {"floor", "lab", "openers"}
LIBRARY = HOUSE | {"library"}

# Who may import whom, besides itself. What is not listed is forbidden, also between neighbours of one level.
MAY_IMPORT = {
    "errors": set(),
    "money": {"errors"},
    "rulebook": BOTTOM,
    "decider": BOTTOM | {"rulebook"},
    "legal": BOTTOM | {"rulebook", "decider"},
    "stream": BOTTOM | {"rulebook", "decider"},
    "transcript": BOTTOM | {"rulebook", "decider", "stream"},
    "journal": RULES,
    "ledger": RULES,
    "games": RULES,
    "tote": RULES,
    "openers": RULES | {"games", "tote"},
    "draw": RULES | {"games", "tote"},
    "floor": RECORDS | {"openers"},
    "lab": RECORDS,
    "demo": HOUSE,
    "web": HOUSE,
    "library": HOUSE,
    "cli": LIBRARY | {"web", "demo"},
    "__init__": LIBRARY,
    "__main__": {"cli"},
}

HEAVY = {"numpy", "numba", "matplotlib", "webauthn", "distributed"}
# These may load them on import, so they count as heavy for whoever imports them.
MAY_BE_HEAVY = {
    "pitboss.games.kernel",
    "pitboss.lab.blackjack.endless_kernel",
    "pitboss.lab.blackjack.kernel",
    "pitboss.lab.blackjack.table_kernel",
    "pitboss.lab.compiling",
    "pitboss.lab.simulation.compiling",
    "pitboss.lab.simulation.kernel",
    "pitboss.lab.simulation.tables",
    "pitboss.lab.simulation.wagers",
    "pitboss.tote.kernel",
    "benchmarks",
}

WITHOUT_CLOCK_OR_CHANCE = {"games", "tote", "rulebook", "decider", "legal", "stream", "transcript"}
CLOCK_AND_CHANCE = {"random", "secrets", "time"}
CLOCK_READINGS = {"now", "today", "utcnow"}


def room(module: str) -> str:
    """Name the room of a module of pitboss: the part after the package's name, `__init__` for the package itself."""
    return [*module.split("."), "__init__"][1]


def within(module: str, names: set[str]) -> bool:
    """Tell whether a module is one of the names or lies below one."""
    return any(module == name or module.startswith(f"{name}.") for name in names)


def imported(node: ast.AST, module: str) -> list[str]:
    """List the full names that an import statement of this module may bind; nothing for any other node."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        above = module.split(".")[: -node.level] if node.level else []
        source = ".".join([*above, *([node.module] if node.module else [])])
        return [f"{source}.{alias.name}" for alias in node.names]
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
        return [str(argument.value) for argument in node.args[:1] if isinstance(argument, ast.Constant)]
    return []


def run_on_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what runs when a module is imported: not function bodies, nor what only the type checker reads."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            continue
        yield child
        yield from run_on_import(child)


def forbidden_arrows(module: str, tree: ast.Module) -> list[str]:
    """List the imports of a module that the table of arrows does not have."""
    here = room(module)
    if here not in MAY_IMPORT:
        return [f"{module}: {here} has no row in the table of arrows"]
    names = [name for node in ast.walk(tree) for name in imported(node, module) if within(name, {"pitboss"})]
    # What is imported from the package itself and is no room is one of its supported names.
    targets = {name: room(name) if room(name) in MAY_IMPORT else "__init__" for name in names}
    return [f"{module} imports {name}" for name, there in targets.items() if there not in MAY_IMPORT[here] | {here}]


def heavy_imports(module: str, tree: ast.Module) -> list[str]:
    """List the heavy libraries that importing a module would load at once."""
    if within(module, MAY_BE_HEAVY):
        return []
    names = [name for node in run_on_import(tree) for name in imported(node, module)]
    return [f"{module} imports {name}" for name in names if within(name, HEAVY | MAY_BE_HEAVY)]


def clock_and_chance(module: str, tree: ast.Module) -> list[str]:
    """List where a module reads a clock or draws chance."""
    if room(module) not in WITHOUT_CLOCK_OR_CHANCE:
        return []
    names = [name for node in ast.walk(tree) for name in imported(node, module) if within(name, CLOCK_AND_CHANCE)]
    bound = [alias for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom) for alias in node.names]
    dates = {alias.asname or alias.name for alias in bound if alias.name in {"datetime", "date"}}
    readings = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in CLOCK_READINGS]
    names += [name for name in map(ast.unparse, readings) if name.split(".")[0] in dates]
    return [f"{module} uses {name}" for name in names]


def test_imports_follow_the_arrows():
    """No package imports one beside or above it."""
    assert [] == [fault for name, tree in modules("src") for fault in forbidden_arrows(name, tree)]


def test_heavy_libraries_are_loaded_late():
    """Importing Pitboss loads none of these: they are imported in the functions that need them."""
    assert [] == [fault for name, tree in modules("src", "benchmarks") for fault in heavy_imports(name, tree)]


def test_rules_read_no_clock_and_draw_no_chance():
    """Time and chance reach the rules in commands, so that a replay decides as the first play did."""
    assert [] == [fault for name, tree in modules("src") for fault in clock_and_chance(name, tree)]


@pytest.mark.parametrize(
    ("check", "module", "source"),
    [
        (forbidden_arrows, "pitboss.lab.odds", "from pitboss.floor import clock"),
        (forbidden_arrows, "pitboss.lab.odds", "from pitboss import floor"),
        (forbidden_arrows, "pitboss.games.roulette.round", "from ...tote import pools"),
        (forbidden_arrows, "pitboss.games.__init__", "from .. import tote"),
        (forbidden_arrows, "pitboss.ledger.chart", "def late():\n    import pitboss.games.roulette"),
        (forbidden_arrows, "pitboss.rulebook.check", "import pitboss.decider"),
        (forbidden_arrows, "pitboss.decider", "from pitboss.stream import Stream"),
        (forbidden_arrows, "pitboss.transcript", "def late():\n    from pitboss.openers import OPENERS"),
        (forbidden_arrows, "pitboss.money", "from pitboss import SupportedName"),
        (forbidden_arrows, "pitboss.lab.odds", "from pitboss.library.tables import Roulette"),
        (forbidden_arrows, "pitboss.library.tables", "from pitboss.web import app"),
        (forbidden_arrows, "pitboss.web.app", "importlib.import_module('pitboss.cli')"),
        (forbidden_arrows, "pitboss.attic", "import json"),
        (heavy_imports, "pitboss.lab.par", "import numpy as np"),
        (heavy_imports, "pitboss.lab.par", "try:\n    from numba import njit\nexcept ImportError:\n    pass"),
        (heavy_imports, "pitboss.lab.par", "from pitboss.games import kernel"),
        (clock_and_chance, "pitboss.games.equipment", "def shuffle():\n    import random"),
        (clock_and_chance, "pitboss.decider", "from time import monotonic"),
        (clock_and_chance, "pitboss.transcript", "import secrets"),
        (clock_and_chance, "pitboss.tote.races", "from datetime import datetime as moment\nmoment.now()"),
        (clock_and_chance, "pitboss.tote.races", "import datetime\ndatetime.date.today()"),
    ],
)
def test_checks_see_a_violation(check, module, source):
    """Each way to break a rule of this file is seen."""
    assert 1 == len(check(module, ast.parse(source)))


@pytest.mark.parametrize(
    ("check", "module", "source"),
    [
        (forbidden_arrows, "pitboss.cli.play", "from pitboss.money import Money\nfrom pitboss.games import roulette"),
        (forbidden_arrows, "pitboss.games.roulette.round", "from . import wagers\nfrom ...errors import InputError"),
        (forbidden_arrows, "pitboss.decider", "from pitboss.rulebook.clauses import Clause"),
        (forbidden_arrows, "pitboss.library.journals", "from pitboss.floor.writer.history import steps"),
        (heavy_imports, "pitboss.games.kernel", "import numba"),
        (heavy_imports, "pitboss.lab.par", "def sheet():\n    import numpy"),
        (heavy_imports, "pitboss.lab.par", "if TYPE_CHECKING:\n    import numpy"),
        (clock_and_chance, "pitboss.lab.simulate", "import random, time"),
        (clock_and_chance, "pitboss.games.contract", "from datetime import datetime, time\ndatetime.fromisoformat"),
    ],
)
def test_checks_let_good_code_pass(check, module, source):
    """What the rules of this file permit raises no fault."""
    assert [] == check(module, ast.parse(source))


_UNPICKLERS = {"pickle", "_pickle", "cloudpickle", "copyreg", "dill", "joblib", "marshal", "shelve"}


def _unpickling(tree: ast.Module) -> Iterator[str]:
    """Yield what a module takes from where bytes become objects of whatever class they name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in _UNPICKLERS:
            yield f"from {node.module}"
        elif isinstance(node, ast.Import):
            yield from (f"import {one.name}" for one in node.names if one.name in _UNPICKLERS and one.asname)
            yield from (f"import {one.name}" for one in node.names if one.name in _UNPICKLERS - {"pickle"})
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "pickle":
            yield from () if node.attr == "UnpicklingError" else (f"pickle.{node.attr}",)


def test_nothing_is_unpickled():
    """Bytes choose no class and run nothing: the program names only the error of Numba's own cache of compiled code."""
    assert [] == [(name, taken) for name, tree in modules("src") for taken in _unpickling(tree)]


@pytest.mark.parametrize(
    "text",
    [
        *("import marshal", "import shelve", "from pickle import loads", "import pickle as other"),
        *("pickle.loads(b'')", "import pickle\n\nclass Reader(pickle.Unpickler): pass"),
    ],
)
def test_unpickling_is_seen(text):
    """By whichever way it is taken."""
    assert list(_unpickling(ast.parse(text)))
