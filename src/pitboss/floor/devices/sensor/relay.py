"""From a sensor to a table: readings become `SenseNumber`, holds become `HoldGame`, sent in the device's own name."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pitboss.decider import Command, Person, Role
from pitboss.floor.devices.sensor.reading import Found, Hold
from pitboss.games.roulette.automatic.acts import HoldGame, SenseNumber

if TYPE_CHECKING:
    from datetime import datetime

    from pitboss.decider import Act
    from pitboss.floor.devices.sensor.reading import Sensor

__all__ = ["Relay", "Send"]

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
