"""The five walks of the page on architecture: every hop is there, and calls the next one."""

import ast
import re
from functools import cache
from itertools import pairwise

import pytest

from tests.arch.tree import ROOT

PAGE = (ROOT / "docs/ARCHITECTURE.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## Five walks\n")[2].partition("\n## ")[0]
WALKS = {title: text for title, _, text in (part.partition("\n") for part in SECTION.split("### ")[1:])}
HOP = re.compile(r"`([\w./-]+)::(#?[\w.]+)`")


def lines(walk: str) -> list[tuple[bool, list[tuple[str, str]]]]:
    """Return the lines of a walk: whether it is reached by hand-over, and its hops."""
    return [("⇢" in line, HOP.findall(line)) for line in WALKS[walk].splitlines() if line.startswith("- ")]


@cache
def tree(path: str) -> ast.Module:
    """Return the syntax of a file of the package."""
    return ast.parse((ROOT / "src/pitboss" / path).read_text(encoding="utf-8"))


def found(path: str, name: str) -> str:
    """Return the source of a function, method, class or table; nothing where there is none."""
    if path.endswith(".js"):
        text = (ROOT / "src/pitboss" / path).read_text(encoding="utf-8")
        start = rf"^(?:  (?:async )?{re.escape(name)}\(|export (?:async )?function {name}\()"
        begun = re.search(rf"{start}.*?^ *}}$", text, re.MULTILINE | re.DOTALL)
        return begun[0] if begun else ""
    node: ast.AST = tree(path)
    for part in name.split("."):
        inside = [
            child
            for child in ast.iter_child_nodes(node)
            if getattr(child, "name", None) == part
            or (isinstance(child, ast.Assign) and part in [ast.unparse(target) for target in child.targets])
            or (isinstance(child, ast.AnnAssign) and ast.unparse(child.target) == part)
        ]
        if not inside:
            return ""
        node = inside[0]
    return ast.unparse(node)


def names(path: str, name: str) -> set[str]:
    """Return every name that a hop speaks of, besides its own."""
    source = found(path, name)
    return set(re.findall(r"#?\w+", source.partition("\n")[2] if path.endswith(".js") else source))


def test_there_are_five():
    """A bet, a ticket, a card, an approval and news."""
    assert ["A bet", "A ticket", "A card", "An approval", "News"] == list(WALKS)


@pytest.mark.parametrize("walk", WALKS)
def test_every_hop_is_there(walk):
    """A function that was renamed or moved is renamed on the page too."""
    assert [] == [f"{path}::{name}" for _, hops in lines(walk) for path, name in hops if not found(path, name)]


@pytest.mark.parametrize("walk", WALKS)
def test_every_hop_calls_the_next(walk):
    """Each hop speaks of the one after it."""
    steps = [pair for _, hops in lines(walk) for pair in pairwise(hops)]
    assert steps
    assert [] == [(first, then) for first, then in steps if then[1].rpartition(".")[2] not in names(*first)]


@pytest.mark.parametrize("walk", WALKS)
def test_every_line_follows_from_one_before(walk):
    """A line begins with a hop that was reached before, unless it is reached by hand-over."""
    known: set[tuple[str, str]] = set()
    for number, (is_handed, hops) in enumerate(lines(walk)):
        assert is_handed or number == 0 or hops[0] in known, hops[0]
        known.update(hops)
