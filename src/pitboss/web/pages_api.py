"""What the pages need beside the streams themselves: signs, the fields of acts, a wheel's layout, this machine's place.

Nothing here writes, and nothing here is secret: a sign hangs at the table, and the fields of acts are published.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import cache
from http.cookies import SimpleCookie
from typing import Any

import msgspec
from litestar import get

from pitboss.decider import tag_of
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.games.table.sign import Section
from pitboss.rulebook import edition
from pitboss.stream import Stream as Rules
from pitboss.web.guard import headers_of
from pitboss.web.requester import Asked, Stream, server_of
from pitboss.web.server import TERMINAL_COOKIE

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


class Machine(msgspec.Struct, frozen=True):
    """Which machine asks, by its key: its position, and whether it is on."""

    terminal: str | None = None
    kind: str | None = None
    stream: str | None = None
    position: str | None = None
    is_on: bool = False


async def _looked(request: Asked, stream: str, question: Any) -> Any:
    house = server_of(request).house
    return await asyncio.wrap_future(house.floor.ask(house.desk.named(stream), question))


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
async def stream_acts(request: Asked, stream: Stream) -> ActFields:
    """Return the JSON Schema of every act; which of them one may do now is said by the offers."""
    desk = server_of(request).house.desk
    name = desk.named(stream)
    rules = desk.streams[name]
    fields = _fields(rules)
    acts = {tag_of(act): _marked(fields.acts[tag_of(act)], desk.fields.said(name, act)) for act in rules.acts}
    return ActFields(acts, fields.parts)


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
async def stream_layout(request: Asked, stream: Stream) -> WheelLayout:
    """Return what can be bet on; nothing for a game without a layout."""
    found: WheelLayout = await _looked(request, stream, _layout)
    return found


def _layout(live: LiveStream) -> WheelLayout:
    if live.rules.layout is None:
        return WheelLayout([], {}, [], [])
    return msgspec.convert(live.rules.layout(live.state), WheelLayout)


@get("/api/machine", tags=["pages"], summary="Which machine this is")
async def machine(request: Asked) -> Machine:
    """Return the position that this machine's key belongs to; nothing where it has none."""
    server = server_of(request)
    jar: SimpleCookie = SimpleCookie()
    with suppress(Exception):
        jar.load(headers_of(dict(request.scope)).get("cookie", ""))
    terminal = server.house.door.terminal(jar[TERMINAL_COOKIE].value) if TERMINAL_COOKIE in jar else None
    position = server.house.desk.positions.get(terminal or "")
    if terminal is None or position is None:
        return Machine()
    return Machine(terminal, position.kind.value, position.stream, position.position, position.is_on)


PAGE_HANDLERS = [stream_sign, stream_acts, stream_layout, machine]
