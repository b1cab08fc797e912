"""Hoi An, rules 6.6 and 7.12: where a questioned chip lay, business decisions, and who decides them."""

import pytest

from pitboss.games.roulette import acts as a
from tests.support.driver import HOIAN, STAFF, Driver

EVERYBODY = ["Ann", *STAFF]


def landed(*bets):
    """Return a table with Ann's wagers on which the ball came to rest in 17."""
    table = Driver(HOIAN).opened()
    for bet in bets:
        table.bet("Ann", bet, 100)
    table.spin("17")
    return table


def asking(bet="split:17-20", source="value"):
    """Return the question where Ann's chips on a bet lie."""
    return a.QuestionPosition(player="Ann", bet=bet, source=source)


def deciding(decided, bet="split:17-20"):
    """Return the decision where Ann's chips lie."""
    return a.DecidePosition(player="Ann", bet=bet, source="value", decided=decided)


# 6.6: a questioned chip


@pytest.mark.clause("RH-6.6")
@pytest.mark.parametrize("who", ["pit_supervisor", "pit_manager", "director"])
@pytest.mark.parametrize(
    ("decided", "row"),
    [
        ("split:17-20", ("win", 1700, "RH-5.1b")),
        ("straight:17", ("win", 3500, "RH-5.1a")),
        ("straight:20", ("lose", 0, "RH-6.1.1.2")),
    ],
)
def test_the_pit_supervisor_or_above_decides_where_a_questioned_chip_lay(who, decided, row):
    """Nothing is collected or paid until then; the chip is settled where the decision puts it."""
    table = landed("split:17-20")
    assert "Ina" == table.do("inspector", asking()).by
    table.do("dealer", a.PlaceDolly(pocket="17"))
    refusal = table.refused("dealer", a.CollectLosers())
    assert "RH-6.6" == refusal.clause
    assert "the place of Ann's chips on split:17-20 is in question: a Pit Supervisor decides first" == refusal.reason
    made = table.do(who, deciding(decided))
    assert (decided, STAFF[who].id, who) == (made.decided, made.by, made.role)
    table.do("dealer", a.CollectLosers())
    assert {("Ann", decided): row} == table.rows(table.do("dealer", a.PayWinners()))


@pytest.mark.clause("RH-6.6")
@pytest.mark.parametrize("who", ["Ann", "dealer", "mucker", "device", "inspector", "floorperson"])
def test_nobody_below_the_pit_supervisor_decides_it(who):
    """Not the dealer, not the inspector, and the question stands."""
    table = landed("split:17-20")
    table.do("Ann", asking())
    refusal = table.refused(who, deciding("straight:17"))
    assert "RH-6.6" == refusal.clause
    assert "may not decide a questioned position: that is for the pit supervisor or above" in refusal.reason
    assert {("Ann", "split:17-20", "value")} == table.table.questioned


@pytest.mark.clause("RH-6.6")
def test_a_position_is_questioned_once_the_number_is_known():
    """Before that a chip can still be moved or cannot matter; nobody questions what does not lie there."""
    table = Driver(HOIAN).opened()
    table.bet("Ann", "split:17-20", 100)
    for act in (a.SpinBall(direction=a.Direction.AGAINST), a.CallNoMoreBets()):
        refusal = table.refused("Ann", asking())
        assert ("RH-6.6", table.table.phase) == (refusal.clause, refusal.values["phase"])
        table.do("dealer", act)
    table.do("dealer", a.EnterNumber(pocket="17", revolutions=8))
    assert "Ann has no value chips on red" == table.refused("Ann", asking("red")).reason
    assert "nobody questioned Ann's split:17-20" == table.refused("pit_supervisor", deciding("red")).reason


@pytest.mark.clause("RH-6.6")
def test_a_question_after_the_sweep_still_holds_the_payment():
    """Until the last winner is paid a chip's place may come under question."""
    table = landed("split:17-20")
    table.do("dealer", a.PlaceDolly(pocket="17"))
    table.do("dealer", a.CollectLosers())
    table.do("Bea", asking())
    assert "RH-6.6" == table.refused("dealer", a.PayWinners()).clause
    assert "that position is questioned already" == table.refused("Ann", asking()).reason
    table.do("pit_supervisor", deciding("split:17-20"))
    assert ("win", 1700, "RH-5.1b") == table.rows(table.do("dealer", a.PayWinners()))["Ann", "split:17-20"]


@pytest.mark.clause("RH-6.6")
def test_a_chip_is_decided_onto_a_wager_of_the_rules():
    """The supervisor's word is final on where it lay, not on what the layout has."""
    table = landed("split:17-20")
    table.do("Ann", asking())
    refusal = table.refused("pit_supervisor", deciding("split:1-3"))
    assert "RH-4.8" == refusal.clause
    assert "split:1-3 is not a position of this layout" in refusal.reason


# 7.12: beyond the game's irregularities


@pytest.mark.clause("RH-7.12")
def test_the_director_takes_business_decisions():
    """The decision is recorded with who took it."""
    made = Driver(HOIAN).opened().do("director", a.RecordDecision(decision="the table stays open until four"))
    assert ("the table stays open until four", "Dee", "director") == (made.decision, made.by, made.role)


@pytest.mark.clause("RH-7.12")
@pytest.mark.parametrize("who", [who for who in EVERYBODY if who != "director"])
def test_nobody_below_the_director_takes_business_decisions(who):
    """Not even the Pit Manager."""
    refusal = Driver(HOIAN).opened().refused(who, a.RecordDecision(decision="the table stays open"))
    assert "RH-7.12" == refusal.clause
    assert "may not take a business decision: that is for the director" in refusal.reason


@pytest.mark.clause("RH-6.6", "RH-6.5.1")
def test_a_chip_that_stays_where_it_lay_keeps_its_place_in_the_pile():
    """Ann's chip is under Bea's, so Bea is paid first although somebody asked."""
    table = Driver(HOIAN).opened()
    for player in ("Ann", "Bea"):
        table.bet(player, "split:17-20", 100)
    table.spin("17")
    table.do("Bea", asking())
    table.do("pit_supervisor", deciding("split:17-20"))
    assert ("Bea", "Ann") == table.settle("17").wagers.player
