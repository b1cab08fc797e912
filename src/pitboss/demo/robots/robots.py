"""Which robot belongs to which stream."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pitboss.demo.robots import automatic, baccarat, blackjack, roulette, sicbo, tote
from pitboss.demo.robots.scene import Chance, Scene, Step

Robot = Callable[[Any, "Chance", "Scene"], "Step | None"]
"""Says what happens next at a stream as it stands."""

ROBOTS: dict[str, Robot] = {
    "roulette": roulette.next_step,
    "sicbo": sicbo.next_step,
    "baccarat": baccarat.next_step,
    "blackjack": blackjack.next_step,
    "automatic roulette": automatic.next_step,
    "tote": tote.next_step,
}
"""By the stream's own name; a stream that is not here is left to people."""
