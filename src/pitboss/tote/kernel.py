"""Counting and adding up bets by the million: compiled walks over masks, amounts and sources in columns.

A kernel holds no rules. It is handed a question, which says by masks what counts, and takes the rows in blocks that
stay in the processor's cache: it counts each row's combinations, by vector instructions, and then adds up.

Importing this module loads Numba, which takes a second: it is imported where there are many bets to settle. All of it
also runs uncompiled. It is one file because Numba looks at one file only to see whether its compiled code is stale.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any, Final, cast

import numpy as np
from numba import njit, types
from numba.extending import intrinsic, overload, register_jitable

EACH: Final = 0
"""One of the wanted in every position."""
IN_ORDER: Final = 1
"""The same, and in the positions that are free nobody twice."""
PAIRS: Final = 2
"""Pairs of the wanted, in either order."""
PAIRS_WITH: Final = 3
"""Those of them that hold the interest `number` and one of the others."""
HITS: Final = 4
"""One of the wanted in exactly `number` positions and of the others elsewhere, but not of the consoled everywhere."""

BLOCK: Final = 256
"""Rows at a time."""
SUM_MAX: Final = 2**62
"""No sum passes this; 64 bits hold two of them, so that one addition too many is seen in time."""
_LANES: Final = 4
"""Sums are kept in so many parts: where rows of one source follow each other, none has to wait for the one before."""
_CACHE_FAULTS: Final = (RuntimeError, OSError, EOFError, pickle.UnpicklingError)
"""What Numba raises when it finds no place for compiled code, or finds a spoilt file there."""


# Counting. A question is kind, number, wanted, others, consoled and free, as `pitboss.tote.questions` makes it; `work`
# is memory for signed counts, rows of a block's length: the third has the counts asked for, and behind the fourth there
# is one for each number of hits up to half the legs.


def _popcount(mask: Any) -> int:
    return int(mask).bit_count()


def _instruction(_typing: Any, mask: Any) -> Any:
    signed = types.Integer.from_bitwidth(mask.bitwidth, signed=True)
    return signed(mask), lambda _context, builder, _signature, arguments: builder.ctpop(arguments[0])


_ctpop: Any = intrinsic(_instruction)
# What stands in its place where it is compiled: the outer function is asked with a type, the inner one with a mask.
overload(_popcount)(lambda mask: lambda mask: _ctpop(mask))  # noqa: ARG005, PLW0108


@register_jitable
def _count(question: Any, masks: Any, start: int, work: Any) -> Any:
    """Return how many combinations count of each row of the block from `start` on."""
    kind, size = question[0], min(BLOCK, masks.shape[1] - start)
    counts = work[2, :size]
    if kind == HITS:
        _count_hits(question, masks, start, counts, work)
    elif kind in (PAIRS, PAIRS_WITH):
        _count_pairs(question, masks, start, counts)
    else:
        _count_each(question, masks, start, counts)
        if kind == IN_ORDER:
            _count_in_order(question, masks, start, counts)
    return counts


@register_jitable
def _count_each(question: Any, masks: Any, start: int, counts: Any) -> None:
    """Multiply how many of the wanted there are in each position that is not free."""
    wanted, free, size = question[2], question[5], len(counts)
    counts[:] = 1
    for position in range(len(wanted)):
        is_free = False
        for place in free:
            is_free |= place == position
        if not is_free:
            column, these = masks[position, start : start + size], wanted[position]
            for row in range(size):
                counts[row] *= _popcount(column[row] & these)


@register_jitable
def _two(a: Any, b: Any) -> Any:
    """Count the ways to take different interests from the masks."""
    return _popcount(a) * _popcount(b) - _popcount(a & b)


@register_jitable
def _three(a: Any, b: Any, c: Any) -> Any:
    """Count them with any third one, less those where it is the first or the second."""
    return _two(a, b) * _popcount(c) - _two(a & c, b) - _two(a, b & c)


@register_jitable
def _four(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Count them with any fourth one, less those where it is one of the others."""
    return _three(a, b, c) * _popcount(d) - _three(a & d, b, c) - _three(a, b & d, c) - _three(a, b, c & d)


@register_jitable
def _count_in_order(question: Any, masks: Any, start: int, counts: Any) -> None:
    """Multiply by the ways to fill the free positions with different interests."""
    wanted, free, size = question[2], question[5], len(counts)
    first, one = masks[free[0], start : start + size], wanted[free[0]]
    second, two = masks[free[1], start : start + size], wanted[free[1]]
    if len(free) == 2:  # noqa: PLR2004 - as many as have a name here
        for row in range(size):
            counts[row] *= _two(first[row] & one, second[row] & two)
        return
    third, three = masks[free[2], start : start + size], wanted[free[2]]
    if len(free) == 3:  # noqa: PLR2004 - likewise
        for row in range(size):
            counts[row] *= _three(first[row] & one, second[row] & two, third[row] & three)
        return
    fourth, four = masks[free[3], start : start + size], wanted[free[3]]
    for row in range(size):
        counts[row] *= _four(first[row] & one, second[row] & two, third[row] & three, fourth[row] & four)


@register_jitable
def _count_pairs(question: Any, masks: Any, start: int, counts: Any) -> None:
    kind, interest, wanted, others = question[:4]
    for row in range(len(counts)):
        first, second = masks[0, start + row] & wanted[0], masks[1, start + row] & wanted[1]
        if kind == PAIRS:
            common = _popcount(first & second)
            counts[row] = _popcount(first) * _popcount(second) - common - common * (common - 1) // 2
        else:
            partners = second * (first >> interest & 1) | first * (second >> interest & 1)
            counts[row] = _popcount(partners & others[0])


@register_jitable
def _count_hits(question: Any, masks: Any, start: int, counts: Any, work: Any) -> None:
    """Count only where enough legs have a hit: few rows, if the hits asked for are many."""
    _, hits, wanted, others, consoled = question[:5]
    size, legs, rows = len(counts), work[0], work[3]
    legs[:] = 0
    for leg in range(len(wanted)):
        column, these = masks[leg, start : start + size], wanted[leg]
        for row in range(size):
            legs[row] += (column[row] & these) != 0
    some = rows[: _some(legs[:size], hits, rows)]
    counts[:] = 0
    _tally(hits, (wanted, others), masks, (start, some, counts, 1), work)
    if len(consoled):
        _tally(hits, (wanted, consoled), masks, (start, some, counts, -1), work)


@register_jitable
def _tally(hits: int, sides: Any, masks: Any, target: Any, work: Any) -> None:
    """Count the combinations with so many of one side, and of the other elsewhere, by whichever are fewer."""
    start, rows, counts, sign = target
    legs, is_by_hits = len(sides[0]), 2 * hits <= len(sides[0])
    few = hits if is_by_hits else legs - hits
    counted, uncounted = (sides[0], sides[1]) if is_by_hits else (sides[1], sides[0])
    one, other, tally = work[0], work[1], work[4:]
    tally[: few + 1, : len(rows)] = 0
    tally[0, : len(rows)] = 1
    for leg in range(legs):
        for place in range(len(rows)):
            mask = masks[leg, start + rows[place]]
            one[place], other[place] = _popcount(mask & counted[leg]), _popcount(mask & uncounted[leg])
        for number in range(few, 0, -1):
            found, before = tally[number], tally[number - 1]
            for place in range(len(rows)):
                found[place] = found[place] * other[place] + before[place] * one[place]
        for place in range(len(rows)):
            tally[0, place] *= other[place]
    for place in range(len(rows)):
        counts[rows[place]] += sign * tally[few, place]


@register_jitable
def _some(values: Any, least: int, rows: Any) -> int:
    """List the rows of a block with so much, and return how many; no branch here can be guessed wrong."""
    found = 0
    for row in range(len(values)):
        rows[found] = row
        found += values[row] >= least
    return found


# Adding up. `columns` are masks, amounts and sources; `sums` and tables have a place for each source.


@register_jitable
def _add(counts: Any, start: int, amount: Any, source: Any, lanes: Any) -> None:
    """Add what each row of a block has on it to its source."""
    size = len(counts)
    amounts, sources = amount[start : start + size], source[start : start + size]
    for row in range(size):
        lanes[row & (_LANES - 1), sources[row]] += counts[row] * amounts[row]


@register_jitable
def _faults(columns: Any, start: int, size: int, listed: Any, sources: int) -> int:
    """Tell, by anything but 0, that a block has a mask with an interest that is not listed, or no such source."""
    masks, _, source = columns
    faults = 0
    for position in range(len(listed)):
        column, unknown = masks[position, start : start + size], ~listed[position]
        for row in range(size):
            faults |= (column[row] & unknown) != 0
    for row in range(start, start + size):
        faults |= source[row] >= sources
    return faults


def open_rows(questions: Any, columns: Any, limits: Any, results: Any, work: Any) -> int:
    """Add up what was sold and what of it is live, by two questions; a row's difference, if any, is its refund.

    Returns:
        How many rows are good, up to the block with one that is not: with an interest that is not listed, an amount
        under 1, a source there is none of, or with which all amounts together pass the limit.
    """
    masks, amount, source = columns
    listed, limit = limits
    sums, refunds = results
    lanes = np.zeros((2, _LANES, sums.shape[1]), dtype=np.int64)
    left = limit
    for start in range(0, len(amount), BLOCK):
        size = min(BLOCK, len(amount) - start)
        least, most = limit, 0
        for row in range(start, start + size):
            least, most = min(least, amount[row]), max(most, amount[row])
            left -= amount[row]
        if _faults(columns, start, size, listed, sums.shape[1]) or least < 1 or most > limit or left < 0:
            return start
        counts = _count(questions[0], masks, start, work)
        _add(counts, start, amount, source, lanes[0])
        if len(refunds):
            back, amounts = refunds[start : start + size], amount[start : start + size]
            for row in range(size):
                back[row] = counts[row] * amounts[row]
            counts = _count(questions[1], masks, start, work)
            _add(counts, start, amount, source, lanes[1])
            for row in range(size):
                back[row] -= counts[row] * amounts[row]
    for lane in range(_LANES):
        for place in range(sums.shape[1]):
            sums[0, place] += lanes[0, lane, place]
            sums[1, place] += lanes[1 if len(refunds) else 0, lane, place]
    return len(amount)


def add_rows(question: Any, columns: Any, found: Any, sums: Any, work: Any) -> int:
    """Add up what is on the combinations that count; list the rows that have any, with how many, and count them."""
    masks, amount, source = columns
    rows, numbers = found
    block = np.empty(BLOCK, dtype=np.int64)
    total = 0
    for start in range(0, len(amount), BLOCK):
        counts = _count(question, masks, start, work)
        for place in range(_some(counts, 1, block)):
            row, count = start + block[place], np.int64(counts[block[place]])
            sums[source[row]] += count * amount[row]
            rows[total], numbers[total] = row, count
            total += 1
    return total


def find_row(question: Any, columns: Any, work: Any) -> bool:
    """Tell whether any row has a combination that counts, and stop at the first."""
    for start in range(0, len(columns[1]), BLOCK):
        for count in _count(question, columns[0], start, work):
            if count:
                return True
    return False


def last_rows(question: Any, columns: Any, live: Any, table: Any, work: Any) -> None:
    """Add up for each interest what the last position holds of it, where the positions before it count."""
    masks, amount, source = columns
    block, last = np.empty(BLOCK, dtype=np.int64), len(masks) - 1
    for start in range(0, len(amount), BLOCK):
        counts = _count(question, masks, start, work)
        for place in range(_some(counts, 1, block)):
            row = start + block[place]
            whole, held = np.int64(counts[block[place]]) * amount[row], masks[last, row] & live
            sums = table[source[row]]
            for interest in range(len(sums)):
                sums[interest] += whole * np.int64(held >> interest & 1)


def pay_rows(found: Any, columns: Any, prices: Any, payouts: Any, sums: Any) -> int:
    """Pay the rows found, for each combination its amount times so many cents, by so many, whole cents only.

    Returns:
        How many of them are good, up to one whose payments pass `SUM_MAX`, alone or with others.
    """
    rows, numbers = found
    cents, per = prices
    limits = SUM_MAX // np.maximum(cents, 1)
    for place in range(len(rows)):
        row, count = rows[place], numbers[place]
        where, amount = columns[2][row], columns[1][row]
        if amount > limits[where]:
            return place
        payment = amount * cents[where] // per[where]
        # Two numbers of 31 bits are no more than 62 together, and to divide takes long.
        if (payment | count) >> 31 and payment > SUM_MAX // count:
            return place
        payouts[row] += count * payment
        sums[where] += count * payment
        if payouts[row] > SUM_MAX or sums[where] > SUM_MAX:
            return place
    return len(rows)


_SIGNATURES = {
    open_rows: "int64(UniTuple({q}, 2), {c}, Tuple(({m}[::1], int64)), Tuple((int64[:, ::1], int64[::1])), {w})",
    add_rows: "int64({q}, {c}, UniTuple(int64[::1], 2), int64[::1], {w})",
    find_row: "boolean({q}, {c}, {w})",
    last_rows: "void({q}, {c}, {m}, int64[:, ::1], {w})",
    pay_rows: "int64(UniTuple(int64[::1], 2), {c}, UniTuple(int64[::1], 2), int64[::1], int64[::1])",
}


@cache
def compiled(walk: Callable[..., Any], mask_bytes: int) -> Callable[..., Any]:
    """Return a walk compiled for masks of that width.

    The types are fixed here, so that it is compiled in this place only, and all faults of the cache show here.
    """
    mask, count = f"uint{8 * mask_bytes}", f"int{8 * mask_bytes}"
    read = [f"Array({kind}, {n}, 'C', readonly=True)" for kind, n in ((mask, 2), ("int64", 1), ("uint16", 1))]
    question = f"Tuple((int64, int64, {mask}[::1], {mask}[::1], {mask}[::1], int64[::1]))"
    parts = {"m": mask, "w": f"{count}[:, ::1]", "q": question, "c": f"Tuple(({', '.join(read)}))"}
    signature = _SIGNATURES[walk].format(**parts)
    try:
        found = njit(signature, nogil=True, cache=True)(walk)
    except _CACHE_FAULTS:
        # A package that is installed read-only, or a spoilt cache, costs every process the time to compile.
        found = njit(signature, nogil=True)(walk)
    return cast("Callable[..., Any]", found)
