"""The statement of an account: what came and went, event by event, and what it held then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

__all__ = ["Entry", "StatementLine", "statement"]


@dataclass(frozen=True)
class Entry:
    """What one event did to an account."""

    position: int
    at: str
    stream: str
    version: int
    amount_minor: int
    words: str | None = None
    """What happened, if anybody has said it."""


@dataclass(frozen=True)
class StatementLine:
    """An entry, and what the account held after it."""

    position: int
    at: str
    stream: str
    version: int
    words: str | None
    amount_minor: int
    balance_minor: int


def statement(entries: Iterable[Entry], opening_minor: int = 0) -> Iterator[StatementLine]:
    """Yield the lines of an account's statement, from entries in the order of the journal.

    >>> entries = [Entry(1, "20:00", "table:1", 2, 500), Entry(4, "20:05", "table:1", 5, -200)]
    >>> [line.balance_minor for line in statement(entries)]
    [500, 300]
    """
    balance = opening_minor
    for entry in entries:
        balance += entry.amount_minor
        yield StatementLine(
            entry.position, entry.at, entry.stream, entry.version, entry.words, entry.amount_minor, balance
        )
