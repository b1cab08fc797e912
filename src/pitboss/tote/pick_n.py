"""Pick six, and pick n of any other number of legs: tiers of hits, with a minor share and a carryover."""

from __future__ import annotations

from pitboss.tote.books import PoolBook
from pitboss.tote.config import fraction_of
from pitboss.tote.legs import substituted_outs, tier
from pitboss.tote.pools import Outcome, Pool, covered, opened, refund_all


def settle_pick_n(pool: Pool, book: PoolBook) -> Outcome:
    """Settle a pick six or any other number of legs, with its carryover."""
    races, legs = pool.races, len(pool.races)
    outcome = opened(pool, book, substituted_outs(pool))
    if _cancelled(pool) >= _cancelled_at_most(legs):
        return refund_all(outcome, "races cancelled")
    if not all(race.is_over for race in races):
        return outcome
    if not outcome.gross:
        return refund_all(outcome, "nothing live")
    best = _best_below(outcome, legs + 1)
    if best is None:
        return refund_all(outcome, "no winning wager")
    outcome.status = "official"
    found, outcome.carryover_out = parts(outcome, best)
    for hits, money in found:
        outcome.pay(money, legs - hits, covered(outcome, [tier(races, hits)]))
    return outcome


def _cancelled(pool: Pool) -> int:
    return sum(race.cancelled is not None for race in pool.races)


def _cancelled_at_most(legs: int) -> int:
    """Return with how many cancelled legs a pool is refunded."""
    return next(limit for most, limit in ((3, 2), (6, 3), (9, 4), (legs, 5)) if legs <= most)


def _best_below(outcome: Outcome, hits: int) -> int | None:
    """Return the most hits that somebody has, of fewer than so many; None where there are none."""
    races = outcome.pool.races
    return next((found for found in range(hits - 1, 0, -1) if outcome.book.holds(tier(races, found).wanted)), None)


def parts(outcome: Outcome, best: int) -> tuple[list[tuple[int, int]], int]:
    """Return which tier gets how much, the best one first, and what is carried over."""
    pool, net, legs = outcome.pool, outcome.net, len(outcome.pool.races)
    method, carried = pool.config.pickn_method, pool.carryover_in
    if _cancelled(pool):
        return [(best, net)], carried
    minor = int(net * fraction_of(pool.config.minor_share, "minor_share"))
    has_carryover = method in ("carryover_minor", "carryover")
    # A pool without a carryover of its own leaves one it was given where it is.
    ready, kept = (carried, 0) if has_carryover else (0, carried)
    if best < legs:
        if pool.is_mandatory or not has_carryover:
            return [(best, net + ready)], kept
        return [(best, minor)], carried + net - minor
    following = None if method in ("carryover", "no_carryover") else _best_below(outcome, best)
    if following is None:
        return [(best, net + ready)], kept
    return [(best, net - minor + ready), (following, minor)], kept
