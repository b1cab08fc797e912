"""What may be asked of any card table about its cards, from their inspection to the shoe, and about its seats."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Name, Text
from pitboss.games.cards import CardText
from pitboss.games.virtual_shoe import Commitment

POSITION_MAX = 1_000
DEPTH_MAX = 10_000
Position = Annotated[int, msgspec.Meta(ge=1, le=POSITION_MAX, description="1 is at the dealer's left.")]
Depth = Annotated[int, msgspec.Meta(ge=1, le=DEPTH_MAX)]
Decks = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Colour(StrEnum):
    """The colour of a card's back, or of a cutting card."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"
    PURPLE = "purple"
    YELLOW = "yellow"


class Cutter(StrEnum):
    """Who cuts again after an improper cut."""

    LAST = "last"
    NEXT = "next"


class Reader(StrEnum):
    """Where the cards of a shoe become known: the dealer enters them, or the shoe reads them."""

    DEALER = "dealer"
    SHOE = "shoe"


class TakeSeat(Act, frozen=True, tag="table.take_seat/1", permission="play", begins_play=True):
    """Sit down at a numbered position."""

    position: Position
    player: Name


class InspectCards(Act, frozen=True, tag="cards.inspect_cards/1", permission="procedure"):
    """Sort and inspect the decks; a floorperson verifies it as witness, or a device does."""

    back: Colour
    decks: Decks
    cutting_cards: Colour
    second_back: Colour | None = None
    """The backs of the second batch, where two take turns."""
    second_decks: Decks = 0
    meets_controls: bool = True
    """Whether every deck satisfies the internal control standards for cards."""
    is_verified_electronically: bool = False


class SpreadCards(Act, frozen=True, tag="cards.spread_cards/1", permission="procedure"):
    """Spread the cards face up in rows by deck, suit and sequence, the batches apart."""


class LetPlayerLook(Act, frozen=True, tag="cards.let_player_look/1", permission="procedure"):
    """Give a player who has arrived the chance to look at the spread cards."""

    player: Name


class StackCards(Act, frozen=True, tag="cards.stack_cards/1", permission="procedure"):
    """Turn the cards face down and stack them; by hand they are washed first."""

    is_washed: bool


class OfferCut(Act, frozen=True, tag="cards.offer_cut/1", permission="procedure"):
    """Offer the stack for cutting to the next player."""

    position: Position
    is_accepted: bool


class CutCards(Act, frozen=True, tag="cards.cut_cards/1", permission="play"):
    """Put the cutting card into the stack, so many cards from the front."""

    depth: Depth
    is_cover_card_away: bool = False
    """The dealer laid the cover card down, put those cards on it and the rest on top, and has it in the rack."""


class OrderRecut(Act, frozen=True, tag="cards.order_recut/1", permission="supervision"):
    """Have the cards cut anew, by the last cutter or the next in order."""

    cutter: Cutter
    reason: Text


class LoadShoe(Act, frozen=True, tag="cards.load_shoe/1", permission="procedure"):
    """Put one cutting card in, so many cards from the back, the other at the end, and load the shoe."""

    from_back: Depth
    reader: Reader = Reader.DEALER


class UseAutomaticShoe(Act, frozen=True, tag="cards.use_automatic_shoe/1", permission="procedure"):
    """Play from a device that shuffles by itself, under the internal controls that are named."""

    controls: Text
    from_back: Depth


class CommitShoe(Act, frozen=True, tag="cards.commit_shoe/1", permission="procedure"):
    """Play from a virtual shoe whose order is fixed: its commitment is known before the first card."""

    shoe_fields = ("commitment",)
    commitment: Commitment
    controls: Text
    from_back: Depth


class RevealShoe(Act, frozen=True, tag="cards.reveal_shoe/1", permission="reveal"):
    """End a virtual shoe and show its order and nonce."""

    shoe_fields = ("order", "nonce")
    order: tuple[str, ...]
    nonce: str


class AbandonReveal(Act, frozen=True, tag="cards.abandon_reveal/1", permission="supervision"):
    """Record that a virtual shoe's order cannot be shown, and why."""

    reason: Text


class SpreadIdleCards(Act, frozen=True, tag="cards.spread_idle_cards/1", permission="procedure"):
    """Spread the cards of an open table where nobody plays."""

    is_face_up: bool


class TurnIdleCards(Act, frozen=True, tag="cards.turn_idle_cards/1", permission="procedure"):
    """Turn idle cards face up for a player who has come."""


class CorrectCard(Act, frozen=True, tag="cards.correct_card/1", permission="by_hand"):
    """Name a card of the round in play rightly that was named wrongly, before anything is paid on it."""

    place: Annotated[int, msgspec.Meta(ge=1, le=DEPTH_MAX, description="Of the round's cards, as they were dealt.")]
    was: CardText
    """What it was named."""
    card: CardText
    """What lies there."""
    reason: Text


SHOE_ACTS: tuple[type[Act], ...] = (
    TakeSeat,
    InspectCards,
    SpreadCards,
    LetPlayerLook,
    StackCards,
    OfferCut,
    CutCards,
    OrderRecut,
    LoadShoe,
    UseAutomaticShoe,
    CommitShoe,
    RevealShoe,
    AbandonReveal,
    SpreadIdleCards,
    TurnIdleCards,
    CorrectCard,
)
