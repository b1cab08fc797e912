"""Durable play: commands through decide, journal and ledger, beside bare inserts of the very same rows.

Both ways have the same callers, each waiting for its own answer, the same queue, and one writer that commits what
waits together. The bare way only inserts rows that were prepared before; the durable way decides, encodes, hashes,
posts and answers as well.
"""

from __future__ import annotations

import multiprocessing
import queue
import tempfile
import threading
import time
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

from pitboss.decider import Command, handle
from pitboss.floor.writer.live_stream import load
from pitboss.floor.writer.writer import BATCH_MAX, Floor
from pitboss.games import game
from pitboss.journal import Batch, Journal, open_journal

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
    "measure_growth",
    "resident_kib",
    "rows",
    "start_table",
]

A = TypeVar("A")
CALLERS = (1, 10, 100, 500)
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

    @property
    def share(self) -> float:
        """Return the durable speed as a share of the bare one."""
        return self.durable / self.bare


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


def from_callers(callers: int, work: Sequence[Any], send: Callable[[Any], Future[Any]]) -> float:
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


def rows(address: str, stream: str = STREAM) -> tuple[Batch, list[Batch]]:
    """Return what a journal holds of a stream: its opening, then one batch a command."""
    with open_reader(address) as journal:
        postings: dict[int, list[Any]] = {}
        for posting in journal.postings():
            postings.setdefault(posting.position, []).append(posting)
        opening, *records = list(journal.read(stream))
        by_version = {record.version: record for record in records}
        batches = []
        for answer in journal.answers(stream):
            own = [by_version[version] for version in range(answer.first, answer.last + 1)]
            batches.append(Batch(own, [answer], [one for record in own for one in postings.get(record.position, [])]))
        return Batch([opening]), batches


@contextmanager
def open_reader(address: str) -> Iterator[Journal]:
    """Open a journal for reading, and close it."""
    journal = open_journal(address, is_reader=True)
    try:
        yield journal
    finally:
        journal.close()


def bare(address: str, callers: int, opening: Batch, work: Sequence[Batch]) -> float:
    """Insert prepared rows with the same queue and callers; return commands a second."""
    journal, waiting = open_journal(address), queue.SimpleQueue[Any]()

    def write() -> None:
        while True:
            entries = [waiting.get()]
            while len(entries) < BATCH_MAX and not waiting.empty():
                entries.append(waiting.get())
            if entries[-1] is None:
                return
            whole = Batch()
            for batch, _ in entries:
                whole.records += batch.records
                whole.answers += batch.answers
                whole.postings += batch.postings
            journal.append(whole)
            for _, future in entries:
                future.set_result(None)

    def send(batch: Batch) -> Future[Any]:
        future: Future[Any] = Future()
        waiting.put((batch, future))
        return future

    journal.append(opening)
    writer = threading.Thread(target=write)
    writer.start()
    try:
        return from_callers(callers, work, send)
    finally:
        waiting.put(None)
        writer.join()
        journal.close()


def measure(*, count: int, rounds: int) -> list[Measured]:
    """Measure both ways in turn, for each database and number of callers; of each the best turn counts."""
    work, found = prepared(count), []
    with databases() as made:
        for database, new in made.items():
            address = new()
            durable(address, 1, work[: max(500, count // 10)])
            for callers in CALLERS:
                some = work[: max(300, min(count, 300 * callers))]
                speeds: dict[str, list[float]] = {"durable": [], "bare": []}
                for _ in range(rounds):
                    address = new()
                    speeds["durable"].append(durable(address, callers, some))
                    opening, batches = rows(address)
                    speeds["bare"].append(bare(new(), callers, opening, batches))
                found.append(Measured(database, callers, max(speeds["durable"]), max(speeds["bare"])))
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
    return Growth(events, events / without_s, without_s, with_s, rounds, early, late)


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
    caption = "The same rows, queue and callers; the aim is half of the bare speed at 100 callers."
    table = Table(title="Durable commands a second", caption=caption, box=box.SIMPLE, padding=(0, 1, 0, 0))
    for heading in ("database", "callers", "durable", "bare inserts", "share"):
        table.add_column(heading, justify="left" if heading == "database" else "right")
    for one in measured:
        table.add_row(one.database, f"{one.callers}", f"{one.durable:,.0f}", f"{one.bare:,.0f}", f"{one.share:.0%}")
    return table


def start_table(growth: Growth) -> Table:
    """Return start-up, replay and memory as a table."""
    table = Table(title=f"A journal of {growth.events:,} events", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("what")
    table.add_column("figure", justify="right")
    ratio = growth.start_without_s / growth.start_with_s
    table.add_row("replayed events a second", f"{growth.replay_per_s:,.0f}")
    table.add_row("start without a snapshot", f"{growth.start_without_s:.2f} s")
    table.add_row("start with a snapshot", f"{growth.start_with_s:.3f} s, {ratio:,.0f} times as fast")
    kept = f"{growth.memory_early_kib:,} KiB, then {growth.memory_late_kib:,} KiB"
    table.add_row(f"memory after {growth.rounds // 5:,} and {growth.rounds:,} rounds", kept)
    return table


def as_values(measured: Sequence[Measured], growth: Growth) -> dict[str, Any]:
    """Return everything measured as JSON can hold it."""
    return {"durable": [asdict(one) for one in measured], "start": asdict(growth)}
