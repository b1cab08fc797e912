"""The commands in the totalizator's guide print what is shown below them."""

import re
import shlex
from pathlib import Path

import pytest

from pitboss.cli import main

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs/tote.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```console\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
SHOWN = [
    part.partition("\n")[::2] for block in BLOCKS for part in re.split(r"^\$ pitboss ", block, flags=re.MULTILINE)[1:]
]


def test_every_command_of_the_tote_is_shown():
    """But for those that have a page or section of their own."""
    assert {"settle", "price", "cost", "board", "explain"} <= {command.split()[1] for command, _ in SHOWN}


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_a_command_prints_what_is_shown(capsys, monkeypatch, command, output):
    """Word for word, but for blanks; a refusal leaves with 1, everything else with 0."""
    monkeypatch.chdir(ROOT)
    with pytest.raises(SystemExit) as leaving:
        main(shlex.split(command))
    assert (int(output.startswith("Refused")), output.split()) == (leaving.value.code, capsys.readouterr().out.split())
