"""What happens to the cards of a mini-baccarat table alone: shuffle, burn, discard rack, errors, turning."""

from __future__ import annotations

from pitboss.decider import Event
from pitboss.games.baccarat.hands import Side
from pitboss.games.shoe.acts import Colour
from pitboss.rulebook.clauses import cites


@cites("MB-E1", "MB-B4d", "MB-B4e")
class CardsShuffled(Event, frozen=True, tag="baccarat.cards_shuffled/1"):
    """The cards of the next shoe are shuffled; with a shuffler the other batch is in the machine."""

    batch: Colour
    stored: Colour | None
    by: str


@cites("MB-E6b", "MB-E6b.i", "MB-E6b.ii")
class BatchReleased(Event, frozen=True, tag="baccarat.batch_released/1"):
    """The idle batch went into the shuffler and the stored one came out, ready or to be spread first."""

    batch: Colour
    is_stored_securely: bool
    is_handled_as_approved: bool
    is_spread_requested: bool
    must_be_spread: bool
    by: str


@cites("MB-E4", "MB-N1", "MB-N3", "Q15")
class CardBurned(Event, frozen=True, tag="baccarat.card_burned/1"):
    """A card was shown and put into the discard rack."""

    card: str
    due: int
    """How many cards are still to be burned."""
    by: str


@cites("MB-L3", "MB-B4f")
class CardsDiscarded(Event, frozen=True, tag="baccarat.cards_discarded/1"):
    """The round's cards are in the discard rack, in the order they were dealt."""

    round: int
    batch: Colour
    cards: tuple[str, ...]
    by: str


@cites("MB-N1", "MB-N2", "Q30")
class CardDrawnInError(Event, frozen=True, tag="baccarat.card_drawn_in_error/1"):
    """A card left the shoe by mistake: it is the banker's third, opens the next hand, or is burned."""

    card: str | None
    """None where nobody saw its face."""
    is_players_third: bool
    becomes: str
    """`banker`, `next_hand` or `burned`."""
    due: int
    """How many cards are to be burned with it."""
    clause: str
    by: str


@cites("MB-N3", "Q15")
class CardFoundFaceUp(Event, frozen=True, tag="baccarat.card_found_face_up/1"):
    """A card lay face up in the shoe and is not played."""

    card: str
    due: int
    """How many cards are to be burned with it."""
    by: str


@cites("MB-L4", "MB-J3a", "MB-J3b", "MB-J3c")
class CardsTurned(Event, frozen=True, tag="baccarat.cards_turned/1"):
    """The dealer turned a hand's cards up."""

    hand: Side
    cards: tuple[str, ...]
    by: str


@cites("MB-J3c", "MB-J3c.i", "MB-J3c.ii", "MB-J3c.iii", "MB-J3c.iv", "MB-J3c.v")
class CardsHanded(Event, frozen=True, tag="baccarat.cards_handed/1"):
    """A player got a hand's cards, face down."""

    hand: Side
    position: int
    player: str
    is_third: bool
    clause: str
    by: str


@cites("MB-J3c.i", "MB-J3c.ii", "MB-J3c.iii", "MB-J3c.iv")
class CardsReturned(Event, frozen=True, tag="baccarat.cards_returned/1"):
    """The player gave the cards back face up."""

    hand: Side
    cards: tuple[str, ...]
    position: int
    player: str
    by: str


@cites("MB-N5")
class TurnRelinquished(Event, frozen=True, tag="baccarat.turn_relinquished/1"):
    """A player gave up the right to turn a hand's cards, or lost it, for this round."""

    hand: Side
    position: int
    player: str
    is_voluntary: bool
    reason: str
    by: str
    role: str


@cites("MB-N5")
class TurnOffered(Event, frozen=True, tag="baccarat.turn_offered/1"):
    """The right to turn a hand's cards was offered to the next player."""

    hand: Side
    position: int
    player: str
    is_accepted: bool
    by: str


CARD_EVENTS: tuple[type[Event], ...] = (
    CardsShuffled,
    BatchReleased,
    CardBurned,
    CardsDiscarded,
    CardDrawnInError,
    CardFoundFaceUp,
    CardsTurned,
    CardsHanded,
    CardsReturned,
    TurnRelinquished,
    TurnOffered,
)
