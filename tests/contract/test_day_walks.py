"""What every tote day must keep, whatever happens on it; `tests/support/day_walk.py` says what a walk checks."""

import re
from collections import Counter

import pytest

from pitboss.decider import Role
from pitboss.tote.day.game import TOTE
from tests.support.campaign import Campaign, Part
from tests.support.day_walk import DayWalk

STEPS = (60, 200, 200)
REFUSING = set(
    "PW-A9 PW-B1 PW-B3 PW-B4 PW-C PW-C9 PW-D1 PW-D2 PW-D2.2 PW-D3 PW-D5 PW-D6 PW-D7b PW-E1a PW-E1b PW-E1c PW-E3 PW-E4 "
    "PW-F1a PW-F3".split()
)
"""The clauses by which walks are refused often."""


def walked(part: Part) -> Counter[str]:
    """Walk days one after the other, each to the expiry of its tickets, for a part's number of them."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        walk = DayWalk(rng)
        if rng.random() < 0.95:
            walk.begin()
        walk.step_on(rng.choice(STEPS))
        walk.finish()
        walk.replay_all()
        met += walk.met
    return met


@pytest.mark.campaign(2_000)
def test_walks_keep_the_contract(request):
    """Walks find nothing, and go so deep that every event has happened and every act and role was refused."""
    met = Campaign.of(request, "contract-tote-day", part_cases=25).run(walked)
    assert set() == {str(event.__struct_config__.tag) for event in TOTE.events} - set(met)
    assert set() == {act.__name__ for act in TOTE.acts if not met[f"done {act.__name__}"]}
    assert set() == {act.__name__ for act in TOTE.acts if not met[f"refused {act.__name__}"]}
    assert set() == {role.value for role in Role if not met[f"refused to a {role.value}"]}
    assert set() == {clause for clause in REFUSING if not met[f"clause {clause}"]}


def test_stored_names_are_fixed():
    """Every message has a name of its own with a version, which no class name or module can change."""
    tags = [str(kind.__struct_config__.tag) for kind in (*TOTE.acts, *TOTE.events)]
    assert [] == [tag for tag in tags if not re.fullmatch(r"tote\.[a-z_]+/[1-9][0-9]*", tag)]
    assert len(set(tags)) == len(tags)
