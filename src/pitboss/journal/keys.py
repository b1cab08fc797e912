"""Which keys were used: digests in memory, recent ones by name, older ones as sorted numbers.

Eight bytes of a digest are kept for each older key, and the number of its line. Two keys may share them, so a find is
only a hint: whoever asks reads the line and looks.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import Final

from pitboss.journal.lines import DIGEST_BYTES, NO_KEY

RECENT_MAX: Final = 2_000
"""How many keys are kept by name before they are sorted in."""
_PREFIX: Final = 8


class Keys:
    """The keys of a shard up to a line."""

    def __init__(self) -> None:
        self.upto = 0
        """The last line that is known."""
        self._recent: dict[bytes, int] = {}
        self._sorted: list[tuple[array[int], array[int]]] = []
        """Prefixes in order, and the lines they are of; each part at least twice as long as the next."""

    def take(self, first: int, keys: bytes) -> None:
        """Learn the digests of lines that follow those known."""
        if len(keys) > RECENT_MAX * DIGEST_BYTES:
            self._take_many(first, keys)
            return
        for number, place in enumerate(range(0, len(keys), DIGEST_BYTES)):
            digest = keys[place : place + DIGEST_BYTES]
            if digest != NO_KEY:
                self._recent[digest] = first + number
        self.upto = first + len(keys) // DIGEST_BYTES - 1
        if len(self._recent) > RECENT_MAX:
            self._sort_in()

    def _take_many(self, first: int, keys: bytes) -> None:
        """Learn as many as an archived segment has: sorted at once, and none by name."""
        import numpy as np

        halves = np.frombuffer(keys, ">u8").reshape(-1, 2)
        known = np.flatnonzero(halves.any(axis=1))
        prefixes = halves[known, 0].astype(np.uint64)
        order = np.argsort(prefixes, kind="stable")
        lines = (known[order] + first).astype(np.uint64)
        self._add(array("Q", prefixes[order].tobytes()), array("Q", lines.tobytes()))
        self.upto = first + len(keys) // DIGEST_BYTES - 1

    def lines_of(self, digest: bytes) -> list[int]:
        """Return the lines that may have a key of that digest."""
        recent = self._recent.get(digest)
        found = [] if recent is None else [recent]
        prefix = int.from_bytes(digest[:_PREFIX])
        for prefixes, lines in self._sorted:
            place = bisect_left(prefixes, prefix)
            while place < len(prefixes) and prefixes[place] == prefix:
                found.append(lines[place])
                place += 1
        return found

    def _sort_in(self) -> None:
        import numpy as np

        prefixes = np.frombuffer(b"".join(self._recent), ">u8")[::2].astype(np.uint64)
        lines = np.fromiter(self._recent.values(), np.uint64, len(self._recent))
        self._recent = {}
        order = np.argsort(prefixes, kind="stable")
        self._add(array("Q", prefixes[order].tobytes()), array("Q", lines[order].tobytes()))

    def _add(self, prefixes: array[int], lines: array[int]) -> None:
        """Keep sorted keys with those that are sorted already."""
        part = prefixes, lines
        while self._sorted and len(self._sorted[-1][0]) < 2 * len(part[0]):
            part = _merged(self._sorted.pop(), part)
        self._sorted.append(part)


def _merged(one: tuple[array[int], array[int]], other: tuple[array[int], array[int]]) -> tuple[array[int], array[int]]:
    import numpy as np

    prefixes, lines = (
        np.concatenate([np.frombuffer(part, np.uint64) for part in pair]) for pair in zip(one, other, strict=True)
    )
    order = np.argsort(prefixes, kind="stable")
    return array("Q", prefixes[order].tobytes()), array("Q", lines[order].tobytes())
