"""The frames of a shoe that reads its cards: bytes in, frames out. Pure.

A frame is ENQ, a sequence number, data, ETX and a check of two characters. The form is what one public reader of such
a line takes; the maker has not confirmed it. How the check is made is not public at all, so the house says which rule
its shoe has: nothing is guessed, and a line without a check is taken only if the house says in words why it may be.

What a check finds: one changed byte of a frame, wherever it is, under either rule. What it does not: bytes that were
exchanged, or two changes that make up for each other. Against those stand the three equal frames that
`shoe_machine.py` asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from functools import reduce
from operator import xor

from pitboss.errors import BadConfig

ENQ, ETX = 0x05, 0x03
DATA_LENGTHS = {b"S": 1, b"P": 1, b"D": 3, b"G": 2, b"R": 1, b"E": 1, b"e": 1, b"d": 3}
"""How long the data is for each kind of message, its letter included. A card's byte may be any, so only a length ends
the data, and never the byte that happens to be ETX."""
CHECK_LENGTH = 2
_BYTE_MAX = 0xFF
_SEQUENCE_MIN = 8
_WORDS_MIN = 3


class CheckRule(StrEnum):
    """How the check of a frame is made: over sequence number, data and ETX, as two hexadecimal digits."""

    XOR = "xor"
    SUM = "sum"
    """Modulo 256."""
    NONE = "none"
    """The two characters are there, and nobody knows what they mean."""


@dataclass(frozen=True)
class ShoeSettings:
    """What a house says of its shoe; there is no default for any of it.

    Raises:
        BadConfig: for a line without a check and without words, or a sequence that is none.
    """

    check: CheckRule
    sequence: tuple[int, int]
    """The first and the last sequence number, as bytes; after the last comes the first."""
    unchecked_because: str | None = None
    """Why a line may do without a check: who decided it, and what stands in for it."""

    def __post_init__(self) -> None:
        first, last = self.sequence
        if not 0 <= first <= last <= _BYTE_MAX or last - first + 1 < _SEQUENCE_MIN:
            reason = f"is no sequence: two bytes, the second at least {_SEQUENCE_MIN - 1} above the first"
            raise BadConfig(reason, field="sequence", value=self.sequence)
        has_words = len((self.unchecked_because or "").split()) >= _WORDS_MIN
        if self.check is CheckRule.NONE and not has_words:
            reason = "is refused: frames that nobody checks are taken only if unchecked_because says in words why"
            raise BadConfig(reason, field="check", value=self.check.value)
        if self.check is not CheckRule.NONE and self.unchecked_because is not None:
            reason = f"is given although frames are checked by {self.check.value}"
            raise BadConfig(reason, field="unchecked_because", value=self.unchecked_because)

    def after(self, number: int) -> int:
        """Return the sequence number that follows one."""
        first, last = self.sequence
        return first if number == last else number + 1

    def has(self, number: int) -> bool:
        """Tell whether a byte is a sequence number."""
        return self.sequence[0] <= number <= self.sequence[1]


@dataclass(frozen=True)
class Frame:
    """A frame in form, with the right check."""

    number: int
    data: bytes


@dataclass(frozen=True)
class BadFrame:
    """Bytes that are no frame."""

    reason: str
    data: bytes


def check_of(covered: bytes, rule: CheckRule) -> bytes:
    r"""Return the check of sequence number, data and ETX.

    >>> check_of(b"0S\x03", CheckRule.XOR), check_of(b"0S\x03", CheckRule.SUM)
    (b'60', b'86')
    """
    value = sum(covered) & _BYTE_MAX if rule is CheckRule.SUM else reduce(xor, covered)
    return f"{value:02X}".encode("ascii")


def frame_bytes(number: int, data: bytes, rule: CheckRule) -> bytes:
    """Return a frame as it is sent."""
    covered = bytes([number]) + data + bytes([ETX])
    return bytes([ENQ]) + covered + check_of(covered, rule)


class _At(Enum):
    """Which byte of a frame comes next."""

    START = auto()
    NUMBER = auto()
    KIND = auto()
    DATA = auto()
    END = auto()
    CHECK = auto()


class FrameReader:
    """A state machine over bytes. A byte that does not fit ends the frame as bad; a new one may begin with it."""

    def __init__(self, settings: ShoeSettings) -> None:
        self._settings = settings
        self._at = _At.START
        self._taken = bytearray()
        self._is_skipping = False
        """Whether bytes outside any frame were told already; they are told once until the next frame begins."""

    @property
    def is_within(self) -> bool:
        """Tell whether a frame has begun and not ended."""
        return self._at is not _At.START

    def feed(self, data: bytes) -> list[Frame | BadFrame]:
        """Return the frames that end with these bytes, in order."""
        return [frame for byte in data for frame in self._step(byte)]

    def forget(self) -> None:
        """Drop an unfinished frame: the plug was out."""
        self._at, self._is_skipping = _At.START, False
        self._taken.clear()

    def _step(self, byte: int) -> Iterator[Frame | BadFrame]:
        if self._at is _At.START:
            if byte == ENQ:
                self._begin()
            elif not self._is_skipping:
                self._is_skipping = True
                yield BadFrame("bytes came outside any frame", bytes([byte]))
            return
        self._taken.append(byte)
        fault = self._advance(byte)
        if fault is not None:
            yield BadFrame(fault, bytes(self._taken))
            self._taken.clear()
            self._at, self._is_skipping = _At.START, True
            if byte == ENQ:
                self._begin()
        elif self._at is _At.CHECK and len(self._taken) == self._length + CHECK_LENGTH:
            yield self._finished()

    def _begin(self) -> None:
        self._at, self._is_skipping = _At.NUMBER, False
        self._taken[:] = bytes([ENQ])

    @property
    def _length(self) -> int:
        """Return how long the frame is up to its ETX."""
        return 3 + DATA_LENGTHS[bytes(self._taken[2:3])]

    def _advance(self, byte: int) -> str | None:
        """Go on by one byte, or return what is wrong with it."""
        if self._at is _At.NUMBER:
            self._at = _At.KIND
            return None if self._settings.has(byte) else "a frame has no sequence number"
        if self._at is _At.KIND:
            if bytes([byte]) not in DATA_LENGTHS:
                return "a frame is of no kind that is known"
            self._at = _At.END if len(self._taken) + 1 == self._length else _At.DATA
        elif self._at is _At.DATA:
            self._at = _At.END if len(self._taken) + 1 == self._length else _At.DATA
        elif self._at is _At.END:
            self._at = _At.CHECK
            return None if byte == ETX else "a frame does not end where it must"
        return None

    def _finished(self) -> Frame | BadFrame:
        whole = bytes(self._taken)
        self._at = _At.START
        self._taken.clear()
        covered, check = whole[1:-CHECK_LENGTH], whole[-CHECK_LENGTH:]
        if self._settings.check is not CheckRule.NONE and check != check_of(covered, self._settings.check):
            return BadFrame("a frame's check is wrong", whole)
        return Frame(covered[0], covered[1:-1])
