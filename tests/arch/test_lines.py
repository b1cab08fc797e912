"""Whoever serves the floor serves it on the same lines: the program, the tests and the benchmarks."""

import ast

from tests.arch.tree import modules


def is_configuring(node: ast.AST) -> bool:
    """Tell whether a piece of source makes a configuration of the server itself."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) in ("uvicorn.Config", "uvicorn.run")


def test_lines_are_configured_in_one_place():
    """What is measured and tried is what is served."""
    trees = modules("src", "tests", "benchmarks", having="uvicorn")
    assert ["pitboss.web.limits"] == [name for name, tree in trees if any(map(is_configuring, ast.walk(tree)))]
