"""A move that is open in a Round: the name of the method that makes it, and what it may be called with."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Move"]


@dataclass(frozen=True, slots=True)
class Move:
    """Something that may be done now. `round.play(move)` does it, and so does the method of that name.

    >>> print(Move("hit", seat=1), "|", Move("bet", on="red", least=100, most=5000), sep="")
    hit at seat 1|bet on red, 100 to 5000
    """

    name: str
    """The method of the Round: `hit`, `bet`, `no_spin` …"""
    seat: int = 0
    """Whose move it is at a card table; 0 where there are no seats, or it is the dealer's."""
    hand: int = 0
    """Which hand of the seat it is about, where that must be said; else 0."""
    on: str = ""
    """What a bet is on; what a "No Spin" is called for."""
    least: int | None = None
    """The least amount that is accepted, in minor units; None where no amount goes with it."""
    most: int | None = None
    step: int = 1
    """Amounts go up from the least in steps of so many units."""

    def __str__(self) -> str:
        """Write the move in words."""
        on, seat = f" on {self.on}" if self.on else "", f" at seat {self.seat}" if self.seat else ""
        amount = "" if self.least is None else f", {self.least} to {self.most}"
        return f"{self.name.replace('_', ' ')}{on}{seat}{amount}"
