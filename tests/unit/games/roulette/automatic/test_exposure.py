"""What the spin may cost at worst, kept up with each bet, and refused or warned of past the house's limit."""

import pytest

from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as e
from tests.support.automatic_driver import AutomaticDriver

RED = a.PlaceBet(terminal="T2", bet="red", chip_minor=500)


def game(**fields):
    """Return a game with $1.00 of T1 on 17, which may cost $35.00."""
    driver = AutomaticDriver(**fields).started(T1=10_000, T2=10_000)
    driver.bet("T1", "straight:17", 100)
    return driver


def test_it_is_the_worst_number_over_all_terminals():
    """What others lose on that number counts against it; black 17 and red never win together."""
    driver = game()
    assert 3_500 == driver.table.exposure_minor
    assert 3_000 == driver.do("T2", RED).exposure_minor
    assert 3_500 == driver.bet("T2", "black", 500).exposure_minor


def test_it_goes_down_with_what_is_taken_back():
    """Undo, cancel and clear lower it, the next game begins without any."""
    driver = game()
    driver.bet("T1", "straight:17", 100)
    assert 3_500 == driver.touch("T1", a.UndoBet).exposure_minor
    assert 0 == driver.touch("T1", a.ClearBets).exposure_minor
    driver.touch("T1", a.UndoBet)
    driver.settle("1")
    assert 0 == driver.table.exposure_minor


@pytest.mark.parametrize(("limit", "is_taken"), [(7_000, True), (6_999, False)])
def test_a_bet_past_the_limit_is_refused(limit, is_taken):
    """At the limit it is taken, a cent beyond it is not, and nothing changes."""
    driver = game(exposure_max_minor=limit)
    answer = driver.answer("T1", a.PlaceBet(terminal="T1", bet="straight:17", chip_minor=100))
    assert (None if is_taken else "RA-10") == getattr(answer, "clause", None)
    assert (200 if is_taken else 100) == driver.bets("T1")["straight:17"]


def test_or_warned_of():
    """Where the house wants a warning the bet is taken, and the warning names both amounts."""
    driver = game(exposure_max_minor=6_999, exposure_mode="warn")
    changed, warned = driver.bet("T1", "straight:17", 100)
    assert (7_000, 7_000, 6_999) == (changed.exposure_minor, warned.exposure_minor, warned.limit_minor)
    assert isinstance(warned, e.ExposureWarned)


def test_a_bet_that_costs_no_more_is_taken_over_the_limit():
    """What leaves the worst number as it is, or lowers it, is nobody's risk."""
    driver = game(exposure_max_minor=3_500)
    assert 3_000 == driver.do("T2", RED).exposure_minor
    driver = game(exposure_max_minor=3_400, exposure_mode="warn")
    assert isinstance(driver.do("T2", RED), e.BetsChanged)
