"""A race card that cannot be read: every field that is wrong, missing or unknown, at once and in plain words.

A decoder stops at the first fault. Whoever wrote a card by hand wants to mend all of them before the next try, so each
race, pool and runner is taken apart, and each field is read by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Final, get_args, get_origin

import msgspec
from msgspec import inspect

from pitboss.decider import TEXT_LENGTH_MAX
from pitboss.rulebook import Fault
from pitboss.tote.day.racecard import Card, Instant, Number, Track

_WORDS: Final[dict[Any, str]] = {
    Track: "must be a track's code of two to six capitals and digits, such as FVD",
    Number: "must be a program number, such as 4 or 1A",
    Instant: "must be a time with its distance from Greenwich, such as 2004-05-01T13:05:00-05:00",
}


def shape_faults(document: object, shape: Any = Card, where: str = "") -> Iterator[Fault]:
    """Yield what cannot be read of a part of a card, deepest fields first; nothing where all of it can."""
    trouble = _trouble(document, shape)
    if trouble is None:
        return
    found = list(_within(document, _bare(shape), where))
    yield from found or [Fault(where or "card", document, _in_words(document, shape, trouble))]


def _trouble(value: object, shape: Any) -> str | None:
    """Return why a value is not what it must be; None where it is."""
    try:
        msgspec.json.decode(msgspec.json.encode(value), type=shape)
    except msgspec.ValidationError as error:
        return str(error).partition(" - at `")[0]
    return None


def _bare(shape: Any) -> Any:
    """Return a type without its bounds, and without nothing as another choice."""
    if get_origin(shape) is Annotated:
        return _bare(get_args(shape)[0])
    others = [one for one in get_args(shape) if one is not type(None)] if type(None) in get_args(shape) else []
    return _bare(others[0]) if len(others) == 1 else shape


def _within(value: object, shape: Any, where: str) -> Iterator[Fault]:
    """Yield the faults of a struct's fields, or of a list's parts."""
    if isinstance(shape, type) and issubclass(shape, msgspec.Struct) and isinstance(value, dict):
        fields = {one.name: one for one in msgspec.structs.fields(shape)}
        before = f"{where}." if where else ""
        for name, one in fields.items():
            if name in value:
                yield from shape_faults(value[name], one.type, f"{before}{name}")
        known = ", ".join(fields)
        for name in [one for one in value if one not in fields]:
            yield Fault(f"{before}{name}", value[name], f"no card has such a field; there are {known}")
        for name in [name for name, one in fields.items() if one.required and name not in value]:
            yield Fault(f"{before}{name}", None, "it is missing: every card says it")
    elif get_origin(shape) is tuple and isinstance(value, list):
        for place, part in enumerate(value):
            yield from shape_faults(part, get_args(shape)[0], f"{where}[{place}]")


def _in_words(value: object, shape: Any, trouble: str) -> str:
    """Say what a value must be."""
    words = next((words for one, words in _WORDS.items() if shape in (one, one | None)), None)
    if words is not None:
        return words
    match inspect.type_info(_bare(shape)):
        case inspect.EnumType(cls=kinds):
            words = f"must be one of {', '.join(one.value for one in kinds)}"
        case inspect.LiteralType(values=kinds):
            words = f"must be one of {', '.join(map(str, kinds))}"
        case inspect.VarTupleType():
            words = "must be a list" if not isinstance(value, list) else "has too many" if value else "has none"
        case inspect.IntType():
            words = f"must be a whole number{_bounds(inspect.type_info(shape))}"
        case inspect.StrType():
            words = "must be a text" if shape is str else f"must be a text of 1 to {TEXT_LENGTH_MAX} characters"
        case inspect.BoolType():
            words = "must be true or false"
        case inspect.StructType() | inspect.DictType():
            words = "must be fields with their values"
    return words or trouble


def _bounds(info: Any) -> str:
    """Say the bounds of a number."""
    kinds = info.types if isinstance(info, inspect.UnionType) else (info,)
    found = next(one for one in kinds if isinstance(one, inspect.IntType))
    return "".join(f" {word} {end:,}" for word, end in (("from", found.ge), ("to", found.le)) if end is not None)
