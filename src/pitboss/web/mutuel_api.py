"""The HTTP API of the mutuel manager's page: the desk, what an order of finish would pay, and a card from a file.

Nothing here writes. Who may run races may look: prices before the official sign are for nobody else.
"""

from __future__ import annotations

import asyncio
import re
from datetime import datetime
from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.params import JSONBody, Parameter

from pitboss.decider import Person, holds
from pitboss.floor.devices.printing import Printing
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.race_cards import opened, parsed
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.money import Currency, show
from pitboss.tote.day.acts import Finisher, TerminalKind
from pitboss.tote.day.board import next_to_go
from pitboss.tote.day.checks import SUPERVISING
from pitboss.tote.day.desk import Desk, Preview, desk, preview
from pitboss.tote.day.racecard import Card
from pitboss.tote.day.state import Day, Terminal
from pitboss.web.requester import Asked, Body, Stream, server_of, visitor_of, writing
from pitboss.web.server import Server

Track = Annotated[str | None, Parameter(max_length=6)]
RaceNo = Annotated[int | None, Parameter(ge=1, le=30)]


class Placed(Body, frozen=True):
    """An order of finish that is being put together."""

    track: Annotated[str, msgspec.Meta(min_length=1, max_length=6)]
    race: Annotated[int, msgspec.Meta(ge=1, le=30)]
    order: Annotated[list[Finisher], msgspec.Meta(min_length=1, max_length=40)]


class CardFile(Body, frozen=True):
    """A race card as a file that somebody chose."""

    name: Annotated[str, msgspec.Meta(max_length=200)]
    text: Annotated[str, msgspec.Meta(min_length=1, max_length=60_000)]


class CardFault(msgspec.Struct, frozen=True):
    """One thing wrong with a card: where, what stands there, why not, and by which clause."""

    field: str
    value: str
    reason: str
    clause: str | None


class CardRaceRead(msgspec.Struct, frozen=True):
    """A race of a card that was read."""

    number: int
    post_time: datetime
    title: str
    runners: int
    pools: list[str]


class CardRead(msgspec.Struct, frozen=True):
    """A card that was read from a file: to be opened, or with all its faults."""

    faults: list[CardFault]
    card: dict[str, Any] | None
    """As it is opened; None where it has a fault."""
    track: str
    name: str
    races: list[CardRaceRead]
    carried: list[str]
    """What earlier days left to its pools."""


class DeskWindow(msgspec.Struct, frozen=True):
    """A window or self-service machine, with its drawer."""

    terminal: str
    window: int
    kind: str
    is_open: bool
    who: str
    """Who is signed in at it now."""
    tickets: int
    sold_minor: int
    paid_minor: int
    """What was handed out there: cashed, refunded, given back."""
    drawer_minor: int
    has_printer: bool
    trouble: str
    """What keeps its printer from printing; empty where it prints."""
    undelivered: int
    """Tickets whose paper did not reach its buyer."""


class DeskNow(msgspec.Struct, frozen=True):
    """The desk; none before a card is open."""

    desk: Desk | None
    windows: list[DeskWindow]


@get("/api/tote/{stream:str}/desk", tags=["tote"], summary="The day as the mutuel manager sees it")
async def tote_desk(request: Asked, stream: Stream, track: Track = None, race: RaceNo = None) -> DeskNow:
    """Return the races with the next act of each, and one of them whole: asked for, or the next to go."""
    server = server_of(request)
    who = server.acting(visitor_of(request), is_input=False)
    _refuse_others(who.person)
    house, here = server.house, _here(server)
    name, now = house.desk.tote(stream), house.door.wall()
    places = _places(server, name)

    def asked(live: LiveStream) -> DeskNow:
        day: Day = live.state
        terminals = places | day.terminals
        windows = [_window(terminal, one, here, house.printing) for terminal, one in terminals.items()]
        if not day.races:
            return DeskNow(None, windows)
        is_known = track is not None and race is not None and (track, race) in day.races
        key = (str(track), int(race or 0)) if is_known else next_to_go(day)
        return DeskNow(desk(day, *key, now), windows)

    return await asyncio.wrap_future(house.floor.ask(name, asked, Urgency.LOOK))


def _here(server: Server) -> dict[str, str]:
    """Return who is signed in at each terminal's machine and has its page open, by name."""
    people = server.house.desk.people
    seats = (watcher.staffed for watcher in server.hub.watchers if watcher.staffed is not None)
    return {terminal: people[person].name for terminal, person in seats if person in people}


def _places(server: Server, stream: str) -> dict[str, Terminal]:
    """Return the windows and machines that the house has at a tote, as they are before they are opened there."""
    desk, kinds = server.house.desk, {kind.value for kind in TerminalKind}
    own = ((name, one) for name, one in desk.positions.items() if one.kind.value in kinds)
    here = [(name, one) for name, one in own if desk.named(one.stream) == stream]
    return {
        name: Terminal(_number(one.position, place), TerminalKind(one.kind.value), is_open=False)
        for place, (name, one) in enumerate(here, 1)
    }


def _number(position: str | None, place: int) -> int:
    """Return the number of a window: the one in its position's name, or its place among them."""
    found = re.search("[1-9][0-9]{0,3}", position or "")
    return place if found is None else int(found[0])


def _window(name: str, terminal: Terminal, here: dict[str, str], printing: Printing) -> DeskWindow:
    return DeskWindow(
        terminal=name,
        window=terminal.window,
        kind=terminal.kind.value,
        is_open=terminal.is_open,
        who=here.get(name, ""),
        tickets=terminal.serial,
        sold_minor=terminal.sold_minor,
        paid_minor=terminal.sold_minor - terminal.cash_minor,
        drawer_minor=terminal.cash_minor,
        has_printer=name in printing.terminals,
        trouble=printing.troubles.get(name, ""),
        undelivered=terminal.undelivered,
    )


@post("/api/tote/{stream:str}/preview", tags=["tote"], summary="What an order of finish would pay", status_code=200)
async def preview_order(request: Asked, stream: Stream, data: JSONBody[Placed]) -> Preview:
    """Return every price that an order would make, or why it cannot be the order; nothing is posted by this."""
    server = server_of(request)
    _refuse_others(server.acting(writing(request)).person)
    name = server.house.desk.tote(stream)
    found = server.house.floor.ask(
        name, lambda live: preview(live.state, data.track, data.race, data.order), Urgency.LOOK
    )
    return await asyncio.wrap_future(found)


@post("/api/tote/{stream:str}/card", tags=["tote"], summary="Read a race card from a file", status_code=200)
async def read_card_file(request: Asked, stream: Stream, data: JSONBody[CardFile]) -> CardRead:
    """Return a card as it would be opened now, or everything that is wrong with it; nothing is opened by this."""
    server = server_of(request)
    _refuse_others(server.acting(writing(request)).person)
    house = server.house
    name, now = house.desk.tote(stream), house.door.wall()
    template = parsed(data.text, data.name)
    with_due = house.days.filled(template, name) if _has_pools(template) else template
    config = await asyncio.wrap_future(house.floor.ask(name, lambda live: live.config, Urgency.LOOK))
    card, faults = opened(with_due, now.astimezone(config.zone), config)
    return CardRead(
        faults=[CardFault(one.field, _shown(one.value), one.reason, one.clause) for one in faults],
        card=None if card is None else msgspec.to_builtins(card),
        track=str(template.get("track", "")),
        name=str(template.get("name", "")),
        races=[] if card is None else _races(card),
        carried=[] if card is None else _carried(card, Currency.of(config.currency)),
    )


def _has_pools(template: dict[str, Any]) -> bool:
    """Tell whether a file has what carryovers are filled into."""
    pools = template.get("pools")
    is_list = isinstance(pools, list) and all(isinstance(pool, dict) and "type" in pool for pool in pools)
    return is_list and isinstance(template.get("track"), str)


def _shown(value: object) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()
    return text if len(text) <= _SHOWN_MAX else f"{text[: _SHOWN_MAX - 1]}…"


_SHOWN_MAX = 80


def _races(card: Card) -> list[CardRaceRead]:
    return [
        CardRaceRead(
            number=race.number,
            post_time=race.post_time,
            title=race.title or "",
            runners=len(race.runners),
            pools=[pool.type for pool in card.pools if pool.races[0] == race.number],
        )
        for race in sorted(card.races, key=lambda one: one.number)
    ]


def _carried(card: Card, currency: Currency) -> list[str]:
    return [
        f"{pool.type.replace('_', ' ').capitalize()} on races {'-'.join(map(str, pool.races))} begins with "
        f"{show(pool.carryover_minor, currency)}"
        for pool in card.pools
        if pool.carryover_minor
    ]


def _refuse_others(person: Person) -> None:
    """Refuse whoever does not run races."""
    if not holds(person, SUPERVISING):
        raise Forbidden(f"{person.id} does not run races", values={"role": person.role.value})


MUTUEL_HANDLERS = [tote_desk, preview_order, read_card_file]
