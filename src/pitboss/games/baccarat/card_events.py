"""What happens to the cards of a mini-baccarat table: inspection, spread, shuffle, cut, shoe, discard rack, errors."""

from __future__ import annotations

from pitboss.decider import Event
from pitboss.games.baccarat.card_acts import Colour, Cutter, Reader
from pitboss.games.baccarat.hands import Side
from pitboss.rulebook.clauses import cites


@cites("MB-B3", "MB-B4a", "MB-B4b", "MB-B4c", "MB-D1", "MB-H")
class CardsInspected(Event, frozen=True, tag="baccarat.cards_inspected/1"):
    """The decks were sorted and inspected by the dealer, and that was verified."""

    backs: tuple[Colour, ...]
    """One colour, or that of each batch."""
    decks: tuple[int, ...]
    cutting_cards: Colour
    meets_controls: bool
    by: str
    verified_by: str
    """The floorperson, or `electronic`."""


@cites("MB-D2", "MB-D4")
class CardsSpread(Event, frozen=True, tag="baccarat.cards_spread/1"):
    """The cards lie face up in rows by deck, suit and sequence, batches apart."""

    batches: int
    by: str


@cites("MB-D2", "MB-E6")
class PlayerLooked(Event, frozen=True, tag="baccarat.player_looked/1"):
    """A player had the chance to look at the spread cards."""

    player: str
    by: str


@cites("MB-D3", "MB-D4", "MB-E6a", "MB-A6")
class CardsStacked(Event, frozen=True, tag="baccarat.cards_stacked/1"):
    """The cards were turned face down and stacked, washed where they are shuffled by hand."""

    is_washed: bool
    by: str


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


@cites("MB-E2")
class CutOffered(Event, frozen=True, tag="baccarat.cut_offered/1"):
    """A player was offered the cut, and took it or not."""

    position: int
    player: str
    is_accepted: bool
    by: str


@cites("MB-E3", "MB-E4")
class CardsCut(Event, frozen=True, tag="baccarat.cards_cut/1"):
    """The cutting card went into the stack; what lay in front of it goes to the back."""

    depth: int
    position: int | None
    """Where the cutter sits; None for the dealer."""
    cutter: str
    by: str


@cites("MB-E5")
class RecutOrdered(Event, frozen=True, tag="baccarat.recut_ordered/1"):
    """A supervisor has the cards cut anew."""

    cutter: Cutter
    reason: str
    by: str
    role: str


@cites("MB-E4", "MB-H")
class ShoeLoaded(Event, frozen=True, tag="baccarat.shoe_loaded/1"):
    """The cards are in the shoe, the cutting card so many from the back."""

    shoe: int
    batch: Colour
    cards: int
    from_back: int
    reader: Reader
    by: str


@cites("MB-I")
class AutomaticShoeUsed(Event, frozen=True, tag="baccarat.automatic_shoe_used/1"):
    """A device that shuffles by itself is in play; a virtual one has committed to its order."""

    shoe: int
    batch: Colour
    cards: int
    from_back: int
    controls: str
    commitment: str | None
    by: str


class ShoeRevealed(Event, frozen=True, tag="baccarat.shoe_revealed/1"):
    """A virtual shoe's order was shown, and agrees with its commitment and with the cards dealt."""

    commitment: str
    order: tuple[str, ...]
    nonce: str
    by: str


class RevealRejected(Event, frozen=True, tag="baccarat.reveal_rejected/1"):
    """What was shown is not the order that was committed to or dealt; the shoe stays unrevealed."""

    commitment: str
    finding: str
    by: str


class RevealAbandoned(Event, frozen=True, tag="baccarat.reveal_abandoned/1"):
    """A virtual shoe's order could not be shown."""

    commitment: str
    reason: str
    by: str
    role: str


@cites("MB-E4", "MB-N1", "MB-N3", "Q15")
class CardBurned(Event, frozen=True, tag="baccarat.card_burned/1"):
    """A card was shown and put into the discard rack."""

    card: str
    due: int
    """How many cards are still to be burned."""
    by: str


@cites("MB-J8")
class CuttingCardDrawn(Event, frozen=True, tag="baccarat.cutting_card_drawn/1"):
    """The cutting card came out and was laid aside; the hand in play is finished."""

    drawn: int
    """How many cards came out ahead of it."""


@cites("MB-E6")
class IdleCardsSpread(Event, frozen=True, tag="baccarat.idle_cards_spread/1"):
    """Nobody plays: the cards left shoe and rack and are spread out."""

    is_face_up: bool
    by: str


@cites("MB-E6")
class IdleCardsTurned(Event, frozen=True, tag="baccarat.idle_cards_turned/1"):
    """A player came, and the idle cards were turned face up."""

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
    CardsInspected,
    CardsSpread,
    PlayerLooked,
    CardsStacked,
    CardsShuffled,
    BatchReleased,
    CutOffered,
    CardsCut,
    RecutOrdered,
    ShoeLoaded,
    AutomaticShoeUsed,
    ShoeRevealed,
    RevealRejected,
    RevealAbandoned,
    CardBurned,
    CuttingCardDrawn,
    IdleCardsSpread,
    IdleCardsTurned,
    CardsDiscarded,
    CardDrawnInError,
    CardFoundFaceUp,
    CardsTurned,
    CardsHanded,
    CardsReturned,
    TurnRelinquished,
    TurnOffered,
)
