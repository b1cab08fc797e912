"""Oneida's spin: the play (section F), irregularities (section H), and the reading of what "No Spin" does."""

import pytest

from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.table import acts as table_acts
from tests.support.driver import ONEIDA, Driver

NO_SPINS = {"same_direction": "RO-H1", "few_revolutions": "RO-H2", "foreign_object": "RO-H3"}
SILENT = ("floater", "no_drop", "ball_out", "wheel_stopped", "interference")


def place(bet):
    """Return Ann's wager of a dollar."""
    return roulette_acts.PlaceWager(player="Ann", bet=bet, stake_minor=100)


def running(*bets, direction=roulette_acts.Direction.AGAINST):
    """Return an open table with Ann's dollars on the bets and the ball running."""
    driver = Driver(ONEIDA).opened()
    for bet in bets:
        driver.bet("Ann", bet, 100)
    driver.do("dealer", roulette_acts.SpinBall(direction=direction))
    return driver


def closed(*bets, direction=roulette_acts.Direction.AGAINST):
    """Return such a table after "No More Bets"."""
    driver = running(*bets, direction=direction)
    driver.do("dealer", roulette_acts.CallNoMoreBets())
    return driver


def finish(driver, pocket):
    """Play a closed round to its end, and return its settlement."""
    driver.do("dealer", roulette_acts.EnterNumber(pocket=pocket, revolutions=5))
    return driver.settle(pocket)


def told(refused):
    """Return a refusal's clause and sentence."""
    return refused.clause, refused.reason


class TestPlay:
    @pytest.mark.clause("RO-F1")
    def test_a_valid_spin_makes_four_revolutions_against_the_wheel(self):
        """Four are enough and are recorded; three are not, by H2."""
        driver = closed()
        refused = driver.refused("dealer", roulette_acts.EnterNumber(pocket="17", revolutions=3))
        assert ("RO-H2", 3) == (refused.clause, refused.values["revolutions"])
        assert 4 == driver.do("dealer", roulette_acts.EnterNumber(pocket="17", revolutions=4)).revolutions

    @pytest.mark.clause("RO-F1")
    def test_the_ball_is_spun_once_in_a_round(self):
        """A second throw is refused by F1."""
        refused = running().refused("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
        assert ("RO-F1", True) == (refused.clause, "this one is spinning" in refused.reason)

    @pytest.mark.clause("RO-F2")
    def test_bets_are_taken_while_the_ball_runs_until_the_call(self):
        """The spin does not close the betting, "No More Bets" does."""
        driver = running()
        driver.bet("Ann", "red", 100)
        assert "Dora" == driver.do("dealer", roulette_acts.CallNoMoreBets()).by
        assert "RO-F2" == driver.refused("Ann", place("red")).clause

    @pytest.mark.clause("RO-F2")
    @pytest.mark.parametrize(
        ("act", "words"),
        [
            (place("red"), 'came after "no more bets" and is returned'),
            (place("black"), 'came after "no more bets" and is returned'),
            (
                roulette_acts.RemoveWager(player="Ann", bet="red", stake_minor=100),
                'may not be taken back after "no more bets"',
            ),
        ],
        ids=["more", "new", "back"],
    )
    def test_nothing_is_placed_changed_or_taken_back_after_it(self, act, words):
        """A late act is refused by F2, its chips stay where they were, and the spin stands."""
        driver = closed("red")
        before = dict(driver.table.balances)
        refused = driver.refused("Ann", act)
        assert ("RO-F2", before) == (refused.clause, driver.table.balances)
        assert f"{act.bet} {words}" == refused.reason
        assert {("Ann", "red"): ("win", 100, "RO-G1")} == driver.rows(finish(driver, "1"))

    @pytest.mark.clause("RO-F2")
    @pytest.mark.parametrize("table", [lambda: Driver(ONEIDA).opened(), closed], ids=["before the spin", "twice"])
    def test_the_call_comes_while_the_ball_runs(self, table):
        """Neither before the spin nor a second time."""
        assert "RO-F2" == table().refused("dealer", roulette_acts.CallNoMoreBets()).clause

    @pytest.mark.clause("RO-F2")
    def test_no_number_before_the_call(self):
        """The ball cannot come to rest before "No More Bets"."""
        refused = running().refused("dealer", roulette_acts.EnterNumber(pocket="17", revolutions=9))
        assert ("RO-F2", 'the ball cannot come to rest before "no more bets"') == (refused.clause, refused.reason)

    @pytest.mark.clause("RO-F3", "RO-A5")
    def test_number_and_dolly_are_on_record(self):
        """The number, its colour and who announced it are read back; the dolly lies on that number only."""
        driver = closed("red")
        assert "Dora" == driver.do("dealer", roulette_acts.EnterNumber(pocket="17", revolutions=5)).entered_by
        wrong = driver.refused("dealer", roulette_acts.PlaceDolly(pocket="20"))
        assert ("RO-F3", "the ball rests in 17, not in 20") == (wrong.clause, wrong.reason)
        dolly = driver.do("dealer", roulette_acts.PlaceDolly(pocket="17"))
        assert ("17", "black", "Dora") == (dolly.pocket, dolly.colour, dolly.by)

    @pytest.mark.clause("RO-F3")
    @pytest.mark.parametrize("who", ["Ann", "mucker", "pit_manager"])
    def test_the_number_comes_from_dealer_or_sensor(self, who):
        """Nobody else enters it."""
        refused = closed().refused(who, roulette_acts.EnterNumber(pocket="17", revolutions=5))
        assert ("RO-F3", True) == (refused.clause, "may not enter the number" in refused.reason)

    @pytest.mark.clause("RO-F4")
    def test_losers_are_collected_before_winners_are_paid(self):
        """Sweep waits for the dolly and payment for the sweep; the settlement lists the losers first."""
        driver = closed("red", "black", "odd", "even")
        driver.do("dealer", roulette_acts.EnterNumber(pocket="2", revolutions=5))
        assert ("RO-F4", "the number is not marked yet") == told(
            driver.refused("dealer", roulette_acts.CollectLosers())
        )
        driver.do("dealer", roulette_acts.PlaceDolly(pocket="2"))
        assert ("RO-F4", "the losing wagers are collected first") == told(
            driver.refused("dealer", roulette_acts.PayWinners())
        )
        assert 2 == driver.do("dealer", roulette_acts.CollectLosers()).count
        outcomes = driver.do("dealer", roulette_acts.PayWinners()).wagers.outcome
        assert ("lose", "lose", "win", "win") == outcomes


class TestNoSpin:
    @pytest.mark.clause("RO-H1")
    def test_a_ball_with_the_wheel_gives_no_number(self):
        """However long it runs, "No Spin" must be called."""
        driver = closed("red", direction=roulette_acts.Direction.WITH)
        refused = driver.refused("dealer", roulette_acts.EnterNumber(pocket="1", revolutions=20))
        assert ("RO-H1", True) == (refused.clause, refused.reason.startswith("the ball ran with the wheel"))

    @pytest.mark.clause("RO-H2")
    @pytest.mark.parametrize("revolutions", [0, 1, 2, 3])
    def test_under_four_revolutions_gives_no_number(self, revolutions):
        """A short spin is refused with its cause."""
        refused = closed("red").refused("dealer", roulette_acts.EnterNumber(pocket="1", revolutions=revolutions))
        assert ("RO-H2", "few_revolutions") == (refused.clause, refused.values["cause"])

    @pytest.mark.clause("RO-H1", "RO-H2", "RO-H3", "Q4")
    @pytest.mark.parametrize(("cause", "clause"), NO_SPINS.items())
    def test_no_spin_voids_every_wager(self, cause, clause):
        """The call gives every wager back by its own clause, and names who called."""
        driver = closed("red", "straight:17")
        called = driver.do("dealer", roulette_acts.CallNoSpin(cause=roulette_acts.Cause(cause)))
        assert (clause, "Dora", "dealer") == (called.clause, called.called_by, called.role)
        assert {("Ann", bet): ("void", 0, clause) for bet in ("red", "straight:17")} == driver.rows(called)
        assert 0 == driver.table.balances["layout"]

    @pytest.mark.clause("RO-H1", "RO-H2", "RO-H3")
    @pytest.mark.parametrize(("cause", "clause"), NO_SPINS.items())
    @pytest.mark.parametrize("is_ball_lifted", [True, False], ids=["lifted", "settled first"])
    def test_whether_the_ball_was_lifted_is_on_record(self, cause, clause, is_ball_lifted):
        """The dealer tries to lift it out: how that ended is read back, and the wager is void either way."""
        driver = closed("red")
        called = driver.do(
            "dealer", roulette_acts.CallNoSpin(cause=roulette_acts.Cause(cause), is_ball_lifted=is_ball_lifted)
        )
        assert (clause, is_ball_lifted) == (called.clause, called.is_ball_lifted)
        assert {("Ann", "red"): ("void", 0, clause)} == driver.rows(called)

    @pytest.mark.clause("Q4", "RO-H1", "RO-H2", "RO-H3")
    @pytest.mark.parametrize("cause", NO_SPINS)
    def test_after_no_spin_the_balls_rest_means_nothing(self, cause):
        """A ball that settles anyway gives no number, nothing is paid, and the next round starts without wagers."""
        driver = closed("red")
        driver.do("dealer", roulette_acts.CallNoSpin(cause=roulette_acts.Cause(cause)))
        refused = driver.refused("dealer", roulette_acts.EnterNumber(pocket="1", revolutions=9))
        assert ("Q4", "no number can be entered: this round is void") == told(refused)
        assert "RO-F4" == driver.refused("dealer", roulette_acts.PayWinners()).clause
        driver.do("dealer", table_acts.OpenBetting())
        assert {} == driver.rows(driver.settle("1"))

    @pytest.mark.clause("RO-H1", "RO-H2", "RO-H3")
    @pytest.mark.parametrize(("cause", "clause"), NO_SPINS.items())
    def test_the_dealer_calls_it_while_the_ball_runs(self, cause, clause):
        """Not a player, not before the spin, and not once the number is in."""
        act = roulette_acts.CallNoSpin(cause=roulette_acts.Cause(cause))
        assert clause == running().refused("Ann", act).clause
        assert clause == Driver(ONEIDA).opened().refused("dealer", act).clause
        driver = closed()
        driver.do("dealer", roulette_acts.EnterNumber(pocket="1", revolutions=4))
        assert clause == driver.refused("dealer", act).clause

    @pytest.mark.clause("Q4", "RO-C4")
    def test_nobody_voids_a_number_that_has_come_up(self):
        """While the ball runs a supervisor may suspect something; once it rests, the wagers are settled by it."""
        suspicion = roulette_acts.CallNoSpin(cause=roulette_acts.Cause.SUSPICION)
        driver = closed("red")
        driver.do("dealer", roulette_acts.EnterNumber(pocket="1", revolutions=4))
        refused = driver.refused("director", suspicion)

        assert ("Q4", True) == (refused.clause, "is called while the ball runs" in refused.reason)
        assert {("Ann", "red"): ("win", 100, "RO-G1")} == driver.rows(driver.settle("1"))
        assert "void" == closed("red").do("pit_supervisor", suspicion).wagers.outcome[0]

    @pytest.mark.clause("Q4")
    @pytest.mark.parametrize("cause", SILENT)
    def test_events_the_text_is_silent_on_void_too(self, cause):
        """A floating ball, a stopped wheel and their like void the spin by the reading."""
        driver = closed("red")
        called = driver.do("dealer", roulette_acts.CallNoSpin(cause=roulette_acts.Cause(cause)))
        assert {("Ann", "red"): ("void", 0, "Q4")} == driver.rows(called)
