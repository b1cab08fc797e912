"""How durable play, start-up and proof grow with the length of a journal: `python -m benchmarks.journal_growth`.

One table's bets are written at a hundred in a group. At each length a further thousand commands, the check of the chain
and, up to a length, a whole verification are timed by the process's own time. What does not grow stays level.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from rich import box
from rich.table import Table

from benchmarks.journal import AT, DOCUMENT, GROUP, STREAM, commands
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.writer import Floor
from pitboss.journal import open_journal

__all__ = ["Length", "as_values", "drawn", "growth_table", "measure"]

FURTHER = 1_000
LENGTHS = (1_000, 10_000, 100_000, 1_000_000)
WIDTH = 40


@dataclass(frozen=True)
class Length:
    """A journal of so many lines."""

    lines: int
    command_us: float
    """The process's own microseconds for one of a further thousand commands."""
    bytes: float
    """Of the file, a command."""
    chain_per_s: float
    """Lines a second whose chain is checked before a house opens."""
    verify_per_s: float
    """Commands a second that are proved, recount included."""


def measure(lengths: tuple[int, ...] = LENGTHS) -> list[Length]:
    """Let one journal grow, and measure it at each length."""
    found, work = [], commands()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "growing.db"
        for length in lengths:
            floor = Floor(open_journal(f"sqlite:///{path}"))
            floor.open(STREAM, "table", DOCUMENT, AT)
            there = floor.end.ordinal if floor.end is not None else 0
            _write(floor, islice(work, max(0, length - there - FURTHER)))
            further = list(islice(work, FURTHER))
            spent = _cpu(lambda floor=floor, further=further: _write(floor, iter(further)))  # type: ignore[misc]
            floor.close()
            found.append(_read(path, spent / FURTHER * 1e6))
    return found


def _write(floor: Floor, work: Iterator[Any]) -> None:
    while some := list(islice(work, GROUP)):
        [floor.submit(STREAM, command, is_decoded=True) for command in some][-1].result()


def _read(path: Path, command_us: float) -> Length:
    journal = open_journal(f"sqlite:///{path}", is_reader=True)
    try:
        lines = journal.end().ordinal
        chain = _cpu(journal.require_whole)
        proof = _cpu(lambda: _prove(journal))
        return Length(lines, command_us, path.stat().st_size / lines, lines / chain, lines / proof)
    finally:
        journal.close()


def _prove(journal: Any) -> None:
    faults = verify(journal).faults
    if faults:
        raise SystemExit(f"the journal is not what was written: {faults[0]}")


def _cpu(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


def growth_table(found: list[Length]) -> Table:
    """Return the figures as a table."""
    table = Table(title="A journal that grows", box=box.SIMPLE, title_justify="left")
    for heading in ("lines", "µs a command", "bytes a command", "chain, lines/s", "verify, commands/s"):
        table.add_column(heading, justify="right")
    for one in found:
        values = (one.command_us, one.bytes, one.chain_per_s, one.verify_per_s)
        table.add_row(f"{one.lines:,}", *(f"{value:,.0f}" for value in values))
    return table


def drawn(found: list[Length]) -> str:
    """Return the same as bars, each figure against its own greatest."""
    names = ("command_us", "bytes", "chain_per_s", "verify_per_s")
    titles = ("µs a command", "bytes a command", "chain, lines a second", "verify, commands a second")
    lines = []
    for name, title in zip(names, titles, strict=True):
        most = max(getattr(one, name) for one in found)
        lines.append(title)
        for one in found:
            value = getattr(one, name)
            lines.append(f"{one.lines:>12,}  {'█' * max(1, round(WIDTH * value / most))} {value:,.0f}")
    return "\n".join(lines)


def as_values(found: list[Length]) -> list[dict[str, Any]]:
    """Return the figures as data."""
    return [asdict(one) for one in found]


if __name__ == "__main__":
    measured = measure(LENGTHS[:3])
    print(drawn(measured))
