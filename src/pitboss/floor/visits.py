"""What a newcomer of a demonstration may be, and what is known of one who came."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Protocol

from pitboss.decider import Role
from pitboss.errors import PitbossError

if TYPE_CHECKING:
    from pitboss.floor.people.sessions import Session


class TourRole(StrEnum):
    """What a newcomer may be."""

    PLAYER = "player"
    DEALER = "dealer"
    TELLER = "teller"
    SUPERVISOR = "supervisor"


ROLES: Final = {
    TourRole.DEALER: Role.DEALER,
    TourRole.TELLER: Role.TELLER,
    TourRole.SUPERVISOR: Role.PIT_SUPERVISOR,
}
"""The role of a visitor who works here."""


class NoPlace(PitbossError):
    """There is no place for a newcomer now."""

    http_status = 409


class Robots(Protocol):
    """Whoever plays and deals by itself in a demonstration house."""

    def start(self) -> None:
        """Begin to act."""

    def stop(self, wait: float | None = None) -> bool:
        """Act no more; tell whether that was so within so many seconds."""

    def dealing(self) -> dict[str, str | None]:
        """Return every table with robots, and the person who deals there or is about to; None where it is a robot."""

    def hand_over(self, stream: str, dealer: str) -> None:
        """Let a person deal at a table from its next round on."""

    def take_back(self, stream: str) -> None:
        """Let the robot deal again from the next round on."""


@dataclass
class Visit:
    """A newcomer and what they were given."""

    number: int
    role: TourRole
    person: str | None = None
    session: str | None = None
    """The id of the session of a visitor who works here."""
    terminal: str | None = None
    stream: str | None = None
    """The table or the tote at which their place is."""
    seen_ns: int = 0
    """When input came last, of a player."""
    there_ns: int = 0
    """When a page of theirs was last open."""

    @property
    def name(self) -> str:
        """Return what screens call them."""
        return f"Visitor {self.number}"


@dataclass(frozen=True)
class Begun:
    """A visit, and what its browser keeps: the token of a session, the key of a terminal."""

    visit: Visit
    session: Session | None = None
    token: str | None = None
    key: str | None = None
