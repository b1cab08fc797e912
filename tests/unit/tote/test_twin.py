"""The twin trifecta, worked by hand: 1000 net, so 500 for each half, unless a test says otherwise."""

import pytest

from tests.support.tote_driver import answered, card_of, prices, run

FIRST = run("1", "2", "3")
SECOND = run("2", "1", "3")
OFF = run(cancelled="late")
LATE_FIVE = ["1", "2", "3", "4", {"no": "5", "scratched": "late"}]
HELD = {"1 2 3": 100, "3 2 1": 900}


def twin(exchange=(), *, bets=None, races=(FIRST, SECOND), **more):
    """Settle a twin trifecta whose first ticket is exchanged, a selection with blanks and an amount at a time."""
    card = card_of("twin_trifecta", list(races), HELD if bets is None else bets, **more)
    card["tickets"][0]["exchange"] = [{"sel": sel.split(), "amount": amount} for sel, amount in exchange]
    return answered(card)["pools"]["P"]


def test_both_halves():
    """500 for the 100 on 1-2-3; 500 and the carryover of 1000 for the 100 exchanged for 2-1-3."""
    pool = twin([("2 1 3", 100)], carryover_in=1000)
    assert ({"first:1-2-3": 500, "second:EXACT": 1500}, 0) == (prices(pool), pool["carryover_out"])
    assert [0, 0] == [row["level"] for row in pool["winners"]]


@pytest.mark.parametrize("exchange", [[], [("2 1 4", 100)]])
def test_second_half_is_carried_over(exchange):
    """Nobody has the exact order of race 2, or nobody exchanged."""
    pool = twin(exchange, carryover_in=1000)
    assert ({"first:1-2-3": 500}, 1500) == (prices(pool), pool["carryover_out"])


def test_odd_cents_go_to_the_second_half():
    """A fifth of 1004 is 200.8: 200 and 804, of which each pays what its break leaves."""
    config = {"twin_first_share": "1/5"}
    pool = twin([("2 1 3", 100)], bets={"1 2 3": 100, "3 2 1": 904}, config=config)
    assert ({"first:1-2-3": 200, "second:EXACT": 800}, 4) == (prices(pool), pool["breakage"])


@pytest.mark.parametrize(("cap", "first", "second"), [(1000, 1000, 1000), (1001, 500, 1500)])
def test_carryover_at_its_cap(cap, first, second):
    """At the cap all of the net pool is the first half's, and only the carryover the second's."""
    pool = twin([("2 1 3", 100)], carryover_in=1000, config={"twin_carryover_cap": cap})
    assert {"first:1-2-3": first, "second:EXACT": second} == prices(pool)


def test_first_half_falls_back():
    """1-2 is the longest head that is held: 500 for 100. Nobody may exchange, so the rest is carried over."""
    pool = twin([("2 1 3", 100)], bets={"1 2 4": 100, "3 2 1": 900})
    assert ({"first:1-2-ALL": 500}, 500) == (prices(pool), pool["carryover_out"])


def test_dead_heat_in_the_first_half():
    """500 for 100 and 200: a profit of 200 in halves, 1 + 100/100 and 1 + 100/200."""
    pool = twin(bets={"1 2 3": 100, "1 3 2": 200, "3 2 1": 700}, races=(run("1", "2=3"), SECOND))
    assert {"first:1-2-3": 200, "first:1-3-2": 150} == prices(pool)


def test_dead_heat_in_the_second_half_has_one_price():
    """500 for 100 exchanged in two halves for either order: 5.00 each dollar."""
    pool = twin([("2 1 3", 50), ("2 3 1", 50)], races=(FIRST, run("2", "1=3")))
    row = pool["winners"][1]
    assert ("second:EXACT", 100, 500) == (row["combo"], row["amount"], row["price_1"])


def test_exchanges_are_dollar_for_dollar():
    """A stake of 100 is worth 100 in exchanges: the second of them has the other 40."""
    pool = twin([("4 1 3", 60), ("2 1 3", 40)])
    assert 40 == pool["winners"][1]["amount"]


def test_exchange_for_a_scratched_runner_is_void():
    """And its amount is spent."""
    pool = twin([("2 1 5", 60), ("2 1 3", 40)], races=(FIRST, run("2", "1", "3", named=LATE_FIVE)))
    assert 40 == pool["winners"][1]["amount"]


def test_void_exchanges_win_nothing():
    """With two finishers 2-1-anything is exact, but not with a runner that did not start."""
    pool = twin([("2 1 5", 100)], races=(FIRST, run("2", "1", named=LATE_FIVE)))
    assert ({"first:1-2-3": 500}, 500) == (prices(pool), pool["carryover_out"])


def test_second_half_promises_no_minimum():
    """96 and 4 for 100: the first is lifted to 1.05, the second is 0.04, which is broken to nothing and stays there."""
    pool = twin([("2 1 3", 100)], bets={"1 2 3": 100}, config={"twin_first_share": "24/25"})
    assert ({"first:1-2-3": 105, "second:EXACT": 0}, 5) == (prices(pool), pool["minus_pool"])


@pytest.mark.parametrize(
    ("bets", "expected", "carryover"),
    [
        (HELD, {"first:1-2-3": 500, "second:ALL": 500}, 1000),
        ({"1 2 4": 100, "3 2 1": 900}, {"first:1-2-ALL": 1000}, 1000),
    ],
)
def test_second_race_is_called_off_late(bets, expected, carryover):
    """The second half goes to the exact winners of the first, without the carryover; else both halves together."""
    pool = twin(bets=bets, races=(FIRST, OFF), carryover_in=1000)
    assert (expected, carryover) == (prices(pool), pool["carryover_out"])


@pytest.mark.parametrize(
    ("exchange", "name", "level"),
    [
        ([("2 1 3", 100)], "second:EXACT", 0),
        ([("2 1 4", 100)], "second:FIRST TWO", 1),
        ([("2 4 1", 100)], "second:FIRST", 2),
        ([("4 5 6", 100)], "second:ALL", 3),
        ([], "second:UNEXCHANGED", 4),
    ],
)
def test_ladder_of_a_mandatory_day(exchange, name, level):
    """Everything is paid, to the best there is; 1500 for 100."""
    pool = twin(exchange, carryover_in=1000, mandatory=True)
    assert (name, level, 1500, 0) == (
        *(pool["winners"][1][key] for key in ("combo", "level", "price_1")), pool["carryover_out"],
    )  # fmt: skip


def test_whoever_won_the_first_half_exchanges_on_a_mandatory_day():
    """Though it was not exact."""
    pool = twin([("2 1 3", 100)], bets={"1 2 4": 100, "3 2 1": 900}, mandatory=True)
    assert {"first:1-2-ALL": 500, "second:EXACT": 500} == prices(pool)


def test_mandatory_day_without_the_first_winner():
    """Net and carryover go to everything that is live: 2000 for 1000."""
    pool = twin(bets={"3 2 1": 1000}, carryover_in=1000, mandatory=True)
    assert ({"first:ALL": 200}, 0) == (prices(pool), pool["carryover_out"])


def test_few_finishers_in_the_second_race():
    """Exact as far as places go."""
    pool = twin([("2 1 6", 100)], races=(FIRST, run("2", "1")))
    assert "second:EXACT" == pool["winners"][1]["combo"]


def test_steps_of_a_mandatory_day_after_few_finishers():
    """With two finishers the step after the exact order is the first alone; it gets the same money by either name."""
    pool = twin([("2 4 6", 100)], races=(FIRST, run("2", "1")), mandatory=True)
    assert "second:FIRST" == pool["winners"][1]["combo"]


@pytest.mark.parametrize(
    ("races", "bets", "reason"),
    [
        ((OFF, SECOND), HELD, "race cancelled"),
        ((FIRST, run(cancelled="early")), HELD, "race cancelled"),
        ((FIRST, SECOND), {"3 2 1": 1000}, "no winning wager"),
        ((run("1", "2", "3", named=LATE_FIVE), SECOND), {"5 2 1": 1000}, "nothing live"),
    ],
)
def test_refunds(races, bets, reason):
    """Everything goes back, and what was carried in stays."""
    pool = twin(bets=bets, races=races, carryover_in=70)
    assert (reason, 1000, 70) == (pool["reason"], pool["refunds"], pool["carryover_out"])


@pytest.mark.parametrize("races", [(run(), run()), (FIRST, run())])
def test_twin_trifectas_wait_for_both_races(races):
    """Nothing is paid before."""
    assert ("open", []) == (twin(races=races)["status"], twin(races=races)["winners"])


def test_sources_with_different_takeouts():
    """Net 80 + 90 = 170, 85 each half: on a weight of 80 + 90 a base of 1/2, of which 0.40 and 0.45 are left."""
    card = card_of("twin_trifecta", [FIRST, SECOND], {}, takeout={"host": "0.2", "guest": "0.1"})
    exchange = [{"sel": ["2", "1", "3"], "amount": 100}]
    card["tickets"] = [
        {"id": source, "pool": "P", "sel": ["1", "2", "3"], "amount": 100, "source": source, "exchange": exchange}
        for source in ("host", "guest")
    ]
    rows = answered(card)["pools"]["P"]["winners"][2:]
    assert [("host", "0.4000000", 40), ("guest", "0.4500000", 40)] == [
        (row["source"], row["unbroken_1"], row["price_1"]) for row in rows
    ]
