"""A reading shoe's line, and a million frames that noise has changed: no wrong card comes through, and none is lost.

A case is a corrupted frame. What the machine accepts must be the message that was sent under that number, and two
messages accepted without a hold between them must have been sent one after the other. Some faults are made to pass
the check on purpose: then only the three equal frames are left to find them.
"""

from collections import Counter

import pytest

from pitboss.floor.devices.shoe_frames import (
    BadFrame,
    CheckRule,
    Frame,
    FrameReader,
    ShoeSettings,
    check_of,
    frame_bytes,
)
from pitboss.floor.devices.shoe_machine import CardRead, ShoeHold, ShoeMachine
from tests.support.campaign import Campaign
from tests.support.line_simulator import corrupted

NOISE = (0.01, 0.05, 0.2, 0.5, 0.9, 1.0)
SLY = 0.02
"""How many faults come with a check that fits them: more, and all three frames would be changed alike now and then."""
LOST = 0.05
"""How many messages are lost whole, where every frame has a fault."""
CARDS = [0x10 * suit + rank for suit in range(1, 5) for rank in range(1, 14)]
SUITS = {1: "D", 2: "C", 3: "S", 4: "H"}


class Line:
    """One shoe, its noisy line and the machine at the other end."""

    def __init__(self, rng):
        self.rng = rng
        self.rule = rng.choice((CheckRule.XOR, CheckRule.SUM))
        self.settings = ShoeSettings(self.rule, (0x30, 0x39))
        self.reader, self.machine = FrameReader(self.settings), ShoeMachine(self.settings)
        self.sent = 0
        self.data = {}
        self.last = None
        self.met: Counter[str] = Counter()

    def faulty(self, frame):
        """Return a frame with faults, of which some pass the check."""
        if self.rng.random() < SLY:
            covered = bytearray(frame[1:-2])
            while bytes(covered) == frame[1:-2]:
                covered[self.rng.randrange(2, len(covered) - 1)] = self.rng.randrange(256)
            data = frame[:1] + bytes(covered) + check_of(bytes(covered), self.rule)
        else:
            data = corrupted(frame, self.rng)
        self.met["corrupted"] += 1
        found = FrameReader(self.settings).feed(data)
        self.met["passed"] += any(isinstance(entry, Frame) and frame_of(entry, self.rule) != frame for entry in found)
        return data

    def message(self, noise):
        """Send one card three times, and return what was found meanwhile."""
        number = 0x30 + self.sent % 10
        data = bytes([0x44, self.rng.choice((0, 0x10)), self.rng.choice(CARDS)])
        self.data[number] = data
        frame = frame_bytes(number, data, self.rule)
        found: list = []
        self.sent += 1
        if self.rng.random() < noise * LOST:
            self.met["corrupted"] += 3
            self.met["lost"] += 1
            return found
        for _ in range(3):
            sent = self.faulty(frame) if self.rng.random() < noise else frame
            found += self.machine.hear(self.reader.feed(sent), 0)
        return found


def frame_of(frame, rule):
    """Return a frame as it is sent."""
    return frame_bytes(frame.number, frame.data, rule)


def told(data):
    """Return the hand and the card of a message, read again by other means."""
    return data[1] // 16, "A23456789TJQK"[data[2] % 16 - 1] + SUITS[data[2] // 16]


def search(part):
    """Send messages until so many frames were corrupted; fail on a card that was not sent, or that was passed over."""
    rng = part.rng()
    line = Line(rng)
    noise = rng.choice(NOISE)
    while line.met["corrupted"] < part.cases:
        for entry in line.message(noise):
            if isinstance(entry, ShoeHold):
                line.met["held"] += 1
                line.last = None
                continue
            line.met["read"] += 1
            assert isinstance(entry, CardRead)
            assert told(line.data[entry.number]) == ((0, 1)[entry.side == "banker"], entry.card)
            assert line.last is None or (line.last + 1) % 10 == entry.number % 16
            line.last = entry.number % 16
        if line.machine.is_held:
            # The supervisor takes a while: half a frame that the noise left is gone by then.
            line.reader.forget()
            line.machine.resume()
            noise = rng.choice(NOISE)
    return line.met


@pytest.mark.campaign(1_000_000)
def test_no_wrong_card_is_accepted(request):
    """Flipped, dropped, inserted and cut bytes and wrong checks hold games; they never change a card."""
    met = Campaign.of(request, "shoe-frames", part_cases=10_000).run(search)

    assert met["corrupted"] >= 10_000
    assert min(met["read"], met["held"], met["passed"], met["lost"]) > 100, met


def test_the_search_can_fail():
    """A machine that took a message from one frame would have taken a wrong card among these."""
    settings = ShoeSettings(CheckRule.XOR, (0x30, 0x39))
    sent = frame_bytes(0x30, b"D\x00\x3a", CheckRule.XOR)
    lie = frame_bytes(0x30, b"D\x10\x2a", CheckRule.XOR)
    assert sent != lie
    assert not any(isinstance(frame, BadFrame) for frame in FrameReader(settings).feed(lie))
    found = ShoeMachine(settings).hear(FrameReader(settings).feed(lie * 3), 0)

    assert ["TC"] == [entry.card for entry in found if isinstance(entry, CardRead)]
