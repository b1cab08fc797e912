"""Whoever writes a journal is killed, at every call that changes it and under load: nothing acknowledged is lost."""

from collections import Counter
from itertools import count, product

import pytest

from tests.support.campaign import Campaign, Part
from tests.support.durable import ROUNDS, survived
from tests.support.faults import Stage, stage

DEEDS = ("kill-before", "kill-half", "kill-after")
EVERY = list(product(ROUNDS, DEEDS))
SLICE_KILLS = 1
"""At how many calls of a round the slice of every test run kills, in each of the three ways."""
LOAD = {f"table:{number}": name for number, name in enumerate([*ROUNDS, "blackjack", "baccarat"])}
"""Who sends at once, each to its own stream."""


@pytest.fixture(scope="module")
def theatre(tmp_path_factory):
    """Yield the stage for all kills of this file."""
    with stage(tmp_path_factory.mktemp("stage")) as one:
        yield one


def killed(theatre: Stage, streams: dict[str, str], **plan: object) -> str | None:
    """Perform, be killed, and hold the journal against an uninterrupted one; None where nobody was killed."""
    performance = theatre.perform(streams, **plan)
    found = survived(theatre.address, streams, performance.acknowledged, theatre.whole(streams))
    assert [] == found.faults
    return found.how_far if performance.is_killed else None


@pytest.mark.campaign(len(EVERY))
def test_killed_at_every_call(request, theatre):
    """Killed before, within and after each call of a round, a journal has what was acknowledged, and goes on."""
    campaign = Campaign.of(request, "kills", part_cases=1, slice_parts=len(EVERY))

    def search(part: Part) -> Counter[str]:
        name, deed = EVERY[part.number]
        streams, met = {"table:1": name}, Counter[str]()
        calls = range(1, theatre.calls(streams) + 1)
        for at in count(1) if campaign.is_whole else part.rng().sample(calls, SLICE_KILLS):
            found = killed(theatre, streams, at=at, do=deed)
            if found is None:
                break
            met.update(["killed", found])
        assert not campaign.is_whole or len(calls) <= met["killed"]
        return met

    met = campaign.run(search)
    assert len(EVERY) * SLICE_KILLS <= met["killed"]
    assert {"killed", "written, not acknowledged", "written and acknowledged"} <= set(met)


@pytest.mark.campaign(300)
def test_killed_under_load(request, theatre):
    """Killed at any call while many senders wait for one commit, a journal has what any of them was told it has."""
    calls = theatre.calls(LOAD)

    def search(part: Part) -> Counter[str]:
        rng, met = part.rng(), Counter[str]()
        for _ in range(part.cases):
            at, deed, found = rng.randint(1, calls * 3 // 4), rng.choice(DEEDS), None
            # How many calls there are depends on who meets whom in a commit: a kill that came too late comes earlier.
            while found is None:
                found, at = killed(theatre, LOAD, at=at, do=deed), at // 2
            met.update(["killed", found])
        return met

    met = Campaign.of(request, "kills-under-load", part_cases=10, slice_cases=4).run(search)
    assert met["killed"] >= 4
    assert met["written, not acknowledged"] + met["written and acknowledged"] > 0
