"""Three dice, entered by two people. Pure. Two entries that differ hold the game: neither is preferred.

The order of the dice means nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.floor.devices.read_cards import Held, Waiting

__all__ = ["Dice", "DiceEntry", "Shown"]

Dice = tuple[int, int, int]


@dataclass(frozen=True)
class Shown:
    """The dice as both saw them."""

    dice: Dice
    by: tuple[str, str]


class DiceEntry:
    """Collects the entries of one throw."""

    def __init__(self) -> None:
        self._first: tuple[str, Dice] | None = None
        self.held: Held | None = None

    def enter(self, dice: Dice, by: str) -> Shown | Waiting | Held:
        """Take an entry, and return what is certain with it; until the second comes, the first may be corrected."""
        if self.held is not None:
            return self.held
        if self._first is None or self._first[0] == by:
            self._first = (by, dice)
            return Waiting()
        first_by, first = self._first
        if sorted(dice) != sorted(first):
            shown = " and ".join("-".join(map(str, sorted(seen))) for seen in (first, dice))
            self.held = Held(f"{first_by} and {by} entered different dice: {shown}")
            return self.held
        self._first = None
        return Shown(first, (first_by, by))
