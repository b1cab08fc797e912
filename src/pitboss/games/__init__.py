"""The pure rules of the table games. `game("roulette")` gives one by name; nothing is loaded before it is asked for.

A game that does not ship with the program is added from outside: by `register`, or as an entry point of an installed
package in the group `pitboss.games`, under its name, that leads to its `Game`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.errors import BadConfig

if TYPE_CHECKING:
    from pitboss.games.contract import Game

__all__ = ["GAMES", "added_folders", "game", "register"]

GAMES = ("roulette", "sicbo", "baccarat", "blackjack")
"""The games that ship with the program."""
_added: dict[str, Game] = {}


def register(added: Game) -> None:
    """Add a game from outside, for this process."""
    if added.name in GAMES or _added.get(added.name, added) is not added:
        raise BadConfig("there is a game of that name already", field="game", value=added.name)
    _added[added.name] = added


def game(name: str) -> Game:
    """Return a game by its name.

    >>> game("roulette").name
    'roulette'
    """
    if name in GAMES:
        found: Game = import_module(f"pitboss.games.{name}.game").GAME
        return found
    if name not in _added:
        _look_for(name)
    if name not in _added:
        raise BadConfig(f"no such game; there is {', '.join((*GAMES, *_added))}", field="game", value=name)
    return _added[name]


def _look_for(name: str) -> None:
    """Register a game of an installed package."""
    from importlib.metadata import entry_points

    for entry in entry_points(group="pitboss.games", name=name):
        register(entry.load())


def added_folders() -> tuple[Path, ...]:
    """Return where the code of the added games lies, since it is part of the program that runs."""
    files = (sys.modules[added.decide.__module__].__file__ for added in _added.values())
    return tuple(sorted({Path(file).parent for file in files if file is not None}))
