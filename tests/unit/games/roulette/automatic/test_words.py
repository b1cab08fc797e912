import pytest

from pitboss.games.roulette.automatic import acts as a
from pitboss.games.table.acts import CloseTable
from tests.support.automatic_driver import SUPERVISOR, AutomaticDriver


def words(driver, event):
    """Say an event of a table."""
    return driver.game.in_words(driver.table, event)


def test_an_act_of_a_terminal_is_told_bet_by_bet():
    """More and less with their signs, and the clause of the button."""
    driver = AutomaticDriver().started(T1=10_000)
    assert "T1, place: red +$5.00. [RA-3b.ii]" == words(driver, driver.bet("T1", "red", 500))
    driver.bet("T1", "odd", 100)
    assert "T1, clear: red -$5.00, odd -$1.00. [RA-3b.vii]" == words(driver, driver.touch("T1", a.ClearBets))


def test_a_refund_tells_each_terminal_what_it_gets_and_owes():
    """Stakes back, winnings taken back, and what is owed, for whom it was done."""
    driver = AutomaticDriver().started(T1=100, T2=1_000)
    driver.bet("T1", "straight:17", 100)
    driver.bet("T2", "black", 500)
    driver.bet("T2", "odd", 100)
    driver.settle("17")
    driver.cash_out("T1")
    driver.void("wrong_number", game=1)
    told = words(driver, driver.do("dealer", a.RefundGame(designee_of="Sue"), witness=SUPERVISOR))
    assert "Dora for Sue refunds game 1: T1.1 $35.00 owed; T2.2 $6.00 of winnings taken back. [RA-9k]" == told


def test_a_game_without_wagers_is_refunded_in_words():
    """There is nothing to give back, and it says so."""
    driver = AutomaticDriver().started(T1=100)
    driver.void("malfunction")
    assert "Sue refunds game 1: no wagers. [RA-9k]" == words(driver, driver.refund())


def test_debts_are_told_with_what_is_left():
    """What is due to a player whose terminal is gone, more or less, and each payment with its rest."""
    driver = AutomaticDriver().started(T1=600)
    driver.bet("T1", "red", 500)
    driver.settle("2")
    driver.do("dealer", a.StartGame())
    driver.bet("T1", "straight:17", 100)
    driver.settle("17")
    driver.cash_out("T1")
    driver.remove("T1")
    driver.void("fraud", who=SUPERVISOR, game=1, witness="dealer")
    assert "Sue refunds game 1: T1.1 $5.00 back, $5.00 more due to its player. [RA-9k]" == words(
        driver, driver.refund()
    )
    paid = driver.do(SUPERVISOR, a.PayPayable(terminal="T1", session=1, amount_minor=100))
    assert "Sue pays $1.00 due to the player of T1.1; $4.00 is left. [RA-9k]" == words(driver, paid)
    driver.void("fraud", who=SUPERVISOR, game=2)
    told = "T1.1 $4.00 of winnings taken back, $31.00 owed, $4.00 less due to its player."
    assert f"Sue refunds game 2: {told} [RA-9k]" == words(driver, driver.refund())
    repaid = driver.do(SUPERVISOR, a.RepayReceivable(terminal="T1", session=1, amount_minor=3_100))
    assert "Sue takes $31.00 that the player of T1.1 owed. [RA-9k]" == words(driver, repaid)


@pytest.mark.parametrize(
    ("brought", "told"),
    [
        ({"currency_minor": 500}, "Dora counts $5.00 in currency for T1. [RA-3a.iii]"),
        (
            {"currency_minor": 500, "chips_minor": 100},
            "Dora counts $5.00 in currency and $1.00 in chips for T1. [RA-3a.iii]",
        ),
    ],
)
def test_a_buy_in_is_told_by_its_kinds(brought, told):
    """Each kind of money that was there, and no other."""
    driver = AutomaticDriver().opened("T1")
    assert told == words(driver, driver.do("dealer", a.CountBuyIn(terminal="T1", **brought)))


def test_a_buy_in_that_was_nothing_is_told():
    """A correction to nothing says so."""
    driver = AutomaticDriver().bought(T1=100)
    corrected = driver.do("dealer", a.CorrectBuyIn(terminal="T1"))
    assert "Dora voids the buy-in of $1.00 at T1; it was nothing. [RA-9e]" == words(driver, corrected)


def test_what_the_house_does_is_told_as_at_any_table():
    """Opening and closing have the words of every table."""
    driver = AutomaticDriver().opened()
    assert "Dora closes the table." == words(driver, driver.do("dealer", CloseTable()))


def test_a_void_tells_cause_note_and_clause():
    """Whether it was settled before, and what was seen."""
    driver = AutomaticDriver().started(T1=100)
    driver.settle("17")
    act = a.VoidGame(cause=a.VoidCause.FRAUD, game=1, note="a magnet")
    told = "Sue voids game 1, after it was settled: fraud (a magnet). [RA-9j]"
    assert told == words(driver, driver.do(SUPERVISOR, act))
