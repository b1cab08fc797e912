"""Exact blackjack: what every act is worth for every hand, the best play and the house edge, from a table's own rules.

The play is by the cards of a hand and the dealer's first card, from a shoe that is fresh or of which some cards were
seen. Split hands are played by the same rule as others, without a look at each other; the values of the shoe's cards
are all that counts, so no figure depends on suits.

Nobody looks for a dealer's Blackjack before the players' turns: so the Round deals. With `dealer_bj = "original"` a
Blackjack costs the original wager (Q19), but a hand over 21 was collected whole before, and a 21 may push it. Such a
rule is mostly met where the dealer looks first, and a Blackjack costs that wager whatever the player would have done:
`is_looked` analyses that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from pitboss.errors import BadConfig
from pitboss.games.blackjack.acts import Ending
from pitboss.games.blackjack.hands import is_blackjack
from pitboss.games.blackjack.rules import Rules
from pitboss.games.blackjack.settle import amounts, outcome_of
from pitboss.games.blackjack.state import Hand
from pitboss.lab.blackjack.tables import (
    ACE,
    FINALS,
    ROWS,
    SIZE,
    TEN,
    VALUES,
    Counts,
    dealer_tree,
    full_shoe,
    lattice,
)
from pitboss.money import check_stake

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.lab.blackjack.spread import Spread

LETTERS: Final = "SHDRP"
"""Stand, hit, double down, surrender, split."""
CARDS_MIN: Final = 26
"""A shoe with fewer cards may not last a round, and has no exact values here."""
_BESIDE: Final = 8
"""Nor has one with no more than two cards for every hand of a split and so many beside."""
_PAIR: Final = 2
_STOOD: Final = "S" * SIZE
_21: Final = ROWS[-1]
_DIGITS: Final = 10


def taken_for_granted(rules: Rules) -> str:
    """Return in a sentence what figures of a dealer who looks have that the table does not do; empty where none looks.

    >>> from pitboss.games.blackjack.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> house = {"rulebook": "oneida-blackjack-2004", "settings": {"dealer_bj": "original"}}
    >>> taken_for_granted(rules_of(table_config(house)))
    'As if the dealer looked for a Blackjack first (Q19): the table deals on.'
    """
    if rules.settings["dealer_bj"] != "original":
        return ""
    pushed = ", and a 21 pushes it (push21)" if rules.settings["push21"] else ""
    given_up = " A surrender comes before the look (Q22)." if rules.settings["surrender"] == "text" else ""
    return f"As if the dealer looked for a Blackjack first (Q19): the table deals on{pushed}.{given_up}"


@dataclass(frozen=True)
class Options:
    """What the rules allow the player."""

    double: bool
    das: bool
    split: bool
    max_hands: int
    surrender: bool

    @classmethod
    def of(cls, rules: Rules) -> Options:
        """Return what a table allows; in multiple action its settings say already that a pair is split once."""
        settings = rules.settings
        double, split = bool(settings["double"]), bool(settings["split"])
        surrender = settings["surrender"] != "none"
        return cls(double, double and bool(settings["das"]), split, int(settings["max_hands"]), surrender)


@dataclass(frozen=True)
class Gains:
    """What a unit of the main wager gains where a total does not say it all."""

    natural: Fraction
    """A Blackjack, against none."""
    surrender: Fraction
    surrender_ace: Fraction
    """A surrender against a dealer's Blackjack, by its first card."""
    surrender_ten: Fraction
    first: tuple[Fraction, ...]
    """A seat's first hand against a dealer's Blackjack: stood under 21, on 21, doubled under 21, doubled on 21."""
    later: tuple[Fraction, ...]
    """The same of hands that were split from it."""
    is_looked: bool
    """Whether the dealer is taken to look for a Blackjack first, and to take the original wager by it."""


def gains_of(rules: Rules, stake: int | None = None, *, is_looked: bool = False) -> Gains:
    """Ask the rules what hands gain, at a stake or without rounding.

    Args:
        rules: The table's.
        stake: A wager in minor units.
        is_looked: Whether the dealer is taken to look first with `dealer_bj = "original"`; with "all" nobody is.
    """
    # A stake that pays in whole units stands for one of any size.
    amount = 2 * rules.blackjack_odds.denominator if stake is None else stake

    def gain(hand: Hand, dealer: Sequence[str], *, times: int = 1, original: int = amount) -> Fraction:
        outcome, laid = outcome_of(rules, hand, dealer), times * amount
        paid, lost = amounts(rules, laid, original, outcome, is_to_blackjack=is_blackjack(dealer))
        return Fraction(paid - lost, amount)

    ace_up, ten_up, plain = ["AS", "TS"], ["TS", "AS"], ["TS", "7S"]
    given_up, stood = Hand({}, ["TS", "6S"], Ending.SURRENDER), Hand({}, ["TS", "9S"], Ending.STAND)
    ends = [(hand, times) for times in (1, 2) for hand in (stood, Hand({}, ["7S", "7S", "7S"], Ending.TWENTY_ONE))]
    # Half of a stake need not be whole where nobody may give up a hand.
    may_give_up = rules.settings["surrender"] != "none"
    return Gains(
        natural=gain(Hand({}, ["AS", "TS"], Ending.BLACKJACK), plain),
        surrender=gain(given_up, plain) if may_give_up else Fraction(-1),
        surrender_ace=gain(given_up, ace_up) if may_give_up else Fraction(-1),
        surrender_ten=gain(given_up, ten_up) if may_give_up else Fraction(-1),
        first=tuple(gain(hand, ace_up, times=times) for hand, times in ends),
        later=tuple(gain(hand, ace_up, times=times, original=0) for hand, times in ends),
        is_looked=is_looked and rules.settings["dealer_bj"] == "original",
    )


@dataclass(frozen=True)
class Table:
    """A total-dependent table: a letter for every row and first card of the dealer."""

    two_cards: dict[str, str]
    """By row, for hands of two cards: ten letters in the order of the values."""
    drawing: dict[str, str]
    """By row, for hands of more cards."""
    pairs: dict[str, str]
    """By pair: P where it is split, - where it plays as its total."""


@dataclass(frozen=True, eq=False)
class Analysis:
    """What one shoe comes to under one set of rules."""

    shoe: Counts
    options: Options
    gains: Gains
    acts: NDArray[np.float64]
    """First card by hand by act (`LETTERS`): what it is worth, far below zero where it is not allowed.

    Where the dealer looks first, the original wager that a Blackjack would take is not in it.
    """
    totals: tuple[float, float]
    table: Table
    hits_soft_17: bool
    """Whether the dealer does."""

    @cached_property
    def spread(self) -> Spread:
        """Return how the result of a round is spread that is played by the table of totals.

        >>> from pitboss.games.blackjack.rules import rules_of
        >>> from pitboss.rulebook import table_config
        >>> found = analyse(rules_of(table_config({"rulebook": "oneida-blackjack-2004"}))).spread
        >>> f"{found.variance:.6f} {found.skewness:.6f} {found.hit_frequency:.6f}"
        '1.296325 0.162234 0.433069'
        """
        from pitboss.lab.blackjack.spread import spread_of

        return spread_of(self)

    def together(self, spots: int) -> Spread:
        """Return how the result of a round of multiple action is spread: so many wagers with one hand of the player.

        Raises:
            BadConfig: for what is not multiple action, in which a pair is split once and nobody surrenders.
        """
        from pitboss.lab.blackjack.spread import spread_of

        if spots < 1 or self.options.max_hands > _PAIR or self.options.surrender:
            reason = "several wagers together are those of multiple action: a pair is split once, nobody surrenders"
            raise BadConfig(reason, field="spots", value=spots)
        return spread_of(self, spots)

    @property
    def composition_edge(self) -> float:
        """Return what the house keeps of the original wager if every hand is played by its cards."""
        return -self.totals[0]

    @property
    def basic_edge(self) -> float:
        """Return what the house keeps if every hand is played by the table of totals."""
        return -self.totals[1]

    def hand(self, cards: Sequence[int]) -> int:
        """Return the place of a hand by the values of its cards (`VALUES`)."""
        return lattice().index([list(cards).count(value) for value in range(SIZE)])

    def looks(self, first: int, cards: Sequence[int]) -> float:
        """Return how likely the dealer has a Blackjack, given the first card and a player's cards."""
        mate = {ACE: TEN, TEN: ACE}.get(first)
        seen = [*cards, first]
        if mate is None:
            return 0.0
        return (self.shoe[mate] - seen.count(mate)) / (sum(self.shoe) - len(seen))

    def values(self, first: int, cards: Sequence[int]) -> dict[str, float]:
        """Return what each act that is allowed is worth on average, by letter, for a hand of a player's as dealt.

        Raises:
            BadConfig: for what is no hand that somebody may have to decide about.

        >>> from pitboss.games.blackjack.rules import rules_of
        >>> from pitboss.rulebook import table_config
        >>> found = analyse(rules_of(table_config({"rulebook": "oneida-blackjack-2004"})))
        >>> sixteen = found.values(VALUES.index("T"), [VALUES.index("T"), VALUES.index("6")])
        >>> {letter: round(value, 4) for letter, value in sixteen.items()}
        {'S': -0.5766, 'H': -0.5708, 'D': -1.1416}
        """
        place = self.hand(cards)
        if len(cards) < _PAIR or place < 0:
            reason = "a hand that is played has two cards or more, and is not over 21"
            raise BadConfig(reason, field="cards", value=[VALUES[card] for card in cards])
        if sorted(cards) == [ACE, TEN]:
            # A Blackjack: nothing is decided, and a dealer's Blackjack is a push.
            return {"S": float(self.gains.natural) * (1 - self.looks(first, cards))}
        taken = self.looks(first, cards) if self.gains.is_looked else 0.0
        row = self.acts[first, place]
        return {letter: float(row[act]) - taken for act, letter in enumerate(LETTERS) if row[act] > -_PAIR * self._most}

    @cached_property
    def _most(self) -> int:
        return 2 * self.options.max_hands

    def best(self, first: int, cards: Sequence[int], *, allowed: str = LETTERS) -> str:
        """Return the best act for a hand, of those that are allowed to it."""
        values = {letter: value for letter, value in self.values(first, cards).items() if letter in allowed}
        if not values:
            reason = f"none of the letters {allowed} is allowed to this hand"
            raise BadConfig(reason, field="cards", value=[VALUES[card] for card in cards])
        return max(values, key=values.__getitem__)


def analyse(
    rules: Rules,
    *,
    shoe: Counts | None = None,
    stake: int | None = None,
    is_multiple: bool = False,
    is_looked: bool = False,
    table: Table | None = None,
) -> Analysis:
    """Analyse a table: from a fresh shoe or from any other, at a stake whose payments are rounded or without rounding.

    Args:
        rules: The table's.
        shoe: How many cards of each value are left; a fresh shoe without it.
        stake: A wager in minor units, by which payments are rounded.
        is_multiple: Whether it is one wager of multiple action: a pair is split once, and nobody surrenders. What the
            dealer drew before says nothing of a later hand, so each of the wagers has this edge.
        is_looked: Whether the dealer is taken to look for a Blackjack first with `dealer_bj = "original"`.
        table: A table of totals to play by instead of the best one.

    Raises:
        BadConfig: for a shoe that has too few cards, or has none of ten values, or a table that is none.
        BadAmount: for what is not a stake, or does not pay in whole units where the rules ask for them.
    """
    from dataclasses import replace

    cards = full_shoe(rules.shoe_decks) if shoe is None else tuple(shoe)
    if len(cards) != SIZE or min(cards) < 0:
        raise BadConfig("a shoe is a count for each of ten values", field="shoe", value=list(cards))
    options = Options.of(rules)
    if is_multiple:
        options = replace(options, max_hands=2, surrender=False)
    least = cards_needed(cards, options)
    if sum(cards) < least:
        reason = f"cards are left in the shoe, and an exact value needs {least}, so that any round can be dealt"
        raise BadConfig(reason, field="shoe", value=sum(cards))
    if stake is not None:
        check_stake(stake)
        if stake % rules.stake_step:
            reason = f"main wagers come in steps of {rules.stake_step} there, so that all they pay is whole (Q29)"
            raise BadConfig(reason, field="stake", value=stake)
    if table is not None:
        check_table(table, options)
    gains, hits_soft_17 = gains_of(rules, stake, is_looked=is_looked), bool(rules.settings["h17"])
    return analysed(cards, options, gains, hits_soft_17=hits_soft_17, table=table)


def cards_needed(shoe: Counts, options: Options) -> int:
    """Return how many cards a shoe must have that any round can be dealt: with all hands that a pair may become."""
    hands = min(options.max_hands, max(shoe)) if options.split else 1
    return max(CARDS_MIN, 2 * hands + _BESIDE)


def analysed(
    shoe: Counts, options: Options, gains: Gains, *, hits_soft_17: bool, table: Table | None = None
) -> Analysis:
    """Analyse any shoe, by a table of totals or the best one; nothing is checked."""
    import numpy as np

    from pitboss.lab.blackjack import kernel, table_kernel

    hands, tree = lattice(), dealer_tree(hits_soft_17=hits_soft_17)
    mates = np.full(SIZE, -1)
    mates[ACE], mates[TEN] = TEN, ACE
    looked = float(gains.is_looked)
    lost = [0.0] * kernel.LOOKED if gains.is_looked else [float(gain) for gain in (*gains.first, *gains.later)]
    given_up = [float(gains.surrender_ace), *[-1.0] * (SIZE - 2), float(gains.surrender_ten)]
    terms = [*lost, looked, float(gains.natural), float(gains.surrender) if options.surrender else kernel.NEVER]
    terms += [value + looked for value in given_up]
    allowed = [options.double, options.das, options.split, options.max_hands, ACE, table is not None]
    acts, sums = np.zeros((SIZE, len(hands.total), kernel.ACTS)), np.zeros((SIZE, 2))
    rows, pairs = _places(table)
    table_kernel.compiled()(
        np.array(shoe, np.int64),
        (hands.hands, hands.after, hands.total, hands.size, hands.row, hands.starts),
        (tree.steps, tree.starts, mates, np.array(FINALS)),
        np.array(terms),
        np.array(allowed, np.int64),
        (acts, sums, *rows, pairs),
    )
    by_cards, by_table = sums.sum(axis=0)
    totals = float(by_cards), float(by_table)
    return Analysis(shoe, options, gains, acts, totals, table or _made(*rows, pairs), hits_soft_17)


def _places(table: Table | None) -> tuple[tuple[Any, Any], Any]:
    """Return the letters of a table by first card, for the kernel to read or to fill in."""
    import numpy as np

    from pitboss.lab.blackjack import kernel

    if table is None:
        two, drawing = (np.full((SIZE, len(ROWS)), kernel.HIT) for _ in range(2))
        return (two, drawing), np.zeros((SIZE, SIZE), np.int64)
    two, drawing = (
        np.array([[LETTERS.index(side[name][first]) for name in ROWS[:-1]] + [kernel.STAND] for first in range(SIZE)])
        for side in (table.two_cards, table.drawing)
    )
    by_pair = [
        [LETTERS.index("P" if table.pairs[v * 2][first] == "P" else "S") for v in VALUES] for first in range(SIZE)
    ]
    return (two, drawing), np.array(by_pair)


def check_table(table: Table, options: Options) -> None:
    """Refuse a table of totals without a row, or with one that has not a letter that is allowed for each first card.

    Raises:
        BadConfig: for the first such row.
    """
    allowed = "SH" + "D" * options.double + "R" * options.surrender
    for name in ROWS[:-1]:
        line(table.two_cards, name, allowed)
        line(table.drawing, name, "SH")
    for side in (table.two_cards, table.drawing):
        # Nobody draws to 21: the row may be left out.
        line({_21: _STOOD, **side}, _21, "S")
    for value in VALUES:
        line(table.pairs, value * 2, "-" + "P" * options.split)


def line(rows: Mapping[str, str], row: str, letters: str) -> str:
    """Return a row of a table of totals, which has one of these letters for each first card."""
    found = rows.get(row, "")
    if len(found) != SIZE or set(found) - set(letters):
        reason = f"at this table the row has {SIZE} letters of {letters}, one for each first card {VALUES}"
        raise BadConfig(reason, field=row, value=found)
    return found


def _made(two: Any, drawing: Any, pairs: Any) -> Table:
    rows = [
        {name: "".join(LETTERS[side[first, at]] for first in range(SIZE)) for at, name in enumerate(ROWS)}
        for side in (two, drawing)
    ]
    for side in rows:
        # Nobody draws to 21.
        side[_21] = _STOOD
    by_pair = {
        value * 2: "".join("P" if pairs[first, at] else "-" for first in range(SIZE)) for at, value in enumerate(VALUES)
    }
    return Table(rows[0], rows[1], by_pair)


def significant(value: float) -> float:
    """Round to ten significant digits.

    >>> significant(0.00726942951234567)
    0.007269429512
    """
    return float(f"{value:.{_DIGITS}g}")
