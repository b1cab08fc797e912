"""The browsers from which people have signed in: their wrong passwords are counted apart from those of strangers."""

from __future__ import annotations

import secrets as chance
from dataclasses import dataclass, field
from typing import Final

import msgspec

from pitboss.floor.people.tokens import digest
from pitboss.journal import Secret

DEVICES_MAX: Final = 5_000
"""How many are remembered; beyond that the oldest is forgotten."""
_PEOPLE_MAX: Final = 50
"""How many people of one device are remembered: the last ones."""


@dataclass
class KnownDevices:
    """Hash of a device's token to those who came in there. It lets nobody in: it only says who is no stranger."""

    people: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, secrets: dict[str, bytes]) -> KnownDevices:
        """Return what is kept of them."""
        return cls({name: msgspec.json.decode(body, type=tuple[str, ...]) for name, body in secrets.items()})

    def has(self, token: str, person: str) -> bool:
        """Tell whether somebody came in at a device before."""
        return person in self.people.get(digest(token), ())

    def met(self, token: str | None, person: str) -> tuple[str, list[Secret]]:
        """Note that somebody came in; return the device's token, new where it had none, and what is to be kept."""
        if token is None or digest(token) not in self.people:
            token = chance.token_urlsafe(32)
        name = digest(token)
        before = self.people.pop(name, ())
        self.people[name] = found = (*(one for one in before if one != person), person)[-_PEOPLE_MAX:]
        kept = [Secret("device", name, msgspec.json.encode(found))] if found != before else []
        if len(self.people) > DEVICES_MAX:
            oldest = next(iter(self.people))
            del self.people[oldest]
            kept.append(Secret("device", oldest, None))
        return token, kept
