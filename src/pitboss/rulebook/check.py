"""Checking a table's settings against its edition: every fault at once, each with its clause.

A fault without a clause is malformed (an unknown key, a wrong type): nobody could mean it. A fault with a clause is
well-formed and against the rules. `pitboss check`, `pitboss settle`, the transcripts and the floor all come here.
"""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.errors import BadConfig, InputError
from pitboss.money import STAKE_MAX, Currency
from pitboss.rulebook.clauses import cites
from pitboss.rulebook.edition import Bound, Edition, SettingSpec, SettingType, WagerSpec, edition
from pitboss.rulebook.names import NAME_PATTERN
from pitboss.rulebook.quantities import length_mm
from pitboss.rulebook.violations import SettingsRefused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

__all__ = ["Fault", "TableConfig", "check_settings", "check_table", "read_table_file", "table_config"]

ODDS_MAX = 1_000_000
_TEXT_MAX = 200


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing wrong with a document: where, what stood there, why not, and by which clause."""

    field: str
    value: Any
    reason: str
    clause: str | None = None


class TableConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table as its house set it up: the object of a table's TOML file, with every default filled in."""

    rulebook: str
    name: str
    currency: str
    settings: dict[str, Any]


def check_table(document: object) -> tuple[TableConfig | None, tuple[Fault, ...]]:
    """Check a table document whole; the config is None as soon as there is a fault."""
    if not isinstance(document, dict):
        return None, (Fault("", document, "a table is an object with rulebook, name, currency and settings"),)
    faults = [
        Fault(str(key), document[key], "unknown field; a table has rulebook, name, currency, settings")
        for key in document
        if key not in ("rulebook", "name", "currency", "settings")
    ]
    name = document.get("name", "")
    if not isinstance(name, str) or len(name) > _TEXT_MAX:
        faults.append(Fault("name", name, f"a name is text of at most {_TEXT_MAX} characters"))
    try:
        rules = edition(document.get("rulebook", ""))
    except (BadConfig, TypeError):
        message = "no such rulebook; `pitboss rulebooks` lists them"
        return None, (Fault("rulebook", document.get("rulebook"), message), *faults)
    currency = document.get("currency", rules.currencies[0])
    faults += _currency_faults(rules, currency)
    settings, setting_faults = check_settings(rules, document.get("settings", {}))
    faults += setting_faults
    if faults:
        return None, tuple(faults)
    return TableConfig(rules.id, name, currency, settings), ()


def table_config(document: object) -> TableConfig:
    """Return the checked table, or raise with all its faults: malformed ones first.

    >>> table_config({"rulebook": "seabrook-roulette"}).settings["default_max"]
    400
    """
    config, faults = check_table(document)
    if config is not None:
        return config
    malformed = [fault for fault in faults if fault.clause is None]
    if malformed:
        listed = "; ".join(f"{fault.field}: {fault.value!r}: {fault.reason}" for fault in malformed)
        raise BadConfig(listed)
    raise SettingsRefused(faults)


def read_table_file(path: Path) -> object:
    """Read a table's TOML into an unchecked document, or say where it is not TOML."""
    try:
        return tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise BadConfig(f"cannot be read: {error.strerror}", field="file", value=str(path)) from error
    except (ValueError, RecursionError) as error:
        raise BadConfig(f"not TOML: {error}", field="file", value=str(path)) from error


def check_settings(rules: Edition, raw: object) -> tuple[dict[str, Any], list[Fault]]:
    """Fill in an edition's defaults and check what the house chose; return all settings and all faults."""
    if not isinstance(raw, dict):
        return {}, [Fault("settings", raw, "settings are an object")]
    specs = {spec.key: spec for spec in rules.settings}
    faults = [
        Fault(f"settings.{key}", raw[key], f"unknown field; {rules.id} has {', '.join(specs)}")
        for key in raw
        if key not in specs
    ]
    chosen: dict[str, Any] = {key: raw.get(key, spec.default) for key, spec in specs.items()}
    for key in specs.keys() & raw.keys():
        faults += _CHECKS[specs[key].type](rules, specs[key], raw[key], chosen)
    if all(fault.clause is not None for fault in faults):
        faults += _contradictions(rules, chosen)
    return chosen, sorted(faults, key=lambda fault: (fault.clause is not None, fault.field))


def _currency_faults(rules: Edition, currency: object) -> Iterator[Fault]:
    try:
        Currency.of(currency)
    except InputError as error:
        yield Fault("currency", currency, error.reason)
        return
    if currency not in rules.currencies:
        reason = f"{rules.id} is played in {' or '.join(rules.currencies)}, not in {currency}"
        yield Fault("currency", currency, reason)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _refused(spec: SettingSpec, field: str, value: object, rule: str) -> Fault:
    note = f": {spec.note}" if spec.note else ""
    return Fault(field, value, f"{field.removeprefix('settings.')} = {_shown(value)} {rule}{note}", spec.clause)


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _lifted(spec: SettingSpec, chosen: Mapping[str, Any]) -> bool:
    return spec.unless is not None and str(chosen.get(spec.unless, "")).strip() != ""


def _permitted(spec: SettingSpec, field: str, value: object, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    if spec.permitted and value not in spec.permitted and not _lifted(spec, chosen):
        allowed = " or ".join(_shown(entry) or "nothing" for entry in spec.permitted)
        yield _refused(spec, field, value, f"is refused, only {allowed} is permitted")


def _bounds(
    spec: SettingSpec, field: str, value: object, chosen: Mapping[str, Any], measure: Callable[[Any], Any] = int
) -> Iterator[Fault]:
    if _lifted(spec, chosen):
        return
    if spec.at_least is not None and measure(value) < measure(spec.at_least):
        yield _refused(spec, field, value, f"is under the least permitted, {spec.at_least}")
    if spec.at_most is not None and measure(value) > measure(spec.at_most):
        yield _refused(spec, field, value, f"is over the most permitted, {spec.at_most}")


def _check_flag(_: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    if not isinstance(value, bool):
        yield Fault(f"settings.{spec.key}", value, "expected true or false")
    else:
        yield from _permitted(spec, f"settings.{spec.key}", value, chosen)


def _check_choice(_: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    known = spec.values or spec.permitted
    if value not in known:
        yield Fault(f"settings.{spec.key}", value, f"expected one of {', '.join(map(str, known))}")
    else:
        yield from _permitted(spec, f"settings.{spec.key}", value, chosen)


def _check_integer(_: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= STAKE_MAX:
        yield Fault(f"settings.{spec.key}", value, f"expected a whole number from 0 to {STAKE_MAX}")
        return
    yield from _permitted(spec, f"settings.{spec.key}", value, chosen)
    yield from _bounds(spec, f"settings.{spec.key}", value, chosen)


def _check_text(_: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    field = f"settings.{spec.key}"
    if not isinstance(value, str) or len(value) > _TEXT_MAX:
        yield Fault(field, value, f"expected text of at most {_TEXT_MAX} characters")
        return
    yield from _permitted(spec, field, value, chosen)
    if isinstance(spec.at_least, int) and len(value.strip()) < spec.at_least:
        yield _refused(spec, field, value, "may not be empty")


def _check_length(_: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    field = f"settings.{spec.key}"
    try:
        length_mm(value)
    except BadConfig as error:
        yield Fault(field, value, error.reason)
        return
    yield from _bounds(spec, field, value, chosen, length_mm)


def _check_names(_: Edition, spec: SettingSpec, value: object, __: Mapping[str, Any]) -> Iterator[Fault]:
    field = f"settings.{spec.key}"
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        yield Fault(field, value, "expected a list of names")
        return
    bad = [name for name in value if re.search(NAME_PATTERN, name) is None]
    if bad:
        reason = "a name has 1 to 40 characters, no colon, no control character and no blank at either end"
        yield Fault(field, bad[0], reason)
        return
    alike = [name.casefold() for name in value]
    twice = sorted({name for name in alike if alike.count(name) > 1})
    if twice:
        yield _refused(spec, field, value, f"names {', '.join(twice)} twice")


def _amounts(field: str, value: object) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(field, value, "expected an object")
        return
    for key, amount in value.items():
        if not _is_int(amount) or not 1 <= amount <= STAKE_MAX:
            reason = f"expected a whole number of minor units from 1 to {STAKE_MAX}"
            yield Fault(f"{field}.{key}", amount, reason)


def _check_amount_by_name(_: Edition, spec: SettingSpec, value: object, __: Mapping[str, Any]) -> Iterator[Fault]:
    yield from _amounts(f"settings.{spec.key}", value)


def _kinds(rules: Edition, spec: SettingSpec, value: Mapping[str, Any]) -> Iterator[Fault]:
    absent = {entry.kind: entry for entry in rules.not_offered}
    for kind in value:
        field = f"settings.{spec.key}.{kind}"
        if kind not in rules.known_kinds:
            yield Fault(field, value[kind], f"unknown field; the wagers are {', '.join(rules.known_kinds)}")
        elif kind in absent:
            yield Fault(field, value[kind], f"{kind} is not offered: {absent[kind].reason}", absent[kind].clause)


def _check_amount_by_kind(
    rules: Edition, spec: SettingSpec, value: object, chosen: Mapping[str, Any]
) -> Iterator[Fault]:
    malformed = list(_amounts(f"settings.{spec.key}", value))
    yield from malformed
    if not isinstance(value, dict):
        return
    yield from _kinds(rules, spec, value)
    unreadable = {fault.field for fault in malformed}
    for kind, amount in value.items():
        field = f"settings.{spec.key}.{kind}"
        if field not in unreadable:
            yield from _bounds(spec, field, amount, chosen)


@cites("RO-G1", "RH-5.1", "RS-P")
def _check_odds(rules: Edition, spec: SettingSpec, value: object, _: Mapping[str, Any]) -> Iterator[Fault]:
    """Hold a house's odds to the document's bound: at least, exactly, or at most what it lists."""
    if not isinstance(value, dict):
        yield Fault(f"settings.{spec.key}", value, "expected an object")
        return
    yield from _kinds(rules, spec, value)
    for wager in rules.wagers:
        if wager.kind not in value:
            continue
        field, pays = f"settings.{spec.key}.{wager.kind}", value[wager.kind]
        if not _is_int(pays) or not 1 <= pays <= ODDS_MAX:
            yield Fault(field, pays, f"expected the whole number n of odds n to 1, from 1 to {ODDS_MAX}")
        elif not _within(wager, pays):
            rule = {Bound.AT_LEAST: "no less than", Bound.EXACTLY: "exactly", Bound.AT_MOST: "at most"}[wager.bound]
            reason = f"{wager.name} at {pays} to 1 is refused: {rule} {wager.pays} to 1 is written"
            yield Fault(field, pays, reason, wager.win_clause)


def _within(wager: WagerSpec, pays: int) -> bool:
    if wager.bound is Bound.AT_LEAST:
        return pays >= wager.pays
    if wager.bound is Bound.AT_MOST:
        return pays <= wager.pays
    return pays == wager.pays


@cites("RO-C2", "RS-W", "RH-2.4")
def _contradictions(rules: Edition, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    """Find what each setting alone does not show: a minimum over its maximum, a colour that is a value chip's."""
    specs = {spec.key: spec for spec in rules.settings}
    for spec in rules.settings:
        yield from _conditions(spec, chosen)
    if "min" in chosen:
        yield from _crossed_limits(rules, chosen, specs["min"].clause)
    designs = {design.casefold() for design in chosen.get("value_chips", ())}
    for colour in chosen.get("colours", ()):
        if colour.casefold() in designs:
            reason = f"colour chips of the design {colour!r} would be taken for value chips"
            yield Fault("settings.colours", colour, reason, specs["colours"].clause)


def _conditions(spec: SettingSpec, chosen: Mapping[str, Any]) -> Iterator[Fault]:
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
            yield from _permitted(bound, f"settings.{spec.key}", chosen[spec.key], chosen)
            yield from _bounds(bound, f"settings.{spec.key}", chosen[spec.key], chosen)


def _crossed_limits(rules: Edition, chosen: Mapping[str, Any], clause: str) -> Iterator[Fault]:
    if chosen["default_min"] > chosen["default_max"]:
        reason = f"the table's minimum, {chosen['default_min']}, is over its maximum, {chosen['default_max']}"
        yield Fault("settings.default_min", chosen["default_min"], reason, clause)
    for kind in (wager.kind for wager in rules.wagers):
        low, high = chosen["min"].get(kind), chosen["max"].get(kind)
        if low is None and high is None:
            continue
        low = chosen["default_min"] if low is None else low
        high = chosen["default_max"] if high is None else high
        if low > high:
            reason = f"the minimum for {kind}, {low}, is over its maximum, {high}"
            yield Fault(f"settings.min.{kind}", low, reason, clause)


_CHECKS: dict[SettingType, Callable[[Edition, SettingSpec, Any, Mapping[str, Any]], Iterator[Fault]]] = {
    SettingType.FLAG: _check_flag,
    SettingType.CHOICE: _check_choice,
    SettingType.INTEGER: _check_integer,
    SettingType.TEXT: _check_text,
    SettingType.LENGTH: _check_length,
    SettingType.NAMES: _check_names,
    SettingType.AMOUNT_BY_KIND: _check_amount_by_kind,
    SettingType.AMOUNT_BY_NAME: _check_amount_by_name,
    SettingType.ODDS_BY_KIND: _check_odds,
}
