"""What can be asked of the server, by HTTP or WebSocket alike: states, gaps, offers, commands, second persons."""

from __future__ import annotations

import asyncio
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.decider import Accepted, Event, Role, tag_of
from pitboss.errors import PitbossError
from pitboss.floor.commands import Answered
from pitboss.floor.offers import Offered
from pitboss.floor.offers import offers as offered
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.people.sessions import WHY_LOCKED, SessionLocked
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.audience import ASIDE
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.views import board_view, view
from pitboss.web import protocol as w
from pitboss.web.hub import Watcher, written

if TYPE_CHECKING:
    from pitboss.web.server import Server, Visitor

GAP_MAX: Final = 500
"""Records that are sent one by one to whoever comes back; who missed more gets the state."""
_NOT_GOOD: Final = "this ticket cannot be verified here; ask at a window"


def _may_watch(server: Server, visitor: Visitor, stream: str) -> str:
    found = server.house.desk.named(stream)
    if found == HOUSE_STREAM and visitor.is_locked:
        raise SessionLocked(WHY_LOCKED)
    if found == HOUSE_STREAM and not visitor.is_staff:
        raise Forbidden("the house's own record is for those who work here", values={"stream": stream})
    return found


async def state(server: Server, visitor: Visitor, stream: str) -> w.StateNow:
    """Return a stream as it stands."""
    name = _may_watch(server, visitor, stream)
    return await asyncio.wrap_future(server.house.floor.ask(name, lambda live: _state(server, visitor, live)))


def _state(server: Server, visitor: Visitor, live: LiveStream) -> w.StateNow:
    """Return a stream as it stands, in the writer's thread."""
    shown = view(live, is_staff=visitor.is_staff, terminal=visitor.own)
    said = server.hub.said.get(live.name)
    shown["said"] = [sentence for _, sentence in said] if said else []
    return w.StateNow(stream=live.name, version=live.version, state=shown)


async def gap_or_state(server: Server, visitor: Visitor, watcher: Watcher, stream: str, after: int | None) -> None:
    """Send a client what it missed as one message: what came after its version, or the state."""
    name = _may_watch(server, visitor, stream)

    def asked(live: LiveStream) -> None:
        missed = None if after is None else _gap(server, visitor, live, after)
        message = missed or msgspec.json.encode(_state(server, visitor, live)).decode()
        server.hub.answer(watcher, name, message)

    await asyncio.wrap_future(server.house.floor.ask(name, asked))


def _gap(server: Server, visitor: Visitor, live: LiveStream, after: int) -> str | None:
    """Return what came after a version, in the writer's thread; None where that is too much, or not to come yet."""
    if not 0 <= live.version - after <= GAP_MAX:
        return None
    records = list(islice(server.house.floor.journal.read(live.name, after=max(after, 1)), GAP_MAX))
    events = [live.decoded(record.body) for record in records]
    watching = () if visitor.own is None else (visitor.own,)
    bulletin = written(live, events, after, live.version, shown=after, has_staff=visitor.is_staff, watching=watching)
    if visitor.is_staff:
        return bulletin.staff
    nothing = w.NewsOf(stream=live.name, after=after, version=live.version, events=[])
    public = bulletin.public or msgspec.json.encode(nothing).decode()
    return bulletin.own.get(visitor.own or "", public)


async def board(server: Server, stream: str, track: str | None, race: int | None, now: datetime) -> Any:
    """Return the board of a race of the tote."""
    name = server.house.desk.named(stream)
    return await asyncio.wrap_future(server.house.floor.ask(name, lambda live: board_view(live, track, race, now)))


async def offers(server: Server, visitor: Visitor, stream: str) -> w.OffersNow:
    """Return what whoever asks may do now, with the values each field may take and who must confirm it."""
    _may_watch(server, visitor, stream)
    name, found = await offered(server.house.desk, server.acting(visitor, is_input=False), stream)
    return w.OffersNow(stream=name, offers=[_offer(one) for one in found])


def _offer(one: Offered) -> w.OfferNow:
    fields = {name: msgspec.to_builtins(domain) for name, domain in one.fields.items()}
    return w.OfferNow(tag_of(one.act), fields, one.alone, [role.value for role in one.confirm])


async def command(
    server: Server, visitor: Visitor, stream: str, key: str, act: bytes, *, second: bool
) -> w.Answer | w.WaitingFor:
    """Hand in a command; return its durable answer, or that it waits for a second person."""
    who = server.acting(visitor)
    found = await server.house.desk.command(who, stream, key, act, second=second)
    if not isinstance(found, Answered):
        return w.WaitingFor(stream=stream, key=key, approval=found.approval, minutes=found.minutes)
    if found.is_guess and who.machine is not None:
        # The public is not told which of its guesses came near.
        refusal = {"type": "refusal/1", "clause": "PW-D2", "reason": _NOT_GOOD, "values": {}}
        return w.Answer(stream=stream, key=key, is_accepted=False, refusal=refusal)
    return answer(found.recorded, stream, key, found.code, is_players=who.person.role is Role.PLAYER)


def answer(recorded: Recorded, stream: str, key: str, code: str | None = None, *, is_players: bool = False) -> w.Answer:
    """Return a durable answer as a message: all of it but others' tickets, and from players what is the house's own.

    What the house stands to lose on a spin is nobody's business at a terminal.
    """
    if isinstance(recorded.answer, Accepted):
        events = [_answered(event, is_players=is_players) for event in recorded.answer.events]
        return w.Answer(
            stream=stream, key=key, is_accepted=True, events=events, first=recorded.first, last=recorded.last, code=code
        )
    refusal = msgspec.to_builtins(recorded.answer)
    return w.Answer(
        stream=stream, key=key, is_accepted=False, refusal=refusal, first=recorded.first, last=recorded.last
    )


def _answered(event: Event, *, is_players: bool) -> dict[str, Any]:
    hidden = {*event.secret, *((*ASIDE, *event.aside) if is_players else ())}
    return {name: value for name, value in msgspec.to_builtins(event).items() if name not in hidden}


def approved(found: Answered) -> w.Answer:
    """Return the answer to an act that one stood by, under its sender's own key."""
    recorded = found.recorded
    return answer(recorded, recorded.stream, recorded.key.partition("/")[2], found.code)


async def fate(server: Server, visitor: Visitor, stream: str, key: str) -> w.Answer | w.NotKnown:
    """Return what became of one's own command."""
    who = server.acting(visitor, is_input=False)
    recorded = await server.house.desk.fate(who, stream, key)
    if recorded is None:
        return w.NotKnown(stream=stream, key=key)
    return answer(recorded, stream, key, is_players=who.person.role is Role.PLAYER)


def problem(error: PitbossError, *, stream: str | None = None, key: str | None = None) -> w.Problem:
    """Return an error as a message."""
    fields = error.as_fields()
    values: Any = fields["values"]
    return w.Problem(error=str(fields["error"]), reason=str(error), values=values, stream=stream, key=key)
