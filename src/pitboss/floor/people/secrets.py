"""What an act of the house changes beside the record: one-time codes it makes, keys and passwords it takes away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from pitboss.decider import Act
from pitboss.floor.people import acts as a
from pitboss.journal import Secret

if TYPE_CHECKING:
    from pitboss.floor.people.door import Door

MAKING_CODES: Final = (a.AddPerson, a.RestorePerson, a.EnrolTerminal)
"""Acts with which a one-time code is made. Two people do them, and each is given a half of it."""


def secrets_with(door: Door, act: Act, approval: str) -> tuple[str | None, list[Secret]]:
    """Return the second half of the one-time code that an act makes, and the secrets that change with it."""
    match act:
        case a.AddPerson(person=person):
            code, secret = door.second_half("code", person, approval)
            return code, [secret]
        case a.RestorePerson(person=person):
            code, secret = door.second_half("code", person, approval)
            return code, [secret, Secret("password", person, None)]
        case a.EnrolTerminal(terminal=terminal):
            code, secret = door.second_half("terminal_code", terminal, approval)
            return code, [secret]
        case a.WithdrawTerminal(terminal=terminal):
            return None, [Secret("terminal", terminal, None), Secret("terminal_code", terminal, None)]
    return None, []


def apart(secrets: Sequence[Secret]) -> tuple[list[Secret], list[Secret]]:
    """Return new one-time codes, which are kept with a record of their own, and the other secrets."""
    codes = [one for one in secrets if one.kind in ("code", "terminal_code") and one.body is not None]
    return codes, [one for one in secrets if one not in codes]
