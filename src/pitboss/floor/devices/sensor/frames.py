"""The status line of an in-rim wheel sensor: bytes in, lines out.

The form, `*X;S;NNN;WW;F;VVV;D` and CR LF every half second, is what public integrations agree on; the maker has not
confirmed it. It has no checksum, so a line that is not in form to the last byte is damaged, and what a line in form
says is believed only by the rules of `machine.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, IntFlag

from pitboss.games.equipment import Wheel

LINE_BYTES_MAX = 64
SPINS = 1_000
"""The spin count has three digits and begins again after 999."""
_STATUS = re.compile(rb"\*X;([1-6]);([0-9]{3});([0-9 ][0-9]);([0-9A-Fa-f]);([0-9]{3});([01])\r")
_BARE = re.compile(rb"([0-9 ][0-9])\r")


class WheelState(IntEnum):
    """How far the wheel is; the names are ours."""

    START = 1
    PLACE_BETS = 2
    BALL_IN_RIM = 3
    NO_MORE_BETS = 4
    NUMBER = 5
    CLOSED = 6


class Flag(IntFlag):
    """What the wheel warns of; the digit is their sum."""

    BALL_MISSING = 1
    SAME_DIRECTION = 2
    FAULT = 4
    VOID_LAUNCH = 8


@dataclass(frozen=True)
class Status:
    """A status line that is in form."""

    state: WheelState
    spin: int
    number: str
    """The last winning number in the line's own two characters."""
    flags: Flag
    speed: int
    direction: int
    """Of the rotor: 0 clockwise, 1 anticlockwise."""

    @property
    def data(self) -> bytes:
        """Return the line as it is sent."""
        fields = f"{self.state:d};{self.spin:03d};{self.number};{self.flags:X};{self.speed:03d};{self.direction:d}"
        return f"*X;{fields}\r\n".encode("ascii")


@dataclass(frozen=True)
class BareNumber:
    """A line of two characters, sent besides the status once a number is established."""

    number: str


@dataclass(frozen=True)
class Damaged:
    """Bytes that are no line."""

    data: bytes


Line = Status | BareNumber | Damaged


class LineReader:
    """Cuts bytes into lines; the rest of an unfinished one waits, up to a length."""

    def __init__(self) -> None:
        self._rest = b""
        self._is_skipping = False

    def feed(self, data: bytes) -> list[Line]:
        """Return the lines that are finished by these bytes, in order."""
        *whole, self._rest = (self._rest + data).split(b"\n")
        lines: list[Line] = []
        for text in whole:
            if self._is_skipping:
                self._is_skipping = False
            else:
                lines.append(_parsed(text))
        if len(self._rest) > LINE_BYTES_MAX:
            # It is told as damaged once, and what is left of it is dropped up to the next line feed.
            if not self._is_skipping:
                lines.append(Damaged(self._rest[:LINE_BYTES_MAX]))
            self._rest, self._is_skipping = b"", True
        return lines

    def forget(self) -> None:
        """Drop an unfinished line: the plug was out."""
        self._rest, self._is_skipping = b"", False


def _parsed(text: bytes) -> Line:
    status = _STATUS.fullmatch(text)
    if status is not None:
        state, spin, number, flags, speed, direction = (part.decode("ascii") for part in status.groups())
        return Status(
            state=WheelState(int(state)),
            spin=int(spin),
            number=number,
            flags=Flag(int(flags, 16)),
            speed=int(speed),
            direction=int(direction),
        )
    bare = _BARE.fullmatch(text)
    return BareNumber(bare[1].decode("ascii")) if bare is not None else Damaged(text[:LINE_BYTES_MAX])


def number_codes(wheel: Wheel, *, zero: str | None = None, double_zero: str | None = None) -> Mapping[str, str]:
    """Return the line's two characters for each pocket.

    With one zero "00" and " 0" can mean nothing else. With two, how the line tells 0 from 00 is not public: as long
    as the house does not say both codes, a zero is not in the mapping, and the game is held on one.

    >>> from pitboss.games.equipment import DOUBLE_ZERO
    >>> number_codes(DOUBLE_ZERO)["07"], "00" in number_codes(DOUBLE_ZERO)
    ('7', False)
    """
    codes = {f"{int(pocket):02d}": pocket for pocket in wheel.pockets if pocket not in ("0", "00")}
    if "00" not in wheel.index:
        return codes | {"00": "0", " 0": "0"}
    if zero is None or double_zero is None or zero == double_zero:
        return codes
    return codes | {zero: "0", double_zero: "00"}
