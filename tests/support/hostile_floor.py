"""A floor at work while it is attacked: terminals bet, dealers deal, staff come and go; and what each was answered.

How long each bet took is kept with the moment at which it was sent, so that a quiet floor and one under attack can be
compared in one run.
"""

import asyncio
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.support.driven import there
from tests.support.hostile import Target
from tests.support.web_evening_client import Client, closing_all
from tests.support.web_evening_house import House, codes_of, enter, seated
from tests.support.web_evening_table import LOCKED, Table
from tests.support.web_guest import TERMINAL, Guest
from tests.support.web_house import PASSWORD

__all__ = ["Floor", "begun"]

STAFF = ("pit-supervisor", "pit-manager", "admin-2", "teller-2")
COMERS = ("floorperson", "cashier", "director", "admin")
"""Who signs in and out all the time."""
TRIES_MAX, WAIT_SECONDS = 10, 5
"""How often somebody comes again who is asked to wait, and after how long: a busy house is no locked door."""
AMONG_ATTACKERS = "127.5.2.1"
"""An address from which passwords are guessed."""
SPARE = "W3"
"""The machine that a floorperson switches on and off."""


@dataclass
class Floor:
    """Tables with their players and staff, and what everybody was answered."""

    tables: list[Table]
    comers: list[Guest]
    target: Target
    everybody: list[Client]
    interval: float
    """Seconds between two bets of one terminal, on the average."""
    met: Counter[str] = field(default_factory=Counter)
    took: list[tuple[float, float]] = field(default_factory=list)
    """When each bet was sent, and how many seconds its answer took."""
    answers: dict[str, bool] = field(default_factory=dict)
    """Every bet that was answered, by table, terminal and key: whether it was accepted."""
    is_over: bool = False

    async def work(self, seconds: float) -> None:
        """Play and work for so long, until the games that are begun are settled."""
        self.is_over = False
        asyncio.get_running_loop().call_later(seconds, self._end)
        await asyncio.gather(
            *(self._play(table) for table in self.tables),
            *(self._come(number, guest) for number, guest in enumerate(self.comers)),
        )

    def _end(self) -> None:
        self.is_over = True

    async def _play(self, table: Table) -> None:
        while True:
            since = await table.start()
            await table.spin()
            locked = asyncio.Event()
            bets = [asyncio.create_task(self._bet(table, player, locked)) for player in table.players]
            await table.dealer.heard(table.stream, LOCKED, since)
            locked.set()
            await asyncio.gather(*bets)
            await table.settled(since)
            self.met["games"] += 1
            for client in (*table.players, table.dealer):
                client.told[table.stream].clear()
            if self.is_over:
                return

    async def _bet(self, table: Table, player: Client, locked: asyncio.Event) -> None:
        number = 0
        # Not all at the same moment: nobody else's players do that either.
        await asyncio.sleep(table.chance.random() * self.interval)
        while not locked.is_set():
            act: dict[str, Any] = {"type": "automatic.place_bet/1", "terminal": player.name, "bet": "red"}
            act |= {"chip_minor": 100}
            if number % 2:
                act = {"type": "automatic.clear_bets/1", "terminal": player.name}
            number += 1
            begin = time.monotonic()
            answer = await player.send(table.stream, act)
            self.took.append((begin, time.monotonic() - begin))
            is_answered = answer["type"] == "answer"
            self.met["bets answered" if is_answered else f"bets with {answer['type']} {answer.get('error')}"] += 1
            if is_answered:
                self.answers[f"{table.stream} {player.name}/{answer['key']}"] = answer["is_accepted"]
            await asyncio.sleep(table.chance.uniform(0.5, 1.5) * self.interval)

    async def _come(self, number: int, guest: Guest) -> None:
        """Sign in, do something, and sign out again: at a known device, at a new one, and where attackers are."""
        places = (guest.address, f"127.6.{number}.1", AMONG_ATTACKERS)
        visits = 0
        while not self.is_over:
            place = places[visits % len(places)]
            is_new = place == places[1]
            comer = Guest(port=guest.port, address=place, cookies={} if is_new else dict(guest.cookies))
            statuses = await asyncio.to_thread(self._visit, guest.name, comer, is_on=visits % 2 == 0)
            self.met.update(statuses)
            if not is_new:
                guest.cookies = comer.cookies
            visits += 1
            await asyncio.sleep(self.interval)

    @staticmethod
    def _visit(person: str, comer: Guest, *, is_on: bool) -> list[str]:
        found: list[str] = []
        while (answer := comer.sign_in(person, PASSWORD)).status_code == 429 and len(found) < TRIES_MAX:
            found.append(f"staff asked to wait {'among attackers' if comer.address == AMONG_ATTACKERS else 'alone'}")
            time.sleep(WAIT_SECONDS)
        found.append(f"staff sign in {answer.status_code}")
        found.append(f"staff look {comer.get('/api/streams/house').status_code}")
        if person == "floorperson":
            act = {"type": "house.switch_terminal/1", "terminal": SPARE, "is_on": is_on}
            found.append(f"staff act {comer.command('house', act).status_code}")
        found.append(f"staff sign out {comer.post('/api/sign-out').status_code}")
        comer.close()
        return found

    async def close(self) -> None:
        """Let everybody go."""
        for table in self.tables:
            await table.wheel.stop()
        await closing_all(self.everybody)


async def begun(served: Any, house: House, seed: int, *, interval: float, pause: float) -> Floor:
    """Let staff in, seat every terminal but the last, and return the floor."""
    dealers = ["dealer", *(f"dealer-{number}" for number in range(2, len(house.tables) + 1))]
    machines = [name for names in house.terminals.values() for name in names]
    guests = await enter(served, codes_of(served), [*STAFF, *dealers, *COMERS], [*machines, SPARE])
    rogue = house.terminals[house.tables[0]].pop()
    robbed = house.terminals[house.tables[0]][0]
    staff = [await Client(guests[name], "house", *house.tables).start() for name in STAFF[:2]]
    at_table = [await Client(guests[name], one).start() for name, one in zip(dealers, house.tables, strict=True)]
    supervisor = staff[0]
    await supervisor.do("house", "house.switch_terminal/1", terminal=rogue, is_on=True)
    tables: list[Table] = []
    for number, stream in enumerate(house.tables):
        await house.wheels[stream].start()
        players = await seated(supervisor, at_table[number], stream, guests, house.terminals[stream])
        crew = (at_table[number], *staff)
        tables.append(Table(stream, house.wheels[stream], crew, players, random.Random(f"{seed}/{stream}")))
    return Floor(
        tables=tables,
        comers=[guests[name] for name in COMERS],
        target=Target(
            port=served.port,
            people=(*dealers, *COMERS, *STAFF),
            stream=house.tables[0],
            teller=(guests["teller-2"].cookies, guests["teller-2"].csrf or ""),
            admin=(guests["admin-2"].cookies, guests["admin-2"].csrf or ""),
            rogue=(rogue, guests[rogue].cookies, there(guests[rogue].key).der),
            stolen=(robbed, {TERMINAL: guests[robbed].cookies[TERMINAL]}, there(guests[robbed].key).der),
            pause=pause,
        ),
        everybody=[*staff, *at_table, *(player for table in tables for player in table.players)],
        interval=interval,
    )
