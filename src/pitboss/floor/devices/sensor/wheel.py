"""A wheel that is not there: a ball that loses speed in the rim, drops and is thrown about, from a seed.

It is for trying a table and for tests. Its chance is no chance to play for money with, and nothing is measured on it.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pitboss.floor.devices.sensor.reading import Found, Hold, HoldCause, Reading
from pitboss.games.roulette.acts import Direction

if TYPE_CHECKING:
    from pitboss.games.equipment import Wheel

__all__ = ["Launch", "SimulatedWheel"]

_DROP = 0.55
"""Revolutions a second at which the ball leaves the rim."""
_FRICTION = (0.075, 0.085)
_PUSH = (1.4, 2.2)
_ROTOR = (0.35, 0.5)
_RATTLE_SECONDS = (1.5, 4.0)
_SCATTER = 9.0
"""How many pockets the ball is thrown about, as a standard deviation."""


@dataclass(frozen=True)
class Launch:
    """A spin from the dealer's hand to rest."""

    pocket: str
    revolutions: int
    direction: Direction
    rotor: int
    """Which way the rotor turns: 0 clockwise, 1 anticlockwise."""
    rim_seconds: float
    """Until the ball is slow enough that no more bets may be taken."""
    drop_seconds: float
    """Until it leaves the rim."""
    seconds: float
    """Until it rests."""


class SimulatedWheel:
    """A wheel with a sensor that counts; a launch is followed by its number when the time has come."""

    def __init__(self, wheel: Wheel, seed: int) -> None:
        self._wheel = wheel
        self._chance = random.Random(seed)  # noqa: S311 - a wheel to try things with, from a seed on purpose
        self._angle = 0.0
        self._rotor = 1
        self._spins = 0
        self._running: tuple[int, Launch] | None = None
        self._taken: tuple[Found, ...] = ()

    def spin(self, direction: Direction = Direction.AGAINST, *, push: float | None = None) -> Launch:
        """Return what a launch comes to; `push` is the ball's first speed in revolutions a second."""
        draw = self._chance.uniform
        speed = draw(*_PUSH) if push is None else push
        friction, rotor_speed, rattle = draw(*_FRICTION), draw(*_ROTOR), draw(*_RATTLE_SECONDS)
        scatter = self._chance.gauss(0.0, _SCATTER)
        self._rotor = 1 - self._rotor
        turn = 1 if self._rotor == 0 else -1
        # Under friction in proportion to its speed the ball slows from `speed` to the drop along an exponential.
        drop = max(0.0, math.log(speed / _DROP) / friction) if speed > 0 else 0.0
        laps = max(0.0, (speed - _DROP) / friction)
        seconds = drop + rattle
        ball = laps * (turn if direction is Direction.WITH else -turn)
        self._angle = (self._angle + rotor_speed * seconds * turn) % 1.0
        order = self._wheel.order
        place = math.floor((ball - self._angle) * len(order) + scatter) % len(order)
        return Launch(order[place], math.floor(laps), direction, self._rotor, drop * 0.6, drop, seconds)

    def launch(self, direction: Direction, now_ns: int, *, push: float | None = None) -> Launch:
        """Set the ball running now."""
        launch = self.spin(direction, push=push)
        self._running = (now_ns, launch)
        return launch

    def poll(self, now_ns: int) -> tuple[Found, ...]:
        """Return the number once the ball rests, or that the ball was taken out."""
        found, self._taken = self._taken, ()
        if self._running is None:
            return found
        began_ns, launch = self._running
        if now_ns - began_ns < launch.seconds * 1e9:
            return found
        self._running = None
        self._spins += 1
        return (*found, Reading(launch.pocket, launch.revolutions, launch.direction, self._spins))

    def take_ball(self) -> bool:
        """Take the ball out while it runs, as somebody may; tell whether it ran."""
        is_running = self._running is not None
        if is_running:
            self._taken = (Hold(HoldCause.WARNING, "the wheel warns: the ball was removed or is not sensed"),)
        self._running = None
        return is_running
