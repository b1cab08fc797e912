"""Chips and limits: how small chips make a minimum, and which chips could never be laid."""

import pytest

from pitboss.games.roulette import acts as a
from tests.support.driver import HOIAN, ONEIDA, SEABROOK, Driver

LIMITS = {"default_min": 500, "default_max": 2_000, "max": {"straight": 1_000}}


def _place(stake: int) -> a.PlaceWager:
    return a.PlaceWager(player="Ann", bet="red", stake_minor=stake, source="colour:blue")


def _issue(value: int) -> a.IssueColour:
    return a.IssueColour(player="Ann", colour="blue", value_minor=value, count=10, has_marker=True)


@pytest.mark.clause("Q65", "RO-G2")
class TestSmallChips:
    def test_five_dollars_are_laid_in_one_dollar_chips(self):
        """Five chips laid together are a wager of the minimum, and single chips are added to it."""
        driver = Driver(ONEIDA, settings=LIMITS).opened()
        driver.colour("Ann", "blue", value=100)
        laid = driver.do("Ann", _place(500))

        assert (500, 100) == (laid.stake_minor, driver.do("Ann", _place(100)).stake_minor)

    def test_a_chip_alone_is_no_wager_yet(self):
        """What lies there is always a wager: less than the minimum is not laid, nor left behind."""
        driver = Driver(ONEIDA, settings=LIMITS).opened()
        driver.colour("Ann", "blue", value=100)
        alone = driver.refused("Ann", _place(100))
        driver.do("Ann", _place(500))
        left = driver.refused("Ann", a.RemoveWager(player="Ann", bet="red", stake_minor=100, source="colour:blue"))

        assert ("RO-G2", "RO-G2") == (alone.clause, left.clause)


@pytest.mark.clause("Q65")
class TestLargeChips:
    @pytest.mark.parametrize(
        ("house", "settings", "value", "clause"),
        [
            pytest.param(ONEIDA, LIMITS, 2_001, "RO-A2", marks=pytest.mark.clause("RO-A2")),
            pytest.param(ONEIDA, {"player_max": 700}, 701, "RO-A2", marks=pytest.mark.clause("RO-A2")),
            pytest.param(HOIAN, LIMITS, 2_001, "RH-4.7.5", marks=pytest.mark.clause("RH-4.7.5")),
            pytest.param(SEABROOK, {}, 401, "RS-W", marks=pytest.mark.clause("RS-W")),
        ],
    )
    def test_a_chip_that_could_never_be_laid_is_not_sold(self, house, settings, value, clause):
        """One chip over the highest maximum makes no wager; one at the maximum does."""
        driver = Driver(house, settings=settings).opened()

        assert clause == driver.refused("dealer", _issue(value)).clause
        assert value - 1 == driver.do("dealer", _issue(value - 1)).value_minor

    def test_a_chip_between_minimum_and_maximum_need_not_make_the_minimum(self):
        """At a minimum of $5.00 a chip of $7.00 is sold: one of them is a wager."""
        driver = Driver(ONEIDA, settings=LIMITS).opened()
        driver.do("dealer", _issue(700))

        assert 700 == driver.do("Ann", _place(700)).stake_minor
