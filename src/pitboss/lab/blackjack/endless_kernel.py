"""A round of blackjack from endless shoes: how its hands end, by compiled walks over enumerated tables.

A kernel holds no rules: totals, letters and the dealer's draws come in as tables. Cards come back at once, so that only
the total of a hand matters; every share of a value is a complex number (`lab/blackjack/mixture.py`). So many shoes are
reckoned side by side that vector instructions pay: rows of arrays have a real and an imaginary part of each.

How split hands add up is not multiplied out: what one hand gains is a polynomial in z, its power the gain, and its
values at roots of unity are multiplied; who asks gets the sums at these points.

Importing this module loads Numba. It is one file because Numba looks at one only to see whether its code is stale.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
from numba.extending import register_jitable

from pitboss.lab.compiling import compile_walk

SHOES: Final = 64
"""Shoes at a time: so many that looking at two arrays whether they overlap costs next to nothing."""
ENDS: Final = 7
"""How a player's hand may end: under 17, 17 to 21, over; and a dealer's: 17 to 21, with a Blackjack, over."""
OVER: Final = ENDS - 1
BLACKJACK: Final = 5
STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
"""What comes after it is a surrender."""
GAINS: Final = 5
"""What one hand may gain: twice the wager lost, to twice the wager won."""
SPECIAL: Final = 5
"""Ends beside those: a Blackjack, one against the dealer's, a surrender, one against a Blackjack with an ace and with
a ten up."""


@register_jitable
def _zero(to: Any, first: int, last: int) -> None:
    for row in range(first, last):
        for shoe in range(SHOES):
            to[row, 0, shoe] = 0.0
            to[row, 1, shoe] = 0.0


@register_jitable
def _add(to: Any, row: int, one: Any, at: int) -> None:
    for shoe in range(SHOES):
        to[row, 0, shoe] += one[at, 0, shoe]
        to[row, 1, shoe] += one[at, 1, shoe]


@register_jitable
def _add_product(to: Any, row: int, one: Any, at: int, two: Any, by: int) -> None:
    for shoe in range(SHOES):
        real, imaginary = one[at, 0, shoe], one[at, 1, shoe]
        to[row, 0, shoe] += real * two[by, 0, shoe] - imaginary * two[by, 1, shoe]
        to[row, 1, shoe] += real * two[by, 1, shoe] + imaginary * two[by, 0, shoe]


@register_jitable
def _add_times(to: Any, row: int, real: float, imaginary: float, two: Any, by: int) -> None:
    for shoe in range(SHOES):
        to[row, 0, shoe] += real * two[by, 0, shoe] - imaginary * two[by, 1, shoe]
        to[row, 1, shoe] += real * two[by, 1, shoe] + imaginary * two[by, 0, shoe]


@register_jitable
def _product(to: Any, row: int, one: Any, at: int, two: Any, by: int) -> None:
    for shoe in range(SHOES):
        real, imaginary = one[at, 0, shoe], one[at, 1, shoe]
        other, turned = two[by, 0, shoe], two[by, 1, shoe]
        to[row, 0, shoe] = real * other - imaginary * turned
        to[row, 1, shoe] = real * turned + imaginary * other


@register_jitable
def _mix(points: Any, start: int, mixture: Any, chance: Any, weight: Any) -> None:
    """Fill in the chance of every value in each shoe, and by level how much the shoe weighs."""
    values, shares, added = mixture
    levels = added.shape[1]
    spent, next_spent = np.zeros(levels, np.complex128), np.zeros(levels, np.complex128)
    chance[:] = 0.0
    weight[:] = 0.0
    for shoe in range(SHOES):
        if start + shoe >= len(points):
            # Any shoe will do where none is left: it weighs nothing.
            chance[:, :, shoe] = chance[:, :, 0]
            continue
        left, is_apart = 1.0 + 0.0j, False
        spent[:] = 0.0
        spent[0] = 1.0
        for place in range(points.shape[1]):
            point = points[start + shoe, place]
            is_apart = is_apart or point > 0
            share = left * shares[place, point]
            left -= share
            chance[values[place], 0, shoe], chance[values[place], 1, shoe] = share.real, share.imag
            next_spent[:] = 0.0
            for before in range(levels):
                for own in range((point + 1) // 2, levels - before):
                    next_spent[before + own] += spent[before] * added[place, own, point]
            spent, next_spent = next_spent, spent
        last = values[points.shape[1]]
        chance[last, 0, shoe], chance[last, 1, shoe] = left.real, left.imag
        known = 0.0j
        for level in range(levels):
            known += spent[level] * (2.0 if is_apart else 1.0)
            weight[level, 0, shoe], weight[level, 1, shoe] = known.real, known.imag


@register_jitable
def _deal(chance: Any, after: Any, ends: Any) -> None:
    """Reckon how likely the dealer's ends are, by hand: each stands after those that it may become."""
    _zero(ends, 0, len(after) * ENDS)
    for hand in range(len(after)):
        for value in range(10):
            more = after[hand, value]
            if more < 0:
                _add(ends, hand * ENDS - more - 1, chance, value)
            else:
                for end in range(ENDS):
                    _add_product(ends, hand * ENDS + end, chance, value, ends, more * ENDS + end)


@register_jitable
def _draw(chance: Any, hands: Any, letters: Any, ends: Any) -> None:
    """Reckon how hands end that take a card, and then play by these letters."""
    after, end_of = hands[0], hands[1]
    _zero(ends, 0, len(after) * ENDS)
    for hand in range(len(after)):
        for value in range(10):
            more = after[hand, value]
            if more < 0:
                _add(ends, hand * ENDS + OVER, chance, value)
            elif letters[more] == HIT:
                for end in range(ENDS):
                    _add_product(ends, hand * ENDS + end, chance, value, ends, more * ENDS + end)
            else:
                _add(ends, hand * ENDS + end_of[more], chance, value)


@register_jitable
def _play(to: Any, row: int, weights: Any, at: int, hand: int, letter: int, end_of: Any, cards: Any) -> None:
    """Add how a hand of two cards ends: in rows from the first on with the wager once, and after them with it twice."""
    drawn, one = cards
    if letter == STAND:
        _add(to, row + end_of[hand], weights, at)
    elif letter == HIT:
        for end in range(ENDS):
            _add_product(to, row + end, weights, at, drawn, hand * ENDS + end)
    else:
        for end in range(ENDS):
            _add_product(to, row + ENDS + end, weights, at, one, hand * ENDS + end)


@register_jitable
def _dealt_hands(
    up: int, chance: Any, two: Any, pairs: Any, hands: Any, cards: Any, weights: Any, ends: Any
) -> tuple[int, int]:
    """Add how the hands end that are not split; return the rows of weights with Blackjacks and hands given up."""
    end_of, opened, way = hands[1], hands[3], np.zeros((1, 2, SHOES))
    natural, given_up = len(end_of), len(end_of) + 1
    for low in range(10):
        for high in range(low, 10):
            if low == high and pairs[up, low]:
                continue
            hand = opened[low, high]
            row = given_up if hand != natural and two[up, hand] > DOUBLE else hand
            _product(way, 0, chance, low, chance, high)
            _add_times(weights, row, 1.0 if low == high else 2.0, 0.0, way, 0)
    for hand in range(natural):
        if two[up, hand] <= DOUBLE:
            _play(ends, 0, weights, hand, hand, two[up, hand], end_of, cards)
    return natural, given_up


@register_jitable
def _whole(up: int, chance: Any, dealt: Any, hands: Any, letters: Any, house: Any, cards: Any, found: Any) -> None:
    """Add rounds in which nothing is split: GAINS rows by what they gain, and SPECIAL ones."""
    end_of = hands[1]
    two, pairs, paid, first = letters[0], letters[3], house[0][0], house[2]
    weights, ends, way = np.zeros((len(end_of) + 2, 2, SHOES)), np.zeros((2 * ENDS, 2, SHOES)), np.zeros((1, 2, SHOES))
    natural, given_up = _dealt_hands(up, chance, two, pairs, hands, cards, weights, ends)
    for end in range(ENDS):
        _product(way, 0, chance, up, dealt, first[up] * ENDS + end)
        is_blackjack = end == BLACKJACK
        _add_product(found, GAINS + int(is_blackjack), way, 0, weights, natural)
        _add_product(found, GAINS + 2 + int(is_blackjack) * (1 + int(up != 0)), way, 0, weights, given_up)
        for own in range(ENDS):
            for times in range(2):
                _add_product(found, 2 + paid[times, own, end], way, 0, ends, times * ENDS + own)


@register_jitable
def _split_hands(chance: Any, up: int, pair: int, hands: Any, letters: Any, cards: Any, ends: Any) -> None:
    """Reckon how a split hand ends: in 2 ENDS rows by a second card of another value, and in as many by one of its."""
    end_of, begun = hands[1], hands[2]
    _zero(ends, 0, 4 * ENDS)
    for value in range(10):
        hand, row = begun[pair, value], 2 * ENDS if value == pair else 0
        _play(ends, row, chance, value, hand, letters[2][pair, up, hand], end_of, cards)


@register_jitable
def _split(
    up: int, pair: int, chance: Any, dealt: Any, ends: Any, house: Any, splits: Any, work: Any, found: Any
) -> None:
    """Add rounds in which a pair is split, by their sums at the points."""
    paid, first = house[0], house[2]
    roots, most, closed, last = splits[0], splits[1][pair], splits[2][pair], splits[3][pair]
    gains, other, free, again, term, way = work
    _zero(again, 0, most + 1)
    again[0, 0, :] = 1.0
    for more in range(most):
        _product(again, more + 1, again, more, chance, pair)
    for end in range(ENDS):
        # Two first cards and the dealer's.
        _product(way, 0, chance, up, dealt, first[up] * ENDS + end)
        if not way[0].any():
            continue
        _product(way, 1, way, 0, again, 2)
        # Where the hands of a split are alike, their powers are those of the first.
        later = 0 if (paid[0, :, :, end] == paid[1, :, :, end]).all() else most + 1
        _zero(gains, 0, 4 * GAINS)
        for own in range(ENDS):
            for times in range(2):
                for hand in range(2 if later else 1):
                    row = 2 * hand * GAINS + 2 + paid[hand, times, own, end]
                    _add(gains, row, ends, times * ENDS + own)
                    _add(gains, GAINS + row, ends, times * ENDS + own)
                    _add(gains, GAINS + row, ends, (times + 2) * ENDS + own)
        for point in range(len(roots)):
            _powers(other, gains, 0, roots[point], most, later)
            _powers(free, gains, GAINS, roots[point], most, later)
            _zero(term, 0, 2)
            for hands in range(2, most):
                _product(term, 2, other, hands, again, hands - 2)
                _add_times(term, 0, closed[hands], 0.0, term, 2)
            for hands in range(most):
                # The first hand is dealt to its end before the others, so it is closed as soon as any is.
                if last[hands] > 0.0 and hands == 0:
                    _add_times(term, 1, last[hands], 0.0, free, most)
                elif last[hands] > 0.0:
                    # What is left free is no first hand.
                    _product(term, 2, other, hands, free, later + most - hands)
                    _add_times(term, 1, last[hands], 0.0, term, 2)
            _add_product(term, 0, term, 1, again, most - 2)
            _add_product(found, GAINS + SPECIAL + point, way, 1, term, 0)


@register_jitable
def _powers(to: Any, gains: Any, first: int, root: Any, most: int, later: int) -> None:
    """Fill in what so many hands gain, at a point: with a seat's first hand, and from row `later` on without it."""
    _zero(to, 0, 2)
    to[0, 0, :] = 1.0
    for gain in range(GAINS):
        _add_times(to, 1, root[gain].real, root[gain].imag, gains, first + gain)
    if later:
        _zero(to, later, later + 2)
        to[later, 0, :] = 1.0
        for gain in range(GAINS):
            _add_times(to, later + 1, root[gain].real, root[gain].imag, gains, 2 * GAINS + first + gain)
    for power in range(2, most + 1):
        _product(to, power, to, power - 1, to, later + 1)
        if later:
            _product(to, later + power, to, later + power - 1, to, later + 1)


@register_jitable
def _several(
    up: int,
    chance: Any,
    dealt: Any,
    hands: Any,
    letters: Any,
    house: Any,
    cards: Any,
    roots: Any,
    ends: Any,
    found: Any,
) -> None:
    """Add rounds against several dealer's hands with one first card: by how many are Blackjacks, and at the points.

    Cards come back, so that the dealer's hands are alike and the player's ends do not depend on them.
    """
    spots, start = house[3], house[2][up] * ENDS
    weights, whole = np.zeros((len(hands[1]) + 2, 2, SHOES)), np.zeros((2 * ENDS, 2, SHOES))
    natural, _ = _dealt_hands(up, chance, letters[0], letters[3], hands, cards, weights, whole)
    none, way, nobody = np.zeros((1, 2, SHOES)), np.zeros((2, 2, SHOES)), np.zeros(ENDS, np.int64)
    for end in range(ENDS):
        if end != BLACKJACK:
            _add(none, 0, dealt, start + end)
    for taken in range(spots + 1):
        _product(way, 0, chance, up, weights, natural)
        for spot in range(spots):
            if spot < taken:
                _product(way, (spot + 1) % 2, way, spot % 2, dealt, start + BLACKJACK)
            else:
                _product(way, (spot + 1) % 2, way, spot % 2, none, 0)
        ways = 1.0
        for spot in range(taken):
            ways *= (spots - spot) / (spot + 1)
        _add_times(found, taken, ways, 0.0, way, spots % 2)
    for own in range(2 * ENDS):
        if whole[own].any():
            _product(way, 0, chance, up, whole, own)
            _add_spots(found, way, dealt, start, house[0][0, own // ENDS, own % ENDS], nobody, roots, spots)
    for pair in range(10):
        if letters[3][up, pair]:
            _split_hands(chance, up, pair, hands, letters, cards, ends)
            _split_several(up, pair, chance, dealt, ends, house, roots, found)


@register_jitable
def _split_several(up: int, pair: int, chance: Any, dealt: Any, ends: Any, house: Any, roots: Any, found: Any) -> None:
    """Add rounds in which a pair is split once, against several dealer's hands."""
    paid, spots, start = house[0], house[3], house[2][up] * ENDS
    is_alike = (paid[0] == paid[1]).all()
    free, way = np.zeros((2 * ENDS, 2, SHOES)), np.zeros((3, 2, SHOES))
    for own in range(2 * ENDS):
        _add(free, own, ends, own)
        _add(free, own, ends, 2 * ENDS + own)
    _product(way, 2, chance, pair, chance, pair)
    _product(way, 1, chance, up, way, 2)
    for own in range(2 * ENDS):
        if not free[own].any():
            continue
        # Hands that gain alike may change places.
        for other in range(own if is_alike else 0, 2 * ENDS):
            if free[other].any():
                _product(way, 2, free, own, free, other)
                _product(way, 0, way, 2, way, 1)
                if is_alike and other > own:
                    way[0] *= 2.0
                first, later = paid[0, own // ENDS, own % ENDS], paid[1, other // ENDS, other % ENDS]
                _add_spots(found, way, dealt, start, first, later, roots, spots)


@register_jitable
def _add_spots(found: Any, way: Any, dealt: Any, start: int, first: Any, later: Any, roots: Any, spots: int) -> None:
    """Add at every point what one or two hands gain by several dealer's hands; `way` weighs them."""
    ways = np.zeros((2, 2, SHOES))
    for point in range(len(roots)):
        _zero(ways, 0, 1)
        for end in range(ENDS):
            root = roots[point, 4 + first[end] + later[end]]
            _add_times(ways, 0, root.real, root.imag, dealt, start + end)
        ways[1] = ways[0]
        for _ in range(spots - 1):
            _product(ways, 1, ways, 1, ways, 0)
        _add_product(found, spots + 1 + point, way, 0, ways, 1)


def play(points: Any, mixture: Any, hands: Any, letters: Any, house: Any, splits: Any, sums: Any) -> None:
    """Play a round in every shoe that these points make, and add to the sums by level.

    Args:
        points: Shoe by share: which of its points.
        mixture: Values, shares by point, weights by level and point.
        hands: Hand by value: the hand with that card more, -1 where it is over 21 (larger hands first); by hand its
            end; by two values the hand of a split, and the hand that is dealt, which may be a Blackjack (their number).
        letters: By first card and hand: on two cards, on more; by pair, first card and hand: after a split; by first
            card and value: whether a pair is split.
        house: What a wager gains by whether its hand was split off, how often it was laid less one, the hand's end and
            the dealer's; the dealer's hands by value (below zero: their ends), and by first card; against how many of
            the dealer's hands a seat plays.
        splits: By point and gain the root's power, of one hand of the dealer or of one or two hands against each; by
            value how many hands there may be, and in how many orders a pair becomes so many that are closed, or the
            most with so many closed before.
        sums: To be added to, by level. Against one hand GAINS rows, SPECIAL rows, the points of split pairs; against
            several, Blackjacks by how many the dealer has as well, and the points of everything else.
    """
    chance, weight = np.zeros((10, 2, SHOES)), np.zeros((len(sums), 2, SHOES))
    dealt, one = np.zeros((len(house[1]) * ENDS, 2, SHOES)), np.zeros((len(hands[0]) * ENDS, 2, SHOES))
    drawn, ends = np.zeros_like(one), np.zeros((4 * ENDS, 2, SHOES))
    found, most = np.zeros((sums.shape[1], 2, SHOES)), splits[1].max()
    gains, other, free = (
        np.zeros((4 * GAINS, 2, SHOES)),
        np.zeros((2 * most + 2, 2, SHOES)),
        np.zeros((2 * most + 2, 2, SHOES)),
    )
    again, term, way = np.zeros((most + 1, 2, SHOES)), np.zeros((3, 2, SHOES)), np.zeros((2, 2, SHOES))
    nobody = np.zeros(len(hands[0]), np.int64)
    for start in range(0, len(points), SHOES):
        _mix(points, start, mixture, chance, weight)
        _deal(chance, house[1], dealt)
        _draw(chance, hands, nobody, one)
        found[:] = 0.0
        for up in range(10):
            _draw(chance, hands, letters[1][up], drawn)
            if house[3] > 1:
                _several(up, chance, dealt, hands, letters, house, (drawn, one), splits[0], ends, found)
                continue
            _whole(up, chance, dealt, hands, letters, house, (drawn, one), found)
            for pair in range(10):
                if letters[3][up, pair]:
                    _split_hands(chance, up, pair, hands, letters, (drawn, one), ends)
                    _split(up, pair, chance, dealt, ends, house, splits, (gains, other, free, again, term, way), found)
        for level in range(len(sums)):
            for row in range(sums.shape[1]):
                for shoe in range(SHOES):
                    real, imaginary = weight[level, 0, shoe], weight[level, 1, shoe]
                    sums[level, row] += complex(
                        real * found[row, 0, shoe] - imaginary * found[row, 1, shoe],
                        real * found[row, 1, shoe] + imaginary * found[row, 0, shoe],
                    )


_SHAPES: Final = (
    "void(uint8[:, ::1], Tuple((int64[::1], complex128[:, ::1], complex128[:, :, ::1])),"
    " Tuple((int64[:, ::1], int64[::1], int64[:, ::1], int64[:, ::1])),"
    " Tuple((int64[:, ::1], int64[:, ::1], int64[:, :, ::1], int64[:, ::1])),"
    " Tuple((int64[:, :, :, ::1], int64[:, ::1], int64[::1], int64)),"
    " Tuple((complex128[:, ::1], int64[::1], float64[:, ::1], float64[:, ::1])), complex128[:, ::1])"
)


@cache
def compiled() -> Callable[..., None]:
    """Return the walk compiled; the types are fixed here, so that all faults of the cache show here."""
    return compile_walk(play, _SHAPES, fastmath={"contract"})
