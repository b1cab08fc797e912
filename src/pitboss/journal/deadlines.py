"""How long a database may take to answer, and since when one has not.

Every call to a database is made under a `Watch`. In PostgreSQL a call that gets no answer in time is given up, and its
connection with it. A call to a file cannot be given up: the system does not come back from it. There whoever looks at
the watch from another thread learns how long it has lasted.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Final

import msgspec

LOOKS_LEAST: Final = 3
"""How often the same call must be seen before it is late: a process that got no processor is no frozen disk."""


class Deadlines(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How long a house waits for its database."""

    answer_seconds: Annotated[float, msgspec.Meta(ge=0.5, le=600)] = 4.0
    """For any answer: after that betting stops, and says so."""
    lock_seconds: Annotated[float, msgspec.Meta(ge=0.1, le=600)] = 2.0
    """For a lock that somebody else holds."""
    connect_seconds: Annotated[int, msgspec.Meta(ge=2, le=600)] = 4
    """For a connection to a server."""


PATIENT: Final = Deadlines(answer_seconds=30.0)
"""What commands wait that serve nobody, such as `pitboss verify`."""


REMOVING: Final = Deadlines(answer_seconds=600.0)
"""What may pass until archived lines are taken out, or their room is given back: nobody is served meanwhile."""


class Watch:
    """Times the calls to one database, of which there is one at a time."""

    def __init__(self, deadlines: Deadlines = PATIENT, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.deadlines, self.monotonic = deadlines, monotonic
        self._began: float | None = None
        self._number = self._seen = self._looks = 0

    def __enter__(self) -> None:
        """Begin a call."""
        self._number += 1
        self._began = self.monotonic()

    def __exit__(self, *_: object) -> None:
        """End it, however it ended."""
        self._began = None

    def late(self) -> float | None:
        """Look at the call that is under way; return how long it has lasted if that is too long."""
        began, number = self._began, self._number
        self._looks = self._looks + 1 if began is not None and number == self._seen else 1
        self._seen = number
        lasted = 0.0 if began is None else self.monotonic() - began
        return lasted if lasted >= self.deadlines.answer_seconds and self._looks >= LOOKS_LEAST else None
