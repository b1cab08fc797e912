"""What is recorded command by command: a table, a tournament, a day of the tote.

A `Stream` is the one value by which transcripts, schemas and tests speak to what is recorded, whatever it is. An
`Opener` knows the first line of a transcript: whether its document may be, and which stream it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import cache, cached_property, reduce
from operator import or_
from typing import Any, Protocol, cast

import msgspec

from pitboss.decider import Act, Command, Event, Offer, Role, tag_of
from pitboss.rulebook import Fault, TableConfig


class _Named(msgspec.Struct):
    type: str = ""


_NAMED = msgspec.json.Decoder(_Named)


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


@cache
def _request_type(kind: type[Act]) -> type[Act]:
    """Return what is decoded when somebody asks for an act: the act, whose server's fields may be left out."""
    left_out = kind.drawn_fields + kind.shoe_fields
    if not left_out:
        return kind
    types = {one.name: one.type | msgspec.UnsetType for one in msgspec.structs.fields(kind) if one.name in left_out}
    namespace = {"__annotations__": types, **dict.fromkeys(types, msgspec.UNSET), "asks_for": kind}
    options: Any = {"frozen": True, "forbid_unknown_fields": True, "kw_only": True, "tag": tag_of(kind)}
    # By the act's own metaclass: msgspec.defstruct knows only msgspec's.
    make: Any = type(kind)
    return cast("type[Act]", make(f"{kind.__name__}Request", (kind,), namespace, **options))


def act_type(act: Act) -> type[Act]:
    """Return the type of an act, also of one that was asked for without what the server says."""
    found: type[Act] = getattr(type(act), "asks_for", type(act))
    return found


def stated_fields(act: Act) -> dict[str, Any]:
    """Return the fields of an act that whoever asks for it has said."""
    fields = ((name, getattr(act, name)) for name in act.__struct_fields__)
    return {name: value for name, value in fields if value is not msgspec.UNSET}


def as_recorded(act: Act, recorded: Act) -> Act:
    """Return an act that is asked for again with what the server said in it the first time, if it is the same act."""
    kind = act_type(act)
    if type(recorded) is not kind:
        return act
    return kind(**{name: getattr(recorded, name) for name in act.__struct_fields__} | stated_fields(act))


@dataclass(frozen=True, kw_only=True)
class CardActs:
    """How a card table says which card left its shoe."""

    deal: Callable[..., Act]
    """The act by which a `card` is dealt."""
    burn: Callable[..., Act]
    said: Callable[[Any, Sequence[str], Act], tuple[str | None, ...]]
    """What an act says of a shoe in a known order, by the table's state: the `card`; of two the first that is taken."""
    leaves_shoe: Callable[[Event], bool]
    """Whether a card has left the shoe with an event."""
    names: tuple[str, ...] = ()
    """What a card may be called: offered in place of those that the table's record or a reading shoe knows of, which
    would tell what lies face down."""
    is_open: tuple[type[Act], ...] = ()
    """Acts about a card that lies face up: which one it is may be offered."""
    hands: Callable[[Any], tuple[Sequence[str], Sequence[str]] | None] | None = None
    """The player's and the banker's cards, with which a shoe's own result is compared; None where there are none."""
    revealed: Callable[[Any], dict[str, Any] | None] | None = None
    """The last virtual shoe that is over, with the order that was shown and the cards that came from it."""


@dataclass(frozen=True, kw_only=True)
class SecondEntry:
    """What may be entered by two people, neither of whom sees the other's entry, before it counts."""

    act: type[Act]
    """It has `dice`."""
    due: Callable[[Any], int | None]
    """Return the number of the round that waits for it; None where none does."""


def _nothing(_: Any, __: Role | None = None) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, kw_only=True)
class Stream:
    """One kind of stream: its messages, its trio, its words, and what the live floor must know of it."""

    name: str
    acts: tuple[type[Act], ...]
    events: tuple[type[Event], ...]
    new_state: Callable[[Any], Any]
    """Return the state before the first command, from a checked config."""
    decide: Callable[[Any, Command[Any]], Sequence[Event]]
    evolve: Callable[[Any, Event], Any]
    legal: Callable[..., Iterable[Offer]]
    """What is open in a state to a person; of a third argument's acts only, where it is given."""
    in_words: Callable[[Any, Event], str]
    """A sentence for an event, with its currency and clauses."""
    first_line: str = "table"
    """The name under which a transcript's first line holds the config."""
    config_type: type[msgspec.Struct] = TableConfig
    day_of: Callable[[Act], date | None] | None = None
    """Where each day is a stream: the day that an act is about, None where that is whichever day it is."""
    view: Callable[[Any], dict[str, Any]] = _nothing
    """What anybody on the live floor sees of a state, as data that shares nothing with it; so are the next ones."""
    is_public: bool = True
    """Whether anybody on the floor may look at it, or those alone who work here."""
    staff: tuple[Role, ...] = ()
    """Those whose work it is, or who look after it: to everybody else of the house it is what the public sees."""
    sees_own: tuple[Role, ...] | None = None
    """Those of them who see what is a terminal's own, its credits and bets; all of them where nothing is said."""
    staff_view: Callable[[Any, Role], dict[str, Any]] = _nothing
    """What one of them sees besides, by role."""
    own_view: Callable[[Any, str], dict[str, Any] | None] | None = None
    """What a terminal sees of itself."""
    layout: Callable[[Any], dict[str, Any]] | None = None
    """What can be bet on, for a screen to draw: `order`, `colours`, `spots`, `chips_minor` (`web/pages_api.py`)."""
    asked: Callable[[Any, Act], dict[str, Any] | None] | None = None
    """What an act that waits for a second person is about: `title`, `text`, `clause`, `amount_minor`; None where its
    fields say enough."""
    board: Callable[[Any, str | None, int | None, datetime], dict[str, Any] | None] | None = None
    """The board of a race, or of the next one, at an instant."""
    cards: CardActs | None = None
    """What a card table tells its shoes."""
    second_entry: SecondEntry | None = None
    """What a house may have entered twice."""
    recount: Mapping[str, Callable[[Any, Mapping[str, Any]], Iterator[tuple[str, str, int]]]] = field(
        default_factory=dict, compare=False
    )
    """The second count of its money, for a game that does not ship with the program: stored name to what the event
    changes, from stakes and outcomes and never from the moves (`ledger/recount_tables.py` says how). Without it verify
    finds a fault in the game's first move."""
    upcasts: Mapping[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = field(default_factory=dict, compare=False)
    """Stored name of an event of an earlier version to what makes the next version of its fields."""
    posted: Callable[[Any, Any], dict[str, Any]] | None = None
    """What hangs there for the public to read, by config and state: `title`, `house`, `edition`, `sections`."""

    def shows_own(self, role: Role) -> bool:
        """Tell whether a role sees what is a terminal's own."""
        return role in (self.staff if self.sees_own is None else self.sees_own)

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
    def act_decoder(self) -> msgspec.json.Decoder[Any]:
        """Return the strict decoder for acts alone, as they are recorded."""
        return msgspec.json.Decoder(reduce(or_, self.acts))

    @cached_property
    def request_decoder(self) -> msgspec.json.Decoder[Any]:
        """Return the decoder for acts as they are asked for: as strict, but for what the server says itself."""
        return msgspec.json.Decoder(reduce(or_, map(_request_type, self.acts)))

    @cached_property
    def event_decoder(self) -> msgspec.json.Decoder[Any]:
        """Return the strict decoder for stored events."""
        return msgspec.json.Decoder(self.event_type)

    def brought_up(self, body: bytes) -> bytes:
        """Return a stored event as the present version of its name; the very same bytes where it is."""
        if not self.upcasts or _NAMED.decode(body).type not in self.upcasts:
            return body
        fields: dict[str, Any] = msgspec.json.decode(body)
        while fields["type"] in self.upcasts:
            fields = self.upcasts[fields["type"]](fields)
        return msgspec.json.encode(fields)


@dataclass(frozen=True, kw_only=True)
class Opener:
    """How a transcript's first line is read."""

    check: Callable[[object], tuple[Config | None, tuple[Fault, ...]]]
    """Check the line's document whole; the config is None as soon as there is a fault."""
    stream_of: Callable[[Any], Stream]
    """Return the stream that a checked config belongs to."""
    recorded: Callable[[object], Config] | None = None
    """Return the config of a recorded document that earlier rules accepted, whatever today's say of it."""


Openers = Mapping[str, Opener]
"""The first lines that there are, by name: the name is the stream's `first_line`."""
