"""What happens in a blackjack Round, in the past tense; money events carry their moves.

Settled wagers stand in columns, each exactly once in the round: in the event that settled it.
"""

from __future__ import annotations

import msgspec

from pitboss.decider import Event, Move
from pitboss.games.blackjack.messages import Ending, Kind, Outcome, Source
from pitboss.rulebook.clauses import cites


@cites("BJ-G1", "BJ-K2a")
class WagerPlaced(Event, frozen=True, tag="blackjack.wager_placed/1"):
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


class WagerRemoved(Event, frozen=True, tag="blackjack.wager_removed/1"):
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
class InsurancePlaced(Event, frozen=True, tag="blackjack.insurance_placed/1"):
    """A wager is insured."""

    seat: int
    spot: int
    stake_minor: int
    by: str
    moves: tuple[Move, ...]


class InsuranceClosed(Event, frozen=True, tag="blackjack.insurance_closed/1"):
    """No more insurance is taken."""

    by: str


@cites("BJ-G4")
class RoundCalledOff(Event, frozen=True, tag="blackjack.round_called_off/1"):
    """Nobody had a wager in the round, and no card was dealt."""

    round: int
    by: str


@cites("BJ-H4", "BJ-H4a", "BJ-H4b", "BJ-H4c", "BJ-H4d", "BJ-I5", "BJ-I5a", "BJ-I5b", "BJ-I5c", "BJ-I5d", "Q25")
@cites("BJ-H6", "BJ-I7", "BJ-L5", "BJ-L7", "BJ-L8", "Q24")
class CardDealt(Event, frozen=True, tag="blackjack.card_dealt/1"):
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


@cites("BJ-H4d", "Q25")
class FirstCardTurned(Event, frozen=True, tag="blackjack.first_card_turned/1"):
    """The dealer's first card lies face up."""

    card: str
    by: str


@cites("BJ-H8", "BJ-I9")
class SecondCardTurned(Event, frozen=True, tag="blackjack.second_card_turned/1"):
    """The dealer's second card lies face up."""

    card: str
    by: str


@cites("BJ-M1", "Q27")
class CardFoundFaceUp(Event, frozen=True, tag="blackjack.card_found_face_up/1"):
    """A card whose face was seen is out of the game."""

    card: str
    count: int
    """How many it makes in this round."""
    is_drawn_in_error: bool
    by: str


class StoodOn(Event, frozen=True, tag="blackjack.stood/1"):
    """A player takes no more cards."""

    seat: int
    hand: int
    by: str


@cites("BJ-H7", "BJ-I8")
class HitTaken(Event, frozen=True, tag="blackjack.hit_taken/1"):
    """A player draws a card."""

    seat: int
    hand: int
    hit_minor: int
    """The hit wager on it; 0 where there is none."""
    by: str
    moves: tuple[Move, ...]


@cites("BJ-A2", "BJ-J7", "Q28")
class DoubledDown(Event, frozen=True, tag="blackjack.doubled_down/1"):
    """A player doubled for one card."""

    seat: int
    hand: int
    stake_minor: int
    hit_minor: int
    by: str
    moves: tuple[Move, ...]


@cites("BJ-A6", "BJ-J8", "Q20")
class PairSplit(Event, frozen=True, tag="blackjack.pair_split/1"):
    """A player made two hands of one; the new one lies to its right."""

    seat: int
    hand: int
    stake_minor: int
    by: str
    moves: tuple[Move, ...]


@cites("BJ-K6e", "Q23")
class HitWagerPlaced(Event, frozen=True, tag="blackjack.hit_wager_placed/1"):
    """A hit wager lies on the first card to a split hand."""

    seat: int
    hand: int
    stake_minor: int
    by: str
    moves: tuple[Move, ...]


@cites("BJ-A7", "BJ-J5")
class HandSurrendered(Event, frozen=True, tag="blackjack.hand_surrendered/1"):
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


@cites("BJ-K3a", "BJ-K3b", "BJ-K3c", "BJ-K4a", "BJ-K4b", "BJ-K4c", "BJ-K5a", "BJ-K5b")
class SuitWagersSettled(Event, frozen=True, tag="blackjack.suit_wagers_settled/1"):
    """The wagers on the first two cards are settled, from left to right."""

    wagers: Columns
    floorperson: str | None
    """Who was told of a suited king and queen."""
    by: str
    moves: tuple[Move, ...]


@cites("BJ-J6", "BJ-L4", "Q21")
class InsuranceSettled(Event, frozen=True, tag="blackjack.insurance_settled/1"):
    """Insurance was decided by a dealer hand's second card."""

    spot: int
    card: str
    wagers: Columns
    moves: tuple[Move, ...]


@cites("BJ-K6b", "BJ-K6c", "BJ-K6f")
class HitWagerSettled(Event, frozen=True, tag="blackjack.hit_wager_settled/1"):
    """A hit wager was settled by its card."""

    wagers: Columns
    card: str
    is_declared: bool
    """Whether the player said so, at a pitch table."""
    moves: tuple[Move, ...]


@cites("BJ-J2a", "BJ-J4a", "BJ-L6")
class HandSettled(Event, frozen=True, tag="blackjack.hand_settled/1"):
    """A hand was settled before the dealer's: over 21, or a blackjack that was paid at once."""

    seat: int
    hand: int
    wagers: Columns
    moves: tuple[Move, ...]


@cites("BJ-L6", "BJ-L6b", "BJ-L8")
class SpotSettled(Event, frozen=True, tag="blackjack.spot_settled/1"):
    """The wagers against one dealer hand of several are settled, and another hand follows."""

    spot: int
    dealer_hand: tuple[str, ...]
    dealer_total: int
    wagers: Columns
    moves: tuple[Move, ...]


@cites("BJ-J1", "BJ-J2", "BJ-J3", "BJ-J4", "BJ-L9")
class RoundSettled(Event, frozen=True, tag="blackjack.round_settled/1"):
    """Everything still open is settled, and the round is over."""

    round: int
    spot: int
    dealer_hand: tuple[str, ...]
    dealer_total: int
    wagers: Columns
    moves: tuple[Move, ...]


@cites("BJ-M1", "BJ-M3")
class RoundVoided(Event, frozen=True, tag="blackjack.round_voided/1"):
    """All hands are void: whatever was wagered, paid and taken in the round goes back."""

    round: int
    clause: str
    reason: str
    by: str
    moves: tuple[Move, ...]


ROUND_EVENTS: tuple[type[Event], ...] = (
    WagerPlaced,
    WagerRemoved,
    InsurancePlaced,
    InsuranceClosed,
    RoundCalledOff,
    CardDealt,
    FirstCardTurned,
    SecondCardTurned,
    CardFoundFaceUp,
    StoodOn,
    HitTaken,
    DoubledDown,
    PairSplit,
    HitWagerPlaced,
    HandSurrendered,
    SuitWagersSettled,
    InsuranceSettled,
    HitWagerSettled,
    HandSettled,
    SpotSettled,
    RoundSettled,
    RoundVoided,
)
