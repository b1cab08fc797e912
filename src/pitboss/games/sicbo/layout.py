"""The sic bo cloth as geometry: a box for each of the fifty selections.

Coordinates are in units of the width of a two-dice combination, as the player sees the cloth: x runs from small at the
left to big at the right, y from the dealer to the player. Below small, big and the kinds lie the totals, below those
the combinations, then one of a kind. A screen draws these boxes and asks `at(x, y)`; between the rows lies nothing.
A narrow screen has the same places in more and shorter rows (`UPRIGHT`), in units of a sixth of its width.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pitboss.games.sicbo.wagers import BY_BET, FACES, SELECTIONS, Selection
from pitboss.games.table.laying import Area
from pitboss.rulebook.clauses import cites

WIDTH = 15.0
_GAP = 0.4
"""Between two rows, where the name of the lower one is printed."""
_KINDS, _TOTALS, _COMBINATIONS, _ONES = 2.7, 1.75, 2.25, 1.2
"""How high each row is."""
_TOTALS_TOP = _KINDS + _GAP
_COMBINATIONS_TOP = _TOTALS_TOP + _TOTALS + _GAP
_ONES_TOP = _COMBINATIONS_TOP + _COMBINATIONS + _GAP
HEIGHT = _ONES_TOP + _ONES
_EVEN, _PAIR, _TRIPLE, _ANY = 1.75, 1.0, 2.0, 1.5
"""How wide small and big are, then a pair, a triple and any triple: two of the first, six pairs, two stacks of
triples and the last make up the width."""


@dataclass(frozen=True, slots=True)
class Box(Area):
    """The place of one selection."""

    selection: Selection


def _row(bets: Sequence[str], left: float, right: float, top: float, bottom: float) -> Iterator[Box]:
    """Divide a strip of the cloth among bets; neighbours share the very same edge."""
    width = right - left
    for place, bet in enumerate(bets):
        edges = left + width * place / len(bets), left + width * (place + 1) / len(bets)
        yield Box(edges[0], top, edges[1], bottom, BY_BET[bet])


@cites("SB-A2")
def _boxes() -> tuple[Box, ...]:
    """Lay out the cloth, and list its boxes in the order of the selections."""
    pairs, triples = ([f"{kind}:{face}" for face in FACES] for kind in ("pair", "triple"))
    left, right = _EVEN + 3 * _PAIR, WIDTH - _EVEN - 3 * _PAIR
    found = [
        *_row(["small"], 0, _EVEN, 0, _KINDS),
        *_row(pairs[:3], _EVEN, left, 0, _KINDS),
        *_row(["any_triple"], left + _TRIPLE, left + _TRIPLE + _ANY, 0, _KINDS),
        *_row(pairs[3:], right, WIDTH - _EVEN, 0, _KINDS),
        *_row(["big"], WIDTH - _EVEN, WIDTH, 0, _KINDS),
        *_row([f"total:{total}" for total in range(4, 18)], 0, WIDTH, _TOTALS_TOP, _TOTALS_TOP + _TOTALS),
        *_row(
            [selection.bet for selection in SELECTIONS if selection.kind == "combination"],
            0,
            WIDTH,
            _COMBINATIONS_TOP,
            _COMBINATIONS_TOP + _COMBINATIONS,
        ),
        *_row([f"one:{face}" for face in FACES], 0, WIDTH, _ONES_TOP, HEIGHT),
    ]
    for place, bet in enumerate(triples):
        side, line = (left, place) if place < 3 else (right - _TRIPLE, place - 3)
        found += _row([bet], side, side + _TRIPLE, _KINDS * line / 3, _KINDS * (line + 1) / 3)
    return tuple(sorted(found, key=lambda box: box.selection.index))


BOXES = _boxes()

UPRIGHT_WIDTH = 6.0
UPRIGHT_GAP = 0.24
"""Between two groups of rows, where the name of the lower one is printed."""
_UPRIGHT_EVEN = 1.75
_UPRIGHT_ROWS = (
    ("pair", 6, 0.95),
    ("triple", 6, 0.9),
    ("total", 7, 0.78),
    ("combination", 5, 0.74),
    ("one", 6, 1.0),
)
"""The kinds below the first row, each with how many stand beside each other, and how high such a row is."""


@cites("SB-A2")
def _upright() -> tuple[Box, ...]:
    """Lay out the places for a narrow screen, and list them in the order of the selections."""
    high = _UPRIGHT_ROWS[0][2]
    found = [
        *_row(["small"], 0, _UPRIGHT_EVEN, 0, high),
        *_row(["any_triple"], _UPRIGHT_EVEN, UPRIGHT_WIDTH - _UPRIGHT_EVEN, 0, high),
        *_row(["big"], UPRIGHT_WIDTH - _UPRIGHT_EVEN, UPRIGHT_WIDTH, 0, high),
    ]
    top = high
    for kind, across, height in _UPRIGHT_ROWS:
        top += UPRIGHT_GAP
        bets = [entry.bet for entry in SELECTIONS if entry.bet.partition(":")[0] == kind]
        for first in range(0, len(bets), across):
            found += _row(bets[first : first + across], 0, UPRIGHT_WIDTH, top, top + height)
            top += height
    return tuple(sorted(found, key=lambda box: box.selection.index))


UPRIGHT = _upright()
UPRIGHT_HEIGHT = max(box.bottom for box in UPRIGHT)


def box_of(bet: str) -> Box:
    """Return the box of a bet that the layout has."""
    return BOXES[BY_BET[bet].index]


def at(x: float, y: float) -> Selection | None:
    """Return the selection whose box a point lies in, or None; on a line it is the first one's.

    >>> getattr(at(0.5, 0.5), "bet", None), at(0.5, 2.9)
    ('small', None)
    """
    return next((box.selection for box in BOXES if box.touches(x, y)), None)
