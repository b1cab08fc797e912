"""What an act of the house changes beside the record: one-time codes it makes, keys and passwords it takes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Act
from pitboss.floor.people import acts as a
from pitboss.journal import Secret

if TYPE_CHECKING:
    from pitboss.floor.people.door import Door


def secrets_with(door: Door, act: Act) -> tuple[str | None, list[Secret]]:
    """Return the one-time code that an act of the house makes, and the secrets that change with it."""
    match act:
        case a.AddPerson(person=person):
            code, secret = door.person_code(person)
            return code, [secret]
        case a.RestorePerson(person=person):
            code, secret = door.person_code(person)
            return code, [secret, Secret("password", person, None)]
        case a.EnrolTerminal(terminal=terminal):
            code, secret = door.terminal_code(terminal)
            return code, [secret]
        case a.WithdrawTerminal(terminal=terminal):
            return None, [Secret("terminal", terminal, None), Secret("terminal_code", terminal, None)]
    return None, []
