"""A crowd of bare WebSocket clients: they shake hands, send what they are told, and count the messages that come.

Written down to the bytes, so that of what is measured as little as possible is the clients' own work.
"""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import cast

__all__ = ["Client", "Crowd"]

_LONG, _LONGEST = 126, 127
_TEXT = 0x81
_PING, _PONG = 0x9, 0x8A


class Client(asyncio.Protocol):
    """One connection."""

    def __init__(self, request: bytes, heard: Callable[[Client, memoryview], None]) -> None:
        self._request, self._heard = request, heard
        self._held = bytearray()
        self._is_open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.count = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Shake hands."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def send(self, text: bytes) -> None:
        """Send one message, masked with noughts: the mask's own value is of no matter."""
        size = len(text)
        head = (
            struct.pack("!BB", _TEXT, 0x80 | size) if size < _LONG else struct.pack("!BBH", _TEXT, 0x80 | _LONG, size)
        )
        self._transport.write(head + b"\0\0\0\0" + text)

    @property
    def is_gone(self) -> bool:
        """Tell whether the line is closed, by whichever side."""
        return self._transport.is_closing()

    def close(self) -> None:
        """Go away."""
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Take frames apart, and count the lines in them."""
        self._held += data
        if not self._is_open:
            end = self._held.find(b"\r\n\r\n")
            if end < 0:
                return
            if not self._held.startswith(b"HTTP/1.1 101"):
                raise ConnectionError(bytes(self._held[:200]))
            del self._held[: end + 4]
            self._is_open = True
            self.opened.set_result(None)
        at, held = 0, self._held
        while len(held) - at >= 2:  # noqa: PLR2004 - a head
            size, head = held[at + 1], 2
            if size == _LONG:
                head, size = 4, int.from_bytes(held[at + 2 : at + 4])
            elif size == _LONGEST:
                head, size = 10, int.from_bytes(held[at + 2 : at + 10])
            if len(held) - at < head + size:
                break
            body = memoryview(held)[at + head : at + head + size]
            if held[at] & 0xF == _PING:
                # With what the ping held: another pong is none, and the line would be cut as a dead one.
                self._transport.write(bytes((_PONG, 0x80 | size)) + b"\0\0\0\0" + body.tobytes())
            else:
                self._heard(self, body)
            body.release()
            at += head + size
        del held[:at]


@dataclass
class Crowd:
    """Many clients of one server."""

    port: int
    heard: Callable[[Client, memoryview], None]
    clients: list[Client] = field(default_factory=list)

    async def join(self, cookies: list[str], path: str = "/ws") -> None:
        """Open a connection for each cookie, some at a time; an empty one is nobody's."""
        loop = asyncio.get_running_loop()
        for first in range(0, len(cookies), 50):
            fresh = []
            for cookie in cookies[first : first + 50]:
                request = (
                    f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
                    f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {_key()}\r\n"
                    f"{f'Cookie: {cookie}' + chr(13) + chr(10) if cookie else ''}\r\n"
                )
                made = loop.create_connection(lambda text=request: Client(text.encode(), self.heard),  # type: ignore[misc]
                                              "127.0.0.1", self.port)  # fmt: skip
                fresh.append((await made)[1])
            await asyncio.gather(*(client.opened for client in fresh))
            self.clients += fresh

    def leave(self) -> None:
        """Close every connection."""
        for client in self.clients:
            client.close()


def _key() -> str:
    import base64

    return base64.b64encode(os.urandom(16)).decode()
