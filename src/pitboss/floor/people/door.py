"""The door: who is let in. Passwords and codes are checked here, sessions and terminals' keys are known here.

Only hashes are kept, as secrets beside the journal; the record of who came and went is the house's stream. A person has
one session at a time, and each sign-in makes a new one, whatever the browser brought along.
"""

from __future__ import annotations

import asyncio
import secrets as chance
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from weakref import WeakValueDictionary

import argon2
import msgspec

from pitboss.decider import Accepted, Act, Command, Person, Role
from pitboss.floor.devices.monotonic import SteadyClock
from pitboss.floor.people import acts as a
from pitboss.floor.people.aside import aside
from pitboss.floor.people.attempts import HERE, Attempts, Place
from pitboss.floor.people.checks import THE_SERVER, replaced
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.known_devices import KnownDevices
from pitboss.floor.people.machine_keys import public_key
from pitboss.floor.people.passkeys import Passkeys
from pitboss.floor.people.passwords import PASSWORD_MAX, refuse_weak
from pitboss.floor.people.proofs import Proofs
from pitboss.floor.people.sessions import (
    SESSION_HOURS,
    WHY_LOCKED,
    NotLetIn,
    Session,
    SessionLocked,
    record_lock,
    record_unlock,
    session_of,
)
from pitboss.floor.people.tokens import Code, digest, half_for, is_code, new_code, new_half
from pitboss.floor.rate_limit import Buckets, Slow
from pitboss.floor.writer.answers import Recorded
from pitboss.floor.writer.queue import Urgency
from pitboss.floor.writer.writer import Floor
from pitboss.journal import Secret

__all__ = ["Door", "NotLetIn", "Session", "SessionLocked", "digest"]

CODE_HOURS: Final = 24
_VERIFIES_MAX: Final = 2
"""How many passwords are looked at at once, of strangers and of others: each takes 64 MiB."""
_STRANGERS_MAX: Final = 50
"""How many strangers may wait for that."""
_TURN_SECONDS: Final = 10.0
"""How long anybody waits for that, before being asked to come again."""
_NOTED_MAX: Final = 30
"""Wrong passwords for one person that are recorded within ten minutes; the others are only counted."""
HASHER = argon2.PasswordHasher()
"""How passwords are kept, with argon2's own costs; tests put a cheaper one here."""


@dataclass
class Door:
    """Knows the people, their sessions, and the keys of terminals."""

    floor: Floor
    key: bytes = field(default_factory=lambda: chance.token_bytes(32))
    """The server's, from which halves of codes are drawn."""
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
    """Told the id of a session whose person showed again who they are."""
    on_cut: list[Callable[[str], None]] = field(default_factory=list)
    """Told the terminal whose connection is of no use any more."""
    terminals: dict[str, str] = field(default_factory=dict)
    """Hash of a terminal's key to the terminal."""
    is_dealing: Callable[[str], bool] = field(default=lambda _: False)
    """Whether somebody holds an open table: a dealer who watches the wheel for five minutes is not locked out of it."""

    def __post_init__(self) -> None:
        """Read what is kept."""
        journal, now = self.floor.journal, self.wall()
        passwords = journal.secrets("password")
        self.replaced = self.floor.view(HOUSE_STREAM, lambda live: replaced(live.state, passwords))
        """Whose stored password is not the one that they chose: it lets nobody in."""
        self._passwords = {name: body.decode() for name, body in passwords.items() if name not in self.replaced}
        self._codes = {name: msgspec.json.decode(body, type=Code) for name, body in journal.secrets("code").items()}
        self.terminals = {body.decode(): name for name, body in journal.secrets("terminal").items()}
        self._terminal_codes = {
            name: msgspec.json.decode(body, type=Code) for name, body in journal.secrets("terminal_code").items()
        }
        # A server that was killed may have recorded that somebody was disabled, and not yet ended the session.
        active: dict[str, Role] = self.floor.view(HOUSE_STREAM, lambda live: live.state.active())
        for name, body in journal.secrets("session").items():
            kept = session_of(name, body, now, self.monotonic_ns())
            if not kept.is_over(self.monotonic_ns()) and active.get(kept.person.id) is kept.person.role:
                self.sessions[name] = kept
        self.devices = KnownDevices.of(journal.secrets("device"))
        self.proofs = Proofs(lambda: self.monotonic_ns() / 10**9)
        self.passkeys = Passkeys(self)
        self.attempts = Attempts(lambda: self.monotonic_ns() / 10**9)
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        # Apart: however many strangers knock, whoever is known does not wait behind them.
        self._verifying = {is_known: asyncio.Semaphore(_VERIFIES_MAX) for is_known in (False, True)}
        self._strangers = 0
        self._noted = Buckets(most=_NOTED_MAX, rate=_NOTED_MAX / 600, clock=lambda: self.monotonic_ns() / 10**9)
        # Looked at when nobody of a name is there, so that it takes as long.
        self._nobody = self.hasher.hash(chance.token_urlsafe())

    # Recording

    async def record(self, act: Act, by: Person = THE_SERVER, secrets: Sequence[Secret] = ()) -> Recorded:
        """Record an act of the house's own stream, and return its answer."""
        key = f"{by.id}/{chance.token_hex(12)}"
        command = Command(key=key, by=by, act=act, received_at=self.wall())
        return await asyncio.wrap_future(self.floor.submit(HOUSE_STREAM, command, secrets, urgency=Urgency.OTHER))

    @staticmethod
    def accepted(recorded: Recorded) -> None:
        """Refuse whom the record refuses.

        Raises:
            NotLetIn: with its reason.
        """
        if not isinstance(recorded.answer, Accepted):
            raise NotLetIn(recorded.answer.reason)

    async def alarm(self, kind: a.AlarmKind, about: str, text: str) -> None:
        """Tell the pit that something is wrong."""
        await self.record(a.RaiseAlarm(kind=kind, about=about, text=text))

    # People

    async def sign_in(
        self, person: str, password: str, place: Place = HERE, device: str | None = None
    ) -> tuple[Session, str]:
        """Let somebody in by their password; return the session and its token, which nobody else has.

        Raises:
            NotLetIn: what is wrong is not said.
            Slow: also for the right password, after three wrong ones at the same place.
        """
        async with self.turn_of(place.name, person):
            return await self.begin(await self._known(person, password, place), device)

    async def vouch(self, person: str, password: str, place: Place = HERE) -> Person:
        """Return who somebody is by their password, and begin no session: for a second person at another's machine.

        Raises:
            NotLetIn: as at the door; a wrong password counts as one there.
        """
        async with self.turn_of(place.name, person):
            return await self._known(person, password, place)

    async def _known(self, person: str, password: str, place: Place) -> Person:
        self.attempts.require(place, person)
        member = await self.member(person)
        stored = self._passwords.get(person)
        is_right = await self._is_right(stored or self._nobody, password, place) and stored is not None
        if member is None or not is_right or member[1]:
            await self.failed(place, person, person if member is not None and not is_right else None)
            raise NotLetIn("person and password do not belong together, or access is locked")
        self.attempts.right(place, person)
        return Person(person, member[0])

    async def choose_password(
        self, person: str, code: str, password: str, place: Place = HERE, device: str | None = None
    ) -> tuple[Session, str]:
        """Let somebody in by a one-time code, who chooses a password with it."""
        house, name = await self._names(person)
        refuse_weak(password, (person, name, house))
        async with self.turn_of(place.name, person):
            self.attempts.require(place, person)
            member, known = await self.member(person), self._codes.get(person)
            if known is None or member is None or member[1] or not is_code(known, code, self.wall()):
                await self.failed(place, person, person if member is not None and known is not None else None)
                raise NotLetIn("person and code do not belong together, or the code is used or too old")
            # Taken at once, so that nobody else uses it meanwhile.
            del self._codes[person]
            try:
                hashed = await aside(self.hasher.hash, password)
                who = Person(person, member[0])
                kept = [Secret("password", person, hashed.encode()), Secret("code", person, None)]
                self.accepted(await self.record(a.SetPassword(digest=digest(hashed)), by=who, secrets=kept))
            except BaseException:
                self._codes.setdefault(person, known)
                raise
            self._passwords[person] = hashed
            self.attempts.right(place, person)
            return await self.begin(who, device)

    async def failed(self, place: Place, counted: str, person: str | None) -> None:
        """Count an attempt in vain; some of those for people who are there are recorded, however many there are."""
        self.attempts.failed(place, counted)
        if person is not None and self._noted.take(person):
            await self.record(a.RecordFailure(person=person, place=place.name[:100]))

    async def unlock(self, session: Session, password: str) -> None:
        """Open a session again that was locked for want of input, or show in it once more who one is."""
        place, counted = session.place
        async with self.turn_of("", session.person.id):
            self.attempts.require(place, counted)
            member = await self.member(session.person.id)
            stored = self._passwords.get(session.person.id, self._nobody)
            is_right = await self._is_right(stored, password, place)
            if member is None or member[1] or not is_right:
                await self.failed(place, counted, None if is_right else session.person.id)
                raise NotLetIn("the password is not right, or access is locked")
            await self.go_on(session)

    async def go_on(self, session: Session) -> None:
        """Let a session go on in which its person showed who they are; in that person's turn."""
        if self.sessions.get(session.id) is not session:
            raise NotLetIn("the session is over; sign in again")
        session.seen_ns = session.confirmed_ns = self.monotonic_ns()
        if session.is_locked:
            self.accepted(await record_unlock(self, session))
            session.is_locked, session.seen_ns = False, self.monotonic_ns()
            for tell in self.on_unlocked:
                tell(session.id)

    def turn_of(self, place: str, person: str) -> asyncio.Lock:
        """Return the lock by which attempts under a name at a place come one after the other."""
        return self._turns.setdefault((place, person), asyncio.Lock())

    async def _names(self, person: str) -> tuple[str, str]:
        """Return what the house is called, and a person: nobody's password is made of these."""

        def asked(live: Any) -> tuple[str, str]:
            member = live.state.people.get(person)
            return live.config.name, "" if member is None else member.name

        return await asyncio.wrap_future(self.floor.ask(HOUSE_STREAM, asked))

    async def member(self, person: str) -> tuple[Role, bool] | None:
        """Return somebody's role, and whether they are kept out; None where nobody has that name."""

        def asked(live: Any) -> tuple[Role, bool] | None:
            member = live.state.people.get(person)
            return None if member is None else (member.role, member.is_locked or not member.is_active)

        return await asyncio.wrap_future(self.floor.ask(HOUSE_STREAM, asked, Urgency.OTHER))

    async def _is_right(self, hashed: str, password: str, place: Place) -> bool:
        if len(password) > PASSWORD_MAX:
            return False
        if not place.is_known and self._strangers >= _STRANGERS_MAX:
            raise Slow("too many people sign in at once; try again in a moment")
        self._strangers += not place.is_known
        turn = self._verifying[place.is_known]
        try:
            # Told to wait is better than a line that is cut without an answer.
            async with asyncio.timeout(_TURN_SECONDS):
                await turn.acquire()
        except TimeoutError:
            raise Slow("too many people sign in at once; try again in a moment") from None
        finally:
            self._strangers -= not place.is_known
        try:
            return await aside(self.hasher.verify, hashed, password)
        except argon2.exceptions.VerificationError:
            return False
        finally:
            turn.release()

    async def begin(self, who: Person, device: str | None) -> tuple[Session, str]:
        """Begin a session of somebody who was found to be who they say; return it and its token."""
        token, csrf = chance.token_urlsafe(32), chance.token_urlsafe(24)
        until = self.wall() + timedelta(hours=SESSION_HOURS)
        async with self.turn_of("", who.id):
            met, kept = self.devices.met(device, who.id)
            now_ns = self.monotonic_ns()
            until_ns = now_ns + SESSION_HOURS * 3_600 * 10**9
            session = Session(digest(token), who, csrf, until, until_ns, now_ns, device=met, confirmed_ns=now_ns)
            before = [one for one in self.sessions.values() if one.person.id == who.id]
            secrets = [session.kept(), *kept, *(Secret("session", one.id, None) for one in before)]
            self.accepted(await self.record(a.SignIn(), by=who, secrets=secrets))
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
        now_ns = self.monotonic_ns()
        return [one for one in self.sessions.values() if one.is_over(now_ns)]

    def present(self) -> set[Person]:
        """Return who is signed in and gave input lately; asked from any thread."""
        sessions = tuple(self.sessions.values())
        return {one.person for one in sessions if not one.is_locked and not self._is_idle(one)}

    def _is_idle(self, session: Session) -> bool:
        """Tell whether a session is to be locked: without input for too long, of nobody who holds an open table."""
        return session.is_idle(self.monotonic_ns()) and not self.is_dealing(session.person.id)

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
        if session is None or session.is_over(self.monotonic_ns()):
            return None
        if self._is_idle(session):
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
        if session.is_locked or self._is_idle(session):
            self.lock(session)
            raise SessionLocked(WHY_LOCKED)

    # Locks

    def idle(self) -> list[Session]:
        """Return the sessions that are to be locked now."""
        return [one for one in self.sessions.values() if not one.is_locked and self._is_idle(one)]

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
        async with self.turn_of("", session.person.id):
            await record_lock(self, session)

    # Codes

    def person_code(self, person: str) -> tuple[str, Secret]:
        """Return a new one-time code for somebody, and the secret to be kept of it: for who stands at the console."""
        code = new_code()
        return code, self._code("code", person, code)

    def _code(self, kind: str, name: str, code: str) -> Secret:
        kept = Code(digest(code), self.wall() + timedelta(hours=CODE_HOURS))
        return Secret(kind, name, msgspec.json.encode(kept))

    def first_half(self, approval: str) -> str:
        """Return the half of a one-time code for whoever asked the question; always the same for the same."""
        return half_for(self.key, approval)

    def second_half(self, kind: str, name: str, approval: str) -> tuple[str, Secret]:
        """Return a new half for whoever stands by, and the secret to be kept of both: neither is a code alone."""
        half = new_half()
        return half, self._code(kind, name, f"{self.first_half(approval)}-{half}")

    def has_password(self, person: str) -> bool:
        """Tell whether somebody has chosen a password."""
        return person in self._passwords

    # Terminals

    def terminal_code(self, terminal: str) -> tuple[str, Secret]:
        """Return a new one-time code for a terminal's position, and the secret to be kept of it."""
        code = new_code()
        return code, self._code("terminal_code", terminal, code)

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

    async def bind(self, code: str, own: str) -> tuple[str, str]:
        """Bind the machine that gives a position's code, and its own key; return the terminal and its cookie."""
        public_key(own)
        now = self.wall()
        waiting = (name for name, known in self._terminal_codes.items() if is_code(known, code, now))
        terminal = next(waiting, None)
        if terminal is None:
            raise NotLetIn("no position waits for that code, or it is used or too old")
        del self._terminal_codes[terminal]
        key = chance.token_urlsafe(32)
        kept = [Secret("terminal", terminal, digest(key).encode()), Secret("terminal_code", terminal, None)]
        self.accepted(await self.record(a.BindTerminal(terminal=terminal, key=own), secrets=kept))
        self.withdraw(terminal)
        self.terminals[digest(key)] = terminal
        return terminal, key

    def withdraw(self, terminal: str) -> None:
        """Forget the cookie of a terminal, and what it has shown."""
        self.proofs.forget(terminal)
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
