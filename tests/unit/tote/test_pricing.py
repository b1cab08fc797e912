"""Prices worked by hand: takeouts, breaks, minimums, the standard and the net method."""

from fractions import Fraction

import pytest

from pitboss.errors import InputError
from pitboss.money import Rounding
from pitboss.tote.config import Config, config_of, fraction_of
from pitboss.tote.pricing import Price, WinningClass, distribute, takeout_of

HOST = {"host": Fraction(1, 5)}
TWO = {"host": Fraction(1, 5), "guest": Fraction(1, 10)}


def single(money, amount, **chosen):
    """Price one class of the host's money."""
    return distribute(money, [WinningClass("1", 0, {"host": amount})], HOST, Config(**chosen)).prices[0]["host"]


@pytest.mark.parametrize(("rounding", "cents"), [("down", 14649), ("half_up", 14649), ("up", 14650)])
def test_takeout_in_whole_cents(rounding, cents):
    """14.25% of 1028.00 is 146.49 exactly; of 1028.01 it is 146.491425, which only `up` lifts."""
    rates = {"host": Fraction("0.1425")}
    assert {"host": 14649} == takeout_of({"host": 102_800}, rates, Rounding(rounding))
    assert {"host": cents} == takeout_of({"host": 102_801}, rates, Rounding(rounding))


def test_takeout_of_half_a_cent():
    """Half of 1 cent: down takes nothing, half up takes it."""
    rates = {"host": Fraction(1, 2)}
    taken = [takeout_of({"host": 1}, rates, Rounding(rounding))["host"] for rounding in ("down", "half_up", "up")]
    assert [0, 1, 1] == taken


@pytest.mark.parametrize(
    ("breakage", "cents", "per"),
    [((10, 100), 300, 100), ((5, 100), 305, 100), ((1, 100), 305, 100), ((10, 200), 610, 200), ((1, 200), 611, 200)],
)
def test_breaks(breakage, cents, per):
    """30.57 for 10.00 is 3.057 for a dollar and 6.114 for two: cut to each break."""
    assert Price(cents, per, Fraction(3057, 1000)) == single(3057, 1000, breakage=breakage)


@pytest.mark.parametrize(
    ("money", "minimum", "cents", "per"),
    [
        (1090, (105, 100), 105, 100),
        (1090, (100, 100), 100, 100),
        (1100, (105, 100), 110, 100),
        (1100, (220, 200), 110, 100),
        (1090, (220, 200), 220, 200),
        (0, (105, 100), 105, 100),
    ],
)
def test_minimums(money, minimum, cents, per):
    """1.09 is broken to 1.00 and then lifted; 1.10 stands, being no less than either minimum."""
    price = single(money, 1000, min_payout=minimum)
    assert (cents, per) == (price.cents, price.per)


def test_payment_drops_the_rest_of_a_cent():
    """At 1.05 a stake of 10 cents pays 10.5 cents, which is 10."""
    assert (10, 21, 210) == tuple(Price(105, 100, Fraction(1)).pays(amount) for amount in (10, 20, 200))


def test_profit_is_split_by_shares():
    """800 for classes of 200 and 100 has a profit of 500: 1 + 250/200 and 1 + 250/100."""
    half = Fraction(1, 2)
    classes = [WinningClass("1", 0, {"host": 200}, half), WinningClass("2", 0, {"host": 100}, half)]
    paid = distribute(800, classes, HOST, Config())
    assert [(220, Fraction(9, 4)), (350, Fraction(7, 2))] == [
        (row["host"].cents, row["host"].unbroken) for row in paid.prices
    ]


def test_a_loss_is_split_as_a_profit_is():
    """100 for classes of 200 and 10 lacks 110: 1 - 55/200, and 1 - 55/10 below zero; both pay the minimum."""
    half = Fraction(1, 2)
    classes = [WinningClass("1", 0, {"host": 200}, half), WinningClass("2", 0, {"host": 10}, half)]
    paid = distribute(100, classes, HOST, Config())
    assert [(105, Fraction(29, 40)), (105, Fraction(-9, 2))] == [
        (row["host"].cents, row["host"].unbroken) for row in paid.prices
    ]


def test_net_price():
    """Net 170 x 2 = 340 on a weight of 80 + 90: a base of 2, of which the host leaves 1.60 and the guest 1.80."""
    paid = distribute(340, [WinningClass("1", 0, {"host": 100, "guest": 100})], TWO, Config())
    assert {"host": 160, "guest": 180} == {source: price.cents for source, price in paid.prices[0].items()}


def test_net_price_with_one_takeout():
    """The net method moves money from the class with more on it to the one with less.

    Standard: profit 500, halves of 250: 1 + 250/200 = 2.25 and 1 + 250/100 = 3.50. Net: profit 800 - 240 = 560, halves
    of 280: (1 + 280/160) x 0.8 = 2.20 and (1 + 280/80) x 0.8 = 3.60.
    """
    half = Fraction(1, 2)
    classes = [WinningClass("1", 0, {"host": 200}, half), WinningClass("2", 0, {"host": 100}, half)]
    prices = {
        method: [row["host"].unbroken for row in distribute(800, classes, HOST, Config(price_method=method)).prices]
        for method in ("auto", "standard", "net")
    }
    standard, net = [Fraction(9, 4), Fraction(7, 2)], [Fraction(11, 5), Fraction(18, 5)]
    assert {"auto": standard, "standard": standard, "net": net} == prices


def test_sources_with_one_takeout_have_the_standard_price():
    """Two sources are no reason for the net method: 1 + 250/200 and 1 + 250/100, as from one."""
    half, rates = Fraction(1, 2), {"host": Fraction(1, 5), "guest": Fraction(1, 5)}
    classes = [
        WinningClass("1", 0, {"host": 200, "guest": 0}, half),
        WinningClass("2", 0, {"host": 0, "guest": 100}, half),
    ]
    paid = distribute(800, classes, rates, Config())
    assert [Fraction(9, 4), Fraction(7, 2)] == [row["guest"].unbroken for row in paid.prices]


def test_standard_price_in_spite_of_two_takeouts():
    """Where it is chosen, every source gets the one price: 340 for 200."""
    classes = [WinningClass("1", 0, {"host": 100, "guest": 100})]
    paid = distribute(340, classes, TWO, Config(price_method="standard"))
    assert {"host": 170, "guest": 170} == {source: price.cents for source, price in paid.prices[0].items()}


def test_no_minimum_where_none_is_promised():
    """Half of the stake stays half."""
    paid = distribute(500, [WinningClass("1", 0, {"host": 1000})], HOST, Config(), is_lifted=False)
    assert 50 == paid.prices[0]["host"].cents


@pytest.mark.parametrize("text", ["0", "1", "0.18", "3/10"])
def test_rates(text):
    """Exact, as text."""
    assert Fraction(text) == fraction_of(text, "takeout")


@pytest.mark.parametrize("bad", ["", "x", "1/0", "-0.1", "1.01", "nan", 0.18, None, 1])
def test_bad_rates(bad):
    """Anything else is refused with its field and its value."""
    with pytest.raises(InputError) as refused:
        fraction_of(bad, "takeout")
    assert ("takeout", bad) == (refused.value.field, refused.value.value)


def test_pairs_may_be_written_out():
    """Breakage and minimum by name, as the table of the configuration writes them, or as two numbers."""
    chosen = {"breakage": {"cents": 5, "per": 100}, "min_payout": {"cents": 220, "per": 200}}
    assert config_of({"breakage": [5, 100], "min_payout": [220, 200]}, "config") == config_of(chosen, "config")


@pytest.mark.parametrize(
    "chosen",
    [
        {"nothing": 1},
        {"breakage": {"cents": 0, "per": 100}},
        {"breakage": {"cents": 10}},
        {"min_payout": [105]},
        {"takeout_rounding": "sideways"},
        {"price_method": "gross"},
        {"pick3_refund_cancelled": 4},
        {"twin_carryover_cap": -1},
        {"minor_share": "2"},
        {"twin_first_share": "x"},
        {"multileg_box": True},
    ],
    ids=str,
)
def test_bad_choices(chosen):
    """A setting that does not exist, or a value that it may not have."""
    with pytest.raises(InputError) as refused:
        config_of(chosen, "config")
    assert str(refused.value.field).startswith("config")
    assert next(iter(chosen)) in str(refused.value)


def test_exponents_are_no_rates():
    """A rate is a decimal or a fraction: with a few digits more in an exponent it would never be finished with."""
    with pytest.raises(InputError):
        fraction_of("1e-5", "takeout")
