"""What a table may choose otherwise, as the laboratory offers it: each setting by its name, with its bounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from pitboss.games.table.rules import TOTALS
from pitboss.rulebook import Bound, Edition, Fault, TableConfig, all_clauses, edition
from pitboss.rulebook.edition import SettingSpec, SettingType

_NAMES: Final = {
    "bj_pays": "A Blackjack pays",
    "das": "Double after a split",
    "dealer_bj": "A dealer's Blackjack takes",
    "double": "Double down",
    "form": "Form of vigorish",
    "h17": "Dealer hits soft 17",
    "max_hands": "Hands after splits",
    "one_twice": "One of a kind, shown twice, pays",
    "one_thrice": "One of a kind, shown on all three, pays",
    "pct": "Vigorish in percent",
    "push21": "A 21 pushes a dealer's Blackjack",
    "same_suit_odds": "Same suit pays",
    "king_queen_odds": "Suited king and queen pay",
    "hit_odds": "A hit wager pays",
    "tie_odds": "A tie pays",
    "odds": "What wagers pay",
    "min": "Least wager",
    "max": "Highest wager",
    "default_min": "Least wager where no other is said",
    "default_max": "Highest wager where no other is said",
}
"""Settings whose key is no word that people use."""
_VALUES: Final = {"vig": "on banker wins", "tie_vig": "on ties", "no_vig": "none, six pays half", "text": "by the text"}
"""Values that are no words that people use."""
_ASIDE: Final = (
    *(SettingType.TEXT, SettingType.LENGTH, SettingType.APPROVAL, SettingType.NAMES),
    *(SettingType.AMOUNT_BY_KIND, SettingType.AMOUNT_BY_NAME),
)
"""Kinds of settings that are about limits, names and measures: no edge moves by them."""
_TOTALS: Final = ("default_min", "default_max", *TOTALS.values())
_BOUNDS: Final = {Bound.AT_LEAST: "at least", Bound.EXACTLY: "exactly", Bound.AT_MOST: "at most"}


class Option(msgspec.Struct, frozen=True):
    """A value that may be chosen."""

    value: Any
    name: str


class Part(msgspec.Struct, frozen=True):
    """An entry of a setting that has one for each kind of wager, or for each name."""

    key: str
    name: str
    value: int | None
    hint: str


class Choice(msgspec.Struct, frozen=True):
    """A setting that may be changed."""

    key: str
    name: str
    note: str
    clause: str
    type: str
    value: Any
    hint: str
    """Between what the document lets it be; empty where it says nothing."""
    is_aside: bool
    """Whether it is about limits, names and measures, by which no edge moves."""
    options: list[Option] = []
    parts: list[Part] = []


class Refusal(msgspec.Struct, frozen=True):
    """Why a changed setting is refused."""

    setting: str
    part: str
    """The entry of the setting; empty where it has none."""
    reason: str
    clause: str | None
    """None for what nobody could mean."""
    title: str
    """What the clause is about."""


def choices_of(config: TableConfig) -> list[Choice]:
    """Return what may be changed at a table.

    >>> from pitboss.rulebook import table_config
    >>> found = choices_of(table_config({"rulebook": "oneida-blackjack-2004"}))[0]
    >>> (found.name, found.value, found.hint, found.clause)
    ('Decks', 6, '1 to 8', 'BJ-B4')
    """
    rules = edition(config.rulebook)
    return [_choice(rules, spec, config.settings.get(spec.key)) for spec in rules.settings]


def _choice(rules: Edition, spec: SettingSpec, value: Any) -> Choice:
    return Choice(
        key=spec.key,
        name=name_of(spec.key),
        note=spec.note,
        clause=spec.clause,
        type=spec.type.value,
        value=value,
        hint=_hint(spec),
        is_aside=spec.type in _ASIDE or spec.key in _TOTALS,
        options=list(_options(spec)),
        parts=list(_parts(rules, spec, value)),
    )


def name_of(key: str) -> str:
    """Return what people call a setting.

    >>> name_of("h17"), name_of("multiple_action")
    ('Dealer hits soft 17', 'Multiple action')
    """
    return _NAMES.get(key) or key.replace("_", " ").capitalize()


def _hint(spec: SettingSpec) -> str:
    low, high = spec.at_least, spec.at_most
    if low is not None and high is not None:
        return f"{low} to {high}" if low != high else f"{low}"
    if low is not None:
        return f"{low} or more"
    return "" if high is None else f"{high} or less"


def _options(spec: SettingSpec) -> Iterator[Option]:
    if spec.type is SettingType.FLAG:
        yield from (Option(value=True, name="yes"), Option(value=False, name="no"))
        return
    if spec.type is SettingType.CHOICE or (spec.type is SettingType.INTEGER and spec.permitted):
        for value in spec.values or spec.permitted:
            yield Option(value, _VALUES.get(str(value)) or str(value).replace("_", " "))
        if spec.nullable:
            yield Option(None, "none")


def _parts(rules: Edition, spec: SettingSpec, value: Any) -> Iterator[Part]:
    if spec.type is SettingType.ODDS_BY_KIND:
        for wager in rules.wagers:
            hint = f"{_BOUNDS[wager.bound]} {wager.pays} to 1, {wager.win_clause}"
            yield Part(wager.kind, wager.name, (value or {}).get(wager.kind, wager.pays), hint)
    elif spec.type is SettingType.AMOUNT_BY_KIND:
        for wager in rules.wagers:
            yield Part(wager.kind, wager.name, (value or {}).get(wager.kind), "")
    elif spec.type is SettingType.AMOUNT_BY_NAME:
        yield from (Part(name, name, amount, "") for name, amount in (value or {}).items())


def refusal_of(fault: Fault) -> Refusal:
    """Return a fault as the page tells it: its setting by name, its value, the rule, the clause."""
    _, _, place = fault.field.partition("settings.")
    key, _, part = place.partition(".")
    reason = fault.reason if fault.clause else f"{name_of(key)} {fault.value!r}: {fault.reason}"
    written = f"{key}.{part}" if part else key
    if reason.startswith(f"{written} = "):
        reason = f"{name_of(key)}{reason.removeprefix(written)}"
    found = all_clauses().get(fault.clause or "")
    return Refusal(key or fault.field, part, reason, fault.clause, "" if found is None else found.title)
