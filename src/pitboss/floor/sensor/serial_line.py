"""The sensor's serial line by pyserial: reads what is there, never waits, and notices when the plug is out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.floor.sensor.frames import LineReader
from pitboss.floor.sensor.machine import WheelMachine

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pitboss.floor.sensor.reading import Found

__all__ = ["SerialSensor"]

BAUD = 9_600
_READ_BYTES_MAX = 4_096
_REOPEN_NS = 10**9


class SerialSensor:
    """A wheel at a serial port; it is opened at the first poll, and again after it was unplugged."""

    def __init__(self, port: str, codes: Mapping[str, str], *, now_ns: int, baud: int = BAUD) -> None:
        self._port = port
        self._baud = baud
        self._machine = WheelMachine(codes, now_ns=now_ns)
        self._reader = LineReader()
        self._line: Any = None
        self._tried_ns: int | None = None

    @property
    def is_open(self) -> bool:
        """Tell whether the port is there, as far as the last poll found."""
        return self._line is not None

    def poll(self, now_ns: int) -> tuple[Found, ...]:
        """Return what the line made certain since the last call."""
        data, is_lost = self._read(now_ns)
        found = self._machine.hear(self._reader.feed(data), now_ns) if data else ()
        if is_lost:
            self.close()
            found += self._machine.unplugged()
        return (*found, *self._machine.tick(now_ns))

    def close(self) -> None:
        """Give the port back."""
        line, self._line = self._line, None
        self._reader.forget()
        if line is not None:
            try:
                line.close()
            except OSError:
                # A device that is gone cannot be closed in good order; there is nothing left to give back.
                return

    def _read(self, now_ns: int) -> tuple[bytes, bool]:
        """Return the bytes that wait, and whether the line was lost."""
        import serial

        try:
            if self._line is None:
                if self._tried_ns is not None and now_ns - self._tried_ns < _REOPEN_NS:
                    return b"", False
                self._tried_ns = now_ns
                self._line = serial.Serial(self._port, self._baud, timeout=0, exclusive=True)
            return bytes(self._line.read(_READ_BYTES_MAX)), False
        except (OSError, serial.SerialException):
            return b"", True
