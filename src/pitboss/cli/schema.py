"""`pitboss schema`: the JSON Schema of what has transcripts: a game, a tournament, a cage, a tote day."""

from __future__ import annotations

import sys

import msgspec


def run(game: str = "roulette") -> None:
    """Print the JSON Schema of one line of a transcript.

    Parameters
    ----------
    game
        The game whose acts and events the lines hold, or `tournament`, `automatic`, `cage` or `tote`.
    """
    from pitboss.games import game as game_named
    from pitboss.games.cage.game import CAGE
    from pitboss.games.roulette.automatic.game import AUTOMATIC
    from pitboss.games.tournament.game import TOURNAMENT
    from pitboss.tote.day.game import TOTE
    from pitboss.transcript import transcript_schema

    # What has transcripts and is no game.
    besides = {of: stream for stream in (TOURNAMENT, AUTOMATIC, CAGE, TOTE) for of in (stream.name, stream.first_line)}
    schema = transcript_schema(besides[game] if game in besides else game_named(game))
    if game == TOTE.name:
        # What a day's document leaves out is filled in from its edition, not by the type.
        schema["$defs"]["DayConfig"]["required"] = ["rulebook", "name", "date"]
    # A schema's patterns are those of ECMAScript, whose `$` is the very end and which knows no `\Z`.
    text = msgspec.json.encode(schema).replace(rb'\\Z"', b'$"')
    sys.stdout.write(msgspec.json.format(text, indent=2).decode() + "\n")
