"""What the board shows: odds, probable prices and will-pays."""

from fractions import Fraction

import pytest

from pitboss.tote.odds import display, whole_or_text
from tests.support.tote_driver import answered, card_of, pool_of, run

WON = run("1", "2")
LATE_THREE = ["1", "2", {"no": "3", "scratched": "late"}]
BOARD = "1-9 1-5 2-5 1-2 3-5 4-5 1-1 6-5 7-5 3-2 8-5 9-5 2-1 5-2 3-1 7-2 4-1 9-2 5-1 6-1".split()
LOWEST = [210, 240, 280, 300, 320, 360, 400, 440, 480, 500, 520, 560, 600, 700, 800, 900, 1000, 1100, 1200, 1400]


@pytest.mark.parametrize(("shown", "price"), list(zip(BOARD, LOWEST, strict=True)))
def test_lowest_price_of_each_entry(shown, price):
    """A $2 price begins an entry; ten cents less on the dollar is an entry before."""
    assert shown == display(price // 2 - 100)
    assert shown == "1-9" or shown != display(price // 2 - 110)


@pytest.mark.parametrize(
    ("cents", "shown"), [(None, "99-1"), (9900, "99-1"), (10**9, "99-1"), (9899, "98-1"), (0, "1-9"), (-5, "1-9")]
)
def test_ends_of_the_board(cents, shown):
    """Nothing is shown above 99-1 or below 1-9."""
    assert shown == display(cents)


@pytest.mark.parametrize(("cents", "written"), [(Fraction(210), 210), (Fraction(421, 2), "210.5")])
def test_half_cents(cents, written):
    """Whole cents are a number, halves are text."""
    assert written == whole_or_text(cents)


def test_win_odds():
    """1000 for 250, 750 and nothing: 4.00 and 1.33, cut to 1.30; the scratched one is not shown."""
    pool = pool_of("win", [run(named=["1", "2", "4", {"no": "3", "scratched": "late"}])], {"1": 250, "2": 750})
    assert {
        "1": {"amount": 250, "odds_cents": 300, "display": "3-1"},
        "2": {"amount": 750, "odds_cents": 30, "display": "1-5"},
        "4": {"amount": 0, "odds_cents": None, "display": "99-1"},
    } == pool["odds"]


def test_odds_with_half_cents():
    """1003 for 400 is 5.015 for two dollars, cut to 5.01: 2.505 for one."""
    config = {"breakage": {"cents": 1, "per": 200}}
    pool = pool_of("win", [run("1", "2")], {"1": 400, "2": 603}, config=config)
    assert ("150.5", "250.5", 501) == (
        pool["odds"]["1"]["odds_cents"], pool["winners"][0]["price_1"], pool["winners"][0]["price_2"],
    )  # fmt: skip


def test_odds_of_prices():
    """A question beside the card."""
    assert ["1-9", "3-1", "29-1"] == answered({"odds_of_prices": [105, 400, 3090]})["odds_of_prices"]


def test_odds_are_those_of_the_host():
    """Wherever it is named: 160 and 90 on a weight of 80 are 3.125, of which 0.8 are left, 2.50."""
    card = card_of("win", [run(runners=2)], {}, takeout={"guest": "0.1", "host": "0.2"})
    card["tickets"] = [
        {"id": "a", "pool": "P", "sel": ["1"], "amount": 100},
        {"id": "b", "pool": "P", "sel": ["2"], "amount": 100},
        {"id": "c", "pool": "P", "sel": ["2"], "amount": 100, "source": "guest"},
    ]
    assert 150 == answered(card)["pools"]["P"]["odds"]["1"]["odds_cents"]


def test_odds_where_there_is_no_host():
    """They are those of the source that is named first."""
    card = card_of("win", [run(runners=2)], {}, takeout={"east": "0.2", "west": "0.1"})
    card["tickets"] = [{"id": "a", "pool": "P", "sel": ["1"], "amount": 100, "source": "west"}]
    assert 5 == answered(card)["pools"]["P"]["odds"]["1"]["odds_cents"]


@pytest.mark.parametrize(
    ("kind", "races", "expected"),
    [
        ("exacta", [run(named=LATE_THREE)], {"1-2": 800, "2-1": 260}),
        ("quinella", [run(named=LATE_THREE)], {"1-2": 210}),
        ("double", [run(runners=1), run(named=LATE_THREE)], {"1/1": None, "1/2": 800}),
    ],
)
def test_probables(kind, races, expected):
    """What each standing combination would pay alone for $2: 400 for 100, for 300 and for all 400."""
    bets = {"1 2": 100} if kind == "double" else {"1 2": 100, "2 1": 300}
    more = {"carryover_in": 300} if kind == "double" else {}
    assert expected == pool_of(kind, races, bets, probables=True, **more)["probables"]


@pytest.mark.parametrize(("kind", "races"), [("exacta", [run("1", "2")]), ("trifecta", [run()])])
def test_pools_without_probables(kind, races):
    """None after the result, and none where there are too many combinations."""
    sel = "1 2" if kind == "exacta" else "1 2 3"
    assert "probables" not in pool_of(kind, races, {sel: 100}, probables=True)


@pytest.mark.parametrize(
    ("kind", "legs", "bets", "expected"),
    [
        ("double", [WON], {"1 1": 100, "1 2": 300, "2 1": 600}, {"1": 2000, "2": 660, "3": None}),
        ("pick3", [WON, WON], {"1 1 1": 100, "2 2 2": 900}, {"1": 2000, "2": None, "3": None}),
        ("pickn", [WON], {"1 1": 100, "1 2": 900}, {"1": 1500, "2": 210, "3": None}),
        ("pick3", [WON, run(cancelled="late")], {"1 1 1": 100, "2 2 2": 900}, {"1": 2000, "2": None, "3": None}),
    ],
)
def test_will_pays(kind, legs, bets, expected):
    """For each interest of the last leg the $2 price if it wins alone; nothing where nobody is live.

    1000 for 100 is 10.00 each dollar and 1000 for 300 is 3.30. Of a pick n the minor quarter goes to one hit:
    750 for 100, or for 900, which is lifted to 1.05.
    """
    assert expected == pool_of(kind, [*legs, run(runners=3)], bets, will_pays=True)["will_pays"]


def test_will_pays_leave_out_the_scratched():
    """There is nothing to pay on a runner that does not start."""
    races = [WON, run(named=LATE_THREE)]
    assert {"1", "2"} == set(pool_of("double", races, {"1 1": 100}, will_pays=True)["will_pays"])


def test_will_pays_after_a_dead_heat_are_the_lowest():
    """1000 in halves to 100 and 300: a profit of 600, so 1 + 300/100 and 1 + 300/300; 2.00 each dollar is sure."""
    races = [run("1=2"), run(runners=1)]
    pool = pool_of("double", races, {"1 1": 100, "2 1": 300, "3 1": 600}, will_pays=True)
    assert {"1": 400} == pool["will_pays"]


@pytest.mark.parametrize(
    ("kind", "races", "sel"),
    [
        ("win", [run()], "1"),
        ("double", [run(), run()], "1 1"),
        ("double", [WON, WON], "1 1"),
        ("twin_trifecta", [run("1", "2", "3"), run()], "1 2 3"),
    ],
)
def test_pools_without_will_pays(kind, races, sel):
    """Only where several legs are over and the last is to come."""
    assert "will_pays" not in pool_of(kind, races, {sel: 100}, will_pays=True)


def test_prices_for_three_dollars():
    """A break of one cent on three dollars: 1003 for 300 is 10.03 for three, and a third of that for one."""
    config = {"breakage": {"cents": 1, "per": 300}}
    pool = pool_of("win", [run("1", "2")], {"1": 300, "2": 703}, config=config)
    assert "334.3333333" == pool["winners"][0]["price_1"]


def test_odds_below_evens_of_nothing():
    """A minimum of 1.99 for two dollars loses half a cent on one."""
    assert "-0.5" == whole_or_text(Fraction(-1, 2))
