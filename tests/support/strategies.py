"""What the contract suite draws from: people, and values and acts inside and around what is offered.

Everything is drawn from a `random.Random`, so that a walk is determined by its seed. Boundaries are favoured: an
amount is more often the least, the most or one beside them than any other.
"""

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from pitboss.decider import Act, Choices, Domain, Integers, Offer, Person, Role, Subset, Words
from tests.support.driven import need

PLAYERS = ("Ann", "Bob", "Cid")
PEOPLE = (
    *(Person(name, Role.PLAYER) for name in (*PLAYERS, "Dora")),
    *(Person(name, Role.DEALER) for name in ("Dora", "Dan", "Ann")),
    *(Person(name, Role.MUCKER) for name in ("Max", "Dora")),
    Person("wheel-1", Role.DEVICE),
    Person("Ina", Role.INSPECTOR),
    Person("Flo", Role.FLOORPERSON),
    *(Person(name, Role.PIT_SUPERVISOR) for name in ("Sue", "Sid")),
    *(Person(name, Role.PIT_MANAGER) for name in ("Mai", "Sue")),
    Person("Dee", Role.DIRECTOR),
)
"""All roles, dealers who do not work the table, and the same name in several roles."""

EVERYDAY_PEOPLE = (*PEOPLE, Person("Cas", Role.CASHIER), Person("Ada", Role.AUDITOR))
"""Those, and whom a table meets beyond its game."""

NAMES = (*dict.fromkeys(person.id for person in PEOPLE), "T9")
TEXTS = (
    *NAMES,
    "Mary-Jane O'Neil 2.",
    "x" * 40,
    "x" * 41,
    "Ann\n",
    " Ann",
    "Zoë",
    "",
    " ",
    "?",
    "two\nlines",
    "é" * 500,
    "x" * 499 + "\n",
    "x" * 500 + "\n",
    "x" * 200,
    "x" * 200 + "\n",
    "x" * 501,
)
"""Names, and texts at and over every length and pattern the messages have."""

UNLIKE = ("0" * 64, "9f" * 32, "1x1", "10x25 4x1", "999999x999999 999999x100000")
"""What stands where none of the texts may: hashes, and chips by denomination."""


def inside(rng: random.Random, domain: Domain) -> Any:
    """Draw a value of a domain."""
    match domain:
        case Choices():
            return rng.choice(domain.values)
        case Integers():
            steps = (domain.high - domain.low) // domain.step
            few = min(steps, rng.choice((0, 1, 9, 99)))
            chosen = rng.choice((0, 0, few, rng.randint(0, few), steps, max(steps - 1, 0), rng.randint(0, steps)))
            value = domain.low + chosen * domain.step
            if value in domain.besides:
                beside = (value + domain.step, value - domain.step, domain.low, domain.high)
                value = next((one for one in beside if one in domain), value)
            return value
        case Words():
            texts = (*TEXTS, *(f"P{number}" for number in range(100)))
            names = [name for name in NAMES if name in domain]
            if names and rng.random() < 0.5:
                return rng.choice(names)
            return rng.choice([text for text in texts if text in domain] or [text for text in UNLIKE if text in domain])
        case Subset():
            least = max(domain.at_least, len(domain.must))
            others = [value for value in domain.values if value not in domain.must]
            extra = rng.sample(others, rng.randint(least - len(domain.must), len(others)))
            return tuple(rng.sample([*domain.must, *extra], len(domain.must) + len(extra)))


def around(rng: random.Random, domain: Domain) -> Any:
    """Draw a value just beside a domain, now and then still in it."""
    match domain:
        case Integers():
            off = rng.choice((1, domain.step, domain.step // 2 or 1))
            return rng.choice((domain.low - off, domain.high + off, domain.low + off, -domain.low, domain.high * 2))
        case Subset():
            drawn = list(inside(rng, domain))
            return tuple(rng.choice((drawn[1:], drawn * 2, [*drawn, "nothing of the kind"], [])))
        case Choices() if isinstance(domain.values[0], bool):
            return not domain.values[0]
        case _:
            return rng.choice((*TEXTS, None))


@cache
def fields_of(act: type[Act]) -> dict[str, inspect.Field]:
    """Return the fields of an act with what their types allow."""
    found = inspect.type_info(act)
    return {field.name: field for field in found.fields}  # type: ignore[attr-defined]


def of_type(rng: random.Random, kind: inspect.Type) -> Any:
    """Draw a value that a field's type may hold, whatever the rules say; texts may be too long or ill-formed."""
    drawn: Any = None
    match kind:
        case inspect.Metadata():
            drawn = of_type(rng, kind.type)
        case inspect.UnionType():
            drawn = of_type(rng, rng.choice(kind.types))
        case inspect.IntType():
            low, high = kind.ge or 0, kind.le or 10
            drawn = rng.choice((low, low, low + 1, high, rng.randint(low, min(high, low + 1_000))))
        case inspect.StrType():
            drawn = rng.choice(TEXTS)
        case inspect.BoolType():
            drawn = rng.random() < 0.5
        case inspect.EnumType():
            drawn = rng.choice(list(kind.cls))
        case inspect.LiteralType():
            drawn = rng.choice(kind.values)
        case _:
            drawn = _of_parts(rng, kind)
    return drawn


def _of_parts(rng: random.Random, kind: inspect.Type) -> Any:
    """Draw a value of a type that is made of others; None where it is of none."""
    match kind:
        case inspect.TupleType():
            return tuple(of_type(rng, item) for item in kind.item_types)
        case inspect.VarTupleType():
            return tuple(of_type(rng, kind.item_type) for _ in range(rng.randint(0, 3)))
        case inspect.StructType():
            return kind.cls(**{field.name: of_type(rng, field.type) for field in kind.fields})
    need(isinstance(kind, inspect.NoneType), f"no values for {kind}: teach `of_type` this type")
    return None


Lures = Mapping[str, Sequence[Any]]


def act_inside(rng: random.Random, offer: Offer, lures: Lures) -> Act:
    """Draw an act inside an offer; a field the offer leaves open keeps its default or takes what its type allows.

    Half of the values are lures if any is inside, so that commands meet: the same player, bet and chips again.
    """
    values = {}
    for name, field in fields_of(offer.act).items():
        if name in offer.fields:
            known = [lure for lure in lures.get(name, ()) if lure in offer.fields[name]] if rng.random() < 0.5 else []
            values[name] = rng.choice(known) if known else inside(rng, offer.fields[name])
        elif field.required or rng.random() < 0.5:
            values[name] = of_type(rng, field.type)
    return offer.act(**values)


def act_around(rng: random.Random, offer: Offer, lures: Lures) -> Act:
    """Draw an act inside an offer and then change one or two of its fields."""
    act = act_inside(rng, offer, lures)
    names = list(fields_of(offer.act))
    for name in rng.sample(names, min(len(names), rng.choice((1, 1, 2)))):
        drawn = [of_type(rng, fields_of(offer.act)[name].type)]
        if name in offer.fields:
            drawn += [around(rng, offer.fields[name])] * 2
        if lures.get(name):
            drawn += [rng.choice(lures[name])] * 2
        act = msgspec.structs.replace(act, **{name: rng.choice(drawn)})
    return act


def act_of_type(rng: random.Random, kind: type[Act], lures: Lures, like: Act | None = None) -> Act:
    """Draw an act of a kind whether it is offered or not: like another where they have fields in common, or lured."""
    values = {}
    for name, field in fields_of(kind).items():
        if hasattr(like, name) and rng.random() < 0.9:
            values[name] = getattr(like, name)
        elif lures.get(name) and rng.random() < 0.8:
            values[name] = rng.choice(lures[name])
        else:
            values[name] = of_type(rng, field.type)
    return kind(**values)


def act_well_formed(rng: random.Random, kind: type[Act], lures: Lures) -> Act:
    """Draw an act of a kind that a client could send."""
    decoder = msgspec.json.Decoder(kind)
    drawn = (act_of_type(rng, kind, lures) for _ in range(1_000))
    return next(act for act in drawn if is_well_formed(act, decoder))


def is_well_formed(value: Any, decoder: msgspec.json.Decoder) -> bool:
    """Tell whether a value comes back the same when it is written and read."""
    try:
        return bool(value == decoder.decode(msgspec.json.encode(value)))
    except (TypeError, ValueError):
        return False


def is_amount(kind: type[Act], field: str) -> bool:
    """Tell whether a field is a number with a most, and none below one."""
    found = fields_of(kind)[field].type
    return isinstance(found, inspect.IntType) and found.ge == 1 and found.le is not None
