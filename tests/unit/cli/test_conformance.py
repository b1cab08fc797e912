"""`pitboss conformance`: clause, code and tests joined, on small trees of tests made for the purpose."""

import json
from textwrap import dedent

import pytest

from pitboss.cli import citations, main
from pitboss.cli import conformance as module
from pitboss.cli.citations import carried_out
from pitboss.cli.conformance import conformance
from pitboss.errors import InputError
from pitboss.rulebook import Clause, ClauseKind, all_clauses

MARKED = """
    import pytest

    @pytest.mark.clause("RO-F2", "RS-I4")
    def test_late():
        pass

    @pytest.mark.parametrize("house", ["a", pytest.param("b", marks=pytest.mark.clause("RH-4.6"))])
    def test_each(house):
        pass

    @pytest.mark.clause("RO-F2")
    @pytest.mark.clause("RO-F2", "RO-F1")
    def test_twice():
        pass

    @pytest.mark.clause(*CLAUSES, 7)
    def test_computed():
        pass

    @pytest.mark.clause("RO-G1")
    def helper():
        pass

    def test_nothing():
        pass
"""
CARRIED = "pitboss.games.roulette.round.refuse_late"
RECORDED = "pitboss.games.roulette.events.DollyPlaced"
NOTICED = {"seal": "", "tests": ["test_some.py::test_it"], "count": 1, "by": {"refusal": 1, "field": 1}}


@pytest.fixture
def tree(tmp_path):
    """Return a function that writes a file of tests and returns the tree."""

    def write(source, name="test_some.py"):
        file = tmp_path / "tests" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(dedent(source))
        return tmp_path / "tests"

    return write


@pytest.fixture
def clauses(monkeypatch, tmp_path):
    """Return a function that makes a document of one clause, cited at some places, with evidence or without."""

    def make(*where, noticed=NOTICED, **fields):
        entry = Clause(id="T-1", title="t", text="x", **fields)
        write_evidence(tmp_path / "tests", {} if noticed is None else {"T-1": noticed})
        monkeypatch.setattr(module, "seals", dict)
        monkeypatch.setattr(module, "all_clauses", lambda: {"T-1": entry})
        monkeypatch.setattr(module, "carried_out", lambda: {"T-1": list(where)} if where else {})

    return make


def write_evidence(tests, clauses):
    """Put what was found of some clauses beside the tests."""
    tests.mkdir(parents=True, exist_ok=True)
    (tests / "evidence.json").write_text(json.dumps({"commit": "c0ffee", "clauses": clauses}))


def run(capsys, *tokens):
    """Run the command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(["conformance", *tokens])
    return leaving.value.code, *capsys.readouterr()


def all_marked():
    """Return the source of a test that is marked with every clause there is."""
    ids = ", ".join(map(repr, all_clauses()))
    return f"import pytest\n@pytest.mark.clause({ids})\ndef test_all():\n    pass\n"


def test_marks_are_found_in_the_source_of_the_tests(tree):
    """Literal marks on a test and on its parameters, each test once a clause; computed marks and helpers are none."""
    some = "test_some.py"
    expected = {
        "RO-F2": [f"{some}::test_late", f"{some}::test_twice"],
        "RS-I4": [f"{some}::test_late"],
        "RH-4.6": [f"{some}::test_each"],
        "RO-F1": [f"{some}::test_twice"],
    }
    assert expected == {
        clause_id: sorted(found) for clause_id, found in citations.tests_by_clause(tree(MARKED)).items()
    }


def test_files_are_found_at_any_depth(tree):
    """Every file whose name begins with test_, by its path in the tree; nothing else is read."""
    tree("not even python (", name="support/helper.py")
    tests = tree(MARKED, name="rules/oneida/test_late.py")
    assert ["rules/oneida/test_late.py::test_each"] == citations.tests_by_clause(tests)["RH-4.6"]


def test_a_method_is_a_test_too(tree):
    """Tests under a heading count."""
    source = """
        import pytest

        class TestLate:
            @pytest.mark.clause("RO-F2")
            def test_it(self):
                pass
    """
    assert ["test_some.py::test_it"] == citations.tests_by_clause(tree(source))["RO-F2"]


@pytest.mark.parametrize(
    "source",
    [
        "import pytest\n@pytest.mark.clause('RO-F2')\nclass TestLate:\n    def test_it(self):\n        pass\n",
        "import pytest\npytestmark = pytest.mark.clause('RO-F2')\ndef test_it():\n    pass\n",
    ],
)
def test_a_mark_on_a_class_or_a_file_marks_its_tests(tree, source):
    """As pytest has it."""
    assert ["test_some.py::test_it"] == citations.tests_by_clause(tree(source)).get("RO-F2")


def test_a_call_of_something_else_is_no_mark(tree):
    """Rules have clauses too; asking them for one in a parameter marks nothing."""
    source = (
        "import pytest\n@pytest.mark.parametrize('clause', [RULES.clause('late')])\ndef test_it(clause):\n    pass\n"
    )
    assert {} == citations.tests_by_clause(tree(source))


def test_a_test_that_is_not_python_is_told(tree):
    """The file is named."""
    with pytest.raises(InputError):
        citations.tests_by_clause(tree("def test_("))


@pytest.mark.parametrize(
    ("fields", "where_and_tested", "status"),
    [
        ({"kind": ClauseKind.ENFORCED}, ([CARRIED], True), "done"),
        ({"kind": ClauseKind.ENFORCED}, ([CARRIED], False), "untested"),
        ({"kind": ClauseKind.ENFORCED}, ([], True), "not carried out"),
        ({"kind": ClauseKind.POSTED}, (["oneida-roulette-2008: setting odds"], True), "done"),
        ({"kind": ClauseKind.STRUCK}, ([], True), "not carried out"),
        ({"kind": ClauseKind.DEFINITION}, ([], True), "done"),
        ({"kind": ClauseKind.DEFINITION}, ([], False), "untested"),
        ({"kind": ClauseKind.RECORDED}, ([RECORDED], True), "done"),
        ({"kind": ClauseKind.RECORDED}, ([CARRIED, RECORDED], True), "done"),
        ({"kind": ClauseKind.RECORDED}, ([CARRIED, "oneida-roulette-2008: setting odds"], True), "not recorded"),
        ({"kind": ClauseKind.RECORDED}, ([], True), "not recorded"),
        ({"kind": ClauseKind.RECORDED}, ([RECORDED], False), "untested"),
        ({"kind": ClauseKind.ENFORCED, "pending": True}, ([], False), "pending"),
        ({"kind": ClauseKind.ENFORCED, "pending": True}, ([CARRIED], True), "pending"),
    ],
)
def test_a_clause_has_a_status(tree, clauses, fields, where_and_tested, status):
    """Done needs a test that notices, the code or data that carries it out, and an event where people record it."""
    where, is_tested = where_and_tested
    clauses(*where, **fields)
    mark = "@pytest.mark.clause('T-1')\n" if is_tested else ""
    tests = tree(f"import pytest\n{mark}def test_it():\n    pass\n")
    assert [status] == [row["status"] for row in conformance(tests)]


@pytest.mark.parametrize(
    ("kind", "noticed", "status"),
    [
        (ClauseKind.ENFORCED, NOTICED, "done"),
        (ClauseKind.ENFORCED, None, "unproven"),
        (ClauseKind.ENFORCED, {"seal": ""}, "unproven"),
        (ClauseKind.RECORDED, NOTICED, "done"),
        (ClauseKind.RECORDED, {**NOTICED, "by": {"refusal": 1}}, "unproven"),
        (ClauseKind.DEFINITION, None, "unproven"),
    ],
)
def test_a_clause_is_done_when_a_test_notices_its_removal(tree, clauses, kind, noticed, status):
    """A mark alone is no proof; of what people record a test must look at a field."""
    clauses(CARRIED, RECORDED, kind=kind, noticed=noticed)
    tests = tree("import pytest\n@pytest.mark.clause('T-1')\ndef test_it():\n    pass\n")
    assert [status] == [row["status"] for row in conformance(tests)]


def test_a_clause_without_evidence_may_have_a_reason(capsys, tree, clauses):
    """It is explained and not done, says how it is met, and is listed; the exit code is 0."""
    clauses(CARRIED, kind=ClauseKind.ENFORCED, noticed=None)
    tests = tree("import pytest\n@pytest.mark.clause('T-1')\ndef test_it():\n    pass\n")
    (tests / "unproven.toml").write_text("[T-1]\nmet = 'outside a program'\nreason = 'a manner of speaking'\n")
    assert [("outside a program", "explained")] == [(row["met"], row["status"]) for row in conformance(tests)]
    code, out, _ = run(capsys, "--tests", str(tests))
    assert (0, True) == (code, "explained: T-1" in out)


def test_an_unproven_clause_is_listed(capsys, tree, clauses):
    """By its id, with exit code 1."""
    clauses(CARRIED, kind=ClauseKind.ENFORCED, noticed=None)
    tests = tree("import pytest\n@pytest.mark.clause('T-1')\ndef test_it():\n    pass\n")
    code, out, _ = run(capsys, "--tests", str(tests))
    assert (1, True) == (code, "unproven: T-1" in out)


def test_evidence_of_other_code_is_stale(capsys, tree, clauses):
    """Where a clause is carried out elsewhere, or otherwise, than when the evidence was found, its row says so."""
    clauses(CARRIED, kind=ClauseKind.ENFORCED, noticed={**NOTICED, "seal": "0123456789"})
    tests = tree("import pytest\n@pytest.mark.clause('T-1')\ndef test_it():\n    pass\n")
    assert [True] == [row["is_stale"] for row in conformance(tests)]
    assert "the code of 1 clauses has changed" in run(capsys, "--tests", str(tests))[1]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"kind": ClauseKind.ENFORCED}, 0),
        ({"kind": ClauseKind.RECORDED}, 1),
        ({"kind": ClauseKind.ENFORCED, "pending": True}, 0),
    ],
)
def test_the_exit_code_is_that_of_the_worst_clause(capsys, tree, clauses, fields, code):
    """0 for done and pending, 1 for anything else that has a test."""
    clauses(CARRIED, **fields)
    tests = tree("import pytest\n@pytest.mark.clause('T-1')\ndef test_it():\n    pass\n")
    assert code == run(capsys, "--json", "--tests", str(tests))[0]


def test_an_id_that_no_document_has(capsys, tree, clauses):
    """A mark that is misspelt, or code that cites what is not there, is a row of its own and exit code 1."""
    clauses(CARRIED, kind=ClauseKind.ENFORCED)
    tests = tree("import pytest\n@pytest.mark.clause('T-1', 'T-9')\ndef test_it():\n    pass\n")
    code, out, _ = run(capsys, "--json", "--tests", str(tests))
    rows = {row["clause"]: (row["status"], row["tests"]) for row in map(json.loads, out.splitlines())}
    assert (1, {"T-1": ("done", ["test_some.py::test_it"]), "T-9": ("unknown clause", ["test_some.py::test_it"])}) == (
        code,
        rows,
    )


def test_a_row_has_these_fields(tree, clauses):
    """Clause, kind, title, where, tests, how it is met, the evidence for it, and the status."""
    clauses(CARRIED, kind=ClauseKind.ENFORCED)
    tests = tree("import pytest\n@pytest.mark.clause('T-1')\ndef test_it():\n    pass\n")
    head = {"clause": "T-1", "kind": "enforced", "title": "t", "where": [CARRIED], "tests": ["test_some.py::test_it"]}
    found = {"met": "refused", "evidence": ["test_some.py::test_it"], "noticed_by": 1, "is_stale": False}
    assert [head | found | {"status": "done"}] == list(conformance(tests))


PENDING: dict[str, str] = {}
"""What the editions say is not carried out yet."""


def test_with_a_test_for_every_clause_the_rules_conform(capsys, tree):
    """Every clause of the documents is carried out, recorded where it must be: exit code 0."""
    tests = tree(all_marked())
    write_evidence(tests, dict.fromkeys(all_clauses(), NOTICED))
    code, out, err = run(capsys, "--json", "--tests", str(tests))
    rows = [json.loads(line) for line in out.splitlines()]
    assert (0, "", list(all_clauses())) == (code, err, [row["clause"] for row in rows])
    assert PENDING == {row["clause"]: row["status"] for row in rows if row["status"] != "done"}


def test_without_tests_every_clause_is_untested(capsys, tree):
    """An empty tree holds nothing."""
    code, out, _ = run(capsys, "--json", "--tests", str(tree("")))
    rows = [json.loads(line) for line in out.splitlines()]
    assert (1, PENDING) == (code, {row["clause"]: row["status"] for row in rows if row["status"] != "untested"})


def test_people_get_a_table_and_counts(capsys, tree):
    """Each clause in the table, and under it how many of each document have which status."""
    tests = tree(MARKED)
    write_evidence(tests, dict.fromkeys(all_clauses(), NOTICED))
    code, out, err = run(capsys, "--tests", str(tests))
    facts = [
        "RO-F2",
        "RH-6.5.2.1",
        "test_late (+1)",
        "untested",
        "RO: 2 done",
        "RS: 1 done",
        "RA: 61 untested",
    ]
    assert (1, "", []) == (code, err, [fact for fact in facts if fact not in out])


def test_code_and_data_are_the_places():
    """A clause is carried out by functions, by events, by wagers, settings and the game's own section."""
    places = carried_out()
    assert CARRIED in places["RO-F2"]
    assert RECORDED in places["RO-F3"]
    assert "oneida-roulette-2008: wager straight" in places["RO-D1"]
    assert "seabrook-roulette: setting default_max" in places["RS-W"]
    assert any(place.startswith("hoian-roulette-2020: rules.payment") for place in places["RH-6.3.2"])


def test_every_place_is_ours():
    """What a test or an example cites is no place where a rule is carried out."""
    named = [place for found in carried_out().values() for place in found]
    assert [] == [place for place in named if not place.startswith("pitboss.") and ": " not in place]


def test_the_checkout_s_own_tests_are_the_default(capsys, monkeypatch, tmp_path):
    """Beside the package, or they must be named."""
    monkeypatch.setattr(module, "_PACKAGE", tmp_path / "site-packages" / "src" / "pitboss")
    code, out, err = run(capsys)
    assert (2, "", True) == (code, out, "--tests" in err)


def test_the_checkout_s_own_tests_are_found(monkeypatch, tmp_path):
    """The tests lie two steps above the package."""
    (tmp_path / "tests").mkdir()
    monkeypatch.setattr(module, "_PACKAGE", tmp_path / "src" / "pitboss")
    assert tmp_path / "tests" == module._own_tests()
