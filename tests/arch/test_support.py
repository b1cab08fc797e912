"""Support code drives and returns; what must be so is said by the test that uses it."""

import ast

import pytest

from tests.arch.tree import modules


def is_judging(node: ast.AST) -> bool:
    """Tell whether a statement decides that a test has failed."""
    if isinstance(node, ast.Raise):
        raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return isinstance(raised, ast.Name) and raised.id == "AssertionError"
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    return isinstance(node, ast.Assert) or (is_call and ast.unparse(node.func) == "pytest.fail")  # type: ignore[attr-defined]


def test_support_code_judges_nothing():
    """No assertion stands in it: a driver that cannot go on raises `NotDriven`, and a test says what it expects."""
    trees = modules("tests/support")
    found = {name: [ast.unparse(node) for node in ast.walk(tree) if is_judging(node)] for name, tree in trees}
    assert {} == {name: lines for name, lines in found.items() if lines}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("assert answer", True),
        ("raise AssertionError", True),
        ("raise AssertionError(answer)", True),
        ("pytest.fail('no')", True),
        ("raise NotDriven(answer)", False),
        ("pytest.skip('no')", False),
    ],
)
def test_judgements_are_seen(source, expected):
    """Whichever way they are written."""
    assert expected == any(map(is_judging, ast.walk(ast.parse(source))))
