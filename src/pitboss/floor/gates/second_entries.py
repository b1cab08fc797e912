"""Dice that are entered twice: by the dealer, and by somebody else who has not seen the first entry.

Where both agree the dealer's entry is decided, with the other as its witness. Where they differ nothing is entered:
the pit is alarmed, and a supervisor who clears the alarm lets both enter the dice anew.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from pitboss.decider import Act, Command, Offer, Person, Role, holds
from pitboss.errors import InvariantBroken, PitbossError
from pitboss.floor.devices.read_cards import Held, Waiting
from pitboss.floor.gates.shoe_acts import is_allowed
from pitboss.floor.people.acts import AlarmKind, RaiseAlarm
from pitboss.floor.people.events import AlarmRaised
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.state import ALARMS_MAX
from pitboss.floor.writer.answers import KeyConflict, Recorded
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency
from pitboss.floor.writer.writer import Floor
from pitboss.stream import SecondEntry

Dice = tuple[int, int, int]


@dataclass(frozen=True)
class Shown:
    """The dice as both saw them."""

    dice: Dice
    by: tuple[str, str]


class DiceEntry:
    """Collects the entries of one throw."""

    def __init__(self) -> None:
        self._first: tuple[str, Dice] | None = None
        self.held: Held | None = None

    def enter(self, dice: Dice, by: str) -> Shown | Waiting | Held:
        """Take an entry, and return what is certain with it; until the second comes, the first may be corrected."""
        if self.held is not None:
            return self.held
        if self._first is None or self._first[0] == by:
            self._first = (by, dice)
            return Waiting()
        first_by, first = self._first
        if sorted(dice) != sorted(first):
            shown = " and ".join("-".join(map(str, sorted(seen))) for seen in (first, dice))
            self.held = Held(f"{first_by} and {by} entered different dice: {shown}")
            return self.held
        self._first = None
        return Shown(first, (first_by, by))


_SAID: Final = "the dice: "
"""How the alarms begin that hold a table."""
SECONDS: Final = ("mucker", "inspector", "floorperson", "pit_supervisor+")
"""Who enters the dice beside the dealer."""
_SENT_MAX: Final = 200
_RAISING: Final = 0
"""Stands for the number of an alarm that is being raised."""


class DiceHeld(PitbossError):
    """Dice are not entered: two entries differ, or there is only one."""

    http_status = 409


@dataclass
class _Table:
    """One table's throw; a round has no more than one."""

    rules: SecondEntry
    round: int = 0
    entry: DiceEntry = field(default_factory=DiceEntry)
    first: Command[Any] | None = None
    """The entry that waits for the second."""
    sent: dict[str, Command[Any]] = field(default_factory=dict)
    """The last entries by their keys: sent again, none is another entry."""
    done: dict[str, tuple[int, Command[Any]]] = field(default_factory=dict)
    """The keys of entries that agreed to their round, and the command that is decided."""
    alarm: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def forget(self) -> None:
        """Wait for two entries again."""
        self.entry, self.first = DiceEntry(), None

    def note(self, command: Command[Any]) -> None:
        """Remember an entry, and no more of them than can still be on their way."""
        self.sent[command.key] = command
        while len(self.sent) > _SENT_MAX:
            oldest = next(iter(self.sent))
            del self.sent[oldest]
            self.done.pop(oldest, None)


class SecondEntries:
    """Collects the entries of tables whose house asks for two."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._tables: dict[str, _Table] = {}

    def add(self, stream: str) -> None:
        """Ask for two entries at a table; one that was held is held still."""
        rules = self._floor.view(stream, lambda live: live.rules.second_entry)
        if rules is None:
            raise InvariantBroken(f"nothing is entered twice at {stream}")
        table = self._tables[stream] = _Table(rules)
        open_alarms = self._floor.view(HOUSE_STREAM, lambda live: dict(live.state.alarms))
        for number, (_, about, text) in open_alarms.items():
            if about == stream and text.startswith(_SAID):
                table.alarm, table.entry.held = number, Held(text.removeprefix(_SAID))

    def has(self, stream: str, act: Act) -> bool:
        """Tell whether an act is an entry that somebody else has to make too."""
        return stream in self._tables and isinstance(act, self._tables[stream].rules.act)

    async def taken(
        self, stream: str, command: Command[Any], alarm: Callable[[RaiseAlarm], Awaitable[Recorded]]
    ) -> Command[Any] | None:
        """Take an entry; return what is to be decided, or None while the second entry is awaited.

        Raises:
            DiceHeld: where two entries differ, until a supervisor has ruled; and for an entry that counts no more.
            KeyConflict: for other dice under a key of this throw.
        """
        table = self._tables[stream]
        await self.look_for_ruling(stream)
        if command.key in table.done:
            return _done(table, command)
        due = await asyncio.wrap_future(self._floor.ask(stream, lambda live: self._due(live, command)))
        if not isinstance(due, int):
            return due
        with table.lock:
            found = _entered(table, command, due)
        if not isinstance(found, Held):
            return found
        await self._tell(table, stream, found, alarm)
        reason = f"no dice are entered until a supervisor has ruled: {found.reason}"
        raise DiceHeld(reason, values={"stream": stream})

    def _due(self, live: LiveStream, command: Command[Any]) -> Command[Any] | int:
        """Return the round whose dice an entry is of.

        Or what is decided at once: an entry that was decided before, or one that the rules refuse.
        """
        stored = self._floor.journal.answer(live.name, command.key)
        if stored is not None:
            decided: Command[Any] = live.rules.command_decoder.decode(stored.command)
            return decided if decided.act == command.act else command
        number = self._tables[live.name].rules.due(live.state)
        if number is None:
            return command
        if command.by.role is Role.DEALER:
            is_theirs = is_allowed(live, command)
        else:
            is_theirs = holds(command.by, SECONDS) and live.state.is_at_table(command.by)
        return number if is_theirs else command

    async def _tell(
        self, table: _Table, stream: str, held: Held, alarm: Callable[[RaiseAlarm], Awaitable[Recorded]]
    ) -> None:
        """Alarm the pit, once."""
        with table.lock:
            if table.alarm is not None:
                return
            table.alarm = _RAISING
        number = None
        try:
            recorded = await alarm(RaiseAlarm(kind=AlarmKind.DEVICE, about=stream, text=f"{_SAID}{held.reason}"[:500]))
            number = next((event.alarm for event in recorded.events if isinstance(event, AlarmRaised)), None)
        finally:
            table.alarm = number

    async def look_for_ruling(self, stream: str) -> None:
        """Let a table go on whose alarm a supervisor cleared.

        The record is asked: an alarm may be cleared before its number is known here, and while nobody was told.
        """
        table = self._tables.get(stream)
        number = None if table is None else table.alarm
        if table is None or number is None or number == _RAISING:
            return
        asked = self._floor.ask(HOUSE_STREAM, lambda live: set(live.state.alarms), Urgency.OTHER)
        open_alarms = await asyncio.wrap_future(asked)
        with table.lock:
            if number in open_alarms or table.alarm != number:
                return
            table.alarm = None
            # Where there are too many alarms the oldest are not kept: it is raised again.
            if len(open_alarms) < ALARMS_MAX:
                table.forget()

    # In the writer's thread

    def would_refuse(self, live: LiveStream, command: Command[Any]) -> bool:
        """Tell whether dice are refused whoever enters them: two entries differ."""
        return self.has(live.name, command.act) and self._tables[live.name].entry.held is not None

    def offers_beside(self, live: LiveStream, person: Person) -> list[Offer]:
        """Return what somebody enters beside the dealer: the same as the dealer, who alone decides it by the rules."""
        table = self._tables.get(live.name)
        is_beside = holds(person, SECONDS) and live.state.is_at_table(person) if table is not None else False
        if table is None or not is_beside or table.rules.due(live.state) is None:
            return []
        dealer = Person(live.state.dealer, Role.DEALER)
        return [offer for offer in live.rules.legal(live.state, dealer) if offer.act is table.rules.act]

    def refuse_single(self, live: LiveStream, command: Command[Any]) -> None:
        """Refuse dice that two people have not entered here, whichever way they came.

        Raises:
            DiceHeld: for one person's entry.
        """
        if not self.has(live.name, command.act) or not is_allowed(live, command):
            return
        if self._tables[live.name].done.get(command.key) != (live.state.rounds, command):
            raise DiceHeld("at this table the dice are entered by two people", values={"stream": live.name})


def _done(table: _Table, command: Command[Any]) -> Command[Any]:
    """Return what was decided with an entry that was sent before."""
    _require_same(table, command)
    return table.done[command.key][1]


def _entered(table: _Table, command: Command[Any], number: int) -> Command[Any] | Held | None:
    """Return what an entry of a round comes to: what both agree on, a hold, or None while another is awaited."""
    if command.key in table.done:
        return _done(table, command)
    if table.entry.held is not None:
        return table.entry.held
    if number > table.round:
        table.forget()
        table.round = number
    is_first = table.first is not None and table.first.key == command.key
    if number < table.round or (command.key in table.sent and not is_first):
        raise DiceHeld("this entry counts no more; enter the dice anew", values={"key": command.key})
    if is_first:
        _require_same(table, command)
        return None
    table.note(command)
    found = table.entry.enter(command.act.dice, command.by.id)
    if isinstance(found, Held):
        return found
    if isinstance(found, Shown) and table.first is not None:
        return _agreed(table, table.first, command)
    table.first = command
    return None


def _require_same(table: _Table, command: Command[Any]) -> None:
    if table.sent[command.key].act != command.act:
        raise KeyConflict("other dice were entered under that key", values={"key": command.key})


def _agreed(table: _Table, first: Command[Any], second: Command[Any]) -> Command[Any] | None:
    """Return the dealer's entry, with the other as its witness; None where the dealer has made none yet."""
    is_dealers = [one.by.role is Role.DEALER for one in (second, first)]
    if not any(is_dealers):
        table.entry.enter(first.act.dice, first.by.id)
        return None
    decided, other = (second, first) if is_dealers[0] else (first, second)
    decided = msgspec.structs.replace(decided, witness=other.by)
    table.done |= dict.fromkeys((decided.key, other.key), (table.round, decided))
    table.forget()
    return decided
