"""What people ask for at a mini-baccarat table: the Round's acts, those with its cards, those of the Table."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Name, Text
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.cards import CardText
from pitboss.games.everyday.acts import RESETTLING_ACTS
from pitboss.games.shoe.acts import SHOE_ACTS, Colour, Position
from pitboss.games.table.acts import SHARED_ACTS, BetText, PostSign, Stake


class Source(StrEnum):
    """What a wager is made in."""

    VALUE = "value"
    COUPON = "coupon"
    TIP = "tip"
    """Value chips for the dealers."""


class PlaceWager(Act, frozen=True, tag="baccarat.place_wager/1", permission="play", begins_play=True):
    """Put chips on an area of a position, or add to those that lie there."""

    position: Position
    player: Name
    on: BetText
    stake_minor: Stake
    source: Source = Source.VALUE


class RemoveWager(Act, frozen=True, tag="baccarat.remove_wager/1", permission="play"):
    """Take chips back before "No More Bets"."""

    position: Position
    player: Name
    on: BetText
    stake_minor: Stake
    source: Source = Source.VALUE


class CallNoMoreBets(Act, frozen=True, tag="baccarat.call_no_more_bets/1", permission="betting"):
    """Close the betting; the cards come next."""


class DealCard(Act, frozen=True, tag="baccarat.deal_card/1", permission="entry", is_card_entry=True):
    """Say which card came out of the shoe; whose it is follows from the cards before it."""

    shoe_fields = ("card",)
    card: CardText


class CallTooFewCards(Act, frozen=True, tag="baccarat.call_too_few_cards/1", permission="procedure"):
    """Declare that the shoe cannot complete the round."""


class PayWinners(Act, frozen=True, tag="baccarat.pay_winners/1", permission="procedure"):
    """Pay the winners and take or mark the vigorish in the house's order; this settles the round."""


ROUND_ACTS: tuple[type[Act], ...] = (
    PlaceWager,
    RemoveWager,
    CallNoMoreBets,
    DealCard,
    CallTooFewCards,
    PayWinners,
)


class ShuffleCards(Act, frozen=True, tag="baccarat.shuffle_cards/1", permission="procedure"):
    """Shuffle, by hand or in the machine; `batch` is the back of the cards to be played next."""

    batch: Colour


class ReleaseBatch(Act, frozen=True, tag="baccarat.release_batch/1", permission="procedure"):
    """After an idle time, load the spread batch into the shuffler and take the stored one out."""

    is_stored_securely: bool
    is_handled_as_approved: bool
    is_spread_requested: bool = False


class BurnCard(Act, frozen=True, tag="baccarat.burn_card/1", permission="entry", is_card_entry=True):
    """Turn up a card that goes to the discard rack."""

    shoe_fields = ("card",)
    card: CardText


class ReportError(Act, frozen=True, tag="baccarat.report_error/1", permission="procedure", is_card_entry=True):
    """Report a card drawn in error; None where nobody saw its face."""

    card: CardText | None
    is_players_third: bool = False
    """Whether it was dealt to the Player's Hand as a third card that was not due."""


class ReportFaceUp(Act, frozen=True, tag="baccarat.report_face_up/1", permission="procedure", is_card_entry=True):
    """Report a card found face up in the shoe."""

    card: CardText


CARD_ACTS: tuple[type[Act], ...] = (
    ShuffleCards,
    ReleaseBatch,
    BurnCard,
    ReportError,
    ReportFaceUp,
)
Points = Annotated[int, msgspec.Meta(ge=0, le=9)]
Percent = Annotated[int, msgspec.Meta(ge=0, le=100)]


class Option(StrEnum):
    """How the first four cards are laid."""

    A = "a"
    B = "b"
    C = "c"


class Form(StrEnum):
    """The forms of vigorish."""

    VIG = "vig"
    TIE_VIG = "tie_vig"
    NO_VIG = "no_vig"


class BankerMark(StrEnum):
    """The word on the area for wagers on the Banker's Hand."""

    ONE = "Banker"
    MANY = "Bankers"


class PlayerMark(StrEnum):
    """The word on the area for wagers on the Player's Hand."""

    ONE = "Player"
    MANY = "Players"


class TieMark(StrEnum):
    """The word on the area for Tie Bets."""

    ONE = "Tie"
    MANY = "Ties"


# Seats and wagers


class CheckLayout(Act, frozen=True, tag="baccarat.check_layout/1", permission="procedure"):
    """Confirm what the cloth's areas are marked with, and how many positions it numbers."""

    banker: BankerMark
    player: PlayerMark
    tie: TieMark
    positions: Position


class LeaveTable(Act, frozen=True, tag="baccarat.leave_table/1", permission="play"):
    """Leave a position; vigorish that is marked there is collected."""

    position: Position


class CallWager(Act, frozen=True, tag="baccarat.call_wager/1", permission="procedure", begins_play=True):
    """Confirm a spoken wager with cash, together with the floorperson; the cash becomes chips at once."""

    position: Position
    player: Name
    on: BetText
    stake_minor: Stake


class CollectVigorish(Act, frozen=True, tag="baccarat.collect_vigorish/1", permission="procedure"):
    """Collect what is marked at a position, or document it as owed."""

    position: Position
    is_documented: bool = False


# The play


class CallPoints(Act, frozen=True, tag="baccarat.call_points/1", permission="procedure"):
    """Announce the Point Count of a hand on two cards."""

    hand: Side
    points: Points


class TurnCards(Act, frozen=True, tag="baccarat.turn_cards/1", permission="procedure"):
    """Let the dealer turn a hand's cards up."""

    hand: Side


class HandCards(Act, frozen=True, tag="baccarat.hand_cards/1", permission="procedure"):
    """Hand a hand's cards, face down, to the player who has the right to turn them."""

    hand: Side
    position: Position


class ReturnCards(Act, frozen=True, tag="baccarat.return_cards/1", permission="play"):
    """Give the cards back face up."""

    hand: Side


class RelinquishTurn(Act, frozen=True, tag="baccarat.relinquish_turn/1", permission="play"):
    """Give up the right to turn a hand's cards, or have it taken away."""

    hand: Side
    reason: Text


class OfferTurn(Act, frozen=True, tag="baccarat.offer_turn/1", permission="procedure"):
    """Offer the right to turn a hand's cards to the next player."""

    hand: Side
    position: Position
    is_accepted: bool


class CallResult(Act, frozen=True, tag="baccarat.call_result/1", permission="procedure"):
    """Announce both final Point Counts and which hand has won, or "Tie Hand"."""

    player_points: Points
    banker_points: Points
    outcome: Outcome


class CollectLosers(Act, frozen=True, tag="baccarat.collect_losers/1", permission="procedure"):
    """Take in every losing wager."""


class DiscardCards(Act, frozen=True, tag="baccarat.discard_cards/1", permission="procedure"):
    """Gather the round's cards into the discard rack, in their order."""


class AnnounceLastHand(Act, frozen=True, tag="baccarat.announce_last_hand/1", permission="procedure"):
    """Announce "Last Hand" after the hand in which the cutting card came out."""


# Notices


class NotifyDealOption(Act, frozen=True, tag="baccarat.notify_deal_option/1", permission="supervision"):
    """Give the Director's written notice of which option the dealers use."""

    option: Option


class PostVigorishNotice(Act, frozen=True, tag="baccarat.post_vigorish_notice/1", permission="limits"):
    """Give the players notice of another form of vigorish or a higher percentage."""

    form: Form
    pct: Percent


class ChangeVigorish(Act, frozen=True, tag="baccarat.change_vigorish/1", permission="limits"):
    """Charge another form or percentage from the next round on, all players alike."""

    form: Form
    pct: Percent


TABLE_ACTS: tuple[type[Act], ...] = (
    *SHARED_ACTS,
    *RESETTLING_ACTS,
    *SHOE_ACTS,
    *CARD_ACTS,
    CheckLayout,
    LeaveTable,
    CallWager,
    CollectVigorish,
    CallPoints,
    TurnCards,
    HandCards,
    ReturnCards,
    RelinquishTurn,
    OfferTurn,
    CallResult,
    CollectLosers,
    DiscardCards,
    AnnounceLastHand,
    NotifyDealOption,
    PostVigorishNotice,
    ChangeVigorish,
    PostSign,
)
