"""What happens at any card table to its cards, from their inspection to the shoe, and to its seats."""

from __future__ import annotations

from typing import ClassVar

from pitboss.decider import Event
from pitboss.games.shoe.acts import Colour, Cutter, Reader
from pitboss.rulebook.clauses import cites


@cites("MB-B1", "BJ-B1", "BJ-G2")
class SeatTaken(Event, frozen=True, tag="table.seat_taken/1", audience="public"):
    """A player sits at a numbered position."""

    position: int
    player: str


@cites("MB-M3d", "BJ-G2")
class SeatLeft(Event, frozen=True, tag="table.seat_left/1", audience="public"):
    """A player left a position; nothing of theirs is in play there."""

    position: int
    player: str


@cites("MB-B3", "MB-B4a", "MB-B4b", "MB-B4c", "MB-D1", "MB-H", "BJ-B4", "BJ-D1")
class CardsInspected(Event, frozen=True, tag="cards.cards_inspected/1", audience="public"):
    """The decks were sorted and inspected by the dealer, and that was verified."""

    backs: tuple[Colour, ...]
    """One colour, or that of each batch."""
    decks: tuple[int, ...]
    cutting_cards: Colour
    meets_controls: bool
    by: str
    verified_by: str
    """The floorperson, or `electronic`."""


@cites("MB-D2", "MB-D4", "BJ-D2", "Q76")
class CardsSpread(Event, frozen=True, tag="cards.cards_spread/1", audience="public"):
    """The cards lie face up in rows by deck, suit and sequence, batches apart."""

    batches: int
    by: str


@cites("MB-D2", "MB-E6", "BJ-D2", "BJ-E6")
class PlayerLooked(Event, frozen=True, tag="cards.player_looked/1", audience="public"):
    """A player had the chance to look at the spread cards."""

    player: str
    by: str


@cites("MB-D3", "MB-D4", "MB-E6a", "MB-A6", "BJ-D3", "BJ-E6", "BJ-A8")
class CardsStacked(Event, frozen=True, tag="cards.cards_stacked/1", audience="public"):
    """The cards were turned face down and stacked, washed where they are shuffled by hand."""

    is_washed: bool
    by: str


@cites("MB-E2", "BJ-E3", "BJ-E3e")
class CutOffered(Event, frozen=True, tag="cards.cut_offered/1", audience="public"):
    """A player was offered the cut, and took it or not."""

    position: int
    player: str
    is_accepted: bool
    by: str


@cites("MB-E3", "MB-E4")
@cites("BJ-E3", "BJ-E4", "BJ-E4a", "BJ-E4b", "BJ-E4c", "BJ-E4d")
class CardsCut(Event, frozen=True, omit_defaults=True, tag="cards.cards_cut/1", audience="public"):
    """The cutting card went into the stack; what lay in front of it goes to the back."""

    depth: int
    position: int | None
    """Where the cutter sits; None for the dealer."""
    cutter: str
    by: str
    is_cover_card_away: bool = False
    """Whether the dealer cut over the cover card and then put it into the discard rack."""


@cites("MB-E5", "BJ-E5")
class RecutOrdered(Event, frozen=True, tag="cards.recut_ordered/1", audience="public"):
    """A supervisor has the cards cut anew."""

    cutter: Cutter
    reason: str
    by: str
    role: str


@cites("MB-E4", "MB-H", "BJ-H2")
class ShoeLoaded(Event, frozen=True, tag="cards.shoe_loaded/1", audience="public"):
    """The cards are in the shoe, the cutting card so many from the back."""

    shoe: int
    batch: Colour
    cards: int
    from_back: int
    reader: Reader
    by: str


@cites("MB-I", "BJ-E1")
class AutomaticShoeUsed(Event, frozen=True, tag="cards.automatic_shoe_used/1", audience="public"):
    """A device that shuffles by itself is in play; a virtual one has committed to its order."""

    shoe: int
    batch: Colour
    cards: int
    from_back: int
    controls: str
    commitment: str | None
    by: str


class ShoeRevealed(Event, frozen=True, tag="cards.shoe_revealed/1", audience="public"):
    """A virtual shoe's order was shown, and agrees with its commitment and with the cards dealt."""

    commitment: str
    order: tuple[str, ...]
    nonce: str
    by: str


class RevealRejected(Event, frozen=True, tag="cards.reveal_rejected/1", audience="public"):
    """What was shown is not the order that was committed to or dealt; the shoe stays unrevealed."""

    commitment: str
    finding: str
    by: str


class RevealAbandoned(Event, frozen=True, tag="cards.reveal_abandoned/1", audience="public"):
    """A virtual shoe's order could not be shown."""

    commitment: str
    reason: str
    by: str
    role: str


@cites("MB-J8")
class CuttingCardDrawn(Event, frozen=True, tag="cards.cutting_card_drawn/1", audience="public"):
    """The cutting card came out and was laid aside; the hand in play is finished."""

    drawn: int
    """How many cards came out ahead of it."""


@cites("MB-E6", "BJ-E6")
class IdleCardsSpread(Event, frozen=True, tag="cards.idle_cards_spread/1", audience="public"):
    """Nobody plays: the cards left shoe and rack and are spread out."""

    is_face_up: bool
    by: str


@cites("MB-E6", "BJ-E6")
class IdleCardsTurned(Event, frozen=True, tag="cards.idle_cards_turned/1", audience="public"):
    """A player came, and the idle cards were turned face up."""

    by: str


@cites("HP-C1")
class CardCorrected(Event, frozen=True, tag="cards.card_corrected/1", audience="public", aside=("was", "reason")):
    """A card that was named wrongly has its right name; what follows from it is as if it had been named so at first."""

    round: int
    place: int
    """Of the round's cards, in the order they were dealt, from 1."""
    was: str
    card: str
    is_face_up: bool
    reason: str
    by: str
    witness: str

    face: ClassVar[tuple[str, ...]] = ("card", "was")

    def lies_face_down(self, state: object) -> bool:
        """Tell what the event says itself."""
        del state
        return not self.is_face_up


SHOE_EVENTS: tuple[type[Event], ...] = (
    SeatTaken,
    SeatLeft,
    CardsInspected,
    CardsSpread,
    PlayerLooked,
    CardsStacked,
    CutOffered,
    CardsCut,
    RecutOrdered,
    ShoeLoaded,
    AutomaticShoeUsed,
    ShoeRevealed,
    RevealRejected,
    RevealAbandoned,
    CuttingCardDrawn,
    IdleCardsSpread,
    IdleCardsTurned,
    CardCorrected,
)
