"""People at the robots' automatic table."""

import msgspec

from pitboss.decider import Person, Role
from pitboss.games.roulette.automatic import acts as a
from tests.support.life import CLOCK, Played, next_patient

SULA, T1 = Person("sula", Role.PIT_SUPERVISOR), Person("T1", Role.PLAYER)


def test_without_a_sensor_the_dealer_says_the_number():
    """Where the wheel reports nothing the dealer enters where the ball lies."""
    table = Played("automatic-1")
    table.state.config = msgspec.structs.replace(table.state.config, has_sensor=False)
    table.rounds(3)

    assert 0 == table.met["automatic.number_sensed/1"]


def in_game(*, seed=1, rounds=2):
    """Return an automatic table with a game that takes bets."""
    return Played("automatic-1", seed=seed).until(lambda state: state.rounds >= rounds and state.phase == "betting")


def test_persons_terminal_is_welcomed_and_served():
    """A new terminal gets credits to begin with, its cash-out is seen to, and it begins again before the next game."""
    table = in_game()
    table.do(SULA, a.EnrolTerminal(terminal="T1"))
    table.until(lambda state: state.credits("T1") and state.terminals["T1"].undropped is None)
    table.do(T1, a.VerifyCredit(terminal="T1"))
    table.do(T1, a.AskCashOut(terminal="T1"))
    table.do(T1, a.AffirmCashOut(terminal="T1"))
    table.until(lambda state: state.terminals["T1"].cash_out is None)
    assert 0 == table.state.credits("T1")
    game = table.state.rounds
    table.until(lambda state: state.credits("T1"))

    assert (game, True) == (table.state.rounds, table.state.is_between_rounds)


def test_persons_terminal_is_never_waited_for():
    """Games go on whatever a person's terminal does or leaves undone."""
    table = in_game()
    table.do(SULA, a.EnrolTerminal(terminal="T1"))
    table.rounds(6)

    assert "T1" not in {step.by.id for step in table.steps}


def test_clock_that_ran_out_is_extended():
    """A game whose clock reached zero without a ball gets more time after a while."""
    table = in_game()
    table.do(CLOCK, a.LockBets())
    step = next_patient(table)

    assert isinstance(step.act, a.ExtendClock)
    table.rounds(table.state.rounds)


def test_wrong_number_makes_the_game_void():
    """A game in which the dealer confirmed another number than the sensor's is void after a while, and refunded."""
    table = in_game().until(lambda state: state.sensed is not None)
    other = "1" if table.state.sensed.pocket != "1" else "2"
    table.do(table.crew.staff[Role.DEALER], a.ConfirmNumber(pocket=other))
    step = next_patient(table)

    assert a.VoidGame(cause=a.VoidCause.WRONG_NUMBER) == step.act
    table.rounds(table.state.rounds)


def test_held_number_is_ruled_on():
    """A game that was held with a number sensed, and none confirmed, is ruled on after a while."""
    table = in_game().until(lambda state: state.sensed is not None)
    table.do(SULA, a.HoldGame(reason="the screen went dark"))
    step = next_patient(table)

    assert isinstance(step.act, a.RuleNumber)
    table.rounds(table.state.rounds)


def test_game_held_while_the_ball_runs_is_void():
    """A game that a person held with the ball running is void after a while, and refunded."""
    table = in_game().until(lambda state: state.phase == "spinning")
    table.do(SULA, a.HoldGame(reason="somebody leans over the wheel"))
    step = next_patient(table)

    assert a.VoidGame(cause=a.VoidCause.HELD) == step.act
    table.until(lambda state: state.void is None and state.rounds > 3)


def test_cash_out_that_changed_is_selected_again():
    """Where credits changed since the chips were counted, they are counted again."""
    table = in_game()
    table.do(SULA, a.EnrolTerminal(terminal="T1"))
    table.until(lambda state: state.credits("T1") and state.terminals["T1"].undropped is None)
    table.do(T1, a.VerifyCredit(terminal="T1"))
    table.do(T1, a.PlaceBet(terminal="T1", bet="red", chip_minor=1_000))
    table.do(T1, a.PlaceBet(terminal="T1", bet="black", chip_minor=1_000))
    table.do(T1, a.AskCashOut(terminal="T1"))
    table.do(T1, a.AffirmCashOut(terminal="T1"))
    table.until(lambda state: state.terminals["T1"].cash_out is None, most=400)

    assert table.met["automatic.cashed_out/1"]
