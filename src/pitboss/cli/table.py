"""`pitboss table`: one automatic table in the terminal, with a simulated wheel; kept in a journal, or forgotten."""

from __future__ import annotations

import secrets
import sys
import tempfile
import time
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter, validators

from pitboss.cli.check import exit_code, in_words
from pitboss.cli.console import console
from pitboss.cli.table_acts import Seat
from pitboss.cli.table_desk import Desk
from pitboss.cli.table_keys import Keyboard
from pitboss.cli.table_screen import screen
from pitboss.errors import InputError
from pitboss.floor.table_host import hosting
from pitboss.games.roulette.automatic.config import check_automatic
from pitboss.journal.address import without_password
from pitboss.rulebook import read_table_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pitboss.floor.table_host import TableHost

__all__ = ["run"]

_REFRESH_SECONDS = 0.1
_SEED_MAX = 2**32
_SESSION_BYTES = 8

Terminals = Annotated[int, Parameter(validator=validators.Number(gte=1, lte=8))]
Speed = Annotated[int, Parameter(validator=validators.Number(gte=1, lte=1_000))]


def run(
    table: Path,
    *,
    terminals: Terminals = 2,
    journal: str | None = None,
    stream: str | None = None,
    seed: int | None = None,
    speed: Speed = 1,
) -> int:
    """Try an automatic table: bet at its terminals and deal at its console, on one keyboard.

    Parameters
    ----------
    table
        The TOML file of a roulette table whose rulebook knows automatic wagering terminals.
    terminals
        How many player terminals are enrolled; those that a journal has stay.
    journal
        Play durably into this journal, sqlite:///FILE or postgresql://HOST/DATABASE; started again, the table goes on
        where it stood. Without it the table is forgotten when it is left.
    stream
        The journal's stream to play into; by default it is called after the table.
    seed
        What the simulated wheel begins with; without it every evening is another.
    speed
        How many times faster than other clocks the table's clock runs; only without a journal, which keeps true time.

    Returns:
    -------
    int
        0 when the table was left, 1 where its settings are against the rules or another process writes to the journal,
        2 where the file makes no sense.
    """
    document = read_table_file(table)
    config, faults = check_automatic(document)
    if config is None:
        for fault in faults:
            print(in_words(fault))
        return exit_code(faults)
    _refuse_together(journal, stream, speed)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError("a table to try needs a keyboard and a screen: run it in a terminal", field="terminal")
    began = seed if seed is not None else time.time_ns() % _SEED_MAX
    with _address(journal) as address, hosting(address, document, datetime.now(UTC), stream) as host:
        clock = _clock(speed)
        now_ns, wall = clock()
        desk = Desk(host, seed=began, session=secrets.token_hex(_SESSION_BYTES), now_ns=now_ns, wall=wall)
        desk.open(min(terminals, config.terminals_max))
        _greet(desk, host, journal, began)
        _play(Seat(desk), clock)
    if journal is not None:
        _part(desk, host, journal)
    return 0


def _refuse_together(journal: str | None, stream: str | None, speed: int) -> None:
    if stream is not None and journal is None:
        raise InputError("a stream is a journal's: say --journal too", field="stream", value=stream)
    if speed != 1 and journal is not None:
        raise InputError("a journal keeps true time: a table in one has no other speed", field="speed", value=speed)


@contextmanager
def _address(journal: str | None) -> Iterator[str]:
    """Yield the journal's address, or that of one which is thrown away at the end."""
    if journal is not None:
        yield journal
        return
    with tempfile.TemporaryDirectory(prefix="pitboss-") as folder:
        yield f"sqlite:///{folder}/table.db"


def _greet(desk: Desk, host: TableHost, journal: str | None, seed: int) -> None:
    if not host.is_new:
        desk.say("The table goes on where it stood.")
    kept = "Nothing is kept" if journal is None else f"Recorded in {without_password(journal)} as {host.stream}"
    desk.say(f"{kept}. The wheel's seed is {seed}.")
    desk.say("Buy in with B, start a game with N.")


def _part(desk: Desk, host: TableHost, journal: str) -> None:
    print(f"Recorded in {without_password(journal)} as {host.stream}; started again, the table goes on.")
    if desk.is_in_doubt:
        print(f"Whether the last act was recorded is not known ({desk.trouble}); the next start shows it.")


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
        suppress(KeyboardInterrupt),
        Keyboard(sys.stdin.fileno()) as keyboard,
        Live(screen(seat, height=out.height), console=out, screen=True, auto_refresh=False) as live,
    ):
        while not (seat.is_over or keyboard.is_gone):
            keys = keyboard.read(_REFRESH_SECONDS)
            seat.desk.tick(*clock())
            for key in keys:
                seat.press(key)
            live.update(screen(seat, height=out.height), refresh=True)
