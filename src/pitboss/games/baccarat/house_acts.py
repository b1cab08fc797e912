"""What may be asked of the house at a mini-baccarat table besides its cards: seats, calls, vigorish, notices."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Name, Text
from pitboss.games.baccarat.card_acts import CARD_ACTS
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.house_acts import HOUSE_ACTS, BetText, Stake
from pitboss.games.shoe.acts import SHOE_ACTS, Position

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


class CheckLayout(Act, frozen=True, tag="baccarat.check_layout/1"):
    """Confirm what the cloth's areas are marked with, and how many positions it numbers."""

    banker: BankerMark
    player: PlayerMark
    tie: TieMark
    positions: Position


class LeaveTable(Act, frozen=True, tag="baccarat.leave_table/1"):
    """Leave a position; vigorish that is marked there is collected."""

    position: Position


class CallWager(Act, frozen=True, tag="baccarat.call_wager/1"):
    """Confirm a spoken wager with cash, together with the floorperson; the cash becomes chips at once."""

    position: Position
    player: Name
    on: BetText
    stake_minor: Stake


class CollectVigorish(Act, frozen=True, tag="baccarat.collect_vigorish/1"):
    """Collect what is marked at a position, or document it as owed."""

    position: Position
    is_documented: bool = False


# The play


class CallPoints(Act, frozen=True, tag="baccarat.call_points/1"):
    """Announce the Point Count of a hand on two cards."""

    hand: Side
    points: Points


class TurnCards(Act, frozen=True, tag="baccarat.turn_cards/1"):
    """Let the dealer turn a hand's cards up."""

    hand: Side


class HandCards(Act, frozen=True, tag="baccarat.hand_cards/1"):
    """Hand a hand's cards, face down, to the player who has the right to turn them."""

    hand: Side
    position: Position


class ReturnCards(Act, frozen=True, tag="baccarat.return_cards/1"):
    """Give the cards back face up."""

    hand: Side


class RelinquishTurn(Act, frozen=True, tag="baccarat.relinquish_turn/1"):
    """Give up the right to turn a hand's cards, or have it taken away."""

    hand: Side
    reason: Text


class OfferTurn(Act, frozen=True, tag="baccarat.offer_turn/1"):
    """Offer the right to turn a hand's cards to the next player."""

    hand: Side
    position: Position
    is_accepted: bool


class CallResult(Act, frozen=True, tag="baccarat.call_result/1"):
    """Announce both final Point Counts and which hand has won, or "Tie Hand"."""

    player_points: Points
    banker_points: Points
    outcome: Outcome


class CollectLosers(Act, frozen=True, tag="baccarat.collect_losers/1"):
    """Take in every losing wager."""


class DiscardCards(Act, frozen=True, tag="baccarat.discard_cards/1"):
    """Gather the round's cards into the discard rack, in their order."""


class AnnounceLastHand(Act, frozen=True, tag="baccarat.announce_last_hand/1"):
    """Announce "Last Hand" after the hand in which the cutting card came out."""


# Notices


class NotifyDealOption(Act, frozen=True, tag="baccarat.notify_deal_option/1"):
    """Give the Director's written notice of which option the dealers use."""

    option: Option


class PostVigorishNotice(Act, frozen=True, tag="baccarat.post_vigorish_notice/1"):
    """Give the players notice of another form of vigorish or a higher percentage."""

    form: Form
    pct: Percent


class ChangeVigorish(Act, frozen=True, tag="baccarat.change_vigorish/1"):
    """Charge another form or percentage from the next round on, all players alike."""

    form: Form
    pct: Percent


TABLE_ACTS: tuple[type[Act], ...] = (
    *HOUSE_ACTS,
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
)
