"""What goes wrong at sic bo, section F: a die not flat, and a computer that fails, uncovered or covered."""

import pytest

from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table import acts as table_acts
from tests.support.sicbo_driver import EQUIPMENT, SicBoDriver

FAIL = sicbo_acts.ReportFailure(fault="half of the layout stays dark")
FIXED = sicbo_acts.RecordRepair(repair="lamp driver replaced")
MONEY = ("layout", "rack", "circulation")


def with_wagers():
    """Return a table with two wagers on it."""
    driver = SicBoDriver().opened()
    driver.bet("Ann", "big", 500)
    driver.bet("Bob", "triple:4", 200)
    return driver


def money(driver):
    """Return what lies on the layout, is in the rack, and is about the house."""
    return tuple(driver.table.balances.get(name, 0) for name in MONEY)


class TestNotFlat:
    @pytest.mark.clause("SB-F1")
    def test_no_value_of_a_cocked_die_is_entered(self):
        """With a die not flat nothing is entered: "No Roll" is what remains."""
        driver = with_wagers()
        assert driver.uncover(is_flat=False).is_flat is False
        refused = driver.refused("dealer", sicbo_acts.EnterDice(dice=(6, 6, 5)))
        sentence = 'a die does not lie flat: "No Roll" is called, no value is entered'
        assert ("SB-F1", sentence) == (refused.clause, refused.reason)
        assert "Dora" == driver.do("dealer", sicbo_acts.CallNoRoll()).by

    @pytest.mark.clause("SB-F1")
    def test_flat_dice_are_no_no_roll(self):
        """The call is the dealer's, and only for a throw that has a die not flat."""
        driver = with_wagers()
        driver.uncover()
        refused = driver.refused("dealer", sicbo_acts.CallNoRoll())
        assert ("SB-F1", "uncovered") == (refused.clause, refused.values["phase"])
        driver = with_wagers()
        driver.uncover(is_flat=False)
        assert "SB-F1" == driver.refused("floorperson", sicbo_acts.CallNoRoll()).clause

    @pytest.mark.clause("Q11", "SB-F1")
    def test_wagers_stand_or_are_withdrawn(self):
        """After the call nothing is decided: one player's wager stands, another's is taken back, in whole or part."""
        driver = with_wagers()
        driver.uncover(is_flat=False)
        assert (
            "SB-E2"
            == driver.refused("Bob", sicbo_acts.RemoveWager(player="Bob", bet="triple:4", stake_minor=200)).clause
        )
        driver.do("dealer", sicbo_acts.CallNoRoll())
        assert {("Ann", "big", "value"): 500, ("Bob", "triple:4", "value"): 200} == driver.table.round.wagers
        driver.do("Bob", sicbo_acts.RemoveWager(player="Bob", bet="triple:4", stake_minor=200))
        driver.do("Ann", sicbo_acts.RemoveWager(player="Ann", bet="big", stake_minor=100))
        assert ({("Ann", "big", "value"): 400}, 1) == (driver.table.round.wagers, driver.table.round.number)

    @pytest.mark.clause("Q11", "SB-E3")
    def test_the_dice_are_shaken_again(self):
        """The same round goes on: no new bets, three shakes, and the wagers that stood are settled."""
        driver = with_wagers()
        driver.uncover(is_flat=False)
        driver.do("dealer", sicbo_acts.CallNoRoll())
        assert "SB-E3" == driver.refused("dealer", sicbo_acts.ShakeDice(shakes=3)).clause
        rows = driver.rows(driver.pay((6, 5, 4)))
        assert {("Ann", "big"): ("win", 500, "SB-D1"), ("Bob", "triple:4"): ("lose", 0, "SB-Ba")} == rows

    @pytest.mark.clause("SB-F1", "SB-F2")
    def test_no_roll_comes_before_a_failure(self):
        """A throw with a die not flat cannot be settled by hand: it is called off, then the wagers go back."""
        driver = with_wagers()
        driver.uncover(is_flat=False)
        refused = driver.refused("dealer", FAIL)
        assert ("SB-F1", 'a die does not lie flat: "No Roll" is called first') == (refused.clause, refused.reason)
        driver.do("dealer", sicbo_acts.CallNoRoll())
        assert driver.do("dealer", FAIL).is_uncovered is False


class TestFailureUncovered:
    @pytest.mark.clause("SB-F2")
    @pytest.mark.parametrize("is_lit", [False, True])
    def test_settled_by_hand_in_the_presence_of_a_supervisor(self, is_lit):
        """Losers and winners are settled as the lights would have it, and the record names the supervisor."""
        driver = with_wagers()
        driver.throw((6, 5, 4)) if is_lit else driver.uncover()
        assert driver.do("dealer", FAIL).is_uncovered is True
        act = sicbo_acts.SettleByHand(dice=(6, 5, 4))
        alone = driver.refused("dealer", act)
        assert ("SB-F2", "a supervisor must be present") == (alone.clause, alone.reason)
        by_hand = driver.do("dealer", act, witness="floorperson")
        assert (True, "Flo", ("lose", "win")) == (by_hand.by_hand, by_hand.supervisor, by_hand.wagers.outcome)
        assert (0, 200 - 500, 300) == money(driver)

    @pytest.mark.clause("SB-F2")
    @pytest.mark.parametrize("witness", ["Ann", "dealer", "mucker", "inspector", None])
    def test_who_is_no_supervisor(self, witness):
        """A player, the dealer alone, a mucker or an inspector is not the supervisor that is asked for."""
        driver = with_wagers()
        driver.uncover()
        driver.do("dealer", FAIL)
        assert "SB-F2" == driver.refused("dealer", sicbo_acts.SettleByHand(dice=(1, 2, 3)), witness=witness).clause

    @pytest.mark.clause("SB-F2")
    def test_nothing_goes_on_by_the_lights(self):
        """After the failure the computer's own steps are refused, each with the way out."""
        driver = with_wagers()
        driver.throw((6, 5, 4))
        driver.do("dealer", FAIL)
        for act in (
            sicbo_acts.CollectLosers(),
            sicbo_acts.EnterDice(dice=(6, 5, 4)),
            sicbo_acts.UncoverShaker(is_flat=True),
        ):
            refused = driver.refused("dealer", act)
            assert ("SB-F2", "the computer has failed: settle by hand") == (refused.clause, refused.reason)

    @pytest.mark.clause("SB-F2")
    def test_what_was_entered_stays(self):
        """Dice that were in the computer before it failed cannot become others by hand."""
        driver = with_wagers()
        driver.throw((6, 5, 4))
        driver.do("dealer", FAIL)
        refused = driver.refused("dealer", sicbo_acts.SettleByHand(dice=(4, 4, 4)), witness="floorperson")
        assert ("SB-F2", "the dice entered before the failure were (6, 5, 4)") == (refused.clause, refused.reason)

    @pytest.mark.clause("SB-F2")
    def test_nothing_is_settled_by_hand_without_need(self):
        """While the computer works, and where no throw lies open, the hand is refused."""
        driver = with_wagers()
        driver.uncover()
        works = driver.refused("dealer", sicbo_acts.SettleByHand(dice=(1, 2, 3)), witness="floorperson")
        assert ("SB-F2", "nothing is settled by hand: the computer has not failed") == (works.clause, works.reason)
        driver = with_wagers()
        driver.do("dealer", FAIL)
        none = driver.refused("dealer", sicbo_acts.SettleByHand(dice=(1, 2, 3)), witness="floorperson")
        assert ("SB-F2", "nothing is settled by hand: there is no uncovered throw") == (none.clause, none.reason)

    @pytest.mark.clause("SB-F2", "SB-E1")
    def test_shut_until_repaired_and_inspected(self):
        """After the settlement no round opens; repair comes first, then the floorperson's inspection, then play."""
        driver = with_wagers()
        driver.uncover()
        driver.do("dealer", FAIL)
        assert "SB-E6" == driver.refused("floorperson", FIXED).clause
        driver.do("dealer", sicbo_acts.SettleByHand(dice=(1, 2, 3)), witness="pit_supervisor")
        shut = driver.refused("dealer", table_acts.OpenBetting())
        assert ("SB-F2", "gaming has ceased until the computer is repaired and inspected") == (shut.clause, shut.reason)
        inspect = sicbo_acts.InspectComputer(dice=(1, 2, 3), seen_lit=())
        assert "the computer has not been repaired" == driver.refused("floorperson", inspect).reason
        assert ("lamp driver replaced", "Flo") == ((fixed := driver.do("floorperson", FIXED)).repair, fixed.by)
        assert "SB-E1" == driver.refused("dealer", table_acts.OpenBetting()).clause
        driver.inspect_computer((6, 6, 6))
        assert 2 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("SB-F2")
    def test_closing_heals_nothing(self):
        """A table that closes with a failed computer cannot be opened either before it is repaired."""
        driver = SicBoDriver().opened()
        driver.do("dealer", FAIL)
        driver.do("dealer", table_acts.CloseTable())
        driver.do("dealer", table_acts.InspectEquipment(items=EQUIPMENT))
        assert "SB-F2" == driver.refused("dealer", table_acts.OpenTable()).clause
        driver.do("pit_manager", FIXED)
        driver.inspect_computer()
        driver.do("dealer", table_acts.OpenTable())

    @pytest.mark.clause("SB-F2")
    @pytest.mark.parametrize("who", ["Ann", "mucker", "device", "dealer"])
    def test_repairs_are_recorded_by_a_supervisor(self, who):
        """The dealer cannot declare the computer repaired, and nobody can where it has not failed."""
        driver = SicBoDriver().opened()
        assert "the computer has not failed" == driver.refused("floorperson", FIXED).reason
        driver.do("dealer", FAIL)
        refused = driver.refused(who, FIXED)
        assert ("SB-F2", True) == (refused.clause, "may not record a repair" in refused.reason)


class TestFailureCovered:
    @pytest.mark.clause("Q35", "SB-F2")
    @pytest.mark.parametrize("steps", range(3))
    def test_every_wager_goes_back(self, steps):
        """Before the cover is off there is no roll: each wager is returned to the cent, and by Q35."""
        driver = with_wagers()
        for act in (sicbo_acts.CallNoMoreBets(), sicbo_acts.ShakeDice(shakes=3))[:steps]:
            driver.do("dealer", act)
        failed = driver.do("dealer", FAIL)
        rows = {("Ann", "big"): ("returned", 0, "Q35"), ("Bob", "triple:4"): ("returned", 0, "Q35")}
        assert (False, rows, (500, 200)) == (failed.is_uncovered, driver.rows(failed), failed.wagers.stake_minor)
        assert ((0, 0, 0), {}, "void") == (money(driver), driver.table.round.wagers, driver.table.phase)

    @pytest.mark.clause("Q35", "SB-E1")
    def test_shut_at_once(self):
        """No settlement follows: the table is shut until the repair and the inspection."""
        driver = with_wagers()
        driver.shake()
        driver.do("floorperson", FAIL)
        assert "SB-F2" == driver.refused("dealer", table_acts.OpenBetting()).clause
        driver.do("floorperson", FIXED)
        assert "SB-E1" == driver.refused("dealer", table_acts.OpenBetting()).clause
        driver.inspect_computer()
        assert 2 == driver.do("dealer", table_acts.OpenBetting()).round

    @pytest.mark.clause("Q35")
    def test_a_failure_is_reported_once_and_by_the_house(self):
        """A player cannot stop the game, nor a dealer of another table; the second report is refused."""
        driver = with_wagers()
        assert "SB-F2" == driver.refused("Ann", FAIL).clause
        driver.do("dealer", FAIL)
        refused = driver.refused("floorperson", FAIL)
        assert ("SB-F2", "the failure has been reported") == (refused.clause, refused.reason)

    @pytest.mark.clause("SB-F2", "SB-E1")
    def test_a_computer_may_fail_idle(self):
        """Between rounds, and at a closed table, nothing is returned, and the same repair and inspection follow."""
        driver = SicBoDriver().inspected()
        assert () == driver.do("floorperson", FAIL).wagers.bet
        assert "SB-F2" == driver.refused("dealer", table_acts.OpenTable()).clause
        driver = with_wagers()
        driver.pay((1, 2, 3))
        failed = driver.do("dealer", FAIL)
        assert ((), (), (), "settled") == (failed.wagers.bet, failed.moves, driver.table.lit, driver.table.phase)
