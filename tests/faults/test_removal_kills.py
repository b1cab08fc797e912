"""Whoever takes archived lines out of a journal is killed at every call: they are in the database or the archive."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from pitboss.journal import open_journal
from tests.support.campaign import Campaign, Part
from tests.support.durable import faults_in, opened, outcome
from tests.support.faults import Performance, Stage, stage

DEEDS = ("kill-before", "kill-half", "kill-after")
STREAMS = {"table:1": "roulette oneida", "table:2": "sicbo"}
LASTS = [11, 20]
SLICE_KILLS = 3
"""At how many calls the slice of every test run kills, in each of the three ways."""


@pytest.fixture(scope="module")
def theatre(tmp_path_factory):
    """Yield the stage for all kills of this file."""
    with stage(tmp_path_factory.mktemp("stage")) as one:
        yield one


@pytest.fixture(scope="module")
def played(theatre):
    """Return a journal that was played into, as its file, and its lines."""
    outcome(theatre.address, STREAMS)
    with closing(open_journal(theatre.address, is_reader=True)) as journal:
        lines = list(journal.lines())
    return Path(theatre.address.removeprefix("sqlite:///")).read_bytes(), lines


def taken_out(theatre: Stage, data: bytes, lines, **plan: object) -> tuple[Performance, int]:
    """Take lines out under a plan, and see that all of them are there; return how many segments were."""
    path = Path(theatre.address.removeprefix("sqlite:///"))
    for one in sorted(path.parent.glob("day.db*/*")) + [one for one in path.parent.glob("day.db*") if one.is_file()]:
        one.unlink()
    path.write_bytes(data)
    performance = theatre.take_out(LASTS, **plan)
    with closing(opened(theatre.address)) as journal:
        assert lines == list(journal.lines())
        return performance, len(journal.segments())


def killed(theatre: Stage, data: bytes, lines, **plan: object) -> str:
    """Be killed in the midst of it, and then finish."""
    performance, taken = taken_out(theatre, data, lines, **plan)
    assert performance.is_killed
    theatre.take_out(LASTS)
    with closing(opened(theatre.address)) as journal:
        assert (2, lines, []) == (len(journal.segments()), list(journal.lines()), faults_in(journal))
        there = {file.name for one in journal.segments() for file in Path(one.folder).iterdir()}
        assert {one.segment.name for one in journal.segments()} == there
    return f"{taken} taken out"


@pytest.mark.campaign(len(DEEDS))
def test_killed_at_every_call_of_a_removal(request, theatre, played):
    """Killed before, within and after each call, lines are where they were or in a proved file, and it can go on."""
    data, lines = played
    campaign = Campaign.of(request, "removal-kills", part_cases=1, slice_parts=len(DEEDS))

    performance, taken = taken_out(theatre, data, lines)
    assert (2, False) == (taken, performance.is_killed)
    calls = range(1, performance.seen + 1)

    def search(part: Part) -> Counter[str]:
        met = Counter[str]()
        for at in calls if campaign.is_whole else part.rng().sample(calls, SLICE_KILLS):
            met.update(["killed", killed(theatre, data, lines, at=at, do=DEEDS[part.number])])
        return met

    met = campaign.run(search)
    assert len(DEEDS) * (len(calls) if campaign.is_whole else SLICE_KILLS) == met["killed"]
    assert not campaign.is_whole or {"0 taken out", "1 taken out", "2 taken out"} <= set(met)
