"""What the board shows before a race: odds, probable prices, and what live tickets will pay."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any

from pitboss.tote.combos import Chosen, PairsWith, Wanted
from pitboss.tote.legs import tier
from pitboss.tote.multi import double_division, pick_three_division
from pitboss.tote.pick_n import parts
from pitboss.tote.pools import Outcome, Pool, covered
from pitboss.tote.pricing import Amounts, Price, WinningClass, distribute
from pitboss.tote.races import number_key

_BOARD = ("1-9 1-5 2-5 1-2 3-5 4-5 1-1 6-5 7-5 3-2 8-5 9-5 2-1 5-2 3-1 7-2 4-1 9-2 5-1").split()
_WHOLE = 6
"""From here on odds are shown as whole numbers."""
_MOST_CENTS = 9900
_STEPS = [(Fraction(*map(int, entry.split("-"))), entry) for entry in _BOARD]
_DIVISIONS = {"double": double_division, "pick3": pick_three_division}


def display(odds_cents: Fraction | int | None) -> str:
    """Return what the board shows for a profit of so many cents on a dollar.

    >>> display(560), display(5), display(190), display(None)
    ('5-1', '1-9', '9-5', '99-1')
    """
    if odds_cents is None or odds_cents >= _MOST_CENTS:
        return "99-1"
    odds = Fraction(odds_cents, 100)
    if odds < Fraction(1, 5):
        return "1-9"
    if odds >= _WHOLE:
        return f"{int(odds)}-1"
    return next(entry for step, entry in reversed(_STEPS) if step <= odds)


def whole_or_text(cents: Fraction) -> int | str:
    """Return cents as a number; with part of a cent, which a price for several dollars may have, as decimal text."""
    if cents.denominator == 1:
        return int(cents)
    cut = int(abs(cents) * 10**7)
    return f"{'-' if cents < 0 else ''}{cut // 10**7}.{cut % 10**7:07d}".rstrip("0")


def _alone(outcome: Outcome, amounts: Amounts) -> dict[str, Price] | None:
    """Return the prices of a class if it won alone on the present pool; None where nobody holds it."""
    if not sum(amounts.values()):
        return None
    pool = outcome.pool
    money = outcome.net + pool.carryover_in
    return distribute(money, [WinningClass("", 0, amounts)], pool.rates, pool.config).prices[0]


def odds_of(outcome: Outcome, source: str) -> dict[str, dict[str, Any]]:
    """Return the win odds of every betting interest that is not scratched."""
    race, on_each = outcome.pool.race, outcome.book.by_last(())
    found: dict[str, dict[str, Any]] = {}
    for i, name in enumerate(race.interests):
        if race.scratched >> i & 1:
            continue
        amounts = {where: amounts[i] for where, amounts in on_each.items()}
        prices = _alone(outcome, amounts)
        cents = None if prices is None else Fraction(prices[source].cents * 100, prices[source].per) - 100
        shown = None if cents is None else whole_or_text(cents)
        found[name] = {"amount": sum(amounts.values()), "odds_cents": shown, "display": display(cents)}
    return found


def probables_of(outcome: Outcome, source: str) -> dict[str, int | None]:
    """Return what each combination of an open exacta, quinella or double would pay for two dollars."""
    found: dict[str, int | None] = {}
    book = outcome.book.for_quotes()
    for name, wanted in _pairs(outcome.pool):
        prices = _alone(outcome, book.amounts(wanted))
        found[name] = None if prices is None else prices[source].pays(200)
    return found


def _pairs(pool: Pool) -> Iterator[tuple[str, Wanted]]:
    race = pool.races[0]
    standing = [i for i in range(len(race.interests)) if not race.scratched >> i & 1]
    if pool.kind == "double":
        second = pool.races[1]
        others = [i for i in range(len(second.interests)) if not second.scratched >> i & 1]
        for a, b in product(standing, others):
            yield f"{race.interests[a]}/{second.interests[b]}", Chosen((1 << a, 1 << b))
    elif pool.kind == "quinella":
        for a, b in combinations(sorted(standing, key=lambda i: number_key(race.interests[i])), 2):
            yield race.numbers((a, b)), PairsWith(a, 1 << b)
    else:
        for a, b in permutations(standing, 2):
            yield race.numbers((a, b)), Chosen((1 << a, 1 << b))


def will_pays_of(pool: Pool, settle: Callable[[Pool], Outcome], source: str) -> dict[str, int | None]:
    """Return what the winning tickets will pay for two dollars, for each interest that may win the last leg alone."""
    return quotes_of(settle(pool), source)


def quotes_of(outcome: Outcome, source: str) -> dict[str, int | None]:
    """Return the will-pays of a pool that is open until its last leg is run; the bets are looked at once for all."""
    pool, book = outcome.pool, outcome.book.for_quotes()
    *legs, last = pool.races
    found: dict[str, int | None] = {}
    for i, name in enumerate(last.interests):
        if last.scratched >> i & 1:
            continue
        runner = next(runner for runner, interest in last.interest_of.items() if interest == i)
        won = replace(pool, races=(*legs, replace(last, result=((runner,),))))
        prices = _top_prices(replace(outcome, pool=won, book=book, payout=defaultdict(int), paid=[]))
        # After a dead heat the lowest of several prices is the sure one.
        found[name] = min((by_source[source].pays(200) for by_source in prices), default=None)
    return found


def _top_prices(outcome: Outcome) -> Sequence[Mapping[str, Price]]:
    """Return the prices of the bets that have every leg right that was run; none where nobody has."""
    pool = outcome.pool
    cancelled = sum(race.cancelled is not None for race in pool.races)
    if pool.kind in _DIVISIONS:
        division = _DIVISIONS[pool.kind](outcome)
        money, classes = division.money, covered(outcome, division.levels[cancelled] if division.levels else ())
    else:
        hits = len(pool.races) - cancelled
        classes = covered(outcome, [tier(pool.races, hits)])
        money = parts(outcome, hits)[0][0][1] if classes else 0
    entries = [WinningClass(entry.combo, cancelled, amounts, share) for entry, share, amounts in classes]
    return distribute(money, entries, pool.rates, pool.config).prices
