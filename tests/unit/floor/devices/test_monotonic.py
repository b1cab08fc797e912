"""A clock that never goes back, whatever is done to the wall clock."""

from datetime import UTC, datetime, timedelta

from pitboss.floor.devices.monotonic import SteadyClock

NOON = datetime(2024, 6, 1, 12, tzinfo=UTC)


class Hands:
    """Two clocks that a test moves."""

    def __init__(self):
        self.wall, self.ns = NOON, 0
        self.clock = SteadyClock(lambda: self.wall, lambda: self.ns)

    def passes(self, seconds):
        """Let time pass on both."""
        self.wall += timedelta(seconds=seconds)
        self.ns += seconds * 10**9


def test_it_goes_with_the_wall_clock():
    """Where nobody touches anything it shows what the wall clock shows."""
    hands = Hands()
    hands.passes(90)
    assert NOON + timedelta(seconds=90) == hands.clock()


def test_a_clock_that_is_set_back_changes_nothing():
    """Time goes on from where it was, and once the wall clock has caught up they are together again."""
    hands = Hands()
    hands.passes(60)
    hands.wall -= timedelta(hours=1)
    hands.passes(1)
    assert NOON + timedelta(seconds=61) == hands.clock()
    hands.wall += timedelta(hours=1)
    assert NOON + timedelta(seconds=61) == hands.clock()


def test_a_clock_that_is_set_on_does_not_come_back():
    """What was shown once was the time, also when the wall clock is set right again."""
    hands = Hands()
    hands.wall += timedelta(minutes=5)
    assert NOON + timedelta(minutes=5) == hands.clock()
    hands.wall -= timedelta(minutes=5)
    hands.passes(2)
    assert NOON + timedelta(minutes=5, seconds=2) == hands.clock()
