"""`pitboss schema`: the JSON Schema of a game's or a tournament's transcripts, made from its message types."""

from __future__ import annotations

import sys

import msgspec

from pitboss.games import game as game_named
from pitboss.games.tournament.game import TOURNAMENT
from pitboss.transcript import transcript_schema

__all__ = ["run"]


def run(game: str = "roulette") -> None:
    """Print the JSON Schema of one line of a transcript.

    Parameters
    ----------
    game
        The game whose acts and events the lines hold, or `tournament`.
    """
    schema = transcript_schema(TOURNAMENT if game == TOURNAMENT.name else game_named(game))
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(schema), indent=2).decode() + "\n")
