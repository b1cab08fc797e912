"""The game clock after a new start: what is left of a window, by the wall clock and never more than the whole."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.floor.devices.clock import GameClock, Recalled
from pitboss.games.roulette.automatic.acts import LockBets, PromptSpin, RecordClockStep
from pitboss.games.roulette.automatic.events import GameStarted

SECOND = 10**9
LAST = datetime(2024, 6, 1, 20, 0, tzinfo=UTC)
BEGAN_NS = 77 * SECOND
"""The monotonic clock begins anywhere."""
WINDOW = Recalled(seconds=45, passed=timedelta(seconds=15))


def resumed(since, window=WINDOW):
    """Return a clock that was started so long after the last record, by the wall clock."""
    clock = GameClock(stream="auto-1", send=lambda *_: None, session="s2")
    clock.resume(window, LAST, BEGAN_NS, LAST + since)
    return clock


def ticked(clock, since, seconds=0.0):
    """Return what a clock sends so many seconds after its start."""
    return clock.tick(BEGAN_NS + int(seconds * SECOND), LAST + since + timedelta(seconds=seconds))


@pytest.mark.parametrize(("since", "left"), [(0, 30), (12, 18), (29.5, 0.5), (30, 0), (31, 0), (10**9, 0)])
def test_what_is_left_is_the_window_less_the_time_that_passed(since, left):
    """What had passed at the last record and what went by since count together; there is never less than nothing."""
    assert left * SECOND == resumed(timedelta(seconds=since)).remaining_ns(BEGAN_NS)


def test_at_zero_bets_are_locked_at_the_first_tick():
    """A window that went by while nobody kept the table is not opened again."""
    since = timedelta(minutes=5)
    clock = resumed(since)

    assert (LockBets(),) == ticked(clock, since)
    assert () == ticked(clock, since, 1)


def test_prompt_and_lock_come_when_they_would_have_come():
    """From the new start on the window goes by the monotonic clock."""
    since = timedelta(seconds=10)
    clock = resumed(since)
    found = [ticked(clock, since, at) for at in (0, 9.9, 10, 19.9, 20)]

    assert [(), (), (PromptSpin(seconds_left=10),), (), (LockBets(),)] == found


def test_who_was_prompted_is_not_prompted_again():
    """The record tells that it was done."""
    window = Recalled(seconds=45, passed=timedelta(seconds=36), is_prompted=True)
    clock = resumed(timedelta(), window)

    assert [(), (LockBets(),)] == [ticked(clock, timedelta(), at) for at in (0, 9)]


@pytest.mark.parametrize("back", [timedelta(milliseconds=250), timedelta(hours=1), timedelta(days=3_650)])
@pytest.mark.parametrize("window", [WINDOW, None])
def test_a_clock_that_was_set_back_is_recorded_and_gives_no_time(back, window):
    """Nothing is taken to have gone by; the step is recorded once, whether a window is open or not."""
    clock = resumed(-back, window)

    assert (None if window is None else 30 * SECOND) == clock.remaining_ns(BEGAN_NS)
    assert (RecordClockStep(by_milliseconds=-back // timedelta(milliseconds=1)),) == ticked(clock, -back)
    assert () == ticked(clock, -back, 1)


def test_a_clock_that_is_a_little_behind_is_no_step():
    """Below a quarter of a second nothing is recorded, as in a running house."""
    back = timedelta(milliseconds=-249)

    assert () == ticked(resumed(back), back)


def test_without_a_window_nothing_is_locked():
    """Between games there is nothing to go on with, and the next game has its whole time."""
    clock = resumed(timedelta(hours=8), None)
    assert () == ticked(clock, timedelta(hours=8))
    clock.hear(GameStarted(game=2, seconds=45, by="Dora"), BEGAN_NS)

    assert 45 * SECOND == clock.remaining_ns(BEGAN_NS)


@given(
    seconds=st.integers(1, 600),
    passed=st.timedeltas(timedelta(days=-40), timedelta(days=40)),
    since=st.timedeltas(timedelta(days=-40), timedelta(days=40)),
)
def test_never_more_than_the_whole_and_never_less_than_nothing(seconds, passed, since):
    """Whatever the records say and wherever the wall clock stands."""
    left = resumed(since, Recalled(seconds=seconds, passed=passed)).remaining_ns(BEGAN_NS)

    assert 0 <= left <= seconds * SECOND
    assert left <= max(0, seconds * SECOND - since // timedelta(microseconds=1) * 1_000)
