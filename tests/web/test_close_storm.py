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
from tests.support.web_evening_house import BUY_IN, House, codes_of, enter, evening_house, hasten, seated
from tests.support.web_house import serving, web_house

STREAM, SECONDS, CHIP = "automatic-1", 11, 100
HASTE = 4
"""The slice's betting clock runs so many times as fast."""
BURST = 5
"""Bets that a terminal writes at once."""
LATE = 1
"""Bets of each terminal that come when the window is over."""
BETS = ("red", "black", "odd", "even", "straight:17", "straight:00", "dozen:1")


async def storm(served: Any, house: House, chance: random.Random, *, each: int, window: float) -> Counter[str]:
    """Let every terminal place so many bets in the last second of a window; return what became of them."""
    names = house.terminals[STREAM]
    guests = await enter(served, codes_of(served), ["pit-supervisor", "dealer"], names)
    supervisor = await Client(guests["pit-supervisor"], "house").start()
    dealer = await Client(guests["dealer"], STREAM).start()
    players = await seated(supervisor, dealer, STREAM, guests, names)
    loop, since = asyncio.get_running_loop(), len(dealer.told[STREAM])

    def bet(player: Client, number: int) -> tuple[bytes, asyncio.Future[dict[str, Any]]]:
        act = {"type": "automatic.place_bet/1", "terminal": player.name, "bet": chance.choice(BETS)}
        return player.prepare(STREAM, {**act, "chip_minor": CHIP}, f"storm-{number}")

    drawn = {player.name: [bet(player, number) for number in range(each + LATE)] for player in players}
    await dealer.do(STREAM, "automatic.start_game/1")
    closes_at = loop.time() + window
    await dealer.do(STREAM, "automatic.spin_ball/1", direction="against")

    met: Counter[str] = Counter()

    async def bets(player: Client, prepared: list[tuple[bytes, asyncio.Future[dict[str, Any]]]]) -> list[Any]:
        """Write them a few at a time over the last second, and those that are late when it is over."""
        for first in range(0, each, BURST):
            await asyncio.sleep(max(0.0, closes_at - 1 + first / each - loop.time()))
            met["sent in the last second"] += len(prepared[first : min(first + BURST, each)]) * (
                loop.time() < closes_at
            )
            player.write(b"".join(data for data, _ in prepared[first : min(first + BURST, each)]))
        await asyncio.sleep(max(0.0, closes_at + 0.5 - loop.time()))
        player.write(b"".join(data for data, _ in prepared[each:]))
        return await asyncio.wait_for(asyncio.gather(*(future for _, future in prepared)), 100)

    answers = await asyncio.gather(*(bets(player, drawn[player.name]) for player in players))
    await dealer.heard(STREAM, "roulette.no_more_bets_called/1", since)
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
    connections = 200 if is_whole else 40
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        address = str(folder / "storm.db")
        house = evening_house(folder, tables=1, terminals=connections, has_wheels=False, seconds=SECONDS)
        with ExitStack() as at_work:
            served: Any
            if is_whole:
                served, window = at_work.enter_context(serving(house.path, journal=address)), float(SECONDS)
            else:
                served, window = at_work.enter_context(web_house(house.path, journal=address)), SECONDS / HASTE
                hasten(served, HASTE)
            each = part.cases // connections
            met = asyncio.run(storm(served, house, part.rng(), each=each, window=window))
        return met + examined(address)


@pytest.mark.campaign(10_000)
@pytest.mark.timeout(300)
def test_thousands_of_bets_in_the_last_second(request):
    """Each is answered, in or refused; what is in stands before the close's record, and on the terminal's screen."""
    campaign = Campaign.of(request, "web-close-storm", part_cases=10_000)
    size = 10_000 if campaign.is_whole else 1_000

    def search(part: Part) -> Counter[str]:
        return stormed(Part(part.campaign, part.number, size), is_whole=campaign.is_whole)

    met = campaign.run(search)
    assert size + LATE * met["connections"] == met["in"] + met["refusal/1"]
    assert (met["in"], 0) == (met["recorded before the close"], met["recorded after the close"])
    assert min(met["in"], met["refusal/1"]) > 0
    assert (200 if campaign.is_whole else 40) == met["connections"]
