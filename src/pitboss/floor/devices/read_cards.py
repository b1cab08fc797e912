"""The cards that a shoe has read and nobody has dealt yet, and what holds them. Pure.

The shoe proposes and the screen confirms; the screen never overrules. Where the dealer's entry is not what the shoe
read, or the shoe cannot stand by a card, nothing is dealt until a supervisor has ruled.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pitboss.floor.devices.shoe_machine import CardRead, ResultRead, ShoeFound, ShoeHold


@dataclass(frozen=True)
class Proposed:
    """The card that the shoe has read."""

    card: str
    is_out_of_game: bool = False
    """Whether the shoe says that the card belongs to no hand."""


@dataclass(frozen=True)
class Waiting:
    """Nothing is known yet."""


@dataclass(frozen=True)
class Held:
    """Nothing counts until a supervisor has ruled."""

    reason: str


class ReadCards:
    """Cards in the order they were read; `resume` starts the shoe's line again after a ruling on what it said."""

    def __init__(self, resume: Callable[[], None]) -> None:
        self._resume = resume
        self._waiting: deque[CardRead | ShoeHold] = deque()
        self.held: Held | None = None
        self.result: ResultRead | None = None
        """The shoe's last result, to be compared with the cards and for nothing else."""

    def hear(self, found: Iterable[ShoeFound]) -> None:
        """Take what the shoe's line made certain, in order."""
        for entry in found:
            if isinstance(entry, CardRead | ShoeHold):
                self._waiting.append(entry)
            elif isinstance(entry, ResultRead):
                self.result = entry

    def next_card(self) -> Proposed | Waiting | Held:
        """Return the oldest card that was not dealt, or why there is none."""
        first = self._waiting[0] if self._waiting else None
        if self.held is None and isinstance(first, ShoeHold):
            self.held = Held(first.reason)
        if self.held is not None:
            return self.held
        return Proposed(first.card, first.is_out_of_game) if isinstance(first, CardRead) else Waiting()

    def take(self) -> None:
        """Go on to the card after it: this one was dealt."""
        self._waiting.popleft()

    def contradict(self, card: str | None) -> Held:
        """Hold, because the dealer entered a card which the shoe has not read, or not in its place."""
        found = self.next_card()
        if isinstance(found, Held):
            return found
        has = f"has {found.card}" if isinstance(found, Proposed) else "has read no card"
        self.held = Held(f"the dealer entered {card}, and the shoe {has}")
        return self.held

    def release(self) -> None:
        """End a hold: what was read first is dropped, and the dealer enters the card of the ruling."""
        if self.held is None:
            return
        self.held = None
        first = self._waiting.popleft() if self._waiting else None
        if isinstance(first, ShoeHold):
            self._resume()

    def forget(self) -> None:
        """Drop cards that were read and belong to no shoe in play; a hold among them stays."""
        self._waiting = deque(entry for entry in self._waiting if isinstance(entry, ShoeHold))
        self.result = None
