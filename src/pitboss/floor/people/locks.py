"""What is recorded of a session's lock: that it came, and that the password was given again.

A lock holds from the moment it comes, whatever can be recorded then; an unlocking only once it is on record. Both are
called in the turn of the session's person, so that nothing else is recorded of it between a look and its record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor.people import acts as a

if TYPE_CHECKING:
    from pitboss.floor.people.door import Door
    from pitboss.floor.people.sessions import Session
    from pitboss.floor.writer.answers import Recorded

__all__ = ["record_lock", "record_unlock"]


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
