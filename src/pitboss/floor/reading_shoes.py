"""The reading shoes of a live house: one thread reads every line, and deals what is certain as the table's device.

The shoe prevails over the screen, and a disagreement is held: where the dealer enters another card than the shoe has
read, or one that it has not read, or the line cannot be believed, nothing is dealt at that table and the pit is
alarmed. A supervisor who clears the alarm has ruled; the dealer then enters the card of the ruling, and the shoe is
read on.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from pitboss.decider import Accepted, Command, Person, Refusal, Role
from pitboss.errors import InputError, PitbossError
from pitboss.floor.devices.card_source import CardPort, Held, Proposed, ReadingShoe, Waiting
from pitboss.floor.devices.shoe_line import SerialShoe
from pitboss.floor.devices.shoe_machine import CardRead, contradiction
from pitboss.floor.house_devices import settings_of
from pitboss.floor.staff.events import AlarmCleared, AlarmRaised
from pitboss.floor.staff.house import HOUSE_STREAM, SERVER
from pitboss.floor.staff.messages import AlarmKind, RaiseAlarm
from pitboss.games.baccarat.card_acts import BurnCard as BaccaratBurn
from pitboss.games.baccarat.hands import Outcome
from pitboss.games.baccarat.messages import DealCard as BaccaratDeal
from pitboss.games.blackjack.house_acts import BurnCard as BlackjackBurn
from pitboss.games.blackjack.messages import DealCard as BlackjackDeal
from pitboss.games.cards import SourceKind
from pitboss.rulebook import RuleViolation

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pitboss.decider import Act, Event
    from pitboss.floor.asking import News
    from pitboss.floor.house_devices import ShoeEntry
    from pitboss.floor.stream import LiveStream
    from pitboss.floor.writer import Floor

__all__ = ["ReadingShoes", "ShoeHeld"]

POLL_SECONDS: Final = 0.05
_SAID: Final = "the reading shoe: "
"""How the alarms begin that hold a table."""
_ENTRIES: Final = {
    "baccarat.deal_card/1", "baccarat.burn_card/1", "baccarat.report_face_up/1",
    "blackjack.deal_card/1", "blackjack.burn_card/1", "blackjack.report_face_up/1",
}  # fmt: skip
"""Acts that say which card left the shoe."""
_OUT: Final = {
    "baccarat.card_dealt/1", "baccarat.card_burned/1", "baccarat.card_found_face_up/1",
    "blackjack.card_dealt/1", "blackjack.card_burned/1", "blackjack.card_found_face_up/1",
}  # fmt: skip
"""Events with which a card has left it."""
_LOADED: Final = {"cards.shoe_loaded/1", "cards.automatic_shoe_used/1"}
_ACTS: Final[dict[str, tuple[Any, Any]]] = {
    "baccarat": (BaccaratDeal, BaccaratBurn),
    "blackjack": (BlackjackDeal, BlackjackBurn),
}
_SERVER: Final = Person(SERVER, Role.DEVICE)
_LOG = logging.getLogger(__name__)


class ShoeHeld(PitbossError):
    """No card is dealt at a table until a supervisor has ruled, or before its shoe has read one."""

    http_status = 409


@dataclass
class _Table:
    """One table's shoe; what follows from a reading and from an entry is done under the lock."""

    stream: str
    line: SerialShoe
    shoe: ReadingShoe
    port: CardPort
    device: Person
    lock: threading.Lock = field(default_factory=threading.Lock)
    taken: int = 0
    """Cards that were read and have left the shoe in the record too."""
    refused: int = 0
    alarm: int | None = None
    """The open alarm that holds the table."""
    is_by_hand: bool = False
    """Whether a ruling lets the dealer enter a card that the shoe has not read."""
    is_resuming: bool = False
    is_stale: bool = True
    """Whether anything happened at the table since a card could not be dealt."""

    @property
    def key(self) -> str:
        return f"{self.taken}.{self.refused}"

    def take(self) -> None:
        self.shoe.take()
        self.taken += 1


class ReadingShoes:
    """Reads the shoes of a floor."""

    def __init__(
        self,
        floor: Floor,
        session: str,
        *,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._floor, self._session = floor, session
        self._wall, self._monotonic_ns = wall, monotonic_ns
        self._tables: dict[str, _Table] = {}
        self._alarms = 0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        floor.listeners.append(self._hear)
        floor.gates.append(self._gate)

    def add(self, entry: ShoeEntry) -> None:
        """Read a table's shoe; a table that was held is held still, and so is a hand of which nobody read all."""
        line = SerialShoe(entry.port, settings_of(entry), baud=entry.baud)
        table: _Table
        shoe = ReadingShoe(lambda: setattr(table, "is_resuming", True))
        table = _Table(entry.stream, line, shoe, CardPort(shoe), Person(f"shoe-{entry.stream}", Role.DEVICE))
        open_alarms = self._floor.view(HOUSE_STREAM, lambda live: dict(live.state.alarms))
        for number, (_, about, text) in open_alarms.items():
            if about == entry.stream and text.startswith(_SAID):
                table.alarm, table.port.held = number, Held(text.removeprefix(_SAID))
        if table.alarm is None and self._floor.view(entry.stream, _is_within_hand):
            table.port.held = Held("its reader was started again while a hand was dealt")
        self._tables[entry.stream] = table

    def start(self) -> None:
        """Begin to read, where there is anything to read."""
        if self._tables:
            self._thread = threading.Thread(target=self._run, name="pitboss-shoes", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Read no more, and give the ports back."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        for table in self._tables.values():
            table.line.close()

    # In the writer's thread

    def _gate(self, live: LiveStream, command: Command[Any]) -> None:
        """Refuse a card that the shoe does not stand by."""
        table = self._tables.get(live.name)
        if table is None or str(type(command.act).__struct_config__.tag) not in _ENTRIES or not _reads(live):
            return
        if not _is_allowed(live, command):
            # Refused by the rules, whatever the shoe says; an entry out of turn is no disagreement.
            return
        with table.lock:
            self._compare(table, command.act.card, is_device=command.by.role is Role.DEVICE)

    @staticmethod
    def _compare(table: _Table, card: str | None, *, is_device: bool) -> None:
        found = table.port.next_card()
        if isinstance(found, Proposed) and card in (None, found.card):
            return
        if isinstance(found, Waiting) and (card is None or is_device) and not table.is_by_hand:
            raise ShoeHeld("the shoe has read no card yet", values={"stream": table.stream})
        if isinstance(found, Waiting) and table.is_by_hand:
            return
        held = found if is_device else table.port.confirm(card)
        reason = held.reason if isinstance(held, Held) else "the shoe has read another card"
        raise ShoeHeld(f"no card is dealt until a supervisor has ruled: {reason}", values={"stream": table.stream})

    def _hear(self, news: Sequence[News]) -> None:
        for one in news:
            answer = one.recorded.answer
            events = answer.events if isinstance(answer, Accepted) else ()
            if one.live.name == HOUSE_STREAM:
                self._ruled(events)
            elif one.live.name in self._tables:
                table = self._tables[one.live.name]
                table.is_stale = True
                for event in events:
                    self._left(table, event, one.recorded.key)

    def _left(self, table: _Table, event: Event, key: str) -> None:
        """Go on to the next card when one has left the shoe."""
        tag = str(type(event).__struct_config__.tag)
        with table.lock:
            if tag in _LOADED:
                table.shoe.forget()
            if tag not in _OUT:
                return
            if key.startswith(f"{table.device.id}/"):
                self._took(table, key.rpartition("/")[2])
                return
            first, card = table.shoe.peek(), getattr(event, "card", None)
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
            for table in self._tables.values():
                if isinstance(event, AlarmCleared) and event.alarm == table.alarm:
                    with table.lock:
                        table.port.release()
                        table.alarm, table.is_by_hand, table.is_stale = None, True, True

    # In the thread that reads

    def _run(self) -> None:
        while not self._stopping.wait(POLL_SECONDS):
            self.poll()

    def poll(self) -> None:
        """Read every line once; trouble at one table is no trouble at the others."""
        for table in self._tables.values():
            try:
                self._poll(table)
            except PitbossError as error:
                _LOG.warning("the shoe of %s waits: %s", table.stream, error)
            except Exception:  # noqa: BLE001 - one shoe that breaks must not take the others with it
                _LOG.exception("the shoe of %s could not be read", table.stream)

    def _poll(self, table: _Table) -> None:
        found = table.line.poll(self._monotonic_ns())
        with table.lock:
            # A line that was lost is read on when it is there again; one that is there, at once.
            if table.is_resuming and table.line.is_open:
                table.is_resuming = False
                table.line.resume()
            table.shoe.hear(found)
            if any(isinstance(entry, CardRead) for entry in found):
                table.is_by_hand, table.is_stale = False, True
            ready = table.port.next_card()
        if isinstance(ready, Held):
            self._alarm(table, ready.reason)
        elif isinstance(ready, Proposed) and table.is_stale:
            self._deal(table, ready)
        elif isinstance(ready, Waiting) and table.shoe.result is not None:
            self._check(table)

    def _alarm(self, table: _Table, reason: str) -> None:
        """Tell the pit what holds the table, unless it is told already."""
        if table.alarm is not None:
            return
        act = RaiseAlarm(kind=AlarmKind.DEVICE, about=table.stream, text=f"{_SAID}{reason}"[:500])
        key = f"{SERVER}/shoes/{self._session}/{self._alarms}"
        recorded = self._floor.send(HOUSE_STREAM, Command(key=key, by=_SERVER, act=act, received_at=self._wall()))
        self._alarms += 1
        if isinstance(recorded.answer, Accepted) and isinstance(recorded.answer.events[0], AlarmRaised):
            table.alarm = recorded.answer.events[0].alarm

    def _deal(self, table: _Table, ready: Proposed) -> None:
        """Deal the card that was read, or burn it, whichever the table waits for."""
        table.is_stale = False
        key = table.key

        def asked(live: LiveStream) -> Act | None:
            deal, burn = (kind(card=ready.card) for kind in _ACTS[live.rules.name])
            if not _reads(live):
                return None
            acts = (burn, deal) if ready.is_out_of_game else (deal, burn)
            return next((act for act in acts if _is_allowed(live, self._command(table, key, act))), None)

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
                table.is_stale = True

    def _command(self, table: _Table, key: str, act: Act) -> Command[Any]:
        key = f"{table.device.id}/{self._session}/{key}"
        return Command(key=key, by=table.device, act=act, received_at=self._wall())

    def _check(self, table: _Table) -> None:
        """Compare the shoe's result with what the cards come to; nothing is ever paid on it."""
        result, table.shoe.result = table.shoe.result, None

        def asked(live: LiveStream) -> str | None:
            current = getattr(live.state, "round", None)
            if result is None or live.rules.name != "baccarat" or current is None or current.outcome is Outcome.VOID:
                return None
            return contradiction(result, list(current.player), list(current.banker))

        reason = self._floor.view(table.stream, asked)
        if reason is not None:
            with table.lock:
                table.port.held = table.port.held or Held(reason)


def _reads(live: LiveStream) -> bool:
    """Tell whether the cards in play come from a shoe that reads them."""
    shoe = live.state.cards.shoe
    return shoe is not None and shoe.kind is SourceKind.SHOE


def _is_within_hand(live: LiveStream) -> bool:
    return _reads(live) and not live.state.is_between_rounds


def _is_allowed(live: LiveStream, command: Command[Any]) -> bool:
    """Tell whether the rules of play would take a command as the table stands."""
    try:
        tuple(live.rules.decide(live.state, command))
    except (RuleViolation, InputError):
        return False
    return True
