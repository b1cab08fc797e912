"""Keys from a terminal: bytes become names, without waiting for a line."""

from __future__ import annotations

import os
import select
import termios
import tty
from contextlib import suppress
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Keyboard", "keys_of"]

_NAMED = {
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1bOA": "up",
    b"\x1bOB": "down",
    b"\x1bOC": "right",
    b"\x1bOD": "left",
    b"\r": "enter",
    b"\n": "enter",
    b" ": "space",
    b"\t": "tab",
    b"\x7f": "backspace",
    b"\x08": "backspace",
}
_LONGEST = 3
_ESCAPE = b"\x1b"
_READ_BYTES = 1_024


def keys_of(data: bytes) -> list[str]:
    r"""Return the names of the keys that were pressed; what is no key of ours is passed over.

    >>> keys_of(b"n\x1b[C 7\r")
    ['n', 'right', 'space', '7', 'enter']
    """
    keys = []
    while data:
        length = next((size for size in range(_LONGEST, 0, -1) if data[:size] in _NAMED), 1)
        head, data = data[:length], data[length:]
        if head in _NAMED:
            keys.append(_NAMED[head])
        elif head == _ESCAPE:
            keys.append("escape")
        elif head.isascii() and head.decode("ascii").isprintable():
            keys.append(head.decode("ascii"))
    return keys


class Keyboard:
    """The keyboard of a terminal, key by key, for as long as it is entered."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._before = termios.tcgetattr(descriptor)
        self.is_gone = False
        """Whether the terminal was closed."""

    def __enter__(self) -> Self:
        tty.setcbreak(self._descriptor)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        # A terminal that was closed keeps no settings.
        with suppress(termios.error):
            termios.tcsetattr(self._descriptor, termios.TCSADRAIN, self._before)

    def read(self, timeout_seconds: float) -> list[str]:
        """Return the keys that were pressed; wait no longer than that for the first."""
        ready, _, _ = select.select([self._descriptor], [], [], timeout_seconds)
        if not ready:
            return []
        try:
            data = os.read(self._descriptor, _READ_BYTES)
        except OSError:
            # A terminal that was closed is an error to read from on some systems, and the end of its input on others.
            data = b""
        self.is_gone = not data
        return keys_of(data)
