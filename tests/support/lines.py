"""A serial line whose bytes have arrived when `say` returns: the kernel carries them in its own time otherwise."""

import fcntl
import struct
import termios

from tests.support.line_simulator import LineSimulator
from tests.support.web_process import until

__all__ = ["ArrivedLine"]


class ArrivedLine(LineSimulator):
    """A line for tests that read it by hand; a thread that reads at the same time would take the bytes away."""

    def say(self, lines):
        """Send lines or bytes, and return when they all wait for the reader."""
        parts = [getattr(line, "data", line) for line in lines]
        wanted = self._waiting() + sum(map(len, parts))
        super().say(parts)
        until(lambda: wanted == self._waiting())

    def _waiting(self) -> int:
        (count,) = struct.unpack("i", fcntl.ioctl(self._reader_end, termios.FIONREAD, b"\0" * 4))
        return int(count)
