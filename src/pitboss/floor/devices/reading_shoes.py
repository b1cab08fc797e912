"""The reading shoes of a live house: one thread reads every line, and deals what is certain as the table's device.

The shoe prevails over the screen, and a disagreement is held: where the dealer enters another card than the shoe has
read, or one that it has not read, or the line cannot be believed, nothing is dealt at that table and the pit is
alarmed. A supervisor who clears the alarm has ruled; the dealer then enters the card of the ruling, and the shoe is
read on.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from pitboss.decider import Act, Command, Event, Person, Refusal, Role
from pitboss.errors import PitbossError
from pitboss.floor.devices.polling import Poller
from pitboss.floor.devices.read_cards import Held, Proposed, ReadCards, Waiting
from pitboss.floor.devices.shoe_machine import CardRead, SerialShoe, contradiction
from pitboss.floor.gates.shoe_acts import acts_of, card_act, comes_from, is_allowed, is_entry
from pitboss.floor.house_devices import ShoeEntry, settings_of, shoe_of
from pitboss.floor.people.events import AlarmCleared
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.people.state import ALARMS_MAX
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.games.cards import SourceKind
from pitboss.games.shoe.events import AutomaticShoeUsed, ShoeLoaded
from pitboss.stream import CardActs

_SAID: Final = "the reading shoe: "
"""How the alarms begin that hold a table."""


class ShoeHeld(PitbossError):
    """No card is dealt at a table until a supervisor has ruled, or before its shoe has read one."""

    http_status = 409


@dataclass
class _Table:
    """One table's shoe; what follows from a reading and from an entry is done under the lock."""

    stream: str
    line: SerialShoe
    shoe: ReadCards
    device: Person
    lock: threading.Lock = field(default_factory=threading.Lock)
    taken: int = 0
    """Cards that were read and have left the shoe in the record too."""
    refused: int = 0
    alarm: int | None = None
    """The open alarm that holds the table."""
    is_doubted: bool = False
    """Whether to check again that the alarm is still open."""
    is_by_hand: bool = False
    """Whether a ruling lets the dealer enter a card that the shoe has not read."""
    is_resuming: bool = False
    is_stale: bool = True
    """Whether anything happened at the table since a card could not be dealt."""
    out: int | None = None
    """How many cards of the shoe were out in the record, as far as we were told; None where we were not."""

    @property
    def key(self) -> str:
        return f"{self.taken}.{self.refused}"

    def take(self) -> None:
        self.shoe.take()
        self.taken += 1


class ReadingShoes(Poller[_Table]):
    """Reads the shoes of a floor."""

    name = "shoes"

    def add(self, entry: ShoeEntry) -> None:
        """Read a table's shoe; a table that was held is held still, and so is a hand of which nobody read all."""
        line = SerialShoe(entry.port, settings_of(entry), baud=entry.baud)
        table: _Table
        shoe = ReadCards(lambda: setattr(table, "is_resuming", True))
        table = _Table(entry.stream, line, shoe, Person(shoe_of(entry.stream), Role.DEVICE))
        open_alarms = self._floor.view(HOUSE_STREAM, lambda live: dict(live.state.alarms))
        for number, (_, about, text) in open_alarms.items():
            if about == entry.stream and text.startswith(_SAID):
                table.alarm, table.shoe.held = number, Held(text.removeprefix(_SAID))
        if table.alarm is None and self._floor.view(entry.stream, _is_within_hand):
            table.shoe.held = Held("its reader was started again while a hand was dealt")
        self._devices[entry.stream] = table

    def _close(self, table: _Table, /) -> None:
        table.line.close()

    # In the writer's thread

    def refuse_unread(self, live: LiveStream, command: Command[Any]) -> None:
        """Refuse a card that the shoe does not stand by, and note a disagreement."""
        table = self._devices.get(live.name)
        if table is None or not is_entry(command.act) or comes_from(live) is not SourceKind.SHOE:
            return
        if not is_allowed(live, command):
            # Refused by the rules, whatever the shoe says; an entry out of turn is no disagreement.
            return
        with table.lock:
            self._compare(table, getattr(command.act, "card", None), is_device=command.by.role is Role.DEVICE)

    def would_refuse(self, live: LiveStream, command: Command[Any]) -> bool:
        """Tell whether a card is refused as the shoe stands, and nothing else comes of entering it.

        A dealer's card that the shoe does not stand by is none of these: entering it holds the table, which is how a
        dealer reports it.
        """
        table = self._devices.get(live.name)
        if table is None or not is_entry(command.act) or comes_from(live) is not SourceKind.SHOE:
            return False
        card, is_device = getattr(command.act, "card", None), command.by.role is Role.DEVICE
        with table.lock:
            found = table.shoe.next_card()
            if isinstance(found, Held):
                # Somebody waits: let the reader look whether a supervisor has ruled.
                table.is_doubted = True
                return True
            if isinstance(found, Waiting):
                return (card is None or is_device) and not table.is_by_hand
            return is_device and card not in (None, found.card)

    @staticmethod
    def _compare(table: _Table, card: str | None, *, is_device: bool) -> None:
        found = table.shoe.next_card()
        if isinstance(found, Proposed) and card in (None, found.card):
            return
        if isinstance(found, Waiting) and (card is None or is_device) and not table.is_by_hand:
            raise ShoeHeld("the shoe has read no card yet", values={"stream": table.stream})
        if isinstance(found, Waiting) and table.is_by_hand:
            return
        table.is_doubted = True
        held = found if is_device else table.shoe.contradict(card)
        reason = held.reason if isinstance(held, Held) else "the shoe has read another card"
        raise ShoeHeld(f"no card is dealt until a supervisor has ruled: {reason}", values={"stream": table.stream})

    def hear(self, news: Sequence[News]) -> None:
        """Follow the cards that leave the shoe, and what supervisors rule."""
        for one in news:
            if one.live.name == HOUSE_STREAM:
                self._ruled(one.recorded.events)
            elif one.live.name in self._devices:
                table, shoe = self._devices[one.live.name], one.live.state.cards.shoe
                table.is_stale, table.out = True, None if shoe is None else len(shoe.drawn)
                for event in one.recorded.events:
                    self._left(table, event, one.recorded.key, acts_of(one.live))

    def _left(self, table: _Table, event: Event, key: str, acts: CardActs) -> None:
        """Go on to the next card when one has left the shoe."""
        with table.lock:
            if isinstance(event, ShoeLoaded | AutomaticShoeUsed):
                table.shoe.forget()
            if not acts.leaves_shoe(event):
                return
            if key.startswith(f"{table.device.id}/"):
                self._took(table, key.rpartition("/")[2])
                return
            first, card = table.shoe.next_card(), getattr(event, "card", None)
            if isinstance(first, Proposed) and card in (None, "", first.card):
                table.take()
            elif table.line.is_open:
                table.is_by_hand = False

    @staticmethod
    def _took(table: _Table, key: str) -> None:
        """Go on after our own card, once: the thread that sent it and the listener both know of it."""
        if key == table.key:
            table.take()

    def _ruled(self, events: Sequence[Event]) -> None:
        """Let a table go on whose alarm a supervisor cleared."""
        for event in events:
            for table in self._devices.values():
                if isinstance(event, AlarmCleared):
                    self._go_on(table, event.alarm)

    @staticmethod
    def _go_on(table: _Table, alarm: int) -> None:
        with table.lock:
            if table.alarm == alarm:
                table.shoe.release()
                table.alarm, table.is_by_hand, table.is_stale, table.out = None, True, True, None

    # In the thread that reads

    def _poll(self, table: _Table, /) -> None:
        found = table.line.poll(self._monotonic_ns())
        with table.lock:
            # A line that was lost is read on when it is there again; one that is there, at once.
            if table.is_resuming and table.line.is_open:
                table.is_resuming = False
                table.line.resume()
            table.shoe.hear(found)
            if any(isinstance(entry, CardRead) for entry in found):
                table.is_by_hand, table.is_stale = False, True
            ready = table.shoe.next_card()
        if isinstance(ready, Held):
            self._alarm(table, ready.reason)
        elif isinstance(ready, Proposed) and table.is_stale:
            self._deal(table, ready)
        elif isinstance(ready, Waiting) and table.shoe.result is not None:
            self._check(table)

    def _alarm(self, table: _Table, reason: str) -> None:
        """Tell the pit what holds the table, unless it is told already.

        The record is asked too: an alarm may be cleared before its number is known here, and while nobody was told.
        """
        if table.alarm is None:
            table.alarm, table.is_doubted = self._raise_alarm(table, f"{_SAID}{reason}"), True
            return
        is_doubted, table.is_doubted = table.is_doubted, False
        open_alarms = self._floor.view(HOUSE_STREAM, lambda live: set(live.state.alarms)) if is_doubted else set()
        if is_doubted and table.alarm not in open_alarms:
            if len(open_alarms) < ALARMS_MAX:
                self._go_on(table, table.alarm)
            else:
                # The oldest of too many alarms are not kept: it is raised again.
                table.alarm = None

    def _deal(self, table: _Table, ready: Proposed) -> None:
        """Deal the card that was read, or burn it, whichever the table waits for."""
        table.is_stale = False
        key = table.key

        def asked(live: LiveStream) -> Act | None:
            if comes_from(live) is not SourceKind.SHOE:
                return None
            if table.out not in (None, len(live.state.cards.shoe.drawn)):
                # The journal went away with an answer: the card that was read first may be dealt already.
                with table.lock:
                    table.shoe.held = table.shoe.held or Held("a card was recorded of which its reader was not told")
                return None
            command = partial(self._command, table, key)
            return card_act(live, ready.card, command, is_burned_first=ready.is_out_of_game)

        act = self._floor.view(table.stream, asked)
        if act is None:
            return
        try:
            recorded = self._floor.send(table.stream, self._command(table, key, act))
        except PitbossError:
            table.is_stale = True
            raise
        with table.lock:
            if isinstance(recorded.answer, Refusal):
                table.refused += 1
            else:
                self._took(table, key)
                table.is_stale, table.out = True, None

    def _command(self, table: _Table, key: str, act: Act) -> Command[Any]:
        key = f"{table.device.id}/{self._session}/{key}"
        return Command(key=key, by=table.device, act=act, received_at=self._wall())

    def _check(self, table: _Table) -> None:
        """Compare the shoe's result with what the cards come to; nothing is ever paid on it."""
        result, table.shoe.result = table.shoe.result, None

        def asked(live: LiveStream) -> str | None:
            hands_of = acts_of(live).hands
            hands = None if result is None or hands_of is None else hands_of(live.state)
            return None if result is None or hands is None else contradiction(result, *hands)

        reason = self._floor.view(table.stream, asked)
        if reason is not None:
            with table.lock:
                table.shoe.held = table.shoe.held or Held(reason)


def _is_within_hand(live: LiveStream) -> bool:
    return comes_from(live) is SourceKind.SHOE and not live.state.is_between_rounds
