"""Hoi An, rules 7.9.1 and 7.5: what becomes of the ball after a "no spin"."""

import pytest

from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.table import acts as table_acts
from tests.support.driver import HOIAN, STAFF, Driver

SOUND_BALL = roulette_acts.ReplaceBall(diameter_um=20_000, material=roulette_acts.Material.NON_METALLIC)


@pytest.fixture
def table():
    """Return an open table with its first round open for bets."""
    return Driver(HOIAN).opened()


def calling(cause):
    """Return the act of calling "no spin" for a cause."""
    return roulette_acts.CallNoSpin(cause=roulette_acts.Cause(cause))


def spun(table):
    """Set the ball running."""
    table.do("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
    return table


def after_no_spin(cause="floater"):
    """Return a table where 36 and then 17 won, a no spin followed, and the round after it is open for bets."""
    table = Driver(HOIAN).opened()
    for pocket in ("36", "17"):
        table.settle(pocket)
        table.do("dealer", table_acts.OpenBetting())
    spun(table).do("dealer", calling(cause))
    table.do("dealer", table_acts.OpenBetting())
    return table


@pytest.mark.clause("RH-7.9.1")
def test_the_ball_goes_back_to_the_previous_number_before_it_is_spun_again():
    """The spin is refused until the dealer has put it there, into that number and no other."""
    table = after_no_spin()
    refusal = table.refused("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
    assert "RH-7.9.1" == refusal.clause
    assert "after a no spin the ball goes back to the previous number, 17, first" == refusal.reason
    refusal = table.refused("dealer", roulette_acts.ReturnBall(pocket="20"))
    assert ("RH-7.9.1", "the previous winning number is 17, not 20") == (refusal.clause, refusal.reason)
    returned = table.do("dealer", roulette_acts.ReturnBall(pocket="17"))
    assert ("17", "Dora") == (returned.pocket, returned.by)
    assert "20" == table.settle("20").pocket


@pytest.mark.clause("RH-7.9.1")
def test_a_second_no_spin_sends_the_ball_back_again():
    """To the last number that won, for a no spin gives none."""
    table = after_no_spin()
    table.do("dealer", roulette_acts.ReturnBall(pocket="17"))
    spun(table).do("dealer", calling("floater"))
    table.do("dealer", table_acts.OpenBetting())
    assert (
        "17"
        == table.refused("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST)).values["previous"]
    )


@pytest.mark.clause("RH-7.9.1")
@pytest.mark.parametrize("who", ["Ann", "mucker", "device", "inspector", "pit_supervisor", "director"])
def test_only_the_dealer_returns_the_ball(who):
    """The clause names the dealer."""
    refusal = after_no_spin().refused(who, roulette_acts.ReturnBall(pocket="17"))
    assert "RH-7.9.1" == refusal.clause
    assert "may not return the ball: that is for the dealer" in refusal.reason


@pytest.mark.clause("RH-7.9.1")
def test_the_ball_goes_back_only_after_a_no_spin(table):
    """Neither after a valid spin, nor twice, nor where no number has won before."""
    reason = "the ball goes back only after a no spin"
    spun(table).do("dealer", calling("floater"))
    assert reason == table.refused("dealer", roulette_acts.ReturnBall(pocket="17")).reason
    table.do("dealer", table_acts.OpenBetting())
    table.settle("17")
    assert reason == table.refused("dealer", roulette_acts.ReturnBall(pocket="17")).reason
    table = after_no_spin()
    table.do("dealer", roulette_acts.ReturnBall(pocket="17"))
    assert reason == table.refused("dealer", roulette_acts.ReturnBall(pocket="17")).reason


@pytest.mark.clause("RH-7.5")
@pytest.mark.parametrize("who", ["inspector", "pit_supervisor"])
def test_a_ball_that_left_the_wheel_is_examined_before_it_is_spun_again(who):
    """Found sound by one of those the clause names, and put back, it runs again."""
    table = after_no_spin("ball_out")
    table.do("dealer", roulette_acts.ReturnBall(pocket="17"))
    refusal = table.refused("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
    assert ("RH-7.5", "the ball left the wheel and has not been examined") == (refusal.clause, refusal.reason)
    examined = table.do(who, roulette_acts.ExamineBall(is_sound=True))
    assert (True, STAFF[who].id, who) == (examined.is_sound, examined.by, examined.role)
    assert "20" == table.settle("20").pocket


@pytest.mark.clause("RH-7.5")
@pytest.mark.parametrize("who", ["Ann", "dealer", "mucker", "device", "floorperson", "pit_manager", "director"])
def test_nobody_else_examines_the_ball(who):
    """Least of all the dealer who spun it."""
    refusal = after_no_spin("ball_out").refused(who, roulette_acts.ExamineBall(is_sound=True))
    assert "RH-7.5" == refusal.clause
    assert "may not examine the ball: that is for the inspector or pit supervisor" in refusal.reason


@pytest.mark.clause("RH-7.5")
def test_an_unsound_ball_is_not_spun_again(table):
    """The spin is refused; replaced between rounds, it is the new ball that runs."""
    stuck = after_no_spin("ball_out")
    stuck.do("inspector", roulette_acts.ExamineBall(is_sound=False))
    refusal = stuck.refused("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST))
    assert ("RH-7.5", "the ball left the wheel and was found unsound: replace it") == (refusal.clause, refusal.reason)

    spun(table).do("dealer", calling("ball_out"))
    table.do("inspector", roulette_acts.ExamineBall(is_sound=False))
    table.do("dealer", SOUND_BALL)
    table.do("dealer", table_acts.OpenBetting())
    assert "17" == table.settle("17").pocket


@pytest.mark.clause("RH-7.5")
def test_only_a_ball_that_left_the_wheel_is_examined():
    """After another cause there is nothing to examine, nor a second time."""
    table = after_no_spin("ball_out")
    table.do("inspector", roulette_acts.ExamineBall(is_sound=True))
    for quiet in (table, after_no_spin("floater")):
        assert (
            "no ball waits to be examined"
            == quiet.refused("inspector", roulette_acts.ExamineBall(is_sound=True)).reason
        )


@pytest.mark.clause("RH-7.5")
def test_a_round_opened_before_the_ball_was_found_unsound_can_go_on():
    """The unsound ball may not be spun, and another one is brought while the bets are open."""
    table = after_no_spin("ball_out")
    table.do("dealer", roulette_acts.ReturnBall(pocket="17"))
    table.do("inspector", roulette_acts.ExamineBall(is_sound=False))
    assert (
        "unsound" in table.refused("dealer", roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST)).reason
    )
    assert 20_000 == table.do("dealer", SOUND_BALL).diameter_um
    assert "20" == table.settle("20").pocket


@pytest.mark.clause("RH-7.5")
@pytest.mark.parametrize("is_sound", [True, False])
def test_another_ball_does_not_spare_the_examination(table, is_sound):
    """The ball that left the wheel is examined once it is found; whatever is found, the other ball runs on."""
    spun(table).do("dealer", calling("ball_out"))
    table.do("dealer", SOUND_BALL)
    assert (False, True) == (table.table.is_ball_suspect, table.table.must_examine_ball)
    table.do("dealer", table_acts.OpenBetting())
    table.settle("17")
    examined = table.do("inspector", roulette_acts.ExamineBall(is_sound=is_sound))
    assert (is_sound, "Ina") == (examined.is_sound, examined.by)
    assert (False, False) == (table.table.is_ball_suspect, table.table.must_examine_ball)
    table.do("dealer", table_acts.OpenBetting())
    assert "20" == table.settle("20").pocket
