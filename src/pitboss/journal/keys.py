"""Which keys were used: digests in memory, recent ones by name, older ones as sorted numbers of eight bytes.

Such a number is the first four bytes of a digest and the line it is of. Two keys may share them, so a find is only a
hint: whoever asks reads the line and looks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final, NamedTuple

from pitboss.journal.lines import DIGEST_BYTES, NO_KEY

RECENT_MAX: Final = 2_000
"""How many keys are kept by name before they are sorted in."""
LINE_BITS: Final = 32
"""How much of a number says which line it is, counted from the first one of its part."""
_PREFIX: Final = 4


class _Part(NamedTuple):
    """Keys of lines that follow each other."""

    first: int
    last: int
    numbers: memoryview
    """In order; the prefix of a digest above, how many lines after the first one below."""


class Keys:
    """The keys of a shard up to a line."""

    def __init__(self) -> None:
        self.upto = 0
        """The last line that is known."""
        self._recent: dict[bytes, int] = {}
        self._sorted: list[_Part] = []
        """In the order of their lines; each at least twice as long as the next, as far as lines can be numbered."""

    def take(self, first: int, keys: bytes) -> None:
        """Learn the digests of lines that follow those known."""
        if len(keys) > RECENT_MAX * DIGEST_BYTES:
            self._sort_in()
            self._take_many(first, keys)
            return
        digests = [keys[place : place + DIGEST_BYTES] for place in range(0, len(keys), DIGEST_BYTES)]
        self._recent.update(zip(digests, count(first), strict=False))
        self._recent.pop(NO_KEY, None)
        self.upto = first + len(keys) // DIGEST_BYTES - 1
        if len(self._recent) > RECENT_MAX:
            self._sort_in()

    def _take_many(self, first: int, keys: bytes) -> None:
        """Learn as many as an archived segment has: sorted at once, and none by name."""
        import numpy as np

        quarters = np.frombuffer(keys, ">u4").reshape(-1, DIGEST_BYTES // _PREFIX)
        known = np.flatnonzero(quarters.any(axis=1)).astype(np.uint64)
        numbers = (quarters[known, 0].astype(np.uint64) << LINE_BITS) | known
        numbers.sort()
        self.upto = first + len(quarters) - 1
        self._add(_Part(first, self.upto, numbers.data))

    def known(self, digests: Sequence[bytes]) -> list[int]:
        """Return which of some digests, by their places, may have been used: next to none of those of new commands."""
        found = [place for place, digest in enumerate(digests) if digest in self._recent]
        prefixes = [int.from_bytes(digest[:_PREFIX]) << LINE_BITS for digest in digests]
        for part in self._sorted:
            numbers, end = part.numbers, len(part.numbers)
            for place, prefix in enumerate(prefixes):
                at = bisect_left(numbers, prefix)
                if at < end and numbers[at] >> LINE_BITS << LINE_BITS == prefix:
                    found.append(place)
        return found

    def lines_of(self, digest: bytes) -> Iterator[int]:
        """Yield the lines that may have a key of that digest."""
        recent = self._recent.get(digest)
        if recent is not None:
            yield recent
        prefix = int.from_bytes(digest[:_PREFIX])
        for part in self._sorted:
            place = bisect_left(part.numbers, prefix << LINE_BITS)
            while place < len(part.numbers) and part.numbers[place] >> LINE_BITS == prefix:
                yield part.first + (part.numbers[place] & ((1 << LINE_BITS) - 1))
                place += 1

    def _sort_in(self) -> None:
        if not self._recent:
            return
        import numpy as np

        quarters = np.frombuffer(b"".join(self._recent), ">u4").reshape(-1, DIGEST_BYTES // _PREFIX)
        lines = np.fromiter(self._recent.values(), np.uint64, len(self._recent))
        # Not that of the first key: one that was used twice, as no sound journal has it, stands there with its last.
        first = lines.min()
        numbers = (quarters[:, 0].astype(np.uint64) << LINE_BITS) | (lines - first)
        numbers.sort()
        self._recent = {}
        self._add(_Part(int(first), self.upto, numbers.data))

    def _add(self, part: _Part) -> None:
        """Keep sorted keys with those that are sorted already."""
        while (
            self._sorted
            and len(self._sorted[-1].numbers) < 2 * len(part.numbers)
            and part.last - self._sorted[-1].first < 1 << LINE_BITS
        ):
            part = _merged(self._sorted.pop(), part)
        self._sorted.append(part)


def _merged(one: _Part, other: _Part) -> _Part:
    import numpy as np

    numbers = np.concatenate([np.frombuffer(part.numbers, np.uint64) for part in (one, other)])
    numbers[len(one.numbers) :] += np.uint64(other.first - one.first)
    # Two runs in order: they are merged, and not sorted anew.
    numbers.sort(kind="stable")
    return _Part(one.first, other.last, numbers.data)
