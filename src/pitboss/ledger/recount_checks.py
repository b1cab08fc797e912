"""What verification asks of a stream's second count: no debt passes zero, and no session ends with credits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

_OVER: Final = {"automatic.chips_delivered/1", "automatic.session_closed/1", "automatic.session_abandoned/1"}
"""What leaves a patron session without credits."""


def below_nothing(places: Mapping[str, int]) -> Iterator[str]:
    """Yield the accounts of a stream's second count that have passed zero: what is due, and what is owed."""
    for place, held in places.items():
        kind = place.partition(":")[0]
        if (kind == "receivable" and held > 0) or (kind == "payable" and held < 0):
            yield f"{place} has passed nothing: {held}"


def over_with_credits(event: Mapping[str, Any], places: Mapping[str, int]) -> Iterator[str]:
    """Yield what is wrong where a patron session is over by an event and has credits by the second count.

    >>> list(over_with_credits({"type": "automatic.session_closed/1", "terminal": "T1", "session": 2}, {}))
    []
    """
    session = event.get("session") if event["type"] in _OVER else None
    if session is None:
        return
    held = places.get(f"credits:{event.get('terminal')}.{session}", 0)
    if held:
        yield f"session {session} of {event['terminal']} is over with credits of {held}"
