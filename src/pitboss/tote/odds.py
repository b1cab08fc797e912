"""What the board shows before a race: odds, probable prices, and what live tickets will pay."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Any

from pitboss.tote.combos import matching_ordered
from pitboss.tote.pools import amounts_of
from pitboss.tote.pricing import WinningClass, distribute
from pitboss.tote.races import number_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from pitboss.tote.pools import Counter, Outcome, Pool
    from pitboss.tote.pricing import Price

__all__ = ["display", "odds_of", "probables_of", "whole_or_text", "will_pays_of"]

_BOARD = ("1-9 1-5 2-5 1-2 3-5 4-5 1-1 6-5 7-5 3-2 8-5 9-5 2-1 5-2 3-1 7-2 4-1 9-2 5-1").split()
_WHOLE = 6
"""From here on odds are shown as whole numbers."""
_MOST_CENTS = 9900
_STEPS = [(Fraction(*map(int, entry.split("-"))), entry) for entry in _BOARD]


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


def _alone(outcome: Outcome, count: Counter) -> dict[str, Price] | None:
    """Return the prices of a class if it won alone on the present pool; None where nobody holds it."""
    amounts = amounts_of(outcome, count)
    if not sum(amounts.values()):
        return None
    pool = outcome.pool
    money = outcome.net + pool.carryover_in
    return distribute(money, [WinningClass("", 0, amounts)], pool.rates, pool.config).prices[0]


def odds_of(outcome: Outcome, source: str) -> dict[str, dict[str, Any]]:
    """Return the win odds of every betting interest that is not scratched."""
    race = outcome.pool.race
    found: dict[str, dict[str, Any]] = {}
    for i, name in enumerate(race.interests):
        if race.scratched >> i & 1:
            continue
        count: Counter = partial(_bit, interest=i)
        prices = _alone(outcome, count)
        cents = None if prices is None else Fraction(prices[source].cents * 100, prices[source].per) - 100
        shown = None if cents is None else whole_or_text(cents)
        amount = sum(amounts_of(outcome, count).values())
        found[name] = {"amount": amount, "odds_cents": shown, "display": display(cents)}
    return found


def _bit(masks: Sequence[int], *, interest: int) -> int:
    return masks[0] >> interest & 1


def probables_of(outcome: Outcome, source: str) -> dict[str, int | None]:
    """Return what each combination of an open exacta, quinella or double would pay for two dollars."""
    found: dict[str, int | None] = {}
    for name, count in _pairs(outcome.pool):
        prices = _alone(outcome, count)
        found[name] = None if prices is None else prices[source].pays(200)
    return found


def _pairs(pool: Pool) -> Iterator[tuple[str, Counter]]:
    race = pool.races[0]
    standing = [i for i in range(len(race.interests)) if not race.scratched >> i & 1]
    if pool.kind == "double":
        second = pool.races[1]
        others = [i for i in range(len(second.interests)) if not second.scratched >> i & 1]
        for a, b in product(standing, others):
            yield f"{race.interests[a]}/{second.interests[b]}", partial(_both, first=a, second=b)
    elif pool.kind == "quinella":
        for a, b in combinations(sorted(standing, key=lambda i: number_key(race.interests[i])), 2):
            yield race.numbers((a, b)), partial(_either, first=a, second=b)
    else:
        for a, b in permutations(standing, 2):
            yield race.numbers((a, b)), partial(_in_order, pattern=(a, b))


def _both(masks: Sequence[int], *, first: int, second: int) -> int:
    return masks[0] >> first & masks[1] >> second & 1


def _either(masks: Sequence[int], *, first: int, second: int) -> int:
    return (masks[0] >> first & masks[1] >> second & 1) | (masks[0] >> second & masks[1] >> first & 1)


def _in_order(masks: Sequence[int], *, pattern: tuple[int, ...]) -> int:
    return matching_ordered(masks, pattern)


def will_pays_of(pool: Pool, settle: Callable[[Pool], Outcome], source: str) -> dict[str, int | None]:
    """Return what the winning tickets will pay for two dollars, for each interest that may win the last leg alone."""
    last = pool.races[-1]
    found: dict[str, int | None] = {}
    for i, name in enumerate(last.interests):
        if last.scratched >> i & 1:
            continue
        runner = next(runner for runner, interest in last.interest_of.items() if interest == i)
        outcome = settle(replace(pool, races=(*pool.races[:-1], replace(last, result=((runner,),)))))
        # A cancelled leg gives nobody a hit; after a dead heat the lowest of several prices is the sure one.
        full = sum(race.cancelled is not None for race in pool.races)
        prices = [
            prices[source].pays(200)
            for paid in outcome.paid
            for entry, prices in zip(paid.classes, paid.prices, strict=True)
            if entry.level == full
        ]
        found[name] = min(prices, default=None)
    return found
