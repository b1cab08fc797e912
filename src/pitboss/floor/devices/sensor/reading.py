"""What a wheel sensor says: a number it stands by, or why the game must be held. Nothing between the two."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from pitboss.games.roulette.acts import Direction

__all__ = ["Found", "Hold", "HoldCause", "Reading", "Sensor"]


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
