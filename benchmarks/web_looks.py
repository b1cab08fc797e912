"""Who only looks: how long a bet takes in a quiet house, and while sockets subscribe without end.

Both are measured on one server in one run, one after the other, so that their ratio says something on any machine.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table

from benchmarks.web import measured_house, served, showing
from benchmarks.web_crowd import Client, Crowd
from tests.support.web_guest import TERMINAL, Guest

__all__ = ["Looks", "as_values", "looks_table", "measure"]

STREAM = "automatic-1"
_SUBSCRIBE = json.dumps({"type": "subscribe", "stream": STREAM}).encode()


@dataclass(frozen=True)
class Looks:
    """What was measured: milliseconds from a bet to its durable answer, in the middle and for one in a hundred."""

    sockets: int
    quiet_ms: float
    quiet_worst_ms: float
    crowded_ms: float
    crowded_worst_ms: float
    looks: int
    """States that the sockets were shown meanwhile."""


async def _answers(port: int, guest: Guest, count: int) -> list[float]:
    """Return how many milliseconds each of some bets takes; each is sent when the last is answered."""
    answered: asyncio.Queue[bool] = asyncio.Queue()

    def heard(_: Client, body: memoryview) -> None:
        for line in body.tobytes().split(b"\n"):
            if b'"type":"answer"' in line:
                answered.put_nowait(b'"is_accepted":true' in line)

    listening, welcomed = showing({"T1": guest}, heard)
    crowd = Crowd(port, listening)
    await crowd.join([f"{TERMINAL}={guest.cookies[TERMINAL]}"])
    (client,) = crowd.clients
    await asyncio.wait_for(welcomed.wait(), 60)
    found = []
    for number in range(count):
        act: dict[str, Any] = {"type": "automatic.place_bet/1", "terminal": "T1", "bet": "red", "chip_minor": 100}
        if number % 2:
            act = {"type": "automatic.clear_bets/1", "terminal": "T1"}
        begin = time.perf_counter()
        client.send(json.dumps({"type": "command", "stream": STREAM, "key": f"{begin}", "act": act}).encode())
        if not await asyncio.wait_for(answered.get(), 60):
            raise RuntimeError("a bet was refused")
        found.append((time.perf_counter() - begin) * 1e3)
    crowd.leave()
    await asyncio.sleep(0.2)
    return found


async def _both(port: int, guest: Guest, *, bets: int, sockets: int) -> Looks:
    await _answers(port, guest, min(bets, 50))
    quiet = await _answers(port, guest, bets)
    looks = 0

    def again(client: Client, body: memoryview) -> None:
        nonlocal looks
        found = body.tobytes().count(b'"type":"state"')
        looks += found
        for _ in range(found):
            client.send(_SUBSCRIBE)

    crowd = Crowd(port, again)
    await crowd.join([""] * sockets)
    for client in crowd.clients:
        client.send(_SUBSCRIBE)
    await asyncio.sleep(0.5)
    crowded = await _answers(port, guest, bets)
    crowd.leave()
    return Looks(
        sockets,
        statistics.median(quiet),
        statistics.quantiles(quiet, n=100)[-1],
        statistics.median(crowded),
        statistics.quantiles(crowded, n=100)[-1],
        looks,
    )


def measure(*, bets: int = 1_000, sockets: int = 20) -> Looks:
    """Measure a bet alone, and beside sockets that subscribe again as soon as they are answered."""
    with tempfile.TemporaryDirectory() as folder:
        house, journal, guests = measured_house(Path(folder))
        with served("floor", str(house), journal) as (port, _):
            return asyncio.run(_both(port, guests["T1"], bets=bets, sockets=sockets))


def looks_table(found: Looks) -> Table:
    """Return the figures as a table."""
    title = "How long a bet takes, from the socket to its durable answer and back"
    table = Table("beside", "median ms", "1 in 100, ms", "ratio", title=title, box=box.SIMPLE, title_justify="left")
    table.add_row("nothing", f"{found.quiet_ms:.1f}", f"{found.quiet_worst_ms:.1f}", "1.0")
    beside = f"{found.sockets} sockets that subscribe again and again ({found.looks:,} states)"
    ratio = found.crowded_ms / found.quiet_ms
    table.add_row(beside, f"{found.crowded_ms:.1f}", f"{found.crowded_worst_ms:.1f}", f"{ratio:.1f}")
    return table


def as_values(found: Looks) -> dict[str, float]:
    """Return the figures as values."""
    return asdict(found)


if __name__ == "__main__":
    from rich.console import Console

    Console().print(looks_table(measure()))
