"""Sic bo before the first wager: adoption, equipment (section A), and the inspection of the computer (E1)."""

from datetime import UTC, date, datetime

import msgspec
import pytest

from pitboss.decider import Person, Role
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.sicbo.decide import decide
from pitboss.games.table import acts as table_acts
from pitboss.rulebook import edition
from tests.support.driver import STAFF, round_violation
from tests.support.naive_sicbo import BETS, THROWS, pays
from tests.support.sicbo_driver import EQUIPMENT, SICBO, SicBoDriver

# What must be at the table, and by which clause.
NEEDED = dict(zip(EQUIPMENT, ("SB-A1", "SB-A2", "SB-E1"), strict=True))


def must_be_lit(dice):
    """Return the places that a throw lights, by the definitions."""
    return tuple(sorted(bet for bet in BETS if pays(bet, dice)))


class TestAdoption:
    @pytest.mark.clause("RES")
    def test_the_edition_names_its_adoption(self):
        """Body, resolution and day are on record, and the days of waiting."""
        adopted = edition(SICBO).adoption
        assert ("BC 04-21-04-B", date(2004, 4, 21), 14) == (adopted.resolution, adopted.adopted, adopted.waiting_days)
        assert "Oneida Business Committee" == adopted.body.partition(",")[0]

    @pytest.mark.clause("RES")
    @pytest.mark.parametrize("day", [date(2004, 4, 20), date(2004, 4, 21), date(2004, 5, 4)])
    def test_no_table_opens_within_fourteen_days(self, day):
        """From the adoption to the thirteenth day after it the table stays shut."""
        driver = SicBoDriver().inspected()
        driver.now = datetime(day.year, day.month, day.day, 20, tzinfo=UTC)
        refused = driver.refused("dealer", table_acts.OpenTable())
        assert ("RES", "2004-05-05", str(day)) == (refused.clause, refused.values["opens_on"], refused.values["day"])
        assert not driver.table.is_open

    @pytest.mark.clause("RES")
    def test_it_opens_on_the_fourteenth_day(self):
        """Then a table opens, and its record has the edition by its hash."""
        driver = SicBoDriver().inspected()
        driver.now = datetime(2004, 5, 5, 8, tzinfo=UTC)
        opened = driver.do("dealer", table_acts.OpenTable())
        assert (SICBO, edition(SICBO).hash) == (opened.rulebook, opened.edition_hash)


class TestEquipment:
    @pytest.mark.clause("SB-A1", "SB-A2", "SB-E1")
    @pytest.mark.parametrize(("missing", "clause"), NEEDED.items())
    def test_each_thing_must_be_at_the_table(self, missing, clause):
        """An inspection that lacks one thing is refused by the clause that asks for it, and names it."""
        act = table_acts.InspectEquipment(items=tuple(item for item in EQUIPMENT if item != missing))
        refused = SicBoDriver().refused("dealer", act)
        assert (clause, f"the table has no {missing}") == (refused.clause, refused.reason)

    @pytest.mark.clause("SB-A2")
    def test_the_layout_is_on_record(self):
        """The event of the inspection has the layout, who saw it and in which role; before it nothing opens."""
        driver = SicBoDriver()
        driver.inspect_computer()
        refused = driver.refused("dealer", table_acts.OpenTable())
        assert ("SB-A1", "the equipment has not been inspected for this opening") == (refused.clause, refused.reason)
        seen = driver.do("dealer", table_acts.InspectEquipment(items=EQUIPMENT))
        assert (True, "Dora", "dealer") == ("layout" in seen.items, seen.by, seen.role)
        assert "table.opened/1" == driver.do("dealer", table_acts.OpenTable()).__struct_config__.tag


class TestDealerInCharge:
    @pytest.mark.clause("SB-A1")
    def test_nobody_plays_without_a_dealer(self):
        """Only a dealer opens the table, and only the one who opened it has the shaker."""
        driver = SicBoDriver().inspected()
        assert "SB-A1" == driver.refused("floorperson", table_acts.OpenTable()).clause
        driver.do("dealer", table_acts.OpenTable())
        driver.do("dealer", table_acts.PostSign())
        driver.do("dealer", table_acts.OpenBetting())
        driver.do("dealer", sicbo_acts.CallNoMoreBets())
        command = driver.command("dealer", sicbo_acts.ShakeDice(shakes=3))
        other = msgspec.structs.replace(command, by=Person("Dan", Role.DEALER))
        refused = round_violation(lambda: decide(driver.table, other))
        assert ("SB-A1", "Dan does not work this table as its dealer") == (refused.clause, refused.reason)

    @pytest.mark.clause("SB-A1", "SB-E6")
    def test_the_shaker_changes_hands_only_between_rounds(self):
        """A relief waits for the round's end, and from then on the other dealer has the shaker."""
        driver = SicBoDriver().opened()
        refused = driver.refused("floorperson", table_acts.RelieveDealer(dealer="Dan"))
        assert ("SB-E6", "betting") == (refused.clause, refused.values["phase"])
        driver.pay((1, 2, 3))
        driver.do("dealer", sicbo_acts.ClearLights())
        assert "Dan" == driver.do("floorperson", table_acts.RelieveDealer(dealer="Dan")).dealer
        assert "SB-A1" == driver.refused("dealer", table_acts.OpenBetting()).clause

    @pytest.mark.clause("SB-E2")
    def test_nothing_is_wagered_before_the_first_round(self):
        """An open table takes no chips until the dealer opens the betting."""
        driver = SicBoDriver().inspected()
        driver.do("dealer", table_acts.OpenTable())
        refused = driver.refused("Ann", sicbo_acts.PlaceWager(player="Ann", bet="big", stake_minor=100))
        assert ("SB-E2", "no round is open yet") == (refused.clause, refused.reason)

    @pytest.mark.clause("SB-A1")
    def test_a_table_without_a_dealer_is_closed(self):
        """No act of a round is open at a table that nobody has opened, or that was closed again."""
        driver = SicBoDriver()
        assert "SB-A1" == driver.refused("Ann", sicbo_acts.PlaceWager(player="Ann", bet="big", stake_minor=100)).clause
        driver.inspected().do("dealer", table_acts.OpenTable())
        driver.do("dealer", table_acts.CloseTable())
        refused = driver.refused("dealer", sicbo_acts.ShakeDice(shakes=3))
        assert ("SB-A1", "the table is not open") == (refused.clause, refused.reason)


class TestComputer:
    @pytest.mark.clause("SB-E1")
    def test_no_table_opens_uninspected(self):
        """With the equipment alone the table stays shut, and anew after each closing."""
        driver = SicBoDriver()
        driver.do("dealer", table_acts.InspectEquipment(items=EQUIPMENT))
        refused = driver.refused("dealer", table_acts.OpenTable())
        assert ("SB-E1", "the floorperson has not inspected the computer") == (refused.clause, refused.reason)
        driver.inspect_computer()
        driver.do("dealer", table_acts.OpenTable())
        driver.do("dealer", table_acts.CloseTable())
        driver.do("dealer", table_acts.InspectEquipment(items=EQUIPMENT))
        assert "SB-E1" == driver.refused("dealer", table_acts.OpenTable()).clause

    @pytest.mark.clause("SB-E1")
    def test_the_inspection_is_on_record(self):
        """Values, lit places, who looked and in which role are read back from the event."""
        seen = SicBoDriver().do(
            "floorperson", sicbo_acts.InspectComputer(dice=(3, 3, 5), seen_lit=must_be_lit((3, 3, 5)))
        )
        assert ((3, 3, 5), must_be_lit((3, 3, 5))) == (seen.dice, seen.lit)
        assert ("Flo", "floorperson") == (seen.by, seen.role)

    @pytest.mark.clause("SB-E1")
    @pytest.mark.parametrize("who", sorted(STAFF.keys() - {"floorperson"}))
    def test_the_floorperson_inspects(self, who):
        """Nobody else's look at the computer opens a table."""
        refused = SicBoDriver().refused(
            who, sicbo_acts.InspectComputer(dice=(1, 2, 3), seen_lit=must_be_lit((1, 2, 3)))
        )
        assert ("SB-E1", True) == (refused.clause, "may not inspect the computer" in refused.reason)

    @pytest.mark.clause("SB-E1")
    def test_one_dark_place_fails_it(self):
        """A winning combination that does not light up is named, and the table stays shut."""
        must = must_be_lit((3, 3, 5))
        driver = SicBoDriver()
        refused = driver.refused("floorperson", sicbo_acts.InspectComputer(dice=(3, 3, 5), seen_lit=must[1:]))
        sentence = "the computer fails the inspection with (3, 3, 5): big must be lit"
        assert ("SB-E1", sentence, list(must)) == (refused.clause, refused.reason, refused.values["must_be_lit"])
        driver.do("dealer", table_acts.InspectEquipment(items=EQUIPMENT))
        assert "SB-E1" == driver.refused("dealer", table_acts.OpenTable()).clause

    @pytest.mark.clause("SB-E1")
    @pytest.mark.parametrize(
        ("more", "words"),
        [(("small",), "small must not"), (("big",), "each place is named once"), (("neon",), "neon must not")],
    )
    def test_one_place_too_many_fails_it(self, more, words):
        """A place that lights up and does not win fails the inspection as well."""
        act = sicbo_acts.InspectComputer(dice=(3, 3, 5), seen_lit=(*must_be_lit((3, 3, 5)), *more))
        refused = SicBoDriver().refused("floorperson", act)
        assert ("SB-E1", True) == (refused.clause, refused.reason.endswith(words))

    @pytest.mark.clause("SB-E1", "SB-E4")
    def test_every_throw_lights_its_winners(self):
        """Whichever three values are entered, the places that must be seen lit are those that win."""
        driver = SicBoDriver()
        for dice in THROWS:
            act = sicbo_acts.InspectComputer(dice=dice, seen_lit=must_be_lit(dice))
            assert must_be_lit(dice) == driver.do("floorperson", act).lit

    @pytest.mark.clause("SB-E1", "SB-E6")
    def test_no_inspection_during_a_round(self):
        """The lights of a round are its own."""
        refused = SicBoDriver().opened().refused("floorperson", sicbo_acts.InspectComputer(dice=(1, 2, 3), seen_lit=()))
        assert ("SB-E6", True) == (refused.clause, "it is open for bets" in refused.reason)
