"""What every game and the tote have in common: commands, events, offers, refusals, and who may act.

A command says what somebody wants; `decide` answers with events or refuses; `evolve` applies an event and never
refuses; `legal` offers what `decide` would accept, as acts with a domain for each field. Chance and time arrive in
commands, so play, replay, exact odds and tests run the same code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, NamedTuple, Protocol, TypeVar

import msgspec

from pitboss.errors import InputError
from pitboss.rulebook.names import END, NAME_PATTERN, in_words
from pitboss.rulebook.violations import ActionRefused, RuleViolation

TEXT_LENGTH_MAX = 500
MONEY_MAX = 2**53 - 1

Name = Annotated[str, msgspec.Meta(pattern=NAME_PATTERN, description="A person, colour, table or terminal.")]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=TEXT_LENGTH_MAX)]
Minor = Annotated[int, msgspec.Meta(ge=1, le=MONEY_MAX, description="Minor units; a browser's number can hold it.")]


def text_pattern(length_max: int) -> str:
    """Return the pattern of any text of 1 to so many characters, line breaks included."""
    return rf"^[\s\S]{{1,{length_max}}}{END}"


class Role(StrEnum):
    """What a person, or a device, is at the table or at the tote; `holds` knows who stands above whom."""

    PLAYER = "player"
    DEALER = "dealer"
    MUCKER = "mucker"
    DEVICE = "device"
    INSPECTOR = "inspector"
    FLOORPERSON = "floorperson"
    PIT_SUPERVISOR = "pit_supervisor"
    PIT_MANAGER = "pit_manager"
    DIRECTOR = "director"
    TELLER = "teller"
    CASHIER = "cashier"
    MUTUEL_SUPERVISOR = "mutuel_supervisor"
    MUTUEL_MANAGER = "mutuel_manager"
    AUDITOR = "auditor"
    ADMIN = "admin"


# Line and rank: nobody of one line stands above anybody of the other. Who is not here stands above nobody.
_RANK = {
    Role.INSPECTOR: ("pit", 1),
    Role.FLOORPERSON: ("pit", 1),
    Role.PIT_SUPERVISOR: ("pit", 2),
    Role.PIT_MANAGER: ("pit", 3),
    Role.DIRECTOR: ("pit", 4),
    Role.TELLER: ("tote", 1),
    Role.CASHIER: ("tote", 1),
    Role.MUTUEL_SUPERVISOR: ("tote", 2),
    Role.MUTUEL_MANAGER: ("tote", 3),
}


class Person(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who acts: a person or terminal, and in which role."""

    id: Name
    role: Role


class MessageMeta(msgspec.StructMeta):
    """Lets a message say on its first line what the live floor must know of its type.

    >>> class Wave(Act, tag="example.wave/1", permission="play"):
    ...     at: str
    >>> Wave.permission
    'play'
    """

    def __new__(mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any) -> MessageMeta:
        """Make class variables of those options that are the floor's; the others are msgspec's."""
        facts = {fact: options.pop(fact) for fact in _LIVE_FACTS & options.keys()}
        return super().__new__(mcls, name, bases, {**namespace, **facts}, **options)


_LIVE_FACTS: Final = frozenset(
    {
        *("permission", "is_card_entry", "begins_play"),
        *("audience", "column", "secret", "hidden", "aside", "masked", "is_frequent"),
    }
)


class Act(
    msgspec.Struct,
    metaclass=MessageMeta,
    frozen=True,
    forbid_unknown_fields=True,
    kw_only=True,
    omit_defaults=True,
    tag_field="type",
):
    """What somebody wants done; its tag is the stored name with a version (`roulette.place_wager/1`)."""

    drawn_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that only the server says: drawn from the command's key, so that nobody can guess them."""
    shoe_fields: ClassVar[tuple[str, ...]] = ()
    """Fields that only the server says where a virtual shoe is in play; elsewhere whoever acts says them."""
    is_guessable: ClassVar[bool] = False
    """Whether it names something by a number that could be guessed: who guesses wrong too often has to wait."""
    permission: ClassVar[str] = ""
    """The row of the role matrix that says who may do it; an act without one is refused to everybody."""

    is_card_entry: ClassVar[bool] = False
    """Whether it says which card left a shoe."""
    begins_play: ClassVar[bool] = False
    """Whether a player begins or goes on to play by it: a seat, a wager, chips; nothing for whoever is barred."""

    def permission_for(self, asking: Asking) -> str:
        """Return that row for one moment; an act whose row depends on its values or on the state says so here."""
        del asking
        return self.permission


class Move(msgspec.Struct, frozen=True, array_like=True):
    """Money from one account to another: balanced because it is one thing, not two."""

    source: str
    target: str
    amount_minor: Minor


Audience = Literal["public", "own", "staff", "nobody"]
"""Who sees an event: anybody on the floor; the terminal it names, and staff; those who work here; no screen at all."""


class Event(
    msgspec.Struct, metaclass=MessageMeta, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="type"
):
    """What happened, in the past tense; a money event has `moves`."""

    audience: ClassVar[Audience] = "nobody"
    column: ClassVar[str] = ""
    """The column that names the terminal of each row: a terminal sees its own rows, and the public none."""
    secret: ClassVar[tuple[str, ...]] = ()
    """Fields that leave neither by a screen nor in the answer to whoever asked."""
    hidden: ClassVar[tuple[str, ...]] = ()
    """Fields that no screen gets, besides those that are hidden in every event."""
    aside: ClassVar[tuple[str, ...]] = ()
    """Fields that only staff see, besides those that are staff's in every event."""
    masked: ClassVar[tuple[str, ...]] = ()
    """Fields of which a screen gets the beginning."""
    is_frequent: ClassVar[bool] = False
    """Whether it happens so often that the story of a table leaves it out."""

    def rows_by_terminal(self) -> dict[str, dict[str, Any]] | None:
        """Return the fields in which each terminal is told its own rows; None where they are those of `column`."""
        return None

    def reason_for_alarm(self) -> tuple[str, str] | None:
        """Return the kind and text of the alarm that it is a reason for."""
        return None

    def ends_alarm(self) -> tuple[str, str] | None:
        """Return the kind of the alarm of this stream that it ends, and how its text begins."""
        return None

    face: ClassVar[tuple[str, ...]] = ("card",)
    """Fields that say which card it is of: shown to nobody while it lies face down."""

    def lies_face_down(self, state: Any) -> bool:
        """Tell whether it is of a `card` that nobody at the table sees yet; `state` is None where it is not known."""
        del state
        return False


A = TypeVar("A")
S = TypeVar("S")


class Command(msgspec.Struct, Generic[A], frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """An act with who wants it, who saw it, under which key, and when the server received it."""

    key: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    by: Person
    act: A
    received_at: Annotated[datetime, msgspec.Meta(tz=True)]
    witness: Person | None = None


class Asking(NamedTuple):
    """The moment in which somebody asks for an act on the live floor."""

    by: Person
    state: Any
    """The stream's."""
    terminal: str | None
    """Where whoever asks stands."""
    is_seconded: bool
    """Whether a second person is there, or is asked for."""


class Choices(msgspec.Struct, frozen=True, tag="choices"):
    """One of these values."""

    values: tuple[Any, ...]

    def __contains__(self, value: object) -> bool:
        """Tell whether a value is one of them; True is not 1."""
        return any(value == entry and isinstance(value, bool) == isinstance(entry, bool) for entry in self.values)


class Integers(msgspec.Struct, frozen=True, tag="integers"):
    """Every `step`-th whole number from `low` to `high`, both included."""

    low: int
    high: int
    step: int = 1
    besides: tuple[int, ...] = ()
    """Numbers among them that are not open, such as the windows already taken."""

    def __contains__(self, value: object) -> bool:
        """Tell whether a value is one of them."""
        if not isinstance(value, int) or isinstance(value, bool) or value in self.besides:
            return False
        return self.low <= value <= self.high and (value - self.low) % self.step == 0


class Words(msgspec.Struct, frozen=True, tag="words"):
    """Free text that matches a pattern."""

    pattern: str = text_pattern(TEXT_LENGTH_MAX)
    besides: tuple[str, ...] = ()
    """Texts of that form that are not open, such as the colours already taken."""

    def __contains__(self, value: object) -> bool:
        """Tell whether a value is text of that form."""
        return isinstance(value, str) and value not in self.besides and re.search(self.pattern, value) is not None


class Subset(msgspec.Struct, frozen=True, tag="subset"):
    """A list of some of these, without repeats, that has all of `must` and at least `at_least`."""

    values: tuple[str, ...]
    must: tuple[str, ...] = ()
    at_least: int = 0

    def __contains__(self, value: object) -> bool:
        """Tell whether a value is such a list."""
        if not isinstance(value, (list, tuple)) or len(set(value)) != len(value) or len(value) < self.at_least:
            return False
        return set(self.must) <= set(value) <= set(self.values)


Domain = Choices | Integers | Words | Subset


class Offer(msgspec.Struct, frozen=True):
    """An act that is open to somebody now, with the values each of its fields may take."""

    act: type[Act]
    fields: dict[str, Domain] = {}
    witness: tuple[str, ...] = ()
    """Roles of which a second person must be one; empty where none is needed."""

    def admits(self, command: Command[Any]) -> bool:
        """Tell whether a command lies inside this offer."""
        if type(command.act) is not self.act:
            return False
        if self.witness and not is_second(command, self.witness):
            return False
        return all(getattr(command.act, name) in domain for name, domain in self.fields.items())


def offered(offers: Iterable[Offer], command: Command[Any]) -> bool:
    """Tell whether any of the offers admits the command."""
    return any(offer.admits(command) for offer in offers)


class Refusal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="refusal/1"):
    """The answer to a command the rules turned down: the clause, a sentence, and the values looked at."""

    clause: str
    reason: str
    values: dict[str, Any]


class Accepted(msgspec.Struct, frozen=True):
    """The answer to a command that was accepted: what happened."""

    events: tuple[Event, ...]


class Decider(Protocol[S]):
    """The trio each game gives for its tables."""

    def decide(self, state: S, command: Command[Any]) -> Sequence[Event]:
        """Return what happens, or raise a RuleViolation."""

    def evolve(self, state: S, event: Event) -> S:
        """Apply an event; the state may be changed in place, so only the returned one counts."""

    def legal(self, state: S, by: Person) -> Iterable[Offer]:
        """Return what `decide` would accept from this person now."""


def dispatched(
    handlers: Mapping[type[Act], Callable[[S, Command[Any]], Iterable[Event]]],
    state: S,
    command: Command[Any],
    *,
    at: str,
    clause: str,
) -> Sequence[Event]:
    """Pass an act to its handler; an act without a handler does not belong to this table and is refused."""
    handler = handlers.get(type(command.act))
    if handler is None:
        name = type(command.act).__name__
        raise ActionRefused(f"{name} is not an act of {at}", clause=clause, act=name)
    return tuple(handler(state, command))


def handle(decider: Decider[S], state: S, command: Command[Any]) -> tuple[S, Accepted | Refusal]:
    """Decide one command and evolve the state by its events; a refusal leaves the state as it was.

    A command that was built in Python with values its types do not allow is refused too.
    """
    try:
        sound = validated(command)
    except RuleViolation as violation:
        return state, Refusal(clause=violation.clause, reason=violation.reason, values=violation.values)
    return answered(decider, state, sound)


def answered(decider: Decider[S], state: S, command: Command[Any]) -> tuple[S, Accepted | Refusal]:
    """Do the same with a command that was decoded, so its types are already checked.

    An invalid command, such as a bet that is not in our notation, is refused without a clause.
    """
    try:
        events = tuple(decider.decide(state, command))
    except RuleViolation as violation:
        return state, Refusal(clause=violation.clause, reason=violation.reason, values=violation.values)
    except InputError as error:
        return state, Refusal(clause="", reason=str(error), values=error.values)
    for event in events:
        state = decider.evolve(state, event)
    return state, Accepted(events)


def validated(command: Command[A]) -> Command[A]:
    """Return the command, or refuse one that was built in Python with values its types do not allow.

    msgspec checks what it decodes, not what is constructed; a round trip makes the two alike. What comes back as
    something else, such as bytes as text, was not what its type says.
    """
    try:
        kind: Any = Command[type(command.act)]  # type: ignore[misc]
        decoded: Command[A] = msgspec.json.decode(msgspec.json.encode(command), type=kind)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise ActionRefused(f"not a command: {error}", clause="", error=str(error)) from error
    if decoded != command:
        raise ActionRefused("not a command: a value is not of its type", clause="", act=type(command.act).__name__)
    return decoded


def holds(person: Person, roles: Sequence[str]) -> bool:
    """Tell whether a person has one of the roles; a trailing "+" means "or above".

    >>> holds(Person("Mai", Role.PIT_MANAGER), ["dealer", "pit_supervisor+"])
    True
    """
    return person.role in _named(tuple(roles))


@lru_cache(maxsize=256)
def _named(roles: tuple[str, ...]) -> frozenset[Role]:
    """Return the roles that a list of them names, those above one with a "+" too."""
    found = {Role(role) for role in roles if not role.endswith("+")}
    for lowest in (Role(role[:-1]) for role in roles if role.endswith("+")):
        line, least = _RANK[lowest]
        found |= {lowest, *(role for role, (own, rank) in _RANK.items() if own == line and rank > least)}
    return frozenset(found)


@lru_cache(maxsize=256)
def _in_words(roles: tuple[str, ...]) -> str:
    return " or ".join(role.replace("_", " ").replace("+", " or above") for role in roles)


def is_second(command: Command[Any], roles: Sequence[str]) -> bool:
    """Tell whether the command has a witness: another person, in one of the roles."""
    witness = command.witness
    return witness is not None and witness.id != command.by.id and holds(witness, roles)


def require_role(command: Command[Any], roles: Sequence[str], *, clause: str, deed: str) -> None:
    """Refuse an act to a person whose role the clause does not name."""
    if not holds(command.by, roles):
        wanted, role = _in_words(tuple(roles)), command.by.role.replace("_", " ")
        reason = f"{command.by.id}, {role}, may not {deed}: that is for the {wanted}"
        raise ActionRefused(reason, clause=clause, by=command.by.id, role=command.by.role.value, roles=list(roles))


def tag_of(message: Act | Event | type[Act | Event]) -> str:
    """Return the type of an act or event, as documents have it."""
    return str(message.__struct_config__.tag)


def decode_or_explain(
    data: bytes, decoder: msgspec.json.Decoder[A], *, line: int | None = None, part: str | None = None
) -> A:
    """Decode JSON, or raise an InputError that names line, field, the value there and what is wrong with it.

    `part` is the field that all of it stands in, where it is part of something larger.
    """
    try:
        return decoder.decode(data)
    except msgspec.ValidationError as error:
        reason, _, path = str(error).partition(" - at `")
        field = path.rstrip("`").removeprefix("$").removeprefix(".")
        unknown = re.search(r"unknown field `(.*)`$", reason)
        if unknown is not None:
            field = f"{field}.{unknown[1]}".removeprefix(".")
        place = ".".join(name for name in (part, field) if name) or None
        value = _value_at(data, field)
        raise InputError(in_words(reason, value), line=line, field=place, value=value) from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"not JSON: {error}", line=line, field=part) from error


def _value_at(data: bytes, path: str) -> object:
    """Return what stands at a path such as `wagers[0].cents`, or all of it where the path cannot be walked."""
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return data.decode(errors="replace")
    for step in re.findall(r"[^.\[\]]+", path):
        try:
            value = value[int(step)] if isinstance(value, list) else value[step]
        except (KeyError, IndexError, ValueError, TypeError):
            break
    return value
