"""A real pyserial reader on a pseudo-terminal with a reading shoe at its other end."""

import time
from unittest.mock import Mock

import pytest

from pitboss.floor.devices.shoe_frames import CheckRule, ShoeSettings, frame_bytes
from pitboss.floor.devices.shoe_machine import SerialShoe
from tests.support.line_simulator import LineSimulator

SECOND = 10**9
SETTINGS = ShoeSettings(CheckRule.SUM, (0x30, 0x39))
TEN = frame_bytes(0x30, b"D\x00\x3a", CheckRule.SUM)


@pytest.fixture
def line():
    """Return a line whose plug is pulled at the end."""
    simulator = LineSimulator()
    yield simulator
    simulator.unplug()


@pytest.fixture
def shoe(line):
    """Return a shoe that has opened the line."""
    reader = SerialShoe(line.port, SETTINGS)
    reader.poll(0)
    yield reader
    reader.close()


def polled(shoe, now_ns=SECOND):
    """Poll until something is found, which takes the kernel a moment."""
    until = time.monotonic() + 180
    while time.monotonic() < until:
        found = shoe.poll(now_ns)
        if found:
            return [getattr(entry, "card", None) or entry.reason for entry in found]
        time.sleep(0.005)
    return []


def test_a_card_over_the_line(line, shoe):
    """Three frames through a terminal device become a card."""
    line.say([TEN] * 3)

    assert ["TS"] == polled(shoe)


def test_noise_holds_until_somebody_resumes(line, shoe):
    """With half a frame left in the reader, which is forgotten."""
    line.say([b"noise", TEN[:4]])
    assert ["bytes came outside any frame"] == polled(shoe)
    while shoe._reader.is_within is False:
        shoe.poll(SECOND)
    shoe.resume()
    line.say([TEN] * 3)

    assert ["TS"] == polled(shoe)


def test_a_message_that_stops_is_held(line, shoe):
    """After three seconds."""
    line.say([TEN])
    while shoe._machine._pending is None:
        shoe.poll(SECOND)
    shoe.poll(2 * SECOND)

    assert ["a message of the shoe was not finished"] == polled(shoe, now_ns=9 * SECOND)


def test_an_unplugged_shoe_is_held_and_opened_again(line, shoe):
    """It is tried once a second."""
    line.unplug()

    assert ["the shoe is unplugged"] == polled(shoe)
    tried = []
    for now_ns in (5 * SECOND, 6 * SECOND - 1, 6 * SECOND):
        assert () == shoe.poll(now_ns)
        tried.append(shoe._port._tried_ns)
    assert [5 * SECOND, 5 * SECOND, 6 * SECOND] == tried


def test_a_line_that_cannot_be_closed_is_let_go(shoe):
    """There is nothing left to give back."""
    real, shoe._port._line = shoe._port._line, Mock()
    shoe._port._line.close.side_effect = OSError("gone")
    shoe.close()
    real.close()

    assert shoe._port._line is None
