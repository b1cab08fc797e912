"""How a printer is reached: a serial line (or a pseudo-terminal) by pyserial, or a socket. Thin; it decides nothing."""

from __future__ import annotations

import socket
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["BAUD", "PORT", "SerialLine", "SocketLine"]

BAUD = 38_400
PORT = 9_100
"""Where printers in a network listen."""
WRITE_SECONDS = 10.0


@contextmanager
def _faults_of_terminals() -> Iterator[None]:
    """Raise as an OSError what the terminal interface raises as its own: it is the same fault."""
    import termios

    try:
        yield
    except termios.error as error:
        raise OSError(*error.args) from error


class SerialLine:
    """A serial port."""

    def __init__(self, port: str, *, baud: int = BAUD, write_seconds: float = WRITE_SECONDS) -> None:
        self._port, self._baud, self._write_seconds = port, baud, write_seconds
        self._line: Any = None

    def open(self) -> None:
        """Open the port; pyserial drops what waited in it."""
        import serial

        with _faults_of_terminals():
            self._line = serial.Serial(self._port, self._baud, write_timeout=self._write_seconds, exclusive=True)

    def write(self, data: bytes) -> None:
        """Send all of the bytes."""
        with _faults_of_terminals():
            self._line.write(data)

    def read(self, count: int, seconds: float) -> bytes:
        """Return so many bytes, or as many as came within a time."""
        with _faults_of_terminals():
            self._line.timeout = seconds
            return bytes(self._line.read(count))

    def close(self) -> None:
        """Give the port back."""
        line, self._line = self._line, None
        if line is not None:
            line.close()


class SocketLine:
    """A printer in the network; a new connection has no old answers in it."""

    def __init__(self, host: str, port: int = PORT, *, write_seconds: float = WRITE_SECONDS) -> None:
        self._address, self._write_seconds = (host, port), write_seconds
        self._socket: socket.socket | None = None

    def open(self) -> None:
        """Connect."""
        self._socket = socket.create_connection(self._address, timeout=self._write_seconds)

    def write(self, data: bytes) -> None:
        """Send all of the bytes."""
        line = self._connected()
        line.settimeout(self._write_seconds)
        line.sendall(data)

    def read(self, count: int, seconds: float) -> bytes:
        """Return so many bytes, or as many as came within a time."""
        line, found, until = self._connected(), b"", time.monotonic() + seconds
        while len(found) < count and (left := until - time.monotonic()) > 0:
            line.settimeout(left)
            try:
                data = line.recv(count - len(found))
            except TimeoutError:
                break
            if not data:
                raise ConnectionResetError("the printer closed the connection")
            found += data
        return found

    def close(self) -> None:
        """Disconnect."""
        line, self._socket = self._socket, None
        if line is not None:
            line.close()

    def _connected(self) -> socket.socket:
        if self._socket is None:
            raise ConnectionError("there is no connection to the printer")
        return self._socket
