"""A hostile hour: terminals play and staff work while every attack of a list goes on at once, and notice nothing of it.

    PITBOSS_CAMPAIGN=1 pytest -s --timeout=0 tests/web/test_hostile_hour.py   an hour of attack, in parts of ten minutes

Each part prints its figures when it is done, and is not done again if the run is stopped and begun anew.
Every part has a quiet minute before and after its attack: a bet may take three times as long as in those.
"""

import asyncio
import math
import multiprocessing
import os
import re
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest

from pitboss.floor.commands import REFUSALS
from pitboss.floor.verify.verify import verify
from pitboss.journal import open_journal
from tests.support.campaign import Campaign, Part
from tests.support.hostile import ATTACKS, Target, attack
from tests.support.hostile_floor import Floor, begun
from tests.support.web_evening_house import House, evening_house, hasten
from tests.support.web_house import serving, web_house
from tests.support.web_process import WAIT_SECONDS_MAX

SLOWER_MAX = 3
"""How many times as long as on the quiet floor one bet in a hundred may take."""
QUIET_SECONDS = 60
SLICE_SECONDS = 3
UNCOUNTED = 10
"""Refusals that may be decided before those before them are counted."""
HASTE = 6
"""The slice's betting clocks run so many times as fast; those of the hour are real."""
Attacking = Callable[[Target, float, int], Coroutine[Any, Any, Counter[str]]]


def attacked(target: Target, seconds: float, seed: int) -> Counter[str]:
    """Attack, in a process of the attackers' own."""
    return asyncio.run(attack(target, seconds, seed))


def elsewhere(pool: ProcessPoolExecutor) -> Attacking:
    """Return an attack that takes nothing of the time of those who play."""

    async def attacking(target: Target, seconds: float, seed: int) -> Counter[str]:
        return await asyncio.get_running_loop().run_in_executor(pool, attacked, target, seconds, seed)

    return attacking


async def quiet(floor: Floor, seconds: float) -> list[float]:
    """Play without attackers; return how long each bet took."""
    first = len(floor.took)
    await floor.work(seconds)
    return [took for _, took in floor.took[first:]]


async def hour(
    served: Any, house: House, part: Part, attacking: Attacking, *, is_whole: bool
) -> tuple[Floor, Counter[str]]:
    """Play, be attacked meanwhile, and play on; return the floor, and what attackers met and how long bets took."""
    interval, pause = (8.0, 1.0) if is_whole else (0.1, 0.05)
    floor = await begun(served, house, part.seed, interval=interval, pause=pause)
    seconds = part.cases * 60 if is_whole else SLICE_SECONDS
    calm = await quiet(floor, QUIET_SECONDS) if is_whole else []
    first, begin = len(floor.took), time.monotonic()
    met, _ = await asyncio.gather(attacking(floor.target, seconds, part.seed), floor.work(seconds))
    # As long as it really was: on a busy machine an attack ends later than its time.
    met[ATTACKED] = math.ceil(time.monotonic() - begin)
    stormy = [took for _, took in floor.took[first:]]
    if is_whole:
        calm += await quiet(floor, QUIET_SECONDS)
        met.update({f"{name} microseconds": int(value * 1e6) for name, value in figures(calm, stormy).items()})
    await floor.close()
    return floor, met


ON_RECORD = "refusals of one terminal on record"
ATTACKED = "seconds of attack"
FIGURES = ("quiet median", "quiet 1 in 100", "hostile median", "hostile 1 in 100")


def figures(calm: list[float], stormy: list[float]) -> dict[str, float]:
    """Return how long a bet takes on a quiet floor and under attack, in the middle and for one in a hundred."""
    found = [(statistics.median(took), statistics.quantiles(took, n=100)[-1]) for took in (calm, stormy)]
    return dict(zip(FIGURES, (*found[0], *found[1]), strict=True))


def errors_of(served: Any) -> int:
    """Return how often the server failed, by its own figures."""
    text = httpx.get(f"{served.url}/metrics", timeout=WAIT_SECONDS_MAX).text
    found = re.search(r'^pitboss_counted\{what="errors"\} (\S+)', text, re.MULTILINE)
    return 0 if found is None else int(float(found[1]))


def recorded(address: str, tables: list[str]) -> dict[str, bool]:
    """Return every command at the tables that is on record, and whether it was accepted."""
    with closing(open_journal(address, is_reader=True)) as journal:
        assert () == verify(journal).faults
        answers = [one for stream in tables for one in journal.answers(stream)]
        return {f"{one.stream} {one.key}": one.refusal is None for one in answers}


def survived(part: Part, *, is_whole: bool) -> Counter[str]:
    """Serve a house, attack it, and hold every answer to the journal."""
    tables, terminals = (4, 204) if is_whole else (1, 7)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        address = str(folder / "hostile.db")
        house = evening_house(
            folder, tables=tables, terminals=terminals, of_each_role=4, seconds=30 if is_whole else 11
        )
        # What a house has that says nothing about it.
        house.path.write_text(re.sub(r"sockets_per_address = \d+", "sockets_per_address = 250", house.path.read_text()))
        with ExitStack() as at_work:
            served: Any
            attacking: Attacking = attack
            if is_whole:
                served = at_work.enter_context(serving(house.path, journal=address))
                spawn = multiprocessing.get_context("spawn")
                # Attackers have machines of their own: they take the processor from nobody here.
                pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=os.nice, initargs=(10,))
                attacking = elsewhere(at_work.enter_context(pool))
            else:
                served = at_work.enter_context(web_house(house.path, journal=address, has_limits=True))
                hasten(served, HASTE)
            floor, met = asyncio.run(hour(served, house, part, attacking, is_whole=is_whole))
            met["server errors"] = errors_of(served)
        kept = recorded(address, house.tables)
    met["bets lost"] = sum(kept.get(key) is not accepted for key, accepted in floor.answers.items())
    rogue = f"{floor.target.stream} {floor.target.rogue[0]}/"
    met[ON_RECORD] = sum(key.startswith(rogue) and not accepted for key, accepted in kept.items())
    return met + floor.met + Counter({"bets lost": 0})


def is_failure(what: str) -> bool:
    """Tell whether what was met is something that nobody may meet: a failure of the server, or no answer."""
    status = what.rpartition(" ")[2]
    return what.startswith("got through") or (status.isdecimal() and int(status) >= 500)


def told(part: Part, met: Counter[str]) -> str:
    """Return what a part came to, in a line; the same figures are kept with the finished parts, in .campaign/."""
    took = [f"{name} {met[f'{name} microseconds'] / 1_000:,.1f} ms" for name in FIGURES]
    ratio = met["hostile 1 in 100 microseconds"] / met["quiet 1 in 100 microseconds"]
    counted = ("bets answered", "bets lost", "server errors", ON_RECORD, "staff sign in 200")
    waited = ("staff asked to wait among attackers", "staff asked to wait alone")
    counts = [f"{met[name]:,} {name}" for name in (*counted, *waited)]
    return f"part {part.number}: {', '.join(took)}: {ratio:.2f} times; {', '.join(counts)}"


@pytest.mark.campaign(60)
def test_a_hostile_hour(request):
    """Nothing got through, nothing failed, no bet was lost, no member of staff was kept out, and bets were in time."""
    campaign = Campaign.of(request, "hostile-hour", part_cases=10)

    def search(part: Part) -> Counter[str]:
        met = survived(part, is_whole=campaign.is_whole)
        if campaign.is_whole:
            sys.stdout.write(f"{told(part, met)}\n")
        assert {} == {what: count for what, count in met.items() if is_failure(what)}
        assert (0, 0) == (met["bets lost"], met["server errors"])
        assert {"staff sign in 200", "staff look 200", "staff act 200", "staff sign out 204"} == {
            what for what in met if what.startswith("staff") and not what.startswith("staff asked to wait")
        }
        assert met[ON_RECORD] <= REFUSALS + met[ATTACKED] + UNCOUNTED
        assert ["bets answered"] == [what for what in met if what.startswith("bets")]
        if campaign.is_whole:
            assert met["hostile 1 in 100 microseconds"] <= SLOWER_MAX * met["quiet 1 in 100 microseconds"]
        return met

    met = campaign.run(search)
    tried = [name for names in ATTACKS.values() for name in names]
    assert min(met[name] for name in (*tried, "games")) > 0, met
