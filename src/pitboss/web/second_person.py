"""Second persons by HTTP: what waits for one, in words, and who confirms it at the asker's own machine.

Somebody who stands beside the dealer gives name and password there, or a passkey, and gets no session. Both are looked
at as at the door, and count there when they are wrong; who may be the second person is asked where it always is.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, Parameter

from pitboss.decider import Act, Person, Refusal, Role, tag_of
from pitboss.errors import InputError, PitbossError
from pitboss.floor.commands import Answered, Desk, Principal, Waiting
from pitboss.floor.people.acts import Asked as Purpose
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.live import confirming
from pitboss.floor.people.state import Pending
from pitboss.floor.preview import can_be_seen, looked, would_happen
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.games.everyday.preview import Open, Row
from pitboss.web import handlers
from pitboss.web import protocol as w
from pitboss.web.passkeys_api import ShownBody
from pitboss.web.requester import Asked, Body, Stream, server_of, slow_down, visitor_of, writing
from pitboss.web.sentences import sentence_of
from pitboss.web.server import Visitor

_OF_A_TABLE = ("table.", "dispute.")
"""Acts of every table, of which the record says more than their fields."""
Approval = Annotated[str, Parameter(description="What waits", max_length=100)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Password = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Here(Body, frozen=True):
    """Who stands beside whoever is signed in at this machine, with their own password."""

    person: Name
    password: Password


class CommandHere(Here, frozen=True):
    """An act of whoever stands there, which whoever is signed in at this machine stands by."""

    key: w.Key
    act: dict[str, Any]


class CommandHereByPasskey(ShownBody, frozen=True):
    """The same, by whose passkey it is."""

    key: w.Key
    act: dict[str, Any]


class Sheet(msgspec.Struct, frozen=True):
    """What waits for a second person: who asks for what, where, by which clause, until when, and who may confirm it."""

    approval: str
    stream: str
    table: str
    act: str
    title: str
    """Empty where its fields say enough."""
    text: str
    clause: str
    amount_minor: int | None
    currency: str | None
    by: str
    """By name."""
    role: str
    until: str
    confirm: list[str]
    rows: list[Row] = []
    """Of a correction of money: the same that whoever asks has seen."""
    open: list[Open] = []
    refused: str = ""
    """Why it would be refused by now."""


@get("/api/approvals/{approval:str}", tags=["streams"], summary="What waits for a second person, in words")
async def sheet(request: Asked, approval: Approval) -> Sheet:
    """Return who asks for what, with clause and amount, as the table stands now."""
    server = server_of(request)
    server.acting(visitor_of(request), is_input=False)
    desk = server.house.desk

    def asked(live: LiveStream) -> tuple[Pending, tuple[Role, ...]] | None:
        waits: Pending | None = live.state.approvals.get(approval)
        return None if waits is None else (waits, confirming(live.state, waits))

    waiting = await asyncio.wrap_future(desk.floor.ask(HOUSE_STREAM, asked, Urgency.OTHER))
    if waiting is None:
        raise InputError("nothing of that number waits for a second person", field="approval", value=approval)
    found: Sheet = await asyncio.wrap_future(
        desk.floor.ask(waiting[0].stream, lambda live: _sheet(desk, *waiting, live), Urgency.OTHER)
    )
    return found


def _sheet(desk: Desk, pending: Pending, confirm: tuple[Role, ...], live: LiveStream) -> Sheet:
    act = live.rules.act_decoder.decode(pending.act)
    told = None if live.rules.asked is None else live.rules.asked(live.state, act)
    words: dict[str, Any] = told or {"title": "", "text": "", "clause": "", "amount_minor": None}
    if can_be_seen(act):
        shown = looked(live, Person(pending.by, pending.role), act, confirm)
        words |= {"text": shown.text, "rows": list(shown.rows), "open": list(shown.open)}
        if shown.refusal is not None:
            words |= {"refused": shown.refusal.reason, "clause": shown.refusal.clause}
    elif told is None and tag_of(act).startswith(_OF_A_TABLE):
        words |= {"text": _would_be_told(desk, pending, act, confirm, live)}
    return Sheet(
        approval=pending.approval,
        stream=pending.stream,
        table=live.config.name,
        act=tag_of(act),
        currency=live.config.currency,
        by=desk.people[pending.by].name,
        role=pending.role.value,
        until=pending.until.isoformat(),
        confirm=[role.value for role in confirm],
        **words,
    )


def _would_be_told(desk: Desk, pending: Pending, act: Act, confirm: tuple[Role, ...], live: LiveStream) -> str:
    """Return what the record would say of an act: of a count of the rack what is short, of a slip what it comes to."""
    found = would_happen(live, Person(pending.by, pending.role), act, confirm)
    if isinstance(found, Refusal):
        return ""
    return " ".join(sentence_of(desk, live, event, is_brief=True) for event in found)


@post("/api/approvals/{approval:str}/here", tags=["streams"], summary="Stand by an act here", status_code=200)
async def approve_here(request: Asked, approval: Approval, data: JSONBody[Here]) -> w.Answer:
    """Be the second person at the machine where somebody else is signed in; no session begins."""
    _, second = await _beside(request, data)
    return handlers.approved(await server_of(request).house.desk.approve(second, approval))


@post("/api/approvals/{approval:str}/here/passkey", tags=["streams"], summary="Stand by an act here, by passkey",
      status_code=200)  # fmt: skip
async def approve_here_by_passkey(request: Asked, approval: Approval, data: JSONBody[ShownBody]) -> w.Answer:
    """Be the second person by a passkey that was asked for this very act; no session begins."""
    _, second = await _beside_by_passkey(request, data, approval)
    return handlers.approved(await server_of(request).house.desk.approve(second, approval))


@post("/api/streams/{stream:str}/commands/here", tags=["streams"], summary="Act here, before whoever is signed in",
      status_code=200)  # fmt: skip
async def command_here(
    request: Asked, stream: Stream, data: JSONBody[CommandHere]
) -> Response[w.Answer | w.WaitingFor]:
    """Do an act at another's machine, with whoever is signed in there as the second person: a ruling at the console."""
    server_of(request).house.desk.named(stream)
    return await _before(request, stream, data, *await _beside(request, data))


@post("/api/streams/{stream:str}/commands/here/passkey", tags=["streams"], status_code=200,
      summary="Act here by passkey, before whoever is signed in")  # fmt: skip
async def command_here_by_passkey(
    request: Asked, stream: Stream, data: JSONBody[CommandHereByPasskey]
) -> Response[w.Answer | w.WaitingFor]:
    """Do an act at another's machine by a passkey that was asked for this command."""
    server_of(request).house.desk.named(stream)
    both = await _beside_by_passkey(request, data, f"{stream}/{data.key}")
    return await _before(request, stream, data, *both)


async def _before(
    request: Asked, stream: str, data: CommandHere | CommandHereByPasskey, signed: Principal, actor: Principal
) -> Response[w.Answer | w.WaitingFor]:
    """Do an act of somebody with whoever is signed in as the second person."""
    desk = server_of(request).house.desk
    found = await desk.command(actor, stream, data.key, msgspec.json.encode(data.act), second=True)
    if isinstance(found, Waiting) and found.approval is not None:
        found = await _stood_by(desk, signed, actor, found.approval)
    if isinstance(found, Answered):
        return Response(handlers.approved(found))
    waiting = w.WaitingFor(stream=stream, key=data.key, approval=found.approval, minutes=found.minutes)
    return Response(waiting, status_code=202)


async def _stood_by(desk: Desk, signed: Principal, actor: Principal, approval: str) -> Answered:
    """Stand by an act that was asked for a moment ago; what nobody may stand by here does not go on waiting."""
    try:
        return await desk.approve(signed, approval)
    except PitbossError:
        await desk.decline(actor, approval)
        raise


async def _beside(request: Asked, data: Here) -> tuple[Principal, Principal]:
    """Return who is signed in at this machine, and who stands there too, by name and password."""
    place = slow_down(request, data.person)
    visitor, signed = _signed_in(request)
    person = await server_of(request).house.door.vouch(data.person, data.password, place)
    return signed, Principal(person, terminal=visitor.terminal)


async def _beside_by_passkey(request: Asked, data: ShownBody, about: str) -> tuple[Principal, Principal]:
    """Return who is signed in at this machine, and who stands there too, by a passkey asked for here and about this."""
    passkeys = server_of(request).house.door.passkeys
    place = slow_down(request, await passkeys.owner(data.credential))
    visitor, signed = _signed_in(request)
    where = f"{signed.session} {about}"
    person = await passkeys.vouch(Purpose.SECOND, data.shown, where, place)
    return signed, Principal(person, terminal=visitor.terminal)


def _signed_in(request: Asked) -> tuple[Visitor, Principal]:
    """Return who is signed in at this machine."""
    visitor = writing(request)
    signed = server_of(request).acting(visitor)
    if visitor.session is None:
        raise NotLetIn("nobody is signed in here")
    return visitor, signed


SECOND_HANDLERS = [sheet, approve_here, approve_here_by_passkey, command_here, command_here_by_passkey]
