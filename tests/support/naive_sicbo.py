"""Sic bo once more, written out from the definitions: which throws win each bet, and what they pay.

Nothing here is shared with the package, so that a slip there is no slip here.
"""

from collections import Counter
from itertools import product

__all__ = ["BETS", "LISTED", "ODDS", "THROWS", "kind_of", "pays"]

FACES = (1, 2, 3, 4, 5, 6)
THROWS = list(product(FACES, FACES, FACES))

LISTED = {
    "triple": 150,
    "pair": 8,
    "any_triple": 24,
    "total:4": 50,
    "total:5": 18,
    "total:6": 14,
    "total:7": 12,
    "total:8": 8,
    "total:9": 6,
    "total:10": 6,
    "total:11": 6,
    "total:12": 6,
    "total:13": 8,
    "total:14": 12,
    "total:15": 14,
    "total:16": 18,
    "total:17": 50,
    "combination": 5,
    "small": 1,
    "big": 1,
    "one": 1,
}
"""The least odds of SB-D1, n to 1, in the order of the document."""
ODDS = {**LISTED, "one twice": 2, "one thrice": 3}
"""With those of SB-D2."""

BETS = (
    *("triple:1 triple:2 triple:3 triple:4 triple:5 triple:6 any_triple".split()),
    *("pair:1 pair:2 pair:3 pair:4 pair:5 pair:6".split()),
    *("total:4 total:5 total:6 total:7 total:8 total:9 total:10".split()),
    *("total:11 total:12 total:13 total:14 total:15 total:16 total:17".split()),
    *("combination:1-2 combination:1-3 combination:1-4 combination:1-5 combination:1-6".split()),
    *("combination:2-3 combination:2-4 combination:2-5 combination:2-6".split()),
    *("combination:3-4 combination:3-5 combination:3-6 combination:4-5 combination:4-6 combination:5-6".split()),
    *("small big one:1 one:2 one:3 one:4 one:5 one:6".split()),
)
"""The fifty places of the layout."""


def kind_of(bet: str) -> str:
    """Return the kind whose odds a bet has: each total has its own."""
    return bet if bet.startswith("total:") else bet.partition(":")[0]


def pays(bet: str, throw: tuple[int, int, int], *, triple_wins_pair: bool = True, odds: dict[str, int] = ODDS) -> int:
    """Return n of the n to 1 that a bet wins on a throw, and 0 if it loses."""
    kind, _, rest = bet.partition(":")
    shown = Counter(throw)
    face = int(rest) if kind in ("triple", "pair", "one") else 0
    if kind == "one":
        return (0, odds["one"], odds["one twice"], odds["one thrice"])[shown[face]]
    if kind == "triple":
        is_won = throw == (face, face, face)
    elif kind == "any_triple":
        is_won = max(shown.values()) == 3
    elif kind == "pair":
        is_won = shown[face] in ((2, 3) if triple_wins_pair else (2,))
    elif kind == "total":
        is_won = sum(throw) == int(rest)
    elif kind == "combination":
        is_won = all(shown[int(part)] for part in rest.split("-"))
    else:
        totals = {"small": (4, 5, 6, 7, 8, 9, 10), "big": (11, 12, 13, 14, 15, 16, 17)}[kind]
        is_won = sum(throw) in totals and max(shown.values()) < 3
    return odds[kind_of(bet)] if is_won else 0
