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
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from rich import box
from rich.table import Table

from benchmarks.bare_commit import in_groups, with_callers
from benchmarks.loads import AT, DOCUMENT, STREAM, Load, automatic_bets, commands, live_rounds
from pitboss.cli.serve import make_ready
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


@dataclass(frozen=True)
class Measured:
    """Commands a second with so many callers: durable, and bare."""

    load: str
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


@contextmanager
def begun(address: str, load: Load) -> Iterator[Floor]:
    """Open a floor, play what comes before the clock runs, and close it."""
    floor = Floor(open_journal(address), snapshot_every=10**9)
    try:
        floor.open(load.stream, load.kind, load.document, load.at)
        for answer in [floor.submit(load.stream, command) for command in load.before]:
            answer.result()
        yield floor
    finally:
        floor.close()


def durable(address: str, callers: int, load: Load, work: Sequence[Command[Any]]) -> Spent:
    """Play commands durably; return what that took."""
    with begun(address, load) as floor:
        return spent(len(work), lambda: from_callers(callers, work, lambda command: floor.submit(load.stream, command)))


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


def pipelined(address: str, load: Load, work: Sequence[Command[Any]]) -> Spent:
    """Hand in everything in groups of a hundred without waiting for each; return what that took."""
    with begun(address, load) as floor:

        def play() -> None:
            for first in range(0, len(work), GROUP):
                some = work[first : first + GROUP]
                [floor.submit(load.stream, command, is_decoded=True) for command in some][-1].result()

        return spent(len(work), play)


def looped(address: str, callers: int, load: Load, work: Sequence[Command[Any]]) -> Spent:
    """Let so many coroutines take the next command in turn, as sockets do; return what that took."""
    place = iter(work)
    with begun(address, load) as floor:

        async def call() -> None:
            for command in place:
                await floor.submit_from_loop(load.stream, command, lambda _, asked: (asked, ()), urgency=Urgency.PLAY)

        async def calls() -> None:
            await asyncio.gather(*(call() for _ in range(callers)))

        return spent(len(work), lambda: asyncio.run(calls()))


class Spent(NamedTuple):
    """What some commands took, each: microseconds by the clock, and of the process's own time."""

    clock_us: float
    cpu_us: float


def spent(count: int, way: Callable[[], object]) -> Spent:
    """Return what a way to do so many commands took."""
    used, clock = time.process_time(), time.perf_counter()
    way()
    return Spent((time.perf_counter() - clock) / count * 1e6, (time.process_time() - used) / count * 1e6)


def _ways(
    callers: int, new: Callable[[], str], load: Load, some: Sequence[Command[Any]]
) -> dict[str, Callable[[], Spent]]:
    if callers > 0:
        return {
            "durable": lambda: durable(new(), callers, load, some),
            "bare": lambda: spent(len(some), lambda: bare(new(), callers, len(some))),
        }
    ours: Callable[[], Spent] = lambda: (  # noqa: E731 - one of two ways
        pipelined(new(), load, some) if callers == PIPELINED else looped(new(), -callers, load, some)
    )
    return {"durable": ours, "bare": lambda: spent(len(some), lambda: in_groups(new(), len(some), GROUP))}


def measure(*, count: int, rounds: int, callers: Sequence[int] = (PIPELINED, LOOPED, *CALLERS)) -> list[Measured]:
    """Measure both ways in turn, for each load, database and number of callers; of each the best turn counts.

    Threads that wait are measured with the live table alone. Python is set up as `pitboss serve` does it, for all ways.
    """
    make_ready()
    found = []
    with databases() as made:
        for load, (database, new) in product((automatic_bets(count), live_rounds(count)), made.items()):
            durable(new(), 1, load, load.work[:500])
            for many in callers if load.kind == "table" else [one for one in callers if one <= 0]:
                some = load.work[: max(300, min(count, 300 * many if many > 0 else count))]
                turns: dict[str, list[Spent]] = {"durable": [], "bare": []}
                for _ in range(rounds):
                    for name, way in _ways(many, new, load, some).items():
                        turns[name].append(way())
                ours, others = (Spent(*map(min, zip(*turns[name], strict=True))) for name in ("durable", "bare"))
                speeds = (1e6 / ours.clock_us, 1e6 / others.clock_us)
                found.append(Measured(load.name, database, many, *speeds, ours.cpu_us, others.cpu_us))
    return found


def measure_bytes(count: int = 20_000) -> dict[int, float]:
    """Return how many bytes of a SQLite file a command takes, by how many are written together; keys are random."""
    found = {}
    for group in (1, GROUP):
        given = live_rounds(count if group > 1 else 2_000).work
        work = [msgspec.structs.replace(one, key=str(uuid.uuid4())) for one in given]
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
    for heading in ("load", "database", "callers", "durable", "bare commits", "share", "µs", "bare µs", "by time"):
        table.add_column(heading, justify="left" if heading in ("load", "database") else "right")
    for one in measured:
        callers = {PIPELINED: "pipelined", LOOPED: "100 coroutines"}.get(one.callers, f"{one.callers}")
        times = (f"{one.durable_us:,.1f}", f"{one.bare_us:,.1f}", f"{one.cpu_share:.0%}")
        table.add_row(
            one.load, one.database, callers, f"{one.durable:,.0f}", f"{one.bare:,.0f}", f"{one.share:.0%}", *times
        )
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


if __name__ == "__main__":
    from rich.console import Console

    Console(width=140).print(journal_table(measure(count=10_000, rounds=5, callers=(PIPELINED, LOOPED))))
