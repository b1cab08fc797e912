"""A wrong key before anybody is paid, and a round that nobody bets on."""

from typing import Any

import pytest

from pitboss.games.baccarat.acts import CallNoMoreBets as CloseBaccarat
from pitboss.games.baccarat.acts import DealCard
from pitboss.games.blackjack.acts import PayBlackjack
from pitboss.games.everyday.acts import CallOffRound
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.sicbo import acts as sicbo_acts
from pitboss.games.table import acts as table_acts
from tests.support.baccarat_driver import BaccaratDriver
from tests.support.blackjack_driver import BlackjackDriver
from tests.support.driver import HOIAN, HOUSES, ONEIDA, SEABROOK, Driver
from tests.support.sicbo_driver import SicBoDriver


def _number(pocket: str = "17") -> roulette_acts.CorrectNumber:
    return roulette_acts.CorrectNumber(pocket=pocket, reason="16 was typed for 17.")


def _dice(*dice: Any) -> sicbo_acts.CorrectDice:
    return sicbo_acts.CorrectDice(dice=dice, reason="A 3 was typed for a 2.")


def _abandon() -> table_acts.AbandonRound:
    return table_acts.AbandonRound(reason="Nobody is at the table.")


@pytest.mark.clause("HP-C1")
class TestNumber:
    @pytest.mark.parametrize("house", HOUSES)
    def test_the_wagers_are_settled_by_the_true_number(self, house):
        """Nothing was paid yet: the true number takes the place of the one that was typed."""
        driver = Driver(house).opened()
        driver.colour("Ann", "blue")
        driver.bet("Ann", "straight:17", 200, "colour:blue")
        driver.spin("16")
        corrected = driver.do("dealer", _number(), witness="floorperson")
        won = driver.rows(driver.settle("17"))["Ann", "straight:17"][:2]

        assert ("16", "17", "Dora", "Flo") == (corrected.was, corrected.pocket, corrected.by, corrected.witness)
        assert ("win", 7_000) == won

    def test_dolly_and_collection_are_done_again(self):
        """The dolly lies on a wrong number, and losers were swept by it: both are undone, and no money moved."""
        driver = Driver(HOIAN).opened()
        driver.bet("Ann", "straight:17", 200)
        driver.spin("16")
        driver.do("dealer", roulette_acts.PlaceDolly(pocket="16"))
        driver.do("dealer", roulette_acts.CollectLosers())
        before = dict(driver.table.balances)
        driver.do("dealer", _number(), witness="inspector")

        assert (None, False) == (driver.table.dolly, driver.table.are_losers_collected)
        assert before == driver.table.balances

    @pytest.mark.clause("RH-6.6")
    def test_a_question_outlives_the_correction(self):
        """Where a chip lies is no matter of the number: the Pit Supervisor decides it before losers are collected."""
        driver = Driver(HOIAN).opened()
        driver.bet("Ann", "split:5-6", 200)
        driver.spin("5")
        driver.do("Ann", roulette_acts.QuestionPosition(player="Ann", bet="split:5-6", source="value"))
        driver.do("dealer", _number("8"), witness="inspector")
        driver.do("dealer", roulette_acts.PlaceDolly(pocket="8"))

        assert "RH-6.6" == driver.refused("dealer", roulette_acts.CollectLosers()).clause

    def test_two_people_correct(self):
        """The dealer alone does not, nor with another dealer or a player, nor a supervisor in the dealer's place."""
        driver = Driver(ONEIDA).opened()
        driver.spin("16")

        assert "HP-C1" == driver.refused("dealer", _number()).clause
        assert "HP-C1" == driver.refused("dealer", _number(), witness="mucker").clause
        assert "HP-C1" == driver.refused("dealer", _number(), witness="Ann").clause
        assert "HP-C1" == driver.refused("floorperson", _number(), witness="pit_supervisor").clause

    def test_only_a_number_that_was_entered_and_not_paid_is_corrected(self):
        """Not while the ball runs, and not after the winners were paid."""
        driver = Driver(SEABROOK).opened()
        running = driver.refused("dealer", _number(), witness="floorperson")
        driver.settle("16")
        paid = driver.refused("dealer", _number(), witness="floorperson")

        assert ("HP-C1", "HP-C1") == (running.clause, paid.clause)

    def test_a_correction_names_another_number_of_this_wheel(self):
        """The number that stands is none, and a wheel with one zero has no 00."""
        driver = Driver(HOIAN).opened()
        driver.spin("16")

        assert "HP-C1" == driver.refused("dealer", _number("16"), witness="floorperson").clause
        assert "RH-4.1.1" == driver.refused("dealer", _number("00"), witness="floorperson").clause


@pytest.mark.clause("HP-C1")
class TestDice:
    def test_the_true_dice_light_the_layout(self):
        """What is lit follows the dice, and the losers are collected again."""
        driver = SicBoDriver().opened()
        driver.bet("Ann", "total:5", 100)
        driver.throw((1, 3, 1))
        driver.do("dealer", sicbo_acts.CollectLosers())
        corrected = driver.do("dealer", _dice(1, 2, 1), witness="floorperson")

        assert ((1, 3, 1), (1, 2, 1), True) == (corrected.was, corrected.dice, "total:4" in driver.table.lit)
        assert "SB-E5" == driver.refused("dealer", sicbo_acts.PayWinners()).clause

    def test_a_failed_computer_lights_nothing(self):
        """Dice that were entered before the failure are corrected too, for the settlement by hand."""
        driver = SicBoDriver().opened()
        driver.throw((1, 3, 1))
        driver.do("dealer", sicbo_acts.ReportFailure(fault="dark"))
        driver.do("dealer", _dice(1, 2, 1), witness="pit_supervisor")
        settled = driver.do("dealer", sicbo_acts.SettleByHand(dice=(1, 2, 1)), witness="floorperson")

        assert ((1, 2, 1), ()) == (settled.dice, driver.table.lit)

    def test_dice_that_were_not_entered_are_not_corrected(self):
        """Under the cover there is nothing to correct, nor before they are entered, nor the same dice."""
        driver = SicBoDriver().opened()
        driver.shake()
        covered = driver.refused("dealer", _dice(1, 2, 1), witness="floorperson")
        driver.do("dealer", sicbo_acts.UncoverShaker(is_flat=True))
        unread = driver.refused("dealer", _dice(1, 2, 1), witness="floorperson")
        driver.do("dealer", sicbo_acts.EnterDice(dice=(1, 2, 1)))
        same = driver.refused("dealer", _dice(1, 2, 1), witness="floorperson")

        assert ["HP-C1"] * 3 == [covered.clause, unread.clause, same.clause]

    def test_the_dealer_does_not_correct_alone(self):
        """A second person sees the dice that still lie open."""
        driver = SicBoDriver().opened()
        driver.throw((1, 3, 1))

        assert "HP-C1" == driver.refused("dealer", _dice(1, 2, 1)).clause
        assert "HP-C1" == driver.refused("floorperson", _dice(1, 2, 1), witness="pit_supervisor").clause


@pytest.mark.clause("HP-S1")
class TestAbandonedRound:
    @pytest.mark.parametrize(
        "driver",
        [
            *(pytest.param(lambda house=house: Driver(house).opened(), id=house) for house in HOUSES),
            pytest.param(lambda: SicBoDriver().opened(), id="sicbo"),
            pytest.param(lambda: BaccaratDriver().opened(), id="baccarat"),
            pytest.param(lambda: BlackjackDriver().ready(), id="blackjack"),
        ],
    )
    def test_a_round_without_wagers_is_abandoned(self, driver):
        """The dealer gives up a round that nobody bets on; the table may close, or go on with the next."""
        table = driver()
        abandoned = table.do("dealer", _abandon())

        assert (1, "Dora", True) == (abandoned.round, abandoned.by, table.table.is_between_rounds)
        assert 2 == table.do("dealer", table_acts.OpenBetting()).round

    def test_wagers_keep_a_round(self):
        """Chips on the layout are played for or taken back, never left behind."""
        driver = SicBoDriver().opened()
        driver.bet("Ann", "big", 500)
        refused = driver.refused("dealer", _abandon())

        assert ("HP-S1", True) == (refused.clause, "$5.00" in refused.reason)

    def test_a_running_ball_is_first_a_no_spin(self):
        """At roulette a round ends by its ball, or by "No Spin"."""
        driver = Driver(ONEIDA).opened()
        driver.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))

        assert "HP-S1" == driver.refused("dealer", _abandon()).clause

    def test_dice_under_the_cover_are_no_result(self):
        """A shaken round that nobody bet on is abandoned; uncovered dice are a result, and it is played out."""
        covered, open_dice = SicBoDriver().opened(), SicBoDriver().opened()
        covered.shake()
        open_dice.uncover()

        assert 1 == covered.do("dealer", _abandon()).round
        assert "HP-S1" == open_dice.refused("dealer", _abandon()).clause

    def test_dealt_cards_are_played_out(self):
        """A card on the layout keeps a round of mini-baccarat, also without a wager."""
        driver = BaccaratDriver().opened()
        driver.do("dealer", CloseBaccarat())
        driver.do("dealer", DealCard(card="9S"))

        assert "HP-S1" == driver.refused("dealer", _abandon()).clause

    def test_only_the_tables_dealer_abandons_a_round(self):
        """And there must be one: between rounds nothing is abandoned."""
        driver = Driver(ONEIDA).opened()
        assert "HP-S1" == driver.refused("floorperson", _abandon()).clause
        assert "HP-S1" == driver.refused("Ann", _abandon()).clause
        driver.do("dealer", _abandon())

        assert "HP-S1" == driver.refused("dealer", _abandon()).clause


def _call_off() -> CallOffRound:
    return CallOffRound(reason="The fire bell rings.")


@pytest.mark.clause("HP-S4")
class TestCalledOffRound:
    """Every phase at every game: test_everyday_phases.py."""

    def test_colours_and_coupons_go_back_to_whose_they_are(self):
        """While the ball runs; it goes back to where it lay, and the next round opens."""
        driver = Driver(HOIAN).opened()
        driver.colour("Ann", "blue", value=10_000)
        held = dict(driver.table.balances)
        driver.bet("Ann", "red", 100_000, "colour:blue")
        driver.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
        called_off = driver.do("pit_supervisor", _call_off(), witness="inspector")

        assert ("spinning", ("colour:blue",), (100_000,)) == (
            called_off.phase,
            called_off.wagers.source,
            called_off.wagers.stake_minor,
        )
        assert held == {name: amount for name, amount in driver.table.balances.items() if name != "layout"}
        assert 2 == driver.do("dealer", table_acts.OpenBetting()).round

    def test_a_ball_that_ran_is_returned_as_after_a_no_spin(self):
        """Where the rules ask for it: to the number that came last."""
        driver = Driver(HOIAN).opened()
        driver.settle("17")
        driver.do("dealer", table_acts.OpenBetting())
        driver.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
        driver.do("pit_supervisor", _call_off(), witness="inspector")

        assert driver.table.must_return_ball

    def test_what_was_collected_and_paid_at_blackjack_goes_back_too(self):
        """One hand is over 21 and collected, a blackjack is paid: the round is given back whole."""
        driver = BlackjackDriver().staked(1_000, 1_000)
        driver.played("TH AS 6D 6C KS 9C hit KD")
        driver.do("dealer", PayBlackjack(seat=2))
        voided = driver.do("pit_supervisor", _call_off(), witness="floorperson")

        assert ("HP-S4", "Flo") == (voided.clause, voided.witness)
        assert [0, 0, 0] == [driver.table.balances[name] for name in ("layout", "rack", "circulation")]

    def test_once_a_hand_of_multiple_action_is_paid_there_is_a_result(self):
        """The second hand is then played too."""
        driver = BlackjackDriver(settings={"multiple_action": 2}).ready((1, "Ann"))
        driver.bet(1, 1_000, 1_000)
        driver.played("TH 9S 9D stand TC")
        driver.settle()

        assert "HP-S4" == driver.refused("pit_supervisor", _call_off(), witness="floorperson").clause

    def test_where_nobody_bets_the_dealer_gives_it_up_alone(self):
        """Two people are not asked for nothing; once a card lies they are."""
        driver = BaccaratDriver().opened()
        assert "HP-S4" == driver.refused("pit_supervisor", _call_off(), witness="floorperson").clause
        driver.do("dealer", CloseBaccarat())
        driver.do("dealer", DealCard(card="9S"))
        voided = driver.do("pit_supervisor", _call_off(), witness="floorperson")

        assert ("HP-S4", "The fire bell rings.") == (voided.clause, voided.reason)
        assert "finished" == driver.table.cards.stage

    @pytest.mark.parametrize("make", [BaccaratDriver, BlackjackDriver])
    def test_cards_that_were_not_dealt_are_not_shuffled(self, make):
        """The next round opens from the same shoe."""
        driver = make().ready((1, "Ann"))
        if driver.table.round is None:
            driver.do("dealer", table_acts.OpenBetting())
        driver.bet(*((1, "player", 1_000) if make is BaccaratDriver else (1, 1_000)))
        driver.do("pit_supervisor", _call_off(), witness="floorperson")

        assert 0 == driver.table.balances["layout"]
        assert 2 == driver.do("dealer", table_acts.OpenBetting()).round
