"""A shoe as a mixture of endless shoes, so that cards which leave it can be reckoned as if they came back.

Drawing without replacement is an average over drawing with replacement. If a shoe has n cards of a value and N in all,
k draws of that value in a row are as likely as the k-th moment of its share in an endless shoe, where that moment is
    n (n - 1) ... (n - k + 1)  /  N (N - 1) ... (N - k + 1)
No share that is a chance has such moments (its variance would be negative), but complex numbers have: the shares lie on
either side of n / N along the imaginary axis. What holds for cards of two kinds holds for ten values, one after the
other, each by its share of those that are left.

The average over each share is a sum over a few points with weights, exact for polynomials up to some degree: one point
at level 0, and two more with every level. Over all values it is taken as a sparse grid (Smolyak's): what is left out
shrinks with every level: to a tenth for one deck, to a hundredth for six.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, isqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Complex = NDArray[np.complex128]

_POINTS: Final = tuple(Fraction(point, 1000) for point in (0, 1732, 2861, 741, 4185, 3455, 1240, 2333, 5190))
"""How far from the mean the points of each level lie, in standard deviations; any would do, these keep weights low."""
LEVELS_MAX: Final = len(_POINTS) - 1
"""With more, weights of either sign grow so large that floats lose in their sum what a level gains."""
_PARTS: Final = 10**6
"""A standard deviation is rounded to so many parts, for it need not be exact where points lie."""


@dataclass(frozen=True, eq=False)
class Mixture:
    """A shoe's points, value after value."""

    values: tuple[int, ...]
    """The values that the shoe has, in the order in which their shares follow; the last has what is left."""
    shares: Complex
    """Value but the last by point: its share of the cards that are left."""
    weights: Complex
    """Value but the last by level by point: what the level adds to the point's weight."""


def mixture(shoe: Sequence[int]) -> Mixture:
    """Return the points of a shoe."""
    import numpy as np

    values = tuple(value for value, count in enumerate(shoe) if count)
    shares = np.zeros((len(values) - 1, 2 * LEVELS_MAX + 1), complex)
    weights = np.zeros((len(values) - 1, LEVELS_MAX + 1, 2 * LEVELS_MAX + 1), complex)
    left = sum(shoe)
    for place, value in enumerate(values[:-1]):
        left -= shoe[value]
        points, added = _share(shoe[value], left)
        shares[place, : len(points)] = points
        for level, row in enumerate(added):
            weights[place, level, : len(row)] = row
    return Mixture(values, shares, weights)


@cache
def _share(count: int, others: int) -> tuple[list[complex], list[list[complex]]]:
    """Return the points of one share, and what each level adds to their weights.

    There are no more moments than cards, and so no more levels than half of them.
    """
    levels = min(LEVELS_MAX, (count + others) // 2)
    mean, raw = Fraction(count, count + others), [Fraction(1)]
    for drawn in range(2 * max(levels, 1)):
        raw.append(raw[-1] * Fraction(max(count - drawn, 0), count + others - drawn))
    central = [sum(comb(k, i) * raw[i] * (-mean) ** (k - i) for i in range(k + 1)) for k in range(len(raw))]
    step = Fraction(isqrt(int(-central[2] * _PARTS**2)) or 1, _PARTS)
    # The distance from the mean in steps along the imaginary axis, to the power k, is real and imaginary by turns.
    moments = [moment / step**k * (-1 if k % 4 in (1, 2) else 1) for k, moment in enumerate(central)]
    places = [_POINTS[0], *(side * point for point in _POINTS[1 : levels + 1] for side in (1, -1))]
    found = [_weights(places[: 2 * level + 1], moments) for level in range(levels + 1)]
    added = [
        [weight - (found[level - 1][at] if level and at < 2 * level - 1 else 0) for at, weight in enumerate(row)]
        for level, row in enumerate(found)
    ]
    return [complex(mean, step * place) for place in places], added


def _weights(places: Sequence[Fraction], moments: Sequence[Fraction]) -> list[complex]:
    """Return the weights with which values at these places give the average of any polynomial through them."""
    found = []
    for at, place in enumerate(places):
        # The polynomial that is 1 here and 0 at the others, its lowest power first.
        through = [Fraction(1)]
        for other in (*places[:at], *places[at + 1 :]):
            up, down = [Fraction(0), *through], [*through, Fraction(0)]
            through = [(one - other * two) / (place - other) for one, two in zip(up, down, strict=True)]
        terms = [part * moment for part, moment in zip(through, moments, strict=False)]
        found.append(complex(sum(terms[::2]), sum(terms[1::2])))
    return found


def shell(values: int, level: int) -> NDArray[np.uint8]:
    """Return the points of a grid that come in at a level: by share, which of its points.

    Of every two that are conjugate there is the first; the other's part in a sum is its conjugate.
    """
    import numpy as np

    found, used = np.zeros((1, 0), np.uint8), np.zeros(1, np.int64)
    for place in range(values):
        rows, spent = [], []
        for own in range(level + 1):
            is_open = used + own == level if place == values - 1 else used + own <= level
            for point in (2 * own - 1, 2 * own) if own else (0,):
                # The first share beside its mean decides which of both it is.
                kept = is_open & (found.any(axis=1) | (point % 2 == 1) | (point == 0))
                rows.append(np.column_stack([found[kept], np.full(kept.sum(), point, np.uint8)]))
                spent.append(used[kept] + own)
        found, used = np.concatenate(rows), np.concatenate(spent)
    return found
