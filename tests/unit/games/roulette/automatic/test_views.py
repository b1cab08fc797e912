"""What an automatic table shows: to anybody its numbers, to a terminal what it can undo and what it was paid."""

import pytest

from pitboss.decider import Role
from pitboss.games.equipment import WHEELS
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.chips import is_made_of, least_of
from pitboss.games.roulette.automatic.live import own_view, staff_view, view
from pitboss.games.roulette.automatic.state import NUMBERS_MAX
from pitboss.games.roulette.automatic.statistics import statistics
from tests.support.automatic_driver import SUPERVISOR, AutomaticDriver
from tests.support.driven import there

WIDE = {"default_min": 100, "default_max": 5_000}
LIMITS = [
    (WIDE, {"every bet": (100, 5_000)}),
    ({**WIDE, "max": {"straight": 1_000}}, {"one number": (100, 1_000), "other bets": (100, 5_000)}),
    (
        {**WIDE, "min": {"red": 500}, "max": {"straight": 1_000}},
        {"one number": (100, 1_000), "other inside": (100, 5_000), "outside": (500, 5_000)},
    ),
    (
        {**WIDE, "min": {"red": 500}, "max": {"dozen": 4_000}},
        {"inside": (100, 5_000), "outside": (500, 4_000)},
    ),
]
DOUBLE_ZERO = WHEELS["double_zero"]


def own(driver, terminal):
    """Return what a terminal of the table sees of itself."""
    return there(own_view(driver.table, terminal))


def played(*numbers, **amounts):
    """Return a table at which games came to these numbers, and the next takes bets."""
    driver = AutomaticDriver().started(**(amounts or {"T1": 10_000}))
    for number in numbers:
        driver.settle(number)
        driver.do("dealer", a.StartGame())
    return driver


def test_results_are_the_newest_first_and_without_void_games():
    """A settled game that is voided is neither among them nor counted."""
    driver = played("17", "0")
    driver.settle("5")
    driver.void("wrong_number", game=3)
    driver.refund()
    shown = view(driver.table)
    assert [(2, "0"), (1, "17")] == [(one["game"], one["pocket"]) for one in shown["results"]]
    assert (2, 1) == (shown["statistics"]["games"], shown["statistics"]["zeros"])


def test_numbers_are_kept_up_to_a_bound():
    """The oldest go; the history for late voids is another list and shorter."""
    driver = played(*["17"] * (NUMBERS_MAX + 1))
    assert (NUMBERS_MAX, 10) == (len(driver.table.numbers), len(driver.table.history))


@pytest.mark.parametrize(("settings", "told"), LIMITS)
def test_limits_are_told_by_area_and_never_wider_than_a_place_allows(settings, told):
    """One number by itself where it stops earlier; of bets that differ the range that all of them take."""
    shown = view(AutomaticDriver(settings=settings).table)["limits_by_area"]
    assert told == {one["on"]: (one["min_minor"], one["max_minor"]) for one in shown}


def test_no_number_is_hot_before_there_were_as_many_games_as_pockets():
    """With thirty-seven games of thirty-eight pockets none is named, with one more they are."""
    few = statistics(DOUBLE_ZERO, ["17"] * 37)
    assert ([], []) == (few["hot"], few["cold"])
    assert ["17"] == statistics(DOUBLE_ZERO, ["17"] * 38)["hot"][:1]


def test_ties_go_to_who_came_last_and_to_who_was_longest_away():
    """Every number came once, 36 first of all and 1 last: 1 is hottest of them, 36 coldest."""
    numbers = [*map(str, range(1, 37)), "0", "00"]
    found = statistics(DOUBLE_ZERO, numbers)
    assert (["1", "2", "3", "4"], ["00", "0", "36", "35"]) == (found["hot"], found["cold"])


def test_counts_of_the_fields_have_no_zero():
    """Red and black, odd and even, low and high, dozens and columns."""
    found = statistics(DOUBLE_ZERO, ["0", "1", "2", "36"])
    assert [[2, 1], [1, 2], [2, 1]] == [half["counts"] for half in found["halves"]]
    assert [["Red", "Black"], ["Odd", "Even"], ["Low", "High"]] == [half["names"] for half in found["halves"]]
    assert [("Dozens", [2, 0, 1]), ("Columns", [1, 1, 1])] == [(one["name"], one["counts"]) for one in found["thirds"]]


def test_a_terminal_sees_what_undo_would_take_back():
    """Of the last act, with its sign; nothing before there is one."""
    driver = played()
    assert own(driver, "T1")["undoes"] is None
    driver.do("T1", a.PlaceBets(terminal="T1", bets=(a.Stake("red", 500), a.Stake("odd", 200))))
    assert {"red": -500, "odd": -200} == own(driver, "T1")["undoes"]
    driver.touch("T1", a.ClearBets)
    assert {"red": 500, "odd": 200} == own(driver, "T1")["undoes"]


def test_a_terminal_sees_what_its_bets_came_to():
    """Each with stake, payment and clause; it stays until its next game with bets, and another patron has none."""
    driver = played(T1=1_000, T2=1_000)
    assert own(driver, "T1")["paid"] is None
    driver.bet("T1", "straight:17", 100)
    driver.bet("T1", "red", 500)
    driver.settle("17")
    paid = own(driver, "T1")["paid"]
    assert (1, "17", 3_500) == (paid["game"], paid["pocket"], paid["won_minor"])
    rows = [(row["bet"], row["stake_minor"], row["paid_minor"], row["is_won"], row["clause"]) for row in paid["bets"]]
    assert [("red", 500, 0, False, "RO-E3"), ("straight:17", 100, 3_500, True, "RO-G1")] == rows
    assert own(driver, "T2")["paid"] is None
    driver.cash_out("T1")
    assert own(driver, "T1")["paid"] is None


def test_what_a_game_paid_that_is_void_is_not_shown_any_more():
    """Once its bets were given back, the terminal has what it had before."""
    driver = played(T1=1_000)
    driver.bet("T1", "red", 500)
    driver.settle("1")
    assert 500 == own(driver, "T1")["paid"]["won_minor"]
    driver.void("wrong_number", game=1)
    driver.refund()
    assert (None, 1_000) == (own(driver, "T1")["paid"], own(driver, "T1")["credits_minor"])


def test_the_bets_of_a_terminal_that_is_gone_are_nobodys():
    """A terminal taken away while bets of its abandoned session ran sees nothing of them."""
    driver = played()
    driver.bet("T1", "red", 500)
    driver.lock()
    driver.do(SUPERVISOR, a.AbandonSession(terminal="T1", reason="left"), witness="dealer")
    driver.sense("17")
    driver.do("dealer", a.ConfirmNumber(pocket="17"))
    assert own(driver, "T1")["paid"] is None
    assert own_view(driver.table, "T9") is None


def test_the_credit_to_be_verified_is_shown():
    """What was bought last, whether it was found wrong, to the terminal and to staff."""
    driver = AutomaticDriver().opened("T1")
    assert 0 == own(driver, "T1")["bought_minor"]
    driver.do("dealer", a.CountBuyIn(terminal="T1", currency_minor=20_000))
    driver.do("dealer", a.ConfirmBuyIn(terminal="T1", amount_minor=20_000))
    driver.touch("T1", a.QuestionCredit)
    seen = own(driver, "T1")
    assert (20_000, False, True) == (seen["bought_minor"], seen["is_verified"], seen["is_questioned"])
    assert staff_view(driver.table, Role.DEALER)["terminals"]["T1"]["is_questioned"]


@pytest.mark.parametrize(
    ("chips", "amount", "least"),
    [((100, 500), 101, 200), ((600, 1_000, 1_500), 100, 600), ((600, 1_000, 1_500), 1_900, 2_000), ((6, 10), 9, 10)],
)
def test_the_least_amount_of_chips(chips, amount, least):
    """Of any mix of them, no less than what is asked for; and that amount is made of them."""
    assert (least, True) == (least_of(chips, amount), is_made_of(chips, least))


def test_chips_with_nothing_in_common_are_counted_by_the_smallest():
    """Of a million and more remainders none are looked at."""
    chips = (2_000_003, 3_000_017)
    assert (4_000_006, False) == (least_of(chips, 2_000_004), is_made_of(chips, 5_000_020))
