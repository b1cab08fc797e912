"""Bets over WebSocket of two checkouts by turns: `python -m benchmarks.web_turns OLD [--turns N] [--each N]`.

OLD is a folder with another version of the program; its server and this one are measured in turn by the same clients,
so that both meet the machine as it is. The clients' code is always that of here.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

import cyclopts
from rich import box
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parents[1]
_CODE = "import json; from benchmarks.web import bets_alone; print(json.dumps(bets_alone({each})))"


def _turn(root: Path, each: int) -> tuple[float, float]:
    path = os.pathsep.join((str(root / "src"), str(HERE)))
    command = [sys.executable, "-c", _CODE.format(each=each)]
    environment = {**os.environ, "PYTHONPATH": path}
    done = subprocess.run(command, env=environment, cwd=HERE, check=True, stdout=subprocess.PIPE)  # noqa: S603
    rate, cpu = json.loads(done.stdout.splitlines()[-1])
    return rate, cpu


def main(old: Path, /, *, turns: int = 3, each: int = 50) -> None:
    """Measure both by turns.

    Args:
        old: the folder of the other version.
        turns: how often each is measured.
        each: bets of each terminal in a turn.
    """
    found: dict[str, list[tuple[float, float]]] = {"old": [], "new": []}
    for _ in range(turns):
        for name, root in (("old", old), ("new", HERE)):
            found[name].append(_turn(root, each))
    table = Table("which", "bets a second", "the server's µs a bet", "turns", box=box.SIMPLE)
    for name, rows in found.items():
        rates, times = zip(*rows, strict=True)
        each_turn = ", ".join(f"{rate:,.0f}" for rate in rates)
        table.add_row(name, f"{median(rates):,.0f}", f"{median(times) * 1e6:,.0f}", each_turn)
    ratios = [new[0] / before[0] for before, new in zip(found["old"], found["new"], strict=True)]
    spent = [before[1] / new[1] for before, new in zip(found["old"], found["new"], strict=True)]
    table.add_row("new to old, turn by turn", f"{median(ratios):.2f}", f"{median(spent):.2f}", "")
    Console().print(table)


if __name__ == "__main__":
    cyclopts.run(main)
