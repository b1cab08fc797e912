"""What an automatic table remembers is bounded: betting acts of a game, games that were played, accounts."""

import pytest

from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.state import DEEDS_MAX
from tests.support.automatic_driver import SUPERVISOR, AutomaticDriver

UNDO = a.UndoBet(terminal="T1")


def betting():
    """Return a game with a terminal that can place many chips."""
    return AutomaticDriver(settings={"default_max": 100_000}).started(T1=100_000)


@pytest.mark.clause("RA-3b.v", "Q31")
@pytest.mark.parametrize("older", [0, 1, 50])
def test_so_many_acts_can_be_undone(older):
    """A hundred, whatever came before them; older ones are final, and the refusal says so."""
    driver = betting()
    driver.bet("T1", "red", *[100] * (DEEDS_MAX + older))
    for _ in range(DEEDS_MAX):
        driver.do("T1", UNDO)
    assert older * 100 == driver.bets("T1").get("red", 0)
    refused = driver.refused("T1", UNDO)
    final = "the acts of T1 before its last 100 in this game are final"
    assert ("RA-3b.v", final if older else "T1 has no act of this game to undo") == (refused.clause, refused.reason)


@pytest.mark.clause("RA-3b.v")
def test_what_is_final_may_still_be_cancelled():
    """Only undo has an end: the bet itself is the player's until the clock reaches zero."""
    driver = betting()
    driver.bet("T1", "red", *[100] * (DEEDS_MAX + 1))
    for _ in range(DEEDS_MAX):
        driver.do("T1", UNDO)
    driver.touch("T1", a.ClearBets)
    assert ({}, 100_000) == (driver.bets("T1"), driver.credits("T1"))
    driver.do("T1", UNDO)
    assert {"red": 100} == driver.bets("T1")


@pytest.mark.clause("RA-3b.v", "Q31")
def test_an_undo_makes_nothing_final():
    """Acts that are taken back count no more, however many there are."""
    driver = betting()
    for _ in range(DEEDS_MAX + 50):
        driver.bet("T1", "red", 100)
        driver.do("T1", UNDO)
    assert "T1 has no act of this game to undo" == driver.refused("T1", UNDO).reason


@pytest.mark.clause("RA-3b.v")
def test_the_next_game_begins_anew():
    """What was final in one game is none of the next one's acts."""
    driver = betting()
    driver.bet("T1", "red", *[100] * (DEEDS_MAX + 1))
    driver.settle("1")
    driver.do("dealer", a.StartGame())
    assert "T1 has no act of this game to undo" == driver.refused("T1", UNDO).reason


@pytest.mark.clause("RA-3b.v", "Q34")
def test_the_state_does_not_grow_with_what_is_played():
    """Acts, games and void games are kept up to their numbers; void games are forgotten with their games."""
    driver = AutomaticDriver(history=10, settings={"default_max": 100_000}).bought(T1=100_000)
    for number in range(1, 41):
        driver.do("dealer", a.StartGame())
        driver.bet("T1", "red", *[100] * 120)
        assert DEEDS_MAX == len(driver.table.terminals["T1"].deeds)
        driver.settle("1")
        driver.void("fraud", who=SUPERVISOR, game=number)
        driver.refund()
        assert (min(10, number), min(10, number)) == (len(driver.table.history), len(driver.table.voided))
    assert {entry.game for entry in driver.table.history} == driver.table.voided == set(range(31, 41))


@pytest.mark.clause("RA-9k")
def test_the_state_does_not_grow_with_those_who_left():
    """A terminal that is gone, and a debt that is paid, leave no account behind."""
    driver = AutomaticDriver().opened()
    for number in range(30):
        name = f"T{number}"
        driver.do(SUPERVISOR, a.EnrolTerminal(terminal=name))
        driver.started(**{name: 100})
        driver.bet(name, "red", 100)
        driver.settle("2")
        driver.remove(name)
        driver.void("wrong_number", game=number + 1)
        driver.refund()
        driver.do(SUPERVISOR, a.PayPayable(terminal=name, session=number + 1, amount_minor=100))
    assert {"rack", "drop", "patrons", "layout", "circulation"} == set(driver.table.balances)
    assert {} == driver.table.terminals
