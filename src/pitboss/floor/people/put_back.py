"""Secrets that were of use once, and that somebody put back into the database: by what is on record they open nothing.

They are sealed with the house's key, as they were when they counted, so that the seal alone does not tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec

from pitboss.floor.people.acts import IssueCode
from pitboss.floor.people.checks import replaced
from pitboss.floor.people.sessions import Session, person_of
from pitboss.floor.people.state import HouseState
from pitboss.floor.people.tokens import Code, digest
from pitboss.journal import Secret

Stored = Mapping[str, Mapping[str, bytes]]
"""Secrets by their kind and name, opened with the house's key."""
COMPARED: Final = ("password", "code", "terminal_code", "terminal", "session")
"""Kinds of secrets of which the record says whether they count."""


def faults(state: HouseState, stored: Stored) -> Iterator[str]:
    """Yield what is wrong with stored secrets, by what is on record: somebody put them there behind its back."""
    for person in replaced(state, stored["password"]):
        yield f"the password of {person} is not the one that they chose"
    for person, chosen in state.people.items():
        if chosen.has_password and chosen.password is not None and person not in stored["password"]:
            yield f"the password of {person} is gone"
    for name in used_codes(state, stored["code"], stored["terminal_code"]):
        yield f"the one-time code of {name} was used or replaced before, or belongs to nobody"
    for terminal in stored["terminal"]:
        if terminal not in state.terminals or not state.terminals[terminal].is_bound:
            yield f"terminal {terminal} has a key in the database, and no machine stands there"
    for name, body in stored["session"].items():
        person = person_of(body)
        member = state.people.get(person)
        if member is None or member.session not in (None, digest(name)):
            yield f"a session of {person} is over, and was put back"


def used_codes(state: HouseState, people: Mapping[str, bytes], terminals: Mapping[str, bytes]) -> list[str]:
    """Return whose one-time codes are used: people have chosen a password since, or machines have given their key.

    Or they gave that very code before, or another one was made for them since: somebody put it in the place of the one
    that waits for them now.
    """
    given = [one for kept in (people, terminals) for one, body in kept.items() if _is_given(state, one, body)]
    chosen = [one for one in people if one not in state.people or state.people[one].has_password]
    bound = [one for one in terminals if one not in state.terminals or state.terminals[one].key is not None]
    return list(dict.fromkeys([*chosen, *bound, *given]))


def _is_given(state: HouseState, holder: str, body: bytes) -> bool:
    """Tell whether a code was given before, or is not the one that was made last; earlier versions recorded none."""
    found = code_digest(body)
    return found in state.used_codes.get(holder, ()) or state.codes.get(holder, found) != found


def issued(secret: Secret) -> IssueCode:
    """Return what is recorded with the secret of a new one-time code: no earlier one counts from then."""
    return IssueCode(holder=secret.name, code=code_digest(secret.body or b""))


def code_digest(body: bytes) -> str:
    """Return the digest by which the record knows what is kept of a one-time code."""
    return digest(msgspec.json.decode(body, type=Code).hash)


def standing(state: HouseState, kept: Iterable[Session]) -> Iterator[Session]:
    """Yield the sessions that are not over by what is on record, and lock those that are locked by it.

    A server that was killed may have recorded that somebody was disabled, and not yet ended the session.
    """
    for session in kept:
        member = state.people.get(session.person.id)
        if member is None or not member.is_active or member.role is not session.person.role:
            continue
        if member.session is None or member.session == digest(session.id):
            session.is_locked = session.is_lock_kept = session.is_locked or member.is_session_locked
            yield session
