"""The pictures that a live page is made of: each game's own, drawn once from the geometry that also decides.

A page fetches them, finds the places by their notation (`data-bet="split:17-20"`), and from then on only sets
attributes and moves chips.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.draw.baccarat.table import marks_picture
from pitboss.draw.pieces import deck_picture, dice_picture
from pitboss.draw.roulette.screen import roulette_pictures
from pitboss.draw.sicbo.screen import sicbo_pictures
from pitboss.draw.sicbo.table import draw as sicbo_picture

_DRAWN: Final[Mapping[str, Callable[[Any], Mapping[str, str]]]] = {
    "roulette": lambda state: roulette_pictures(state.rules),
    "automatic roulette": lambda state: roulette_pictures(state.rules),
    "sicbo": lambda state: {
        **sicbo_pictures(state.rules),
        "table": sicbo_picture(state.rules),
        "dice": dice_picture(),
    },
    "baccarat": lambda _: {"deck": deck_picture(), "marks": marks_picture()},
    "blackjack": lambda _: {"deck": deck_picture()},
}
"""The name of a stream's rules to what its pages need drawn."""


def screen_pictures(name: str, state: Any) -> Mapping[str, str]:
    """Return the pictures of a table by the name of its rules, each an SVG document; none for a game without any."""
    draw = _DRAWN.get(name)
    return {} if draw is None else draw(state)
