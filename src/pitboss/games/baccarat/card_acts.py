"""What may be asked about the cards of a mini-baccarat table alone: the shuffle by batches, the burn, errors."""

from __future__ import annotations

from pitboss.decider import Act
from pitboss.games.cards import CardText
from pitboss.games.shoe.acts import Colour


class ShuffleCards(Act, frozen=True, tag="baccarat.shuffle_cards/1"):
    """Shuffle, by hand or in the machine; `batch` is the back of the cards to be played next."""

    batch: Colour


class ReleaseBatch(Act, frozen=True, tag="baccarat.release_batch/1"):
    """After an idle time, load the spread batch into the shuffler and take the stored one out."""

    is_stored_securely: bool
    is_handled_as_approved: bool
    is_spread_requested: bool = False


class BurnCard(Act, frozen=True, tag="baccarat.burn_card/1"):
    """Turn up a card that goes to the discard rack."""

    card: CardText


class ReportError(Act, frozen=True, tag="baccarat.report_error/1"):
    """Report a card drawn in error; None where nobody saw its face."""

    card: CardText | None
    is_players_third: bool = False
    """Whether it was dealt to the Player's Hand as a third card that was not due."""


class ReportFaceUp(Act, frozen=True, tag="baccarat.report_face_up/1"):
    """Report a card found face up in the shoe."""

    card: CardText


CARD_ACTS: tuple[type[Act], ...] = (
    ShuffleCards,
    ReleaseBatch,
    BurnCard,
    ReportError,
    ReportFaceUp,
)
