"""What a roulette table remembers between acts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pitboss.games.disputes import Disputes
from pitboss.games.house import House
from pitboss.rulebook.quantities import length_mm

if TYPE_CHECKING:
    from pitboss.games.roulette.round_state import Round
    from pitboss.games.roulette.rules import Rules

__all__ = ["ColourSet", "Table"]


@dataclass
class ColourSet:
    """A set of colour chips in a player's hands: whose, and what one chip is worth."""

    player: str
    value_minor: int
    has_marker: bool


@dataclass
class Table(House):
    """One roulette table."""

    rules: Rules
    ball_um: int = 0
    """The ball's diameter in micrometres; 0 until another than the table's own was brought in."""
    round: Round | None = None
    dolly: str | None = None
    are_losers_collected: bool = False
    results: list[str] = field(default_factory=list)
    """The most recent results, newest first."""
    previous: str | None = None
    """The last winning number, where the ball goes back to after a no spin."""
    must_return_ball: bool = False
    must_examine_ball: bool = False
    is_ball_suspect: bool = False
    """The ball in play left the wheel and has not been found sound; another ball may take its place."""
    colours: dict[str, ColourSet] = field(default_factory=dict)
    waiting: list[str] = field(default_factory=list)
    """Players who asked for colour chips and have none."""
    questioned: set[tuple[str, str, str]] = field(default_factory=set)
    disputes: Disputes = field(default_factory=Disputes)

    @property
    def free_colours(self) -> list[str]:
        """Return the colours nobody holds."""
        return [colour for colour in self.rules.settings["colours"] if colour not in self.colours]

    def held(self, player: str, colour: str) -> int:
        """Return what a player holds in a colour, off the layout."""
        return self.balances.get(f"chips:{player}:{colour}", 0)

    def colours_of(self, player: str) -> list[str]:
        """Return the colours a player has."""
        return [colour for colour, entry in self.colours.items() if entry.player == player]


def ball_um(diameter: str) -> int:
    """Return a setting's length in micrometres.

    >>> ball_um("13/16 in")
    20637
    """
    return int(length_mm(diameter) * 1000)
