"""The contract of a game: what its Round and its Table give, and the one value that names it all.

Everything outside `games` (transcripts, settlement documents, odds, later the floor) speaks to a game through `Game`;
one contract suite runs over every registered one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from pitboss.decider import Act, Command, Event, Offer, Person

if TYPE_CHECKING:
    from collections.abc import Hashable

    from pitboss.rulebook import TableConfig

__all__ = ["Game", "RoundState", "TableState"]


class RoundState(Protocol):
    """The game proper: small, and worth nothing but its value."""

    def key(self) -> Hashable:
        """Return the round's value as something hashable."""


class TableState(Protocol):
    """The house around a round."""

    balances: dict[str, int]
    """What each account holds: the fold of all moves; sums to zero."""

    @property
    def round(self) -> Any:
        """Return the round in play, or None."""


@dataclass(frozen=True)
class Game:
    """One game: its messages, the trio for its tables, its Round, and its words."""

    name: str
    acts: tuple[type[Act], ...]
    events: tuple[type[Event], ...]
    new_table: Callable[[TableConfig], Any]
    decide: Callable[[Any, Command[Any]], Sequence[Event]]
    evolve: Callable[[Any, Event], Any]
    legal: Callable[[Any, Person], Iterable[Offer]]
    chance: Callable[[Any], Sequence[tuple[Act, Fraction]]]
    in_words: Callable[[Any, Event], str]
    """A sentence for an event of a table, with its currency and clauses."""
    settle: Callable[[bytes, int], dict[str, Any]]
    """Answer one settlement document, given as bytes with its line number."""

    @cached_property
    def command_type(self) -> Any:
        """Return the type of this game's commands, for decoding and for the schema."""
        return Command[reduce(or_, self.acts)]  # type: ignore[misc]

    @cached_property
    def event_type(self) -> Any:
        """Return the type of this game's events."""
        return reduce(or_, self.events)

    @cached_property
    def command_decoder(self) -> msgspec.json.Decoder[Any]:
        """Return the strict decoder for commands: unknown names, fields and wrong types are errors."""
        return msgspec.json.Decoder(self.command_type)

    @cached_property
    def event_decoder(self) -> msgspec.json.Decoder[Any]:
        """Return the strict decoder for stored events."""
        return msgspec.json.Decoder(self.event_type)
