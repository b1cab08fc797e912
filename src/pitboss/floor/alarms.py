"""Alarms that follow from what is recorded: a clock that was set, too few supervisors, prices that are held."""

from __future__ import annotations

import secrets as chance
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.floor.people.acts import AlarmKind, RaiseAlarm
from pitboss.floor.people.checks import SERVER
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.games.roulette.automatic.events import ClockStepped, StaffingReported
from pitboss.tote.day.events import PricesHeld

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.decider import Event
    from pitboss.floor.writer.writer import Floor
    from pitboss.floor.writer_queue import News

__all__ = ["Alarms"]

_SERVER: Final = Person(SERVER, Role.DEVICE)


def _alarm_of(event: Event) -> tuple[AlarmKind, str] | None:
    """Return the alarm that an event is a reason for."""
    match event:
        case ClockStepped():
            moved = f"the wall clock moved by {event.by_milliseconds} ms"
            return AlarmKind.CLOCK, f"{moved}; no betting window moved with it"
        case StaffingReported(is_short=True):
            return AlarmKind.STAFFING, f"{event.supervisors} supervisors for {event.tables} open tables are too few"
        case PricesHeld():
            return AlarmKind.POOLS, f"the totals of pool {event.pool} differ; its prices are held"
    return None


class Alarms:
    """Raises alarms in the house's own stream."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def hear(self, news: Sequence[News]) -> None:
        """Look at what became durable, in the writer's thread; an alarm is handed in and not waited for."""
        for one in news:
            if one.live.name == HOUSE_STREAM or not isinstance(one.recorded.answer, Accepted):
                continue
            for event in one.recorded.answer.events:
                found = _alarm_of(event)
                if found is not None:
                    self._raise(found[0], one.live.name, found[1])

    def _raise(self, kind: AlarmKind, about: str, text: str) -> None:
        act = RaiseAlarm(kind=kind, about=about, text=text[:500])
        key = f"{SERVER}/{chance.token_hex(12)}"
        command: Command[Any] = Command(key=key, by=_SERVER, act=act, received_at=datetime.now(UTC))
        self._floor.submit(HOUSE_STREAM, command)
