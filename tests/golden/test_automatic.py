"""The sample automatic tables: together they show every act, every event and every cause, and the guide lists them."""

import pytest

from pitboss.games.roulette.automatic.acts import VoidCause
from pitboss.games.roulette.automatic.events import GameVoided
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.openers import read_transcript
from tests.golden.remake import ROOT, transcripts

FILES = sorted((ROOT / "examples/roulette/automatic").glob("*.jsonl"))
ENTRIES = [entry for path in FILES for entry in read_transcript(path.read_bytes().split(b"\n")).entries]
RECORDED = [answer for entry in ENTRIES for answer in entry.recorded]
GUIDE = (ROOT / "docs/transcripts.md").read_text(encoding="utf-8")


def tag(message: type) -> str:
    """Return the stored name of an act or an event."""
    return message.__struct_config__.tag  # type: ignore[attr-defined,no-any-return]


def test_the_samples_are_golden_files():
    """Whatever holds for the transcripts of tables holds for them: `make golden` finds them."""
    assert FILES
    assert set(FILES) <= set(transcripts())


def test_every_act_and_every_event_occurs():
    """Each message of an automatic table is in one of the files, so that each has an example."""
    assert set(AUTOMATIC.acts) == {type(entry.command.act) for entry in ENTRIES}
    assert set(AUTOMATIC.events) == {type(answer) for answer in RECORDED} & set(AUTOMATIC.events)


def test_every_cause_voids_a_game():
    """Each listed cause, and a game that was held, is voided in one of the files."""
    assert set(VoidCause) == {answer.cause for answer in RECORDED if isinstance(answer, GameVoided)}


@pytest.mark.parametrize("act", AUTOMATIC.acts, ids=tag)
def test_the_guide_lists_every_act(act):
    """The guide has a row for each act, with each of its fields."""
    row = next((line for line in GUIDE.splitlines() if line.startswith(f"| `{tag(act)}` |")), "")
    assert [] == [name for name in ("", *act.__struct_fields__) if f"`{name or tag(act)}`" not in row]
