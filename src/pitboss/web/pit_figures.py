"""The figures of the pit, read from the journal beside the writer: every table's, and the alarms with their times.

Nobody who looks asks the writer: records are read by a connection of their own, in a thread of their own.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from pitboss.decider import Move
from pitboss.errors import PitbossError
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.live_stream import OPENED, checked
from pitboss.floor.writer.upcast import current
from pitboss.journal import Journal, JournalError, Record, open_journal
from pitboss.lab.figures import Figures
from pitboss.ledger.recount_tables import Rule

CLEARED_MAX: Final = 12
"""Alarms that are shown after somebody acknowledged them."""


def _take(table: Figures, record: Record) -> None:
    """Let a table's figures take a record."""
    event = msgspec.json.decode(current(record.body))
    moves = msgspec.convert(event.pop("moves", ()), tuple[Move, ...])
    if event["type"] == OPENED:
        table.open(event["config"], _second_count(event))
    table.take(event, moves, record.version, record.at)


def _second_count(opened: Mapping[str, Any]) -> Mapping[str, Rule] | None:
    try:
        return checked(opened["kind"], opened["config"])[0].recount
    except PitbossError:
        return None


@dataclass(frozen=True)
class Alarm:
    """An alarm as the house's stream has it."""

    alarm: int
    kind: str
    about: str
    text: str
    at: str
    by: str = ""
    """Who acknowledged it."""
    said: str = ""
    cleared_at: str = ""


@dataclass
class AlarmLog:
    """The open alarms with their times, and the last ones that somebody acknowledged."""

    version: int = 0
    open: dict[int, Alarm] = field(default_factory=dict)
    cleared: list[Alarm] = field(default_factory=list)

    def take(self, record: Record) -> None:
        """Read the next record of the house."""
        self.version = record.version
        if b'"house.alarm_' not in record.body:
            return
        event = msgspec.json.decode(current(record.body))
        number = event["alarm"]
        if event["type"] == "house.alarm_raised/1":
            self.open[number] = Alarm(number, event["kind"], event["about"], event["text"], record.at)
        elif number in self.open:
            was = self.open.pop(number)
            self.cleared.insert(0, replace(was, by=event["by"], said=event["text"], cleared_at=record.at))
            del self.cleared[CLEARED_MAX:]


class PitFigures:
    """All tables of a house, read from its journal whenever somebody looks; one at a time."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._journal: Journal | None = None
        self._lock = threading.Lock()
        self.tables: dict[str, Figures] = {}
        self.alarms = AlarmLog()
        self.names: dict[str, str] = {}
        """What the house calls each table."""

    def read(self, streams: list[str]) -> None:
        """Read what was recorded since the last look; called in a thread that may wait."""
        with self._lock:
            if self._journal is None:
                self._journal = open_journal(self._address, is_reader=True)
            try:
                for stream in streams:
                    table = self.tables.setdefault(stream, Figures(stream))
                    for record in self._journal.read(stream, after=table.version):
                        _take(table, record)
                for record in self._journal.read(HOUSE_STREAM, after=self.alarms.version):
                    self.alarms.take(record)
            except JournalError:
                self._close()
                raise

    def records(self, stream: str, versions: list[int]) -> list[Record]:
        """Return some records of a stream."""
        with self._lock:
            journal = self._journal
            found = [] if journal is None else [next(journal.read(stream, after=one - 1), None) for one in versions]
        return [record for record in found if record is not None]

    def close(self) -> None:
        """Let go of the journal."""
        with self._lock:
            self._close()

    def _close(self) -> None:
        if self._journal is not None:
            self._journal.close()
            self._journal = None
