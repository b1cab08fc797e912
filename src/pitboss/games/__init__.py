"""The pure rules of the table games. `game("roulette")` gives one by name; nothing is loaded before it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from pitboss.errors import BadConfig

if TYPE_CHECKING:
    from pitboss.games.contract import Game

__all__ = ["GAMES", "game"]

GAMES = ("roulette", "sicbo", "baccarat", "blackjack")


def game(name: str) -> Game:
    """Return a game by its name.

    >>> game("roulette").name
    'roulette'
    """
    if name not in GAMES:
        raise BadConfig(f"no such game; there is {', '.join(GAMES)}", field="game", value=name)
    found: Game = import_module(f"pitboss.games.{name}.game").GAME
    return found
