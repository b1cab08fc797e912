"""Drives `pitboss table` in tests: a seat at a table in a journal, its keys, and clocks that are moved by hand."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from rich.console import Console

from pitboss.cli.table_acts import Seat
from pitboss.cli.table_desk import Desk
from pitboss.cli.table_keys import keys_of
from pitboss.cli.table_screen import screen
from pitboss.floor.table_host import hosting
from pitboss.games.roulette.automatic.state import AutomaticTable
from tests.support.driver import ONEIDA
from tests.support.durable import folder

__all__ = ["BUY_IN", "DOCUMENT", "WALL", "Evening", "evenings"]

WALL = datetime(2024, 6, 1, 20, 0, tzinfo=UTC)
SECOND = 10**9
DOCUMENT: dict[str, Any] = {"rulebook": ONEIDA, "name": "Try 1", "betting_seconds": 20}
BUY_IN = "B100\nBBv"
_OPEN = ExitStack()
_SESSIONS = count(1)


class Evening:
    """A seat at a new table, or at one that a journal has, from an instant of the wall clock on."""

    def __init__(self, address: str | None = None, *, at: datetime = WALL, terminals: int = 2, **document: Any) -> None:
        self.address = f"sqlite:///{_OPEN.enter_context(folder())}/day.db" if address is None else address
        self.at, self.seconds, self.document = at, 0, DOCUMENT | document
        self._leaving = _OPEN.enter_context(ExitStack())
        self.host = self._leaving.enter_context(hosting(self.address, self.document, at))
        # The monotonic clock of every start begins somewhere else.
        self._began_ns = next(_SESSIONS) * 10**12
        desk = Desk(self.host, seed=3, session=f"s{self._began_ns}", now_ns=self._began_ns, wall=at)
        desk.open(terminals)
        self.seat = Seat(desk)

    @property
    def desk(self) -> Desk:
        """Return the table with its people and devices."""
        return self.seat.desk

    @property
    def state(self) -> AutomaticTable:
        """Return the table as it is recorded."""
        return self.desk.state

    @property
    def wall(self) -> datetime:
        """Return what the wall clock says."""
        return self.at + timedelta(seconds=self.seconds)

    @property
    def left(self) -> float | None:
        """Return for how many seconds bets are still taken."""
        left_ns = self.desk.clock.remaining_ns(self.desk.now_ns)
        return None if left_ns is None else left_ns / SECOND

    @property
    def last(self) -> str:
        """Return the newest line of the log."""
        return self.desk.log[-1]

    def keys(self, text: str) -> "Evening":
        """Press keys as a terminal sends them."""
        for key in keys_of(text.encode()):
            self.seat.press(key)
        return self

    def wait(self, seconds: int) -> "Evening":
        """Let time pass, a second at a time."""
        for _ in range(seconds):
            self.seconds += 1
            self.desk.tick(self._began_ns + self.seconds * SECOND, self.wall)
        return self

    def again(self, *, after: float = 0, **settings: Any) -> "Evening":
        """Leave, and start again so many seconds later by the wall clock."""
        self._leaving.close()
        return Evening(self.address, at=self.wall + timedelta(seconds=after), **self.document | settings)

    def shown(self, width: int = 120, height: int = 40) -> str:
        """Return the screen as text."""
        with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123
            out = Console(width=width, record=True, file=nowhere)
            out.print(screen(self.seat, height=height))
        return out.export_text()

    def told(self, events: str) -> list[str]:
        """Return the lines of the log with a text in them."""
        return [line for line in self.desk.log if events in line]


@contextmanager
def evenings() -> Iterator[None]:
    """End every evening that began within this block, however it went."""
    try:
        yield
    finally:
        _OPEN.close()
