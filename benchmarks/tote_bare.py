"""Bare compiled loops over the columns of a pool: no checks, no refunds, no rules, and prices that are known already.

Each counts the combinations of every bet by a formula written for its one kind of pool, adds up what was sold and what
is on the winners, and writes what each row is paid. `read` does not even count.
"""

from __future__ import annotations

from typing import Any

from numba import njit
from numba.extending import intrinsic

__all__ = ["bare_legs", "bare_superfecta", "bare_trifecta", "bare_will_pays", "read"]


def _counted(_typing: Any, mask: Any) -> Any:
    return mask(mask), lambda _context, builder, _signature, arguments: builder.ctpop(arguments[0])


_popcount: Any = intrinsic(_counted)
"""How many bits are set, in one instruction."""


def _trifecta(columns: Any, winners: Any, prices: Any, results: Any) -> None:
    masks, amount, source = columns
    sold, won, payouts = results
    first, second, third = winners
    for row in range(len(amount)):
        a, b, c = masks[0, row], masks[1, row], masks[2, row]
        n_a, n_b, n_c = _popcount(a), _popcount(b), _popcount(c)
        count = n_a * n_b * n_c - _popcount(a & b) * n_c - _popcount(a & c) * n_b - _popcount(b & c) * n_a
        count += 2 * _popcount(a & b & c)
        where = source[row]
        sold[where] += count * amount[row]
        if a >> first & b >> second & c >> third & 1:
            won[0, where] += amount[row]
            payouts[row] = amount[row] * prices[0, where] // 100


def _superfecta(columns: Any, winners: Any, prices: Any, results: Any) -> None:
    masks, amount, source = columns
    sold, won, payouts = results
    first, second, third, fourth = winners
    for row in range(len(amount)):
        a, b, c, d = masks[0, row], masks[1, row], masks[2, row], masks[3, row]
        n_a, n_b, n_c, n_d = _popcount(a), _popcount(b), _popcount(c), _popcount(d)
        n_ab, n_ac, n_ad = _popcount(a & b), _popcount(a & c), _popcount(a & d)
        n_bc, n_bd, n_cd = _popcount(b & c), _popcount(b & d), _popcount(c & d)
        count = n_a * n_b * n_c * n_d + n_ab * n_cd + n_ac * n_bd + n_ad * n_bc - 6 * _popcount(a & b & c & d)
        count -= n_ab * n_c * n_d + n_ac * n_b * n_d + n_ad * n_b * n_c
        count -= n_bc * n_a * n_d + n_bd * n_a * n_c + n_cd * n_a * n_b
        count += 2 * (_popcount(a & b & c) * n_d + _popcount(a & b & d) * n_c)
        count += 2 * (_popcount(a & c & d) * n_b + _popcount(b & c & d) * n_a)
        where = source[row]
        sold[where] += count * amount[row]
        if a >> first & b >> second & c >> third & d >> fourth & 1:
            won[0, where] += amount[row]
            payouts[row] = amount[row] * prices[0, where] // 100


def _legs(columns: Any, winners: Any, prices: Any, results: Any) -> None:
    """Add up all legs right, and all but one."""
    masks, amount, source = columns
    sold, won, payouts = results
    for row in range(len(amount)):
        count, hits = 1, 0
        for leg in range(len(winners)):
            count *= _popcount(masks[leg, row])
            hits += masks[leg, row] >> winners[leg] & 1
        where = source[row]
        sold[where] += count * amount[row]
        if hits < len(winners) - 1:
            continue
        every, but_one = 1, 0
        for leg in range(len(winners)):
            hit = masks[leg, row] >> winners[leg] & 1
            but_one = but_one * hit + every * (_popcount(masks[leg, row]) - hit)
            every *= hit
        won[0, where] += every * amount[row]
        won[1, where] += but_one * amount[row]
        payouts[row] = every * (amount[row] * prices[0, where] // 100)
        payouts[row] += but_one * (amount[row] * prices[1, where] // 100)


def _will_pays(columns: Any, winners: Any, sold: Any, table: Any) -> None:
    """Add up what is on each interest of the last leg, with all the others right."""
    masks, amount, source = columns
    last = len(winners) - 1
    for row in range(len(amount)):
        count, every = 1, 1
        for leg in range(last):
            count *= _popcount(masks[leg, row])
            every &= masks[leg, row] >> winners[leg] & 1
        where, left = source[row], masks[last, row]
        sold[where] += count * _popcount(left) * amount[row]
        if every:
            for interest in range(table.shape[1]):
                table[where, interest] += (left >> interest & 1) * amount[row]


def _read(columns: Any, sold: Any) -> int:
    """Add up the amounts, and look at every mask."""
    masks, amount, source = columns
    seen = 0
    for row in range(len(amount)):
        for leg in range(len(masks)):
            seen ^= masks[leg, row]
        sold[source[row]] += amount[row]
    return seen


bare_trifecta, bare_superfecta, bare_legs, bare_will_pays, read = (
    njit(nogil=True)(loop) for loop in (_trifecta, _superfecta, _legs, _will_pays, _read)
)
