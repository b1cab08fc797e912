"""What the last numbers of a wheel were, counted: for players who look at it, though it says nothing of the next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from pitboss.games.equipment import Wheel, colour_of
from pitboss.games.roulette.layout import layout_of

SHOWN: Final = 4
"""How many numbers are called hot, and how many cold."""
_HALVES: Final = (("red", "black"), ("odd", "even"), ("low", "high"))
_THIRDS: Final = (("dozen", "Dozens"), ("column", "Columns"))
"""The bets around the numbers, of which no zero is in any."""


def statistics(wheel: Wheel, numbers: Sequence[str]) -> dict[str, Any]:
    """Count the numbers of games, the newest first; hot and cold ones are named once there were as many as pockets.

    Of numbers that came equally often the one that came last is hotter, and the one that was longest away colder.

    >>> from pitboss.games.equipment import WHEELS
    >>> found = statistics(WHEELS["single_zero"], ["17", "0"])
    >>> found["games"], found["halves"][0], found["zeros"], found["hot"]
    (2, {'names': ['Red', 'Black'], 'counts': [0, 1]}, 1, [])
    """
    counted = Counter(numbers)
    layout = layout_of(wheel.name)

    def count(*bets: str) -> list[int]:
        places = [position for position in layout.positions if position.bet in bets]
        return [sum(counted[pocket] for pocket in position.covers) for position in places]

    found: dict[str, Any] = {
        "games": len(numbers),
        "zeros": sum(counted[pocket] for pocket in wheel.order if colour_of(pocket) == "green"),
        "halves": [
            {"names": [one.title(), other.title()], "counts": count(one) + count(other)} for one, other in _HALVES
        ],
        "thirds": [
            {"name": name, "counts": count(*(f"{kind}:{part}" for part in (1, 2, 3)))} for kind, name in _THIRDS
        ],
        "hot": [],
        "cold": [],
    }
    if len(numbers) >= len(wheel.order):
        away = {pocket: numbers.index(pocket) if pocket in counted else len(numbers) for pocket in wheel.order}
        found["hot"] = sorted(wheel.order, key=lambda pocket: (-counted[pocket], away[pocket]))[:SHOWN]
        found["cold"] = sorted(wheel.order, key=lambda pocket: (counted[pocket], -away[pocket]))[:SHOWN]
    return found
