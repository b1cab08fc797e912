"""Lines for journals that are tested without any game: a stream is opened, and each command makes one event."""

from functools import cache

import msgspec

from pitboss.journal import Batch, End, Line
from pitboss.journal.lines import made, opening

__all__ = ["AT", "command", "line", "lines", "opened_line", "told"]

AT = "2004-05-01T12:00:00+00:00"


def command(key: str) -> bytes:
    """Return a command as it is stored."""
    return msgspec.json.encode({"key": key, "by": {}, "act": {}, "received_at": "2004-05-01T12:00:00Z"})


def opened_line(before: End, stream: str = "table:1", currency: str = "USD") -> Line:
    """Return a line that opens a stream."""
    return opening(before, 1, stream, AT, msgspec.json.encode({"type": "opened/1", "config": {"currency": currency}}))


def told(before: End, stream: str, version: int, key: str, *events: bytes, refusal: bytes | None = None) -> Line:
    """Return the line of a command with its events, or its refusal."""
    return made(before, 1, stream, version, command=command(key), events=events, refusal=refusal)


@cache
def line(ordinal: int) -> Line:
    """Return one line of a table that was opened by the first of them: as many lines as events."""
    if ordinal == 1:
        return opened_line(End())
    return told(line(ordinal - 1).end, "table:1", ordinal, f"k{ordinal}", b'{"type":"a/1"}')


def lines(first: int, last: int | None = None) -> Batch:
    """Return a batch of such lines."""
    return Batch([line(number) for number in range(first, (last or first) + 1)])
