"""One automatic table to try: who sits at it, its clock and its wheel, driven by ticks and named acts.

Nothing is read or printed here. `table_acts.py` knows which key does what, `table_screen.py` how it looks.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Protocol

from pitboss.decider import Accepted, Command, Person, Refusal, Role, handle
from pitboss.floor.clock import GameClock
from pitboss.floor.sensor.reading import Reading
from pitboss.floor.sensor.relay import Relay
from pitboss.floor.sensor.wheel import SimulatedWheel
from pitboss.games import house_acts as h
from pitboss.games.roulette.automatic import messages as m
from pitboss.games.roulette.automatic.events import GameStarted
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.roulette.messages import BallSpun

if TYPE_CHECKING:
    from datetime import datetime

    from pitboss.decider import Act, Event
    from pitboss.games.roulette.automatic.config import AutomaticConfig
    from pitboss.games.roulette.automatic.state import AutomaticTable

__all__ = ["DEALER", "SUPERVISOR", "Desk", "MemoryTable", "TableHost"]

DEALER = Person("Dealer", Role.DEALER)
SUPERVISOR = Person("Supervisor", Role.PIT_SUPERVISOR)
_LOG_LINES = 200


class TableHost(Protocol):
    """Where a table lives: it takes commands one by one, and shows how the table stands."""

    @property
    def state(self) -> AutomaticTable:
        """Return the table; only the host changes it."""

    def submit(self, command: Command[Any]) -> Accepted | Refusal:
        """Decide a command, and return what happened."""


class MemoryTable:
    """A table that is forgotten when the program ends."""

    def __init__(self, config: AutomaticConfig) -> None:
        self.state: AutomaticTable = AUTOMATIC.new_state(config)

    def submit(self, command: Command[Any]) -> Accepted | Refusal:
        """Decide a command in memory."""
        self.state, answer = handle(AUTOMATIC, self.state, command)
        return answer


class Desk:
    """The table with its dealer, a supervisor, its terminals, the clock and a simulated wheel."""

    def __init__(self, host: TableHost, *, seed: int, session: str, now_ns: int, wall: datetime) -> None:
        self._host = host
        self._session = session
        self._sent = 0
        self.now_ns, self.wall = now_ns, wall
        self.log: deque[str] = deque(maxlen=_LOG_LINES)
        """What happened, in words, the newest last."""
        name = self.state.config.name or "table"
        self.wheel = SimulatedWheel(self.state.rules.wheel, seed)
        self.clock = GameClock(stream=name, send=self._send, session=session)
        self._relay = Relay(self.wheel, stream=name, send=self._send, device="wheel", session=session)

    @property
    def state(self) -> AutomaticTable:
        """Return the table as it stands."""
        return self._host.state

    def open(self, terminals: int) -> None:
        """Inspect the equipment, open the table and enrol terminals, as a house does before the first game."""
        for offer in AUTOMATIC.legal(self.state, DEALER):
            if offer.act is h.InspectEquipment:
                self.do(DEALER, h.InspectEquipment(items=offer.fields["items"].must))  # type: ignore[union-attr]
        self.do(DEALER, h.OpenTable())
        for number in range(1, terminals + 1):
            self.do(SUPERVISOR, m.EnrolTerminal(terminal=f"T{number}"))

    def tick(self, now_ns: int, wall: datetime) -> None:
        """Let time pass: the clock prompts and locks, the wheel finds its number."""
        self.now_ns, self.wall = now_ns, wall
        self.clock.tick(now_ns, wall)
        if self.state.config.has_sensor:
            self._relay.poll(now_ns, wall)
            return
        for found in self.wheel.poll(now_ns):
            # Without a sensor the dealer looks at the wheel.
            seen = f"{found.pocket} after {found.revolutions} revolutions" if isinstance(found, Reading) else "no ball"
            self.log.append(f"On the wheel: {seen}.")

    def do(self, by: Person, act: Act, *, witness: Person | None = None) -> bool:
        """Submit an act; tell whether it was accepted."""
        self._sent += 1
        key = f"desk/{self._session}/{self._sent}"
        return self._submit(Command(key=key, by=by, act=act, received_at=self.wall, witness=witness))

    def say(self, text: str) -> None:
        """Put a line into the log that is no event."""
        self.log.append(text)

    def _send(self, _: str, command: Command[Any]) -> None:
        self._submit(command)

    def _submit(self, command: Command[Any]) -> bool:
        answer = self._host.submit(command)
        if isinstance(answer, Refusal):
            clause = f" [{answer.clause}]" if answer.clause else ""
            self.log.append(f"Refused: {answer.reason}{clause}")
            return False
        for event in answer.events:
            self._heard(event)
        return True

    def _heard(self, event: Event) -> None:
        self.log.extend(AUTOMATIC.in_words(self.state, event).splitlines())
        self.clock.hear(event, self.now_ns)
        if isinstance(event, GameStarted):
            self._relay.new_game()
        elif isinstance(event, BallSpun):
            self.wheel.launch(event.direction, self.now_ns)
