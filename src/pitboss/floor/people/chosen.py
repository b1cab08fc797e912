"""Passwords that people choose: what is refused, what is kept, and how somebody changes their own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from pitboss.decider import Person
from pitboss.errors import InputError
from pitboss.floor.people import acts as a
from pitboss.floor.people.aside import aside
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.passwords import refuse_weak
from pitboss.floor.people.sessions import Session
from pitboss.floor.people.tokens import Code, digest
from pitboss.journal import Secret

if TYPE_CHECKING:
    from pitboss.floor.people.door import Door


async def keep(door: Door, who: Person, password: str, code: Code | None = None) -> None:
    """Keep a password that somebody chose, or gave: hashed at today's costs, and its digest on record.

    A one-time code that was given for it is gone with that.
    """
    hashed = await aside(door.hasher.hash, password)
    kept = [Secret("password", who.id, hashed.encode())]
    act = a.SetPassword(digest=digest(hashed))
    if code is not None:
        kept.append(Secret("code", who.id, None))
        act = a.SetPassword(digest=digest(hashed), code=digest(code.hash))
    door.accepted(await door.record(act, by=who, secrets=kept))
    door.passwords[who.id] = hashed


async def refuse(door: Door, person: str, password: str) -> None:
    """Refuse a password that is weak for a person of this house, or was found in a breach.

    Raises:
        InputError: with what is wrong; never with the password.
    """

    def asked(live: Any) -> tuple[str, str]:
        member = live.state.people.get(person)
        return live.config.name, "" if member is None else member.name

    house, name = await asyncio.wrap_future(door.floor.ask(HOUSE_STREAM, asked))
    await asyncio.to_thread(refuse_weak, password, (person, name, house))
    if door.breached is not None and await asyncio.to_thread(door.breached.has, password):
        raise InputError("expected a password that was never found in a breach; this one was", field="password")


async def change(door: Door, session: Session, old: str, new: str) -> str:
    """Have somebody who is signed in choose another password, with the one they have; return the session's token.

    Raises:
        InputError: for a new one that is weak, or the old one.
        NotLetIn: for a wrong old one, which counts as one at the door.
    """
    if new == old:
        raise InputError("expected another password than the one you have", field="new")
    await refuse(door, session.person.id, new)
    async with door.turn_of("", session.person.id):
        await door.require_password(session, old)
        await keep(door, session.person, new)
        return await door.go_on(session)
