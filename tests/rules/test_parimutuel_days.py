"""Whose day it is (PW-D1, PW-B3, Q38, Q80): the facility's, by its own clock, whichever card was opened first."""

from datetime import UTC, datetime, time, timedelta, timezone
from typing import Any

import pytest

from pitboss.tote.day import acts as a
from tests.support.day_driver import LAK, DayDriver, card_of, cashing, pool, race, runners, small

PACIFIC = timezone(timedelta(hours=-7))
TOKYO = timezone(timedelta(hours=9))


def at(clock: str, zone: timezone, day: int = 1, month: int = 5) -> datetime:
    """Return an instant by a track's own clock."""
    hour, minute = map(int, clock.split(":"))
    return datetime(2004, month, day, hour, minute, tzinfo=zone)


def track_in(zone: timezone, *posts: tuple[str, int]) -> dict[str, Any]:
    """Return a card of four runners a race, with its post times by its own clock."""
    races = [
        {**race(number, "13:00", runners(4)), "post_time": at(clock, zone, day)}
        for number, (clock, day) in enumerate(posts, 1)
    ]
    return {**LAK, "track": "FAR", "name": "Far Downs", "races": races, "pools": [pool("win", 1, takeout="0")]}


AFTERNOON = track_in(UTC, ("18:00", 1))
EVENING = track_in(PACIFIC, ("20:30", 1), ("21:45", 1))


@pytest.mark.clause("PW-D1", "Q80")
@pytest.mark.parametrize("cards", [(AFTERNOON, small("win", 4)), (small("win", 4), AFTERNOON), (AFTERNOON,)])
def test_a_winner_is_paid_on_its_last_day_whatever_card_was_opened_first(cards):
    """The evening before the expiration date at Oneida is that date already by Greenwich's clock, and in time."""
    driver = DayDriver(*cards)
    ticket = driver.sell("FAR R1 $2 WN 3")
    driver.official("3-1-2", 1, "FAR")
    assert 210 == driver.at("22:00", 29, 7).cash(ticket).total_minor


@pytest.mark.clause("PW-D1", "Q80")
@pytest.mark.parametrize("zone", ["America/Chicago", "America/Los_Angeles", "Asia/Tokyo"])
def test_the_facility_says_when_its_day_ends(zone):
    """At the hour it set, by its own clock: a minute before it a ticket is paid, and then no longer."""
    driver = DayDriver(small("win", 4), terminals=2, timezone=zone, day_ends="03:30")
    one, two = driver.sell("$2 WN 3"), driver.sell("$2 WN 3")
    driver.official("3-1-2")
    expires = driver.config.expires_on
    for minutes, ticket in ((-1, one), (0, two)):
        end = datetime.combine(expires, time(3, 30), driver.config.zone)
        driver.now = end + timedelta(minutes=minutes, seconds=-1)
        assert (minutes < 0) == hasattr(driver.answer("cashier", cashing(ticket)), "events")


@pytest.mark.clause("PW-D1", "Q80")
def test_a_day_ends_at_its_hour_in_the_night_in_which_the_clock_is_set():
    """On October 31st 2004 the clocks went back at two: six o'clock is an hour later, and the day lasts until then."""
    driver = DayDriver(small("win", 4), expires_after_days=183)
    one, two = driver.sell("$2 WN 3"), driver.sell("$2 WN 3")
    driver.official("3-1-2")
    driver.now = datetime.fromisoformat("2004-10-31T05:59:00-06:00")
    assert driver.cash(one)
    driver.now = datetime.fromisoformat("2004-10-31T06:00:00-06:00")
    assert "PW-D1" == driver.refused("cashier", cashing(two)).clause


@pytest.mark.clause("PW-D1", "Q80")
def test_tickets_are_written_off_when_the_facilitys_last_day_is_over():
    """At six in the morning of the expiration date by its own clock; a minute earlier it is still the day before."""
    driver = DayDriver(small("win", 4))
    driver.sell("$2 WN 3")
    driver.official("3-1-2")
    driver.do("manager", a.CloseDay())
    driver.now = datetime.combine(driver.config.expires_on, time(5, 59), driver.config.zone)
    assert "PW-D1" == driver.refused("manager", a.ExpireTickets()).clause
    expired = driver.at("06:00:00", 30, 7).do("manager", a.ExpireTickets())
    assert (1, 210, 210) == (expired.tickets, expired.unclaimed_minor, driver.balance("unclaimed"))


@pytest.mark.clause("PW-B3", "Q80")
@pytest.mark.parametrize("cards", [(EVENING,), (small("win", 4), EVENING)])
def test_a_post_time_is_moved_past_midnight(cards):
    """From 21:45 to 22:05 in the Pacific zone it becomes the next day at Oneida, whose day goes on."""
    driver = DayDriver(*cards)
    moved = a.MovePostTime(track="FAR", race=2, post_time=at("22:05", PACIFIC))
    assert at("22:05", PACIFIC) == driver.do("track", moved).post_time
    after = a.MovePostTime(track="FAR", race=2, post_time=at("04:00", PACIFIC, 2))
    assert "PW-B3" == driver.refused("track", after).clause


@pytest.mark.clause("PW-B3")
def test_no_two_races_of_a_track_start_at_once():
    """Moved to the very time of the next race a race would not be before it."""
    moved = a.MovePostTime(track="FAR", race=1, post_time=at("21:45", PACIFIC))
    assert "PW-B3" == DayDriver(EVENING).refused("track", moved).clause


@pytest.mark.clause("PW-C", "Q80")
@pytest.mark.parametrize(
    ("zone", "posts", "is_open"),
    [
        (PACIFIC, [("21:45", 1), ("22:05", 1)], True),
        (TOKYO, [("11:00", 2), ("12:00", 2)], True),
        (PACIFIC, [("21:45", 1), ("03:59", 2)], True),
        (PACIFIC, [("21:45", 1), ("04:00", 2)], False),
        (TOKYO, [("12:00", 1), ("22:00", 1)], False),
    ],
)
def test_races_lie_within_the_facilitys_day(zone, posts, is_open):
    """Past midnight too, here or at the track; not before the day began, nor at the hour at which it ends."""
    driver = DayDriver(small("win", 4))
    answer = driver.answer("manager", a.OpenCard(card=card_of(track_in(zone, *posts))))
    assert is_open == hasattr(answer, "events")


@pytest.mark.clause("PW-D1", "Q80")
def test_a_night_race_is_bet_on_after_midnight():
    """At five past midnight the race of ten past ten in the Pacific zone is still open, and its winner is paid."""
    driver = DayDriver(track_in(PACIFIC, ("22:10", 1)))
    driver.now = at("00:05", timezone(timedelta(hours=-5)), 2)
    ticket = driver.sell("FAR R1 $2 WN 3")
    driver.official("3-1-2", 1, "FAR")
    assert 210 == driver.cash(ticket).total_minor
