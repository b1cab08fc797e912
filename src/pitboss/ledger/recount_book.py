"""What a recount keeps of one stream between events, and how its rules are written.

A rule reads one event as plain JSON and yields what changes: a unit, a place as the chart names it, and by how much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Book", "Change", "Fields", "Rule"]

Fields = Mapping[str, Any]
"""An event, or a part of one, as JSON has it."""
Change = tuple[str, str, int]
"""Unit, place, and what is more of it there now; less is below zero."""


@dataclass
class Book:
    """What later events of a stream need to know of earlier ones."""

    currency: str = ""
    config: Fields = field(default_factory=dict)
    """The document the stream was opened with."""
    colour_values: dict[str, int] = field(default_factory=dict)
    """Colour to what one chip of it is worth at a roulette table."""
    is_heat: bool = False
    """Whether a blackjack table plays for a tournament, with its chips."""
    players: dict[int, str] = field(default_factory=dict)
    """Seat to who wagered there in the round."""
    round_changes: dict[tuple[str, str], int] = field(default_factory=dict)
    """What the round has changed so far, by unit and place: a void round gives it all back."""
    fees_minor: int = 0
    """Entry fees of a tournament that are held."""
    tickets: dict[str, dict[str, int]] = field(default_factory=dict)
    """Ticket to what it put into each pool."""

    buy_ins: dict[str, Fields] = field(default_factory=dict)
    """Terminal to its last buy-in, as it was counted or corrected."""
    is_void_settled: bool = False
    """Whether the game that is void had been settled."""

    def keep(self, changes: Iterator[Change]) -> Iterator[Change]:
        """Yield changes of a round, and remember them for the case that it is void."""
        for unit, place, amount in changes:
            self.round_changes[unit, place] = self.round_changes.get((unit, place), 0) + amount
            yield unit, place, amount


Rule = Callable[[Book, Fields], Iterator[Change]]
