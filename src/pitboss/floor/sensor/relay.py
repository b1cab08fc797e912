"""From a sensor to a table: readings become `SenseNumber`, holds become `HoldGame`, sent in the device's own name."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pitboss.decider import Command, Person, Role
from pitboss.floor.sensor.machine import SILENCE_NS
from pitboss.floor.sensor.reading import Found, Hold, HoldCause, Reading
from pitboss.games.roulette.automatic.messages import HoldGame, SenseNumber

if TYPE_CHECKING:
    from datetime import datetime

    from pitboss.decider import Act
    from pitboss.floor.sensor.reading import Sensor

__all__ = ["Relay", "Send"]

Send = Callable[[str, Command[Any]], object]
"""Takes the stream's name and a command; the same key twice has one effect."""


class Relay:
    """Carries what one sensor finds to one table.

    A sensor that counts no revolutions finds only half of what the rules ask for: its number waits for the dealer's
    count, and is held after a minute without one. No count is ever made up.
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
        self._counted: int | None = None
        self._waiting: tuple[int, Reading] | None = None

    def count_revolutions(self, revolutions: int) -> None:
        """Take the dealer's count for the spin that runs, or for the number that waits for it."""
        self._counted = revolutions

    def new_game(self) -> None:
        """Forget what belonged to the game before."""
        self._counted, self._waiting = None, None
        self._unsent.clear()

    def poll(self, now_ns: int, wall: datetime) -> tuple[Found, ...]:
        """Ask the sensor, send what it found, and return it.

        What could not be sent, because `send` raised, is sent at the next poll under the same key, before anything new.
        """
        found = self._sensor.poll(now_ns)
        for entry in found:
            if isinstance(entry, Hold):
                # A number that the sensor no longer stands by is not sent any more.
                self._waiting = None
                self._say(HoldGame(reason=entry.reason), wall)
            elif entry.revolutions is None and self._waiting is not None:
                first = self._waiting[1]
                self._waiting = None
                self._say(HoldGame(reason=f"the sensor found {entry.pocket} after {first.pocket}"), wall)
            elif entry.revolutions is None:
                self._waiting = (now_ns, entry)
            else:
                self._sensed(entry, entry.revolutions, wall)
        settled = self._settle_waiting(now_ns, wall)
        while self._unsent:
            self._send(self._stream, self._unsent[0])
            # What it led to may have begun another game, in which nothing is left to send.
            if self._unsent:
                self._unsent.popleft()
        return (*found, *settled)

    def _settle_waiting(self, now_ns: int, wall: datetime) -> tuple[Found, ...]:
        if self._waiting is None:
            return ()
        since_ns, reading = self._waiting
        if self._counted is not None:
            self._waiting = None
            self._sensed(reading, self._counted, wall)
            self._counted = None
        elif now_ns - since_ns >= SILENCE_NS:
            self._waiting = None
            reason = f"the sensor found {reading.pocket}, and nobody said how often the ball went round"
            self._say(HoldGame(reason=reason), wall)
            return (Hold(HoldCause.SILENCE, reason),)
        return ()

    def _sensed(self, reading: Reading, revolutions: int, wall: datetime) -> None:
        act = SenseNumber(pocket=reading.pocket, revolutions=revolutions, direction=reading.direction)
        self._say(act, wall)

    def _say(self, act: Act, wall: datetime) -> None:
        self._made += 1
        key = f"{self._person.id}/{self._session}/{self._made}"
        self._unsent.append(Command(key=key, by=self._person, act=act, received_at=wall))
