"""`pitboss leaderboard`: who stands where, from a tournament's transcript."""

import io
import json
from pathlib import Path

import pytest

from pitboss.cli import main
from tests.support.tournament_driver import DOCUMENT

ROOT = Path(__file__).resolve().parents[3]
SMALL = "examples/blackjack/tournaments/small.jsonl"


def run(capsys, *tokens):
    """Run one command; return its exit code, standard output and standard error."""
    with pytest.raises(SystemExit) as leaving:
        main(tokens)
    return leaving.value.code, *capsys.readouterr()


def test_a_leaderboard_has_a_line_for_each_player(capsys, monkeypatch):
    """Place, chips, the heat reached and the prize, under the tournament's name."""
    monkeypatch.chdir(ROOT)
    code, out, err = run(capsys, "leaderboard", SMALL)
    assert (0, "") == (code, err)
    assert "under oneida-blackjack-2004: the prizes are awarded" in out
    rows = [line.split() for line in out.splitlines()]
    assert ["1", "Eve", "1,250", "2", "in", "$60.00"] in rows
    assert ["7", "Gus", "610", "1", "disqualified"] in rows


def test_as_json_it_is_one_row_a_player(capsys, monkeypatch):
    """With the amounts as numbers."""
    monkeypatch.chdir(ROOT)
    _, out, _ = run(capsys, "leaderboard", "--json", SMALL)
    rows = [json.loads(line) for line in out.splitlines()]
    expected = {"place": 1, "player": "Eve", "chips": 1250, "heat": 2, "status": "in", "prize_minor": 6000}
    assert (expected, 7) == (rows[0], len(rows))


def test_a_tournament_without_commands_has_no_lines(capsys, monkeypatch):
    """Also from standard input; the headline says where it stands."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps({"tournament": DOCUMENT}).encode())))
    code, out, err = run(capsys, "leaderboard", "-")
    assert (0, "", True) == (code, err, "entries have not been opened" in out)


def test_a_table_has_no_leaderboard(capsys, monkeypatch):
    """Exit code 2, with what the file is."""
    monkeypatch.chdir(ROOT)
    code, out, err = run(capsys, "leaderboard", "examples/sicbo/one-round.jsonl")
    assert (2, "", True) == (code, out, "is a transcript of sicbo" in err)
