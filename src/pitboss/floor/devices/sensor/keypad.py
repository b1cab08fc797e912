"""The dealer's keypad: a number, then how often the ball went round, each ended with "enter"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.floor.devices.sensor.reading import Reading

if TYPE_CHECKING:
    from pitboss.floor.devices.sensor.reading import Found
    from pitboss.games.equipment import Wheel

__all__ = ["CLEAR", "ENTER", "Keypad"]

ENTER = "enter"
CLEAR = "clear"
_DIGITS = frozenset("0123456789")
_DIGITS_MAX = 3
_REVOLUTIONS_MAX = 1_000


class Keypad:
    """Collects keys; it takes no number that its wheel does not have."""

    def __init__(self, wheel: Wheel) -> None:
        self._wheel = wheel
        self._found: list[Found] = []
        self._text = ""
        self.pocket: str | None = None
        """The number that was entered, while the revolutions are not."""
        self.fault: str | None = None
        """Why the last entry was not taken."""

    @property
    def shown(self) -> str:
        """Return what the keypad's display says."""
        if self.fault is not None:
            return self.fault
        return f"number {self._text}" if self.pocket is None else f"{self.pocket}, revolutions {self._text}"

    def press(self, key: str) -> None:
        """Take one key: a digit, "enter" or "clear"; others do nothing."""
        if key == CLEAR:
            self._text, self.pocket, self.fault = "", None, None
        elif key == ENTER:
            self._enter()
        elif key in _DIGITS and len(self._text) < _DIGITS_MAX:
            self._text, self.fault = self._text + key, None

    def _enter(self) -> None:
        text, self._text, self.fault = self._text, "", None
        if self.pocket is None:
            if text in self._wheel.index:
                self.pocket = text
            else:
                self.fault = f"no number {text or 'entered'}"
        elif not text or int(text) > _REVOLUTIONS_MAX:
            self.fault = "no revolutions entered"
        else:
            self._found.append(Reading(self.pocket, int(text)))
            self.pocket = None

    def poll(self, now_ns: int) -> tuple[Found, ...]:
        """Return what was entered; when does not matter."""
        del now_ns
        found, self._found = tuple(self._found), []
        return found
