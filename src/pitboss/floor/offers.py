"""What is offered to somebody: what the rules would accept, the role matrix allows and no gate is known to refuse.

Beside the one way for a command (`commands.py`), and asked of the same places: the stream's `legal`, the role matrix,
the gates. Nothing is recorded or noted by asking. What passes by itself is no reason not to offer an act: a ticket that
is being printed, or a window that has to wait after too many wrong guesses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

import msgspec

from pitboss.decider import Act, Choices, Command, Domain, Offer, Person, Role, holds
from pitboss.floor.commands import Desk, Principal
from pitboss.floor.gates.second_entries import SECONDS
from pitboss.floor.gates.virtual_shoes import BLANK
from pitboss.floor.people.roles import matrix
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.legal import sample_of

_ANY_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)
_Ways = tuple[tuple[Role, ...], ...]


@dataclass(frozen=True)
class Offered:
    """An act that somebody may do now, with the values each of its fields may take."""

    act: type[Act]
    fields: dict[str, Domain] = field(default_factory=dict)
    """Without what the server says itself."""
    confirm: tuple[Role, ...] = ()
    """Roles of which a second person must be one; none where the act is done alone."""

    @property
    def alone(self) -> bool:
        """Tell whether it is done without a second person."""
        return not self.confirm


async def offers(desk: Desk, who: Principal, stream: str) -> tuple[str, int, list[Offered]]:
    """Return a stream's name in the journal, its version, and what somebody may do there as it stands then."""
    name = desk.named(stream)
    await desk.entries.look_for_ruling(name)
    asked = desk.floor.ask(name, lambda live: (live.version, offers_now(desk, live, who)), Urgency.LOOK)
    return name, *await asyncio.wrap_future(asked)


def offers_now(desk: Desk, live: LiveStream, who: Principal) -> list[Offered]:
    """Return what somebody may do in a stream as it stands, in the writer's thread."""
    if not who.is_at(live.name):
        return []
    return [
        part
        for offer in (*live.rules.legal(live.state, who.person), *desk.entries.offers_beside(live, who.person))
        for part in _offered(desk, live, who, offer)
    ]


def ways(who: Principal, act: Act, state: Any, witness: tuple[str, ...] = ()) -> _Ways:
    """Return how the role matrix lets somebody do an act: alone (no roles), or with a second person of these roles.

    `witness` are the roles that the rules themselves ask for. Nothing where the act is forbidden.
    """
    rules, role = matrix(), who.person.role
    command: Command[Any] = Command(key="?", by=who.person, act=act, received_at=_ANY_TIME)
    row = rules.row_for(command, state, who.terminal)
    is_alone = not witness and rules.cell(row, role) == "Y"
    if who.machine is not None:
        return ((),) if is_alone and row in rules.machines[who.machine] else ()
    found: _Ways = ((),) if is_alone else ()
    seconded = rules.row_for(command, state, who.terminal, is_asking=True)
    # Where a second person makes it another act (a ticket above what one pays alone), both ways are open.
    if (not is_alone or seconded != row) and rules.cell(seconded, role) in ("Y", "2"):
        seconds = (one for one in Role if rules.may_stand_by(seconded, role, one))
        roles = tuple(one for one in seconds if not witness or holds(Person("?", one), witness))
        found += (roles,) if roles else ()
    return found


def _offered(desk: Desk, live: LiveStream, who: Principal, offer: Offer) -> Iterator[Offered]:
    """Yield an offer of the rules as it is open to somebody: in parts where some of its values are and others not."""
    said = desk.fields.said_now(live, offer.act)
    shown = {name: domain for name, domain in offer.fields.items() if name not in said}
    sample = dict.fromkeys(_required(offer.act)) | {name: sample_of(domain) for name, domain in offer.fields.items()}
    sample |= {name: BLANK.get(name) for name in said}

    def asked(values: dict[str, Any]) -> _Ways:
        act = offer.act(**{**sample, **values})
        found = ways(who, act, live.state, offer.witness)
        if desk.fields.shoes.hides(live.name, act):
            found = tuple(roles for roles in found if not roles)
        command: Command[Any] = Command(key="?", by=who.person, act=act, received_at=_ANY_TIME)
        if not found or any(would_refuse(live, command) for would_refuse in desk.questions):
            return ()
        return (_entering(command),) if desk.entries.has(live.name, act) else found

    parts: list[Offered] = []
    for narrowed, found in _parts(_telling(offer, shown), asked, {}):
        fields = _without_faces(live, offer.act, {**shown, **dict(narrowed)})
        parts += (Offered(offer.act, fields, roles) for roles in found)
    # What differed by the card alone is the same offer.
    yield from (part for index, part in enumerate(parts) if part not in parts[:index])


def _without_faces(live: LiveStream, act: type[Act], fields: dict[str, Domain]) -> dict[str, Domain]:
    """Return the fields of an offer with every card that there is, in place of those that would tell a hidden one."""
    domain, cards = fields.get("card"), live.rules.cards
    if cards is None or act in cards.is_open or not isinstance(domain, Choices) or domain.values in ((), (None,)):
        return fields
    unseen = (None,) if None in domain.values else ()
    return {**fields, "card": Choices((*unseen, *cards.names))}


@cache
def _required(kind: type[Act]) -> tuple[str, ...]:
    return tuple(one.name for one in msgspec.structs.fields(kind) if one.required)


def _entering(command: Command[Any]) -> tuple[Role, ...]:
    """Return the roles of those who enter the same beside somebody, and may."""
    rules, partners = matrix(), SECONDS if command.by.role is Role.DEALER else ("dealer",)
    row = rules.row_for(command, None, None)
    return tuple(role for role in Role if holds(Person("?", role), partners) and rules.cell(row, role) == "Y")


def _telling(offer: Offer, shown: Mapping[str, Domain]) -> dict[str, Choices]:
    """Return the fields whose values may tell whether an act is allowed: each value is asked by itself."""
    listed = {name: domain for name, domain in shown.items() if isinstance(domain, Choices)}
    if offer.act.permission_for is not Act.permission_for:
        return listed
    return {name: domain for name, domain in listed.items() if offer.act.is_card_entry and name == "card"}


def _parts(
    listed: Mapping[str, Choices], asked: Callable[[dict[str, Any]], _Ways], chosen: dict[str, Any]
) -> Iterator[tuple[tuple[tuple[str, Choices], ...], _Ways]]:
    """Yield groups of values that have the same answer, each a choice for every field."""
    if not listed:
        yield (), asked(chosen)
        return
    (name, domain), *others = listed.items()
    alike: dict[Any, list[Any]] = {}
    for value in domain.values:
        alike.setdefault(tuple(_parts(dict(others), asked, {**chosen, name: value})), []).append(value)
    for parts, values in alike.items():
        for narrowed, answer in parts:
            yield ((name, Choices(tuple(values))), *narrowed), answer
