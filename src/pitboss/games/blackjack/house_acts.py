"""What may be asked of the house at a blackjack table: cards, staff, posted rules, tournaments, irregularities."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from pitboss.decider import Act, Name, Text
from pitboss.games.blackjack.messages import Seat
from pitboss.games.cards import CardText
from pitboss.games.house_acts import HOUSE_ACTS, Stake
from pitboss.games.shoe.acts import SHOE_ACTS, Position

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


class ConfirmStaffing(Act, frozen=True, tag="blackjack.confirm_staffing/1"):
    """Say how many cashiers, and pit bosses and floorpersons, are there for how many tables."""

    cashiers: Count
    supervisors: Count
    tables: Annotated[int, msgspec.Meta(ge=1, le=1_000)]


class PostSign(Act, frozen=True, tag="blackjack.post_sign/1"):
    """Put up the sign with the limits and the rules that must be posted."""


class LeaveSeat(Act, frozen=True, tag="blackjack.leave_seat/1"):
    """Leave a seat between rounds, or before a wager lies there."""

    position: Position


class RepeatOpening(Act, frozen=True, tag="blackjack.repeat_opening/1"):
    """Begin again with the inspection of the cards, once every player has left."""


# Cards


class ShuffleCards(Act, frozen=True, tag="blackjack.shuffle_cards/1"):
    """Shuffle by hand or in a device; at the house's discretion also before it is due."""

    method: Method
    at_discretion: bool = False


class ReportJam(Act, frozen=True, tag="blackjack.report_jam/1"):
    """Report that the device did not finish its shuffle."""

    failure: Failure


class BurnCard(Act, frozen=True, tag="blackjack.burn_card/1"):
    """Put the next card into the discard rack, face down; None where nobody has seen it."""

    card: CardText | None = None


class ShowBurnCard(Act, frozen=True, tag="blackjack.show_burn_card/1"):
    """Show a player who asks for it a card that was burned: the first, or a later one."""

    player: Name
    place: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    card: CardText


class ReportError(Act, frozen=True, tag="blackjack.report_error/1"):
    """Report a card drawn in error whose face nobody saw."""


class DiscardCards(Act, frozen=True, tag="blackjack.discard_cards/1"):
    """Pick up the cards that still lie on the layout, from the far right, the dealer's last."""


class PickUpCards(Act, frozen=True, tag="blackjack.pick_up_cards/1"):
    """Take one's own cards into one's hand."""

    seat: Seat


class AnnounceTotal(Act, frozen=True, tag="blackjack.announce_total/1"):
    """Announce the total of a seat's hand; nobody may rely on it."""

    seat: Seat
    total: Total


class ReportUpCardTaken(Act, frozen=True, tag="blackjack.report_up_card_taken/1"):
    """Report at once that the dealer's first card went into the discard rack with a hand of multiple action."""


class RestoreUpCard(Act, frozen=True, tag="blackjack.restore_up_card/1"):
    """Rebuild the last hand from the discard rack and put the dealer's first card back."""

    card: CardText


# Tournaments


class BeginHeat(Act, frozen=True, tag="blackjack.begin_heat/1"):
    """Begin a heat of a tournament: so many hands, with chips that are worth nothing outside it."""

    tournament: Name
    heat: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    hands: Annotated[int, msgspec.Meta(ge=1, le=10_000)]


class IssueChips(Act, frozen=True, tag="blackjack.issue_chips/1"):
    """Give a player of the heat the chips they begin it with."""

    player: Name
    chips: Stake


class EndHeat(Act, frozen=True, tag="blackjack.end_heat/1"):
    """End a heat and count every player's chips; before its last hand a reason is given."""

    reason: Text | None = None


OWN_ACTS: tuple[type[Act], ...] = (
    ConfirmStaffing,
    PostSign,
    LeaveSeat,
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
TABLE_ACTS: tuple[type[Act], ...] = (*HOUSE_ACTS, *SHOE_ACTS, *OWN_ACTS)
