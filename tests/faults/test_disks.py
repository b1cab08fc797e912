"""The disk is full, or fails, at every call that changes a journal: refused before the answer, healed without loss."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from pitboss.journal import open_journal
from tests.support.campaign import Campaign, Part
from tests.support.durable import ROUNDS, survived
from tests.support.faults import Performance, stage

PLANS: dict[str, dict[str, Any]] = {
    "full": {"do": "ENOSPC", "lasting": 1},
    "fills up": {"do": "half-ENOSPC", "lasting": 1},
    "fails once": {"do": "EIO"},
    "fails for good": {"do": "EIO", "lasting": 1},
    "does not know": {"do": "lying-EIO"},
    "fails to sync": {"do": "EIO", "only": "sync"},
    "does not know, then the writer dies": {"do": "lying-EIO", "only": "sync", "die_refused": True},
    "does not know for good, then the writer dies": {"do": "lying-EIO", "lasting": 1, "die_refused": True},
}
EVERY = list(product(ROUNDS, PLANS))


def must_hold(address: str, performance: Performance, *, is_healed: bool) -> str:
    """Check that whoever was told that nothing was recorded was told the truth, and say what senders were told."""
    journal = open_journal(address)
    try:
        for stream, key, told, is_there in performance.refused:
            if told == "NotRecorded" and key:
                assert not is_there
                assert is_healed or journal.answer(stream, key) is None
    finally:
        journal.close()
    return next((told for _, _, told, _ in performance.refused if told), "nothing")


@pytest.mark.campaign(len(EVERY))
def test_disk_fails_at_every_call(request, tmp_path):
    """No command is acknowledged that the disk did not take; when it heals, the same process goes on, without loss."""
    campaign = Campaign.of(request, "disks", part_cases=1, slice_parts=len(EVERY))

    def search(part: Part) -> Counter[str]:
        name, plan = EVERY[part.number][0], PLANS[EVERY[part.number][1]]
        streams, met = {"table:1": name}, Counter[str]()
        whole, calls = theatre.whole(streams), range(1, theatre.calls(streams, plan.get("only", "")) + 1)
        for at in calls if campaign.is_whole else part.rng().sample(calls, 1):
            performance = theatre.perform(streams, at=at, **plan)
            if not performance.is_killed:
                assert whole.tokens == performance.acknowledged
            met[must_hold(theatre.address, performance, is_healed=not performance.is_killed)] += 1
            assert [] == survived(theatre.address, streams, performance.acknowledged, whole).faults
        return met

    with stage(tmp_path) as theatre:
        met = campaign.run(search)
    assert {"nothing", "NotRecorded", "FateUnknown"} == set(met)
