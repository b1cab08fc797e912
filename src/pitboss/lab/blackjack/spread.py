"""How the result of a blackjack round is spread: exact, every hand played by the best table of totals.

Where cards come back, a round is a walk over totals. A shoe from which they do not is a mixture of such shoes
(`lab/blackjack/mixture.py`), so the whole distribution is a sum over walks (`lab/blackjack/endless_kernel.py`): hands
that are not split, and up to as many as a house allows that share one dealer's hand and one shoe. Levels of the mixture
are added until they move no chance any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from pitboss.games.blackjack.hands import TWENTY_ONE, dealer_draws, is_blackjack, is_soft, total_of
from pitboss.lab.blackjack.mixture import LEVELS_MAX, mixture, shell
from pitboss.lab.blackjack.tables import ACE, BLACKJACK, FINALS, ROWS, SIZE, TEN, VALUES, cards_of, lattice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pitboss.lab.blackjack.exact import Analysis, Gains

    Ints = NDArray[np.int64]
    Floats = NDArray[np.float64]

SURE: Final = 1e-10
"""How sure a chance is to be."""
_MOVED_MAX: Final = 2 * SURE
"""Levels are added until no chance moves by more: the next would move each by less than half of that."""
_TOGETHER: Final = 4_096
"""Shoes that a thread plays in one turn."""
_LETTERS: Final = "SHDR"
_OVER: Final = BLACKJACK + 1
_HARD_21: Final = "H21"
"""The one hand beside a table's rows: nobody decides anything on it."""


@dataclass(frozen=True)
class Spread:
    """The distribution of a round's result, in units of the main wager."""

    chances: Mapping[Fraction, float]
    """How likely each result is, from the least to the highest, those that are too rare to be told included."""
    moved: float
    """By how much the last level moved any of them. The next would move them less, by a tenth for one deck."""

    @cached_property
    def distribution(self) -> Mapping[Fraction, float]:
        """Return how likely each result is, as far as it is more likely than unsure."""
        return {gain: chance for gain, chance in self.chances.items() if chance > max(self.moved, SURE)}

    @cached_property
    def mean(self) -> float:
        """Return what the player gains on average."""
        return self._moment(1)

    @property
    def variance(self) -> float:
        """Return the variance."""
        return self._moment(2, self.mean)

    @property
    def skewness(self) -> float:
        """Return the skewness."""
        return self._moment(3, self.mean) / sqrt(self.variance) ** 3

    @property
    def hit_frequency(self) -> float:
        """Return how likely the player is to gain anything."""
        return sum(chance for gain, chance in self.chances.items() if gain > 0)

    def _moment(self, power: int, around: float = 0.0) -> float:
        return sum(chance * (float(gain) - around) ** power for gain, chance in self.chances.items())


def spread_of(found: Analysis, spots: int = 1) -> Spread:
    """Return how the result of a round is spread that is played by an analysis' table of totals.

    Against several hands of the dealer it is that of as many wagers together, as multiple action has them: a pair is
    split once, and nobody surrenders. Whole decks settle; a shoe of which little is left is told as surely as eight
    levels can (`Spread.moved`).
    """
    import numpy as np

    from pitboss.lab.blackjack import endless_kernel as endless

    play, shoe, splits = endless.compiled(), mixture(found.shoe), _splits(found, spots)
    house = (*_house(found.gains, hits_soft_17=found.hits_soft_17), spots)
    tables = ((np.array(shoe.values), shoe.shares, shoe.weights), _hands().tables, _letters(found), house, splits)
    rows, points = spots + 1 if spots > 1 else endless.GAINS + endless.SPECIAL, len(splits[0])
    sums, chances, moved = np.zeros((LEVELS_MAX + 1, rows + points), complex), np.zeros(rows + points), 1.0

    def played(grid: Any) -> Any:
        part = np.zeros_like(sums)
        play(grid, *tables, part)
        return part

    with ThreadPoolExecutor() as threads:
        for level in range(LEVELS_MAX + 1):
            grid = shell(len(shoe.values) - 1, level)
            # The same parts in the same order on any machine, so that their sum is the same to the last bit.
            for part in threads.map(played, np.array_split(grid, -(-len(grid) // _TOGETHER))):
                sums += part
            before, chances = chances, _chances(sums[level], rows)
            moved = float(abs(chances - before).max())
            if moved < _MOVED_MAX:
                break
    return Spread(_by_gain(found.gains, chances, rows, spots), moved)


def _chances(sums: Any, rows: int) -> Floats:
    """Return chances by rows, and of split pairs by gain: 0 and up, and then the losses from the largest on."""
    import numpy as np

    found: Floats = np.concatenate([sums[:rows].real, np.fft.fft(sums[rows:]).real / (len(sums) - rows)])
    return found


def _by_gain(gains: Gains, chances: Floats, rows: int, spots: int) -> dict[Fraction, float]:
    """Put the chances together that gain the same."""
    most = (len(chances) - rows) // 2
    given_up = (gains.surrender, gains.surrender_ace, gains.surrender_ten)
    alone = [*range(-2, 3), gains.natural, 0, *given_up]
    if spots > 1:
        alone = [gains.natural * (spots - taken) for taken in range(spots + 1)]
    sums: dict[Fraction, float] = {}
    for gain, chance in zip([*alone, *range(most + 1), *range(-most, 0)], chances.tolist(), strict=True):
        sums[Fraction(gain)] = sums.get(Fraction(gain), 0.0) + chance
    return {gain: sums[gain] for gain in sorted(sums)}


@dataclass(frozen=True, eq=False)
class _Hands:
    """A player's hands by total, each after those that it may become."""

    rows: list[str]
    """Which row of a table each is."""
    tables: tuple[Ints, Ints, Ints, Ints]
    """What they become by the next card and how they end; by two cards, the hand of a split and the hand dealt."""


@cache
def _hands() -> _Hands:
    import numpy as np

    known = lattice()
    row_of = [ROWS[row] if row >= 0 else _HARD_21 for row in known.row]
    hands = range(int(known.starts[2]), len(row_of))
    becomes = {row_of[hand]: [row_of[more] if more >= 0 else None for more in known.after[hand]] for hand in hands}
    totals = {row_of[hand]: int(known.total[hand]) for hand in hands}
    rows: list[str] = []
    while len(rows) < len(becomes):
        rows += [row for row in becomes if row not in rows and {*becomes[row]} <= {*rows, None}]
    place: dict[str | None, int] = {None: -1} | {row: at for at, row in enumerate(rows)}
    after = np.array([[place[more] for more in becomes[row]] for row in rows])
    end_of = np.array([max(0, totals[row] - FINALS[0] + 1) for row in rows])
    begun = np.array([[place[row_of[known.after[1 + low, high]]] for high in range(SIZE)] for low in range(SIZE)])
    dealt = begun.copy()
    dealt[ACE, TEN] = dealt[TEN, ACE] = len(rows)
    return _Hands(rows, (after, end_of, begun, dealt))


def _letters(found: Analysis) -> tuple[Ints, Ints, Ints, Ints]:
    """Return what the table says: on two cards, on more, after a split as far as it is allowed there, and of pairs."""
    import numpy as np

    table, options = found.table, found.options
    two, drawing = (
        np.array([[_LETTERS.index(said.get(row, "S" * SIZE)[up]) for row in _hands().rows] for up in range(SIZE)])
        for said in (table.two_cards, table.drawing)
    )
    refused = "R" if options.das else "DR"
    after_split = np.array([np.where(np.isin(two, [_LETTERS.index(said) for said in refused]), drawing, two)] * SIZE)
    after_split[ACE] = _LETTERS.index("S")
    pairs = [[int(options.split and table.pairs[value * 2][up] == "P") for value in VALUES] for up in range(SIZE)]
    return two, drawing, after_split, np.array(pairs)


def _house(gains: Gains, *, hits_soft_17: bool) -> tuple[Ints, Ints, Ints]:
    """Return what a wager gains by its hand and the dealer's, and the dealer's hands."""
    import numpy as np

    against = np.array([*FINALS, 0, 0])
    once = np.sign(np.array([0, *FINALS, 0])[:, None] - against[None, :])
    once[:, _OVER], once[_OVER] = 1, -1
    paid = np.array([[once, 2 * once]] * 2)
    for hand, lost in enumerate((gains.first, gains.later)):
        for times in range(2):
            under, on = (int(gain) for gain in lost[2 * times : 2 * times + 2])
            paid[hand, times, :_OVER, BLACKJACK] = [on if total == TWENTY_ONE else under for total in (0, *FINALS)]
    if gains.is_looked:
        # It takes the original wager, before anybody can have lost more.
        paid[0, :, :, BLACKJACK], paid[1, :, :, BLACKJACK] = -1, 0
    # By total, whether an ace counts eleven, and whether more may make a Blackjack: where it stands, and what follows.
    places: dict[tuple[int, bool, bool], int] = {}
    after: list[list[int]] = []

    def place(cards: Sequence[str]) -> int:
        if len(cards) > 1 and not dealer_draws(cards, hits_soft_17=hits_soft_17):
            total = total_of(cards)
            end = _OVER if total > TWENTY_ONE else BLACKJACK if is_blackjack(cards) else FINALS.index(total)
            return -1 - end
        key = total_of(cards), is_soft(cards), len(cards) == 1
        if key not in places:
            found = [place([*cards, card]) for card in cards_of([1] * SIZE)]
            places[key] = len(after)
            after.append(found)
        return places[key]

    first = [place([card]) for card in cards_of([1] * SIZE)]
    return paid, np.array(after), np.array(first)


def _splits(found: Analysis, spots: int = 1) -> tuple[Any, Ints, Floats, Floats]:
    """Return roots of unity, and by value how many hands a pair may become, and in how many orders it becomes them."""
    import numpy as np

    # No more hands than first cards for them, and none of pairs that are played as their total: fewer gains to tell.
    is_split = ["P" in found.table.pairs[value * 2] for value in VALUES]
    most = np.clip(np.where(is_split, found.shoe, 0), 2, max(2, found.options.max_hands))
    most[ACE] = 2
    # A round gains up to twice the wager by each hand; as many roots tell all of these gains apart.
    count = 4 * int(most.max()) * spots + 1
    # By one hand of the dealer a hand gains that much, or two hands if they are followed against several.
    gain = 2 if spots == 1 else 4
    roots = np.exp(2j * np.pi / count * np.outer(np.arange(count), np.arange(-gain, gain + 1)))
    closed, last = np.zeros((SIZE, int(most.max()) + 1)), np.zeros((SIZE, int(most.max())))
    for value, hands in enumerate(most.tolist()):
        _orders(hands, closed[value], last[value])
    return roots, most, closed, last


def _orders(most: int, closed: Floats, last: Floats) -> None:
    """Count the orders of second cards by which a pair becomes so many hands, or the most with so many others before.

    A hand is closed once its second card is of another value; one of the pair's value is a hand more.
    """
    import numpy as np

    ways = np.zeros((most, most + 1))
    ways[0, 0] = 1.0
    for same in range(most - 1):
        hands = same + 2
        for others in range(hands):
            if hands == most:
                last[others] = ways[same, others]
                continue
            ways[same + 1, others] += ways[same, others]
            if others + 1 < hands:
                ways[same, others + 1] += ways[same, others]
            else:
                closed[hands] = ways[same, others]
