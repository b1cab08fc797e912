"""Bets go first: what the net puts to the writer says how urgent it is, since nothing said is as urgent as a bet."""

import ast

from tests.arch.tree import ROOT


def unsaid() -> list[str]:
    """Return the questions of the server to the floor that do not say it, by file and line."""
    found = []
    for path in sorted((ROOT / "src/pitboss/web").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("floor.ask"):
                found += [] if "Urgency." in ast.unparse(node) else [f"{path.name}:{node.lineno}"]
    return found


def test_every_question_of_the_net_says_how_urgent_it_is():
    """A stranger's look that was put as urgently as a bet kept bets waiting."""
    assert [] == unsaid()
