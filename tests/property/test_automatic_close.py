"""Bets around the close of an automatic table: none in after the lock, every one answered, stakes to the cent."""

import random
from collections import Counter
from contextlib import closing

import pytest

from pitboss.floor.verify.verify import verify
from pitboss.journal import open_journal
from tests.support.campaign import Campaign, Part
from tests.support.close_book import examine
from tests.support.close_race import race
from tests.support.close_schedule import Schedule, drawn_bets, set_up
from tests.support.durable import folder

TERMINALS = (10, 50, 200, 500)
CALLERS = 24


def scheduled(seed: int, bets_count: int) -> tuple[list[str], Counter[str]]:
    """Play the schedule of one seed, and hold it to what must be; return the keys in order, and what was met."""
    rng = random.Random(seed)
    credits_, bets = drawn_bets(rng, rng.choice(TERMINALS), bets_count)
    with folder() as place:
        address = f"sqlite:///{place / 'close.db'}"
        set_up(address, credits_)
        schedule = Schedule(rng, address, bets)
        with closing(schedule.floor) as floor:
            met = schedule.run() + examine(floor.handed, floor.journal, credits_)
            return [command.key for command, _ in floor.handed], met


def raced(seed: int, bets_count: int, *, is_verified: bool = False) -> Counter[str]:
    """Let real threads race for the close, and hold what came of it to what must be."""
    rng = random.Random(seed)
    credits_, bets = drawn_bets(rng, 100, bets_count)
    with folder() as place:
        address = f"sqlite:///{place / 'close.db'}"
        set_up(address, credits_)
        with closing(race(rng, address, bets, CALLERS)) as floor:
            met = examine(floor.handed, floor.journal, credits_)
        if is_verified:
            with closing(open_journal(address, is_reader=True)) as journal:
                assert () == verify(journal).faults
        return met


def schedules(part: Part) -> Counter[str]:
    """Play one schedule with so many bets."""
    return scheduled(part.seed, part.cases)[1]


@pytest.mark.campaign(10_000_000)
def test_ten_thousand_bets_around_the_close(request):
    """In a thousand schedules: each bet answered once, in or refused as it was handed in before or after the lock."""
    campaign = Campaign.of(request, "close", part_cases=10_000)
    met = campaign.run(schedules)
    assert met["bets"] == met["in"] + met["too late"] + met["beyond credits or maximum"]
    assert min(met["in"], met["too late"], met["sent again"]) > 0
    if campaign.is_whole:
        assert (10_000_000, 1_000) == (met["bets"], met["schedules"])
        faults = {name for name in met if name.startswith("journal: ")}
        assert {"journal: failed", "journal: written all the same", "journal: away"} == faults
        assert met["automatic.clock_extended/1"]


@pytest.mark.parametrize("seed", range(6))
def test_few_bets_around_the_close(seed):
    """The same with few bets and many different tempers."""
    _, met = scheduled(seed, 300)
    assert 300 == met["bets"]


def races(part: Part) -> Counter[str]:
    """Let threads race with so many bets."""
    return raced(part.seed, part.cases)


@pytest.mark.campaign(200_000)
def test_threads_race_for_the_close(request):
    """Real callers, clock and writer, each on its thread: the order in which they came into the queue decides."""
    campaign = Campaign.of(request, "close-race", part_cases=2_000)
    met = campaign.run(races)
    assert min(met["in"], met["too late"], met["sent again"]) > 0


def test_a_race_for_the_close_is_verified():
    """What is left in the journal replays to what happened."""
    assert 500 == raced(1, 500, is_verified=True)["bets"]


def test_the_same_seed_makes_the_same_schedule():
    """Nothing but the seed decides."""
    one, other = (scheduled(3, 200) for _ in range(2))
    assert one == other
