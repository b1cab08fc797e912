"""What waits to leave by one socket: joined into one write, bounded, and cut where nobody reads."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

__all__ = ["OUTBOX_MAX", "Outbox"]

OUTBOX_MAX: Final = 1 << 20
"""Characters that may wait for one socket; who does not read them is cut off, and may come again."""
_SLOW: Final = 1013
"""The WebSocket code for "try again later"."""


class Outbox:
    """The messages for one socket, sent by one task."""

    def __init__(self, send: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        self._send = send
        self._waiting: deque[str] = deque()
        self._size = 0
        self._wake = asyncio.Event()
        self.is_cut = False
        self._goodbye: tuple[int, str] | None = None

    @property
    def is_empty(self) -> bool:
        """Tell whether everything has left."""
        return not self._waiting

    def put(self, message: str) -> None:
        """Let a message wait; cut the socket off where too much does."""
        if self.is_cut or self._goodbye is not None:
            return
        self._waiting.append(message)
        self._size += len(message)
        if self._size > OUTBOX_MAX:
            self._waiting.clear()
            self.is_cut = True
        self._wake.set()

    def close(self, code: int, reason: str) -> None:
        """Send what waits, then close."""
        if self._goodbye is None:
            self._goodbye = (code, reason)
            self._wake.set()

    async def run(self) -> None:
        """Send until the socket is closed, from either side."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting and not self.is_cut:
                text = self._waiting.popleft() if len(self._waiting) == 1 else "\n".join(self._waiting)
                self._waiting.clear()
                self._size = 0
                await self._send({"type": "websocket.send", "text": text})
            if self.is_cut:
                await self._send({"type": "websocket.close", "code": _SLOW, "reason": "too slow"})
                return
            if self._goodbye is not None:
                code, reason = self._goodbye
                await self._send({"type": "websocket.close", "code": code, "reason": reason})
                return
