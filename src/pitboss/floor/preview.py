"""What an act that corrects money would do, before anybody does it: decided as it would be, and nothing is recorded.

`decide` changes no state, so that asking it is enough. Whoever asks needs what the act itself needs: the role matrix is
asked first, and a second person is supposed whom it and the rules would take.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from pitboss.decider import Act, Command, Event, Person, Refusal, Role, decode_or_explain
from pitboss.errors import InputError
from pitboss.floor.commands import Desk, Principal, require_permission
from pitboss.floor.offers import ways
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.games.everyday.preview import Open, Row, previewed
from pitboss.rulebook import RuleViolation

_ANY_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
_SECOND: Final = "a second person"


class Looked(msgspec.Struct, frozen=True):
    """What an act would do: in words, by its rows, and what it leaves open; or why it would be refused."""

    text: str = ""
    rows: tuple[Row, ...] = ()
    open: tuple[Open, ...] = ()
    digest: str = ""
    """To be sent along with the act as `seen`."""
    refusal: Refusal | None = None


def can_be_seen(act: Act | type[Act]) -> bool:
    """Tell whether an act corrects money, and carries what was seen of it."""
    return "seen" in act.__struct_fields__


async def look(desk: Desk, who: Principal, stream: str, data: bytes) -> tuple[str, Looked]:
    """Return a stream's name in the journal, and what an act would do there now.

    Raises:
        InputError: for an act that corrects nothing.
        Forbidden: for what the role matrix does not allow to whoever asks.
    """
    name = desk.named(stream)
    act = decode_or_explain(data, desk.streams[name].act_decoder, part="act")
    if not can_be_seen(act):
        kind = str(act.__struct_config__.tag)
        raise InputError("only what corrects money can be looked at first", field="act.type", value=kind)
    plain = msgspec.structs.replace(act, seen="")
    return name, await asyncio.wrap_future(desk.floor.ask(name, lambda live: _now(live, who, plain), Urgency.LOOK))


def _now(live: LiveStream, who: Principal, act: Act) -> Looked:
    found = ways(who, act, live.state)
    if not found:
        require_permission(who, Command(key="?", by=who.person, act=act, received_at=_ANY_TIME), live.state)
    return looked(live, who.person, act, [role for roles in found for role in roles])


def looked(live: LiveStream, by: Person, act: Act, seconds: Iterable[Role]) -> Looked:
    """Return what an act of somebody would do before a second person of one of these roles, in the writer's thread."""
    found = would_happen(live, by, act, seconds)
    if isinstance(found, Refusal):
        return Looked(refusal=found)
    shown = previewed(live.state, found)
    return Looked(_in_words(live, found), shown.rows, shown.open, shown.digest)


def would_happen(live: LiveStream, by: Person, act: Act, seconds: Iterable[Role]) -> Sequence[Event] | Refusal:
    """Return what would be recorded of an act before a second person of one of these roles, or why nothing would be."""
    alone = _decided(live, by, act, None)
    tried = (alone, *(_decided(live, by, act, Person(_SECOND, role)) for role in seconds))
    if (found := next((one for one in tried if not isinstance(one, Refusal)), None)) is not None:
        return found
    # Most of them only cannot be the second person; what stands in the way is said to one who can.
    return next((one for one in tried if one != alone), alone)


def _decided(live: LiveStream, by: Person, act: Act, witness: Person | None) -> Sequence[Event] | Refusal:
    command: Command[Any] = Command(key="?", by=by, act=act, received_at=_ANY_TIME, witness=witness)
    try:
        return tuple(live.rules.decide(live.state, command))
    except RuleViolation as violation:
        return Refusal(clause=violation.clause, reason=violation.reason, values=violation.values)


def _in_words(live: LiveStream, events: Sequence[Event]) -> str:
    """Say what would happen; the rows of a settlement stand beside it."""
    return " ".join(live.rules.in_words(live.state, event).partition("\n")[0] for event in events)
