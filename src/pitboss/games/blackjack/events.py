"""What happened at a blackjack table: the events of the Round, then those of the Table around it."""

from __future__ import annotations

import msgspec

from pitboss.decider import Event, Move
from pitboss.games.blackjack.acts import Ending, Failure, Kind, Method, Outcome, Source
from pitboss.games.shoe.events import SHOE_EVENTS
from pitboss.games.table.events import SHARED_EVENTS
from pitboss.rulebook.clauses import cites


@cites("BJ-G1", "BJ-K2a")
class WagerPlaced(Event, frozen=True, tag="blackjack.wager_placed/1", audience="public"):
    """A wager lies on a betting area."""

    seat: int
    player: str
    on: Kind
    spot: int
    stake_minor: int
    source: Source
    placed_by: str
    placed_by_id: str
    moves: tuple[Move, ...]


class WagerRemoved(Event, frozen=True, tag="blackjack.wager_removed/1", audience="public"):
    """A wager, or part of it, was taken back."""

    seat: int
    player: str
    on: Kind
    spot: int
    stake_minor: int
    source: Source
    removed_by: str
    removed_by_id: str
    moves: tuple[Move, ...]


@cites("BJ-A4", "BJ-J6", "BJ-L4")
class InsurancePlaced(Event, frozen=True, tag="blackjack.insurance_placed/1", audience="public"):
    """A wager is insured."""

    seat: int
    spot: int
    stake_minor: int
    by: str
    moves: tuple[Move, ...]


class InsuranceClosed(Event, frozen=True, tag="blackjack.insurance_closed/1", audience="public"):
    """No more insurance is taken."""

    by: str


@cites("BJ-G4")
class RoundCalledOff(Event, frozen=True, tag="blackjack.round_called_off/1", audience="public"):
    """Nobody had a wager in the round, and no card was dealt."""

    round: int
    by: str


@cites("BJ-H4", "BJ-H4a", "BJ-H4b", "BJ-H4c", "BJ-H4d", "BJ-I5", "BJ-I5a", "BJ-I5b", "BJ-I5c", "BJ-I5d", "Q25")
@cites("BJ-H6", "BJ-I7", "BJ-L5", "BJ-L7", "BJ-L8", "Q24")
class CardDealt(Event, frozen=True, tag="blackjack.card_dealt/1", audience="public"):
    """A card came to a hand."""

    card: str | None
    """None where it lies face down and nobody has seen it."""
    seat: int
    """0 is the dealer."""
    hand: int
    """Which of the seat's or the dealer's hands, from 1."""
    place: int
    """Which card of its hand it is, from 1."""
    is_face_up: bool
    ends: Ending | None
    """What the card ends a player's hand as."""
    by: str

    def lies_face_down(self, state: object) -> bool:
        """Tell what the event says itself."""
        del state
        return not self.is_face_up


@cites("BJ-H4d", "Q25")
class FirstCardTurned(Event, frozen=True, tag="blackjack.first_card_turned/1", audience="public"):
    """The dealer's first card lies face up."""

    card: str
    by: str


@cites("BJ-H8", "BJ-I9")
class SecondCardTurned(Event, frozen=True, tag="blackjack.second_card_turned/1", audience="public"):
    """The dealer's second card lies face up."""

    card: str
    by: str


@cites("Q77")
class SecondCardExposed(Event, frozen=True, tag="blackjack.second_card_exposed/1", audience="public"):
    """The dealer's second card was seen before its time: it is the dealer's, and no more insurance is taken."""

    card: str
    by: str
    witness: str


@cites("HP-B5", "BJ-I5")
class CardShown(Event, frozen=True, tag="blackjack.card_shown/1", audience="public"):
    """A card of a player's that nobody could name lies face up; what the hand has ended as, as far as it is known."""

    seat: int
    place: int
    card: str
    ends: Ending | None
    by: str


@cites("BJ-M1", "Q27")
class CardFoundFaceUp(Event, frozen=True, tag="blackjack.card_found_face_up/1", audience="public"):
    """A card whose face was seen is out of the game."""

    card: str
    count: int
    is_drawn_in_error: bool
    by: str


class StoodOn(Event, frozen=True, tag="blackjack.stood/1", audience="public"):
    """A player takes no more cards."""

    seat: int
    hand: int
    by: str


@cites("BJ-H7", "BJ-I8")
class HitTaken(Event, frozen=True, tag="blackjack.hit_taken/1", audience="public"):
    """A player draws a card."""

    seat: int
    hand: int
    hit_minor: int
    """The hit wager on it; 0 where there is none."""
    by: str
    moves: tuple[Move, ...]


@cites("BJ-A2", "BJ-J7", "Q28")
class DoubledDown(Event, frozen=True, tag="blackjack.doubled_down/1", audience="public"):
    """A player doubled for one card."""

    seat: int
    hand: int
    stake_minor: int
    hit_minor: int
    by: str
    moves: tuple[Move, ...]


@cites("BJ-A6", "BJ-J8", "Q20")
class PairSplit(Event, frozen=True, tag="blackjack.pair_split/1", audience="public"):
    """A player made two hands of one; the new one lies to its right."""

    seat: int
    hand: int
    stake_minor: int
    by: str
    moves: tuple[Move, ...]


@cites("BJ-K6e", "Q23")
class HitWagerPlaced(Event, frozen=True, tag="blackjack.hit_wager_placed/1", audience="public"):
    """A hit wager lies on the first card to a split hand."""

    seat: int
    hand: int
    stake_minor: int
    by: str
    moves: tuple[Move, ...]


@cites("BJ-A7", "BJ-J5")
class HandSurrendered(Event, frozen=True, tag="blackjack.hand_surrendered/1", audience="public"):
    """A player gave up a hand for half its wager."""

    seat: int
    by: str


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Settled wagers in columns: row i of each belongs to one wager."""

    seat: tuple[int, ...]
    player: tuple[str, ...]
    hand: tuple[int, ...]
    on: tuple[Kind, ...]
    spot: tuple[int, ...]
    source: tuple[Source, ...]
    stake_minor: tuple[int, ...]
    paid_minor: tuple[int, ...]
    lost_minor: tuple[int, ...]
    """How much of the stake the house keeps."""
    outcome: tuple[Outcome, ...]
    clause: tuple[str, ...]


@cites("BJ-K3a", "BJ-K3b", "BJ-K4a", "BJ-K4b", "BJ-K5a", "BJ-K5b")
class SuitWagersSettled(Event, frozen=True, tag="blackjack.suit_wagers_settled/1", audience="public"):
    """The wagers on the first two cards are settled, from left to right."""

    wagers: Columns
    floorperson: str | None
    """Who was told of a suited king and queen."""
    by: str
    moves: tuple[Move, ...]


@cites("BJ-J6", "BJ-L4", "Q21")
class InsuranceSettled(Event, frozen=True, tag="blackjack.insurance_settled/1", audience="public"):
    """Insurance was decided by a dealer hand's second card."""

    spot: int
    card: str
    wagers: Columns
    moves: tuple[Move, ...]


@cites("BJ-K6b", "BJ-K6c", "BJ-K6f")
class HitWagerSettled(Event, frozen=True, tag="blackjack.hit_wager_settled/1", audience="public"):
    """A hit wager was settled by its card."""

    wagers: Columns
    card: str
    is_declared: bool
    """Whether the player said so, at a pitch table."""
    moves: tuple[Move, ...]


@cites("BJ-J2a", "BJ-J4a", "BJ-L6")
class HandSettled(Event, frozen=True, tag="blackjack.hand_settled/1", audience="public"):
    """A hand was settled before the dealer's: over 21, or a blackjack that was paid at once."""

    seat: int
    hand: int
    wagers: Columns
    moves: tuple[Move, ...]


@cites("BJ-L6", "BJ-L6b", "BJ-L8")
class SpotSettled(Event, frozen=True, tag="blackjack.spot_settled/1", audience="public"):
    """The wagers against one dealer hand of several are settled, and another hand follows."""

    spot: int
    dealer_hand: tuple[str, ...]
    dealer_total: int
    wagers: Columns
    moves: tuple[Move, ...]


@cites("BJ-J1", "BJ-J2", "BJ-J3", "BJ-J4", "BJ-L9")
class RoundSettled(Event, frozen=True, tag="blackjack.round_settled/1", audience="public"):
    """Everything still open is settled, and the round is over."""

    round: int
    spot: int
    dealer_hand: tuple[str, ...]
    dealer_total: int
    wagers: Columns
    moves: tuple[Move, ...]


@cites("BJ-M1", "BJ-M3")
class RoundVoided(Event, frozen=True, tag="blackjack.round_voided/1", audience="public", omit_defaults=True):
    """All hands are void: whatever was wagered, paid and taken in the round goes back."""

    round: int
    clause: str
    reason: str
    by: str
    moves: tuple[Move, ...]
    witness: str | None = None


ROUND_EVENTS: tuple[type[Event], ...] = (
    *(WagerPlaced, WagerRemoved, InsurancePlaced, InsuranceClosed, RoundCalledOff),
    *(CardDealt, FirstCardTurned, SecondCardTurned, SecondCardExposed, CardShown, CardFoundFaceUp),
    *(StoodOn, HitTaken, DoubledDown, PairSplit, HitWagerPlaced, HandSurrendered),
    *(SuitWagersSettled, InsuranceSettled, HitWagerSettled, HandSettled, SpotSettled, RoundSettled, RoundVoided),
)


@cites("HP-B4")
class SatOut(Event, frozen=True, tag="blackjack.sat_out/1", audience="public"):
    """A player keeps a seat and is no player of this round."""

    position: int
    player: str
    round: int


@cites("BJ-N1", "BJ-N2", "BJ-N3")
class StaffingConfirmed(Event, frozen=True, tag="blackjack.staffing_confirmed/1", audience="staff"):
    """Who is there for so many tables."""

    cashiers: int
    supervisors: int
    tables: int
    by: str
    role: str


@cites("BJ-P", "BJ-I1", "BJ-K2b", "BJ-J3", "BJ-J5", "BJ-J6", "BJ-J7", "BJ-J8")
class SignPosted(Event, frozen=True, tag="blackjack.sign_posted/1", audience="public"):
    """The sign hangs at the table, with these lines."""

    lines: tuple[str, ...]
    by: str


@cites("BJ-H10c", "BJ-I11c")
class OpeningRepeated(Event, frozen=True, tag="blackjack.opening_repeated/1", audience="public"):
    """Everybody has left, and the cards are inspected anew."""

    by: str


@cites("BJ-E1", "BJ-E2", "BJ-E2a", "BJ-E2b")
class CardsShuffled(Event, frozen=True, tag="blackjack.cards_shuffled/1", audience="public"):
    """The cards are shuffled and lie in one stack."""

    method: Method
    at_discretion: bool
    by: str


@cites("BJ-M4")
class ShuffleFailed(Event, frozen=True, tag="blackjack.shuffle_failed/1", audience="public"):
    """The device did not finish: the cards are shuffled again."""

    failure: Failure
    by: str


@cites("BJ-H3", "BJ-I4")
class CardBurned(Event, frozen=True, tag="blackjack.card_burned/1", audience="staff"):
    """A card went into the discard rack, face down."""

    card: str | None
    """None where nobody has seen it."""
    due: int
    """How many are still to be burned."""
    by: str


@cites("BJ-H3")
class BurnCardShown(Event, frozen=True, tag="blackjack.burn_card_shown/1", audience="public"):
    """A player asked to see a card that was burned."""

    player: str
    place: int
    card: str
    by: str


@cites("BJ-M2")
class CardDrawnInError(Event, frozen=True, tag="blackjack.card_drawn_in_error/1", audience="public"):
    """A card left the shoe by mistake, and nobody saw it: it is the next card."""

    by: str


class Gathered(msgspec.Struct, frozen=True, array_like=True):
    """One hand in the discard rack: whose it was (0 is the dealer), which of their hands, and its cards in order."""

    seat: int
    hand: int
    cards: tuple[str, ...]


@cites("BJ-H9", "BJ-I10", "BJ-L10")
class CardsDiscarded(Event, frozen=True, tag="blackjack.cards_discarded/1", audience="public"):
    """What lay on the layout is in the discard rack: from the far right, the dealer's on top."""

    round: int
    hands: tuple[Gathered, ...]
    by: str


@cites("BJ-I11a")
class CardsPickedUp(Event, frozen=True, tag="blackjack.cards_picked_up/1", audience="public"):
    """A player holds the cards of a hand."""

    seat: int
    player: str


@cites("BJ-H10b", "BJ-I11b")
class TotalAnnounced(Event, frozen=True, tag="blackjack.total_announced/1", audience="public"):
    """The dealer announced a total; what counts is what the cards are."""

    seat: int
    total: int
    counted: int
    by: str


@cites("BJ-M5")
class UpCardTaken(Event, frozen=True, tag="blackjack.up_card_taken/1", audience="public"):
    """The dealer's first card is in the discard rack, and the supervisor was told at once."""

    spot: int
    by: str


@cites("BJ-M5")
class UpCardRestored(Event, frozen=True, tag="blackjack.up_card_restored/1", audience="public"):
    """The supervisor rebuilt the last hand, and the dealer's first card lies where it belongs."""

    card: str
    hand: tuple[str, ...]
    by: str
    role: str


@cites("BJ-O")
class HeatBegun(Event, frozen=True, tag="blackjack.heat_begun/1", audience="public"):
    """The table plays for a tournament, with its chips."""

    tournament: str
    heat: int
    hands: int
    by: str


@cites("BJ-O")
class ChipsIssued(Event, frozen=True, tag="blackjack.chips_issued/1", audience="public"):
    """A player of the heat has the chips they begin it with."""

    player: str
    chips: int
    by: str
    moves: tuple[Move, ...]


@cites("HP-C1", "Q72")
class CollectionUndone(Event, frozen=True, tag="blackjack.collection_undone/1", audience="public"):
    """A hand that was collected as over 21 by a card named wrongly has its wagers back; the correction follows."""

    seat: int
    hand: int
    wagers: Columns
    by: str
    witness: str
    moves: tuple[Move, ...]


@cites("BJ-O")
class HeatEnded(Event, frozen=True, tag="blackjack.heat_ended/1", audience="public"):
    """A heat is over; these are the chips each player had left."""

    tournament: str
    heat: int
    hands: int
    chips: dict[str, int]
    reason: str | None
    by: str
    moves: tuple[Move, ...]


OWN_EVENTS: tuple[type[Event], ...] = (
    SatOut,
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
    CollectionUndone,
    HeatBegun,
    ChipsIssued,
    HeatEnded,
)
TABLE_EVENTS: tuple[type[Event], ...] = (*SHARED_EVENTS, *SHOE_EVENTS, *OWN_EVENTS)
