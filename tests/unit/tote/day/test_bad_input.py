"""What no window could sell and no race could be: each answer names the race, the field and the value."""

import pytest

from pitboss.tote.day import acts as a
from tests.support.day_driver import DayDriver, order_of


def named(refusal):
    """Return the place that a refusal points at, and its sentence."""
    return refusal.values["field"], refusal.reason


@pytest.mark.parametrize(
    ("bet", "runner"),
    [("R2 $2 WN 9", "9"), ("R2 $2 EX 1/8", "8"), ("R2 $2 WN 1A", "1A"), ("R2 $1 TRI KEY 9/1,2", "9")],
)
def test_an_unknown_runner(bet, runner):
    """Of the race of the bet, wherever it stands in it."""
    refusal = DayDriver().unsold("$2 WN 1", bet)
    field, reason = named(refusal)
    assert ("", "bets[1].bet", runner) == (refusal.clause, field, refusal.values["value"])
    assert f"{runner!r}: race 2 has no such runner" in reason


def test_an_unknown_runner_in_a_leg():
    """The race is the leg's."""
    field, reason = named(DayDriver().unsold("$1 P3 1/1/9"))
    assert "bets[0].bet" == field
    assert "'9': race 3 has no such runner" in reason


def test_an_unknown_runner_that_is_scratched_or_finishes():
    """Named by its place in the act."""
    driver = DayDriver()
    scratch = driver.refused("track", a.ScratchRunner(track="FVD", race=1, runner="9"))
    assert ("runner", "9") == (scratch.values["field"], scratch.values["value"])
    assert "race 1 has no such runner" in scratch.reason
    driver.stop()
    result = driver.refused("track", a.PostResult(track="FVD", race=1, order=order_of("3-9-2")))
    assert ("order[1].runner", "9") == (result.values["field"], result.values["value"])
    assert "race 1 has no such runner" in result.reason


@pytest.mark.parametrize(
    ("act", "field", "value"),
    [
        (a.StopBetting(track="AAA", race=1), "track", "AAA"),
        (a.StopBetting(track="LAK", race=3), "race", 3),
        (a.PublishPrices(pool="LAK-3-win"), "pool", "LAK-3-win"),
        (a.RecordCount(pool="LAK-3-win", total_minor=1, counted_by="tape"), "pool", "LAK-3-win"),
    ],
)
def test_an_unknown_track_race_or_pool(act, field, value):
    """Today there is no such thing."""
    refusal = DayDriver().refused("track", act)
    assert ("", field, value) == (refusal.clause, refusal.values["field"], refusal.values["value"])


def test_a_result_with_a_scratched_horse():
    """The race, the place in the order and the runner."""
    driver = DayDriver()
    driver.scratch("4", 2)
    driver.stop(2)
    refusal = driver.refused("track", a.PostResult(track="FVD", race=2, order=order_of("3-4-2")))
    assert ("PW-D3", "order[1].runner", "4") == (refusal.clause, refusal.values["field"], refusal.values["runner"])
    assert "runner 4 of race 2 is scratched" in refusal.reason


def test_two_firsts_without_a_dead_heat_mark():
    """The race, the place and the runner that lacks its mark."""
    driver = DayDriver()
    driver.stop(2)
    order = (a.Finisher(1, "3", dead_heat=True), a.Finisher(1, "4"))
    refusal = driver.refused("track", a.PostResult(track="FVD", race=2, order=order))
    assert ("order[1].dead_heat", "4") == (refusal.values["field"], refusal.values["runner"])
    assert "2 runners are at place 1 of race 2" in refusal.reason


def test_an_amount_under_the_minimum():
    """The race, the pool, the minimum and the amount."""
    refusal = DayDriver().unsold("$2 WN 1", "R2 $1 EX 1/2")
    field, reason = named(refusal)
    assert ("PW-C", "bets[1].bet", "FVD-2-exacta", 100) == (
        refusal.clause,
        field,
        refusal.values["pool"],
        refusal.values["amount_minor"],
    )
    assert "FVD takes exacta bets on race 2 from $2.00 on, not $1.00" == reason


def test_a_box_of_ten_in_a_race_of_seven():
    """The first runner that the race does not have."""
    refusal = DayDriver().unsold("R2 $2 EX BOX 1,2,3,4,5,6,7,8,9,10")
    assert ("bets[0].bet", "8") == (refusal.values["field"], refusal.values["value"])
    assert "race 2 has no such runner" in refusal.reason


@pytest.mark.parametrize("bet", ["$-2 WN 4", "$0 WN 4", "$2,000 WN 4", "$2.5 WN 4"])
def test_an_amount_that_is_none(bet):
    """The text and what was expected at which column."""
    refusal = DayDriver().unsold(bet)
    assert ("", "bets[0].bet, column 1", bet) == (refusal.clause, refusal.values["field"], refusal.values["value"])


def test_a_negative_amount_is_answered_with_its_bet_and_race():
    """On a ticket with several bets a column says nothing by itself."""
    refusal = DayDriver().unsold("$2 WN 1", "R2 $-2 WN 4")
    assert refusal.values["field"].startswith("bets[1].bet")
    assert "race 2" in refusal.reason


@pytest.mark.parametrize("amount", [-200, 0])
def test_a_negative_amount_in_an_exchange_or_on_a_card(amount):
    """Is not even a command."""
    driver = DayDriver()
    act = a.CorrectDisplay(pool="FVD-1-win", combo="3", posted_minor=amount)
    assert "posted_minor" in driver.refused("supervisor", act).reason
