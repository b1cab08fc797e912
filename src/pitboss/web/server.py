"""The server's heart: the live house with its hub, who is at the other end of a connection, and its figures."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor.desk import Principal
from pitboss.floor.roles import Forbidden
from pitboss.floor.staff.door import NotLetIn, digest
from pitboss.floor.staff.messages import AlarmKind, TerminalKind
from pitboss.floor.views import board_view
from pitboss.web.guard import Buckets, address_of, headers_of
from pitboss.web.hub import Hub
from pitboss.web.messages import Beat, BoardNow

if TYPE_CHECKING:
    from pitboss.floor.live import LiveHouse
    from pitboss.floor.staff.door import Session
    from pitboss.floor.stream import LiveStream
    from pitboss.web.guard import Scope
    from pitboss.web.hub import Watcher

__all__ = ["SESSION_COOKIE", "TERMINAL_COOKIE", "Server", "Visitor"]

SESSION_COOKIE: Final = "pitboss_session"
TERMINAL_COOKIE: Final = "pitboss_terminal"
BEAT_SECONDS: Final = 1.0
TRIES: Final = 5
"""Tickets that a window may present in vain within a minute."""
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
    def is_staff(self) -> bool:
        """Tell whether it is somebody who works here."""
        return self.session is not None


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
        self.tries = Buckets(most=TRIES, rate=TRIES / 60)
        self.sign_ins = Buckets(most=SIGN_INS, rate=SIGN_INS / 60)
        self._alarmed = Buckets(most=1, rate=1 / 60)
        """One alarm a minute for each terminal: whoever has its key must not fill the journal."""
        self.is_stopping = False
        self._board_versions: dict[str, int] = {}
        self._trouble: str | None = None
        self._alarms: set[asyncio.Task[Any]] = set()
        self._beating: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to serve."""
        self.hub = Hub(asyncio.get_running_loop())
        self.house.floor.listeners.append(self.hub.hear)
        self.house.door.on_ended.append(self._ended)
        self.house.door.on_cut.append(self._cut)
        self._beating = asyncio.create_task(self._beat())
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

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            left = dict(self.house.clockwork.left_ms)
            beat = Beat(now=self.house.door.wall().isoformat(), left=left, days=self.house.days.current())
            self.hub.say(msgspec.json.encode(beat).decode())
            self._watch_journal()
            await self._boards()

    def _watch_journal(self) -> None:
        """Alarm the pit when the journal is back after it could not record: before that nothing can be."""
        trouble = self.house.floor.trouble
        if trouble is None and self._trouble is not None:
            self.alarm(AlarmKind.JOURNAL, "journal", f"nothing could be recorded for a while: {self._trouble}"[:500])
        self._trouble = trouble

    async def _boards(self) -> None:
        """Send the board of the next race to whoever watches a tote that has sold or changed since."""
        for stream, rules in self.house.desk.streams.items():
            if rules.name != "tote" or not self.hub.is_watched(stream):
                continue
            seen = self._board_versions.get(stream, 0)

            def asked(live: LiveStream, seen: int = seen) -> tuple[int, Any]:
                is_new = live.version > seen
                return live.version, board_view(live, None, None, self.house.door.wall()) if is_new else None

            with suppress(PitbossError):
                version, board = await asyncio.wrap_future(self.house.floor.ask(stream, asked))
                if board is not None:
                    self._board_versions[stream] = version
                    message = msgspec.json.encode(BoardNow(stream=stream, version=version, board=board)).decode()
                    self.hub.tell(stream, message)

    def _ended(self, session: str) -> None:
        for watcher in self.sessions.pop(session, set()):
            watcher.outbox.close(4401, "the session has ended")

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
