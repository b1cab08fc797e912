"""The roads of a baccarat scoreboard as plain data: which marks, in which order, and in which cells of the grid.

Five pictures of one list of results. The bead plate shows every round. The big road has a column for each run of wins
of one side. Three further roads compare columns of the big road with each other and colour the comparison red or blue;
these colours do not stand for banker and player. A road tells what was, and nothing about what comes next.

Two forms of a road must be kept apart. The logical one has columns as long as their runs; only it is compared. The
drawn one has six rows, and a run that finds no room below goes on to the right.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from pitboss.errors import BadNotation
from pitboss.games.roads import Place, beads, drawn, runs_of, tied

BANKER, PLAYER, TIE = "B", "P", "T"
RED, BLUE = "R", "B"
BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG = "big_eye_boy", "small_road", "cockroach_pig"
OFFSETS: Final[Mapping[str, int]] = {BIG_EYE_BOY: 1, SMALL_ROAD: 2, COCKROACH_PIG: 3}
"""How many columns further left each derived road looks for a column to compare with."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one round ended: B, P or T, and what else a scoreboard may mark."""

    winner: str
    banker_pair: bool = False
    player_pair: bool = False
    natural: bool = False

    def __post_init__(self) -> None:
        if self.winner not in (BANKER, PLAYER, TIE):
            raise BadNotation("is no result: B, P or T", field="winner", value=self.winner)


def results_of(text: str) -> tuple[Result, ...]:
    r"""Read results written as letters; spaces and line ends between them mean nothing.

    >>> [result.winner for result in results_of("BB PT")]
    ['B', 'B', 'P', 'T']
    >>> results_of("BBP\nBXB")
    Traceback (most recent call last):
    pitboss.errors.BadNotation: line 2, field column 2: 'X': is no result: B, P or T
    """
    found = []
    for line, letters in enumerate(text.splitlines(), 1):
        for column, letter in enumerate(letters, 1):
            if letter in (BANKER, PLAYER, TIE):
                found.append(Result(letter))
            elif not letter.isspace():
                raise BadNotation(
                    "is no result: B, P or T",
                    line=line,
                    field=f"column {column}",
                    value=letter,
                    values={"column": column},
                )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class BigMark:
    """A win on the big road."""

    winner: str
    column: int
    row: int
    """Its place in the logical road, from 0: which run it belongs to, and how far down."""
    hand: int
    """Which round of the shoe it was, from 1."""
    ties: int = 0
    """How many ties followed it; the first mark also has those that came before it."""
    banker_pair: bool = False
    player_pair: bool = False
    natural: bool = False


@dataclass(frozen=True)
class BigRoad:
    """The big road in its logical form."""

    marks: tuple[BigMark, ...]
    opening_ties: int = 0
    """Ties while no side has won yet: they stand in the first cell and pass to the first mark."""

    @classmethod
    def of(cls, results: Sequence[Result]) -> BigRoad:
        """Build the road; a tie makes no mark of its own, so its pairs show on the bead plate only.

        >>> [(mark.winner, mark.column, mark.row, mark.ties) for mark in BigRoad.of(results_of("TBBTP")).marks]
        [('B', 0, 0, 1), ('B', 0, 1, 1), ('P', 1, 0, 0)]
        """
        found, opening = tied([result.winner for result in results], TIE)
        marks: list[BigMark] = []
        for place, ties in found:
            marks.append(_next_mark(marks[-1] if marks else None, place + 1, results[place], ties))
        return cls(tuple(marks), opening)

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Return how long each run is."""
        return runs_of([mark.winner for mark in self.marks])

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """Return the cell each mark is drawn in."""
        return drawn(self.lengths)


def _next_mark(last: BigMark | None, hand: int, result: Result, ties: int) -> BigMark:
    """Return the mark of a win: below the last one if the same side won again, else at the top of the next column."""
    if last is None:
        column, row = 0, 0
    elif last.winner == result.winner:
        column, row = last.column, last.row + 1
    else:
        column, row = last.column + 1, 0
    return BigMark(result.winner, column, row, hand, ties, result.banker_pair, result.player_pair, result.natural)


def derived(lengths: Sequence[int], offset: int) -> str:
    """Return the marks, R or B, that a derived road makes of the lengths of the big road's runs.

    A mark that begins a run asks whether the two runs before it, the offset apart, were equally long: red if so. A mark
    further down asks about the run the offset to its left: blue if it ended exactly one short of this row, else red.

    >>> derived([2, 1, 4], offset=1)
    'BBRR'
    """
    marks = []
    for column, length in enumerate(lengths):
        if column > offset:
            marks.append(RED if lengths[column - 1] == lengths[column - 1 - offset] else BLUE)
        if column >= offset:
            reference = lengths[column - offset]
            marks.extend(BLUE if reference == row else RED for row in range(1, length))
    return "".join(marks)


def preview(results: Sequence[Result]) -> dict[str, dict[str, str]]:
    """Return which mark a win of B, or of P, would add to each derived road next; a road it adds none to is left out.

    >>> preview(results_of("BBPB"))["P"]
    {'big_eye_boy': 'R', 'small_road': 'B'}
    """
    now = Roads.of(results)
    found: dict[str, dict[str, str]] = {}
    for winner in (BANKER, PLAYER):
        then = Roads.of((*results, Result(winner)))
        grown = {road: marks[len(now.derived[road]) :] for road, marks in then.derived.items()}
        found[winner] = {road: mark for road, mark in grown.items() if mark}
    return found


@dataclass(frozen=True, slots=True)
class Totals:
    """What a scoreboard counts of one shoe."""

    hands: int
    banker: int
    player: int
    ties: int
    banker_pairs: int
    player_pairs: int
    naturals: int

    @classmethod
    def of(cls, results: Sequence[Result]) -> Totals:
        """Count results."""
        winners = [result.winner for result in results]
        return cls(
            hands=len(results),
            banker=winners.count(BANKER),
            player=winners.count(PLAYER),
            ties=winners.count(TIE),
            banker_pairs=sum(result.banker_pair for result in results),
            player_pairs=sum(result.player_pair for result in results),
            naturals=sum(result.natural for result in results),
        )


@dataclass(frozen=True)
class Roads:
    """All five roads of one shoe."""

    results: tuple[Result, ...]
    big: BigRoad
    derived: Mapping[str, str]
    """Each derived road's marks in order, as letters R and B."""

    @classmethod
    def of(cls, results: Sequence[Result]) -> Roads:
        """Build the roads of a shoe's results.

        >>> Roads.of(results_of("BBPBPPPP")).derived["big_eye_boy"]
        'BRBRR'
        """
        big = BigRoad.of(results)
        marks = {road: derived(big.lengths, offset) for road, offset in OFFSETS.items()}
        return cls(tuple(results), big, marks)

    @property
    def bead_places(self) -> tuple[Place, ...]:
        """Return the cell of each result on the bead plate: down a column, then the next."""
        return beads(len(self.results))

    def derived_places(self, road: str) -> tuple[Place, ...]:
        """Return the cells of a derived road's marks, which form runs as the big road's do."""
        return drawn(runs_of(self.derived[road]))
