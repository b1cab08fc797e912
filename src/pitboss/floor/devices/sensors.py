"""The wheel sensors of a live house: one thread reads every serial line and relays what is certain to its table.

Trouble with a line holds the game and alarms the pit, once as long as the alarm is open; the line is opened again by
itself. The lines carry no revolutions: the number goes to the console, and the dealer says the count in confirming it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from pitboss.decider import Act, Command, Person, Role
from pitboss.floor.devices.polling import Poller
from pitboss.floor.devices.sensor.frames import number_codes
from pitboss.floor.devices.sensor.machine import Found, Hold, HoldCause, Sensor, SerialSensor
from pitboss.floor.house_file import SensorEntry, device_of
from pitboss.floor.people.acts import AlarmKind
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import News
from pitboss.games.roulette.automatic.acts import HoldGame, SenseNumber
from pitboss.games.roulette.automatic.events import GameStarted
from pitboss.games.roulette.state import Phase

Send = Callable[[str, Command[Any]], object]
"""Takes the stream's name and a command; the same key twice has one effect."""


class Relay:
    """Carries what one sensor finds to one table.

    A sensor that counts no revolutions finds only half of what the rules ask for: its number goes to the console
    without a count, and the dealer says the count with the confirmation. No count is ever made up.
    """

    def __init__(self, sensor: Sensor, *, stream: str, send: Send, device: str, session: str) -> None:
        self._sensor = sensor
        self._stream = stream
        self._send = send
        self._person = Person(device, Role.DEVICE)
        self._session = session
        """Different at every start of the house, so that keys never meet."""
        self._made = 0
        self._unsent: deque[Command[Any]] = deque()

    def new_game(self) -> None:
        """Forget what belonged to the game before."""
        self._unsent.clear()

    def poll(self, now_ns: int, wall: datetime) -> tuple[Found, ...]:
        """Ask the sensor, send what it found, and return it.

        What could not be sent, because `send` raised, is sent at the next poll under the same key, before anything new.
        """
        found = self._sensor.poll(now_ns)
        for entry in found:
            if isinstance(entry, Hold):
                self.hold(entry.reason, wall)
            else:
                act = SenseNumber(pocket=entry.pocket, revolutions=entry.revolutions, direction=entry.direction)
                self._say(act, wall)
        self.send()
        return found

    def hold(self, reason: str, wall: datetime) -> None:
        """Stop the game for a ruling, with the next that is sent."""
        self._say(HoldGame(reason=reason), wall)

    def send(self) -> None:
        """Send what waits."""
        while self._unsent:
            self._send(self._stream, self._unsent[0])
            # What it led to may have begun another game, in which nothing is left to send.
            if self._unsent:
                self._unsent.popleft()

    def _say(self, act: Act, wall: datetime) -> None:
        self._made += 1
        key = f"{self._person.id}/{self._session}/{self._made}"
        self._unsent.append(Command(key=key, by=self._person, act=act, received_at=wall))


_ALARMING: Final = (HoldCause.UNPLUGGED, HoldCause.SILENCE, HoldCause.WARNING)
"""What is wrong with the device itself; a contradiction is between it and one game, which is held."""


@dataclass
class _Wheel:
    """One table's line."""

    stream: str
    line: SerialSensor
    relay: Relay
    has_new_game: bool = False
    """Whether a game was started since the last poll."""
    unsaid: str | None = None
    """An alarm that could not be recorded yet."""


class Sensors(Poller[_Wheel]):
    """Reads the wheels of a floor."""

    name = "sensors"

    def add(self, entry: SensorEntry) -> None:
        """Read a table's wheel; a ball that ran while nobody read it is ruled on by people."""

        def asked(live: LiveStream) -> tuple[Any, bool]:
            state = live.state
            is_unread = state.phase in (Phase.SPINNING, Phase.CLOSED) and state.held is None and state.sensed is None
            return state.rules.wheel, is_unread

        wheel, is_unread = self._floor.view(entry.stream, asked)
        codes = number_codes(wheel, zero=entry.zero, double_zero=entry.double_zero)
        line = SerialSensor(entry.port, codes, now_ns=self._monotonic_ns(), baud=entry.baud)
        device = device_of(entry.stream)
        relay = Relay(line, stream=entry.stream, send=self._floor.send, device=device, session=self._session)
        if is_unread:
            relay.hold("the wheel's reader was started again while a ball ran", self._wall())
        self._devices[entry.stream] = _Wheel(entry.stream, line, relay)

    def _close(self, wheel: _Wheel, /) -> None:
        wheel.line.close()

    def hear(self, news: Sequence[News]) -> None:
        """Note in the writer's thread which tables have begun another game."""
        for one in news:
            wheel = self._devices.get(one.live.name)
            if wheel is not None:
                wheel.has_new_game |= any(isinstance(event, GameStarted) for event in one.recorded.events)

    def _poll(self, wheel: _Wheel, /) -> None:
        is_new, wheel.has_new_game = wheel.has_new_game, False
        if is_new:
            wheel.relay.new_game()
        try:
            for found in wheel.relay.poll(self._monotonic_ns(), self._wall()):
                if isinstance(found, Hold) and found.cause in _ALARMING:
                    wheel.unsaid = found.reason
            if is_new and not wheel.line.is_open:
                # It was told of the game before; this one must not wait for a number either.
                wheel.relay.hold("the wheel sensor is unplugged", self._wall())
                wheel.relay.send()
        finally:
            self._alarm(wheel)

    def _alarm(self, wheel: _Wheel) -> None:
        """Tell the pit what is wrong, unless it is told already and nobody has cleared it."""
        if wheel.unsaid is None:
            return
        told = (AlarmKind.DEVICE, wheel.stream, wheel.unsaid)
        if not self._floor.view(HOUSE_STREAM, lambda live: any(told == alarm for alarm in live.state.alarms.values())):
            self._raise_alarm(wheel, wheel.unsaid)
        wheel.unsaid = None
