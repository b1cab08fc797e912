"""A session, when it is idle, and what is recorded of its lock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.decider import Person, Role
from pitboss.errors import PitbossError
from pitboss.floor.people import acts as a
from pitboss.floor.people.attempts import Place
from pitboss.floor.writer.answers import Recorded
from pitboss.journal import Secret

if TYPE_CHECKING:
    from pitboss.floor.people.door import Door

SESSION_HOURS: Final = 12
IDLE_SECONDS: Final = 300
"""After so long without input a session is locked until its person gives the password again, or a passkey."""
WHY_LOCKED: Final = "the session is locked after five minutes without input; give the password again, or a passkey"


class NotLetIn(PitbossError):
    """Somebody was not found to be who they say; what was wrong is not said."""

    http_status = 401


class SessionLocked(PitbossError):
    """A session had no input for too long: its person gives the password again."""

    http_status = 401


class _Kept(msgspec.Struct, frozen=True):
    """A session as it is kept beside the journal."""

    person: str
    role: Role
    csrf: str
    until: datetime
    is_locked: bool = False


@dataclass
class Session:
    """Somebody who is signed in."""

    id: str
    """The hash of its token."""
    person: Person
    csrf: str
    until: datetime
    """When its hours are over as the wall clock stood when it began: that counts after a restart, and only then."""
    until_ns: int
    """The same by the monotonic clock, which nobody sets."""
    seen_ns: int
    """When the last input came, by the monotonic clock."""
    is_locked: bool = False
    is_lock_kept: bool = False
    """Whether the lock is on record; one that came while nothing could be recorded holds all the same."""
    device: str = ""
    """The token of the browser it was begun in, where that was in this run of the server."""
    confirmed_ns: int | None = None
    """When its person last showed who they are, by password or passkey; not known after a restart."""
    idle_seconds: int = IDLE_SECONDS
    """How long without input it stays open; a visitor of a demonstration, who has no password to give, has longer."""

    @property
    def place(self) -> tuple[Place, str]:
        """Return where attempts to unlock it are counted, and under what: whoever has the session is no stranger."""
        return Place("an open session", is_known=True), f"{self.person.id} {self.id}"

    def is_over(self, now_ns: int) -> bool:
        """Tell whether its hours are over."""
        return self.until_ns <= now_ns

    def is_idle(self, now_ns: int) -> bool:
        """Tell whether there was no input for too long."""
        return now_ns - self.seen_ns > self.idle_seconds * 10**9

    def kept(self, *, is_locked: bool = False) -> Secret:
        """Return what is kept of it."""
        body = _Kept(self.person.id, self.person.role, self.csrf, self.until, is_locked)
        return Secret("session", self.id, msgspec.json.encode(body))


def session_of(name: str, body: bytes, now: datetime, now_ns: int) -> Session:
    """Return a session as it was kept; one that was not locked has its five minutes from now on."""
    kept = msgspec.json.decode(body, type=_Kept)
    left = min(kept.until - now, timedelta(hours=SESSION_HOURS))
    until_ns = now_ns + int(left.total_seconds() * 10**9)
    who, is_locked = Person(kept.person, kept.role), kept.is_locked
    return Session(name, who, kept.csrf, kept.until, until_ns, now_ns, is_locked=is_locked, is_lock_kept=is_locked)


async def record_lock(door: Door, session: Session) -> None:
    """Record a lock that is not on record yet; the session may be open again since, or over."""
    if door.sessions.get(session.id) is session and session.is_locked and not session.is_lock_kept:
        act = a.LockSession(person=session.person.id)
        # One that is refused is on record already: nobody knew what had become of it.
        await door.record(act, secrets=[session.kept(is_locked=True)])
        session.is_lock_kept = True


async def record_unlock(door: Door, session: Session) -> Recorded:
    """Record that a session goes on, and before that its lock; return the answer."""
    await record_lock(door, session)
    # Without an answer nobody knows what is on record, and the lock is recorded once more.
    session.is_lock_kept = False
    return await door.record(a.UnlockSession(person=session.person.id), secrets=[session.kept()])
