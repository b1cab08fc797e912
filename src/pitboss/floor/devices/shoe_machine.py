"""When a reading shoe is believed. Pure; time is passed in.

A shoe sends each message three times under one sequence number. A message is believed when three frames with that
number came in a row, each with a right check and all equal, and the number follows the one before. Anything else holds
the game: a bad frame, a number left out, a message sent fewer than three times, two messages under one number, a
card's code that is no card, the shoe's own report of an error. After a hold nothing is read until somebody resumes.

So a wrong card comes through only if the same change, of a sort that the check does not find, was made to all three
frames; and a lost card only if as many messages were lost at once as there are sequence numbers. The shoe's result
is never used: it is compared with what the cards come to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pitboss.floor.devices.serial_port import SerialDevice
from pitboss.floor.devices.shoe_frames import BadFrame, Frame, FrameReader, ShoeSettings
from pitboss.games.baccarat.hands import Outcome, Side, point_count
from pitboss.games.cards import RANKS

BAUD = 4_800
REPEATS = 3
UNFINISHED_NS = 3 * 10**9
"""How long a message may stay without all of its frames."""
_SUITS = {1: "D", 2: "C", 3: "S", 4: "H"}
_SIDES = {0: Side.PLAYER, 1: Side.BANKER}
_OUTCOMES = {1: Outcome.PLAYER, 2: Outcome.TIE, 4: Outcome.BANKER}
_FORCED_EXIT = 7
_NOTES = {b"S": "the shoe has started", b"P": "the shoe stands by"}
_ALARMS = {
    b"R": "the shoe asks for the hand to be dealt again",
    b"E": "the shoe reports an error",
    b"e": "the shoe says that its error was cancelled",
}


@dataclass(frozen=True)
class CardRead:
    """A card that left the shoe."""

    number: int
    card: str
    side: Side | None
    """Whose hand the shoe takes it for; None for a card that is in no hand."""

    @property
    def is_out_of_game(self) -> bool:
        """Tell whether the shoe says that it is no card of the game."""
        return self.side is None


@dataclass(frozen=True)
class ResultRead:
    """How the round ended, says the shoe; nothing is ever paid on it."""

    number: int
    outcome: Outcome


@dataclass(frozen=True)
class ShoeNote:
    """Something the shoe says that changes no game."""

    number: int
    words: str


@dataclass(frozen=True)
class ShoeHold:
    """The game must wait for a ruling."""

    reason: str


ShoeFound = CardRead | ResultRead | ShoeNote | ShoeHold


def card_of(code: int) -> str | None:
    """Return the card of a byte, in our notation: the suit in bits 6 to 4, the rank below; None for what is no card.

    >>> card_of(0x3A), card_of(0x41), card_of(0x1E), card_of(0xC1)
    ('TS', 'AH', None, None)
    """
    suit, rank = _SUITS.get(code >> 4), code & 0x0F
    return None if suit is None or not 1 <= rank <= len(RANKS) else RANKS[rank - 1] + suit


def contradiction(result: ResultRead, player: Sequence[str], banker: Sequence[str]) -> str | None:
    """Return in which way the shoe's result is not what the cards come to, or None.

    >>> contradiction(ResultRead(48, Outcome.TIE), ["9S", "TS"], ["4H", "4D"])
    'the shoe says tie, and the cards come to player, 9 to 8'
    """
    points = point_count(player), point_count(banker)
    winner = Outcome.PLAYER if points[0] > points[1] else Outcome.BANKER
    counted = Outcome.TIE if points[0] == points[1] else winner
    if result.outcome is counted:
        return None
    return f"the shoe says {result.outcome.value}, and the cards come to {counted.value}, {points[0]} to {points[1]}"


class ShoeMachine:
    """Follows one shoe frame by frame."""

    def __init__(self, settings: ShoeSettings) -> None:
        self._settings = settings
        self._done: Frame | None = None
        self._pending: Frame | None = None
        self._count = 0
        self._since_ns: int | None = None
        """When the message that is not finished began."""
        self.is_held = False

    def hear(self, frames: Iterable[Frame | BadFrame], now_ns: int) -> tuple[ShoeFound, ...]:
        """Take frames in order, and return what they make certain; nothing while the shoe is held."""
        found: list[ShoeFound] = []
        for frame in frames:
            if self.is_held:
                break
            answer = self._hold(frame.reason) if isinstance(frame, BadFrame) else self._frame(frame, now_ns)
            found += [answer] if answer is not None else []
        return tuple(found)

    def tick(self, now_ns: int, *, is_within: bool = False) -> tuple[ShoeFound, ...]:
        """Hold a message that stays unfinished; `is_within` tells that a frame has begun and not ended."""
        if self.is_held or not (is_within or self._pending is not None):
            self._since_ns = None
            return ()
        self._since_ns = now_ns if self._since_ns is None else self._since_ns
        if now_ns - self._since_ns < UNFINISHED_NS:
            return ()
        return (self._hold("a message of the shoe was not finished"),)

    def unplugged(self) -> tuple[ShoeFound, ...]:
        """Hold when the line is gone."""
        return () if self.is_held else (self._hold("the shoe is unplugged"),)

    def resume(self) -> None:
        """Begin anew after a ruling: whatever number comes next is the first."""
        self.is_held, self._done, self._pending, self._since_ns = False, None, None, None

    def _hold(self, reason: str) -> ShoeHold:
        self.is_held, self._pending = True, None
        return ShoeHold(reason)

    def _frame(self, frame: Frame, now_ns: int) -> ShoeFound | None:
        pending, done = self._pending, self._done
        if pending is not None:
            if frame.number != pending.number:
                return self._hold(f"message {pending.number} of the shoe came {self._count} times and not {REPEATS}")
            if frame != pending:
                return self._hold(f"the shoe sent two messages under the number {frame.number}")
            self._count += 1
        elif done is not None and frame.number == done.number:
            # More often than three times is no harm as long as it is the same.
            return None if frame == done else self._hold(f"the shoe sent two messages under the number {frame.number}")
        elif done is not None and frame.number != self._settings.after(done.number):
            return self._hold(f"the shoe's messages between {done.number} and {frame.number} are missing")
        else:
            self._pending, self._count, self._since_ns = frame, 1, now_ns
        if self._count < REPEATS:
            return None
        self._done, self._pending, self._since_ns = frame, None, None
        return self._decoded(frame)

    def _decoded(self, frame: Frame) -> ShoeFound:
        kind, rest = frame.data[:1], frame.data[1:]
        if kind in _NOTES:
            return ShoeNote(frame.number, _NOTES[kind])
        if kind in _ALARMS:
            return self._hold(_ALARMS[kind])
        if kind == b"G":
            return self._result(frame.number, rest[0])
        card = card_of(rest[1])
        if card is None:
            return self._hold(f"the shoe sent the code {rest[1]:02X}, which is no card")
        if kind == b"d":
            return CardRead(frame.number, card, None)
        side = _SIDES.get(rest[0] >> 4)
        return self._hold(f"the shoe gave {card} to no hand") if side is None else CardRead(frame.number, card, side)

    def _result(self, number: int, code: int) -> ShoeFound:
        if code >> 4 == _FORCED_EXIT:
            return self._hold("the shoe was made to end the round")
        outcome = _OUTCOMES.get(code >> 4)
        return self._hold(f"the shoe sent no result: {code:02X}") if outcome is None else ResultRead(number, outcome)


class SerialShoe(SerialDevice[ShoeFound]):
    """A shoe at a serial port."""

    def __init__(self, port: str, settings: ShoeSettings, *, baud: int = BAUD) -> None:
        super().__init__(port, baud, FrameReader(settings), ShoeMachine(settings))

    def _ticked(self, now_ns: int) -> tuple[ShoeFound, ...]:
        found: tuple[ShoeFound, ...] = self._machine.tick(now_ns, is_within=self._reader.is_within)
        return found

    def resume(self) -> None:
        """Begin anew after a ruling, with nothing left of a frame that was cut off."""
        self._reader.forget()
        self._machine.resume()
