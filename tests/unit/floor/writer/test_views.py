"""What screens are shown of streams that are no table: a tournament, a tote's board, the house."""

from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from pitboss.decider import Role
from pitboss.floor.writer.views import board_view, own_view, view
from pitboss.openers import read_transcript
from pitboss.transcript import play

ROOT = Path(__file__).resolve().parents[4]


def played(name):
    """Return a stream as a recorded transcript leaves it."""
    transcript = read_transcript((ROOT / name).read_bytes().split(b"\n"))
    state = None
    for step in play(transcript):
        state = step.state
    return SimpleNamespace(config=transcript.config, rules=transcript.game, state=state, name="one", version=9)


@pytest.fixture
def tote():
    """Return a tote day."""
    return played("tests/faults/race.jsonl")


def test_a_board_is_shown_once_a_card_is_open(tote):
    """Of the race that is asked for, or of the next to go; and none before there is a race."""
    now = datetime(2004, 5, 1, 18, tzinfo=UTC)
    track, race = next(iter(tote.state.races))
    found = board_view(tote, track, race, now)
    assert found is not None
    assert (track, race) == (found["track"], found["race"])
    assert board_view(tote, None, None, now) is not None
    tote.state = tote.rules.new_state(tote.config)
    assert board_view(tote, None, None, now) is None


def test_staff_see_more_of_a_tote(tote):
    """Windows and their drawers are for those who work here."""
    public, staff = view(tote), view(tote, Role.TELLER)
    assert "terminals" not in public
    assert len(tote.state.tickets) == staff["tickets"]
    assert own_view(tote, "T1") is None


def test_a_tournament_has_its_name():
    """Its leaderboard has a page of its own."""
    found = next((ROOT / "examples/blackjack/tournaments").glob("*.jsonl"))
    shown = view(played(found.relative_to(ROOT)), Role.DEALER)
    assert "tournament" == shown["kind"]
