"""Prices: what is left of a pool, divided among its winning classes, broken down, lifted to the minimum, paid.

Amounts are whole cents and rates exact fractions; an unbroken price is an exact fraction of a dollar for a dollar. A
pool whose sources give up different shares is priced net, each source apart; otherwise the standard way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.money import Rounding, rounded
from pitboss.tote.config import Config, fraction_of

Amounts = dict[str, int]
"""Source to cents."""


@dataclass(frozen=True)
class WinningClass:
    """Bets that share one price."""

    combo: str
    level: int | str
    amounts: Amounts
    share: Fraction = Fraction(1)

    @property
    def amount(self) -> int:
        """Return what all sources have on it."""
        return sum(self.amounts.values())


@dataclass(frozen=True)
class Price:
    """What a class pays at one source, in cents for `per` cents, and what it was before it was broken."""

    cents: int
    per: int
    unbroken: Fraction
    is_lifted: bool = False
    """Whether it is the minimum, because breaking it left less."""

    def pays(self, amount: int) -> int:
        """Return the payment for one combination at so many cents."""
        return amount * self.cents // self.per


@dataclass
class Paid:
    """Priced classes: for each class the price at each source."""

    classes: Sequence[WinningClass]
    prices: list[dict[str, Price]] = field(default_factory=list)


def takeout_of(gross: Mapping[str, int], rates: Mapping[str, Fraction], rounding: Rounding) -> Amounts:
    """Return what is taken out of each source's part of a pool."""
    return {source: rounded(amount * rates[source], rounding) for source, amount in gross.items()}


def distribute(
    money: int,
    classes: Sequence[WinningClass],
    rates: Mapping[str, Fraction],
    config: Config,
    *,
    is_lifted: bool = True,
) -> Paid:
    """Price classes whose shares add up to one, so that together they get an amount of money."""
    is_net = config.price_method == "net" or (config.price_method == "auto" and len(set(rates.values())) > 1)
    keeps = {source: 1 - rate if is_net else Fraction(1) for source, rate in rates.items()}
    weights = [
        sum((amount * keeps[source] for source, amount in entry.amounts.items()), start=Fraction(0))
        for entry in classes
    ]
    profit = money - sum(weights)
    paid = Paid(classes)
    for entry, weight in zip(classes, weights, strict=True):
        base = 1 + entry.share * profit / weight
        paid.prices.append({source: _price(base * keeps[source], config, is_lifted=is_lifted) for source in rates})
    return paid


def _price(unbroken: Fraction, config: Config, *, is_lifted: bool) -> Price:
    """Break a price down, and lift it to the minimum; for as many cents as both can be said for."""
    cents, per = config.breakage
    broken = unbroken * per // cents * cents
    least_cents, least_per = config.min_payout
    if is_lifted and broken * least_per < least_cents * per:
        return Price(least_cents, least_per, unbroken, is_lifted=True)
    return Price(max(int(broken), 0), per, unbroken)


def percent(rate: str) -> str:
    """Write a rate as a percentage, or as the fraction it is where it has no end.

    >>> percent("0.18"), percent("0.1575"), percent("1/3")
    ('18%', '15.75%', '1/3')
    """
    exact = fraction_of(rate, "takeout") * 100
    digits = next((digits for digits in range(15) if (exact * 10**digits).denominator == 1), None)
    if digits is None:
        return str(exact / 100)
    whole, part = divmod(int(exact * 10**digits), 10**digits)
    return f"{whole}.{part:0{digits}}%" if digits else f"{whole}%"
