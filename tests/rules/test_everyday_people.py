"""Markers, tips, relief, a table that stands still, and colours that walked off."""

import pytest

from pitboss.games.everyday import acts as a
from pitboss.games.everyday.checks import in_tray
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table import acts as table_acts
from tests.support.driver import HOIAN, ONEIDA, STAFF, Driver
from tests.support.everyday import begin, count, fill
from tests.support.sicbo_driver import SicBoDriver


@pytest.mark.clause("HP-M1")
class TestMarkers:
    def test_a_player_signs_for_chips_and_pays_at_the_cage(self):
        """The chips are the player's, the paper is the cage's until it is paid, whole."""
        driver = SicBoDriver().opened()
        act = a.IssueMarker(player="Ann", amount_minor=50_000, signature="Ann")
        issued = driver.do("pit_supervisor", act, witness="cashier")
        owed = (driver.table.balances["marker:1"], driver.table.balances["instruments"])
        redeemed = driver.do("cashier", a.RedeemMarker(marker=1, paid_with=a.PaidIn.CASH), witness="pit_supervisor")

        assert (1, (-50_000, 50_000)) == (issued.marker, owed)
        assert ("Ann", 50_000) == (redeemed.player, redeemed.amount_minor)
        assert (0, 50_000, -50_000) == tuple(driver.table.balances[name] for name in ("instruments", "cage", "patrons"))

    def test_pit_and_cage_issue_and_redeem_together(self):
        """Not the dealer, not the pit alone, not before a floorperson; and no marker is paid twice."""
        driver = SicBoDriver().opened()
        act, paid = (
            a.IssueMarker(player="Ann", amount_minor=1, signature="Ann"),
            a.RedeemMarker(marker=1, paid_with=a.PaidIn.CHIPS),
        )
        assert "HP-M1" == driver.refused("dealer", act, witness="cashier").clause
        assert "HP-M1" == driver.refused("pit_supervisor", act).clause
        assert "HP-M1" == driver.refused("pit_supervisor", act, witness="pit_manager").clause
        driver.do("pit_supervisor", act, witness="cashier")
        assert "HP-M1" == driver.refused("pit_supervisor", paid, witness="cashier").clause
        assert "HP-M1" == driver.refused("cashier", paid, witness="floorperson").clause
        driver.do("cashier", paid, witness="pit_supervisor")
        assert "HP-M1" == driver.refused("cashier", paid, witness="pit_supervisor").clause

    def test_none_is_issued_while_a_result_waits_to_be_paid(self):
        """Chips for a signature would be chips for what is known already."""
        driver = SicBoDriver().opened()
        driver.bet("Ann", "small", 1_000)
        act = a.IssueMarker(player="Ann", amount_minor=50_000, signature="Ann")
        driver.throw((1, 2, 2))
        assert "HP-M1" == driver.refused("pit_supervisor", act, witness="cashier").clause
        driver.do("dealer", sicbo_acts.CollectLosers())
        driver.do("dealer", sicbo_acts.PayWinners())
        driver.do("dealer", sicbo_acts.ClearLights())
        assert driver.do("pit_supervisor", act, witness="cashier")


@pytest.mark.clause("HP-T1")
class TestTips:
    def test_tips_are_shared(self):
        """They lie in the box until two people empty it."""
        driver = SicBoDriver().opened()
        driver.do("dealer", a.TakeTip(player="Ann", amount_minor=500))
        driver.do("dealer", a.TakeTip(player="Bob", amount_minor=200))
        emptied = driver.do("dealer", a.EmptyTipBox(), witness="floorperson")

        assert 700 == emptied.amount_minor
        assert (0, 700) == (driver.table.balances["tips"], driver.table.balances["toke_pool"])
        assert "HP-T1" == driver.refused("dealer", a.EmptyTipBox(), witness="floorperson").clause

    def test_no_supervisor_takes_a_tip_and_nobody_empties_alone(self):
        """The box is the dealers'."""
        driver = SicBoDriver().opened()
        tip = a.TakeTip(player="Ann", amount_minor=500)
        assert "HP-T1" == driver.refused("pit_supervisor", tip).clause
        driver.do("dealer", tip)
        assert "HP-T1" == driver.refused("dealer", a.EmptyTipBox()).clause
        assert "HP-T1" == driver.refused("dealer", a.EmptyTipBox(), witness="Ann").clause

    def test_a_colour_is_changed_before_a_second_person(self):
        """Whole chips that the player holds leave the colour, and value chips go into the box."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Ann", "blue", value=100, count=10)
        tip = a.TakeTip(player="Ann", amount_minor=500, colour="blue")
        assert "HP-T1" == driver.refused("dealer", tip).clause
        driver.do("dealer", tip, witness="floorperson")
        assert (500, 500) == (driver.table.held("Ann", "blue"), driver.table.balances["tips"])
        for wrong in (550, 600):
            act = a.TakeTip(player="Ann", amount_minor=wrong, colour="blue")
            assert "HP-T1" == driver.refused("dealer", act, witness="floorperson").clause
        driver.do("dealer", tip, witness="floorperson")
        assert "blue" in driver.table.free_colours


@pytest.mark.clause("HP-S3")
class TestRelief:
    def test_a_dealer_is_relieved_while_the_ball_runs(self):
        """The new one calls "No more bets", the old one may not any more, and the round goes on."""
        driver = Driver(HOIAN).opened()
        driver.bet("Ann", "straight:17", 200)
        driver.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
        relieved = driver.do("floorperson", a.RelieveAtOnce(dealer="Dan"))

        assert ("Dan", "Dora", 1, "spinning") == (relieved.dealer, relieved.before, relieved.round, relieved.phase)
        assert driver.refused("dealer", roulette_acts.CallNoMoreBets())
        assert ("Dan", 200) == (driver.table.dealer, driver.table.balances["layout"])

    def test_the_floor_relieves(self):
        """Not the dealer, and not by whoever works the table already."""
        driver = SicBoDriver().opened()
        assert "HP-S3" == driver.refused("dealer", a.RelieveAtOnce(dealer="Dan")).clause
        assert "HP-S3" == driver.refused("floorperson", a.RelieveAtOnce(dealer="Dora")).clause


@pytest.mark.clause("HP-S2")
class TestSuspension:
    @pytest.mark.parametrize("phase", ["betting", "closed", "shaken", "uncovered", "lit", "settled"])
    def test_everything_stands_still_in_any_phase(self, phase):
        """Fire in each phase: nothing moves until a pit supervisor resumes, and then it goes on where it was."""
        driver = SicBoDriver().opened()
        driver.bet("Ann", "small", 1_000)
        steps = (
            sicbo_acts.CallNoMoreBets(),
            sicbo_acts.ShakeDice(shakes=3),
            sicbo_acts.UncoverShaker(is_flat=True),
            sicbo_acts.EnterDice(dice=(1, 2, 2)),
            sicbo_acts.CollectLosers(),
            sicbo_acts.PayWinners(),
        )
        left = list(steps)
        while driver.table.phase != phase:
            driver.do("dealer", left.pop(0))
        left.append(sicbo_acts.ClearLights())
        before = dict(driver.table.balances)
        driver.do("dealer", a.SuspendTable(reason="The alarm bell rings."))
        assert "HP-S2" == driver.refused("dealer", left[0]).clause
        assert "HP-S2" == driver.refused("dealer", a.SuspendTable(reason="Again.")).clause
        driver.do("floorperson", a.RelieveAtOnce(dealer="Dan"))
        driver.do("floorperson", a.RelieveAtOnce(dealer="Dora"))
        driver.do("pit_supervisor", a.ResumeTable(), witness="floorperson")

        assert before == driver.table.balances
        assert driver.do("dealer", left[0])

    def test_a_rack_is_counted_before_a_table_goes_on(self):
        """Mid-round too, with chips on the layout."""
        driver = SicBoDriver()
        begin(driver)
        fill(driver, "50x100")
        count(driver, "opening")
        driver.opened()
        driver.bet("Ann", "small", 1_000)
        driver.do("dealer", a.SuspendTable(reason="The alarm bell rings."))
        assert "HP-S2" == driver.refused("pit_supervisor", a.ResumeTable(), witness="floorperson").clause
        assert 0 == count(driver, "shift").difference_minor
        assert driver.do("pit_supervisor", a.ResumeTable(), witness="floorperson")

    def test_whoever_mucks_at_a_table_suspends_it_and_no_other(self):
        """Anybody of the table's staff: offered to its own mucker in any phase, and to none who works elsewhere."""
        offered = []
        for mucker in ("Max", "Moe"):
            driver = Driver(ONEIDA).opened(mucker=mucker)
            offers = driver.game.legal(driver.table, STAFF["mucker"])
            offered.append(a.SuspendTable in {offer.act for offer in offers})
        refused = driver.refused("mucker", a.SuspendTable(reason="The alarm bell rings."))
        assert ([True, False], "RO-B1") == (offered, refused.clause)
        assert "Max" == Driver(ONEIDA).opened().do("mucker", a.SuspendTable(reason="The alarm bell rings.")).by

    def test_a_pit_supervisor_resumes_before_a_second_person(self):
        """Not a floorperson, not alone; and nothing is resumed that goes on; players suspend nothing."""
        driver = SicBoDriver().opened()
        assert "HP-S2" == driver.refused("pit_supervisor", a.ResumeTable(), witness="floorperson").clause
        assert "HP-S2" == driver.refused("Ann", a.SuspendTable(reason="I lost.")).clause
        driver.do("dealer", a.SuspendTable(reason="The alarm bell rings."))
        assert "HP-S2" == driver.refused("floorperson", a.ResumeTable(), witness="dealer").clause
        assert "HP-S2" == driver.refused("pit_supervisor", a.ResumeTable()).clause


def walk_off(driver, here: int = 100, **values):
    """Give up Ann's blue chips, of which so many lie at the table."""
    act = roulette_acts.AbandonColour(colour="blue", pieces_here=here, minutes_absent=values.get("minutes", 10))
    return driver.do("dealer", act, witness="pit_supervisor")


@pytest.mark.clause("HP-K1", "HP-K2")
class TestColours:
    def test_walk_off_closing_reopening_and_a_claim_paid_once(self):
        """The table closes, opens again, and pays what the chips were worth, once."""
        driver = Driver(HOIAN).opened()
        driver.colour("Ann", "blue", value=100, count=100)
        abandoned = walk_off(driver, 100)
        driver.do("dealer", table_acts.AbandonRound(reason="Nobody is here."))
        driver.do("dealer", table_acts.CloseTable())
        driver.opened()
        paid = driver.do("dealer", roulette_acts.RedeemClaim(claim=1), witness="floorperson")

        assert (1, "Ann", 10_000, True) == (
            abandoned.claim,
            abandoned.player,
            abandoned.amount_minor,
            abandoned.is_whole,
        )
        assert ("Ann", 10_000, None) == (paid.player, paid.amount_minor, driver.table.balances.get("unredeemed:1"))
        refusal = driver.refused("dealer", roulette_acts.RedeemClaim(claim=1), witness="floorperson")
        assert ("HP-K2", "claim 1 was paid already") == (refusal.clause, refusal.reason)

    def test_a_broken_set_is_issued_to_nobody(self):
        """Until it is counted whole: then Bob gets the colour."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Ann", "blue", value=100, count=100)
        walk_off(driver, 90)
        act = roulette_acts.IssueColour(player="Bob", colour="blue", value_minor=100, count=10)
        assert "HP-K1" == driver.refused("dealer", act).clause
        impress = roulette_acts.ImpressColour(colour="blue")
        assert "HP-K1" == driver.refused("floorperson", impress).clause
        assert "HP-K1" == driver.refused("dealer", impress, witness="floorperson").clause
        driver.do("floorperson", impress, witness="dealer")
        assert driver.do("dealer", act)
        assert "HP-K1" == driver.refused("floorperson", impress, witness="dealer").clause

    def test_who_has_wagers_or_just_left_is_waited_for(self):
        """Wagers are played first, ten minutes are waited, and no more chips lie there than were the player's."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Ann", "blue", value=100, count=100)
        early = roulette_acts.AbandonColour(colour="blue", pieces_here=100, minutes_absent=9)
        more = roulette_acts.AbandonColour(colour="blue", pieces_here=101, minutes_absent=10)
        none = roulette_acts.AbandonColour(colour="pink", pieces_here=0, minutes_absent=10)
        for act in (early, more, none):
            assert "HP-K1" == driver.refused("dealer", act, witness="pit_supervisor").clause
        driver.bet("Ann", "straight:17", 500, "colour:blue")
        late = roulette_acts.AbandonColour(colour="blue", pieces_here=95, minutes_absent=10)
        assert "HP-K1" == driver.refused("dealer", late, witness="pit_supervisor").clause

    def test_two_people_give_a_colour_up_and_pay_a_claim(self):
        """Dealer and pit supervisor, dealer and floor; a claim that was never made is none."""
        driver = Driver(ONEIDA).opened()
        driver.colour("Ann", "blue", value=100, count=100)
        act = roulette_acts.AbandonColour(colour="blue", pieces_here=100, minutes_absent=10)
        assert "HP-K1" == driver.refused("dealer", act).clause
        assert "HP-K1" == driver.refused("dealer", act, witness="floorperson").clause
        assert "HP-K1" == driver.refused("floorperson", act, witness="pit_supervisor").clause
        walk_off(driver)
        claim = roulette_acts.RedeemClaim(claim=1)
        assert "HP-K2" == driver.refused("dealer", claim).clause
        assert "HP-K2" == driver.refused("floorperson", claim, witness="pit_supervisor").clause
        assert "HP-K2" == driver.refused("dealer", roulette_acts.RedeemClaim(claim=2), witness="floorperson").clause
        assert STAFF["dealer"].id == driver.table.dealer
        assert 0 == in_tray(driver.table)
