"""What the handlers of the house's own stream share: who the server is, and what somebody must be to do something.

Nothing here is under a written clause of play: refusals name the house's own rule in words.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from pitboss.decider import Act, Command, Person, Role
from pitboss.errors import InputError
from pitboss.floor.people import acts as a
from pitboss.floor.people.roles import matrix
from pitboss.floor.people.state import HouseState, Member, Passkey, Position
from pitboss.rulebook import ActionRefused, ProcedureBreach

SERVER: Final = "house-server"
"""The device by which the server itself acts: it knows the house file, the sessions and the clock."""
THE_SERVER: Final = Person(SERVER, Role.DEVICE)
RESERVED: Final = (SERVER, "clock")
"""Names by which the server acts: whoever had one could take the keys of its commands before it."""
NOT_STAFF: Final = (Role.PLAYER, Role.DEVICE)
_GIVEN_WITH: Final = {
    a.TerminalKind.SENSOR: Role.PIT_SUPERVISOR,
    a.TerminalKind.SELF_SERVICE: Role.MUTUEL_SUPERVISOR,
}
"""The rank of machines that say results, or sell and pay, by themselves."""
SUPERVISING: Final = (
    Role.INSPECTOR,
    Role.FLOORPERSON,
    Role.PIT_SUPERVISOR,
    Role.PIT_MANAGER,
    Role.DIRECTOR,
    Role.MUTUEL_SUPERVISOR,
    Role.MUTUEL_MANAGER,
)


def is_server(command: Command[Any]) -> bool:
    """Tell whether the server itself acts."""
    return command.by.role is Role.DEVICE and command.by.id == SERVER


def require_server(command: Command[Any], deed: str) -> None:
    """Refuse whoever is not the server itself."""
    if not is_server(command):
        raise ActionRefused(f"only the server itself may {deed}", clause="", by=command.by.id)


def given_by(state: HouseState, act: Act) -> tuple[str | None, Role | None]:
    """Return whom an act of the house is about, and the role that they have by it; None where there is none."""
    match act:
        case a.AddPerson(person=person, role=role) | a.ChangeRole(person=person, role=role):
            return person, role
        case a.RestorePerson(person=person):
            return person, state.people[person].role if person in state.people else None
        case a.DisablePerson(person=person) | a.RemovePasskey(person=person):
            return person, None
        case a.EnrolTerminal(kind=kind):
            return None, _GIVEN_WITH.get(kind)
    return None, None


def is_of_rank(role: Role, other: Role) -> bool:
    """Tell whether a role has at least the rank of another."""
    ranks = matrix().rank_of
    return ranks.get(role, 0) >= ranks.get(other, 0)


def is_fit_second(state: HouseState, act: Act, person: str, role: Role) -> bool:
    """Tell whether somebody is not the subject of an act, and has the rank that it gives."""
    about, gives = given_by(state, act)
    return person != about and (gives is None or is_of_rank(role, gives))


def require_admins(state: HouseState, command: Command[Any], deed: str) -> str | None:
    """Return who stood by an administrator's act; the server does what the house file says, alone."""
    if is_server(command):
        return None
    if command.by.role is not Role.ADMIN:
        reason = f"{command.by.id}, {command.by.role.replace('_', ' ')}, may not {deed}: that is for an administrator"
        raise ActionRefused(reason, clause="", by=command.by.id, role=command.by.role.value)
    return require_second(state, command, deed)


def require_second(state: HouseState, command: Command[Any], deed: str) -> str:
    """Return who stands by an act: somebody else, of another role, of the rank that it gives, and not its subject."""
    by, witness = command.by, command.witness
    about, gives = given_by(state, command.act)
    if about is not None and about in (by.id, None if witness is None else witness.id):
        raise ActionRefused(f"{about} neither asks for nor stands by what is about themselves", clause="", person=about)
    if witness is None or witness.id == by.id or witness.role in (by.role, *NOT_STAFF):
        raise ProcedureBreach(f"to {deed}, a second person of another role must stand by", clause="", person=about)
    if gives is not None and not is_of_rank(witness.role, gives):
        reason = f"to {deed}, a second person of at least the rank of {gives.replace('_', ' ')} must stand by"
        raise ProcedureBreach(reason, clause="", person=about, gives=gives.value, witness=witness.role.value)
    return witness.id


def member_of(state: HouseState, person: str) -> Member:
    """Return somebody who works here, or did."""
    if person not in state.people:
        raise InputError("nobody of that name works here", field="person", value=person)
    return state.people[person]


def position_of(state: HouseState, terminal: str) -> Position:
    """Return the place of a terminal."""
    if terminal not in state.terminals:
        raise InputError("no such terminal is enrolled", field="terminal", value=terminal)
    return state.terminals[terminal]


def require_own(state: HouseState, command: Command[Any]) -> Member:
    """Return whoever acts for themselves, if they are let in under the role they name."""
    member = member_of(state, command.by.id)
    if not member.is_active:
        raise ActionRefused(f"{command.by.id} is disabled", clause="", person=command.by.id)
    if member.is_locked:
        reason = f"{command.by.id} was locked out after wrong passwords; an administrator can help"
        raise ActionRefused(reason, clause="", person=command.by.id)
    if member.role is not command.by.role:
        raise ActionRefused(f"{command.by.id} has another role", clause="", person=command.by.id)
    return member


def passkey_of(member: Member, name: str) -> Passkey:
    """Return a passkey of somebody's by what they call it."""
    for one in member.passkeys:
        if one.name == name:
            return one
    raise InputError("no passkey of that name is there", field="passkey", value=name)


def replaced(state: HouseState, passwords: Mapping[str, bytes]) -> list[str]:
    """Return whose stored password is not the one that they chose, by what is on record."""
    found = []
    for person, body in passwords.items():
        member = state.people.get(person)
        is_right = member is not None and member.has_password
        if member is not None and member.password is not None:
            is_right = is_right and member.password == hashlib.sha256(body).hexdigest()
        if not is_right:
            found.append(person)
    return found
