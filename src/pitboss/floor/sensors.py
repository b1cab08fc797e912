"""The wheel sensors of a live house: one thread reads every serial line and relays what is certain to its table.

Trouble with a line holds the game and alarms the pit, once as long as the alarm is open; the line is opened again by
itself. The lines carry no revolutions: the number goes to the console, and the dealer says the count in confirming it.
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.errors import PitbossError
from pitboss.floor.house_file import device_of
from pitboss.floor.sensor.frames import number_codes
from pitboss.floor.sensor.reading import Hold, HoldCause
from pitboss.floor.sensor.relay import Relay
from pitboss.floor.sensor.serial_line import SerialSensor
from pitboss.floor.staff.house import HOUSE_STREAM, SERVER
from pitboss.floor.staff.messages import AlarmKind, RaiseAlarm
from pitboss.games.roulette.automatic.events import GameStarted
from pitboss.games.roulette.round_state import Phase

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pitboss.floor.asking import News
    from pitboss.floor.house_file import SensorEntry
    from pitboss.floor.stream import LiveStream
    from pitboss.floor.writer import Floor

__all__ = ["Sensors"]

POLL_SECONDS: Final = 0.05
_ALARMING: Final = (HoldCause.UNPLUGGED, HoldCause.SILENCE, HoldCause.WARNING)
"""What is wrong with the device itself; a contradiction is between it and one game, which is held."""
_SERVER: Final = Person(SERVER, Role.DEVICE)
_LOG = logging.getLogger(__name__)


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


class Sensors:
    """Reads the wheels of a floor."""

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
        self._wheels: dict[str, _Wheel] = {}
        self._alarms = 0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        floor.listeners.append(self._hear)

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
        self._wheels[entry.stream] = _Wheel(entry.stream, line, relay)

    def start(self) -> None:
        """Begin to read, where there is anything to read."""
        if self._wheels:
            self._thread = threading.Thread(target=self._run, name="pitboss-sensors", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Read no more, and give the ports back."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        for wheel in self._wheels.values():
            wheel.line.close()

    def _hear(self, news: Sequence[News]) -> None:
        """Note in the writer's thread which tables have begun another game."""
        for one in news:
            wheel, answer = self._wheels.get(one.live.name), one.recorded.answer
            if wheel is not None and isinstance(answer, Accepted):
                wheel.has_new_game |= any(isinstance(event, GameStarted) for event in answer.events)

    def _run(self) -> None:
        while not self._stopping.wait(POLL_SECONDS):
            self.poll()

    def poll(self) -> None:
        """Read every line once; trouble at one table is no trouble at the others."""
        for wheel in self._wheels.values():
            try:
                self._poll(wheel)
            except PitbossError as error:
                _LOG.warning("the sensor of %s waits: %s", wheel.stream, error)
            except Exception:  # noqa: BLE001 - one wheel that breaks must not take the others with it
                _LOG.exception("the sensor of %s could not be read", wheel.stream)

    def _poll(self, wheel: _Wheel) -> None:
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
        act = RaiseAlarm(kind=AlarmKind.DEVICE, about=wheel.stream, text=wheel.unsaid)
        told = (act.kind, act.about, act.text)
        if not self._floor.view(HOUSE_STREAM, lambda live: any(told == alarm for alarm in live.state.alarms.values())):
            key = f"{SERVER}/sensors/{self._session}/{self._alarms + 1}"
            self._floor.send(HOUSE_STREAM, Command(key=key, by=_SERVER, act=act, received_at=self._wall()))
            self._alarms += 1
        wheel.unsaid = None
