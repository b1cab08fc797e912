"""Many attempts to cash one ticket at once, at several windows: it is paid once, and all others are told why."""

import asyncio
from collections import Counter
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import pytest

from pitboss.floor.verify.verify import verify
from pitboss.journal import open_journal
from pitboss.tote.day.events import TicketCashed
from pitboss.tote.day.game import TOTE
from tests.support.campaign import Campaign, Part
from tests.support.web_evening_client import Client, closing_all
from tests.support.web_evening_house import evening_house
from tests.support.web_evening_tote import TRACK, card, sold
from tests.support.web_guest import Guest
from tests.support.web_house import WebHouse, web_house

PAYING = ("teller", "teller-2", "teller-3", "cashier", "cashier-2", "cashier-3")
WINDOWS = ("W1", "W2", "W3")
SOCKETS = 3
"""Connections of each person."""
HTTP_EVERY = 10
"""One attempt in so many comes by HTTP."""
PRICE = 200


async def winners(web: WebHouse, tickets: int) -> list[dict[str, Any]]:
    """Run a race, and return so many tickets that won in it."""
    names = ("mutuel-manager", "mutuel-supervisor", "teller", "SIGNAL")
    people = await asyncio.to_thread(lambda: [web.let_in(name) for name in names[:3]] + [web.bind("SIGNAL")])
    manager, supervisor, teller, signal = [await Client(guest, "tote").start() for guest in people]
    for window, name in enumerate(WINDOWS, start=1):
        await supervisor.do("tote", "tote.open_terminal/1", terminal=name, window=window)
    await supervisor.do("tote", "tote.open_terminal/1", terminal="S1", window=4, kind="self_service")
    await manager.do("tote", "tote.open_card/1", card=card(1))
    where: dict[str, Any] = {"track": TRACK, "race": 1}
    bets = [{**where, "bet": "$2 WN 2"}]
    sales = [await teller.do("tote", "tote.sell_ticket/1", terminal="W1", bets=bets) for _ in range(tickets)]
    await teller.do("tote", "tote.sell_ticket/1", terminal="W1", bets=[{**where, "bet": "$50 WN 3"}])
    await signal.do("tote", "tote.stop_betting/1", **where)
    order = [{"place": place, "runner": runner} for place, runner in enumerate("2345", start=1)]
    await signal.do("tote", "tote.post_result/1", **where, order=order)
    await signal.do("tote", "tote.declare_official/1", **where)
    await closing_all([manager, supervisor, teller, signal])
    return [sold(answer) for answer in sales]


async def by_http(http: httpx.AsyncClient, guest: Guest, act: dict[str, Any], key: str) -> dict[str, Any]:
    """Try by HTTP."""
    body = {"key": key, "act": act}
    response = await http.post("/api/streams/tote/commands", json=body, headers=guest.headers)
    found: dict[str, Any] = response.json()
    return found


async def raced(web: WebHouse, *, tickets: int, attempts: int) -> Counter[str]:
    """Present every ticket so many times at once; return what became of the attempts."""
    presented = await winners(web, tickets)
    people = await asyncio.to_thread(lambda: [web.let_in(name) for name in PAYING])
    machine = await Client(await asyncio.to_thread(web.bind, "S1"), "tote").start()
    clients = [await Client(guest).start() for guest in people for _ in range(SOCKETS)]
    met: Counter[str] = Counter()
    async with httpx.AsyncClient(base_url=web.url, timeout=120) as http:

        def attempt(ticket: dict[str, Any], number: int) -> Any:
            act = {"type": "tote.cash_ticket/1", "ticket": ticket["ticket"], "check": ticket["check"]}
            key = f"{ticket['serial']}-{number}"
            at_window = {**act, "terminal": WINDOWS[number % len(WINDOWS)]}
            if number % HTTP_EVERY == 0:
                return by_http(http, people[number // HTTP_EVERY % len(people)], at_window, key)
            if number % HTTP_EVERY == 1:
                return machine.send("tote", {**act, "terminal": "S1"}, key=key)
            return clients[number % len(clients)].send("tote", at_window, key=key)

        for ticket in presented:
            found = await asyncio.gather(*(attempt(ticket, number) for number in range(attempts)))
            paid = [answer for answer in found if answer.get("is_accepted")]
            reasons = {answer["refusal"]["reason"] for answer in found if not answer.get("is_accepted")}
            assert (1, {f"ticket {ticket['ticket']} was paid already"}) == (len(paid), reasons)
            met.update(attempts=attempts, tickets=1, paid_minor=paid[0]["events"][0]["total_minor"])
    await closing_all([machine, *clients])
    return met


def examined(address: str) -> Counter[str]:
    """Count what the journal says was cashed."""
    met: Counter[str] = Counter()
    with closing(open_journal(address, is_reader=True)) as journal:
        stream = next(name for name in journal.heads() if name.startswith("tote-"))
        events = [TOTE.event_decoder.decode(record.body) for record in list(journal.read(stream))[1:]]
        cashed = [event for event in events if isinstance(event, TicketCashed)]
        assert len(cashed) == len({event.ticket for event in cashed})
        met.update(cashed=len(cashed), cashed_minor=sum(event.total_minor for event in cashed))
        assert () == verify(journal).faults
    return met


def race_for(attempts: int, part: Part) -> Counter[str]:
    """Serve a house, present its tickets, and hold the journal to what was answered."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        house, address = evening_house(folder, tables=1, terminals=1, has_wheels=False), str(folder / "cash.db")
        with web_house(house.path, journal=address) as web:
            met = asyncio.run(raced(web, tickets=part.cases, attempts=attempts))
        return met + examined(address)


@pytest.mark.campaign(100)
def test_one_ticket_at_many_windows_is_paid_once(request):
    """Of all attempts one is paid, and all others are refused because it was."""
    campaign = Campaign.of(request, "web-double-cash", part_cases=10)
    attempts, tickets = (1_000, 100) if campaign.is_whole else (20, 3)

    def search(part: Part) -> Counter[str]:
        return race_for(attempts, part if campaign.is_whole else Part(part.campaign, part.number, tickets))

    met = campaign.run(search)
    assert (tickets, tickets * attempts) == (met["cashed"], met["attempts"])
    assert met["paid_minor"] == met["cashed_minor"] > tickets * PRICE
