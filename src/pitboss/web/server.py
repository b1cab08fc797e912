"""The server's heart: the live house with its hub, who is at the other end of a connection, and its figures."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any, Final

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Gauge, generate_latest

from pitboss.floor.commands import Principal
from pitboss.floor.live import LiveHouse
from pitboss.floor.people.acts import AlarmKind, TerminalKind
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.people.sessions import WHY_LOCKED, Session
from pitboss.floor.people.tokens import digest
from pitboss.floor.rate_limit import Buckets
from pitboss.web.guard import Scope, address_of, headers_of
from pitboss.web.heartbeat import Heartbeat
from pitboss.web.hub import Hub, Watcher
from pitboss.web.protocol import Locked

SESSION_COOKIE: Final = "pitboss_session"
TERMINAL_COOKIE: Final = "pitboss_terminal"
SIGN_INS: Final = 10
"""Attempts to sign in from one address within a minute."""


@dataclass(frozen=True)
class Visitor:
    """Whoever is at the other end: nobody in particular, a person, a machine, or a person at a machine."""

    principal: Principal | None = None
    session: Session | None = None
    terminal: str | None = None
    key: str = ""
    """The hash of a machine's key, if it is a machine that acts."""

    @property
    def is_locked(self) -> bool:
        """Tell whether it is somebody whose session waits for the password: they see what the public sees."""
        return self.session is not None and self.session.is_locked

    @property
    def is_staff(self) -> bool:
        """Tell whether it is somebody who works here, and is there."""
        return self.session is not None and not self.session.is_locked

    @property
    def own(self) -> str | None:
        """Return the terminal whose own affairs may be shown."""
        return None if self.is_locked else self.terminal


class Server:
    """One house on the net."""

    def __init__(self, house: LiveHouse, *, is_secure: bool = False) -> None:
        self.house, self.is_secure = house, is_secure
        self.hub: Hub = None  # type: ignore[assignment]
        self.counted: Counter[str] = Counter()
        self.sockets: dict[str, Watcher] = {}
        """A terminal's one connection."""
        self.sessions: dict[str, set[Watcher]] = {}
        """The connections of each session."""
        self.sign_ins = Buckets(most=SIGN_INS, rate=SIGN_INS / 60)
        self._alarmed = Buckets(most=1, rate=1 / 60)
        """One alarm a minute for each terminal: whoever has its key must not fill the journal."""
        self.is_stopping = False
        self._alarms: set[asyncio.Task[Any]] = set()
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to serve."""
        self.hub = Hub(asyncio.get_running_loop())
        self.house.floor.listeners.append(self.hub.hear)
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

    def _unlocked(self, session: str) -> None:
        for watcher in self.sessions.pop(session, set()):
            watcher.outbox.close(4424, "the session is unlocked: connect anew")

    def _cut(self, terminal: str) -> None:
        if terminal in self.sockets:
            self.sockets[terminal].outbox.close(4403, "the terminal is switched off, or its key is withdrawn")

    # Who is there

    def visitor(self, scope: Scope) -> Visitor:
        """Return who is at the other end of a connection, by its cookies and nothing else.

        Raises:
            NotLetIn: for a session or key that is not known, or not any more.
            Forbidden: for a machine that is switched off, or whose key is in use at another address.
        """
        jar: SimpleCookie = SimpleCookie()
        with suppress(Exception):
            jar.load(headers_of(scope).get("cookie", ""))
        terminal, machine = None, None
        if TERMINAL_COOKIE in jar:
            terminal = self.house.door.terminal(jar[TERMINAL_COOKIE].value)
            if terminal is None and SESSION_COOKIE not in jar:
                raise NotLetIn("this machine's key is not known any more; enrol it again")
        if SESSION_COOKIE in jar:
            session = self.house.door.session(jar[SESSION_COOKIE].value)
            if session is not None:
                return Visitor(Principal(session.person, session.id, terminal=terminal), session, terminal)
            if terminal is None:
                raise NotLetIn("the session is over; sign in again")
        if terminal is None:
            return Visitor()
        self._refuse_twice(terminal, address_of(scope))
        position = self.house.desk.positions.get(terminal)
        if position is not None and position.kind is TerminalKind.WINDOW:
            # A teller's machine does nothing by itself.
            return Visitor(terminal=terminal)
        machine = self.house.desk.of_terminal(terminal)
        return Visitor(machine, None, terminal, digest(jar[TERMINAL_COOKIE].value))

    def acting(self, visitor: Visitor, *, is_input: bool = True) -> Principal:
        """Return who acts, and note that they did; a question that a screen asks by itself is no input.

        Raises:
            NotLetIn: for nobody in particular.
            SessionLocked: for a session without input for five minutes.
        """
        if visitor.session is not None:
            door, session = self.house.door, visitor.session
            if door.sessions.get(session.id) is not session or session.until <= door.wall():
                raise NotLetIn("the session is over; sign in again")
            (door.input if is_input else door.look)(session)
        elif visitor.terminal is not None and visitor.principal is not None:
            # Asked anew each time: it may have been switched off since, or another machine may stand there.
            if self.house.door.terminals.get(visitor.key) != visitor.terminal:
                raise NotLetIn("this machine's key is not known any more; enrol it again")
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

    def connect(self, visitor: Visitor, watcher: Watcher) -> None:
        """Take a connection on; a terminal has one at a time, and the newest from its own address.

        Raises:
            Forbidden: for a second connection under a terminal's key from another address.
        """
        if visitor.terminal is not None and visitor.session is None:
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
        if visitor.terminal is not None and self.sockets.get(visitor.terminal) is watcher:
            del self.sockets[visitor.terminal]
        if visitor.session is not None and visitor.session.id in self.sessions:
            self.sessions[visitor.session.id].discard(watcher)

    def alarm(self, kind: AlarmKind, about: str, text: str) -> None:
        """Tell the pit, without waiting for it to be recorded."""
        task: asyncio.Task[Any] = asyncio.create_task(self.house.door.alarm(kind, about, text))
        self._alarms.add(task)
        task.add_done_callback(self._alarms.discard)


# The framework adds the charset to every text by itself.
_MEDIA_TYPE: Final = CONTENT_TYPE_LATEST.removesuffix("; charset=utf-8")


def exposition(server: Server) -> tuple[bytes, str]:
    """Return the figures as text, and its media type."""
    registry = CollectorRegistry()

    def gauge(name: str, text: str, value: float) -> None:
        Gauge(f"pitboss_{name}", text, registry=registry).set(value)

    last = server.house.floor.journal.last()
    gauge("journal_records", "Records in the journal", last[0])
    gauge("journal_answers", "Commands that were answered", last[1])
    gauge("connections", "WebSockets that are open", len(server.hub.watchers))
    gauge("terminals_connected", "Terminals that are connected", len(server.sockets))
    gauge("sessions", "People who are signed in", len(server.house.door.sessions))
    gauge("messages_delivered", "News handed to connections since the start", server.hub.delivered)
    counted = Gauge("pitboss_counted", "Things that happened since the start", ["what"], registry=registry)
    for name, value in server.counted.items():
        counted.labels(name).set(value)
    return generate_latest(registry), _MEDIA_TYPE
