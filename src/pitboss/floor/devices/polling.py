"""Threads that do something again and again, and the one kind of them that polls devices of a floor."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from pitboss.decider import Command
from pitboss.errors import PitbossError
from pitboss.floor.people.acts import AlarmKind, RaiseAlarm
from pitboss.floor.people.checks import SERVER, THE_SERVER
from pitboss.floor.people.events import AlarmRaised
from pitboss.floor.people.house import HOUSE_STREAM
from pitboss.floor.writer.writer import Floor

POLL_SECONDS: Final = 0.05
_LOG = logging.getLogger(__name__)
T = TypeVar("T")


class Periodic:
    """A thread of a floor that takes a turn every so many seconds, until it is stopped."""

    def __init__(
        self,
        name: str,
        seconds: float,
        turn: Callable[[], None],
        *,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._name, self._seconds, self._turn = name, seconds, turn
        self._wall, self._monotonic_ns = wall, monotonic_ns
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin."""
        self._thread = threading.Thread(target=self._run, name=f"pitboss-{self._name}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Take no further turn, and wait for the one that is being taken."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._stopping.wait(self._seconds):
            self._turn()


def each(items: Mapping[str, T], action: Callable[[T], None], what: str) -> None:
    """Call something for each item by name; an error in one does not stop the others."""
    for name, item in items.items():
        try:
            action(item)
        except PitbossError as error:
            _LOG.warning("%s of %s waits: %s", what, name, error)
        except Exception:  # noqa: BLE001 - one that breaks must not take the others with it
            _LOG.exception("%s of %s is broken", what, name)


class Polled(Protocol):
    """A device of one table."""

    @property
    def stream(self) -> str:
        """Return the stream of the table it stands at."""


D = TypeVar("D", bound=Polled)


class Poller(Periodic, Generic[D]):
    """Polls devices, each by the stream of its table."""

    name: ClassVar[str]
    """What the devices are, in one word: of the thread, and of the alarms' keys."""

    def __init__(self, floor: Floor, session: str, **clocks: Any) -> None:
        super().__init__(self.name, POLL_SECONDS, self.poll, **clocks)
        self._floor, self._session = floor, session
        self._devices: dict[str, D] = {}
        self._alarms = 0

    def start(self) -> None:
        """Begin to poll, where there is anything to poll."""
        if self._devices:
            super().start()

    def stop(self) -> None:
        """Poll no more, and give back what the devices hold."""
        super().stop()
        for device in self._devices.values():
            self._close(device)

    def poll(self) -> None:
        """Poll every device once."""
        each(self._devices, self._poll, f"{self.name}: the device")

    def _poll(self, device: D, /) -> None:
        raise NotImplementedError

    def _close(self, device: D, /) -> None:
        """Give back what a device holds."""

    def _raise_alarm(self, device: D, text: str) -> int | None:
        """Tell the pit what is wrong with a device; return the alarm's number."""
        act = RaiseAlarm(kind=AlarmKind.DEVICE, about=device.stream, text=text[:500])
        # Counted only when it is recorded: an alarm that is sent again has the key it had.
        key = f"{SERVER}/{self.name}/{self._session}/{self._alarms}"
        recorded = self._floor.send(HOUSE_STREAM, Command(key=key, by=THE_SERVER, act=act, received_at=self._wall()))
        self._alarms += 1
        return next((event.alarm for event in recorded.events if isinstance(event, AlarmRaised)), None)
