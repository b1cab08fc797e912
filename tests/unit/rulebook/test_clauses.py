"""Clauses and citations: a citation is kept with the place that carries the clause out."""

import doctest
import subprocess
import sys
from collections import defaultdict

import msgspec
import pytest

from pitboss.rulebook import Clause, ClauseKind, citations, cites, clauses, parent_of


@pytest.fixture
def cited(monkeypatch):
    """Give the test citations of its own, so that it leaves none behind."""
    book: defaultdict[str, list[str]] = defaultdict(list)
    monkeypatch.setattr(clauses, "_CITED", book)
    return book


def test_doctests_hold(cited):
    """Every example in the module is true, and there are examples."""
    results = doctest.testmod(clauses)
    assert (0, True, ["RO-F2"]) == (results.failed, results.attempted > 0, list(cited))


def test_a_citation_names_the_function_under_each_clause(cited):
    """The decorated function comes back itself, and stands under every clause it cites."""

    def carrier():
        pass

    assert carrier is cites("RO-F1", "RO-F2")(carrier)
    place = f"{__name__}.test_a_citation_names_the_function_under_each_clause.<locals>.carrier"
    assert {"RO-F1": [place], "RO-F2": [place]} == cited == citations()


def test_a_citation_counts_once(cited):
    """A module that is loaded twice, or a clause named twice, does not make two places of one."""

    def carrier():
        pass

    cites("RO-F1", "RO-F1")(cites("RO-F1")(carrier))
    assert [1] == [len(places) for places in cited.values()]


def test_message_types_carry_clauses_too(cited):
    """A class may be the place where a clause is carried out."""

    @cites("RO-F3")
    class Recorded:
        pass

    assert [f"{__name__}.{Recorded.__qualname__}"] == cited["RO-F3"]


def test_citations_are_those_of_the_modules_loaded_so_far():
    """Nothing is cited before a module that cites is imported."""
    program = (
        "from pitboss.rulebook.clauses import citations; before = 'RH-6.6' in citations();"
        "import pitboss.games.roulette.game; print(before, 'RH-6.6' in citations())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "False True\n" == done.stdout


@pytest.mark.parametrize(
    ("clause_id", "parent"),
    [
        ("RH-6.5.2.1", "RH-6.5.2"),
        ("RH-6.5", "RH-6"),
        ("RA-3b.viii", "RA-3b"),
        ("RO-F2", None),
        ("Q4", None),
        ("", None),
    ],
)
def test_parents_are_one_step_up(clause_id, parent):
    """The id is cut at its last dot; without one it stands at the top."""
    assert parent == parent_of(clause_id)


def test_a_clause_has_no_other_fields():
    """A key that is misspelt in an edition is an error, not a comment."""
    entry = {"id": "T-1", "kind": "enforced", "title": "t", "text": "x"}
    assert Clause("T-1", ClauseKind.ENFORCED, "t", "x", pending=False) == msgspec.convert(entry, Clause)
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert({**entry, "pendign": True}, Clause)
