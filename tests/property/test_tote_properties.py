"""What holds of every card, tried on random ones: where money goes, how prices are cut, what must not matter."""

import copy
import random
from fractions import Fraction

import pytest

from tests.support.naive_tote_pool import DEFAULTS
from tests.support.naive_tote_race import Race
from tests.support.naive_tote_tickets import expand
from tests.support.tote_cards import random_card
from tests.support.tote_driver import answered

CARDS = 120
SETTLED = ("official", "refunded", "empty")
FIGURES = ("sold", "gross", "net", "refunds", "takeout", "payout", "breakage", "carryover_in", "carryover_out")


@pytest.fixture(scope="module")
def cards():
    """Draw the cards and settle them, once for all that follows."""
    drawn = [random_card(random.Random(f"properties {number}")) for number in range(CARDS)]
    return [(card, answered(card)) for card in drawn]


def pools_of(cards):
    """List the pools of all cards: card, name, answer."""
    return [(card, name, pool) for card, settled in cards for name, pool in settled["pools"].items()]


def settings_of(card, name):
    """Return the settings of a pool."""
    return {**DEFAULTS, **card.get("config", {}), **card["pools"][name].get("config", {})}


def test_what_comes_in_goes_out(cards):
    """Sales, carryover and deficit are refunds, takeout, payments, breakage and the new carryover (4.7)."""
    settled = [pool for _, _, pool in pools_of(cards) if pool["status"] in SETTLED]
    for pool in settled:
        money_in = pool["sold"] + pool["carryover_in"] + pool["minus_pool"]
        money_out = pool["refunds"] + pool["takeout"] + pool["payout"] + pool["breakage"] + pool["carryover_out"]
        assert money_in == money_out, pool
    assert set(SETTLED) == {pool["status"] for pool in settled}


def test_nothing_is_negative(cards):
    """No figure of a pool, a ticket or a winner is below zero; only an unbroken price may be."""
    for _, settled in cards:
        rows = [row for pool in settled["pools"].values() for row in pool["winners"]]
        found = [pool[figure] for pool in settled["pools"].values() for figure in (*FIGURES, "minus_pool")]
        found += [value for ticket in settled["tickets"].values() for value in ticket.values()]
        assert 0 <= min([*found, *(min(row["amount"], row["price_2"]) for row in rows)], default=0)


def test_breakage_and_minus_pool_exclude_each_other(cards):
    """A pool has one of them or neither, and among all cards both are met."""
    pools = [pool for _, _, pool in pools_of(cards)]
    assert [] == [pool for pool in pools if pool["breakage"] and pool["minus_pool"]]
    assert all(any(pool[figure] for pool in pools) for figure in ("breakage", "minus_pool"))


def test_tickets_add_up_to_pools(cards):
    """Costs, refunds and payments of the tickets are those of the pools, and of the sources."""
    for _, settled in cards:
        pools = settled["pools"].values()
        for of_ticket, of_pool in (("cost", "sold"), ("refund", "refunds"), ("payout", "payout")):
            by_ticket = sum(ticket[of_ticket] for ticket in settled["tickets"].values())
            assert sum(pool[of_pool] for pool in pools) == by_ticket
            for pool in (pool for pool in pools if "by_source" in pool):
                assert pool[of_pool] == sum(source[of_pool] for source in pool["by_source"].values())


def test_prices_are_broken_or_the_minimum(cards):
    """A price is a multiple of the break, less than one below the unbroken price, or else it is the minimum."""
    met = {"broken": 0, "least": 0}
    for card, name, pool in pools_of(cards):
        settings = settings_of(card, name)
        step = Fraction(settings["breakage"]["cents"] * 100, settings["breakage"]["per"])
        least = Fraction(settings["min_payout"]["cents"] * 100, settings["min_payout"]["per"])
        for row in pool["winners"]:
            price, unbroken = Fraction(str(row["price_1"])), 100 * Fraction(row["unbroken_1"])
            if price == least and unbroken < least + step:
                met["least"] += 1
                continue
            met["broken"] += 1
            assert 0 == price % step
            assert price <= unbroken < price + step
            assert price >= least or row["combo"].startswith("second:")
    assert min(met.values()) > CARDS / 2


def test_order_is_immaterial(cards):
    """Neither the order of tickets nor that of tied runners changes anything."""
    rng = random.Random(1)
    for card, settled in cards:
        mixed = copy.deepcopy(card)
        rng.shuffle(mixed["tickets"])
        for race in mixed["races"].values():
            for place in race.get("result", []):
                rng.shuffle(place)
        assert settled == answered(mixed), card


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
    """A box or wheel costs and is worth what its combinations cost and are worth one by one."""
    for card, settled in cards:
        tickets = [one for each in card["tickets"] for one in straight_tickets(card, each)]
        straight = answered({**card, "tickets": tickets})
        assert settled["pools"] == straight["pools"]
        got: dict[str, dict[str, int]] = {}
        for name, ticket in straight["tickets"].items():
            whole = got.setdefault(name.partition(".")[0], dict.fromkeys(ticket, 0))
            whole.update({key: whole[key] + value for key, value in ticket.items()})
        assert settled["tickets"] == got


def sold_again(card, settled, number):
    """Return the losing tickets that are sold once more, one a pool.

    Money to win may change a favourite, and with it other pools: cards take turns in which pools get more.
    """
    is_win = {name: pool["type"] == "win" for name, pool in card["pools"].items()}
    losing = [one for one in card["tickets"] if is_win.get(one.get("pool")) == (number % 2 == 0)]
    losing = [one for one in losing if (0, 0) == tuple(settled["tickets"][one["id"]][k] for k in ("payout", "refund"))]
    return {one["pool"]: {**one, "id": f"again {one['id']}", "exchange": []} for one in losing}


def test_losing_money_lowers_no_price(cards):
    """A losing ticket sold once more leaves every price as it was or higher, but where a consolation is paid."""
    met = 0
    for number, (card, settled) in enumerate(cards):
        again = sold_again(card, settled, number)
        more = answered({**card, "tickets": [*card["tickets"], *again.values()]})
        for name in again:
            before, after = settled["pools"][name]["winners"], more["pools"][name]["winners"]
            if any(row["level"] == "consolation" for row in before):
                continue
            met += len(before)
            lower = [(a, b) for a, b in zip(before, after, strict=True) if price_of(a) > price_of(b)]
            assert [] == lower, card
    assert met > CARDS


def price_of(row):
    """Return a winner's price for a dollar."""
    return Fraction(str(row["price_1"]))


def with_method(card, method):
    """Return a card with one takeout a pool and every pool priced by one method."""
    changed = copy.deepcopy(card)
    for pool in changed["pools"].values():
        pool["config"] = {**pool.get("config", {}), "price_method": method}
        if isinstance(pool["takeout"], dict):
            pool["takeout"] = dict.fromkeys(pool["takeout"], "0.17")
    return changed


def test_net_price_of_a_single_class_is_the_standard_one(cards):
    """With one takeout the method matters only where classes share a profit."""
    met = 0
    for card, _ in cards:
        standard, net = (answered(with_method(card, method))["pools"] for method in ("standard", "net"))
        for name, pool in standard.items():
            if pool["winners"] and not any("share" in row for row in pool["winners"]):
                met += 1
                assert pool == net[name]
    assert met > CARDS
