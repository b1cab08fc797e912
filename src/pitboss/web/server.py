"""The server's heart: the live house with its hub, who is at the other end of a connection, and its figures."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from http.cookies import Morsel, SimpleCookie
from typing import Any, Final

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from pitboss.decider import Role
from pitboss.errors import PitbossError
from pitboss.floor.commands import NOWHERE, Principal
from pitboss.floor.live import LiveHouse
from pitboss.floor.people.acts import AlarmKind, TerminalKind
from pitboss.floor.people.attempts import Place
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.machine_keys import is_signed
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.people.sessions import WHY_LOCKED, PasskeyNeeded, Session
from pitboss.floor.people.tokens import digest
from pitboss.floor.rate_limit import Buckets, Slow
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.web.assets import Pictures
from pitboss.web.boards import Boards
from pitboss.web.guard import Scope, address_of, headers_of
from pitboss.web.heartbeat import Heartbeat
from pitboss.web.hub import Hub, Watcher
from pitboss.web.laboratory import Laboratory
from pitboss.web.pit_figures import PitFigures
from pitboss.web.protocol import Locked
from pitboss.web.read_models import PUBLIC
from pitboss.web.refused import RefusedLog
from pitboss.web.shared_looks import SharedLooks
from pitboss.web.story import PublicStory, Story

SESSION_COOKIE: Final = "pitboss_session"
TERMINAL_COOKIE: Final = "pitboss_terminal"
PROOF_COOKIE: Final = "pitboss_proof"
DEVICE_COOKIE: Final = "pitboss_device"
_HOST_PREFIX: Final = "__Host-"
"""Browsers take a cookie of such a name over an encrypted line only, from this very host, for all of its paths."""
TICKETS_ASKED: Final = 10
"""Tickets that may be asked about from one address within a minute."""
SIGN_INS: Final = 10
"""Attempts to sign in from one address within a minute."""
CHALLENGES: Final = 30
"""Passkeys that may be asked for from one address, or in one session, within a minute."""

_LEAVING_SECONDS: Final = 5.0
"""After which lines of a cookie of before are closed, even if the answer with the new one cannot be sent."""


@dataclass(frozen=True)
class Visitor:
    """Whoever is at the other end: nobody in particular, a person, a machine, or a person at a machine."""

    principal: Principal | None = None
    session: Session | None = None
    terminal: str | None = None
    key: str = ""
    """The hash of a machine's cookie, if it is a machine that acts."""
    unproven: str | None = None
    """The terminal that a cookie says it is, and that has not shown its key."""

    @property
    def is_locked(self) -> bool:
        """Tell whether it is somebody whose session waits for the password: they see what the public sees."""
        return self.session is not None and self.session.is_locked

    @property
    def is_staff(self) -> bool:
        """Tell whether it is somebody who works here, and is there."""
        return self.session is not None and not self.session.is_locked and not self.session.needs_passkey

    @property
    def is_stranger(self) -> bool:
        """Tell whether it is neither a person nor a machine of the house."""
        return self.session is None and self.terminal is None and self.unproven is None

    @property
    def role(self) -> Role | None:
        """Return what somebody is who works here, and is there."""
        return self.session.person.role if self.session is not None and self.is_staff else None

    @property
    def own(self) -> str | None:
        """Return the terminal whose own affairs may be shown."""
        return None if self.is_locked else self.terminal


class ProofNeeded(PitbossError):
    """A machine has not shown lately that it has its own key."""

    http_status = 401


class Server:
    """One house on the net."""

    def __init__(self, house: LiveHouse, *, is_secure: bool = False) -> None:
        self.house, self.is_secure = house, is_secure
        self.hub: Hub = None  # type: ignore[assignment]
        self.counted: Counter[str] = Counter()
        self.pictures = Pictures()
        self.story = Story(self)
        self.public_story = PublicStory(self)
        self.boards = Boards(self)
        self.pit = PitFigures(house.floor.journal.address)
        self.laboratory = Laboratory()
        self.sockets: dict[str, Watcher] = {}
        """A terminal's one connection."""
        self.sessions: dict[str, set[Watcher]] = {}
        """The connections of each session."""
        self._leaving: dict[str, set[Watcher]] = {}
        """Those of a session's cookie of before, by its id of now; closed when the answer with its new one is sent."""
        self.strangers: Counter[str] = Counter()
        """Connections of strangers by address."""
        self._nowhere = NOWHERE if house.file.house.tellers_at == "windows" else None
        self.strangers_max = house.file.net.sockets_per_address
        self.sign_ins = Buckets(most=SIGN_INS, rate=SIGN_INS / 60)
        self.tickets_asked = Buckets(most=TICKETS_ASKED, rate=TICKETS_ASKED / 60)
        """Strangers who ask what their tickets are worth, by address."""
        self.challenges = Buckets(most=CHALLENGES, rate=CHALLENGES / 60)
        self.refused = RefusedLog()
        self.looks = SharedLooks()
        self._alarmed = Buckets(most=1, rate=1 / 60)
        """One alarm a minute for each terminal: whoever has its key must not fill the journal."""
        self.is_stopping = False
        self._alarms: set[asyncio.Task[Any]] = set()
        self._alarming = asyncio.Lock()
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to serve."""
        self.hub = Hub(asyncio.get_running_loop(), self.house.floor.versions)
        self.hub.bulletins.beside = self._beside
        self.hub.bulletins.desk = self.house.desk
        self.house.floor.screens.append(self.story.hear)
        self.house.floor.screens.append(self.hub.hear)
        self.house.door.on_ended.append(self._ended)
        self.house.door.on_locked.append(self._locked)
        self.house.door.on_unlocked.append(self._unlocked)
        self.house.door.on_cut.append(self._cut)
        self._beating = asyncio.create_task(Heartbeat(self).run())
        await asyncio.to_thread(self.house.start)

    async def stop(self) -> None:
        """Say goodbye to everybody, and close the house in good order."""
        self.is_stopping = True
        if self._beating is not None:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating
        for watcher in list(self.hub.watchers):
            watcher.outbox.close(1012, "the server is stopping")
        await asyncio.to_thread(self.laboratory.close)
        await asyncio.to_thread(self.pit.close)
        await asyncio.to_thread(self.house.close)

    def _ended(self, session: str) -> None:
        for watcher in self.sessions.pop(session, set()):
            watcher.outbox.close(4401, "the session has ended")

    def _locked(self, session: str) -> None:
        """Tell every connection of a session that it is locked, and nothing more; who comes back is the public."""
        message = msgspec.json.encode(Locked(reason=WHY_LOCKED)).decode()
        for watcher in self.sessions.pop(session, set()):
            watcher.outbox.put(message)
            watcher.outbox.close(4423, "locked for want of input")

    def _unlocked(self, before: str, now: str) -> None:
        """Have every connection of a session's cookie of before closed: soon, also if nobody takes the answer."""
        self._leaving[now] = self.sessions.pop(before, set())
        asyncio.get_running_loop().call_later(_LEAVING_SECONDS, self._let_go, now)

    async def renewed(self, session: str) -> None:
        """Have every window of a browser connect anew, to which the session's new cookie was sent.

        Not earlier: a window that is faster than the answer would come back with the cookie of before, as nobody.
        """
        self._let_go(session)

    def _let_go(self, session: str) -> None:
        for watcher in self._leaving.pop(session, set()):
            watcher.outbox.close(4424, "the session is unlocked: connect anew")

    def _cut(self, terminal: str) -> None:
        """Close a terminal's own line, and those of whoever works at it: they were opened with its key."""
        lines = {one for one in self.hub.watchers if one.staffed is not None and one.staffed[0] == terminal}
        for watcher in lines | ({self.sockets[terminal]} if terminal in self.sockets else set()):
            watcher.outbox.close(4403, "the terminal is switched off, or its key is withdrawn")

    def name_of(self, person: str) -> str:
        """Return what somebody who works here is called on screens; nobody is shown by an id."""
        member = self.house.desk.people.get(person)
        return person if member is None else member.name

    def _beside(self, live: LiveStream, audience: str) -> dict[str, Any]:
        """Return what an audience sees of a table beside its state: who deals there, and for staff the story."""
        if audience != PUBLIC and live.name != HOUSE_STREAM:
            return self.story.of(live)
        dealer = getattr(live.state, "dealer", None)
        return {} if dealer is None else {"dealer_name": self.name_of(dealer)}

    # Who is there

    def cookie_name(self, name: str) -> str:
        """Return what a cookie of ours is called in browsers."""
        return f"{_HOST_PREFIX}{name}" if self.is_secure else name

    def _cookies(self, scope: Scope) -> dict[str, Morsel[str]]:
        """Return a request's cookies by our own names; over an encrypted line only those that a browser holds to it."""
        jar: SimpleCookie = SimpleCookie()
        with suppress(Exception):
            jar.load(headers_of(scope).get("cookie", ""))
        prefix = self.cookie_name("")
        return {name.removeprefix(prefix): one for name, one in jar.items() if name.startswith(prefix)}

    def visitor(self, scope: Scope, *, is_proven: bool | None = None, is_looking: bool = False) -> Visitor:
        """Return who is at the other end of a connection, by its cookies and what the machine has shown.

        A machine that has not shown its key just now, or lately, is the public: its cookie may have been copied. So is
        whoever only looks in a machine's browser.

        Raises:
            NotLetIn: for a session or key that is not known, or not any more.
            Forbidden: for a machine that is switched off, or whose key is in use at another address.
        """
        jar = self._cookies(scope)
        claimed = None if is_looking else self.claimed(scope)
        if TERMINAL_COOKIE in jar and claimed is None and SESSION_COOKIE not in jar and not is_looking:
            raise NotLetIn("this machine's key is not known any more; enrol it again")
        if is_proven is None:
            token = jar[PROOF_COOKIE].value if PROOF_COOKIE in jar else ""
            is_proven = claimed is not None and self.house.door.proofs.has(token, claimed, address_of(scope))
        terminal, unproven = (claimed, None) if is_proven else (None, claimed)
        if SESSION_COOKIE in jar:
            session = self.house.door.session(jar[SESSION_COOKIE].value)
            if session is not None:
                who = Principal(session.person, session.id, terminal=terminal or self._nowhere)
                return Visitor(who, session, terminal, unproven=unproven)
            if claimed is None:
                raise NotLetIn("the session is over; sign in again")
        if terminal is None:
            return Visitor(unproven=unproven)
        self._refuse_twice(terminal, address_of(scope))
        position = self.house.desk.positions.get(terminal)
        if position is not None and position.kind is TerminalKind.WINDOW:
            # A teller's machine does nothing by itself.
            return Visitor(terminal=terminal)
        machine = self.house.desk.of_terminal(terminal)
        return Visitor(machine, None, terminal, digest(jar[TERMINAL_COOKIE].value))

    def claimed(self, scope: Scope) -> str | None:
        """Return the terminal that a connection's cookie says it is."""
        jar = self._cookies(scope)
        return self.house.door.terminal(jar[TERMINAL_COOKIE].value) if TERMINAL_COOKIE in jar else None

    def shows(self, terminal: str, address: str, nonce: str, signature: str) -> bool:
        """Tell whether a machine has shown its key; the pit is told of one that has another's cookie and no key."""
        position = self.house.desk.positions.get(terminal)
        key = None if position is None else position.key
        if key is not None and is_signed(key, terminal, nonce, signature):
            return True
        self.counted["terminal_unproven"] += 1
        if key is not None and self._alarmed.take(terminal):
            text = f"a machine at {address} has the cookie of terminal {terminal} and cannot show its key"
            self.alarm(AlarmKind.TERMINAL, terminal, text)
        return False

    def known(self, scope: Scope) -> str | None:
        """Return the session or machine that a request's cookies belong to, by name; None for a stranger."""
        jar, door = self._cookies(scope), self.house.door
        if SESSION_COOKIE in jar and (session := door.session(jar[SESSION_COOKIE].value)) is not None:
            return f"session {session.id}"
        terminal = self.claimed(scope)
        # By its address too: whoever has copied the cookie uses up nothing of the machine's.
        return None if terminal is None else f"terminal {terminal} at {address_of(scope)}"

    def who(self, scope: Scope) -> str | None:
        """Return the person, or the terminal, that a request's cookies name, for the log; None for a stranger."""
        jar = self._cookies(scope)
        session = self.house.door.sessions.get(digest(jar[SESSION_COOKIE].value)) if SESSION_COOKIE in jar else None
        return self.claimed(scope) if session is None else session.person.id

    def place(self, scope: Scope, person: str) -> Place:
        """Return where somebody tries to come in: a device at which that person did before, or an address."""
        token = self.device(scope)
        if token is not None and self.house.door.devices.has(token, person):
            return Place(f"a known device, {digest(token)[:12]}", is_known=True)
        return Place(address_of(scope))

    def device(self, scope: Scope) -> str | None:
        """Return the token by which a browser is known again."""
        jar = self._cookies(scope)
        return jar[DEVICE_COOKIE].value if DEVICE_COOKIE in jar else None

    def acting(self, visitor: Visitor, *, is_input: bool = True, is_adding: bool = False) -> Principal:
        """Return who acts, and note that they did; a question that a screen asks by itself is no input.

        Whoever lacks a passkey that the house wants may do nothing but add one (`is_adding`).

        Raises:
            NotLetIn: for nobody in particular.
            SessionLocked: for a session without input for five minutes.
            PasskeyNeeded: for somebody whose role needs a passkey here, and who came in without.
            ProofNeeded: at a machine that has not shown its key.
        """
        door, session = self.house.door, visitor.session
        if session is not None:
            if door.sessions.get(session.id) is not session or session.is_over(door.monotonic_ns()):
                raise NotLetIn("the session is over; sign in again")
            door.look(session)
            _require_passkey(session, is_adding=is_adding)
        if visitor.unproven is not None:
            raise ProofNeeded("this machine has to show its key first", values={"terminal": visitor.unproven})
        if session is not None:
            if is_input:
                door.input(session)
        elif visitor.terminal is not None and visitor.principal is not None:
            # Asked anew each time: it may have been switched off since, or another machine may stand there.
            if self.house.door.terminals.get(visitor.key) != visitor.terminal:
                raise NotLetIn("this machine's key is not known any more; enrol it again")
            if is_input and self.house.tour is not None:
                self.house.tour.noted(visitor.terminal)
            return self.house.desk.of_terminal(visitor.terminal)
        if visitor.principal is None:
            raise NotLetIn("sign in first, or enrol this machine")
        return visitor.principal

    # Connections

    def _refuse_twice(self, terminal: str, address: str) -> None:
        """Refuse a machine whose key another one uses at this moment; one of the two is not what it says."""
        before = self.sockets.get(terminal)
        if before is None or before.address == address:
            return
        self.counted["terminal_twice"] += 1
        if self._alarmed.take(terminal):
            text = f"terminal {terminal} is connected already; a second machine at {address} used its key"
            self.alarm(AlarmKind.TERMINAL, terminal, text)
        raise Forbidden("this terminal is connected already", values={"terminal": terminal})

    def connect(self, visitor: Visitor, watcher: Watcher, *, is_screen: bool = False) -> None:
        """Take a connection on; a terminal has one at a time, and the newest from its own address.

        Whoever works at a machine may have other pages open there: of those only its own screen is the terminal's.

        Raises:
            Forbidden: for a machine that has not shown its key, or a second one under it from another address.
            Slow: for a stranger whose address has its share of connections already.
        """
        if visitor.unproven is not None and visitor.session is None:
            raise Forbidden("this machine cannot show its key; enrol it again", values={"terminal": visitor.unproven})
        if visitor.is_stranger:
            if self.strangers[watcher.address] >= self.strangers_max:
                raise Slow("too many connections from this address", values={"address": watcher.address})
            self.strangers[watcher.address] += 1
        if visitor.terminal is not None and (is_screen or visitor.session is None):
            self._refuse_twice(visitor.terminal, watcher.address)
            before = self.sockets.get(visitor.terminal)
            if before is not None:
                # The same machine came back before its old line was found dead.
                before.outbox.close(4409, "connected anew")
            self.sockets[visitor.terminal] = watcher
        if visitor.session is not None:
            self.sessions.setdefault(visitor.session.id, set()).add(watcher)
        self.hub.add(watcher)

    def disconnect(self, visitor: Visitor, watcher: Watcher) -> None:
        """Forget a connection."""
        self.hub.remove(watcher)
        self.boards.forget(watcher)
        if visitor.is_stranger:
            self.strangers[watcher.address] -= 1
            if not self.strangers[watcher.address]:
                del self.strangers[watcher.address]
        if visitor.terminal is not None and self.sockets.get(visitor.terminal) is watcher:
            del self.sockets[visitor.terminal]
        if visitor.session is not None and visitor.session.id in self.sessions:
            self.sessions[visitor.session.id].discard(watcher)

    def alarm(self, kind: AlarmKind, about: str, text: str) -> None:
        """Tell the pit, without waiting for it to be recorded."""
        task: asyncio.Task[Any] = asyncio.create_task(self._alarm(kind, about, text))
        self._alarms.add(task)
        task.add_done_callback(self._alarms.discard)

    async def _alarm(self, kind: AlarmKind, about: str, text: str) -> None:
        """Raise an alarm; of a terminal one is enough until it is cleared, or a thief of cookies would fill the pit."""

        def asked(live: LiveStream) -> bool:
            return any((kind, about) == (known, name) for known, name, _ in live.state.alarms.values())

        floor, is_terminals = self.house.floor, kind is AlarmKind.TERMINAL
        # One after the other: two at once would both find that none is open.
        async with self._alarming:
            if is_terminals and await asyncio.wrap_future(floor.ask(HOUSE_STREAM, asked, Urgency.OTHER)):
                return
            await self.house.door.alarm(kind, about, text)


def _require_passkey(session: Session, *, is_adding: bool) -> None:
    if session.needs_passkey and not is_adding:
        role = session.person.role.value
        reason = f"a {role.replace('_', ' ')} needs a passkey here: add one on the staff page, and then go on"
        raise PasskeyNeeded(reason, values={"role": role})


# The framework adds the charset to every text by itself.
_MEDIA_TYPE: Final = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")


def exposition(server: Server) -> tuple[bytes, str]:
    """Return the figures as text, and its media type."""
    registry = CollectorRegistry()

    def gauge(name: str, text: str, value: float) -> None:
        Gauge(f"pitboss_{name}", text, registry=registry).set(value)

    # From memory: who asks the database waits for its writer, and here everybody would wait with them.
    end = server.house.floor.reached
    gauge("journal_records", "Records in the journal", end.position)
    gauge("journal_answers", "Lines in the journal: openings, and commands that were answered", end.ordinal)
    gauge("connections", "WebSockets that are open", len(server.hub.watchers))
    gauge("terminals_connected", "Terminals that are connected", len(server.sockets))
    gauge("sessions", "People who are signed in", len(server.house.door.sessions))
    gauge("messages_delivered", "News handed to connections since the start", server.hub.delivered)
    counted = Gauge("pitboss_counted", "Things that happened since the start", ["what"], registry=registry)
    for name, value in server.counted.items():
        counted.labels(name).set(value)
    return generate_latest(registry), _MEDIA_TYPE
