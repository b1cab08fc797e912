"""Questions to the writer that many ask alike: put once for all of them, after the bets, and not again and again.

Whoever asks while one is put waits for its answer. Whoever asks more often than so many times at once and once a second
after that, whoever they are, is given the last answer: it is a second old at most.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pitboss.floor.rate_limit import Buckets
from pitboss.floor.writer.live_stream import LiveStream
from pitboss.floor.writer.queue import Urgency

if TYPE_CHECKING:
    from pitboss.floor.writer.writer import Floor

AT_ONCE: Final = 10
"""Times that the same may be put to the writer at once; after that once a second."""
T = TypeVar("T")


class SharedLooks:
    """What was asked last of each stream, and what was answered; only what is the same for everybody."""

    def __init__(self) -> None:
        self._turns = Buckets(most=AT_ONCE, rate=1)
        self._asked: dict[tuple[str, str], asyncio.Future[Any]] = {}
        """The last question of a kind about a stream; streams are few, and so are kinds."""

    async def ask(self, floor: Floor, kind: str, stream: str, question: Callable[[LiveStream], T]) -> T:
        """Return the answer to a question about a stream, of the last second where it is asked all the time."""
        key = kind, stream
        last = self._asked.get(key)
        is_answered = last is not None and last.done() and not last.cancelled() and last.exception() is None
        if last is None or (last.done() and (self._turns.take(f"{kind} {stream}") or not is_answered)):
            last = self._asked[key] = asyncio.wrap_future(floor.ask(stream, question, Urgency.LOOK))
        # Whoever goes away meanwhile takes the answer from nobody else.
        found: T = await asyncio.shield(last)
        return found
