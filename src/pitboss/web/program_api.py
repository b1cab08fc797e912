"""The HTTP API of the race program: its text, its PDF, and bet slips whose codes windows and machines read.

All of it is public. A slip is no bet: it is what somebody would say at a window, written down.
"""

from __future__ import annotations

import asyncio
import re
from datetime import datetime
from functools import lru_cache
from typing import Annotated, Final

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from pitboss.decider import Person, Role
from pitboss.draw.program.pdf import as_pdf
from pitboss.draw.program.program import Program, program
from pitboss.draw.qr import as_svg
from pitboss.errors import InputError
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.tote.day.acts import TerminalKind
from pitboss.tote.day.state import Day
from pitboss.tote.spoken import TEXT_MAX
from pitboss.web.assets import Asset
from pitboss.web.requester import Asked, Stream, server_of
from pitboss.web.slip_api import Slip, SlipRead, slip_read

Track = Annotated[str, Parameter(description="A track's code", max_length=6)]
Said = Annotated[str, Parameter(description="A bet as it is said at a window", min_length=1, max_length=TEXT_MAX)]
RaceNo = Annotated[int, Parameter(ge=1, le=30)]
Code = Annotated[str, Parameter(description="What a slip's code says", max_length=120)]
ANYBODY: Final = Person("a teller", Role.TELLER)
"""As whom a slip is read: what would be sold to whoever brings it."""
_PAYLOAD: Final = re.compile(r"SLIP [A-Z][A-Z0-9]{1,5} R[1-9][0-9]?(?: \$[0-9.]+ [A-Z0-9]+ [A-Z0-9 ,/+-]+)?", re.ASCII)
"""A bet that is filled in, or a race on which one is still to be said: the program has that for each race."""


class Printed(msgspec.Struct, frozen=True):
    """A program as it was printed, with what a page needs to say what has changed since."""

    program: Program
    posts: dict[int, datetime]
    """Race to the post time on the card."""


class SlipMade(msgspec.Struct, frozen=True):
    """A bet slip: what was understood, and what its code says."""

    read: SlipRead
    payload: str | None
    """What a reader gives a window or a machine; None as long as it is no bet."""


@get("/api/tote/{stream:str}/program/{track:str}", tags=["tote"], summary="A track's race program")
async def race_program(request: Asked, stream: Stream, track: Track) -> Response[Printed]:
    """Return the program of a card that is open: explanations, then race by race."""
    house = server_of(request).house
    name = house.desk.tote(stream)
    found = await asyncio.wrap_future(house.floor.ask(name, lambda live: _printed(live, track), Urgency.LOOK))
    asset = Asset(msgspec.json.encode(found), "application/json")
    return asset.answer(request.headers.get("accept-encoding", ""), "no-cache")  # type: ignore[return-value]


@get("/api/tote/{stream:str}/program/{track:str}/pdf", tags=["tote"], summary="A track's race program as a PDF",
     media_type="application/pdf")  # fmt: skip
async def program_pdf(request: Asked, stream: Stream, track: Track) -> Response[bytes]:
    """Return the program for a printer."""
    house = server_of(request).house
    name = house.desk.tote(stream)
    found = await asyncio.wrap_future(house.floor.ask(name, lambda live: _printed(live, track), Urgency.LOOK))
    return Response(await asyncio.to_thread(_pdf, found.program), media_type="application/pdf")


_pdf = lru_cache(maxsize=8)(as_pdf)
"""A card does not change while it is open, and a program is set once."""


def _printed(live: LiveStream, track: str) -> Printed:
    day: Day = live.state
    if track not in day.cards:
        listed = ", ".join(day.cards) or "none"
        raise InputError(f"no card of such a track is open; there is {listed}", field="track", value=track)
    card = day.cards[track]
    return Printed(program(card, day.config), {race.number: race.post_time for race in card.races})


@get("/api/tote/{stream:str}/slips", tags=["tote"], summary="Fill in a bet slip")
async def fill_slip(request: Asked, stream: Stream, track: Track, race: RaceNo, text: Said) -> SlipMade:
    """Return what a bet would cost and why it cannot be sold, with what its code says; nothing is sold or kept."""
    server = server_of(request)
    name, now = server.house.desk.tote(stream), server.house.door.wall()
    found = server.house.floor.ask(name, lambda live: _made(live, track, race, text, now), Urgency.LOOK)
    return await asyncio.wrap_future(found)


def _made(live: LiveStream, track: str, race: int, text: str, now: datetime) -> SlipMade:
    day: Day = live.state
    windows = (name for name, one in day.terminals.items() if one.is_open and one.kind is TerminalKind.WINDOW)
    window = next(windows, "")
    read = slip_read(live, ANYBODY, Slip(text=text, track=track, race=race, terminal=window), now)
    if not window and read.bet is not None:
        read = msgspec.structs.replace(read, problem="No window is open now.", clause=None)
    return SlipMade(read, None if read.bet is None else f"SLIP {read.track} R{read.race} {read.bet}")


@get("/api/slip.svg", tags=["tote"], summary="The code of a bet slip as a picture", media_type="image/svg+xml")
async def slip_code(payload: Code) -> Response[bytes]:
    """Return the QR code of what a slip says."""
    if _PAYLOAD.fullmatch(payload) is None:
        raise InputError("no bet slip says that", field="payload", value=payload)
    svg = await asyncio.to_thread(_code, payload)
    return Response(svg.encode(), media_type="image/svg+xml", headers={"cache-control": "public, max-age=86400"})


_code = lru_cache(maxsize=256)(as_svg)
"""Whoever opens a program asks for the codes of all its races."""

PROGRAM_HANDLERS = [race_program, program_pdf, fill_slip, slip_code]
