"""What can be asked of the server, by HTTP or WebSocket alike: states, gaps, offers, commands, second persons."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from datetime import datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.decider import Accepted, Event, Role, tag_of
from pitboss.errors import PitbossError
from pitboss.floor.commands import Answered, Principal
from pitboss.floor.offers import Offered
from pitboss.floor.offers import offers as offered
from pitboss.floor.people.acts import TerminalKind
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.people.sessions import WHY_LOCKED, SessionLocked
from pitboss.floor.writer.answers import Busy, FateUnknown, Recorded
from pitboss.floor.writer.audience import ASIDE, Seen, faceless, uncashable
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.floor.writer.views import board_view
from pitboss.journal import JournalError
from pitboss.web import protocol as w
from pitboss.web.hub import Watcher, state_of
from pitboss.web.read_models import RECENT_MAX, Looked, Shown, audiences_of

if TYPE_CHECKING:
    from pitboss.web.server import Server, Visitor

NOT_RECORDED: Final = "nothing can be recorded now, and nothing was done; try again in a moment"
_FATE_UNKNOWN: Final = "the journal went away; ask for the key when it is back"
_NOT_GOOD: Final = "this ticket cannot be verified here; ask at a window"


def _may_watch(server: Server, visitor: Visitor, stream: str) -> str:
    found = server.house.desk.named(stream)
    if found == HOUSE_STREAM and visitor.is_locked:
        raise SessionLocked(WHY_LOCKED)
    if found == HOUSE_STREAM and not visitor.is_staff:
        raise Forbidden("the house's own record is for those who work here", values={"stream": stream})
    if not server.house.desk.streams[found].is_public and not visitor.is_staff:
        raise Forbidden("this is for those who work here", values={"stream": stream})
    return found


def audiences(server: Server, visitor: Visitor, name: str) -> list[str]:
    """Return what whoever is there is told of a stream as."""
    return audiences_of(server.house.desk.streams[name], visitor.role, visitor.own)


async def state(server: Server, visitor: Visitor, stream: str) -> w.StateNow:
    """Return a stream as it stands."""
    name = _may_watch(server, visitor, stream)
    return state_of(name, await _peek(server, visitor, name))


async def called(server: Server, visitor: Visitor, stream: str) -> str:
    """Return what the house calls a table or tote."""
    first, *_ = await _peek(server, visitor, _may_watch(server, visitor, stream))
    return "" if first.view is None else str(first.view["name"])


async def _peek(server: Server, visitor: Visitor, name: str) -> list[Shown]:
    return await server.hub.peek(
        audiences(server, visitor, name), name, lambda question: server.house.floor.ask(name, question, Urgency.LOOK)
    )


async def gap_or_state(server: Server, visitor: Visitor, watcher: Watcher, stream: str, after: int | None) -> None:
    """Send a client what it missed as one message: what came after its version, or the state."""
    name = _may_watch(server, visitor, stream)

    def missed(live: LiveStream, since: int) -> list[tuple[int, Seen]]:
        """Read what came after a version, in the writer's thread."""
        records = islice(server.house.floor.journal.read(name, after=max(since, 1)), RECENT_MAX)
        found = ((record.version, Seen(live.decoded(record.body), live.state, live.rules)) for record in records)
        return [(version, seen) for version, seen in found if seen.is_known]

    def ask(question: Callable[[LiveStream], Looked]) -> Future[Looked]:
        return server.house.floor.ask(name, question, Urgency.LOOK)

    await server.hub.catch_up(watcher, name, after, ask, missed)


async def board(server: Server, stream: str, track: str | None, race: int | None, now: datetime) -> Any:
    """Return the board of a race of the tote."""
    name = server.house.desk.named(stream)
    asked = server.house.floor.ask(name, lambda live: board_view(live, track, race, now), Urgency.LOOK)
    return await asyncio.wrap_future(asked)


async def offers(server: Server, visitor: Visitor, stream: str, brief: frozenset[str] = frozenset()) -> w.OffersNow:
    """Return what whoever asks may do now, with the values each field may take and who must confirm it.

    Of a `brief` act only its name is told, once: a layout's bets are many, and a page may know them already.
    """
    _may_watch(server, visitor, stream)
    name, version, found = await offered(server.house.desk, server.acting(visitor, is_input=False), stream)
    told = {(tag, one.confirm): one for one in found if (tag := tag_of(one.act)) in brief}
    return w.OffersNow(
        stream=name,
        version=version,
        offers=[
            *(_offer(one, is_brief=True) for one in told.values()),
            *(_offer(one) for one in found if tag_of(one.act) not in brief),
        ],
    )


def _offer(one: Offered, *, is_brief: bool = False) -> w.OfferNow:
    fields = {} if is_brief else {name: msgspec.to_builtins(domain) for name, domain in one.fields.items()}
    return w.OfferNow(tag_of(one.act), fields, one.alone, [role.value for role in one.confirm])


async def command(
    server: Server, visitor: Visitor, stream: str, key: str, act: bytes, *, second: bool
) -> w.Answer | w.WaitingFor:
    """Hand in a command; return its durable answer, or that it waits for a second person."""
    who = server.acting(visitor)
    found = await server.house.desk.command(who, stream, key, act, second=second)
    if not isinstance(found, Answered):
        return w.WaitingFor(stream=stream, key=key, approval=found.approval, minutes=found.minutes, code=found.code)
    if found.is_guess and who.machine is not None:
        # The public is not told which of its guesses came near.
        refusal = {"type": "refusal/1", "clause": "PW-D2", "reason": _NOT_GOOD, "values": {}}
        return w.Answer(stream=stream, key=key, is_accepted=False, refusal=refusal)
    return answer(found.recorded, stream, key, found.code, who=who)


def answer(
    recorded: Recorded, stream: str, key: str, code: str | None = None, *, who: Principal | None = None
) -> w.Answer:
    """Return a durable answer as a message: all of it but others' tickets, and from players what is the house's own.

    What the house stands to lose on a spin is nobody's business at a terminal; and what a ticket is cashed by is on the
    paper, not on a screen that whoever comes next reads.
    """
    if isinstance(recorded.answer, Accepted):
        events = [
            faceless(_answered(event, who), event, is_face_down=index in recorded.face_down)
            for index, event in enumerate(recorded.answer.events)
        ]
        return w.Answer(
            stream=stream, key=key, is_accepted=True, events=events, first=recorded.first, last=recorded.last, code=code
        )
    refusal = msgspec.to_builtins(recorded.answer)
    return w.Answer(
        stream=stream, key=key, is_accepted=False, refusal=refusal, first=recorded.first, last=recorded.last
    )


def _answered(event: Event, who: Principal | None) -> dict[str, Any]:
    is_players = who is not None and who.person.role is Role.PLAYER
    hidden = {*event.secret, *((*ASIDE, *event.aside) if is_players else ())}
    found = {name: value for name, value in msgspec.to_builtins(event).items() if name not in hidden}
    is_anybodys = who is not None and who.machine is TerminalKind.SELF_SERVICE
    return uncashable(found, event) if is_anybodys else found


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
    return answer(recorded, stream, key, who=who)


def problem(error: PitbossError, *, stream: str | None = None, key: str | None = None) -> w.Problem:
    """Return an error as a message."""
    fields = fields_of(error)
    values: Any = fields["values"]
    return w.Problem(error=str(fields["error"]), reason=str(fields["reason"]), values=values, stream=stream, key=key)


def fields_of(error: PitbossError) -> dict[str, object]:
    """Return an error as anybody may read it: where the journal is, and what a database says, is for the log alone."""
    if isinstance(error, JournalError) and not isinstance(error, Busy):
        reason = _FATE_UNKNOWN if isinstance(error, FateUnknown) else NOT_RECORDED
        return {"error": type(error).__name__, "reason": reason, "values": {}}
    return {**error.as_fields(), "reason": str(error)}
