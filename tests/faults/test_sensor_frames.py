"""A line without a checksum, and a million frames that noise has changed: no wrong number comes through.

A case is a corrupted frame. Spins are sent with anything from a rare fault to every frame changed; what the machine
accepts must be the number of the spin it names, and nothing else. Spins are short: few lines stand against the noise.
"""

from collections import Counter

import pytest

from pitboss.floor.devices.sensor.frames import LineReader, number_codes
from pitboss.floor.devices.sensor.machine import Hold, Reading, WheelMachine
from pitboss.games.equipment import SINGLE_ZERO
from tests.support.campaign import Campaign
from tests.support.line_simulator import corrupted, spin_lines

CODES = number_codes(SINGLE_ZERO)
NUMBERS = [code for code in CODES if code.isdigit()]
NOISE = (0.01, 0.05, 0.2, 0.5, 0.9, 1.0)
COUNTS = (3, 2, 2, 4)


class Line:
    """One wheel, its noisy line and the machine at the other end."""

    def __init__(self, rng):
        self.rng = rng
        self.reader, self.machine = LineReader(), WheelMachine(CODES, now_ns=0)
        self.before = (rng.randrange(1_000), rng.choice(NUMBERS))
        self.spins: dict[int, str] = {}
        self.met: Counter[str] = Counter()

    def spin(self, noise):
        """Send one spin, and return what was found meanwhile."""
        count, number = (self.before[0] + 1) % 1_000, self.rng.choice(NUMBERS)
        # A number may become certain only with the first lines after its spin: the one before counts as well.
        self.spins = {self.before[0]: self.before[1], count: number}
        found: list = []
        for frame in spin_lines(self.before, number, counts=COUNTS, direction=self.rng.randrange(2)):
            data = frame.data
            if self.rng.random() < noise:
                data = corrupted(data, self.rng)
                self.met["corrupted"] += 1
            found += self.machine.hear(self.reader.feed(data), 0)
        self.before = (count, number)
        return found


def search(part):
    """Send spins until so many frames were corrupted; fail on a number that the spin did not have."""
    rng = part.rng()
    line = Line(rng)
    while line.met["corrupted"] < part.cases:
        for entry in line.spin(rng.choice(NOISE)):
            kind = "read" if isinstance(entry, Reading) else "held"
            line.met[kind] += 1
            assert isinstance(entry, Hold) or CODES[line.spins[entry.spin]] == entry.pocket
        line.met["spins"] += 1
    return line.met


@pytest.mark.campaign(1_000_000)
def test_no_wrong_number_is_accepted(request):
    """Flipped, dropped, inserted and cut bytes hold games; they never change a number."""
    met = Campaign.of(request, "sensor-frames", part_cases=10_000).run(search)

    assert met["corrupted"] >= 10_000
    assert min(met["read"], met["held"]) > 100, met


def test_the_search_can_fail():
    """Frames changed alike, as noise would have to do it three times in a row, are the wrong number that is feared."""
    lines = [frame.data for frame in spin_lines((41, "05"), "17")]
    lies = [data.replace(b";17;", b";16;") for data in lines]
    found = WheelMachine(CODES, now_ns=0).hear(LineReader().feed(b"".join(lies)), 0)

    assert ["16"] == [entry.pocket for entry in found if isinstance(entry, Reading)]
