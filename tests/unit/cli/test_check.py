"""`pitboss check`: a table's file against its rulebook, every fault at once."""

import json
from pathlib import Path

import pytest

from pitboss.cli import main
from tests.support.driver import HOUSES, ONEIDA

BAD = f"""
rulebook = "{ONEIDA}"
name = "Back Room"
[settings]
half_back = true
ball_diameter = "1 in"
[settings.odds]
straight = 34
"""
CLAUSES = {"settings.ball_diameter": "RO-A6", "settings.half_back": "RO-G2", "settings.odds.straight": "RO-G1"}


@pytest.fixture
def check(capsys, monkeypatch, tmp_path):
    """Return a function that checks a file and returns exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(content, *more):
        Path("table.toml").write_bytes(content if isinstance(content, bytes) else content.encode())
        with pytest.raises(SystemExit) as leaving:
            main(["check", "table.toml", *more])
        return leaving.value.code, *capsys.readouterr()

    return run


def test_a_table_that_stays_shut_without_limits(check):
    """Both limits that the Tribe determines are named, with their clause, and exit code 1."""
    code, out, _ = check('rulebook = "oneida-minibaccarat-2004"\nname = "Pearl"\n')

    assert (1, 2) == (code, out.count("[MB-O]"))
    assert "settings.default_min: no minimum is set for" in out


@pytest.mark.parametrize("house", HOUSES)
def test_a_table_that_may_open(check, house):
    """A sentence with its name and rulebook, and exit code 0."""
    code, out, err = check(f'rulebook = "{house}"\nname = "Garden"\n')
    assert (0, "", True) == (code, err, "Garden" in out and house in out)


def test_a_table_without_a_name_may_open(check):
    """A name is not needed."""
    code, out, _ = check(f'rulebook = "{ONEIDA}"\n')
    assert (0, True) == (code, ONEIDA in out)


def test_without_a_fault_there_is_no_row(check):
    """As JSON a good table is nothing at all."""
    assert (0, "", "") == check(f'rulebook = "{ONEIDA}"\n', "--json")


def test_every_fault_is_told_with_its_clause(check):
    """Exit code 1: the settings are against the rules."""
    code, out, err = check(BAD)
    missing = [fact for pair in CLAUSES.items() for fact in pair if fact not in out]
    assert (1, "", [], 3) == (code, err, missing, len(out.splitlines()))


def test_faults_as_rows(check):
    """One JSON row a fault: field, value, reason, clause."""
    code, out, err = check(BAD, "--json")
    rows = [json.loads(line) for line in out.splitlines()]
    assert (1, "", CLAUSES) == (code, err, {row["field"]: row["clause"] for row in rows})
    assert [("1 in", True), (True, True), (34, True)] == [(row["value"], bool(row["reason"])) for row in rows]


def test_what_makes_no_sense_is_exit_code_2(check):
    """A fault without a clause makes the file malformed; the others are told all the same."""
    code, out, err = check(BAD + "[settings.colour]\nzzz = 1\n")
    assert (2, "", True, True) == (code, err, "settings.colour" in out, "RO-G2" in out)


def test_malformed_faults_have_no_clause_in_their_rows(check):
    """A row without a clause is malformed."""
    _, out, _ = check(f'rulebook = "{ONEIDA}"\nzzz = 1\n', "--json")
    row = json.loads(out)
    assert ("zzz", 1, False) == (row["field"], row["value"], "clause" in row)


@pytest.mark.parametrize(
    "content",
    ["", 'rulebook = "nope"', f'rulebook = "{ONEIDA}"\ncurrency = "XYZ"', f'rulebook = "{ONEIDA}"\nsettings = 5'],
)
@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_table_without_sense(check, content, more):
    """No rulebook or an unknown one, another currency, settings that are none: told on standard output, exit code 2."""
    code, out, err = check(content, *more)
    assert (2, "", 1) == (code, err, len(out.splitlines()))


@pytest.mark.parametrize("value", ["2024-01-01", "2024-01-01T00:00:00Z", "12:00:00", "nan", "inf", "[1, 2]", "{a = 1}"])
def test_any_toml_value_can_be_a_fault(check, value):
    """Dates, times and numbers that are none are told like any other wrong value, also as JSON."""
    content = f'rulebook = "{ONEIDA}"\n[settings]\nhalf_back = {value}\n'
    found = [check(content), check(content, "--json")]
    assert [(2, "", True)] * 2 == [(code, err, "settings.half_back" in out) for code, out, err in found]


@pytest.mark.parametrize("content", ["rulebook", b"\xff\xfe", "a = 1\na = 2"])
def test_a_file_that_is_not_toml(check, content):
    """Told on standard error with the file's name, nothing on standard output."""
    code, out, err = check(content)
    assert (2, "", True) == (code, out, "not TOML" in err and "table.toml" in err)


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_a_file_that_is_not_there(capsys, tmp_path, name):
    """A missing file and a directory: exit code 2."""
    with pytest.raises(SystemExit) as leaving:
        main(["check", str(tmp_path / name)])
    out, err = capsys.readouterr()
    assert (2, "", True) == (leaving.value.code, out, err.startswith("pitboss: "))
