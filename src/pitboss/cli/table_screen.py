"""How a table to try looks: layout with chips, credits, countdown, console, and what happened last."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.cli.table_acts import PLAYER_KEYS
from pitboss.cli.table_console import CONSOLE_KEYS
from pitboss.cli.table_layout import NUMBER_ROWS
from pitboss.games.equipment import colour_of
from pitboss.games.roulette.state import Phase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from pitboss.cli.table_acts import Seat

__all__ = ["screen"]

_STYLE = {"red": "white on red3", "black": "white on grey11", "green": "white on green4"}
_OUTSIDE = "white on dark_green"
_POINTED = "bold black on bright_cyan"
_WON = "bold black on bright_yellow"
_CELL = 5
_SECOND_NS = 10**9
_NUMBERS_SHOWN = 15
_LOG_LINES_MIN = 2
_OTHER_LINES = 19
"""What a screen has besides terminals and log, at the width of an old terminal."""


def screen(seat: Seat, *, height: int = 40) -> RenderableType:
    """Return all of it, for the terminal that is selected; a low screen shows fewer lines of what happened."""
    rows: list[RenderableType] = [_head(seat), _felt(seat), _bets(seat), _chips(seat), _terminals(seat), _console(seat)]
    log_lines = max(_LOG_LINES_MIN, height - _OTHER_LINES - len(seat.desk.state.terminals))
    newest = list(seat.desk.log)[-log_lines:]
    log = Group(*(_line(line, _log_style(line)) for line in newest))
    rows.append(Panel(log, title="what happened", height=log_lines + 2))
    return Group(*rows, _prompt(seat))


def _log_style(line: str) -> str:
    return "red" if line.startswith(("Refused", "Not ", "Nothing can be recorded")) else ""


def _head(seat: Seat) -> Text:
    state = seat.desk.state
    numbers = " ".join(entry.pocket for entry in state.history[:_NUMBERS_SHOWN])
    text = Text(f"{state.config.name}  game {state.rounds}  {_standing(seat)}", style="bold")
    return text.append(f"   last numbers: {numbers or 'none'}", style="dim")


def _standing(seat: Seat) -> str:
    """Say where the game stands, with the seconds that are left for bets."""
    state = seat.desk.state
    if state.void is not None:
        return f"GAME {state.void} IS VOID, to be refunded"
    if state.held is not None:
        return "HELD"
    if state.round is None or state.is_between_rounds:
        return "no game in play"
    left_ns = seat.desk.clock.remaining_ns(seat.desk.now_ns)
    if left_ns is None:
        return "NO MORE BETS"
    running = ", the ball is running" if state.round.phase is Phase.SPINNING else ""
    return f"PLACE BETS {-(-left_ns // _SECOND_NS)} s{running}"


def _felt(seat: Seat) -> Text:
    """Draw the cells: the one pointed at and the dolly's are marked, and a bet shows its amount where it fits."""
    bets = seat.desk.state.terminals[seat.terminal].bets
    text = Text()
    for place, row in enumerate(seat.cursor.grid):
        width = _CELL if place < NUMBER_ROWS else _CELL * len(seat.cursor.grid[0]) // len(row)
        for column, bet in enumerate(row):
            is_pointed = (place, column) == (seat.cursor.row, seat.cursor.column)
            text.append(*_cell(seat, bet, bets.get(bet, 0), width, is_pointed=is_pointed))
        text.append("\n")
    text.rstrip()
    return text


def _bets(seat: Seat) -> Text:
    """Write out where the cursor is and what the terminal has bet; a long list is cut where the screen ends."""
    bets = seat.desk.state.terminals[seat.terminal].bets
    named = ", ".join(f"{bet} {seat.desk.state.money(stake)}" for bet, stake in bets.items())
    return _line(f"{seat.terminal} at {seat.cursor.bet}; bets: {named or 'none'}")


def _line(text: str, style: str = "") -> Text:
    return Text(text, style=style, no_wrap=True, overflow="ellipsis")


def _cell(seat: Seat, bet: str, stake: int, width: int, *, is_pointed: bool) -> tuple[str, str]:
    kind, _, label = bet.partition(":")
    pocket = label if kind == "straight" else None
    shown = pocket or (bet if width > _CELL else "2to1")
    if stake:
        # An amount is shown whole or not at all; the line below the layout has it in any case.
        amount = f"{shown}•{_short(stake, seat)}"
        shown = amount if len(amount) <= width else f"{shown}•"
    style = _STYLE[colour_of(pocket)] if pocket else _OUTSIDE
    if pocket is not None and pocket == _dolly(seat):
        shown, style = f"[{pocket}]", _WON
    return shown.center(width), _POINTED if is_pointed else style


def _short(stake: int, seat: Seat) -> str:
    """Write a stake in few characters: whole units of the currency, or with decimals where it has a part."""
    text = seat.desk.state.money(stake).lstrip("$").replace(",", "")
    return text.removesuffix(".00")


def _dolly(seat: Seat) -> str | None:
    """Return the number under the dolly: the last one, until the next game is started."""
    state = seat.desk.state
    is_shown = bool(state.history) and state.is_between_rounds and state.history[0].game == state.rounds
    return state.history[0].pocket if is_shown else None


def _chips(seat: Seat) -> Text:
    text = Text("chips  ")
    for place, chip in enumerate(seat.desk.state.config.chips_minor):
        style = "reverse bold" if place == seat.chip else ""
        text.append(f" {place + 1}: {seat.desk.state.money(chip)} ", style=style)
    return text


def _terminals(seat: Seat) -> Table:
    table = Table("terminal", "credits", "bets", "cash-out", "", box=None, pad_edge=False)
    state = seat.desk.state
    for name, entry in state.terminals.items():
        todo = "" if entry.is_verified else "the player verifies the credit (v)"
        cells = (state.money(state.credits(name)), state.money(sum(entry.bets.values())), entry.cash_out or "", todo)
        table.add_row(name, *cells, style="bold bright_cyan" if name == seat.terminal else "")
    return table


def _console(seat: Seat) -> Text:
    state = seat.desk.state
    sensed, current = state.sensed, state.round
    said = [f"sensor: {sensed.pocket} after {sensed.revolutions or '?'} revolutions" if sensed else "sensor: no number"]
    said.append(f"the spin may cost {state.money(state.exposure_minor)}")
    call = ""
    if seat.desk.trouble is not None:
        call = f"NOTHING COULD BE RECORDED: {seat.desk.trouble}"
    elif state.held:
        call = f"HELD: {state.held}"
    elif state.is_prompted and current is not None and current.phase is Phase.BETTING:
        call = "TEN SECONDS: SPIN THE BALL"
    return _line("console  " + " · ".join([call, *said] if call else said), "bold yellow" if call else "")


def _prompt(seat: Seat) -> Text:
    if seat.question is not None:
        return Text(f"{seat.question.label}: {seat.question.text}_", style="bold yellow")
    player = f"arrows move · 1-6 chip · tab next terminal · {_help(PLAYER_KEYS)}"
    return Text(f"player   {player}\nconsole  {_help(CONSOLE_KEYS)} · q leave", style="dim")


def _help(keys: Mapping[str, tuple[str, object]]) -> str:
    return " · ".join(f"{key} {text}" for key, (text, _) in keys.items() if text)
