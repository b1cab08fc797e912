"""The one fold that makes postings of moves; it knows no game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.ledger.chart import account_of, unit_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pitboss.decider import Move

__all__ = ["postings_of"]


def postings_of(stream: str, currency: str, moves: Sequence[Move]) -> Iterator[tuple[str, int]]:
    """Yield account and amount twice a move, once for each side: together they are zero."""
    for move in moves:
        unit = unit_of(move, currency)
        yield account_of(stream, move.source, unit), -move.amount_minor
        yield account_of(stream, move.target, unit), move.amount_minor
