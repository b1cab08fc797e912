"""A pool of a naive totalizator: its money by source, its takeout, and the prices of its classes (sections 2 to 4)."""

from fractions import Fraction
from math import ceil, floor
from typing import Any

from tests.support.naive_tote_race import Race
from tests.support.naive_tote_tickets import Bet

__all__ = ["DEFAULTS", "Class", "Outcome", "Pool", "Refunded", "pay", "price_of", "shown", "split"]

DEFAULTS: dict[str, Any] = {
    "breakage": {"cents": 10, "per": 100},
    "min_payout": {"cents": 105, "per": 100},
    "takeout_rounding": "down",
    "price_method": "auto",
    "exacta_fallback": "first_or_second",
    "pick3_scratch": "favorite",
    "pick3_dead_heat": "profit_split",
    "pick3_refund_cancelled": 3,
    "pickn_method": "carryover_minor",
    "minor_share": "1/4",
    "pickn_early_scratch": "substitute",
    "twin_first_share": "1/2",
    "twin_carryover_cap": None,
    "multileg_box": "product",
}
ONLY_SOURCE = "host"


class Pool:
    """One pool: what was bet, what of it is handed back, and the favourites of its races."""

    def __init__(self, document: dict[str, Any], races: list[Race], settings: dict[str, Any]) -> None:
        self.kind: str = document["type"]
        self.document = document
        self.races = races
        self.settings = settings
        takeout = document["takeout"]
        self.rates: dict[str, Fraction] | None = None
        self.rate = Fraction(0)
        if isinstance(takeout, dict):
            self.rates = {source: Fraction(str(rate)) for source, rate in takeout.items()}
        else:
            self.rate = Fraction(str(takeout))
        self.carryover_in: int = document.get("carryover_in", 0)
        self.is_mandatory: bool = document.get("mandatory", False)
        self.favorites: dict[str, str | None] = {}
        self.unranked: set[str] = set()
        self.bets: list[Bet] = []
        self.handed_back: set[Bet] = set()

    def live(self) -> list[Bet]:
        """Return the bets that are not refunded."""
        return [bet for bet in self.bets if bet not in self.handed_back]

    def home(self) -> str:
        """Return the source of a ticket that names none, for which odds and probables are quoted too."""
        if self.rates is None or ONLY_SOURCE in self.rates:
            return ONLY_SOURCE
        return next(iter(self.rates))

    def sources(self) -> list[str]:
        """Return the sources: the declared ones, or where one takeout is for all those that sold."""
        if self.rates is not None:
            return list(self.rates)
        return sorted({bet.source for bet in self.bets})

    def rate_of(self, source: str) -> Fraction:
        """Return the takeout of a source."""
        return self.rate if self.rates is None else self.rates[source]

    def weight(self, bet: Bet) -> Fraction:
        """Return what counts of a bet where prices are net: what its source leaves of it, exactly (3)."""
        return bet.amount * (1 - self.rate_of(bet.source))

    def has_several_takeouts(self) -> bool:
        """Tell whether the sources' takeouts differ (3)."""
        return self.rates is not None and len(set(self.rates.values())) > 1

    def is_net_priced(self) -> bool:
        """Tell which price calculation is used; net is compulsory where takeouts differ (3)."""
        return self.has_several_takeouts() or self.settings["price_method"] == "net"

    def takeout_of(self, source: str) -> int:
        """Return the takeout of a source in whole cents (4.1)."""
        gross = sum(bet.amount for bet in self.live() if bet.source == source)
        exact = gross * self.rate_of(source)
        rounding = self.settings["takeout_rounding"]
        if rounding == "down":
            return floor(exact)
        return ceil(exact) if rounding == "up" else floor(exact + Fraction(1, 2))

    def gross(self) -> int:
        """Return sold less refunds (1)."""
        return sum(bet.amount for bet in self.live())

    def takeout(self) -> int:
        """Return the takeout of all sources."""
        return sum(self.takeout_of(source) for source in self.sources())

    def net(self) -> int:
        """Return gross less takeout (1)."""
        return self.gross() - self.takeout()


class Class:
    """A winning class: the bets that share its price, and those of them that are paid, which are nearly always all."""

    def __init__(
        self, combo: str, level: int | str, share: Fraction, bets: list[Bet], paid: list[Bet] | None = None
    ) -> None:
        self.combo = combo
        self.level = level
        self.share = share
        self.bets = bets
        self.paid = bets if paid is None else paid


class Refunded(Exception):
    """The pool is handed back in full (6)."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Outcome:
    """What a settled pool comes to: its winners, what each ticket gets, what was there to distribute."""

    def __init__(self, carryover_out: int) -> None:
        self.winners: list[dict[str, Any]] = []
        self.payments: list[tuple[Bet, int]] = []
        self.distributed = 0
        # For will-pays: the level of each class, and its price where odds are quoted for.
        self.quotes: list[tuple[int | str, Fraction]] = []
        self.carryover_out = carryover_out

    def payout(self) -> int:
        """Return all payments."""
        return sum(cents for _, cents in self.payments)


def split(classes: list[tuple[str, list[Bet]]], level: int | str) -> list[Class]:
    """Make a profit split with equal shares of those classes that are covered (5.4)."""
    covered = [(combo, bets) for combo, bets in classes if bets]
    return [Class(combo, level, Fraction(1, len(covered)), bets) for combo, bets in covered]


def unbroken_of(pool: Pool, classes: list[Class], one: Class, money: int, source: str) -> Fraction:
    """Return the price of a class for a dollar before it is broken (2, 3)."""
    if not pool.is_net_priced():
        profit = money - sum(bet.amount for each in classes for bet in each.bets)
        return 1 + one.share * profit / sum(bet.amount for bet in one.bets)
    weights = sum(pool.weight(bet) for each in classes for bet in each.bets)
    weight = sum(pool.weight(bet) for bet in one.bets)
    return (1 + one.share * (money - weights) / weight) * (1 - pool.rate_of(source))


def broken(pool: Pool, unbroken: Fraction, *, has_minimum: bool = True) -> Fraction:
    """Return the price in cents for a dollar: broken down (4.2), then lifted to the minimum (4.3)."""
    cents, per = pool.settings["breakage"]["cents"], pool.settings["breakage"]["per"]
    price = Fraction(floor(unbroken * per / cents) * cents * 100, per)
    minimum = pool.settings["min_payout"]
    if isinstance(minimum, int):
        minimum = {"cents": minimum, "per": 100}
    return max(price, Fraction(minimum["cents"] * 100, minimum["per"])) if has_minimum else price


def price_of(pool: Pool, bets: list[Bet], money: int) -> Fraction | None:
    """Return the price, in cents for a dollar, that some bets would have as the only class; None if there are none."""
    if not bets:
        return None
    only = Class("", 0, Fraction(1), bets)
    return broken(pool, unbroken_of(pool, [only], only, money, pool.home()))


def pay(pool: Pool, outcome: Outcome, classes: list[Class], money: int, *, has_minimum: bool = True) -> int:
    """Price classes that share some money, pay their bets, note all of it, and return what was paid."""
    total = 0
    for one in classes:
        at_home = unbroken_of(pool, classes, one, money, pool.home())
        outcome.quotes.append((one.level, broken(pool, at_home, has_minimum=has_minimum)))
        for source in pool.sources() if pool.has_several_takeouts() else [pool.home()]:
            bets = [bet for bet in one.paid if bet.source == source or not pool.has_several_takeouts()]
            if not bets:
                continue
            unbroken = unbroken_of(pool, classes, one, money, source)
            price = broken(pool, unbroken, has_minimum=has_minimum)
            row = {
                "combo": one.combo,
                "level": one.level,
                "amount": sum(bet.amount for bet in bets),
                "price_1": shown(price),
                "price_2": shown(2 * price),
                "unbroken_1": cut(unbroken),
            }
            if len(classes) > 1:
                row["share"] = str(one.share)
            if pool.has_several_takeouts():
                row["source"] = source
            outcome.winners.append(row)
            for bet in bets:
                # Each combination of each ticket by itself (4.4).
                cents = floor(bet.amount * price / 100)
                outcome.payments.append((bet, cents))
                total += cents
    return total


def cut(value: Fraction) -> str:
    """Write a number with seven decimals, further ones cut off (18)."""
    units = floor(abs(value) * 10**7)
    sign = "-" if value < 0 and units else ""
    return f"{sign}{units // 10**7}.{units % 10**7:07}"


def shown(cents: Fraction) -> int | str:
    """Write cents as a whole number, or with a decimal where half cents are possible (4.8)."""
    return int(cents) if cents.denominator == 1 else cut(cents).rstrip("0")
