"""The HTTP API: thin handlers over the same actions as the WebSocket, with strict bodies and a published schema."""

from __future__ import annotations

import asyncio
from contextlib import closing
from datetime import UTC, datetime
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, Parameter

from pitboss.floor.people import chosen
from pitboss.floor.people.acts import Ended
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.roles import Forbidden, matrix
from pitboss.floor.preview import look
from pitboss.floor.writer.books import balances
from pitboss.games.everyday.preview import Open, Row
from pitboss.journal import open_journal
from pitboss.web import handlers
from pitboss.web import protocol as w
from pitboss.web.floor_api import FLOOR_HANDLERS
from pitboss.web.lab_api import LAB_HANDLERS
from pitboss.web.machines_api import MACHINE_HANDLERS
from pitboss.web.mutuel_api import MUTUEL_HANDLERS
from pitboss.web.pages_api import PAGE_HANDLERS
from pitboss.web.papers_api import PAPER_HANDLERS
from pitboss.web.passkeys_api import PASSKEY_HANDLERS, session_of
from pitboss.web.pit_api import PIT_HANDLERS
from pitboss.web.program_api import PROGRAM_HANDLERS
from pitboss.web.requester import (
    Asked,
    Body,
    Signed,
    Stream,
    cookie_of,
    renewed,
    server_of,
    signed,
    slow_down,
    visitor_of,
    writing,
)
from pitboss.web.second_person import SECOND_HANDLERS
from pitboss.web.server import SESSION_COOKIE, TERMINAL_COOKIE, Server, Visitor, exposition
from pitboss.web.slip_api import SLIP_HANDLERS
from pitboss.web.table_api import TABLE_HANDLERS
from pitboss.web.tote_api import TOTE_HANDLERS
from pitboss.web.tour_api import TOUR_HANDLERS

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class SignIn(Body, frozen=True):
    """Who one is, with the password."""

    person: Name
    password: Password


class FirstSignIn(Body, frozen=True):
    """Who one is, with the one-time code and the password one chooses."""

    person: Name
    code: Name
    password: Password


class Unlock(Body, frozen=True):
    """The password, once more."""

    password: Password


class ChangePassword(Body, frozen=True):
    """The password one has, and the one that is to take its place."""

    old: Password
    new: Password


class CommandBody(Body, frozen=True):
    """An act, under the sender's own key."""

    key: w.Key
    act: dict[str, Any]
    second: bool = False


class PreviewBody(Body, frozen=True):
    """An act that corrects money, to be looked at and not to be done."""

    act: dict[str, Any]


class PreviewNow(msgspec.Struct, frozen=True):
    """What an act would do now, or why it would be refused; its digest is sent along with the act as `seen`."""

    stream: str
    text: str
    rows: list[Row]
    open: list[Open]
    digest: str
    refusal: dict[str, Any] | None


class Me(msgspec.Struct, frozen=True):
    """Who is at the other end."""

    person: str | None
    role: str | None
    terminal: str | None
    is_locked: bool
    csrf: str | None
    reads: list[str]
    """Rows of the role matrix that one may look at."""
    name: str | None = None
    """What the person is called on screens."""
    needs_passkey: bool = False
    """Whether nothing can be done but to add a passkey, which the house wants of this role."""


class StreamLine(msgspec.Struct, frozen=True):
    """A stream of the house."""

    stream: str
    kind: str
    game: str
    name: str


class Health(msgspec.Struct, frozen=True):
    """Whether the house can record."""

    status: str
    streams: int
    connections: int


@get("/healthz", tags=["operations"], summary="Whether the house can record")
async def healthz(request: Asked) -> Response[Health]:
    """Return 200 while everything can be recorded, 503 while it cannot; neither writer nor database is asked."""
    server = server_of(request)
    house, hub = server.house, server.hub
    is_well = house.floor.stopped is None
    # What is wrong is in the log: whoever asks here need not be of the house.
    status = "stopping" if server.is_stopping else "ok" if is_well else "nothing can be recorded"
    body = Health(status, len(house.desk.streams), len(hub.watchers))
    return Response(body, status_code=200 if status == "ok" else 503)


@get("/metrics", tags=["operations"], summary="Figures for Prometheus", media_type="text/plain")
async def metrics(request: Asked) -> Response[bytes]:
    """Return the figures of the server."""
    body, kind = exposition(server_of(request))
    return Response(body, media_type=kind)


def _is_over(server: Server, request: Asked, name: str) -> bool:
    """Tell whether a browser brought a cookie that is of no use, and that no other one is under way for."""
    token = request.cookies.get(server.cookie_name(name))
    return token is not None and not server.house.door.had(token)


@get("/api/me", tags=["people"], summary="Who is at this end")
async def me(request: Asked) -> Response[Me]:
    """Return who the cookies belong to; nobody where they belong to none, and a session that is over is forgotten."""
    visitor, forgotten = Visitor(), []
    try:
        visitor = visitor_of(request)
    except Forbidden:
        pass
    except NotLetIn:
        # Without this a browser whose session ended elsewhere could not even look at the floor.
        # In a demonstration so too a machine whose key is of no use any more: that of a visitor who was away.
        server = server_of(request)
        names = (SESSION_COOKIE,) if server.house.tour is None else (SESSION_COOKIE, TERMINAL_COOKIE)
        # Not one that was renewed just now: another window's answer would take the new one from all of them.
        forgotten = [cookie_of(server, name, "", 0) for name in names if _is_over(server, request, name)]
    session, principal = visitor.session, visitor.principal
    found = Me(
        None if principal is None else principal.person.id,
        None if principal is None else principal.person.role.value,
        visitor.terminal or visitor.unproven,
        session is not None and session.is_locked,
        None if session is None else session.csrf,
        [] if principal is None else [row for row in matrix().rows if matrix().may_read(row, principal.person.role)],
        None if principal is None else server_of(request).name_of(principal.person.id),
        session is not None and session.needs_passkey,
    )
    return Response(found, cookies=forgotten)


@post("/api/sign-in", tags=["people"], summary="Sign in with a password", status_code=200)
async def sign_in(request: Asked, data: JSONBody[SignIn]) -> Response[Signed]:
    """Begin a session; an earlier one of the same person ends."""
    server, place = server_of(request), slow_down(request, data.person)
    device = server.device(dict(request.scope))
    session, token = await server.house.door.sign_in(data.person, data.password, place, device)
    return signed(server, session, token)


@post("/api/first-sign-in", tags=["people"], summary="Choose a password with a one-time code", status_code=200)
async def first_sign_in(request: Asked, data: JSONBody[FirstSignIn]) -> Response[Signed]:
    """Choose a password and begin a session."""
    server, place = server_of(request), slow_down(request, data.person)
    device = server.device(dict(request.scope))
    session, token = await server.house.door.choose_password(data.person, data.code, data.password, place, device)
    return signed(server, session, token)


@post("/api/unlock", tags=["people"], summary="Open a locked session again", status_code=204)
async def unlock(request: Asked, data: JSONBody[Unlock]) -> Response[None]:
    """Go on after five minutes without input, or show once more who one is; the session has another cookie then."""
    session, server = session_of(request), server_of(request)
    return renewed(server, session, await server.house.door.unlock(session, data.password))


@post("/api/password", tags=["people"], summary="Choose another password", status_code=204)
async def change_password(request: Asked, data: JSONBody[ChangePassword]) -> Response[None]:
    """Choose another password, with the one that one has; the session has another cookie then."""
    server, session = server_of(request), session_of(request)
    server.acting(visitor_of(request), is_adding=True)
    return renewed(server, session, await chosen.change(server.house.door, session, data.old, data.new))


@post("/api/sign-out", tags=["people"], summary="End the session", status_code=204)
async def sign_out(request: Asked) -> Response[None]:
    """End the session, wherever it is open."""
    visitor, server = writing(request), server_of(request)
    if visitor.session is not None:
        await server.house.door.end(visitor.session, Ended.ASKED)
    return Response(None, status_code=204, cookies=[cookie_of(server, SESSION_COOKIE, "", 0)])


@get("/api/streams", tags=["streams"], summary="The streams of the house")
async def streams(request: Asked) -> list[StreamLine]:
    """Return every table, tournament and tote day, and the house's own stream and its cage to those who work here."""
    server, visitor = server_of(request), visitor_of(request)
    found = []
    for name, rules in server.house.desk.streams.items():
        if (name == "house" or not rules.is_public) and not visitor.is_staff:
            continue
        called = await handlers.called(server, visitor, name)
        found.append(StreamLine(name, rules.first_line, rules.name, called))
    return found


@get("/api/streams/{stream:str}", tags=["streams"], summary="A stream as it stands")
async def stream_state(request: Asked, stream: Stream) -> w.StateNow:
    """Return what whoever asks may see of it."""
    return await handlers.state(server_of(request), visitor_of(request), stream)


@get("/api/streams/{stream:str}/offers", tags=["streams"], summary="What one may do now")
async def stream_offers(
    request: Asked,
    stream: Stream,
    brief: Annotated[
        str, Parameter(max_length=400, required=False, description="Acts by name, with commas between them")
    ] = "",
) -> w.OffersNow:
    """Return the acts that are open to whoever asks, with the values each field may take; of `brief` ones the names."""
    return await handlers.offers(server_of(request), visitor_of(request), stream, frozenset(brief.split(",")))


@get("/api/streams/{stream:str}/board", tags=["streams"], summary="The tote board of a race")
async def stream_board(
    request: Asked,
    stream: Stream,
    track: Annotated[str | None, Parameter(max_length=40, required=False)] = None,
    race: Annotated[int | None, Parameter(ge=1, le=99, required=False)] = None,
) -> dict[str, Any]:
    """Return odds, pools, probable prices and what was paid; of the next race to go where none is named."""
    found = await handlers.board(server_of(request), stream, track, race, datetime.now(UTC))
    return {"board": found}


@post("/api/streams/{stream:str}/commands", tags=["streams"], summary="Ask for something to be done", status_code=200)
async def send_command(
    request: Asked, stream: Stream, data: JSONBody[CommandBody]
) -> Response[w.Answer | w.WaitingFor]:
    """Return the durable answer: accepted, refused with its clause, or waiting for a second person (202)."""
    visitor = writing(request)
    act = msgspec.json.encode(data.act)
    found = await handlers.command(server_of(request), visitor, stream, data.key, act, second=data.second)
    return Response(found, status_code=202 if isinstance(found, w.WaitingFor) else 200)


@post("/api/streams/{stream:str}/preview", tags=["streams"], summary="Look at a correction first", status_code=200)
async def preview(request: Asked, stream: Stream, data: JSONBody[PreviewBody]) -> PreviewNow:
    """Return the rows that an act would record, and what it would leave open; nothing is recorded."""
    visitor, server = writing(request), server_of(request)
    name, found = await look(server.house.desk, server.acting(visitor), stream, msgspec.json.encode(data.act))
    refusal = None if found.refusal is None else msgspec.to_builtins(found.refusal)
    return PreviewNow(name, found.text, list(found.rows), list(found.open), found.digest, refusal)


@get("/api/streams/{stream:str}/answers/{key:str}", tags=["streams"], summary="What became of a command")
async def command_fate(
    request: Asked, stream: Stream, key: Annotated[str, Parameter(max_length=59)]
) -> Response[w.Answer | w.NotKnown]:
    """Return the answer that is kept under one's own key, or 404."""
    found = await handlers.fate(server_of(request), visitor_of(request), stream, key)
    return Response(found, status_code=404 if isinstance(found, w.NotKnown) else 200)


@post("/api/approvals/{approval:str}", tags=["streams"], summary="Stand by an act", status_code=200)
async def approve(request: Asked, approval: Annotated[str, Parameter(max_length=100)]) -> w.Answer:
    """Be the second person for somebody's act, which is then decided."""
    visitor, server = writing(request), server_of(request)
    found = await server.house.desk.approve(server.acting(visitor), approval)
    return handlers.approved(found)


@post("/api/approvals/{approval:str}/decline", tags=["streams"], summary="Decline to stand by", status_code=204)
async def decline(request: Asked, approval: Annotated[str, Parameter(max_length=100)]) -> None:
    """Refuse to be the second person, or take one's own question back."""
    visitor, server = writing(request), server_of(request)
    await server.house.desk.decline(server.acting(visitor), approval)


@get("/api/ledger", tags=["audit"], summary="What every account holds")
async def ledger(request: Asked) -> dict[str, int]:
    """Return the trial balance, to those who may read it."""
    server = server_of(request)
    who = server.acting(visitor_of(request))
    if not matrix().may_read("read", who.person.role):
        raise Forbidden("the ledger is for supervisors and auditors", values={"role": who.person.role.value})
    return await asyncio.to_thread(_balances, server.house.floor.journal.address)


def _balances(address: str) -> dict[str, int]:
    """Return what every account holds, by a connection of its own: nobody's bet waits for a sum over all postings."""
    with closing(open_journal(address, is_reader=True)) as reader:
        return balances(reader)


@get("/schema/websocket.json", tags=["operations"], summary="The messages of the WebSocket")
async def websocket_schema() -> dict[str, Any]:
    """Return the JSON Schema of what goes over /ws, both ways."""
    return w.schema()


HANDLERS = [
    healthz, metrics, me, sign_in, first_sign_in, unlock, change_password, sign_out, streams, stream_state,
    stream_offers, stream_board, send_command, preview, command_fate, approve, decline, ledger, websocket_schema,
    *PAGE_HANDLERS,
    *SECOND_HANDLERS, *TOTE_HANDLERS, *MACHINE_HANDLERS, *FLOOR_HANDLERS, *TOUR_HANDLERS,
    *PASSKEY_HANDLERS, *SLIP_HANDLERS, *MUTUEL_HANDLERS, *PROGRAM_HANDLERS, *PAPER_HANDLERS,
    *PIT_HANDLERS, *TABLE_HANDLERS, *LAB_HANDLERS,
]  # fmt: skip
