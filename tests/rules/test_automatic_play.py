"""The play of an automatic game (I.6a to I.6d): clock, prompt, spin and lock; what holds it, and more time (Q33)."""

from datetime import timedelta

import pytest
from msgspec.structs import replace

from pitboss.decider import Choices, Person, Role
from pitboss.games.roulette.automatic import acts as a
from tests.support.automatic_driver import AGAINST, SUPERVISOR, WITH, AutomaticDriver

BUTTONS = {
    "place": a.PlaceBet(terminal="T1", bet="red", chip_minor=100),
    "place all": a.PlaceBets(terminal="T1", bets=(a.Stake("red", 100), a.Stake("odd", 600))),
    "cancel": a.CancelBet(terminal="T1", bet="red"),
    "undo": a.UndoBet(terminal="T1"),
    "recall": a.RecallBets(terminal="T1"),
    "clear": a.ClearBets(terminal="T1"),
    "neighbours": a.BetNeighbours(terminal="T1"),
}
EXTEND = a.ExtendClock(seconds=30)
RULE = a.RuleNumber(pocket="20", revolutions=9, reason="the camera shows 20")
each_button = pytest.mark.parametrize("act", BUTTONS.values(), ids=list(BUTTONS))


def told(refused):
    """Return a refusal's clause and sentence."""
    return refused.clause, refused.reason


def game(**fields):
    """Return a game that takes bets, with T1's dollar on 17 and on red."""
    driver = AutomaticDriver(**fields).started(T1=10_000)
    driver.bet("T1", "straight:17", 100)
    driver.bet("T1", "red", 100)
    return driver


def second_game():
    """Return the game after, that takes bets, with T1's dollars on 17 and red."""
    driver = game()
    driver.settle("00")
    driver.do("dealer", a.StartGame())
    driver.bet("T1", "straight:17", 100)
    driver.bet("T1", "red", 100)
    return driver


class TestClock:
    @pytest.mark.clause("RA-6a")
    def test_all_players_have_the_same_fixed_time(self):
        """The new-game button says how long, by the table's setting; no bet is taken before it."""
        driver = AutomaticDriver(betting_seconds=60).bought(T1=1_000)
        assert "no game is in play" == driver.refused("T1", BUTTONS["place"]).reason
        started = driver.do("dealer", a.StartGame())
        assert (1, 60, "Dora", 60) == (started.game, started.seconds, started.by, driver.table.seconds)

    @pytest.mark.clause("RA-6a")
    def test_one_game_at_a_time(self):
        """The button waits until the game is settled, or refunded if it is void."""
        driver = game()
        assert "a new game waits until the round is over" in driver.refused("dealer", a.StartGame()).reason
        driver.void("malfunction")
        assert ("RA-9k", "game 1 is void and not refunded yet") == told(driver.refused("dealer", a.StartGame()))
        driver.refund()
        assert 2 == driver.do("dealer", a.StartGame()).game

    @pytest.mark.clause("RA-6a", "Q54")
    @each_button
    @pytest.mark.parametrize(("late", "clause"), [(timedelta(0), None), (timedelta(milliseconds=1), "RA-6a")])
    def test_what_comes_after_the_betting_time_is_refused_by_the_rules(self, act, late, clause):
        """Whether the lock was recorded by then or not: the last instant counts, the next does not."""
        driver = second_game()
        driver.now = driver.table.until + late - driver.pace
        assert clause == getattr(driver.answer("T1", act), "clause", None)

    @pytest.mark.clause("RA-6a", "RA-6d", "Q33", "Q53")
    @pytest.mark.parametrize(
        ("who", "act"), [("T1", a.AskCashOut(terminal="T1")), ("dealer", a.SpinBall(direction=AGAINST))]
    )
    def test_no_cash_out_and_no_spin_begins_after_the_betting_time(self, who, act):
        """A cash-out is frozen with everything else, and a ball that does not run by zero is spun no more."""
        driver = second_game()
        driver.now = driver.table.until
        assert "RA-6a" == driver.refused(who, act).clause

    @pytest.mark.clause("RA-6a", "Q54")
    @pytest.mark.parametrize(("by", "clause"), [(60_000, None), (-60_000, "RA-6a")])
    def test_a_clock_set_forward_takes_no_time_away(self, by, clause):
        """The end of the betting time moves with it; a clock set back moves nothing, as commands are timed on."""
        driver = game()
        driver.do("device", a.RecordClockStep(by_milliseconds=by))
        driver.now += timedelta(seconds=60)
        assert clause == getattr(driver.answer("T1", BUTTONS["place"]), "clause", None)

    @pytest.mark.clause("RA-6a", "Q33")
    def test_an_extension_has_its_own_end(self):
        """From the instant at which it was given."""
        driver = game()
        driver.now += timedelta(seconds=45)
        driver.do("device", a.LockBets())
        driver.do("dealer", EXTEND, witness=SUPERVISOR)
        driver.now += timedelta(seconds=29)
        driver.do("T1", BUTTONS["place"])
        driver.now += timedelta(seconds=1)
        assert "RA-6a" == driver.refused("T1", BUTTONS["place"]).clause

    @pytest.mark.clause("RA-6a")
    def test_a_step_of_the_wall_clock_moves_no_window(self):
        """It is recorded, and the game has the seconds it had."""
        driver = game()
        stepped = driver.do("device", a.RecordClockStep(by_milliseconds=-3_600_000))
        assert (-3_600_000, "step", 45) == (stepped.by_milliseconds, stepped.kind, driver.table.seconds)
        driver.bet("T1", "red", 100)

    @pytest.mark.clause("RA-6a", "RA-6b", "RA-6d", "RA-6e")
    @pytest.mark.parametrize("who", ["dealer", "T1", "pit_manager"])
    @pytest.mark.parametrize(
        ("act", "clause"),
        [
            (a.RecordClockStep(by_milliseconds=1), "RA-6a"),
            (a.PromptSpin(seconds_left=10), "RA-6b"),
            (a.LockBets(), "RA-6d"),
            (a.SenseNumber(pocket="17", revolutions=9), "RA-6e"),
        ],
        ids=["step", "prompt", "lock", "sense"],
    )
    def test_clock_and_sensor_speak_for_themselves(self, who, act, clause):
        """Nobody else says what the clock or the sensor says."""
        assert clause == game().refused(who, act).clause

    @pytest.mark.clause("RA-6d", "RA-6e")
    @pytest.mark.parametrize("act", [a.LockBets(), a.SenseNumber(pocket="17", revolutions=9), a.HoldGame(reason="x")])
    def test_a_terminal_is_no_clock_and_no_sensor(self, act):
        """A device that is enrolled as a player's terminal is not heard."""
        driver = game()
        driver.do(SUPERVISOR, a.EnrolTerminal(terminal="wheel-1"))
        assert "wheel-1 is a player terminal" in driver.refused("device", act).reason

    @pytest.mark.clause("RA-6b")
    def test_the_dealer_is_prompted_once_at_ten_seconds(self):
        """Eleven are too many, ten are right, and then never again in the game."""
        driver = game()
        assert ("RA-6b", "more than ten seconds are left") == told(
            driver.refused("device", a.PromptSpin(seconds_left=11))
        )
        assert 10 == driver.do("device", a.PromptSpin(seconds_left=10)).seconds_left
        assert "the dealer was prompted already" == driver.refused("device", a.PromptSpin(seconds_left=9)).reason

    @pytest.mark.clause("RA-6b")
    def test_the_next_game_has_its_own_prompt(self):
        """Also if the dealer spun before it; after the lock there is none."""
        driver = game()
        driver.do("device", a.PromptSpin(seconds_left=10))
        driver.settle("17")
        driver.do("dealer", a.StartGame())
        driver.do("dealer", a.SpinBall(direction=AGAINST))
        assert 8 == driver.do("device", a.PromptSpin(seconds_left=8)).seconds_left
        driver.do("device", a.LockBets())
        assert "RA-6b" == driver.refused("device", a.PromptSpin(seconds_left=0)).clause


WITHDRAW = a.WithdrawCashOut(terminal="T1")


class TestSpinAndLock:
    @pytest.mark.clause("RA-6c")
    def test_the_ball_is_spun_once_and_bets_go_on(self):
        """Until the lock a bet is taken; a second ball is not."""
        driver = game()
        assert AGAINST == driver.do("dealer", a.SpinBall(direction=AGAINST)).direction
        assert ("RA-6c", "the game is spinning") == told(driver.refused("dealer", a.SpinBall(direction=AGAINST)))
        driver.bet("T1", "red", 100)

    @pytest.mark.clause("RA-6c")
    @pytest.mark.parametrize(("revolutions", "counts"), [(3, False), (4, True)])
    def test_four_revolutions_make_a_valid_spin(self, revolutions, counts):
        """Three can only be voided."""
        driver = game().lock()
        driver.sense("17", revolutions=revolutions)
        answer = driver.answer("dealer", a.ConfirmNumber(pocket="17"))
        assert (None if counts else "RA-9b") == getattr(answer, "clause", None)
        assert ("settled" if counts else "closed") == driver.table.phase

    @pytest.mark.clause("RA-6c")
    def test_a_ball_with_the_wheel_settles_nothing(self):
        """However long it ran."""
        driver = game().lock(WITH)
        driver.sense("17")
        assert "RA-9a" == driver.refused("dealer", a.ConfirmNumber(pocket="17")).clause

    @pytest.mark.clause("RA-6d")
    @each_button
    def test_every_button_is_frozen_from_zero_on(self, act):
        """Nothing is bet, changed or taken back."""
        driver = game().lock()
        before = dict(driver.table.balances)
        assert ("RA-6d", "the clock reached zero: every terminal is frozen") == told(driver.refused("T1", act))
        assert (before, {"straight:17": 100, "red": 100}) == (driver.table.balances, driver.bets("T1"))

    @pytest.mark.clause("RA-6d", "Q53")
    @pytest.mark.parametrize("steps", [0, 1])
    def test_a_cash_out_is_frozen_too(self, steps):
        """Neither asked for nor affirmed nor taken back, until the game has its result."""
        driver, acts = game(), [a.AskCashOut(terminal="T1"), a.AffirmCashOut(terminal="T1")]
        for act in acts[:steps]:
            driver.do("T1", act)
        driver.lock()
        frozen = "RA-6d", "the clock reached zero: every terminal is frozen"
        assert frozen == told(driver.refused("T1", acts[steps])) == told(driver.refused("T1", WITHDRAW))
        driver.sense("17")
        driver.do("dealer", a.ConfirmNumber(pocket="17"))
        driver.do("T1", acts[steps])

    @pytest.mark.clause("RA-6d", "Q53")
    def test_a_held_game_is_frozen(self):
        """A credit is not verified meanwhile, nor a cash-out asked for."""
        driver = game()
        driver.do("dealer", a.HoldGame(reason="a hand over the wheel"))
        assert "frozen while the game is held" in driver.refused("T1", a.AskCashOut(terminal="T1")).reason
        assert "RA-6d" == driver.refused("T1", a.VerifyCredit(terminal="T1")).clause

    @pytest.mark.clause("RA-6d")
    @each_button
    @pytest.mark.parametrize("other", [1, 3])
    def test_a_bet_counts_in_no_game_but_the_one_it_names(self, act, other):
        """Sent for a game that is over, or not begun, it is refused and moves nothing."""
        driver = second_game()
        before = dict(driver.table.balances)
        refused = driver.refused("T1", replace(act, game=other))
        assert ("RA-6d", f"it is for game {other}, and game 2 takes bets now") == told(refused)
        assert {"game": other, "game_now": 2} == refused.values
        assert (before, {"straight:17": 100, "red": 100}) == (driver.table.balances, driver.bets("T1"))

    @pytest.mark.clause("RA-6d")
    @each_button
    @pytest.mark.parametrize("named", [None, 2])
    def test_a_bet_that_names_its_game_or_none_counts(self, act, named):
        """It is taken while that game takes bets; a client may leave the number out."""
        driver = second_game()
        driver.do("T1", replace(act, game=named))
        assert {"straight:17": 100, "red": 100} != driver.bets("T1")

    @pytest.mark.clause("RA-6d")
    def test_bets_are_offered_for_the_game_that_takes_them(self):
        """With its number or without one, and for no other game."""
        driver = second_game()
        offers = {offer.act: offer.fields for offer in driver.game.legal(driver.table, Person("T1", Role.PLAYER))}
        assert {Choices((None, 2))} == {offers[type(act)]["game"] for act in BUTTONS.values()}

    @pytest.mark.clause("RA-6d")
    def test_the_clock_reaches_zero_once(self):
        """A second lock is none."""
        assert "RA-6d" == game().lock().refused("device", a.LockBets()).clause

    @pytest.mark.clause("RA-6d", "Q33")
    def test_no_ball_by_zero_holds_the_game(self):
        """Terminals are frozen all the same, and the dealer can no longer spin."""
        driver = game()
        stopped = driver.do("device", a.LockBets())
        assert ("Q33", "the clock reached zero and no ball is running") == (stopped.clause, stopped.reason)
        assert "the game is held" in driver.refused("T1", BUTTONS["place"]).reason
        assert "the game is held" in driver.refused("dealer", a.SpinBall(direction=AGAINST)).reason

    @pytest.mark.clause("RA-6d", "Q33")
    @pytest.mark.parametrize("is_spun", [False, True], ids=["betting", "spinning"])
    def test_a_number_before_the_lock_holds_the_game(self, is_spun):
        """It was sensed while bets were taken: nothing more is bet, and nothing is settled by it."""
        driver = game()
        if is_spun:
            driver.do("dealer", a.SpinBall(direction=AGAINST))
        sensed, stopped = driver.sense("17")
        assert ("17", "Q33") == (sensed.pocket, stopped.clause)
        assert "the game is held" in driver.refused("T1", BUTTONS["place"]).reason
        assert "the game is held" in driver.refused("dealer", a.ConfirmNumber(pocket="17")).reason
        assert "Q33" == driver.refused(SUPERVISOR, RULE, witness="dealer").clause


class TestExtension:
    @pytest.mark.clause("Q33")
    def test_dealer_and_supervisor_give_a_held_game_more_time(self):
        """Bets are taken again for those seconds, the dealer is prompted again, and both names are on record."""
        driver = game()
        driver.do("device", a.PromptSpin(seconds_left=10))
        driver.do("device", a.LockBets())
        extended = driver.do("dealer", EXTEND, witness=SUPERVISOR)
        assert (1, 30, "Dora", "Sue") == (extended.game, extended.seconds, extended.by, extended.witness)
        driver.bet("T1", "red", 100)
        driver.do("device", a.PromptSpin(seconds_left=10))
        assert 200 == driver.settle("1").wagers.paid_minor[-1]

    @pytest.mark.clause("Q33")
    @pytest.mark.parametrize("witness", [None, "dealer", "T1", "floorperson"])
    def test_not_without_a_supervisor(self, witness):
        """Alone, or before somebody else, the dealer cannot."""
        driver = game()
        driver.do("device", a.LockBets())
        assert ("Q33", "the clock is extended with a supervisor") == told(
            driver.refused("dealer", EXTEND, witness=witness)
        )

    @pytest.mark.clause("Q33")
    @pytest.mark.parametrize(
        "prepare",
        [
            lambda _: None,
            lambda d: d.sense("17"),
            lambda d: d.lock().do("device", a.HoldGame(reason="silent")),
            lambda d: d.settle("17"),
        ],
        ids=["not held", "sensed", "ball ran", "settled"],
    )
    def test_only_where_no_ball_ran_and_nothing_was_sensed(self, prepare):
        """Who knows the number, or saw the ball, bets no more."""
        driver = game()
        prepare(driver)
        assert "Q33" == driver.refused("dealer", EXTEND, witness=SUPERVISOR).clause

    @pytest.mark.clause("Q33")
    def test_the_dealer_may_void_a_held_game_instead(self):
        """Every wager goes back."""
        driver = game()
        driver.do("device", a.LockBets())
        assert "Q33" == driver.void("held").clause
        driver.refund()
        assert 10_000 == driver.credits("T1")
