"""The value of every act for every hand of blackjack, by compiled walks over enumerated tables.

A kernel holds no rules: hands, the dealer's hands and what a wager gains come in as tables. For each first card it
reckons what standing is worth, then the other acts, then split pairs, and last the best table of totals.

Split hands are played without a look at each other. So it does not matter in which order their cards came, and the
first card to each of them may be thought of as dealt before all others. A card set aside unseen changes no expectation:
    E(j, k) = p E(j + 1, k) + (1 - p) E(j, k + 1)
where j further cards of the pair's value and k others are gone, and p is how likely the next one has the pair's value.
So what hands are worth beside k unknown cards follows from what they are worth beside known ones.

Importing this module loads Numba. It is one file because Numba looks at one only to see whether its code is stale.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any, Final, cast

import numpy as np
from numba import njit
from numba.extending import register_jitable

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SURRENDER: Final = 3
SPLIT: Final = 4
ACTS: Final = 5
NEVER: Final = -1e9
"""The value of an act that is not allowed."""
BLOCK: Final = 64
"""Hands at a time: so many values stand side by side in vector registers and in the nearest cache."""
TRIES: Final = 60
_CACHE_FAULTS: Final = (RuntimeError, OSError, EOFError, pickle.UnpicklingError)
"""What Numba raises when it finds no place for compiled code, or finds a spoilt file there."""

# A lattice is hands, after, total, size, row, starts; a tree steps, starts, mates (the card that makes a first card a
# Blackjack, -1 for none), finals. Terms are floats: what a stand under 21 and one on 21 gain by a dealer's Blackjack,
# whether the dealer looks first (1) or not, what a Blackjack gains, what a surrender gains. Options are whole numbers:
# double, double after split, split, hands at most, the value that is split once for one card each.


@register_jitable
def _stand_values(shoe: Any, first: int, lattice: Any, tree: Any, todo: Any, found: Any) -> None:
    """Reckon for hands, in order of size, what standing gains but by a dealer's Blackjack, and how likely one is."""
    hands, size = lattice[0], lattice[3]
    left, work = np.empty((10, BLOCK)), np.empty((24, BLOCK))
    start = 0
    while start < len(todo):
        end, cards = start, size[todo[start]]
        while end < len(todo) and end - start < BLOCK and size[todo[end]] == cards:
            end += 1
        for place in range(start, end):
            for value in range(10):
                left[value, place - start] = shoe[value] - hands[todo[place], value]
        ends = _dealer(left[:, : end - start], shoe.sum() - cards, first, tree, work)
        _stands(ends, lattice[2], tree, todo[start:end], found)
        start = end


@register_jitable
def _dealer(left: Any, unseen: int, first: int, tree: Any, work: Any) -> Any:
    """Return how likely the dealer's finals are, by final and hand, where hands leave these cards."""
    steps, starts = tree[0], tree[1]
    count = left.shape[1]
    ends = np.zeros((6, count))
    orders = np.ones(work.shape[0])
    for depth in range(1, work.shape[0]):
        orders[depth] = orders[depth - 1] / (unseen - depth + 1) if unseen >= depth else 0.0
    for hand in range(count):
        work[0, hand] = 1.0
    for step in range(starts[first], starts[first + 1]):
        depth, before = steps[step, 0], steps[step, 2]
        above, here, cards = work[depth - 1], work[depth], left[steps[step, 1]]
        for hand in range(count):
            here[hand] = above[hand] * (cards[hand] - before)
        if steps[step, 3]:
            weight, final = steps[step, 3] * orders[depth], ends[steps[step, 4]]
            for hand in range(count):
                final[hand] += weight * here[hand]
    return ends


@register_jitable
def _stands(ends: Any, totals: Any, tree: Any, todo: Any, found: Any) -> None:
    finals = tree[3]
    for place in range(len(todo)):
        gain, known = 0.0, ends[5, place]
        for final in range(5):
            chance = ends[final, place]
            known += chance
            if totals[todo[place]] > finals[final]:
                gain += chance
            elif totals[todo[place]] < finals[final]:
                gain -= chance
        # What is missing to one is the dealer over 21.
        found[0, todo[place]] = gain + 1.0 - known
        found[1, todo[place]] = ends[5, place]


@register_jitable
def _stand(hand: int, stood: Any, total: Any, terms: Any) -> Any:
    """Return what standing is worth, whatever the dealer has."""
    lost = terms[1] if total[hand] == 21 else terms[0]
    return stood[0, hand] + lost * stood[1, hand]


@register_jitable
def _over(left: Any, unseen: float, value: int, mate: int, terms: Any) -> Any:
    """Return what a hand is worth that this card takes over 21: where the dealer looked first, it was no Blackjack."""
    if terms[2] == 0.0 or mate < 0:
        return -1.0
    return -1.0 + (left[mate] - (1.0 if value == mate else 0.0)) / (unseen - 1.0)


@register_jitable
def _draw(hand: int, shoe: Any, mate: int, lattice: Any, terms: Any, best: Any) -> float:
    """Return what another card is worth, where the hands it makes are worth `best`."""
    left, worth = shoe - lattice[0][hand], 0.0
    unseen = float(left.sum())
    for value in range(10):
        if left[value] > 0:
            after = lattice[1][hand, value]
            gain = best[after] if after >= 0 else _over(left, unseen, value, mate, terms)
            worth += left[value] / unseen * gain
    return worth


@register_jitable
def _compose(shoe: Any, first: int, lattice: Any, tree: Any, terms: Any, options: Any, out: Any) -> None:
    """Reckon every act of every hand but splits, by the cards of the hand, and what the best of stand and hit is worth.

    `out` is stood (2 by hands), acts (hands by acts) and best (hands).
    """
    stood, acts, best = out
    hands, total, size, mate = lattice[0], lattice[2], lattice[3], tree[2][first]
    todo = np.array([h for h in range(lattice[5][2], len(total)) if (hands[h] <= shoe).all()])
    _stand_values(shoe, first, lattice, tree, todo, stood)
    standing = np.zeros(len(total))
    for hand in todo:
        standing[hand] = _stand(hand, stood, total, terms)
    acts[:, :] = NEVER
    for place in range(len(todo) - 1, -1, -1):
        hand = todo[place]
        acts[hand, STAND] = best[hand] = standing[hand]
        if total[hand] == 21:
            continue
        acts[hand, HIT] = _draw(hand, shoe, mate, lattice, terms, best)
        best[hand] = max(best[hand], acts[hand, HIT])
        if size[hand] == 2:
            if options[0]:
                acts[hand, DOUBLE] = 2.0 * _draw(hand, shoe, mate, lattice, terms, standing)
            if terms[4] > NEVER:
                looks = stood[1, hand]
                acts[hand, SURRENDER] = terms[4] * (1.0 - looks) + terms[5] * looks


@register_jitable
def _split_hand(
    base: Any, where: Any, lattice: Any, tree: Any, policy: Any, terms: Any, work: Any
) -> tuple[float, float]:
    """Return what one hand of a split pair is worth by a second card of another value, and by one of the same.

    `where` is first card, pair, and whether it gets one card only; the base lacks the pair's other cards.
    """
    first, pair, is_single = where
    reach, weight, stood, known = work
    hands, after, total, mate = lattice[0], lattice[1], lattice[2], tree[2][first]
    begun = lattice[5][1] + pair
    parts = np.zeros(2)
    left = base - hands[begun]
    unseen = float(left.sum())
    for same in range(2):
        reach[:] = 0.0
        weight[:] = 0.0
        for value in range(10):
            if left[value] > 0 and (value == pair) == (same == 1):
                reach[after[begun, value]] = left[value] / unseen
        parts[same] = _walk(reach, weight, base, mate, lattice, policy, terms, is_single)
        todo = np.array([h for h in range(begun, len(total)) if weight[h] != 0.0 and not known[h]])
        if len(todo):
            _stand_values(base, first, lattice, tree, todo, stood)
        for hand in range(begun, len(total)):
            if weight[hand] != 0.0:
                known[hand] = True
                parts[same] += weight[hand] * _stand(hand, stood, total, terms)
    return parts[0], parts[1]


@register_jitable
def _walk(
    reach: Any, weight: Any, base: Any, mate: int, lattice: Any, policy: Any, terms: Any, is_single: bool
) -> float:
    """Follow a policy from hands with their chances; weigh the hands it stands on, return what is lost over 21."""
    hands, after, lost = lattice[0], lattice[1], 0.0
    for hand in range(lattice[5][2], len(reach)):
        if reach[hand] == 0.0:
            continue
        act = STAND if is_single else policy[hand]
        if act == STAND:
            weight[hand] += reach[hand]
            continue
        left = base - hands[hand]
        unseen = float(left.sum())
        for value in range(10):
            if left[value] <= 0:
                continue
            chance, more = reach[hand] * left[value] / unseen, after[hand, value]
            if more < 0:
                lost += act * chance * _over(left, unseen, value, mate, terms)
            elif act == HIT:
                reach[more] += chance
            else:
                weight[more] += 2.0 * chance
    return lost


@register_jitable
def _split(shoe: Any, where: Any, tables: Any, policy: Any, terms: Any, options: Any, work: Any) -> float:
    """Return what splitting a pair is worth, with further splits of the same value as far as there may be hands."""
    first, pair, caches = where
    lattice, tree = tables
    more, is_single = shoe[pair] - 2, pair == options[4]
    most = 2 if is_single else options[3]
    count = min(2 * most - 4, more) + 1
    other, free = np.zeros((count + 1, most + 1)), np.zeros((count + 1, most + 1))
    stood, known = caches
    for gone in range(count):
        base = shoe.copy()
        base[pair] -= 1 + gone
        place = (first, pair, is_single)
        own = (work[0], work[1], stood[pair, gone], known[pair, gone])
        parts = _split_hand(base, place, lattice, tree, policy, terms, own)
        other[gone, 0], free[gone, 0] = parts[0], parts[0] + parts[1]
    unseen = shoe.sum() - 2
    for beside in range(most):
        # Where all cards of the pair's value were counted, none can come after the last, and every row goes on.
        for gone in range(count if count == more + 1 else count - beside - 1):
            chance = (more - gone) / (unseen - gone - beside)
            for worth in (other, free):
                rest = worth[gone, beside] - chance * worth[gone + 1, beside]
                worth[gone, beside + 1] = rest / (1.0 - chance)
    return _hands_made(other, free, more, unseen, most)


@register_jitable
def _hands_made(other: Any, free: Any, more: int, unseen: int, most: int) -> float:
    """Sum what the hands are worth over the ways in which a pair may be split on."""
    if most == 2:
        return float(2.0 * free[0, 0])
    worth, ways = 0.0, np.zeros((most, most + 1))
    ways[0, 0] = 1.0
    for same in range(most - 2):
        for others in range(same + 2):
            way = ways[same, others]
            if way == 0.0:
                continue
            chance = (more - same) / (unseen - same - others)
            if same + 3 < most:
                ways[same + 1, others] += way * chance
            elif chance > 0.0:
                last = most - 2
                full = (most - others) * free[last, others]
                if others:
                    full += others * other[last, others - 1] / (1.0 - (more - last) / (unseen - last - others + 1))
                worth += way * chance * full
            if others + 1 < same + 2:
                ways[same, others + 1] += way * (1.0 - chance)
            else:
                hands = same + 2
                rest = 1.0 - (more - same) / (unseen - same - hands + 1)
                worth += way * (1.0 - chance) * hands * other[same, hands - 1] / rest
    return worth


@register_jitable
def _split_policy(acts: Any, lattice: Any, options: Any) -> Any:
    """Return how hands after a split are played: as others of the same cards, by what is allowed to them."""
    policy = np.zeros(len(acts), np.int64)
    for hand in range(len(acts)):
        if acts[hand, HIT] > acts[hand, STAND]:
            policy[hand] = HIT
        if options[1] and lattice[3][hand] == 2 and acts[hand, DOUBLE] > max(acts[hand, HIT], acts[hand, STAND]):
            policy[hand] = DOUBLE
    return policy


@register_jitable
def _weights(shoe: Any, lattice: Any) -> Any:
    """Return how likely each hand of two cards is to be dealt from a shoe."""
    weights, unseen = np.zeros(len(lattice[3])), shoe.sum()
    for high in range(10):
        for low in range(high + 1):
            ways = shoe[high] * (shoe[low] - 1) if high == low else 2 * shoe[high] * shoe[low]
            hand = lattice[1][lattice[5][1] + low, high]
            weights[hand] = max(ways, 0) / (unseen * (unseen - 1.0))
    return weights


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
        worth[0, hand] = _draw(hand, shoe, mate, lattice, terms, worth[1])
        if size[hand] > 2 and drawing[row[hand]] == HIT:
            worth[1, hand] = worth[0, hand]


@register_jitable
def _choose_rows(shoe: Any, lattice: Any, weights: Any, acts: Any, worth: Any, table: Any) -> bool:
    """Take the best letter for every row, by the hands that come into it under the table as it stands."""
    two, drawing, pairs = table
    hands, after, row, size = lattice[0], lattice[1], lattice[4], lattice[3]
    sums, drawn, is_met, reach = np.zeros((27, 4)), np.zeros((27, 2)), np.zeros(27), np.zeros(len(size))
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
            sums[at, STAND] += share * acts[hand, STAND]
            sums[at, HIT] += share * worth[0, hand]
            sums[at, DOUBLE] += share * acts[hand, DOUBLE]
            sums[at, SURRENDER] += share * acts[hand, SURRENDER]
            is_met[at] = 1.0
        else:
            chance = reach[hand]
            # A hand that the table never comes to still has a say where no other has.
            share = chance + 1e-30
            drawn[at, STAND] += share * acts[hand, STAND]
            drawn[at, HIT] += share * worth[0, hand]
        if is_hit and chance > 0.0:
            left = shoe - hands[hand]
            unseen = float(left.sum())
            for value in range(10):
                if left[value] > 0 and after[hand, value] >= 0:
                    reach[after[hand, value]] += chance * left[value] / unseen
    return _take_best(sums, drawn, is_met, two, drawing)


@register_jitable
def _take_best(sums: Any, drawn: Any, is_met: Any, two: Any, drawing: Any) -> bool:
    is_changed = False
    for at in range(27):
        if is_met[at] == 1.0:
            best = sums[at].argmax()
            is_changed = is_changed or best != two[at]
            two[at] = best
        if drawn[at, STAND] != 0.0 or drawn[at, HIT] != 0.0:
            best = HIT if drawn[at, HIT] > drawn[at, STAND] else STAND
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
def _table_policy(table: Any, lattice: Any, acts: Any, options: Any) -> Any:
    """Return how hands after a split are played by a table; where they may not be doubled, as drawn totals."""
    two, drawing, _ = table
    policy = np.zeros(len(acts), np.int64)
    for hand in range(len(acts)):
        at = lattice[4][hand]
        if at < 0 or acts[hand, HIT] == NEVER:
            continue
        letter = two[at] if lattice[3][hand] == 2 else drawing[at]
        if letter == SURRENDER or (letter == DOUBLE and not options[1]):
            letter = drawing[at]
        policy[hand] = letter
    return policy


@register_jitable
def _best_table(shoe: Any, where: Any, tables: Any, terms: Any, options: Any, work: Any, out: Any, table: Any) -> float:
    """Find the best table of totals against a first card, and return what the hands that are no Blackjack are worth."""
    first, caches, natural = where
    lattice, tree = tables
    acts, weights = out
    two, drawing, pairs = table
    mate, worth = tree[2][first], np.zeros((2, len(weights)))
    gains = np.full(10, NEVER)
    for _ in range(TRIES):
        for _ in range(TRIES):
            _hit_by_table(shoe, mate, lattice, drawing, acts, terms, worth)
            if not _choose_rows(shoe, lattice, weights, acts, worth, table):
                break
        policy = _table_policy(table, lattice, acts, options)
        is_settled = True
        for value in range(10):
            if not options[2] or shoe[value] < 2:
                continue
            gains[value] = _split(shoe, (first, value, caches), tables, policy, terms, options, work)
            hand = lattice[1][lattice[5][1] + value, value]
            letter = SPLIT if gains[value] > _by_letter(hand, two, lattice, acts, worth) else STAND
            is_settled = is_settled and pairs[value] == letter
            pairs[value] = letter
        if is_settled:
            break
    gain = 0.0
    for hand in range(lattice[5][2], lattice[5][3]):
        if weights[hand] > 0.0 and hand != natural:
            value = _pair_of(lattice[0][hand])
            is_split = value >= 0 and pairs[value] == SPLIT
            gain += weights[hand] * (gains[value] if is_split else _by_letter(hand, two, lattice, acts, worth))
    return gain


@register_jitable
def _by_letter(hand: int, two: Any, lattice: Any, acts: Any, worth: Any) -> float:
    at = lattice[4][hand]
    if at < 0 or acts[hand, HIT] == NEVER:
        return float(acts[hand, STAND])
    return float(worth[0, hand] if two[at] == HIT else acts[hand, two[at]])


def analyse(shoe: Any, lattice: Any, tree: Any, terms: Any, options: Any, found: Any) -> None:
    """Analyse one shoe under one set of rules.

    Args:
        shoe: How many cards of each value.
        lattice: The hands.
        tree: The dealer's hands.
        terms: What wagers gain; the sixth, what a surrender gains by a dealer's Blackjack, by first card.
        options: What is allowed.
        found: To be filled, first card first: acts by hand; gains of a round by cards and by table, weighted with the
            chance of the first card; letters of the table: two cards, drawn, pairs.
    """
    all_acts, gains, letters_two, letters_drawing, letters_pairs = found
    count, pairs_most = len(lattice[2]), max(1, 2 * options[3] - 3)
    stood, acts, best = np.zeros((2, count)), np.zeros((count, ACTS)), np.zeros(count)
    work = (np.zeros(count), np.zeros(count))
    caches = (np.zeros((10, pairs_most, 2, count)), np.zeros((10, pairs_most, count), np.bool_))
    tables, natural = (lattice, tree), lattice[1][lattice[5][1], 9]
    for first in range(10):
        if shoe[first] == 0:
            continue
        left = shoe.copy()
        left[first] -= 1
        own = np.append(terms[:5], terms[5 + first])
        _compose(left, first, lattice, tree, own, options, (stood, acts, best))
        weights, policy = _weights(left, lattice), _split_policy(acts, lattice, options)
        caches[1][:, :, :] = False
        looks, gain = 0.0, 0.0
        for hand in range(lattice[5][2], lattice[5][3]):
            if weights[hand] == 0.0:
                continue
            value = _pair_of(lattice[0][hand])
            if value >= 0 and options[2]:
                acts[hand, SPLIT] = _split(left, (first, value, caches), tables, policy, terms, options, work)
            looks += weights[hand] * stood[1, hand]
            gain += weights[hand] * (terms[3] * (1.0 - stood[1, hand]) if hand == natural else acts[hand].max())
        table = (letters_two[first], letters_drawing[first], letters_pairs[first])
        basic = _best_table(left, (first, caches, natural), tables, own, options, work, (acts, weights), table)
        # Where the dealer looks first, acts count what they gain beside the original wager that a Blackjack takes.
        paid = weights[natural] * terms[3] * (1.0 - stood[1, natural])
        taken = (looks - weights[natural] * stood[1, natural]) * terms[2]
        chance = shoe[first] / shoe.sum()
        gains[first, 0], gains[first, 1] = chance * (gain - taken), chance * (basic + paid - taken)
        all_acts[first] = acts


_SHAPES: Final = (
    "void(int64[::1], Tuple((int64[:, ::1], int64[:, ::1], int64[::1], int64[::1], int64[::1], int64[::1])),"
    " Tuple((int64[:, ::1], int64[::1], int64[::1], int64[::1])), float64[::1], int64[::1],"
    " Tuple((float64[:, :, ::1], float64[:, ::1], int64[:, ::1], int64[:, ::1], int64[:, ::1])))"
)


@cache
def compiled() -> Callable[..., None]:
    """Return the analysis compiled; the types are fixed here, so that all faults of the cache show here."""
    try:
        found = njit(_SHAPES, nogil=True, cache=True)(analyse)
    except _CACHE_FAULTS:
        # A package that is installed read-only, or a spoilt cache, costs every process the time to compile.
        found = njit(_SHAPES, nogil=True)(analyse)
    return cast("Callable[..., None]", found)
