"""How durable play, start-up and proof grow with the length of a journal.

`python -m benchmarks.journal_growth --output docs/images/journal-growth.svg` measures and draws. One table's bets are
written at a hundred in a group. At each length a further thousand commands, the check of the chain and a whole
verification are timed by the process's own time. What does not grow stays level.
"""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import cyclopts
from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.journal import GROUP
from benchmarks.loads import AT, DOCUMENT, STREAM, commands
from pitboss.draw.svg import element, group, picture
from pitboss.floor.verify.verify import verify
from pitboss.floor.writer.writer import Floor
from pitboss.journal import open_journal
from pitboss.lab.plots import Panel, large

__all__ = ["Length", "as_svg", "as_values", "growth_table", "measure"]

FURTHER = 1_000
TURNS = 3
LENGTHS = (1_000, 10_000, 100_000, 1_000_000)


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

    @property
    def chain_us(self) -> float:
        """Return the microseconds that a line takes at a start."""
        return 1e6 / self.chain_per_s

    @property
    def verify_us(self) -> float:
        """Return the microseconds that the proof of a command takes."""
        return 1e6 / self.verify_per_s


def measure(lengths: tuple[int, ...] = LENGTHS) -> list[Length]:
    """Let one journal grow, and measure it at each length."""
    found, work = list[Length](), commands()
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
    # A long journal is its own mean; of a short one the best turn counts, each with nothing read before.
    chain, proof, lines = math.inf, math.inf, 0
    for _ in range(TURNS):
        with closing(open_journal(f"sqlite:///{path}", is_reader=True)) as journal:
            lines = journal.end().ordinal
            chain = min(chain, _cpu(journal.require_whole))
        with closing(open_journal(f"sqlite:///{path}", is_reader=True)) as journal:
            proof = min(proof, _cpu(lambda journal=journal: _prove(journal)))  # type: ignore[misc]
        if lines > LENGTHS[-2]:
            break
    return Length(lines, command_us, path.stat().st_size / lines, lines / chain, lines / proof)


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


_COLOUR = "#1f4e79"
_TITLES = {
    "command_us": ("A further command", "microseconds"),
    "bytes": ("Room on the disk", "bytes a command"),
    "chain_us": ("Chain and index at a start", "microseconds a line"),
    "verify_us": ("Proof with recount", "microseconds a command"),
}


def as_svg(found: list[Length]) -> str:
    """Draw the figures over the length of the journal: what does not grow stays level."""
    parts = [element("rect", x=0.0, y=0.0, width=1860.0, height=330.0, fill="#fffdf6")]
    for place, (name, (title, up)) in enumerate(_TITLES.items()):
        points = [(math.log10(one.lines), float(getattr(one, name))) for one in found]
        most, across = max(value for _, value in points), (points[0][0] - 0.2, points[-1][0] + 0.2)
        panel = Panel(
            (10.0 + 460 * place, 15.0), title, across, (0.0, 1.25 * most), (_power, large), ("lines of the journal", up)
        )
        parts += [*panel.axes(), panel.line(points, stroke=_COLOUR)]
        for value, (x, y) in zip((value for _, value in points), map(panel.at, points), strict=True):
            parts.append(element("circle", cx=x, cy=y, r=3.0, fill=_COLOUR))
            parts.append(element("text", f"{value:,.1f}", x=x, y=y - 8, font_size=11, text_anchor="middle"))
    said = "What a command, a start and a proof take, and how large a command is, by the length of a journal."
    return picture("journal-growth", 1860.0, 330.0, group(*parts), title="How a journal grows", description=said)


def _power(exponent: float) -> str:
    return f"{10**exponent:,.0f}"


def as_values(found: list[Length]) -> list[dict[str, Any]]:
    """Return the figures as data."""
    return [asdict(one) for one in found]


def main(*, longest: int = LENGTHS[-1], output: Path = Path("build/journal-growth.svg")) -> None:
    """Measure, print and draw.

    Args:
        longest: how many lines the longest journal has.
        output: the picture to write.
    """
    found = measure(tuple(length for length in LENGTHS if length <= longest))
    Console().print(growth_table(found))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(as_svg(found), encoding="utf-8")


if __name__ == "__main__":
    app = cyclopts.App(version_flags=[])
    app.default(main)
    app()
