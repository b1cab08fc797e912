"""How often somebody may do something: so many at once, and so many a second after that."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Bucket:
    """So many at once, and so many a second after that."""

    most: float
    rate: float
    left: float
    at: float

    def take(self, now: float) -> bool:
        """Take one, or tell that there is none left."""
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


@dataclass
class Buckets:
    """A bucket for each name; those that are full again are forgotten."""

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
        """Take one of a name's."""
        now = self.clock()
        if len(self.found) >= self.names_max and name not in self.found:
            full = self.most / self.rate
            self.found = {key: bucket for key, bucket in self.found.items() if now - bucket.at < full}
            if len(self.found) >= self.names_max:
                return False
        return self.found.setdefault(name, Bucket(self.most, self.rate, self.most, now)).take(now)
