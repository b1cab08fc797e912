"""What every tournament must keep, whatever its rules; `tests/support/tournament_walk.py` says what a walk checks."""

import random
import re
from collections import Counter

import pytest

from pitboss.games.tournament.config import tournament_config
from pitboss.games.tournament.game import TOURNAMENT
from tests.support.campaign import Campaign, Part
from tests.support.strategies import PEOPLE
from tests.support.tournament_driver import DOCUMENT, TOTALS
from tests.support.tournament_walk import TournamentWalk

VARIANTS = [
    DOCUMENT,
    {**DOCUMENT, "ties": "play_off", "advance": 2},
    {**DOCUMENT, "ties": "draw", "heats": 3, "players_per_table": 2, "carry_chips": True},
    {**DOCUMENT, "advance": "chips_left", "heats": 4, "entry_fee_minor": 0, "funding": "guaranteed"},
    {
        **DOCUMENT,
        "heats": 1,
        "advance": None,
        "entries_max": 5,
        "remainder": "keep",
        "prizes_minor": [4001, 2000, 1000],
    },
    {**TOTALS, "ties": "draw", "prizes_minor": [5_000, 1_000, 1_000]},
    {**TOTALS, "ties": "play_off", "heats": 3, "entries_min": 4},
    {**TOTALS, "prizes_minor": [3_333, 3_332, 1], "remainder": "last"},
]
"""The rules of tournaments that differ in everything that can be chosen."""

STEPS = 120


def walked(part: Part) -> Counter[str]:
    """Walk tournaments one after the other, each to its end, for a part's number of them."""
    rng, met = part.rng(), Counter[str]()
    for _ in range(part.cases):
        walk = TournamentWalk(rng, tournament_config(rng.choice(VARIANTS)))
        for _ in range(rng.choice((20, STEPS))):
            walk.step()
        walk.finish()
        met += walk.met
    return met


@pytest.mark.campaign(2_000)
@pytest.mark.timeout(600)
def test_walks_keep_the_contract(request):
    """Walks find nothing, and go so deep that every event has happened and every act was refused at times."""
    campaign = Campaign.of(request, "contract-tournament", part_cases=50, slice_parts=2)
    met = campaign.run(walked)
    assert {str(event.__struct_config__.tag) for event in TOURNAMENT.events} == {
        entry for entry in met if not entry.startswith("refused ")
    }
    assert set() == {act.__name__ for act in TOURNAMENT.acts if not met[f"refused {act.__name__}"]}


def test_stored_names_are_fixed():
    """Every message has a name of its own with a version, which no class name or module can change."""
    tags = [str(kind.__struct_config__.tag) for kind in (*TOURNAMENT.acts, *TOURNAMENT.events)]
    assert [] == [tag for tag in tags if not re.fullmatch(r"tournament\.[a-z_]+/[1-9][0-9]*", tag)]
    assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("seed", range(4))
def test_nothing_is_open_when_it_is_over(seed):
    """After the prizes, or a cancellation, nobody is offered anything."""
    walk = TournamentWalk(random.Random(seed), tournament_config(DOCUMENT))
    walk.finish()
    assert walk.state.is_over
    assert [] == [offer for by in PEOPLE for offer in TOURNAMENT.legal(walk.state, by)]
