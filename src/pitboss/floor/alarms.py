"""Alarms that follow from what is recorded: an event says itself that it is a reason for one."""

from __future__ import annotations

import secrets as chance
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from pitboss.decider import Command
from pitboss.floor.people.acts import AlarmKind, EndAlarm, RaiseAlarm
from pitboss.floor.people.checks import SERVER, THE_SERVER
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.queue import News
from pitboss.floor.writer.writer import Floor


class Alarms:
    """Raises alarms in the house's own stream."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor

    def hear(self, news: Sequence[News]) -> None:
        """Look at what became durable, in the writer's thread; an alarm is handed in and not waited for."""
        for one in news:
            for event in one.recorded.events if one.live.name != HOUSE_STREAM else ():
                found, ended = event.reason_for_alarm(), event.ends_alarm()
                if found is not None:
                    self._raise(AlarmKind(found[0]), one.live.name, found[1])
                if ended is not None:
                    self._submit(EndAlarm(kind=AlarmKind(ended[0]), about=one.live.name, begins=ended[1]))

    def _raise(self, kind: AlarmKind, about: str, text: str) -> None:
        self._submit(RaiseAlarm(kind=kind, about=about, text=text[:500]))

    def _submit(self, act: RaiseAlarm | EndAlarm) -> None:
        key = f"{SERVER}/{chance.token_hex(12)}"
        command: Command[Any] = Command(key=key, by=THE_SERVER, act=act, received_at=datetime.now(UTC))
        self._floor.submit(HOUSE_STREAM, command)
