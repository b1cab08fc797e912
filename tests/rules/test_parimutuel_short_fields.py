"""Where every bet wins (PW-A5f, Q90): the pit is alarmed, or nothing more is sold, as the house sets it."""

import pytest

from pitboss.tote.day.events import FieldShort
from tests.support.day_driver import FVD, DayDriver, pool, race, runners, small, when

WALKOVER = {
    **FVD,
    "races": [race(1, "13:00", runners(1), kind="walkover", nominations_close_at=when("13:00", 1, 4))],
    "pools": [pool("win", 1)],
}


def alarms(driver):
    """Return pool and whether it is stopped, of each short field."""
    return [(event.pool, event.is_stopped) for event in driver.events if isinstance(event, FieldShort)]


@pytest.mark.clause("PW-A5f", "Q90")
def test_a_walkover_alarms_when_its_card_is_opened():
    """By default it is sold, and the pit knows."""
    driver = DayDriver(WALKOVER)
    (event,) = [event for event in driver.events if isinstance(event, FieldShort)]
    assert ("pools", True) == (event.reason_for_alarm()[0], "FVD-1-win" in event.reason_for_alarm()[1])
    assert driver.sell("$2 WN 1")


@pytest.mark.clause("PW-A5f", "Q90")
@pytest.mark.parametrize(("kind", "least"), [("win", 2), ("place", 3), ("show", 4), ("quinella", 3)])
def test_a_scratch_that_leaves_too_few_alarms_once(kind, least):
    """The last but one that may be scratched is still a race; then every bet wins."""
    driver = DayDriver(small(kind, least + 1))
    driver.scratch("1")
    assert [] == alarms(driver)
    driver.scratch("2")
    assert [(f"FVD-1-{kind}", False)] == alarms(driver)


@pytest.mark.clause("PW-A5f", "Q90")
def test_a_house_may_stop_selling():
    """Nothing more is sold in the pool; what was sold before stands and is paid, and other pools go on."""
    card = {**small("win", 4), "pools": [pool("win", 1, takeout="0"), pool("show", 1, takeout="0")]}
    driver = DayDriver(card, short_field="stop")
    ticket = driver.sell("$2 SH 1")
    driver.scratch("4")
    assert [("FVD-1-show", True)] == alarms(driver)
    refusal = driver.unsold("$2 SH 1")
    assert ("PW-A5f", "FVD-1-show") == (refusal.clause, refusal.values["pool"])
    assert driver.sell("$2 WN 1")
    driver.official("1-2-3")
    assert 210 == driver.cash(ticket).total_minor


@pytest.mark.clause("PW-A5f", "Q90")
def test_a_house_may_do_neither():
    """Then nobody is alarmed."""
    assert [] == alarms(DayDriver(WALKOVER, short_field="sell"))
