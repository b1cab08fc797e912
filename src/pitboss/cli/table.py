"""`pitboss table`: one automatic table in the terminal, with a simulated wheel; nothing is recorded."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, validators

from pitboss.cli.check import exit_code, in_words
from pitboss.cli.console import console
from pitboss.cli.table_acts import Seat
from pitboss.cli.table_desk import Desk, MemoryTable
from pitboss.cli.table_keys import Keyboard
from pitboss.cli.table_screen import screen
from pitboss.errors import InputError
from pitboss.games.roulette.automatic.config import check_automatic
from pitboss.rulebook import read_table_file

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["run"]

_REFRESH_SECONDS = 0.1
_SEED_MAX = 2**32

Terminals = Annotated[int, Parameter(validator=validators.Number(gte=1, lte=8))]
Speed = Annotated[int, Parameter(validator=validators.Number(gte=1, lte=1_000))]


def run(table: Path, *, terminals: Terminals = 2, seed: int | None = None, speed: Speed = 1) -> int:
    """Try an automatic table: bet at its terminals and deal at its console, on one keyboard.

    Parameters
    ----------
    table
        The TOML file of a roulette table whose rulebook knows automatic wagering terminals.
    terminals
        How many player terminals are enrolled.
    seed
        What the simulated wheel begins with; without it every evening is another.
    speed
        How many times faster than other clocks the table's clock runs.

    Returns:
    -------
    int
        0 when the table was left, 1 where its settings are against the rules, 2 where the file makes no sense.
    """
    config, faults = check_automatic(read_table_file(table))
    if config is None:
        for fault in faults:
            print(in_words(fault))
        return exit_code(faults)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("a table to try needs a keyboard and a screen: run it in a terminal", field="terminal")
    clock = _clock(speed)
    now_ns, wall = clock()
    began = seed if seed is not None else time.time_ns() % _SEED_MAX
    desk = Desk(MemoryTable(config), seed=began, session="try", now_ns=now_ns, wall=wall)
    desk.open(min(terminals, config.terminals_max))
    desk.say(f"The wheel's seed is {began}. Buy in with B, start a game with N.")
    _play(Seat(desk), clock)
    return 0


def _clock(speed: int) -> Callable[[], tuple[int, datetime]]:
    """Return a clock that gives monotonic and wall time; at another speed both go by the monotonic one."""
    began_ns, began = time.monotonic_ns(), datetime.now(UTC)

    def now() -> tuple[int, datetime]:
        passed_ns = (time.monotonic_ns() - began_ns) * speed
        wall = datetime.now(UTC) if speed == 1 else began + timedelta(microseconds=passed_ns // 1_000)
        return began_ns + passed_ns, wall

    return now


def _play(seat: Seat, clock: Callable[[], tuple[int, datetime]]) -> None:
    from rich.live import Live

    out = console()
    with (
        Keyboard(sys.stdin.fileno()) as keyboard,
        Live(screen(seat, height=out.height), console=out, screen=True, auto_refresh=False) as live,
    ):
        while not (seat.is_over or keyboard.is_gone):
            try:
                keys = keyboard.read(_REFRESH_SECONDS)
            except KeyboardInterrupt:
                return
            seat.desk.tick(*clock())
            for key in keys:
                seat.press(key)
            live.update(screen(seat, height=out.height), refresh=True)
