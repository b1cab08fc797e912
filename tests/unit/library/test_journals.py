"""Journals by the library: steps and events as they were recorded, typed."""

import pytest

import pitboss
from pitboss.cli import main
from pitboss.games.roulette.events import RoundSettled
from tests.arch.tree import ROOT

STREAM = "table:main-floor-1"


@pytest.fixture(scope="module")
def day(tmp_path_factory):
    """Return a journal with a round of roulette in it."""
    path = tmp_path_factory.mktemp("journal") / "day.db"
    transcript = ROOT / "examples/roulette/oneida/one-round.jsonl"
    with pytest.raises(SystemExit) as leaving:
        main(["play", str(transcript), "--journal", str(path)])
    assert 0 == leaving.value.code
    return path


def test_a_journal_is_walked_step_by_step(day):
    """Every command is there with who asked, what happened, and why it was refused."""
    with pitboss.read_journal(day) as journal:
        assert (STREAM,) == journal.streams
        steps = list(journal.steps(STREAM))

    refused = [step.refusal.clause for step in steps if step.refusal is not None]
    assert (15, ["RO-D2", "RO-F2", "RO-F4"]) == (len(steps), refused)
    assert all(bool(step.events) != bool(step.refusal) and step.words for step in steps)
    assert ("Bob", pitboss.Role.PLAYER) == next((s.by.id, s.by.role) for s in steps if s.refusal)


def test_events_are_of_their_types(day):
    """All of a stream's events, or those of a name."""
    with pitboss.read_journal(f"sqlite:///{day}") as journal:
        every, (settled,) = list(journal.events(STREAM)), list(journal.events(STREAM, "RoundSettled"))

    assert isinstance(settled, RoundSettled)
    assert (12, "17", every[-1]) == (len(every), settled.pocket, settled)


def test_a_stream_that_is_not_there(day):
    """The error lists the streams there are."""
    with pitboss.read_journal(day) as journal, pytest.raises(pitboss.InputError, match=f"it has {STREAM}"):
        list(journal.steps("table:other"))


def test_a_journal_that_is_not_there(tmp_path, monkeypatch):
    """Reading makes no journal: a path with a slip in it is told."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pitboss.InputError, match=r"nope\.db': no such journal"):
        pitboss.read_journal("nope.db")
    assert not list(tmp_path.iterdir())
