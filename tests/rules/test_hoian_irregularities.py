"""Hoi An, rules 7.1 to 7.10: every cause of "no spin", by whom and when, and what follows from it."""

import pytest

from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.roulette import events as e
from pitboss.games.table import acts as table_acts
from tests.support.driver import HOIAN, STAFF, Driver

EVERYBODY = ["Ann", *STAFF]
ABOVE = ["pit_manager", "director"]
PHASES = ["betting", "spinning", "closed", "landed", "marked", "collected", "settled", "void"]
THREE, AND_ABOVE = "dealer inspector pit_supervisor", "inspector pit_supervisor pit_manager director"

CAUSES = [
    pytest.param("same_direction", THREE, "RH-7.1", marks=pytest.mark.clause("RH-7.1")),
    pytest.param("few_revolutions", THREE, "RH-7.2", marks=pytest.mark.clause("RH-7.2")),
    pytest.param("foreign_object", THREE, "RH-7.3", marks=pytest.mark.clause("RH-7.3")),
    pytest.param("no_drop", "dealer", "RH-7.4", marks=pytest.mark.clause("RH-7.4")),
    pytest.param("floater", THREE, "RH-7.4.1", marks=pytest.mark.clause("RH-7.4.1")),
    pytest.param("ball_out", "dealer", "RH-7.5", marks=pytest.mark.clause("RH-7.5")),
    pytest.param("wheel_stopped", "dealer", "RH-7.6", marks=pytest.mark.clause("RH-7.6")),
    pytest.param("interference", THREE, "RH-7.7", marks=pytest.mark.clause("RH-7.7")),
    pytest.param("suspicion", AND_ABOVE, "RH-7.8", marks=pytest.mark.clause("RH-7.8")),
]


@pytest.fixture
def table():
    """Return an open table with its first round open for bets."""
    return Driver(HOIAN).opened()


def calling(cause):
    """Return the act of calling "no spin" for a cause."""
    return roulette_acts.CallNoSpin(cause=roulette_acts.Cause(cause))


def spun(table, direction=roulette_acts.Direction.AGAINST):
    """Set the ball running."""
    table.do("dealer", roulette_acts.SpinBall(direction=direction))
    return table


def at(phase):
    """Return a table with a wager on it whose round stands at a point of the spin."""
    table = Driver(HOIAN).opened()
    table.bet("Ann", "red", 100)
    steps = [
        roulette_acts.SpinBall(direction=roulette_acts.Direction.AGAINST),
        roulette_acts.CallNoMoreBets(),
        roulette_acts.EnterNumber(pocket="17", revolutions=8),
        roulette_acts.PlaceDolly(pocket="17"),
        roulette_acts.CollectLosers(),
        roulette_acts.PayWinners(),
    ]
    if phase == "void":
        spun(table).do("dealer", calling("floater"))
        return table
    for step in steps[: PHASES.index(phase)]:
        table.do("dealer", step)
    return table


# Who calls it, and when


@pytest.mark.parametrize(("cause", "callers", "clause"), CAUSES)
@pytest.mark.parametrize("phase", ["spinning", "closed"])
def test_no_spin_is_called_by_those_the_clause_names(cause, callers, clause, phase):
    """The record has the cause, the clause, and who called it in which role."""
    for who in callers.split():
        called = at(phase).do(who, calling(cause))
        assert (cause, clause) == (called.cause, called.clause)
        assert (STAFF[who].id, who) == (called.called_by, called.role)


@pytest.mark.parametrize(("cause", "callers", "clause"), CAUSES)
def test_no_spin_is_refused_to_everybody_else(cause, callers, clause):
    """By the same clause, with the name, the role and the cause in the sentence, and the spin goes on."""
    table = at("spinning")
    for who in set(EVERYBODY) - set(callers.split()):
        by = table.command(who, calling(cause)).by
        refusal = table.refused(who, calling(cause))
        assert clause == refusal.clause
        role = by.role.value.replace("_", " ")
        assert refusal.reason.startswith(f'{by.id}, {role}, may not call "No Spin" because ')
        assert (by.role.value, "spinning") == (refusal.values["role"], table.table.phase)


@pytest.mark.clause("RH-7.1", "RH-7.2", "RH-7.3", "RH-7.4.1", "RH-7.7", "RH-7.8")
@pytest.mark.parametrize("who", ABOVE)
@pytest.mark.parametrize("cause", ["same_direction", "few_revolutions", "foreign_object", "floater", "interference"])
def test_those_above_call_no_spin_on_suspicion_only(cause, who):
    """The clauses that name dealer, inspector and Pit Supervisor name nobody above them."""
    table = at("spinning")
    refusal = table.refused(who, calling(cause))
    assert refusal.reason.endswith(": that is for the dealer or inspector or pit supervisor")
    assert who == table.do(who, calling("suspicion")).role


@pytest.mark.parametrize(("cause", "callers", "clause"), CAUSES)
@pytest.mark.parametrize("phase", ["betting", "settled", "void"])
def test_no_spin_is_called_during_a_spin(cause, callers, clause, phase):
    """Not before the ball is spun, not once all are paid, and not a second time."""
    refusal = at(phase).refused(callers.split()[0], calling(cause))
    assert (clause, phase) == (refusal.clause, refusal.values["phase"])
    words = "open for bets" if phase == "betting" else phase
    assert refusal.reason.endswith(f"this round is {words}")


@pytest.mark.parametrize(("cause", "callers", "clause"), CAUSES)
@pytest.mark.parametrize("phase", ["landed", "marked", "collected"])
@pytest.mark.clause("RH-2.2")
def test_after_the_ball_rests_only_a_suspicion_stops_the_spin(cause, callers, clause, phase):
    """A spin lasts until the last winner is paid, but what can befall a running ball can no longer befall it."""
    table, who = at(phase), callers.split()[0]
    if cause == "suspicion":
        called = table.do(who, calling(cause))
        assert ((e.Outcome.VOID,), (100,)) == (called.wagers.outcome, called.wagers.stake_minor)
    else:
        refusal = table.refused(who, calling(cause))
        assert (clause, "landed") == (refusal.clause, refusal.values["phase"])


@pytest.mark.clause("RH-2.2")
def test_a_spin_begins_with_the_ball_and_ends_with_the_last_payment(table):
    """Between the two the next round cannot open."""
    table.bet("Ann", "red", 100)
    table.spin("17")
    refusal = table.refused("dealer", table_acts.OpenBetting())
    expected = "the next round waits until the round is over; it is waiting to be paid"
    assert ("RH-2.2", expected) == (refusal.clause, refusal.reason)
    table.settle("17")
    assert 2 == table.do("dealer", table_acts.OpenBetting()).round


# Directions and revolutions


@pytest.mark.clause("RH-7.1")
@pytest.mark.parametrize("revolutions", [0, 3, 20])
def test_a_ball_that_ran_with_the_wheel_gives_no_number(table, revolutions):
    """However many revolutions it made, "no spin" is all that can be called."""
    spun(table, roulette_acts.Direction.WITH).do("dealer", roulette_acts.CallNoMoreBets())
    refusal = table.refused("dealer", roulette_acts.EnterNumber(pocket="17", revolutions=revolutions))
    assert "RH-7.1" == refusal.clause
    assert refusal.reason.startswith("the ball ran with the wheel")
    assert "RH-7.1" == table.do("dealer", calling("same_direction")).clause


@pytest.mark.clause("RH-7.2", "RH-2.3")
@pytest.mark.parametrize("revolutions", [0, 1, 2])
def test_two_revolutions_do_not_suffice(table, revolutions):
    """The number is refused with the count, and the wager goes back."""
    table.bet("Ann", "straight:17", 100)
    spun(table).do("dealer", roulette_acts.CallNoMoreBets())
    refusal = table.refused("dealer", roulette_acts.EnterNumber(pocket="17", revolutions=revolutions))
    assert ("RH-7.2", revolutions) == (refusal.clause, refusal.values["revolutions"])
    assert refusal.reason.startswith("the ball made, or would have made, fewer than three revolutions")
    called = table.do("dealer", calling("few_revolutions"))
    assert ("void", 0, "RH-7.2") == table.rows(called)["Ann", "straight:17"]


@pytest.mark.clause("RH-7.2", "RH-2.3")
def test_three_revolutions_suffice(table):
    """Three times round the track is a spin in this house, and its number stands."""
    table.bet("Ann", "straight:17", 100)
    assert 3 == table.spin("17", revolutions=3).revolutions
    assert ("win", 3500, "RH-5.1a") == table.rows(table.settle("17"))["Ann", "straight:17"]


# What follows: 7.9 and 7.10


@pytest.mark.clause("RH-7.9", "RH-7.10")
@pytest.mark.parametrize("phase", ["spinning", "closed", "landed", "marked", "collected"])
def test_a_no_spin_stays_one_whatever_the_ball_does(phase):
    """The ball may come to rest: its number is not entered, not marked, not paid, and is no result."""
    table = at(phase)
    table.do("inspector", calling("suspicion"))
    acts = [
        roulette_acts.EnterNumber(pocket="1", revolutions=8),
        roulette_acts.PlaceDolly(pocket="1"),
        roulette_acts.CollectLosers(),
        roulette_acts.PayWinners(),
    ]
    assert ["void"] * 4 == [table.refused("dealer", act).values["phase"] for act in acts]
    assert [] == table.table.results


@pytest.mark.clause("RH-7.9")
@pytest.mark.parametrize("who", ["dealer", "device"])
def test_a_number_after_a_no_spin_is_refused_by_the_clause_that_says_so(who):
    """What makes the number worthless is the call, and the refusal cites it."""
    refusal = at("void").refused(who, roulette_acts.EnterNumber(pocket="17", revolutions=8))
    assert "no number can be entered: this round is void" == refusal.reason
    assert "RH-7.9" == refusal.clause


@pytest.mark.parametrize(("cause", "callers", "clause"), CAUSES)
@pytest.mark.parametrize("is_ball_lifted", [True, False], ids=["lifted", "settled first"])
@pytest.mark.clause("RH-7.9")
def test_the_record_says_whether_the_ball_was_lifted_and_the_spin_is_invalid_either_way(
    cause, callers, clause, is_ball_lifted
):
    """In time or too late, the wager is void by the cause's clause."""
    table = at("closed")
    called = table.do(
        callers.split()[0], roulette_acts.CallNoSpin(cause=roulette_acts.Cause(cause), is_ball_lifted=is_ball_lifted)
    )
    assert is_ball_lifted is called.is_ball_lifted
    assert {("Ann", "red"): ("void", 0, clause)} == table.rows(called)
    assert "RH-7.9" == table.refused("dealer", roulette_acts.EnterNumber(pocket="17", revolutions=8)).clause


@pytest.mark.parametrize(("cause", "callers", "clause"), CAUSES)
@pytest.mark.clause("RH-7.10")
def test_every_wager_is_void_and_goes_back_to_the_last_dong(table, cause, callers, clause):
    """Winners and losers of any number, in any chips: each account is where it was, and nothing is paid."""
    table.colour("Ann", "blue", value=333, count=7)
    before = dict(table.table.balances)
    table.bet("Ann", "straight:17", 999, "colour:blue")
    table.bet("Ann", "straight:17", 1)
    table.bet("Bea", "red", 1_234_567, who="dealer")
    table.do(
        "dealer",
        roulette_acts.CallWager(
            player="Cy", bet="dozen:2", stake_minor=77, accompanied_by=roulette_acts.Accompanied.CHIPS
        ),
    )
    called = spun(table).do(callers.split()[0], calling(cause))

    assert {("void", 0, clause)} == set(table.rows(called).values())
    assert 999 + 1 + 1_234_567 + 77 == sum(called.wagers.stake_minor)
    after = {account: amount for account, amount in table.table.balances.items() if amount}
    assert before == after


@pytest.mark.clause("RH-7.10")
def test_even_collected_losers_go_back(table):
    """A suspicion after the sweep gives back what was swept."""
    table.bet("Ann", "red", 500)
    table.spin("17")
    table.do("dealer", roulette_acts.PlaceDolly(pocket="17"))
    table.do("dealer", roulette_acts.CollectLosers())
    table.do("pit_supervisor", calling("suspicion"))
    assert {0} == set(table.table.balances.values())
