"""`pitboss odds roulette`: one row a position, exact to the fraction."""

import json
from collections import Counter
from fractions import Fraction

import pytest

from pitboss.cli import main
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK

KINDS = {"row": 12, "corner": 22, "six": 11, "column": 3, "dozen": 3} | dict.fromkeys(
    ("red", "black", "odd", "even", "low", "high"), 1
)
DOUBLE = KINDS | {"straight": 38, "split": 62, "triple": 3, "first_five": 1}
SINGLE = KINDS | {"straight": 37, "split": 60, "triple": 2, "first_four": 1}


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


def rows(capsys, *tokens):
    """Return the rows that the command prints as JSON."""
    code, out, err = run(capsys, "odds", "roulette", "--json", *tokens)
    assert (0, "") == (code, err)
    return [json.loads(line) for line in out.splitlines()]


def table(tmp_path, text):
    """Write a table's TOML file and return its path."""
    file = tmp_path / "table.toml"
    file.write_text(text)
    return str(file)


@pytest.mark.parametrize(("house", "counts"), [(ONEIDA, DOUBLE), (SEABROOK, DOUBLE), (HOIAN, SINGLE)])
def test_a_row_for_every_position(capsys, house, counts):
    """161 at the double-zero houses, 157 at Hoi An."""
    found = Counter(row["kind"] for row in rows(capsys, "--rulebook", house))
    assert (counts, {161, 157} & {sum(counts.values())}) == (found, {found.total()})


@pytest.mark.parametrize("house", HOUSES)
def test_the_edges_are_exact(capsys, house):
    """1/19 with two zeros, 3/38 for the first five; 1/37 with one zero."""
    edges = {(row["kind"] == "first_five", row["edge"]) for row in rows(capsys, "--rulebook", house)}
    assert ({(False, "1/37")} if house == HOIAN else {(False, "1/19"), (True, "3/38")}) == edges


@pytest.mark.parametrize("house", HOUSES)
def test_the_variances_are_exact(capsys, house):
    """(pays + 1)² p (1 - p), from the row's own numbers and the size of the wheel."""
    pockets = 37 if house == HOIAN else 38
    for row in rows(capsys, "--rulebook", house):
        p = Fraction(len(row["covers"]), pockets)
        assert (p, (row["pays"] + 1) ** 2 * p * (1 - p)) == (
            Fraction(row["win_probability"]),
            Fraction(row["variance"]),
        )


def test_a_row_has_these_fields(capsys):
    """The first row is the first straight, and Oneida is the house unless another is named."""
    expected = {
        "kind": "straight",
        "position": "straight:0",
        "covers": ["0"],
        "pays": 35,
        "win_probability": "1/38",
        "edge": "1/19",
        "variance": "11988/361",
    }
    assert expected == rows(capsys)[0]


def test_a_table_s_own_odds_count(capsys, tmp_path):
    """A table that pays more keeps less."""
    file = table(tmp_path, f'rulebook = "{ONEIDA}"\n[settings.odds]\nstraight = 36\nred = 2\n')
    edges = {row["kind"]: row["edge"] for row in rows(capsys, "--table", file)}
    assert ("1/38", "-8/19", "1/19") == (edges["straight"], edges["red"], edges["black"])


@pytest.mark.parametrize("more", [(), ("--positions",)])
def test_people_get_the_same_facts(capsys, more):
    """The table for people names the house, the number of positions, and the edges in both forms."""
    code, out, err = run(capsys, "odds", "roulette", "--rulebook", HOIAN, *more)
    facts = [HOIAN, "157 positions", "1/37", "2.70 %", "35 to 1", "straight"]
    assert (0, "", []) == (code, err, [fact for fact in facts if fact not in out])


def test_a_line_for_each_position(capsys):
    """With --positions every position has its line, and the numbers it covers are there."""
    _, out, _ = run(capsys, "odds", "roulette", "--positions")
    assert [] == [bet for bet in ("straight:00", "split:17-20", "six:31-36", "corner:1-2-4-5") if bet not in out]


def test_an_edge_may_be_the_player_s(capsys, tmp_path):
    """A negative edge is shown with its sign."""
    file = table(tmp_path, f'rulebook = "{ONEIDA}"\n[settings.odds]\nstraight = 38\n')
    assert "-1/38 (-2.63 %)" in run(capsys, "odds", "roulette", "--table", file)[1]


@pytest.mark.parametrize("house", ["nope", "", "readings"])
def test_an_unknown_rulebook(capsys, house):
    """Exit code 2, with the value."""
    code, out, err = run(capsys, "odds", "roulette", "--rulebook", house)
    assert (2, "", True) == (code, out, "no such rulebook" in err and repr(house) in err)


def test_a_rulebook_of_another_game(capsys):
    """Odds of roulette need rules of roulette."""
    code, out, err = run(capsys, "odds", "roulette", "--rulebook", "oneida-sicbo-2004")
    assert (2, "", True) == (code, out, "not a roulette rulebook" in err)


def test_a_table_against_the_rules(capsys, tmp_path):
    """Its settings are refused: exit code 2, nothing computed."""
    file = table(tmp_path, f'rulebook = "{ONEIDA}"\n[settings.odds]\nstraight = 34\n')
    code, out, err = run(capsys, "odds", "roulette", "--table", file)
    assert (2, "", True) == (code, out, "no less than 35 to 1" in err)


def test_a_refusal_names_its_clauses(capsys, tmp_path):
    """Every fault, each with the clause that decided it."""
    file = table(tmp_path, f'rulebook = "{ONEIDA}"\n[settings]\nhalf_back = true\n[settings.odds]\nstraight = 34\n')
    _, _, err = run(capsys, "odds", "roulette", "--table", file)
    assert [] == [fact for fact in ("RO-G1", "RO-G2", "half_back") if fact not in err]


@pytest.mark.parametrize("content", ["rulebook", "", 'rulebook = "nope"', f'rulebook = "{ONEIDA}"\nzzz = 1\n'])
def test_a_table_that_makes_no_sense(capsys, tmp_path, content):
    """Not TOML, no rulebook, an unknown one, an unknown field: exit code 2."""
    code, out, err = run(capsys, "odds", "roulette", "--table", table(tmp_path, content))
    assert (2, "", True) == (code, out, bool(err))


def test_a_table_that_is_not_there(capsys, tmp_path):
    """A missing file and a directory: exit code 2."""
    found = [run(capsys, "odds", "roulette", "--table", str(tmp_path / name)) for name in ("missing.toml", "")]
    assert [(2, "", True)] * 2 == [(code, out, "pitboss: " in err) for code, out, err in found]
