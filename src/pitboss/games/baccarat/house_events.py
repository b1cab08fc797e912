"""What happens in the house at a mini-baccarat table besides its cards: seats, calls, vigorish, notices."""

from __future__ import annotations

from pitboss.decider import Event, Move
from pitboss.games.baccarat.card_events import CARD_EVENTS
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.baccarat.house_acts import BankerMark, Form, Option, PlayerMark, TieMark
from pitboss.games.house_events import HOUSE_EVENTS
from pitboss.games.shoe.events import SHOE_EVENTS
from pitboss.rulebook.clauses import cites


@cites("MB-B1", "MB-B2", "MB-B2a", "MB-B2b", "MB-B2c")
class LayoutChecked(Event, frozen=True, tag="baccarat.layout_checked/1"):
    """The cloth is marked as it must be."""

    banker: BankerMark
    player: PlayerMark
    tie: TieMark
    positions: int
    by: str


@cites("MB-G3")
class WagerCalled(Event, frozen=True, tag="baccarat.wager_called/1"):
    """A spoken wager with cash was confirmed twice; the cash became chips at once."""

    position: int
    player: str
    on: str
    stake_minor: int
    confirmed_by: str
    floorperson: str
    moves: tuple[Move, ...]


@cites("MB-M3a", "MB-M3b", "MB-M3d", "Q14")
class VigorishCollected(Event, frozen=True, tag="baccarat.vigorish_collected/1"):
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
class PointsCalled(Event, frozen=True, tag="baccarat.points_called/1"):
    """The Point Count of a hand on two cards was called."""

    hand: Side
    points: int
    by: str


@cites("MB-L1")
class ResultCalled(Event, frozen=True, tag="baccarat.result_called/1"):
    """The final counts and the winner were called; on equal counts it was "Tie Hand"."""

    player_points: int
    banker_points: int
    outcome: Outcome
    by: str


@cites("MB-L2")
class LosersCollected(Event, frozen=True, tag="baccarat.losers_collected/1"):
    """The losing wagers are in the rack."""

    count: int
    by: str


@cites("MB-J8", "Q16")
class LastHandAnnounced(Event, frozen=True, tag="baccarat.last_hand_announced/1"):
    """One more hand will be dealt before the reshuffle."""

    by: str


@cites("MB-J3")
class DealOptionNotified(Event, frozen=True, tag="baccarat.deal_option_notified/1"):
    """The Director gave notice of the option the dealers use from the next round on."""

    option: Option
    by: str


@cites("MB-M5", "MB-M6")
class VigorishNoticePosted(Event, frozen=True, tag="baccarat.vigorish_notice_posted/1"):
    """Players have notice of a form of vigorish and its percentage."""

    form: Form
    pct: int
    by: str


@cites("MB-M5")
class VigorishChanged(Event, frozen=True, tag="baccarat.vigorish_changed/1"):
    """Another vigorish is charged from the next round on, to every player of the table."""

    form: Form
    pct: int
    by: str


TABLE_EVENTS: tuple[type[Event], ...] = (
    *HOUSE_EVENTS,
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
)
