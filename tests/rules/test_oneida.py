"""Oneida's table before the first wager: adoption, equipment (section A) and personnel (section B)."""

from dataclasses import replace
from datetime import UTC, date, datetime

import msgspec
import pytest

from pitboss.decider import Person, Role
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import SettingsRefused, edition
from pitboss.rulebook.edition import Adoption
from tests.support.driver import ONEIDA, STAFF, Driver

# What must be at the table, and by which clause.
EQUIPMENT = {
    "betting layout": "RO-A4",
    "roulette wheel": "RO-A1",
    "roulette balls": "RO-A1",
    "crown or dolly": "RO-A5",
    "colour chips": "RO-A2",
}
ITEMS = tuple(EQUIPMENT)


class TestAdoption:
    @pytest.mark.clause("RES")
    def test_the_edition_names_its_adoption(self):
        """Body, resolution, day, and the two resolutions it amends are on record."""
        adopted = edition(ONEIDA).adoption
        assert ("BC 05-28-08-A", date(2008, 5, 28)) == (adopted.resolution, adopted.adopted)
        assert ("Oneida Business Committee", ("BC 08-06-03-B", "BC 8-30-06-N")) == (
            adopted.body.partition(",")[0],
            adopted.amends,
        )

    @pytest.mark.clause("RES")
    def test_no_table_opens_before_the_adoption(self):
        """The day before it a table stays shut; on the day it opens and records the edition's hash."""
        driver = Driver(ONEIDA)
        driver.now = datetime(2008, 5, 27, 20, tzinfo=UTC)
        driver.do("dealer", table_acts.InspectEquipment(items=ITEMS))
        refused = driver.refused("dealer", table_acts.OpenTable())
        assert ("RES", "2008-05-28", "2008-05-27") == (
            refused.clause,
            refused.values["opens_on"],
            refused.values["day"],
        )
        driver.now = datetime(2008, 5, 28, 8, tzinfo=UTC)
        assert edition(ONEIDA).hash == driver.do("dealer", table_acts.OpenTable()).edition_hash

    @pytest.mark.clause("RES")
    @pytest.mark.parametrize(("day", "is_open"), [(14, False), (15, True)])
    def test_a_waiting_period_runs_from_the_sending_to_the_state(self, day, is_open):
        """Where copies must be sent, fourteen days pass between the sending and the first opening."""
        driver = Driver(ONEIDA)
        sent = Adoption(
            body="Tribe", resolution="1", adopted=date(2004, 6, 1), sent_to_state=date(2004, 7, 1), waiting_days=14
        )
        rules = driver.table.rules
        driver.table.rules = replace(rules, edition=msgspec.structs.replace(rules.edition, adoption=sent))
        driver.now = datetime(2004, 7, day, 12, tzinfo=UTC)
        driver.do("dealer", table_acts.InspectEquipment(items=ITEMS))
        answer = driver.answer("dealer", table_acts.OpenTable())
        assert (is_open, None if is_open else "RES") == (driver.table.is_open, getattr(answer, "clause", None))


class TestEquipment:
    @pytest.mark.clause("RO-A1", "RO-A2", "RO-A4", "RO-A5")
    @pytest.mark.parametrize(("missing", "clause"), EQUIPMENT.items())
    def test_each_thing_must_be_at_the_table(self, missing, clause):
        """An inspection that lacks one thing is refused by the clause that asks for it, and names it."""
        act = table_acts.InspectEquipment(items=tuple(item for item in ITEMS if item != missing))
        refused = Driver(ONEIDA).refused("dealer", act)
        assert (clause, f"the table has no {missing}") == (refused.clause, refused.reason)

    @pytest.mark.clause("RO-A1", "RO-A4", "RO-A5")
    def test_the_inspection_is_on_record(self):
        """What was inspected, by whom and in which role is read back from the event."""
        inspected = Driver(ONEIDA).do("inspector", table_acts.InspectEquipment(items=ITEMS))
        assert (ITEMS, "Ina", "inspector") == (inspected.items, inspected.by, inspected.role)

    @pytest.mark.clause("RO-A1")
    def test_nothing_opens_uninspected(self):
        """A table opens only once its equipment was inspected, and anew after each closing."""
        driver = Driver(ONEIDA)
        assert "RO-A1" == driver.refused("dealer", table_acts.OpenTable()).clause
        driver.do("dealer", table_acts.InspectEquipment(items=ITEMS))
        driver.do("dealer", table_acts.OpenTable())
        driver.do("dealer", table_acts.CloseTable())
        assert "RO-A1" == driver.refused("dealer", table_acts.OpenTable()).clause

    @pytest.mark.clause("RO-A2")
    def test_the_colour_tells_whose_wager_it_is(self):
        """Two players on one number are told apart by colour: each gets their own winnings in their own chips."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Ann", "blue", value=100)
        driver.colour("Bob", "pink", value=500)
        driver.bet("Ann", "straight:17", 100, "colour:blue")
        driver.bet("Bob", "straight:17", 500, "colour:pink")
        driver.settle("17")
        assert (13_500, 67_500) == (driver.table.held("Ann", "blue"), driver.table.held("Bob", "pink"))

    @pytest.mark.clause("RO-A2")
    def test_colour_chips_have_one_value_for_their_player(self):
        """The value is the issue's, not the chip's: no broken chips, and no second value for the same colour."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Ann", "blue", value=500)
        broken = driver.refused(
            "Ann", roulette_acts.PlaceWager(player="Ann", bet="red", stake_minor=700, source="colour:blue")
        )
        assert ("RO-A2", "$7.00 cannot be made of blue chips at $5.00 each") == (broken.clause, broken.reason)
        act = roulette_acts.IssueColour(player="Ann", colour="blue", value_minor=100, count=1)
        assert "RO-A2" == driver.refused("dealer", act).clause

    @pytest.mark.clause("RO-A3")
    def test_the_wheel_has_38_slots(self):
        """Each of 0, 00 and 1 to 36 may be entered, and nothing else is in the wheel."""
        numbers = ["0", "00", *map(str, range(1, 37))]
        assert numbers == list(Driver(ONEIDA).table.rules.wheel.pockets)
        assert numbers == [Driver(ONEIDA).opened().spin(number).pocket for number in numbers]

    @pytest.mark.clause("RO-A6")
    @pytest.mark.parametrize(
        ("micrometres", "material", "words"),
        [
            (19_049, "non_metallic", "is under the least permitted, 12/16 in"),
            (22_226, "non_metallic", "is over the most permitted, 14/16 in"),
            (20_000, "metallic", "ball_material = metallic is refused"),
        ],
    )
    def test_another_ball_needs_the_commissions_approval(self, micrometres, material, words):
        """A ball of the wrong size or of metal is refused by A6, and comes into play with an approval on record."""
        driver = Driver(ONEIDA)
        ball = roulette_acts.ReplaceBall(diameter_um=micrometres, material=roulette_acts.Material(material))
        refused = driver.refused("inspector", ball)
        assert ("RO-A6", True) == (refused.clause, words in refused.reason)
        text = f"Oneida Gaming Commission, 2009-12-01: {material} ball of {micrometres / 1000} mm"
        recorded = Driver(ONEIDA, settings={"ball_approval": text})
        approved = recorded.do("inspector", msgspec.structs.replace(ball, approval=text))
        assert (micrometres, material, text, "Ina") == (
            approved.diameter_um,
            approved.material,
            approved.approval,
            approved.by,
        )

    @pytest.mark.clause("RO-A6", "Q63")
    @pytest.mark.parametrize(
        "approval",
        [
            "any text",
            "Oneida Gaming Commission",
            "Oneida Gaming Commission, 2009-12-01: a small one",
            "Oneida Gaming Commission, 2009-13-01: non_metallic ball of 0.001 mm",
            "The pit boss, 2009-12-01: non_metallic ball of 0.001 mm",
            "Oneida Gaming Commission, 2009-12-01: non_metallic ball of 0.001 mm",
        ],
    )
    def test_no_text_lets_a_ball_in_that_is_not_on_record(self, approval):
        """An approval names who, when and which ball, and the table has it on record: a dealer invents none."""
        ball = roulette_acts.ReplaceBall(diameter_um=1, material=roulette_acts.Material.NON_METALLIC, approval=approval)

        assert "RO-A6" == Driver(ONEIDA).refused("inspector", ball).clause

    @pytest.mark.clause("RO-A6", "Q63")
    def test_an_approval_is_of_one_ball_and_from_its_day_on(self):
        """Neither another size nor another material comes in by it, nor the ball itself before that day."""
        text = "Oneida Gaming Commission, 2024-06-01: metallic ball of 18 mm"
        later = text.replace("2024-06-01", "2024-06-02")
        driver = Driver(ONEIDA, settings={"ball_approval": text})
        tomorrow = Driver(ONEIDA, settings={"ball_approval": later})

        def metal(diameter_um, approval=text):
            material = roulette_acts.Material.METALLIC
            return roulette_acts.ReplaceBall(diameter_um=diameter_um, material=material, approval=approval)

        assert "RO-A6" == driver.refused("inspector", metal(17_999)).clause
        assert "RO-A6" == driver.refused("inspector", metal(20_000)).clause
        assert "RO-A6" == tomorrow.refused("inspector", metal(18_000, later)).clause
        assert 18_000 == driver.do("inspector", metal(18_000)).diameter_um

    @pytest.mark.clause("RO-A6")
    @pytest.mark.parametrize("micrometres", [19_050, 22_225])
    def test_balls_of_exactly_12_and_14_sixteenths_are_in(self, micrometres):
        """Both ends of the range belong to it."""
        ball = roulette_acts.ReplaceBall(diameter_um=micrometres, material=roulette_acts.Material.NON_METALLIC)
        assert micrometres == Driver(ONEIDA).do("inspector", ball).diameter_um


class TestPersonnel:
    @pytest.mark.clause("RO-B1")
    def test_dealer_and_mucker_are_on_record(self):
        """The opening says who deals and who mucks; a table may also open without a mucker."""
        driver = Driver(ONEIDA)
        driver.do("dealer", table_acts.InspectEquipment(items=ITEMS))
        opened = driver.do("dealer", table_acts.OpenTable(mucker="Max"))
        assert ("Dora", "Max") == (opened.dealer, opened.mucker)
        changed = driver.do("floorperson", table_acts.AssignMucker(mucker=None))
        assert ("Dora", None, "Flo") == (changed.dealer, changed.mucker, changed.by)

    @pytest.mark.clause("RO-B1")
    def test_no_game_without_a_dealer(self):
        """Only a dealer opens a table, and one person is not both dealer and mucker."""
        driver = Driver(ONEIDA)
        driver.do("dealer", table_acts.InspectEquipment(items=ITEMS))
        assert "RO-B1" == driver.refused("mucker", table_acts.OpenTable()).clause
        both = driver.refused("dealer", table_acts.OpenTable(mucker="Dora"))
        assert ("RO-B1", "Dora cannot be both dealer and mucker") == (both.clause, both.reason)

    @pytest.mark.clause("RO-B1")
    def test_another_tables_dealer_does_not_deal_here(self, monkeypatch):
        """The dealer is the one who opened the table or took it over, not just anybody of that role."""
        monkeypatch.setitem(STAFF, "other dealer", Person("Olaf", Role.DEALER))
        driver = Driver(ONEIDA).opened()
        refused = driver.refused("other dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
        assert ("RO-B1", "Olaf does not work this table as its dealer") == (refused.clause, refused.reason)

    @pytest.mark.clause("RO-B2")
    @pytest.mark.parametrize("who", ["Ann", "mucker", "device", "pit_manager"])
    def test_the_dealer_spins(self, who):
        """Nobody but the dealer throws the ball, and the record names the dealer who did."""
        driver = Driver(ONEIDA).opened()
        refused = driver.refused(who, roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
        assert ("RO-B2", True) == (refused.clause, "may not spin the ball" in refused.reason)
        assert "Dora" == driver.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST)).by

    @pytest.mark.clause("RO-B3")
    def test_the_mucker_stacks_and_helps_to_pay(self):
        """The record of the sweep names the mucker, who may pay the winners too; a player may not."""
        driver = Driver(ONEIDA).opened()
        driver.bet("Ann", "red", 100)
        driver.bet("Ann", "black", 100)
        driver.spin("1")
        driver.do("dealer", roulette_acts.PlaceDolly(pocket="1"))
        swept = driver.do("dealer", roulette_acts.CollectLosers())
        assert ("Max", "Dora", 1) == (swept.stacked_by, swept.by, swept.count)
        assert "RO-B3" == driver.refused("Ann", roulette_acts.PayWinners()).clause
        assert "1" == driver.do("mucker", roulette_acts.PayWinners()).pocket

    @pytest.mark.clause("Q32", "RO-B2")
    def test_jackpot_wagers_are_refused(self):
        """They are named in the dealer's duties and defined nowhere: no table offers one."""
        with pytest.raises(SettingsRefused) as caught:
            Driver(ONEIDA, settings={"jackpot": True})
        assert ("Q32", True) == (caught.value.clause, "jackpot = true is refused" in caught.value.reason)
