"""What every automatic table must keep, however it is set up; `tests/support/automatic_walk.py` says what a walk is."""

import re
from collections import Counter

import pytest

from pitboss.games.roulette.automatic.config import check_automatic
from pitboss.games.roulette.automatic.game import AUTOMATIC
from tests.support.automatic_walk import AutomaticWalk
from tests.support.campaign import Campaign, Part
from tests.support.driver import ONEIDA

DOCUMENT = {"rulebook": ONEIDA, "name": "A1"}
VARIANTS = [
    DOCUMENT,
    {**DOCUMENT, "has_sensor": False, "terminals_max": 2},
    {**DOCUMENT, "exposure_max_minor": 5_000, "exposure_mode": "warn", "settings": {"match_play": True}},
    {**DOCUMENT, "exposure_max_minor": 20_000, "settings": {"default_min": 500, "default_max": 2_500}},
    {**DOCUMENT, "settings": {"player_max": 2_000, "table_max": 5_000}},
]
"""With and without sensor, coupons, limits of a bet and of all bets, and a limit of what a spin may cost."""

STEPS, STEPS_A_GAME = 300, 30


def walked(part: Part) -> Counter[str]:
    """Walk tables one after the other, each to its closing, for a part's number of them."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        config, faults = check_automatic(rng.choice(VARIANTS))
        assert config is not None, faults
        walk = AutomaticWalk(rng, config)
        for step in range(STEPS):
            walk.step()
            if not step % STEPS_A_GAME:
                walk.play()
        walk.finish()
        met += walk.met
    return met


@pytest.mark.campaign(1_000)
@pytest.mark.timeout(600)
def test_walks_keep_the_contract(request):
    """Walks find nothing, and go so deep that every event has happened and every act was refused at times."""
    campaign = Campaign.of(request, "contract-automatic", part_cases=10, slice_parts=4)
    met = campaign.run(walked)
    assert {str(event.__struct_config__.tag) for event in AUTOMATIC.events} == {
        entry for entry in met if not entry.startswith("refused ")
    }
    assert set() == {act.__name__ for act in AUTOMATIC.acts if not met[f"refused {act.__name__}"]}


def test_stored_names_are_fixed():
    """Every message has a name of its own with a version, which no class name or module can change."""
    tags = [str(kind.__struct_config__.tag) for kind in (*AUTOMATIC.acts, *AUTOMATIC.events)]
    assert [] == [tag for tag in tags if not re.fullmatch(r"(automatic|roulette|table)\.[a-z_]+/[1-9][0-9]*", tag)]
    assert len(set(tags)) == len(tags)
