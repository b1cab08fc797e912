"""What the documents say is so: commands answer as shown, examples run, names exist, nothing is left out."""

import ast
import doctest
import io
import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator
from configparser import ConfigParser
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from pitboss.cli import main
from pitboss.games import game
from pitboss.games.contract import Game
from pitboss.games.disputes import DisputeRules
from pitboss.games.roulette.acts import Cause
from pitboss.games.roulette.rules import NoSpin, PaymentStep
from pitboss.games.table.rules import EquipmentItem
from pitboss.openers import check_document
from pitboss.rulebook import (
    Bound,
    ClauseKind,
    all_clauses,
    check_table,
    edition,
    edition_ids,
    practice_settings,
    read_table_file,
)
from pitboss.rulebook.check import TableConfig
from pitboss.rulebook.clauses import Clause
from pitboss.rulebook.edition import Adoption, Edition, NotOfferedKind, SettingSpec, SettingType, WagerSpec, When
from tests.arch.tree import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
# These have a test of their own for their commands: tests/unit/tote, tests/golden.
WITH_TESTS = ("docs/tote.md", "docs/tournaments.md")
# Blocks of commands that run in the order of their pages: tests/unit/cli/test_verify_docs.py, test_operations_docs.py.
IN_ORDER = "console in order"
CONSOLES = {
    "docs/live.md": {"floor"},
    "docs/operations.md": {
        *("prepare", "before", "open", "floor", "copying", "closed", "digest", "certified", "rotated", "anchored"),
        *("followed", "accounts", "granted", "recorded elsewhere", "dumped", "restored"),
    },
}
NOT_RUN, NEWCOMER = "# not run", ("make run", "make test")
# All that nobody runs as it stands, and what must be there for it: a target of the Makefile, a line in a file. What
# `make test` runs is this, and what `make run` runs is below.
LEFT_OUT = {
    "make run": ("Makefile", "\nrun: "),
    "make test": ("Makefile", "\ntest: "),
    "make setup": ("Makefile", "\nsetup: $(RUN_READY)"),
    ". .venv/bin/activate": ("Makefile", "\nVENV := .venv\n"),
    ".venv/bin/uv pip install --python .venv/bin/python 'psycopg[binary]>=3.3'": (
        "pyproject.toml",
        '\npostgres = ["psycopg[binary]>=3.3"]\n',
    ),
}
# What a target of the Makefile runs once everything is prepared.
MADE = {"make run": "pitboss serve"}
TABLES = sorted((ROOT / "examples/tables").glob("*.toml"))
DAYS = sorted((ROOT / "examples/tote").glob("*.toml"))

FENCE = re.compile(r"^```(?P<kind>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
PLACE = re.compile(r"`([\w./]+\.py)::([\w.]+)`")
CODE = re.compile(r"`([^`\n]+)`")
CODES = "|".join(code for name in edition_ids() for code in edition(name).codes)
CLAUSE = re.compile(rf"\b(?:(?:{CODES})-[A-Z0-9](?:[\w.]*\w)?|Q\d+|RES)\b")
SHAPES: list[type[msgspec.Struct]] = [
    TableConfig,
    Edition,
    Adoption,
    Clause,
    WagerSpec,
    NotOfferedKind,
    SettingSpec,
    When,
    NoSpin,
    PaymentStep,
    EquipmentItem,
    DisputeRules,
]
"""Everything that may stand in a table's file or in an edition."""

SESSION = re.compile(r"^```python\n(?:(?!^```).)*^>>> ", re.MULTILINE | re.DOTALL)
READ: dict[str, Callable[[str], object]] = {
    "toml": tomllib.loads,
    "json": lambda block: [json.loads(line) for line in block.splitlines()],
    "jsonl": lambda block: [json.loads(line) for line in block.splitlines()],
    "ini": lambda block: unit_file(block).sections(),
}
# What else stands behind three backticks, and who runs it: this file, the pages' own tests, or nobody (a drawing).
TRIED = {*READ, "", "console", "python", "json document", "json answer", "toml example", "toml house", "text"} | {
    "python client",
    "python machine",
    "text crontab",
    "toml anchors",
    IN_ORDER,
}

LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def text_of(name: str) -> str:
    """Return a document."""
    return (ROOT / name).read_text(encoding="utf-8")


def fences(markdown: str, kind: str) -> list[str]:
    """Return the code blocks of one kind: what stands behind the three backticks."""
    return [match["body"] for match in FENCE.finditer(markdown) if match["kind"].strip() == kind]


def unit_file(text: str) -> ConfigParser:
    """Read the file of a service."""
    parser = ConfigParser(interpolation=None, strict=False)
    parser.read_string(text)
    return parser


@dataclass(frozen=True)
class Shown:
    """A command in a document, with the output and the exit code that are shown for it."""

    command: str
    output: str = ""
    code: int = 0


def shown_commands(block: str) -> list[Shown]:
    """Read a console block: a line that asks for the exit code belongs to the command before it."""
    found: list[Shown] = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        if command == "echo $?":
            found[-1] = Shown(found[-1].command, found[-1].output, int(output))
        else:
            found.append(Shown(command, output))
    return found


def to_run() -> Iterator[object]:
    """Yield the commands that are ours to run, one by one and in any order."""
    for page in (path.relative_to(ROOT).as_posix() for path in PAGES):
        for block in [] if page in WITH_TESTS else fences(text_of(page), "console"):
            for shown in shown_commands(block):
                if shown.command.startswith("pitboss "):
                    yield pytest.param(shown, id=f"{page}: {shown.command}")


def named_places(markdown: str) -> list[tuple[str, str]]:
    """List the files and names that a document mentions as `file.py::name`."""
    return PLACE.findall(markdown)


def is_there(path: str, name: str) -> bool:
    """Tell whether a file, seen from the root or the package, defines a name such as `decide` or `Rules.position`."""
    file = next((base / path for base in (ROOT, ROOT / "src/pitboss") if (base / path).is_file()), None)
    if file is None:
        return False
    body = ast.parse(file.read_text(encoding="utf-8")).body
    for part in name.split("."):
        found = [node for node in body if part in defined_by(node)]
        if not found:
            return False
        body = getattr(found[0], "body", [])
    return True


def defined_by(node: ast.stmt) -> list[str]:
    """List the names that a statement defines."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


@pytest.mark.parametrize("shown", list(to_run()))
def test_commands_answer_as_shown(shown, monkeypatch, tmp_path):
    """A command of the documents leaves with the exit code it should and prints what is shown; `...` is left out."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    printed = io.StringIO()
    with pytest.raises(SystemExit) as leaving, redirect_stdout(printed), redirect_stderr(printed):
        main(shlex.split(shown.command, comments=True)[1:])

    assert shown.code == int(leaving.value.code or 0), printed.getvalue()
    assert not shown.output or doctest.OutputChecker().check_output(shown.output, printed.getvalue(), LENIENT), (
        printed.getvalue()
    )


SESSIONS = [path for path in PAGES if SESSION.search(path.read_text(encoding="utf-8")) and path.name != "library.md"]
"""Pages with Python sessions; those of the library's tutorial need its commands before them: `test_library.py`."""


@pytest.mark.parametrize("page", SESSIONS, ids=str)
def test_sessions_give_what_they_show(page):
    """The Python sessions of a page, one after the other, print what stands below each line."""
    code = "\n".join(block for block in fences(page.read_text(encoding="utf-8"), "python") if ">>>" in block)
    session = doctest.DocTestParser().get_doctest(code, {}, page.name, page.name, 0)
    said: list[str] = []
    results = doctest.DocTestRunner(verbose=False).run(session, out=said.append)

    assert results.attempted
    assert 0 == results.failed, "".join(said)


def test_every_block_is_of_a_kind_that_is_tried():
    """No code stands in the documents that nothing reads: it is run, or it is data that can be read."""
    unknown = [
        (page.relative_to(ROOT).as_posix(), match["kind"])
        for page in PAGES
        for match in FENCE.finditer(page.read_text(encoding="utf-8"))
        if match["kind"].strip() not in TRIED | consoles_of(page.relative_to(ROOT).as_posix())
    ]

    assert [] == unknown


def consoles_of(page: str) -> set[str]:
    """Return the kinds of console blocks that a test of its own runs for a page."""
    return {f"console {kind}" for kind in CONSOLES.get(page, ())}


def test_only_what_must_be_is_not_run():
    """Setting up and installing change the machine: their commands alone are left out, and marked."""
    shown = [entry.command for page in PAGES for entry in plain_commands(page)]
    left_out = [command for command in shown if not command.startswith("pitboss ")]
    marked = [line for page in PAGES for line in page.read_text(encoding="utf-8").splitlines() if NOT_RUN in line]

    assert LEFT_OUT.keys() == {bare(command) for command in left_out}
    assert [line for line in left_out if bare(line) not in NEWCOMER] == [line.removeprefix("$ ") for line in marked]


def plain_commands(page: Path) -> list[Shown]:
    """Return the commands of a page's console blocks that run for themselves."""
    return [entry for block in fences(page.read_text(encoding="utf-8"), "console") for entry in shown_commands(block)]


def bare(command: str) -> str:
    """Return a command without the remark behind it."""
    return command.partition("  #")[0].rstrip()


@pytest.mark.parametrize("command", LEFT_OUT)
def test_what_is_not_run_is_there(command):
    """The target that is made, or the package that is installed, as the command has it."""
    file, line = LEFT_OUT[command]

    assert line in text_of(file)


@pytest.mark.parametrize("kind", READ)
def test_data_in_the_documents_can_be_read(kind):
    """What is shown as TOML, JSON or a unit file is one."""
    blocks = [block for page in PAGES for block in fences(page.read_text(encoding="utf-8"), kind)]

    assert blocks
    assert all(READ[kind](block) for block in blocks)


def test_settlement_documents_are_answered_as_shown():
    """Each document of the page gets the answer that stands below it."""
    page = text_of("docs/settlement-documents.md")
    documents, answers = fences(page, "json document"), fences(page, "json answer")

    assert [json.loads(answer) for answer in answers] == [
        msgspec.to_builtins(game_of(document).settle(document.encode(), 1)) for document in documents
    ]


def game_of(document: str) -> Game:
    """Return the game that a settlement document's rulebook is of."""
    return game(edition(json.loads(document)["rulebook"]).game)


def test_every_place_in_the_code_exists():
    """Whatever the documents name as `file.py::name` is there."""
    named = [(page.name, *place) for page in PAGES for place in named_places(page.read_text(encoding="utf-8"))]

    assert named
    assert [] == [entry for entry in named if not is_there(*entry[1:])]


@pytest.mark.parametrize("made", MADE)
def test_targets_run_what_is_shown(made):
    """The Makefile's target is the command whose output stands below it."""
    recipe = rf"^{made.removeprefix('make ')}:[^\n]*\n\t\$\(BIN\)/{MADE[made]}(?:\$\(if [^\n]*)?$"

    assert 1 == len(re.findall(recipe, text_of("Makefile"), re.MULTILINE))


def test_every_module_of_the_games_has_its_place():
    """The page on architecture says what each file of the games holds."""
    files = {path.name for path in (ROOT / "src/pitboss/games").rglob("*.py")} - {"__init__.py"}

    assert [] == sorted(name for name in files if f"`{name}`" not in text_of("docs/ARCHITECTURE.md"))


def test_every_clause_named_is_known():
    """The documents cite clauses and readings that the rulebooks have."""
    named = {clause for page in PAGES for clause in CLAUSE.findall(page.read_text(encoding="utf-8"))}

    assert [] == sorted(named - all_clauses().keys())


def test_every_definition_is_in_the_glossary():
    """What a document defines, the glossary explains."""
    defined = {clause.id for clause in all_clauses().values() if clause.kind is ClauseKind.DEFINITION}

    assert [] == sorted(defined - set(CLAUSE.findall(text_of("docs/GLOSSARY.md"))))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.__name__)
def test_every_key_of_a_rulebook_is_explained(shape):
    """The page on rulebooks names every key that may stand in a file."""
    assert [] == sorted(set(shape.__struct_fields__) - explained())


@pytest.mark.parametrize("kind", [Bound, ClauseKind, SettingType, Cause], ids=lambda kind: kind.__name__)
def test_every_word_of_a_rulebook_is_explained(kind):
    """The page on rulebooks names every word that a key may have as its value."""
    assert [] == sorted({word.value for word in kind} - explained())


@pytest.mark.parametrize("rulebook", edition_ids())
def test_every_setting_and_duty_is_explained(rulebook):
    """The page on rulebooks names every setting, every key of the game's own rules and every duty of a house."""
    rules = edition(rulebook)
    keys = {spec.key for spec in rules.settings} | rules.rules.keys() | rules.rules["clauses"].keys()
    keys |= rules.rules.get("disputes", {}).get("clauses", {}).keys()
    keys |= {spec.key for spec in practice_settings()}

    assert [] == sorted(keys - explained())


def explained() -> set[str]:
    """Return the words that stand as code in the page on rulebooks."""
    return {word for code in CODE.findall(text_of("docs/rulebooks.md")) for word in re.findall(r"[\w]+", code)}


def test_the_example_of_a_table_is_the_file():
    """The table's file that is explained is the one that lies among the examples."""
    assert [text_of("examples/tables/oneida-main.toml")] == fences(text_of("docs/rulebooks.md"), "toml example")


@pytest.mark.parametrize("path", [path for path in (*TABLES, *DAYS) if path.stem != "bad"], ids=lambda path: path.stem)
def test_example_tables_may_open(path):
    """The examples have no fault, and each says something about its house."""
    _, config, faults = check_document(read_table_file(path))

    assert () == faults
    assert config is not None


def test_there_is_an_example_for_each_game():
    """Every game has a table, and the tote a day, among the examples."""
    configs = [check_document(read_table_file(path))[1] for path in (*TABLES, *DAYS)]

    shown = {edition(config.rulebook).game for config in configs if config}
    assert {edition(name).game for name in edition_ids()} == shown


def test_the_bad_table_shows_all_its_faults():
    """Odds under the least, an option that was struck, a ball too big, a wheel too small: each with its clause."""
    _, faults = check_table(read_table_file(ROOT / "examples/tables/bad.toml"))
    expected = [
        ("settings.ball_diameter", "RO-A6"),
        ("settings.half_back", "RO-G2"),
        ("settings.odds.first_five", "RO-G1"),
        ("settings.odds.straight", "RO-G1"),
        ("settings.wheel_diameter", "RO-A3"),
    ]

    assert expected == [(fault.field, fault.clause) for fault in faults]


@pytest.mark.parametrize(
    ("path", "name", "found"),
    [
        ("games/roulette/rules.py", "Rules.position", True),
        ("tests/arch/test_sizes.py", "EXCEPTIONS", True),
        ("games/roulette/rules.py", "Rules.nothing", False),
        ("games/roulette/rules.py", "position", False),
        ("games/nothing.py", "decide", False),
    ],
)
def test_missing_places_are_seen(path, name, found):
    """A function, a method or a constant is found in its file and nowhere else."""
    assert found == is_there(path, name)


def test_console_blocks_are_read():
    """The exit code belongs to the command before it, and output to the command above it."""
    block = "$ pitboss check a\nfault\n\nfault\n$ echo $?\n1\n$ make test\n"

    assert [Shown("pitboss check a", "fault\n\nfault\n", 1), Shown("make test")] == shown_commands(block)
