"""What the rules of any card table have: positions, the decks of a shoe, and a clause for each step of the cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from pitboss.games.table.rules import RuleData, TableRules


class ShoeData(RuleData, frozen=True):
    """What every card game's own section of an edition has."""

    cut_min: int
    """How many cards a cut leaves at either end."""


D = TypeVar("D", bound=ShoeData)

SHOE_DUTIES = frozenset(
    (
        "staff round positions decks cutting_cards inspection verification spread wash idle_by_hand shuffle cut "
        "cut_depth cutting_card burn recut idle shoe automatic_shoe handle"
    ).split()
)
"""What the document of every house with a shoe must have a clause for; a game adds its own."""


@dataclass(frozen=True)
class ShoeRules(TableRules[D]):
    """A card table's rules; each game adds its own questions."""

    @property
    def positions(self) -> int:
        """Return how many numbered positions the table has."""
        return int(self.settings["positions"])

    @property
    def batches(self) -> int:
        """Return into how many batches, played by turns, the table's decks are divided."""
        return 1

    @property
    def shoe_decks(self) -> int:
        """Return how many decks one shoe holds: all of them, or one batch."""
        return int(self.settings["decks"]) // self.batches

    @property
    def shoe_size(self) -> int:
        """Return how many cards one shoe holds."""
        return self.shoe_decks * 52

    @property
    def cut_from_end(self) -> int:
        """Return how many cards from the back the cutting card lies at least."""
        return int(self.settings["cut_from_end"])

    @property
    def one_back_clause(self) -> str:
        """Return the clause by which cards that are played together have one back."""
        return self.clause("backs")
