"""The messages of a mini-baccarat Round: acts somebody wants, events that happened. Names are fixed, with a version.

The house around it has its own in `house_acts` and `house_events`. Amounts are minor units of the table's currency;
vigorish that is only marked is an exact fraction in text.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

from pitboss.decider import Act, Event, Move, Name
from pitboss.games.baccarat.hands import Outcome, Side
from pitboss.games.cards import CardText
from pitboss.games.house_acts import BetText, Stake
from pitboss.games.shoe.acts import Position
from pitboss.rulebook.clauses import cites


class Source(StrEnum):
    """What a wager is made in."""

    VALUE = "value"
    COUPON = "coupon"


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


class PlaceWager(Act, frozen=True, tag="baccarat.place_wager/1"):
    """Put chips on an area of a position, or add to those that lie there."""

    position: Position
    player: Name
    on: BetText
    stake_minor: Stake
    source: Source = Source.VALUE


class RemoveWager(Act, frozen=True, tag="baccarat.remove_wager/1"):
    """Take chips back before "No More Bets"."""

    position: Position
    player: Name
    on: BetText
    stake_minor: Stake
    source: Source = Source.VALUE


class CallNoMoreBets(Act, frozen=True, tag="baccarat.call_no_more_bets/1"):
    """Close the betting; the cards come next."""


class DealCard(Act, frozen=True, tag="baccarat.deal_card/1"):
    """Say which card came out of the shoe; whose it is follows from the cards before it."""

    card: CardText


class CallTooFewCards(Act, frozen=True, tag="baccarat.call_too_few_cards/1"):
    """Declare that the shoe cannot complete the round."""


class PayWinners(Act, frozen=True, tag="baccarat.pay_winners/1"):
    """Pay the winners and take or mark the vigorish in the house's order; this settles the round."""


@cites("MB-G3")
class WagerPlaced(Event, frozen=True, tag="baccarat.wager_placed/1"):
    """Chips, tokens or a coupon lie on the area meant for the wager."""

    position: int
    player: str
    on: str
    stake_minor: int
    source: Source
    placed_by: str
    placed_by_id: str
    moves: tuple[Move, ...]


class WagerRemoved(Event, frozen=True, tag="baccarat.wager_removed/1"):
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
class NoMoreBetsCalled(Event, frozen=True, tag="baccarat.no_more_bets_called/1"):
    """The betting is closed."""

    by: str


@cites("MB-J3")
class CardDealt(Event, frozen=True, tag="baccarat.card_dealt/1"):
    """A card came out of the shoe and belongs to a hand."""

    card: str
    to: Side
    place: int
    """Which card of its hand it is: 1, 2 or 3."""
    is_complete: bool
    """Whether both hands have all their cards now."""
    by: str


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
class RoundSettled(Event, frozen=True, tag="baccarat.round_settled/1"):
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
class RoundVoided(Event, frozen=True, tag="baccarat.round_voided/1"):
    """The shoe could not complete the round; every wager goes back."""

    round: int
    player_hand: tuple[str, ...]
    banker_hand: tuple[str, ...]
    clause: str
    by: str
    wagers: Columns
    moves: tuple[Move, ...]


ROUND_ACTS: tuple[type[Act], ...] = (
    PlaceWager,
    RemoveWager,
    CallNoMoreBets,
    DealCard,
    CallTooFewCards,
    PayWinners,
)
ROUND_EVENTS: tuple[type[Event], ...] = (
    WagerPlaced,
    WagerRemoved,
    NoMoreBetsCalled,
    CardDealt,
    RoundSettled,
    RoundVoided,
)
