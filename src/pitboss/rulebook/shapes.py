"""The shapes a setting's value may have, and what is wrong with one: malformed, or against what the edition permits.

A flaw knows the setting and the value, not the document they stand in; `check` makes faults of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from pitboss.errors import BadConfig
from pitboss.money import STAKE_MAX
from pitboss.rulebook.clauses import cites
from pitboss.rulebook.edition import Bound, Edition, SettingSpec, SettingType, WagerSpec
from pitboss.rulebook.names import NAME_PATTERN

_MM_PER = {"mm": Fraction(1), "cm": Fraction(10), "m": Fraction(1000), "in": Fraction(254, 10)}
_LENGTH = re.compile(r"(?P<number>\d{1,6}(?:/[1-9]\d{0,5}|\.\d{1,6})?) ?(?P<unit>mm|cm|m|in)", re.ASCII)


def length_mm(text: object) -> Fraction:
    """Read a length such as "13/16 in", "0.75 m" or "20 mm" into millimetres.

    >>> length_mm("12/16 in")
    Fraction(381, 20)
    """
    match = _LENGTH.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise BadConfig('a length is a number and a unit (mm, cm, m, in), such as "13/16 in"', value=text)
    return Fraction(match["number"]) * _MM_PER[match["unit"]]


class Approval(NamedTuple):
    """What an approval of another ball names: who gave it, on which day, and of which ball."""

    by: str
    on: date
    material: str
    diameter_mm: Fraction


_APPROVAL = re.compile(
    r"(?P<by>[^,:]{1,80}), (?P<on>\d{4}-\d{2}-\d{2}): (?P<material>\w{1,40}) ball of (?P<size>.{1,40})", re.ASCII
)


@cites("RO-A6", "Q63")
def approval_of(text: object) -> Approval | None:
    """Read an approval; None where it does not name who, when and what.

    >>> approval_of("Oneida Gaming Commission, 2009-12-01: metallic ball of 1 in").diameter_mm
    Fraction(127, 5)
    >>> approval_of("any text")
    """
    match = _APPROVAL.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    try:
        return Approval(match["by"], date.fromisoformat(match["on"]), match["material"], length_mm(match["size"]))
    except (BadConfig, ValueError):
        return None


ODDS_MAX = 1_000_000
RATIO_MAX = 1_000
TEXT_MAX = 200


class Flaw(NamedTuple):
    """One thing wrong with a setting's value; without a clause it is malformed."""

    value: object
    reason: str
    clause: str | None = None
    part: str | None = None
    """Which entry of the setting it is, where the setting has entries: a kind or a name."""


def flaws(rules: Edition, spec: SettingSpec, chosen: Mapping[str, Any]) -> Iterator[Flaw]:
    """Find what is wrong with the value that the house chose for one setting."""
    return _SHAPES[spec.type](rules, spec, chosen[spec.key], chosen)


@cites("BJ-I2", "BJ-J5", "BJ-J8", "BJ-L1", "BJ-L3")
def flaws_by_condition(spec: SettingSpec, chosen: Mapping[str, Any]) -> Iterator[Flaw]:
    """Hold a setting to the bounds that another one's value brings with it, chosen or left at its default."""
    for when in spec.when:
        if chosen[when.setting] == when.value:
            bound = msgspec.structs.replace(
                spec,
                clause=when.clause,
                note=when.note,
                permitted=when.permitted,
                at_least=when.at_least,
                at_most=when.at_most,
            )
            yield from _permitted(bound, chosen[spec.key], chosen)
            yield from _bounds(bound, chosen[spec.key], chosen)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _refused(spec: SettingSpec, value: object, rule: str, part: str | None = None) -> Flaw:
    note = f": {spec.note}" if spec.note else ""
    place = spec.key if part is None else f"{spec.key}.{part}"
    return Flaw(value, f"{place} = {_shown(value)} {rule}{note}", spec.clause, part)


def _shown(value: object) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lifted(spec: SettingSpec, chosen: Mapping[str, Any]) -> bool:
    is_said = spec.unless is not None and str(chosen.get(spec.unless, "")).strip() != ""
    return is_said or (spec.approved_by is not None and _is_approved(chosen, spec.approved_by))


@cites("RO-A6", "Q63")
def _is_approved(chosen: Mapping[str, Any], key: str) -> bool:
    """Tell whether the ball is the very one that an approval names; to the micrometre, as balls are measured."""
    approval = approval_of(chosen[key])
    if approval is None:
        return False
    try:
        size = length_mm(chosen["ball_diameter"])
    except BadConfig:
        return False
    return (chosen["ball_material"], int(size * 1000)) == (approval.material, int(approval.diameter_mm * 1000))


def _permitted(spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Flaw]:
    # TOML has no null: where an edition permits it, it says "none", as a table's file does.
    said = "none" if value is None else value
    if spec.permitted and said not in spec.permitted and not _lifted(spec, chosen):
        allowed = " or ".join(_shown(entry) or "nothing" for entry in spec.permitted)
        yield _refused(spec, value, f"is refused, only {allowed} is permitted")


@cites("RS-W", "Q62")
def _bounds(
    spec: SettingSpec,
    value: object,
    chosen: Mapping[str, Any],
    measure: Callable[[Any], Any] = int,
    part: str | None = None,
) -> Iterator[Flaw]:
    """Hold an amount or a measure to the least and the most that the edition permits."""
    if value is None or _lifted(spec, chosen):
        return
    if spec.at_least is not None and measure(value) < measure(spec.at_least):
        yield _refused(spec, value, f"is under the least permitted, {spec.at_least}", part)
    if spec.at_most is not None and measure(value) > measure(spec.at_most):
        yield _refused(spec, value, f"is over the most permitted, {spec.at_most}", part)


def _flag(_: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Flaw]:
    if not isinstance(value, bool):
        yield Flaw(value, "expected true or false")
    else:
        yield from _permitted(spec, value, chosen)


@cites("BJ-K1a")
def _choice(_: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Flaw]:
    """Take one known word; several of them can be meant, and are against the rules."""
    known = (*(spec.values or spec.permitted), *((None,) if spec.nullable else ()))
    if isinstance(value, list) and len(value) > 1 and all(entry in known for entry in value):
        yield _refused(spec, value, "is refused, one of them is permitted and not several")
    elif value not in known:
        yield Flaw(value, f"expected one of {', '.join(map(_shown, known))}")
    else:
        yield from _permitted(spec, value, chosen)


def _integer(_: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Flaw]:
    if value is None and spec.nullable:
        yield from _permitted(spec, value, chosen)
        return
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= STAKE_MAX:
        or_none = ", or none" if spec.nullable else ""
        yield Flaw(value, f"expected a whole number from 0 to {STAKE_MAX}{or_none}")
        return
    yield from _permitted(spec, value, chosen)
    yield from _bounds(spec, value, chosen)


@cites("Q18")
def _ratio(_: Edition, __: SettingSpec, value: object, ___: Mapping[str, Any]) -> Iterator[Flaw]:
    """Take the two whole numbers of odds such as 3 to 2."""
    fit = [_is_int(number) and 1 <= number <= RATIO_MAX for number in value] if isinstance(value, list) else []
    if fit != [True, True]:
        yield Flaw(value, f"expected two whole numbers from 1 to {RATIO_MAX}, as in [3, 2] for 3 to 2")


def _text(_: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Flaw]:
    if not isinstance(value, str) or len(value) > TEXT_MAX:
        yield Flaw(value, f"expected text of at most {TEXT_MAX} characters")
        return
    yield from _permitted(spec, value, chosen)
    if isinstance(spec.at_least, int) and len(value.strip()) < spec.at_least:
        yield _refused(spec, value, "may not be empty")


def _approval(_: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Flaw]:
    """Take nothing, or an approval that names who, when and what, by a body that the document names."""
    malformed = list(_text(_, spec, value, chosen))
    yield from malformed
    if malformed or value == "":
        return
    found = approval_of(value)
    if found is None:
        example = f'"{spec.values[0]}, 2009-12-01: metallic ball of 1 in"'
        yield _refused(spec, value, f"is none: it names who approved, when and what, as in {example}")
    elif found.by not in spec.values:
        yield _refused(spec, value, f"is not of the {' or the '.join(spec.values)}")


def _length(_: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Flaw]:
    try:
        length_mm(value)
    except BadConfig as error:
        yield Flaw(value, error.reason)
        return
    yield from _bounds(spec, value, chosen, length_mm)


def _names(_: Edition, spec: SettingSpec, value: object, __: Mapping[str, Any]) -> Iterator[Flaw]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        yield Flaw(value, "expected a list of names")
        return
    bad = [name for name in value if re.search(NAME_PATTERN, name) is None]
    if bad:
        yield Flaw(bad[0], "a name has 1 to 40 characters, no colon, no control character and no blank at either end")
        return
    alike = [name.casefold() for name in value]
    twice = sorted({name for name in alike if alike.count(name) > 1})
    if twice:
        yield _refused(spec, value, f"names {', '.join(twice)} twice")


def _amounts(value: object) -> Iterator[Flaw]:
    if not isinstance(value, dict):
        yield Flaw(value, "expected an object")
        return
    for key, amount in value.items():
        if not _is_int(amount) or not 1 <= amount <= STAKE_MAX:
            yield Flaw(amount, f"expected a whole number of minor units from 1 to {STAKE_MAX}", part=key)


def _amount_by_name(_: Edition, __: SettingSpec, value: object, ___: Mapping[str, Any]) -> Iterator[Flaw]:
    yield from _amounts(value)


def _kinds(rules: Edition, value: Mapping[str, Any]) -> Iterator[Flaw]:
    absent = {entry.kind: entry for entry in rules.not_offered}
    for kind in value:
        if kind not in rules.known_kinds:
            yield Flaw(value[kind], f"unknown field; the wagers are {', '.join(rules.known_kinds)}", part=kind)
        elif kind in absent:
            yield Flaw(value[kind], f"{kind} is not offered: {absent[kind].reason}", absent[kind].clause, kind)


def _amount_by_kind(rules: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Flaw]:
    malformed = list(_amounts(value))
    yield from malformed
    if not isinstance(value, dict):
        return
    unknown = list(_kinds(rules, value))
    yield from unknown
    unreadable = {flaw.part for flaw in (*malformed, *unknown)}
    for kind, amount in value.items():
        if kind not in unreadable:
            yield from _bounds(spec, amount, chosen, part=kind)


@cites("RO-G1", "RH-5.1", "RS-P")
def _odds_by_kind(rules: Edition, _: SettingSpec, value: object, __: Mapping[str, Any]) -> Iterator[Flaw]:
    """Hold a house's odds to the document's bound: at least, exactly, or at most what it lists."""
    if not isinstance(value, dict):
        yield Flaw(value, "expected an object")
        return
    yield from _kinds(rules, value)
    for wager in rules.wagers:
        if wager.kind not in value:
            continue
        pays = value[wager.kind]
        if not _is_int(pays) or not 1 <= pays <= ODDS_MAX:
            reason = f"expected the whole number n of odds n to 1, from 1 to {ODDS_MAX}"
            yield Flaw(pays, reason, part=wager.kind)
        elif not _within(wager, pays):
            rule = {Bound.AT_LEAST: "no less than", Bound.EXACTLY: "exactly", Bound.AT_MOST: "at most"}[wager.bound]
            reason = f"{wager.name} at {pays} to 1 is refused: {rule} {wager.pays} to 1 is written"
            yield Flaw(pays, reason, wager.win_clause, wager.kind)


def _within(wager: WagerSpec, pays: int) -> bool:
    if wager.bound is Bound.AT_LEAST:
        return pays >= wager.pays
    if wager.bound is Bound.AT_MOST:
        return pays <= wager.pays
    return pays == wager.pays


_SHAPES: dict[SettingType, Callable[[Edition, SettingSpec, Any, Mapping[str, Any]], Iterator[Flaw]]] = {
    SettingType.FLAG: _flag,
    SettingType.CHOICE: _choice,
    SettingType.INTEGER: _integer,
    SettingType.RATIO: _ratio,
    SettingType.TEXT: _text,
    SettingType.LENGTH: _length,
    SettingType.APPROVAL: _approval,
    SettingType.NAMES: _names,
    SettingType.AMOUNT_BY_KIND: _amount_by_kind,
    SettingType.AMOUNT_BY_NAME: _amount_by_name,
    SettingType.ODDS_BY_KIND: _odds_by_kind,
}
