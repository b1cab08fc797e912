"""Daily double and pick three, with scratches, cancelled legs and consolations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product

from pitboss.tote.books import PoolBook
from pitboss.tote.combos import Chosen, Masks
from pitboss.tote.legs import Division, divide, legs_text, selection, substituted_outs, tier
from pitboss.tote.pools import Candidate, Outcome, Pool, covered, opened, refund_all
from pitboss.tote.pricing import Paid, Price, WinningClass, distribute
from pitboss.tote.races import Race


@dataclass(frozen=True)
class Console:
    """Consolation bets: winners in some legs, scratched selections in the others."""

    races: Sequence[Race]
    wanted: tuple[int | None, ...]
    """A winner for each leg that was run with the selection, None where it was scratched."""
    scratched: Masks

    @property
    def priced(self) -> Chosen:
        """Return what sets the price: the winners of the legs that stand, with anything in the others."""
        legs = zip(self.races, self.wanted, strict=True)
        return Chosen(tuple(race.all if i is None else 1 << i for race, i in legs))

    @property
    def consoled(self) -> Chosen:
        """Return what is paid."""
        legs = zip(self.scratched, self.wanted, strict=True)
        return Chosen(tuple(out if i is None else 1 << i for out, i in legs))


def pay_consolations(outcome: Outcome, groups: Sequence[Sequence[Console]]) -> int:
    """Pay consolations, each group priced on the whole net pool as if it had won; return what was paid.

    A price counts all the money on the winners of the legs that stand, whatever was taken in the scratched ones.
    """
    pool, before = outcome.pool, sum(outcome.payout.values())
    for group in groups:
        if not any(outcome.book.holds(entry.consoled) for entry in group):
            continue
        found = [(entry, outcome.book.amounts(entry.priced)) for entry in group]
        held = [(entry, amounts) for entry, amounts in found if sum(amounts.values())]
        share = Fraction(1, len(held))
        classes = [WinningClass("", "consolation", amounts, share) for _, amounts in held]
        priced = distribute(outcome.net, classes, pool.rates, pool.config)
        for (entry, _), prices in zip(held, priced.prices, strict=True):
            _pay(outcome, entry, prices, share)
    return sum(outcome.payout.values()) - before


def _pay(outcome: Outcome, entry: Console, prices: dict[str, Price], share: Fraction) -> None:
    amounts = outcome.book.amounts(entry.consoled)
    if not sum(amounts.values()):
        return
    combo = legs_text(outcome.pool.races, tuple("SCR" if i is None else i for i in entry.wanted))
    prices = outcome.read(combo, prices)
    outcome.paid.append(Paid([WinningClass(combo, "consolation", amounts, share)], [prices]))
    outcome.add_paid(outcome.book.pay(entry.consoled, prices))


# Daily double


def settle_double(pool: Pool, book: PoolBook) -> Outcome:
    """Settle a daily double."""
    one, two = pool.races
    outcome = opened(pool, book, (one.scratched, two.scratched_early))
    if one.cancelled is not None or two.cancelled == "early":
        return refund_all(outcome, "race cancelled")
    if not one.is_run or not two.is_over:
        return outcome
    if not outcome.gross:
        return refund_all(outcome, "nothing live")
    if two.cancelled is not None:
        winners = [selection(pool.races, (i, None)) for i in one.winners]
        return divide(outcome, Division(outcome.net + pool.carryover_in, [winners], start=1))
    return divide(outcome, double_division(outcome))


def double_division(outcome: Outcome) -> Division:
    """Pay the consolations of a double whose races were run, and return who gets the rest."""
    pool, races = outcome.pool, outcome.pool.races
    one, two = races
    scratched = (0, two.scratched_late)
    paid = pay_consolations(outcome, [[Console(races, (i, None), scratched) for i in one.winners]])
    money = outcome.net + pool.carryover_in - paid
    # A bet on what was scratched takes part in nothing else.
    winners = [selection(races, (i, None), without=two.scratched_late) for i in one.winners]
    if paid and not any(outcome.book.holds(entry.wanted) for entry in winners):
        return Division(money, [], is_paid=True)
    levels = [
        [selection(races, pair) for pair in product(one.winners, two.winners)],
        [*winners, *(selection(races, (None, i)) for i in two.winners)],
        [selection(races, pair) for pair in product(_seconds(one), _seconds(two))],
    ]
    return Division(money, levels, is_paid=bool(paid))


def _seconds(race: Race) -> tuple[int, ...]:
    return race.order[1] if len(race.order) > 1 else ()


# Pick three


def settle_pick_three(pool: Pool, book: PoolBook) -> Outcome:
    """Settle a pick three."""
    outcome = opened(pool, book, _pick_three_outs(pool))
    if sum(race.cancelled is not None for race in pool.races) >= pool.config.pick3_refund_cancelled:
        return refund_all(outcome, "races cancelled")
    if not all(race.is_over for race in pool.races):
        return outcome
    if not outcome.gross:
        return refund_all(outcome, "nothing live")
    return divide(outcome, pick_three_division(outcome))


def _has_consolation(pool: Pool) -> bool:
    return pool.config.pick3_scratch == "consolation"


def _pick_three_outs(pool: Pool) -> Masks:
    first, *others = pool.races
    if _has_consolation(pool):
        return (first.scratched, *(race.scratched_early for race in others))
    return substituted_outs(pool)


def pick_three_division(outcome: Outcome) -> Division:
    """Pay the consolations of a pick three whose races are over, and return who gets the rest."""
    pool, races = outcome.pool, outcome.pool.races
    paid = 0
    scratched: Masks = ()
    if _has_consolation(pool):
        # Nobody gets the favourite in place of a scratched selection here.
        races = tuple(replace(race, favorite=None) for race in races)
        if all(race.is_run for race in races):
            scratched = (0, *(race.scratched_late for race in races[1:]))
            paid = pay_consolations(outcome, list(_pick_three_consoled(races, scratched)))
    levels = [_pick_three_winners(outcome, races), *([tier(races, hits, scratched)] for hits in (2, 1))]
    return Division(outcome.net + pool.carryover_in - paid, levels, is_paid=bool(paid))


def _pick_three_consoled(races: Sequence[Race], scratched: Masks) -> Iterator[list[Console]]:
    """Yield, for each set of legs with a late scratch, the winners of the other legs."""
    ways = product((False, True), repeat=len(races))
    for flags in sorted(ways, key=lambda flags: (sum(flags), [not flag for flag in flags])):
        is_possible = all(out for flag, out in zip(flags, scratched, strict=True) if flag)
        if any(flags) and is_possible:
            choices = [(None,) if flag else race.winners for flag, race in zip(flags, races, strict=True)]
            yield [Console(races, wanted, scratched) for wanted in product(*choices)]


def _pick_three_winners(outcome: Outcome, races: Sequence[Race]) -> list[Candidate]:
    if not all(race.is_run for race in races):
        return []
    combos = list(product(*(race.winners for race in races)))
    candidates = [_substituted(races, wanted) for wanted in combos]
    is_one_price = outcome.pool.config.pick3_dead_heat == "single_price" and len(candidates) > 1
    return [tier(races, len(races))] if is_one_price and len(covered(outcome, candidates)) > 1 else candidates


def _substituted(races: Sequence[Race], wanted: Sequence[int]) -> Candidate:
    """Return the bets with these selections; a scratched one became the favourite, whoever holds that already."""
    masks = [
        1 << i & ~race.scratched | (race.scratched if race.favorite == i else 0)
        for race, i in zip(races, wanted, strict=True)
    ]
    return Candidate(legs_text(races, wanted), Chosen(tuple(masks)))
