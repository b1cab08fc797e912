"""A thread that polls devices of a floor, one after the other; trouble with one is no trouble to the others."""

from __future__ import annotations

import logging
import threading
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, ClassVar, Final, Generic, Protocol, TypeVar

from pitboss.decider import Accepted, Command, Person, Role
from pitboss.errors import PitbossError
from pitboss.floor.people.acts import AlarmKind, RaiseAlarm
from pitboss.floor.people.checks import SERVER
from pitboss.floor.people.events import AlarmRaised
from pitboss.floor.people.house import HOUSE_STREAM

if TYPE_CHECKING:
    from collections.abc import Callable

    from pitboss.floor.writer.writer import Floor

__all__ = ["POLL_SECONDS", "Poller"]

POLL_SECONDS: Final = 0.05
_SERVER: Final = Person(SERVER, Role.DEVICE)
_LOG = logging.getLogger(__name__)


class Polled(Protocol):
    """A device of one table."""

    @property
    def stream(self) -> str: ...


D = TypeVar("D", bound=Polled)


class Poller(Generic[D]):
    """Polls devices, each by the stream of its table."""

    name: ClassVar[str]
    """What the devices are, in one word: of the thread, and of the alarms' keys."""

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
        self._devices: dict[str, D] = {}
        self._alarms = 0
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to poll, where there is anything to poll."""
        if self._devices:
            self._thread = threading.Thread(target=self._run, name=f"pitboss-{self.name}", daemon=True)
            self._thread.start()

    def stop(self) -> None:
        """Poll no more, and give back what the devices hold."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()
        for device in self._devices.values():
            self._close(device)

    def _run(self) -> None:
        while not self._stopping.wait(POLL_SECONDS):
            self.poll()

    def poll(self) -> None:
        """Poll every device once."""
        for device in self._devices.values():
            try:
                self._poll(device)
            except PitbossError as error:
                _LOG.warning("%s: the device of %s waits: %s", self.name, device.stream, error)
            except Exception:  # noqa: BLE001 - one device that breaks must not take the others with it
                _LOG.exception("%s: the device of %s could not be polled", self.name, device.stream)

    def _poll(self, device: D, /) -> None:
        raise NotImplementedError

    def _close(self, device: D, /) -> None:
        """Give back what a device holds."""

    def _raise_alarm(self, device: D, text: str) -> int | None:
        """Tell the pit what is wrong with a device; return the alarm's number."""
        act = RaiseAlarm(kind=AlarmKind.DEVICE, about=device.stream, text=text[:500])
        # Counted only when it is recorded: an alarm that is sent again has the key it had.
        key = f"{SERVER}/{self.name}/{self._session}/{self._alarms}"
        recorded = self._floor.send(HOUSE_STREAM, Command(key=key, by=_SERVER, act=act, received_at=self._wall()))
        self._alarms += 1
        answer = recorded.answer
        raised = answer.events[0] if isinstance(answer, Accepted) else None
        return raised.alarm if isinstance(raised, AlarmRaised) else None
