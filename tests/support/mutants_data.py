"""Takes out what an event stores, and what an edition's data say: a field at a time, a key at a time.

The id of a clause is left alone: a test that repeats an id out of the data proves nothing about what a house does.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import fields, force_setattr, replace

from pitboss.decider import Event, MessageMeta
from pitboss.rulebook import Edition, edition
from pitboss.rulebook.edition import Bound, SettingSpec, SettingType, WagerSpec
from tests.support.mutants import Mutant, altered, spread

__all__ = ["data_mutants", "event_mutants"]


def event_mutants(kind: type[Event]) -> list[Mutant]:
    """Return a mutant a field: whenever such an event is made, the field has another value than it was given."""
    return [Mutant("field", f"{kind.__name__}.{field.name}", _blanking(kind, field.name)) for field in fields(kind)]


def _blanking(kind: type[Event], name: str) -> Callable[[], None]:
    made = MessageMeta.__call__

    def call(cls: Any, *args: Any, **values: Any) -> Any:
        event = made(cls, *args, **values)
        if cls is kind:
            value = getattr(event, name)
            force_setattr(event, name, "~" if value is None else altered(value))
        return event

    return lambda: setattr(MessageMeta, "__call__", call)


def data_mutants(place: str, clause: str) -> list[Mutant]:
    """Return the mutants of a place in an edition: `oneida-roulette-2008: wager straight`."""
    edition_id, _, path = place.partition(": ")
    found = edition(edition_id)
    what, _, name = path.partition(" ")
    if what == "wager":
        return list(_wager_mutants(found, name))
    if what == "setting":
        return list(_setting_mutants(found, name))
    return spread(list(_rule_mutants(found, path, clause)))


def _wager_mutants(rules: Edition, kind: str) -> Iterator[Mutant]:
    spec = next(wager for wager in rules.wagers if wager.kind == kind)

    def changed(new: WagerSpec | None) -> Callable[[], None]:
        kept = tuple(new if wager is spec else wager for wager in rules.wagers)
        return lambda: force_setattr(rules, "wagers", tuple(wager for wager in kept if wager is not None))

    yield Mutant("data", f"{kind} pays {spec.pays + 1}", changed(replace(spec, pays=spec.pays + 1)))
    yield Mutant("data", f"{kind} is not offered", changed(None))
    for bound in Bound:
        if bound is not spec.bound:
            yield Mutant("data", f"its odds are {bound.value}", changed(replace(spec, bound=bound)))


def _setting_mutants(rules: Edition, key: str) -> Iterator[Mutant]:
    for spec in rules.settings:
        if spec.key == key:
            for what, new in _other_settings(spec):
                kept = tuple(new if other is spec else other for other in rules.settings)
                yield Mutant("data", f"{key} {what}", _setting(rules, kept))


def _setting(rules: Edition, settings: tuple[SettingSpec, ...]) -> Callable[[], None]:
    return lambda: force_setattr(rules, "settings", settings)


def _other_settings(spec: SettingSpec) -> Iterator[tuple[str, SettingSpec]]:
    if spec.at_least is not None:
        yield "has no least value", replace(spec, at_least=None)
    if spec.at_most is not None:
        yield "has no greatest value", replace(spec, at_most=None)
    if spec.permitted:
        yield "permits any value", replace(spec, permitted=())
    if spec.when:
        yield "is bound by no other setting", replace(spec, when=())
    if spec.unless is not None:
        yield "is bound whatever is approved", replace(spec, unless=None)
    other = _other_default(spec)
    if other != spec.default:
        yield f"is {other!r} by default", replace(spec, default=other)


def _other_default(spec: SettingSpec) -> Any:
    choices = [value for value in (*spec.permitted, *spec.values) if value != spec.default]
    if spec.type is SettingType.CHOICE:
        return choices[0] if choices else spec.default
    return altered(spec.default) if isinstance(spec.default, bool | int) else spec.default


def _rule_mutants(rules: Edition, path: str, clause: str) -> Iterator[Mutant]:
    """Change every table under a path that has the clause: without the key, and with another value of each key."""
    *steps, last = path.split(".")
    for table in _tables(rules.rules, steps[1:]):
        if isinstance(table, dict) and table.get(last) == clause:
            if last != "clause":
                yield Mutant("data", f"{path} is left out", _without_key(table, last))
            for key, value in table.items() if last == "clause" else ():
                if key != last and not key.endswith("words") and altered(value) != value:
                    yield Mutant("data", f"{path}: {key} of {_named(table)}", _setting_key(table, key, altered(value)))
    for entries, entry in _entries(rules.rules, steps[1:]) if last == "clause" else ():
        if entry.get(last) == clause:
            yield Mutant("data", f"{path}: without {_named(entry)}", _without_entry(entries, entry))


def _named(table: dict[str, Any]) -> str:
    return msgspec.json.encode(table).decode()[:60]


def _setting_key(table: dict[str, Any], key: str, value: Any) -> Callable[[], None]:
    return lambda: table.update({key: value})


def _without_key(table: dict[str, Any], key: str) -> Callable[[], None]:
    def leave_out() -> None:
        del table[key]

    return leave_out


def _without_entry(entries: list[Any], entry: Any) -> Callable[[], None]:
    return lambda: entries.remove(entry)


def _tables(value: Any, steps: list[str]) -> Iterator[Any]:
    if isinstance(value, list):
        for inner in value:
            yield from _tables(inner, steps)
    elif not steps:
        yield value
    elif isinstance(value, dict) and steps[0] in value:
        yield from _tables(value[steps[0]], steps[1:])


def _entries(value: Any, steps: list[str]) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """Find the lists of tables at the end of a path, with each of their tables."""
    for holder in _tables(value, steps[:-1]):
        found = holder.get(steps[-1]) if steps and isinstance(holder, dict) else None
        if isinstance(found, list):
            yield from ((found, entry) for entry in found if isinstance(entry, dict))
