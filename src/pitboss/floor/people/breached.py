"""Passwords that were found in breaches: a house's own file of their hashes, looked at on the disk and never loaded.

The file is the one that Have I Been Pwned gives away: a SHA-1 in hexadecimal and a count on each line, in their order.
It has many gigabytes, and a password is found in it by some thirty looks. Nothing of a password is asked outside.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

_HEX: Final = 40
_LINE: Final = re.compile(rb"[0-9A-Fa-f]{40}(:\d+)?\r?\n?\Z")
_LINE_MAX: Final = 80
"""Bytes that no line is longer than."""
WHY_NOT: Final = "expected lines of a SHA-1 in hexadecimal and a count, in their order, as Have I Been Pwned has them"


@dataclass(frozen=True)
class Breached:
    """A file of hashes in their order."""

    path: Path

    def fault(self) -> str | None:
        """Return why it cannot be used; nothing where it can, as far as its two ends tell."""
        try:
            with self.path.open("rb") as file:
                size = file.seek(0, 2)
                first, last = _line_at(file, 0), _line_at(file, max(0, size - _LINE_MAX))
        except OSError as error:
            return f"cannot be read: {error.strerror}"
        if not _LINE.match(first) or not _LINE.match(last) or first[:_HEX].upper() > last[:_HEX].upper():
            return WHY_NOT
        return None

    def has(self, password: str) -> bool:
        """Tell whether a password is among them."""
        wanted = hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper().encode()
        with self.path.open("rb") as file:
            low, high = 0, file.seek(0, 2)
            # The line that is wanted, if it is there, begins at `low` or later, and before `high`.
            while low < high:
                middle = (low + high) // 2
                line = _line_at(file, middle)
                found = line[:_HEX].upper()
                if found == wanted:
                    return True
                if not line or found > wanted:
                    high = middle
                else:
                    low = file.tell()
            return False


def _line_at(file: BinaryIO, place: int) -> bytes:
    """Return the first line that begins at a place of the file or after it; nothing where none does."""
    file.seek(max(0, place - 1))
    if place:
        file.readline(_LINE_MAX)
    return file.readline(_LINE_MAX)
