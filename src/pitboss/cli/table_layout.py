"""The layout as cells that a cursor can visit: zeros, numbers and columns in three rows, dozens, even chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pitboss.games.roulette.rules import Rules

__all__ = ["NUMBER_ROWS", "Cursor", "Grid", "grid_of"]

Grid = tuple[tuple[str, ...], ...]
"""Rows of bets."""
NUMBER_ROWS = 3
_NUMBER_COLUMNS = 13
_EVEN = ("low", "even", "red", "black", "odd", "high")


def grid_of(rules: Rules) -> Grid:
    """Return the bets of a layout as they lie, the zeros to the left; a zero two rows high is there twice."""
    numbers = [box for box in rules.layout.boxes if box.label in rules.wheel.index]
    columns = [position for position in rules.positions if position.kind == "column"]
    rows = []
    for row in range(NUMBER_ROWS):
        labels = [
            next(box.label for box in numbers if box.touches(column + 0.5, row + 0.5))
            for column in range(_NUMBER_COLUMNS)
        ]
        ends = [position.bet for position in columns if labels[-1] in position.covers]
        rows.append((*(f"straight:{label}" for label in labels), *ends))
    dozens = tuple(position.bet for position in rules.positions if position.kind == "dozen")
    even = tuple(position.bet for position in rules.positions if position.kind in _EVEN)
    return (*rows, dozens, even)


class Cursor:
    """Where on the layout the player points."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.row, self.column = 1, 1

    @property
    def bet(self) -> str:
        """Return the bet under the cursor."""
        return self.grid[self.row][self.column]

    def move(self, way: str) -> None:
        """Go up, down, left or right; at an edge it stays, and between rows it keeps its place across."""
        width = len(self.grid[self.row])
        if way in ("left", "right"):
            step = 1 if way == "right" else -1
            self.column = min(max(self.column + step, 0), width - 1)
            return
        row = min(max(self.row + (1 if way == "down" else -1), 0), len(self.grid) - 1)
        if row != self.row:
            self.column = self.column * len(self.grid[row]) // width
            self.row = row
