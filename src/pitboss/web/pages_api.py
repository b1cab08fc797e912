"""What the pages need beside the streams themselves: signs, the fields of acts, a wheel's layout, this machine's place.

Nothing here writes, and nothing here is secret: a sign hangs at the table, and the fields of acts are published.
"""

from __future__ import annotations

import asyncio
from functools import cache
from typing import Any, TypeVar, cast

import msgspec
from litestar import Response, get

from pitboss.decider import tag_of
from pitboss.draw.screens import screen_pictures
from pitboss.floor.people.acts import TerminalKind
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.games.table.sign import Section
from pitboss.rulebook import edition
from pitboss.stream import Stream as Rules
from pitboss.tote.day.state import Day
from pitboss.web.assets import Asset
from pitboss.web.requester import Asked, Stream, server_of

T = TypeVar("T")
SERVERS = "x-server"
"""Marks a field of an act that the server says itself."""


class PostedSign(msgspec.Struct, frozen=True):
    """What hangs at a table or over the tote's windows."""

    title: str
    house: str
    edition: str
    sections: tuple[Section, ...]


class ActFields(msgspec.Struct, frozen=True):
    """The acts of a stream by their names, each as a JSON Schema."""

    acts: dict[str, dict[str, Any]]
    parts: dict[str, Any]
    """What the schemas refer to as `#/$defs/NAME`."""


class Spot(msgspec.Struct, frozen=True):
    """A bet of a layout."""

    bet: str
    """By its notation; at the tote the word by which a kind of bet is called."""
    kind: str
    covers: list[str] = []
    title: str = ""
    """What a button says."""
    name: str = ""
    """What a person calls it, with its numbers."""
    pays: int | None = None
    """To one; None where that depends on more than the bet."""
    clause: str = ""
    """The clause by which it is paid."""
    min_minor: int | None = None
    max_minor: int | None = None
    colour: str = ""
    box: tuple[float, float, float, float] | None = None
    """Left, top, right and bottom of its own box on the cloth, in boxes from the wheel; None where it has none."""
    example: str = ""
    """Runners as they are called in such a bet of the tote."""


class WheelLayout(msgspec.Struct, frozen=True):
    """What can be bet on, and the wheel where there is one."""

    order: list[str]
    """The pockets as they lie on the wheel."""
    colours: dict[str, str]
    spots: list[Spot]
    chips_minor: list[int]
    """The chips on a terminal's screen; none at a table without terminals."""
    clauses: dict[str, str] = {}
    """The clause of each duty at a table with terminals, for whoever deals there."""


class Revealed(msgspec.Struct, frozen=True):
    """A virtual shoe that is over: what was promised, what was shown, and the cards that came."""

    shoe: int
    commitment: str
    """SHA-256 of the canonical text of nonce and order, in hexadecimal, published before the first card."""
    decks: int
    dealt: list[str]
    """Every card that left the shoe, in order; empty text for one that nobody has seen."""
    order: list[str]
    nonce: str
    finding: str
    """Why no order was shown, or what was wrong with what was; empty where there was nothing."""


class ShoeOver(msgspec.Struct, frozen=True):
    """The last virtual shoe of a table that is over; null where there was none."""

    revealed: Revealed | None


class Machine(msgspec.Struct, frozen=True):
    """Which machine asks, by its key: its position, and whether it is on."""

    terminal: str | None = None
    kind: str | None = None
    stream: str | None = None
    position: str | None = None
    is_on: bool = False
    game: str | None = None
    """What is played at its stream, or sold there."""
    has_printer: bool = False
    """Whether the house prints its tickets; they are given to it as files otherwise."""
    trouble: str | None = None
    """What keeps its printer from printing."""
    is_closed: bool = False
    """Whether it sells for a tote and is not open there today: it takes no money then."""
    is_demonstration: bool = False
    """Whether the house is one, in which robots sell play money, and places are taken on the floor."""


async def _looked(request: Asked, stream: str, question: Any) -> Any:
    house = server_of(request).house
    return await asyncio.wrap_future(house.floor.ask(house.desk.named(stream), question, Urgency.LOOK))


@get("/api/streams/{stream:str}/sign", tags=["pages"], summary="What is posted at a table, or over the windows")
async def stream_sign(request: Asked, stream: Stream) -> PostedSign:
    """Return limits, odds and notices, every line with its clause; a sign without sections where nothing is posted."""
    found: PostedSign = await _looked(request, stream, _sign)
    return found


def _sign(live: LiveStream) -> PostedSign:
    if live.rules.posted is not None:
        return msgspec.convert(live.rules.posted(live.config, live.state), PostedSign)
    rulebook = live.config.rulebook
    return PostedSign(live.rules.name, "", f"{edition(rulebook).title} ({rulebook})" if rulebook else "", ())


@get("/api/streams/{stream:str}/acts", tags=["pages"], summary="The acts of a stream with their fields")
async def stream_acts(request: Asked, stream: Stream) -> Response[ActFields]:
    """Return the JSON Schema of every act; which of them one may do now is said by the offers."""
    desk = server_of(request).house.desk
    name = desk.named(stream)
    rules = desk.streams[name]
    fields = _fields(rules)
    acts = {tag_of(act): _marked(fields.acts[tag_of(act)], desk.fields.said(name, act)) for act in rules.acts}
    return _packed(request, ActFields(acts, fields.parts))


def _packed(request: Asked, found: T) -> Response[T]:
    """Return an answer compressed: these are large, and the same for everybody, so that nothing is given away by it."""
    asset = Asset(msgspec.json.encode(found), "application/json")
    return cast("Response[T]", asset.answer(request.headers.get("accept-encoding", ""), "no-cache"))


def _marked(act: dict[str, Any], said: tuple[str, ...]) -> dict[str, Any]:
    """Return the schema of an act with the fields marked that are the server's to say, and may be left out."""
    if not said:
        return act
    properties = {name: {**own, SERVERS: True} if name in said else own for name, own in act["properties"].items()}
    required = [name for name in act.get("required", ()) if name not in said]
    return {**act, "properties": properties, "required": required}


@cache
def _fields(rules: Rules) -> ActFields:
    acts = rules.acts
    schemas, parts = msgspec.json.schema_components(acts, ref_template="#/$defs/{name}")
    found = {}
    for act, schema in zip(acts, schemas, strict=True):
        own = str(schema["$ref"]).rpartition("/")[2]
        found[tag_of(act)] = parts[own]
    used = {str(schema["$ref"]).rpartition("/")[2] for schema in schemas}
    return ActFields(found, {key: value for key, value in parts.items() if key not in used})


@get(
    "/api/streams/{stream:str}/layout",
    tags=["pages"],
    summary="What can be bet on",
)
async def stream_layout(request: Asked, stream: Stream) -> Response[WheelLayout]:
    """Return what can be bet on; nothing for a game without a layout."""
    return _packed(request, await _looked(request, stream, _layout))


def _layout(live: LiveStream) -> WheelLayout:
    if live.rules.layout is None:
        return WheelLayout([], {}, [], [])
    return msgspec.convert(live.rules.layout(live.state), WheelLayout)


@get("/api/streams/{stream:str}/pictures", tags=["pages"], summary="Where a table's pictures are")
async def stream_pictures(request: Asked, stream: Stream) -> dict[str, str]:
    """Return the address of each picture that the pages of a table are made of; it changes with the picture."""
    server = server_of(request)
    name = server.house.desk.named(stream)
    found: dict[str, str] = await _looked(
        request, stream, lambda live: server.pictures.of(name, lambda: screen_pictures(live.rules.name, live.state))
    )
    return found


@get("/api/streams/{stream:str}/shoe", tags=["pages"], summary="The last virtual shoe, to be checked by anybody")
async def stream_shoe(request: Asked, stream: Stream) -> Response[ShoeOver]:
    """Return order and nonce of the last virtual shoe that is over, its commitment, and the cards that came from it."""
    return _packed(request, await _looked(request, stream, _shoe))


def _shoe(live: LiveStream) -> ShoeOver:
    cards = live.rules.cards
    found = None if cards is None or cards.revealed is None else cards.revealed(live.state)
    return ShoeOver(None if found is None else msgspec.convert(found, Revealed))


@get("/api/streams/{stream:str}/seats", tags=["pages"], summary="The players' machines of a table")
async def stream_seats(request: Asked, stream: Stream) -> dict[str, str]:
    """Return the place of each seat with a machine, by the name under which its player bets."""
    desk = server_of(request).house.desk
    name = desk.named(stream)
    places = ((terminal, one) for terminal, one in desk.positions.items() if one.kind is TerminalKind.SEAT)
    seats = {terminal: one.position for terminal, one in places if one.stream == name}
    return {terminal: position or str(number) for number, (terminal, position) in enumerate(seats.items(), 1)}


@get("/api/machine", tags=["pages"], summary="Which machine this is")
async def machine(request: Asked) -> Machine:
    """Return the position that this machine's key belongs to; nothing where it has none."""
    server = server_of(request)
    terminal = server.claimed(dict(request.scope))
    position = server.house.desk.positions.get(terminal or "")
    if terminal is None or position is None:
        return Machine(is_demonstration=server.house.tour is not None)
    desk = server.house.desk
    game = desk.streams[desk.named(position.stream)].name
    printing, kind = server.house.printing, position.kind.value
    printer = (terminal in printing.terminals, printing.troubles.get(terminal))
    place = (terminal, kind, position.stream, position.position)
    is_seller = game == "tote" and position.kind in (TerminalKind.WINDOW, TerminalKind.SELF_SERVICE)
    is_closed = is_seller and not await _looked(request, position.stream, lambda live: _is_open(live.state, terminal))
    is_shown = server.house.tour is not None
    return Machine(*place, position.is_on, game, *printer, is_closed=is_closed, is_demonstration=is_shown)


def _is_open(day: Day, terminal: str) -> bool:
    """Tell whether a terminal is open at a tote today."""
    return terminal in day.terminals and day.terminals[terminal].is_open


PAGE_HANDLERS = [stream_sign, stream_acts, stream_layout, stream_pictures, stream_shoe, stream_seats, machine]
