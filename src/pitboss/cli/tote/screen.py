"""The parts of a tote board in the terminal: lights, runners with their odds, pools, price tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from rich import box
from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from pitboss.money import Currency, show

if TYPE_CHECKING:
    from rich.console import RenderableType

    from pitboss.tote.day.board import Board, BoardInterest, Finish, PaidOut, Probables

_WIDE = 88
"""From so many columns on, pools stand beside the runners."""
_PLACES_SHOWN = 4
_ODDS = "bold bright_yellow"
_DIM = "bright_black"
_LIGHTS = {
    "OPEN": "bold #000000 on green3",
    "OFF": "bold #ffffff on red3",
    "UNOFFICIAL": "bold #000000 on yellow3",
    "OFFICIAL": "bold #000000 on green3",
    "CANCELLED": "bold #ffffff on red3",
    "INQUIRY": "bold #ffffff on red3",
    "PRICES HELD": "bold #ffffff on red3",
    "DEAD HEAT": "bold #000000 on orange1",
}
_SETTLED = ("official", "refunded", "empty")
_OTHER_LIGHT = "bold #000000 on deep_sky_blue1"


def dollars(minor: int, currency: str = "USD") -> str:
    """Write an amount, without its cents where it has none.

    >>> dollars(123400), dollars(1120)
    ('$1,234', '$11.20')
    """
    return show(minor, Currency.of(currency)).removesuffix(".00")


def price_of(minor: int | None, currency: str = "USD", nothing: str = "") -> str:
    """Write a price, always with its cents; what stands for none is given.

    >>> price_of(2100), price_of(None, nothing="-")
    ('$21.00', '-')
    """
    return nothing if minor is None else show(minor, Currency.of(currency))


def grid(*columns: str, words: int = 1) -> Table:
    """Return a table of figures: the first columns are words, the others stand at the right."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style=_DIM)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place < words else "right", no_wrap=True)
    return table


def block(title: str, *parts: RenderableType) -> Group:
    """Put a title above something."""
    return Group(Text(title, style="bold"), *parts, "")


def screen(board: Board, width: int, before: Board | None = None) -> RenderableType:
    """Draw a board for so many columns; beside odds that changed since the board before stands which way."""
    runners, pools = _runners(board, before), _pools(board)
    middle: RenderableType = Group(runners, "", pools)
    if width >= _WIDE:
        beside = Table.grid(expand=True, padding=(0, 3))
        beside.add_column(ratio=1)
        beside.add_column()
        beside.add_row(runners, pools)
        middle = beside
    mark = "   * favorite" if any(entry.is_favorite for entry in board.interests) else ""
    foot = f"{board.facility}   {board.now:%Y-%m-%d %H:%M:%S}{mark}"
    results, would = (Columns(found, padding=(0, 4)) for found in (_results(board), _would_pay(board, width)))
    return Group(_head(board), results, middle, "", would, Text(foot, style=_DIM))


def _results(board: Board) -> Iterator[RenderableType]:
    """Yield who finished where, and what is paid."""
    if board.finish:
        is_official = "OFFICIAL" in board.status
        title = "Official, prices for $2" if is_official else "Order of finish, not official"
        yield block(title, _finish(board, is_official=is_official))
    if board.paid_out:
        yield block("Paid for $2", _paid_out(board.paid_out, board.currency))


def _would_pay(board: Board, width: int) -> Iterator[RenderableType]:
    """Yield what is going to be paid, if this or that happens."""
    from pitboss.tote.day.board import KIND_NAMES

    if board.will_pays:
        columns = {KIND_NAMES[entry.kind]: entry.prices for entry in board.will_pays}
        yield block("Will pay for $2", prices_by_number(columns, board.currency))
    for entry in board.probables:
        yield matrix(entry, width)


def _head(board: Board) -> Panel:
    lights = Text(no_wrap=False)
    for light in board.status:
        lights.append(f" {light} ", style=_LIGHTS.get(light, _OTHER_LIGHT))
        lights.append(" ")
    clock = Text(f"post {board.post_time:%H:%M}", style="bold")
    if board.minutes_to_post is not None:
        clock = Text.assemble((f"{board.minutes_to_post} MTP", _ODDS), ("   "), clock)
    top = Table.grid(expand=True)
    top.add_column(ratio=1)
    top.add_column(justify="right", no_wrap=True)
    top.add_row(Text(f"{board.track_name}   race {board.race}", style="bold"), clock)
    what = [board.title, board.kind, board.distance, board.surface]
    top.add_row(Text(", ".join(part for part in what if part), style=_DIM), "")
    notes = [Text(note, style="italic") for note in board.notes]
    return Panel(Group(top, lights, *notes), box=box.HEAVY, border_style="yellow3")


def _badge(runs: str, number: str, *, is_out: bool = False) -> Text:
    """Draw a number on its cloth."""
    from pitboss.tote.cloths import cloth_of

    cloth = cloth_of(runs, number) if number[:1].isdigit() else None
    style = _DIM if is_out or cloth is None else f"bold {cloth.ink} on {cloth.ground}"
    return Text(number.center(4), style=style)


def _straight(board: Board) -> list[str]:
    """Return which of win, place and show the race has a pool for."""
    from pitboss.tote.day.board import STRAIGHT

    return [kind for kind in STRAIGHT if any(pool.kind == kind for pool in board.pools)]


def _runners(board: Board, before: Board | None) -> Table:
    from pitboss.tote.day.board import STRAIGHT

    kinds = _straight(board)
    has_lines = any(entry.morning_line for entry in board.interests)
    shown = [*(["odds"] if "win" in kinds else []), *(["line"] if has_lines else []), *kinds]
    table = grid("", "runner", *shown, words=2)
    # Of all columns only the names may be cut.
    table.columns[1].no_wrap = False
    earlier = {entry.number: entry for entry in before.interests} if before and before.race == board.race else {}
    for entry in board.interests:
        names = ", ".join(runner.name for runner in entry.runners if entry.is_out or not runner.is_out)
        badge = _badge(board.runs, entry.number, is_out=entry.is_out)
        if entry.is_out:
            table.add_row(badge, _name(names, f"strike {_DIM}"), *([Text("SCR", style=_DIM)] if shown else []))
            continue
        cells: dict[str, Text | str] = {
            kind: "" if amount is None else dollars(amount, board.currency)
            for kind, amount in zip(STRAIGHT, (entry.win_minor, entry.place_minor, entry.show_minor), strict=True)
        }
        cells["odds"] = _odds(entry, earlier.get(entry.number))
        cells["line"] = Text(entry.morning_line or "", style=_DIM)
        table.add_row(badge, _name(names), *(cells[column] for column in shown))
    return table


def _name(names: str, style: str = "") -> Text:
    return Text.assemble((names, style), no_wrap=True, overflow="ellipsis")


def _odds(entry: BoardInterest, before: BoardInterest | None) -> Text:
    """Write the odds, with a mark at the favourite, and another where they rose or fell."""
    from pitboss.tote.day.board import is_longer

    marks = Text()
    if before is not None and before.odds != entry.odds:
        is_up = is_longer(entry.odds, before.odds)
        marks.append("▲" if is_up else "▼", style="green3" if is_up else "red3")
    return marks.append(f"{'*' if entry.is_favorite else ''}{entry.odds or ''}", style=_ODDS)


def _pools(board: Board) -> Table:
    from pitboss.tote.day.board import KIND_NAMES

    table = grid("pool", "races", "total", words=2)
    for pool in board.pools:
        style = "bold red3" if pool.status == "held" else _DIM if pool.status in _SETTLED else ""
        total = dollars(pool.sold_minor - (pool.refunds_minor or 0), board.currency)
        table.add_row(*(Text(cell, style=style) for cell in (KIND_NAMES[pool.kind], _span(pool.races), total)))
        if pool.carryover_minor:
            carried = (" carried in", "", dollars(pool.carryover_minor, board.currency))
            table.add_row(*(Text(cell, style=style or _ODDS) for cell in carried))
    return table


def _span(races: Sequence[int]) -> str:
    return str(races[0]) if len(races) == 1 else f"{races[0]}–{races[-1]}"


def prices_by_number(columns: Mapping[str, Mapping[str, int | None]], currency: str = "USD") -> Table:
    """Return a table of prices by number, a column for each pool."""
    table = grid("", *columns)
    for number in dict.fromkeys(number for prices in columns.values() for number in prices):
        cells = [price_of(prices.get(number), currency, "-") for prices in columns.values()]
        table.add_row(Text(number, style="bold"), *cells)
    return table


def matrix(probables: Probables, width: int) -> Group:
    """Return a table of pairs in whole dollars, in as many pieces as the width asks for."""
    from pitboss.tote.day.board import KIND_NAMES

    shown = [["" if price is None else f"{price // 100:,}" for price in row] for row in probables.prices]
    cell = max([4, *(len(text) + 1 for row in shown for text in row)])
    many = max(1, (width - 4) // cell)
    pieces: list[RenderableType] = []
    for start in range(0, len(probables.columns), many):
        columns = probables.columns[start : start + many]
        table = Table(box=None, padding=0, pad_edge=False)
        table.add_column("", width=4)
        for column in columns:
            table.add_column(column, justify="right", width=cell, header_style="bold")
        for row, prices in zip(probables.rows, shown, strict=True):
            pairs = zip(columns, prices[start : start + many], strict=True)
            cells = [_cell(probables, row, column, text) for column, text in pairs]
            table.add_row(Text(row, style="bold"), *cells)
        pieces.append(table)
    across = {"quinella": "either order", "double": "second leg across"}.get(probables.kind, "second across")
    return block(f"{KIND_NAMES[probables.kind]} would pay for $2, {across}", *pieces)


def _cell(probables: Probables, row: str, column: str, text: str) -> Text:
    from pitboss.tote.races import number_key

    is_below = probables.kind == "quinella" and number_key(row) > number_key(column)
    if is_below or (probables.kind != "double" and row == column):
        return Text("")
    if row in probables.rows_out or column in probables.columns_out:
        return Text("░░", style=_DIM)
    return Text(text or "-", style="" if text else _DIM)


def _finish(board: Board, *, is_official: bool) -> Table:
    kinds = _straight(board) if is_official else []
    table = grid("", "", "runner", *kinds, words=3)
    for entry in board.finish:
        prices = {"win": entry.win, "place": entry.place_price, "show": entry.show}
        if entry.place <= _PLACES_SHOWN or any(prices.values()):
            shown = [price_of(prices[kind], board.currency) for kind in kinds]
            table.add_row(_ordinal(entry), _badge(board.runs, entry.no), Text(entry.name), *shown)
    return table


def _ordinal(entry: Finish) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(entry.place % 100 if entry.place < 20 else entry.place % 10, "th")  # noqa: PLR2004
    return f"{entry.place}{ending}{' =' if entry.is_dead_heat else ''}"


def _paid_out(lines: Sequence[PaidOut], currency: str) -> Table:
    from pitboss.tote.day.board import KIND_NAMES

    has_carryover = any(line.carryover_minor for line in lines)
    table = grid("", "winner", "pays", *(["carried over"] if has_carryover else []), words=2)
    for line in lines:
        winner = line.combo or line.status
        carried = [dollars(line.carryover_minor, currency) if line.carryover_minor else ""] if has_carryover else []
        table.add_row(KIND_NAMES[line.kind], winner, price_of(line.price, currency), *carried)
    return table
