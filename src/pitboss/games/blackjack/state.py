"""What a blackjack Round and the Table around it remember."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, NamedTuple

from pitboss.decider import Event
from pitboss.games.blackjack.acts import Ending, Kind, Source
from pitboss.games.blackjack.events import Columns, Gathered, RoundVoided
from pitboss.games.blackjack.hands import dealer_draws, value_of
from pitboss.games.blackjack.rules import TABLES_PER_SUPERVISOR, Rules, rules_of
from pitboss.games.cards import DECK, SourceKind
from pitboss.games.shoe import state as shoe
from pitboss.games.shoe.acts import Reader
from pitboss.games.shoe.state import Stage, clockwise
from pitboss.money import Currency, show
from pitboss.rulebook import ProcedureBreach, TableConfig, cites

Stakes = dict[tuple[int, Source], int]
"""Spot and source to what lies there."""
_OUT = (Ending.BUST, Ending.SURRENDER, Ending.BLACKJACK)
"""What ends a hand so that no card the dealer draws can matter to it."""


class Phase(StrEnum):
    """Where a round stands."""

    BETTING = "betting"
    DEALING = "dealing"
    SUITS = "suits"
    INSURANCE = "insurance"
    TURNS = "turns"
    DEALER = "dealer"
    COMPLETE = "complete"
    SETTLED = "settled"
    VOID = "void"

    @property
    def words(self) -> str:
        """Say where the round stands, after "it is"."""
        return {
            "betting": "open for bets",
            "dealing": "being dealt",
            "suits": "waiting for the suit wagers",
            "insurance": "open for insurance",
            "turns": "in the players' turns",
            "dealer": "in the dealer's turn",
            "complete": "waiting to be paid",
        }.get(self.value, self.value)


@dataclass
class Hand:
    """One hand of a player."""

    stakes: Stakes
    cards: list[str] = field(default_factory=list)
    ending: Ending | None = None
    is_split: bool = False
    is_split_ace: bool = False
    may_bet_suit: bool = True
    """False where the hand came from a pair of two suits: no hit wager goes on it."""
    is_doubled: bool = False
    is_card_due: bool = False
    hit_minor: int = 0
    """The hit wager on the next card, or on the last one where it is still to be declared."""
    is_hit_open: bool = False
    """The card of the hit wager lies, and the player has not said whether it is to be paid."""
    is_settled: bool = False

    def stake(self, spot: int | None = None) -> int:
        """Return what lies on the hand against one dealer hand, or against all."""
        return sum(amount for (where, _), amount in self.stakes.items() if spot is None or where == spot)

    def key(self) -> Hashable:
        """Return the hand's value as something hashable."""
        flags = (self.is_split, self.is_split_ace, self.may_bet_suit, self.is_doubled, self.is_card_due)
        state = (self.ending, self.hit_minor, self.is_hit_open, self.is_settled)
        return (tuple(sorted(self.stakes.items())), tuple(self.cards), flags, state)


@dataclass
class Box:
    """One seat's betting area: whose it is, what was wagered, and its hands from left to right."""

    player: str
    wagers: Stakes = field(default_factory=dict)
    """The wagers before the first card, by spot."""
    suit: dict[Source, int] = field(default_factory=dict)
    """The wager on the first two cards."""
    suit_net: int | None = None
    insurance: dict[int, int] = field(default_factory=dict)
    hands: list[Hand] = field(default_factory=list)
    hit_nets: list[int] = field(default_factory=list)
    hits: int = 0
    """All hit wagers of the round, settled or not."""

    @property
    def spots(self) -> tuple[int, ...]:
        """Return which dealer hands the seat has wagers against."""
        return tuple(sorted({spot for spot, _ in self.wagers}))

    def wager(self, spot: int | None = None) -> int:
        """Return what was wagered before the first card, against one dealer hand or all."""
        return sum(amount for (where, _), amount in self.wagers.items() if spot is None or where == spot)

    @property
    def laid(self) -> int:
        """Return what was wagered at the seat, by whatever act; what was settled during the turns counts too."""
        main = sum(hand.stake() for hand in self.hands) if self.hands else self.wager()
        return main + sum(self.suit.values()) + sum(self.insurance.values()) + self.hits

    def key(self) -> Hashable:
        """Return the box's value as something hashable."""
        laid = (tuple(sorted(self.wagers.items())), tuple(sorted(self.suit.items())), self.suit_net)
        bought = (tuple(sorted(self.insurance.items())), tuple(self.hit_nets), self.hits)
        return (self.player, laid, bought, tuple(hand.key() for hand in self.hands))


class Due(NamedTuple):
    """Whose the next card is: a seat (0 is the dealer), which of its hands, and how it lies."""

    seat: int
    hand: int
    is_face_up: bool


@dataclass
class Round:
    """One round; belongs to one owner and changes in place."""

    rules: Rules
    number: int = 1
    left: list[int] = field(default_factory=list)
    """How often each card of a deck may still come; full decks unless the table says otherwise."""
    phase: Phase = Phase.BETTING
    boxes: dict[int, Box] = field(default_factory=dict)
    dealer: list[list[str]] = field(default_factory=list)
    """The dealer's hands as far as they are shown; with multiple action all begin with one card."""
    first: str | None = None
    """The dealer's first card while it lies face down; empty where nobody has seen it."""
    second: str | None = None
    """The dealer's second card while it lies face down; empty where nobody has seen it."""
    is_second_exposed: bool = False
    """The second card was seen before its time."""
    spot: int = 1
    """The dealer hand that is in play."""
    purse: dict[str, int] | None = None
    """The chips each player of a tournament has left; None where it is none."""
    face_up: int = 0
    """How many cards were found face up."""
    moved: dict[tuple[str, str], int] = field(default_factory=dict)
    """What the round has moved between accounts so far: all of it goes back if the round is void."""

    def __post_init__(self) -> None:
        if not self.left:
            self.left = [self.rules.shoe_decks] * len(DECK)

    def key(self) -> Hashable:
        """Return the round's value as something hashable."""
        boxes = tuple((seat, box.key()) for seat, box in sorted(self.boxes.items()))
        hidden = (self.first, self.second, self.is_second_exposed)
        dealer = (tuple(map(tuple, self.dealer)), hidden, self.spot, self.face_up)
        money = (tuple(sorted(self.moved.items())), tuple(sorted((self.purse or {}).items())), self.purse is None)
        return (self.rules.key, self.number, self.phase, boxes, dealer, tuple(self.left), money)

    def money(self, minor: int) -> str:
        """Print an amount in the table's currency."""
        return show(minor, Currency.of(self.rules.config.currency))

    @property
    def is_empty(self) -> bool:
        """Tell whether the round has neither a wager nor a card, and may have both."""
        return self.phase is Phase.BETTING and not self.boxes

    def call_off(self) -> None:
        """End a round that has neither."""
        self.phase = Phase.VOID

    @property
    def laid_in_all(self) -> int:
        """Return what all players together have wagered."""
        return sum(box.laid for box in self.boxes.values())

    def laid_by(self, player: str) -> int:
        """Return what one player has wagered, at all seats."""
        return sum(box.laid for box in self.boxes.values() if box.player == player)

    @property
    def chips(self) -> Source:
        """Return what wagers after the first card are made in."""
        return Source.VALUE if self.purse is None else Source.TOURNAMENT

    @property
    def seats(self) -> list[int]:
        """Return the seats with wagers, from the dealer's left."""
        return sorted(self.boxes)

    @property
    def up_card(self) -> str | None:
        """Return the dealer's first card."""
        return self.dealer[0][0] if self.dealer else None

    @property
    def is_ace_up(self) -> bool:
        """Tell whether the dealer shows an ace."""
        return self.up_card is not None and self.up_card[0] == "A"

    @property
    def may_be_blackjack(self) -> bool:
        """Tell whether a second card can make the dealer's first a blackjack."""
        return self.up_card is not None and value_of(self.up_card) >= 10

    def hands(self) -> Iterator[tuple[int, int, Hand]]:
        """Yield every player's hand with its seat and its number, from the dealer's left."""
        for seat in self.seats:
            for number, hand in enumerate(self.boxes[seat].hands, 1):
                yield seat, number, hand

    @property
    def turn(self) -> tuple[int, int, Hand] | None:
        """Return the hand whose turn it is; a hand is finished before the next one to its right (Q20)."""
        return next((entry for entry in self.hands() if entry[2].ending is None), None)

    @property
    def undeclared(self) -> tuple[int, int, Hand] | None:
        """Return the hand whose player has still to say whether a hit wager is to be paid."""
        return next((entry for entry in self.hands() if entry[2].is_hit_open), None)

    @property
    def dealer_hands(self) -> int:
        """Return against how many dealer hands wagers were made."""
        return max((spot for box in self.boxes.values() for spot in box.spots), default=1)

    @cites("BJ-H8b", "BJ-I9b", "BJ-L6a")
    def has_effect(self, spot: int) -> bool:
        """Tell whether cards the dealer draws to a hand can matter to any wager against it."""
        return any(hand.stake(spot) and not hand.is_settled and hand.ending not in _OUT for _, _, hand in self.hands())

    @cites("BJ-L4", "BJ-L5", "BJ-L6a", "BJ-L6b", "BJ-L8")
    def needs_second(self, spot: int) -> bool:
        """Tell whether a dealer hand of multiple action is played: something stands against it or a later one."""
        later = range(spot, self.dealer_hands + 1)
        if any(box.insurance.get(where) for box in self.boxes.values() for where in later):
            return True
        return any(hand.stake(where) and self._is_open(hand) for _, _, hand in self.hands() for where in later)

    @cites("BJ-J4a", "BJ-J4b", "BJ-L6a")
    def _is_open(self, hand: Hand) -> bool:
        """Tell whether a second card may matter to a hand: to a blackjack only where it may make another."""
        is_won = hand.ending is Ending.BLACKJACK and not self.may_be_blackjack
        return not hand.is_settled and not is_won

    @property
    def due(self) -> Due | None:
        """Return whose the next card is, or None where no card is due."""
        if self.phase in (Phase.BETTING, Phase.DEALING):
            return self._due_in_deal()
        if self.phase is Phase.TURNS and self.undeclared is None and self.turn is not None:
            seat, number, hand = self.turn
            return Due(seat, number, is_face_up=True) if hand.is_card_due else None
        if self.phase is Phase.DEALER and self.second is None and self.undeclared is None:
            return Due(0, self.spot, is_face_up=True) if self._dealer_draws() else None
        return None

    @cites("BJ-H4", "BJ-H4a", "BJ-H4b", "BJ-H4c", "BJ-H4d", "Q24", "Q25")
    @cites("BJ-I5", "BJ-I5a", "BJ-I5b", "BJ-I5c", "BJ-I5d")
    def _due_in_deal(self) -> Due | None:
        """One card to each player, one to the dealer, a second to each player, a second to the dealer."""
        face_up = not self.rules.settings["face_down"]
        for place in (0, 1):
            for seat in self.seats:
                hands = self.boxes[seat].hands
                if not hands or len(hands[0].cards) <= place:
                    return Due(seat, 1, face_up)
            if place == 0 and not self.dealer and self.first is None:
                return Due(0, 1, is_face_up=False)
        is_second_due = not self.rules.multiple_action and self.second is None
        return Due(0, 1, is_face_up=False) if is_second_due else None

    @cites("BJ-H8", "BJ-H8a", "BJ-L5", "BJ-L7")
    def _dealer_draws(self) -> bool:
        cards = self.dealer[self.spot - 1]
        if len(cards) == 1:
            return self.needs_second(self.spot)
        return self.has_effect(self.spot) and dealer_draws(cards, hits_soft_17=self.rules.settings["h17"])


def advance(state: Round) -> None:
    """Move the round on as far as nothing is left to do where it stands."""
    if state.phase is Phase.BETTING and state.boxes and any(box.hands for box in state.boxes.values()):
        state.phase = Phase.DEALING
    if state.phase is Phase.DEALING and state.due is None and state.first is None:
        state.phase = Phase.SUITS
    if state.phase is Phase.SUITS and not any(box.suit and box.suit_net is None for box in state.boxes.values()):
        takes_insurance = state.is_ace_up and state.rules.settings["insurance"]
        state.phase = Phase.INSURANCE if takes_insurance else Phase.TURNS
    if state.phase is Phase.TURNS and state.turn is None and state.undeclared is None:
        state.phase = Phase.DEALER
    if state.phase is Phase.DEALER and state.second is None and state.due is None:
        state.phase = Phase.COMPLETE


def new_table(config: TableConfig) -> Table:
    """Return a table that has not been opened yet."""
    return Table(rules=rules_of(config))


@dataclass
class Rack:
    """The discard rack's hands of one round, in the order they went in."""

    round: int
    hands: list[Gathered] = field(default_factory=list)


@dataclass
class Cards(shoe.Cards):
    """The cards of the table."""

    is_by_device: bool = False
    """The last shuffle was a device's: such cards are not cut."""
    is_beginning: bool = True
    """The game is just beginning: the first player to arrive is offered the cut."""
    cut_at: int | None = None
    """Where the cutting card came out: a seat, 0 for the dealer's hand; None where the house had the cards shuffled."""
    burns_due: int = 0
    burned_at: list[int] = field(default_factory=list)
    """Where the burned cards lie among the cards drawn."""
    unseen: dict[int, int] = field(default_factory=dict)
    """The dealer's first and second card, while nobody has seen them, to where they lie among the cards drawn."""
    unshown: dict[tuple[int, int], int] = field(default_factory=dict)
    """The same of players' cards, by seat and place in the hand."""
    rack: list[Rack] = field(default_factory=list)

    def dealt(self, order: Sequence[str]) -> list[str]:
        """Return the cards that left the shoe; in place of one that nobody saw, whatever an order has there."""
        return [card or shown for card, shown in zip(super().dealt(order), order, strict=False)]

    @property
    def burned(self) -> list[str]:
        """Return the burned cards, first to last; empty text for one that nobody has seen."""
        return [self.shoe.drawn[at] for at in self.burned_at] if self.shoe else []

    def empty(self) -> None:
        """Leave no card in shoe and rack."""
        super().empty()
        self.burns_due, self.burned_at, self.unseen, self.unshown, self.rack = 0, [], {}, {}, []


@dataclass
class Play:
    """What has been done with the cards of the round in play."""

    is_layout_clear: bool = True
    is_up_card_missing: bool = False
    held: set[int] = field(default_factory=set)
    """Seats whose players hold their cards."""
    log: list[Event] = field(default_factory=list)
    """What happened in the round, from which it is folded again where a card was named wrongly."""


@dataclass(frozen=True)
class Heat:
    """A heat of a tournament in play at this table."""

    tournament: str
    number: int
    hands: int
    played: int = 0
    """How many of its hands were played to their end."""
    players: tuple[str, ...] = ()
    """Who has got chips for it."""


@dataclass(frozen=True)
class Past:
    """How the last round ended that did: what became of every wager in it, and why it was void if it was."""

    round: int
    laid: tuple[tuple[int, str, Kind, int, int], ...]
    """What was bet in value chips before the cards: seat, player, what on, spot and stake."""
    settled: tuple[Columns, ...] = ()
    void: RoundVoided | None = None


@dataclass
class Table(shoe.CardTable):
    """One blackjack table."""

    CALLED_OFF_IN: ClassVar[frozenset[str]] = frozenset(
        {Phase.BETTING, Phase.DEALING, Phase.SUITS, Phase.INSURANCE, Phase.TURNS, Phase.DEALER}
    )

    rules: Rules
    round: Round | None = None
    cards: Cards = field(default_factory=Cards)
    play: Play = field(default_factory=Play)
    staffing: tuple[int, int, int] | None = None
    """Cashiers, supervisors, tables."""
    sat_out: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Position to the last round that its player sat out, and how many that makes in a row."""
    heat: Heat | None = None
    past: Past | None = None
    gone: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Players who lost their last place without having asked to: why, and by which clause."""

    @property
    def has_result(self) -> bool:
        """Tell whether the dealer's hand is complete, or in multiple action one of them was paid."""
        return super().has_result or (self.round is not None and self.round.spot > 1)

    @property
    @cites("BJ-E2a", "BJ-E2b")
    def must_cut(self) -> bool:
        """Tell whether the cards are cut: where they were shuffled by hand."""
        return not self.cards.is_by_device

    @property
    @cites("BJ-E1", "BJ-E3d")
    def shuffle_stages(self) -> tuple[Stage, ...]:
        """Return from where the cards may come to the shuffle: the house may have them shuffled between rounds."""
        return (Stage.STACKED, Stage.FINISHED, Stage.LOADED, Stage.IN_PLAY)

    @cites("BJ-E3a", "BJ-E3b", "BJ-E3c", "BJ-E3d", "BJ-E3e")
    def cut_order(self) -> list[int]:
        """Return in which order the cut is offered: the player designated, then clockwise."""
        cards = self.cards
        if not self.seats:
            return []
        first = next(iter(self.seats)) if cards.is_beginning else cards.cut_at or max(self.seats)
        return clockwise(self.seats, first)

    def cut_clause(self) -> str:
        """Return the clause by which the next to cut is next."""
        if self.next_to_cut() is None:
            return self.rules.clause("dealer_cut")
        if self.cards.declined:
            return self.rules.clause("cut_refused")
        if self.cards.is_beginning:
            return self.rules.clause("cut_first")
        where = {None: "cut_house", 0: "cut_right"}.get(self.cards.cut_at, "cut_circle")
        return self.rules.clause(where)

    def _is_dealers_cut(self) -> bool:
        return self.cards.cutter == 0 or (self.cards.cutter is None and self.next_to_cut() is None)

    def depth_clause(self) -> str:
        """Return the clause that bounds the cut."""
        return self.rules.clause("dealer_cut_depth" if self._is_dealers_cut() else "cut_depth")

    @cites("BJ-E3", "BJ-E4b")
    def cut_depths(self) -> tuple[int, int]:
        """Return how deep the cut may be: ten from either end; the dealer, who lifts a stack, ten from the top."""
        least, most = super().cut_depths()
        return (least, self.rules.shoe_size - 1) if self._is_dealers_cut() else (least, most)

    def stage_clause(self) -> str:
        """Return the clause of what must be done next with the cards before they can be played."""
        stage = self.cards.stage
        if stage is Stage.SHUFFLED:
            return self.rules.clause("cut" if self.must_cut else "device")
        if stage is Stage.CUT:
            return self.rules.clause("load")
        return super().stage_clause()

    @cites("BJ-I3")
    def require_reader(self, reader: Reader) -> None:
        """Refuse a shoe that reads cards where the dealer has them in hand."""
        if self.rules.is_pitch and reader is Reader.SHOE:
            reason = "the cards are in the dealer's hand: no shoe reads them"
            raise ProcedureBreach(reason, clause=self.rules.clause("load"))

    @cites("BJ-H9", "BJ-I10")
    def require_clear(self, deed: str) -> None:
        """Refuse what ends a shoe while its cards lie out or a virtual order was not shown."""
        if not self.play.is_layout_clear:
            reason = f"{deed} waits until the round's cards are in the discard rack"
            raise ProcedureBreach(reason, clause=self.rules.clause("discard"))
        super().require_clear(deed)

    @property
    @cites("BJ-I5", "BJ-I11a")
    def hidden_due(self) -> Due | None:
        """Return the card that goes face down to a player, who alone sees it and says which it is; None otherwise."""
        current, shoe = self.round, self.cards.shoe
        due = None if current is None or self.is_between_rounds or not current.boxes else current.due
        is_told = shoe is not None and shoe.kind is not SourceKind.VIRTUAL
        return due if due is not None and due.seat > 0 and not due.is_face_up and is_told else None

    @property
    @cites("BJ-N1", "BJ-N3")
    def lack_of_staff(self) -> str | None:
        """Return the duty that the staff present does not meet, or None."""
        cashiers, supervisors, tables = self.staffing or (0, 0, 0)
        is_short = supervisors * TABLES_PER_SUPERVISOR < tables
        return "cashier" if cashiers < 1 else "supervision" if is_short else None
