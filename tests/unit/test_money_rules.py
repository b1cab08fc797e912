"""Stakes, roundings, breakage, splits and winnings."""

from decimal import Decimal
from fractions import Fraction

import pytest

from pitboss.errors import BadAmount
from pitboss.money import (
    STAKE_MAX,
    Broken,
    Remainder,
    Rounding,
    Split,
    broken_down,
    check_stake,
    rounded,
    split,
    winnings,
)

HUGE = pytest.param(10**5000, id="5,001 digits")
INEXACT = [0.5, 1.0, float("nan"), float("inf"), Decimal(1), True, False, "1", None, 1j]


class TestStake:
    @pytest.mark.parametrize("stake", [1, 2, STAKE_MAX - 1, STAKE_MAX])
    def test_a_stake_is_returned(self, stake):
        """From one unit to the largest stake, both included."""
        assert stake == check_stake(stake)

    @pytest.mark.parametrize("value", [*INEXACT, Fraction(5), 0, -1, STAKE_MAX + 1, HUGE, [5]])
    def test_what_is_no_stake_is_named(self, value):
        """The refusal carries the value and gives the bounds."""
        with pytest.raises(BadAmount, match=r"from 1 to 1,000,000,000,000$") as refusal:
            check_stake(value)
        assert value is refusal.value.value


ROUNDINGS = ["down", "up", "half_up", "to_5", "up_to_5"]
AMOUNTS = [
    (0, [0, 0, 0, 0, 0]),
    (Fraction(1, 1000), [0, 1, 0, 0, 5]),
    (Fraction(1, 2), [0, 1, 1, 0, 5]),
    (Fraction(249, 100), [2, 3, 2, 0, 5]),
    (Fraction(5, 2), [2, 3, 3, 5, 5]),
    (5, [5, 5, 5, 5, 5]),
    (Fraction(501, 100), [5, 6, 5, 5, 10]),
    (Fraction(15, 2), [7, 8, 8, 10, 10]),
    (82, [82, 82, 82, 80, 85]),
    (84, [84, 84, 84, 85, 85]),
    (Fraction(85), [85, 85, 85, 85, 85]),
    (10**30 + Fraction(1, 3), [10**30, 10**30 + 1, 10**30, 10**30, 10**30 + 5]),
]


class TestRounding:
    @pytest.mark.parametrize(("amount", "expected"), AMOUNTS)
    def test_each_rounding(self, amount, expected):
        """Every rounding at, just above and half-way between its steps."""
        assert expected == [rounded(amount, Rounding(name)) for name in ROUNDINGS]

    @pytest.mark.parametrize("amount", [0, 7, Fraction(7), 10**30])
    def test_exact_takes_whole_amounts(self, amount):
        """A whole amount is its own, and comes back as a plain integer."""
        result = rounded(amount, Rounding.EXACT)
        assert (amount, int) == (result, type(result))

    def test_exact_refuses_the_rest(self):
        """Between two units there is no exact amount."""
        with pytest.raises(BadAmount, match=r"^57/2: is not a whole number of minor units"):
            rounded(Fraction(57, 2), Rounding.EXACT)

    @pytest.mark.parametrize("rounding", Rounding)
    @pytest.mark.parametrize("amount", [-1, Fraction(-1, 1000)])
    def test_negative_amounts_are_refused(self, amount, rounding):
        """No rounding is defined below zero."""
        with pytest.raises(BadAmount, match="is below zero"):
            rounded(amount, rounding)

    @pytest.mark.parametrize("amount", INEXACT)
    def test_inexact_amounts_are_refused(self, amount):
        """A float is refused even if it is whole."""
        with pytest.raises(BadAmount, match="is not exact"):
            rounded(amount, Rounding.DOWN)

    def test_an_unknown_rounding_does_not_round(self):
        """A name that is no rounding never falls through to one that is."""
        with pytest.raises(KeyError, match="nearest"):
            rounded(5, "nearest")  # type: ignore[arg-type]

    def test_stored_names(self):
        """Rulebooks and events hold these names, so they never change."""
        assert ["exact", "down", "up", "half_up", "to_5", "up_to_5"] == [rounding.value for rounding in Rounding]


class TestBrokenDown:
    @pytest.mark.parametrize(
        ("amount", "to", "kept", "rest"),
        [
            (6094, 20, 6080, 14),
            (6080, 20, 6080, 0),
            (Fraction(109), 10, 100, 9),
            (Fraction(1000, 3), 1, 333, Fraction(1, 3)),
            (Fraction(19, 2), 10, 0, Fraction(19, 2)),
            (Fraction(-1, 2), 10, -10, Fraction(19, 2)),
            (-20, 10, -20, 0),
        ],
    )
    def test_multiple_and_rest(self, amount, to, kept, rest):
        """The multiple is never above the amount, and the rest is named exactly."""
        broken = broken_down(amount, to=to)
        assert (Broken(kept, rest), Fraction) == (broken, type(broken.rest))

    @pytest.mark.parametrize("step", [*INEXACT, Fraction(5), 0, -5])
    def test_a_step_is_a_positive_integer(self, step):
        """There are no multiples of nothing, nor of half a unit."""
        with pytest.raises(BadAmount, match="step"):
            broken_down(100, to=step)

    @pytest.mark.parametrize("amount", INEXACT)
    def test_inexact_amounts_are_refused(self, amount):
        """A float is refused even if it is whole."""
        with pytest.raises(BadAmount, match="is not exact"):
            broken_down(amount, to=5)


class TestSplit:
    @pytest.mark.parametrize(
        ("total", "weights", "first", "last", "largest"),
        [
            (101, [1, 1, 1], (34, 34, 33), (33, 34, 34), (34, 34, 33)),
            (100, [1, 1, 1], (34, 33, 33), (33, 33, 34), (34, 33, 33)),
            (101, [0, 1, 0, 1, 0], (0, 51, 0, 50, 0), (0, 50, 0, 51, 0), (0, 51, 0, 50, 0)),
            (10, [1, 2, 4], (2, 3, 5), (1, 3, 6), (1, 3, 6)),
            (9, [5, 3, 3], (5, 2, 2), (4, 2, 3), (4, 3, 2)),
            (10, [6, 2, 2, 1], (6, 2, 2, 0), (5, 2, 2, 1), (5, 2, 2, 1)),
            (7, [0, 5], (0, 7), (0, 7), (0, 7)),
            (0, [3, 4], (0, 0), (0, 0), (0, 0)),
            (2, [1, 1, 1, 1], (1, 1, 0, 0), (0, 0, 1, 1), (1, 1, 0, 0)),
            (2 * 10**40 + 1, [1, 1], (10**40 + 1, 10**40), (10**40, 10**40 + 1), (10**40 + 1, 10**40)),
        ],
    )
    def test_who_gets_the_remainder(self, total, weights, first, last, largest):
        """Left-over units go one each to the earlier, the later, or those that lost most."""
        assert Split(first, 0) == split(total, weights, Remainder.FIRST)
        assert Split(last, 0) == split(total, weights, Remainder.LAST)
        assert Split(largest, 0) == split(total, weights, Remainder.LARGEST)

    @pytest.mark.parametrize(
        ("total", "weights", "shares", "left"),
        [(101, (1, 1, 1), (33, 33, 33), 2), (100, (1, 3), (25, 75), 0), (2, (1, 0, 1, 1), (0, 0, 0, 0), 2)],
    )
    def test_kept_remainder_is_reported(self, total, weights, shares, left):
        """With KEEP nobody gets the left-over units, and the caller is told how many there are."""
        assert Split(shares, left) == split(total, weights, Remainder.KEEP)

    @pytest.mark.parametrize("weights", [[], [0], (0, 0, 0)])
    def test_weights_must_weigh_something(self, weights):
        """There is no proportion to nothing, not even for a total of zero."""
        with pytest.raises(BadAmount, match="cannot be split by") as refusal:
            split(0, weights, Remainder.KEEP)
        assert list(weights) == refusal.value.value

    @pytest.mark.parametrize("number", [*INEXACT, Fraction(1, 2), Fraction(2)])
    def test_totals_and_weights_are_integers(self, number):
        """Neither may be a float, a fraction or a bool."""
        for total, weights in [(number, [1]), (1, [1, number])]:
            with pytest.raises(BadAmount, match="totals and weights are integers"):
                split(total, weights, Remainder.FIRST)

    def test_totals_and_weights_are_not_negative(self):
        """A debt is split by splitting what is owed."""
        for total, weights in [(-1, [1]), (1, [2, -1])]:
            with pytest.raises(BadAmount, match=r"^-1: is below zero"):
                split(total, weights, Remainder.FIRST)

    def test_an_unknown_remainder_is_not_handed_out(self):
        """A name that is no remainder never falls through to one that is."""
        with pytest.raises(KeyError, match="dealer"):
            split(5, [1, 1], "dealer")  # type: ignore[arg-type]

    def test_stored_names(self):
        """Rulebooks and events hold these names, so they never change."""
        assert ["first", "last", "largest", "keep"] == [remainder.value for remainder in Remainder]


class TestWinnings:
    @pytest.mark.parametrize(
        ("stake", "odds", "rounding", "won"),
        [
            (500, 35, Rounding.EXACT, 17500),
            (200, Fraction(3, 2), Rounding.EXACT, 300),
            (500, 0, Rounding.EXACT, 0),
            (30, Fraction(19, 20), Rounding.DOWN, 28),
            (30, Fraction(19, 20), Rounding.UP_TO_5, 30),
            (25, Fraction(3, 2), Rounding.HALF_UP, 38),
            (STAKE_MAX, 180, Rounding.EXACT, 180 * 10**12),
        ],
    )
    def test_stake_times_odds(self, stake, odds, rounding, won):
        """A stake wins its odds to 1, rounded as named."""
        assert won == winnings(stake, odds, rounding)

    def test_not_rounded_unless_told(self):
        """Half a cent is refused where the rules name no rounding."""
        with pytest.raises(BadAmount, match=r"^15/2: is not a whole number"):
            winnings(5, Fraction(3, 2))

    @pytest.mark.parametrize("stake", [*INEXACT, 0, -5, STAKE_MAX + 1])
    def test_the_stake_is_checked(self, stake):
        """What is not a stake wins nothing: it is refused."""
        with pytest.raises(BadAmount, match="is not a stake"):
            winnings(stake, 2)

    @pytest.mark.parametrize("odds", [*INEXACT, -1, Fraction(-1, 2)])
    def test_the_odds_are_checked(self, odds):
        """Odds are exact and not negative."""
        with pytest.raises(BadAmount, match=r"is not exact|is below zero"):
            winnings(100, odds)
