"""The library as its users meet it: the tutorial, the programs, the names and their types hold together."""

import ast
import doctest
import io
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from contextlib import redirect_stdout

import pytest

import pitboss
from pitboss.cli import main
from tests.arch.test_docs import FENCE
from tests.arch.tree import ROOT

PAGE = (ROOT / "docs/library.md").read_text(encoding="utf-8")
PROGRAMS = sorted((ROOT / "examples/library").glob("*.py"))
TYPED = ROOT / "tests/typing/api.py"
LINES_MAX = 25
PRINTED = {
    "basic_strategy": "won -$55.00",
    "check_table": "examples/tables/oneida-main.toml: Main Floor 1 may open under oneida-roulette-2008",
    "exact_odds": "seabrook-roulette: red wins 9/19, the house keeps 5.26%",
    "explain_payment": "RH-5.1a: Straight up, on one number, pays 35 to 1.",
    "legal_moves": "the next card is worth ten with probability 95/308",
    "martingale": "staked $280,680.00, won -$13,930.00, at worst -$16,355.00",
    "price_card": "ticket 01: cost 30.00, worth 124.00",
    "walk_journal": "20:03 Dora, dealer: the losing wagers are collected first [RO-F4]",
}
"""A line that each program prints, from the root of the tree."""


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Go to a folder of its own with the examples in it."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(command):
    """Run a command of the page, which must end well."""
    with pytest.raises(SystemExit) as leaving, redirect_stdout(io.StringIO()):
        main(shlex.split(command)[1:])
    assert 0 == leaving.value.code


def imported_by(text):
    """Return the names of the packages that a program imports."""
    nodes = list(ast.walk(ast.parse(text)))
    modules = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    modules += [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    return {module.partition(".")[0] if module != "pitboss" else module for module in modules}


def test_the_tutorial_runs_as_shown(desk):
    """Every block of the page, from top to bottom as one session, gives what it shows."""
    names: dict[str, object] = {}
    attempted, said = 0, list[str]()
    for block in FENCE.finditer(PAGE):
        if block["kind"] == "console":
            for line in block["body"].splitlines():
                run(line.removeprefix("$ "))
            continue
        line = PAGE[: block.start()].count("\n")
        session = doctest.DocTestParser().get_doctest(block["body"], names, "library.md", "library.md", line)
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        result = runner.run(session, out=said.append, clear_globs=False)
        names |= session.globs
        attempted += result.attempted
        assert 0 == result.failed, "".join(said)

    assert attempted > 50
    assert (desk / "day.db").exists()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_prints_what_it_should(program, desk, monkeypatch):
    """Each program runs from the root of the tree, and says what it is for."""
    arguments = []
    if program.stem == "walk_journal":
        run("pitboss play examples/roulette/oneida/one-round.jsonl --journal own.db")
        arguments = ["own.db"]
    monkeypatch.setattr(sys, "argv", [str(program), *arguments])
    printed = io.StringIO()
    with redirect_stdout(printed):
        runpy.run_path(str(program), run_name="__main__")

    assert PRINTED[program.stem] in printed.getvalue().splitlines()
    assert desk.exists()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_a_program_is_short_and_needs_one_import(program):
    """No program is longer than a screen, and none imports more than the library and what comes with Python."""
    text = program.read_text(encoding="utf-8")

    assert len(text.splitlines()) <= LINES_MAX
    assert "pitboss" in imported_by(text)
    assert set() == imported_by(text) - {"pitboss"} - sys.stdlib_module_names
    assert f"examples/library/{program.name}" in PAGE


def test_every_program_is_run():
    """There are eight, and each has its line above."""
    assert (8, sorted(PRINTED)) == (len(PROGRAMS), [program.stem for program in PROGRAMS])


def test_names_page_and_types_agree():
    """A supported name stands in the page's reference once, and the type checker is asked about it."""
    reference = PAGE.partition("## Every name")[2]
    rows = re.findall(r"^\| (`.*?) \|", reference, re.MULTILINE)
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    asked = {
        node.attr
        for node in ast.walk(ast.parse(TYPED.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "pitboss"
    }

    assert sorted(pitboss.__all__) == sorted(listed)
    assert set(pitboss.__all__) == asked


def test_every_name_is_documented():
    """Each class and function says what it is for, and so does each of a class's own methods."""
    silent = []
    for name in pitboss.__all__:
        value = getattr(pitboss, name)
        if not callable(value):
            continue
        silent += [] if value.__doc__ else [name]
        if isinstance(value, type) and value.__module__.startswith("pitboss.library"):
            own = {key: part for key, part in vars(value).items() if not key.startswith("_")}
            parts = {key: getattr(part, "fget", None) or getattr(part, "__func__", part) for key, part in own.items()}
            silent += [f"{name}.{key}" for key, part in parts.items() if callable(part) and not part.__doc__]
    assert [] == silent


def test_a_users_program_passes_a_strict_type_checker(tmp_path):
    """Outside this tree, with the package as installed: the programs, and every name."""
    for path in (*PROGRAMS, TYPED):
        shutil.copy(path, tmp_path)
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import pitboss\n\npitboss.Roulette().settle(17, {"red": "500"})\n', encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", ".cache", "."]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    assert ["wrong.py:3"] == sorted({line.partition(": error")[0] for line in done.stdout.splitlines()}), done.stdout


def test_the_package_is_marked_as_typed():
    """A type checker reads a package's annotations only where it says so."""
    assert (ROOT / "src/pitboss/py.typed").is_file()
