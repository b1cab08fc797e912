"""A long evening: the demonstration house with its robots and a crowd of clients, and what its memory does meanwhile.

    python -m benchmarks.soak                     an hour, and the slope after its first ten minutes
    python -m benchmarks.soak --minutes 12 --pace 0.2 --warm 3
    python -m benchmarks.soak --trace             the same, and the lines of code that hold more than before

Watchers stay and see every stream; others come, look, ask for pages, guess a password and go.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import cyclopts
import httpx
from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.web_crowd import Client, Crowd
from tests.support.web_crowd import open_now, resident
from tests.support.web_process import free_port

__all__ = ["Sample", "Soak", "measure", "slope"]

MEBIBYTE = 2**20
WATCHERS = 20
_PAGES = ("/", "/api/streams", "/api/me", "/healthz", "/metrics", "/schema/websocket.json")
Heap = dict[str, dict[str, list[int]]]
_TOLD_BYTES = 1_024
"""What grew by less is not told."""


@dataclass(frozen=True)
class Sample:
    """What the process held at one moment."""

    seconds: float
    resident: int
    """Bytes of memory."""
    open: int
    """Files and connections."""
    records: int


@dataclass(frozen=True)
class Soak:
    """What was measured."""

    samples: list[Sample]
    """Those after the time of warming up."""
    visits: int
    before: Heap
    after: Heap

    @property
    def slope(self) -> float:
        """Return how many mebibytes an hour the memory grows."""
        return slope([(one.seconds, one.resident) for one in self.samples]) * 3_600 / MEBIBYTE

    @property
    def tickets_slope(self) -> float:
        """Return how many mebibytes an hour of that are the tickets of the tote's day: they end with it."""
        return self.grown("tickets", "sold")

    def grown(self, part: str, name: str) -> float:
        """Return how many mebibytes an hour something grew by that was weighed at both ends."""
        before, after = (one[part].get(name, [0, 0])[1] for one in (self.before, self.after))
        return (after - before) / (self.samples[-1].seconds - self.samples[0].seconds) * 3_600 / MEBIBYTE

    @property
    def per_record(self) -> float:
        """Return how many bytes the memory grows with each record of the journal."""
        return slope([(one.records, one.resident) for one in self.samples])


def slope(points: list[tuple[float, int]]) -> float:
    """Return the median of the slopes between any two points (Theil and Sen): one jump changes nothing.

    >>> slope([(0, 5), (1, 7), (2, 900), (3, 11), (4, 13)])
    2.0
    """
    found = [(b[1] - a[1]) / (b[0] - a[0]) for n, a in enumerate(points) for b in points[n + 1 :] if b[0] != a[0]]
    return statistics.median(found)


@contextmanager
def _served(
    folder: Path, *, pace: float, is_racing: bool, is_traced: bool
) -> Iterator[tuple[subprocess.Popen[str], int]]:
    port = free_port()
    command = [sys.executable, "-m", "benchmarks.soak_server", str(port), str(folder / "soak.db"), str(pace)]
    command.append("racing" if is_racing else "not racing")
    env = os.environ | ({"PYTHONTRACEMALLOC": "1"} if is_traced else {})
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=env) as process:  # noqa: S603
        if process.stdout is None or process.stdout.readline() != "ready\n":
            raise RuntimeError("the house did not open")
        try:
            yield process, port
        finally:
            process.terminate()


def _heap(process: subprocess.Popen[str]) -> Heap:
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("the house cannot be asked")
    process.stdin.write("heap\n")
    process.stdin.flush()
    return dict(json.loads(process.stdout.readline()))


def _subscriptions(port: int) -> list[bytes]:
    streams = httpx.get(f"http://127.0.0.1:{port}/api/streams", timeout=60).json()
    return [json.dumps({"type": "subscribe", "stream": one["stream"]}).encode() for one in streams]


async def _watch(crowd: Crowd, subscriptions: list[bytes]) -> None:
    """Have all watchers there: whoever was cut, as one is on a busy machine, comes back."""
    crowd.clients = [client for client in crowd.clients if not client.is_gone]
    there = len(crowd.clients)
    await crowd.join([""] * (WATCHERS - there))
    for client in crowd.clients[there:]:
        for one in subscriptions:
            client.send(one)


async def _visit(port: int, subscriptions: list[bytes], number: int) -> None:
    """Come, look at everything, ask for pages, guess a password, and go."""
    seen = asyncio.Event()

    def heard(_: Client, body: memoryview) -> None:
        if b'"type":"state"' in body.tobytes():
            seen.set()

    crowd = Crowd(port, heard)
    await crowd.join([""])
    for one in subscriptions:
        crowd.clients[0].send(one)
    await asyncio.wait_for(seen.wait(), 60)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60) as client:
        for path in _PAGES:
            await client.get(path)
        if number % 30 == 0:
            await client.post("/api/sign-in", json={"person": f"nobody-{number}", "password": "a guess of mine"})
    crowd.leave()


async def _live(process: subprocess.Popen[str], port: int, *, minutes: float, warm: float) -> Soak:
    subscriptions = await asyncio.to_thread(_subscriptions, port)
    place, begin, samples, visits = Path(f"/proc/{process.pid}"), time.monotonic(), [], 0
    crowd = Crowd(port, lambda _client, _body: None)
    before: Heap = {}
    for tick in range(int(minutes * 60)):
        with contextlib.suppress(ConnectionError, httpx.HTTPError):
            await _watch(crowd, subscriptions)
            await _visit(port, subscriptions, visits)
            visits += 1
        await asyncio.sleep(max(0.0, begin + tick + 1 - time.monotonic()))
        seconds = time.monotonic() - begin
        if seconds >= minutes * 60:
            break
        if seconds < warm * 60:
            continue
        if not before:
            before = await asyncio.to_thread(_heap, process)
        if tick % 15 == 0:
            answer = (await asyncio.to_thread(httpx.get, f"http://127.0.0.1:{port}/metrics", timeout=60)).text
            records = next(line for line in answer.splitlines() if line.startswith("pitboss_journal_records "))
            samples.append(Sample(seconds, resident(place), open_now(place), int(float(records.split()[1]))))
            print(json.dumps(asdict(samples[-1])), file=sys.stderr, flush=True)
    after = await asyncio.to_thread(_heap, process)
    crowd.leave()
    return Soak(samples, visits, before, after)


def measure(
    *, minutes: float = 60, warm: float = 10, pace: float = 1.0, is_racing: bool = True, is_traced: bool = False
) -> Soak:
    """Let the house live for so many minutes, and look at it after the first `warm` of them."""
    with (
        tempfile.TemporaryDirectory() as folder,
        _served(Path(folder), pace=pace, is_racing=is_racing, is_traced=is_traced) as (process, port),
    ):
        return asyncio.run(_live(process, port, minutes=minutes, warm=warm))


def _difference(found: Soak, part: str) -> list[tuple[str, int, int]]:
    """Return by how many objects and bytes each type, or line, grew; the most bytes first."""
    before, after = found.before[part], found.after[part]
    grown = [
        (name, count - before.get(name, [0, 0])[0], size - before.get(name, [0, 0])[1])
        for name, (count, size) in after.items()
    ]
    return sorted((one for one in grown if abs(one[2]) > _TOLD_BYTES), key=lambda one: -abs(one[2]))


def _tables(found: Soak) -> list[Table]:
    first, last = found.samples[0], found.samples[-1]
    summary = Table("what", "first", "last", "slope", title="The house after it was warm", box=box.SIMPLE)
    sizes = [f"{one.resident / MEBIBYTE:,.1f} MB" for one in (first, last)]
    summary.add_row("memory", *sizes, f"{found.slope:+.2f} MB an hour, {found.per_record:+.0f} B a record")
    (before, held), (after, holds) = (one["tickets"]["sold"] for one in (found.before, found.after))
    each = f"{(holds - held) / (after - before):,.0f} B each" if after > before else ""
    summary.add_row("of it tickets", f"{before:,}", f"{after:,}", f"{found.tickets_slope:+.2f} MB an hour, {each}")
    summary.add_row("memory without them", "", "", f"{found.slope - found.tickets_slope:+.2f} MB an hour")
    used, kept = (
        sum(found.grown("pages", f"of {one}, {how}") for one in ("Python", "C")) for how in ("in use", "kept free")
    )
    summary.add_row("of that in use", "", "", f"{used - found.tickets_slope:+.2f} MB an hour")
    summary.add_row("of that kept free by allocators", "", "", f"{kept:+.2f} MB an hour")
    summary.add_row("files and connections", str(first.open), str(last.open), "")
    summary.add_row("records", f"{first.records:,}", f"{last.records:,}", f"{found.visits} visits")
    tables = [summary]
    for part in ("streams", "pages", "types", "garbage", "places", "lines"):
        rows = _difference(found, part)[:30]
        if rows:
            counted = "more records" if part == "streams" else "more objects"
            table = Table(part, counted, "more bytes", title="What it holds more than before", box=box.SIMPLE)
            for name, count, size in rows:
                table.add_row(name, f"{count:+,}", f"{size:+,}")
            tables.append(table)
    return tables


def main(
    *,
    minutes: float = 60,
    warm: float = 10,
    pace: float = 1.0,
    races: bool = True,
    trace: Annotated[bool, cyclopts.Parameter(negative="")] = False,
    json_file: Annotated[Path | None, cyclopts.Parameter(name="--json")] = None,
) -> None:
    """Let the demonstration house live, and print what its memory did.

    Args:
        minutes: how long it lives.
        warm: minutes after which its memory counts.
        pace: how long robots pause, as a share of what they would.
        races: whether the robots sell tickets, each of which is kept as long as it may be cashed.
        trace: find the lines of code that hold more than before; it slows the house down.
        json_file: write the samples to this file, too.
    """
    found = measure(minutes=minutes, warm=warm, pace=pace, is_racing=races, is_traced=trace)
    console = Console(width=160)
    for table in _tables(found):
        console.print(table)
    if json_file is not None:
        json_file.write_text(json.dumps(asdict(found)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    cyclopts.run(main)
