"""A bare group commit: what a database alone can do, beside which durable play is measured.

An operation is one row of 200 bytes and two balances that change. What waits is written in one transaction, with the
same durability as a journal's; nothing is decided, encoded, hashed or answered but "it is there".
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any, Final

__all__ = ["Bare", "in_groups", "with_callers"]

ROW: Final = os.urandom(200)
ACCOUNTS: Final = 64


class Bare:
    """A database with a table of operations and a table of balances."""

    def __init__(self, address: str) -> None:
        """Make the tables."""
        self._is_file = not address.startswith("postgresql")
        if self._is_file:
            import pysqlite3

            path = address.removeprefix("sqlite:///")
            self._connection: Any = pysqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=FULL")
        else:
            import psycopg

            self._connection = psycopg.connect(address, autocommit=True)
            self._connection.execute("SET synchronous_commit = on")
        blob, mark = ("BLOB", "?") if self._is_file else ("BYTEA", "%s")
        self._connection.execute(f"CREATE TABLE operations (number BIGINT PRIMARY KEY, body {blob} NOT NULL)")
        self._connection.execute("CREATE TABLE balances (account BIGINT PRIMARY KEY, amount BIGINT NOT NULL)")
        self._insert = f"INSERT INTO operations VALUES ({mark}, {mark})"  # noqa: S608
        self._change = f"UPDATE balances SET amount = amount + {mark} WHERE account = {mark}"  # noqa: S608
        self._many(f"INSERT INTO balances VALUES ({mark}, 0)", [(number,) for number in range(ACCOUNTS)])  # noqa: S608

    def _many(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        self._connection.cursor().executemany(statement, rows)

    def write(self, numbers: Sequence[int]) -> None:
        """Write some operations in one transaction."""
        sides = [(one, number % ACCOUNTS) for number in numbers for one in (1, -1)]
        self._connection.execute("BEGIN IMMEDIATE" if self._is_file else "BEGIN")
        self._many(self._insert, [(number, ROW) for number in numbers])
        self._many(self._change, sides)
        self._connection.execute("COMMIT")

    def close(self) -> None:
        """Let go of it."""
        self._connection.close()


def in_groups(address: str, count: int, group: int) -> float:
    """Return operations a second, written in groups without anybody who waits."""
    bare = Bare(address)
    try:
        begun = time.perf_counter()
        for first in range(0, count, group):
            bare.write(range(first, min(first + group, count)))
        return count / (time.perf_counter() - begun)
    finally:
        bare.close()


def with_callers(
    address: str,
    callers: int,
    count: int,
    most: int,
    from_callers: Callable[[int, Sequence[Any], Callable[[Any], Future[Any]]], float],
) -> float:
    """Return operations a second with callers that wait, and a writer that commits what waits together."""
    bare, waiting = Bare(address), queue.SimpleQueue[Any]()

    def write() -> None:
        while True:
            entries = [waiting.get()]
            while len(entries) < most and not waiting.empty():
                entries.append(waiting.get())
            if entries[-1] is None:
                return
            bare.write([number for number, _ in entries])
            for _, future in entries:
                future.set_result(None)

    def send(number: int) -> Future[Any]:
        future: Future[Any] = Future()
        waiting.put((number, future))
        return future

    writer = threading.Thread(target=write)
    writer.start()
    try:
        return from_callers(callers, range(count), send)
    finally:
        waiting.put(None)
        writer.join()
        bare.close()
