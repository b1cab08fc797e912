"""An automatic table with 500 terminals: bets alone and durable, one large settlement, and a long evening's memory."""

from __future__ import annotations

import gc
import pickle
import random
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from rich import box
from rich.table import Table

from benchmarks.automatic_play import (
    AT,
    DOCUMENT,
    NAMES,
    POCKET,
    TERMINALS,
    Keys,
    after,
    before,
    copied,
    new_table,
    opening,
    played,
)
from benchmarks.journal import CALLERS, bare, from_callers, in_new_process, resident_kib
from benchmarks.timing import seconds_of
from pitboss.decider import Accepted, Command, handle
from pitboss.floor.writer.live_stream import canonical
from pitboss.floor.writer.writer import Floor
from pitboss.games.kernel import settle_batch
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.games.roulette.settle import pay_table
from pitboss.journal import open_journal

__all__ = ["Figures", "as_values", "measure", "tables"]

STREAM = "automatic:bench"
BETS_EACH = 20
KERNEL_CALLS = 100
"""How often the batch form is called in a turn, so that the clock's own cost does not show."""
BETS_A_ROUND = 200
"""In the evening whose memory is looked at, with all terminals in turn."""

TRIO, HANDLE, SERVED = "decide and evolve", "handle", "read, handle, write"
KERNEL, DECIDED, SETTLED, WRITTEN = "settle_batch", "decide", "decide and evolve", "decide, evolve and write"


@dataclass(frozen=True)
class Durable:
    """Bets a second with so many callers: through the writer, and as bare group commits."""

    callers: int
    durable: float
    bare: float


@dataclass(frozen=True)
class Memory:
    """What the process and the table's state take after a fifth of the rounds, and after all of them."""

    rounds: int
    process_kib: tuple[int, int]
    state_bytes: tuple[int, int]


@dataclass(frozen=True)
class Figures:
    """Everything that was measured."""

    alone: dict[str, float]
    """Way to bets a second, without a journal."""
    durable: list[Durable]
    settlement: dict[str, float]
    """Way to the seconds that a spin with all bets takes."""
    memory: Memory


def measure(*, bets: int, rounds: int, evening: int) -> Figures:
    """Measure so many bets and a settlement in so many rounds, and the memory of an evening of so many games."""
    keys, rng = Keys(), random.Random(7)
    begin = [*opening(keys), *before(keys)]
    start = played(new_table(), begin)
    positions = [position.bet for position in start.rules.positions]
    work = list(keys.bets(rng, ((rng.choice(NAMES), rng.choice(positions)) for _ in range(bets))))
    places = ((name, bet) for name in NAMES for bet in rng.sample(positions, BETS_EACH))
    laid = played(copied(start), keys.bets(rng, places))
    *lock, confirm = after(keys)
    return Figures(
        alone=_alone(start, work, rounds=rounds),
        durable=_durable(begin, work, rounds=rounds),
        settlement=_settlement(played(laid, lock), confirm, rounds=5 * rounds),
        memory=in_new_process(_memory, evening),
    )


# Bets


def _trio(state: AutomaticTable, work: list[Command[Any]]) -> None:
    for command in work:
        for event in AUTOMATIC.decide(state, command):
            AUTOMATIC.evolve(state, event)


def _handled(state: AutomaticTable, work: list[Command[Any]]) -> None:
    for command in work:
        handle(AUTOMATIC, state, command)


def _served(state: AutomaticTable, work: list[bytes]) -> None:
    decoder = AUTOMATIC.command_decoder
    for sent in work:
        _, answer = handle(AUTOMATIC, state, decoder.decode(sent))
        canonical(answer.events if isinstance(answer, Accepted) else answer)


def _alone(start: AutomaticTable, work: list[Command[Any]], *, rounds: int) -> dict[str, float]:
    """Return bets a second of each way, every turn from a table without bets."""
    sent = [msgspec.json.encode(command) for command in work]
    ways: dict[str, tuple[Callable[..., None], Any]] = {
        TRIO: (_trio, work),
        HANDLE: (_handled, work),
        SERVED: (_served, sent),
    }
    best = _best({name: _on_copy(start, way, given) for name, (way, given) in ways.items()}, rounds=rounds)
    return {name: len(work) / seconds for name, seconds in best.items()}


def _on_copy(state: AutomaticTable, way: Callable[..., object], *given: Any) -> Callable[[], float]:
    """Return what times a way on a copy of a state; the copying is not part of the time."""

    def timed() -> float:
        own = copied(state)
        begun = time.perf_counter()
        way(own, *given)
        return time.perf_counter() - begun

    return timed


def _best(ways: dict[str, Callable[[], float]], *, rounds: int) -> dict[str, float]:
    """Return the best time of each way, which take turns, with no garbage collected meanwhile."""
    turns: dict[str, list[float]] = {name: [] for name in ways}
    for way in ways.values():
        way()
    for _ in range(rounds):
        for name, way in ways.items():
            gc.collect()
            gc.disable()
            turns[name].append(way())
            gc.enable()
    return {name: min(taken) for name, taken in turns.items()}


def _durable(begin: list[Command[Any]], work: list[Command[Any]], *, rounds: int) -> list[Durable]:
    """Return bets a second through the writer and as bare group commits, in turn, the best turn of each."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        template, numbers = Path(folder) / "template.db", count()
        floor = Floor(open_journal(f"sqlite:///{template}"), snapshot_every=10**9)
        floor.open(STREAM, "automatic", DOCUMENT, AT)
        [floor.submit(STREAM, command) for command in begin][-1].result()
        floor.close()

        def new() -> str:
            path = template.with_name(f"{next(numbers)}.db")
            shutil.copyfile(template, path)
            return f"sqlite:///{path}"

        for callers in CALLERS:
            some = work[: max(300, min(len(work), 300 * callers))]
            speeds: dict[str, list[float]] = {"durable": [], "bare": []}
            for _ in range(rounds):
                address = new()
                speeds["durable"].append(_through_writer(address, callers, some))
                speeds["bare"].append(
                    bare(f"sqlite:///{Path(folder) / f'bare-{next(numbers)}.db'}", callers, len(some))
                )
            found.append(Durable(callers, max(speeds["durable"]), max(speeds["bare"])))
    return found


def _through_writer(address: str, callers: int, work: list[Command[Any]]) -> float:
    floor = Floor(open_journal(address), snapshot_every=10**9)
    try:
        before = floor.look(STREAM).version
        speed = from_callers(callers, work, lambda command: floor.submit(STREAM, command))
        if floor.look(STREAM).version != before + len(work):
            raise SystemExit("some bets were refused: there is nothing to compare")
        return speed
    finally:
        floor.close()


# Settlement


def _settlement(state: AutomaticTable, confirm: Command[Any], *, rounds: int) -> dict[str, float]:
    """Return the seconds of each way to settle all bets, once it is seen that they come to the same."""
    if state.round is None:
        raise SystemExit("no game is in play")
    gains = np.array(pay_table(state.rules).row(POCKET))
    place = {name: number for number, name in enumerate(NAMES)}
    laid = [
        (place[name], state.rules.position(bet).index, stake)
        for name, entry in state.terminals.items()
        for bet, stake in entry.bets.items()
    ]
    columns = [np.array(column, dtype=np.int64) for column in zip(*laid, strict=True)]

    def kernel() -> Any:
        return settle_batch(gains, *columns, players=TERMINALS).net

    net = [0] * TERMINALS
    settled = AUTOMATIC.decide(state, confirm)[-1].wagers  # type: ignore[attr-defined]
    for row in settled.rows():
        net[place[row.terminal]] += row.paid_minor if row.is_won else -row.stake_minor
    if kernel().tolist() != net:
        raise SystemExit("the table comes to other sums than settle_batch: there is nothing to compare")
    ways: dict[str, Callable[..., object]] = {DECIDED: AUTOMATIC.decide, SETTLED: _settle, WRITTEN: _settle_and_write}
    return _best(
        {KERNEL: lambda: seconds_of(kernel, calls=KERNEL_CALLS)}
        | {name: _on_copy(state, way, confirm) for name, way in ways.items()},
        rounds=rounds,
    )


def _settle(state: AutomaticTable, confirm: Command[Any]) -> tuple[Any, ...]:
    events = tuple(AUTOMATIC.decide(state, confirm))
    for event in events:
        AUTOMATIC.evolve(state, event)
    return events


def _settle_and_write(state: AutomaticTable, confirm: Command[Any]) -> int:
    return sum(len(canonical(event)) for event in _settle(state, confirm))


# Memory


def _memory(rounds: int) -> Memory:
    """Play an evening in which the terminals take turns, and look at the memory on the way and in the end."""
    keys, rng = Keys(), random.Random(11)
    state = played(new_table(), opening(keys))
    positions = [position.bet for position in state.rules.positions]
    turns = (NAMES[number % TERMINALS] for number in count())
    looks = []
    for games in range(1, rounds + 1):
        bets = keys.bets(rng, ((name, rng.choice(positions)) for name in islice(turns, BETS_A_ROUND)))
        state = played(state, [*before(keys), *bets, *after(keys)])
        if games in (rounds // 5, rounds):
            gc.collect()
            looks.append((resident_kib(), len(pickle.dumps(state))))
    (early_kib, early_bytes), (late_kib, late_bytes) = looks
    return Memory(rounds, (early_kib, late_kib), (early_bytes, late_bytes))


# Figures


def tables(figures: Figures) -> list[Table]:
    """Return everything measured as tables."""
    best_alone = figures.alone[TRIO]
    bets = _table(
        f"Bets into one automatic table, {TERMINALS} terminals",
        "way",
        "bets/s",
        "bare commits/s",
        "of bare",
        "of alone",
    )
    for way, speed in figures.alone.items():
        bets.add_row(way, f"{speed:,.0f}", "", "", f"{speed / best_alone:.0%}")
    for one in figures.durable:
        shares = (f"{one.durable / one.bare:.0%}", f"{one.durable / best_alone:.0%}")
        bets.add_row(f"durable, {one.callers} callers", f"{one.durable:,.0f}", f"{one.bare:,.0f}", *shares)
    title = f"One spin settled, {TERMINALS} terminals × {BETS_EACH} bets"
    spin = _table(title, "way", "ms", "µs a bet", "times settle_batch")
    for way, seconds in figures.settlement.items():
        each = seconds * 1e6 / (TERMINALS * BETS_EACH)
        spin.add_row(way, f"{seconds * 1e3:.3f}", f"{each:.4f}", f"{seconds / figures.settlement[KERNEL]:,.0f}")
    memory = figures.memory
    evening = _table(f"Memory, {BETS_A_ROUND} bets a game", "games", "process, KiB", "state, bytes")
    for games, kib, size in zip(
        (memory.rounds // 5, memory.rounds), memory.process_kib, memory.state_bytes, strict=True
    ):
        evening.add_row(f"{games:,}", f"{kib:,}", f"{size:,}")
    return [bets, spin, evening]


def _table(title: str, first: str, *others: str) -> Table:
    table = Table(title=title, box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right")
    return table


def as_values(figures: Figures) -> dict[str, Any]:
    """Return everything measured as JSON can hold it."""
    return asdict(figures)
