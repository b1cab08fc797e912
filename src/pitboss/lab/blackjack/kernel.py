"""The value of every act for every hand of blackjack, by compiled walks over enumerated tables.

A kernel holds no rules: hands, the dealer's hands and what a wager gains come in as tables. For each first card it
reckons what standing is worth, then the other acts, then split pairs. What follows from that for a table of totals is
in `lab/blackjack/table_kernel.py`, with the walk that is called.

Split hands are played without a look at each other. So it does not matter in which order their cards came, and the
first card to each of them may be thought of as dealt before all others. A card set aside unseen changes no expectation:
    E(j, k) = p E(j + 1, k) + (1 - p) E(j, k + 1)
where j further cards of the pair's value and k others are gone, and p is how likely the next one has the pair's value.
So what hands are worth beside k unknown cards follows from what they are worth beside known ones.

Importing this module loads Numba.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
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
LOOKED: Final = 8
"""Where the terms go on after what hands gain by a dealer's Blackjack: whether the dealer looks first (1) or not,"""
NATURAL: Final = 9
"""what a Blackjack gains,"""
GIVEN_UP: Final = 10
"""what a surrender gains, and after it what it gains by a dealer's Blackjack."""
LATER: Final = 4
"""Where the terms of split hands but the first begin."""
TERMS: Final = GIVEN_UP + 1

# A lattice is hands, after, total, size, row, starts; a tree steps, starts, mates (the card that makes a first card a
# Blackjack, -1 for none), finals. Terms are floats: what the first hand gains by a dealer's Blackjack that stands under
# 21, on 21, doubled under 21 and doubled on 21, the same of further split hands, then as above. Options are whole
# numbers: double, double after split, split, hands at most, the value that is split once for one card each, and whether
# the table of totals is given.


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
    """Return what standing is worth on a hand as dealt, whatever the dealer has."""
    lost = terms[1] if total[hand] == 21 else terms[0]
    return stood[0, hand] + lost * stood[1, hand]


@register_jitable
def _stand_doubled(hand: int, stood: Any, total: Any, terms: Any) -> Any:
    """Return what standing is worth on a hand as dealt that was doubled."""
    lost = terms[3] if total[hand] == 21 else terms[2]
    return 2.0 * stood[0, hand] + lost * stood[1, hand]


@register_jitable
def _over(left: Any, unseen: float, value: int, mate: int, terms: Any) -> Any:
    """Return what a hand is worth that this card takes over 21: where the dealer looked first, it was no Blackjack."""
    if terms[LOOKED] == 0.0 or mate < 0:
        return -1.0
    return -1.0 + (left[mate] - (1.0 if value == mate else 0.0)) / (unseen - 1.0)


@register_jitable
def _draw(hand: int, shoe: Any, mate: int, lattice: Any, terms: Any, worth: Any, times: float) -> float:
    """Return what another card is worth, where the hands it makes are worth that, and one over 21 its loss so often."""
    left, gained = shoe - lattice[0][hand], 0.0
    unseen = float(left.sum())
    for value in range(10):
        if left[value] > 0:
            after = lattice[1][hand, value]
            gain = worth[after] if after >= 0 else times * _over(left, unseen, value, mate, terms)
            gained += left[value] / unseen * gain
    return gained


@register_jitable
def _compose(shoe: Any, first: int, lattice: Any, tree: Any, terms: Any, options: Any, out: Any) -> None:
    """Reckon every act of every hand but splits, by the cards of the hand, and what the best of stand and hit is worth.

    `out` is stood (2 by hands), acts (hands by acts) and best (hands).
    """
    stood, acts, best = out
    hands, total, size, mate = lattice[0], lattice[2], lattice[3], tree[2][first]
    todo = np.array([h for h in range(lattice[5][2], len(total)) if (hands[h] <= shoe).all()])
    _stand_values(shoe, first, lattice, tree, todo, stood)
    doubled = np.zeros(len(total))
    for hand in todo:
        doubled[hand] = _stand_doubled(hand, stood, total, terms)
    acts[:, :] = NEVER
    for place in range(len(todo) - 1, -1, -1):
        hand = todo[place]
        acts[hand, STAND] = best[hand] = _stand(hand, stood, total, terms)
        if total[hand] == 21:
            continue
        acts[hand, HIT] = _draw(hand, shoe, mate, lattice, terms, best, 1.0)
        best[hand] = max(best[hand], acts[hand, HIT])
        if size[hand] == 2:
            if options[0]:
                acts[hand, DOUBLE] = _draw(hand, shoe, mate, lattice, terms, doubled, 2.0)
            if terms[GIVEN_UP] > NEVER:
                looks = stood[1, hand]
                acts[hand, SURRENDER] = terms[GIVEN_UP] * (1.0 - looks) + terms[GIVEN_UP + 1] * looks


@register_jitable
def _split_hand(base: Any, where: Any, lattice: Any, tree: Any, policy: Any, terms: Any, work: Any, parts: Any) -> None:
    """Fill in what one hand of a split pair is worth by a second card of another value, and by one of the same.

    And after these two, by how much more (or less) the first of the hands loses by a dealer's Blackjack than others.
    `where` is first card, pair, and whether it gets one card only; the base lacks the pair's other cards.
    """
    first, pair, is_single = where
    reach, weight, twice, stood, known = work
    hands, after, total, mate = lattice[0], lattice[1], lattice[2], tree[2][first]
    begun = lattice[5][1] + pair
    left = base - hands[begun]
    unseen = float(left.sum())
    for same in range(2):
        reach[:] = 0.0
        weight[:] = 0.0
        twice[:] = 0.0
        for value in range(10):
            if left[value] > 0 and (value == pair) == (same == 1):
                reach[after[begun, value]] = left[value] / unseen
        parts[same] = _walk(reach, (weight, twice), base, mate, lattice, policy, terms, is_single)
        parts[2 + same] = 0.0
        todo = np.array([h for h in range(begun, len(total)) if weight[h] != 0.0 and not known[h]])
        if len(todo):
            _stand_values(base, first, lattice, tree, todo, stood)
        for hand in range(begun, len(total)):
            if weight[hand] != 0.0:
                known[hand] = True
                at = 1 if total[hand] == 21 else 0
                once = weight[hand] - 2.0 * twice[hand]
                later = once * terms[LATER + at] + twice[hand] * terms[LATER + 2 + at]
                own = once * terms[at] + twice[hand] * terms[2 + at]
                parts[same] += weight[hand] * stood[0, hand] + later * stood[1, hand]
                parts[2 + same] += (own - later) * stood[1, hand]


@register_jitable
def _walk(
    reach: Any, weights: Any, base: Any, mate: int, lattice: Any, policy: Any, terms: Any, is_single: bool
) -> float:
    """Follow a policy from hands with their chances; weigh the hands it stands on, return what is lost over 21.

    Weights are chances, twice those of doubled hands, and the chances of these apart.
    """
    hands, after, lost = lattice[0], lattice[1], 0.0
    weight, twice = weights
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
                twice[more] += chance
    return lost


@register_jitable
def _split(shoe: Any, where: Any, tables: Any, policy: Any, terms: Any, options: Any, work: Any) -> float:
    """Return what splitting a pair is worth, with further splits of the same value as far as there may be hands."""
    first, pair, caches = where
    lattice, tree = tables
    more, is_single = shoe[pair] - 2, pair == options[4]
    most = 2 if is_single else options[3]
    count = min(2 * most - 4, more) + 1
    # What a hand is worth beside so many cards of the pair's value and so many others: closed by a card of another
    # value or not, and for each of these what the first of the hands has beside that.
    worth = np.zeros((4, count + 1, most + 1))
    parts, (stood, known) = np.zeros(4), caches
    for gone in range(count):
        base = shoe.copy()
        base[pair] -= 1 + gone
        place = (first, pair, is_single)
        own = (work[0], work[1], work[2], stood[pair, gone], known[pair, gone])
        _split_hand(base, place, lattice, tree, policy, terms, own, parts)
        for kind in (0, 2):
            worth[kind, gone, 0], worth[kind + 1, gone, 0] = parts[kind], parts[kind] + parts[kind + 1]
    unseen = shoe.sum() - 2
    for beside in range(most):
        # Where all cards of the pair's value were counted, none can come after the last, and every row goes on.
        for gone in range(count if count == more + 1 else count - beside - 1):
            chance = (more - gone) / (unseen - gone - beside)
            for kind in range(4):
                rest = worth[kind, gone, beside] - chance * worth[kind, gone + 1, beside]
                worth[kind, gone, beside + 1] = rest / (1.0 - chance)
    return _hands_made(worth, more, unseen, most)


@register_jitable
def _hands_made(worth: Any, more: int, unseen: int, most: int) -> float:
    """Sum what the hands are worth over the ways in which a pair may be split on.

    The first hand is dealt to its end before the others, so it is closed as soon as any is.
    """
    closed, free, first_closed, first_free = worth[0], worth[1], worth[2], worth[3]
    if most == 2:
        return float(2.0 * free[0, 0] + first_free[0, 0])
    gained, ways = 0.0, np.zeros((most, most + 1))
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
                    apart = 1.0 - (more - last) / (unseen - last - others + 1)
                    full += (others * closed[last, others - 1] + first_closed[last, others - 1]) / apart
                else:
                    full += first_free[last, 0]
                gained += way * chance * full
            if others + 1 < same + 2:
                ways[same, others + 1] += way * (1.0 - chance)
            else:
                hands = same + 2
                apart = 1.0 - (more - same) / (unseen - same - hands + 1)
                made = hands * closed[same, hands - 1] + first_closed[same, hands - 1]
                gained += way * (1.0 - chance) * made / apart
    return gained


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
