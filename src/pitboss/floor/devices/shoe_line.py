"""A reading shoe's serial line by pyserial: reads what is there, never waits, and notices when the plug is out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pitboss.floor.devices.shoe_frames import FrameReader
from pitboss.floor.devices.shoe_machine import ShoeMachine

if TYPE_CHECKING:
    from pitboss.floor.devices.shoe_frames import ShoeSettings
    from pitboss.floor.devices.shoe_machine import ShoeFound

__all__ = ["SerialShoe"]

BAUD = 4_800
_READ_BYTES_MAX = 4_096
_REOPEN_NS = 10**9


class SerialShoe:
    """A shoe at a serial port; it is opened at the first poll, and again after it was unplugged."""

    def __init__(self, port: str, settings: ShoeSettings, *, baud: int = BAUD) -> None:
        self._port, self._baud = port, baud
        self._reader, self._machine = FrameReader(settings), ShoeMachine(settings)
        self._line: Any = None
        self._tried_ns: int | None = None

    @property
    def is_open(self) -> bool:
        """Tell whether the port is there, as far as the last poll found."""
        return self._line is not None

    def poll(self, now_ns: int) -> tuple[ShoeFound, ...]:
        """Return what the line made certain since the last call."""
        data, is_lost = self._read(now_ns)
        found = self._machine.hear(self._reader.feed(data), now_ns)
        if is_lost:
            self.close()
            found += self._machine.unplugged()
        return (*found, *self._machine.tick(now_ns, is_within=self._reader.is_within))

    def resume(self) -> None:
        """Begin anew after a ruling, with nothing left of a frame that was cut off."""
        self._reader.forget()
        self._machine.resume()

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
