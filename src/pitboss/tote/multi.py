"""Pools over several races: daily double, pick three, pick n, with scratches, cancelled legs and consolations."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from pitboss.tote.combos import with_hits
from pitboss.tote.config import fraction_of
from pitboss.tote.pools import Candidate, amounts_of, covered, live_bets, refund_all
from pitboss.tote.pricing import Paid, WinningClass, distribute

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pitboss.tote.pools import Outcome, Pool
    from pitboss.tote.pricing import Price
    from pitboss.tote.races import Race

__all__ = ["settle_double", "settle_pick_n", "settle_pick_three"]


def _mask(interests: Sequence[int]) -> int:
    return sum(1 << i for i in interests)


def _legs(races: Sequence[Race], wanted: Sequence[int | str | None]) -> str:
    """Write a selection over several races: a number, SCR, or ALL for each leg."""
    return "/".join(
        "ALL" if i is None else i if isinstance(i, str) else race.interests[i]
        for race, i in zip(races, wanted, strict=True)
    )


def _chosen(masks: Sequence[int], *, wanted: Sequence[int | None]) -> int:
    """Count the combinations of a bet with these selections, anything where None is wanted."""
    pairs = zip(masks, wanted, strict=True)
    return prod(mask.bit_count() if i is None else mask >> i & 1 for mask, i in pairs)


def _selection(races: Sequence[Race], wanted: Sequence[int | None]) -> Candidate:
    return Candidate(_legs(races, wanted), partial(_chosen, wanted=tuple(wanted)))


def _first_covered(outcome: Outcome, levels: Sequence[list[Candidate]], money: int, *, start: int = 0) -> bool:
    """Pay the first level that somebody holds; tell whether there was one."""
    for level, candidates in enumerate(levels, start):
        classes = covered(outcome, candidates)
        if classes:
            outcome.status = "official"
            outcome.pay(money, level, classes)
            return True
    return False


# Consolations


@dataclass(frozen=True)
class _Console:
    """Consolation bets: winners in some legs, scratched selections in the others."""

    wanted: tuple[int | None, ...]
    """A winner for each leg that was run with the selection, None where it was scratched."""


def _consoled(masks: Sequence[int], *, wanted: Sequence[int | None], scratched: Sequence[int]) -> int:
    pairs = zip(masks, wanted, scratched, strict=True)
    return prod((mask & out).bit_count() if i is None else mask >> i & 1 for mask, i, out in pairs)


def _pay_consolations(outcome: Outcome, groups: Sequence[Sequence[_Console]], scratched: Sequence[int]) -> int:
    """Pay consolations, each group priced on the whole net pool as if it had won; return what was paid.

    A price counts all the money on the winners of the legs that stand, whatever was taken in the scratched ones.
    """
    pool, before = outcome.pool, sum(outcome.payout.values())
    for group in groups:
        held = []
        for entry in group:
            amounts = amounts_of(outcome, partial(_chosen, wanted=entry.wanted))
            consoled = partial(_consoled, wanted=entry.wanted, scratched=scratched)
            if sum(amounts.values()):
                held.append((entry, amounts, consoled))
        if not any(sum(amounts_of(outcome, consoled).values()) for _, _, consoled in held):
            continue
        share = Fraction(1, len(held))
        classes = [WinningClass("", "consolation", amounts, share) for _, amounts, _ in held]
        priced = distribute(outcome.net, classes, pool.rates, pool.config)
        for (entry, _, consoled), prices in zip(held, priced.prices, strict=True):
            _pay_consolation(outcome, entry, consoled, prices, share)
    return sum(outcome.payout.values()) - before


def _pay_consolation(
    outcome: Outcome, entry: _Console, consoled: partial[int], prices: dict[str, Price], share: Fraction
) -> None:
    amounts = amounts_of(outcome, consoled)
    if not sum(amounts.values()):
        return
    combo = _legs(outcome.pool.races, tuple("SCR" if i is None else i for i in entry.wanted))
    outcome.paid.append(Paid([WinningClass(combo, "consolation", amounts, share)], [prices]))
    for bet, masks in outcome.live:
        count = consoled(masks)
        if count:
            outcome.credit(bet, count * prices[bet.source].pays(bet.amount))


def _without(outcome: Outcome, scratched: Sequence[int]) -> None:
    """Take the scratched selections out of what is live: their bets take part in nothing else."""
    outcome.live = [
        (bet, kept)
        for bet, masks in outcome.live
        if all(kept := tuple(mask & ~out for mask, out in zip(masks, scratched, strict=True)))
    ]


# Daily double


def settle_double(pool: Pool) -> Outcome:
    """Settle a daily double."""
    one, two = pool.races
    outcome = live_bets(pool, lambda masks: (masks[0] & ~one.scratched, masks[1] & ~two.scratched_early))
    if one.cancelled is not None or two.cancelled == "early":
        return refund_all(outcome, "race cancelled")
    if not one.is_run or not two.is_over:
        return outcome
    if not outcome.live:
        return refund_all(outcome, "nothing live")
    winners = [_selection(pool.races, (i, None)) for i in one.winners]
    money = outcome.net + pool.carryover_in
    if two.cancelled is not None:
        return (
            outcome if _first_covered(outcome, [winners], money, start=1) else refund_all(outcome, "no winning wager")
        )
    scratched = (0, two.scratched_late)
    paid = _pay_consolations(outcome, [[_Console((i, None)) for i in one.winners]], scratched)
    _without(outcome, scratched)
    outcome.status = "official"
    if paid and not any(sum(amounts_of(outcome, entry.count).values()) for entry in winners):
        return outcome
    levels = [
        [_selection(pool.races, pair) for pair in product(one.winners, two.winners)],
        [*winners, *(_selection(pool.races, (None, i)) for i in two.winners)],
        [_selection(pool.races, pair) for pair in product(_seconds(one), _seconds(two))],
    ]
    return outcome if _first_covered(outcome, levels, money - paid) else refund_all(outcome, "no winning wager")


def _seconds(race: Race) -> tuple[int, ...]:
    return race.order[1] if len(race.order) > 1 else ()


# Pick three and pick n


def _leg_hits(race: Race, mask: int) -> tuple[int, int]:
    """Return how many selections of a leg hit and how many miss; a scratched one stands for the favourite."""
    total = mask.bit_count()
    if not race.is_run:
        return 0, total
    winners = _mask(race.winners)
    hits = (mask & winners & ~race.scratched).bit_count()
    if race.favorite in race.winners:
        hits += (mask & race.scratched).bit_count()
    return hits, total - hits


def _times(race: Race, mask: int, interest: int) -> int:
    """Return how often a leg holds an interest, scratched selections that became it included."""
    held = mask >> interest & ~race.scratched >> interest & 1
    if race.favorite == interest:
        held += (mask & race.scratched).bit_count()
    return held


def _by_hits(masks: Sequence[int], *, races: Sequence[Race], scratched: tuple[int, ...]) -> list[int]:
    """Return how many combinations of a bet have 0, 1, 2 … hits."""
    legs = [_leg_hits(race, mask) for race, mask in zip(races, masks, strict=True)]
    if not any(scratched):
        return with_hits(legs)
    # Winners in every leg but those with a late scratch: such combinations are consoled, and count nowhere else.
    outs = [(mask & out).bit_count() for mask, out in zip(masks, scratched, strict=True)]
    consoled = with_hits([(won, out) for (won, _), out in zip(legs, outs, strict=True)])
    return [count - less for count, less in zip(with_hits(legs), consoled, strict=True)]


def _substituted(masks: Sequence[int], *, races: Sequence[Race], wanted: Sequence[int]) -> int:
    legs = zip(races, masks, wanted, strict=True)
    return prod(_times(race, mask, interest) for race, mask, interest in legs)


def _early_refunds(pool: Pool) -> Outcome:
    is_refunded = pool.config.pickn_early_scratch == "refund"
    outs = tuple(race.scratched_early if is_refunded else 0 for race in pool.races)
    return live_bets(pool, lambda masks: tuple(mask & ~out for mask, out in zip(masks, outs, strict=True)))


def settle_pick_three(pool: Pool) -> Outcome:
    """Settle a pick three."""
    races = pool.races
    has_consolation = pool.config.pick3_scratch == "consolation"
    if has_consolation:
        # Nobody gets the favourite in place of a scratched selection here.
        races = tuple(replace(race, favorite=None) for race in races)
        outs = (races[0].scratched, *(race.scratched_early for race in races[1:]))
        outcome = live_bets(pool, lambda masks: tuple(mask & ~out for mask, out in zip(masks, outs, strict=True)))
    else:
        outcome = _early_refunds(pool)
    if sum(race.cancelled is not None for race in races) >= pool.config.pick3_refund_cancelled:
        return refund_all(outcome, "races cancelled")
    if not all(race.is_over for race in races):
        return outcome
    if not outcome.live:
        return refund_all(outcome, "nothing live")
    paid, scratched = 0, (0,) * len(races)
    if has_consolation and all(race.is_run for race in races):
        scratched = (0, *(race.scratched_late for race in races[1:]))
        paid = _pay_consolations(outcome, list(_pick_three_consoled(races, scratched)), scratched)
    outcome.status = "official"
    money = outcome.net + pool.carryover_in - paid
    tier = _tiers(races, scratched)
    levels = [_pick_three_winners(outcome, races), *([tier(hits)] for hits in (2, 1))]
    return outcome if _first_covered(outcome, levels, money) or paid else refund_all(outcome, "no winning wager")


def _pick_three_consoled(races: Sequence[Race], scratched: Sequence[int]) -> Iterator[list[_Console]]:
    """Yield, for each set of legs with a late scratch, the winners of the other legs."""
    ways = product((False, True), repeat=len(races))
    for flags in sorted(ways, key=lambda flags: (sum(flags), [not flag for flag in flags])):
        is_possible = all(out for flag, out in zip(flags, scratched, strict=True) if flag)
        if any(flags) and is_possible:
            choices = [(None,) if flag else race.winners for flag, race in zip(flags, races, strict=True)]
            yield [_Console(wanted) for wanted in product(*choices)]


def _pick_three_winners(outcome: Outcome, races: Sequence[Race]) -> list[Candidate]:
    if not all(race.is_run for race in races):
        return []
    combos = list(product(*(race.winners for race in races)))
    candidates = [
        Candidate(_legs(races, wanted), partial(_substituted, races=races, wanted=wanted)) for wanted in combos
    ]
    is_one_price = outcome.pool.config.pick3_dead_heat == "single_price"
    return [_tiers(races)(len(races))] if is_one_price and len(covered(outcome, candidates)) > 1 else candidates


def _tiers(races: Sequence[Race], scratched: Sequence[int] = ()) -> Callable[[int], Candidate]:
    """Return what gives the bets with so many hits, without those that got a consolation for what was scratched.

    All tiers of a bet are counted together, and once.
    """
    counted = lru_cache(maxsize=None)(partial(_by_hits, races=races, scratched=tuple(scratched)))

    def tier(hits: int) -> Candidate:
        return Candidate(f"{hits} of {len(races)}", lambda masks: counted(tuple(masks))[hits])

    return tier


def settle_pick_n(pool: Pool) -> Outcome:
    """Settle a pick six or any other number of legs, with its carryover."""
    races, legs = pool.races, len(pool.races)
    outcome = _early_refunds(pool)
    cancelled = sum(race.cancelled is not None for race in races)
    if cancelled >= _cancelled_at_most(legs):
        return refund_all(outcome, "races cancelled")
    if not all(race.is_over for race in races):
        return outcome
    if not outcome.live:
        return refund_all(outcome, "nothing live")
    tier = _tiers(races)
    tiers = {hits: covered(outcome, [tier(hits)]) for hits in range(1, legs + 1)}
    held = sorted((hits for hits, classes in tiers.items() if classes), reverse=True)
    if not held:
        return refund_all(outcome, "no winning wager")
    outcome.status = "official"
    parts, outcome.carryover_out = _parts(outcome, held, is_shortened=bool(cancelled))
    for hits, money in parts:
        outcome.pay(money, legs - hits, tiers[hits])
    return outcome


def _cancelled_at_most(legs: int) -> int:
    """Return with how many cancelled legs a pool is refunded."""
    return next(limit for most, limit in ((3, 2), (6, 3), (9, 4), (legs, 5)) if legs <= most)


def _parts(outcome: Outcome, held: Sequence[int], *, is_shortened: bool) -> tuple[list[tuple[int, int]], int]:
    """Return which tier gets how much, and what is carried over."""
    pool, net, legs = outcome.pool, outcome.net, len(outcome.pool.races)
    method, best, carried = pool.config.pickn_method, held[0], pool.carryover_in
    if is_shortened:
        return [(best, net)], carried
    minor = int(net * fraction_of(pool.config.minor_share, "minor_share"))
    has_carryover = method in ("carryover_minor", "carryover")
    # A pool without a carryover of its own leaves one it was given where it is.
    ready, kept = (carried, 0) if has_carryover else (0, carried)
    if best < legs:
        if pool.is_mandatory or not has_carryover:
            return [(best, net + ready)], kept
        return [(best, minor)], carried + net - minor
    if method in ("carryover", "no_carryover") or len(held) == 1:
        return [(best, net + ready)], kept
    return [(best, net - minor + ready), (held[1], minor)], kept
