"""The door: who is let in. Passwords and codes are checked here, sessions and terminals' keys are known here.

Only hashes are kept, as secrets beside the journal; the record of who came and went is the house's stream. A person has
one session at a time, and each sign-in makes a new one, whatever the browser brought along.
"""

from __future__ import annotations

import asyncio
import secrets as chance
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

import argon2
import msgspec

from pitboss.decider import Accepted, Act, Command, Person, Role
from pitboss.errors import InputError, PitbossError
from pitboss.floor.devices.monotonic import SteadyClock
from pitboss.floor.people import acts as a
from pitboss.floor.people.checks import THE_SERVER
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.sessions import WHY_LOCKED, Session, SessionLocked, record_lock, record_unlock, session_of
from pitboss.floor.people.tokens import Code, digest, is_code, new_code
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Secret

__all__ = ["Door", "NotLetIn", "Session", "SessionLocked", "digest"]

SESSION_HOURS: Final = 12
CODE_HOURS: Final = 24
PASSWORD_MIN: Final = 10
PASSWORD_MAX: Final = 200
_VERIFIES_MAX: Final = 2
"""How many passwords are looked at at once: each takes 64 MiB."""
HASHER = argon2.PasswordHasher()
"""How passwords are kept, with argon2's own costs; tests put a cheaper one here."""


class NotLetIn(PitbossError):
    """Somebody was not found to be who they say; what was wrong is not said."""

    http_status = 401


@dataclass
class Door:
    """Knows the people, their sessions, and the keys of terminals."""

    floor: Floor
    wall: Callable[[], datetime] = field(default_factory=SteadyClock)
    monotonic_ns: Callable[[], int] = time.monotonic_ns
    hasher: argon2.PasswordHasher = field(default_factory=lambda: HASHER)
    sessions: dict[str, Session] = field(default_factory=dict)
    """By the hash of the token."""
    on_ended: list[Callable[[str], None]] = field(default_factory=list)
    """Told the id of a session that has ended."""
    on_locked: list[Callable[[str], None]] = field(default_factory=list)
    """Told the id of a session that is locked from now on."""
    on_unlocked: list[Callable[[str], None]] = field(default_factory=list)
    """Told the id of a session whose person gave the password again."""
    on_cut: list[Callable[[str], None]] = field(default_factory=list)
    """Told the terminal whose connection is of no use any more."""
    terminals: dict[str, str] = field(default_factory=dict)
    """Hash of a terminal's key to the terminal."""

    def __post_init__(self) -> None:
        """Read what is kept."""
        journal, now = self.floor.journal, self.wall()
        self._passwords = {name: body.decode() for name, body in journal.secrets("password").items()}
        self._codes = {name: msgspec.json.decode(body, type=Code) for name, body in journal.secrets("code").items()}
        self.terminals = {body.decode(): name for name, body in journal.secrets("terminal").items()}
        self._terminal_codes = {
            name: msgspec.json.decode(body, type=Code) for name, body in journal.secrets("terminal_code").items()
        }
        # A server that was killed may have recorded that somebody was disabled, and not yet ended the session.
        active: dict[str, Role] = self.floor.view(HOUSE_STREAM, lambda live: live.state.active())
        for name, body in journal.secrets("session").items():
            kept = session_of(name, body, self.monotonic_ns())
            if kept.until > now and active.get(kept.person.id) is kept.person.role:
                self.sessions[name] = kept
        self._turn: dict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._verifying = asyncio.Semaphore(_VERIFIES_MAX)
        # Looked at when nobody of a name is there, so that it takes as long.
        self._nobody = self.hasher.hash(chance.token_urlsafe())

    # Recording

    async def record(self, act: Act, by: Person = THE_SERVER, secrets: Sequence[Secret] = ()) -> Recorded:
        """Record an act of the house's own stream, and return its answer."""
        key = f"{by.id}/{chance.token_hex(12)}"
        command = Command(key=key, by=by, act=act, received_at=self.wall())
        return await asyncio.wrap_future(self.floor.submit(HOUSE_STREAM, command, secrets))

    async def alarm(self, kind: a.AlarmKind, about: str, text: str) -> None:
        """Tell the pit that something is wrong."""
        await self.record(a.RaiseAlarm(kind=kind, about=about, text=text))

    # People

    async def sign_in(self, person: str, password: str) -> tuple[Session, str]:
        """Let somebody in by their password; return the session and its token, which nobody else has.

        Raises:
            NotLetIn: also for the right password after three wrong ones.
        """
        async with self._turn_of(person):
            member = await self._member(person)
            stored = self._passwords.get(person)
            is_right = await self._is_right(stored or self._nobody, password) and stored is not None
            if member is None or not is_right or member[1]:
                if member is not None and not is_right:
                    await self.record(a.RecordFailure(person=person))
                raise NotLetIn("person and password do not belong together, or access is locked")
            return await self._begin(Person(person, member[0]))

    async def choose_password(self, person: str, code: str, password: str) -> tuple[Session, str]:
        """Let somebody in by a one-time code, who chooses a password with it."""
        if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
            raise InputError(f"expected a password of {PASSWORD_MIN} to {PASSWORD_MAX} characters", field="password")
        async with self._turn_of(person):
            member, known = await self._member(person), self._codes.get(person)
            is_right = known is not None and is_code(known, digest(code.strip().upper()), self.wall())
            if member is None or member[1] or not is_right:
                if member is not None and known is not None:
                    await self.record(a.RecordFailure(person=person))
                raise NotLetIn("person and code do not belong together, or the code is used or too old")
            hashed = await asyncio.to_thread(self.hasher.hash, password)
            who = Person(person, member[0])
            kept = [Secret("password", person, hashed.encode()), Secret("code", person, None)]
            _accepted(await self.record(a.SetPassword(), by=who, secrets=kept))
            self._passwords[person] = hashed
            self._codes.pop(person, None)
            return await self._begin(who)

    async def unlock(self, session: Session, password: str) -> None:
        """Open a session again that was locked for want of input."""
        async with self._turn_of(session.person.id):
            member = await self._member(session.person.id)
            stored = self._passwords.get(session.person.id, self._nobody)
            is_right = await self._is_right(stored, password)
            if member is None or member[1] or not is_right:
                if not is_right:
                    await self.record(a.RecordFailure(person=session.person.id))
                raise NotLetIn("the password is not right, or access is locked")
            if self.sessions.get(session.id) is not session:
                raise NotLetIn("the session is over; sign in again")
            session.seen_ns = self.monotonic_ns()
            if session.is_locked:
                _accepted(await record_unlock(self, session))
                session.is_locked, session.seen_ns = False, self.monotonic_ns()
                for tell in self.on_unlocked:
                    tell(session.id)

    def _turn_of(self, person: str) -> asyncio.Lock:
        """Return the lock by which a person's attempts come one after the other; whoever is unknown shares one."""
        return self._turn[person if person in self._passwords or person in self._codes else ""]

    async def _member(self, person: str) -> tuple[Role, bool] | None:
        """Return somebody's role, and whether they are kept out; None where nobody has that name."""

        def asked(live: Any) -> tuple[Role, bool] | None:
            member = live.state.people.get(person)
            return None if member is None else (member.role, member.is_locked or not member.is_active)

        return await asyncio.wrap_future(self.floor.ask(HOUSE_STREAM, asked))

    async def _is_right(self, hashed: str, password: str) -> bool:
        if len(password) > PASSWORD_MAX:
            return False
        async with self._verifying:
            try:
                return await asyncio.to_thread(self.hasher.verify, hashed, password)
            except argon2.exceptions.VerificationError:
                return False

    async def _begin(self, who: Person) -> tuple[Session, str]:
        token, csrf = chance.token_urlsafe(32), chance.token_urlsafe(24)
        until = self.wall() + timedelta(hours=SESSION_HOURS)
        session = Session(digest(token), who, csrf, until, self.monotonic_ns())
        before = [one for one in self.sessions.values() if one.person.id == who.id]
        secrets = [session.kept(), *(Secret("session", one.id, None) for one in before)]
        _accepted(await self.record(a.SignIn(), by=who, secrets=secrets))
        # In this order: at no moment is somebody away who signs in anew.
        self.sessions[session.id] = session
        for one in before:
            self._forget(one)
        return session, token

    async def end(self, session: Session, cause: a.Ended) -> None:
        """End a session."""
        if session.id in self.sessions:
            self._forget(session)
            by = session.person if cause is a.Ended.ASKED else THE_SERVER
            act = a.SignOut(person=session.person.id, cause=cause)
            await self.record(act, by=by, secrets=[Secret("session", session.id, None)])

    def over(self) -> list[Session]:
        """Return the sessions whose hours are over."""
        now = self.wall()
        return [one for one in self.sessions.values() if one.until <= now]

    def present(self) -> set[Person]:
        """Return who is signed in and gave input lately; asked from any thread."""
        now_ns, sessions = self.monotonic_ns(), tuple(self.sessions.values())
        return {one.person for one in sessions if not one.is_locked and not one.is_idle(now_ns)}

    def _forget(self, session: Session) -> None:
        self.sessions.pop(session.id, None)
        for tell in self.on_ended:
            tell(session.id)

    async def end_all(self, person: str, cause: a.Ended) -> None:
        """End whatever session somebody has."""
        for session in [one for one in self.sessions.values() if one.person.id == person]:
            await self.end(session, cause)

    def session(self, token: str) -> Session | None:
        """Return the session of a token, locked if it had no input; None where it is unknown or over."""
        session = self.sessions.get(digest(token))
        if session is None or session.until <= self.wall():
            return None
        if session.is_idle(self.monotonic_ns()):
            self.lock(session)
        return session

    def input(self, session: Session) -> None:
        """Note that somebody did something, or refuse it in a session that is locked.

        Raises:
            SessionLocked: after five minutes without input.
        """
        self.look(session)
        session.seen_ns = self.monotonic_ns()

    def look(self, session: Session) -> None:
        """Refuse anything in a session that is locked, without taking it for input.

        Raises:
            SessionLocked: after five minutes without input.
        """
        if session.is_locked or session.is_idle(self.monotonic_ns()):
            self.lock(session)
            raise SessionLocked(WHY_LOCKED)

    # Locks

    def idle(self) -> list[Session]:
        """Return the sessions that are to be locked now."""
        now_ns = self.monotonic_ns()
        return [one for one in self.sessions.values() if not one.is_locked and one.is_idle(now_ns)]

    def lock(self, session: Session) -> None:
        """Lock a session at once, whatever can be recorded at this moment; `record_lock` follows when it can."""
        if not session.is_locked:
            session.is_locked, session.is_lock_kept = True, False
            for tell in self.on_locked:
                tell(session.id)

    def unrecorded(self) -> list[Session]:
        """Return the locked sessions whose lock is not on record yet."""
        return [one for one in self.sessions.values() if one.is_locked and not one.is_lock_kept]

    async def record_lock(self, session: Session) -> None:
        """Record a lock, in the turn of the session's person."""
        async with self._turn_of(session.person.id):
            await record_lock(self, session)

    # Codes

    def person_code(self, person: str) -> tuple[str, Secret]:
        """Return a new one-time code for somebody, and the secret to be kept of it with the act that gives it."""
        code = new_code()
        kept = Code(digest(code), self.wall() + timedelta(hours=CODE_HOURS))
        return code, Secret("code", person, msgspec.json.encode(kept))

    def has_password(self, person: str) -> bool:
        """Tell whether somebody has chosen a password."""
        return person in self._passwords

    # Terminals

    def terminal_code(self, terminal: str) -> tuple[str, Secret]:
        """Return a new one-time code for a terminal's position, and the secret to be kept of it."""
        code = new_code()
        kept = Code(digest(code), self.wall() + timedelta(hours=CODE_HOURS))
        return code, Secret("terminal_code", terminal, msgspec.json.encode(kept))

    def learn(self, secrets: Sequence[Secret]) -> None:
        """Take note of secrets that are kept now, or are gone."""
        for secret in secrets:
            if secret.kind == "password" and secret.body is None:
                self._passwords.pop(secret.name, None)
            elif secret.kind == "terminal" and secret.body is None:
                self.withdraw(secret.name)
            elif secret.kind in ("code", "terminal_code"):
                codes = self._codes if secret.kind == "code" else self._terminal_codes
                codes.pop(secret.name, None)
                if secret.body is not None:
                    codes[secret.name] = msgspec.json.decode(secret.body, type=Code)

    async def bind(self, code: str) -> tuple[str, str]:
        """Bind the machine that gives a position's code; return the terminal and its key, which nobody else has."""
        given = digest(code.strip().upper())
        now = self.wall()
        waiting = (name for name, known in self._terminal_codes.items() if is_code(known, given, now))
        terminal = next(waiting, None)
        if terminal is None:
            raise NotLetIn("no position waits for that code, or it is used or too old")
        del self._terminal_codes[terminal]
        key = chance.token_urlsafe(32)
        kept = [Secret("terminal", terminal, digest(key).encode()), Secret("terminal_code", terminal, None)]
        _accepted(await self.record(a.BindTerminal(terminal=terminal), secrets=kept))
        self.withdraw(terminal)
        self.terminals[digest(key)] = terminal
        return terminal, key

    def withdraw(self, terminal: str) -> None:
        """Forget the key of a terminal."""
        for known in [one for one, name in self.terminals.items() if name == terminal]:
            del self.terminals[known]
        self.cut(terminal)

    def cut(self, terminal: str) -> None:
        """End a terminal's connection."""
        for tell in self.on_cut:
            tell(terminal)

    def terminal(self, key: str) -> str | None:
        """Return the terminal that a key belongs to."""
        return self.terminals.get(digest(key))


def _accepted(recorded: Recorded) -> None:
    if not isinstance(recorded.answer, Accepted):
        raise NotLetIn(recorded.answer.reason)
