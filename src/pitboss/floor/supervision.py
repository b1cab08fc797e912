"""Who oversees the tables: counted from who is signed on and which tables have a dealer, and told to automatic tables.

Nobody types it. The writer's thread notes which tables are open; a thread of its own counts, and sends what differs
from what a table has on record. What could not be recorded is tried again at the next turn, under the same key.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from pitboss.decider import Accepted, Command, Person, holds
from pitboss.floor.devices.polling import Periodic, each
from pitboss.floor.people.checks import SERVER, THE_SERVER
from pitboss.floor.people.door import Door
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.floor.writer.writer import Floor
from pitboss.games.roulette.automatic.acts import ReportStaffing
from pitboss.games.roulette.automatic.checks import SUPERVISORS
from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import cites

POLL_SECONDS: Final = 1.0


class _Seen(NamedTuple):
    """What is to be known of a table."""

    has_dealer: bool
    """Whether it is open, and somebody deals there."""
    is_told: bool
    """Whether the count is recorded there."""
    recorded: tuple[int, int] | None
    """Tables and supervisors, as its record has them."""
    dealer: str | None
    """Who deals there."""


class Supervision(Periodic):
    """Counts tables and supervisors of a floor."""

    def __init__(self, floor: Floor, door: Door, session: str, **clocks: Any) -> None:
        super().__init__("supervision", POLL_SECONDS, self.poll, **clocks)
        self._floor, self._door, self._session = floor, door, session
        self.robots: tuple[Person, ...] = ()
        """Robots that work here: they have no session, and are never away."""
        self._tables: dict[str, _Seen] = {}
        """Written in the writer's thread alone; no table is added once the house is open."""
        self._unsent: dict[str, Command[ReportStaffing]] = {}
        self._commands = 0

    def add(self, stream: str) -> None:
        """Count a stream if it is a table, and tell it if it is an automatic one."""
        self._floor.view(stream, self._look)

    def hear(self, news: Sequence[News]) -> None:
        """Note how tables stand, in the writer's thread."""
        for one in news:
            if one.live.name in self._tables:
                self._look(one.live)

    def _look(self, live: LiveStream) -> None:
        state = live.state
        if isinstance(state, BaseTable):
            told = state if isinstance(state, AutomaticTable) else None
            has_dealer = state.is_open and state.dealer is not None
            staffing = None if told is None else told.staffing
            self._tables[live.name] = _Seen(has_dealer, told is not None, staffing, state.dealer)

    def is_dealing(self, person: str) -> bool:
        """Tell whether somebody is the dealer of a table that is open; asked from any thread."""
        return any(one.has_dealer and one.dealer == person for one in tuple(self._tables.values()))

    def counted(self) -> tuple[int, int]:
        """Return how many tables have a dealer, and how many people oversee them; asked from any thread."""
        tables = sum(one.has_dealer for one in tuple(self._tables.values()))
        overseers = {who.id for who in (*self._door.present(), *self.robots) if holds(who, SUPERVISORS)}
        return tables, len(overseers)

    @cites("RA-2b")
    def poll(self) -> None:
        """Count, and tell every automatic table that is open and has another count on record."""
        seen, counted = dict(self._tables), self.counted()
        due = {name: name for name, one in seen.items() if one.is_told and one.has_dealer and one.recorded != counted}
        self._unsent = {name: command for name, command in self._unsent.items() if name in due}
        each(due, lambda stream: self._tell(stream, *counted), "the staffing")

    def _tell(self, stream: str, tables: int, supervisors: int) -> None:
        act, command = ReportStaffing(tables=tables, supervisors=supervisors), self._unsent.get(stream)
        if command is None or command.act != act:
            self._commands += 1
            key = f"{SERVER}/staffing/{self._session}/{self._commands}"
            command = Command(key=key, by=THE_SERVER, act=act, received_at=self._wall())
        # One that is refused is kept too: sent again it has its answer, and nothing more is written.
        self._unsent[stream] = command
        if isinstance(self._floor.send(stream, command).answer, Accepted):
            del self._unsent[stream]
            # The answer is there before everybody who listens was told; asked now, the table shows what it has.
            self._floor.view(stream, self._look)
