"""Checking a table's settings against its edition: every fault at once, each with its clause.

A fault without a clause is malformed (an unknown key, a wrong type): nobody could mean it. A fault with a clause is
well-formed and against the rules. `pitboss check`, `pitboss settle`, the transcripts and the floor all come here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from pitboss.errors import BadConfig, InputError
from pitboss.money import STAKE_MAX, Currency
from pitboss.rulebook.clauses import cites
from pitboss.rulebook.edition import Edition, SettingSpec, edition, practice_settings
from pitboss.rulebook.shapes import TEXT_MAX, Flaw, flaws, flaws_by_condition
from pitboss.rulebook.violations import SettingsRefused

C = TypeVar("C")


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
    if not isinstance(name, str) or len(name) > TEXT_MAX:
        faults.append(Fault("name", name, f"a name is text of at most {TEXT_MAX} characters"))
    try:
        rules = edition(document.get("rulebook", ""))
    except (BadConfig, TypeError):
        message = "no such rulebook; `pitboss rulebooks` lists them"
        return None, (Fault("rulebook", document.get("rulebook"), message), *faults)
    currency = document.get("currency", rules.currencies[0])
    faults += currency_faults(rules, currency)
    settings, setting_faults = check_settings(rules, document.get("settings", {}), practice=practice_settings())
    faults += setting_faults
    if faults:
        return None, tuple(faults)
    return TableConfig(rules.id, name, currency, settings), ()


def table_config(document: object) -> TableConfig:
    """Return the checked table, or raise with all its faults: malformed ones first.

    >>> table_config({"rulebook": "seabrook-roulette"}).settings["default_max"]
    400
    """
    return without_faults(*check_table(document))


def with_settings(document: object, settings: Mapping[str, Any]) -> object:
    """Return a table's document, still to be checked, with some settings chosen instead of its own.

    >>> with_settings({"rulebook": "seabrook-roulette", "settings": {"jackpot": False}}, {"jackpot": True})
    {'rulebook': 'seabrook-roulette', 'settings': {'jackpot': True}}
    """
    if not isinstance(document, dict) or not isinstance(document.get("settings", {}), dict):
        return document
    return {**document, "settings": {**document.get("settings", {}), **settings}}


def recorded_table(document: object) -> TableConfig:
    """Return a table as it was recorded when earlier rules accepted it; settings that came since have their defaults.

    >>> recorded_table({"rulebook": "seabrook-roulette", "name": "", "currency": "USD", "settings": {}}).name
    ''
    """
    config = msgspec.convert(document, TableConfig)
    return msgspec.structs.replace(config, settings=with_defaults(edition(config.rulebook), config.settings))


def without_faults(config: C | None, faults: Sequence[Fault]) -> C:
    """Return what a check made of a document, or raise with all its faults: malformed ones alone, if there are any."""
    if config is not None:
        return config
    malformed = [fault for fault in faults if fault.clause is None]
    if malformed:
        raise BadConfig("; ".join(f"{fault.field}: {fault.value!r}: {fault.reason}" for fault in malformed))
    raise SettingsRefused(faults)


def read_table_file(path: Path) -> object:
    """Read a table's TOML into an unchecked document, or say where it is not TOML."""
    try:
        return tomllib.loads(path.read_bytes().decode())
    except OSError as error:
        raise BadConfig(f"cannot be read: {error.strerror}", field="file", value=str(path)) from error
    except (ValueError, RecursionError) as error:
        raise BadConfig(f"not TOML: {error}", field="file", value=str(path)) from error


def check_settings(
    rules: Edition, raw: object, *, practice: tuple[SettingSpec, ...] = ()
) -> tuple[dict[str, Any], list[Fault]]:
    """Fill in an edition's defaults and check what the house chose; return all settings and all faults.

    What it chose of house practice stays among them; what it did not choose is not filled in, for no document has it.
    """
    if not isinstance(raw, dict):
        return {}, [Fault("settings", raw, "settings are an object")]
    specs = {spec.key: spec for spec in (*rules.settings, *practice)}
    faults = [
        Fault(f"settings.{key}", raw[key], f"unknown field; {rules.id} has {', '.join(specs)}")
        for key in raw
        if key not in specs
    ]
    house = {key: raw[key] for key in specs if key in raw}
    chosen = with_defaults(rules, house)
    for key in house:
        faults += _faults(specs[key], flaws(rules, specs[key], chosen))
    if all(fault.clause is not None for fault in faults):
        faults += _contradictions(rules, chosen)
    return chosen, sorted(faults, key=lambda fault: (fault.clause is not None, fault.field))


def with_defaults(rules: Edition, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return a house's settings with what it left out filled in, and `none` made null where null may be chosen.

    A default may depend on another setting, which is looked at as the house chose it or as its own plain default.
    """
    filled = {**{spec.key: spec.default for spec in rules.settings}, **settings}
    chosen = dict(filled)
    for spec in rules.settings:
        if spec.nullable and filled[spec.key] == "none":
            chosen[spec.key] = None
        for when in spec.when:
            if spec.key not in settings and when.default is not None and filled[when.setting] == when.value:
                chosen[spec.key] = when.default
    return chosen


def _faults(spec: SettingSpec, found: Iterable[Flaw]) -> Iterator[Fault]:
    for flaw in found:
        field = f"settings.{spec.key}" if flaw.part is None else f"settings.{spec.key}.{flaw.part}"
        yield Fault(field, flaw.value, flaw.reason, flaw.clause)


def currency_faults(rules: Edition, currency: object) -> Iterator[Fault]:
    """Find what is wrong with a currency: no such one, or not the edition's."""
    try:
        Currency.of(currency)
    except InputError as error:
        yield Fault("currency", currency, error.reason)
        return
    if currency not in rules.currencies:
        reason = f"{rules.id} is played in {' or '.join(rules.currencies)}, not in {currency}"
        yield Fault("currency", currency, reason)


@cites("RO-C2", "RS-W", "RH-2.4")
def _contradictions(rules: Edition, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    """Find what each setting alone does not show: a minimum over its maximum, a colour that is a value chip's."""
    specs = {spec.key: spec for spec in rules.settings}
    for spec in rules.settings:
        yield from _faults(spec, flaws_by_condition(spec, chosen))
    if "min" in chosen:
        yield from _crossed_limits(rules, chosen, specs["min"].clause)
        yield from _crossed_totals(rules, chosen)
    designs = {design.casefold() for design in chosen.get("value_chips", ())}
    for colour in chosen.get("colours", ()):
        if colour.casefold() in designs:
            reason = f"colour chips of the design {colour!r} would be taken for value chips"
            yield Fault("settings.colours", colour, reason, specs["colours"].clause)


def _crossed_limits(rules: Edition, chosen: Mapping[str, Any], clause: str) -> Iterator[Fault]:
    if (chosen["default_min"] or 1) > (chosen["default_max"] or STAKE_MAX):
        reason = f"the table's minimum, {chosen['default_min']}, is over its maximum, {chosen['default_max']}"
        yield Fault("settings.default_min", chosen["default_min"], reason, clause)
    for kind in (wager.kind for wager in rules.wagers):
        low, high = chosen["min"].get(kind), chosen["max"].get(kind)
        if low is None and high is None:
            continue
        low = low or chosen["default_min"] or 1
        high = high or chosen["default_max"] or STAKE_MAX
        if low > high:
            reason = f"the minimum for {kind}, {low}, is over its maximum, {high}"
            yield Fault(f"settings.min.{kind}", low, reason, clause)


def _crossed_totals(rules: Edition, chosen: Mapping[str, Any]) -> Iterator[Fault]:
    """Find a limit over all positions that leaves no room for the least that a player must wager on a kind."""
    times = {"blackjack": wagers_needed(chosen)}
    low = {wager.kind: chosen["min"].get(wager.kind, chosen["default_min"]) or 1 for wager in rules.wagers}
    kind = max(low, key=lambda kind: low[kind] * times.get(kind, 1))
    needed = times.get(kind, 1)
    for spec in rules.settings:
        most = chosen[spec.key] if spec.key in ("player_max", "table_max") else None
        if most is not None and low[kind] * needed > most:
            each = f" for each of {needed} wagers" if needed > 1 else ""
            reason = f"{spec.key}, {most}, is under the minimum for {kind}, {low[kind]}{each}"
            yield Fault(f"settings.{spec.key}", most, reason, spec.clause)


@cites("BJ-L2")
def wagers_needed(chosen: Mapping[str, Any]) -> int:
    """Return how many wagers a player makes at least: with multiple action one against each of two or three hands."""
    if not chosen.get("multiple_action"):
        return 1
    return 3 if chosen["all_three"] else 2
