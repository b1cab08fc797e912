"""The sample tournaments: together they show every act and every event, and the guides explain what they show."""

import doctest
import io
import re
import shlex
from contextlib import redirect_stdout, suppress

import pytest

from pitboss.cli import main
from pitboss.games.tournament.config import TournamentConfig
from pitboss.games.tournament.game import TOURNAMENT
from pitboss.openers import read_transcript
from tests.golden.remake import ROOT, transcripts

EXAMPLES = ROOT / "examples/blackjack/tournaments"
FILES = sorted(EXAMPLES.glob("*.jsonl"))
GUIDE = (ROOT / "docs/transcripts.md").read_text(encoding="utf-8")
PAGE = (ROOT / "docs/tournaments.md").read_text(encoding="utf-8")


def tag(message: type) -> str:
    """Return the stored name of an act or an event."""
    return message.__struct_config__.tag  # type: ignore[attr-defined,no-any-return]


def test_the_samples_are_golden_files():
    """Whatever holds for the transcripts of tables holds for them: `make golden` finds them."""
    assert FILES
    assert set(FILES) <= set(transcripts())


def test_every_act_and_every_event_occurs():
    """Each message of a tournament is in one of the files, so that each has an example."""
    entries = [entry for path in FILES for entry in read_transcript(path.read_bytes().split(b"\n")).entries]
    assert set(TOURNAMENT.acts) == {type(entry.command.act) for entry in entries}
    recorded = {type(answer) for entry in entries for answer in entry.recorded}
    assert set(TOURNAMENT.events) == recorded & set(TOURNAMENT.events)


@pytest.mark.parametrize("act", TOURNAMENT.acts, ids=tag)
def test_the_guide_lists_every_act(act):
    """The guide has a row for each act, with each of its fields."""
    row = next((line for line in GUIDE.splitlines() if line.startswith(f"| `{tag(act)}` |")), "")
    assert [] == [name for name in ("", *act.__struct_fields__) if f"`{name or tag(act)}`" not in row]


def test_the_page_explains_every_field():
    """Each thing a house may say about its tournament has a row of its own."""
    rows = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert set(TournamentConfig.__struct_fields__) == rows & set(TournamentConfig.__struct_fields__)


@pytest.mark.parametrize("block", re.findall(r"```console\n\$ pitboss (.*?)```", PAGE, re.DOTALL))
def test_the_page_shows_what_is_printed(block, monkeypatch):
    """Each command of the page prints what stands below it; `...` is left out."""
    monkeypatch.chdir(ROOT)
    command, _, shown = block.partition("\n")
    with redirect_stdout(io.StringIO()) as printed, suppress(SystemExit):
        main(shlex.split(command))
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    assert doctest.OutputChecker().check_output(shown, printed.getvalue(), options), printed.getvalue()
