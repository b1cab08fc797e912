"""Durable play: commands through decide, chain and journal, beside a bare group commit in the same run.

Both ways have the same callers, each waiting for its own answer, the same queue, and one writer that commits what
waits together; pipelined, a hundred at a time are handed in without waiting for each. Only the ratio of two figures of
one run compares with another run's.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import tempfile
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from rich import box
from rich.table import Table

from benchmarks.bare_commit import in_groups, with_callers
from pitboss.decider import Command, handle
from pitboss.floor.writer.live_stream import load
from pitboss.floor.writer.promises import Promise
from pitboss.floor.writer.queue import Urgency
from pitboss.floor.writer.writer import BATCH_MAX, Floor
from pitboss.games import game
from pitboss.journal import Journal, open_journal

__all__ = [
    "CALLERS",
    "Growth",
    "Measured",
    "as_values",
    "bare",
    "from_callers",
    "in_new_process",
    "journal_table",
    "measure",
    "measure_bytes",
    "measure_growth",
    "resident_kib",
    "start_table",
]

A = TypeVar("A")
CALLERS = (1, 10, 100, 500)
PIPELINED = 0
"""In the place of callers: nobody waits for each."""
LOOPED = -100
"""In their place too: a hundred coroutines of one loop, each of which waits for its answer."""
GROUP = 100
STREAM = "table:bench"
DOCUMENT = {"rulebook": "oneida-roulette-2008", "name": "Bench"}
AT = datetime(2008, 7, 1, 20, tzinfo=UTC)
EQUIPMENT = ["betting layout", "roulette wheel", "roulette balls", "crown or dolly", "colour chips"]
BETS = ("red", "black", "odd", "even", "straight:17", "straight:0", "dozen:1", "column:2", "low", "high")


@dataclass(frozen=True)
class Measured:
    """Commands a second with so many callers: durable, and bare."""

    database: str
    callers: int
    durable: float
    bare: float
    durable_us: float
    bare_us: float
    """The process's own time for a command, which other work on the machine changes less."""

    @property
    def share(self) -> float:
        """Return the durable speed as a share of the bare one."""
        return self.durable / self.bare

    @property
    def cpu_share(self) -> float:
        """Return the same by the process's own time."""
        return self.bare_us / self.durable_us


@dataclass(frozen=True)
class Growth:
    """How a journal of so many events starts up, and what a long evening takes of memory."""

    events: int
    replay_per_s: float
    start_without_s: float
    start_with_s: float
    rounds: int
    memory_early_kib: int
    memory_late_kib: int
    bytes_by_group: dict[int, float]
    """How many bytes of the file a command takes, by how many are written together."""


def commands() -> Iterator[Command[Any]]:
    """Yield the commands of an evening without end: a table is opened, then round after round is played."""
    decoder, number = game("roulette").command_decoder, 0

    def command(role: str, kind: str, **fields: object) -> Command[Any]:
        nonlocal number
        number += 1
        sent = {"key": f"k{number}", "by": {"id": "Dora" if role == "dealer" else "Bob", "role": role}}
        body = {**sent, "act": {"type": f"{kind}/1", **fields}, "received_at": AT}
        found: Command[Any] = decoder.decode(msgspec.json.encode(body))
        return found

    yield command("dealer", "table.inspect_equipment", items=EQUIPMENT)
    yield command("dealer", "table.open")
    while True:
        yield command("dealer", "table.open_betting")
        for bet in BETS:
            yield command("player", "roulette.place_wager", player="Bob", bet=bet, stake_minor=500)
        yield command("dealer", "roulette.spin_ball", direction="against")
        yield command("dealer", "roulette.call_no_more_bets")
        yield command("dealer", "roulette.enter_number", pocket="17", revolutions=9)
        yield command("dealer", "roulette.place_dolly", pocket="17")
        yield command("dealer", "roulette.collect_losers")
        yield command("dealer", "roulette.pay_winners")


def prepared(count: int) -> list[Command[Any]]:
    """Return so many commands, each of which is accepted after those before it."""
    found = commands()
    return [next(found) for _ in range(count)]


@contextmanager
def databases() -> Iterator[dict[str, Callable[[], str]]]:
    """Yield what makes a new, empty journal's address, for each database."""
    from contextlib import ExitStack

    from tests.support import postgres

    with tempfile.TemporaryDirectory() as folder, ExitStack() as servers:
        count = iter(range(10**9))
        yield {
            "SQLite": lambda: f"sqlite:///{Path(folder) / f'{next(count)}.db'}",
            "PostgreSQL": lambda: servers.enter_context(postgres.database()),
        }


def from_callers(callers: int, work: Sequence[Any], send: Callable[[Any], Future[Any] | Promise[Any]]) -> float:
    """Return how many pieces of work a second are answered, with so many callers that wait for each answer.

    Commands depend on those before them, so callers take the next one in turn, and hand it in before they wait.
    """
    turn, place = threading.Lock(), iter(work)

    def call() -> None:
        while True:
            with turn:
                one = next(place, None)
                if one is None:
                    return
                future = send(one)
            future.result()

    threads = [threading.Thread(target=call) for _ in range(callers)]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(work) / (time.perf_counter() - begun)


def durable(address: str, callers: int, work: Sequence[Command[Any]]) -> float:
    """Play commands durably; return commands a second."""
    floor = Floor(open_journal(address), snapshot_every=10**9)
    try:
        floor.open(STREAM, "table", DOCUMENT, AT)
        return from_callers(callers, work, lambda command: floor.submit(STREAM, command))
    finally:
        floor.close()


@contextmanager
def open_reader(address: str) -> Iterator[Journal]:
    """Open a journal for reading, and close it."""
    journal = open_journal(address, is_reader=True)
    try:
        yield journal
    finally:
        journal.close()


def bare(address: str, callers: int, count: int) -> float:
    """Return bare operations a second with the same queue and callers."""
    return with_callers(address, callers, count, BATCH_MAX, from_callers)


def pipelined(address: str, work: Sequence[Command[Any]]) -> float:
    """Hand in everything in groups of a hundred without waiting for each; return commands a second."""
    floor = Floor(open_journal(address), snapshot_every=10**9)
    try:
        floor.open(STREAM, "table", DOCUMENT, AT)
        begun = time.perf_counter()
        for first in range(0, len(work), GROUP):
            futures = [floor.submit(STREAM, command, is_decoded=True) for command in work[first : first + GROUP]]
            futures[-1].result()
        return len(work) / (time.perf_counter() - begun)
    finally:
        floor.close()


def looped(address: str, callers: int, work: Sequence[Command[Any]]) -> float:
    """Let so many coroutines take the next command in turn, as sockets do; return commands a second."""
    floor, place = Floor(open_journal(address), snapshot_every=10**9), iter(work)

    async def call() -> None:
        for command in place:
            await floor.submit_from_loop(STREAM, command, lambda _, asked: (asked, ()), urgency=Urgency.PLAY)

    async def calls() -> float:
        begun = time.perf_counter()
        await asyncio.gather(*(call() for _ in range(callers)))
        return len(work) / (time.perf_counter() - begun)

    try:
        floor.open(STREAM, "table", DOCUMENT, AT)
        return asyncio.run(calls())
    finally:
        floor.close()


def _with_cpu(count: int, way: Callable[[], float]) -> tuple[float, float]:
    """Return what a way comes to a second, and the process's own microseconds for each."""
    begun = time.process_time()
    speed = way()
    return speed, (time.process_time() - begun) / count * 1e6


def _ways(callers: int, new: Callable[[], str], some: Sequence[Command[Any]]) -> dict[str, Callable[[], float]]:
    if callers > 0:
        return {
            "durable": lambda: durable(new(), callers, some),
            "bare": lambda: bare(new(), callers, len(some)),
        }
    way = (lambda: pipelined(new(), some)) if callers == PIPELINED else (lambda: looped(new(), -callers, some))
    return {"durable": way, "bare": lambda: in_groups(new(), len(some), GROUP)}


def measure(*, count: int, rounds: int) -> list[Measured]:
    """Measure both ways in turn, for each database and number of callers; of each the best turn counts."""
    work, found = prepared(count), []
    with databases() as made:
        for database, new in made.items():
            durable(new(), 1, work[: max(500, count // 10)])
            for callers in (PIPELINED, LOOPED, *CALLERS):
                some = work[: max(300, min(count, 300 * callers if callers > 0 else count))]
                turns: dict[str, list[tuple[float, float]]] = {"durable": [], "bare": []}
                for _ in range(rounds):
                    for name, way in _ways(callers, new, some).items():
                        turns[name].append(_with_cpu(len(some), way))
                ours, others = (
                    (max(speed for speed, _ in turns[name]), min(cpu for _, cpu in turns[name]))
                    for name in ("durable", "bare")
                )
                found.append(Measured(database, callers, ours[0], others[0], ours[1], others[1]))
    return found


def measure_bytes(count: int = 20_000) -> dict[int, float]:
    """Return how many bytes of a SQLite file a command takes, by how many are written together; keys are random."""
    found = {}
    for group in (1, GROUP):
        work = [msgspec.structs.replace(one, key=str(uuid.uuid4())) for one in prepared(count if group > 1 else 2_000)]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "size.db"
            journal = open_journal(str(path))
            empty = path.stat().st_size
            floor = Floor(journal, snapshot_every=10**9)
            floor.open(STREAM, "table", DOCUMENT, AT)
            for first in range(0, len(work), group):
                [floor.submit(STREAM, one, is_decoded=True) for one in work[first : first + group]][-1].result()
            floor.close()
            found[group] = (path.stat().st_size - empty) / len(work)
    return found


def measure_growth(*, events: int, rounds: int) -> Growth:
    """Measure replay, start-up with and without a snapshot, and memory over a long evening."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder) / 'long.db'}"
        floor = Floor(open_journal(address), snapshot_every=10**9)
        floor.open(STREAM, "table", DOCUMENT, AT)
        found = commands()
        futures = [floor.submit(STREAM, next(found)) for _ in range(events)]
        futures[-1].result()
        floor.close()
        with open_reader(address) as journal:
            with_s = _seconds(lambda: load(journal, STREAM))
            without_s = _seconds(lambda: load(_Without(journal), STREAM))
    early, late = in_new_process(_memory, rounds)
    return Growth(events, events / without_s, without_s, with_s, rounds, early, late, measure_bytes())


class _Without:
    """A journal that has no snapshots."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def snapshot(self, _: str) -> None:
        return None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._journal, name)


def _seconds(call: Callable[[], object]) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def _memory(rounds: int) -> tuple[int, int]:
    """Return the process's memory after a fifth of the rounds, and after all of them."""
    from pitboss.rulebook import table_config

    rules = game("roulette")
    state = rules.new_state(table_config(DOCUMENT))
    found, early = commands(), 0
    for played in range(rounds * 17 + 2):
        state, _ = handle(rules, state, next(found))
        if played == rounds * 17 // 5:
            early = resident_kib()
    return early, resident_kib()


def in_new_process(work: Callable[[int], A], size: int) -> A:
    """Return what some work comes to in a process of its own: in one that had more memory before, none shows."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, size).result()


def resident_kib() -> int:
    """Return the process's memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4


def journal_table(measured: Sequence[Measured]) -> Table:
    """Return durable play beside bare inserts as a table."""
    caption = (
        "A bare operation is one row of 200 bytes and two balances; the aim is 22% pipelined, and 15% of the same with "
        "100 coroutines. The last columns are the process's own time."
    )
    table = Table(title="Durable commands a second", caption=caption, box=box.SIMPLE, padding=(0, 1, 0, 0))
    for heading in ("database", "callers", "durable", "bare commits", "share", "µs", "bare µs", "by time"):
        table.add_column(heading, justify="left" if heading == "database" else "right")
    for one in measured:
        callers = {PIPELINED: "pipelined", LOOPED: "100 coroutines"}.get(one.callers, f"{one.callers}")
        times = (f"{one.durable_us:,.1f}", f"{one.bare_us:,.1f}", f"{one.cpu_share:.0%}")
        table.add_row(one.database, callers, f"{one.durable:,.0f}", f"{one.bare:,.0f}", f"{one.share:.0%}", *times)
    return table


def start_table(growth: Growth) -> Table:
    """Return start-up, replay, memory and size as a table."""
    table = Table(title=f"A journal of {growth.events:,} events", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("what")
    table.add_column("figure", justify="right")
    ratio = growth.start_without_s / growth.start_with_s
    table.add_row("replayed events a second", f"{growth.replay_per_s:,.0f}")
    table.add_row("start without a snapshot", f"{growth.start_without_s:.2f} s")
    table.add_row("start with a snapshot", f"{growth.start_with_s:.3f} s, {ratio:,.0f} times as fast")
    for group, size in growth.bytes_by_group.items():
        table.add_row(f"bytes a command, {group} written together", f"{size:,.0f}")
    kept = f"{growth.memory_early_kib:,} KiB, then {growth.memory_late_kib:,} KiB"
    table.add_row(f"memory after {growth.rounds // 5:,} and {growth.rounds:,} rounds", kept)
    return table


def as_values(measured: Sequence[Measured], growth: Growth) -> dict[str, Any]:
    """Return everything measured as JSON can hold it."""
    return {"durable": [asdict(one) for one in measured], "start": asdict(growth)}
