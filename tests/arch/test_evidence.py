"""The evidence that is kept as data is about the clauses and tests there are, and every clause has it or a reason."""

from pathlib import Path

from pitboss.cli.citations import carried_out
from pitboss.cli.conformance import conformance
from pitboss.cli.evidence import evidence_in, is_held, reasons_in
from pitboss.rulebook import all_clauses

TESTS = Path(__file__).resolve().parents[1]
REASONS_MAX = 0
"""How many clauses have a reason in place of evidence; the number only becomes smaller."""

PENDING: list[tuple[str, str]] = []
"""The clauses that wait for what is not there yet; the list only becomes shorter."""


def test_evidence_is_of_clauses_there_are():
    """A clause that is gone from the documents is gone from the evidence and from the reasons."""
    named = evidence_in(TESTS).clauses.keys() | reasons_in(TESTS).keys()
    assert [] == sorted(named - all_clauses().keys())


def test_every_place_is_found_by_its_name():
    """A citation on a function that is made inside another could not be looked up, nor its code be taken out."""
    assert [] == sorted({name for names in carried_out().values() for name in names if "<locals>" in name})


def is_there(test: str) -> bool:
    """Tell whether a file of tests defines a test; its marks may be calculated, and are pytest's to read."""
    file, _, name = test.partition("::")
    return (TESTS / file).is_file() and f"def {name}(" in (TESTS / file).read_text(encoding="utf-8")


def test_named_tests_are_there():
    """A test that is said to notice a clause's removal exists."""
    named = {test for held in evidence_in(TESTS).clauses.values() for test in held.tests}
    assert [] == sorted(test for test in named if not is_there(test))


def test_every_clause_is_proven_or_explained():
    """No clause is unproven, untested or not carried out, but those of which the editions say that they wait."""
    rows = [(row["clause"], row["status"]) for row in conformance(TESTS)]
    assert PENDING == [(clause, status) for clause, status in rows if status not in {"done", "explained"}]


def test_reasons_are_still_needed():
    """A reason for a clause that has evidence by now is struck, and none is added."""
    found, clauses = evidence_in(TESTS).clauses, all_clauses()
    reasons = reasons_in(TESTS)
    assert [] == [clause for clause in reasons if is_held(clauses[clause], found.get(clause))]
    assert len(reasons) <= REASONS_MAX


def test_a_reason_says_how_the_clause_is_met():
    """In words of its own: how, and why no test can notice its removal."""
    reasons = reasons_in(TESTS).items()
    assert [] == [clause for clause, why in reasons if not why.met.strip() or len(why.reason.split()) <= 3]
