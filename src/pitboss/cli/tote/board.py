"""`pitboss tote board`: the board of a race as it stands in a day's transcript, or as it came to be."""

from __future__ import annotations

import time
from contextlib import nullcontext, suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.constrain import Constrain
from rich.live import Live

from pitboss.cli.output import File, console, print_json, read_bytes
from pitboss.cli.tote.screen import screen
from pitboss.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.tote.day.board import Board
    from pitboss.tote.day.state import Day
    from pitboss.transcript import Transcript

PACE_MAX = 60.0
WIDTH_MAX = 100


def board(
    transcript: File,
    *,
    track: str | None = None,
    race: int | None = None,
    at: int | None = None,
    json: bool = False,
    live: bool = False,
    pace: float = 1.0,
) -> None:
    """Show the board of a race: lights, odds, pools, what would be paid, and what is.

    Parameters
    ----------
    transcript
        The transcript of a tote day, JSON Lines; "-" reads standard input.
    track
        The sending track's code; by default that of the race that is next to go.
    race
        The race's number; by default the one that is next to go, or else the last.
    at
        A line of the transcript: the board as it is after the command there.
    json
        Print the board as one JSON document; with --live one for each command.
    live
        Play the day command by command and draw the board anew after each; Ctrl-C ends it.
    pace
        Seconds between two commands of --live.
    """
    from pitboss.tote.day.board import board as board_of
    from pitboss.transcript import play

    if not 0 <= pace <= PACE_MAX:
        raise InputError(f"from 0 to {PACE_MAX:g} seconds", field="pace", value=pace)
    found = _read(transcript, at)
    if live:
        _live(found, track, race, pace, is_json=json)
        return
    day, now = None, None
    for step in play(found):
        day, now = step.state, step.entry.command.received_at
    if day is None or now is None or not day.races:
        raise InputError("no race card is open by then", field="at", value=at)
    shown = board_of(day, *_where(day, track, race), now)
    if json:
        print_json([shown])
    else:
        _print(console(), shown)


def _read(file: str, at: int | None) -> Transcript:
    from pitboss.openers import read_transcript
    from pitboss.tote.day.game import TOTE

    found = read_transcript(read_bytes(file).split(b"\n"))
    if found.game is not TOTE:
        raise InputError(f"is a transcript of {found.game.name}; a tote day's has boards", field="file", value=file)
    return found if at is None else replace(found, entries=[entry for entry in found.entries if entry.line <= at])


def _where(day: Day, track: str | None, race: int | None) -> tuple[str, int]:
    """Return the track and race that were asked for, the next to go where nothing was."""
    from pitboss.tote.day.board import next_to_go

    if race is None:
        return next_to_go(day, track)
    if track is None and len(day.cards) > 1:
        raise InputError(f"which track's race {race}? There is {', '.join(day.cards)}", field="track", value=None)
    return track or next(iter(day.cards)), race


def _live(transcript: Transcript, track: str | None, race: int | None, pace: float, *, is_json: bool) -> None:
    """Draw a board after each command, in place where there is a terminal, else one below the other."""
    from pitboss.tote.day.board import board as board_of
    from pitboss.transcript import play

    out, before = console(), None
    is_drawn = out.is_terminal and not is_json
    in_place = Live(console=out, screen=True, auto_refresh=False) if is_drawn else nullcontext()
    with in_place as drawn, suppress(KeyboardInterrupt):
        for step in play(transcript):
            day: Day = step.state
            if not day.races or track not in (None, *day.cards):
                continue
            shown = board_of(day, *_where(day, track, race), step.entry.command.received_at)
            if is_json:
                print_json([shown])
            elif drawn is None:
                _print(out, shown, before)
            else:
                drawn.update(Constrain(screen(shown, _width(out), before), _width(out)), refresh=True)
            before = shown
            time.sleep(pace)
    if before is not None and drawn is not None:
        # The screen is gone when it is left; what was last seen stays.
        _print(out, before)


def _width(out: Console) -> int:
    return min(out.width, WIDTH_MAX)


def _print(out: Console, shown: Board, before: Board | None = None) -> None:
    out.print(screen(shown, _width(out), before), width=_width(out))
