"""One automatic table to try: who sits at it, its clock and its wheel, driven by ticks and named acts.

Nothing is read or printed here. `table_acts.py` knows which key does what, `table_screen.py` how it looks. What happens
is told when it is recorded; while nothing can be recorded nothing happens, and the clock's and the wheel's word waits.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from pitboss.decider import Command, Person, Refusal, Role
from pitboss.errors import PitbossError
from pitboss.floor.devices.clock import GameClock
from pitboss.floor.devices.sensor.reading import Reading
from pitboss.floor.devices.sensor.relay import Relay
from pitboss.floor.devices.sensor.wheel import SimulatedWheel
from pitboss.floor.writer.answers import FateUnknown
from pitboss.games.roulette.automatic import acts as automatic_acts
from pitboss.games.roulette.automatic.events import GameStarted
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.roulette.events import BallSpun
from pitboss.games.roulette.state import Phase
from pitboss.games.table import acts as table_acts
from pitboss.journal import JournalError

if TYPE_CHECKING:
    from datetime import datetime

    from pitboss.decider import Act, Event
    from pitboss.floor.table_host import TableHost
    from pitboss.games.roulette.automatic.state import AutomaticTable

__all__ = ["SUPERVISOR", "Desk"]

SUPERVISOR = Person("Supervisor", Role.PIT_SUPERVISOR)
WHEEL = Person("wheel", Role.DEVICE)
_DEALER = "Dealer"
_LOG_LINES = 200


class Desk:
    """The table with its dealer, a supervisor, its terminals, the clock and a simulated wheel."""

    def __init__(self, host: TableHost, *, seed: int, session: str, now_ns: int, wall: datetime) -> None:
        self._host = host
        self._session = session
        """Different at every start, so that keys never meet."""
        self._made = 0
        self._doubtful: Command[Any] | None = None
        """What may be recorded or not: nothing else is sent before that is known."""
        self._is_behind = False
        """Whether something that was due is not recorded yet; nobody's act goes before it."""
        self.now_ns, self.wall = now_ns, wall
        self.trouble: str | None = None
        """Why the last try to record something failed."""
        self.log: deque[str] = deque(maxlen=_LOG_LINES)
        """What happened, in words, the newest last."""
        self.wheel = SimulatedWheel(self.state.rules.wheel, seed)
        self.clock = GameClock(stream=host.stream, send=self._send, session=session)
        self._relay = Relay(self.wheel, stream=host.stream, send=self._send, device=WHEEL.id, session=session)

    @property
    def state(self) -> AutomaticTable:
        """Return the table as it is recorded."""
        return self._host.state

    @property
    def dealer(self) -> Person:
        """Return who deals at the table."""
        return Person(self.state.dealer or _DEALER, Role.DEALER)

    @property
    def is_in_doubt(self) -> bool:
        """Tell whether it is not known if the last act was recorded."""
        return self._doubtful is not None

    # Beginning

    def open(self, terminals: int) -> None:
        """Do what a house does before the first game and is not done yet, and go on with a game that was in play.

        Raises:
            JournalError: if it cannot be recorded.
        """
        if not self.state.is_open:
            for offer in AUTOMATIC.legal(self.state, self.dealer):
                if offer.act is table_acts.InspectEquipment:
                    items = offer.fields["items"].must  # type: ignore[union-attr]
                    self._record(self._command(self.dealer, table_acts.InspectEquipment(items=items)))
            self._record(self._command(self.dealer, table_acts.OpenTable()))
        self._go_on()
        known = set(self.state.terminals)
        free = [name for name in (f"T{number + 1}" for number in range(terminals)) if name not in known]
        for name in free[: max(0, terminals - len(known))]:
            self._record(self._command(SUPERVISOR, automatic_acts.EnrolTerminal(terminal=name)))

    def _go_on(self) -> None:
        """Let the clock run on from the last record, and hold a game whose ball went away with the wheel."""
        self.clock.resume(self._host.window, self._host.recorded_at, self.now_ns, self.wall)
        self.tick(self.now_ns, self.wall)
        state = self.state
        is_ruled = state.held is not None or state.sensed is not None
        if state.phase in (Phase.SPINNING, Phase.CLOSED) and not is_ruled:
            held = automatic_acts.HoldGame(reason="the wheel was started again while a ball ran")
            self._record(self._command(WHEEL, held))

    # Time and acts

    def tick(self, now_ns: int, wall: datetime) -> None:
        """Let time pass: the clock prompts and locks, the wheel finds its number."""
        self.now_ns, self.wall = now_ns, wall
        self._is_behind = True
        try:
            self._settle()
            self.clock.tick(now_ns, wall)
            if self.state.config.has_sensor:
                self._relay.poll(now_ns, wall)
            self._is_behind = False
        except JournalError as error:
            if self.trouble is None:
                self.say(f"Nothing can be recorded now: {_cause(error)}. It is tried again.")
            self.trouble = _cause(error)
        if self.state.config.has_sensor:
            return
        for found in self.wheel.poll(now_ns):
            # Without a sensor the dealer looks at the wheel.
            seen = f"{found.pocket} after {found.revolutions} revolutions" if isinstance(found, Reading) else "no ball"
            self.log.append(f"On the wheel: {seen}.")

    def do(self, by: Person, act: Act, *, witness: Person | None = None) -> bool:
        """Submit an act; tell whether it was accepted."""
        if self._is_behind:
            self.tick(self.now_ns, self.wall)
        if self._is_behind:
            self.say(f"Not done, as what came before is not recorded yet: {self.trouble}.")
            return False
        try:
            return self._record(self._command(by, act, witness))
        except JournalError as error:
            self.trouble = _cause(error)
            said = "Not known yet if it is recorded" if self.is_in_doubt else "Not recorded, so not done"
            self.say(f"{said}: {self.trouble}.")
        return False

    def deal(self, act: Act, *, witness: Person | None = None) -> bool:
        """Submit an act of the dealer; tell whether it was accepted."""
        return self.do(self.dealer, act, witness=witness)

    def say(self, text: str) -> None:
        """Put a line into the log that is no event."""
        self.log.append(text)

    # Recording

    def _command(self, by: Person, act: Act, witness: Person | None = None) -> Command[Any]:
        self._made += 1
        key = f"desk/{self._session}/{self._made}"
        return Command(key=key, by=by, act=act, received_at=self.wall, witness=witness)

    def _send(self, _: str, command: Command[Any]) -> None:
        """Take a command of the clock or the wheel, which send it again if it cannot be recorded."""
        self._record(command)

    def _settle(self) -> None:
        """Find out what became of the command in doubt: sent again under its key it has one effect."""
        if self._doubtful is not None:
            self._record(self._doubtful)

    def _record(self, command: Command[Any]) -> bool:
        try:
            answer = self._host.submit(command)
        except FateUnknown:
            self._doubtful, self._is_behind = command, True
            raise
        except JournalError:
            # A command in doubt stays so: this tells only that it was not recorded now.
            raise
        except PitbossError as error:
            self._doubtful = None
            self.say(f"Refused: {error}")
            return False
        self._doubtful = None
        if self.trouble is not None:
            self.trouble = None
            self.say("The journal records again.")
        if isinstance(answer, Refusal):
            clause = f" [{answer.clause}]" if answer.clause else ""
            self.say(f"Refused: {answer.reason}{clause}")
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


def _cause(error: JournalError) -> str:
    """Return why nothing could be recorded, without saying that nothing could."""
    said = str(error.values.get("error") or error.reason)
    return said.removeprefix("not recorded: ").removeprefix("nothing can be recorded: ").rstrip(".")
