"""What people ask for at a blackjack table: the acts of the Round, then those of the Table around it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Asking, Name, Role, Text
from pitboss.games.cards import CardText
from pitboss.games.everyday.acts import RESETTLING_ACTS
from pitboss.games.shoe.acts import SHOE_ACTS, Position
from pitboss.games.table.acts import SHARED_ACTS, BetText, Stake

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
    TIP = "tip"
    """Value chips for the dealers."""


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


class PlaceWager(Act, frozen=True, tag="blackjack.place_wager/1", permission="play", begins_play=True):
    """Put a wager on a seat's betting area, or add to it."""

    seat: Seat
    player: Name
    stake_minor: Stake
    on: BetText = Kind.BLACKJACK.value
    spot: Spot = 1
    source: Source = Source.VALUE


class RemoveWager(Act, frozen=True, tag="blackjack.remove_wager/1", permission="play"):
    """Take a wager back, or part of it, before the first card."""

    seat: Seat
    player: Name
    stake_minor: Stake
    on: BetText = Kind.BLACKJACK.value
    spot: Spot = 1
    source: Source = Source.VALUE


class PlaceInsurance(Act, frozen=True, tag="blackjack.place_insurance/1", permission="play"):
    """Insure a wager against a dealer's blackjack under an ace."""

    seat: Seat
    stake_minor: Stake
    spot: Spot = 1


class CloseInsurance(Act, frozen=True, tag="blackjack.close_insurance/1", permission="procedure"):
    """End the time for insurance; the players' turns begin."""


class CallOffRound(Act, frozen=True, tag="blackjack.call_off_round/1", permission="void_before"):
    """End a round that nobody has a wager in, before the first card."""


# Cards


class DealCard(Act, frozen=True, tag="blackjack.deal_card/1", permission="entry", is_card_entry=True):
    """Say which card came; whose it is follows from the cards before it. None: face down, and nobody has seen it."""

    shoe_fields = ("card",)
    card: CardText | None

    def permission_for(self, asking: Asking) -> str:
        """Return another row for a player: a card that was dealt to them face down only they have seen."""
        is_own = asking.by.role is Role.PLAYER and getattr(asking.state, "hidden_due", None) is not None
        return "play" if is_own else self.permission


class TurnFirstCard(Act, frozen=True, tag="blackjack.turn_first_card/1", permission="entry"):
    """Turn the dealer's first card up once everybody has two; it is named now if nobody has seen it."""

    shoe_fields = ("card",)
    card: CardText


class TurnSecondCard(Act, frozen=True, tag="blackjack.turn_second_card/1", permission="entry"):
    """Turn the dealer's second card up; the card is named if it was not known."""

    shoe_fields = ("card",)
    card: CardText | None = None


class ReportExposed(Act, frozen=True, tag="blackjack.report_exposed/1", permission="by_hand"):
    """Report that the dealer's second card, dealt face down, was seen before its time; it stays where it lies."""

    shoe_fields = ("card",)
    card: CardText


class ShowHand(Act, frozen=True, tag="blackjack.show_hand/1", permission="play"):
    """Turn a card of a hand up that was dealt face down and that nobody could name."""

    seat: Seat
    place: Annotated[int, msgspec.Meta(ge=1, le=2, description="The first or the second card of the hand.")]
    card: CardText


class ReportFaceUp(Act, frozen=True, tag="blackjack.report_face_up/1", permission="procedure", is_card_entry=True):
    """Report a card found face up, or drawn in error and seen."""

    card: CardText
    is_drawn_in_error: bool = False


class ReportWrongNumber(Act, frozen=True, tag="blackjack.report_wrong_number/1", permission="procedure"):
    """Report that somebody has a wrong number of cards: 0 is the dealer."""

    seat: Annotated[int, msgspec.Meta(ge=0, le=SEAT_MAX)]


# Elections


class Stand(Act, frozen=True, tag="blackjack.stand/1", permission="play"):
    """Take no more cards."""

    seat: Seat


class Hit(Act, frozen=True, tag="blackjack.hit/1", permission="play"):
    """Draw a card, with a hit wager that it is of the hand's suit or without."""

    seat: Seat
    hit_minor: Stake | None = None


class DoubleDown(Act, frozen=True, tag="blackjack.double_down/1", permission="play"):
    """Double the wager for one card more; the amount, where it is said, is the wager's."""

    seat: Seat
    stake_minor: Stake | None = None
    hit_minor: Stake | None = None


class SplitPair(Act, frozen=True, tag="blackjack.split_pair/1", permission="play"):
    """Make two hands of two cards of one value, the second with an equal wager."""

    seat: Seat
    stake_minor: Stake | None = None


class PlaceHitWager(Act, frozen=True, tag="blackjack.place_hit_wager/1", permission="play"):
    """Wager that the first card to a split hand is of its suit."""

    seat: Seat
    hand: Annotated[int, msgspec.Meta(ge=1, le=HANDS_MAX, description="From the left.")]
    stake_minor: Stake


class SurrenderHand(Act, frozen=True, tag="blackjack.surrender_hand/1", permission="play"):
    """Give up half the wager and the hand."""

    seat: Seat


class DeclareHit(Act, frozen=True, tag="blackjack.declare_hit/1", permission="play"):
    """Say, at a pitch table, whether a hit wager is to be paid; the winner shows the whole hand."""

    seat: Seat
    is_suited: bool


# Money


class SettleSuitWagers(Act, frozen=True, tag="blackjack.settle_suit_wagers/1", permission="procedure"):
    """Pay and take the wagers on the first two cards, from left to right."""


class PayBlackjack(Act, frozen=True, tag="blackjack.pay_blackjack/1", permission="procedure"):
    """Pay a blackjack before the round is over."""

    seat: Seat


class SettleHand(Act, frozen=True, tag="blackjack.settle_hand/1", permission="procedure"):
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
    ReportExposed,
    ShowHand,
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
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000)]
Total = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Method(StrEnum):
    """How the cards are shuffled."""

    HAND = "hand"
    DEVICE = "device"


class Failure(StrEnum):
    """What went wrong with a shuffling device."""

    JAMMED = "jammed"
    STOPPED = "stopped"
    INCOMPLETE = "incomplete"


# The house


class ConfirmStaffing(Act, frozen=True, tag="blackjack.confirm_staffing/1", permission="supervision"):
    """Say how many cashiers, and pit bosses and floorpersons, are there for how many tables."""

    cashiers: Count
    supervisors: Count
    tables: Annotated[int, msgspec.Meta(ge=1, le=1_000)]


class PostSign(Act, frozen=True, tag="blackjack.post_sign/1", permission="procedure"):
    """Put up the sign with the limits and the rules that must be posted."""


class LeaveSeat(Act, frozen=True, tag="blackjack.leave_seat/1", permission="play"):
    """Leave a seat between rounds, or before a wager lies there."""

    position: Position


class SitOut(Act, frozen=True, tag="blackjack.sit_out/1", permission="play"):
    """Play no hand in this round, and keep the seat for so many rounds as the house says."""

    position: Position


class RepeatOpening(Act, frozen=True, tag="blackjack.repeat_opening/1", permission="procedure"):
    """Begin again with the inspection of the cards, once every player has left."""


# Cards


class ShuffleCards(Act, frozen=True, tag="blackjack.shuffle_cards/1", permission="procedure"):
    """Shuffle by hand or in a device; at the house's discretion also before it is due."""

    method: Method
    at_discretion: bool = False


class ReportJam(Act, frozen=True, tag="blackjack.report_jam/1", permission="procedure"):
    """Report that the device did not finish its shuffle."""

    failure: Failure


class BurnCard(Act, frozen=True, tag="blackjack.burn_card/1", permission="entry", is_card_entry=True):
    """Put the next card into the discard rack, face down; None where nobody has seen it."""

    shoe_fields = ("card",)
    card: CardText | None = None


class ShowBurnCard(Act, frozen=True, tag="blackjack.show_burn_card/1", permission="entry"):
    """Show a player who asks for it a card that was burned: the first, or a later one."""

    shoe_fields = ("card",)
    player: Name
    place: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    card: CardText


class ReportError(Act, frozen=True, tag="blackjack.report_error/1", permission="procedure", is_card_entry=True):
    """Report a card drawn in error whose face nobody saw."""


class DiscardCards(Act, frozen=True, tag="blackjack.discard_cards/1", permission="procedure"):
    """Pick up the cards that still lie on the layout, from the far right, the dealer's last."""


class PickUpCards(Act, frozen=True, tag="blackjack.pick_up_cards/1", permission="play"):
    """Take one's own cards into one's hand."""

    seat: Seat


class AnnounceTotal(Act, frozen=True, tag="blackjack.announce_total/1", permission="procedure"):
    """Announce the total of a seat's hand; nobody may rely on it."""

    seat: Seat
    total: Total


class ReportUpCardTaken(Act, frozen=True, tag="blackjack.report_up_card_taken/1", permission="procedure"):
    """Report at once that the dealer's first card went into the discard rack with a hand of multiple action."""


class RestoreUpCard(Act, frozen=True, tag="blackjack.restore_up_card/1", permission="entry"):
    """Rebuild the last hand from the discard rack and put the dealer's first card back."""

    card: CardText


# Tournaments


class BeginHeat(Act, frozen=True, tag="blackjack.begin_heat/1", permission="supervision"):
    """Begin a heat of a tournament: so many hands, with chips that are worth nothing outside it."""

    tournament: Name
    heat: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    hands: Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class IssueChips(Act, frozen=True, tag="blackjack.issue_chips/1", permission="supervision"):
    """Give a player of the heat the chips they begin it with."""

    player: Name
    chips: Stake


class EndHeat(Act, frozen=True, tag="blackjack.end_heat/1", permission="supervision"):
    """End a heat and count every player's chips; before its last hand a reason is given."""

    reason: Text | None = None


OWN_ACTS: tuple[type[Act], ...] = (
    ConfirmStaffing,
    PostSign,
    LeaveSeat,
    SitOut,
    RepeatOpening,
    ShuffleCards,
    ReportJam,
    BurnCard,
    ShowBurnCard,
    ReportError,
    DiscardCards,
    PickUpCards,
    AnnounceTotal,
    ReportUpCardTaken,
    RestoreUpCard,
    BeginHeat,
    IssueChips,
    EndHeat,
)
TABLE_ACTS: tuple[type[Act], ...] = (*SHARED_ACTS, *RESETTLING_ACTS, *SHOE_ACTS, *OWN_ACTS)
