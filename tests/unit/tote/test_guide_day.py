"""The guides to a tote day: acts, bets, cards, states of tickets and accounts are all there, and the picture is new."""

import re
from pathlib import Path

import msgspec
import pytest

from pitboss.openers import read_transcript
from pitboss.tote.day.game import TOTE
from pitboss.tote.day.racecard import Card, CardPool, CardRace, CardRunner
from pitboss.tote.day.state import Phase
from pitboss.tote.day.tickets import TicketState
from pitboss.tote.notation import format_bet, parse_bet
from pitboss.tote.rules import tote_rules
from tests.support.pictures import BOARD_PICTURES, IMAGES, documented

ROOT = Path(__file__).resolve().parents[3]
GUIDE = (ROOT / "docs/tote.md").read_text(encoding="utf-8")
TRANSCRIPTS = (ROOT / "docs/transcripts.md").read_text(encoding="utf-8")
RULES = tote_rules("oneida-parimutuel-2004", {})


def section(heading: str) -> str:
    """Return the guide from a heading to the next of its rank or above."""
    rank = heading.partition(" ")[0]
    return re.split(rf"^#{{2,{len(rank)}}} ", GUIDE.partition(f"\n{heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def first_column(heading: str) -> list[str]:
    """List what stands in the first column of a section's tables, without headings and rules."""
    rows = [line.split("|")[1].strip() for line in section(heading).splitlines() if line.startswith("| ")]
    return rows[1:]


def codes(text: str) -> list[str]:
    """List what stands as code in a text."""
    return re.findall(r"`([^`\n]+)`", text)


def tag(act: type) -> str:
    """Return the stored name of an act."""
    return act.__struct_config__.tag  # type: ignore[attr-defined,no-any-return]


@pytest.mark.parametrize("act", TOTE.acts, ids=tag)
def test_transcripts_list_every_act(act):
    """Each has a row with each of its fields."""
    row = next((line for line in TRANSCRIPTS.splitlines() if line.startswith(f"| `{tag(act)}` |")), "")
    assert [] == [name for name in (tag(act), *act.__struct_fields__) if f"`{name}`" not in row]


def test_every_bet_reads_back():
    """And each kind of bet, and each form of it, has an example that is sold."""
    shown = [code for cell in first_column("## How a bet is written") for code in codes(cell)]
    bets = [parse_bet(text) for text in shown]
    for bet in bets:
        RULES.refuse_unsold(bet)
    assert shown == [format_bet(bet) for bet in bets]
    assert {rule.kind for rule in RULES.data.bets} == {bet.kind for bet in bets}
    assert {rule.form for rule in RULES.data.forms} <= {bet.form for bet in bets}


@pytest.mark.parametrize("shape", [Card, CardRace, CardRunner, CardPool])
def test_every_field_of_a_card_is_explained(shape):
    """The section on cards names it as code."""
    words = {word for code in codes(section("### The card")) for word in re.findall(r"\w+", code)}
    assert [] == [field.name for field in msgspec.structs.fields(shape) if field.name not in words]


@pytest.mark.parametrize(("heading", "states"), [("### A race", Phase), ("### A ticket", TicketState)])
def test_every_state_has_its_row(heading, states):
    """In the order in which things come."""
    assert [state.value for state in states] == first_column(heading)


def test_every_account_has_its_row():
    """Whatever the sample days move money to or from."""
    days = [read_transcript(path.read_bytes().split(b"\n")) for path in (ROOT / "examples/tote/day").glob("*.jsonl")]
    answers = [answer for day in days for entry in day.entries for answer in entry.recorded]
    moves = [move for answer in answers for move in getattr(answer, "moves", ())]
    moved = {name.partition(":")[0] for move in moves for name in (move.source, move.target)}
    told = {code.partition(":")[0] for cell in first_column("### Where the money is") for code in codes(cell)}
    assert moved == told


@pytest.mark.parametrize("name", BOARD_PICTURES)
def test_the_documented_picture_is_current(name):
    """If not, `make golden` is due."""
    assert documented(name) == (IMAGES / name).read_text(encoding="utf-8")
