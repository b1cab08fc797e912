"""A serial port by pyserial: reads what is there, never waits, notices when the plug is out, and tries again."""

from __future__ import annotations

from typing import Any, Final, Generic, TypeVar

F = TypeVar("F")

_READ_BYTES_MAX: Final = 4_096
_REOPEN_NS: Final = 10**9


class SerialPort:
    """A port of this machine; it is opened at the first reading, and again after it was lost."""

    def __init__(self, name: str, baud: int) -> None:
        self.name, self._baud = name, baud
        self._line: Any = None
        self._tried_ns: int | None = None

    @property
    def is_open(self) -> bool:
        """Tell whether the port is there, as far as the last reading found."""
        return self._line is not None

    def read(self, now_ns: int) -> tuple[bytes, bool]:
        """Return the bytes that wait, and whether the line was lost."""
        import serial

        try:
            if self._line is None:
                if self._tried_ns is not None and now_ns - self._tried_ns < _REOPEN_NS:
                    return b"", False
                self._tried_ns = now_ns
                self._line = serial.Serial(self.name, self._baud, timeout=0, exclusive=True)
            return bytes(self._line.read(_READ_BYTES_MAX)), False
        except (OSError, serial.SerialException):
            return b"", True

    def close(self) -> None:
        """Give the port back."""
        line, self._line = self._line, None
        if line is not None:
            try:
                line.close()
            except OSError:
                # A device that is gone cannot be closed in good order; there is nothing left to give back.
                return


class SerialDevice(Generic[F]):
    """A device at a serial port: what its bytes make certain, and what follows when the plug is out.

    The port is opened at the first poll, and again after it was unplugged.
    """

    def __init__(self, port: str, baud: int, reader: Any, machine: Any) -> None:
        self._port, self._reader, self._machine = SerialPort(port, baud), reader, machine

    @property
    def is_open(self) -> bool:
        """Tell whether the port is there, as far as the last poll found."""
        return self._port.is_open

    def poll(self, now_ns: int) -> tuple[F, ...]:
        """Return what the line made certain since the last call."""
        data, is_lost = self._port.read(now_ns)
        found: tuple[F, ...] = self._machine.hear(self._reader.feed(data), now_ns) if data else ()
        if is_lost:
            self.close()
            found += self._machine.unplugged()
        return (*found, *self._ticked(now_ns))

    def _ticked(self, now_ns: int) -> tuple[F, ...]:
        found: tuple[F, ...] = self._machine.tick(now_ns)
        return found

    def close(self) -> None:
        """Give the port back."""
        self._port.close()
        self._reader.forget()
