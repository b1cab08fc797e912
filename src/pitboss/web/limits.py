"""Limits of connections: uvicorn's two protocols, with an end to what slow, silent and hostile peers can hold on to.

By itself the server waits as long as it takes: for a head that comes a byte at a time, for an answer to be fetched,
for a farewell to be read. Here everything that is waited for has a size and a time; after it the line is cut.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from pitboss.web.guard import HEARD, App, headers_on

if TYPE_CHECKING:
    from websockets.frames import Frame

HEAD_MAX: Final = 32_768
"""Bytes of a request's head."""
HEAD_SECONDS: Final = 10.0
"""How long a request's head may take, from the first byte or the beginning of the connection."""
REQUEST_SECONDS: Final = 30.0
"""How long the rest may take: the body, and the answer until it has been fetched."""
PIPELINE_MAX: Final = 16
"""Requests that may wait on one line for the answers before theirs."""
LEAVING_SECONDS: Final = 5.0
"""How long somebody whose WebSocket is closed may take to read what was sent before."""
MESSAGE_MAX: Final = 65_536
"""Bytes of a WebSocket's message, in one frame or in several."""
FRAGMENTS_MAX: Final = 256
"""Frames of one message: empty ones have no size, and must come to an end all the same."""
AHEAD_MAX: Final = 8
"""Messages that may wait to be read before the line is not read either."""
AHEAD_BYTES: Final = 2_048
"""Bytes of a message after which the line is not read until it was taken."""
PONGS_MAX: Final = 65_536
"""Bytes that may wait to leave when a ping is to be answered."""


def listener(host: str, port: int) -> socket.socket:
    """Take an address to be served; whoever is accepted there is sent everything at once.

    An answer leaves in two writes, its head and its body. Left to itself the system holds the second back until the
    other end has acknowledged the first, which it does after 40 ms: asyncio asks for neither, because sockets that
    Python opens do not say that they are TCP's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.create_server((host, port), family=family, backlog=2_048)
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return found


def configured(app: App, *, ping_seconds: float = 5.0, proxies: Sequence[str] = (), **options: Any) -> uvicorn.Config:
    """Return how the app is served: on these lines, and without a word about what serves it.

    Where a request comes from is what the line says; only proxies that are named may say otherwise of others.
    """
    return uvicorn.Config(
        app,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        http=HttpLine,
        ws=SocketLine,
        ws_max_size=MESSAGE_MAX,
        ws_ping_interval=ping_seconds,
        ws_ping_timeout=ping_seconds,
        ws_per_message_deflate=False,
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_keep_alive=10,
        **options,
    )


class HttpLine(HttpToolsProtocol):
    """A line for requests."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._patience: asyncio.TimerHandle | None = None
        self._is_in_head, self._head = True, 0

    def _wait(self, seconds: float | None) -> None:
        """Cut the line when so long has passed, and not when it had to wait before."""
        if self._patience is not None:
            self._patience.cancel()
        self._patience = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a head."""
        super().connection_made(transport)
        self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._wait(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on; a head that does not end is refused."""
        if self._patience is None:
            self._wait(HEAD_SECONDS)
        self._head += len(data) if self._is_in_head else 0
        super().data_received(data)
        if self._is_in_head and self._head > HEAD_MAX and not self.transport.is_closing():
            self.send_400_response("The head of the request is too large.")

    def send_400_response(self, msg: str) -> None:
        """Refuse what cannot be read as a request, with the headers of every other answer."""
        body = msg.encode()
        headers = (
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
            (b"cache-control", b"no-store"),
            *headers_on(is_secure=self.scheme == "https"),
        )
        lines = (name + b": " + value for name, value in headers)
        self.transport.write(b"\r\n".join((b"HTTP/1.1 400 Bad Request", *lines, b"", body)))
        self.transport.close()

    def on_headers_complete(self) -> None:
        """Begin to wait for the body and the answer; who asks on and on without waiting is cut off."""
        self._is_in_head = False
        self._wait(REQUEST_SECONDS)
        super().on_headers_complete()
        if len(self.pipeline) > PIPELINE_MAX:
            self.transport.abort()

    def on_message_complete(self) -> None:
        """What comes next is another head."""
        self._is_in_head, self._head = True, 0
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait as uvicorn does for a further request; but for an answer to be fetched, only so long."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._wait(None if self.timeout_keep_alive_task is not None else REQUEST_SECONDS)

    def timeout_keep_alive_handler(self) -> None:
        """Close a line on which nothing more is asked; cut it if its last answer is not fetched either."""
        super().timeout_keep_alive_handler()
        self._wait(REQUEST_SECONDS)

    def handle_websocket_upgrade(self) -> None:
        """Hand the line over."""
        self._wait(None)
        super().handle_websocket_upgrade()


class SocketLine(WebSocketsSansIOProtocol):
    """A line for a WebSocket."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._leaving: asyncio.TimerHandle | None = None

    def _leave(self) -> None:
        """Cut the line when what was sent is not read in good time."""
        if self._leaving is None and not self.disconnected:
            self._leaving = self.loop.call_later(LEAVING_SECONDS, self.transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        super().connection_lost(exc)
        if self._leaving is not None:
            self._leaving.cancel()

    def data_received(self, data: bytes) -> None:
        """Read on; a request that is none to open a WebSocket is refused, and the line closed."""
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.transport.close()
            self._leave()

    def handle_cont(self, event: Frame) -> None:
        """Take a further frame of a message, if there are not too many."""
        if len(self.frames) < FRAGMENTS_MAX:
            super().handle_cont(event)
        elif not self.close_sent:
            self._fail(1009, "too many fragments")

    def send_receive_event_to_app(self) -> None:
        """Hand a message on; text that is none ends the line without a page in the log.

        The line is read on while few and short messages wait. Left to itself uvicorn stops reading with each and begins
        again when it was taken: two calls of the system for every bet.
        """
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        event: Any = {"type": "websocket.receive"}
        if self.curr_msg_data_type == "text":
            try:
                event["text"] = data.decode()
            except UnicodeDecodeError:
                self._fail(1007, "not UTF-8")
                return
        else:
            event["bytes"] = data
        self.queue.put_nowait(event)
        if not self.read_paused and (len(data) > AHEAD_BYTES or self.queue.qsize() > AHEAD_MAX):
            self.read_paused = True
            self.transport.pause_reading()

    def _fail(self, code: int, reason: str) -> None:
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def handle_ping(self) -> None:
        """Answer; who asks again and again and reads no answer is cut off."""
        if self.transport.get_write_buffer_size() > PONGS_MAX:
            self.transport.abort()
        else:
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Note that whoever is at the other end is there."""
        super().handle_pong(event)
        heard = self.scope.get(HEARD)
        if callable(heard):
            heard()

    def keepalive_timeout(self) -> None:
        """Give up a line that does not answer; at once, if it does not read either."""
        is_stuck = self.transport.get_write_buffer_size() > 0
        super().keepalive_timeout()
        if is_stuck:
            self.transport.abort()

    async def send(self, message: Any) -> None:
        """Send; nobody waits to say goodbye to somebody who does not read."""
        if message["type"] != "websocket.close":
            await super().send(message)
        elif not self.writable.is_set():
            self.transport.abort()
        else:
            await super().send(message)
            self._leave()

    async def run_asgi(self) -> None:
        """Serve the line, and let it go."""
        await super().run_asgi()
        self._leave()
