"""Cash-out (I.8): seven steps in their order, and credits that leave at the dealer's confirmation and not before."""

import pytest

from pitboss.decider import Move
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as e
from tests.support.automatic_driver import AutomaticDriver

STEPS = (
    ("T1", a.AskCashOut(terminal="T1"), "RA-8a", e.CashOutAsked),
    ("T1", a.AffirmCashOut(terminal="T1"), "RA-8b", e.CashOutAffirmed),
    ("dealer", a.SelectCashOut(terminal="T1"), "RA-8d", e.CashOutSelected),
    ("dealer", a.CountOutChips(terminal="T1", amount_minor=10_000), "RA-8e", e.ChipsCountedOut),
    ("dealer", a.ConfirmCashOut(terminal="T1", amount_minor=10_000), "RA-8f", e.CashedOut),
    ("dealer", a.DeliverChips(terminal="T1"), "RA-8g", e.ChipsDelivered),
)
"""Who does what by which clause; RA-8c is told by the second."""

CONFIRMED = 5
BET = a.PlaceBet(terminal="T1", bet="red", chip_minor=500)


def come(steps, **bought):
    """Return a table at which T1's cash-out has come so many steps."""
    driver = AutomaticDriver().bought(**(bought or {"T1": 10_000}))
    for who, act, _, _ in STEPS[:steps]:
        driver.do(who, act)
    return driver


@pytest.mark.clause("RA-8a", "RA-8b", "RA-8c", "RA-8d", "RA-8e", "RA-8f", "RA-8g")
def test_the_steps_in_their_order():
    """Each is an event of its own, the last two with who did them."""
    driver = AutomaticDriver().bought(T1=10_000)
    happened = [driver.do(who, act) for who, act, _, _ in STEPS]
    assert [event for *_, event in STEPS] == [type(event) for event in happened]
    assert [("Dora", 10_000)] * 2 == [(event.by, event.amount_minor) for event in happened[-2:]]
    assert None is driver.table.terminals["T1"].cash_out


@pytest.mark.clause("RA-8a", "RA-8b", "RA-8d", "RA-8e", "RA-8f", "RA-8g")
@pytest.mark.parametrize("step", range(len(STEPS)))
@pytest.mark.parametrize("done", range(len(STEPS)))
def test_no_step_comes_before_its_turn(step, done):
    """After so many steps only the next one is open; selecting again shows what there is by then."""
    driver = come(done)
    who, act, clause, _ = STEPS[step]
    if step == done or (step == 2 and done in (3, 4)):
        driver.do(who, act)
    else:
        assert clause == driver.refused(who, act).clause


@pytest.mark.clause("RA-8f")
@pytest.mark.parametrize("steps", range(len(STEPS) + 1))
def test_credits_leave_at_the_confirmation_and_not_before(steps):
    """Up to it they are on the terminal, from it on they are chips of the player's."""
    driver = come(steps)
    expected = (10_000, 0) if steps < CONFIRMED else (0, 10_000)
    assert expected == (driver.credits("T1"), driver.balance("circulation"))


@pytest.mark.clause("RA-8f")
def test_the_confirmation_moves_the_whole_credit():
    """One move, to the cent."""
    assert (Move("credits:T1.1", "circulation", 10_000),) == come(4).do(*STEPS[4][:2]).moves


@pytest.mark.clause("RA-8c")
def test_the_dealer_is_told_once_the_player_means_it():
    """Asking alone tells nobody; the affirmation says how much is on the terminal."""
    driver = come(1)
    affirmed = driver.do(*STEPS[1][:2])
    assert 10_000 == affirmed.credits_minor
    assert "The dealer is told." in driver.game.in_words(driver.table, affirmed)


@pytest.mark.clause("RA-8a", "RA-8b")
@pytest.mark.parametrize("step", [0, 1])
@pytest.mark.parametrize("who", ["dealer", "T2", "pit_supervisor"])
def test_nobody_asks_for_the_player(step, who):
    """The request and its affirmation are made at the terminal, by its player."""
    driver = come(step, T1=10_000, T2=100)
    assert STEPS[step][2] == driver.refused(who, STEPS[step][1]).clause


@pytest.mark.clause("RA-8a", "RA-8d")
def test_there_must_be_credits():
    """An empty terminal has nothing to cash out, nor one whose last credits lie on the layout."""
    driver = AutomaticDriver().started(T1=500, T2=500)
    driver.touch("T1", a.AskCashOut)
    driver.touch("T1", a.WithdrawCashOut)
    driver.bet("T1", "red", 500)
    assert ("RA-8a", "T1 has no credits") == ((r := driver.refused(*STEPS[0][:2])).clause, r.reason)


@pytest.mark.clause("RA-8d")
def test_a_request_without_credits_left_shows_nothing():
    """A void takes the last credits back after the player affirmed: there is nothing to select."""
    driver = AutomaticDriver().started(T1=100)
    driver.bet("T1", "straight:17", 100)
    driver.settle("17")
    driver.do("dealer", a.StartGame())
    driver.bet("T1", "red", 2_500, 1_000)
    driver.settle("2")
    driver.touch("T1", a.AskCashOut)
    driver.touch("T1", a.AffirmCashOut)
    driver.void("wrong_number", who="pit_supervisor", game=1, witness="dealer")
    driver.refund()
    assert ("RA-8d", "T1 has no credits") == ((r := driver.refused(*STEPS[2][:2])).clause, r.reason)


@pytest.mark.clause("RA-8e", "RA-8f")
@pytest.mark.parametrize("amount", [9_999, 10_001])
def test_the_chips_are_of_the_value_shown(amount):
    """Counted out or confirmed, one cent beside it is refused."""
    refused = come(3).refused("dealer", a.CountOutChips(terminal="T1", amount_minor=amount))
    assert ("RA-8e", 10_000) == (refused.clause, refused.values["shown_minor"])
    refused = come(4).refused("dealer", a.ConfirmCashOut(terminal="T1", amount_minor=amount))
    assert ("RA-8f", 10_000) == (refused.clause, refused.values["shown_minor"])


@pytest.mark.clause("RA-8f")
def test_credits_that_changed_meanwhile_are_selected_again():
    """A win after the chips were counted out is not left behind: the dealer selects and counts anew."""
    driver = AutomaticDriver().started(T1=10_000)
    driver.bet("T1", "red", 500)
    for who, act in (*(step[:2] for step in STEPS[:3]), ("dealer", a.CountOutChips(terminal="T1", amount_minor=9_500))):
        driver.do(who, act)
    driver.settle("1")
    refused = driver.refused("dealer", a.ConfirmCashOut(terminal="T1", amount_minor=9_500))
    assert ("RA-8f", 10_500) == (refused.clause, refused.values["credits_minor"])
    assert 10_500 == driver.do("dealer", a.SelectCashOut(terminal="T1")).amount_minor
    driver.do("dealer", a.CountOutChips(terminal="T1", amount_minor=10_500))
    assert 10_500 == driver.do("dealer", a.ConfirmCashOut(terminal="T1", amount_minor=10_500)).amount_minor


@pytest.mark.clause("RA-8a")
@pytest.mark.parametrize("steps", range(1, len(STEPS)))
def test_a_terminal_that_cashes_out_bets_no_more(steps):
    """From the request on; credits that are to be paid out are not at risk."""
    driver = come(steps)
    driver.do("dealer", a.StartGame())
    assert "RA-8a" == driver.refused("T1", BET).clause


@pytest.mark.clause("RA-8b")
@pytest.mark.parametrize("steps", range(len(STEPS) + 1))
def test_the_player_may_go_on_until_the_dealer_confirmed(steps):
    """Then the terminal bets again; what is confirmed is not taken back."""
    driver = come(steps)
    if steps in (0, 5, 6):
        assert "RA-8a" == driver.refused("T1", a.WithdrawCashOut(terminal="T1")).clause
    else:
        driver.touch("T1", a.WithdrawCashOut)
        driver.do("dealer", a.StartGame())
        driver.do("T1", BET)
