"""The server killed and started again under load: terminals come back by themselves, and no answer is lost."""

import asyncio
import random
from collections import Counter
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from pitboss.floor.verify.verify import verify
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.journal import open_journal
from tests.support.automatic_tally import Tally
from tests.support.campaign import Campaign, Part
from tests.support.web_evening_client import Client, closing_all
from tests.support.web_evening_house import House, codes_of, enter, evening_house, seated
from tests.support.web_house import Serving, serving

STREAM, WINDOW_SECONDS = "automatic-1", 600
"""The window is open longer than the test takes: the game goes on over every restart."""
BUTTONS = ("place_bet", "place_bet", "place_bet", "undo_bet", "clear_bets")
SAME = ("key", "is_accepted", "events", "refusal", "first", "last")
"""What of an answer must be the same when it is given again."""


class Player:
    """A terminal that bets without a pause, and remembers every answer it was given."""

    def __init__(self, client: Client, chance: random.Random) -> None:
        self.client, self.chance = client, chance
        self.answers: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {}
        self.at_ease = asyncio.Event()
        self.at_ease.set()

    async def play(self, until: asyncio.Event) -> None:
        """Bet until it is enough, each bet under its own key, one after the other."""
        number = 0
        while not until.is_set():
            await self.at_ease.wait()
            number += 1
            act: dict[str, Any] = {"terminal": self.client.name, "type": f"automatic.{self.chance.choice(BUTTONS)}/1"}
            if act["type"] == "automatic.place_bet/1":
                act |= {"bet": self.chance.choice(("red", "straight:17", "odd")), "chip_minor": 100}
            key = f"bet-{number}"
            answer = await self.client.send(STREAM, act, key=key)
            assert "answer" == answer["type"], answer
            self.answers[key] = (act, answer)
            await asyncio.sleep(0.01)

    async def again(self) -> int:
        """Send every command once more, and ask for the fate of each: the answers are those of the first time."""
        for key, (act, before) in self.answers.items():
            for now in (await self.client.fate(STREAM, key), await self.client.send(STREAM, act, key=key)):
                assert [before.get(name) for name in SAME] == [now.get(name) for name in SAME]
        return len(self.answers)


async def same_screens(dealer: Client, players: list[Player]) -> None:
    """Let the players rest for a moment, and hold each screen to what the server says of the table."""
    for player in players:
        player.at_ease.clear()
    for player in players:
        await player.client.answered()
    await asyncio.gather(*(player.client.caught_up(STREAM) for player in players))
    response = await asyncio.to_thread(dealer.guest.get, f"/api/streams/{STREAM}")
    there = response.json()["state"]["terminals"]
    for player in players:
        screen, table = player.client.own[STREAM], there[player.client.name]
        shown = (screen["credits_minor"], sum(screen["bets"].values()))
        assert (table["credits_minor"], table["bet_minor"]) == shown, player.client.name
        player.at_ease.set()


async def under_load(served: Serving, house: House, chance: random.Random, kills: int) -> tuple[Counter[str], Any]:
    """Kill and start the server so many times while everybody plays."""
    names = house.terminals[STREAM]
    guests = await enter(served, codes_of(served), ["pit-supervisor", "dealer"], names)
    supervisor = await Client(guests["pit-supervisor"], "house").start()
    dealer = await Client(guests["dealer"], STREAM).start()
    clients = await seated(supervisor, dealer, STREAM, guests, names)
    await dealer.do(STREAM, "automatic.start_game/1")
    players = [Player(client, random.Random(chance.random())) for client in clients]
    enough = asyncio.Event()
    playing = [asyncio.create_task(player.play(enough)) for player in players]
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(0.2, 0.8))
        await asyncio.to_thread(served.kill)
        before = [client.met["welcomed"] for client in clients]
        await asyncio.to_thread(served.start)
        for client, welcomed in zip(clients, before, strict=True):
            await client.welcomed(welcomed + 1)
        await same_screens(dealer, players)
    enough.set()
    await asyncio.gather(*playing)
    await same_screens(dealer, players)
    again = await asyncio.gather(*(player.again() for player in players))
    met = sum((client.met for client in clients), Counter({"answers": sum(again), "kills": kills}))
    screens = {client.name: client.own[STREAM] for client in clients}
    acknowledged = {
        f"{player.client.name}/{key}": found[1] for player in players for key, found in player.answers.items()
    }
    dealer.guest.close()
    await closing_all([supervisor, dealer, *clients])
    return met, (screens, acknowledged)


def examined(address: str, screens: dict[str, Any], acknowledged: dict[str, dict[str, Any]]) -> None:
    """Hold the journal to every answer and every screen, and to its own proof."""
    tally = Tally(has_sensor=True)
    with closing(open_journal(address, is_reader=True)) as journal:
        kept = [answer for answer in journal.answers() if answer.stream == STREAM]
        assert len(kept) == len({answer.key for answer in kept})
        found = {answer.key: (answer.refusal is None, answer.first, answer.last) for answer in kept}
        for answer in kept:
            if answer.refusal is None:
                tally.take(AUTOMATIC.command_decoder.decode(answer.command).act)
        assert () == verify(journal).faults
    told = {key: (one["is_accepted"], one.get("first", 0), one.get("last", 0)) for key, one in acknowledged.items()}
    assert told == {key: found.get(key) for key in told}
    for name, screen in screens.items():
        seat = tally.at[name]
        assert (seat.worth - sum(seat.bets.values()), seat.bets) == (screen["credits_minor"], screen["bets"])


def survived(part: Part, *, terminals: int, kills: int) -> Counter[str]:
    """Serve a house in a process of its own, and go through so many power cuts."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        address = str(folder / "restart.db")
        house = evening_house(folder, tables=1, terminals=terminals, has_wheels=False, seconds=WINDOW_SECONDS)
        with serving(house.path, journal=address) as served:
            met, found = asyncio.run(under_load(served, house, part.rng(), kills))
        examined(address, *found)
    return met


@pytest.mark.campaign(4)
def test_terminals_come_back_to_their_true_state(request):
    """Every answer that was given stands, every key sent again gets the same one, and every screen is the journal's."""
    campaign = Campaign.of(request, "web-restart", part_cases=1)
    terminals, kills, parts = (100, 5, 4) if campaign.is_whole else (10, 2, 1)
    met = campaign.run(lambda part: survived(part, terminals=terminals, kills=kills))
    assert parts * kills == met["kills"]
    assert parts * terminals * (kills + 1) <= met["connected"]
    assert met["sent again"] > 0
