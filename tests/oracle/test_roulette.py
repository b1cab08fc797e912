"""Roulette against published figures: house edges, wheels, the counts of positions, the wagers with a zero."""

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from pitboss.games import game
from pitboss.games.equipment import WHEELS, colour_of
from pitboss.games.roulette.layout import layout_of
from pitboss.games.roulette.rules import rules_of
from pitboss.games.roulette.settle import pay_table
from pitboss.rulebook import table_config
from tests.oracle.double_zero import WAGERS
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK

PUBLISHED = json.loads(Path(__file__).with_name("roulette.json").read_text(encoding="utf-8"))
BOTH = ("double_zero", "single_zero")


def edges(rulebook):
    """Return each bet to what the house keeps of one unit on average, exactly."""
    table = pay_table(rules_of(table_config({"rulebook": rulebook})))
    rows = table.rows
    return {p.bet: -Fraction(sum(row[p.index] for row in rows), len(rows)) for p in table.layout.positions}


def kind_of(bet):
    """Return the kind a bet's notation begins with."""
    return bet.partition(":")[0]


@pytest.mark.clause("RO-G1", "RS-P", "RH-5.1")
@pytest.mark.parametrize("rulebook", HOUSES)
def test_every_position_has_the_published_edge(rulebook):
    """At the written odds each position of each house keeps exactly what the publications say."""
    published = PUBLISHED["edges"]["single_zero" if rulebook == HOIAN else "double_zero"]
    found = edges(rulebook)
    expected = {bet: Fraction(published.get(kind_of(bet), published["others"])["exact"]) for bet in found}
    assert expected == found


@pytest.mark.parametrize("wheel", BOTH)
def test_percentages_round_to_the_printed_ones(wheel):
    """The exact fractions are the printed percentages, to their two decimals."""
    for figure in PUBLISHED["edges"][wheel].values():
        assert round(Fraction(figure["percent"]) * 100) == round(Fraction(figure["exact"]) * 10_000)


def test_higher_odds_lower_the_edge():
    """A straight paid 36 to 1 on 38 pockets leaves the house 1 in 38."""
    settings = {"odds": {"straight": 36}}
    table = pay_table(rules_of(table_config({"rulebook": ONEIDA, "settings": settings})))
    at = next(position.index for position in table.layout.positions if position.bet == "straight:17")
    assert Fraction(1, 38) == -Fraction(sum(row[at] for row in table.rows), 38)


@pytest.mark.parametrize("wheel", BOTH)
def test_wheels_have_the_published_order(wheel):
    """The pockets lie round the wheel as printed."""
    assert tuple(PUBLISHED["wheels"][wheel].split("-")) == WHEELS[wheel].order


def test_colours_are_the_published_ones():
    """The red numbers are the printed eighteen, zeros are green and the rest is black."""
    red = set(PUBLISHED["red"]["numbers"].split(", "))
    expected = {n: "red" if n in red else "black" for n in map(str, range(1, 37))}
    assert {**expected, "0": "green", "00": "green"} == {n: colour_of(n) for n in (*expected, "0", "00")}


@pytest.mark.parametrize("wheel", BOTH)
def test_red_and_black_alternate(wheel):
    """Between the zeros no two neighbours have the same colour."""
    order = WHEELS[wheel].order
    pairs = [(colour_of(a), colour_of(b)) for a, b in zip(order, (*order[1:], order[0]), strict=True)]
    assert [] == [pair for pair in pairs if pair[0] == pair[1]]


def test_american_wheel_sets_each_odd_number_opposite_the_next():
    """On the double-zero wheel 1 faces 2, 3 faces 4, and so on, and 0 faces 00."""
    order = WHEELS["double_zero"].order
    facing = {pocket: order[(place + 19) % 38] for place, pocket in enumerate(order)}
    expected = {"0": "00", **{str(n): str(n + 1) for n in range(1, 36, 2)}}
    assert expected == {pocket: facing[pocket] for pocket in expected}


@pytest.mark.parametrize("wheel", BOTH)
def test_layouts_have_the_usual_positions(wheel):
    """Each cloth has as many positions of each kind as the usual one, and no others."""
    found = Counter(position.kind for position in layout_of(wheel).positions)
    assert (PUBLISHED["positions"][wheel], PUBLISHED["totals"][wheel]) == (found, found.total())


@pytest.mark.clause("Q1", "Q6", "RH-6.2")
@pytest.mark.parametrize("wheel", BOTH)
def test_wagers_with_a_zero_are_the_usual_ones(wheel):
    """Besides the straights exactly the usual wagers cover a zero."""
    zeros = {"0", "00"}
    positions = [p for p in layout_of(wheel).positions if p.kind != "straight"]
    found = {p.bet for p in positions if zeros & set(p.covers)}
    assert set(PUBLISHED["zero_wagers"][wheel].split()) == found


def test_the_double_zero_cloth_is_the_second_tables():
    """Geometry and definitions give the same wagers on the same pockets."""
    assert {p.bet: set(p.covers) for p in layout_of("double_zero").positions} == WAGERS


@pytest.mark.parametrize("wheel", BOTH)
def test_a_chip_on_a_place_makes_that_wager(wheel):
    """Every place where a wager may lie is found again from its point on the cloth."""
    layout = layout_of(wheel)
    points = [(position, place.x, place.y) for position in layout.positions for place in position.placements]
    assert [position for position, _, _ in points] == [layout.at(x, y) for _, x, y in points]


def settled(document):
    """Answer one settlement document."""
    return game("roulette").settle(json.dumps(document).encode(), 1)


@pytest.mark.clause("Q6", "RH-6.2.1")
def test_zero_combinations_pay_the_odds_of_their_kind():
    """With one zero the six combinations are taken and win on 0 at split, street and corner odds."""
    odds = {"split": 17, "triple": 11, "first_four": 8}
    bets = PUBLISHED["zero_wagers"]["single_zero"].split()
    answer = settled({"rulebook": HOIAN, "wagers": [{"bet": bet, "cents": 100} for bet in bets], "pocket": "0"})
    assert {bet: odds[kind_of(bet)] * 100 for bet in bets} == {row["bet"]: row["paid"] for row in answer["results"]}


OUTSIDE = "column:2 | even black low | dozen:1"
DOUBLE_LINE = "six:1-6 | first_four:0-1-2-3 | row:1-2-3"
BEHIND_THE_LINE = "triple:0-1-2 triple:0-2-3 | split:0-2"
WAGERED = "straight:0 straight:2 split:0-2 triple:0-1-2 triple:0-2-3 corner:1-2-4-5 row:1-2-3 first_four:0-1-2-3"


@pytest.mark.clause("Q7", "RH-6.5.2")
@pytest.mark.parametrize(
    ("pocket", "order"),
    [
        ("0", f"first_four:0-1-2-3 | {BEHIND_THE_LINE} | straight:0"),
        (
            "2",
            f"{OUTSIDE} | {DOUBLE_LINE} | corner:1-2-4-5 | {BEHIND_THE_LINE} | straight:2",
        ),
        ("5", "column:2 | low | dozen:1 | six:1-6 | corner:1-2-4-5"),
    ],
)
def test_outside_wagers_are_still_paid_first_on_the_low_numbers(pocket, order):
    """On 0 to 3 the order changes behind the outside wagers, which keep their place at the head."""
    bets = f"{WAGERED} six:1-6 dozen:1 even black low column:2".split()
    wagers = [{"bet": bet, "cents": 100} for bet in bets]
    answer = settled({"rulebook": HOIAN, "wagers": wagers, "pocket": pocket})
    assert [set(group.split()) for group in order.split("|")] == [set(group) for group in answer["payment_groups"]]


@pytest.mark.parametrize("rulebook", [ONEIDA, SEABROOK])
def test_houses_without_a_written_order_pay_in_one_group(rulebook):
    """The order of payment belongs to one house; the two others have a single group, in the order of the layout."""
    wagers = [{"bet": bet, "cents": 100} for bet in ("straight:2", "red", "even", "column:2")]
    answer = settled({"rulebook": rulebook, "wagers": wagers, "pocket": "2"})
    assert [["straight:2", "column:2", "even"]] == answer["payment_groups"]
