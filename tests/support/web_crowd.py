"""A crowd at a server's door: many connections that come, are told a table's state, and go; and what they cost."""

import asyncio
import json
import re
import resource
from pathlib import Path

import httpx
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import WebSocketException

from tests.support.driven import there
from tests.support.web_guest import Guest
from tests.support.web_process import WAIT_SECONDS_MAX, Serving

__all__ = ["STREAM", "SUBSCRIBE", "connections", "crowd", "gone", "joined", "open_now", "resident"]

STREAM = "automatic-1"
SUBSCRIBE = json.dumps({"type": "subscribe", "stream": STREAM}).encode()
AT_ONCE = 100
"""Connections that a crowd opens at the same moment."""


def connections(served: Serving) -> int:
    """Return how many WebSockets the server says are open."""
    text = httpx.get(f"{served.url}/metrics", timeout=WAIT_SECONDS_MAX).text
    return int(there(re.search(r"^pitboss_connections (\d+)", text, re.MULTILINE), text)[1])


async def joined(guest: Guest) -> ClientConnection:
    """Connect, come back until one is let in, subscribe, and wait for the table's state."""
    while True:
        try:
            # Whatever comes is taken off the line, read or not: who is slow would be cut.
            line = await guest.shown(await guest.connecting(open_timeout=180, ping_interval=None, max_queue=None))
            if await is_told(line):
                return line
            await line.close()
        except (OSError, WebSocketException):
            pass
        await asyncio.sleep(0.2)


async def is_told(line: ClientConnection) -> bool:
    """Subscribe, and tell whether the table's state came."""
    try:
        await line.send(SUBSCRIBE.decode())
        while True:
            frames = str(await line.recv()).splitlines()
            if any(json.loads(text)["type"] == "state" for text in frames):
                return True
    except WebSocketException:
        return False


async def crowd(served: Serving, size: int) -> list[ClientConnection]:
    """Let so many in."""
    guest, turn = served.took(Guest()), asyncio.Semaphore(AT_ONCE)

    async def one() -> ClientConnection:
        async with turn:
            return await joined(guest)

    return list(await asyncio.gather(*(one() for _ in range(size))))


async def gone(lines: list[ClientConnection]) -> None:
    """Let everybody go: half of them with a word, half without."""
    for line in lines[::2]:
        line.transport.abort()
    await asyncio.gather(*(line.close() for line in lines[1::2]), *(line.wait_closed() for line in lines[::2]))


def open_now(process: Path) -> int:
    """Return how many files and connections a process has open."""
    return len(list((process / "fd").iterdir()))


def resident(process: Path) -> int:
    """Return the bytes of memory that a process has."""
    return int((process / "statm").read_text().split()[1]) * resource.getpagesize()
