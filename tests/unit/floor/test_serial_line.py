"""A real pyserial reader on the simulator's pseudo-terminal: spins, noise, contradictions, silence, unplugging."""

import random
import time
from unittest.mock import Mock

import pytest

from pitboss.floor.devices.sensor.frames import number_codes
from pitboss.floor.devices.sensor.machine import SILENCE_NS, HoldCause, SerialSensor
from pitboss.games.equipment import SINGLE_ZERO
from tests.support.line_simulator import corrupted, idle_lines, spin_lines
from tests.support.lines import ArrivedLine

SECOND = 10**9
CODES = number_codes(SINGLE_ZERO)
SPIN = spin_lines((41, "05"), "17")


@pytest.fixture
def line():
    """Return a line whose plug is pulled at the end."""
    simulator = ArrivedLine()
    yield simulator
    simulator.unplug()


@pytest.fixture
def sensor(line):
    """Return a sensor that has opened the line."""
    reader = SerialSensor(line.port, CODES, now_ns=0)
    reader.poll(0)
    yield reader
    reader.close()


def polled(sensor, *, wanted, now_ns=SECOND):
    """Poll until so many findings came, which takes the kernel a moment, and say what they were."""
    found: list = []
    until = time.monotonic() + 180
    while len(found) < wanted and time.monotonic() < until:
        found += sensor.poll(now_ns)
        time.sleep(0.005)
    return causes(found)


def causes(found):
    """Return the numbers of readings and the causes of holds."""
    return [getattr(entry, "pocket", None) or entry.cause for entry in found]


def test_a_spin_over_the_line_gives_its_number(line, sensor):
    """Bytes through a terminal device become a reading."""
    line.say(SPIN)

    assert ["17"] == polled(sensor, wanted=1)


def test_noise_holds_and_the_next_spin_is_read(line, sensor):
    """After a spin full of damaged lines the wheel is followed again from its rest."""
    chance = random.Random(11)
    noisy = [frame.data if at < 4 else corrupted(frame.data, chance) for at, frame in enumerate(SPIN)]
    line.say([*noisy, b"\r\n", *spin_lines((42, "17"), "36")])

    assert [HoldCause.CONTRADICTION, "36"] == polled(sensor, wanted=2)


def test_a_contradiction_holds(line, sensor):
    """Two numbers in one spin are told as such."""
    line.say([*SPIN[:-2], *spin_lines((41, "05"), "20")[-2:]])

    assert [HoldCause.CONTRADICTION] == polled(sensor, wanted=1)


def test_silence_holds(line, sensor):
    """A minute on the clock that is passed in, without a line."""
    line.say(SPIN[:10])
    for _ in range(20):
        assert () == sensor.poll(SECOND)

    assert [HoldCause.SILENCE] == polled(sensor, wanted=1, now_ns=SECOND + SILENCE_NS)


def test_an_unplugged_line_holds_once(line, sensor):
    """The reader notices by itself, says so once, and does not fall over."""
    line.say(SPIN[:10])
    sensor.poll(SECOND)
    line.unplug()

    assert [HoldCause.UNPLUGGED] == polled(sensor, wanted=1, now_ns=2 * SECOND)
    assert () == sensor.poll(2 * SECOND)
    assert () == sensor.poll(9 * SECOND)


def test_a_port_that_is_not_there_holds():
    """A wheel that was never plugged in is told at the first look."""
    sensor = SerialSensor("/dev/no-such-wheel", CODES, now_ns=0)

    assert [HoldCause.UNPLUGGED] == causes(sensor.poll(0))


def test_a_line_plugged_in_again_is_read_again(line):
    """The reader opens the port anew after a second, and follows from rest."""
    sensor = SerialSensor("/dev/no-such-wheel", CODES, now_ns=0)
    sensor.poll(0)
    sensor._port.name = line.port
    sensor.poll(SECOND // 2)
    sensor.poll(SECOND)
    line.say([*idle_lines(41, "05", 2), *SPIN])

    assert ["17"] == polled(sensor, wanted=1, now_ns=2 * SECOND)
    sensor.close()


def test_a_port_that_cannot_be_closed_is_left():
    """A device that is gone may answer its closing with an error, which stops nobody."""
    sensor = SerialSensor("/dev/no-such-wheel", CODES, now_ns=0)
    sensor._port._line = Mock(read=Mock(side_effect=OSError), close=Mock(side_effect=OSError))

    assert [HoldCause.UNPLUGGED] == causes(sensor.poll(0))
