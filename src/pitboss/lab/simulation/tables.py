"""The tables that simulations walk, enumerated from the rules of the Round.

Tables are flat arrays of small numbers, a row of `WIDTH` places for each state, as the walker looks them up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from pitboss.games.baccarat.rules import Rules as BaccaratRules
from pitboss.games.baccarat.third_cards import is_natural, points_of
from pitboss.games.blackjack.acts import Ending, Outcome
from pitboss.games.blackjack.hands import TWENTY_ONE, dealer_draws, is_blackjack, is_pair, is_soft, total_of
from pitboss.games.blackjack.rules import Rules
from pitboss.games.blackjack.settle import amounts, outcome_of
from pitboss.games.blackjack.state import Hand
from pitboss.lab.blackjack.exact import Options, Table, line
from pitboss.lab.blackjack.tables import ACE, SIZE, VALUES, full_shoe
from pitboss.lab.simulation.kernel import (
    DEALER_WIDTH,
    DOUBLE,
    HANDS_MAX,
    HIT,
    NO_CARD,
    OVER_ALREADY,
    SPLIT,
    STAND,
    SURRENDER,
    TAKES,
    WIDTH,
)

LETTERS: Final = {"S": STAND, "H": HIT, "D": DOUBLE, "R": SURRENDER}
MODES: Final = 3
"""A hand as dealt, of a split pair, and of a pair that is split once for one card each."""
_DEALT, _SPLIT, _ONE_CARD = range(MODES)
_PAIR: Final = 2
_OVER: Final = ("over",)
_OUT: Final = (Ending.BUST, Ending.SURRENDER, Ending.BLACKJACK)
"""What ends a hand so that no card the dealer draws can matter to it."""


@dataclass(frozen=True)
class State:
    """A hand as far as anything depends on it: its first two cards, or for more cards one that counts the same."""

    cards: tuple[str, ...]
    is_drawn: bool = False

    @property
    def is_natural(self) -> bool:
        """Tell whether the first two cards are an ace and a ten."""
        return not self.is_drawn and is_blackjack(self.cards)

    @property
    def is_pair(self) -> bool:
        """Tell whether the first two cards are of one value."""
        return not self.is_drawn and is_pair(self.cards)

    def after(self, value: int) -> State:
        """Return the hand with a card more."""
        cards = (*self.cards, VALUES[value] + "S")
        return State(cards, is_drawn=len(cards) > _PAIR)


_Key = Callable[[State], tuple[Any, ...]]


def _key(state: State) -> tuple[Any, ...]:
    """Return what tells a player's state from others: two cards by themselves, drawn ones by total."""
    if total_of(state.cards) > TWENTY_ONE:
        return _OVER
    if not state.is_drawn:
        return tuple(sorted(state.cards))
    return ("drawn", total_of(state.cards), is_soft(state.cards))


def _dealer_key(state: State) -> tuple[Any, ...]:
    """Return what tells a dealer's state from others: a Blackjack by its first card, others by total."""
    if total_of(state.cards) > TWENTY_ONE:
        return _OVER
    if len(state.cards) < _PAIR or state.is_natural:
        return state.cards
    return ("total", total_of(state.cards), is_soft(state.cards))


def _reached(key: _Key) -> list[State]:
    """Enumerate the states that come from the empty hand, which is the first; nothing follows on a hand over 21."""
    found, fresh = {key(State(())): State(())}, [State(())]
    while fresh:
        state = fresh.pop(0)
        for value in range(SIZE) if key(state) != _OVER else ():
            longer = state.after(value)
            if key(longer) not in found:
                found[key(longer)] = longer
                fresh.append(longer)
    return list(found.values())


def _flat(rows: Iterable[Sequence[int]], width: int = WIDTH) -> Any:
    """Lay rows one behind the other, each filled up to a width."""
    import numpy as np

    return np.array([[*row, *[0] * (width - len(row))] for row in rows], np.uint8).ravel()


def _steps(known: Sequence[State], key: _Key) -> Any:
    places = {key(state): place for place, state in enumerate(known)}

    def next_state(state: State, value: int) -> int:
        return places[_OVER if key(state) == _OVER else key(state.after(value))]

    return _flat([next_state(state, value) for value in range(SIZE)] for state in known)


@cache
def states() -> tuple[State, ...]:
    """Enumerate the states of a player's hand: empty, one card, two cards, more cards by their total, over 21."""
    return tuple(_reached(_key))


@cache
def _hands() -> tuple[Any, Any, Any]:
    """Return the state after every card; and for a pair the state of one of its cards, and the mode of its hands."""
    import numpy as np

    known = states()
    single = [known.index(State(state.cards[:1])) if state.is_pair else 0 for state in known]
    modes = [(_ONE_CARD if _value(state) == ACE else _SPLIT) if state.is_pair else _DEALT for state in known]
    return _steps(known, _key), np.array(single, np.uint8), np.array(modes, np.uint8)


def _value(state: State) -> int:
    return VALUES.index(state.cards[0][0])


@cache
def _dealer(*, hits_soft_17: bool) -> tuple[tuple[State, ...], Any, int]:
    """Return the states of the dealer's hand, those that draw first; the state after every card; how many draw."""

    def draws(state: State) -> bool:
        return len(state.cards) < _PAIR or dealer_draws(state.cards, hits_soft_17=hits_soft_17)

    found = _reached(_dealer_key)
    # Sorting keeps the order of equals, so the empty hand stays the first.
    found.sort(key=lambda state: not draws(state))
    return tuple(found), _steps(found, _dealer_key), sum(map(draws, found))


def dealer_states(rules: Rules) -> tuple[State, ...]:
    """Return the states of the dealer's hand."""
    return _dealer(hits_soft_17=bool(rules.settings["h17"]))[0]


def letters_of(table: Table, options: Options) -> Any:
    """Turn a table of totals into letters by mode, state and first card.

    Raises:
        BadConfig: for a table without a row, or with one that has not a letter that is allowed for each first card.
    """
    letters: list[list[list[int]]] = [[], [], []]
    for state in states():
        is_asked = len(state.cards) >= _PAIR and total_of(state.cards) < TWENTY_ONE
        rows = _letters(table, state, options) if is_asked else [[STAND] * SIZE] * MODES
        for found, row in zip(letters, rows, strict=True):
            found.append(row)
    return _flat(row for rows in letters for row in rows)


def _letters(table: Table, state: State, options: Options) -> list[list[int]]:
    """Return the letters of a hand: as dealt, of a split, and of a split for one card."""
    row = f"{'S' if is_soft(state.cards) else 'H'}{total_of(state.cards)}"
    drawn = line(table.drawing, row, "SH")
    allowed = "SH" + "D" * options.double + "R" * options.surrender
    dealt = drawn if state.is_drawn else line(table.two_cards, row, allowed)
    after = "".join(
        more if letter == "R" or (letter == "D" and not options.das) else letter
        for letter, more in zip(dealt, drawn, strict=True)
    )
    pairs = line(table.pairs, VALUES[_value(state)] * 2, "-" + "P" * options.split) if state.is_pair else "-" * SIZE
    found = [
        [LETTERS[letter] + SPLIT * (pair == "P") for letter, pair in zip(line, pairs, strict=True)]
        for line in (dealt, after)
    ]
    return [*found, [STAND] * SIZE]


_End = tuple[Ending, int, bool]
"""How a hand ended, its total, and whether it was doubled."""


def _end(state: State, mode: int, letter: int) -> _End:
    total = min(total_of(state.cards), TWENTY_ONE + 1)
    if letter == SURRENDER:
        return Ending.SURRENDER, 0, False
    if total > TWENTY_ONE:
        return Ending.BUST, total, letter == DOUBLE
    if mode == _DEALT and state.is_natural:
        return Ending.BLACKJACK, total, False
    return Ending.STAND, total, letter == DOUBLE


@cache
def _codes() -> tuple[Any, tuple[_End, ...]]:
    """Number the ends of a player's hand; return the numbers by letter, mode and state, and the ends."""
    import numpy as np

    found: dict[_End, int] = {}
    codes = [
        found.setdefault(_end(state, mode, letter), len(found))
        for letter in (STAND, HIT, DOUBLE, SURRENDER)
        for mode in range(MODES)
        for state in states()
    ]
    return np.array(codes, np.uint8), tuple(found)


def ends_of_hands() -> tuple[tuple[Ending, int, bool], ...]:
    """Return how a player's hand may end, by number: its ending, its total, and whether it was doubled."""
    return _codes()[1]


def gains_of_hands(rules: Rules, stake: int, dealer: Sequence[State]) -> tuple[Any, Any]:
    """Ask the rules what hands gain, by end (a seat's first hand, then later ones) and by the dealer's state.

    Returns:
        The gains, a row for each end with the ends of the dealer's hand; and by the dealer's state which end it is.
    """
    import numpy as np

    against = {_dealer_end(state): state for state in dealer if len(state.cards) >= _PAIR}
    if len(against) > DEALER_WIDTH:
        raise AssertionError("the dealer's hand has more ends than a row of gains has places")
    rows = [
        [_gain(rules, end, stake, original, state.cards) for state in against.values()]
        for original in (stake, 0)
        for end in _codes()[1]
    ]
    gains = np.array([[*row, *[0] * (DEALER_WIDTH - len(row))] for row in rows], np.int64).ravel()
    places = list(against)
    ends = [places.index(_dealer_end(state)) if len(state.cards) >= _PAIR else 0 for state in dealer]
    return gains, np.array(ends, np.uint8)


def _dealer_end(state: State) -> tuple[Any, ...]:
    """Return what a player's hand meets: over 21, a Blackjack by its first card, or a total."""
    return (min(total_of(state.cards), TWENTY_ONE + 1), state.cards[0] if state.is_natural else "")


@cache
def _any_cards(total: int) -> tuple[str, ...]:
    """Return some cards of a total: to settle them, nothing is asked but their count."""
    found = (state.cards for state in states() if len(state.cards) >= _PAIR and not state.is_natural)
    return next((cards for cards in found if total_of(cards) == total), ())


def _gain(rules: Rules, end: _End, stake: int, original: int, dealer: Sequence[str]) -> int:
    ending, total, is_doubled = end
    laid = stake * (1 + is_doubled)
    if ending is Ending.SURRENDER and rules.settings["surrender"] == "none":
        # No hand ends so, and half of the stake need not be whole.
        return -laid
    hand = Hand({}, ["AS", "TS"] if ending is Ending.BLACKJACK else list(_any_cards(total)), ending)
    outcome = Outcome.BUST if ending is Ending.BUST else outcome_of(rules, hand, dealer)
    paid, lost = amounts(rules, laid, original, outcome, is_to_blackjack=is_blackjack(dealer))
    return paid - lost


@dataclass(frozen=True, eq=False)
class Blackjack:
    """What a blackjack table is to the walker."""

    cards: Any
    shuffle: tuple[int, int, int, int]
    walk: tuple[Any, ...]
    dealer: tuple[Any, ...]
    gains: Any

    @property
    def parts(self) -> tuple[Any, ...]:
        """Return what the walker is called with."""
        return self.cards, self.shuffle, self.walk, self.dealer, self.gains


def blackjack_of(rules: Rules, table: Table, *, stake: int, seats: int = 1, is_drawn: bool = True) -> Blackjack:
    """Enumerate a table that plays every seat by one table of totals."""
    import numpy as np

    settings = rules.settings
    shoe = [value for value, count in enumerate(full_shoe(rules.shoe_decks)) for _ in range(count)]
    behind = len(shoe) if settings["reshuffle"] == "each_round" else rules.cut_from_end
    (after, single, modes), (codes, ends) = _hands(), _codes()
    dealer, steps, drawing = _dealer(hits_soft_17=bool(settings["h17"]))
    letters = letters_of(table, Options.of(rules))
    most = min(int(settings["max_hands"]), HANDS_MAX) if settings["split"] else 1
    gains, dealer_ends = gains_of_hands(rules, stake, dealer)
    needs = [ending not in _OUT for _ in range(2) for ending, _, _ in ends]
    return Blackjack(
        np.array(shoe, np.uint8),
        (seats, int(settings["burn"]), behind, int(is_drawn)),
        (after, letters, codes, single, modes, len(states()), most, len(ends)),
        (steps, dealer_ends, np.array(needs, np.uint8), drawing),
        gains,
    )


def baccarat_of(rules: BaccaratRules) -> tuple[Any, int, tuple[Any, ...]]:
    """Enumerate a baccarat table: its cards, how many stay behind the cutting card, and who draws."""
    import numpy as np

    from pitboss.lab.baccarat import full_shoe as baccarat_shoe

    shoe = [value for value, count in enumerate(baccarat_shoe(rules.shoe_decks)) for _ in range(count)]
    counts, tables = range(10), rules.tables
    points = [[*(points_of((count, card)) for card in counts), count, count] for count in counts]
    player = [[_player_takes(rules, count, other) for other in counts] for count in counts]
    banker = [
        [*(tables.banker_draws(count, third if third < NO_CARD else None) for third in range(NO_CARD + 1)), False]
        for count in counts
    ]
    return np.array(shoe, np.uint8), rules.cut_from_end, (_flat(points), _flat(player), _flat(banker))


def _player_takes(rules: BaccaratRules, player: int, banker: int) -> int:
    if is_natural(player) or is_natural(banker):
        return OVER_ALREADY
    return TAKES if rules.tables.player_draws(player) else NO_CARD
