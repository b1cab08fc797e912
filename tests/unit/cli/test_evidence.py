"""What is known from taking code out: how it is read, how a clause is met, and when the evidence is stale."""

import ast

import msgspec
import pytest

from pitboss.cli.evidence import (
    Evidence,
    Held,
    Reason,
    _definitions,
    _source,
    evidence_in,
    is_held,
    met_by,
    reasons_in,
    seals,
)
from pitboss.errors import InputError
from pitboss.rulebook import Clause, ClauseKind, all_clauses
from tests.support.evidence import renewed, stale

LATE = "pitboss.games.roulette.round.refuse_late"
SETTLED = "pitboss.games.roulette.settle.settled_columns"
DOLLY = "pitboss.games.roulette.events.DollyPlaced"
SIGN = "pitboss.games.blackjack.sign.sign"


def clause(kind=ClauseKind.ENFORCED):
    """Return a clause of a kind."""
    return Clause(id="T-1", kind=kind, title="t", text="x")


def test_no_file_is_no_evidence(tmp_path):
    """Neither evidence nor reasons: nothing is known of any clause."""
    assert ({}, {}) == (evidence_in(tmp_path).clauses, reasons_in(tmp_path))


def test_evidence_is_read(tmp_path):
    """With the commit it was found at."""
    (tmp_path / "evidence.json").write_text('{"commit": "c0ffee", "clauses": {"T-1": {"seal": "s", "count": 2}}}')
    found = evidence_in(tmp_path)
    assert ("c0ffee", {"T-1": Held(seal="s", count=2)}) == (found.commit, found.clauses)


@pytest.mark.parametrize(("name", "text"), [("evidence.json", '{"clauses": 7}'), ("unproven.toml", "[T-1]\nmet = 1\n")])
def test_a_file_that_is_not_what_it_should_be(tmp_path, name, text):
    """Is refused by its name."""
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match="not what it should be"):
        (evidence_in if name.endswith("json") else reasons_in)(tmp_path)


@pytest.mark.parametrize(
    ("kind", "held", "expected"),
    [
        (ClauseKind.ENFORCED, None, False),
        (ClauseKind.ENFORCED, Held(seal=""), False),
        (ClauseKind.ENFORCED, Held(seal="", tests=("a",)), True),
        (ClauseKind.RECORDED, Held(seal="", tests=("a",), by={"refusal": 2}), False),
        (ClauseKind.RECORDED, Held(seal="", tests=("a",), by={"field": 1}), True),
        (ClauseKind.POSTED, Held(seal="", tests=("a",), unnoticed=(SIGN,)), False),
        (ClauseKind.POSTED, Held(seal="", tests=("a",), unnoticed=(LATE,)), True),
    ],
)
def test_what_is_recorded_must_be_looked_at(kind, held, expected):
    """A test that notices anything else of a recorded clause does not hold it."""
    assert expected == is_held(clause(kind), held)


@pytest.mark.parametrize(
    ("kind", "where", "held", "expected"),
    [
        (ClauseKind.ENFORCED, [LATE], None, "refused"),
        (ClauseKind.ENFORCED, [SETTLED], None, "done by the program"),
        (ClauseKind.ENFORCED, [SETTLED, LATE], None, "refused; done by the program"),
        (ClauseKind.RECORDED, [LATE, DOLLY], None, "recorded in DollyPlaced; refused"),
        (ClauseKind.RECORDED, [DOLLY], Held(seal="", fields=("DollyPlaced.by",)), "recorded in DollyPlaced.by"),
        (ClauseKind.POSTED, [LATE, SIGN], None, "shown on the table's sign; refused"),
        (ClauseKind.ENFORCED, ["seabrook-roulette: wager straight"], None, "paid by the edition's odds"),
        (ClauseKind.ENFORCED, ["seabrook-roulette: setting default_max"], None, "refused when a table is set up"),
        (ClauseKind.ENFORCED, ["seabrook-roulette: rules.clauses.late"], None, "done by the program"),
        (ClauseKind.ENFORCED, ["seabrook-roulette: rules.clauses.late"], Held(seal="", by={"refusal": 1}), "refused"),
    ],
)
def test_how_a_clause_is_met_is_read_from_its_places(kind, where, held, expected):
    """What its kind asks for stands first."""
    assert expected == met_by(clause(kind), where, held, None)


def test_a_reason_says_how_a_clause_is_met():
    """Where its places cannot."""
    assert "outside a program" == met_by(clause(), [LATE], None, Reason("outside a program", "nobody can"))


def test_a_seal_is_of_places_and_their_source():
    """Every clause that is carried out anywhere has one, and another place gives another one."""
    found = seals()
    assert (10, True) == (len(found["RO-F2"]), found["RO-F2"] != found["RO-F1"])


def test_a_definition_is_sealed_without_what_it_says_of_itself(tmp_path):
    """Functions, and classes with their methods, are found by name; docstrings and decorators are left out."""
    file = tmp_path / "late.py"
    file.write_text(
        '@cites("T-1")\ndef one():\n    """Say."""\n    return 1\n\n\nclass Two:\n    def three(self):\n        pass\n'
    )
    found = {name: ast.unparse(node) for name, node in _definitions(file).items()}
    whole = "class Two:\n\n    def three(self):\n        pass"
    assert {"one": "def one():\n    return 1", "Two": whole, "Two.three": "def three(self):\n    pass"} == found


def test_a_place_of_no_module_has_no_source():
    """What is not there has none, and neither has a name that its module does not define."""
    assert [None, None] == [_source("nowhere.at.all"), _source(f"{LATE}_and_more")]


def test_only_stale_evidence_is_renewed():
    """What was found anew of a clause whose code has changed takes the old one's place; all else stays as it was."""
    sealed = dict.fromkeys(all_clauses(), "") | {**seals()} | {"RO-F2": "another"}
    known = Evidence("before", {clause: Held(seal, tests=("before",)) for clause, seal in sealed.items()})
    anew = {clause: msgspec.structs.replace(held, tests=("now",)) for clause, held in known.clauses.items()}
    found = Evidence("now", anew)
    assert {"RO-F2"} == stale(known)
    kept = renewed(known, found)
    assert ("now", ("now",), ("before",)) == (kept.commit, kept.clauses["RO-F2"].tests, kept.clauses["RO-F4"].tests)
