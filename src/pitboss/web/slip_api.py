"""The HTTP API of a bet that is being typed at a window: what was understood, its cost, and whether it can be sold."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import datetime
from itertools import product
from typing import Annotated, Final

import msgspec
from litestar import post
from litestar.params import JSONBody

from pitboss.decider import Command, Person
from pitboss.errors import PitbossError
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.tote.combos import bits
from pitboss.tote.day.acts import SellTicket, WindowBet
from pitboss.tote.day.board import KIND_NAMES, PAIRS, matrix_of, summed_pool
from pitboss.tote.day.events import TicketSold
from pitboss.tote.day.state import Day
from pitboss.tote.settle import settle_pool
from pitboss.tote.spoken import TEXT_MAX, Token, spoken
from pitboss.web.requester import Asked, Body, Stream, server_of, writing
from pitboss.web.tote_api import refuse_stranger

ORDERS_MAX: Final = 12
"""Pairs of a bet that are listed with what they would pay."""


class Slip(Body, frozen=True):
    """A bet as it is being typed at a window, and what the window shows."""

    text: Annotated[str, msgspec.Meta(max_length=TEXT_MAX)]
    track: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    race: Annotated[int, msgspec.Meta(ge=1, le=99)]
    amount_minor: Annotated[int, msgspec.Meta(ge=1, le=10**9)] = 200
    terminal: Annotated[str, msgspec.Meta(max_length=100)] = ""


class Order(msgspec.Struct, frozen=True):
    """A pair that a bet holds, and what it would pay for two dollars."""

    combo: str
    price_minor: int | None


class SlipRead(msgspec.Struct, frozen=True):
    """What was understood of a bet that is being typed, what it costs, and why it cannot be sold."""

    tokens: list[Token]
    """Each word with what it was taken for."""
    track: str
    race: int
    amount_minor: int
    kind: str
    form: str
    runners: list[str]
    bet: str | None
    """The bet as the window sells it; None as long as something is missing."""
    name: str
    combinations: int
    cost_minor: int
    problem: str | None
    """What is missing, or why it cannot be sold; None where it can."""
    clause: str | None
    orders: list[Order]


@post("/api/tote/{stream:str}/slip", tags=["tote"], summary="Read a bet that is being typed", status_code=200)
async def read_slip(request: Asked, stream: Stream, data: JSONBody[Slip]) -> SlipRead:
    """Return what was understood, its count and cost, and the refusal that a sale would meet; nothing is sold."""
    server = server_of(request)
    who = server.acting(writing(request))
    name = server.house.desk.tote(stream)
    refuse_stranger(who)
    now = server.house.door.wall()
    found = server.house.floor.ask(name, lambda live: slip_read(live, who.person, data, now), Urgency.OTHER)
    return await asyncio.wrap_future(found)


def slip_read(live: LiveStream, by: Person, data: Slip, now: datetime) -> SlipRead:
    """Read a slip and try the sale on the state as it stands, in the writer's thread; nothing is changed."""
    day: Day = live.state
    heard = spoken(data.text, tracks=day.cards, track=data.track, race=data.race, amount_minor=data.amount_minor)
    problem, clause = heard.missing, None
    sold: TicketSold | None = None
    if heard.bet is not None:
        bets = (WindowBet(track=heard.track, race=heard.race, bet=heard.bet),)
        act = SellTicket(terminal=data.terminal or by.id, nonce="A" * 20, bets=bets)
        try:
            (found,) = live.rules.decide(day, Command(key="?", by=by, act=act, received_at=now))
            sold = found if isinstance(found, TicketSold) else None
        except PitbossError as error:
            problem, clause = error.reason, getattr(error, "clause", None)
    return SlipRead(
        tokens=heard.tokens,
        track=heard.track,
        race=heard.race,
        amount_minor=heard.amount_minor,
        kind=heard.kind,
        form=heard.form,
        runners=heard.runners,
        bet=heard.bet,
        name=" ".join(part for part in (KIND_NAMES.get(heard.kind, heard.kind), heard.form.lower()) if part),
        combinations=0 if sold is None else sold.combinations,
        cost_minor=0 if sold is None else sold.total_minor,
        problem=problem,
        clause=clause,
        orders=[] if sold is None else list(_orders(day, sold)),
    )


def _orders(day: Day, sold: TicketSold) -> Iterator[Order]:
    """Yield the first pairs that a sale would hold, with what each would pay now."""
    (bet,) = sold.bets
    name = bet.pools[0]
    if day.books[name].kind not in PAIRS or bet.combinations > ORDERS_MAX:
        return
    shown = matrix_of(settle_pool(summed_pool(day, name)))
    numbers = shown.rows, shown.columns
    pairs: dict[tuple[int, int], None] = {}
    for row in bet.rows:
        for one, other in product(*(bits(mask) for mask in row)):
            if shown.kind == "double" or one != other:
                pair = (min(one, other), max(one, other)) if shown.kind == "quinella" else (one, other)
                pairs[pair] = None
    between = "/" if shown.kind == "double" else "-"
    for one, other in pairs:
        yield Order(f"{numbers[0][one]}{between}{numbers[1][other]}", shown.prices[one][other])


SLIP_HANDLERS = [read_slip]
