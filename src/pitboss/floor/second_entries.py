"""Dice that are entered twice: by the dealer, and by somebody else who has not seen the first entry.

Where both agree the dealer's entry is decided, with the other as its witness. Where they differ nothing is entered:
the pit is alarmed, and a supervisor who clears the alarm lets both enter the dice anew.
"""

from __future__ import annotations

import asyncio
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import msgspec

from pitboss.decider import Accepted, Command, Role
from pitboss.errors import PitbossError
from pitboss.floor.devices.dice_entry import DiceEntry, Shown
from pitboss.floor.devices.read_cards import Held, Waiting
from pitboss.floor.shoe_acts import is_allowed
from pitboss.floor.staff.events import AlarmCleared, AlarmRaised
from pitboss.floor.staff.house import HOUSE_STREAM
from pitboss.floor.staff.messages import AlarmKind, RaiseAlarm
from pitboss.games.sicbo.messages import EnterDice
from pitboss.games.sicbo.round import Phase

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from pitboss.decider import Act
    from pitboss.floor.answers import Recorded
    from pitboss.floor.asking import News
    from pitboss.floor.stream import LiveStream
    from pitboss.floor.writer import Floor

__all__ = ["DiceHeld", "SecondEntries"]

_SAID: Final = "the dice: "
"""How the alarms begin that hold a table."""


class DiceHeld(PitbossError):
    """Dice are not entered: two entries differ, or there is only one."""

    http_status = 409


@dataclass
class _Table:
    """One table's throw; entries come from the loop, and what ends a throw from the writer's thread."""

    entry: DiceEntry = field(default_factory=DiceEntry)
    commands: list[Command[Any]] = field(default_factory=list)
    """The entries of this throw."""
    done: dict[str, Command[Any]] = field(default_factory=dict)
    """The keys of the last throw's entries to the command that was decided: either may be sent again."""
    alarm: int | None = None
    lock: threading.Lock = field(default_factory=threading.Lock)

    def forget(self) -> None:
        """Wait for two entries again."""
        self.entry, self.commands = DiceEntry(), []


class SecondEntries:
    """Collects the entries of tables whose house asks for two."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._tables: dict[str, _Table] = {}
        floor.listeners.append(self._hear)
        floor.gates.append(self._gate)

    def add(self, stream: str) -> None:
        """Ask for two entries at a table; one that was held is held still."""
        table = self._tables[stream] = _Table()
        open_alarms = self._floor.view(HOUSE_STREAM, lambda live: dict(live.state.alarms))
        for number, (_, about, text) in open_alarms.items():
            if about == stream and text.startswith(_SAID):
                table.alarm, table.entry.held = number, Held(text.removeprefix(_SAID))

    def has(self, stream: str, act: Act) -> bool:
        """Tell whether an act is an entry that somebody else has to make too."""
        return stream in self._tables and isinstance(act, EnterDice)

    async def taken(
        self, stream: str, command: Command[Any], alarm: Callable[[RaiseAlarm], Awaitable[Recorded]]
    ) -> Command[Any] | None:
        """Take an entry; return what is to be decided, or None while the second entry is awaited.

        Raises:
            DiceHeld: where two entries differ, until a supervisor has ruled.
        """
        table = self._tables[stream]
        known = await asyncio.wrap_future(self._floor.ask(stream, lambda live: self._known(table, live, command)))
        if known is not None:
            return known
        with table.lock:
            found = table.entry.enter(command.act.dice, command.by.id)
            if isinstance(found, Waiting):
                table.commands = [command]
                return None
            if isinstance(found, Shown):
                return self._agreed(table, command)
        if table.alarm is None:
            recorded = await alarm(RaiseAlarm(kind=AlarmKind.DEVICE, about=stream, text=f"{_SAID}{found.reason}"[:500]))
            raised = recorded.answer.events[0] if isinstance(recorded.answer, Accepted) else None
            table.alarm = raised.alarm if isinstance(raised, AlarmRaised) else None
        reason = f"no dice are entered until a supervisor has ruled: {found.reason}"
        raise DiceHeld(reason, values={"stream": stream})

    def _known(self, table: _Table, live: LiveStream, command: Command[Any]) -> Command[Any] | None:
        """Return what is decided at once: an entry that was decided before, or one that the rules refuse."""
        if command.key in table.done:
            return table.done[command.key]
        stored = self._floor.journal.answer(live.name, command.key)
        if stored is not None:
            sent = msgspec.json.decode(stored.command).get("witness")
            return command if sent is None else live.rules.command_decoder.decode(stored.command)
        current = live.state.round
        is_due = current is not None and current.phase is Phase.UNCOVERED and not live.state.is_computer_failed
        is_dealers = command.by.role is Role.DEALER
        is_theirs = is_allowed(live, command) if is_dealers else live.state.is_at_table(command.by)
        return None if is_due and is_theirs else command

    @staticmethod
    def _agreed(table: _Table, command: Command[Any]) -> Command[Any]:
        """Return the dealer's entry, with the other as its witness."""
        (first,) = table.commands
        is_first = command.by.role is not Role.DEALER and first.by.role is Role.DEALER
        decided, other = (first, command) if is_first else (command, first)
        decided = msgspec.structs.replace(decided, witness=other.by)
        table.done = {decided.key: decided, other.key: decided}
        table.forget()
        return decided

    # In the writer's thread

    def _gate(self, live: LiveStream, command: Command[Any]) -> None:
        """Refuse dice that only one person has entered, whichever way they came."""
        if live.name not in self._tables or not isinstance(command.act, EnterDice) or not is_allowed(live, command):
            return
        if command.witness is None or command.witness.id == command.by.id:
            raise DiceHeld("at this table the dice are entered by two people", values={"stream": live.name})

    def _hear(self, news: Sequence[News]) -> None:
        for one in news:
            answer = one.recorded.answer
            events = answer.events if isinstance(answer, Accepted) else ()
            if one.live.name == HOUSE_STREAM:
                self._ruled({event.alarm for event in events if isinstance(event, AlarmCleared)})
            elif one.live.name in self._tables and events:
                # Whatever happens at the table ends the wait: a throw that is called off is entered by nobody.
                table = self._tables[one.live.name]
                with table.lock:
                    if table.entry.held is None:
                        table.forget()

    def _ruled(self, cleared: set[int]) -> None:
        """Let a table go on whose alarm a supervisor cleared."""
        for table in self._tables.values():
            if table.alarm in cleared:
                with table.lock:
                    table.alarm = None
                    table.forget()
