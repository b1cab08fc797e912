"""States kept as plain data by their types, and read back by them: nothing but a state of the stream comes back.

A snapshot is a cache: everything in it can be rebuilt from the journal, and what cannot be read is. It is JSON, encoded
and decoded by the annotations of the state's class, so that no byte of it chooses what is built or run. Fields that do
not count when states are compared are caches of their own and are left out; rules are kept as the settings they were
made from.
"""

from __future__ import annotations

import dataclasses
import sys
import types
import typing
import zlib
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal, NamedTuple, TypeVar, Union, cast, get_args, get_origin

import msgspec

from pitboss.decider import Event
from pitboss.games.table.rules import TableRules
from pitboss.rulebook import TableConfig
from pitboss.tote.rules import ToteRules

_FORM: Final = b"pitboss-snapshot/1 "
"""What stands before a state: how the rest is written, and then how many events the journal had."""
_HEAD_MAX: Final = 64
_BODY_MAX: Final = 1 << 30
"""How many bytes a state may have when it is decompressed."""
_KEYS: Final = (str, int)
"""What the keys of a JSON object may be; other mappings are lists of pairs."""


class NotKept(Exception):
    """A state holds what its annotations do not say, or what is no plain value; its stream is read instead."""


class _Context(NamedTuple):
    """What a state is put together with: one of the same stream before its first command."""

    fresh: Any
    decode_event: Callable[[bytes], Event]
    rules: dict[bytes, TableRules[Any]]
    """Rules by their settings: those that were one stay one."""


Lift = Callable[[Any, _Context], Any]


class _Plan(NamedTuple):
    """How values of a type are written: as which type, and how they become that and come back; None as they are."""

    wire: Any
    lower: Callable[[Any], Any] | None = None
    lift: Lift | None = None

    @property
    def is_native(self) -> bool:
        return self.lower is None and self.lift is None


class Kept(NamedTuple):
    """A state that was read back."""

    position: int
    """How many events the journal had when it was kept."""
    state: Any


def frozen(state: object, position: int) -> bytes:
    """Return a state as bytes, with the place of its last event in the journal.

    Raises:
        NotKept: where it holds what is no plain value, or not of its annotation.
    """
    try:
        plan = _plan(type(state))
        lowered = state if plan.lower is None else plan.lower(state)
        body = msgspec.json.encode(lowered, enc_hook=_written)
    except NotKept:
        raise
    except Exception as error:
        raise NotKept(f"it cannot be written: {error}") from error
    return b"%b%d\n%b" % (_FORM, position, zlib.compress(body, 1))


def thawed(data: bytes, fresh: Any, decode_event: Callable[[bytes], Event]) -> Kept:
    """Return the state of such bytes, put together with one of the same stream before its first command.

    Raises:
        NotKept: where they are no state of this stream.
    """
    head, _, _ = data[:_HEAD_MAX].partition(b"\n")
    number = head.removeprefix(_FORM)
    if not head.startswith(_FORM) or not number.isdigit():
        raise NotKept("it is not written as snapshots are")
    try:
        body = _unpacked(data[len(head) + 1 :])
        plan, found = _plan(type(fresh)), _decoder(type(fresh)).decode(body)
        state = found if plan.lift is None else plan.lift(found, _Context(fresh, decode_event, {}))
        # What a state has in common with itself was written wherever it stands.
        share: Callable[[], None] = getattr(state, "share", _nothing)
        share()
    except NotKept:
        raise
    except Exception as error:
        raise NotKept(f"it is no state of its stream: {error}") from error
    return Kept(int(number), state)


def _nothing() -> None:
    """Share nothing: most states have little."""


def _unpacked(packed: bytes) -> bytes:
    unpacking = zlib.decompressobj()
    body = unpacking.decompress(packed, _BODY_MAX)
    if not unpacking.eof or unpacking.unused_data:
        raise NotKept("it is not written as snapshots are")
    return body


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return _made_decoder(kind)


@cache
def _made_decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(_plan(kind).wire, dec_hook=_read)


def _written(value: object) -> object:
    if type(value) is Fraction:
        return value.as_integer_ratio()
    raise NotKept(f"a {type(value).__qualname__} is no part of a state")


def _read(kind: type, value: Any) -> object:
    if kind is Fraction:
        numerator, denominator = msgspec.convert(value, tuple[int, int])
        return Fraction(numerator, denominator)
    raise NotKept(f"a {kind.__qualname__} is no part of a state")


# Plans


def _plan(hint: Any) -> _Plan:
    """Return how values of an annotation are written."""
    return _planned(hint)


@cache
def _planned(hint: Any) -> _Plan:
    origin, inner = get_origin(hint), get_args(hint)
    if isinstance(hint, TypeVar):
        return _plan(hint.__bound__ or Any)
    if origin in (Union, types.UnionType):
        return _union(hint, inner)
    if origin in _CONTAINERS:
        return _container(origin, inner, hint)
    return _Plan(hint) if origin is Literal else _of_class(hint, origin or hint)


def _of_class(hint: Any, kind: Any) -> _Plan:
    """Return how values of one class are written; `Any` is whichever of ours."""
    if kind in (Any, object):
        return _Plan(tuple[str, msgspec.Raw] | None, _lower_named, _lift_named)
    if not isinstance(kind, type):
        raise NotKept(f"{hint} is no type of a state's field")
    if kind is Event:
        return _Plan(msgspec.Raw, _lower_event, lambda raw, context: context.decode_event(bytes(raw)))
    if issubclass(kind, TableRules):
        return _Plan(TableConfig, lambda rules: rules.config, _lift_rules)
    if issubclass(kind, ToteRules):
        return _Plan(None, lambda _: None, lambda _, context: context.fresh.rules)
    if dataclasses.is_dataclass(kind):
        return _dataclass(kind)
    is_record = issubclass(kind, msgspec.Struct) or (issubclass(kind, tuple) and hasattr(kind, "_fields"))
    return _record(kind) if is_record else _Plan(hint)


def _union(hint: Any, members: tuple[Any, ...]) -> _Plan:
    others = [one for one in members if one is not types.NoneType]
    plans = [_plan(one) for one in others]
    if all(plan.is_native for plan in plans) and _is_told_apart(hint):
        return _Plan(hint)
    if len(others) > 1:
        return _plan(Any)
    (plan,) = plans
    lower, lift = _all_of(plan)
    return _Plan(
        plan.wire | None,
        lambda value: None if value is None else lower(value),
        lambda value, context: None if value is None else lift(value, context),
    )


def _is_told_apart(hint: Any) -> bool:
    """Tell whether a value of one of several types says by itself which it is of."""
    try:
        msgspec.json.Decoder(hint, dec_hook=_read)
    except TypeError:
        return False
    return True


_CONTAINERS: Final[Mapping[Any, Callable[[Any], Any]]] = {
    list: list, tuple: tuple, set: set, frozenset: frozenset, dict: dict, Mapping: dict, Sequence: tuple,
}  # fmt: skip
"""What holds values of other types, and what it is when it comes back."""


def _container(origin: Any, inner: tuple[Any, ...], hint: Any) -> _Plan:
    make = _CONTAINERS[origin]
    if make is dict:
        return _mapping(inner, hint)
    if origin is tuple and inner[-1] is not Ellipsis:
        return _row(tuple(_plan(one) for one in inner))
    plan = _plan(inner[0])
    if plan.is_native:
        return _Plan(hint)
    lower, lift = _all_of(plan)
    return _Plan(
        list[plan.wire],  # type: ignore[name-defined]
        lambda values: [lower(value) for value in values],
        lambda values, context: make(lift(value, context) for value in values),
    )


def _mapping(inner: tuple[Any, ...], hint: Any) -> _Plan:
    key, (keys, values) = inner[0], (_plan(one) for one in inner)
    is_object = keys.is_native and isinstance(key, type) and issubclass(key, _KEYS)
    if is_object and values.is_native:
        return _Plan(hint)
    (lower_key, lift_key), (lower, lift) = _all_of(keys), _all_of(values)
    if is_object:
        return _Plan(
            dict[key, values.wire],  # type: ignore[name-defined, valid-type]
            lambda found: {name: lower(one) for name, one in found.items()},
            lambda found, context: {name: lift(one, context) for name, one in found.items()},
        )
    return _Plan(
        list[tuple[keys.wire, values.wire]],  # type: ignore[name-defined]
        lambda found: [(lower_key(name), lower(one)) for name, one in found.items()],
        lambda found, context: {lift_key(name, context): lift(one, context) for name, one in found},
    )


def _row(plans: tuple[_Plan, ...]) -> _Plan:
    """Return how values are written that stand in a row, each of its own type."""
    both = [_all_of(plan) for plan in plans]
    wire: Any = tuple.__class_getitem__(tuple(plan.wire for plan in plans))
    if all(plan.is_native for plan in plans):
        return _Plan(wire)
    return _Plan(
        wire,
        lambda values: tuple(lower(one) for (lower, _), one in zip(both, values, strict=True)),
        lambda values, context: tuple(lift(one, context) for (_, lift), one in zip(both, values, strict=True)),
    )


def _record(kind: type) -> _Plan:
    """Return how structs and named tuples are written: as they are, since msgspec knows them."""
    hints, is_struct = typing.get_type_hints(kind), issubclass(kind, msgspec.Struct)
    names: tuple[str, ...] = getattr(kind, "__struct_fields__" if is_struct else "_fields")
    # What a struct has of any type came from JSON, and goes there.
    plans = [_Plan(Any) if is_struct and _is_open(hints[name]) else _plan(hints[name]) for name in names]
    if all(plan.is_native for plan in plans):
        return _Plan(kind)
    row = _row(tuple(plans))
    lower, build = _all_of(row)
    return _Plan(
        row.wire,
        lambda value: lower([getattr(value, name) for name in names]),
        lambda values, context: kind(*build(values, context)),
    )


def _is_open(hint: Any) -> bool:
    """Tell whether an annotation leaves open what there is."""
    return hint is Any or any(_is_open(one) for one in get_args(hint))


def _dataclass(kind: type) -> _Plan:
    """Return how our own classes are written: field by field in a row, or as they are if they hold nothing else."""
    hints = typing.get_type_hints(kind)
    fields = [one for one in dataclasses.fields(kind) if one.compare]
    left_out = [one for one in dataclasses.fields(kind) if not one.compare]
    plans = [_plan(hints[one.name]) for one in fields]
    if all(plan.is_native for plan in plans) and not left_out and not kind.__subclasses__():
        return _Plan(kind)
    both = [(one.name, *_all_of(plan)) for one, plan in zip(fields, plans, strict=True)]
    wire = msgspec.defstruct(
        kind.__name__,
        [(one.name, plan.wire) for one, plan in zip(fields, plans, strict=True)],
        array_like=True,
        forbid_unknown_fields=True,
    )

    def lower(value: Any) -> Any:
        if type(value) is not kind:
            raise NotKept(f"a {type(value).__qualname__} stands where a {kind.__qualname__} is said to be")
        return wire(*[down(getattr(value, name)) for name, down, _ in both])

    def lift(row: Any, context: _Context) -> Any:
        # No constructor is called: a state is what it was, whatever a new one would begin with.
        value: Any = object.__new__(kind)
        for name, _, up in both:
            object.__setattr__(value, name, up(getattr(row, name), context))
        for one in left_out:
            empty = one.default if one.default_factory is dataclasses.MISSING else one.default_factory()
            object.__setattr__(value, one.name, empty)
        return value

    return _Plan(wire, lower, lift)


def _all_of(plan: _Plan) -> tuple[Callable[[Any], Any], Lift]:
    return plan.lower or _as_it_is, plan.lift or _as_it_is


def _as_it_is(value: Any, _: object = None) -> Any:
    return value


# Values whose type the annotation leaves open


def _lower_event(event: Event) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(event))


def _lift_rules(config: TableConfig, context: _Context) -> TableRules[Any]:
    """Return rules by their settings: a stream has one edition, whatever a house changes under it."""
    own: TableRules[Any] = context.fresh.rules
    if config.rulebook != own.config.rulebook:
        raise NotKept("rules of another edition")
    key = msgspec.json.encode(config)
    if key not in context.rules:
        context.rules[key] = own if config == own.config else dataclasses.replace(own, config=config)
    return context.rules[key]


def _lower_named(value: Any) -> tuple[str, msgspec.Raw] | None:
    if value is None:
        return None
    kind = type(value)
    plan = _plan(_named(kind.__module__, kind.__qualname__, kind.__module__))
    lowered = value if plan.lower is None else plan.lower(value)
    return f"{kind.__module__}:{kind.__qualname__}", msgspec.Raw(msgspec.json.encode(lowered, enc_hook=_written))


def _lift_named(found: tuple[str, msgspec.Raw] | None, context: _Context) -> Any:
    if found is None:
        return None
    module, _, name = found[0].partition(":")
    kind = _named(module, name, type(context.fresh).__module__)
    plan, value = _plan(kind), _decoder(kind).decode(found[1])
    return value if plan.lift is None else plan.lift(value, context)


def _named(module: str, name: str, own: str) -> type:
    """Return one of our classes of values, or of the game's own; nothing is loaded for it, and nothing called."""
    if module.partition(".")[0] not in ("pitboss", own.partition(".")[0]):
        raise NotKept(f"{module}.{name} is no part of a state")
    found = getattr(sys.modules.get(module), name, None)
    is_value = isinstance(found, type) and (dataclasses.is_dataclass(found) or issubclass(found, msgspec.Struct))
    if not is_value or cast("type", found).__module__ != module:
        raise NotKept(f"{module}.{name} is no part of a state")
    return cast("type", found)
