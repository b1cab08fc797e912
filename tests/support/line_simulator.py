"""A wheel's serial line without a wheel: the lines of whole spins, and a pseudo-terminal that a real reader opens.

What may go wrong on a line is here too: bytes flipped, dropped, inserted or cut off, and the plug pulled.
"""

from __future__ import annotations

import os
import tempfile
import tty
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.floor.devices.sensor.frames import SPINS, Flag, Status, WheelState

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

__all__ = ["LINE_SECONDS", "LineSimulator", "corrupted", "idle_lines", "spin_lines"]

LINE_SECONDS = 0.5
_REST_SPEED, _SPIN_SPEED = 18, 24


def idle_lines(spin: int, number: str, count: int, *, direction: int = 0) -> list[Status]:
    """Return lines of a wheel that takes bets; `spin` and `number` are of the spin before."""
    return [Status(WheelState.PLACE_BETS, spin, number, Flag(0), _REST_SPEED, direction)] * count


def spin_lines(
    before: tuple[int, str], number: str, *, counts: tuple[int, int, int, int] = (4, 6, 6, 4), direction: int = 0
) -> list[Status]:
    """Return the lines of one spin: so many each of place bets, ball in rim, no more bets and number."""
    resting, rim, slowing, result = counts
    old = (*before, Flag(0), _SPIN_SPEED, direction)
    return [
        *idle_lines(*before, resting, direction=direction),
        *[Status(WheelState.BALL_IN_RIM, *old)] * rim,
        *[Status(WheelState.NO_MORE_BETS, *old)] * slowing,
        *[Status(WheelState.NUMBER, (before[0] + 1) % SPINS, number, Flag(0), _SPIN_SPEED, direction)] * result,
    ]


def corrupted(line: bytes, chance: random.Random) -> bytes:
    """Return a line with one to three faults, and never the line itself."""
    data = line
    while data == line:
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            data = _fault(data, chance)
    return data


def _fault(data: bytes, chance: random.Random) -> bytes:
    at = chance.randrange(len(data) + 1)
    rest = data[at + 1 :]
    faults = {
        "flip": bytes([(data[at : at + 1] or b"\n")[0] ^ (1 << chance.randrange(8))]) + rest,
        "digit": chance.choice("0123456789").encode() + rest,
        "drop": data[at + chance.randrange(1, 4) :],
        "insert": bytes(chance.randrange(256) for _ in range(chance.randrange(1, 4))) + data[at:],
        "cut": b"",
        "double": data,
    }
    return data[:at] + faults[chance.choice(("flip", *faults))]


class LineSimulator:
    """The wheel's end of a line; `port` is what a reader opens.

    The port is a link, as a machine's own names of its serial ports are, and is gone while the plug is out: the number
    of a pseudo-terminal is given to the next one that is opened, whoever opens it.
    """

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="pitboss-line-"))
        self.port = str(self._folder / "port")
        self._is_open = False
        self.plug()

    def plug(self) -> None:
        """Put the plug in, at the start or again."""
        self._wheel_end, self._reader_end = os.openpty()
        tty.setraw(self._reader_end)
        self._folder.mkdir(mode=0o700, exist_ok=True)
        Path(self.port).symlink_to(os.ttyname(self._reader_end))
        self._is_open = True

    def say(self, lines: Iterable[Status | bytes]) -> None:
        """Send lines, or any bytes."""
        data = b"".join(line.data if isinstance(line, Status) else line for line in lines)
        while data:
            data = data[os.write(self._wheel_end, data) :]

    def unplug(self) -> None:
        """Pull the plug: whoever reads finds the line gone."""
        if self._is_open:
            self._is_open = False
            Path(self.port).unlink()
            self._folder.rmdir()
            os.close(self._reader_end)
            os.close(self._wheel_end)
