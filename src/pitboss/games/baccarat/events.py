"""What happened at a mini-baccarat table: the Round's events, those of its cards, those of the Table."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

import msgspec

from pitboss.decider import Event, Move
from pitboss.games.baccarat.acts import BankerMark, Form, Option, PlayerMark, Source, TieMark
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.everyday.events import RESETTLING_EVENTS
from pitboss.games.shoe.acts import Colour
from pitboss.games.shoe.events import SHOE_EVENTS
from pitboss.games.table.events import SHARED_EVENTS, SignPosted
from pitboss.rulebook.clauses import cites

_THIRD: Final = 3


class Result(StrEnum):
    """What became of a wager."""

    WIN = "win"
    LOSE = "lose"
    VOID = "void"


class Deed(StrEnum):
    """A step of paying: the winner is paid, or the vigorish is collected or marked."""

    PAY = "pay"
    COLLECT = "collect"
    MARK = "mark"


@cites("MB-G3")
class WagerPlaced(Event, frozen=True, tag="baccarat.wager_placed/1", audience="public"):
    """Chips, tokens or a coupon lie on the area meant for the wager."""

    position: int
    player: str
    on: str
    stake_minor: int
    source: Source
    placed_by: str
    placed_by_id: str
    moves: tuple[Move, ...]


class WagerRemoved(Event, frozen=True, tag="baccarat.wager_removed/1", audience="public"):
    """Chips were taken back."""

    position: int
    player: str
    on: str
    stake_minor: int
    source: Source
    removed_by: str
    removed_by_id: str
    moves: tuple[Move, ...]


@cites("MB-J2", "MB-G4")
class NoMoreBetsCalled(Event, frozen=True, tag="baccarat.no_more_bets_called/1", audience="public"):
    """The betting is closed."""

    by: str


@cites("MB-J3", "MB-J3a")
class CardDealt(Event, frozen=True, tag="baccarat.card_dealt/1", audience="public"):
    """A card came out of the shoe and belongs to a hand."""

    card: str
    to: Side
    place: int
    """Which card of its hand it is: 1, 2 or 3."""
    is_complete: bool
    """Whether both hands have all their cards now."""
    by: str

    def lies_face_down(self, state: Any) -> bool:
        """Tell it by the deal option: face up, only the third cards face up, or face down until a player turns them."""
        if state is None:
            return False
        option = (state.round or state).rules.settings["deal"]
        return bool(option == "c" or (option == "b" and self.place < _THIRD))


class Columns(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A round's wagers in columns: row i of each belongs to one wager."""

    position: tuple[int, ...]
    player: tuple[str, ...]
    on: tuple[str, ...]
    source: tuple[Source, ...]
    stake_minor: tuple[int, ...]
    paid_minor: tuple[int, ...]
    vig_minor: tuple[int, ...]
    """Vigorish collected now."""
    owed: tuple[str, ...]
    """Vigorish marked to be collected later: exact, as `p` or `p/q` minor units."""
    result: tuple[Result, ...]
    clause: tuple[str, ...]


class Step(msgspec.Struct, frozen=True, array_like=True):
    """One step of paying at one position."""

    deed: Deed
    position: int
    amount: str
    """Minor units, exact; only what is marked may be a fraction."""


@cites("MB-L2", "MB-L2a", "MB-L2b", "MB-L2c", "MB-L2d")
class RoundSettled(Event, frozen=True, tag="baccarat.round_settled/1", audience="public"):
    """The round's wagers are settled: losers first, then the winners by position from the highest down."""

    round: int
    player_hand: tuple[str, ...]
    banker_hand: tuple[str, ...]
    player_points: int
    banker_points: int
    outcome: Outcome
    wagers: Columns
    pay_order: str
    steps: tuple[Step, ...]
    """Payments and vigorish in the order the dealer makes them."""
    moves: tuple[Move, ...]


@cites("MB-N4")
class RoundVoided(Event, frozen=True, tag="baccarat.round_voided/1", audience="public", omit_defaults=True):
    """The shoe could not complete the round, or it was called off; every wager goes back."""

    round: int
    player_hand: tuple[str, ...]
    banker_hand: tuple[str, ...]
    clause: str
    by: str
    wagers: Columns
    moves: tuple[Move, ...]
    reason: str = ""
    """Why it was called off; nothing where the cards did not suffice."""
    witness: str | None = None


ROUND_EVENTS: tuple[type[Event], ...] = (
    WagerPlaced,
    WagerRemoved,
    NoMoreBetsCalled,
    CardDealt,
    RoundSettled,
    RoundVoided,
)


@cites("MB-E1", "MB-B4d", "MB-B4e")
class CardsShuffled(Event, frozen=True, tag="baccarat.cards_shuffled/1", audience="public"):
    """The cards of the next shoe are shuffled; with a shuffler the other batch is in the machine."""

    batch: Colour
    stored: Colour | None
    by: str


@cites("MB-E6b", "MB-E6b.i", "MB-E6b.ii")
class BatchReleased(Event, frozen=True, tag="baccarat.batch_released/1", audience="public"):
    """The idle batch went into the shuffler and the stored one came out, ready or to be spread first."""

    batch: Colour
    is_stored_securely: bool
    is_handled_as_approved: bool
    is_spread_requested: bool
    must_be_spread: bool
    by: str


@cites("MB-E4", "MB-N1", "MB-N3", "Q15")
class CardBurned(Event, frozen=True, tag="baccarat.card_burned/1", audience="public"):
    """A card was shown and put into the discard rack."""

    card: str
    due: int
    """How many cards are still to be burned."""
    by: str


@cites("MB-L3", "MB-B4f")
class CardsDiscarded(Event, frozen=True, tag="baccarat.cards_discarded/1", audience="public"):
    """The round's cards are in the discard rack, in the order they were dealt."""

    round: int
    batch: Colour
    cards: tuple[str, ...]
    by: str


@cites("MB-N1", "MB-N2", "Q30")
class CardDrawnInError(Event, frozen=True, tag="baccarat.card_drawn_in_error/1", audience="public"):
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
class CardFoundFaceUp(Event, frozen=True, tag="baccarat.card_found_face_up/1", audience="public"):
    """A card lay face up in the shoe and is not played."""

    card: str
    due: int
    """How many cards are to be burned with it."""
    by: str


@cites("MB-L4", "MB-J3b", "MB-J3c")
class CardsTurned(Event, frozen=True, tag="baccarat.cards_turned/1", audience="public"):
    """The dealer turned a hand's cards up."""

    hand: Side
    cards: tuple[str, ...]
    by: str


@cites("MB-J3c", "MB-J3c.i", "MB-J3c.ii", "MB-J3c.iii", "MB-J3c.iv", "MB-J3c.v")
class CardsHanded(Event, frozen=True, tag="baccarat.cards_handed/1", audience="public"):
    """A player got a hand's cards, face down."""

    hand: Side
    position: int
    player: str
    is_third: bool
    clause: str
    by: str


@cites("MB-J3c.i", "MB-J3c.ii", "MB-J3c.iii", "MB-J3c.iv")
class CardsReturned(Event, frozen=True, tag="baccarat.cards_returned/1", audience="public"):
    """The player gave the cards back face up."""

    hand: Side
    cards: tuple[str, ...]
    position: int
    player: str
    by: str


@cites("MB-N5")
class TurnRelinquished(Event, frozen=True, tag="baccarat.turn_relinquished/1", audience="public"):
    """A player gave up the right to turn a hand's cards, or lost it, for this round."""

    hand: Side
    position: int
    player: str
    is_voluntary: bool
    reason: str
    by: str
    role: str


@cites("MB-N5")
class TurnOffered(Event, frozen=True, tag="baccarat.turn_offered/1", audience="public"):
    """The right to turn a hand's cards was offered to the next player."""

    hand: Side
    position: int
    player: str
    is_accepted: bool
    by: str


CARD_EVENTS: tuple[type[Event], ...] = (
    CardsShuffled,
    BatchReleased,
    CardBurned,
    CardsDiscarded,
    CardDrawnInError,
    CardFoundFaceUp,
    CardsTurned,
    CardsHanded,
    CardsReturned,
    TurnRelinquished,
    TurnOffered,
)


@cites("MB-B1", "MB-B2", "MB-B2a", "MB-B2b", "MB-B2c")
class LayoutChecked(Event, frozen=True, tag="baccarat.layout_checked/1", audience="public"):
    """The cloth is marked as it must be."""

    banker: BankerMark
    player: PlayerMark
    tie: TieMark
    positions: int
    by: str


@cites("MB-G3")
class WagerCalled(Event, frozen=True, tag="baccarat.wager_called/1", audience="public"):
    """A spoken wager with cash was confirmed twice; the cash became chips at once."""

    position: int
    player: str
    on: str
    stake_minor: int
    confirmed_by: str
    floorperson: str
    moves: tuple[Move, ...]


@cites("MB-M3a", "MB-M3b", "MB-M3d", "Q14")
class VigorishCollected(Event, frozen=True, tag="baccarat.vigorish_collected/1", audience="staff"):
    """The marker of a position is gone: what it showed was collected, rounded once, or documented."""

    position: int
    player: str
    owed: str
    """The exact sum of the marks."""
    amount_minor: int
    is_documented: bool
    by: str
    moves: tuple[Move, ...]


@cites("MB-J4")
class PointsCalled(Event, frozen=True, tag="baccarat.points_called/1", audience="public"):
    """The Point Count of a hand on two cards was called."""

    hand: Side
    points: int
    by: str


@cites("MB-L1")
class ResultCalled(Event, frozen=True, tag="baccarat.result_called/1", audience="public"):
    """The final counts and the winner were called; on equal counts it was "Tie Hand"."""

    player_points: int
    banker_points: int
    outcome: Outcome
    by: str


@cites("MB-L2")
class LosersCollected(Event, frozen=True, tag="baccarat.losers_collected/1", audience="public"):
    """The losing wagers are in the rack."""

    count: int
    by: str


@cites("MB-J8", "Q16")
class LastHandAnnounced(Event, frozen=True, tag="baccarat.last_hand_announced/1", audience="public"):
    """One more hand will be dealt before the reshuffle."""

    by: str


@cites("MB-J3")
class DealOptionNotified(Event, frozen=True, tag="baccarat.deal_option_notified/1", audience="public"):
    """The Director gave notice of the option the dealers use from the next round on."""

    option: Option
    by: str


@cites("MB-M5", "MB-M6")
class VigorishNoticePosted(Event, frozen=True, tag="baccarat.vigorish_notice_posted/1", audience="public"):
    """Players have notice of a form of vigorish and its percentage."""

    form: Form
    pct: int
    by: str


@cites("MB-M5")
class VigorishChanged(Event, frozen=True, tag="baccarat.vigorish_changed/1", audience="public"):
    """Another vigorish is charged from the next round on, to every player of the table."""

    form: Form
    pct: int
    by: str


TABLE_EVENTS: tuple[type[Event], ...] = (
    *SHARED_EVENTS,
    *RESETTLING_EVENTS,
    *SHOE_EVENTS,
    *CARD_EVENTS,
    LayoutChecked,
    WagerCalled,
    VigorishCollected,
    PointsCalled,
    ResultCalled,
    LosersCollected,
    LastHandAnnounced,
    DealOptionNotified,
    VigorishNoticePosted,
    VigorishChanged,
    SignPosted,
)
