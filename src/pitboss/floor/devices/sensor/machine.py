"""When a number on the line is believed: the rules for a line without a checksum. Pure; time is passed in.

A number is accepted only after the wheel rested with a steady count, then ran through place bets, ball in rim, no
more bets and number, in that order and without a warning; the count went up by one; and the number stood in several
equal lines without a damaged one between them. Whatever does not fit holds the game. One damaged line in a spin is
borne: how often lines are damaged tells how often one may be changed unseen, so a second one holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Protocol

from pitboss.floor.devices.sensor.frames import SPINS, BareNumber, Flag, Line, LineReader, Status, WheelState
from pitboss.floor.devices.serial_port import SerialDevice
from pitboss.games.roulette.acts import Direction


@dataclass(frozen=True)
class Reading:
    """A number that the ball rests in."""

    pocket: str
    revolutions: int | None = None
    """How often the ball went round; None where the sensor does not count."""
    direction: Direction | None = None
    """Which way it ran, where the sensor can tell."""
    spin: int | None = None
    """The sensor's own count of spins."""


class HoldCause(StrEnum):
    """Why a sensor cannot stand by a number."""

    CONTRADICTION = "contradiction"
    WARNING = "warning"
    """The wheel itself reports that something is wrong."""
    SILENCE = "silence"
    UNPLUGGED = "unplugged"


@dataclass(frozen=True)
class Hold:
    """The game must wait for a ruling."""

    cause: HoldCause
    reason: str


Found = Reading | Hold


class Sensor(Protocol):
    """Whatever finds numbers; time is passed in, on a monotonic clock."""

    def poll(self, now_ns: int) -> tuple[Found, ...]:
        """Return what was found since the last call."""


BAUD = 9_600
SILENCE_NS = 60 * 10**9
EQUAL_LINES = 3
"""How many equal lines in a row a number needs; they may go on when the wheel is back at its start."""
NUMBER_LINES = 2
"""How many of them the wheel must send while it says that the number is established."""
DAMAGED_MAX = 1
_REST = (WheelState.START, WheelState.PLACE_BETS)
_WARNINGS = {
    Flag.BALL_MISSING: "the ball was removed or is not sensed",
    Flag.SAME_DIRECTION: "the ball runs with the wheel",
    Flag.FAULT: "a sensor, motor or encoder is faulty",
    Flag.VOID_LAUNCH: "the launch is void",
}


class _Stage(Enum):
    """How much of a spin was heard."""

    SEEKING = auto()
    """Waiting for the wheel at rest, with the same count twice."""
    RESTING = auto()
    IN_RIM = auto()
    SLOWING = auto()
    NUMBER = auto()
    DONE = auto()
    """A number was accepted, and the wheel still shows it."""


_RUNNING = (_Stage.IN_RIM, _Stage.SLOWING, _Stage.NUMBER)


class WheelMachine:
    """Follows one wheel line by line."""

    def __init__(self, codes: Mapping[str, str], *, now_ns: int) -> None:
        self._codes = codes
        self._heard_ns = now_ns
        self._stage = _Stage.SEEKING
        self._is_told = False
        """Whether a hold was given for what is going on; it is given once."""
        self._before: Status | None = None
        """The last line at rest: the count and the number of the spin before."""
        self._first: Status | None = None
        """The first line of the running spin: its direction must stay."""
        self._result: Status | None = None
        self._bare: str | None = None
        self._equal = self._number_lines = self._damaged = 0

    def hear(self, lines: Iterable[Line], now_ns: int) -> tuple[Found, ...]:
        """Take lines in order, and return what they make certain."""
        found: list[Found] = []
        for line in lines:
            if isinstance(line, Status):
                self._heard_ns = now_ns
                answer = self._status(line)
            elif isinstance(line, BareNumber):
                answer = self._bare_number(line)
            else:
                answer = self._damage()
            found += [answer] if answer is not None else []
        return tuple(found)

    def tick(self, now_ns: int) -> tuple[Found, ...]:
        """Hold the game after a minute without a line that is in form, and after every further one."""
        if now_ns - self._heard_ns < SILENCE_NS:
            return ()
        self._heard_ns = now_ns
        # It is told every time: another game may have been started meanwhile.
        self._hold(HoldCause.SILENCE, "")
        return (Hold(HoldCause.SILENCE, "the wheel sensor has been silent for 60 seconds"),)

    def unplugged(self) -> tuple[Found, ...]:
        """Hold the game when the line is gone."""
        hold = self._hold(HoldCause.UNPLUGGED, "the wheel sensor is unplugged")
        return (hold,) if hold is not None else ()

    def _hold(self, cause: HoldCause, reason: str) -> Hold | None:
        """Begin anew, and say why once: a wheel that is lost stays lost until it is seen at rest again."""
        was_told = self._stage is _Stage.SEEKING and self._is_told
        self._stage, self._is_told, self._before = _Stage.SEEKING, True, None
        return None if was_told else Hold(cause, reason)

    def _contradiction(self, reason: str) -> Hold | None:
        return self._hold(HoldCause.CONTRADICTION, reason)

    def _damage(self) -> Hold | None:
        self._damaged += 1
        self._equal = 0
        if self._stage is _Stage.SEEKING:
            self._before = None
        if self._stage in _RUNNING and self._damaged > DAMAGED_MAX:
            return self._contradiction("more than one line of the spin came damaged")
        return None

    def _bare_number(self, line: BareNumber) -> Hold | None:
        if self._stage is _Stage.IN_RIM:
            return self._contradiction(f"the wheel sent the number {line.number} while the ball was in the rim")
        if self._stage in (_Stage.SLOWING, _Stage.NUMBER):
            if self._bare is not None and self._bare != line.number:
                return self._contradiction(f"the wheel sent the numbers {self._bare} and {line.number}")
            self._bare = line.number
            return self._against_bare()
        if self._stage is _Stage.DONE and self._before is not None and line.number != self._before.number:
            return self._contradiction(f"the wheel sent {line.number} after {self._before.number}")
        return None

    def _against_bare(self) -> Hold | None:
        if self._result is not None and self._bare is not None and self._result.number != self._bare:
            reason = f"the wheel's status says {self._result.number} and its number line {self._bare}"
            return self._contradiction(reason)
        return None

    def _status(self, line: Status) -> Found | None:
        if line.state is WheelState.CLOSED:
            return self._hold(HoldCause.WARNING, "the wheel closed or lost its power")
        if line.flags & Flag.FAULT or (line.flags and line.state not in _REST):
            words = ", ".join(text for flag, text in _WARNINGS.items() if line.flags & flag)
            return self._hold(HoldCause.WARNING, f"the wheel warns: {words}")
        if self._stage is _Stage.SEEKING:
            return self._seek(line)
        if self._stage in (_Stage.RESTING, _Stage.DONE):
            return self._rest(line)
        if self._stage is _Stage.NUMBER:
            return self._number(line)
        return self._run(line)

    def _seek(self, line: Status) -> Hold | None:
        """Wait for two lines at rest with the same count and number."""
        if line.state not in _REST:
            return self._contradiction("the wheel was first heard in the middle of a spin")
        if self._before is not None and _told(self._before) == _told(line):
            self._stage, self._is_told = _Stage.RESTING, False
        self._before = line
        return None

    def _rest(self, line: Status) -> Hold | None:
        before = self._before
        if before is None or _told(line) != _told(before):
            return self._contradiction(f"the wheel tells of spin {line.spin} and {line.number}, which was not followed")
        if line.state in _REST:
            self._stage, self._before = _Stage.RESTING, line
            return None
        if self._stage is _Stage.DONE and line.state is WheelState.NUMBER:
            return None
        if before.state is not WheelState.PLACE_BETS or line.state is not WheelState.BALL_IN_RIM:
            return self._out_of_order(before, line)
        self._stage, self._first, self._result, self._bare = _Stage.IN_RIM, line, None, None
        self._equal = self._number_lines = self._damaged = 0
        return None

    def _out_of_order(self, before: Status, line: Status) -> Hold | None:
        names = [state.name.lower().replace("_", " ") for state in (before.state, line.state)]
        return self._contradiction(f'the wheel went from "{names[0]}" to "{names[1]}"')

    def _run(self, line: Status) -> Found | None:
        """Follow the ball in the rim and slowing down; count and number are still those of the spin before."""
        first, before = self._first, self._before
        if first is None or before is None:  # pragma: no cover - a spin begins with both
            return self._contradiction("the wheel was first heard in the middle of a spin")
        is_slowing = self._stage is _Stage.SLOWING
        if is_slowing and line.state is WheelState.NUMBER:
            self._stage = _Stage.NUMBER
            return self._number(line)
        if line.state not in ((WheelState.NO_MORE_BETS,) if is_slowing else (3, 4)):
            return self._out_of_order(first, line)
        if _told(line) != _told(before) or line.direction != first.direction:
            return self._contradiction("the wheel's count, number or direction changed while the ball ran")
        self._first = line
        self._stage = _Stage.SLOWING if line.state is WheelState.NO_MORE_BETS else _Stage.IN_RIM
        return None

    def _number(self, line: Status) -> Found | None:
        """Count equal lines of the number, until it is certain."""
        fault = self._number_fault(line)
        if fault is not None:
            return self._contradiction(fault)
        self._result = line
        self._equal += 1
        self._number_lines += line.state is WheelState.NUMBER
        return self._against_bare() or self._accepted(line)

    def _number_fault(self, line: Status) -> str | None:
        """Say why a line cannot be one of the number's, or None."""
        first, before, result = self._first, self._before, self._result
        if first is None or before is None:  # pragma: no cover - a spin begins with both
            return "the wheel was first heard in the middle of a spin"
        is_number = line.state is WheelState.NUMBER
        if not is_number and (line.state not in _REST or result is None):
            return "the number was not repeated often enough"
        if line.spin != (before.spin + 1) % SPINS:
            return f"the wheel counted from spin {before.spin} to {line.spin}"
        if is_number and line.direction != first.direction:
            return "the wheel turned round before the number was certain"
        if result is not None and (line.number != result.number or (is_number and result.state in _REST)):
            return f"the wheel says {line.number} after {result.number}"
        return None

    def _accepted(self, line: Status) -> Found | None:
        if self._equal < EQUAL_LINES or self._number_lines < NUMBER_LINES:
            return None
        pocket = self._codes.get(line.number)
        if pocket is None:
            return self._contradiction(f"the wheel says {line.number!r}, which is no number of this wheel")
        self._stage, self._before = _Stage.DONE, line
        # The ball ran against the wheel, or the line would have warned.
        return Reading(pocket, direction=Direction.AGAINST, spin=line.spin)


def _told(line: Status) -> tuple[int, str]:
    return line.spin, line.number


class SerialSensor(SerialDevice[Found]):
    """A wheel at a serial port."""

    def __init__(self, port: str, codes: Mapping[str, str], *, now_ns: int, baud: int = BAUD) -> None:
        super().__init__(port, baud, LineReader(), WheelMachine(codes, now_ns=now_ns))
