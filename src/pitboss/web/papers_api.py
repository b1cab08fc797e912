"""The HTTP API of a table's papers: one print of a slip, as a page, a PDF, or the bytes for a receipt printer."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, get
from litestar.params import Parameter

from pitboss.decider import Role
from pitboss.errors import InputError
from pitboss.floor.devices.escpos import encode
from pitboss.floor.devices.layout import Layout
from pitboss.floor.devices.pdf import as_pdf
from pitboss.floor.devices.slip import as_page, slip_layouts
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.games.everyday.events import SlipPrinted
from pitboss.web.assets import assets
from pitboss.web.requester import Asked, Stream, server_of, visitor_of
from pitboss.web.server import Server

Version = Annotated[int, Parameter(ge=1, le=10**12)]


async def _layouts(request: Asked, stream: str, version: int) -> tuple[Layout, ...]:
    """Return the parts of one print of a paper, to those whose work the table is, the cage and auditors."""
    server = server_of(request)
    who = server.acting(visitor_of(request), is_input=False)
    name = server.house.desk.named(stream)
    if who.person.role not in (*server.house.desk.streams[name].staff, Role.CASHIER, Role.AUDITOR):
        raise Forbidden(
            "papers are for those whose work the table is, the cage and auditors", values={"stream": stream}
        )
    asked = server.house.floor.ask(name, lambda live: _printed(server, live, version), Urgency.OTHER)
    return await asyncio.wrap_future(asked)


@get(
    "/api/streams/{stream:str}/slips/{version:int}",
    tags=["streams"],
    summary="A printed slip as a page",
    media_type="text/html",
)
async def slip_page(request: Asked, stream: Stream, version: Version) -> Response[str]:
    """Return one print of a slip, count sheet, marker or correction in its three parts; a copy says so."""
    page = as_page(await _layouts(request, stream, version), f"/static/{assets().digest}/css/slip.css")
    return Response(page, media_type="text/html")


@get(
    "/api/streams/{stream:str}/slips/{version:int}/pdf",
    tags=["streams"],
    summary="A printed slip as a PDF",
    media_type="application/pdf",
)
async def slip_pdf(request: Asked, stream: Stream, version: Version) -> Response[bytes]:
    """Return the same, a page a part."""
    layouts = await _layouts(request, stream, version)
    return Response(await asyncio.to_thread(as_pdf, *layouts), media_type="application/pdf")


@get(
    "/api/streams/{stream:str}/slips/{version:int}/escpos",
    tags=["streams"],
    summary="A printed slip for a receipt printer",
    media_type="application/octet-stream",
)
async def slip_escpos(request: Asked, stream: Stream, version: Version) -> Response[bytes]:
    """Return the same as ESC/POS, cut after each part."""
    layouts = await _layouts(request, stream, version)
    return Response(b"".join(map(encode, layouts)), media_type="application/octet-stream")


def _printed(server: Server, live: LiveStream, version: int) -> tuple[Layout, ...]:
    """Return the parts of the print that a version of a stream is."""
    journal = server.house.floor.journal
    record = next(journal.read(live.name, after=version - 1), None) if 1 < version <= live.version else None
    event = None if record is None else live.decoded(record.body)
    if not isinstance(event, SlipPrinted):
        raise InputError("no paper was printed by that record", field="version", value=version)
    return slip_layouts(journal, live, event)


PAPER_HANDLERS = [slip_page, slip_pdf, slip_escpos]
