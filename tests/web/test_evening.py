"""A whole evening over real WebSockets: tables, wheels on serial lines, terminals, races; then the journal's proof."""

import asyncio
import random
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from pitboss.floor.writer.books import balances
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.journal import open_journal
from pitboss.ledger.balance import trial_balance
from tests.support.automatic_tally import Seat, Tally
from tests.support.campaign import Campaign, Part
from tests.support.web_evening_client import Client, closing_all
from tests.support.web_evening_house import House, codes_of, enter, evening_house, hasten, seated
from tests.support.web_evening_table import ENDINGS, Table
from tests.support.web_evening_tote import Races
from tests.support.web_house import serving, web_house

PEOPLE = ("pit-supervisor", "pit-manager", "mutuel-manager", "mutuel-supervisor", "teller", "cashier")
DEVICES = ("S1", "SIGNAL")
HASTE = 6
"""The slice's betting clocks run so many times as fast; those of the whole evening are real."""


Screens = dict[tuple[str, str], dict[str, Any]]
"""What each terminal's screen shows of itself, by table and terminal."""


async def evening(
    served: Any, house: House, chance: random.Random, *, races: int, games: int, tickets: int
) -> tuple[Counter[str], Screens]:
    """Play the evening; return what was met, and each screen's last word."""
    dealers = ["dealer", "dealer-2", "dealer-3"][: len(house.tables)]
    machines = [name for names in house.terminals.values() for name in names]
    guests = await enter(served, codes_of(served), [*PEOPLE, *dealers], [*machines, "W1", *DEVICES])
    # A teller stands at a window's machine: the browser has both cookies.
    guests["teller"].cookies |= guests["W1"].cookies
    guests["teller"].key = guests["W1"].key
    everywhere = ("house", "tote", *house.tables)
    staff = {name: await Client(guests[name], *everywhere).start() for name in PEOPLE}
    supervisor = staff["pit-supervisor"]
    at_table = {
        stream: await Client(guests[name], "house", stream).start()
        for stream, name in zip(house.tables, dealers, strict=True)
    }
    for name in DEVICES:
        await supervisor.do("house", "house.switch_terminal/1", terminal=name, is_on=True)
    devices = [await Client(guests[name], "tote").start() for name in DEVICES]
    everybody = [*staff.values(), *at_table.values(), *devices]
    for wheel in house.wheels.values():
        await wheel.start()

    async def table(stream: str) -> Table:
        players = await seated(supervisor, at_table[stream], stream, guests, house.terminals[stream])
        everybody.extend(players)
        crew = (at_table[stream], supervisor, staff["pit-manager"])
        found = Table(stream, house.wheels[stream], crew, players, random.Random(chance.random()))
        await found.play([ENDINGS[number % len(ENDINGS)] for number in range(games)], touches=4)
        for player in players[: len(players) // 3]:
            await found.cash_out(player)
        return found

    async def day() -> Races:
        found = Races([staff[name] for name in PEOPLE[2:]], devices, random.Random(chance.random()))
        await found.open(races)
        for race in range(1, races + 1):
            await found.run(race, tickets=tickets)
        await found.manager.do("tote", "tote.close_day/1")
        return found

    racing = asyncio.create_task(day())
    tables = await asyncio.gather(*(table(stream) for stream in house.tables))
    tote = await racing
    await asyncio.gather(*(player.caught_up(found.stream) for found in tables for player in found.players))
    screens = {(found.stream, player.name): player.own[found.stream] for found in tables for player in found.players}
    for wheel in house.wheels.values():
        await wheel.stop()
    await closing_all(everybody)
    met = sum((found.met for found in tables), tote.met) + sum((client.met for client in everybody), Counter())
    return met + Counter(terminals=len(screens), tables=len(tables), paid=tote.paid), screens


def counted(address: str, house: House) -> dict[str, Tally]:
    """Count every table's money from its commands alone."""
    tallies = {stream: Tally(has_sensor=True) for stream in house.tables}
    with closing(open_journal(address, is_reader=True)) as journal:
        for answer in journal.answers():
            if answer.stream in tallies and answer.refusal is None:
                tallies[answer.stream].take(AUTOMATIC.command_decoder.decode(answer.command).act)
        assert trial_balance(balances(journal)).is_balanced
    return tallies


def verified(address: str) -> None:
    """Let `pitboss verify` prove the journal."""
    program = Path(sys.executable).parent / "pitboss"
    found = subprocess.run([program, "verify", address], capture_output=True, text=True, check=False)
    assert 0 == found.returncode, found.stdout + found.stderr


def played(part: Part, *, is_whole: bool) -> Counter[str]:
    """Play an evening, then hold the journal to its own proof, and every screen to an own count."""
    chance = random.Random(part.seed)
    tables, terminals, races = (3, 200, 10) if is_whole else (1, 12, 2)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        house, address = evening_house(folder, tables=tables, terminals=terminals), str(folder / "evening.db")
        with ExitStack() as at_work:
            served: Any
            if is_whole:
                served = at_work.enter_context(serving(house.path, journal=address))
            else:
                served = at_work.enter_context(web_house(house.path, journal=address))
                hasten(served, HASTE)
            size = {"races": races, "games": len(ENDINGS) * (2 if is_whole else 1), "tickets": 30 if is_whole else 6}
            met, screens = asyncio.run(evening(served, house, chance, **size))
        verified(address)
        tallies = counted(address, house)
    for (stream, name), screen in screens.items():
        seat = tallies[stream].at.get(name, Seat())
        standing = sum(seat.bets.values())
        assert (seat.worth - standing, seat.bets) == (screen["credits_minor"], screen["bets"]), (stream, name)
    return met


@pytest.mark.campaign(1)
def test_an_evening_over_websockets(request):
    """Everything that may happen in an evening happened; no cent differs from what was counted, on any screen."""
    campaign = Campaign.of(request, "web-evening", part_cases=1)
    met = campaign.run(lambda part: played(part, is_whole=campaign.is_whole))
    assert {f"ending {ending}" for ending in ENDINGS} <= met.keys()
    assert {f"accepted {button}" for button in ("place", "undo", "recall", "neighbours")} <= met.keys()
    assert min(met[name] for name in ("sold", "cancelled", "refunded", "cashed", "cash-outs", "too late")) > 0
    assert (200, 3) == (met["terminals"], met["tables"]) if campaign.is_whole else 12 == met["terminals"]
