"""The contract of a game: the one value that names all that its Round and its Table give.

Everything outside `games` (transcripts, settlement documents, odds, later the floor) speaks to a game through `Game`;
one contract suite runs over every registered one. What is recorded by itself and is no game, such as a tournament, is
a `stream.Stream` only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pitboss.decider import Act, Role
from pitboss.games.live import TABLE_STAFF, table_view
from pitboss.games.table.sign import Sign, posted_of
from pitboss.rulebook import TableConfig
from pitboss.stream import Stream


@dataclass(frozen=True, kw_only=True)
class Game(Stream):
    """One game: what its tables record, its Round, its settlement documents and its sign."""

    chance: Callable[[Any], Sequence[tuple[Act, Fraction]]]
    """What may come next in a round, with exact weights."""
    settle: Callable[[bytes, int], dict[str, Any]]
    """Answer one settlement document, given as bytes with its line number."""
    sign: Callable[[TableConfig], Sign]
    """Say what must be posted at a table, from the rules in force there."""
    view: Callable[[Any], dict[str, Any]] = table_view
    staff: tuple[Role, ...] = TABLE_STAFF

    def __post_init__(self) -> None:
        """Post the sign, where the game says nothing else."""
        if self.posted is None:
            object.__setattr__(self, "posted", lambda config, _: posted_of(self.sign(config)))
