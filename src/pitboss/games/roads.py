"""How a road of a scoreboard is drawn, whatever it shows: runs of one mark in columns of a grid of six rows.

A result that belongs to no side, a tie or a triple, makes no mark of its own: it is counted on the one before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final, NamedTuple

ROWS: Final = 6
"""How many rows every road is drawn in."""


class Place(NamedTuple):
    """A cell of a drawn road, counted from 0 at the top left."""

    column: int
    row: int


def runs_of(marks: Sequence[str]) -> tuple[int, ...]:
    """Return how long each run of equal marks is.

    >>> runs_of("BBPB")
    (2, 1, 1)
    """
    return tuple(len(list(run)) for _, run in groupby(marks))


def drawn(lengths: Sequence[int]) -> tuple[Place, ...]:
    """Return the cells in which runs of these lengths are drawn.

    A run starts at the top, in the column after that in which the run before it started, or in the next whose top is
    free. It goes down while the cell below is in the grid and free, whatever colour might block it; then it turns
    right, and keeps to that row until it ends.

    >>> places = drawn([8, 8, 1])
    >>> places[7], places[15], places[16]
    (Place(column=2, row=5), Place(column=4, row=4), Place(column=2, row=0))
    """
    taken: set[Place] = set()
    found: list[Place] = []
    start = -1
    for length in lengths:
        start += 1
        while Place(start, 0) in taken:
            start += 1
        place, turned = Place(start, 0), False
        for _ in range(length):
            taken.add(place)
            found.append(place)
            below = Place(place.column, place.row + 1)
            turned = turned or below.row == ROWS or below in taken
            place = Place(place.column + 1, place.row) if turned else below
    return tuple(found)


def scrolled(places: Sequence[Place], columns: int) -> dict[int, Place]:
    """Return the marks that a grid of so many columns shows, by their number, and their cells there.

    Columns are dropped at the left until the road fits. The newest mark stays: a long tail of an earlier run may reach
    further right than it, and is cut off there instead.

    >>> scrolled([Place(0, 0), Place(1, 0), Place(2, 0)], 2)
    {1: Place(column=0, row=0), 2: Place(column=1, row=0)}
    """
    if not places:
        return {}
    dropped = max(0, min(max(place.column for place in places) + 1 - columns, places[-1].column))
    moved = {mark: Place(place.column - dropped, place.row) for mark, place in enumerate(places)}
    return {mark: place for mark, place in moved.items() if 0 <= place.column < columns}


def beads(count: int) -> tuple[Place, ...]:
    """Return the cells of a bead plate: down a column, then the next."""
    return tuple(Place(*divmod(bead, ROWS)) for bead in range(count))


def tied(results: Sequence[str], tie: str) -> tuple[list[tuple[int, int]], int]:
    """Return which results make marks, each with the ties that followed it, and the ties while there is no mark yet.

    The first mark also has those that came before it.

    >>> tied("TBBTP", "T"), tied("TT", "T")
    (([(1, 1), (2, 1), (4, 0)], 0), ([], 2))
    """
    marks: list[tuple[int, int]] = []
    opening = 0
    for place, result in enumerate(results):
        if result != tie:
            marks.append((place, 0 if marks else opening))
        elif marks:
            last, ties = marks[-1]
            marks[-1] = (last, ties + 1)
        else:
            opening += 1
    return marks, 0 if marks else opening
