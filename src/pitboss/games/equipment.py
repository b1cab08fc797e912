"""The equipment of the games: the two roulette wheels (cards, shoes and dice join them with their games)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from pitboss.rulebook.clauses import cites

RED = frozenset("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())
POCKETS = ("0", "00", *(str(number) for number in range(1, 37)))
"""Every pocket label a wheel may have, in the notation's order: 0 before 00 before 1."""


@cites("RO-E3", "RO-E4", "RS-T9", "RS-T10", "RH-4.1.1.1", "RH-4.1.1.2")
def colour_of(pocket: str) -> str:
    """Return the colour of a pocket; zeros are green (Q3).

    >>> colour_of("17"), colour_of("00")
    ('black', 'green')
    """
    if pocket in ("0", "00"):
        return "green"
    return "red" if pocket in RED else "black"


@dataclass(frozen=True)
class Wheel:
    """A roulette wheel: its pockets clockwise from 0."""

    name: str
    order: tuple[str, ...]

    @cached_property
    def pockets(self) -> tuple[str, ...]:
        """Return the pockets in the notation's order, which indexes every pay table."""
        return tuple(pocket for pocket in POCKETS if pocket in self.order)

    @cached_property
    def index(self) -> dict[str, int]:
        """Return pocket to its place in `pockets`."""
        return {pocket: place for place, pocket in enumerate(self.pockets)}

    def neighbours(self, pocket: str, each_side: int) -> tuple[str, ...]:
        """Return a pocket with its neighbours on the wheel, in wheel order.

        >>> SINGLE_ZERO.neighbours("5", 2)
        ('23', '10', '5', '24', '16')
        """
        at = self.order.index(pocket)
        return tuple(self.order[(at + step) % len(self.order)] for step in range(-each_side, each_side + 1))


SINGLE_ZERO = Wheel(
    "single_zero",
    tuple(
        "0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26".split()
    ),
)
DOUBLE_ZERO = Wheel(
    "double_zero",
    tuple(
        (
            "0 28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1 00 27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2"
        ).split()
    ),
)
WHEELS = {wheel.name: wheel for wheel in (SINGLE_ZERO, DOUBLE_ZERO)}
