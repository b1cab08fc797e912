"""The HTTP API of the tote's paper: what a reader scanned, a copy of a sale, a ticket or receipt as a PDF."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Annotated, Any, Final

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, Parameter

from pitboss.decider import Event
from pitboss.errors import BadNotation, InputError
from pitboss.floor.commands import Principal
from pitboss.floor.devices import ticket as paper
from pitboss.floor.devices.layout import Layout
from pitboss.floor.devices.pdf import as_pdf
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.roles import Forbidden, matrix
from pitboss.floor.rate_limit import Slow
from pitboss.floor.tote_days import day_stream, tote_of
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.tote.cloths import Cloth, cloth_of
from pitboss.tote.day.board import KIND_NAMES
from pitboss.tote.day.events import TicketCancelled, TicketCashed, TicketExchanged, TicketRefunded, TicketSold
from pitboss.tote.day.explained import TicketExplained, bet_told, day_ticket, pool_told
from pitboss.tote.day.state import Day, Phase
from pitboss.tote.day.tickets import TicketState, sold_on
from pitboss.tote.day.worth import SecondHalf, Worth, second_half, worth
from pitboss.web import handlers
from pitboss.web import protocol as w
from pitboss.web.guard import address_of
from pitboss.web.requester import Asked, Body, Stream, server_of, visitor_of, writing
from pitboss.web.server import Server

Key = Annotated[str, Parameter(max_length=59)]
_ROWS = ("cash", "cash_above", "sell")
"""Who has a part in one of these may have a ticket read."""
FINISH_MAX: Final = 4
"""Places of a race that a ticket's page tells."""
_PAID = (TicketCashed, TicketRefunded, TicketCancelled)


class Scan(Body, frozen=True):
    """What a reader scanned from a ticket."""

    payload: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class CopyBody(Body, frozen=True):
    """The sale to print again, under the sender's own key."""

    key: w.Key
    terminal: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    serial: Annotated[int, msgspec.Meta(ge=1, le=10**9)]


class BetWhy(msgspec.Struct, frozen=True):
    """One bet of a ticket in one pool, and what it came to."""

    name: str
    """What the pool is called."""
    bet: str
    pool: str
    combinations: int
    cost_minor: int
    refund_minor: int
    payout_minor: int
    lines: list[str]
    """How it came to that, line by line."""


class Scanned(msgspec.Struct, frozen=True):
    """A ticket, as forms to cash, refund or cancel it ask for it."""

    stream: str
    """The day that sold it, where it is cashed."""
    ticket: str
    check: str
    terminal: str
    serial: int
    window: int
    sold_at: datetime
    state: str
    is_delivered: bool
    worth: Worth
    """What can be done with it here, found by asking the rules."""
    confirm: list[str]
    """Roles of which a second person must be one; none where nobody is needed."""
    bets: list[BetWhy]
    exchange: SecondHalf | None
    """What it can be exchanged for, if it won the first half of a twin trifecta and the second is still to come."""


@post("/api/tote/scan", tags=["tote"], summary="Read what a bar code says", status_code=200)
async def scan(request: Asked, data: JSONBody[Scan]) -> Scanned:
    """Return the ticket of a scanned text, and the day that sold it; wrong ones count as failed attempts."""
    server = server_of(request)
    who = server.acting(writing(request))
    refuse_stranger(who)
    number, check = paper.read_payload(data.payload)
    desk = server.house.desk
    desk.require_tries(who)
    now = server.house.door.wall()
    for name in _days(server, number):
        ask = desk.floor.ask(name, lambda live: _scanned(live, number, check, who, now), Urgency.OTHER)
        found = await asyncio.wrap_future(ask)
        if found is not None:
            return found
    desk.tries.take(who.place)
    raise InputError("wrong ticket number or check code", field="payload", value=data.payload)


class Placed(msgspec.Struct, frozen=True):
    """A runner among the first of a race."""

    no: str
    place: int
    cloth: Cloth | None


class PoolMoney(msgspec.Struct, frozen=True):
    """A settled pool from what was bet to what was left: the parts of it."""

    bet_minor: int
    """Without what was refunded."""
    takeout_minor: int
    payout_minor: int
    breakage_minor: int


class TicketWhy(msgspec.Struct, frozen=True):
    """A ticket for whoever holds it: its state, what it is worth, and why."""

    facility: str
    state: str
    told: str
    """What it is worth now, in a sentence."""
    sold_at: datetime
    window: int
    currency: str
    cost_minor: int
    due_minor: int
    """What is handed out on it now."""
    bets: list[BetWhy]
    pools: dict[str, list[str]]
    """How each of its pools came to its prices, line by line."""
    money: dict[str, PoolMoney]
    """And where the money of each went."""
    finish: dict[str, list[Placed]]
    """Who came in first, second, third and fourth, by race."""


@post("/api/tote/ticket", tags=["tote"], summary="What a ticket is worth, and why", status_code=200)
async def ticket_why(request: Asked, data: JSONBody[Scan]) -> TicketWhy:
    """Return what became of a ticket, to anybody who has its number and check code; nothing is paid by this."""
    server, address = server_of(request), address_of(dict(request.scope))
    place = f"address {address}"
    if not (server.house.desk.tries.has(place) and server.tickets_asked.take(address)):
        raise Slow("too many tickets were asked for from here; wait a minute")
    number, check = _typed(data.payload)
    now = server.house.door.wall()
    for name in _days(server, number):
        ask = server.house.floor.ask(name, lambda live: _why(live, number, check, now), Urgency.LOOK)
        found = await asyncio.wrap_future(ask)
        if found is not None:
            return found
    server.house.desk.tries.take(place)
    raise InputError("wrong ticket number or check code: compare both with the ticket")


def _why(live: LiveStream, number: str, check: str, now: datetime) -> TicketWhy | None:
    """Explain a ticket whose code is right, in the writer's thread."""
    day = live.state
    known = day.tickets.get(number) if isinstance(day, Day) else None
    if known is None or known.check != check:
        return None
    explained, found = day_ticket(day, number, is_settled=True), worth(day, number, now)
    settled = [name for name in known.pools if day.books[name].settled is not None]
    return TicketWhy(
        facility=live.config.name,
        state=known.state.value,
        told=found.told,
        sold_at=known.sold_at,
        window=known.window,
        currency=explained.currency,
        cost_minor=explained.cost_minor,
        due_minor=0 if found.does == "cancel" else found.amount_minor,
        bets=_bets(explained),
        pools={name: list(pool_told(day, name)) for name in settled},
        money={name: _money(day, name) for name in settled},
        finish={f"{bet.track} race {bet.race}": _finish(day, bet.track, bet.race) for bet in known.bets},
    )


def _money(day: Day, name: str) -> PoolMoney:
    """Return where the money of a settled pool went."""
    settled = day.books[name].settled
    if settled is None:
        raise LookupError(name)
    bet = settled.sold_minor - settled.refunds_minor
    return PoolMoney(bet, settled.takeout_minor, settled.payout_minor, settled.breakage_minor)


def _finish(day: Day, track: str, number: int) -> list[Placed]:
    """Return the first four of a race that is official; nobody before."""
    race = day.races[track, number]
    order = race.order if race.phase is Phase.OFFICIAL else ()
    return [
        Placed(one.runner, one.place, cloth_of(race.card.runs, one.runner)) for one in order if one.place <= FINISH_MAX
    ]


def _days(server: Server, number: str) -> list[str]:
    """Return the streams that may have sold a ticket: its number names the day."""
    day = sold_on(number)
    return [
        name for name in server.house.desk.streams if day is not None and name == day_stream(tote_of(name) or "", day)
    ]


def _typed(payload: str) -> tuple[str, str]:
    """Split what a guest typed or scanned into a number and a check code; what is wrong is told as to a person."""
    try:
        return paper.read_payload(payload.strip().upper())
    except BadNotation as error:
        reason = "this is not a ticket's number and check code: type both as printed under the bar code"
        raise InputError(reason) from error


def refuse_stranger(who: Principal) -> None:
    """Refuse whoever has no part in tickets."""
    rules, role = matrix(), who.person.role
    is_allowed = any(rules.cell(row, role) in ("Y", "2") for row in _ROWS)
    if who.machine is not None:
        is_allowed = any(row in rules.machines[who.machine] for row in _ROWS)
    if not is_allowed:
        raise Forbidden(f"{who.person.id} has no part in tickets", values={"role": role.value})


def _scanned(live: LiveStream, number: str, check: str, who: Principal, now: datetime) -> Scanned | None:
    """Return a ticket whose code is right, in the writer's thread."""
    day = live.state
    known = day.tickets.get(number) if isinstance(day, Day) else None
    if known is None or known.check != check:
        return None
    found = worth(day, number, now, who.person, who.terminal)
    return Scanned(
        stream=live.name,
        ticket=number,
        check=check,
        terminal=known.terminal,
        serial=known.serial,
        window=known.window,
        sold_at=known.sold_at,
        state=known.state.value,
        is_delivered=known.is_delivered,
        worth=found,
        confirm=_seconds(who) if found.needs_second else [],
        bets=_bets(day_ticket(day, number, is_settled=True)),
        exchange=second_half(day, number, now, who.person, who.terminal),
    )


def _seconds(who: Principal) -> list[str]:
    """Return the roles that may stand by a payment which nobody makes alone."""
    return [role.value for role in matrix().seconds("cash_above", who.person.role)]


def _bets(explained: TicketExplained) -> list[BetWhy]:
    """Return each bet of a ticket with what it came to."""
    return [
        BetWhy(
            name=KIND_NAMES[bet.kind],
            bet=bet.bet,
            pool=bet.pool,
            combinations=bet.combinations,
            cost_minor=bet.cost_minor,
            refund_minor=bet.refund_minor,
            payout_minor=bet.payout_minor,
            lines=list(bet_told(bet, explained.currency)),
        )
        for bet in explained.bets
    ]


@post("/api/tote/{stream:str}/copies", tags=["tote"], summary="Print a sale once more, as a copy", status_code=200)
async def print_copy(request: Asked, stream: Stream, data: JSONBody[CopyBody]) -> w.Answer:
    """Have a sale printed at its terminal, marked as a copy that nobody can cash; who asked for it is recorded."""
    server, visitor = server_of(request), writing(request)
    # Before anything is looked up: which serials were sold is nobody's business who may not ask for a copy.
    server.acting(visitor)
    desk = server.house.desk
    name = desk.named(stream)

    def is_sold(live: LiveStream) -> bool:
        day = live.state
        return isinstance(day, Day) and day.ticket_at(data.terminal, data.serial) is not None

    asked = desk.floor.ask(name, is_sold, Urgency.OTHER)
    if not await asyncio.wrap_future(asked):
        raise InputError(f"terminal {data.terminal} sold no ticket of that serial", field="serial", value=data.serial)
    act = {"type": "house.print_copy/1", "stream": name, "terminal": data.terminal, "serial": data.serial}
    found = await handlers.command(server, visitor, HOUSE_STREAM, data.key, msgspec.json.encode(act), second=False)
    if not isinstance(found, w.Answer):
        raise Forbidden("a copy has no second person")
    return found


@get(
    "/api/tote/{stream:str}/papers/{key:str}",
    tags=["tote"],
    summary="A ticket or receipt as a PDF",
    media_type="application/pdf",
)
async def tote_paper(request: Asked, stream: Stream, key: Key) -> Response[bytes]:
    """Return the paper of one's own sale or payment: a ticket only until its terminal sells the next."""
    server = server_of(request)
    who = server.acting(visitor_of(request), is_input=False)
    recorded = await server.house.desk.fate(who, stream, key)
    events = () if recorded is None else recorded.events
    event = next((one for one in events if isinstance(one, (TicketSold, TicketExchanged, *_PAID))), None)
    if recorded is None or event is None:
        raise InputError("nothing was sold or paid under that key of yours", field="key", value=key)
    found = server.house.floor.ask(recorded.stream, lambda live: _layout(server, live, event), Urgency.OTHER)
    layout = await asyncio.wrap_future(found)
    # Shown and not stored; whoever stores it does so under a name of ours, which tells nothing of the ticket.
    named = {"content-disposition": f'inline; filename="{"receipt" if isinstance(event, _PAID) else "ticket"}.pdf"'}
    return Response(await asyncio.to_thread(as_pdf, layout), media_type="application/pdf", headers=named)


def _layout(server: Server, live: LiveStream, event: Event) -> Layout:
    """Return the paper of a sale or payment, in the writer's thread."""
    if isinstance(event, _PAID):
        return paper.receipt(event, live.currency, facility=live.config.name, at=server.house.door.wall())
    if isinstance(event, TicketExchanged):
        return paper.second_half(event, live.currency)
    sold: Any = event
    known, last = live.state.tickets[sold.ticket], live.state.terminals[sold.terminal].serial
    values = {"terminal": sold.terminal, "serial": sold.serial}
    if sold.terminal in server.house.printing.terminals:
        raise Forbidden(f"terminal {sold.terminal} has a printer: the original is printed there, once", values=values)
    if last != sold.serial or known.state is not TicketState.ISSUED or not known.is_delivered:
        raise Forbidden("the original is given out before the next sale, and not after", values=values)
    return paper.original(sold, live.currency)


TOTE_HANDLERS = [scan, ticket_why, print_copy, tote_paper]
