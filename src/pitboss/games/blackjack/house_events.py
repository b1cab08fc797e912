"""What happens in the house at a blackjack table."""

from __future__ import annotations

import msgspec

from pitboss.decider import Event, Move
from pitboss.games.blackjack.house_acts import Failure, Method
from pitboss.games.house_events import HOUSE_EVENTS
from pitboss.games.shoe.events import SHOE_EVENTS
from pitboss.rulebook.clauses import cites


@cites("BJ-N1", "BJ-N2", "BJ-N3")
class StaffingConfirmed(Event, frozen=True, tag="blackjack.staffing_confirmed/1"):
    """Who is there for so many tables."""

    cashiers: int
    supervisors: int
    tables: int
    by: str
    role: str


@cites("BJ-P", "BJ-I1", "BJ-K2b", "BJ-J3", "BJ-J5", "BJ-J6", "BJ-J7", "BJ-J8")
class SignPosted(Event, frozen=True, tag="blackjack.sign_posted/1"):
    """The sign hangs at the table, with these lines."""

    lines: tuple[str, ...]
    by: str


@cites("BJ-H10c", "BJ-I11c")
class OpeningRepeated(Event, frozen=True, tag="blackjack.opening_repeated/1"):
    """Everybody has left, and the cards are inspected anew."""

    by: str


@cites("BJ-E1", "BJ-E2", "BJ-E2a", "BJ-E2b")
class CardsShuffled(Event, frozen=True, tag="blackjack.cards_shuffled/1"):
    """The cards are shuffled and lie in one stack."""

    method: Method
    at_discretion: bool
    by: str


@cites("BJ-M4")
class ShuffleFailed(Event, frozen=True, tag="blackjack.shuffle_failed/1"):
    """The device did not finish: the cards are shuffled again."""

    failure: Failure
    by: str


@cites("BJ-H3", "BJ-I4")
class CardBurned(Event, frozen=True, tag="blackjack.card_burned/1"):
    """A card went into the discard rack, face down."""

    card: str | None
    """None where nobody has seen it."""
    due: int
    """How many are still to be burned."""
    by: str


@cites("BJ-H3")
class BurnCardShown(Event, frozen=True, tag="blackjack.burn_card_shown/1"):
    """A player asked to see a card that was burned."""

    player: str
    place: int
    card: str
    by: str


@cites("BJ-M2")
class CardDrawnInError(Event, frozen=True, tag="blackjack.card_drawn_in_error/1"):
    """A card left the shoe by mistake, and nobody saw it: it is the next card."""

    by: str


class Gathered(msgspec.Struct, frozen=True, array_like=True):
    """One hand in the discard rack: whose it was (0 is the dealer), which of their hands, and its cards in order."""

    seat: int
    hand: int
    cards: tuple[str, ...]


@cites("BJ-H9", "BJ-I10", "BJ-L10")
class CardsDiscarded(Event, frozen=True, tag="blackjack.cards_discarded/1"):
    """What lay on the layout is in the discard rack: from the far right, the dealer's on top."""

    round: int
    hands: tuple[Gathered, ...]
    by: str


@cites("BJ-I11a")
class CardsPickedUp(Event, frozen=True, tag="blackjack.cards_picked_up/1"):
    """A player holds the cards of a hand."""

    seat: int
    player: str


@cites("BJ-H10b", "BJ-I11b")
class TotalAnnounced(Event, frozen=True, tag="blackjack.total_announced/1"):
    """The dealer announced a total; what counts is what the cards are."""

    seat: int
    total: int
    counted: int
    by: str


@cites("BJ-M5")
class UpCardTaken(Event, frozen=True, tag="blackjack.up_card_taken/1"):
    """The dealer's first card is in the discard rack, and the supervisor was told at once."""

    spot: int
    by: str


@cites("BJ-M5")
class UpCardRestored(Event, frozen=True, tag="blackjack.up_card_restored/1"):
    """The supervisor rebuilt the last hand, and the dealer's first card lies where it belongs."""

    card: str
    hand: tuple[str, ...]
    """The last dealer hand as it was rebuilt."""
    by: str
    role: str


@cites("BJ-O")
class HeatBegun(Event, frozen=True, tag="blackjack.heat_begun/1"):
    """The table plays for a tournament, with its chips."""

    tournament: str
    heat: int
    hands: int
    by: str


@cites("BJ-O")
class ChipsIssued(Event, frozen=True, tag="blackjack.chips_issued/1"):
    """A player of the heat has the chips they begin it with."""

    player: str
    chips: int
    by: str
    moves: tuple[Move, ...]


@cites("BJ-O")
class HeatEnded(Event, frozen=True, tag="blackjack.heat_ended/1"):
    """A heat is over; these are the chips each player had left."""

    tournament: str
    heat: int
    hands: int
    chips: dict[str, int]
    reason: str | None
    by: str
    moves: tuple[Move, ...]


OWN_EVENTS: tuple[type[Event], ...] = (
    StaffingConfirmed,
    SignPosted,
    OpeningRepeated,
    CardsShuffled,
    ShuffleFailed,
    CardBurned,
    BurnCardShown,
    CardDrawnInError,
    CardsDiscarded,
    CardsPickedUp,
    TotalAnnounced,
    UpCardTaken,
    UpCardRestored,
    HeatBegun,
    ChipsIssued,
    HeatEnded,
)
TABLE_EVENTS: tuple[type[Event], ...] = (*HOUSE_EVENTS, *SHOE_EVENTS, *OWN_EVENTS)
