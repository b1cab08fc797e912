"""Money: whole minor units and a currency, exact splits, and every rounding under its own name.

Games and the totalizator reckon in plain integers (a stake, a share, a payment); `Money` is such an integer together
with its currency, for the edges where people read and write amounts. Anything between two whole units is a `Fraction`
until a named `Rounding` decides it. A float, a Decimal and a bool are refused everywhere: none is exact by its type.

Which rounding a rule asks for is not decided here: the rulebook's settings name it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import total_ordering
from typing import Final, NamedTuple, Self

from pitboss.errors import BadAmount, BadConfig

__all__ = [
    "MINOR_MAX",
    "STAKE_MAX",
    "USD",
    "VND",
    "Broken",
    "Currency",
    "Money",
    "Remainder",
    "Rounding",
    "Split",
    "broken_down",
    "check_stake",
    "parse_minor",
    "rounded",
    "show",
    "split",
    "winnings",
]

STAKE_MAX: Final = 10**12  # minor units, of any currency
MINOR_MAX: Final = 10**18  # either side of zero; fits a signed column of 64 bits


@dataclass(frozen=True, slots=True)
class Currency:
    """Name a currency and how it is written; `exponent` is the number of decimals (minor units are 10**-exponent)."""

    code: str
    exponent: int
    symbol: str
    symbol_leads: bool

    @classmethod
    def of(cls, code: object) -> Currency:
        """Return the currency of an ISO 4217 code, else raise BadConfig with the codes we know.

        >>> Currency.of("VND").symbol
        '₫'
        """
        for currency in _CURRENCIES:
            if currency.code == code:
                return currency
        known = [currency.code for currency in _CURRENCIES]
        raise BadConfig(f"is not a currency Pitboss knows ({', '.join(known)})", value=code, values={"known": known})


USD: Final = Currency(code="USD", exponent=2, symbol="$", symbol_leads=True)
VND: Final = Currency(code="VND", exponent=0, symbol="₫", symbol_leads=False)
_CURRENCIES: Final = (USD, VND)

# What may stand before and after the number, and the currency it means; a bare number means none.
_MARKS: Final = {("", ""): None, ("$", ""): USD, ("", "USD"): USD, ("", "₫"): VND, ("", "VND"): VND}

# `[0-9]`, because `\d` also matches the digits of other scripts.
_WRITTEN: Final = re.compile(
    r"(?P<minus>-?)(?P<before>[^-0-9]?)"
    r"(?P<whole>0|[1-9][0-9]{0,2}(?:,[0-9]{3})+|[1-9][0-9]*)(?:\.(?P<decimals>[0-9]+))?"
    r"(?: (?P<after>\S+))?"
)
_WRITTEN_CHARACTERS_MAX: Final = 40  # more than any amount up to MINOR_MAX takes, and cheap to read


@total_ordering
@dataclass(frozen=True, slots=True)
class Money:
    """Hold an amount in minor units of one currency.

    Amounts of one currency can be added, subtracted and compared, and an amount can be multiplied by an integer.
    An amount equals nothing that is not an amount; everything else raises.

    >>> print(Money(123450, USD) + 3 * Money(50, USD))
    $1,236.00
    """

    minor: int
    currency: Currency

    def __post_init__(self) -> None:
        _check_minor(self.minor)
        if type(self.currency) is not Currency:
            raise BadAmount('is not a currency: use Currency.of("USD")', value=self.currency)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an amount that names its currency; `str` of an amount is read back equal, and see `parse_minor`.

        >>> Money.parse("$1,234.50") == Money.parse("1234.50 USD") == Money(123450, USD)
        True
        """
        currency, minor = _read(text, default=None)
        return cls(minor, currency)

    def __str__(self) -> str:
        return show(self.minor, self.currency)

    def __add__(self, other: Money) -> Money:
        return Money(self.minor + self._minor_of(other), self.currency)

    def __sub__(self, other: Money) -> Money:
        return Money(self.minor - self._minor_of(other), self.currency)

    def __neg__(self) -> Money:
        return Money(-self.minor, self.currency)

    def __mul__(self, times: int) -> Money:
        return Money(self.minor * _check_integer(times, "an amount is multiplied by an integer only"), self.currency)

    __rmul__ = __mul__

    def __lt__(self, other: Money) -> bool:
        return self.minor < self._minor_of(other)

    def _minor_of(self, other: object) -> int:
        """Return the other amount's minor units, if it is one in this currency."""
        if not isinstance(other, Money) or other.currency != self.currency:
            raise BadAmount(f"is not an amount in {self.currency.code}", value=other)
        return other.minor


def show(minor: int, currency: Currency) -> str:
    """Write an amount held as a plain integer, as in the columns of an event.

    >>> show(123450, USD), show(-300, USD), show(50000, VND)
    ('$1,234.50', '-$3.00', '50,000 ₫')
    """
    whole, part = divmod(abs(_check_minor(minor)), 10**currency.exponent)
    number = f"{whole:,}.{part:0{currency.exponent}}" if currency.exponent else f"{whole:,}"
    sign = "-" if minor < 0 else ""
    return f"{sign}{currency.symbol}{number}" if currency.symbol_leads else f"{sign}{number} {currency.symbol}"


def parse_minor(text: str, currency: Currency) -> int:
    """Read an amount in a given currency; the text may name the currency or be a bare number.

    Thousands are separated by commas everywhere or nowhere; decimals may be left off or be fewer than the currency
    has, but not more. Nothing is trimmed or guessed: anything else, and any other currency, is BadAmount.

    >>> parse_minor("12.50", USD), parse_minor("-$3", USD), parse_minor("50,000 ₫", VND)
    (1250, -300, 50000)
    """
    named, minor = _read(text, default=currency)
    if named != currency:
        raise BadAmount(f"is not an amount in {currency.code}", value=text)
    return minor


def check_stake(value: object) -> int:
    """Return the value if it is an integer from 1 to STAKE_MAX, else raise BadAmount with it.

    >>> check_stake(500)
    500
    """
    if type(value) is not int or not 1 <= value <= STAKE_MAX:
        raise BadAmount(f"is not a stake: enter a whole number of minor units from 1 to {STAKE_MAX:,}", value=value)
    return value


class Rounding(StrEnum):
    """Name the ways to bring an exact amount to whole minor units; the values are stored in rulebooks and events."""

    EXACT = "exact"
    """Do not round: an amount between two units is refused."""
    DOWN = "down"
    UP = "up"
    HALF_UP = "half_up"
    """To the nearest unit, a half up."""
    TO_5 = "to_5"
    """To the nearest five units, a half up: less than two and a half becomes nothing."""
    UP_TO_5 = "up_to_5"
    """Up to a multiple of five units: anything above nothing is at least five."""


_STEPS: Final = {rounding: 5 if rounding in {Rounding.TO_5, Rounding.UP_TO_5} else 1 for rounding in Rounding}


def rounded(amount: Fraction | int, rounding: Rounding) -> int:
    """Round an amount that is not below zero; EXACT refuses one that is not whole.

    "Down" has two readings for a negative amount, so it is refused: round what is owed, then say who owes it.

    >>> [rounded(Fraction(167, 2), rounding) for rounding in Rounding if rounding is not Rounding.EXACT]
    [83, 84, 84, 85, 85]
    """
    if _check_exact(amount) < 0:
        raise BadAmount("is below zero, and rounding is defined from zero up", value=amount)
    step = _STEPS[rounding]
    if rounding in {Rounding.UP, Rounding.UP_TO_5}:
        return -_floor(-amount, step)
    if rounding in {Rounding.HALF_UP, Rounding.TO_5}:
        return _floor(amount + Fraction(step, 2), step)
    if rounding == Rounding.EXACT and amount.denominator != 1:
        raise BadAmount("is not a whole number of minor units, and no rounding is allowed", value=amount)
    return _floor(amount, step)


class Broken(NamedTuple):
    """Part an amount into the `kept` multiple of a step and the `rest` above it, which is less than the step."""

    kept: int
    rest: Fraction


def broken_down(amount: Fraction | int, *, to: int) -> Broken:
    """Bring an amount down to a multiple of a step (1 or more), and name what was broken off.

    The amount may be below zero (the price in a pool whose profit is negative, before the minimum lifts it): down is
    then away from zero, and the rest is still not negative.

    >>> broken_down(Fraction(6094), to=20)
    Broken(kept=6080, rest=Fraction(14, 1))
    """
    if _check_integer(to, "a step is a whole number of minor units") < 1:
        raise BadAmount("is below the smallest step of 1", value=to)
    kept = _floor(_check_exact(amount), to)
    return Broken(kept=kept, rest=Fraction(amount - kept))


class Remainder(StrEnum):
    """Say who gets the units that an exact split leaves over; the values are stored in rulebooks and events."""

    FIRST = "first"
    """The earlier positive weights, one unit each."""
    LAST = "last"
    """The later positive weights, one unit each, the last one first."""
    LARGEST = "largest"
    """Those that lost the largest fraction of a unit, one unit each; of equals the earlier."""
    KEEP = "keep"
    """Nobody: what is left over is reported."""


class Split(NamedTuple):
    """Hold the shares in the order of their weights and what was `left`: together they are the total, always."""

    shares: tuple[int, ...]
    left: int


def split(total: int, weights: Sequence[int], remainder: Remainder) -> Split:
    """Split an amount in proportion to weights, in whole units and with nothing lost.

    Every share is its exact proportion rounded down; the units then left over, always fewer than there are positive
    weights, go out one each in the order that `remainder` names. So no share is more than one unit from its exact
    proportion, and a weight of zero gets nothing.

    >>> split(100, [1, 1, 1], Remainder.FIRST)
    Split(shares=(34, 33, 33), left=0)
    >>> split(101, [1, 3], Remainder.LAST)  # a quarter rounded down, and the rest
    Split(shares=(25, 76), left=0)
    >>> split(100, [1, 0, 1, 1], Remainder.KEEP)
    Split(shares=(33, 0, 33, 33), left=1)

    Raises:
        BadAmount: for a total or weight below zero or not an integer, or weights that sum to zero.
    """
    for number in (total, *weights):
        if _check_integer(number, "totals and weights are integers") < 0:
            raise BadAmount("is below zero: totals and weights are not", value=number)
    whole = sum(weights)
    if whole == 0:
        raise BadAmount("cannot be split by: at least one weight must be above zero", value=list(weights))
    parts = [divmod(total * weight, whole) for weight in weights]
    shares = [share for share, _ in parts]
    left = total - sum(shares)
    places = [place for place, weight in enumerate(weights) if weight]
    orders = {
        Remainder.FIRST: places,
        Remainder.LAST: places[::-1],
        Remainder.LARGEST: sorted(places, key=lambda place: -parts[place][1]),
        Remainder.KEEP: [],
    }
    favoured = orders[remainder][:left]
    for place in favoured:
        shares[place] += 1
    return Split(tuple(shares), left - len(favoured))


def winnings(stake: int, odds: Fraction | int, rounding: Rounding = Rounding.EXACT) -> int:
    """Return what a stake wins at odds of so much to 1; the stake itself, handed back with it, is not counted.

    >>> winnings(200, 35), winnings(200, Fraction(3, 2)), winnings(30, Fraction(19, 20), Rounding.DOWN)
    (7000, 300, 28)
    """
    return rounded(check_stake(stake) * _check_exact(odds), rounding)


def _floor(amount: Fraction | int, step: int) -> int:
    """Return the largest multiple of the step that is not above the amount."""
    return amount.numerator // (amount.denominator * step) * step


def _read(text: object, *, default: Currency | None) -> tuple[Currency, int]:
    """Return the currency and the minor units of a written amount; a bare number is in the default currency, if any."""
    written = _WRITTEN.fullmatch(text) if isinstance(text, str) and len(text) <= _WRITTEN_CHARACTERS_MAX else None
    if written is None:
        raise BadAmount("is not an amount: write it as $1,234.50 or 50,000 ₫", value=text)
    marks = (written["before"], written["after"] or "")
    if marks not in _MARKS:
        raise BadAmount("is in no currency we know, or is written otherwise than $5.00, 5.00 USD, 5 ₫", value=text)
    currency = _MARKS[marks] or default
    if currency is None:
        raise BadAmount("names no currency", value=text)
    decimals = written["decimals"] or ""
    if len(decimals) > currency.exponent:
        raise BadAmount(f"has more decimals than {currency.code}, which has {currency.exponent}", value=text)
    minor = int(written["whole"].replace(",", "") + decimals.ljust(currency.exponent, "0"))
    return currency, _check_minor(-minor if written["minus"] else minor)


def _check_minor(value: object) -> int:
    """Return the value if it is an integer that can be an amount of minor units."""
    minor = _check_integer(value, "is no whole number of minor units")
    if abs(minor) > MINOR_MAX:
        raise BadAmount(f"is beyond the largest amount of {MINOR_MAX:,} minor units", value=value)
    return minor


def _check_integer(value: object, reason: str) -> int:
    """Return the value if its type is int. A bool passes `isinstance(value, int)`, so the exact type is checked."""
    if type(value) is not int:
        raise BadAmount(reason, value=value)
    return value


def _check_exact(value: object) -> Fraction | int:
    """Return the value if it is exact by its type."""
    return value if isinstance(value, Fraction) else _check_integer(value, "is not exact: an integer or a Fraction is")
