"""The sensor's serial line: what its bytes make certain, and what follows when the plug is out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor.devices.sensor.frames import LineReader
from pitboss.floor.devices.sensor.machine import WheelMachine
from pitboss.floor.devices.serial_port import SerialPort

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.floor.devices.sensor.reading import Found

__all__ = ["SerialSensor"]

BAUD = 9_600


class SerialSensor:
    """A wheel at a serial port; it is opened at the first poll, and again after it was unplugged."""

    def __init__(self, port: str, codes: Mapping[str, str], *, now_ns: int, baud: int = BAUD) -> None:
        self._port = SerialPort(port, baud)
        self._machine = WheelMachine(codes, now_ns=now_ns)
        self._reader = LineReader()

    @property
    def is_open(self) -> bool:
        """Tell whether the port is there, as far as the last poll found."""
        return self._port.is_open

    def poll(self, now_ns: int) -> tuple[Found, ...]:
        """Return what the line made certain since the last call."""
        data, is_lost = self._port.read(now_ns)
        found = self._machine.hear(self._reader.feed(data), now_ns) if data else ()
        if is_lost:
            self.close()
            found += self._machine.unplugged()
        return (*found, *self._machine.tick(now_ns))

    def close(self) -> None:
        """Give the port back."""
        self._port.close()
        self._reader.forget()
