"""The accounts of a table that every game shares: chips in play, the chip rack, the drop box, and what lies outside.

Only a player's own accounts may never go below zero: the rack has given out more than it took, people have paid in
cash, value chips come in from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable

from pitboss.decider import Move

LAYOUT, RACK, DROP, PATRONS, CIRCULATION, PROMOTION = "layout", "rack", "drop", "patrons", "circulation", "promotion"
TIPS = "tips"
"""The tip box of a table: where a wager for the dealers goes that wins."""


def add_moves(parts: Iterable[tuple[str, str, int]]) -> tuple[Move, ...]:
    """Add up moves between the same two accounts, in the order the pairs first appear.

    >>> add_moves([("layout", "rack", 5), ("layout", "rack", 7)])
    (Move(source='layout', target='rack', amount_minor=12),)
    """
    sums: dict[tuple[str, str], int] = {}
    for source, target, amount in parts:
        sums[source, target] = sums.get((source, target), 0) + amount
    return tuple(Move(source, target, amount) for (source, target), amount in sums.items())
