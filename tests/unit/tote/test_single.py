"""Pools on one race, worked by hand: one small pool for each rule. There is no takeout unless a test names one."""

import pytest

from tests.support.tote_driver import answered, card_of, pool_of, prices, run

ENTRY = ["1", {"no": "1A", "entry": "1"}, "2", "3", "4", "5"]
SCRATCHED = ["1", "2", {"no": "3", "scratched": "early"}, {"no": "4", "scratched": "late"}, "5"]
ALL_SIX = dict.fromkeys("123456", 100)


def shares(pool):
    """Return each winner's share of the profit."""
    return {row["combo"]: row.get("share", "1") for row in pool["winners"]}


def test_win():
    """1000 sold, 18% taken, 820 for the 200 on the winner: 4.10 each dollar, and nothing is left."""
    pool = pool_of("win", [run("1", "2", "3")], {"1": 200, "2": 800}, takeout="0.18")
    row = {"combo": "1", "level": 0, "amount": 200, "price_1": 410, "price_2": 820, "unbroken_1": "4.1000000"}
    assert ([row], 180, 820, 0) == (pool["winners"], pool["takeout"], pool["payout"], pool["breakage"])


def test_breakage():
    """1000 for 300 is 3.3333…, broken to 3.30: 990 is paid, 10 is breakage."""
    pool = pool_of("win", [run("1", "2")], {"1": 300, "2": 700})
    assert ({"1": 330}, 990, 10, 0) == (prices(pool), pool["payout"], pool["breakage"], pool["minus_pool"])


def test_minus_pool():
    """900 net for 950 on the winner would be 0.94; the minimum of 1.05 pays 997, and 97 are missing."""
    pool = pool_of("win", [run("1", "2")], {"1": 950, "2": 50}, takeout="0.1")
    assert ({"1": 105}, 997, 0, 97) == (prices(pool), pool["payout"], pool["breakage"], pool["minus_pool"])


@pytest.mark.parametrize(
    ("order", "bets", "expected", "level"),
    [
        ("1=2 3", {"1": 100, "2": 200, "3": 300}, {"1": 250, "2": 170}, 0),
        ("1=2 3", {"2": 200, "3": 300}, {"2": 250}, 0),
        ("1 2 3", {"2": 100, "4": 100}, {"2": 200}, 1),
        ("1 2 3", {"3": 100, "4": 100}, {"3": 200}, 2),
    ],
)
def test_win_with_dead_heats_and_fallbacks(order, bets, expected, level):
    """Of 600 the profit is 300: 1 + 150/100 and 1 + 150/200, cut to 1.70. Nobody on it: the next in order."""
    pool = pool_of("win", [run(*order.split())], bets)
    assert (expected, {level}) == (prices(pool), {row["level"] for row in pool["winners"]})


def test_win_is_not_paid_to_the_fourth():
    """After the third everything is handed back, without takeout."""
    pool = pool_of("win", [run("1", "2", "3", "4")], {"4": 100}, takeout="0.2")
    assert ("refunded", "no winning wager", 100, 0) == tuple(
        pool[key] for key in ("status", "reason", "refunds", "takeout")
    )


@pytest.mark.parametrize(
    ("order", "place", "show"),
    [
        ("1 2 3", "1/2 1/2", "1/3 1/3 1/3"),
        ("1=2 3", "1/2 1/2", "1/3 1/3 1/3"),
        ("1=2=3", "1/3 1/3 1/3", "1/3 1/3 1/3"),
        ("1=2=3=4", "1/4 1/4 1/4 1/4", "1/4 1/4 1/4 1/4"),
        ("1 2=3", "1/2 1/4 1/4", "1/3 1/3 1/3"),
        ("1 2=3=4", "1/2 1/6 1/6 1/6", "1/3 2/9 2/9 2/9"),
        ("1 2 3=4", "1/2 1/2", "1/3 1/3 1/6 1/6"),
        ("1=2 3=4", "1/2 1/2", "1/3 1/3 1/6 1/6"),
        ("1", "1", "1"),
        ("1 2", "1/2 1/2", "1/2 1/2"),
    ],
)
def test_shares_of_place_and_show(order, place, show):
    """Each paid place is worth the same; those who tie for what is left of them divide that."""
    for kind, expected in (("place", place), ("show", show)):
        pool = pool_of(kind, [run(*order.split())], ALL_SIX)
        assert dict(zip("1234", expected.split(), strict=False)) == shares(pool)


@pytest.mark.parametrize(
    ("kind", "order", "expected"),
    [
        ("place", "1 1A 2", {"1": "1"}),
        ("place", "1 1A=2 3", {"1": "3/4", "2": "1/4"}),
        ("place", "2 1=1A", {"2": "1/2", "1": "1/2"}),
        ("place", "2 1=1A=3", {"2": "1/2", "1": "1/4", "3": "1/4"}),
        ("show", "1=1A=2", {"1": "2/3", "2": "1/3"}),
        ("show", "1 1A 2", {"1": "2/3", "2": "1/3"}),
        ("show", "1 2 1A", {"1": "2/3", "2": "1/3"}),
    ],
)
def test_shares_of_an_entry(kind, order, expected):
    """Two places taken are two shares; a dead heat that overflows is divided by interests, not by runners."""
    bets = dict.fromkeys("12345", 100)
    assert expected == shares(pool_of(kind, [run(*order.split(), named=ENTRY)], bets))


@pytest.mark.parametrize(
    ("kind", "order", "held", "expected"),
    [
        ("place", "1 2 3", "13", {"1": "1"}),
        ("show", "1 2 3", "134", {"1": "1/2", "3": "1/2"}),
        ("place", "1 2=3", "13", {"1": "1/2", "3": "1/2"}),
        ("place", "1 2=3", "14", {"1": "1"}),
        ("show", "1 2=3", "124", {"1": "1/2", "2": "1/2"}),
        ("place", "1 2 3", "34", {"3": "1"}),
        ("place", "1 2 3=4", "346", {"3": "1/2", "4": "1/2"}),
        ("show", "1 2 3 4", "45", {"4": "1"}),
    ],
)
def test_places_that_nobody_holds(kind, order, held, expected):
    """They fall to those who tie with them, else to the other places, else to the next in order."""
    pool = pool_of(kind, [run(*order.split())], dict.fromkeys(held, 100))
    assert expected == shares(pool)


@pytest.mark.parametrize(("kind", "order"), [("place", "1 2 3 4"), ("show", "1 2 3"), ("place", "1")])
def test_place_and_show_end_with_the_next_in_order(kind, order):
    """Nobody there either, or nobody next: everything is handed back."""
    pool = pool_of(kind, [run(*order.split())], {"5": 100})
    assert ("refunded", "no winning wager") == (pool["status"], pool["reason"])


def test_place_prices():
    """600 for 100 on the first and 200 on the second: a profit of 300 in halves, 1 + 150/100 and 1 + 150/200."""
    pool = pool_of("place", [run("1", "2", "3")], {"1": 100, "2": 200, "3": 300})
    assert ({"1": 250, "2": 170}, 10) == (prices(pool), pool["breakage"])


@pytest.mark.parametrize(
    ("order", "bets", "expected"),
    [
        ("1 2", {"1 2": 100, "2 1": 300}, {"1-2": 400}),
        ("1=2", {"1 2": 100, "2 1": 100, "3 1": 200}, {"1-2": 200, "2-1": 200}),
        ("1 2=3", {"1 2": 100, "1 3": 100, "3 1": 200}, {"1-2": 200, "1-3": 200}),
        ("1 2", {"1 4": 100, "4 2": 100, "2 1": 200}, {"1-ALL": 200, "ALL-2": 200}),
        ("1 2", {"4 2": 100, "2 1": 300}, {"ALL-2": 400}),
        ("1", {"1 4": 100, "2 1": 300}, {"1-ALL": 400}),
    ],
)
def test_exacta(order, bets, expected):
    """The order itself; with a dead heat every order; else the first placed first and the second placed second."""
    assert expected == prices(pool_of("exacta", [run(*order.split())], bets))


@pytest.mark.parametrize(
    ("bets", "expected"),
    [({"1 4": 100, "4 2": 100, "2 1": 200}, {"1-ALL": 400}), ({"4 2": 100}, {})],
)
def test_exacta_with_the_winner_only(bets, expected):
    """Where only the winner placed first counts, the second placed second has nothing."""
    assert expected == prices(pool_of("exacta", [run("1", "2")], bets, config={"exacta_fallback": "first_only"}))


@pytest.mark.parametrize(
    ("order", "bets", "expected"),
    [
        ("2 1", {"1 2": 100, "3 4": 300}, {"1-2": 400}),
        ("2 10", {"10 2": 100, "3 4": 300}, {"2-10": 400}),
        ("1=2 3", {"2 1": 100, "1 3": 300}, {"1-2": 400}),
        ("1=2=3", {"1 2": 100, "2 3": 100, "4 5": 200}, {"1-2": 200, "2-3": 200}),
        ("1 2=3", {"1 2": 100, "3 1": 100, "4 5": 200}, {"1-2": 200, "1-3": 200}),
        ("1 2=3", {"2 3": 100, "1 4": 300}, {"2-3": 400}),
        ("1 2=3", {"1 4": 100, "4 5": 300}, {"1-ALL": 400}),
        ("1=2 3=4", {"3 4": 100, "1 5": 300}, {"1-ALL": 130}),
        ("1 2", {"1 4": 100, "2 4": 100, "4 5": 200}, {"1-ALL": 200, "2-ALL": 200}),
        ("1", {"1 4": 100, "4 5": 300}, {"1-ALL": 400}),
        ("1 2", {"4 5": 300}, {}),
        ("1", {"4 5": 300}, {}),
    ],
)
def test_quinella(order, bets, expected):
    """The first two in either order; after a dead heat for second its pairs; then whoever holds one of them."""
    assert expected == prices(pool_of("quinella", [run(*order.split(), runners=10)], bets))


@pytest.mark.parametrize(
    ("kind", "order", "bets", "expected"),
    [
        ("trifecta", "1 2 3", {"1 2 3": 100, "1 3 2": 300}, {"1-2-3": 400}),
        ("trifecta", "1 2=3", {"1 2 3": 100, "1 3 2": 100, "2 1 3": 200}, {"1-2-3": 200, "1-3-2": 200}),
        ("trifecta", "1 2 3", {"1 2 4": 100, "1 3 2": 300}, {"1-2-ALL": 400}),
        ("trifecta", "1 2=3 4", {"1 2 5": 100, "1 3 5": 100, "2 1 3": 200}, {"1-2-ALL": 200, "1-3-ALL": 200}),
        ("trifecta", "1 2 3", {"1 4 2": 100, "3 1 2": 300}, {"1-ALL-ALL": 400}),
        ("trifecta", "1 2", {"1 2 5": 100, "1 3 2": 300}, {"1-2-ALL": 400}),
        ("superfecta", "1 2 3 4", {"1 2 3 4": 100, "2 1 3 4": 300}, {"1-2-3-4": 400}),
        ("superfecta", "1 2 3 4", {"1 2 3 5": 100, "2 1 3 4": 300}, {"1-2-3-ALL": 400}),
        ("superfecta", "1 2 3 4", {"1 2 4 3": 100, "2 1 3 4": 300}, {"1-2-ALL-ALL": 400}),
        ("superfecta", "1 2 3 4", {"1 5 2 3": 100, "2 1 3 4": 300}, {"1-ALL-ALL-ALL": 400}),
        ("superfecta", "1 2 3 4", {"2 1 3 4": 300}, {}),
    ],
)
def test_trifecta_and_superfecta(kind, order, bets, expected):
    """The order itself, then ever shorter heads of it, then everything back."""
    assert expected == prices(pool_of(kind, [run(*order.split())], bets))


def test_exacta_with_an_entry():
    """An entry that runs first and second is first, and the next interest is second."""
    pool = pool_of("exacta", [run("1A", "1", "3", named=ENTRY)], {"1 3": 100, "1 2": 300})
    assert {"1-3": 400} == prices(pool)


def test_scratched_combinations_are_refunded():
    """Of a box of three the two orders without the scratched one are live: 200 of 600, early or late."""
    for number in ("3", "4"):
        card = card_of("exacta", [run("1", "2", named=SCRATCHED)], {})
        card["tickets"] = [{"id": "a", "pool": "P", "form": "box", "sel": ["1", "2", number], "amount": 100}]
        ticket = answered(card)["tickets"]["a"]
        assert {"combos": 6, "cost": 600, "refund": 400, "payout": 200} == ticket


def test_part_of_an_entry_is_scratched():
    """The other part runs for both, and nothing is refunded."""
    named = ["1", {"no": "1A", "entry": "1", "scratched": "late"}, "2"]
    pool = pool_of("win", [run("1", "2", named=named)], {"1A": 100, "2": 100})
    assert ({"1": 200}, 0) == (prices(pool), pool["refunds"])


@pytest.mark.parametrize(
    ("race", "bets", "reason"),
    [
        (run(cancelled="early"), {"1": 100}, "race cancelled"),
        (run(cancelled="late"), {"1": 100}, "race cancelled"),
        (run("1", named=SCRATCHED), {"3": 50, "4": 50}, "nothing live"),
    ],
)
def test_whole_refunds(race, bets, reason):
    """No takeout; a carryover stays."""
    pool = pool_of("win", [race], bets, takeout="0.2", carryover_in=70)
    keys = ("status", "reason", "refunds", "takeout", "carryover_out", "payout")
    assert ("refunded", reason, 100, 0, 70, 0) == tuple(pool[key] for key in keys)


def test_open_and_empty_pools():
    """Before the result nothing is paid; without a bet there is nothing to pay."""
    waiting = pool_of("win", [run()], {"1": 100}, takeout="0.2")
    empty = pool_of("win", [run("1")], {}, carryover_in=70)
    assert ("open", 80, 0) == (waiting["status"], waiting["net"], waiting["payout"])
    assert ("empty", 70, 0) == (empty["status"], empty["carryover_out"], empty["sold"])


def test_sources_with_different_takeouts():
    """200 from each leave 160 and 180: 340 on a weight of 170 is twice what each leaves of a dollar."""
    card = card_of("win", [run("1", "2")], {}, takeout={"host": "0.2", "guest": "0.1", "hub": "0.3"})
    card["tickets"] = [
        {"id": f"{source} {sel}", "pool": "P", "sel": [sel], "amount": 100, "source": source}
        for source in ("host", "guest")
        for sel in ("1", "2")
    ]
    pool = answered(card)["pools"]["P"]
    assert {"host": 160, "guest": 180} == {row["source"]: row["price_1"] for row in pool["winners"]}
    assert {"sold": 200, "refunds": 0, "takeout": 20, "payout": 180} == pool["by_source"]["guest"]
    assert {"sold": 0, "refunds": 0, "takeout": 0, "payout": 0} == pool["by_source"]["hub"]


def test_across_the_board():
    """Three bets, one in each pool, at three times the base."""
    pools = {kind: {"type": kind, "races": ["1"], "takeout": "0"} for kind in ("win", "place", "show")}
    ticket = {"id": "a", "type": "across_the_board", "race": "1", "sel": ["1"], "amount": 200}
    answer = answered({"races": {"1": run("1", "2")}, "pools": pools, "tickets": [ticket]})
    assert {"combos": 3, "cost": 600, "refund": 0, "payout": 630} == answer["tickets"]["a"]
    assert [200, 200, 200] == [pool["sold"] for pool in answer["pools"].values()]
