"""A tote board that many watch: how often it is written out for a change, and how long the last of them waits.

One watcher and a thousand are measured on one server in one run: what the crowd costs beyond the sockets is the ratio.
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

from benchmarks.web_crowd import Client, Crowd
from tests.support.web_house import web_house, written_house
from tests.support.web_trial import RACE, Trial

__all__ = ["Boards", "as_values", "boards_table", "measure"]

_BOARD = b'"type":"board"'


@dataclass(frozen=True)
class Boards:
    """What was measured with so many watchers of one race."""

    watchers: int
    changes: int
    encoded: int
    """Boards that the server wrote out for these changes."""
    sent: int
    """Boards that reached a watcher."""
    last_ms: float
    """From a sale until the last watcher has its board, in the middle; a beat of up to a second is part of it."""


async def _watched(house: Trial, watchers: int, changes: int) -> Boards:
    heard: dict[Client, int] = {}
    sent = 0

    def board(client: Client, body: memoryview) -> None:
        nonlocal sent
        for line in body.tobytes().split(b"\n"):
            if line[:200].find(_BOARD) >= 0:
                heard[client] = json.loads(line)["version"]
                sent += 1

    async def all_have(version: int) -> None:
        while sum(have >= version for have in heard.values()) < watchers:  # noqa: ASYNC110 - a callback counts them
            await asyncio.sleep(0.002)

    crowd = Crowd(house.web.port, board)
    await crowd.join([""] * watchers)
    for client in crowd.clients:
        client.send(json.dumps({"type": "board", "stream": "tote", **RACE}).encode())
    await asyncio.wait_for(all_have(0), 120)
    before, sent, took = house.web.server.boards.encoded, 0, []
    for number in range(changes):
        begin = time.perf_counter()
        await asyncio.to_thread(lambda number=number: house.sold(bet=f"$2 WN {number % 5 + 1}"))  # type: ignore[misc]
        version = house.web.server.hub.models.latest[house.web.live.names["tote"]]
        await asyncio.wait_for(all_have(version), 120)
        took.append((time.perf_counter() - begin) * 1e3)
    encoded = house.web.server.boards.encoded - before
    crowd.leave()
    await asyncio.sleep(0.2)
    return Boards(watchers, changes, encoded, sent, statistics.median(took))


def measure(*, watchers: int = 1_000, changes: int = 10) -> list[Boards]:
    """Measure one watcher of a race, and many, while tickets are sold."""
    with tempfile.TemporaryDirectory() as folder, web_house(written_house(Path(folder))) as web:
        house = Trial(web, Path(folder))
        house.open_tote()
        return [asyncio.run(_watched(house, many, changes)) for many in (1, watchers)]


def boards_table(found: list[Boards]) -> Table:
    """Return the figures as a table."""
    title = "A tote board, written out for each change and sent to all who watch it"
    table = Table("watchers", "changes", "written out", "sent", "to the last, ms", title=title, box=box.SIMPLE,
                  title_justify="left")  # fmt: skip
    for one in found:
        table.add_row(f"{one.watchers:,}", str(one.changes), str(one.encoded), f"{one.sent:,}", f"{one.last_ms:.0f}")
    return table


def as_values(found: list[Boards]) -> list[dict[str, Any]]:
    """Return the figures as values."""
    return [asdict(one) for one in found]


if __name__ == "__main__":
    from rich.console import Console

    Console().print(boards_table(measure()))
