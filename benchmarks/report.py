"""What was measured, as tables for a person and as values for a program."""

from __future__ import annotations

import platform
from dataclasses import asdict, dataclass
from typing import Any

from rich import box
from rich.table import Table

from benchmarks.settlement import ADD_AT, BARE, BINCOUNT, KEPT, PUBLIC

__all__ = ["Measured", "as_document", "growth_table", "spin_table"]


@dataclass(frozen=True)
class Measured:
    """How long each way took for one size of spin, in nanoseconds a wager."""

    wagers: int
    players: int
    nanoseconds: dict[str, float]

    @property
    def times_numpy(self) -> float:
        """Return how often `settle_batch` is done while NumPy's quicker way is done once."""
        return min(self.nanoseconds[ADD_AT], self.nanoseconds[BINCOUNT]) / self.nanoseconds[PUBLIC]

    @property
    def share_of_bare(self) -> float:
        """Return the speed of `settle_batch` as a share of that of the loop without any check."""
        return self.nanoseconds[BARE] / self.nanoseconds[PUBLIC]


def spin_table(measured: Measured) -> Table:
    """Return one spin as a table, a row for each way."""
    title = f"One spin, {measured.wagers:,} wagers, {measured.players:,} players"
    by_hand = measured.nanoseconds[KEPT] / measured.nanoseconds[PUBLIC]
    caption = (
        f"settle_batch is {measured.times_numpy:.2f} times as fast as NumPy's quicker way (aim: 3), {by_hand:.2f} times"
        f" if its memory is kept, and has {measured.share_of_bare:.0%} of the bare loop's speed (aim: 50%)."
    )
    table = Table(title=title, caption=caption, box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("way")
    for heading in ("ns a wager", "million wagers/s", "times settle_batch"):
        table.add_column(heading, justify="right")
    for way, nanoseconds in measured.nanoseconds.items():
        ratio = nanoseconds / measured.nanoseconds[PUBLIC]
        table.add_row(way, f"{nanoseconds:.2f}", f"{1000 / nanoseconds:,.0f}", f"{ratio:.2f}")
    return table


def growth_table(growth: list[Measured]) -> Table:
    """Return the growth from few wagers to many as a table, a row for each size."""
    table = Table(title=f"Growth, ns a wager, {growth[0].players:,} players", box=box.SIMPLE, padding=(0, 1, 0, 0))
    for heading in ("wagers", *growth[0].nanoseconds, "times\nNumPy", "share\nof bare"):
        table.add_column(heading, justify="right", no_wrap=True)
    for measured in growth:
        figures = [f"{nanoseconds:.2f}" for nanoseconds in measured.nanoseconds.values()]
        table.add_row(f"{measured.wagers:,}", *figures, f"{measured.times_numpy:.2f}", f"{measured.share_of_bare:.0%}")
    return table


def as_document(spins: list[Measured], growth: list[Measured], *, first_call_s: float) -> dict[str, Any]:
    """Return everything measured as JSON can hold it, with the machine and the versions it was measured on."""
    import numba
    import numpy as np

    machine = {"machine": platform.machine(), "system": platform.system(), "python": platform.python_version()}
    versions = {"numpy": np.__version__, "numba": numba.__version__}
    measured = {"spins": [asdict(spin) for spin in spins], "growth": [asdict(spin) for spin in growth]}
    return {**machine, **versions, "first_call_s": first_call_s, **measured}
