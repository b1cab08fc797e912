"""What the cage of a house remembers: what it holds with all that tables sent and got, and which markers are open."""

from __future__ import annotations

from dataclasses import dataclass, field

from pitboss.games.cage.config import CageConfig
from pitboss.games.everyday.state import Marker
from pitboss.money import Currency, show


@dataclass
class Cage:
    """A house's cage."""

    config: CageConfig
    held_minor: int = 0
    """Cash and chips together: what the house put in, what tables sent and counted, less what they got."""
    tokes_minor: int = 0
    """Tips of all tables that are not paid out."""
    markers: dict[str, dict[int, Marker]] = field(default_factory=dict)
    """Table to its markers by number, as far as they are not redeemed."""
    known: dict[str, int] = field(default_factory=dict)
    """Table to the version of its last record that the cage was told of."""
    balances: dict[str, int] = field(default_factory=dict)
    """The fold of the cage's own moves."""

    def money(self, minor: int) -> str:
        """Print an amount in the house's currency."""
        return show(minor, Currency.of(self.config.currency))


def new_cage(config: CageConfig) -> Cage:
    """Return an empty cage."""
    return Cage(config)
