"""What the handlers of the house's own stream share: who the server is, and what somebody must be to do something.

Nothing here is under a written clause of play: refusals name the house's own rule in words.
"""

from __future__ import annotations

from typing import Any, Final

from pitboss.decider import Command, Person, Role
from pitboss.errors import InputError
from pitboss.floor.people.state import FAILURES_MAX, HouseState, Member, Position
from pitboss.rulebook import ActionRefused, ProcedureBreach

SERVER: Final = "house-server"
"""The device by which the server itself acts: it knows the house file, the sessions and the clock."""
THE_SERVER: Final = Person(SERVER, Role.DEVICE)
RESERVED: Final = (SERVER, "clock")
"""Names by which the server acts: whoever had one could take the keys of its commands before it."""
NOT_STAFF: Final = (Role.PLAYER, Role.DEVICE)
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


def require_admins(command: Command[Any], deed: str) -> str | None:
    """Return who stood by an administrator's act; the server does what the house file says, alone."""
    if is_server(command):
        return None
    if command.by.role is not Role.ADMIN:
        reason = f"{command.by.id}, {command.by.role.replace('_', ' ')}, may not {deed}: that is for an administrator"
        raise ActionRefused(reason, clause="", by=command.by.id, role=command.by.role.value)
    witness = command.witness
    if witness is None or witness.id == command.by.id or witness.role in (Role.ADMIN, *NOT_STAFF):
        raise ProcedureBreach(f"to {deed}, a second person of another role must stand by", clause="")
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
        reason = f"{command.by.id} is locked out after {FAILURES_MAX} wrong passwords; an administrator can help"
        raise ActionRefused(reason, clause="", person=command.by.id)
    if member.role is not command.by.role:
        raise ActionRefused(f"{command.by.id} has another role", clause="", person=command.by.id)
    return member
