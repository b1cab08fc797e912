"""`pitboss odds sicbo`: one row a selection, exact to the fraction."""

import json

import pytest

from pitboss.cli import main

HOUSE = "oneida-sicbo-2004"


def run(capsys, *tokens):
    """Run the command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(["odds", "sicbo", *tokens])
    return leaving.value.code, *capsys.readouterr()


def rows(capsys, *tokens):
    """Return the rows that the command prints as JSON, by position."""
    code, out, err = run(capsys, "--json", *tokens)
    assert (0, "") == (code, err)
    return {row["position"]: row for row in map(json.loads, out.splitlines())}


def table(tmp_path, text):
    """Write a table's TOML file and return its path."""
    file = tmp_path / "table.toml"
    file.write_text(text)
    return str(file)


def test_a_row_for_every_selection(capsys):
    """Fifty, each with these fields."""
    found = rows(capsys, "--rulebook", HOUSE)
    expected = {
        "kind": "pair",
        "position": "pair:3",
        "covers": 16,
        "pays": 8,
        "win_probability": "2/27",
        "edge": "1/3",
        "variance": "50/9",
    }
    assert (50, expected, [1, 2, 3]) == (len(found), found["pair:3"], found["one:6"]["pays"])


def test_a_table_s_own_settings_count(capsys, tmp_path):
    """Better odds, and a triple that loses two of a kind."""
    text = f'rulebook = "{HOUSE}"\n[settings]\ntwo_of_a_kind = "exactly"\n[settings.odds]\ntriple = 180\n'
    found = rows(capsys, "--table", table(tmp_path, text))
    assert ("3/8", "35/216", "1/36") == (found["pair:1"]["edge"], found["triple:1"]["edge"], found["big"]["edge"])


def test_people_get_the_same_facts(capsys):
    """Selections that are alike stand together."""
    code, out, err = run(capsys)
    facts = [HOUSE, "50 selections", "triple:1 to 6", "total:7, 14", "1, 2, 3 to 1", "7/72 (9.72 %)", "105"]
    assert (0, "", []) == (code, err, [fact for fact in facts if fact not in out])
    named = [line.split()[0] for line in out.splitlines() if " to 1 " in line]
    assert ["any_triple", "small", "big"] == [name for name in named if ":" not in name]
    assert 14 == len(named)


@pytest.mark.parametrize("house", ["nope", "", "readings"])
def test_an_unknown_rulebook(capsys, house):
    """Exit code 2, with the value."""
    code, out, err = run(capsys, "--rulebook", house)
    assert (2, "", True) == (code, out, "no such rulebook" in err and repr(house) in err)


def test_a_rulebook_of_another_game(capsys):
    """Odds of sic bo need rules of sic bo."""
    code, out, err = run(capsys, "--rulebook", "seabrook-roulette")
    assert (2, "", True) == (code, out, "not a sicbo rulebook" in err)


def test_a_table_against_the_rules(capsys, tmp_path):
    """Odds under the least are refused: exit code 2, with the clause, nothing computed."""
    file = table(tmp_path, f'rulebook = "{HOUSE}"\n[settings.odds]\ntriple = 149\n')
    code, out, err = run(capsys, "--table", file)
    assert (2, "", True) == (code, out, "no less than 150 to 1" in err and "SB-D1" in err)
