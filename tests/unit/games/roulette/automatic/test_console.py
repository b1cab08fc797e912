"""What the dealer's console and a second person are told of an automatic table."""

import pytest

from pitboss.decider import Role
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.asked import asked
from pitboss.games.roulette.automatic.live import layout, staff_view
from tests.support.automatic_driver import AutomaticDriver

MALFUNCTION = a.VoidCause.MALFUNCTION


@pytest.fixture
def driver():
    """A table at which game 1 takes bets, T1 with ten dollars on 17 and T2 with five on it and on red."""
    found = AutomaticDriver(chips_minor=[100, 500, 1_000, 2_500, 10_000, 50_000]).started(T1=50_000, T2=50_000)
    found.bet("T1", "straight:17", 1_000)
    found.bet("T2", "straight:17", 500)
    found.bet("T2", "red", 500)
    return found


def seat(driver, name="T1"):
    """Return what the console shows of a terminal."""
    return staff_view(driver.table, Role.DEALER)["terminals"][name]


def test_bets_of_all_terminals_lie_on_one_cloth(driver):
    """Added up bet by bet."""
    assert {"straight:17": 1_500, "red": 500} == staff_view(driver.table, Role.DEALER)["laid"]


def test_exposure_is_told_by_its_worst_numbers(driver):
    """What 17 costs, what the best number brings, and the average over the wheel."""
    found = staff_view(driver.table, Role.DEALER)["exposure"]
    assert [{"pocket": "17", "cost_minor": 1_500 * 35 - 500}] == found["worst"]
    assert 2_000 == found["best"]["gain_minor"]
    # Twenty dollars at two in thirty-eight.
    assert 105 == found["expected_minor"]


def test_no_bets_expose_the_house_to_nothing():
    """Before the first bet there is nothing to show."""
    assert staff_view(AutomaticDriver().started(T1=10_000).table, Role.DEALER)["exposure"] is None


def test_a_buy_in_is_followed_step_by_step():
    """Counted, then credited and not dropped, then the last one."""
    driver = AutomaticDriver().opened("T1")
    steps = []
    for act in (
        a.CountBuyIn(terminal="T1", chips_minor=2_000),
        a.ConfirmBuyIn(terminal="T1", amount_minor=2_000),
        a.DropBuyIn(terminal="T1"),
    ):
        driver.do("dealer", act)
        steps.append([seat(driver)[f"{name}_minor"] for name in ("counted", "undropped", "last_buy_in")])
    assert [[2_000, None, None], [None, 2_000, 2_000], [None, None, 2_000]] == steps


def test_a_cash_out_is_followed_step_by_step(driver):
    """From the question on, with what is paid."""
    driver.touch("T1", a.AskCashOut)
    assert ("asked", True) == (seat(driver)["cash_out"], seat(driver)["has_session"])
    driver.touch("T1", a.AffirmCashOut)
    driver.do("dealer", a.SelectCashOut(terminal="T1"))
    assert ("selected", 49_000) == (seat(driver)["cash_out"], seat(driver)["cash_out_minor"])


def test_the_checklist_is_for_a_table_that_is_not_open():
    """Then it lists what an inspection must see, and what was seen."""
    closed, opened = AutomaticDriver(), AutomaticDriver().opened()
    assert "roulette wheel" in staff_view(closed.table, Role.DEALER)["equipment"]
    assert ([], True) == (
        staff_view(opened.table, Role.DEALER)["equipment"],
        "game clock" in staff_view(opened.table, Role.DEALER)["inspected"],
    )


def test_what_the_sensor_found_stands_beside_what_the_dealer_said(driver):
    """Both are shown while the game is held."""
    driver.lock().sense("4")
    driver.do("dealer", a.ConfirmNumber(pocket="17"))
    found = staff_view(driver.table, Role.DEALER)
    assert ("4", 9, "17", 4) == (found["sensed"], found["sensed_turns"], found["disputed"], found["turns_min"])


def test_a_console_shows_the_clause_of_each_duty(driver):
    """They are in the layout, which does not change."""
    assert "RA-9g" == layout(driver.table)["clauses"]["void_malfunction"]


# To a second person


def test_a_void_of_the_game_in_play(driver):
    """Why, what lies there, and by which clause."""
    told = asked(driver.table, a.VoidGame(cause=MALFUNCTION))
    assert told == {
        "title": "Void game 1?",
        "text": "Malfunction. No number is confirmed. All bets go back.",
        "clause": "RA-9g",
        "amount_minor": 2_000,
    }


def test_a_void_of_a_settled_game(driver):
    """With its number, and what was said about it."""
    driver.settle("17")
    told = asked(driver.table, a.VoidGame(cause=a.VoidCause.FRAUD, game=1, note="Seen on camera."))
    assert told is not None
    assert "Fraud. Seen on camera. It was settled with 17. All bets go back." == told["text"]
    assert ("Void game 1?", "RA-9j", 2_000) == (told["title"], told["clause"], told["amount_minor"])


def test_a_refund(driver):
    """All that was bet in the void game."""
    driver.void("malfunction")
    told = asked(driver.table, a.RefundGame())
    assert told is not None
    assert ("Refund game 1?", "RA-9k", 2_000) == (told["title"], told["clause"], told["amount_minor"])


def test_more_time_for_a_game_that_was_held(driver):
    """With the reason why it is held; a void of it says so too."""
    driver.do("device", a.LockBets())
    told = asked(driver.table, a.ExtendClock(seconds=20))
    assert told is not None
    held = "The game is held: the clock reached zero and no ball is running. Bets are taken for so long once more."
    assert ("20 more seconds for game 1?", held, None) == (told["title"], told["text"], told["amount_minor"])
    void = asked(driver.table, a.VoidGame(cause=a.VoidCause.HELD))
    assert void is not None
    assert "Held: the clock reached zero and no ball is running." in void["text"]


def test_a_ruling_tells_both_values(driver):
    """The dealer's and the sensor's, none where one is silent."""
    rule = a.RuleNumber(pocket="17", revolutions=9, reason="Both looked.")
    driver.lock()
    driver.do("dealer", a.HoldGame(reason="The sensor is silent."))
    silent = asked(driver.table, rule)
    assert silent is not None
    assert ("Game 1: 17?", "The dealer says none, the sensor none. 9 turns. Both looked.") == (
        silent["title"],
        silent["text"],
    )


def test_a_ruling_on_a_disagreement(driver):
    """The number that the dealer confirmed, against the sensor's."""
    driver.lock().sense("4")
    driver.do("dealer", a.ConfirmNumber(pocket="17"))
    told = asked(driver.table, a.RuleNumber(pocket="17", revolutions=9, reason="Both looked."))
    assert told is not None
    assert told["text"].startswith("The dealer says 17, the sensor 4.")


def test_other_acts_have_fields_enough(driver):
    """And a table without a game has nothing to void."""
    assert asked(driver.table, a.AbandonSession(terminal="T1", reason="gone")) is None
    told = asked(AutomaticDriver().opened().table, a.VoidGame(cause=MALFUNCTION, game=7))
    assert told is not None
    assert 0 == told["amount_minor"]
