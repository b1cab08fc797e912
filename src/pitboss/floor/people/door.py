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
from pitboss.floor.people import chosen
from pitboss.floor.people.aside import aside
from pitboss.floor.people.attempts import HERE, Attempts, Place
from pitboss.floor.people.breached import Breached
from pitboss.floor.people.checks import THE_SERVER, replaced
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.known_devices import KnownDevices
from pitboss.floor.people.machine_keys import public_key
from pitboss.floor.people.passkeys import Passkeys
from pitboss.floor.people.passwords import PASSWORD_MAX
from pitboss.floor.people.proofs import Proofs
from pitboss.floor.people.put_back import standing, used_codes
from pitboss.floor.people.sessions import (
    RENEWED_SECONDS,
    SESSION_HOURS,
    WHY_LOCKED,
    NotLetIn,
    Session,
    SessionLocked,
    record_confirmed,
    record_lock,
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
_VERIFIES_MAX: Final = {False: 1, True: 2}
"""How many passwords are looked at at once, of strangers and of others: each takes 64 MiB and a processor's caches."""
_STRANGERS_MAX: Final = 50
"""How many strangers may wait for that."""
_TURN_SECONDS: Final = 10.0
"""How long anybody waits for that, before being asked to come again."""
_NO_CODE: Final = "person and code do not belong together, or the code is used or too old"
_NOTED_MAX: Final = 30
"""Wrong passwords for one person that are recorded within ten minutes; the others are only counted."""
HASHER = argon2.PasswordHasher(parallelism=1)
"""How passwords are kept: at argon2's own costs, by one thread and not four, which would take all processors at once.

Tests put a cheaper one here.
"""


def _said(role: Role) -> str:
    return role.value.replace("_", " ")


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
    on_unlocked: list[Callable[[str, str], None]] = field(default_factory=list)
    """Told the id that a session had whose person showed again who they are, and the one that it has since."""
    on_cut: list[Callable[[str], None]] = field(default_factory=list)
    """Told the terminal whose connection is of no use any more."""
    terminals: dict[str, str] = field(default_factory=dict)
    """Hash of a terminal's key to the terminal."""
    passkeys_for: frozenset[Role] = frozenset()
    """Roles whose people come in by a passkey: their password leads no further than to the adding of a first one."""
    breached: Breached | None = None
    """Passwords that nobody may choose, if the house has a list of them."""
    is_dealing: Callable[[str], bool] = field(default=lambda _: False)
    """Whether somebody holds an open table: a dealer who watches the wheel for five minutes is not locked out of it."""

    def __post_init__(self) -> None:
        """Read what is kept."""
        journal, now = self.floor.journal, self.wall()
        passwords = journal.secrets("password")
        self.replaced = self.floor.view(HOUSE_STREAM, lambda live: replaced(live.state, passwords))
        """Whose stored password is not the one that they chose: it lets nobody in."""
        self.passwords: dict[str, str] = {
            name: body.decode() for name, body in passwords.items() if name not in self.replaced
        }
        codes, waiting = journal.secrets("code"), journal.secrets("terminal_code")
        self.used = self.floor.view(HOUSE_STREAM, lambda live: used_codes(live.state, codes, waiting))
        """Whose stored one-time code was used or replaced before, by what is on record: it opens nothing."""
        self._codes, self._terminal_codes = (
            {name: msgspec.json.decode(body, type=Code) for name, body in kept.items() if name not in self.used}
            for kept in (codes, waiting)
        )
        self.terminals = {body.decode(): name for name, body in journal.secrets("terminal").items()}
        kept = [session_of(*one, now, self.monotonic_ns()) for one in journal.secrets("session").items()]
        for one in self.floor.view(HOUSE_STREAM, lambda live: list(standing(live.state, kept))):
            if not one.is_over(self.monotonic_ns()):
                one.needs_passkey = self._needs_passkey(one.person, is_by_passkey=one.is_by_passkey)
                self.sessions[one.id] = one
        self.devices = KnownDevices.of(journal.secrets("device"))
        self.proofs = Proofs(lambda: self.monotonic_ns() / 10**9)
        self.passkeys = Passkeys(self)
        self.attempts = Attempts(lambda: self.monotonic_ns() / 10**9)
        self._turns: WeakValueDictionary[tuple[str, str], asyncio.Lock] = WeakValueDictionary()
        # Apart: however many strangers knock, whoever is known does not wait behind them.
        self._verifying = {is_known: asyncio.Semaphore(most) for is_known, most in _VERIFIES_MAX.items()}
        self._strangers = 0
        self._noted = Buckets(most=_NOTED_MAX, rate=_NOTED_MAX / 600, clock=lambda: self.monotonic_ns() / 10**9)
        # Looked at when nobody of a name is there, so that it takes as long.
        self._nobody = self.hasher.hash(chance.token_urlsafe())

    # Recording

    async def record(self, act: Act, by: Person = THE_SERVER, secrets: Sequence[Secret] = ()) -> Recorded:
        """Record an act of the house's own stream, and return its answer."""
        key = f"{by.id}/{chance.token_hex(12)}"
        command = Command(key=key, by=by, act=act, received_at=self.wall())
        return await self.floor.submit(HOUSE_STREAM, command, secrets, urgency=Urgency.OTHER).awaited()

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
            who = await self._known(person, password, place)
            if who.role in self.passkeys_for and await self.passkeys.own(person):
                raise NotLetIn(f"a {_said(who.role)} signs in here with a passkey, and the password is not enough")
            return await self.begin(who, device)

    async def vouch(self, person: str, password: str, place: Place = HERE) -> Person:
        """Return who somebody is by their password, and begin no session: for a second person at another's machine.

        Raises:
            NotLetIn: as at the door; a wrong password counts as one there.
        """
        async with self.turn_of(place.name, person):
            who = await self._known(person, password, place)
        if who.role in self.passkeys_for:
            raise NotLetIn(f"a {_said(who.role)} confirms here with a passkey, and the password is not enough")
        return who

    async def _known(self, person: str, password: str, place: Place) -> Person:
        self.attempts.require(place, person)
        member = await self.member(person)
        stored = self.passwords.get(person)
        is_right = await self._is_right(stored or self._nobody, password, place) and stored is not None
        if member is None or not is_right or member[1]:
            await self.failed(place, person, person if member is not None and not is_right else None)
            raise NotLetIn("person and password do not belong together, or access is locked")
        self.attempts.right(place, person)
        who = Person(person, member[0])
        if stored is not None and self.hasher.check_needs_rehash(stored):
            await chosen.keep(self, who, password)
        return who

    async def choose_password(
        self, person: str, code: str, password: str, place: Place = HERE, device: str | None = None
    ) -> tuple[Session, str]:
        """Let somebody in by a one-time code, who chooses a password with it."""
        async with self.turn_of(place.name, person):
            self.attempts.require(place, person)
            member, known = await self.member(person), self._codes.get(person)
            if known is None or member is None or member[1] or not is_code(known, code, self.wall()):
                await self.failed(place, person, person if member is not None and known is not None else None)
                raise NotLetIn(_NO_CODE)
            # Looked at only for whoever has the code: it takes as long as many requests.
            await chosen.refuse(self, person, password)
            # Taken at once, so that nobody else uses it meanwhile; somebody may have done so at another place.
            if self._codes.pop(person, None) is not known:
                raise NotLetIn(_NO_CODE)
            try:
                who = Person(person, member[0])
                await chosen.keep(self, who, password, known)
            except BaseException:
                self._codes.setdefault(person, known)
                raise
            self.attempts.right(place, person)
            return await self.begin(who, device)

    async def failed(self, place: Place, counted: str, person: str | None) -> None:
        """Count a failed attempt; those on existing accounts are recorded, up to a limit."""
        self.attempts.failed(place, counted)
        if person is not None and self._noted.take(person):
            await self.record(a.RecordFailure(person=person, place=place.name[:100]))

    async def unlock(self, session: Session, password: str) -> str:
        """Open a session again that was locked for want of input, or show in it once more who one is; return its token.

        Raises:
            NotLetIn: for a wrong password, or where a passkey is wanted.
        """
        if session.person.role in self.passkeys_for and not session.needs_passkey:
            raise NotLetIn(f"a {_said(session.person.role)} shows a passkey here, and the password is not enough")
        async with self.turn_of("", session.person.id):
            await self.require_password(session, password)
            return await self.go_on(session)

    async def require_password(self, session: Session, password: str) -> None:
        """Refuse whoever cannot give the password of a session's person; in that person's turn."""
        place, counted = session.place
        self.attempts.require(place, counted)
        member = await self.member(session.person.id)
        stored = self.passwords.get(session.person.id, self._nobody)
        is_right = await self._is_right(stored, password, place)
        if member is None or member[1] or not is_right:
            await self.failed(place, counted, None if is_right else session.person.id)
            raise NotLetIn("the password is not right, or access is locked")
        self.attempts.right(place, counted)

    async def go_on(self, session: Session) -> str:
        """Let a session go on in which its person showed who they are, in that person's turn; return its new token.

        The one it had before opens nothing any more: whoever may have copied it has nothing.
        """
        if self.sessions.get(session.id) is not session:
            raise NotLetIn("the session is over; sign in again")
        token, before = chance.token_urlsafe(32), session.id
        session.seen_ns = session.confirmed_ns = self.monotonic_ns()
        self.accepted(await record_confirmed(self, session, token))
        if self.sessions.pop(before, None) is not session:
            raise NotLetIn("the session is over; sign in again")
        session.id, session.is_locked, session.seen_ns = digest(token), False, self.monotonic_ns()
        session.before = before
        self.sessions[session.id] = session
        for tell in self.on_unlocked:
            tell(before, session.id)
        return token

    def turn_of(self, place: str, person: str) -> asyncio.Lock:
        """Return the lock by which attempts under a name at a place come one after the other."""
        return self._turns.setdefault((place, person), asyncio.Lock())

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

    def _needs_passkey(self, who: Person, *, is_by_passkey: bool) -> bool:
        return who.role in self.passkeys_for and not is_by_passkey

    async def begin(self, who: Person, device: str | None, *, is_by_passkey: bool = False) -> tuple[Session, str]:
        """Begin a session of somebody who was found to be who they say; return it and its token."""
        token, csrf = chance.token_urlsafe(32), chance.token_urlsafe(24)
        until = self.wall() + timedelta(hours=SESSION_HOURS)
        async with self.turn_of("", who.id):
            met, kept = self.devices.met(device, who.id)
            now_ns = self.monotonic_ns()
            until_ns = now_ns + SESSION_HOURS * 3_600 * 10**9
            session = Session(digest(token), who, csrf, until, until_ns, now_ns, device=met, confirmed_ns=now_ns)
            session.is_by_passkey = is_by_passkey
            session.needs_passkey = self._needs_passkey(who, is_by_passkey=is_by_passkey)
            before = [one for one in self.sessions.values() if one.person.id == who.id]
            secrets = [session.kept(), *kept, *(Secret("session", one.id, None) for one in before)]
            self.accepted(await self.record(a.SignIn(session=digest(session.id)), by=who, secrets=secrets))
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
        there = (one for one in sessions if not one.needs_passkey)
        return {one.person for one in there if not one.is_locked and not self._is_idle(one)}

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

    def had(self, token: str) -> bool:
        """Tell whether a session had that token until just now: the answer with its new one may be on its way."""
        before, since_ns = digest(token), self.monotonic_ns() - RENEWED_SECONDS * 10**9
        return any(one.before == before and (one.confirmed_ns or 0) > since_ns for one in self.sessions.values())

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
        return person in self.passwords

    # Terminals

    def terminal_code(self, terminal: str) -> tuple[str, Secret]:
        """Return a new one-time code for a terminal's position, and the secret to be kept of it."""
        code = new_code()
        return code, self._code("terminal_code", terminal, code)

    def learn(self, secrets: Sequence[Secret]) -> None:
        """Take note of secrets that are kept now, or are gone."""
        for secret in secrets:
            if secret.kind == "password" and secret.body is None:
                self.passwords.pop(secret.name, None)
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
        used = digest(self._terminal_codes.pop(terminal).hash)
        key = chance.token_urlsafe(32)
        kept = [Secret("terminal", terminal, digest(key).encode()), Secret("terminal_code", terminal, None)]
        self.accepted(await self.record(a.BindTerminal(terminal=terminal, key=own, code=used), secrets=kept))
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
