"""The signs of tables, as `pitboss sign` prints them into a file; `make golden` remakes them."""

import subprocess
import sys

import pytest

from pitboss.games import GAMES
from pitboss.rulebook import edition, read_table_file, table_config
from tests.golden.remake import SIGNS, sign, table_of

FILES = sorted(SIGNS.glob("*.txt"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_signs_are_as_they_were(path):
    """What a house posts does not change unnoticed."""
    assert path.read_text(encoding="utf-8") == sign(path).decode()


def test_every_game_has_a_sign_on_record():
    """A new game needs one of its tables here."""
    configs = [table_config(read_table_file(table_of(path))) for path in FILES]
    assert {*GAMES} == {edition(config.rulebook).game for config in configs}


def test_the_program_writes_them():
    """The installed command prints the same into a pipe."""
    path = FILES[0]
    command = [sys.executable, "-m", "pitboss", "sign", str(table_of(path))]
    done = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == done.stdout
