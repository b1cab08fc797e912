"""`pitboss diff`: two houses side by side, as tables and as data."""

import json

import pytest

from pitboss.cli import main
from pitboss.rulebook import edition, edition_ids
from pitboss.rulebook.edition import _EDITIONS, FOLDERS

ONEIDA, HOIAN = "oneida-roulette-2008", "hoian-roulette-2020"


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


def test_the_houses_stand_side_by_side(capsys):
    """Odds with their edge and clauses, who decides, and what one house does not have."""
    code, out, err = run(capsys, "diff", ONEIDA, HOIAN)
    facts = [
        "at least 35 to 1, edge 1/19 (5.26 %) [RO-D1, RO-G1]",
        "exactly 35 to 1, edge 1/37 (2.70 %) [RH-6.1.1.1, RH-5.1a]",
        "dealer or inspector or pit supervisor [RH-7.1]",
        "Up to the Pit Manager [RH-8.1]",
    ]
    assert (0, "", []) == (code, err, [fact for fact in facts if fact not in out])


def test_rows_are_data(capsys):
    """One object a row, only what differs; with --all the rest too."""
    rows = [json.loads(line) for line in run(capsys, "diff", ONEIDA, HOIAN, "--json")[1].splitlines()]
    every = [json.loads(line) for line in run(capsys, "diff", ONEIDA, HOIAN, "--json", "--all")[1].splitlines()]
    (wheel,) = [row for row in rows if (row["section"], row["what"]) == ("procedures", "wheel")]

    expected = {"words": "double zero", "clauses": []}, {"words": "single zero", "clauses": []}, True
    assert expected == (wheel["left"], wheel["right"], wheel["differs"])
    assert {True} == {row["differs"] for row in rows}
    assert rows == [row for row in every if row["differs"]]
    assert len(rows) < len(every)


def test_the_same_house_twice(capsys):
    """There is nothing to show, and that is said."""
    assert (0, f"{HOIAN} and {HOIAN} do not differ.\n", "") == run(capsys, "diff", HOIAN, HOIAN)


def test_a_house_of_ones_own_is_compared(capsys, tmp_path, monkeypatch):
    """An edition in a folder of the house's own: one figure changed, one row."""
    text = (_EDITIONS / "oneida-sicbo-2004.toml").read_text(encoding="utf-8")
    assert "shakes_min = 3" in text
    changed = text.replace('id = "oneida-sicbo-2004"', 'id = "garden-sicbo"').replace(
        "shakes_min = 3", "shakes_min = 5"
    )
    (tmp_path / "garden-sicbo.toml").write_text(changed, encoding="utf-8")
    monkeypatch.setenv(FOLDERS, str(tmp_path))
    _, out, _ = run(capsys, "diff", "oneida-sicbo-2004", "garden-sicbo", "--json")
    (row,) = map(json.loads, out.splitlines())
    assert ("shakes min", "3", "5") == (row["what"], row["left"]["words"], row["right"]["words"])


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ("nope", "'nope': no such rulebook; the known ones are"),
        ("oneida-sicbo-2004", "is a rulebook of sicbo and oneida-roulette-2008 one of roulette: name two of one game"),
    ],
)
def test_what_cannot_be_compared(capsys, other, said):
    """Exit code 2 with a sentence, and nothing on standard output."""
    code, out, err = run(capsys, "diff", ONEIDA, other)
    assert (2, "", True) == (code, out, said in err)


def test_every_pair_of_one_game_can_be_compared(capsys):
    """Whatever is added later, too."""
    names = [name for name in edition_ids() if edition(name).game == "roulette"]
    assert {0} == {run(capsys, "diff", left, right, "--json")[0] for left in names for right in names}
