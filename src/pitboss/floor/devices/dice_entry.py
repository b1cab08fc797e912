"""The dealer's entry of three dice, and a second one by somebody else where the house asks for it. Pure.

Two entries that differ hold the game: neither is preferred. The order of the dice means nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.errors import InputError
from pitboss.floor.devices.card_source import Held, Waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Dice", "DiceEntry", "Shown"]

Dice = tuple[int, int, int]
_DICE, _FACES = 3, 6


@dataclass(frozen=True)
class Shown:
    """The dice as everybody who was asked saw them."""

    dice: Dice
    by: tuple[str, ...]


class DiceEntry:
    """Collects the entries of one throw."""

    def __init__(self, *, needs_second: bool) -> None:
        self._needs_second = needs_second
        self._first: tuple[str, Dice] | None = None
        self.held: Held | None = None

    def enter(self, dice: Sequence[int], by: str) -> Shown | Waiting | Held:
        """Take an entry, and return what is certain with it.

        Raises:
            InputError: for what are not three dice, or a second entry by the same person; nothing has happened then.
        """
        seen = _checked(dice)
        if self.held is not None:
            return self.held
        if self._first is None:
            self._first = (by, seen)
            return Waiting() if self._needs_second else self._shown((by,), seen)
        first_by, first = self._first
        if by == first_by:
            raise InputError("entered the dice already: the second entry is somebody else's", field="by", value=by)
        if sorted(seen) != sorted(first):
            shown = " and ".join("-".join(map(str, sorted(dice))) for dice in (first, seen))
            self.held = Held(f"{first_by} and {by} entered different dice: {shown}")
            return self.held
        return self._shown((first_by, by), first)

    def rule(self, dice: Sequence[int], by: str) -> Shown:
        """End a hold: a supervisor, whose right to it the floor has checked, looked at the dice.

        Raises:
            InputError: for what are not three dice, or where nothing is held.
        """
        seen = _checked(dice)
        if self.held is None:
            raise InputError("is no ruling: nothing is held", field="dice", value=list(seen))
        return self._shown((by,), seen)

    def _shown(self, by: tuple[str, ...], dice: Dice) -> Shown:
        self._first, self.held = None, None
        return Shown(dice, by)


def _checked(dice: Sequence[int]) -> Dice:
    """Return three dice, or refuse what is none: a truth value is no die either."""
    if len(dice) != _DICE or not all(type(die) is int and 1 <= die <= _FACES for die in dice):
        raise InputError(f"are not three dice of 1 to {_FACES}", field="dice", value=list(dice))
    first, second, third = dice
    return first, second, third
