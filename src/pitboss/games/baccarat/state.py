"""What a mini-baccarat Round and the Table around it remember."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, NamedTuple

from pitboss.games.baccarat.acts import Source
from pitboss.games.baccarat.events import RoundSettled, RoundVoided
from pitboss.games.baccarat.hands import Outcome, Side, deal, dealt_order, hands_of, point_count
from pitboss.games.baccarat.rules import Rules, rules_of
from pitboss.games.baccarat.settle import Wager
from pitboss.games.baccarat.wagers import On
from pitboss.games.cards import DECK, CardSource
from pitboss.games.shoe import state as shoe
from pitboss.games.shoe.acts import Colour
from pitboss.games.shoe.events import AutomaticShoeUsed, ShoeLoaded
from pitboss.games.shoe.state import Stage
from pitboss.money import Currency, show
from pitboss.rulebook import ProcedureBreach, TableConfig, cites

Key = tuple[int, str, Source]
"""Position, what the wager is on, what it is made in."""


class Phase(StrEnum):
    """Where a round stands."""

    BETTING = "betting"
    CLOSED = "closed"
    DEALING = "dealing"
    COMPLETE = "complete"
    SETTLED = "settled"
    VOID = "void"

    @property
    def words(self) -> str:
        """Say where the round stands, after "it is"."""
        return {
            "betting": "open for bets",
            "closed": "closed for bets",
            "dealing": "being dealt",
            "complete": "waiting to be paid",
        }.get(self.value, self.value)


@dataclass
class Round:
    """One round: two hands and the wagers on them; belongs to one owner and changes in place."""

    rules: Rules
    number: int = 1
    left: list[int] = field(default_factory=list)
    """How often each card of a deck may still come; a full shoe unless the table says otherwise."""
    phase: Phase = Phase.BETTING
    players: dict[int, str] = field(default_factory=dict)
    """Whose wagers lie at a position."""
    wagers: dict[Key, int] = field(default_factory=dict)
    player: list[str] = field(default_factory=list)
    banker: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.left:
            self.left = [self.rules.shoe_decks] * len(DECK)

    def key(self) -> Hashable:
        """Return the round's value as something hashable."""
        wagers, players = tuple(sorted(self.wagers.items())), tuple(sorted(self.players.items()))
        hands = (tuple(self.player), tuple(self.banker))
        return (self.rules.key, self.number, self.phase, players, wagers, *hands, tuple(self.left))

    def hand(self, side: Side) -> list[str]:
        """Return the cards of a hand."""
        return self.player if side is Side.PLAYER else self.banker

    def points(self, side: Side) -> int:
        """Return the Point Count of a hand."""
        return point_count(self.hand(side))

    @property
    def dealt(self) -> list[str]:
        """Return the cards of both hands in the order they were dealt."""
        return dealt_order(self.player, self.banker)

    @property
    def due(self) -> Side | None:
        """Return the hand that the next card belongs to, or None when both are complete."""
        due = hands_of(self.rules.tables, self.dealt).due
        return None if due is None else Side(due)

    @property
    def outcome(self) -> Outcome:
        """Return which hand has won; a round whose hands are not complete is void so far."""
        return Outcome(hands_of(self.rules.tables, self.dealt).outcome or Outcome.VOID)

    @property
    def is_empty(self) -> bool:
        """Tell whether the round has neither a wager nor a card, and may have a card."""
        return self.phase in (Phase.BETTING, Phase.CLOSED) and not self.wagers

    def call_off(self) -> None:
        """End a round that has neither."""
        self.phase = Phase.VOID

    def on_area(self, position: int, on: str) -> int:
        """Return what lies on an area in all kinds of chips: limits add up."""
        return sum(self.wagers.get((position, on, source), 0) for source in Source)

    @property
    def laid_in_all(self) -> int:
        """Return what all players together have on the layout."""
        return sum(self.wagers.values())

    def laid_by(self, player: str) -> int:
        """Return what one player has on the layout, at all positions."""
        return sum(stake for (position, *_), stake in self.wagers.items() if self.players[position] == player)

    def has_wagers(self, position: int) -> bool:
        """Tell whether anything lies at a position."""
        return any(where == position for where, *_ in self.wagers)

    def laid(self) -> list[Wager]:
        """Return the wagers in the order they were first placed."""
        return [
            Wager(position, self.players[position], On(on), source, stake)
            for (position, on, source), stake in self.wagers.items()
        ]

    def money(self, minor: int) -> str:
        """Print an amount in the table's currency."""
        return show(minor, Currency.of(self.rules.config.currency))


def add(state: Round, key: Key, player: str, amount: int) -> None:
    """Count more, or less, on a wager; one that comes to nothing is gone, and so is its player."""
    lies = state.wagers.get(key, 0) + amount
    state.players[key[0]] = player
    if lies:
        state.wagers[key] = lies
        return
    del state.wagers[key]
    if not state.has_wagers(key[0]):
        del state.players[key[0]]


def new_table(config: TableConfig) -> Table:
    """Return a table that has not been opened yet."""
    return Table(rules=rules_of(config))


@dataclass
class Pile:
    """What went into the discard rack together: a round's cards in the order of the deal, or burned ones."""

    round: int | None
    cards: tuple[str, ...]


@dataclass
class Cards(shoe.Cards):
    """The cards of the table, in one batch or, with a shuffler, in two."""

    batch: Colour | None = None
    """The batch that is out of the machine; the only one where there is no shuffler."""
    last_played: Colour | None = None
    burns_due: int = 0
    is_first_shown: bool = False
    """The first card of the shoe was turned up, by whose value more are burned."""
    must_announce: bool = False
    """The hand in which the cutting card came out is over, and "Last Hand" has not been called."""
    is_last_hand: bool = False
    rack: list[Pile] = field(default_factory=list)

    @property
    def stored(self) -> Colour | None:
        """Return the batch inside the shuffler."""
        return next((back for back in self.backs if back != self.batch), None)

    @property
    def current_back(self) -> Colour:
        """Return the back of the batch that is out of the machine."""
        return self.batch or self.backs[0]

    @property
    @cites("MB-B4e")
    def next_back(self) -> Colour:
        """Return the back of the batch whose turn it is."""
        return next(back for back in self.backs if back != self.last_played or len(self.backs) == 1)

    def empty(self) -> None:
        """Leave no card in shoe and rack, and nothing due with one."""
        super().empty()
        self.rack, self.burns_due, self.is_first_shown = [], 0, False
        self.must_announce = self.is_last_hand = False

    @property
    @cites("MB-E4", "Q73")
    def is_first_due(self) -> bool:
        """Tell whether the first card of the shoe is turned up next."""
        return self.stage is Stage.LOADED and not self.is_first_shown and not self.burns_due

    def put_in(self, event: ShoeLoaded | AutomaticShoeUsed, source: CardSource) -> None:
        """Put the cards into the shoe, and remember which batch they are."""
        super().put_in(event, source)
        self.batch = self.last_played = event.batch

    def finish(self) -> None:
        """Let nothing more come from this shoe; what was still to be burned goes into the shuffle with the rest."""
        super().finish()
        self.burns_due = 0


class Laid(NamedTuple):
    """A card of the round as it was dealt: to which hand, and its place among the cards that left the shoe."""

    to: Side
    at: int


@dataclass
class Play:
    """What the dealer has done with the hands of the round in play."""

    laid: list[Laid] = field(default_factory=list)
    """The round's cards in the order they were dealt, those included that a correction showed not to be due."""
    loose: list[int] = field(default_factory=list)
    """Of these, the ones that a correction took out of the hands while it is not told what becomes of them."""
    aside: list[int] = field(default_factory=list)
    """Of these, the ones in the discard rack since a correction, while no other card has left the shoe."""
    burns_before: int = 0
    """How many cards were to be burned without those aside."""
    hidden: set[Side] | None = None
    """Hands that had a hidden card as they were dealt; None unless a correction took cards out of them."""
    carried_out: list[tuple[Laid, ...]] = field(default_factory=list)
    """The cards as they lay before corrections after which other cards left the shoe: those are not undone."""

    face_down: set[Side] = field(default_factory=set)
    """Hands that have a card whose face is not shown."""
    called: list[Side] = field(default_factory=list)
    """Hands whose count on two cards was called."""
    turns: dict[Side, int] = field(default_factory=dict)
    """Who turns a hand's cards: a position, 0 for the dealer."""
    offered_from: dict[Side, int] = field(default_factory=dict)
    """The position that gave up a hand's cards, while others are asked."""
    refused: dict[Side, set[int]] = field(default_factory=dict)
    """Positions that may not or will not turn a hand's cards in this round."""
    handed: Side | None = None
    """The hand that is in a player's hands."""
    is_result_called: bool = False
    are_losers_collected: bool = False
    is_layout_clear: bool = True


@dataclass
class Table(shoe.CardTable):
    """One mini-baccarat table."""

    ABANDONED_IN: ClassVar[frozenset[str]] = frozenset({Phase.BETTING, Phase.CLOSED})
    CALLED_OFF_IN: ClassVar[frozenset[str]] = frozenset({*ABANDONED_IN, Phase.DEALING})

    rules: Rules
    round: Round | None = None
    ended: RoundSettled | RoundVoided | None = None
    """How the last round ended that did."""
    is_layout_checked: bool = False
    cards: Cards = field(default_factory=Cards)
    play: Play = field(default_factory=Play)
    marks: dict[int, Fraction] = field(default_factory=dict)
    """Deferred vigorish by position, exact: the amount on its marker."""
    tabs: dict[int, int] = field(default_factory=dict)
    """How many markers of a position are over: they were collected, or the player left."""
    collected: dict[tuple[int, int], Fraction] = field(default_factory=dict)
    """By position and marker what was collected, exact, while a round can be corrected that is among it."""
    is_deal_notified: bool = False
    notice: tuple[str, int] | None = None
    """The form and percentage of vigorish that players have notice of."""
    is_form_noticed: bool = False
    """Players were told of the form in force; the one without vigorish is not dealt before (MB-M6)."""

    def turner(self, hand: Side) -> int | None:
        """Return who turns a hand's cards: a position, 0 for the dealer, None while it is offered."""
        if hand in self.play.turns:
            return self.play.turns[hand]
        return 0 if self.next_turner(hand) is None else None

    def next_turner(self, hand: Side) -> int | None:
        """Return the position that is asked next to turn a hand's cards; None where nobody is left."""
        play = self.play
        if hand not in play.offered_from:
            return None
        return next_on_right(self.seats, play.offered_from[hand], play.refused[hand])

    @property
    def has_shuffler(self) -> bool:
        """Tell whether a machine shuffles one batch while the other is played."""
        return self.rules.batches > 1

    @property
    @cites("MB-D3", "MB-D4")
    def must_wash(self) -> bool:
        """Tell whether the cards are washed: where they are shuffled by hand."""
        return not self.has_shuffler

    def stack_clause(self) -> str:
        """Return the clause by which the cards are stacked as they are."""
        if not self.has_shuffler:
            return super().stack_clause()
        return self.rules.clause("idle_shuffler" if self.cards.is_back_from_idle else "batch_spread")

    def stage_clause(self) -> str:
        """Return the clause of what must be done next with the cards before they can be played."""
        stage, rules = self.cards.stage, self.rules
        if stage is Stage.FINISHED:
            return rules.clause("too_few" if self.phase == "void" else "last_hand")
        if self.has_shuffler and stage is Stage.SEEN:
            return rules.clause("batch_spread")
        if self._is_release_due:
            return rules.clause("idle_shuffler")
        return super().stage_clause()

    @property
    def _is_release_due(self) -> bool:
        return self.has_shuffler and self.cards.is_back_from_idle and self.cards.stage is Stage.STACKED

    @cites("MB-E6b")
    def require_shuffle_next(self) -> None:
        """Refuse the shuffle of a batch that goes into the machine after an idle time, and of cards not spread yet."""
        super().require_shuffle_next()
        if self._is_release_due:
            reason = "after an idle time the batch stored in the shuffler comes out"
            raise ProcedureBreach(reason, clause=self.rules.clause("idle_shuffler"))

    @cites("MB-L3", "MB-M3b", "MB-E1", "MB-I")
    def require_clear(self, deed: str) -> None:
        """Refuse what ends a shoe while its cards lie out, vigorish is owed, or a virtual order was not shown."""
        rules = self.rules
        if not self.play.is_layout_clear:
            reason = f"{deed} waits until the round's cards are in the discard rack"
            raise ProcedureBreach(reason, clause=rules.clause("discard"))
        if self.marks:
            position = max(self.marks)
            reason = f"{deed} waits until all vigorish is in: position {position} owes {self.marks[position]} cents"
            raise ProcedureBreach(reason, clause=rules.clause("marker"), position=position)
        super().require_clear(deed)


def next_on_right(seats: dict[int, str], position: int, besides: set[int]) -> int | None:
    """Return who is asked next to turn cards: the player on the right, then counter-clockwise.

    >>> next_on_right({2: "Ann", 7: "Bob", 4: "Cid"}, 4, {4})
    2
    """
    below = sorted((p for p in seats if p < position), reverse=True)
    above = sorted((p for p in seats if p > position), reverse=True)
    return next((p for p in (*below, *above) if p not in besides), None)


def rebuilt(state: Table, number: int) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Rebuild the Player's and the Banker's Hand of a round of this shoe from the discard rack alone."""
    for pile in state.cards.rack:
        if pile.round == number:
            return deal(state.rules.tables, pile.cards)
    return None
