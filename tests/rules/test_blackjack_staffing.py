"""Who must be there for blackjack to be played (N): a cashier, a dealer, and supervisors for the tables."""

import msgspec
import pytest

from pitboss.decider import Person, Role, handle
from pitboss.games.blackjack import acts as blackjack_acts
from pitboss.games.table import acts as table_acts
from tests.support.blackjack_driver import BlackjackDriver


class Unstaffed(BlackjackDriver):
    """A table that was opened, and whose sign hangs, before anybody said who is there."""

    def welcome(self):
        """Open the table and post its sign."""
        items = tuple(entry.item for entry in self.table.rules.equipment)
        self.do("dealer", table_acts.InspectEquipment(items=items))
        self.do("dealer", table_acts.OpenTable())
        self.do("dealer", blackjack_acts.PostSign())
        return self


def staffed(cashiers=1, supervisors=1, tables=1):
    """Return the word that so many are there."""
    return blackjack_acts.ConfirmStaffing(cashiers=cashiers, supervisors=supervisors, tables=tables)


def ready(*, staffing=None):
    """Return a table whose cards are in play, with another staffing confirmed."""
    driver = BlackjackDriver().in_play((1, "Ann"))
    if staffing is not None:
        driver.do("floorperson", staffing)
    return driver


class TestPresence:
    @pytest.mark.clause("BJ-N", "BJ-N1")
    def test_nothing_is_dealt_before_the_staff_is_confirmed(self):
        """The cards are ready and the sign hangs, but nobody has said who is there."""
        driver = Unstaffed().in_play((1, "Ann"))
        assert "BJ-N1" == driver.refused("dealer", table_acts.OpenBetting()).clause
        driver.do("floorperson", staffed())
        assert 1 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("BJ-N", "BJ-N1", "BJ-N3")
    def test_what_is_confirmed_is_on_record(self):
        """Also too few: who said so, in which role, and how many."""
        said = ready().do("pit_supervisor", staffed(0, 2, 13))
        assert (0, 2, 13, "Sue", "pit_supervisor") == (said.cashiers, said.supervisors, said.tables, said.by, said.role)

    @pytest.mark.clause("BJ-N1")
    @pytest.mark.parametrize(("cashiers", "clause"), [(0, "BJ-N1"), (1, None), (3, None)])
    def test_there_is_a_cashier(self, cashiers, clause):
        """One or more."""
        assert clause == refusal(ready(staffing=staffed(cashiers)))

    @pytest.mark.clause("BJ-N3")
    @pytest.mark.parametrize(
        ("supervisors", "tables", "clause"),
        [
            (0, 1, "BJ-N3"),
            (1, 1, None),
            (1, 6, None),
            (1, 7, "BJ-N3"),
            (2, 7, None),
            (2, 12, None),
            (2, 13, "BJ-N3"),
        ],
    )
    def test_a_supervisor_for_each_six_tables_or_part_of_six(self, supervisors, tables, clause):
        """Six tables share one; the seventh needs another."""
        assert clause == refusal(ready(staffing=staffed(1, supervisors, tables)))

    @pytest.mark.clause("BJ-N")
    @pytest.mark.parametrize(
        ("who", "clause"),
        [("floorperson", None), ("pit_supervisor", None), ("director", None), ("dealer", "BJ-N"), ("Ann", "BJ-N")],
    )
    def test_a_supervisor_confirms_it(self, who, clause):
        """Neither the dealer nor a player does."""
        assert clause == getattr(ready().answer(who, staffed()), "clause", None)

    @pytest.mark.clause("BJ-N", "BJ-N1")
    def test_staff_that_leaves_stops_the_next_round(self):
        """The round in play is finished; the next one waits for a cashier."""
        driver = ready()
        driver.do("dealer", table_acts.OpenBetting())
        driver.bet(1, 500)
        driver.do("floorperson", staffed(0))
        driver.deal("TS", "8D", "9C", "9H")
        driver.act(1, "stand")
        driver.dealer_plays()
        driver.settle()
        driver.do("dealer", blackjack_acts.DiscardCards())
        assert "BJ-N1" == driver.refused("dealer", table_acts.OpenBetting()).clause

    @pytest.mark.clause("BJ-N")
    def test_a_table_that_opens_again_is_staffed_anew(self):
        """What was confirmed ends with the day."""
        driver = ready()
        driver.do("dealer", table_acts.CloseTable())
        assert (None, "cashier") == (driver.table.staffing, driver.table.lack_of_staff)


class TestDealer:
    @pytest.mark.clause("BJ-N2", "BJ-N")
    def test_a_table_without_a_dealer_is_closed(self):
        """Only a dealer opens it, and before that no round is."""
        driver = BlackjackDriver()
        items = tuple(entry.item for entry in driver.table.rules.equipment)
        driver.do("floorperson", table_acts.InspectEquipment(items=items))
        assert "BJ-N" == driver.refused("floorperson", table_acts.OpenTable()).clause
        assert "BJ-N" == driver.refused("dealer", table_acts.OpenBetting()).clause
        assert "Dora" == driver.do("dealer", table_acts.OpenTable()).dealer

    @pytest.mark.clause("BJ-N2")
    def test_the_table_has_its_own_dealer(self):
        """No floorperson deals, and no dealer of another table."""
        driver = ready()
        assert "BJ-N2" == driver.refused("floorperson", table_acts.OpenBetting()).clause
        assert "BJ-N" == by_another_dealer(driver, table_acts.OpenBetting()).clause
        assert 1 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("BJ-N2")
    def test_a_relieved_dealer_deals_no_more(self):
        """From the next round on it is the other one's table."""
        driver = ready()
        driver.do("floorperson", table_acts.RelieveDealer(dealer="Dan"))
        assert ("BJ-N", "Dan") == (driver.refused("dealer", table_acts.OpenBetting()).clause, driver.table.dealer)
        assert 1 == by_another_dealer(driver, table_acts.OpenBetting()).events[0].round


def refusal(driver):
    """Return the clause by which the next round is not opened, or None where it is."""
    return getattr(driver.answer("dealer", table_acts.OpenBetting()), "clause", None)


def by_another_dealer(driver, act):
    """Return the answer to an act of Dan, who is a dealer too."""
    command = msgspec.structs.replace(driver.command("dealer", act), by=Person("Dan", Role.DEALER))
    return handle(driver.game, driver.table, command)[1]
