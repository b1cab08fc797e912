"""What a mini-baccarat table remembers between acts."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from pitboss.games.baccarat.hands import Side, deal
from pitboss.games.house import House

if TYPE_CHECKING:
    from fractions import Fraction

    from pitboss.games.baccarat.card_acts import Colour
    from pitboss.games.baccarat.round_state import Round
    from pitboss.games.baccarat.rules import Rules
    from pitboss.games.cards import CardSource

__all__ = ["Cards", "Pile", "Play", "Stage", "Table", "cut_order", "next_on_right", "rebuilt"]


class Stage(StrEnum):
    """How far the cards have come on their way into play."""

    AWAITED = "awaited"
    INSPECTED = "inspected"
    SPREAD = "spread"
    SEEN = "seen"
    STACKED = "stacked"
    SHUFFLED = "shuffled"
    CUT = "cut"
    LOADED = "loaded"
    IN_PLAY = "in_play"
    FINISHED = "finished"
    IDLE_DOWN = "idle_down"

    @property
    def words(self) -> str:
        """Say where the cards are, after "they are"."""
        return {
            "awaited": "not inspected",
            "loaded": "in the shoe, and the first is not turned up",
            "in_play": "in play",
            "idle_down": "spread face down",
        }.get(self.value, self.value)


@dataclass
class Pile:
    """What went into the discard rack together: a round's cards in the order of the deal, or burned ones."""

    round: int | None
    cards: tuple[str, ...]


@dataclass
class Cards:
    """The cards of the table."""

    stage: Stage = Stage.AWAITED
    backs: tuple[Colour, ...] = ()
    batch: Colour | None = None
    """The batch that is out of the machine; the only one where there is no shuffler."""
    last_played: Colour | None = None
    is_back_from_idle: bool = False
    """Idle cards are on their way back into play, and with a shuffler the stored batch comes out instead."""
    declined: set[int] = field(default_factory=set)
    """Positions that were passed over for this cut."""
    cutter: int | None = None
    """The position that took the cut, 0 for the dealer; None while it is offered."""
    shoes: int = 0
    shoe: CardSource | None = None
    from_back: int = 0
    is_burn_due: bool = False
    """The first card has not been turned up yet."""
    burns_due: int = 0
    held_at: int | None = None
    """A card that nobody saw waits to be the first of the next hand; it left the shoe after so many known cards."""
    is_cutting_card_out: bool = False
    must_announce: bool = False
    """The hand in which the cutting card came out is over, and "Last Hand" has not been called."""
    is_last_hand: bool = False
    must_be_revealed: bool = False
    """A virtual shoe was played whose order has not been shown."""
    rack: list[Pile] = field(default_factory=list)

    @property
    def in_shoe(self) -> int:
        """Return how many cards are still in the shoe."""
        return self.shoe.count - (self.held_at is not None) if self.shoe else 0

    @property
    def is_cutting_card_next(self) -> bool:
        """Tell whether the cutting card comes out ahead of the next card."""
        return not self.is_cutting_card_out and self.shoe is not None and self.in_shoe <= self.from_back

    @property
    def stored(self) -> Colour | None:
        """Return the batch inside the shuffler."""
        return next((back for back in self.backs if back != self.batch), None)


@dataclass
class Play:
    """What the dealer has done with the hands of the round in play."""

    face_down: set[Side] = field(default_factory=set)
    """Hands that have a card whose face is not shown."""
    called: list[Side] = field(default_factory=list)
    """Hands whose count on two cards was called."""
    turns: dict[Side, int] = field(default_factory=dict)
    """Who turns a hand's cards: a position, 0 for the dealer."""
    offered_from: dict[Side, int] = field(default_factory=dict)
    """The position that gave up a hand's cards, while others are asked."""
    refused: dict[Side, set[int]] = field(default_factory=dict)
    """Positions that may not or will not turn a hand's cards in this round."""
    handed: Side | None = None
    """The hand that is in a player's hands."""
    is_result_called: bool = False
    are_losers_collected: bool = False
    is_layout_clear: bool = True


@dataclass
class Table(House):
    """One mini-baccarat table."""

    rules: Rules
    round: Round | None = None
    is_layout_checked: bool = False
    seats: dict[int, str] = field(default_factory=dict)
    cards: Cards = field(default_factory=Cards)
    play: Play = field(default_factory=Play)
    marks: dict[int, Fraction] = field(default_factory=dict)
    """Deferred vigorish by position, exact: the amount on its marker."""
    is_deal_notified: bool = False
    notice: tuple[str, int] | None = None
    """The form and percentage of vigorish that players have notice of."""
    is_form_noticed: bool = False
    """Players were told of the form in force; the one without vigorish is not dealt before (MB-M6)."""

    def turner(self, hand: Side) -> int | None:
        """Return who turns a hand's cards: a position, 0 for the dealer, None while it is offered."""
        if hand in self.play.turns:
            return self.play.turns[hand]
        return 0 if self.next_turner(hand) is None else None

    def next_turner(self, hand: Side) -> int | None:
        """Return the position that is asked next to turn a hand's cards; None where nobody is left."""
        play = self.play
        if hand not in play.offered_from:
            return None
        return next_on_right(self.seats, play.offered_from[hand], play.refused[hand])


def cut_order(seats: dict[int, str]) -> list[int]:
    """Return the order in which the cut is offered: the dealer's right first, then clockwise past the dealer.

    >>> cut_order({2: "Ann", 7: "Bob", 4: "Cid"})
    [7, 2, 4]
    """
    ascending = sorted(seats)
    return ascending[-1:] + ascending[:-1]


def next_on_right(seats: dict[int, str], position: int, besides: set[int]) -> int | None:
    """Return who is asked next to turn cards: the player on the right, then counter-clockwise.

    >>> next_on_right({2: "Ann", 7: "Bob", 4: "Cid"}, 4, {4})
    2
    """
    below = sorted((p for p in seats if p < position), reverse=True)
    above = sorted((p for p in seats if p > position), reverse=True)
    return next((p for p in (*below, *above) if p not in besides), None)


def rebuilt(state: Table, number: int) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Rebuild the Player's and the Banker's Hand of a round of this shoe from the discard rack alone."""
    for pile in state.cards.rack:
        if pile.round == number:
            return deal(state.rules.tables, pile.cards)
    return None
