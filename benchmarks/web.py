"""The live floor on the net: news to a thousand connections, bets from two hundred, and what standing still costs.

Both servers are processes of their own and are measured by the same clients, one after the other, in one run.
"""

from __future__ import annotations

import asyncio
import json
import resource
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich import box
from rich.table import Table

from benchmarks.web_crowd import Client, Crowd
from benchmarks.web_servers import TERMINALS
from tests.support.web_guest import TERMINAL, Guest
from tests.support.web_house import free_port, prepared, written_house

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Figures", "as_values", "measure", "measured_house", "served", "showing", "web_table"]

_WHEEL = """
rulebook = "oneida-roulette-2008"
name = "Bench wheel"
betting_seconds = 600
chips_minor = [100, 500, 1_000, 2_500, 10_000, 50_000]
terminals_max = 500

[settings]
default_min = 100
default_max = 100_000
"""


@dataclass(frozen=True)
class Figures:
    """What was measured."""

    watchers: int
    floor_a_second: float
    """Messages that the live floor brought to its watchers a second, each bet decided and recorded as well."""
    bare_a_second: float
    """Messages of the same length that the bare library brought to as many."""
    bets_a_second: float
    """Bets from the terminals, each acknowledged when it was durable, a second."""
    direct_a_second: float
    """The same bets handed to the writer in its own process."""
    idle_cpu: float
    """Of one core, with all terminals connected and nothing happening."""
    cpu_a_bet: float
    """Seconds of the server's own time for a bet."""


@contextmanager
def served(kind: str, *arguments: str) -> Iterator[tuple[int, Any]]:
    """Start a server; yield its port, and a function by which it is told something."""
    port = free_port()
    command = [sys.executable, "-m", "benchmarks.web_servers", kind, str(port), *arguments]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603
        lines, words = process.stdout, process.stdin
        if lines is None or words is None or lines.readline() != "ready\n":
            raise RuntimeError(f"the {kind} server did not start")

        def told(line: str, *, is_answered: bool = False) -> str:
            words.write(line + "\n")
            words.flush()
            return lines.readline() if is_answered else ""

        try:
            yield port, told
        finally:
            process.terminate()


async def _broadcast(port: int, told: Any, *, watchers: int, count: int, stream: str | None) -> float:
    """Return the messages a second that come to a crowd, from the first to the last."""
    done = asyncio.Event()
    left = watchers * count

    def heard(client: Client, body: memoryview) -> None:
        nonlocal left
        # The floor joins what waits: a frame may hold several messages, and news several bets. Each bet is counted.
        found = body.tobytes().count(b'"type":"sicbo.wager_')
        client.count += found
        left -= found
        if left <= 0:
            done.set()

    crowd = Crowd(port, heard)
    await crowd.join([""] * watchers)
    if stream is not None:
        for client in crowd.clients:
            client.send(json.dumps({"type": "subscribe", "stream": stream}).encode())
        await asyncio.sleep(2)
    for client in crowd.clients:
        client.count = 0
    left = watchers * count
    begin = time.perf_counter()
    told(f"send {count}")
    await asyncio.wait_for(done.wait(), 60)
    seconds = time.perf_counter() - begin
    crowd.leave()
    await asyncio.sleep(0.5)
    return watchers * count / seconds


def showing(guests: dict[str, Guest], heard: Callable[[Client, memoryview], None]) -> tuple[Any, asyncio.Event]:
    """Return a listener that shows each terminal's key before anything else is heard, and when all were welcomed."""
    waiting, welcomed = set(guests), asyncio.Event()

    def listening(client: Client, body: memoryview) -> None:
        first = json.loads(body.tobytes().splitlines()[0]) if waiting else {"type": ""}
        if first["type"] == "challenge":
            client.send((guests[first["terminal"]].proof_for(body.tobytes()) or "").encode())
        elif first["type"] == "welcome":
            waiting.discard(first["terminal"])
            (welcomed.clear if waiting else welcomed.set)()
        heard(client, body)

    return listening, welcomed


async def _bets(
    port: int, guests: dict[str, Guest], *, each: int, idle_seconds: float, told: Any
) -> tuple[float, float, float]:
    """Return acknowledged bets a second, the server's share of a core while all stand still, and its time for a bet."""
    done = asyncio.Event()
    cookies = [f"{TERMINAL}={guest.cookies[TERMINAL]}" for guest in guests.values()]
    left = len(cookies) * each

    def bet(client: Client) -> None:
        name = names[id(client)]
        act: dict[str, Any] = {"type": "automatic.place_bet/1", "terminal": name, "bet": "red", "chip_minor": 100}
        if client.count % 2:
            act = {"type": "automatic.clear_bets/1", "terminal": name}
        message = {"type": "command", "stream": "automatic-1", "key": f"{client.count}", "act": act}
        client.send(json.dumps(message).encode())

    def heard(client: Client, body: memoryview) -> None:
        nonlocal left
        text = body.tobytes()
        answers = text.count(b'"type":"answer"')
        if b'"is_accepted":false' in text:
            raise RuntimeError(f"a bet was refused: {text[:300]!r}")
        for _ in range(answers):
            client.count += 1
            left -= 1
            if client.count < each:
                bet(client)
        if left <= 0:
            done.set()

    listening, welcomed = showing(guests, heard)
    crowd = Crowd(port, listening)
    await crowd.join(cookies)
    names = {id(client): f"T{number}" for number, client in enumerate(crowd.clients, start=1)}
    await asyncio.wait_for(welcomed.wait(), 300)
    for client in crowd.clients:
        client.send(b'{"type":"subscribe","stream":"automatic-1"}')
    await asyncio.sleep(2)
    before = float(told("cpu", is_answered=True))
    await asyncio.sleep(idle_seconds)
    begun = float(told("cpu", is_answered=True))
    idle = (begun - before) / idle_seconds
    begin = time.perf_counter()
    for client in crowd.clients:
        bet(client)
    await asyncio.wait_for(done.wait(), 300)
    rate = len(cookies) * each / (time.perf_counter() - begin)
    cpu = (float(told("cpu", is_answered=True)) - begun) / (len(cookies) * each)
    crowd.leave()
    await asyncio.sleep(0.5)
    return rate, idle, cpu


def measured_house(place: Path) -> tuple[Path, str, dict[str, Guest]]:
    """Return a house with a wheel and a sic bo table, its journal, and its terminals."""
    wheel = place / "wheel.toml"
    wheel.write_text(_WHEEL, encoding="utf-8")
    names = [f"T{number}" for number in range(1, TERMINALS + 1)]
    house = written_house(
        place,
        tables=(("automatic-1", str(wheel)), ("sicbo-1", "sic-bo")),
        terminals=[(name, "player", "automatic-1") for name in names],
    )
    journal = str(place / "bench.db")
    return house, journal, prepared(house, journal, terminals=names)


def measure(*, watchers: int = 1_000, messages: int = 300, bets: int = 50, idle_seconds: float = 10) -> Figures:
    """Measure both servers."""
    # As many connections are as many open files; the servers inherit the limit.
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as folder:
        house, journal, guests = measured_house(Path(folder))
        with served("bare") as (port, told):
            bare = asyncio.run(_broadcast(port, told, watchers=watchers, count=messages, stream=None))
        with served("floor", str(house), journal) as (port, told):
            rate, idle, cpu = asyncio.run(_bets(port, guests, each=bets, idle_seconds=idle_seconds, told=told))
            count = TERMINALS * bets
            direct = count / float(told(f"direct {count}", is_answered=True))
            ours = asyncio.run(_broadcast(port, told, watchers=watchers, count=messages, stream="sicbo-1"))
    return Figures(watchers, ours, bare, rate, direct, idle, cpu)


def bets_alone(each: int) -> tuple[float, float]:
    """Return acknowledged bets a second from all terminals, and the server's own seconds for each; nothing else."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    with tempfile.TemporaryDirectory() as folder:
        house, journal, guests = measured_house(Path(folder))
        with served("floor", str(house), journal) as (port, told):
            rate, _, cpu = asyncio.run(_bets(port, guests, each=each, idle_seconds=1, told=told))
    return rate, cpu


def web_table(figures: Figures) -> Table:
    """Return the figures as a table."""
    table = Table("what", "a second", "ratio", title="The live floor on the net", box=box.SIMPLE, title_justify="left")
    to = f"messages to {figures.watchers:,} connections"
    table.add_row(f"{to}, bare websockets", f"{figures.bare_a_second:,.0f}", "1.0")
    ratio = figures.floor_a_second / figures.bare_a_second
    table.add_row(f"{to}, the live floor", f"{figures.floor_a_second:,.0f}", f"{ratio:.2f}")
    table.add_row(
        f"durable bets of {TERMINALS} terminals, in the writer's process", f"{figures.direct_a_second:,.0f}", "1.0"
    )
    share = figures.bets_a_second / figures.direct_a_second
    table.add_row("the same over WebSocket, acknowledged", f"{figures.bets_a_second:,.0f}", f"{share:.2f}")
    table.add_row("the server's own time for one of them", f"{figures.cpu_a_bet * 1e6:,.0f} µs", "")
    table.add_row(f"{TERMINALS} idle terminals", f"{figures.idle_cpu:.1%} of a core", "")
    return table


def as_values(figures: Figures) -> dict[str, Any]:
    """Return the figures as data."""
    return asdict(figures)
