"""Plays a blackjack round on the bare Round: whatever is open may be chosen, and what happened is kept.

Every choice, the cards included, comes from a `random.Random`: a seeded one, or one that Hypothesis draws.
"""

import random
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

from pitboss.decider import Act, Command, Event, Person, Role
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.hands import is_suited
from pitboss.games.blackjack.round import decide, evolve
from pitboss.games.blackjack.rules import Rules, rules_of
from pitboss.games.blackjack.state import Phase, Round
from pitboss.games.cards import CARDS
from pitboss.rulebook import RuleViolation, table_config
from tests.support.blackjack_documents import random_settings
from tests.support.driven import need

__all__ = ["OVER", "Play", "command", "is_open", "one_in", "random_play", "refusal"]

THEN = datetime(2024, 6, 1, 20, tzinfo=UTC)
DEALER = Person("Dora", Role.DEALER)
SEATS = range(1, 8)
OVER = (Phase.SETTLED, Phase.VOID)
STEPS_MAX = 1_000
"""Seven seats with five hands each of a few cards, and as many wagers, stay far below this."""

NOT_MULTIPLE = ("pitch", "face_down", "surrender", "max_hands")
"""What a table with multiple action does not have, or not as many of."""

RANKS = ("A23456789TJQK", "A23456789TJQK", "A8T", "TJQK", "2A", "5678", "A")
"""Which ranks a shoe holds: with few there are pairs, blackjacks and long hands, and at last too few cards."""


def command(act: Act) -> Command:
    """Wrap an act of the dealer, who may also act on a player's word."""
    return Command(key="k", by=DEALER, act=act, received_at=THEN)


def refusal(state: Round, act: Act) -> RuleViolation | None:
    """Return why an act is refused now, or None where it would be accepted; the state stays as it is."""
    try:
        decide(state, command(act))
    except RuleViolation as violation:
        return violation
    return None


def is_open(state: Round, act: Act) -> bool:
    """Tell whether an act would be accepted now."""
    return refusal(state, act) is None


def one_in(rng: random.Random, times: int) -> bool:
    """Tell whether it is now, once in so many times; Hypothesis draws whole numbers evenly, and not floats."""
    return rng.randrange(times) == times - 1


class Play:
    """One round, what was done in it and what happened; `run` plays it to its end."""

    def __init__(
        self, settings: dict[str, Any], left: list[int], rng: random.Random, *, chips: int | None = None
    ) -> None:
        self.settings, self.left, self.rng, self.chips = settings, left, rng, chips
        self.rules: Rules = rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": settings}))
        self.state = self.fresh()
        self.acts: list[Act] = []
        self.events: list[Event] = []

    def fresh(self) -> Round:
        """Return the round as it was before anything happened; in a tournament everybody has the same chips."""
        purse = None if self.chips is None else {f"P{seat}": self.chips for seat in SEATS}
        return Round(self.rules, left=list(self.left), purse=purse)

    def states(self) -> list[Round]:
        """Return the round before anything happened and after each of its events, by replaying them."""
        found = [self.fresh()]
        for event in self.events:
            found.append(evolve(deepcopy(found[-1], {id(self.rules): self.rules}), event))
        return found

    def do(self, act: Act) -> None:
        """Do an act that must be accepted."""
        for event in decide(self.state, command(act)):
            self.state = evolve(self.state, event)
            self.events.append(event)
        self.acts.append(act)

    def bet(self) -> None:
        """Lay wagers at some seats, in units that settle, with wagers on the first two cards beside some of them."""
        most = self.rules.multiple_action
        for seat in self.rng.sample(SEATS, self.rng.randint(1, self.rng.choice((1, 2, 7)))):
            for spot in range(1, 1 + (self.rng.randint(2, most) if most else 1)):
                # One wager may be in several kinds of chips.
                for _ in range(self.rng.choice((1, 1, 2))):
                    stake = self.rules.stake_step * self.rng.choice((2, 3, 10, 333))
                    self._wager(seat, a.Kind.BLACKJACK, stake, spot)
            if self.rules.initial_suit is not None and one_in(self.rng, 2):
                self._wager(seat, a.Kind(self.rules.initial_suit), self.rng.choice((1, 2)), 1)

    def _wager(self, seat: int, kind: a.Kind, stake: int, spot: int) -> None:
        source = self.rng.choice((a.Source.VALUE, a.Source.VALUE, a.Source.CASH, a.Source.COUPON))
        if self.chips is not None or kind is not a.Kind.BLACKJACK:
            source = self.state.chips
        player = f"P{seat}"
        self.do(a.PlaceWager(seat=seat, player=player, on=kind, stake_minor=stake, spot=spot, source=source))

    def run(self, steps: int = STEPS_MAX) -> "Play":
        """Play on to the end, or for so many steps."""
        if not self.state.boxes:
            self.bet()
        for _ in range(steps):
            if self.state.phase in OVER:
                return self
            self.do(self.choice())
        need(steps < STEPS_MAX, "the round does not end", self.state)
        return self

    def choice(self) -> Act:
        """Choose among what is open; where a card is due it mostly comes first."""
        if self.state.due is not None and not one_in(self.rng, 5):
            return self.deal()
        found = [act for act in self.candidates() if is_open(self.state, act)]
        return self.rng.choice(found) if found else self.deal()

    def deal(self) -> Act:
        """Deal a card that is left; now and then it is found face up, or nobody sees it as it goes to the dealer."""
        state = self.state
        if sum(state.left) <= self.unseen:
            return a.ReportWrongNumber(seat=0)
        if state.due is not None and state.due.seat == 0 and not state.due.is_face_up and one_in(self.rng, 4):
            return a.DealCard(card=None)
        card = self.card()
        return a.ReportFaceUp(card=card) if one_in(self.rng, 100) else a.DealCard(card=card)

    @property
    def unseen(self) -> int:
        """Return how many of the dealer's cards nobody has seen; they are among those that are left."""
        return [self.state.first, self.state.second].count("")

    def card(self) -> str:
        """Choose a card that is left."""
        return self.rng.choice([card for card, copies in zip(CARDS, self.state.left, strict=True) if copies])

    def candidates(self) -> Iterator[Act]:
        """Yield what a table might do now besides dealing, whether it is open or not."""
        state = self.state
        yield from (a.SettleSuitWagers(), a.CloseInsurance(), a.TurnSecondCard(), a.SettleHand())
        if self.unseen:
            yield from (a.TurnFirstCard(card=self.card()), a.TurnSecondCard(card=self.card()))
        yield from (a.PayBlackjack(seat=seat) for seat in state.seats)
        if state.undeclared is not None:
            seat, _, hand = state.undeclared
            yield a.DeclareHit(seat=seat, is_suited=is_suited(hand.cards))
        if state.phase is Phase.INSURANCE:
            for seat, box in state.boxes.items():
                for spot in box.spots:
                    half = box.wager(spot) // 2
                    yield from (a.PlaceInsurance(seat=seat, stake_minor=stake, spot=spot) for stake in (1, half))
        if state.turn is not None:
            seat = state.turn[0]
            yield from (kind(seat=seat) for kind in (a.Stand, a.Hit, a.DoubleDown, a.SplitPair, a.SurrenderHand))
            yield from (kind(seat=seat, hit_minor=2) for kind in (a.Hit, a.DoubleDown))
            yield a.SplitPair(seat=seat)
            for place, hand in enumerate(state.boxes[seat].hands, 1):
                if len(hand.cards) == 1:
                    yield a.PlaceHitWager(seat=seat, hand=place, stake_minor=1)


def random_play(rng: random.Random, *, chips: int | None = None, **chosen: Any) -> Play:
    """Return a round at a table with settings and a shoe drawn at random, not begun; what is chosen stays so."""
    settings = {**random_settings(rng, features=True), **chosen}
    if settings.get("multiple_action"):
        settings = {key: value for key, value in settings.items() if key not in NOT_MULTIPLE}
    ranks, decks = rng.choice(RANKS), settings.get("decks", 6)
    return Play(settings, [decks * (card[0] in ranks) for card in CARDS], rng, chips=chips)
