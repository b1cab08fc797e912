"""Tips at terminals, relief, and an automatic table that stands still with its clock."""

from datetime import timedelta

import msgspec
import pytest

from pitboss.games.everyday import acts as a
from pitboss.games.roulette.automatic import acts as automatic_acts
from tests.support.automatic_driver import AGAINST, AutomaticDriver
from tests.support.everyday import begin, count, fill


@pytest.mark.clause("HP-T1")
class TestTips:
    def test_a_tip_of_credits_is_the_sessions_own(self):
        """It leaves that session's credits alone, and lies in the tip box until two people empty it."""
        driver = AutomaticDriver().bought(T1=10_000, T2=5_000)
        act = a.TakeTip(player="Ann", amount_minor=700, terminal="T1")
        taken = driver.do("dealer", act, witness="floorperson")

        assert ("T1.1", "Flo") == (taken.credits_of, taken.witness)
        assert (9_300, 5_000, 700) == (driver.credits("T1"), driver.credits("T2"), driver.balance("tips"))
        driver.do("dealer", a.TakeTip(player="Bob", amount_minor=100))
        assert 800 == driver.do("dealer", a.EmptyTipBox(), witness="floorperson").amount_minor

    def test_nobody_gives_what_they_have_not(self):
        """Not more than the credits, not alone, not by a supervisor, no colour, and nobody for who is gone."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 1_000)
        for who, witness, fields in (
            ("dealer", "floorperson", {"amount_minor": 9_001}),
            ("dealer", None, {}),
            ("dealer", "cashier", {}),
            ("floorperson", "pit_supervisor", {}),
            ("dealer", "floorperson", {"colour": "blue"}),
        ):
            tip = a.TakeTip(player="Ann", amount_minor=100, terminal="T1")
            act = msgspec.structs.replace(tip, **fields)
            assert "HP-T1" == driver.refused(who, act, witness=witness).clause
        gone = automatic_acts.AbandonSession(terminal="T1", reason="Gone.")
        driver.do("pit_supervisor", gone, witness="floorperson")
        act = a.TakeTip(player="Ann", amount_minor=100, terminal="T1")
        assert "HP-T1" == driver.refused("dealer", act, witness="floorperson").clause


@pytest.mark.clause("HP-S2", "RA-6a")
class TestSuspension:
    def test_the_betting_time_stands_still_too(self):
        """What was left of it when the table was suspended is left when it goes on, and not a moment more."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.now += timedelta(seconds=30)
        suspended = driver.do("dealer", a.SuspendTable(reason="The fire bell rings."))
        driver.now += timedelta(hours=1)
        resumed = driver.do("pit_supervisor", a.ResumeTable(), witness="floorperson")
        left = resumed.until - driver.now

        assert timedelta(milliseconds=suspended.left_ms) == left
        assert timedelta(seconds=14) < left < timedelta(seconds=15)
        driver.now += timedelta(seconds=14)
        driver.bet("T1", "red", 100)
        driver.now += timedelta(seconds=2)
        late = automatic_acts.PlaceBet(terminal="T1", bet="red", chip_minor=100)
        assert "RA-6a" == driver.refused("T1", late).clause

    def test_nothing_is_bet_bought_or_locked_meanwhile(self):
        """Only the wheel's own sensor goes on telling, and its number is confirmed when the table goes on."""
        driver = AutomaticDriver().started(T1=10_000)
        driver.bet("T1", "red", 1_000)
        driver.lock(AGAINST)
        driver.do("dealer", a.SuspendTable(reason="The fire bell rings."))
        driver.sense("16")
        for who, act in (
            ("dealer", automatic_acts.ConfirmNumber(pocket="16")),
            ("dealer", automatic_acts.CountBuyIn(terminal="T1", currency_minor=100)),
            ("T1", automatic_acts.AskCashOut(terminal="T1")),
            ("device", automatic_acts.LockBets()),
        ):
            assert "HP-S2" == driver.refused(who, act).clause
        driver.do("pit_supervisor", a.ResumeTable(), witness="floorperson")
        driver.do("dealer", automatic_acts.ConfirmNumber(pocket="16"))
        assert 11_000 == driver.credits("T1")

    def test_a_rack_that_is_kept_by_counts_is_counted_first(self):
        """With credits on the layout."""
        driver = AutomaticDriver()
        begin(driver)
        fill(driver, "50x100")
        count(driver, "opening")
        driver.started(T1=10_000)
        driver.bet("T1", "red", 1_000)
        driver.do("dealer", a.SuspendTable(reason="The fire bell rings."))
        assert "HP-S2" == driver.refused("pit_supervisor", a.ResumeTable(), witness="floorperson").clause
        assert 0 == count(driver, "shift").difference_minor
        assert driver.do("pit_supervisor", a.ResumeTable(), witness="floorperson").until


@pytest.mark.clause("HP-S3")
def test_a_dealer_is_relieved_while_the_ball_runs():
    """The new one goes on with the same game."""
    driver = AutomaticDriver().started(T1=10_000)
    driver.do("dealer", automatic_acts.SpinBall(direction=AGAINST))
    relieved = driver.do("floorperson", a.RelieveAtOnce(dealer="Dan"))
    assert ("Dora", "Dan", "spinning") == (relieved.before, driver.table.dealer, relieved.phase)
    assert driver.refused("dealer", automatic_acts.CountBuyIn(terminal="T1", currency_minor=100))


@pytest.mark.clause("HP-S3")
def test_who_comes_counts_again_what_was_not_finished():
    """A buy-in that was counted and not credited, and chips that were counted out and not confirmed."""
    driver = AutomaticDriver().bought(T1=10_000, T2=5_000)
    driver.do("dealer", automatic_acts.CountBuyIn(terminal="T1", currency_minor=100))
    for act in (automatic_acts.AskCashOut(terminal="T2"), automatic_acts.AffirmCashOut(terminal="T2")):
        driver.do("T2", act)
    driver.do("dealer", automatic_acts.SelectCashOut(terminal="T2"))
    driver.do("dealer", automatic_acts.CountOutChips(terminal="T2", amount_minor=5_000))
    driver.do("floorperson", a.RelieveAtOnce(dealer="Dan"))
    driver.do("floorperson", a.RelieveAtOnce(dealer="Dora"))

    assert driver.refused("dealer", automatic_acts.ConfirmBuyIn(terminal="T1", amount_minor=100))
    assert driver.refused("dealer", automatic_acts.ConfirmCashOut(terminal="T2", amount_minor=5_000))
    driver.do("dealer", automatic_acts.CountBuyIn(terminal="T1", currency_minor=100))
    driver.do("dealer", automatic_acts.CountOutChips(terminal="T2", amount_minor=5_000))
    assert driver.do("dealer", automatic_acts.ConfirmCashOut(terminal="T2", amount_minor=5_000))


@pytest.mark.clause("HP-C4", "RA-9k")
def test_two_people_pay_what_is_due_where_a_rack_is_kept_by_counts():
    """Of another role, and not the dealer; where it is not, a supervisor alone, as ever."""
    kept, other = AutomaticDriver(), AutomaticDriver()
    begin(kept)
    fill(kept, "50x100")
    count(kept, "opening")
    for driver in (kept, other):
        driver.bought(T1=10_000)
        gone = automatic_acts.AbandonSession(terminal="T1", reason="Gone.")
        driver.do("pit_supervisor", gone, witness="floorperson")
    act = automatic_acts.PayPayable(terminal="T1", session=1, amount_minor=10_000)
    for witness in (None, "dealer", "pit_supervisor", "cashier"):
        assert "HP-C4" == kept.refused("pit_supervisor", act, witness=witness).clause
    assert "Flo" == kept.do("pit_supervisor", act, witness="floorperson").witness
    assert None is other.do("pit_supervisor", act).witness
