"""What the house's own stream remembers: people, terminals, approvals, alarms."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

import msgspec

from pitboss.decider import Role
from pitboss.errors import BadConfig
from pitboss.floor.people.acts import TerminalKind
from pitboss.money import Currency
from pitboss.rulebook import Fault

FAILURES_MAX = 3
"""After so many wrong passwords in a row the pit is told; earlier versions locked the person out."""
APPROVAL_MINUTES = 5
"""How long an act waits for a second person."""
PASSKEYS_MAX = 10
"""How many passkeys one person may have."""
CODES_MAX = 20
"""How many used one-time codes are remembered of a person or a machine: more than two people make in a code's day."""
ALARMS_MAX = 1_000
"""How many open alarms are kept; the journal has all."""


class HouseConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the house is called, and what it counts in."""

    name: str
    currency: str = "USD"
    rulebook: str = ""
    """The house's own stream is under no rules document."""


@dataclass(frozen=True)
class Passkey:
    """A key pair of somebody's, of which the private half is in their telephone, computer or security key."""

    name: str
    credential: str
    key: str
    count: int
    site: str
    added_at: datetime
    used_at: datetime | None = None


@dataclass
class Member:
    """Somebody who works here."""

    name: str
    role: Role
    is_active: bool = True
    is_locked: bool = False
    """Whether an earlier version locked them out after wrong passwords: it stands until they are restored."""
    has_password: bool = False
    password: str | None = None
    """The digest of what is kept of it; None for one that an earlier version recorded."""
    passkeys: tuple[Passkey, ...] = ()
    failures: int = 0
    """Wrong passwords since the last right one."""
    is_session_locked: bool = False
    """Whether the session, of which there is one at a time, waits for the password."""
    session: str | None = None
    """The digest of what is kept of it; empty where it is over, None where an earlier version began it."""


@dataclass
class Position:
    """A place for a terminal, and what stands there."""

    kind: TerminalKind
    stream: str
    position: str | None
    is_on: bool = False
    is_bound: bool = False
    key: str | None = None
    """The public half of the machine's own key."""


@dataclass(frozen=True)
class Pending:
    """An act that waits for a second person."""

    approval: str
    stream: str
    key: str
    act: str
    row: str
    by: str
    role: Role
    until: datetime


@dataclass
class HouseState:
    """The house."""

    config: HouseConfig
    people: dict[str, Member] = field(default_factory=dict)
    terminals: dict[str, Position] = field(default_factory=dict)
    used_codes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Person or terminal to the digests of what was kept of the one-time codes that they gave."""
    codes: dict[str, str] = field(default_factory=dict)
    """Person or terminal to the digest of what is kept of the one-time code that was made last for them."""
    approvals: dict[str, Pending] = field(default_factory=dict)
    alarms: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    """Open alarms by number: kind, about, text."""
    last_alarm: int = 0
    printed: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Terminals with a printer: their stream, and the last ticket whose printing was confirmed or failed."""
    program: str | None = None
    """The digest of the program that was started last."""
    archived: dict[int, int] = field(default_factory=dict)
    """First to last line of every segment of the journal that was archived."""
    balances: dict[str, int] = field(default_factory=dict)
    """The house's own stream moves no money."""
    round: None = None

    def passkey(self, credential: str) -> tuple[str, Passkey] | None:
        """Return whose passkey signs under an id, and which one it is; None where nobody has such a one."""
        found = ((name, one) for name, member in self.people.items() for one in member.passkeys)
        return next(((name, one) for name, one in found if one.credential == credential), None)

    def active(self) -> dict[str, Role]:
        """Return the role of everybody who is not disabled."""
        return {name: member.role for name, member in self.people.items() if member.is_active}


def check_house(document: object) -> tuple[HouseConfig | None, tuple[Fault, ...]]:
    """Check what the house's stream is opened with."""
    try:
        config = msgspec.convert(document, HouseConfig)
        Currency.of(config.currency)
    except (msgspec.ValidationError, BadConfig) as error:
        return None, (Fault("house", document, str(error)),)
    return config, ()


def new_house(config: HouseConfig) -> HouseState:
    """Return a house with nobody in it."""
    return HouseState(config)
