"""Wrong passwords, counted where they come from: whoever guesses waits longer and longer, and nobody else does.

A place is an address, a device from which somebody signed in before, or an open session. What strangers do at other
places keeps nobody out: no name is ever locked for everybody.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pitboss.floor.rate_limit import Slow

FREE: Final = 2
"""Wrong passwords in a row after which nobody waits yet."""
FIRST_SECONDS: Final = 30
MOST_SECONDS: Final = 900
"""How long one waits after the next, and at most; each further one doubles it."""
KEPT_SECONDS: Final = 24 * 3_600
"""After so long without another a place's wrong passwords are forgotten."""
PLACES_MAX: Final = 50_000
"""How many places are remembered; beyond that the one that was wrong longest ago is forgotten."""


class Place(NamedTuple):
    """Where somebody tries to come in."""

    name: str
    is_known: bool = False
    """Whether that person came in there before: known places do not wait behind strangers."""


HERE: Final = Place("this machine")


@dataclass
class _Tries:
    failures: int = 0
    at: float = 0.0


@dataclass
class Attempts:
    """Failed attempts by name and place."""

    clock: Callable[[], float]
    """Seconds by a monotonic clock."""
    found: dict[tuple[str, str], _Tries] = field(default_factory=dict)

    def require(self, place: Place, person: str) -> None:
        """Refuse an attempt that comes too soon, before anything is looked at.

        Raises:
            Slow: with the seconds to wait.
        """
        tries = self.found.get((place.name, person))
        if tries is not None:
            # Seconds since the machine started have no exact billionths: 30 of them may seem to be a little less.
            left = round(_delay(tries.failures) - (self.clock() - tries.at), 3)
            if left > 0:
                seconds = math.ceil(left)
                reason = f"too many wrong attempts under this name from here; try again in {seconds} seconds"
                raise Slow(reason, values={"seconds": seconds})

    def failed(self, place: Place, person: str) -> None:
        """Record a failed attempt."""
        now, key = self.clock(), (place.name, person)
        before = self.found.pop(key, _Tries())
        failures = before.failures if now - before.at < KEPT_SECONDS else 0
        self.found[key] = _Tries(failures + 1, now)
        if len(self.found) > PLACES_MAX:
            del self.found[next(iter(self.found))]

    def right(self, place: Place, person: str) -> None:
        """Forget what was wrong before."""
        self.found.pop((place.name, person), None)


def _delay(failures: int) -> float:
    """Return how long to wait after so many.

    >>> [_delay(number) for number in (0, 2, 3, 4, 7, 8, 5000)]
    [0.0, 0.0, 30.0, 60.0, 480.0, 900.0, 900.0]
    """
    doubled = min(max(failures - FREE - 1, 0), 10)
    return float(min(FIRST_SECONDS * 2**doubled, MOST_SECONDS)) if failures > FREE else 0.0
