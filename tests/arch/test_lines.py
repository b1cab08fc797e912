"""Whoever serves the floor serves it on the same lines: the program, the tests and the benchmarks."""

import ast

from tests.arch.tree import modules


def is_configuring(node: ast.AST) -> bool:
    """Tell whether a piece of source makes a configuration of the server itself."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("uvicorn.Config", "uvicorn.run")


def test_lines_are_configured_in_one_place():
    """What is measured and tried is what is served."""
    found = [name for name, tree in modules("src", "tests", "benchmarks") if any(map(is_configuring, ast.walk(tree)))]
    assert ["pitboss.web.limits"] == found
