"""The game clock: a prompt at ten seconds, a lock at zero, on a monotonic clock that the wall clock cannot move."""

from datetime import UTC, datetime, timedelta

import pytest

from pitboss.floor.devices.clock import GameClock
from pitboss.games.everyday.events import TableResumed, TableSuspended
from pitboss.games.roulette.automatic.acts import LockBets, PromptSpin, RecordClockStep
from pitboss.games.roulette.automatic.events import ClockExtended, GameHeld, GameStarted
from pitboss.games.roulette.events import NoMoreBetsCalled

SECOND = 10**9
WALL = datetime(2024, 6, 1, 20, 0, tzinfo=UTC)
STARTED = GameStarted(game=1, seconds=45, by="Dora")
EXTENDED = ClockExtended(game=1, seconds=20, by="Dora", witness="Sue")
HELD = GameHeld(game=1, reason="no ball", clause="Q33", by="clock")


class Bench:
    """A clock, what it sent, and a wall clock that goes with the monotonic one unless it is set."""

    def __init__(self, *, fails=0):
        self.sent, self.fails, self.set_by = [], fails, timedelta()
        self.clock = GameClock(stream="auto-1", send=self.send, session="s1")

    def send(self, stream, command):
        """Take a command, or fail as often as was asked for."""
        self.sent.append((stream, command))
        if self.fails:
            self.fails -= 1
            raise ConnectionError

    def tick(self, seconds):
        """Let so many seconds have passed since the beginning."""
        wall = WALL + timedelta(seconds=seconds) + self.set_by
        return self.clock.tick(int(seconds * SECOND), wall)

    def hear(self, event, seconds=0):
        """Tell the clock of an event."""
        self.clock.hear(event, seconds * SECOND)
        return self


@pytest.mark.parametrize("game", [STARTED, EXTENDED])
def test_prompt_at_ten_seconds_and_lock_at_zero(game):
    """Each is sent once, at its moment and not a nanosecond before."""
    bench = Bench().hear(game)
    zero, nano = game.seconds, 1 / SECOND
    ticks = [0, zero - 10 - 1e-6, zero - 10, zero - 9, zero - 1e-6, zero, zero + nano, zero + 100]

    found = [bench.tick(second) for second in ticks]

    assert [(), (), (PromptSpin(seconds_left=10),), (), (), (LockBets(),), (), ()] == found


def test_a_late_tick_says_how_much_is_left():
    """The prompt counts the seconds that are left, the begun one included; after zero there is only the lock."""
    assert (PromptSpin(seconds_left=7),) == Bench().hear(STARTED).tick(38.5)
    assert (LockBets(),) == Bench().hear(STARTED).tick(50)


def test_commands_come_from_the_clock_and_name_their_window():
    """Keys differ from window to window."""
    bench = Bench().hear(STARTED)
    bench.tick(45)
    bench.hear(EXTENDED, 60).tick(80)

    assert ["clock/s1/lock/1", "clock/s1/lock/2"] == [command.key for _, command in bench.sent]
    assert {("auto-1", "clock", "device")} == {(stream, c.by.id, c.by.role.value) for stream, c in bench.sent}


@pytest.mark.parametrize("event", [HELD, NoMoreBetsCalled(by="clock")])
def test_a_game_that_is_stopped_or_locked_needs_no_clock(event):
    """After it nothing is prompted or locked any more."""
    bench = Bench().hear(STARTED)
    assert 45 * SECOND == bench.clock.remaining_ns(0)
    bench.hear(event, 5)

    assert () == bench.tick(100)
    assert bench.clock.remaining_ns(5) is None


@pytest.mark.parametrize("step", [timedelta(hours=1), timedelta(hours=-1), timedelta(milliseconds=250)])
def test_a_wall_clock_that_is_set_moves_no_window(step):
    """The step is recorded once, and prompt and lock come when they would have come."""
    bench = Bench().hear(STARTED)
    bench.tick(0)
    bench.set_by = step

    assert (RecordClockStep(by_milliseconds=step // timedelta(milliseconds=1)),) == bench.tick(1)
    assert [(), (PromptSpin(seconds_left=10),), (), (LockBets(),)] == [bench.tick(at) for at in (34, 35, 44, 45)]


def test_a_drift_is_recorded_when_it_has_become_a_quarter_of_a_second():
    """Small differences add up; what was recorded is not recorded again."""
    bench = Bench()
    found = []
    for second in range(52):
        bench.set_by = timedelta(milliseconds=10 * second)
        found += bench.tick(second)

    assert [RecordClockStep(by_milliseconds=250, kind="drift")] * 2 == found


def test_a_step_that_no_record_holds_is_recorded_in_parts():
    """A clock that was decades wrong is set in two records, which add up."""
    bench = Bench()
    bench.tick(0)
    bench.set_by = timedelta(days=365 * 50)
    steps = [act.by_milliseconds for second in (1, 2, 3) for act in bench.tick(second)]

    assert timedelta(days=365 * 50) == timedelta(milliseconds=sum(steps))
    assert 2 == len(steps)


def test_what_could_not_be_sent_is_sent_again_as_it_was():
    """The same command under the same key, until it goes through; a lock is not lost."""
    bench = Bench(fails=2).hear(STARTED)
    for second in (45, 46):
        with pytest.raises(ConnectionError):
            bench.tick(second)

    assert (LockBets(),) == bench.tick(47)
    assert () == bench.tick(48)
    assert 3 == len(bench.sent)
    assert 1 == len({(command.key, command.received_at) for _, command in bench.sent})


def suspended(left_ms):
    """Return that the table stands still, with so much of its betting time left."""
    return TableSuspended(round=1, phase="betting", reason="Fire.", by="Dora", left_ms=left_ms)


def test_a_table_that_stands_still_has_no_time_that_runs_out():
    """What was left when it was suspended is left when it goes on."""
    bench = Bench().hear(STARTED)
    assert () == bench.tick(15)
    bench.hear(suspended(30_000), 15)
    assert [(), ()] == [bench.tick(60), bench.tick(3_600)]
    assert 30 * SECOND == bench.clock.remaining_ns(3_600 * SECOND)
    bench.hear(TableResumed(by="Sue", witness="Flo"), 4_000)
    found = [bench.tick(second) for second in (4_019, 4_020, 4_029, 4_030)]
    assert [(), (PromptSpin(seconds_left=10),), (), (LockBets(),)] == found


def test_a_lock_that_came_too_late_to_be_taken_is_sent_again():
    """It was refused because the table had just been suspended, with a moment left."""
    bench = Bench().hear(STARTED)
    assert (LockBets(),) == bench.tick(45)
    bench.hear(suspended(20), 45)
    bench.hear(TableResumed(by="Sue", witness="Flo"), 100)
    assert [(), (LockBets(),)] == [bench.tick(100), bench.tick(100.02)]
