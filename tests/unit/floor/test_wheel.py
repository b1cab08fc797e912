"""The simulated wheel: the same seed gives the same evening, and physics gives direction, revolutions and time."""

from collections import Counter

from pitboss.floor.devices.sensor.reading import Hold, HoldCause, Reading
from pitboss.floor.devices.sensor.wheel import SimulatedWheel
from pitboss.games.equipment import DOUBLE_ZERO
from pitboss.games.roulette.acts import Direction

SECOND = 10**9


def launches(seed, count, **how):
    """Return so many spins of one wheel."""
    wheel = SimulatedWheel(DOUBLE_ZERO, seed)
    return [wheel.spin(**how) for _ in range(count)]


def test_a_seed_gives_the_same_spins():
    """Two wheels of one seed agree, two seeds do not."""
    assert launches(7, 20) == launches(7, 20)
    assert launches(7, 20) != launches(8, 20)


def test_every_pocket_is_reached():
    """No number is impossible, and none comes much more often than its share."""
    counts = Counter(launch.pocket for launch in launches(1, 3_800))

    assert set(DOUBLE_ZERO.pockets) == set(counts)
    assert 150 > max(counts.values())


def test_a_dealers_push_is_a_valid_spin():
    """The ball goes round often enough, and takes as long as a spin takes."""
    spins = launches(2, 500)

    assert min(launch.revolutions for launch in spins) >= 4
    assert 5 < min(launch.seconds for launch in spins) <= max(launch.seconds for launch in spins) < 30
    assert all(launch.rim_seconds < launch.drop_seconds < launch.seconds for launch in spins)


def test_a_weak_push_is_too_few_revolutions():
    """A ball that is hardly faster than it must be to stay up drops at once."""
    assert all(launch.revolutions < 4 for launch in launches(3, 50, push=0.7))
    assert [0] == [launch.revolutions for launch in launches(3, 1, push=0.0)]


def test_the_rotor_turns_the_other_way_each_time():
    """Spin follows spin in turn."""
    assert [0, 1, 0, 1] == [launch.rotor for launch in launches(4, 4)]


def test_the_number_comes_when_the_ball_rests():
    """Nothing is found before, and the number once."""
    wheel = SimulatedWheel(DOUBLE_ZERO, 5)
    launch = wheel.launch(Direction.WITH, SECOND)
    rests_ns = SECOND + int(launch.seconds * SECOND) + 1

    assert () == wheel.poll(rests_ns - SECOND)
    assert (Reading(launch.pocket, launch.revolutions, Direction.WITH, 1),) == wheel.poll(rests_ns)
    assert () == wheel.poll(rests_ns + SECOND)


def test_a_ball_that_is_taken_out_is_told():
    """Only a running ball can be taken, and its number never comes."""
    wheel = SimulatedWheel(DOUBLE_ZERO, 5)
    assert not wheel.take_ball()
    wheel.launch(Direction.AGAINST, 0)

    assert wheel.take_ball()
    assert [HoldCause.WARNING] == [hold.cause for hold in wheel.poll(1) if isinstance(hold, Hold)]
    assert () == wheel.poll(60 * SECOND)
