"""A day at the races over WebSockets: tickets sold, cancelled, refunded and cashed, race by race."""

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from pitboss.floor.race_cards import card_of, read_template
from tests.support.driven import need, there
from tests.support.web_evening_client import Client
from tests.support.web_house import DEMO, tote_day
from tests.support.web_paper import on_paper

__all__ = ["TRACK", "Races", "card", "sold"]

TRACK = "FVD"
AHEAD = 10
"""So many times as far ahead as the card says: races are stopped by people, not by the clock."""


def card(races: int) -> dict[str, Any]:
    """Return the demonstration house's card for today, with its first races."""
    template = read_template(DEMO / "cards" / "fox-valley-downs.toml")
    listed = [{**race, "post_after_minutes": race["post_after_minutes"] * AHEAD} for race in template["races"][:races]]
    pools = [pool for pool in template["pools"] if pool["races"] == "each"]
    now = datetime.now().astimezone()
    found = there(card_of({**template, "races": listed, "pools": pools}, now, tote_day()), template)
    document: dict[str, Any] = msgspec.to_builtins(found)
    return document


def sold(answer: dict[str, Any]) -> dict[str, Any]:
    """Return the ticket of a sale."""
    return next(event for event in answer["events"] if event["type"] == "tote.ticket_sold/1")


class Races:
    """The day: manager, supervisor, teller, cashier, a self-service machine, and the sending track's signal."""

    def __init__(self, staff: Sequence[Client], machines: Sequence[Client], chance: random.Random) -> None:
        self.manager, self.supervisor, self.teller, self.cashier = staff
        self.machine, self.signal = machines
        self.chance = chance
        self.met: Counter[str] = Counter()
        self.paid = 0

    async def open(self, races: int) -> None:
        """Open windows and the card."""
        for window, name in enumerate(("W1", "W2", "W3"), start=1):
            await self.supervisor.do("tote", "tote.open_terminal/1", terminal=name, window=window)
        await self.supervisor.do("tote", "tote.open_terminal/1", terminal="S1", window=4, kind="self_service")
        await self.manager.do("tote", "tote.open_card/1", card=card(races))

    async def sell(self, seller: Client, terminal: str, race: int, *bets: str) -> dict[str, Any]:
        """Sell a ticket; return what is printed on it."""
        called = [{"track": TRACK, "race": race, "bet": bet} for bet in bets]
        self.met["sold"] += 1
        answer = await seller.do("tote", "tote.sell_ticket/1", terminal=terminal, bets=called)
        paper = {}
        if seller is self.machine:
            paper = await asyncio.to_thread(on_paper, seller.guest, answer["key"])
            seller.guest.close()
        return sold(answer) | paper

    async def run(self, race: int, *, tickets: int) -> None:
        """Sell, cancel, scratch and refund, stop, run, and pay."""
        bought = []
        for number in range(tickets):
            seller, terminal = (self.teller, "W1") if number % 3 else (self.machine, "S1")
            runner = self.chance.choice("2345")
            pool, amount = self.chance.choice((("WN", 2), ("PL", 4), ("SH", 2), ("EX", 2)))
            runners = (
                f"{runner}/{self.chance.choice([one for one in '2345' if one != runner])}" if pool == "EX" else runner
            )
            bought.append(await self.sell(seller, terminal, race, f"${amount} {pool} {runners}"))
        undone = await self.sell(self.teller, "W1", race, "$2 PL 3")
        cancel = {"terminal": "W1", "serial": undone["serial"], "method": "serial"}
        await self.teller.do("tote", "tote.cancel_ticket/1", **cancel)
        self.met["cancelled"] += 1
        lame = await self.sell(self.teller, "W1", race, "$10 WN 6")
        where: dict[str, Any] = {"track": TRACK, "race": race}
        await self.supervisor.do("tote", "tote.scratch_runner/1", **where, runner="6")
        await self.signal.do("tote", "tote.stop_betting/1", **where)
        await self.present(self.cashier, "tote.refund_ticket/1", lame, "refunded")
        late = await self.teller.send("tote", {"type": "tote.sell_ticket/1", "terminal": "W1",
                                               "bets": [{**where, "bet": "$2 WN 2"}]})  # fmt: skip
        need(not late["is_accepted"], "sold after the close", late)
        self.met["too late"] += 1
        order = self.chance.sample("2345", 4)
        finish = [{"place": place, "runner": runner} for place, runner in enumerate(order, 1)]
        await self.signal.do("tote", "tote.post_result/1", **where, order=finish)
        await self.signal.do("tote", "tote.declare_official/1", **where)
        for ticket in bought:
            await self.cash(ticket)
        for ticket in (undone, lame):
            await self.refused(ticket, "already")

    async def present(self, who: Client, tag: str, ticket: dict[str, Any], name: str) -> None:
        """Present a ticket on which something is due."""
        shown = {"terminal": "W2", "ticket": ticket["ticket"], "check": ticket["check"]}
        answer = await who.do("tote", tag, **shown)
        self.paid += sum(event["total_minor"] for event in answer["events"])
        self.met[name] += 1

    async def cash(self, ticket: dict[str, Any]) -> None:
        """Present a ticket that may have won; a second time nothing is paid on it."""
        act = {"type": "tote.cash_ticket/1", "terminal": "W2", "ticket": ticket["ticket"], "check": ticket["check"]}
        answer = await self.cashier.send("tote", act)
        if answer["is_accepted"]:
            self.paid += sum(event["total_minor"] for event in answer["events"])
            self.met["cashed"] += 1
            await self.refused(ticket, "paid already")
        elif "present it for refund" in answer["refusal"]["reason"]:
            await self.present(self.cashier, "tote.refund_ticket/1", ticket, "refunded")
        else:
            need("losing" in answer["refusal"]["reason"], answer)
            self.met["lost"] += 1

    async def refused(self, ticket: dict[str, Any], reason: str) -> None:
        """Present a ticket that is refused."""
        act = {"type": "tote.cash_ticket/1", "terminal": "W3", "ticket": ticket["ticket"], "check": ticket["check"]}
        answer = await self.cashier.send("tote", act)
        need(reason in answer["refusal"]["reason"], answer)
        self.met["refused"] += 1
