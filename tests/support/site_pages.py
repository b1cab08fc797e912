"""The pages of the site that are made from code and data: rulebooks, differences, commands, API, examples."""

import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from functools import cache, partial
from itertools import combinations, groupby
from pathlib import Path
from types import ModuleType
from typing import Any

import pitboss
from pitboss import lab
from pitboss.cli import _COMMANDS, _GROUPS, main, output
from pitboss.cli.conformance import conformance
from pitboss.cli.diff import with_edges
from pitboss.rulebook import Clause, Edition, all_clauses, edition, edition_ids, readings
from pitboss.rulebook.compare import Side, facts
from pitboss.rulebook.search import edition_of

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "reporting.md",
    "CHANGELOG.md": "changelog.md",
    "LICENSE": "LICENSE.txt",
}
"""Files of the root to the pages of the site that show them."""
_HELP_COLUMNS = 84
_TESTS_SHOWN = 3
_EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)
_HEADING = re.compile(r"^# (.+)$")
_CLAUSE_ID = re.compile(r'^id = "(.+)"$')
_SECTIONS = ("odds", "limits", "choices", "procedures", "who decides")
_INTRO = {
    "odds": "What each kind of wager pays, and how that binds the house.",
    "limits": "What a table's minimum and maximum may be.",
    "choices": "What a house may choose: what holds where it says nothing, and what it may choose instead.",
    "procedures": "Figures and orders that are part of the rules.",
    "who decides": "Who may call what, and who rules when a player does not agree.",
}
_FLOOR = {
    "roulette": "the dealer's console `/deal/STREAM`, a player's seat `/seat` or terminal `/t`, the watch page",
    "sicbo": "the dealer's console `/deal/STREAM`, a player's seat `/seat`, the watch page `/watch/STREAM`",
    "baccarat": "the dealer's console `/deal/STREAM`, a player's seat `/seat`, the watch page `/watch/STREAM`",
    "blackjack": "the dealer's console `/deal/STREAM`, a player's seat `/seat`, the leaderboard `/tournament/STREAM`",
    "parimutuel": "the teller's window `/window`, the machine `/kiosk`, the desk `/mutuel`, the board `/board`",
}
_WAYS = {
    "refused": "the program refuses what breaks it",
    "refused when a table is set up": "a table that breaks it does not open",
    "done by the program": "the program does it",
    "paid by the edition's odds": "paid by the odds of this rulebook",
    "shown on the table's sign": "[shown on the table's sign](../signs.md)",
    "shown in the race program": "[shown in the race program](../programs.md)",
    "shown on the board": "[shown on the board](../tote.md)",
}
_API = """# The API

These are the supported names: `import pitboss` is enough for all of them, and nothing else is promised to stay.
The [tutorial](../library.md) shows them at work.

"""
_LAB_API = """# API of the laboratory

These are the supported names of `pitboss.lab`. The [tutorial](../lab-tutorial.md) shows them at work.

"""
_COMMANDS_PAGE = """# Commands

Every command as `pitboss COMMAND --help` tells it. Exit codes: 0 done, 1 the rules say no (or a transcript differs),
2 the input makes no sense. Most commands have `--json`.

"""


def makers() -> dict[str, Callable[[], str]]:
    """Return what makes each generated page, by the page's path below docs/."""
    made: dict[str, Callable[[], str]] = {
        page: partial(_from_root, name) for name, page in OUTSIDE.items() if name != "README.md"
    }
    made |= {f"editions/{name}.md": partial(edition_page, edition(name)) for name in edition_ids()}
    return made | {
        "editions/index.md": editions_index,
        "editions/readings.md": partial(own_page, "readings", "Readings", "Where the documents are silent or unclear."),
        "editions/house-practice.md": partial(
            own_page, "house-practice", "House practice", "What is usual in a casino where no document says anything."
        ),
        "editions/differences.md": differences_page,
        "reference/commands.md": commands_page,
        "reference/api.md": api_page,
        "reference/lab.md": lab_api_page,
        "examples.md": examples_page,
    }


def generated() -> dict[str, str]:
    """Return every generated page by its path below docs/."""
    return {name: make() for name, make in makers().items()}


def api_page() -> str:
    """Return the page from which mkdocstrings makes the reference of the public names, all of them."""
    return _API + "\n\n".join(f"::: {_home(name)}" for name in sorted(pitboss.__all__)) + "\n"


def lab_api_page() -> str:
    """Return the page from which the reference of the laboratory's names is made."""
    return _LAB_API + "\n\n".join(f"::: {_home(name, lab)}" for name in sorted(lab.__all__)) + "\n"


def fenced(text: str) -> str:
    r"""Return a docstring with its examples as code.

    >>> print(fenced("Add.\n\n>>> 1 + 1\n2"))
    Add.
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    """
    return _EXAMPLE.sub(lambda match: f"```pycon\n{match[0]}\n```", text)


def _home(name: str, module: ModuleType = pitboss) -> str:
    """Return where a public name is defined: a function may be called like the module beside it."""
    value = getattr(module, name)
    is_defined = isinstance(value, type) or callable(value)
    return f"{value.__module__}.{value.__qualname__}" if is_defined else f"pitboss.{name}"


def _from_root(name: str) -> str:
    # Links are written as seen from the root; the hook takes them as seen from docs/.
    text = (ROOT / name).read_text(encoding="utf-8")
    return re.sub(r"\]\((?!https?:|#)(?:docs/)?([^)]+)\)", _seen_from_docs, text) if name.endswith(".md") else text


def _seen_from_docs(match: re.Match[str]) -> str:
    target = match[1]
    return f"]({target})" if match[0].startswith("](docs/") else f"](../{target})"


@cache
def _status() -> Mapping[str, Mapping[str, Any]]:
    return {row["clause"]: row for row in conformance(ROOT / "tests")}


def editions_index() -> str:
    """Return the page that lists the rulebooks."""
    lines = [
        "# The rulebooks\n",
        (
            "Each rules document as Pitboss has it: every clause in our own words, how it is met, by which code, "
            "and which tests go red when that code is taken out ([how that is known](../conformance.md)). "
            '`pitboss clause RO-F2` and `pitboss clause --search "late bets"` show the same in the terminal.\n'
        ),
        "| Rulebook | Game | Adopted by | Clauses |",
        "|---|---|---|---|",
    ]
    for rules in map(edition, edition_ids()):
        day = f", {rules.adoption.adopted}" if rules.adoption.adopted else ""
        row = f"| [{rules.title}]({rules.id}.md) | {rules.game} | {rules.adoption.body}{day} | {len(rules.clauses)} |"
        lines.append(row)
    lines += [
        "",
        (
            "Where a document is silent or unclear, [a reading](readings.md) says what was decided and why; where no "
            "document says anything, [house practice](house-practice.md) does. "
            "[Differences](differences.md) puts the houses that play the same game side by side.\n"
        ),
    ]
    return "\n".join(lines)


def edition_page(rules: Edition) -> str:
    """Return a rulebook as a page: what it is, its odds and choices, and clause by clause how it is met."""
    resolution = f", {rules.adoption.resolution}" if rules.adoption.resolution else ""
    adopted = f" on {rules.adoption.adopted}" if rules.adoption.adopted else ""
    lines = [
        f"# {rules.title}\n",
        (
            f"Adopted{adopted} by {rules.adoption.body}{resolution}. Id `{rules.id}`, {len(rules.clauses)} clauses, "
            f"hash `{rules.hash[:16]}`. On the floor: {_FLOOR.get(rules.game, 'the watch page')}.\n"
        ),
    ]
    found = list(facts(rules))
    for section in _SECTIONS:
        rows = [fact for fact in found if fact.section == section]
        if rows:
            body = [[fact.what.replace("_", " "), _cell(fact.side)] for fact in rows]
            lines += [f"## {section.capitalize()}\n", f"{_INTRO[section]}\n", *_table(("what", "rule"), body), ""]
    return "\n".join([*lines, *_clauses(rules.clauses, _headings(rules.id))])


def own_page(name: str, title: str, intro: str) -> str:
    """Return the page of what stands in our own words: readings, or house practice."""
    known = {match[1] for match in map(_CLAUSE_ID.match, _source(name).splitlines()) if match}
    return "\n".join([f"# {title}\n", f"{intro}\n", *_clauses([c for c in readings() if c.id in known], {})])


def _source(name: str) -> str:
    return (ROOT / "src/pitboss/rulebook/editions" / f"{name}.toml").read_text(encoding="utf-8")


def _headings(name: str) -> dict[str, str]:
    """Return the first clause under each heading of an edition's file to that heading."""
    found, heading = {}, ""
    for line in _source(name).splitlines():
        if match := _HEADING.match(line):
            heading = match[1]
        elif (match := _CLAUSE_ID.match(line)) and heading and match[1] in all_clauses():
            found[match[1]] = heading
            heading = ""
    return found


def _clauses(clauses: Iterable[Clause], headings: Mapping[str, str]) -> list[str]:
    lines: list[str] = []
    for clause in clauses:
        if clause.id in headings:
            lines.append(f"## {headings[clause.id]}\n")
        lines += [
            f"### {clause.id} · {clause.title} {{#{clause.id}}}\n",
            f'<span class="clause-kind">{clause.kind.value}</span> {_linked(clause.text, but=clause.id)}\n',
            *_met(_status()[clause.id]),
        ]
    return lines


def _met(row: Mapping[str, Any]) -> list[str]:
    """Say below a clause how it is met: by which code and data, and which tests notice when that is gone."""
    ways = [_in_words(way) for way in row["met"].split("; ") if way] or ["it explains a word"]
    status = "" if row["status"] == "done" else f" ({row['status']})"
    lines = [f'??? quote "How it is met: {_plain(ways[0])}{status}"\n']
    lines += [f"    - {way}" for way in ways[1:]]
    lines += [f"    - code: `{place}`" for place in row["where"] if place.startswith("pitboss.")]
    lines += [f"    - data: `{place}`" for place in row["where"] if not place.startswith("pitboss.")]
    tests, count = row["evidence"] or row["tests"], max(row["noticed_by"], len(row["tests"]))
    lines += [f"    - test: `tests/{test}`" for test in tests[:_TESTS_SHOWN]]
    if count > _TESTS_SHOWN:
        lines.append(f"    - {count - _TESTS_SHOWN} more tests")
    return [*lines, ""]


def _in_words(way: str) -> str:
    recorded = way.removeprefix("recorded in ")
    return _WAYS.get(way, way if recorded == way else f"recorded in the event `{recorded}`")


def _plain(text: str) -> str:
    # The title of a box takes no links and no code.
    return re.sub(r"\[(.*?)\]\(.*?\)", r"\1", text).replace('"', "'").replace("`", "")


def differences_page() -> str:
    """Return the page that puts every two houses with one game side by side."""
    pairs = [
        (left, right)
        for left, right in combinations(sorted(edition_ids(), reverse=True), 2)
        if edition(left).game == edition(right).game
    ]
    lines = [
        "# Differences between houses\n",
        (
            "Two rulebooks of one game side by side: only what differs, each with its clauses. "
            "`pitboss diff EDITION EDITION` prints the same, for editions of your own as well.\n"
        ),
    ]
    for left, right in pairs:
        lines.append(f"## {edition(left).title} and {edition(right).title}\n")
        rows = [row for row in with_edges(left, right) if row.differs]
        for section, found in groupby(rows, key=lambda row: row.section):
            body = [[row.what.replace("_", " "), _cell(row.left), _cell(row.right)] for row in found]
            lines += [f"**{section.capitalize()}**\n", *_table(("what", left, right), body), ""]
    return "\n".join(lines)


def _cell(side: Side | None) -> str:
    if side is None:
        return "–"
    clauses = side.clauses if len(side.clauses) <= len("clauses") else (side.clauses[0], "…", side.clauses[-1])
    return f"{side.words} {' '.join(_reference(clause) for clause in clauses)}".strip()


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [" | ".join(("", *columns, "")).strip(), "|" + "---|" * len(columns)]
    return [*lines, *(" | ".join(("", *(cell.replace("|", "\\|") for cell in row), "")).strip() for row in rows)]


def _linked(text: str, *, but: str) -> str:
    """Link the clauses that a text names, but not to itself."""
    escaped = text.replace("*", "\\*").replace("_", "\\_").replace("<", "&lt;")
    return _named().sub(lambda match: match[0] if match[0] == but else _reference(match[0]), escaped)


@cache
def _named() -> re.Pattern[str]:
    ids = sorted(all_clauses(), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, ids))})(?![\w-])")


def _reference(clause_id: str) -> str:
    if clause_id not in all_clauses():
        return clause_id
    home = {"reading": "readings", "house practice": "house-practice"}.get(*[edition_of(clause_id)] * 2)
    return f"[{clause_id}]({home}.md#{clause_id})"


def commands_page() -> str:
    """Return the help of every command, as the command line prints it."""
    names = [[name] for name in _COMMANDS]
    names += [[group, name] for group, (_, _, inner) in _GROUPS.items() for name in inner]
    return _COMMANDS_PAGE + "\n".join(f"## pitboss {' '.join(name)}\n\n```text\n{_help(name)}\n```\n" for name in names)


def _help(name: Sequence[str]) -> str:
    wide, output._WIDE = output._WIDE, _HELP_COLUMNS
    printed = io.StringIO()
    try:
        with redirect_stdout(printed), suppress(SystemExit):
            main([*name, "--help"])
    finally:
        output._WIDE = wide
    return "\n".join(line.rstrip() for line in printed.getvalue().strip().splitlines())


def examples_page() -> str:
    """Return the list of example files, by folder."""
    lines = ["# Examples\n", "Every file under `examples/`, as it stands there. The tests run them all.\n"]
    for folder in sorted(path for path in (ROOT / "examples").rglob("*") if path.is_dir()):
        name = folder.relative_to(ROOT / "examples").as_posix()
        lines.append(f"## {name} {{#{name.replace('/', '-')}}}\n")
        files = sorted(path for path in folder.iterdir() if path.is_file())
        lines += [f"- [{path.name}](examples/{name}/{path.name})" for path in files]
        lines.append("")
    return "\n".join(lines)
