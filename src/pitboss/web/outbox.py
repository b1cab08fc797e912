"""What waits to leave by one socket: joined into one write, bounded, and cut where nobody reads."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Final

OUTBOX_MAX: Final = 1 << 20
"""Characters that may wait for one socket; who does not read them is cut off, and may come again."""
WRITE_MAX: Final = 1 << 16
"""Characters after which messages go into a further frame."""
_SLOW: Final = 1013
"""The WebSocket code for "try again later"."""


class Outbox:
    """The messages for one socket, sent by one task."""

    def __init__(self, send: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        self._send = send
        self._waiting: deque[str] = deque()
        self._size = 0
        self._wake: asyncio.Future[None] | None = None
        """What the sending task waits for while there is nothing to do; an event would be made anew for each wait."""
        self._task: asyncio.Task[None] | None = None
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
            self._size = 0
            self.is_cut = True
            if self._task is not None:
                # It may be waiting for the very reader who does not read.
                self._task.cancel()
        self._rouse()

    def close(self, code: int, reason: str) -> None:
        """Send what waits, then close."""
        if self._goodbye is None:
            self._goodbye = (code, reason)
            self._rouse()

    def _rouse(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    async def run(self) -> None:
        """Send until the socket is closed, from either side."""
        self._task = asyncio.current_task()
        try:
            code, reason = await self._run()
        except asyncio.CancelledError:
            if not self.is_cut:
                raise
            code, reason = _SLOW, "too slow"
        await self._send({"type": "websocket.close", "code": code, "reason": reason})

    async def _run(self) -> tuple[int, str]:
        """Send what waits until it is time to say goodbye."""
        create_future = asyncio.get_running_loop().create_future
        while self._waiting or self._goodbye is None:
            if not self._waiting:
                self._wake = create_future()
                await self._wake
                self._wake = None
            while self._waiting:
                await self._send({"type": "websocket.send", "text": self._joined()})
        return self._goodbye

    def _joined(self) -> str:
        """Take what waits, but no more at once than the line holds: the rest is counted here and not there."""
        taken, size = [self._waiting.popleft()], 0
        while self._waiting and (size := size + len(taken[-1])) < WRITE_MAX:
            taken.append(self._waiting.popleft())
        self._size -= sum(map(len, taken))
        return "\n".join(taken)
