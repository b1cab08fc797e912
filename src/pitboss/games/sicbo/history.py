"""The throws of a table as its players read them: a bead plate, a road of big and small, and counts.

Beside every count stands what was to be expected of as many throws, from all 216 that three dice have. A triple is
neither small nor big: on the road it is counted on the mark before it, as a tie is on other roads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from pitboss.games.roads import ROWS, Place, beads, drawn, runs_of, scrolled, tied
from pitboss.games.sicbo.wagers import BY_BET, FACES, THROWS, Throw, times_shown

COLUMNS: Final = 20
"""How many columns of the plate and of the road are shown."""
SAID: Final = {"S": "Small", "B": "Big", "T": "Triple"}
KEPT: Final = 8
"""Histories that are kept, one for each table that plays at once: nobody asks again for the one before the last throw.

Each is 15 kB, so that more of them would be memory that grows with every throw for an hour.
"""
_WINS: Final = {"small": "S", "big": "B", "any_triple": "T"}


def _letter(dice: Throw) -> str:
    """Return which of small, big and any triple a throw wins; no house has a choice about that."""
    won = (letter for bet, letter in _WINS.items() if times_shown(BY_BET[bet], dice, is_pair_exact=True))
    return next(won)


_LETTERS: Final = {dice: _letter(dice) for dice in THROWS}


def result_of(dice: Throw) -> dict[str, Any]:
    """Return a throw, what it adds up to, which of small, big and any triple it is, and whether it is odd or even.

    >>> result_of((5, 3, 3))
    {'dice': [3, 3, 5], 'total': 11, 'said': 'Big', 'letter': 'B', 'parity': 'Odd'}
    """
    letter, total = _LETTERS[dice], sum(dice)
    parity = "" if letter == "T" else "Odd" if total % 2 else "Even"
    return {"dice": sorted(dice), "total": total, "said": SAID[letter], "letter": letter, "parity": parity}


def history_view(throws: Sequence[Throw]) -> dict[str, Any]:
    """Return the plate, the road and the counts of throws, which come newest first."""
    return dict(_history(tuple(throws)))


@lru_cache(maxsize=KEPT)
def _history(throws: tuple[Throw, ...]) -> dict[str, Any]:
    """Return the same; a table is looked at far more often than its dice are thrown."""
    letters = [_LETTERS[dice] for dice in reversed(throws)]
    ways = Counter(_LETTERS.values())
    marks, opening = tied(letters, "T")
    road = drawn(runs_of([letters[place] for place, _ in marks]))
    return {
        "rows": ROWS,
        "columns": COLUMNS,
        "bead": [(*place, letters[bead]) for bead, place in _shown(beads(len(letters))).items()],
        "big": [(*place, letters[marks[mark][0]], marks[mark][1]) for mark, place in _shown(road).items()],
        "opening_ties": opening,
        "throws": len(throws),
        "counts": [
            {
                "name": said,
                "count": letters.count(letter),
                "expected": _expected(len(throws), ways[letter]),
            }
            for letter, said in SAID.items()
        ],
        "totals": _totals(throws),
        "faces": [_of_faces(throws, face) for face in FACES],
        "doubles": {
            "count": sum(map(_is_double, throws)),
            "expected": _expected(len(throws), sum(map(_is_double, THROWS))),
        },
        "since_triple": next((place for place, dice in enumerate(throws) if _LETTERS[dice] == "T"), None),
    }


def _is_double(dice: Throw) -> bool:
    return len(set(dice)) == 2


def _shown(places: Sequence[Place]) -> dict[int, Place]:
    return scrolled(places, COLUMNS)


def _expected(throws: int, ways: int) -> float:
    """Return how many of so many throws are to be expected, to a tenth.

    >>> _expected(108, 27)
    13.5
    """
    return round(float(Fraction(throws * ways, len(THROWS))), 1)


def _totals(throws: Sequence[Throw]) -> list[dict[str, Any]]:
    """Return how often each total came, from 3 to 18."""
    ways, came = Counter(map(sum, THROWS)), Counter(map(sum, throws))
    return [
        {"total": total, "count": came[total], "expected": _expected(len(throws), ways[total])}
        for total in sorted(ways)
    ]


def _of_faces(throws: Sequence[Throw], face: int) -> dict[str, Any]:
    """Return how many dice showed a face; each does in one throw of six."""
    ways = sum(dice.count(face) for dice in THROWS)
    return {"face": face, "count": sum(dice.count(face) for dice in throws), "expected": _expected(len(throws), ways)}
