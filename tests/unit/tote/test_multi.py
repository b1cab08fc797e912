"""Pools over several races, worked by hand. There is no takeout unless a test names one."""

import pytest

from tests.support.tote_driver import answered, card_of, pool_of, prices, run

LATE = ["1", "2", {"no": "3", "scratched": "late"}]
EARLY = ["1", "2", {"no": "3", "scratched": "early"}]
WON = run("1", "2")
OFF = run(cancelled="late")
CONSOLATION = {"pick3_scratch": "consolation"}


def levels(pool):
    """Return the level of each winner."""
    return {row["combo"]: row["level"] for row in pool["winners"]}


# Daily double


@pytest.mark.parametrize(
    ("first", "second", "bets", "expected"),
    [
        ("1 2", "2 3", {"1 2": 100, "2 2": 300}, {"1/2": 400}),
        ("1=3 2", "2 3", {"1 2": 100, "3 2": 100, "2 2": 200}, {"1/2": 200, "3/2": 200}),
        ("1=3 2", "2 3", {"3 2": 100, "2 2": 300}, {"3/2": 400}),
        ("1 2", "2 3", {"1 3": 100, "3 2": 100, "3 3": 200}, {"1/ALL": 200, "ALL/2": 200}),
        ("1 2", "2 3", {"3 2": 100, "3 3": 300}, {"ALL/2": 400}),
        ("1 2", "2 3", {"2 3": 100, "4 4": 300}, {"2/3": 400}),
        ("1 2", "2 3", {"4 4": 300}, {}),
        ("1", "2", {"4 4": 300}, {}),
    ],
)
def test_double(first, second, bets, expected):
    """Both winners, else either of them, else both seconds, else everything back."""
    assert expected == prices(pool_of("double", [run(*first.split()), run(*second.split())], bets))


def test_double_with_a_consolation():
    """Net 800. The 400 on the leg-1 winner give a consolation of 2.00; of the 600 left the double's 200 get 3.00."""
    bets = {"1 2": 200, "1 3": 100, "1 1": 100, "2 2": 600}
    pool = pool_of("double", [WON, run("2", "1", named=LATE)], bets, takeout="0.2")
    assert ({"1/2": 300, "1/SCR": 200}, {"1/2": 0, "1/SCR": "consolation"}) == (prices(pool), levels(pool))
    assert (800, 0) == (pool["payout"], pool["breakage"])


def test_consolations_after_a_dead_heat():
    """800 for 200 on each of two winners: 1 + 200/200. The 100 with the scratched one get 200, the pairs 600.

    Of those 600 the profit is 600 - 300 = 300, halves of 150: 1 + 150/100 and 1 + 150/200.
    """
    bets = {"1 2": 100, "1 3": 100, "2 2": 200, "4 4": 400}
    pool = pool_of("double", [run("1=2"), run("2", "1", named=[*LATE, "4"])], bets)
    assert {"1/2": 250, "2/2": 170, "1/SCR": 200} == prices(pool)
    assert (200 + 250 + 340, 10) == (pool["payout"], pool["breakage"])


def test_double_with_nothing_but_a_consolation():
    """Nobody else has the leg-1 winner: 1055 for 100 is 10.55, broken to 10.50, and the rest is breakage."""
    pool = pool_of("double", [WON, run("2", "1", named=LATE)], {"1 3": 100, "2 2": 955})
    assert ({"1/SCR": 1050}, 1050, 5) == (prices(pool), pool["payout"], pool["breakage"])


def test_double_without_consolations_to_pay():
    """Leg-1 losers with the scratched one lose, and the double is paid as always."""
    pool = pool_of("double", [WON, run("2", "1", named=LATE)], {"2 3": 100, "1 2": 100})
    assert {"1/2": 200} == prices(pool)


@pytest.mark.parametrize(
    ("races", "bets", "refunds"),
    [
        ([run("1", "2", named=LATE), WON], {"3 1": 100, "1 1": 200}, 100),
        ([run("1", "2", named=EARLY), WON], {"3 1": 100, "1 1": 200}, 100),
        ([WON, run("1", "2", named=EARLY)], {"1 3": 100, "1 1": 200}, 100),
        ([WON, run("1", "2", named=LATE)], {"2 3": 100, "1 1": 200}, 0),
    ],
)
def test_scratches_of_a_double(races, bets, refunds):
    """The first leg's are refunded at any time, the second leg's if they came early."""
    assert refunds == pool_of("double", races, bets)["refunds"]


@pytest.mark.parametrize(
    ("first", "bets", "expected"),
    [
        (["1", "2"], {"1 1": 100, "2 1": 300}, {"1/ALL": 400}),
        (["1=2"], {"1 1": 100, "2 1": 100, "3 3": 200}, {"1/ALL": 200, "2/ALL": 200}),
        (["1", "2"], {"2 1": 300}, {}),
    ],
)
def test_double_with_the_second_race_called_off_late(first, bets, expected):
    """The first winner takes it with anything; without one everything goes back."""
    pool = pool_of("double", [run(*first), OFF], bets)
    assert (expected, set() if not expected else {1}) == (prices(pool), set(levels(pool).values()))


@pytest.mark.parametrize(
    ("races", "bets", "reason"),
    [
        ([OFF, WON], {"1 1": 100}, "race cancelled"),
        ([run(cancelled="early"), run()], {"1 1": 100}, "race cancelled"),
        ([WON, run(cancelled="early")], {"1 1": 100}, "race cancelled"),
        ([run("1", named=EARLY), WON], {"3 1": 100}, "nothing live"),
        ([WON, OFF], {"2 1": 100}, "no winning wager"),
    ],
)
def test_refunds_of_a_double(races, bets, reason):
    """With the reason, and without takeout."""
    pool = pool_of("double", races, bets, takeout="0.2")
    assert (reason, 100, 0) == (pool["reason"], pool["refunds"], pool["takeout"])


@pytest.mark.parametrize("races", [[run(), run()], [WON, run()], [run(), WON]])
def test_doubles_wait_for_both_races(races):
    """Open until both are over."""
    assert "open" == pool_of("double", races, {"1 1": 100})["status"]


# Pick three


@pytest.mark.parametrize(
    ("last", "bets", "expected", "level"),
    [
        ("1 2", {"1 1 1": 100, "1 1 2": 300}, {"1/1/1": 400}, 0),
        ("1=2", {"1 1 1": 100, "1 1 2": 200, "2 2 3": 300}, {"1/1/1": 250, "1/1/2": 170}, 0),
        ("1 2", {"1 1 2": 100, "2 1 1": 100, "2 2 2": 200}, {"2 of 3": 200}, 1),
        ("1 2", {"2 1 2": 100, "2 2 2": 300}, {"1 of 3": 400}, 2),
    ],
)
def test_pick_three(last, bets, expected, level):
    """Three hits, each combination a class: 600 less 300 is split, 1 + 150/100 and 1 + 150/200; else two; else one."""
    pool = pool_of("pick3", [WON, WON, run(*last.split())], bets)
    assert (expected, {level}) == (prices(pool), set(levels(pool).values()))


@pytest.mark.parametrize(
    ("bets", "expected"),
    [
        ({"1 1 1": 100, "1 1 2": 200, "2 2 3": 300}, {"3 of 3": 200}),
        ({"1 1 1": 100, "2 2 3": 300}, {"1/1/1": 400}),
    ],
)
def test_pick_three_with_a_single_price(bets, expected):
    """All who have a tied winner share 600 for their 300; where only one combination is held it is named."""
    config = {"pick3_dead_heat": "single_price"}
    assert expected == prices(pool_of("pick3", [WON, WON, run("1=2")], bets, config=config))


@pytest.mark.parametrize(
    ("races", "config", "expected"),
    [
        ([WON, WON, OFF], {}, {"2 of 3": 400}),
        ([WON, OFF, OFF], {}, {"1 of 3": 200}),
        ([WON, OFF, OFF], {"pick3_refund_cancelled": 2}, {}),
        ([OFF, OFF, OFF], {}, {}),
        ([WON, WON, OFF], CONSOLATION, {"2 of 3": 400}),
    ],
)
def test_pick_three_with_cancelled_races(races, config, expected):
    """A race that was not run gives nobody a hit; so many of them, and everything goes back."""
    pool = pool_of("pick3", races, {"1 1 1": 100, "1 2 1": 100, "2 2 2": 200}, config=config)
    assert (expected, not expected) == (prices(pool), pool["status"] == "refunded")


def test_scratched_selections_become_the_favorite():
    """The favourite is the one with the most money to win; who holds both is paid twice: 500 for 200."""
    races = [WON, WON, run("1", "2", named=LATE)]
    card = card_of("pick3", races, {"2 2 1": 300})
    card["pools"]["W"] = {"type": "win", "races": ["3"], "takeout": "0"}
    card["tickets"] += [
        {"id": "both", "pool": "P", "form": "wheel", "sel": [["1"], ["1"], ["1", "3"]], "amount": 100},
        {"id": "w1", "pool": "W", "sel": ["1"], "amount": 200},
        {"id": "w3", "pool": "W", "sel": ["3"], "amount": 900},
        {"id": "w2", "pool": "W", "sel": ["2"], "amount": 200},
    ]
    answer = answered(card)
    assert {"1/1/1": 250} == prices(answer["pools"]["P"])
    assert 500 == answer["tickets"]["both"]["payout"]


def test_the_favorite_that_is_named_goes_first():
    """The card names 2, which lost, so the scratched selection misses and two hits are the most."""
    races = [WON, WON, run("1", "2", named=LATE, favorite="2")]
    assert {"2 of 3": 400} == prices(pool_of("pick3", races, {"1 1 3": 100, "2 2 2": 300}))


@pytest.mark.parametrize(("choice", "refunds"), [("substitute", 0), ("refund", 100)])
def test_early_scratches(choice, refunds):
    """They become the favourite, or are refunded where that is chosen."""
    races = [WON, WON, run("1", "2", named=EARLY, favorite="1")]
    pool = pool_of("pick3", races, {"1 1 3": 100, "1 1 1": 100}, config={"pickn_early_scratch": choice})
    assert refunds == pool["refunds"]


def test_pick_three_with_a_consolation():
    """1000 for the 200 on 1/1: 5.00 to the scratched 100. The 500 left go to the 100 on 1/1/1."""
    races = [WON, WON, run("1", "2", named=LATE)]
    pool = pool_of("pick3", races, {"1 1 1": 100, "1 1 3": 100, "2 2 2": 800}, config=CONSOLATION)
    assert ({"1/1/1": 500, "1/1/SCR": 500}, 1000) == (prices(pool), pool["payout"])


def test_pick_three_with_nothing_but_a_consolation():
    """1000 for the 200 on 1/1, all of it scratched; nobody else has a hit, and nothing is left."""
    races = [WON, WON, run("1", "2", named=LATE)]
    pool = pool_of("pick3", races, {"1 1 3": 200, "2 2 2": 800}, config=CONSOLATION)
    assert ("official", {"1/1/SCR": 500}, 0) == (pool["status"], prices(pool), pool["breakage"])


def test_refunds_of_a_pick_three_with_consolations():
    """The first leg's scratches at any time, others early."""
    races = [run("1", "2", named=LATE), WON, run("1", "2", named=EARLY)]
    pool = pool_of("pick3", races, {"3 1 1": 100, "1 1 3": 100, "1 1 1": 100}, config=CONSOLATION)
    assert (200, {"1/1/1": 105}) == (pool["refunds"], prices(pool))


@pytest.mark.parametrize(
    ("races", "bets", "reason"),
    [
        ([WON, WON, WON], {"2 2 2": 100}, "no winning wager"),
        ([WON, WON, run("1", "2", named=EARLY)], {"1 1 3": 100}, "nothing live"),
    ],
)
def test_refunds_of_a_pick_three(races, bets, reason):
    """Nobody has a hit, or nothing is left."""
    pool = pool_of("pick3", races, bets, config={"pickn_early_scratch": "refund"})
    assert ("refunded", reason) == (pool["status"], pool["reason"])


def test_pick_three_waits():
    """Open until the last race is over."""
    assert "open" == pool_of("pick3", [WON, WON, run()], {"1 1 1": 100})["status"]


# Pick n

HIT = {"1 1 1 1": 100, "1 1 1 2": 100, "1 2 2 2": 200}
MISSED = {"1 1 1 2": 100, "2 2 2 2": 300}


@pytest.mark.parametrize(
    ("method", "bets", "mandatory", "expected", "carryover"),
    [
        ("carryover_minor", HIT, False, {"4 of 4": 1300, "3 of 4": 105}, 0),
        ("carryover", HIT, False, {"4 of 4": 1400}, 0),
        ("no_carryover", HIT, False, {"4 of 4": 400}, 1000),
        ("minor_no_carryover", HIT, False, {"4 of 4": 300, "3 of 4": 105}, 1000),
        ("carryover_minor", MISSED, False, {"3 of 4": 105}, 1300),
        ("carryover", MISSED, False, {"3 of 4": 105}, 1300),
        ("no_carryover", MISSED, False, {"3 of 4": 400}, 1000),
        ("minor_no_carryover", MISSED, False, {"3 of 4": 400}, 1000),
        ("carryover_minor", MISSED, True, {"3 of 4": 1400}, 0),
        ("carryover", MISSED, True, {"3 of 4": 1400}, 0),
        ("no_carryover", MISSED, True, {"3 of 4": 400}, 1000),
        ("carryover_minor", {"1 1 1 1": 100, "2 2 2 2": 300}, False, {"4 of 4": 1400}, 0),
        ("minor_no_carryover", {"1 1 1 1": 100, "2 2 2 2": 300}, False, {"4 of 4": 400}, 1000),
    ],
)
def test_methods_of_pick_n(method, bets, mandatory, expected, carryover):
    """400 net and 1000 carried in, a minor share of 100: who gets which part by each method."""
    config = {"pickn_method": method}
    pool = pool_of("pickn", [WON] * 4, bets, config=config, carryover_in=1000, mandatory=mandatory)
    assert (expected, carryover) == (prices(pool), pool["carryover_out"])


def test_minor_share():
    """3/10 of 401 is 120.3, cut to 120 for three hits; 281 for four. Breaks leave 1 of them."""
    config = {"minor_share": "3/10"}
    pool = pool_of("pickn", [WON] * 4, {"1 1 1 1": 100, "1 1 1 2": 100, "2 2 2 2": 201}, config=config)
    assert ({"4 of 4": 280, "3 of 4": 120}, 1) == (prices(pool), pool["breakage"])


def test_dead_heats_of_pick_n_have_one_price():
    """Either tied winner is a hit: 400 for 200."""
    pool = pool_of("pickn", [WON, run("1=2")], {"1 1": 100, "1 2": 100, "2 3": 200}, config={"minor_share": "0"})
    assert {"2 of 2": 200} == prices(pool)


def test_cancelled_leg_of_pick_n():
    """The whole net pool, but not what was carried in, goes to the most hits there are."""
    pool = pool_of("pickn", [WON, WON, WON, OFF], {"1 1 1 1": 100, "1 1 2 1": 300}, carryover_in=1000)
    assert ({"3 of 4": 400}, 1000) == (prices(pool), pool["carryover_out"])


@pytest.mark.parametrize(("legs", "limit"), [(2, 2), (3, 2), (4, 3), (6, 3), (7, 4), (9, 4), (10, 5), (12, 5)])
def test_so_many_cancelled_legs_refund_pick_n(legs, limit):
    """At the limit everything goes back; one fewer, and it is paid."""
    bets = {" ".join("1" * legs): 100}
    for cancelled, status in ((limit, "refunded"), (limit - 1, "official")):
        races = [OFF] * cancelled + [WON] * (legs - cancelled)
        assert status == pool_of("pickn", races, bets)["status"]


@pytest.mark.parametrize(
    ("races", "bets", "status", "reason"),
    [
        ([WON, run()], {"1 1": 100}, "open", None),
        ([WON, WON], {"2 2": 100}, "refunded", "no winning wager"),
        ([WON, run("1", named=EARLY)], {"1 3": 100}, "refunded", "nothing live"),
        ([OFF, OFF], {"1 1": 100}, "refunded", "races cancelled"),
    ],
)
def test_pick_n_that_is_not_paid(races, bets, status, reason):
    """Still open, or handed back; what was carried in stays."""
    pool = pool_of("pickn", races, bets, carryover_in=1000, config={"pickn_early_scratch": "refund"})
    carried = 0 if status == "open" else 1000
    assert (status, reason, carried) == (pool["status"], pool.get("reason"), pool["carryover_out"])


def test_pick_six():
    """Six legs under their own name."""
    assert {"6 of 6": 200} == prices(pool_of("pick6", [WON] * 6, {"1 1 1 1 1 1": 100, "2 2 2 2 2 2": 100}))
