"""Hoi An, rules 1 to 3 and 4.1: the table, its wheel and ball, the dolly, and the record of results."""

from fractions import Fraction
from itertools import pairwise

import pytest

from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.roulette import events as e
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import check_table
from tests.support.driver import HOIAN, Driver

RED = set("1 3 5 7 9 12 14 16 18 19 21 23 25 27 30 32 34 36".split())
NUMBERS = {str(number) for number in range(1, 37)}
WHEEL_ORDER = "32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26"
PLASTIC = roulette_acts.Material.NON_METALLIC


@pytest.fixture
def table():
    """Return an open table with its first round open for bets."""
    return Driver(HOIAN).opened()


def faults(**settings):
    """Return the clause and the sentence of everything that is wrong with a table's settings."""
    _, found = check_table({"rulebook": HOIAN, "name": "R1", "settings": settings})
    return [(fault.clause, fault.reason) for fault in found]


def every_item(driver):
    """Return what the rules list as the table's equipment."""
    return tuple(entry.item for entry in driver.table.rules.equipment)


@pytest.mark.clause("RH-1.1")
def test_nothing_is_played_until_a_dealer_stands_at_the_table():
    """The record names the dealer across from the players; before it there is nobody to play with."""
    table = Driver(HOIAN)
    refusal = table.refused("Ann", roulette_acts.PlaceWager(player="Ann", bet="red", stake_minor=100))
    assert ("RH-1.1", "the table is not open") == (refusal.clause, refusal.reason)
    table.do("inspector", table_acts.InspectEquipment(items=every_item(table)))
    assert "Dora" == table.do("dealer", table_acts.OpenTable()).dealer


@pytest.mark.clause("RH-1.1")
@pytest.mark.parametrize("who", ["Ann", "mucker", "inspector", "pit_supervisor", "director"])
def test_only_a_dealer_opens_the_table(who):
    """Nobody else can be the one whom the players face."""
    table = Driver(HOIAN)
    table.do("inspector", table_acts.InspectEquipment(items=every_item(table)))
    refusal = table.refused(who, table_acts.OpenTable())
    assert "RH-1.1" == refusal.clause
    assert "may not open the table: that is for the dealer" in refusal.reason


@pytest.mark.clause("RH-1.1")
def test_a_relieved_dealer_no_longer_deals(table):
    """Once another dealer faces the players, the first one's acts are refused by name."""
    table.settle("17")
    assert "Dan" == table.do("pit_supervisor", table_acts.RelieveDealer(dealer="Dan")).dealer
    refusal = table.refused("dealer", table_acts.OpenBetting())
    assert ("RH-1.1", "Dora does not work this table as its dealer") == (refusal.clause, refusal.reason)


@pytest.mark.clause("RH-1.2.1")
@pytest.mark.parametrize("diameter", ["0.69 m", "0.699999 m", "27 in", "0.800001 m", "32 in", "81 cm"])
def test_a_wheel_far_from_three_quarters_of_a_metre_is_refused(diameter):
    """The sentence shows the diameter and the size that is written."""
    [(clause, reason)] = faults(wheel_diameter=diameter)
    assert "RH-1.2.1" == clause
    assert f"wheel_diameter = {diameter} is " in reason
    assert "about 0.75 m" in reason


@pytest.mark.clause("RH-1.2.1")
@pytest.mark.parametrize("diameter", ["0.70 m", "0.75 m", "750 mm", "30 in", "80 cm"])
def test_a_wheel_of_about_three_quarters_of_a_metre_is_taken(diameter):
    """Five centimetres more or less are still about that size, whatever the unit."""
    assert [] == faults(wheel_diameter=diameter)


@pytest.mark.parametrize(
    ("item", "clause"),
    [
        pytest.param("layout with playing areas", "RH-1.2.2", marks=pytest.mark.clause("RH-1.2.2")),
        pytest.param(
            "layout as in the diagram with the casino's name", "RH-3.1", marks=pytest.mark.clause("RH-3.1", "RH-1.2.3")
        ),
        pytest.param("drop box", "RH-3.2.2", marks=pytest.mark.clause("RH-3.2.2")),
        pytest.param("drop box plunger", "RH-3.2.3", marks=pytest.mark.clause("RH-3.2.3")),
        pytest.param("colour chips", "RH-3.2.4", marks=pytest.mark.clause("RH-3.2.4")),
        pytest.param("marker buttons", "RH-3.2.5", marks=pytest.mark.clause("RH-3.2.5")),
        pytest.param("dolly", "RH-3.2.6", marks=pytest.mark.clause("RH-3.2.6")),
        pytest.param("marker tree", "RH-3.2.7", marks=pytest.mark.clause("RH-3.2.7")),
        pytest.param("ball", "RH-3.2.8", marks=pytest.mark.clause("RH-3.2.8")),
        pytest.param("ultraviolet scanner", "RH-3.2.9", marks=pytest.mark.clause("RH-3.2.9")),
    ],
)
def test_a_table_without_its_equipment_does_not_open(item, clause):
    """What is missing is named with its clause; once it is there the inspection records it and the table opens."""
    table = Driver(HOIAN)
    everything = every_item(table)
    refusal = table.refused(
        "dealer", table_acts.InspectEquipment(items=tuple(other for other in everything if other != item))
    )
    assert (clause, f"the table has no {item}") == (refusal.clause, refusal.reason)
    assert [item] == refusal.values["missing"]
    assert "not been inspected" in table.refused("dealer", table_acts.OpenTable()).reason

    inspected = table.do("inspector", table_acts.InspectEquipment(items=everything))
    assert item in inspected.items
    assert ("Ina", "inspector") == (inspected.by, inspected.role)
    assert "Dora" == table.do("dealer", table_acts.OpenTable()).dealer


@pytest.mark.clause("RH-3.2.2")
def test_a_table_that_closed_is_inspected_again(table):
    """An inspection holds until the table closes."""
    table.settle("17")
    table.do("dealer", table_acts.CloseTable())
    refusal = table.refused("dealer", table_acts.OpenTable())
    assert "RH-3.2.2" == refusal.clause
    assert "the equipment has not been inspected for this opening" == refusal.reason


@pytest.mark.clause("RH-3.2.2")
def test_equipment_that_is_not_listed_is_not_inspected():
    """The inspection names the document's equipment, each thing once, and nothing of somebody's own."""
    table = Driver(HOIAN)
    everything = every_item(table)
    for items in ((*everything, "rake"), (*everything, everything[0])):
        refusal = table.refused("dealer", table_acts.InspectEquipment(items=items))
        assert "RH-3.2.2" == refusal.clause
        assert "each once" in refusal.reason


@pytest.mark.clause("RH-1.2.3")
@pytest.mark.parametrize("name", ["", "   "])
def test_a_layout_without_the_casino_s_name_is_refused(name):
    """Blanks are no name."""
    [(clause, reason)] = faults(layout_name=name)
    assert "RH-1.2.3" == clause
    assert "may not be empty: the table bears the casino's name or logo" in reason


@pytest.mark.clause("RH-2.1")
def test_the_dolly_marks_the_number_the_ball_rests_in(table):
    """Put anywhere else it is refused with both numbers, and nobody is paid until it lies there."""
    table.bet("Ann", "straight:17", 100)
    table.spin("17")
    refusal = table.refused("dealer", roulette_acts.PlaceDolly(pocket="20"))
    assert ("RH-2.1", "the ball rests in 17, not in 20") == (refusal.clause, refusal.reason)
    assert "the number is not marked yet" == table.refused("dealer", roulette_acts.CollectLosers()).reason
    placed = table.do("dealer", roulette_acts.PlaceDolly(pocket="17"))
    assert ("17", "black", "Dora") == (placed.pocket, placed.colour, placed.by)
    assert "the dolly lies on 17" == table.refused("dealer", roulette_acts.PlaceDolly(pocket="17")).reason


@pytest.mark.clause("RH-2.1")
@pytest.mark.parametrize("who", ["Ann", "mucker", "device", "inspector", "pit_supervisor"])
def test_only_the_dealer_places_the_dolly(table, who):
    """The winning number is marked by the one who deals."""
    table.spin("17")
    refusal = table.refused(who, roulette_acts.PlaceDolly(pocket="17"))
    assert "RH-2.1" == refusal.clause
    assert "may not place the dolly: that is for the dealer" in refusal.reason


@pytest.mark.clause("RH-3.2.1")
def test_every_result_is_recorded_and_the_latest_are_shown():
    """A display of three shows the newest first, and the record keeps them all; a no spin is no result."""
    table = Driver(HOIAN, settings={"results_shown": 3}).opened()
    for pocket in ("17", "0", "0", "36"):
        table.settle(pocket)
        table.do("dealer", table_acts.OpenBetting())
    table.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
    table.do("dealer", roulette_acts.CallNoSpin(cause=roulette_acts.Cause.FLOATER))

    recorded = [event.pocket for event in table.events if isinstance(event, e.RoundSettled)]
    assert ["17", "0", "0", "36"] == recorded
    assert ["36", "0", "0"] == table.table.results


@pytest.mark.clause("RH-3.2.1")
def test_a_table_may_be_without_a_display():
    """Nothing is shown there, and the result is recorded all the same."""
    table = Driver(HOIAN, settings={"results_display": False}).opened()
    assert "17" == table.settle("17").pocket
    assert [] == table.table.results


@pytest.mark.clause("RH-3.2.1")
@pytest.mark.parametrize(
    ("shown", "bound"), [(0, "under the least permitted, 1"), (501, "over the most permitted, 500")]
)
def test_a_display_shows_some_results(shown, bound):
    """A display of no results is none, and the sentence shows the number that was asked for."""
    [(clause, reason)] = faults(results_shown=shown)
    assert "RH-3.2.1" == clause
    assert f"results_shown = {shown} is {bound}" in reason


@pytest.mark.clause("RH-3.2.5", "RH-3.2.7")
def test_the_marker_tree_shows_colours_and_their_values(table):
    """The record of an issue has the colour, what a chip of it is worth, and that its marker is up."""
    issued = table.colour("Ann", "blue", value=5000, count=20)
    assert ("blue", 5000, True) == (issued.colour, issued.value_minor, issued.has_marker)
    entry = table.table.colours["blue"]
    assert ("Ann", 5000, True) == (entry.player, entry.value_minor, entry.has_marker)


@pytest.mark.clause("RH-3.2.6")
@pytest.mark.parametrize("material", ["glass", "acrylic", "wood"])
def test_a_dolly_of_another_material_is_refused(material):
    """Plastic or brass, and the sentence names what was offered instead."""
    [(clause, reason)] = faults(dolly=material)
    assert "RH-3.2.6" == clause
    assert f"dolly = {material} is refused, only plastic or brass is permitted" in reason


@pytest.mark.clause("RH-3.2.6")
@pytest.mark.parametrize("material", ["plastic", "brass"])
def test_a_dolly_of_plastic_or_brass_is_taken(material):
    """Both materials of the document are."""
    assert [] == faults(dolly=material)


@pytest.mark.clause("RH-3.2.8")
@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"ball_diameter": "14.999 mm"}, "14.999 mm is under the least permitted, 15 mm"),
        ({"ball_diameter": "25.001 mm"}, "25.001 mm is over the most permitted, 25 mm"),
        ({"ball_diameter": "1 in"}, "1 in is over the most permitted, 25 mm"),
        ({"ball_material": "metallic"}, "metallic is refused, only non_metallic is permitted"),
        ({"ball_approval": "GC-7"}, "no exception by which another ball could be approved"),
    ],
)
def test_a_ball_of_the_wrong_size_or_material_is_refused(settings, named):
    """The value and the bound are named, and no approval lifts either."""
    [(clause, reason)] = faults(**settings)
    assert "RH-3.2.8" == clause
    assert named in reason


@pytest.mark.clause("RH-3.2.8")
@pytest.mark.parametrize(
    ("diameter_um", "material", "approval"),
    [
        (14_999, PLASTIC, ""),
        (25_001, PLASTIC, ""),
        (20_000, roulette_acts.Material.METALLIC, ""),
        (26_000, PLASTIC, "GC-7"),
    ],
)
def test_a_wrong_ball_does_not_come_into_play(table, diameter_um, material, approval):
    """What the settings may not say cannot be brought to the table later either."""
    table.settle("17")
    act = roulette_acts.ReplaceBall(diameter_um=diameter_um, material=material, approval=approval)
    assert "RH-3.2.8" == table.refused("inspector", act).clause


@pytest.mark.clause("RH-3.2.8")
@pytest.mark.parametrize("diameter_um", [15_000, 20_000, 25_000])
def test_a_right_ball_comes_into_play(table, diameter_um):
    """Both bounds are included; before the spin the round that is open goes on with it."""
    replaced = table.do("inspector", roulette_acts.ReplaceBall(diameter_um=diameter_um, material=PLASTIC))
    assert (diameter_um, "non_metallic", "Ina") == (replaced.diameter_um, replaced.material, replaced.by)
    assert (diameter_um, "17") == (table.table.ball_um, table.settle("17").pocket)


@pytest.mark.clause("RH-3.2.8")
def test_a_ball_in_use_is_not_changed(table):
    """From the spin until the last winner is paid it stays, and the sentence says where the round stands."""
    act = roulette_acts.ReplaceBall(diameter_um=20_000, material=PLASTIC)
    steps = {
        "spinning": roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST),
        "closed for bets": roulette_acts.CallNoMoreBets(),
        "waiting to be paid": roulette_acts.EnterNumber(pocket="17", revolutions=8),
    }
    for words, step in steps.items():
        table.do("dealer", step)
        refusal = table.refused("inspector", act)
        expected = ("RH-3.2.8", f"another ball waits until this spin is over; the round is {words}")
        assert expected == (refusal.clause, refusal.reason)
    table.settle("17")
    assert 20_000 == table.do("inspector", act).diameter_um


@pytest.mark.clause("RH-3.2.9")
@pytest.mark.parametrize("who", ["dealer", "inspector", "pit_supervisor", "pit_manager"])
@pytest.mark.parametrize(
    ("item", "is_counterfeit"), [(roulette_acts.Suspect.CASH, True), (roulette_acts.Suspect.CHIPS, False)]
)
def test_a_scan_is_recorded_with_its_finding(table, who, item, is_counterfeit):
    """What was scanned, how much of it, what the scanner said, and who held it there."""
    act = roulette_acts.ScanSuspect(item=item, amount_minor=500_000, is_counterfeit=is_counterfeit)
    scanned = table.do(who, act)
    assert (item.value, 500_000, is_counterfeit) == (scanned.item, scanned.amount_minor, scanned.is_counterfeit)
    assert table.command(who, act).by.id == scanned.by


@pytest.mark.clause("RH-3.2.9")
@pytest.mark.parametrize("who", ["Ann", "mucker", "device"])
def test_players_do_not_scan(table, who):
    """The scanner is in the hands of those who supervise the game."""
    refusal = table.refused(
        who, roulette_acts.ScanSuspect(item=roulette_acts.Suspect.CASH, amount_minor=100, is_counterfeit=True)
    )
    assert "RH-3.2.9" == refusal.clause
    assert "may not scan cash or chips" in refusal.reason


@pytest.mark.clause("RH-4.1.1")
def test_the_wheel_has_thirty_seven_equal_pockets(table):
    """Each is as likely as the other, and another number of pockets is refused."""
    weights = {act.pocket: weight for act, weight in table.game.chance(table.table.round)}
    assert dict.fromkeys({"0", *NUMBERS}, Fraction(1, 37)) == weights
    [(clause, reason)] = faults(wheel_pockets=38)
    assert "RH-4.1.1" == clause
    assert "wheel_pockets = 38 is refused, only 37 is permitted" in reason


@pytest.mark.clause("RH-4.1.1", "RH-4.1.1.1")
def test_there_is_no_second_zero(table):
    """A double zero cannot be entered, for this wheel has none."""
    table.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
    table.do("dealer", roulette_acts.CallNoMoreBets())
    refusal = table.refused("dealer", roulette_acts.EnterNumber(pocket="00", revolutions=8))
    assert ("RH-4.1.1", "this wheel has no 00: it has 37 pockets") == (refusal.clause, refusal.reason)


@pytest.mark.clause("RH-4.1.1.1", "RH-4.1.1.2")
@pytest.mark.parametrize("pocket", ["0", *sorted(NUMBERS, key=int)])
def test_the_number_is_announced_with_its_colour(table, pocket):
    """Zero alone is green; every other number is red or black."""
    expected = "green" if pocket == "0" else "red" if pocket in RED else "black"
    table.spin(pocket)
    assert expected == table.do("dealer", roulette_acts.PlaceDolly(pocket=pocket)).colour


@pytest.mark.clause("RH-4.1.1.2")
def test_red_and_black_take_turns_round_the_wheel(table):
    """The numbers 1 to 36 lie round it once each, always in the same order, no two neighbours of one colour."""
    zero, *numbers = table.table.rules.wheel.order
    assert ("0", WHEEL_ORDER) == (zero, " ".join(numbers))
    assert sorted(NUMBERS) == sorted(numbers)
    assert [] == [(one, other) for one, other in pairwise(numbers) if (one in RED) == (other in RED)]
