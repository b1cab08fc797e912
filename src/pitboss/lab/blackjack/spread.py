"""The variance of a blackjack round, exactly: every hand played by the best table of totals, from a fresh shoe.

A hand that is not split has one result, whose square is weighed as its mean is. The hands of a split pair share the
dealer's hand, so their products count too. No hand looks at another, so it does not matter in which order cards came:
how likely two hands end with certain cards is the number of orders that the table plays, times the ways to take all
those cards from one shoe. Hands over 21 need no cards of their own: they are what the others leave.

As for the mean, first cards to other hands are set aside unseen, and what follows them is
    E(j, k) = p E(j + 1, k) + (1 - p) E(j, k + 1)
where j further cards of the pair's value and k others are gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from pitboss.errors import BadConfig
from pitboss.games.blackjack.hands import TWENTY_ONE
from pitboss.games.blackjack.rules import Rules
from pitboss.lab.blackjack.exact import Analysis
from pitboss.lab.blackjack.tables import ACE, BLACKJACK, FINALS, ROWS, SIZE, TEN, VALUES, Counts, dealer_tree, lattice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

_OVER: Final = BLACKJACK + 1
"""The dealer's end over 21, after the finals and a Blackjack."""
_CHUNK: Final = 8_192
_BITS: Final = 5
"""Of how many cards of one value two hands may have taken: fewer than 32."""


@dataclass(frozen=True)
class Moments:
    """Of a round's result, in units of the main wager."""

    mean: float
    square: float

    @property
    def variance(self) -> float:
        """Return the variance."""
        return self.square - self.mean**2


@dataclass(frozen=True)
class _House:
    """What the ends of a hand are reckoned with."""

    tree: Any
    table: Any
    options: Any
    gains: dict[str, Any]

    def paid(self, totals: Any) -> Floats:
        """Return what a standing hand of each total gains by the dealer's ends."""
        import numpy as np

        against = np.array([*FINALS, 0, 0])
        found: Floats = np.sign(np.asarray(totals)[:, None] - against[None, :]).astype(float)
        is_21 = np.asarray(totals) == TWENTY_ONE
        found[:, BLACKJACK] = np.where(is_21, float(self.gains["twenty_one"]), float(self.gains["stand"]))
        found[:, _OVER] = 1.0
        return found

    def letter(self, hand: int, first: int, *, is_split: bool) -> str:
        """Return what the table says of a hand; after a split, of what is allowed there."""
        known = lattice()
        row = int(known.row[hand])
        if row < 0 or known.total[hand] == TWENTY_ONE:
            return "S"
        drawing = self.table.drawing[ROWS[row]][first]
        said = self.table.two_cards[ROWS[row]][first] if known.size[hand] == 2 else drawing  # noqa: PLR2004
        if is_split and (said == "R" or (said == "D" and not self.options.das)):
            return str(drawing)
        return str(said)


def moments(rules: Rules, found: Analysis) -> Moments:
    """Return the mean and the mean square of a round that is played by an analysis' table of totals.

    Raises:
        BadConfig: where the dealer is taken to look for a Blackjack first.
    """
    if found.gains["is_looked"]:
        raise BadConfig("the variance is exact for dealer_bj = all", field="dealer_bj", value="original")
    tree = dealer_tree(hits_soft_17=bool(rules.settings["h17"]))
    house = _House(tree, found.table, found.options, found.gains)
    mean = square = 0.0
    for first in range(SIZE):
        if found.shoe[first]:
            chance = found.shoe[first] / sum(found.shoe)
            left = tuple(count - (value == first) for value, count in enumerate(found.shoe))
            for place, part in enumerate(_by_first(house, first, left)):
                mean, square = (mean + chance * part, square) if place == 0 else (mean, square + chance * part)
    return Moments(mean, square)


def _by_first(house: _House, first: int, shoe: Counts) -> tuple[float, float]:
    """Return both moments, given the dealer's first card and the shoe without it."""
    import numpy as np

    known, total = lattice(), sum(shoe)
    reach, found = np.zeros(len(known.total)), np.zeros(2)
    natural = known.index([int(value in (ACE, TEN)) for value in range(SIZE)])
    for low in range(SIZE):
        for high in range(low, SIZE):
            hand = int(known.after[1 + low, high])
            ways = shoe[low] * (shoe[low] - 1) if low == high else 2 * shoe[low] * shoe[high]
            chance = max(ways, 0) / (total * (total - 1))
            if not chance:
                continue
            is_pair = low == high and house.options.split and house.table.pairs[VALUES[low] * 2][first] == "P"
            said = house.letter(hand, first, is_split=False)
            if hand == natural or (said == "R" and not is_pair):
                found += chance * _ended(house, first, shoe, hand, is_natural=hand == natural)
            elif is_pair:
                found += chance * np.array(_split(house, first, shoe, low))
            else:
                reach[hand] = chance
    found += _played(house, first, shoe, reach)
    return float(found[0]), float(found[1])


def _ended(house: _House, first: int, shoe: Counts, hand: int, *, is_natural: bool) -> Floats:
    """Return both moments of a Blackjack, or of a hand that is given up."""
    import numpy as np

    left = np.array(shoe, float) - lattice().hands[hand]
    looks = float(_dealer(house.tree, first, left[None, :])[0, BLACKJACK])
    if is_natural:
        plain, lost = float(house.gains["natural"]), 0.0
    else:
        plain = float(house.gains["surrender"])
        lost = float(house.gains["surrender_ace" if first == ACE else "surrender_ten"])
    return np.array([plain * (1 - looks) + lost * looks, plain**2 * (1 - looks) + lost**2 * looks])


def _played(house: _House, first: int, shoe: Counts, reach: Floats) -> Floats:
    """Follow the table from hands with their chances, and return both moments of what they come to."""
    import numpy as np

    known, weights, over = lattice(), np.zeros((2, len(reach))), np.zeros(2)
    cards = np.array(shoe, float)
    for hand in np.flatnonzero(reach >= 0):
        chance = reach[hand]
        if chance == 0.0 or known.size[hand] < 2:  # noqa: PLR2004 - nobody decides anything on one card
            continue
        said = house.letter(int(hand), first, is_split=False)
        if said == "S":
            weights[0, hand] += chance
            continue
        left = cards - known.hands[hand]
        for value in np.flatnonzero(left > 0):
            share, more = chance * left[value] / left.sum(), int(known.after[hand, value])
            if more < 0:
                over[int(said == "D")] += share
            elif said == "H":
                reach[more] += share
            else:
                weights[1, more] += share
    stood = np.flatnonzero(weights.sum(axis=0))
    ends = _dealer(house.tree, first, cards - known.hands[stood])
    paid = house.paid(known.total[stood])
    means, squares = (ends * paid).sum(axis=1), (ends * paid**2).sum(axis=1)
    mean = weights[0, stood] @ means + 2 * (weights[1, stood] @ means) - over[0] - 2 * over[1]
    square = weights[0, stood] @ squares + 4 * (weights[1, stood] @ squares) + over[0] + 4 * over[1]
    return np.array([mean, square])


def _dealer(tree: Any, first: int, left: Floats) -> Floats:
    """Return how likely the dealer's ends are, by what hands leave in the shoe."""
    import numpy as np

    found = np.zeros((len(left), _OVER + 1))
    steps = tree.steps[tree.starts[first] : tree.starts[first + 1]].tolist()
    for start in range(0, len(left), _CHUNK):
        part = left[start : start + _CHUNK]
        columns, unseen = np.ascontiguousarray(part.T), part.sum(axis=1)
        work, orders = [np.ones(len(part))], [np.ones(len(part))]
        for depth in range(1, tree.depth):
            orders.append(orders[-1] / np.maximum(unseen - depth + 1, 1.0))
            work.append(np.zeros(len(part)))
        for depth, value, before, count, final in steps:
            np.multiply(work[depth - 1], columns[value] - before, out=work[depth])
            if count:
                found[start : start + _CHUNK, final] += count * orders[depth] * work[depth]
    found[:, _OVER] = 1.0 - found[:, :_OVER].sum(axis=1)
    return found


@dataclass(frozen=True, eq=False)
class _Ends:
    """How a hand of a split pair may end but over 21: the cards beyond its first, and in how many orders."""

    cards: Floats
    orders: Floats
    times: Floats
    """1, or 2 for a hand that was doubled."""
    paid: Floats
    """What it gains by the dealer's ends; over 21 after it was doubled, it loses by all of them."""
    is_other: Any
    """The first card to it was not of the pair's value."""


def _ends(house: _House, first: int, pair: int) -> _Ends:
    """List how a hand that begins with a pair's card may end, by the table."""
    import numpy as np

    known, rows = lattice(), []
    for same in (True, False):
        begun = {int(known.after[1 + pair, value]): 1 for value in range(SIZE) if (value == pair) == same}
        rows += [(*row, not same) for row in _followed(house, first, begun, is_single=pair == ACE)]
    cards = np.array([row[0] for row in rows], float)
    cards[:, pair] -= 1
    orders, times, totals, is_other = (np.array([row[place] for row in rows]) for place in range(1, 5))
    paid = np.where((totals > TWENTY_ONE)[:, None], -1.0, house.paid(totals))
    return _Ends(cards, orders.astype(float), times.astype(float), paid, is_other.astype(float))


def _followed(
    house: _House, first: int, begun: dict[int, int], *, is_single: bool
) -> Iterator[tuple[Any, int, int, int]]:
    """Follow the table from hands of two cards; yield cards, orders, how often the wager lies there, and the total."""
    import numpy as np

    known, orders = lattice(), dict(begun)
    # A hand with a card more stands further on, so that all ways to a hand are counted before it is followed.
    for hand in range(len(known.total)):
        if hand not in orders:
            continue
        said = "S" if is_single else house.letter(hand, first, is_split=True)
        if said == "S":
            yield known.hands[hand], orders[hand], 1, int(known.total[hand])
            continue
        for value in range(SIZE):
            more = int(known.after[hand, value])
            if said == "D":
                total = int(known.total[more]) if more >= 0 else TWENTY_ONE + 1
                yield known.hands[hand] + np.eye(SIZE, dtype=int)[value], orders[hand], 2, total
            elif more >= 0:
                orders[more] = orders.get(more, 0) + orders[hand]


@dataclass(frozen=True, eq=False)
class _Pairs:
    """How two hands of a split pair may end: only which cards both took together matters to the shoe."""

    cards: Floats
    """The cards that two hands may have taken together."""
    taken: Any
    """By way: which of these cards."""
    worth: Floats
    """By way and the dealer's ends: what each gains and one more, multiplied."""
    orders: Floats
    """By way: in how many orders, OO, OF and FF."""


def _pairs(ends: _Ends) -> _Pairs:
    """Put together all ways in which two hands end that take the same cards and gain the same."""
    import numpy as np

    worth, kinds = np.unique(ends.times[:, None] * ends.paid + 1.0, axis=0, return_inverse=True)
    codes = (ends.cards.astype(np.int64) << (_BITS * np.arange(SIZE))).sum(axis=1)
    together = (codes[:, None] + codes[None, :]).ravel()
    kind = (kinds[:, None] * len(worth) + kinds[None, :]).ravel()
    keys, taken = np.unique(together, return_inverse=True)
    ways, at = np.unique(taken * len(worth) ** 2 + kind, return_inverse=True)
    each = ends.orders[:, None] * ends.orders[None, :]
    other = ends.is_other
    classes = (each * other[:, None] * other[None, :], each * other[:, None], each)
    orders: Floats = np.stack([np.bincount(at, one.ravel(), len(ways)) for one in classes]).astype(float)
    both = (worth[:, None, :] * worth[None, :, :]).reshape(-1, _OVER + 1)
    cards = (keys[:, None] >> (_BITS * np.arange(SIZE))) & ((1 << _BITS) - 1)
    return _Pairs(cards.astype(float), ways // len(worth) ** 2, both[ways % len(worth) ** 2], orders)


def _ways(cards: Floats, shoe: Floats) -> Floats:
    """Return how likely cards come from a shoe in one certain order."""
    import numpy as np

    most, found = int(cards.max()), np.ones(len(cards))
    for value in range(SIZE):
        falling = np.concatenate([[1.0], np.cumprod(np.maximum(shoe[value] - np.arange(most), 0.0))])
        found *= falling[cards[:, value].astype(int)]
    sizes = cards.sum(axis=1).astype(int)
    below = np.concatenate([[1.0], np.cumprod(np.maximum(shoe.sum() - np.arange(sizes.max()), 1.0))])
    shared: Floats = found / below[sizes]
    return shared


@dataclass(frozen=True, eq=False)
class _Sums:
    """Of hands of a split pair, by classes O (its first card was another value) and F (any): expectations."""

    mean: tuple[float, float]
    square: tuple[float, float]
    more: tuple[float, float]
    """Of what an end gains, and one more: nothing for a hand over 21."""


def _sums(house: _House, first: int, ends: _Ends, shoe: Floats, chance: float) -> _Sums:
    """Reckon a shoe: `chance` is how likely a first card has the pair's value."""
    weight = ends.orders * _ways(ends.cards, shoe)
    dealt = _dealer(house.tree, first, shoe - ends.cards)
    gain = ends.times * (dealt * ends.paid).sum(axis=1)
    square = ends.times**2 * (dealt * ends.paid**2).sum(axis=1)
    other, whole = weight * ends.is_other, (1.0 - chance, 1.0)
    over = [all_of - float(share.sum()) for share, all_of in zip((other, weight), whole, strict=True)]
    return _Sums(
        mean=(float(other @ gain) - over[0], float(weight @ gain) - over[1]),
        square=(float(other @ square) + over[0], float(weight @ square) + over[1]),
        more=(float(other @ (gain + 1.0)), float(weight @ (gain + 1.0))),
    )


def _products(house: _House, first: int, pairs: _Pairs, shoe: Floats) -> Floats:
    """Return the expectations of both hands' gains and one more, multiplied: OO, OF, FF."""
    weight = _ways(pairs.cards, shoe)
    dealt = weight[:, None] * _dealer(house.tree, first, (shoe - pairs.cards).clip(min=0.0))
    found: Floats = pairs.orders @ (dealt[pairs.taken] * pairs.worth).sum(axis=1)
    return found


def _split(house: _House, first: int, shoe: Counts, pair: int) -> tuple[float, float]:
    """Return both moments of what a split pair comes to, with further splits as far as there may be hands."""
    import numpy as np

    more, unseen = shoe[pair] - 2, sum(shoe) - 2
    most = 2 if pair == ACE else house.options.max_hands
    count = min(2 * most - 4, more) + 1
    ends = _ends(house, first, pair)
    pairs = _pairs(ends)

    def chance(same: int, others: int) -> float:
        return max(more - same, 0) / (unseen - same - others)

    def base(same: int) -> Floats:
        cards = np.array(shoe, float)
        cards[pair] -= 2 + same
        return cards

    # One more than is asked for, since a first card of the pair's value to the other hand takes it away.
    sums = [_sums(house, first, ends, base(same), chance(same, 0)) for same in range(min(count, more) + 1)]
    after = [*sums, sums[-1]]
    # By row: mean and square of O and of F hands, then products OO, OF, FF.
    rows = np.zeros((7, count + 1, most + 1))
    for same in range(count):
        one, next_one, p = sums[same], after[same + 1], chance(same, 0)
        both = _products(house, first, pairs, base(same))
        apart = [one.more[side] - p * next_one.more[side] for side in (0, 1)]
        q = chance(same, 1)
        kept = (1 - p) * (1 - q)
        oo = both[0] - 2 * apart[0] + kept
        of = both[1] - one.more[0] - apart[1] + (1 - p)
        ff = both[2] - 2 * one.more[1] + 1.0
        rows[:, same, 0] = [*one.mean, *one.square, oo, of, ff]
    for beside in range(most):
        for same in range(count if count == more + 1 else count - beside - 1):
            p = chance(same, beside)
            rows[:, same, beside + 1] = (rows[:, same, beside] - p * rows[:, same + 1, beside]) / (1.0 - p)
    return _hands_made(rows, chance, most)


def _alone(rows: Floats, chance: Any, same: int, hands: int) -> Floats:
    """Return both moments of hands whose first cards were all of other values."""
    import numpy as np

    if not hands:
        return np.zeros(2)
    mean, square, both = rows[0], rows[2], rows[4]
    rest = 1.0 - chance(same, hands - 1)
    found: Floats = hands * np.array([mean[same, hands - 1], square[same, hands - 1]]) / rest
    if hands > 1:
        found[1] += hands * (hands - 1) * both[same, hands - 2] / (rest * (1.0 - chance(same, hands - 2)))
    return found


def _full(rows: Floats, chance: Any, others: int, most: int) -> Floats:
    """Return both moments where no further hand may be made, and so many hands had a first card of another value."""
    import numpy as np

    _, mean, _, square, _, mixed, both = rows
    last, free = most - 2, most - others
    found = _alone(rows, chance, last, others)
    found += free * np.array([mean[last, others], square[last, others] + (free - 1) * both[last, others]])
    if others:
        found[1] += 2 * others * free * mixed[last, others - 1] / (1.0 - chance(last, others - 1))
    return found


def _hands_made(rows: Floats, chance: Any, most: int) -> tuple[float, float]:
    """Sum both moments over the ways in which a pair may be split on."""
    import numpy as np

    if most == 2:  # noqa: PLR2004 - one split
        mean, square, both = (float(rows[row, 0, 0]) for row in (1, 3, 6))
        return 2 * mean, 2 * square + 2 * both
    found, ways = np.zeros(2), np.zeros((most, most + 1))
    ways[0, 0] = 1.0
    for same in range(most - 2):
        for others in range(same + 2):
            way, p = ways[same, others], chance(same, others)
            if same + 3 < most:
                ways[same + 1, others] += way * p
            elif way * p > 0.0:
                found += way * p * _full(rows, chance, others, most)
            if others + 1 < same + 2:
                ways[same, others + 1] += way * (1.0 - p)
            elif way > 0.0:
                found += way * (1.0 - p) * _alone(rows, chance, same, same + 2)
    return float(found[0]), float(found[1])
