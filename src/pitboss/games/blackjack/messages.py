"""What may be asked of a blackjack Round. Names are fixed, with a version; `round_events` has what happens.

Seats are numbered from the dealer's left; a spot is the dealer hand that a wager is against, 1 unless the table has
multiple action. Amounts are minor units of the table's currency.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Name
from pitboss.games.cards import CardText
from pitboss.games.house_acts import BetText, Stake

SEAT_MAX = 1_000
SPOTS = 3
HANDS_MAX = 100
Seat = Annotated[int, msgspec.Meta(ge=1, le=SEAT_MAX, description="1 is at the dealer's left.")]
Spot = Annotated[int, msgspec.Meta(ge=1, le=SPOTS, description="The dealer hand a wager is against.")]


class Source(StrEnum):
    """What a wager is made in."""

    VALUE = "value"
    CASH = "cash"
    COUPON = "coupon"
    TOURNAMENT = "tournament"
    """Chips of a tournament, which are worth nothing outside it."""


class Kind(StrEnum):
    """What a wager is on."""

    BLACKJACK = "blackjack"
    INSURANCE = "insurance"
    SAME_SUIT = "same_suit"
    KING_QUEEN = "king_queen"
    HIT = "hit"


class Outcome(StrEnum):
    """What became of a wager."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    BLACKJACK = "blackjack"
    BUST = "bust"
    SURRENDER = "surrender"


class Ending(StrEnum):
    """Why a player's hand takes no further decision."""

    STAND = "stand"
    TWENTY_ONE = "twenty_one"
    BLACKJACK = "blackjack"
    BUST = "bust"
    DOUBLED = "doubled"
    SPLIT_ACE = "split_ace"
    SURRENDER = "surrender"


# Wagers


class PlaceWager(Act, frozen=True, tag="blackjack.place_wager/1"):
    """Put a wager on a seat's betting area, or add to it."""

    seat: Seat
    player: Name
    stake_minor: Stake
    on: BetText = Kind.BLACKJACK.value
    spot: Spot = 1
    source: Source = Source.VALUE


class RemoveWager(Act, frozen=True, tag="blackjack.remove_wager/1"):
    """Take a wager back, or part of it, before the first card."""

    seat: Seat
    player: Name
    stake_minor: Stake
    on: BetText = Kind.BLACKJACK.value
    spot: Spot = 1
    source: Source = Source.VALUE


class PlaceInsurance(Act, frozen=True, tag="blackjack.place_insurance/1"):
    """Insure a wager against a dealer's blackjack under an ace."""

    seat: Seat
    stake_minor: Stake
    spot: Spot = 1


class CloseInsurance(Act, frozen=True, tag="blackjack.close_insurance/1"):
    """End the time for insurance; the players' turns begin."""


class CallOffRound(Act, frozen=True, tag="blackjack.call_off_round/1"):
    """End a round that nobody has a wager in, before the first card."""


# Cards


class DealCard(Act, frozen=True, tag="blackjack.deal_card/1"):
    """Say which card came; whose it is follows from the cards before it. None: face down, and nobody has seen it."""

    card: CardText | None


class TurnFirstCard(Act, frozen=True, tag="blackjack.turn_first_card/1"):
    """Turn the dealer's first card up once everybody has two; it is named now if nobody has seen it."""

    card: CardText


class TurnSecondCard(Act, frozen=True, tag="blackjack.turn_second_card/1"):
    """Turn the dealer's second card up; the card is named if it was not known."""

    card: CardText | None = None


class ReportFaceUp(Act, frozen=True, tag="blackjack.report_face_up/1"):
    """Report a card found face up, or drawn in error and seen."""

    card: CardText
    is_drawn_in_error: bool = False


class ReportWrongNumber(Act, frozen=True, tag="blackjack.report_wrong_number/1"):
    """Report that somebody has a wrong number of cards: 0 is the dealer."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=SEAT_MAX)]


# Elections


class Stand(Act, frozen=True, tag="blackjack.stand/1"):
    """Take no more cards."""

    seat: Seat


class Hit(Act, frozen=True, tag="blackjack.hit/1"):
    """Draw a card, with a hit wager that it is of the hand's suit or without."""

    seat: Seat
    hit_minor: Stake | None = None


class DoubleDown(Act, frozen=True, tag="blackjack.double_down/1"):
    """Double the wager for one card more; the amount, where it is said, is the wager's."""

    seat: Seat
    stake_minor: Stake | None = None
    hit_minor: Stake | None = None


class SplitPair(Act, frozen=True, tag="blackjack.split_pair/1"):
    """Make two hands of two cards of one value, the second with an equal wager."""

    seat: Seat
    stake_minor: Stake | None = None


class PlaceHitWager(Act, frozen=True, tag="blackjack.place_hit_wager/1"):
    """Wager that the first card to a split hand is of its suit."""

    seat: Seat
    hand: Annotated[int, msgspec.Meta(ge=1, le=HANDS_MAX, description="From the left.")]
    stake_minor: Stake


class SurrenderHand(Act, frozen=True, tag="blackjack.surrender_hand/1"):
    """Give up half the wager and the hand."""

    seat: Seat


class DeclareHit(Act, frozen=True, tag="blackjack.declare_hit/1"):
    """Say, at a pitch table, whether a hit wager is to be paid; the winner shows the whole hand."""

    seat: Seat
    is_suited: bool


# Money


class SettleSuitWagers(Act, frozen=True, tag="blackjack.settle_suit_wagers/1"):
    """Pay and take the wagers on the first two cards, from left to right."""


class PayBlackjack(Act, frozen=True, tag="blackjack.pay_blackjack/1"):
    """Pay a blackjack before the round is over."""

    seat: Seat


class SettleHand(Act, frozen=True, tag="blackjack.settle_hand/1"):
    """Collect and pay what stands against the dealer's hand that is complete."""


ROUND_ACTS: tuple[type[Act], ...] = (
    PlaceWager,
    RemoveWager,
    PlaceInsurance,
    CloseInsurance,
    CallOffRound,
    DealCard,
    TurnFirstCard,
    TurnSecondCard,
    ReportFaceUp,
    ReportWrongNumber,
    Stand,
    Hit,
    DoubleDown,
    SplitPair,
    PlaceHitWager,
    SurrenderHand,
    DeclareHit,
    SettleSuitWagers,
    PayBlackjack,
    SettleHand,
)
