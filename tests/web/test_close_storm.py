"""Thousands of bets in the last second before a close: none is in after it, and every one has its answer."""

import asyncio
import random
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from pitboss.floor.verify.verify import verify
from pitboss.games.roulette.automatic.events import BetsChanged
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.roulette.events import NoMoreBetsCalled
from pitboss.journal import open_journal
from tests.support.campaign import Campaign, Part
from tests.support.web_evening_client import Client, closing_all
from tests.support.web_evening_house import BUY_IN, House, codes_of, enter, evening_house, seated
from tests.support.web_house import held, serving, web_house

STREAM, SECONDS, CHIP = "automatic-1", 11, 100
BURST = 5
"""Bets that a terminal writes at once."""
LATE = 1
"""Bets of each terminal that come when the window is over."""
BETS = ("red", "black", "odd", "even", "straight:17", "straight:00", "dozen:1")


class Held:
    """A betting clock that stands still but for what the storm moves it: however busy the machine is, bets are in time.

    Its last second passes while the bets are written, a piece after each burst; the first of them are answered by then.
    """

    def __init__(self, web: Any) -> None:
        self.clock = held(web)

    async def start(self) -> None:
        """Let all but the last second pass."""
        self.clock.move(SECONDS - 1)

    async def pass_by(self, share: float, first: list[asyncio.Future[Any]]) -> None:
        """Let a share of the last second pass, once the first bets have their answers."""
        await asyncio.gather(*first)
        self.clock.move(0.9 * share)

    async def end(self) -> None:
        """Let the window be over."""
        self.clock.move(1)


class Real:
    """A betting clock as it is."""

    async def start(self) -> None:
        """Wait for the last second."""
        self.loop = asyncio.get_running_loop()
        self.last = self.loop.time() + SECONDS - 1
        await asyncio.sleep(SECONDS - 1)

    async def pass_by(self, share: float, _: list[asyncio.Future[Any]]) -> None:
        """Wait for a share of the last second."""
        self.last += share
        await asyncio.sleep(max(0.0, self.last - self.loop.time()))

    async def end(self) -> None:
        """Wait until the window must be over."""
        await asyncio.sleep(0.5)


async def storm(served: Any, house: House, chance: random.Random, *, each: int, clock: Held | Real) -> Counter[str]:
    """Let every terminal place so many bets in the last second of a window; return what became of them."""
    names = house.terminals[STREAM]
    guests = await enter(served, codes_of(served), ["pit-supervisor", "dealer"], names)
    supervisor = await Client(guests["pit-supervisor"], "house").start()
    dealer = await Client(guests["dealer"], STREAM).start()
    players = await seated(supervisor, dealer, STREAM, guests, names)
    since = len(dealer.told[STREAM])

    def bet(player: Client, number: int) -> tuple[bytes, asyncio.Future[dict[str, Any]]]:
        act = {"type": "automatic.place_bet/1", "terminal": player.name, "bet": chance.choice(BETS)}
        return player.prepare(STREAM, {**act, "chip_minor": CHIP}, f"storm-{number}")

    drawn = {player.name: [bet(player, number) for number in range(each + LATE)] for player in players}
    await dealer.do(STREAM, "automatic.start_game/1")
    await dealer.do(STREAM, "automatic.spin_ball/1", direction="against")
    await clock.start()
    for first in range(0, each, BURST):
        for player in players:
            player.write(b"".join(data for data, _ in drawn[player.name][first : min(first + BURST, each)]))
        await clock.pass_by(BURST / each, [drawn[player.name][0][1] for player in players])
    await clock.end()
    await dealer.heard(STREAM, "roulette.no_more_bets_called/1", since)
    for player in players:
        player.write(b"".join(data for data, _ in drawn[player.name][each:]))
    met: Counter[str] = Counter()
    answers = [await asyncio.gather(*(future for _, future in drawn[player.name])) for player in players]
    await asyncio.gather(*(player.caught_up(STREAM) for player in players))
    for player, own in zip(players, answers, strict=True):
        assert each + LATE == len(own)
        accepted = [answer for answer in own if answer["is_accepted"]]
        met.update("in" if answer["is_accepted"] else answer["refusal"]["type"] for answer in own)
        assert all(answer["refusal"]["reason"] for answer in own if not answer["is_accepted"])
        assert BUY_IN - CHIP * len(accepted) == player.own[STREAM]["credits_minor"]
    met["connections"] = len(players)
    await closing_all([supervisor, dealer, *players])
    return met


def examined(address: str) -> Counter[str]:
    """Count bets that are recorded before the close, and after it."""
    met: Counter[str] = Counter()
    with closing(open_journal(address, is_reader=True)) as journal:
        is_closed = False
        for record in list(journal.read(STREAM))[1:]:
            event = AUTOMATIC.event_decoder.decode(record.body)
            is_closed |= isinstance(event, NoMoreBetsCalled)
            if isinstance(event, BetsChanged):
                met["recorded after the close" if is_closed else "recorded before the close"] += 1
        assert is_closed
        assert () == verify(journal).faults
    return met


def stormed(part: Part, *, is_whole: bool) -> Counter[str]:
    """Serve a house, let the storm come, and look at what is in the journal."""
    connections = 200 if is_whole else 20
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        address = str(folder / "storm.db")
        house = evening_house(folder, tables=1, terminals=connections, has_wheels=False, seconds=SECONDS)
        with ExitStack() as at_work:
            served: Any
            if is_whole:
                served = at_work.enter_context(serving(house.path, journal=address))
            else:
                served = at_work.enter_context(web_house(house.path, journal=address))
            each, clock = part.cases // connections, Real() if is_whole else Held(served)
            met = asyncio.run(storm(served, house, part.rng(), each=each, clock=clock))
        return met + examined(address)


@pytest.mark.campaign(10_000)
def test_thousands_of_bets_in_the_last_second(request):
    """Each is answered, in or refused; what is in stands before the close's record, and on the terminal's screen."""
    campaign = Campaign.of(request, "web-close-storm", part_cases=10_000)
    size = 10_000 if campaign.is_whole else 400

    def search(part: Part) -> Counter[str]:
        return stormed(Part(part.campaign, part.number, size), is_whole=campaign.is_whole)

    met = campaign.run(search)
    assert size + LATE * met["connections"] == met["in"] + met["refusal/1"]
    assert (met["in"], 0) == (met["recorded before the close"], met["recorded after the close"])
    assert min(met["in"], met["refusal/1"]) > 0
    assert (200 if campaign.is_whole else 20) == met["connections"]
