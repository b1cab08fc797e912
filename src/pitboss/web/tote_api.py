"""The HTTP API of the tote's paper: what a reader scanned, a copy of a sale, a ticket or receipt as a PDF."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, Parameter

from pitboss.decider import Event
from pitboss.errors import InputError
from pitboss.floor.commands import Principal
from pitboss.floor.devices import ticket as paper
from pitboss.floor.devices.layout import Layout
from pitboss.floor.devices.pdf import as_pdf
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.roles import Forbidden, matrix
from pitboss.floor.tote_days import day_stream, tote_of
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.tote.day.events import TicketCancelled, TicketCashed, TicketExchanged, TicketRefunded, TicketSold
from pitboss.tote.day.state import Day
from pitboss.tote.day.tickets import TicketState, sold_on
from pitboss.web import handlers
from pitboss.web import protocol as w
from pitboss.web.requester import Asked, Body, Stream, server_of, visitor_of, writing
from pitboss.web.server import Server

Key = Annotated[str, Parameter(max_length=59)]
_ROWS = ("cash", "cash_above", "sell")
"""Who has a part in one of these may have a ticket read."""
_PAID = (TicketCashed, TicketRefunded, TicketCancelled)


class Scan(Body, frozen=True):
    """What a reader scanned from a ticket."""

    payload: Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class CopyBody(Body, frozen=True):
    """Which sale is to be printed once more, under the sender's own key."""

    key: w.Key
    terminal: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    serial: Annotated[int, msgspec.Meta(ge=1, le=10**9)]


class Scanned(msgspec.Struct, frozen=True):
    """A ticket, as forms to cash, refund or cancel it ask for it."""

    stream: str
    """The day that sold it, where it is cashed."""
    ticket: str
    check: str
    terminal: str
    serial: int
    state: str
    is_delivered: bool


@post("/api/tote/scan", tags=["tote"], summary="Read what a bar code says", status_code=200)
async def scan(request: Asked, data: JSONBody[Scan]) -> Scanned:
    """Return the ticket of a scanned text, and the day that sold it; wrong ones count as tickets presented in vain."""
    server = server_of(request)
    who = server.acting(writing(request))
    _refuse_stranger(who)
    number, check = paper.read_payload(data.payload)
    desk, day = server.house.desk, sold_on(number)
    desk.require_tries(who)
    days = [] if day is None else [name for name in desk.streams if name == day_stream(tote_of(name) or "", day)]
    for name in days:
        found = await asyncio.wrap_future(
            desk.floor.ask(name, lambda live: _scanned(live, number, check), Urgency.OTHER)
        )
        if found is not None:
            return found
    desk.tries.take(who.place)
    raise InputError("no such ticket was sold here, or its check code is another", field="payload", value=data.payload)


def _refuse_stranger(who: Principal) -> None:
    rules, role = matrix(), who.person.role
    is_allowed = any(rules.cell(row, role) in ("Y", "2") for row in _ROWS)
    if who.machine is not None:
        is_allowed = any(row in rules.machines[who.machine] for row in _ROWS)
    if not is_allowed:
        raise Forbidden(f"{who.person.id} has no part in tickets", values={"role": role.value})


def _scanned(live: LiveStream, number: str, check: str) -> Scanned | None:
    """Return a ticket whose code is right, in the writer's thread."""
    known = live.state.tickets.get(number) if isinstance(live.state, Day) else None
    if known is None or known.check != check:
        return None
    return Scanned(live.name, number, check, known.terminal, known.serial, known.state.value, known.is_delivered)


@post("/api/tote/{stream:str}/copies", tags=["tote"], summary="Print a sale once more, as a copy", status_code=200)
async def print_copy(request: Asked, stream: Stream, data: JSONBody[CopyBody]) -> w.Answer:
    """Have a sale printed at its terminal, marked as a copy that nobody can cash; who asked for it is recorded."""
    server, visitor = server_of(request), writing(request)
    # Before anything is looked up: which serials were sold is nobody's business who may not ask for a copy.
    server.acting(visitor)
    desk = server.house.desk
    name = desk.named(stream)
    place = (data.terminal, data.serial)
    asked = desk.floor.ask(name, lambda live: place in getattr(live.state, "by_serial", {}), Urgency.OTHER)
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
    return Response(await asyncio.to_thread(as_pdf, layout), media_type="application/pdf")


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


TOTE_HANDLERS = [scan, print_copy, tote_paper]
