"""The contract of a game: what its Round and its Table give, and the one value that names it all.

Everything outside `games` (transcripts, settlement documents, odds, later the floor) speaks to a game through `Game`;
one contract suite runs over every registered one. What is recorded by itself and is no game, such as a tournament, is
a `Stream` only.
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
from pitboss.rulebook import TableConfig

if TYPE_CHECKING:
    from collections.abc import Hashable

    from pitboss.games.sign import Sign

__all__ = ["Game", "RoundState", "Stream", "TableState"]


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


@dataclass(frozen=True, kw_only=True)
class Stream:
    """What is recorded command by command, a table or a tournament: its messages, its trio and its words."""

    name: str
    acts: tuple[type[Act], ...]
    events: tuple[type[Event], ...]
    new_table: Callable[[Any], Any]
    """Return the state before the first command, from a checked config."""
    decide: Callable[[Any, Command[Any]], Sequence[Event]]
    evolve: Callable[[Any, Event], Any]
    legal: Callable[[Any, Person], Iterable[Offer]]
    in_words: Callable[[Any, Event], str]
    """A sentence for an event, with its currency and clauses."""
    first_line: str = "table"
    """The name under which a transcript's first line holds the config."""
    config_type: type[msgspec.Struct] = TableConfig

    @cached_property
    def command_type(self) -> Any:
        """Return the type of its commands, for decoding and for the schema."""
        return Command[reduce(or_, self.acts)]  # type: ignore[misc]

    @cached_property
    def event_type(self) -> Any:
        """Return the type of its events."""
        return reduce(or_, self.events)

    @cached_property
    def command_decoder(self) -> msgspec.json.Decoder[Any]:
        """Return the strict decoder for commands: unknown names, fields and wrong types are errors."""
        return msgspec.json.Decoder(self.command_type)

    @cached_property
    def event_decoder(self) -> msgspec.json.Decoder[Any]:
        """Return the strict decoder for stored events."""
        return msgspec.json.Decoder(self.event_type)


@dataclass(frozen=True, kw_only=True)
class Game(Stream):
    """One game: what its tables record, its Round, its settlement documents and its sign."""

    chance: Callable[[Any], Sequence[tuple[Act, Fraction]]]
    """What may come next in a round, with exact weights."""
    settle: Callable[[bytes, int], dict[str, Any]]
    """Answer one settlement document, given as bytes with its line number."""
    sign: Callable[[TableConfig], Sign]
    """Say what must be posted at a table, from the rules in force there."""
