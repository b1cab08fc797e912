"""The tables of blackjack with every wager: insurance, suit and hit wagers, multiple action, and a plan to bet by.

Like the other tables they are enumerated from the rules of the Round. Whether the rules take what a plan lays is asked
of a Round too: one in which every wager may be made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Final

from pitboss.decider import Act, Command, Person, Role
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack.acts import Ending, Kind
from pitboss.games.blackjack.hands import is_king_queen, is_suited
from pitboss.games.blackjack.round import decide, evolve
from pitboss.games.blackjack.rules import Rules
from pitboss.games.blackjack.settle import side_amounts
from pitboss.games.blackjack.state import Phase, Round
from pitboss.games.cards import CARDS, SUITS
from pitboss.lab.blackjack.exact import Table
from pitboss.lab.blackjack.tables import VALUES, value_index
from pitboss.lab.simulation.kernel import KINDS_WIDTH
from pitboss.lab.simulation.plans import Plan, Step
from pitboss.lab.simulation.tables import blackjack_of, dealer_states, ends_of_hands, gains_of_hands

_DEALER: Final = Person("simulation", Role.DEALER)
_THEN: Final = datetime(2004, 1, 1, tzinfo=UTC)
_OTHER_SUITS: Final = ("AC", "AD")
"""Any cards of several suits."""


@dataclass(frozen=True, eq=False)
class Wagers:
    """What a blackjack table with every wager is to the walker."""

    cards: Any
    shuffle: tuple[int, ...]
    walk: tuple[Any, ...]
    dealer: tuple[Any, ...]
    kinds: tuple[Any, ...]
    money: tuple[Any, ...]

    @property
    def parts(self) -> tuple[Any, ...]:
        """Return what the walker is called with."""
        return self.cards, self.shuffle, self.walk, self.dealer, self.kinds, self.money


def spots_of(rules: Rules) -> int:
    """Return against how many hands of the dealer every seat plays."""
    return max(1, rules.multiple_action)


def wagers_of(rules: Rules, table: Table, plan: Plan, *, seats: int = 1, is_drawn: bool = True) -> Wagers:
    """Enumerate a table where every seat plays by one table of totals and bets by one plan."""
    import numpy as np

    plain = blackjack_of(rules, table, stake=plan.steps[0].stake, seats=seats, is_drawn=is_drawn)
    dealer, ends = dealer_states(rules), ends_of_hands()
    (steps, dealer_ends, needs, stops), spots = plain.dealer, spots_of(rules)
    gains = {stake: gains_of_hands(rules, stake, dealer)[0] for stake in {step.stake for step in plan.steps}}
    columns = {int(dealer_ends[place]): state for place, state in enumerate(dealer) if len(state.cards) > 1}
    opens = [{Ending.BUST: 0, Ending.BLACKJACK: 2}.get(ending, 1) for _ in range(2) for ending, _, _ in ends]
    first = [Round(rules, dealer=[[value + "S"]]) for value in VALUES]
    takes_insurance = rules.settings["insurance"]
    firsts = (
        _bytes([one.may_be_blackjack for one in first]),
        _bytes([one.is_ace_up and takes_insurance for one in first]),
        next(column for column, state in columns.items() if not state.is_natural),
    )
    is_after = bool(rules.multiple_action)
    order = sorted(range(len(CARDS)), key=lambda card: value_index(CARDS[card]))
    return Wagers(
        np.array([card for card in order for _ in range(rules.shoe_decks)], np.uint8),
        (*plain.shuffle, spots, int(is_after), int(rules.settings["hit_split"])),
        plain.walk,
        (steps, dealer_ends, needs, stops, _bytes(opens), firsts),
        _kinds(rules.initial_suit),
        (
            np.concatenate([gains[step.stake] for step in plan.steps for _ in range(spots)]),
            np.array([list(_beside(rules, step, spots)) for step in plan.steps], np.int64),
            np.array(plan.moves, np.int64),
            _bytes([columns[place].is_natural for place in range(len(columns))]),
        ),
    )


def _bytes(values: list[Any]) -> Any:
    import numpy as np

    return np.array(values, np.uint8)


@cache
def _kinds(initial: str | None) -> tuple[Any, ...]:
    """Return by card its value; the state of suit after it; whether a state is of one suit; which first cards win."""
    import numpy as np

    states: list[tuple[str, ...]] = [(), *((f"A{suit}",) for suit in SUITS), _OTHER_SUITS]
    suits = np.zeros((len(states), KINDS_WIDTH), np.uint8)
    wins = np.zeros((len(CARDS), KINDS_WIDTH), np.uint8)
    is_won = is_king_queen if initial == Kind.KING_QUEEN else is_suited
    for place, card in enumerate(CARDS):
        for at, cards in enumerate(states):
            together = (*cards, card)
            suits[at, place] = states.index((f"A{card[1]}",)) if is_suited(together) else states.index(_OTHER_SUITS)
        for other, second in enumerate(CARDS):
            wins[place, other] = is_won((card, second))
    is_one = [bool(cards) and is_suited(cards) for cards in states]
    return _bytes([value_index(card) for card in CARDS]), suits.ravel(), _bytes(is_one), wins.ravel()


def _beside(rules: Rules, step: Step, spots: int) -> Iterator[int]:
    """Return what the wagers beside the main one gain where they win and where they lose."""
    insurance = [(Kind.INSURANCE, step.insurance)] * spots
    for kind, stake in ((Kind(rules.initial_suit or Kind.SAME_SUIT), step.suit), (Kind.HIT, step.hit), *insurance):
        for is_won in (True, False):
            paid, lost, _, _ = side_amounts(rules, kind, stake, is_won=is_won)
            yield paid - lost


def check_step(rules: Rules, step: Step) -> None:
    """Make every wager of a step in a Round.

    Raises:
        RuleViolation: for a wager that the rules do not take, with the clause by which they do not.
    """
    state = Round(rules)
    for spot in range(1, spots_of(rules) + 1):
        _do(state, a.PlaceWager(seat=1, player="simulation", stake_minor=step.stake, spot=spot))
    if step.suit:
        kind = rules.initial_suit or Kind.SAME_SUIT
        _do(state, a.PlaceWager(seat=1, player="simulation", on=kind, stake_minor=step.suit))
    for card in ("2S", "AH", "3S", "2H"):
        if state.due is not None:
            _do(state, a.DealCard(card=card))
    if state.phase is Phase.SUITS:
        _do(state, a.SettleSuitWagers())
    for spot in range(1, spots_of(rules) + 1) if step.insurance else ():
        _do(state, a.PlaceInsurance(seat=1, spot=spot, stake_minor=step.insurance))
    if state.phase is Phase.INSURANCE:
        _do(state, a.CloseInsurance())
    if step.hit:
        _do(state, a.Hit(seat=1, hit_minor=step.hit))


def _do(state: Round, act: Act) -> None:
    for event in decide(state, Command(key="simulation", by=_DEALER, act=act, received_at=_THEN)):
        evolve(state, event)
