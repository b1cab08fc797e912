"""The WebSocket: strict messages in, news out; nobody waits for a slow reader, and nobody floods the writer."""

from __future__ import annotations

import asyncio
import logging
import secrets as chance
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec

from pitboss.decider import decode_or_explain
from pitboss.errors import InputError, PitbossError
from pitboss.floor.commands import TooManyRefused
from pitboss.floor.people.door import NotLetIn
from pitboss.floor.people.roles import Forbidden
from pitboss.floor.people.sessions import WHY_LOCKED, SessionLocked
from pitboss.floor.rate_limit import Bucket, Slow
from pitboss.web import handlers
from pitboss.web import protocol as w
from pitboss.web.boards import Race
from pitboss.web.guard import HEARD, Receive, Scope, Send, address_of
from pitboss.web.hub import Watcher
from pitboss.web.outbox import Outbox

if TYPE_CHECKING:
    from pitboss.web.server import Server, Visitor

PROOF_SECONDS: float = 10.0
"""How long a machine may take to show its key."""
LOOKING: Final = b"look"
"""What a page asks with that only looks: opened in the browser of a machine, it is not that machine."""
SCREEN: Final = b"screen"
"""What the own page of a staffed machine asks with: there is one of it at a time, beside other pages of the staff."""
IN_FLIGHT_MAX: Final = 64
"""Commands of one socket that wait for their answers at once; the next is read when one is answered."""
MESSAGES_BURST: Final = 400
MESSAGES_A_SECOND: Final = 100
STRANGERS_BURST: Final = 200
STRANGERS_A_SECOND: Final = 2
"""The same for whoever only looks: a page asks some dozen times when it is opened, and whenever its reader turns to
something else. Twenty sockets that ask on and on take a hundredth of the processor from the bets."""
PROBLEMS_MAX: Final = 100
"""After so many messages that cannot be used, a socket is closed."""
_LOG = logging.getLogger(__name__)


async def serve_socket(server: Server, scope: Scope, receive: Receive, send: Send) -> None:
    """Serve one connection until either side ends it."""
    await receive()  # websocket.connect
    if server.is_stopping:
        await send({"type": "websocket.close", "code": 1012, "reason": "the server is stopping"})
        return
    claimed, is_looking = server.claimed(scope), scope.get("query_string") == LOOKING
    terminal = None if is_looking else claimed
    is_proven = terminal is not None and await _shows(server, terminal, scope, receive, send)
    try:
        visitor = server.visitor(scope, is_proven=is_proven, is_looking=is_looking)
        watcher = Watcher(Outbox(send), visitor.own, address_of(scope), _staffed(visitor), beside=claimed)
        _listen(scope, watcher)
        server.connect(visitor, watcher, is_screen=scope.get("query_string") == SCREEN)
    except Slow as error:
        server.counted["refused_sockets"] += 1
        server.refused.note_error(error, address_of(scope), server.who(scope), path=scope["path"])
        await send({"type": "websocket.close", "code": 1013, "reason": error.reason})
        return
    except (NotLetIn, Forbidden) as error:
        server.counted["sockets_refused"] += 1
        server.refused.note_error(error, address_of(scope), server.who(scope), path=scope["path"])
        if terminal is None:
            await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": msgspec.json.encode(handlers.problem(error)).decode()})
        await send({"type": "websocket.close", "code": 4401 if isinstance(error, NotLetIn) else 4403})
        return
    try:
        if terminal is None:
            await send({"type": "websocket.accept"})
        await _Connection(server, visitor, watcher, receive).run()
    finally:
        server.disconnect(visitor, watcher)


def _staffed(visitor: Visitor) -> tuple[str, str] | None:
    """Return the machine at which somebody is signed in, and who that is; None for anybody else."""
    if visitor.terminal is None or visitor.session is None:
        return None
    return visitor.terminal, visitor.session.person.id


def _listen(scope: Scope, watcher: Watcher) -> None:
    """Note each sign of life of a socket: its messages, and its answers to pings, which the line hears (limits.py)."""
    clock = asyncio.get_running_loop().time

    def heard() -> None:
        watcher.heard = clock()

    heard()
    scope[HEARD] = heard


async def _shows(server: Server, terminal: str, scope: Scope, receive: Receive, send: Send) -> bool:
    """Accept a machine's connection, ask it to sign something, and tell whether it has its key."""
    nonce = chance.token_urlsafe(32)
    await send({"type": "websocket.accept"})
    asked = msgspec.json.encode(w.Challenge(terminal=terminal, nonce=nonce)).decode()
    await send({"type": "websocket.send", "text": asked})
    signature = ""
    with suppress(TimeoutError, InputError):
        message = await asyncio.wait_for(receive(), PROOF_SECONDS)
        if message["type"] == "websocket.disconnect":
            return False
        found = decode_or_explain((message.get("text") or "").encode("utf-8", "surrogatepass"), w.CLIENT)
        signature = found.signature if isinstance(found, w.Proof) else ""
    return server.shows(terminal, address_of(scope), nonce, signature)


class _Connection:
    """One connection at work."""

    def __init__(self, server: Server, visitor: Visitor, watcher: Watcher, receive: Receive) -> None:
        self._server, self._visitor, self._watcher, self._receive = server, visitor, watcher, receive
        self._free = asyncio.Semaphore(IN_FLIGHT_MAX)
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._taken = 0
        self._problems = 0
        clock = asyncio.get_running_loop().time
        self._clock = clock
        most, rate = MESSAGES_BURST, MESSAGES_A_SECOND
        if visitor.is_stranger:
            most, rate = STRANGERS_BURST, STRANGERS_A_SECOND
        self._bucket = Bucket(most, rate, most, clock())

    async def run(self) -> None:
        sending = asyncio.create_task(self._watcher.outbox.run())
        reading = asyncio.create_task(self._read())
        self._put(self._welcome())
        if self._visitor.is_locked:
            self._put(w.Locked(reason=WHY_LOCKED))
        try:
            await asyncio.wait((sending, reading), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (sending, reading, *self._tasks.values()):
                task.cancel()
            found = await asyncio.gather(sending, reading, *self._tasks.values(), return_exceptions=True)
            for error in found:
                if isinstance(error, Exception) and not isinstance(error, (OSError, RuntimeError)):
                    _LOG.error("a connection ended with an error", exc_info=error)

    def _welcome(self) -> w.Welcome:
        principal = self._visitor.principal
        return w.Welcome(
            house=self._server.house.file.house.name,
            who=None if principal is None else principal.person.id,
            role=None if principal is None else principal.person.role.value,
            streams=sorted(self._server.house.desk.streams),
            now=self._server.house.door.wall().isoformat(),
            terminal=self._visitor.terminal,
        )

    def _put(self, message: msgspec.Struct) -> None:
        self._watcher.outbox.put(msgspec.json.encode(message).decode())

    async def _read(self) -> None:
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            self._watcher.heard = self._clock()
            self._bucket.owe(self._clock())
            if self._bucket.debt_seconds:
                # Its messages wait in the line, and so does whoever sends too many.
                await asyncio.sleep(self._bucket.debt_seconds)
            data = message.get("text")
            raw = data.encode("utf-8", "surrogatepass") if data is not None else (message.get("bytes") or b"")
            try:
                asked = decode_or_explain(raw, w.CLIENT)
            except InputError as error:
                self._server.counted["messages_bad"] += 1
                self._refuse(error)
                if self._problems > PROBLEMS_MAX:
                    self._watcher.outbox.close(1008, "too many messages that cannot be used")
                continue
            self._server.counted["messages"] += 1
            await self._take(asked)

    def _refuse(self, error: PitbossError, stream: str | None = None, key: str | None = None) -> None:
        if isinstance(error, InputError):
            self._problems += 1
        if isinstance(error, TooManyRefused):
            # Who was told to wait is not read before that: telling it on and on would take the time of others.
            self._bucket.pause(self._clock(), error.retry_seconds)
        principal = self._visitor.principal
        who = self._visitor.own if principal is None else principal.person.id
        self._server.refused.note_error(error, self._watcher.address, who, stream=stream)
        if isinstance(error, SessionLocked):
            self._put(w.Locked(reason=error.reason))
        self._put(handlers.problem(error, stream=stream, key=key))

    async def _take(self, asked: w.ClientMessage) -> None:
        match asked:
            case w.Ping():
                self._put(w.Pong(token=asked.token))
            case _:
                await self._free.acquire()
                self._taken += 1
                self._tasks[self._taken] = asyncio.create_task(self._done(self._taken, asked))

    async def _done(self, number: int, asked: w.ClientMessage) -> None:
        stream, key = getattr(asked, "stream", None), getattr(asked, "key", None)
        try:
            await self._do(asked)
        except PitbossError as error:
            self._refuse(error, stream, key)
        except Exception:  # noqa: BLE001 - whoever asked is told, and the others are served
            _LOG.exception("a message could not be answered")
            self._server.counted["errors"] += 1
            self._put(w.Problem(error="ServerError", reason="the server failed; ask for the command's fate by its key",
                                values={}, stream=stream, key=key))  # fmt: skip
        finally:
            # Here and not by a callback, for which the loop would go round once more with each bet.
            self._tasks.pop(number, None)
            self._free.release()

    async def _do(self, asked: w.ClientMessage) -> None:
        server, visitor = self._server, self._visitor
        match asked:
            case w.Subscribe() | w.Unsubscribe() | w.WatchBoard():
                await self._watch(asked)
            case w.Send():
                act = bytes(asked.act)
                self._put(await handlers.command(server, visitor, asked.stream, asked.key, act, second=asked.second))
            case w.AskFate():
                self._put(await handlers.fate(server, visitor, asked.stream, asked.key))
            case w.AskOffers():
                self._put(await handlers.offers(server, visitor, asked.stream))
            case w.Approve():
                found = await server.house.desk.approve(server.acting(visitor), asked.approval)
                self._put(handlers.approved(found))
            case w.Proof():
                raise InputError("there is nothing to sign now", field="type")
            case w.Decline():
                await server.house.desk.decline(server.acting(visitor), asked.approval)
                self._put(w.Pong(token=asked.approval))

    async def _watch(self, asked: w.Subscribe | w.Unsubscribe | w.WatchBoard) -> None:
        server, visitor = self._server, self._visitor
        match asked:
            case w.Subscribe():
                name = server.house.desk.named(asked.stream)
                # Watched before it is looked at, so that nothing happens unseen between the two.
                server.hub.subscribe(self._watcher, name, handlers.audiences(server, visitor, name))
                try:
                    await handlers.gap_or_state(server, visitor, self._watcher, asked.stream, asked.after)
                except PitbossError:
                    server.hub.unsubscribe(self._watcher, name)
                    raise
            case w.Unsubscribe():
                server.hub.unsubscribe(self._watcher, server.house.desk.named(asked.stream))
            case w.WatchBoard():
                await server.boards.watch(self._watcher, Race(asked.stream, asked.track, asked.race))
