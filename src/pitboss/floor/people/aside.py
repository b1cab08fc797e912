"""Work that takes a processor for long, done behind everything else: one password costs as much as some hundred bets.

Strangers decide how often a password is looked at. So the threads that do it give way to all others of the machine.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Final, TypeVar

_NICE: Final = 5
"""A third of what a thread that plays may claim: with less, on a busy machine, somebody at the door waits for ever."""
_WORKERS: Final = 6
T = TypeVar("T")


def _give_way() -> None:
    # By the thread and not by the process, as Linux has it; elsewhere it stays as it is. Behind the house's other
    # threads, wherever those stand: a house may be started to give way to others itself.
    with suppress(OSError, AttributeError):
        others = os.getpriority(os.PRIO_PROCESS, os.getpid())
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), others + _NICE)


@cache
def _workers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(_WORKERS, "pitboss-aside", initializer=_give_way)


async def aside(work: Callable[..., T], *given: str) -> T:
    """Do something beside everything else, and wait for what comes of it."""
    return await asyncio.get_running_loop().run_in_executor(_workers(), work, *given)
