"""An act of any kind, as small as its type allows: for tests that ask who may send it, not what becomes of it."""

import re
from datetime import UTC, datetime
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from pitboss.decider import Act
from pitboss.floor.people.house import HOUSE
from pitboss.games import GAMES, game
from pitboss.games.roulette.automatic.game import AUTOMATIC
from pitboss.games.tournament.game import TOURNAMENT
from pitboss.stream import Stream
from pitboss.tote.day.game import TOTE
from tests.support.driven import need

__all__ = ["all_streams", "sample", "tag_of"]

_TEXTS = ("T1", "A", "1", "A" * 20, "A" * 6, "0" * 64, "AS", "value", "FVD-1-win", "20040501-" + "A" * 20, "20x5")
_AT = datetime(2004, 5, 1, 13, tzinfo=UTC)


def tag_of(kind: type[msgspec.Struct] | msgspec.Struct) -> str:
    """Return the stored name of an act or event."""
    return str(kind.__struct_config__.tag)


@cache
def all_streams() -> tuple[Stream, ...]:
    """Return every kind of stream that there is: the games, the automatic table, tournaments, the tote, the house."""
    return (*(game(name) for name in GAMES), AUTOMATIC, TOURNAMENT, TOTE, HOUSE)


@cache
def sample(kind: type[Act]) -> Act:
    """Return an act of a kind that can be read again."""
    found = _value(inspect.type_info(kind))
    need(found == msgspec.json.decode(msgspec.json.encode(found), type=kind), "not the same once it is read", found)
    return found  # type: ignore[no-any-return]


def any_value(kind: Any) -> Any:
    """Return the least value of a field's type."""
    return _value(inspect.type_info(kind))


def _value(kind: inspect.Type) -> Any:
    """Return the least value of a type."""
    found: Any
    match kind:
        case inspect.Metadata():
            found = _value(kind.type)
        case inspect.UnionType():
            found = None if any(isinstance(one, inspect.NoneType) for one in kind.types) else _value(kind.types[0])
        case inspect.StructType():
            found = kind.cls(**{field.name: _value(field.type) for field in kind.fields if field.required})
        case inspect.TupleType():
            found = tuple(_value(one) for one in kind.item_types)
        case inspect.VarTupleType():
            found = tuple(_value(kind.item_type) for _ in range(kind.min_length or 0))
        case inspect.DictType():
            found = {}
        case _:
            found = _simple(kind)
    return found


def _simple(kind: inspect.Type) -> Any:
    simple: dict[type, Any] = {inspect.BoolType: False, inspect.DateTimeType: _AT, inspect.DateType: _AT.date()}
    match kind:
        case inspect.IntType():
            return kind.ge or 0
        case inspect.StrType():
            return _text(kind)
        case inspect.EnumType():
            return next(iter(kind.cls))
        case inspect.LiteralType():
            return kind.values[0]
    need(type(kind) in simple, f"no value for {kind}: teach `sample` this type")
    return simple[type(kind)]


def _text(kind: inspect.StrType) -> str:
    fits = (
        text
        for text in _TEXTS
        if (kind.min_length or 0) <= len(text) <= (kind.max_length or 100)
        and (kind.pattern is None or re.search(kind.pattern, text))
    )
    return next(fits)
