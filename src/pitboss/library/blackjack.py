"""A blackjack Round to play: bets, cards, insurance, the players' decisions, the dealer's hand, settlement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from fractions import Fraction
from typing import Any

from pitboss.decider import Act, Choices, Event, Integers, Offer, Person
from pitboss.errors import BadNotation, InputError
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import round as core
from pitboss.games.blackjack.acts import Kind
from pitboss.games.blackjack.hands import is_pair, is_soft, is_suited, total_of
from pitboss.games.blackjack.rules import Rules
from pitboss.games.blackjack.state import Phase, Round
from pitboss.games.cards import CARDS, parse_card
from pitboss.games.document import DEALER, played
from pitboss.games.shoe.legal import amounts, parts_of
from pitboss.games.table.totals import room_in_totals
from pitboss.legal import Proposal, asking, only
from pitboss.library.moves import Move
from pitboss.library.results import BlackjackSettlement, Hand, SettledWager
from pitboss.money import STAKE_MAX, check_stake

__all__ = ["BlackjackRound"]


def _bets(state: Round, _: Person) -> Iterator[Proposal]:
    if state.phase is not Phase.BETTING:
        return
    rules = state.rules
    areas = [(Kind.BLACKJACK, spot, rules.stake_step) for spot in range(1, max(rules.multiple_action, 1) + 1)]
    areas += [] if rules.initial_suit is None else [(Kind(rules.initial_suit), 1, 1)]
    for seat in range(1, rules.positions + 1):
        box, player = state.boxes.get(seat), _player(seat)
        room = min(STAKE_MAX, room_in_totals(state, player))
        for on, spot, step in areas:
            lies = 0 if box is None else box.wager(spot) if on is Kind.BLACKJACK else sum(box.suit.values())
            low, high = rules.limits(on)
            stakes = amounts(low, min(high, lies + room), step, lies=lies)
            yield {**only(seat=seat, player=player, on=on.value, spot=spot), "stake_minor": stakes}


def _removals(state: Round, _: Person) -> Iterator[Proposal]:
    for seat, box in state.boxes.items() if state.phase is Phase.BETTING else ():
        for (spot, _source), lies in box.wagers.items():
            for part in parts_of(lies, state.rules.stake_step):
                yield {**only(seat=seat, player=box.player, on=Kind.BLACKJACK.value, spot=spot), "stake_minor": part}


def _insurances(state: Round, _: Person) -> Iterator[Proposal]:
    low, high = state.rules.insurance_limits
    for seat, box in state.boxes.items() if state.phase is Phase.INSURANCE else ():
        for spot in box.spots:
            lies = box.insurance.get(spot, 0)
            stakes = amounts(low, min(high, box.wager(spot) // 2), 1, lies=lies)
            yield {**only(seat=seat, spot=spot), "stake_minor": stakes}


def _own(state: Round, _: Person) -> Iterator[dict[str, Choices]]:
    """Propose a decision to the seat whose turn it is."""
    if state.phase is Phase.TURNS and state.turn is not None:
        yield only(seat=state.turn[0])


def _drawing(state: Round, by: Person) -> Iterator[Proposal]:
    """Propose it without a hit wager, and with one."""
    for own in _own(state, by):
        yield {**own, **only(hit_minor=None)}
        yield {**own, "hit_minor": _hit_stakes(state)}


def _hit_stakes(state: Round) -> Integers:
    low, high = state.rules.limits(Kind.HIT)
    return Integers(low, min(high, STAKE_MAX))


def _on_split(state: Round, _: Person) -> Iterator[Proposal]:
    for seat, number, hand in state.hands() if state.phase is Phase.TURNS else ():
        if len(hand.cards) == 1:
            yield {**only(seat=seat, hand=number), "stake_minor": _hit_stakes(state)}


_legal = asking(
    core.decide,
    {
        a.PlaceWager: _bets,
        a.RemoveWager: _removals,
        a.PlaceInsurance: _insurances,
        a.CloseInsurance: {},
        a.Stand: _own,
        a.Hit: _drawing,
        a.DoubleDown: _drawing,
        a.SplitPair: _own,
        a.SurrenderHand: _own,
        a.PlaceHitWager: _on_split,
    },
)
_NAMES: dict[type[Act], str] = {
    a.PlaceWager: "bet",
    a.RemoveWager: "remove",
    a.PlaceInsurance: "insure",
    a.CloseInsurance: "close_insurance",
    a.Stand: "stand",
    a.Hit: "hit",
    a.DoubleDown: "double",
    a.SplitPair: "split",
    a.SurrenderHand: "surrender",
    a.PlaceHitWager: "hit_wager",
}
"""The method of a Round for each act that somebody may choose."""


def _player(seat: int) -> str:
    return f"seat {seat}"


def _move(offer: Offer) -> Move:
    fixed: dict[str, Any] = {name: of.values[0] for name, of in offer.fields.items() if isinstance(of, Choices)}
    amount = next((of for of in offer.fields.values() if isinstance(of, Integers)), None)
    least, most, step = (None, None, 1) if amount is None else (amount.low, amount.high, amount.step)
    on = fixed.get("on", "")
    if fixed.get("spot", 1) > 1:
        on = f"{on or 'insurance'}:{fixed['spot']}"
    return Move(_NAMES[offer.act], fixed.get("seat", 0), fixed.get("hand", 0), on, least, most, step)


class BlackjackRound:
    """One round of blackjack.

    `legal()` lists what may be decided now and `chance()` which card may come, with exact weights; `deal` is told the
    card. What the dealer does without a choice happens by itself: turning the second card, drawing as the house must,
    settling. A refusal is a `RuleViolation` that names its clause, and leaves the round as it was.

    >>> from pitboss import Blackjack
    >>> hand = Blackjack().round()
    >>> _ = hand.bet(1000)
    >>> hand.deal("TS", "6D", "5H", "TC")
    >>> [move.name for move in hand.legal()]
    ['stand', 'hit', 'double']
    >>> _ = hand.double()
    >>> hand.deal("6C", "9S")
    >>> hand.result.net, hand.result.dealer
    (2000, ('6D', 'TC', '9S'))
    """

    def __init__(self, rules: Rules, left: Sequence[int] = (), number: int = 1) -> None:
        self._state = Round(rules, number=number, left=list(left))
        self._rows: list[SettledWager] = []

    def __repr__(self) -> str:
        return f"<BlackjackRound {self.phase}, {len(self._state.boxes)} seats>"

    # What lies on the table

    @property
    def phase(self) -> str:
        """Return where the round stands: `betting`, `dealing`, `insurance`, `turns`, `dealer` or `settled`."""
        return self._state.phase.value

    @property
    def hands(self) -> tuple[Hand, ...]:
        """Return every player's hand, from the dealer's left."""
        return tuple(self._view(*entry) for entry in self._state.hands())

    @property
    def turn(self) -> Hand | None:
        """Return the hand whose decision it is; None while a card is due and where nobody has one."""
        state = self._state
        if state.phase is not Phase.TURNS or state.turn is None or state.turn[2].is_card_due:
            return None
        return self._view(*state.turn)

    @property
    def dealer(self) -> tuple[str, ...]:
        """Return the dealer's cards that are shown."""
        return tuple(self._state.dealer[self._state.spot - 1]) if self._state.dealer else ()

    @property
    def up_card(self) -> str | None:
        """Return the dealer's first card; None before everybody has two cards."""
        return self._state.up_card

    @property
    def needs_card(self) -> bool:
        """Tell whether the next thing to happen is a card; before the first one, bets may still be placed too."""
        return core.card_act(self._state) is not None

    @property
    def is_over(self) -> bool:
        """Tell whether the round was settled."""
        return self._state.phase is Phase.SETTLED

    @property
    def result(self) -> BlackjackSettlement:
        """Return what every wager came to.

        Raises:
            InputError: while the round is not over.
        """
        if not self.is_over:
            waits = "a card is due" if self.needs_card else f"this round is {self._state.phase.words}"
            raise InputError(f"the round is not over: {waits}", field="phase", value=self.phase)
        dealer = tuple(tuple(cards) for cards in self._state.dealer if len(cards) > 1)
        return BlackjackSettlement(
            wagers=tuple(self._rows),
            currency=self._state.rules.config.currency,
            dealer_hands=dealer,
            dealer_totals=tuple(map(total_of, dealer)),
            hands=self.hands,
        )

    # What may happen

    def legal(self) -> tuple[Move, ...]:
        """Return what may be decided now, bets with the least and the most they may be; nothing while a card is due.

        The name of a move is the name of the method that makes it.
        """
        return tuple(_move(offer) for offer in _legal(self._state, DEALER))

    def chance(self) -> dict[str, Fraction]:
        """Return which card may come next, each with its exact weight; nothing where none is due, or none is left.

        >>> from pitboss import Blackjack
        >>> hand = Blackjack(decks=1).round()
        >>> _ = hand.bet(1000)
        >>> hand.deal("AS")
        >>> hand.chance()["KD"], "AS" in hand.chance()
        (Fraction(1, 51), False)
        """
        acts: Any = core.chance(self._state) if self.needs_card else ()
        return {act.card: weight for act, weight in acts}

    # What happens

    def play(self, move: Move | str, stake: int | None = None) -> tuple[Event, ...]:
        """Make a move of `legal()`, or the decision of that name; a bet is the least there is unless a stake is given.

        >>> from pitboss import Blackjack
        >>> hand = Blackjack().round()
        >>> _ = hand.play(hand.legal()[0], 1000)
        >>> hand.deal("9S", "7D", "8H", "TC")
        >>> _ = hand.play("stand")
        >>> hand.result.net
        0
        """
        move = Move(move) if isinstance(move, str) else move
        amount = move.least if stake is None else stake
        on, _, spot = move.on.partition(":")
        match move.name:
            case "bet":
                return self.bet(amount or 0, seat=move.seat or 1, on=on or "blackjack", spot=int(spot or 1))
            case "remove":
                return self.remove(amount or 0, seat=move.seat or 1, spot=int(spot or 1))
            case "insure":
                return self.insure(amount, seat=move.seat, spot=int(spot or 1))
            case "hit_wager":
                return self.hit_wager(amount or 0, hand=move.hand, seat=move.seat)
            case "close_insurance":
                return self.close_insurance()
            case "stand" | "hit" | "double" | "split" | "surrender":
                return self._do(_deciding(move.name, self._seat(move.seat), amount))
        raise BadNotation(f"no such move; the moves are {', '.join(_NAMES.values())}", field="move", value=move.name)

    def bet(self, stake: int, *, seat: int = 1, on: str = "blackjack", spot: int = 1) -> tuple[Event, ...]:
        """Put a stake on a seat before the first card; `on` may be the table's wager on the first two cards.

        With multiple action `spot` says against which of the dealer's hands.
        """
        amount = check_stake(stake)
        return self._do(a.PlaceWager(seat=seat, player=_player(seat), on=on, stake_minor=amount, spot=spot))

    def remove(self, stake: int, *, seat: int = 1, spot: int = 1) -> tuple[Event, ...]:
        """Take a stake back, or part of it, before the first card."""
        amount = check_stake(stake)
        return self._do(a.RemoveWager(seat=seat, player=_player(seat), stake_minor=amount, spot=spot))

    def insure(self, stake: int | None = None, *, seat: int = 0, spot: int = 1) -> tuple[Event, ...]:
        """Insure a wager against a dealer's blackjack under an ace: for so much, or for half the wager."""
        seat = self._seat(seat)
        box = self._state.boxes.get(seat)
        half = 1 if box is None else max(box.wager(spot) // 2, 1)
        amount = half if stake is None else check_stake(stake)
        return self._do(a.PlaceInsurance(seat=seat, stake_minor=amount, spot=spot))

    def close_insurance(self) -> tuple[Event, ...]:
        """End the time for insurance; the players' decisions begin."""
        return self._do(a.CloseInsurance())

    def stand(self) -> tuple[Event, ...]:
        """Take no further card on the hand whose turn it is."""
        return self.play("stand")

    def hit(self, wager: int | None = None) -> tuple[Event, ...]:
        """Ask for a card on the hand whose turn it is; with a hit wager where the table takes one."""
        return self.play("hit", wager)

    def double(self, wager: int | None = None) -> tuple[Event, ...]:
        """Double the wager of the hand whose turn it is, for one card more."""
        return self.play("double", wager)

    def split(self) -> tuple[Event, ...]:
        """Make two hands of a pair; each gets a card."""
        return self.play("split")

    def surrender(self) -> tuple[Event, ...]:
        """Give up half the wager on the first two cards."""
        return self.play("surrender")

    def hit_wager(self, stake: int, *, hand: int, seat: int = 0) -> tuple[Event, ...]:
        """Bet on the next card of a split hand, while that card is still to come."""
        return self._do(a.PlaceHitWager(seat=self._seat(seat), hand=hand, stake_minor=check_stake(stake)))

    def deal(self, *cards: str | None) -> None:
        """Deal cards in order; whose each is follows from the rules.

        A card is rank and suit, `TS` for the ten of spades. None is a card that lies face down and that nobody has
        seen: it is dealt again by its name when it is turned up. Where a card is refused, those before it lie on the
        table.

        >>> from pitboss import Blackjack
        >>> hand = Blackjack(decks=1).round()
        >>> _ = hand.bet(1000)
        >>> hand.deal("TS", "6D", "9H", None)
        >>> _ = hand.stand()
        >>> hand.chance()["KD"]
        Fraction(1, 49)
        >>> hand.deal("KD", "2C")
        >>> hand.dealer, hand.result.net
        (('6D', 'KD', '2C'), 1000)
        """
        for card in cards:
            if card is not None:
                parse_card(card)
        if not self.cards_left and self.needs_card:
            reason = "the shoe is empty: begin the next round with a fresh one, by `table.round()`"
            raise InputError(reason, field="cards_left", value=0)
        for card in cards:
            # Without a card due it is asked for all the same, so that the rules refuse it in their words.
            kind: Any = core.card_act(self._state) or a.DealCard
            self._do(kind(card=card))

    def deal_from(self, shoe: Iterator[str]) -> None:
        """Deal every card that is due from an iterator, until somebody has a decision or the round is over.

        Raises:
            InputError: where the cards come to an end first.
        """
        while self.needs_card:
            card = next(shoe, None)
            if card is None:
                raise InputError("the cards end before the round does", field="shoe", value=None)
            self.deal(card)

    def next_round(self) -> BlackjackRound:
        """Return a new round with the cards that are left of the same shoe; it is never shuffled here.

        Raises:
            InputError: while this round is not over.
        """
        if not self.is_over:
            raise InputError("the round is not over: play it to its end first", field="phase", value=self.phase)
        return BlackjackRound(self._state.rules, self._state.left, self._state.number + 1)

    def copy(self) -> BlackjackRound:
        """Return a round that stands where this one stands, to try something out on."""
        other = BlackjackRound(self._state.rules)
        rules = self._state.rules
        other._state = deepcopy(self._state, {id(rules): rules})
        other._rows = list(self._rows)
        return other

    @property
    def cards_left(self) -> int:
        """Return how many cards of the shoe have not been seen, burnt ones among them."""
        return sum(self._state.left)

    # Within

    def _seat(self, seat: int) -> int:
        """Return the seat that was said, or that whose turn it is, or the first with a wager."""
        if seat:
            return seat
        turn = self._state.turn
        return turn[0] if turn is not None else next(iter(self._state.seats), 1)

    def _do(self, act: Act) -> tuple[Event, ...]:
        """Have an act decided, and then all that follows without anybody's choice."""
        events = list(self._played(act))
        while (follows := self._follows()) is not None:
            events += self._played(follows)
        return tuple(events)

    def _follows(self) -> Act | None:
        state = self._state
        if state.undeclared is not None:
            seat, _, hand = state.undeclared
            return a.DeclareHit(seat=seat, is_suited=is_suited(hand.cards))
        if state.phase is Phase.SUITS:
            return a.SettleSuitWagers()
        if state.phase is Phase.DEALER and state.second:
            return a.TurnSecondCard()
        return a.SettleHand() if state.phase is Phase.COMPLETE else None

    def _played(self, act: Act) -> Sequence[Event]:
        events = played(core, self._state, act)
        for event in events:
            wagers = getattr(event, "wagers", None)
            if wagers is not None:
                self._rows += _settled(wagers)
        return events

    @staticmethod
    def _view(seat: int, number: int, hand: Any) -> Hand:
        return Hand(
            seat=seat,
            number=number,
            cards=tuple(hand.cards),
            total=total_of(hand.cards),
            is_soft=is_soft(hand.cards),
            is_pair=is_pair(hand.cards),
            stake=hand.stake(),
            ending=None if hand.ending is None else hand.ending.value,
        )


def _deciding(name: str, seat: int, hit_wager: int | None) -> Act:
    if hit_wager is not None:
        if name not in ("hit", "double"):
            raise BadNotation(f"no amount goes with {name}", field="stake", value=hit_wager)
        check_stake(hit_wager)
    match name:
        case "stand":
            return a.Stand(seat=seat)
        case "split":
            return a.SplitPair(seat=seat)
        case "surrender":
            return a.SurrenderHand(seat=seat)
        case "double":
            return a.DoubleDown(seat=seat, hit_minor=hit_wager)
    return a.Hit(seat=seat, hit_minor=hit_wager)


def _settled(columns: Any) -> Iterator[SettledWager]:
    names = ("on", "stake_minor", "outcome", "paid_minor", "lost_minor", "clause", "player", "seat", "hand")
    for on, stake, outcome, paid, lost, clause, player, seat, hand in zip(
        *(getattr(columns, name) for name in names), strict=True
    ):
        yield SettledWager(
            bet=on.value,
            stake=stake,
            outcome=outcome.value,
            paid=paid,
            net=paid - lost,
            clause=clause,
            player=player,
            seat=seat,
            hand=hand,
        )


def full_shoe(decks: int) -> tuple[str, ...]:
    """Return every card of so many decks, in the order of a new deck."""
    return CARDS * decks
