"""What is recorded command by command: a table, a tournament, a day of the tote.

A `Stream` is the one value by which transcripts, schemas and tests speak to what is recorded, whatever it is. An
`Opener` knows the first line of a transcript: whether its document may be, and which stream it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_
from typing import Any, Protocol

import msgspec

from pitboss.decider import Act, Command, Event, Offer, Person
from pitboss.rulebook import Fault, TableConfig

__all__ = ["Config", "Opener", "Openers", "Stream"]


class Config(Protocol):
    """What the checked document of every first line has, whatever else it has."""

    @property
    def rulebook(self) -> str:
        """Return the id of the edition it is under."""

    @property
    def name(self) -> str:
        """Return what the house calls it; may be empty."""

    @property
    def currency(self) -> str | None:
        """Return the code of the currency of its amounts."""


@dataclass(frozen=True, kw_only=True)
class Stream:
    """One kind of stream: its messages, its trio and its words."""

    name: str
    acts: tuple[type[Act], ...]
    events: tuple[type[Event], ...]
    new_state: Callable[[Any], Any]
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
class Opener:
    """How a transcript's first line is read."""

    check: Callable[[object], tuple[Config | None, tuple[Fault, ...]]]
    """Check the line's document whole; the config is None as soon as there is a fault."""
    stream_of: Callable[[Any], Stream]
    """Return the stream that a checked config belongs to."""


Openers = Mapping[str, Opener]
"""The first lines that there are, by name: the name is the stream's `first_line`."""
