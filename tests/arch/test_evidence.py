"""The evidence that is kept as data is about the clauses and tests there are, and every clause has it or a reason."""

from pathlib import Path

import pytest

from pitboss.cli.citations import tests_by_clause
from pitboss.cli.conformance import conformance
from pitboss.cli.evidence import evidence_in, is_held, reasons_in
from pitboss.rulebook import all_clauses

TESTS = Path(__file__).resolve().parents[1]
REASONS_MAX = 14
"""How many clauses have a reason in place of evidence; the number only becomes smaller."""


def test_evidence_is_of_clauses_there_are():
    """A clause that is gone from the documents is gone from the evidence and from the reasons."""
    named = evidence_in(TESTS).clauses.keys() | reasons_in(TESTS).keys()
    assert [] == sorted(named - all_clauses().keys())


def test_named_tests_are_there():
    """A test that is said to notice a clause's removal exists, and is marked with the clause."""
    marked = tests_by_clause(TESTS)
    named = {(clause, test) for clause, held in evidence_in(TESTS).clauses.items() for test in held.tests}
    assert [] == sorted((clause, test) for clause, test in named if test not in marked.get(clause, ()))


def test_every_clause_is_proven_or_explained():
    """No clause is unproven, untested or not carried out."""
    assert [] == [
        (row["clause"], row["status"]) for row in conformance(TESTS) if row["status"] not in {"done", "explained"}
    ]


def test_reasons_are_still_needed():
    """A reason for a clause that has evidence by now is struck, and none is added."""
    found, clauses = evidence_in(TESTS).clauses, all_clauses()
    reasons = reasons_in(TESTS)
    assert [] == [clause for clause in reasons if is_held(clauses[clause], found.get(clause))]
    assert len(reasons) <= REASONS_MAX


@pytest.mark.parametrize("clause", reasons_in(TESTS))
def test_a_reason_says_how_the_clause_is_met(clause):
    """In words of its own: how, and why no test can notice its removal."""
    reason = reasons_in(TESTS)[clause]
    assert (True, True) == (bool(reason.met.strip()), len(reason.reason.split()) > 3)
