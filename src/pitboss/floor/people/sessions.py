"""A session, when it is idle, and what is recorded of its lock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.decider import Person, Role
from pitboss.errors import PitbossError
from pitboss.floor.people import acts as a
from pitboss.floor.people.attempts import Place
from pitboss.floor.people.tokens import digest
from pitboss.floor.writer.answers import Recorded
from pitboss.journal import Secret

if TYPE_CHECKING:
    from pitboss.floor.people.door import Door

SESSION_HOURS: Final = 12
IDLE_SECONDS: Final = 300
"""After so long without input a session is locked until its person gives the password again, or a passkey."""
RENEWED_SECONDS: Final = 60
"""So long a browser is left the cookie of before: another window of it may have asked before the new one came."""
WHY_LOCKED: Final = "the session is locked after five minutes without input; give the password again, or a passkey"


class NotLetIn(PitbossError):
    """Somebody was not found to be who they say; what was wrong is not said."""

    http_status = 401


class SessionLocked(PitbossError):
    """A session had no input for too long: its person gives the password again."""

    http_status = 401


class PasskeyNeeded(PitbossError):
    """The house wants a passkey of somebody's role, who has none yet, or gives up the last one."""

    http_status = 403


class _Kept(msgspec.Struct, frozen=True):
    """A session as it is kept beside the journal."""

    person: str
    role: Role
    csrf: str
    until: datetime
    is_locked: bool = False
    is_by_passkey: bool = False


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
    is_by_passkey: bool = False
    """Whether its person showed a passkey when it was begun, or has added one in it since."""
    needs_passkey: bool = False
    """Whether nothing can be done in it but to add a passkey: the house wants one of its person's role."""
    before: str = ""
    """The id that it had before its person last showed who they are; it opens nothing."""
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
        body = _Kept(self.person.id, self.person.role, self.csrf, self.until, is_locked, self.is_by_passkey)
        return Secret("session", self.id, msgspec.json.encode(body))


def person_of(body: bytes) -> str:
    """Return whose session it is, of one as it was kept."""
    return msgspec.json.decode(body, type=_Kept).person


def session_of(name: str, body: bytes, now: datetime, now_ns: int) -> Session:
    """Return a session as it was kept; one that was not locked has its five minutes from now on."""
    kept = msgspec.json.decode(body, type=_Kept)
    left = min(kept.until - now, timedelta(hours=SESSION_HOURS))
    until_ns = now_ns + int(left.total_seconds() * 10**9)
    who, is_locked = Person(kept.person, kept.role), kept.is_locked
    found = Session(name, who, kept.csrf, kept.until, until_ns, now_ns, is_locked=is_locked, is_lock_kept=is_locked)
    found.is_by_passkey = kept.is_by_passkey
    return found


async def record_lock(door: Door, session: Session) -> None:
    """Record a lock that is not on record yet; the session may be open again since, or over."""
    if door.sessions.get(session.id) is session and session.is_locked and not session.is_lock_kept:
        act = a.LockSession(person=session.person.id, session=digest(session.id))
        # One that is refused is on record already: nobody knew what had become of it.
        await door.record(act, secrets=[session.kept(is_locked=True)])
        session.is_lock_kept = True


async def record_confirmed(door: Door, session: Session, token: str) -> Recorded:
    """Record that somebody showed once more who they are, and what is kept of the session's new token.

    Of a session that was locked its lock is recorded before; in one that was not, its person has signed in anew.
    """
    fresh = replace(session, id=digest(token))
    secrets = [fresh.kept(), Secret("session", session.id, None)]
    if not session.is_locked:
        return await door.record(a.SignIn(session=digest(fresh.id)), by=session.person, secrets=secrets)
    await record_lock(door, session)
    # Without an answer nobody knows what is on record, and the lock is recorded once more.
    session.is_lock_kept = False
    act = a.UnlockSession(person=session.person.id, session=digest(fresh.id))
    return await door.record(act, secrets=secrets)
