"""Playing cards: their text, full decks, and what is left in a shoe, wherever its cards become known.

A card is rank and suit, `TS` for the ten of spades. No card is drawn here: which one came is told by whoever the
shoe's source names, and this module only knows whether it can be.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Annotated

import msgspec

from pitboss.errors import BadNotation

RANKS = "A23456789TJQK"
SUITS = "CDHS"

CardText = Annotated[
    str, msgspec.Meta(pattern=rf"^[{RANKS}][{SUITS}]$(?!\n)", description="Rank and suit, T for ten: TS, AH.")
]


@dataclass(frozen=True, slots=True)
class Card:
    """One card by rank and suit; cards of several decks are alike."""

    rank: str
    suit: str

    def __str__(self) -> str:
        """Write the card in the notation."""
        return self.rank + self.suit

    @property
    def index(self) -> int:
        """Return the card's place in `DECK`: suit by suit, ace to king."""
        return SUITS.index(self.suit) * len(RANKS) + RANKS.index(self.rank)


DECK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
CARDS = tuple(str(card) for card in DECK)
"""The 52 cards as text, in the order of `DECK`."""

_BY_TEXT = dict(zip(CARDS, DECK, strict=True))


def parse_card(text: object) -> Card:
    """Read a card.

    >>> str(parse_card("TS")), parse_card("AC").index
    ('TS', 0)
    """
    card = _BY_TEXT.get(text) if isinstance(text, str) else None
    if card is None:
        raise BadNotation(f"is no card: a rank of {RANKS} and a suit of {SUITS}, such as TS", value=text)
    return card


class SourceKind(StrEnum):
    """Where the cards of a shoe become known."""

    DEALER = "dealer"
    """The dealer enters each card."""
    SHOE = "shoe"
    """A shoe reads each card; the dealer may enter what it could not read."""
    VIRTUAL = "virtual"
    """The order was fixed beforehand and committed to; it is revealed at the end."""


@dataclass
class CardSource:
    """What one shoe holds and has given: the same interface for cards entered, read, or drawn from a virtual shoe."""

    decks: int
    kind: SourceKind = SourceKind.DEALER
    commitment: str | None = None
    """What a virtual shoe's order was committed to."""
    drawn: list[str] = field(default_factory=list)
    """Every card that came out, in the order it left the shoe; empty text for one that nobody has seen."""

    @property
    def roles(self) -> tuple[str, ...]:
        """Return who may say which card came."""
        return ("dealer",) if self.kind is SourceKind.DEALER else ("dealer", "device")

    @cached_property
    def size(self) -> int:
        """Return how many cards were loaded."""
        return self.decks * len(DECK)

    @property
    def count(self) -> int:
        """Return how many cards have not come out."""
        return self.size - len(self.drawn)

    def copies_left(self) -> list[int]:
        """Return how often each card of `DECK` may still come, those that came unseen included."""
        left = [self.decks] * len(DECK)
        for text in filter(None, self.drawn):
            left[_BY_TEXT[text].index] -= 1
        return left

    def can_give(self, text: str) -> bool:
        """Tell whether a copy of a card is still in the shoe.

        >>> CardSource(1, drawn=["TS"]).can_give("TS")
        False
        """
        return self.drawn.count(text) < self.decks
