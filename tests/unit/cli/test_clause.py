"""`pitboss clause`: one clause or all under a heading, and where they are carried out."""

import json

import pytest

from pitboss.cli import main
from pitboss.rulebook import all_clauses, clause


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


def rows(capsys, *tokens):
    """Return the rows that a command prints as JSON."""
    code, out, err = run(capsys, *tokens, "--json")
    assert (0, "") == (code, err)
    return [json.loads(line) for line in out.splitlines()]


def test_a_clause_is_shown_with_where_it_is_carried_out(capsys):
    """Its id, title, kind and text, and the code and data that cite it."""
    code, out, err = run(capsys, "clause", "RO-F2")
    entry = clause("RO-F2")
    facts = [entry.id, entry.title, entry.kind, entry.text, "pitboss.games.roulette.round.refuse_late"]
    assert (0, "", []) == (code, err, [fact for fact in facts if fact not in out])


def test_a_clause_as_a_row(capsys):
    """One object with five fields."""
    (row,) = rows(capsys, "clause", "RO-D6")
    where = row.pop("where")
    entry = clause("RO-D6")
    assert {"id": "RO-D6", "kind": "enforced", "title": entry.title, "text": entry.text} == row
    assert "oneida-roulette-2008: wager first_five" in where


@pytest.mark.parametrize("clause_id", ["Q4", "RH-6.5.2.1", "RA-3b.viii", "RES"])
def test_readings_and_leaves_are_clauses(capsys, clause_id):
    """Any id that there is can be asked for."""
    assert clause_id in [row["id"] for row in rows(capsys, "clause", clause_id)]


@pytest.mark.parametrize(
    ("heading", "inside", "outside"),
    [
        ("RH-6.5", "RH-6.5.2.1.3", "RH-6.6"),
        ("RA-3b", "RA-3b.viii", "RA-3a.i"),
        ("RH-6.1.1", "RH-6.1.1.2", "RH-6.1.10.1"),
        ("RO-D1", "RO-D1", "RO-D2"),
    ],
)
def test_a_heading_shows_what_is_under_it(capsys, heading, inside, outside):
    """All clauses below, and not those whose number only begins alike."""
    ids = [row["id"] for row in rows(capsys, "clause", heading)]
    assert (True, False) == (inside in ids, outside in ids)


def test_a_letter_is_a_heading_too(capsys):
    """RO-D are the inside wagers, in the order of the document."""
    assert [f"RO-D{number}" for number in range(1, 8)] == [row["id"] for row in rows(capsys, "clause", "RO-D")]


def test_where_is_there_for_every_clause(capsys):
    """Each has the field, and every clause of roulette is carried out somewhere."""
    found = rows(capsys, "clause", "R")
    assert [] == [row["id"] for row in found if not row["where"]]
    assert {row["id"] for row in found} == {entry for entry in all_clauses() if entry.startswith("R")}


@pytest.mark.parametrize("clause_id", ["RO-Z9", "ro-d1", "RO-D11", "nope"])
def test_an_unknown_clause(capsys, clause_id):
    """Exit code 2, with what was asked for."""
    code, out, err = run(capsys, "clause", clause_id)
    assert (2, "", True) == (code, out, f"field clause: '{clause_id}'" in err)


def test_words_are_searched_for(capsys):
    """Late bets are found in three houses, each with its rulebook."""
    code, out, err = run(capsys, "clause", "--search", "late bets")
    heads = [line for line in out.splitlines() if not line.startswith("  ")]
    assert (0, "") == (code, err)
    assert [
        "RS-I4  Late bets  (seabrook-roulette)",
        "RH-4.6  No more bets  (hoian-roulette-2020)",
        "RO-F2  No more bets  (oneida-roulette-2008)",
    ] == heads[:3]


def test_what_is_found_is_data(capsys):
    """One object a clause, with its rulebook."""
    row = rows(capsys, "clause", "--search", "late bets")[0]
    entry = clause("RS-I4")
    expected = {"id": "RS-I4", "kind": "enforced", "title": entry.title, "text": entry.text}
    assert {**expected, "edition": "seabrook-roulette"} == row


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        ((), 'name a clause, such as RO-F2, or search for words: --search "late bets"'),
        (("--search", ""), "name at least one word to search for"),
        (("--search", "xyzzy"), "'xyzzy': no clause has all these words: try fewer, or others"),
        (("RO-F2", "--search", "late"), "name a clause or words to search for, not both"),
    ],
)
def test_a_search_that_cannot_be_made(capsys, tokens, said):
    """Exit code 2 with a sentence."""
    code, out, err = run(capsys, "clause", *tokens)
    assert (2, "", True) == (code, out, said in err)
