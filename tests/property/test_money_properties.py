"""Money, for any amount: nothing is lost in a split, nothing changes in writing, roundings keep their bounds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import BadAmount
from pitboss.money import (
    MINOR_MAX,
    STAKE_MAX,
    USD,
    VND,
    Money,
    Remainder,
    Rounding,
    broken_down,
    parse_minor,
    rounded,
    show,
    split,
    winnings,
)

currencies = st.sampled_from([USD, VND])
amounts = st.fractions(min_value=0, max_value=10**15, max_denominator=10**4) | st.integers(0, 10**30)
totals = st.integers(0, 10**15)
weight_lists = st.lists(st.integers(0, 10**12) | st.integers(0, 3), min_size=1, max_size=12).filter(any)


@given(totals, weight_lists, st.sampled_from(Remainder))
def test_split_conserves(total, weights, remainder):
    """Shares and what is left are the total, none is negative, and only KEEP leaves anything."""
    shares, left = split(total, weights, remainder)
    assert total == sum(shares) + left
    assert len(weights) == len(shares)
    assert min(*shares, left) >= 0
    assert left == 0 or remainder is Remainder.KEEP


@given(totals, weight_lists, st.sampled_from(Remainder))
def test_split_is_within_one_unit_of_the_proportion(total, weights, remainder):
    """No share is more than one unit from its exact proportion, and a weight of zero gets nothing."""
    shares, _ = split(total, weights, remainder)
    for share, weight in zip(shares, weights, strict=True):
        exact = Fraction(total * weight, sum(weights))
        assert abs(share - exact) <= 1
        assert weight or share == 0


@given(totals, weight_lists)
def test_largest_remainder_stays_closest(total, weights):
    """Under LARGEST each share is its proportion rounded down or up, and whole proportions are paid exactly."""
    shares, _ = split(total, weights, Remainder.LARGEST)
    for share, weight in zip(shares, weights, strict=True):
        exact = Fraction(total * weight, sum(weights))
        assert abs(share - exact) < 1
        assert exact.denominator != 1 or share == exact


@given(totals, weight_lists)
def test_a_kept_remainder_is_less_than_a_unit_for_each_weight(total, weights):
    """What KEEP leaves is fewer units than there are positive weights."""
    assert split(total, weights, Remainder.KEEP).left < sum(weight > 0 for weight in weights)


@given(totals, weight_lists, st.integers(2, 1000), st.sampled_from(Remainder))
def test_only_the_proportion_of_weights_matters(total, weights, factor, remainder):
    """Weights in cents or in dollars give the same shares."""
    scaled = [weight * factor for weight in weights]
    assert split(total, weights, remainder) == split(total, scaled, remainder)


@given(st.integers(-MINOR_MAX, MINOR_MAX), currencies)
def test_written_amounts_are_read_back(minor, currency):
    """What is shown is read as the amount it was, with its mark, with its code, and without thousands."""
    text = str(Money(minor, currency))
    assert Money(minor, currency) == Money.parse(text) == Money.parse(text.replace(",", ""))
    bare = text.replace(currency.symbol, "").strip()
    assert (minor, minor) == (parse_minor(bare, currency), parse_minor(f"{bare} {currency.code}", currency))


@given(st.text(alphabet="-$₫0123456789,. USDVNe+٣\n", max_size=24) | st.text(max_size=12))
def test_any_text_is_an_amount_or_refused(text):
    """A text is either read as an amount that is written with the same digits, or refused with BadAmount."""
    try:
        amount = Money.parse(text)
    except BadAmount as refusal:
        assert text == refusal.value  # noqa: PT017 - either outcome is right, and both are checked
    else:
        digits = [character for character in text if character.isdecimal()]
        shown = [character for character in show(amount.minor, amount.currency) if character.isdecimal()]
        assert shown[: len(digits)] == digits
        assert {"0"} >= set(shown[len(digits) :])


@given(st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9), st.integers(-1000, 1000), currencies)
def test_amounts_reckon_as_their_minor_units(one, other, times, currency):
    """Sum, difference, multiple and order of amounts are those of the integers within."""
    left, right = Money(one, currency), Money(other, currency)
    assert [one + other, one - other, one * times] == [(left + right).minor, (left - right).minor, (left * times).minor]
    assert [one < other, one >= other, one == other] == [left < right, left >= right, left == right]


@given(amounts)
def test_roundings_keep_their_bounds(amount):
    """Each rounding lands on its step, on its side of the amount, and less than a step away."""
    down, up, half_up, to_5, up_to_5 = (rounded(amount, rounding) for rounding in list(Rounding)[1:])
    assert 0 <= amount - down < 1
    assert 0 <= up - amount < 1
    assert Fraction(-1, 2) < half_up - amount <= Fraction(1, 2)
    assert Fraction(-5, 2) < to_5 - amount <= Fraction(5, 2)
    assert 0 <= up_to_5 - amount < 5
    assert (0, 0) == (to_5 % 5, up_to_5 % 5)


@given(st.integers(0, 10**30), st.sampled_from([Rounding.EXACT, Rounding.DOWN, Rounding.UP, Rounding.HALF_UP]))
def test_whole_amounts_are_left_alone(amount, rounding):
    """No rounding to single units changes a whole amount."""
    assert amount == rounded(amount, rounding)


@given(amounts, amounts, st.sampled_from(list(Rounding)[1:]))
def test_roundings_keep_order(one, other, rounding):
    """Whoever is owed more is never paid less."""
    assert (one <= other) <= (rounded(one, rounding) <= rounded(other, rounding))


@given(amounts | amounts.map(lambda amount: -amount), st.integers(1, 10**6))
def test_breaking_names_all_it_takes(amount, step):
    """The multiple and the rest are the amount, on either side of zero, and the rest is less than a step."""
    kept, rest = broken_down(amount, to=step)
    assert amount == kept + rest
    assert (0, True) == (kept % step, 0 <= rest < step)


@given(st.integers(1, STAKE_MAX), st.integers(0, 1000), st.integers(1, 100))
def test_exact_winnings_are_stake_times_odds_or_refused(stake, gain, unit):
    """Without a rounding the winnings are exactly in proportion, or there are none."""
    if stake * gain % unit:
        with pytest.raises(BadAmount):
            winnings(stake, Fraction(gain, unit))
    else:
        assert stake * gain == winnings(stake, Fraction(gain, unit)) * unit
