"""Consolations: what bets get that have the winners of some legs and a late scratch in the others."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.tote.legs import legs_text
from pitboss.tote.pricing import Paid, WinningClass, distribute
from pitboss.tote.wanted import Chosen

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.tote.combos import Masks
    from pitboss.tote.pools import Outcome
    from pitboss.tote.pricing import Price
    from pitboss.tote.races import Race

__all__ = ["Console", "pay_consolations"]


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
    outcome.paid.append(Paid([WinningClass(combo, "consolation", amounts, share)], [prices]))
    outcome.add_paid(outcome.book.pay(entry.consoled, prices))
