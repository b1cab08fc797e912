"""Published examples and pools worked by hand, to which the second opinion on the totalizator is held.

Then what must hold of any card, tried on random ones.
"""

import copy
import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from tests.support.naive_tote import settle
from tests.support.naive_tote_pool import DEFAULTS
from tests.support.naive_tote_race import Race
from tests.support.naive_tote_tickets import expand
from tests.support.tote_cards import random_card

PUBLISHED = sorted((Path(__file__).parents[1] / "oracle/data/tote").glob("*.json"))
pytestmark = pytest.mark.no_cover  # what it tests stands in tests/support

CARDS = 40


def run(*order, runners=6, **more):
    """Return a race that ended in an order such as "1", "2=3", or one without a result."""
    named = more.pop("named", [str(number) for number in range(1, runners + 1)])
    result = {"result": [place.split("=") for place in order]} if order else {}
    return {"runners": named, **result, **more}


def pool_of(kind, races, bets, **more):
    """Settle one pool on some races; bets are amounts by selections, written with blanks."""
    numbered = {str(number): race for number, race in enumerate(races, 1)}
    tickets = [{"id": sel, "pool": "P", "sel": sel.split(), "amount": amount} for sel, amount in bets.items()]
    pool = {"type": kind, "races": list(numbered), "takeout": "0", **more}
    return settle({"races": numbered, "pools": {"P": pool}, "tickets": tickets})["pools"]["P"]


def prices(pool):
    """Return the price for a dollar of each winner."""
    return {row["combo"]: row["price_1"] for row in pool["winners"]}


def test_published_examples_are_there():
    """All thirteen are found, so that a moved folder fails no test in silence."""
    assert 13 == len(PUBLISHED)


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_published_examples(path):
    """Each comes out to the cent."""
    example = json.loads(path.read_text(encoding="utf-8"))
    assert example["expected"] == settle(example["input"])


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
    ],
)
def test_shares_after_dead_heats(order, place, show):
    """Place and show pools are shared by the table of section 7."""
    bets = dict.fromkeys("123456", 100)
    for kind, shares in (("place", place), ("show", show)):
        winners = pool_of(kind, [run(*order.split())], bets)["winners"]
        assert shares.split() == [row["share"] for row in winners]


def test_entry_fills_two_places():
    """An entry first and second takes the place pool alone, and two thirds of the show pool."""
    race = run("1", "1A", "2", "3", named=["1", {"no": "1A", "entry": "1"}, "2", "3"])
    bets = {"1": 100, "2": 100, "3": 100}

    assert {"1": 300} == prices(pool_of("place", [race], bets))
    assert ["2/3", "1/3"] == [row["share"] for row in pool_of("show", [race], bets)["winners"]]


def test_exacta_with_a_dead_heat_for_second():
    """Both orders share the profit of 500 equally; 890 of 900 are paid."""
    bets = {"1 2": 100, "1 3": 300, "2 1": 600}
    pool = pool_of("exacta", [run("1", "2=3")], bets, takeout="0.1")

    assert {"1-2": 350, "1-3": 180} == prices(pool)
    assert (890, 10) == (pool["payout"], pool["breakage"])


@pytest.mark.parametrize(
    ("kind", "order", "bets", "expected"),
    [
        ("win", "1 2 3", {"3": 100, "4": 300}, {"3": 400}),
        ("place", "1 2 3", {"3": 100, "4": 300}, {"3": 400}),
        ("exacta", "1 2 3", {"1 4": 100, "4 2": 100, "2 1": 200}, {"1-ALL": 200, "ALL-2": 200}),
        ("quinella", "1 2=3", {"2 3": 100, "1 4": 300}, {"2-3": 400}),
        ("quinella", "1=2=3", {"1 4": 100, "3 5": 100, "4 5": 200}, {"1-ALL": 200, "3-ALL": 200}),
        ("trifecta", "1 2 3", {"1 2 4": 100, "1 3 2": 300}, {"1-2-ALL": 400}),
        ("trifecta", "1 2", {"1 2 5": 100, "1 3 2": 300}, {"1-2-ALL": 400}),
        ("superfecta", "1 2 3 4", {"1 5 2 3": 100, "2 1 3 4": 300}, {"1-ALL-ALL-ALL": 400}),
    ],
)
def test_fallbacks_of_one_race(kind, order, bets, expected):
    """What is paid when nobody has the result itself."""
    assert expected == prices(pool_of(kind, [run(*order.split())], bets))


def test_net_prices():
    """Two takeouts leave 340 for a weight of 170: twice what each source leaves of a dollar."""
    tickets = [
        {"id": f"{source} {sel}", "pool": "W", "sel": [sel], "amount": 100, "source": source}
        for source in ("host", "guest")
        for sel in ("1", "2")
    ]
    takeout = {"host": "0.2", "guest": "0.1"}
    pools = {"W": {"type": "win", "races": ["1"], "takeout": takeout}}
    pool = settle({"races": {"1": run("1", "2")}, "pools": pools, "tickets": tickets})["pools"]["W"]

    assert {"host": 160, "guest": 180} == {row["source"]: row["price_1"] for row in pool["winners"]}
    assert {"sold": 200, "refunds": 0, "takeout": 20, "payout": 180} == pool["by_source"]["guest"]


LATE_THREE = ["1", "2", {"no": "3", "scratched": "late"}]


def test_double_with_a_consolation():
    """The leg-1 winner's 400 of a net 800 give 2.00; of the 600 left the double gets 3.00."""
    bets = {"1 2": 200, "1 3": 100, "1 1": 100, "2 2": 600}
    pool = pool_of("double", [run("1", "2"), run("2", "1", named=LATE_THREE)], bets, takeout="0.2")

    assert {"1/2": 300, "1/SCR": 200} == prices(pool)
    assert (800, 0) == (pool["payout"], pool["breakage"])


def test_double_with_nothing_but_a_consolation():
    """Nobody else has the leg-1 winner, so what the consolation leaves is breakage."""
    pool = pool_of("double", [run("1", "2"), run("2", "1", named=LATE_THREE)], {"1 3": 100, "2 2": 955})
    assert ({"1/SCR": 1050}, 5) == (prices(pool), pool["breakage"])


def test_pick_three_with_the_favourite():
    """The scratched selection becomes the favourite, which the ticket then holds twice."""
    races = [run("1", "2"), run("1", "2"), run("1", "2", named=LATE_THREE, favorite="1")]
    bets = {"1 1 1": 100, "1 1 3": 100, "2 2 1": 300}
    pool = pool_of("pick3", races, bets)
    row = {"combo": "1/1/1", "level": 0, "amount": 200, "price_1": 250, "price_2": 500, "unbroken_1": "2.5000000"}

    assert ([row], 500) == (pool["winners"], pool["payout"])


def test_pick_four_with_two_tiers():
    """A quarter of the net 400 goes to three hits, which the minimum lifts; the deficit is the minus pool."""
    bets = {"1 1 1 1": 100, "1 1 1 2": 100, "1 2 2 2": 200}
    pool = pool_of("pickn", [run("1", "2")] * 4, bets)

    assert {"4 of 4": 300, "3 of 4": 105} == prices(pool)
    assert (405, 5) == (pool["payout"], pool["minus_pool"])


def test_twin_trifecta():
    """Half of 1000 to the exact order of race 1, the other half and the carryover to the exchange that wins."""
    ticket = {"id": "a", "pool": "T", "sel": ["1", "2", "3"], "amount": 100}
    ticket["exchange"] = [{"sel": ["2", "1", "3"], "amount": 100}]
    card = {
        "races": {"1": run("1", "2", "3"), "2": run("2", "1", "3")},
        "pools": {"T": {"type": "twin_trifecta", "races": ["1", "2"], "takeout": "0", "carryover_in": 1000}},
        "tickets": [ticket, {"id": "b", "pool": "T", "sel": ["3", "2", "1"], "amount": 900}],
    }
    settled = settle(card)

    assert {"first:1-2-3": 500, "second:EXACT": 1500} == prices(settled["pools"]["T"])
    assert 2000 == settled["tickets"]["a"]["payout"]


def test_will_pays_of_a_double():
    """Each pays 1000 to the money on it with the leg-1 winner, and the one that nobody has pays nothing."""
    races = [run("1", "2"), run(runners=3)]
    pool = pool_of("double", races, {"1 1": 100, "1 2": 300, "2 1": 600}, will_pays=True)
    assert {"1": 2000, "2": 660, "3": None} == pool["will_pays"]


@pytest.mark.parametrize(
    ("kind", "races", "bets", "reason"),
    [
        ("win", [run(cancelled="late")], {"1": 100}, "race cancelled"),
        ("win", [run("1", "2", named=[*LATE_THREE])], {"3": 100}, "nothing live"),
        ("win", [run("1", "2", "3")], {"4": 100}, "no winning wager"),
        ("double", [run("1"), run(cancelled="early")], {"1 1": 100}, "race cancelled"),
        ("pickn", [run(cancelled="late")] * 3 + [run()], {"1 1 1 1": 100}, "races cancelled"),
        ("pickn", [run("1")] * 4, {"2 2 2 2": 100}, "no winning wager"),
    ],
)
def test_reasons_of_refunds(kind, races, bets, reason):
    """Everything is handed back without takeout, and why is said."""
    pool = pool_of(kind, races, bets, takeout="0.2")
    assert ("refunded", reason, 100, 0) == (pool["status"], pool["reason"], pool["refunds"], pool["takeout"])


@pytest.fixture(scope="module")
def cards():
    """Draw the random cards and settle them, once for all that follows."""
    drawn = [random_card(random.Random(seed)) for seed in range(CARDS)]
    return [(card, settle(card)) for card in drawn]


def pools_with(cards, *, status=("open", "official", "refunded", "empty")):
    """List the pools of all cards in some states: card, name, answer."""
    return [
        (card, name, pool) for card, settled in cards for name, pool in settled["pools"].items()
        if pool["status"] in status
    ]  # fmt: skip


def settings_of(card, name):
    """Return the settings of a pool."""
    return {**DEFAULTS, **card.get("config", {}), **card["pools"][name].get("config", {})}


def test_money_is_accounted_for(cards):
    """What came in went out somewhere (4.7), nothing is negative, and no pool has both breakage and a deficit."""
    for _, _, pool in pools_with(cards, status=("official", "refunded", "empty")):
        money_in = pool["sold"] + pool["carryover_in"] + pool["minus_pool"]
        money_out = pool["refunds"] + pool["takeout"] + pool["payout"] + pool["breakage"] + pool["carryover_out"]
        assert money_in == money_out
        assert 0 <= min(value for value in pool.values() if isinstance(value, int))
        assert 0 == min(pool["breakage"], pool["minus_pool"])


def test_prices_are_broken_or_the_minimum(cards):
    """A price is a multiple of the break, at most one below the unbroken price, or else it is the minimum."""
    met = 0
    for card, name, pool in pools_with(cards):
        settings = settings_of(card, name)
        step = Fraction(settings["breakage"]["cents"] * 100, settings["breakage"]["per"])
        least = Fraction(settings["min_payout"]["cents"] * 100, settings["min_payout"]["per"])
        for row in pool["winners"]:
            price, unbroken = Fraction(str(row["price_1"])), 100 * Fraction(row["unbroken_1"])
            if price == least and unbroken < least + step:
                continue
            met += 1
            assert 0 == price % step
            assert price <= unbroken < price + step
            assert price >= least or row["combo"].startswith("second:")
    assert met > CARDS


def test_tickets_add_up_to_pools(cards):
    """Costs, refunds and payments of the tickets are those of the pools."""
    for _, settled in cards:
        for of_ticket, of_pool in (("cost", "sold"), ("refund", "refunds"), ("payout", "payout")):
            by_ticket = sum(ticket[of_ticket] for ticket in settled["tickets"].values())
            assert sum(pool[of_pool] for pool in settled["pools"].values()) == by_ticket


def test_sources_add_up_to_pools(cards):
    """Where takeouts differ the sources' figures are the pool's."""
    for _, _, pool in pools_with(cards):
        for figure in ("sold", "refunds", "takeout", "payout") if "by_source" in pool else ():
            assert pool[figure] == sum(source[figure] for source in pool["by_source"].values())


def test_order_is_immaterial(cards):
    """Neither the order of tickets nor that of tied runners changes anything."""
    rng = random.Random(1)
    for card, settled in cards:
        mixed = copy.deepcopy(card)
        rng.shuffle(mixed["tickets"])
        for race in mixed["races"].values():
            for place in race.get("result", []):
                rng.shuffle(place)
        assert settled == settle(mixed)


def straight_tickets(card, ticket):
    """Write a ticket out as straight ones; one that was exchanged stays whole, as its exchange is."""
    if "exchange" in ticket or "pool" not in ticket:
        return [ticket]
    pool = card["pools"][ticket["pool"]]
    races = [Race(number, card["races"][number]) for number in pool["races"]]
    combos = expand(pool["type"], races, ticket, settings_of(card, ticket["pool"]))
    kept = {key: value for key, value in ticket.items() if key in ("pool", "amount", "source")}
    return [{**kept, "id": f"{ticket['id']}.{number}", "sel": list(combo)} for number, combo in enumerate(combos)]


def test_forms_equal_their_straight_combinations(cards):
    """A box or wheel is worth what its combinations are worth one by one."""
    for card, settled in cards:
        straight = settle(
            {**card, "tickets": [one for each in card["tickets"] for one in straight_tickets(card, each)]}
        )
        assert settled["pools"] == straight["pools"]
        got: dict[str, int] = {}
        for name, ticket in straight["tickets"].items():
            whole = name.partition(".")[0]
            got[whole] = got.get(whole, 0) + ticket["payout"]
        assert {name: ticket["payout"] for name, ticket in settled["tickets"].items()} == got


def test_losing_money_lowers_no_price(cards):
    """A losing ticket sold once more leaves every price as it was or higher, but where a consolation is paid."""
    met = 0
    for number, (card, settled) in enumerate(cards):
        # Money to win may change a favourite, and with it other pools: cards take turns in which pools get more.
        kinds = {name: pool["type"] == "win" for name, pool in card["pools"].items()}
        losing = [one for one in card["tickets"] if kinds.get(one.get("pool")) == (number % 2 == 0)]
        losing = [one for one in losing if settled["tickets"][one["id"]]["payout"] == 0]
        losing = [one for one in losing if settled["tickets"][one["id"]]["refund"] == 0]
        again = {one["pool"]: {**one, "id": f"again {one['id']}", "exchange": []} for one in losing}
        more = settle({**card, "tickets": [*card["tickets"], *again.values()]})
        for name in again:
            before, after = settled["pools"][name]["winners"], more["pools"][name]["winners"]
            if any(row["level"] == "consolation" for row in before):
                continue
            met += len(before)
            pairs = [
                (Fraction(str(a["price_1"])), Fraction(str(b["price_1"]))) for a, b in zip(before, after, strict=True)
            ]
            assert [] == [(name, a, b) for a, b in pairs if a > b]
    assert met > CARDS


def test_net_price_of_a_single_class_is_the_standard_one(cards):
    """With one takeout the method matters only where classes share a profit."""
    met = 0
    for card, _ in cards:
        answers = []
        for method in ("standard", "net"):
            changed = copy.deepcopy(card)
            for pool in changed["pools"].values():
                pool["config"] = {**pool.get("config", {}), "price_method": method}
            answers.append(settle(changed)["pools"])
        for name, pool in answers[0].items():
            if pool["winners"] and not any("share" in row for row in pool["winners"]):
                met += 1
                assert pool == answers[1][name]
    assert met > CARDS
