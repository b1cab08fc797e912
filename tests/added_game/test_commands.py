"""A game that an installed package brings, and editions that the environment names, are found by the commands."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.added_game.case import EDITION, EDITIONS

ROOT = Path(__file__).resolve().parents[2]
ROUND = (
    {"type": "table.inspect_equipment/1", "items": ["wheel of 54 stops"]},
    {"type": "table.open/1"},
    {"type": "table.open_betting/1"},
    {"type": "bigsix.place_wager/1", "player": "Ann", "bet": "joker", "stake_minor": 500},
    {"type": "bigsix.call_no_more_bets/1"},
    {"type": "bigsix.enter_stop/1", "symbol": "joker"},
    {"type": "bigsix.pay_winners/1"},
)


def transcript():
    """Return a round as lines of a transcript."""
    yield {"table": {"rulebook": EDITION, "name": "Lucky Wheel", "currency": "USD"}}
    for number, act in enumerate(ROUND):
        at = f"2026-01-01T20:00:0{number}Z"
        yield {"do": {"key": f"k{number}", "by": {"id": "Dora", "role": "dealer"}, "act": act, "received_at": at}}


@pytest.fixture
def pitboss(tmp_path):
    """Run a command of a program beside which the package of the game is installed."""
    installed = tmp_path / "site" / "bigsix-1.0.dist-info"
    installed.mkdir(parents=True)
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: bigsix\nVersion: 1.0\n", encoding="utf-8")
    entry = "[pitboss.games]\nbigsix = tests.added_game.bigsix.game:GAME\n"
    (installed / "entry_points.txt").write_text(entry, encoding="utf-8")
    paths = os.pathsep.join([str(installed.parent), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": paths, "PITBOSS_EDITIONS": str(EDITIONS)}
    (tmp_path / "wheel.toml").write_text(f'rulebook = "{EDITION}"\nname = "Lucky Wheel"\n', encoding="utf-8")
    lines = "".join(json.dumps(line) + "\n" for line in transcript())
    (tmp_path / "round.jsonl").write_text(lines, encoding="utf-8")
    settled = {"rulebook": EDITION, "symbol": "joker", "wagers": [{"bet": "joker", "cents": 500}]}
    (tmp_path / "settle.jsonl").write_text(json.dumps(settled) + "\n", encoding="utf-8")

    def run(*tokens):
        command = [sys.executable, "-m", "pitboss", *tokens]
        done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=tmp_path)
        assert (0, "") == (done.returncode, done.stderr), done
        return done.stdout

    return run


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (("rulebooks",), "Lakeside big six wheel"),
        (("check", "wheel.toml"), "lakeside-bigsix-2026"),
        (("sign", "wheel.toml"), "45 to 1"),
        (("schema", "bigsix"), "bigsix.enter_stop/1"),
        (("play", "round.jsonl"), "The wheel stops at joker."),
        (("play", "round.jsonl", "--journal", "day.db"), "Ann wins $225.00 on joker [BX-E]"),
        (("settle", "bigsix", "settle.jsonl"), "22500"),
        (("clause", "BX-E"), "45 to 1"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_a_command_finds_the_game(pitboss, tokens, said):
    """Each as for a game that ships with the program."""
    assert said in pitboss(*tokens)


def test_a_journal_of_it_is_verified(pitboss):
    """A process of its own proves what another has written."""
    pitboss("play", "round.jsonl", "--journal", "day.db")

    assert "no fault" in pitboss("verify", "--journal", "day.db").lower()
