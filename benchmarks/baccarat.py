"""How a round of baccarat ends: the exact count beside a bare compiled loop over every order of six values."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit
from rich import box
from rich.table import Table

from benchmarks.timing import best_of
from pitboss.games.baccarat.third_cards import ThirdCards, third_cards
from pitboss.lab.baccarat import Outcomes, count, full_shoe
from pitboss.rulebook import edition

__all__ = ["DECKS", "as_values", "count_table", "measure"]

PUBLIC = "count"
BARE = "bare loop"
DECKS = (1, 2, 4, 6, 8, 12, 16)

_NATURAL = 8
_NONE = 10
"""The column of Table 2 for a player who took no third card."""

Figures = dict[int, dict[str, float]]
"""Decks to the seconds of each way."""


def measure(*, rounds: int) -> Figures:
    """Measure both ways for each size of shoe, once it is seen that they count the same."""
    tables = third_cards(edition("oneida-minibaccarat-2004"))
    return {decks: _measured(full_shoe(decks), tables, rounds=rounds) for decks in DECKS}


def _measured(shoe: tuple[int, ...], tables: ThirdCards, *, rounds: int) -> dict[str, float]:
    counts = np.array(shoe, dtype=np.int64)
    player_row = np.array(tables.player_row)
    banker_rows = np.array(tables.banker_rows)

    def public() -> Outcomes:
        return count(shoe, tables)

    def bare() -> Any:
        found = np.zeros((10, 10), dtype=np.int64)
        _bare_loop(counts, player_row, banker_rows, found)
        return found

    if public().ways != tuple(map(tuple, bare().tolist())):
        raise SystemExit(f"{BARE} comes to other counts than {PUBLIC}: there is nothing to compare")
    return best_of({PUBLIC: public, BARE: bare}, rounds=rounds)


def count_table(figures: Figures) -> Table:
    """Return the seconds of both ways as a table, a row for each size of shoe."""
    table = Table(title="Exact count of one shoe, in milliseconds", box=box.SIMPLE, padding=(0, 1, 0, 0))
    for heading in ("decks", f"{PUBLIC} (NumPy)", f"{BARE} (compiled)", "times the loop"):
        table.add_column(heading, justify="right")
    for decks, seconds in figures.items():
        ratio = seconds[PUBLIC] / seconds[BARE]
        table.add_row(str(decks), *(f"{seconds[way] * 1000:.2f}" for way in (PUBLIC, BARE)), f"{ratio:.1f}")
    return table


def as_values(figures: Figures) -> list[dict[str, object]]:
    """Return the figures as JSON can hold them."""
    return [{"decks": decks, "seconds": seconds} for decks, seconds in figures.items()]


def _bare(counts: Any, player_row: Any, banker_rows: Any, found: Any) -> None:
    """Weigh every one of the million orders of six values, with nothing taken together."""
    for order in range(1_000_000):
        cards = (order, order // 10, order // 100, order // 1000, order // 10_000, order // 100_000)
        ways = 1
        for place in range(6):
            value = cards[place] % 10
            left = counts[value]
            for before in range(place):
                left -= cards[before] % 10 == value
            ways *= max(left, 0)
        player, banker = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
        if player < _NATURAL and banker < _NATURAL:
            used, third = 4, _NONE
            if player_row[player]:
                used, third = 5, cards[4] % 10
            if banker_rows[banker, third]:
                banker = (banker + cards[used]) % 10
            if third < _NONE:
                player = (player + third) % 10
        found[player, banker] += ways


_bare_loop = njit(nogil=True)(_bare)
