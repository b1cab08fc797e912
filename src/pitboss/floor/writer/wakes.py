"""Answers to coroutines: all that are due in one round of writing reach their loop by one wake-up."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from pitboss.floor.writer.answers import Recorded

Due = tuple["asyncio.Future[Any]", Any, BaseException | None]


class Wakes:
    """What is due to each loop; filled and emptied by the writer alone."""

    def __init__(self) -> None:
        self._due: dict[asyncio.AbstractEventLoop, list[Due]] = {}

    def add(self, future: asyncio.Future[Any], value: Any, error: BaseException | None = None) -> None:
        """Let a coroutine have its answer with the next wake-up."""
        self._due.setdefault(future.get_loop(), []).append((future, value, error))

    def wake(self) -> None:
        """Hand out what is due."""
        while self._due:
            loop, due = self._due.popitem()
            with suppress(RuntimeError):  # a loop that was closed meanwhile: nobody waits there any more
                loop.call_soon_threadsafe(_hand_out, due)


def _hand_out(due: list[Due]) -> None:
    for future, value, error in due:
        if future.done():  # whoever waited has gone; what was handed in is decided all the same
            continue
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)


class Reply:
    """Stands for a coroutine's future in the writer's thread."""

    __slots__ = ("_answered", "_future", "_wakes")

    def __init__(
        self, future: asyncio.Future[Recorded], wakes: Wakes, answered: Callable[[Recorded], None] | None
    ) -> None:
        self._future, self._wakes, self._answered = future, wakes, answered

    def set_result(self, value: Recorded) -> None:
        """Let it be told its answer."""
        if self._answered is not None:
            with suppress(Exception):  # what it does besides must not stop the house
                self._answered(value)
        self._wakes.add(self._future, value)

    def set_exception(self, error: BaseException) -> None:
        """Let it be told why there is none."""
        self._wakes.add(self._future, None, error)

    def fail(self, error: BaseException) -> None:
        """Tell it why there is none from another thread, at once: the writer hangs, and wakes nobody."""
        due: list[Due] = [(self._future, None, error)]
        with suppress(RuntimeError):
            self._future.get_loop().call_soon_threadsafe(_hand_out, due)
