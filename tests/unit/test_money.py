"""Money: amounts and their writing, named roundings, breaking, exact splits, winnings."""

import copy
import dataclasses
import doctest
import inspect
import operator
import pickle
from decimal import Decimal
from fractions import Fraction

import pytest

from pitboss import money
from pitboss.errors import BadAmount, BadConfig
from pitboss.money import (
    MINOR_MAX,
    USD,
    VND,
    Currency,
    Money,
    parse_minor,
    show,
)

HUGE = pytest.param(10**5000, id="5,001 digits")
INEXACT = [0.5, 1.0, float("nan"), float("inf"), Decimal(1), True, False, "1", None, 1j]


def test_doctests_hold():
    """Every example in the module is true."""
    assert 0 == doctest.testmod(money).failed


def test_every_public_function_has_an_example():
    """No function is offered without a doctest."""
    functions = [getattr(money, name) for name in money.__all__ if inspect.isfunction(getattr(money, name))]
    without = [function.__name__ for function in functions if ">>>" not in (function.__doc__ or "")]
    assert [] == without


class TestCurrency:
    def test_known_codes(self):
        """The dollar has two decimals, the dong none."""
        assert (USD, VND) == (Currency.of("USD"), Currency.of("VND"))
        assert (2, 0) == (USD.exponent, VND.exponent)

    @pytest.mark.parametrize("code", ["EUR", "usd", "", "$", None, 1, ["USD"]])
    def test_unknown_code_is_named(self, code):
        """The refusal shows the value and the codes that are known."""
        with pytest.raises(BadConfig) as refusal:
            Currency.of(code)
        assert {"known": ["USD", "VND"], "value": code} == refusal.value.values
        assert "(USD, VND)" in str(refusal.value)


class TestMoney:
    def test_arithmetic(self):
        """Amounts add, subtract, negate, and are multiplied by integers from either side."""
        five, two = Money(500, USD), Money(200, USD)
        assert [Money(700, USD), Money(300, USD), Money(-500, USD)] == [five + two, five - two, -five]
        assert [Money(1500, USD), Money(-500, USD)] == [five * 3, -1 * five]

    def test_order(self):
        """Amounts of one currency compare as their minor units do."""
        five, two = Money(500, USD), Money(200, USD)
        assert [two, five] == sorted([five, two])
        assert [True, True, False, False] == [five > two, five >= Money(500, USD), five < two, five <= two]

    def test_equality_and_hash(self):
        """Equal amounts are one key; another currency or a bare integer is not equal."""
        assert {Money(5, USD)} == {Money(5, USD), Money(2, USD) + Money(3, USD)}
        unequal: list[object] = [Money(5, VND), Money(6, USD), 5]
        assert Money(5, USD) not in unequal

    @pytest.mark.parametrize("operation", [operator.add, operator.sub, operator.lt, operator.le, operator.gt])
    @pytest.mark.parametrize("other", [Money(5, VND), 5, 0.5, None, "5"])
    def test_mixing_is_refused(self, operation, other):
        """Nothing but an amount of the same currency adds to one or compares with one; the refusal shows it."""
        with pytest.raises(BadAmount, match="is not an amount in USD") as refusal:
            operation(Money(5, USD), other)
        assert other == refusal.value.value

    @pytest.mark.parametrize("operation", [operator.add, operator.sub])
    def test_an_integer_on_the_left_is_refused(self, operation):
        """An integer has no currency, so `sum` without a start fails rather than guesses one."""
        with pytest.raises(TypeError):
            operation(0, Money(5, USD))

    @pytest.mark.parametrize("times", [*INEXACT, Fraction(2), Money(2, USD)])
    def test_only_an_integer_multiplies(self, times):
        """Half an amount is not an amount: the caller names a rounding instead."""
        with pytest.raises(BadAmount, match="multiplied by an integer only"):
            Money(5, USD) * times

    @pytest.mark.parametrize("minor", [*INEXACT, Fraction(5)])
    def test_minor_units_are_integers(self, minor):
        """An amount cannot be built from anything but an integer."""
        with pytest.raises(BadAmount, match="is no whole number of minor units"):
            Money(minor, USD)

    @pytest.mark.parametrize("currency", ["USD", None])
    def test_the_currency_is_a_currency(self, currency):
        """A code is not a currency, though it names one."""
        with pytest.raises(BadAmount, match="is not a currency"):
            Money(5, currency)

    def test_amounts_end_at_the_largest(self):
        """The largest amount is held on both sides of zero; one unit more is refused."""
        assert -MINOR_MAX == (-Money(MINOR_MAX, USD)).minor
        with pytest.raises(BadAmount, match="is beyond the largest amount of 1,000,000,000,000,000,000 minor units"):
            Money(-MINOR_MAX, USD) - Money(1, USD)

    def test_frozen_slotted_and_copied_equal(self):
        """An amount cannot be changed, takes no stray attributes, and survives copying and pickling."""
        amount = Money(5, USD)
        with pytest.raises(dataclasses.FrozenInstanceError):
            amount.minor = 6  # type: ignore[misc]
        assert [False, False] == [hasattr(value, "__dict__") for value in (amount, amount.currency)]
        assert [amount] * 2 == [copy.deepcopy(amount), pickle.loads(pickle.dumps(amount))]  # noqa: S301 - our own bytes


WRITTEN = [
    ("$1,234.50", 123450, USD),
    ("$0.00", 0, USD),
    ("$0.05", 5, USD),
    ("-$3.00", -300, USD),
    ("$999.99", 99999, USD),
    ("$1,000.00", 100000, USD),
    ("$10,000,000,000,000,000.00", MINOR_MAX, USD),
    ("50,000 ₫", 50000, VND),
    ("0 ₫", 0, VND),
    ("-7 ₫", -7, VND),
    ("-1,000,000,000,000,000,000 ₫", -MINOR_MAX, VND),
]
ALSO_READ = [
    ("1234.50 USD", 123450, USD),
    ("1,234.50 USD", 123450, USD),
    ("12 USD", 1200, USD),
    ("12.5 USD", 1250, USD),
    ("$12", 1200, USD),
    ("-12 USD", -1200, USD),
    ("-$0.00", 0, USD),
    ("50000 VND", 50000, VND),
    ("50000 ₫", 50000, VND),
]
NEVER_READ = [
    *["", " ", "\t", "\n", "$", "-", "USD", "-$", " USD", "$ USD"],
    *[" $5", "$5 ", "$5\n", "$ 5", "- $5", "5  USD", "5USD", "5₫", "5\N{NO-BREAK SPACE}USD", "5 USD "],
    *["NaN", "$NaN", "nan USD", "Infinity", "$inf", "1e3 USD", "$1E3", "$1e-2", "$0x10", "$1_000", "$1/2"],
    *["$+5", "+$5", "$-5", "--$5", "$5-", "($5)", "$5 USD", "$5 ₫", "5 $", "₫5", "₫5 VND", "$$5"],
    *["$.50", "$5.", "$5..0", "$5.0.0", "$5.-1", "$007", "$00.50", "-$01"],
    *["$1,23", "$12,34", "$1,2345", "$,123", "$1,,234", "$1234,567", "$1,234567", "$123,", "$0,123", "$012,345"],
    *["$1.234,50", "1 234 USD", "$1'234", "$1,234.5,0", "$5.0,0"],
    *["$١٢", "$５", "५ USD", "$²", "$Ⅴ", "\u0661 USD", "\x005 USD", "$5\ud800"],
    *["5 EUR", "€5", "5 usd", "5 Usd", "5 USD USD", "£5"],
    *[pytest.param("1" * 5000 + " USD", id="5,000 digits"), "$" + "1" * 40, "$0." + "0" * 38],
]


class TestWriting:
    @pytest.mark.parametrize(("text", "minor", "currency"), WRITTEN)
    def test_written_as_people_write(self, text, minor, currency):
        """An amount is written with separated thousands and all decimals, the same from Money and from columns."""
        assert [text, text] == [str(Money(minor, currency)), show(minor, currency)]

    @pytest.mark.parametrize(("text", "minor", "currency"), WRITTEN + ALSO_READ)
    def test_read(self, text, minor, currency):
        """What we write is read, and so are codes, plain thousands and fewer decimals."""
        assert (Money(minor, currency), minor) == (Money.parse(text), parse_minor(text, currency))

    @pytest.mark.parametrize(
        ("text", "currency", "minor"),
        [("12.50", USD, 1250), ("12", USD, 1200), ("12", VND, 12), ("-1,000", VND, -1000), ("0", USD, 0)],
    )
    def test_bare_number_needs_a_currency_from_elsewhere(self, text, currency, minor):
        """Without a mark the number is read where the currency is known, and refused where it is not."""
        assert minor == parse_minor(text, currency)
        with pytest.raises(BadAmount, match="names no currency"):
            Money.parse(text)

    @pytest.mark.parametrize("text", NEVER_READ)
    def test_anything_else_is_refused(self, text):
        """Nothing is trimmed, guessed or half read, and the refusal carries the text."""
        with pytest.raises(BadAmount) as refusal:
            Money.parse(text)
        assert text == refusal.value.value
        with pytest.raises(BadAmount):
            parse_minor(text, USD)

    @pytest.mark.parametrize("value", [5, 5.0, Decimal(5), None, True, b"$5", Fraction(5)])
    def test_only_text_is_read(self, value):
        """Reading a number that is already a number is a slip of the caller."""
        with pytest.raises(BadAmount, match="is not an amount"):
            Money.parse(value)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("$1.234", "has more decimals than USD, which has 2"),
            ("$1.500", "has more decimals than USD, which has 2"),
            ("5.0 ₫", "has more decimals than VND, which has 0"),
            ("5 EUR", "is in no currency we know"),
            ("1" * 30 + " VND", "is beyond the largest amount"),
            ("$10,000,000,000,000,000.01", "is beyond the largest amount"),
        ],
    )
    def test_the_refusal_says_why(self, text, reason):
        """Too many decimals, an unknown currency and too large an amount each have their own reason."""
        with pytest.raises(BadAmount, match=reason):
            Money.parse(text)

    @pytest.mark.parametrize(("text", "currency"), [("$5", VND), ("5 USD", VND), ("5 ₫", USD), ("5 VND", USD)])
    def test_another_currency_is_refused(self, text, currency):
        """Where dollars are expected, an amount marked as dong is not taken for dollars, nor the reverse."""
        with pytest.raises(BadAmount, match=f"is not an amount in {currency.code}"):
            parse_minor(text, currency)

    @pytest.mark.parametrize("minor", [*INEXACT, Fraction(5), MINOR_MAX + 1, HUGE])
    def test_only_minor_units_are_shown(self, minor):
        """What is no amount is not written as one."""
        with pytest.raises(BadAmount):
            show(minor, USD)
