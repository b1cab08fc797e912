"""After payment: rounds settled anew by the true result, hands that paid wrongly, and what is due and owed."""

import random

import pytest

from pitboss.games.everyday import acts as a
from pitboss.games.everyday.acts import Handed
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.sicbo.state import dice_name
from pitboss.games.table import acts as table_acts
from tests.support.driver import HOUSES, ONEIDA, Driver
from tests.support.sicbo_driver import SicBoDriver

RIGHT, WRONG = (5, 5, 6), (1, 2, 2)


def paid(stake: int = 1_000) -> SicBoDriver:
    """Return a table where Ann's small was paid by the wrong dice, and Bob's big was taken."""
    driver = SicBoDriver().opened()
    driver.bet("Ann", "small", stake)
    driver.bet("Bob", "big", stake)
    driver.pay(WRONG)
    return driver


def correction(driver, result=RIGHT, corrects: int | None = None) -> a.CorrectSettlement:
    """Return the act that settles the last round anew."""
    version = next(reversed(driver.table.everyday.settlements)) if corrects is None else corrects
    result = result if isinstance(result, str) else dice_name(result)
    return a.CorrectSettlement(corrects=version, result=result, reason="A 5 was read as a 1.")


def thrown(rng: random.Random) -> sicbo_acts.Dice:
    """Throw three dice."""
    one, two, three = rng.choices(range(1, 7), k=3)
    return one, two, three


def money_of(driver, player: str) -> int:
    """Return what is due to a player, less what is owed."""
    balances = driver.table.balances
    return int(balances.get(f"payable:{player}", 0) + balances.get(f"receivable:{player}", 0))


@pytest.mark.clause("HP-C2")
class TestSettlements:
    def test_the_wagers_are_settled_by_the_true_dice(self):
        """Ann owes stake and winnings, Bob is due both; the record has every row."""
        driver = paid(1_000)
        corrected = driver.do("pit_supervisor", correction(driver), witness="floorperson")
        rows = dict(
            zip(
                corrected.rows.player, zip(corrected.rows.was_minor, corrected.rows.now_minor, strict=True), strict=True
            )
        )

        assert ("1-2-2", "5-5-6", 1) == (corrected.was, corrected.result, corrected.round)
        assert {"Ann": (1_000, -1_000), "Bob": (-1_000, 1_000)} == rows
        assert (-2_000, 2_000) == (money_of(driver, "Ann"), money_of(driver, "Bob"))

    def test_corrected_back_every_balance_is_as_it_was(self):
        """To the cent, and as often as one likes."""
        driver = paid()
        before = {name: held for name, held in driver.table.balances.items() if held}
        for result in (RIGHT, (1, 1, 1), WRONG):
            driver.do("pit_supervisor", correction(driver, result), witness="floorperson")

        assert before == {name: held for name, held in driver.table.balances.items() if held}

    def test_only_the_latest_of_a_chain_is_corrected(self):
        """What somebody else corrected meanwhile has other rows by now: look again."""
        driver = paid()
        act = correction(driver)
        driver.do("pit_supervisor", act, witness="floorperson")

        assert "HP-C2" == driver.refused("pit_supervisor", act, witness="floorperson").clause
        assert "HP-C2" == driver.refused("pit_supervisor", correction(driver), witness="floorperson").clause
        assert "HP-C2" == driver.refused("pit_supervisor", correction(driver, "17"), witness="floorperson").clause

    def test_two_people_correct(self):
        """Not the dealer, not the pit alone, not with the dealer, not the same person twice."""
        driver = paid()
        act = correction(driver)
        assert "HP-C2" == driver.refused("dealer", act, witness="floorperson").clause
        for witness in (None, "dealer", "pit_supervisor"):
            assert "HP-C2" == driver.refused("pit_supervisor", act, witness=witness).clause

    def test_a_manager_is_one_of_the_two_once_the_next_round_has_begun(self):
        """By oneself or as the second."""
        driver = paid()
        driver.next_round()
        assert "HP-C2" == driver.refused("pit_supervisor", correction(driver), witness="floorperson").clause
        driver.do("pit_manager", correction(driver), witness="floorperson")
        assert driver.do("pit_supervisor", correction(driver, WRONG), witness="pit_manager")

    def test_twenty_rounds_can_be_corrected(self):
        """The first of twenty-one cannot."""
        driver = SicBoDriver().opened()
        for _ in range(21):
            driver.bet("Ann", "small", 1_000)
            driver.pay(WRONG)
            driver.next_round()
        rounds = [one.round for one in driver.table.everyday.settlements.values()]

        assert list(range(2, 22)) == rounds

    @pytest.mark.parametrize("house", HOUSES)
    def test_a_number_is_corrected_too(self, house):
        """At roulette, in colours: what Ann should have won is due to her."""
        driver = Driver(house).opened()
        driver.colour("Ann", "blue")
        driver.bet("Ann", "straight:17", 200, "colour:blue")
        driver.settle("16")
        driver.do("pit_supervisor", correction(driver, "17"), witness="floorperson")
        odds = driver.table.rules.pays("straight")

        assert 200 + 200 * odds == money_of(driver, "Ann")

    def test_coupons_are_not_settled_anew(self):
        """A coupon is no money that could be owed: such a round is put right by hand."""
        driver = Driver(ONEIDA, settings={"match_play": True}).opened()
        driver.colour("Ann", "blue")
        driver.bet("Ann", "red", 200, "colour:blue")
        driver.bet("Ann", "red", 200, "coupon")
        driver.settle("16")

        assert {} == driver.table.everyday.settlements

    @pytest.mark.parametrize("seed", range(12))
    def test_any_corrections_leave_everybody_as_if_it_had_been_right_at_first(self, seed):
        """Rounds paid wrongly and corrected in any order: chips and what is due or owed are those of the true dice."""
        rng, wrong, right = random.Random(seed), SicBoDriver().opened(), SicBoDriver().opened()
        bets = ("small", "big", "triple:1", "one:6", "total:9", "combination:1-2", "any_triple")
        truth: dict[int, sicbo_acts.Dice] = {}
        for _ in range(4):
            laid = [(rng.choice(("Ann", "Bob")), rng.choice(bets), rng.randrange(100, 5_000)) for _ in range(4)]
            dice, true = thrown(rng), thrown(rng)
            for driver, throw in ((wrong, dice), (right, true)):
                for player, bet, stake in laid:
                    driver.bet(player, bet, stake)
                driver.pay(throw)
                driver.next_round()
            truth[wrong.table.rounds - 1] = true
        for _ in range(12):
            version, one = rng.choice(list(wrong.table.everyday.settlements.items()))
            result = dice_name(rng.choice((truth[one.round], thrown(rng))))
            if result != one.result:
                wrong.do("pit_manager", correction(wrong, result, version), witness="floorperson")
        for version, one in list(wrong.table.everyday.settlements.items()):
            if one.result != dice_name(truth[one.round]):
                wrong.do("pit_manager", correction(wrong, truth[one.round], version), witness="floorperson")
        debts = sum(money_of(wrong, player) for player in ("Ann", "Bob"))

        assert right.table.balances["circulation"] == wrong.table.balances["circulation"] + debts
        assert right.table.balances["rack"] == wrong.table.balances["rack"]
        assert all(held >= 0 for name, held in wrong.table.balances.items() if name.startswith("payable:"))
        assert all(held <= 0 for name, held in wrong.table.balances.items() if name.startswith("receivable:"))


@pytest.mark.clause("HP-C3")
class TestHands:
    @pytest.mark.parametrize(("handed", "more"), [(Handed.TOO_LITTLE, 700), (Handed.TOO_MUCH, -700)])
    def test_what_the_hand_did_is_due_or_owed(self, handed, more):
        """The record was right: chips that were not handed over are in the tray, those too many are gone."""
        driver = paid()
        before = driver.table.balances["circulation"]
        act = a.ReportMispayment(player="Ann", handed=handed, amount_minor=700, reason="A stack fell over.")
        driver.do("pit_supervisor", act, witness="floorperson")

        assert (more, before - more) == (money_of(driver, "Ann"), driver.table.balances["circulation"])

    def test_two_people_report(self):
        """Not the dealer, and nobody alone."""
        driver = paid()
        act = a.ReportMispayment(player="Ann", handed=Handed.TOO_MUCH, amount_minor=700, reason="A stack fell over.")
        assert "HP-C3" == driver.refused("dealer", act, witness="pit_supervisor").clause
        assert "HP-C3" == driver.refused("pit_supervisor", act).clause


@pytest.mark.clause("HP-C4")
class TestDebts:
    def test_what_is_due_is_paid_and_what_is_owed_is_taken_once(self):
        """In parts, and never more than is open."""
        driver = paid(1_000)
        driver.do("pit_supervisor", correction(driver), witness="floorperson")
        pay, take = a.PayDue(player="Bob", amount_minor=2_000), a.TakeOwed(player="Ann", amount_minor=1_500)
        driver.do("pit_supervisor", pay, witness="floorperson")
        driver.do("pit_supervisor", take, witness="floorperson")

        assert (-500, 0) == (money_of(driver, "Ann"), money_of(driver, "Bob"))
        assert "HP-C4" == driver.refused("pit_supervisor", pay, witness="floorperson").clause
        assert "HP-C4" == driver.refused("pit_supervisor", take, witness="floorperson").clause

    def test_a_manager_lets_a_player_off(self):
        """That is goodwill; a pit supervisor may not, and nobody alone."""
        driver = paid(1_000)
        driver.do("pit_supervisor", correction(driver), witness="floorperson")
        act = a.WaiveOwed(player="Ann", amount_minor=2_000, reason="Our mistake.")
        assert "HP-C4" == driver.refused("pit_supervisor", act, witness="floorperson").clause
        assert "HP-C4" == driver.refused("pit_manager", act).clause
        driver.do("pit_manager", act, witness="floorperson")

        assert (0, -2_000) == (money_of(driver, "Ann"), driver.table.balances["goodwill"])
        assert "HP-C4" == driver.refused("pit_manager", act, witness="floorperson").clause

    @pytest.mark.parametrize("act", [a.PayDue, a.TakeOwed])
    def test_two_people_settle_a_debt(self, act):
        """Not the dealer, and nobody alone."""
        driver = paid(1_000)
        driver.do("pit_supervisor", correction(driver), witness="floorperson")
        settling = act(player="Bob" if act is a.PayDue else "Ann", amount_minor=1)
        assert "HP-C4" == driver.refused("dealer", settling, witness="floorperson").clause
        assert "HP-C4" == driver.refused("pit_supervisor", settling).clause
        assert driver.do("pit_supervisor", settling, witness="floorperson")


def test_the_table_goes_on_with_debts_open():
    """They hinder neither the next round nor the closing."""
    driver = paid()
    driver.do("pit_supervisor", correction(driver), witness="floorperson")
    driver.do("dealer", sicbo_acts.ClearLights())

    assert driver.do("dealer", table_acts.CloseTable())
