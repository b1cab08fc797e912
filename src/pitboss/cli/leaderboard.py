"""`pitboss leaderboard`: who stands where in a tournament, from its transcript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.cli.output import File, console, print_json, print_table, read_bytes
from pitboss.errors import InputError
from pitboss.money import Currency, show

if TYPE_CHECKING:
    from pitboss.games.tournament.standings import Standing
    from pitboss.games.tournament.state import Tournament

_COLUMNS = ("place", "player", "chips", "heat", "status", "prize")


def run(file: File, *, json: bool = False) -> None:
    """Play a tournament's transcript and print its standings as they are at its end.

    Parameters
    ----------
    file
        The transcript, JSON Lines; "-" reads standard input.
    json
        Print one JSON row a player.
    """
    from pitboss.games.tournament.game import TOURNAMENT
    from pitboss.games.tournament.standings import standings
    from pitboss.openers import read_transcript
    from pitboss.transcript import play

    transcript = read_transcript(read_bytes(file).split(b"\n"))
    if transcript.game is not TOURNAMENT:
        reason = f"is a transcript of {transcript.game.name}; a tournament's has standings"
        raise InputError(reason, field="file", value=file)
    state: Tournament = TOURNAMENT.new_state(transcript.config)
    for step in play(transcript):
        state = step.state
    lines = standings(state)
    if json:
        print_json(lines)
    else:
        headline = f"{state.config.name}, under {state.config.rulebook}: {state.phase.words}."
        console().print(headline, style="bold", markup=False)
        print_table("", _COLUMNS, [_row(state, line) for line in lines])


def _row(state: Tournament, line: Standing) -> dict[str, object]:
    prize = show(line.prize_minor, Currency.of(state.config.currency)) if line.prize_minor else ""
    return {
        "place": line.place,
        "player": line.player,
        "chips": f"{line.chips:,}",
        "heat": line.heat,
        "status": line.status,
        "prize": prize,
    }
