"""How often somebody may do something: so many at once, and so many a second after that."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from pitboss.errors import PitbossError


class Slow(PitbossError):
    """Too many attempts; wait."""

    http_status = 429
    retry_seconds = 60


@dataclass
class Bucket:
    """So many at once, and so many a second after that."""

    most: float
    rate: float
    left: float
    at: float

    def owe(self, now: float) -> None:
        """Take one even if none is left; the debt is repaid before the next is free."""
        self._fill(now)
        self.left -= 1

    def pause(self, now: float, seconds: float) -> None:
        """Owe as many as come in so many seconds, if it is not more already."""
        self._fill(now)
        self.left = min(self.left, -seconds * self.rate)

    @property
    def debt_seconds(self) -> float:
        """Return how long it takes, from when it was last asked, until nothing is owed."""
        return max(0.0, -self.left) / self.rate

    def _fill(self, now: float) -> None:
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now

    def take(self, now: float) -> bool:
        """Take one; return False if none is left."""
        self._fill(now)
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass
class Buckets:
    """A bucket for each name; where there are too many, the one that was used longest ago is forgotten."""

    most: float
    rate: float
    clock: Callable[[], float] = time.monotonic
    found: dict[str, Bucket] = field(default_factory=dict)
    names_max: int = 10_000

    def has(self, name: str) -> bool:
        """Tell whether one is left of a name's."""
        bucket = self.found.get(name)
        return bucket is None or bucket.left + (self.clock() - bucket.at) * bucket.rate >= 1

    def take(self, name: str) -> bool:
        """Take one of a name's; nobody is refused because others are many."""
        now = self.clock()
        return self._bucket(name, now).take(now)

    def owe(self, name: str) -> None:
        """Take one of a name's, though there may be none left: it is made up for before there is one again."""
        now = self.clock()
        self._bucket(name, now).owe(now)

    def _bucket(self, name: str, now: float) -> Bucket:
        bucket = self.found.pop(name, None) or Bucket(self.most, self.rate, self.most, now)
        # The last used stand last.
        self.found[name] = bucket
        if len(self.found) > self.names_max:
            del self.found[next(iter(self.found))]
        return bucket
