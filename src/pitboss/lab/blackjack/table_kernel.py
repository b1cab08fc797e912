"""The best table of totals for blackjack, or what a given one is worth, by a compiled walk.

`lab/blackjack/kernel.py` values hands by their cards. Here they are put together by total: each place of a table gets
the letter that gains most over the hands that come there when the table is followed. Hands that are not split are far
more; where split hands may turn a choice the whole round is valued with each letter.

Importing this module loads Numba.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
from numba.extending import register_jitable

from pitboss.lab.blackjack import kernel
from pitboss.lab.blackjack.kernel import (
    ACTS,
    DOUBLE,
    HIT,
    LOOKED,
    NATURAL,
    NEVER,
    SPLIT,
    STAND,
    SURRENDER,
    TERMS,
    _compose,
    _draw,
    _split,
    _split_policy,
    _weights,
)
from pitboss.lab.compiling import compile_walk, stamp_of

TRIES: Final = 60
SAME: Final = 1e-14
"""Of two letters whose rounds differ by no more, the one stays that is there."""
CLOSE: Final = 0.05
"""A place is looked at if split hands might turn it whose values differ by so much, for other cards are gone."""


@register_jitable
def _hit_by_table(shoe: Any, mate: int, lattice: Any, drawing: Any, acts: Any, terms: Any, worth: Any) -> None:
    """Reckon what hitting, and the drawn hands, are worth under a table; `worth` is hit and value, by hand."""
    row, size = lattice[4], lattice[3]
    for hand in range(len(size) - 1, lattice[5][2] - 1, -1):
        if acts[hand, STAND] == NEVER:
            continue
        worth[1, hand] = worth[0, hand] = acts[hand, STAND]
        if acts[hand, HIT] == NEVER:
            continue
        worth[0, hand] = _draw(hand, shoe, mate, lattice, terms, worth[1], 1.0)
        if size[hand] > 2 and drawing[row[hand]] == HIT:
            worth[1, hand] = worth[0, hand]


@register_jitable
def _weigh_rows(shoe: Any, lattice: Any, weights: Any, acts: Any, worth: Any, table: Any, sums: Any) -> None:
    """Sum what every letter gains in every place, over the hands that come there under the table as it stands.

    `sums` is for two cards, for drawn hands, and whether any hand of two cards is in a row.
    """
    two, drawing, pairs = table
    by_two, by_drawn, is_met = sums
    by_two[:, :] = 0.0
    by_drawn[:, :] = 0.0
    hands, after, row, size = lattice[0], lattice[1], lattice[4], lattice[3]
    reach = np.zeros(len(size))
    for hand in range(lattice[5][2], len(size)):
        at = row[hand]
        if acts[hand, STAND] == NEVER or acts[hand, HIT] == NEVER:
            continue
        is_hit = drawing[at] == HIT
        if size[hand] == 2:
            value = _pair_of(hands[hand])
            is_split = value >= 0 and pairs[value] == SPLIT
            chance = weights[hand]
            is_hit = two[at] == HIT and not is_split
            # A pair that is always split counts for its total only where nothing else has that total.
            share = chance * (1e-12 if is_split else 1.0)
            _add_letters(by_two[at], share, acts[hand], worth[0, hand])
            is_met[at] = 1.0
        else:
            chance = reach[hand]
            # A hand that the table never comes to still has a say where no other has.
            _add_letters(by_drawn[at], chance + 1e-30, acts[hand], worth[0, hand])
        if is_hit and chance > 0.0:
            _go_on(reach, shoe - hands[hand], after[hand], chance)


@register_jitable
def _add_letters(to: Any, share: float, acts: Any, hit: float) -> None:
    to[STAND] += share * acts[STAND]
    to[HIT] += share * hit
    to[DOUBLE] += share * acts[DOUBLE]
    to[SURRENDER] += share * acts[SURRENDER]


@register_jitable
def _go_on(reach: Any, left: Any, after: Any, chance: float) -> None:
    """Add how likely each hand is that follows with one card more."""
    unseen = float(left.sum())
    for value in range(10):
        if left[value] > 0 and after[value] >= 0:
            reach[after[value]] += chance * left[value] / unseen


@register_jitable
def _take_best(sums: Any, table: Any) -> bool:
    """Take the best letter for every place; say whether any changed."""
    by_two, by_drawn, is_met = sums
    two, drawing, _ = table
    is_changed = False
    for at in range(27):
        if is_met[at] == 1.0:
            best = by_two[at].argmax()
            is_changed = is_changed or best != two[at]
            two[at] = best
        if by_drawn[at, STAND] != 0.0 or by_drawn[at, HIT] != 0.0:
            best = HIT if by_drawn[at, HIT] > by_drawn[at, STAND] else STAND
            is_changed = is_changed or best != drawing[at]
            drawing[at] = best
    return is_changed


@register_jitable
def _pair_of(hand: Any) -> int:
    """Return the value of which a hand holds two cards, -1 where it is no pair."""
    for value in range(10):
        if hand[value] == 2:
            return value
    return -1


@register_jitable
def _after_split(letter: int, drawn: int, options: Any) -> int:
    """Return what a letter for two cards means to a split hand: where it is not allowed, what drawn totals have."""
    return drawn if letter == SURRENDER or (letter == DOUBLE and not options[1]) else letter


@register_jitable
def _table_policy(table: Any, lattice: Any, acts: Any, options: Any) -> Any:
    """Return how hands after a split are played by a table."""
    two, drawing, _ = table
    policy = np.zeros(len(acts), np.int64)
    for hand in range(len(acts)):
        at = lattice[4][hand]
        if at < 0 or acts[hand, HIT] == NEVER:
            continue
        is_two = lattice[3][hand] == 2
        policy[hand] = _after_split(two[at], drawing[at], options) if is_two else drawing[at]
    return policy


@register_jitable
def _by_letter(hand: int, two: Any, lattice: Any, acts: Any, worth: Any) -> float:
    at = lattice[4][hand]
    if at < 0 or acts[hand, HIT] == NEVER:
        return float(acts[hand, STAND])
    return float(worth[0, hand] if two[at] == HIT else acts[hand, two[at]])


@register_jitable
def _price(shoe: Any, where: Any, tables: Any, terms: Any, options: Any, work: Any, out: Any, table: Any) -> float:
    """Return what the hands that are no Blackjack are worth by a table; pairs as far as that is not reckoned yet."""
    first, caches, natural = where
    lattice, tree = tables
    acts, weights, worth, gains = out
    two, drawing, pairs = table
    _hit_by_table(shoe, tree[2][first], lattice, drawing, acts, terms, worth)
    policy = _table_policy(table, lattice, acts, options)
    gain = 0.0
    for hand in range(lattice[5][2], lattice[5][3]):
        if weights[hand] == 0.0 or hand == natural:
            continue
        value = _pair_of(lattice[0][hand])
        if value >= 0 and pairs[value] == SPLIT:
            if gains[value] == NEVER:
                gains[value] = _split(shoe, (first, value, caches), tables, policy, terms, options, work)
            gain += weights[hand] * gains[value]
        else:
            gain += weights[hand] * _by_letter(hand, two, lattice, acts, worth)
    return gain


@register_jitable
def _choose_pairs(
    shoe: Any, where: Any, tables: Any, terms: Any, options: Any, work: Any, out: Any, table: Any
) -> bool:
    """Split the pairs that gain by it under the table as it stands; say whether any changed."""
    first, caches, _ = where
    lattice, tree = tables
    acts, _, worth, gains = out
    two, drawing, pairs = table
    # What was valued last may be a letter that was tried and not taken.
    _hit_by_table(shoe, tree[2][first], lattice, drawing, acts, terms, worth)
    policy, is_changed = _table_policy(table, lattice, acts, options), False
    for value in range(10):
        if not options[2] or shoe[value] < 2:
            continue
        gains[value] = _split(shoe, (first, value, caches), tables, policy, terms, options, work)
        hand = lattice[1][lattice[5][1] + value, value]
        letter = SPLIT if gains[value] > _by_letter(hand, two, lattice, acts, worth) else STAND
        is_changed = is_changed or pairs[value] != letter
        pairs[value] = letter
    return is_changed


@register_jitable
def _best_table(shoe: Any, where: Any, tables: Any, terms: Any, options: Any, work: Any, out: Any, table: Any) -> None:
    """Find the best table of totals against a first card."""
    lattice, tree = tables
    acts, weights, worth, _ = out
    mate = tree[2][where[0]]
    sums = (np.zeros((27, 4)), np.zeros((27, 4)), np.zeros(27))
    for _ in range(TRIES):
        for _ in range(TRIES):
            _hit_by_table(shoe, mate, lattice, table[1], acts, terms, worth)
            _weigh_rows(shoe, lattice, weights, acts, worth, table, sums)
            if not _take_best(sums, table):
                break
        if not _choose_pairs(shoe, where, tables, terms, options, work, out, table):
            break
    for _ in range(TRIES if options[2] else 0):
        if not _heed_splits(shoe, where, tables, terms, options, work, out, table, sums):
            break
        _choose_pairs(shoe, where, tables, terms, options, work, out, table)


@register_jitable
def _weigh_splits(shoe: Any, lattice: Any, weights: Any, out: Any, table: Any, options: Any, found: Any) -> None:
    """Sum about what every letter gains in every place over split hands, and how far off that may be.

    About: as if no card but the hand's own were gone. `found` is by two cards, by drawn hands (letters, then how far).
    """
    acts, _, worth, _ = out
    two, drawing, pairs = table
    hands, after, row, size = lattice[0], lattice[1], lattice[4], lattice[3]
    policy, reach = _table_policy(table, lattice, acts, options), np.zeros(len(size))
    for by_rows in found:
        by_rows[:, :] = 0.0
    for value in range(10):
        if pairs[value] != SPLIT or value == options[4]:
            continue
        begun = lattice[5][1] + value
        chance = 2.0 * weights[after[begun, value]]
        _go_on(reach, shoe - hands[begun], after[begun], chance)
        # Of the pair's value a second card stays only where there may be no more hands.
        again = after[begun, value]
        reach[again] *= 1.0 if options[3] == 2 else (shoe[value] / shoe.sum()) ** (options[3] - 2)
    for hand in range(lattice[5][2], len(size)):
        at, chance = row[hand], reach[hand]
        if chance == 0.0 or at < 0 or acts[hand, HIT] == NEVER:
            continue
        is_free = _pair_of(hands[hand]) >= 0 and size[hand] == 2
        off = chance * (1.0 if is_free else CLOSE)
        if size[hand] == 2:
            for letter in range(4):
                act = _after_split(letter, drawing[at], options)
                found[0][at, letter] += chance * (worth[0, hand] if act == HIT else acts[hand, act])
            found[0][at, 4] += off
        if size[hand] > 2 or _after_split(two[at], -1, options) < 0:
            found[1][at, STAND] += chance * acts[hand, STAND]
            found[1][at, HIT] += chance * worth[0, hand]
            found[1][at, 4] += off
        if policy[hand] == HIT:
            _go_on(reach, shoe - hands[hand], after[hand], chance)


@register_jitable
def _heed_splits(
    shoe: Any, where: Any, tables: Any, terms: Any, options: Any, work: Any, out: Any, table: Any, sums: Any
) -> bool:
    """Change the letters that gain more with the say of split hands; say whether any changed.

    Where a choice is close, the whole round is valued with either letter.
    """
    lattice = tables[0]
    acts, weights, worth, _ = out
    mains, said = (sums[0], sums[1]), (np.zeros((27, 5)), np.zeros((27, 5)))
    total, is_changed = _price(shoe, where, tables, terms, options, work, out, table), False
    _weigh_rows(shoe, lattice, weights, acts, worth, table, sums)
    _weigh_splits(shoe, lattice, weights, out, table, options, said)
    for side in range(2):
        letters, by_main, by_split = table[side], mains[side], said[side]
        for at in range(27):
            if by_split[at, 4] == 0.0:
                continue
            for other in range(4 if side == 0 else 2):
                letter = letters[at]
                main, split = by_main[at, letter] - by_main[at, other], by_split[at, letter] - by_split[at, other]
                if other == letter or main + split > by_split[at, 4] + CLOSE * abs(split):
                    continue
                letters[at] = other
                anew = (acts, weights, worth, np.full(10, NEVER))
                tried = _price(shoe, where, tables, terms, options, work, anew, table)
                if tried > total + SAME:
                    total, is_changed = tried, True
                else:
                    letters[at] = letter
    return is_changed


def walk_of(stamp: int) -> Callable[..., None]:
    """Return the walk; its compiled code is kept for this stamp of the files it is made from."""

    def analyse(shoe: Any, lattice: Any, tree: Any, terms: Any, options: Any, found: Any) -> None:
        """Analyse one shoe under one set of rules.

        Args:
            shoe: How many cards of each value.
            lattice: The hands.
            tree: The dealer's hands.
            terms: What wagers gain; behind the others, what a surrender gains by a dealer's Blackjack, by first card.
            options: What is allowed.
            found: To be filled, first card first: acts by hand; gains of a round by cards and by table, weighted with
                the chance of the first card; letters of the table: two cards, drawn, pairs.
        """
        all_acts, gains, letters_two, letters_drawing, letters_pairs = found
        count, pairs_most = len(lattice[2]), max(1, 2 * options[3] - 3)
        stood, acts, best = np.zeros((2, count)), np.zeros((count, ACTS)), np.zeros(count)
        work = (np.zeros(count), np.zeros(count), np.zeros(count))
        caches = (np.zeros((10, pairs_most, 2, count)), np.zeros((10, pairs_most, count), np.bool_))
        tables, natural, _ = (lattice, tree), lattice[1][lattice[5][1], 9], stamp
        for first in range(10):
            if shoe[first] == 0:
                continue
            left = shoe.copy()
            left[first] -= 1
            own = np.append(terms[:TERMS], terms[TERMS + first])
            _compose(left, first, lattice, tree, own, options, (stood, acts, best))
            weights, policy = _weights(left, lattice), _split_policy(acts, lattice, options)
            caches[1][:, :, :] = False
            looks, gain = 0.0, 0.0
            for hand in range(lattice[5][2], lattice[5][3]):
                if weights[hand] == 0.0:
                    continue
                value = _pair_of(lattice[0][hand])
                if value >= 0 and options[2]:
                    acts[hand, SPLIT] = _split(left, (first, value, caches), tables, policy, own, options, work)
                looks += weights[hand] * stood[1, hand]
                best_act = own[NATURAL] * (1.0 - stood[1, hand]) if hand == natural else acts[hand].max()
                gain += weights[hand] * best_act
            table = (letters_two[first], letters_drawing[first], letters_pairs[first])
            out = (acts, weights, np.zeros((2, count)), np.full(10, NEVER))
            where = (first, caches, natural)
            if not options[5]:
                _best_table(left, where, tables, own, options, work, out, table)
            basic = _price(left, where, tables, own, options, work, out, table)
            # Where the dealer looks first, acts count what they gain beside the original wager that a Blackjack takes.
            paid = weights[natural] * own[NATURAL] * (1.0 - stood[1, natural])
            taken = (looks - weights[natural] * stood[1, natural]) * own[LOOKED]
            chance = shoe[first] / shoe.sum()
            gains[first, 0], gains[first, 1] = chance * (gain - taken), chance * (basic + paid - taken)
            all_acts[first] = acts

    return analyse


_SHAPES: Final = (
    "void(int64[::1], Tuple((int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1])),"
    " Tuple((int64[:, ::1], int64[::1], int64[::1], int64[::1])), float64[::1], int64[::1],"
    " Tuple((float64[:, :, ::1], float64[:, ::1], int64[:, ::1], int64[:, ::1], int64[:, ::1])))"
)


@cache
def compiled() -> Callable[..., None]:
    """Return the analysis compiled."""
    return compile_walk(walk_of(stamp_of(kernel)), _SHAPES)
