"""Promises of the writer: the first answer stands, and whoever waits has it, in a thread or in a loop."""

import asyncio
import threading
from typing import Any

import pytest

from pitboss.floor.writer.promises import Promise

SECONDS = 60


def test_the_first_answer_stands():
    """What is said after an answer changes nothing."""
    promise = Promise[Any]()
    promise.set_result(1)
    promise.set_result(2)
    promise.set_exception(ValueError("late"))
    assert (True, 1, None) == (promise.done(), promise.result(), promise.exception())


def test_the_first_reason_stands():
    """An answer that comes after whoever waited was told that there is none changes nothing."""
    promise, error = Promise[Any](), ValueError("away")
    promise.set_exception(error)
    promise.set_result(1)
    assert error is promise.exception()
    with pytest.raises(ValueError, match="away"):
        promise.result()


def test_who_waits_in_another_thread():
    """Several threads that wait have the answer as soon as it is there."""
    promise, found = Promise[Any](), []
    threads = [threading.Thread(target=lambda: found.append(promise.result(SECONDS))) for _ in range(3)]
    for thread in threads:
        thread.start()
    promise.set_result(7)
    for thread in threads:
        thread.join(SECONDS)
    assert [7, 7, 7] == found


def test_nothing_is_known_yet():
    """Whoever waits no longer than so long is told so."""
    promise = Promise[Any]()
    with pytest.raises(TimeoutError):
        promise.result(0)
    assert not promise.done()


def test_who_is_told():
    """Callbacks are told once each, before and after the answer, and one that fails stops no other."""
    promise, told = Promise[Any](), []
    promise.add_done_callback(lambda _: 1 // 0)
    promise.add_done_callback(lambda one: told.append(one.result()))
    promise.set_result("here")
    promise.add_done_callback(lambda one: told.append(one.result()))
    assert ["here", "here"] == told


def test_who_waits_in_a_loop():
    """A coroutine has the answer, or why there is none, that another thread gives."""
    good, bad = Promise[Any](), Promise[Any]()

    async def wait():
        waiting = good.awaited(), bad.awaited()
        threading.Thread(target=good.set_result, args=(1,)).start()
        threading.Thread(target=bad.set_exception, args=(ValueError("no"),)).start()
        return await asyncio.gather(*waiting, return_exceptions=True)

    first, second = asyncio.run(wait())
    assert (1, "no") == (first, str(second))


def test_a_coroutine_that_is_gone(caplog):
    """The answer to a coroutine that no longer waits is the answer all the same."""
    promise = Promise[Any]()

    async def wait():
        promise.awaited().cancel()
        promise.set_result(1)
        await asyncio.sleep(0)

    asyncio.run(wait())
    assert (1, []) == (promise.result(), caplog.records)


def test_a_loop_that_is_closed(caplog):
    """An answer that comes after its loop was closed troubles nobody."""
    promise = Promise[Any]()

    async def wait():
        promise.awaited()

    asyncio.run(wait())
    promise.set_result(1)
    assert [] == caplog.records
