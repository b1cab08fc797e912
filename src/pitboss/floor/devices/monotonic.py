"""The time by which commands are received and races closed: a wall clock that never goes back.

Somebody who sets the server's clock back extends no betting and revives no ticket; one who sets it on closes early.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta


class SteadyClock:
    """Shows the later of the wall clock and of what it showed at the start, moved on by the monotonic clock."""

    def __init__(
        self,
        wall: Callable[[], datetime] = lambda: datetime.now(UTC),
        monotonic_ns: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self._wall, self._monotonic_ns = wall, monotonic_ns
        self._ahead = wall()
        self._at_ns = monotonic_ns()

    def __call__(self) -> datetime:
        """Return the time."""
        now_ns = self._monotonic_ns()
        by_now = self._ahead + timedelta(microseconds=(now_ns - self._at_ns) // 1_000)
        shown = max(self._wall(), by_now)
        if shown > by_now:
            # A clock that was set on does not come back when it is set right.
            self._ahead, self._at_ns = shown, now_ns
        return shown
