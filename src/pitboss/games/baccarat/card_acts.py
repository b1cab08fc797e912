"""What may be asked about the cards of a mini-baccarat table: from their inspection to the discard rack, and errors."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Name, Text
from pitboss.games.baccarat.messages import Position
from pitboss.games.cards import CardText
from pitboss.games.virtual_shoe import Commitment

DEPTH_MAX = 10_000
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


class InspectCards(Act, frozen=True, tag="baccarat.inspect_cards/1"):
    """Sort and inspect the decks; a floorperson verifies it as witness, or a device does."""

    back: Colour
    decks: Decks
    cutting_cards: Colour
    second_back: Colour | None = None
    """The backs of the second batch, with a shuffler."""
    second_decks: Decks = 0
    meets_controls: bool = True
    """Whether every deck satisfies the internal control standards for cards."""
    is_verified_electronically: bool = False


class SpreadCards(Act, frozen=True, tag="baccarat.spread_cards/1"):
    """Spread the cards face up in rows by deck, suit and sequence, the batches apart."""


class LetPlayerLook(Act, frozen=True, tag="baccarat.let_player_look/1"):
    """Give a player who has arrived the chance to look at the spread cards."""

    player: Name


class StackCards(Act, frozen=True, tag="baccarat.stack_cards/1"):
    """Turn the cards face down and stack them; by hand they are washed first."""

    is_washed: bool


class ShuffleCards(Act, frozen=True, tag="baccarat.shuffle_cards/1"):
    """Shuffle, by hand or in the machine; `batch` is the back of the cards to be played next."""

    batch: Colour


class ReleaseBatch(Act, frozen=True, tag="baccarat.release_batch/1"):
    """After an idle time, load the spread batch into the shuffler and take the stored one out."""

    is_stored_securely: bool
    is_handled_as_approved: bool
    is_spread_requested: bool = False


class OfferCut(Act, frozen=True, tag="baccarat.offer_cut/1"):
    """Offer the stack for cutting to the next player."""

    position: Position
    is_accepted: bool


class CutCards(Act, frozen=True, tag="baccarat.cut_cards/1"):
    """Put the cutting card into the stack, so many cards from the front."""

    depth: Depth


class OrderRecut(Act, frozen=True, tag="baccarat.order_recut/1"):
    """Have the cards cut anew, by the last cutter or the next in order."""

    cutter: Cutter
    reason: Text


class LoadShoe(Act, frozen=True, tag="baccarat.load_shoe/1"):
    """Put one cutting card in, so many cards from the back, the other at the end, and load the shoe."""

    from_back: Depth
    reader: Reader = Reader.DEALER


class UseAutomaticShoe(Act, frozen=True, tag="baccarat.use_automatic_shoe/1"):
    """Play from a device that shuffles by itself, under the internal controls that are named."""

    controls: Text
    from_back: Depth


class CommitShoe(Act, frozen=True, tag="baccarat.commit_shoe/1"):
    """Play from a virtual shoe whose order is fixed: its commitment is known before the first card."""

    commitment: Commitment
    controls: Text
    from_back: Depth


class RevealShoe(Act, frozen=True, tag="baccarat.reveal_shoe/1"):
    """End a virtual shoe and show its order and nonce."""

    order: tuple[str, ...]
    nonce: str


class AbandonReveal(Act, frozen=True, tag="baccarat.abandon_reveal/1"):
    """Record that a virtual shoe's order cannot be shown, and why."""

    reason: Text


class BurnCard(Act, frozen=True, tag="baccarat.burn_card/1"):
    """Turn up a card that goes to the discard rack."""

    card: CardText


class SpreadIdleCards(Act, frozen=True, tag="baccarat.spread_idle_cards/1"):
    """Spread the cards of an open table where nobody plays."""

    is_face_up: bool


class TurnIdleCards(Act, frozen=True, tag="baccarat.turn_idle_cards/1"):
    """Turn idle cards face up for a player who has come."""


class ReportError(Act, frozen=True, tag="baccarat.report_error/1"):
    """Report a card drawn in error; None where nobody saw its face."""

    card: CardText | None
    is_players_third: bool = False
    """Whether it was dealt to the Player's Hand as a third card that was not due."""


class ReportFaceUp(Act, frozen=True, tag="baccarat.report_face_up/1"):
    """Report a card found face up in the shoe."""

    card: CardText


CARD_ACTS: tuple[type[Act], ...] = (
    InspectCards,
    SpreadCards,
    LetPlayerLook,
    StackCards,
    ShuffleCards,
    ReleaseBatch,
    OfferCut,
    CutCards,
    OrderRecut,
    LoadShoe,
    UseAutomaticShoe,
    CommitShoe,
    RevealShoe,
    AbandonReveal,
    BurnCard,
    SpreadIdleCards,
    TurnIdleCards,
    ReportError,
    ReportFaceUp,
)
