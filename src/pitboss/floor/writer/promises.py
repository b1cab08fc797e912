"""The answer to a command, for whoever waits for it in another thread.

A future of the standard library has a condition of its own, which takes longer to make than a bet takes to be decided.
Here what somebody waits on is made when somebody waits.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Generic, TypeVar

_LOG = logging.getLogger(__name__)
_ALONE: Final = threading.Lock()
"""Held while any promise gets its answer, or somebody to tell it to: for next to no time, so that one is enough."""
T = TypeVar("T")


class Promise(Generic[T]):
    """What becomes of something that was handed in; the first answer stands, and nobody can take it back."""

    __slots__ = ("_callbacks", "_error", "_is_done", "_value", "_waiting")

    def __init__(self) -> None:
        self._is_done = False
        self._value: Any = None
        self._error: BaseException | None = None
        self._waiting: threading.Event | None = None
        self._callbacks: list[Callable[[Promise[T]], object]] | None = None

    def done(self) -> bool:
        """Tell whether there is an answer."""
        return self._is_done

    def set_result(self, value: T) -> None:
        """Give an answer, unless there is one."""
        self._settle(value, None)

    def set_exception(self, error: BaseException) -> None:
        """Say why there is none, unless there is one."""
        self._settle(None, error)

    def _settle(self, value: Any, error: BaseException | None) -> None:
        with _ALONE:
            if self._is_done:
                return
            self._value, self._error, self._is_done = value, error, True
        if self._waiting is not None:
            self._waiting.set()
        for tell in self._callbacks or ():
            self._tell(tell)

    def _tell(self, tell: Callable[[Promise[T]], object]) -> None:
        try:
            tell(self)
        except Exception:  # noqa: BLE001 - whatever it is, the others are told
            _LOG.exception("whoever was told an answer failed")

    def add_done_callback(self, tell: Callable[[Promise[T]], object]) -> None:
        """Have somebody told when there is an answer, in the thread that gives it; at once where there is one."""
        with _ALONE:
            if not self._is_done:
                self._callbacks = [*(self._callbacks or ()), tell]
                return
        self._tell(tell)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Wait; return why there is no answer, or None where there is one.

        Raises:
            TimeoutError: where nothing is known after so many seconds.
        """
        with _ALONE:
            if not self._is_done and self._waiting is None:
                self._waiting = threading.Event()
            waiting = self._waiting
        if not self._is_done and waiting is not None and not waiting.wait(timeout):
            raise TimeoutError
        return self._error

    def result(self, timeout: float | None = None) -> T:
        """Wait; return the answer, or raise why there is none.

        Raises:
            TimeoutError: where nothing is known after so many seconds.
        """
        error = self.exception(timeout)
        if error is not None:
            raise error
        value: T = self._value
        return value

    def awaited(self) -> asyncio.Future[T]:
        """Return a future of the running loop that has the answer when it is there."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def wake(_: Promise[T]) -> None:
            with suppress(RuntimeError):  # a loop that was closed meanwhile: nobody waits there any more
                loop.call_soon_threadsafe(self._hand_to, future)

        self.add_done_callback(wake)
        return future

    def _hand_to(self, future: asyncio.Future[T]) -> None:
        if future.done():  # whoever waited has gone
            return
        if self._error is not None:
            future.set_exception(self._error)
        else:
            future.set_result(self._value)
