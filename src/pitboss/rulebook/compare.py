"""Two rulebooks of one game side by side: odds, limits, what a house may choose, procedures, who decides, duties.

Everything is read from the editions' data, so a house that is added as a file can be compared as well. What a clause
says is not compared word by word: each document has its own words for the same thing. A duty is shown with the titles
of its two clauses, and stands out where only one house has it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from pitboss.errors import BadConfig
from pitboss.money import Currency, show
from pitboss.rulebook.edition import Bound, Edition, SettingSpec, SettingType, all_clauses, edition, edition_ids

SECTIONS = ("odds", "limits", "choices", "procedures", "who decides", "duties")
_GROUP_MAX = 20
"""More duties than this that only one house has, of one part of its rules, are told in one row."""
_LIMITS = ("min", "max", "default_min", "default_max", "player_max", "table_max")
_AMOUNTS = (SettingType.AMOUNT_BY_KIND, SettingType.AMOUNT_BY_NAME)
_BOUND = {Bound.EXACTLY: "exactly", Bound.AT_LEAST: "at least", Bound.AT_MOST: "at most"}
_PLAIN = {
    "default_min": "table minimum",
    "default_max": "table maximum",
    "min": "minimum by wager",
    "max": "maximum by wager",
    "player_max": "maximum of a player",
    "table_max": "maximum of a table",
    "revolutions_min": "revolutions at least",
    "payment": "order of payment",
    "payment_changed": "order of payment, changed",
    "payment_changed_on": "order of payment changed on",
    "payment_top_first": "top of a stack paid first",
    "payment_by_player": "paid player by player",
    "by": "decided by",
}


class Side(msgspec.Struct, frozen=True):
    """What one of the two rulebooks has, in words, with the clauses that say so."""

    words: str
    clauses: tuple[str, ...] = ()


class Row(msgspec.Struct, frozen=True):
    """One thing in both rulebooks; a side is None where its rulebook does not have it."""

    section: str
    what: str
    left: Side | None
    right: Side | None

    @property
    def differs(self) -> bool:
        """Tell whether the two houses do it differently; that the clauses have other numbers does not count."""
        return (self.left and self.left.words) != (self.right and self.right.words)


class Fact(NamedTuple):
    """One thing that a rulebook says: its section, what it is about, and what it says."""

    section: str
    what: str
    side: Side


def compare(left_id: str, right_id: str) -> list[Row]:
    """Return every row of two rulebooks of the same game, in the order of the sections, equal ones too.

    >>> rows = compare("oneida-roulette-2008", "hoian-roulette-2020")
    >>> row = next(row for row in rows if row.what == "revolutions at least")
    >>> row.left.words, row.right.words
    ('4', '3')
    """
    left, right = edition(left_id), edition(right_id)
    if left.game != right.game:
        others = [name for name in edition_ids() if edition(name).game == left.game and name != left_id]
        beside = f"{left_id} can be compared with {', '.join(others)}" if others else f"{left_id} is the only one"
        raise BadConfig(
            f"is a rulebook of {right.game} and {left_id} one of {left.game}: name two of one game ({beside})",
            field="edition",
            value=right_id,
        )
    sides = [{(found.section, found.what): found.side for found in facts(rules)} for rules in (left, right)]
    keys = dict.fromkeys([*sides[0], *sides[1]])
    rows = [Row(section, what, sides[0].get((section, what)), sides[1].get((section, what))) for section, what in keys]
    return _grouped(sorted(rows, key=lambda row: SECTIONS.index(row.section)))


def _grouped(rows: list[Row]) -> list[Row]:
    """Tell a whole part that only one house has (the automatic table's sixty duties) in one row."""
    part_of = {(row.section, row.what): row.what.partition(": ")[0] for row in rows if ": " in row.what}
    for section, part in dict.fromkeys((section, part) for (section, _), part in part_of.items()):
        group = [row for row in rows if row.section == section and row.what.startswith(f"{part}: ")]
        if len(group) > _GROUP_MAX and (not any(row.left for row in group) or not any(row.right for row in group)):
            sides = [_summed([row.left for row in group]), _summed([row.right for row in group])]
            at = rows.index(group[0])
            rows = [row for row in rows if row not in group]
            rows.insert(at, Row(section, part, *sides))
    return rows


def _summed(sides: list[Side | None]) -> Side | None:
    clauses = tuple(dict.fromkeys(clause for side in sides if side for clause in side.clauses))
    return Side(f"{len(sides)} duties", clauses) if clauses else None


def facts(rules: Edition) -> Iterator[Fact]:
    """Yield everything a rulebook says as data, in words: odds, limits, choices, procedures, who decides, duties."""
    yield from _odds(rules)
    for spec in rules.settings:
        if spec.key != "odds":
            yield _setting(rules, spec)
    yield from _rules(rules.rules)


def _odds(rules: Edition) -> Iterator[Fact]:
    for wager in rules.wagers:
        words = f"{_BOUND[wager.bound]} {wager.pays} to 1"
        yield Fact("odds", wager.kind, Side(words, tuple(dict.fromkeys((wager.clause, wager.win_clause)))))
    for gone in rules.not_offered:
        yield Fact("odds", gone.kind, Side(f"not offered: {gone.reason}", (gone.clause,)))


def _setting(rules: Edition, spec: SettingSpec) -> Fact:
    is_limit = spec.key in _LIMITS
    is_amount = is_limit or spec.type in _AMOUNTS or spec.key.endswith("_minor")
    currency = Currency.of(rules.currencies[0])

    def worth(value: Any) -> str:
        return show(value, currency) if is_amount and type(value) is int else _words(value)

    section = "limits" if is_limit else "choices"
    return Fact(section, _name(spec.key), Side(_permitted(spec, worth), (spec.clause,)))


def _permitted(spec: SettingSpec, worth: Callable[[Any], str]) -> str:
    """Say what a house may choose, and what holds where it does not."""
    default = _listed(spec.default, worth)
    if spec.permitted == (spec.default,):
        return f"always {default}" if default else "none"
    if spec.at_least is not None and spec.at_least == spec.at_most:
        return f"always {worth(spec.at_least)}"
    parts = [default] if spec.default not in (None, {}, "", ()) else ["the house decides"]
    if spec.permitted:
        parts.append(f"one of {', '.join(worth(value) for value in spec.permitted)}")
    # One minor unit as the least is no bound: no wager is smaller.
    if spec.at_least is not None and spec.at_least != 1:
        parts.append(f"at least {worth(spec.at_least)}")
    if spec.at_most is not None:
        parts.append(f"at most {worth(spec.at_most)}")
    if spec.approved_by or spec.unless:
        parts.append("or as approved")
    parts += [f"{_words(when.value)} as {_name(when.setting)}: another bound" for when in spec.when]
    return "; ".join(parts)


def _listed(value: Any, worth: Callable[[Any], str]) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_words(key)} {worth(inner)}" for key, inner in value.items())
    return ", ".join(map(worth, value)) if isinstance(value, list | tuple) else worth(value)


def _rules(tables: Mapping[str, Any], path: str = "") -> Iterator[Fact]:
    """Yield what a game's own section says: figures, lists with their clauses, duties."""
    for key, value in tables.items():
        name = f"{path}{_name(key)}"
        if key in ("clauses", "grounds"):
            yield from _duties(value, path)
        elif isinstance(value, dict):
            yield from _rules(value, f"{name}: ")
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            yield from _entries(name, value)
        elif key == "clause":
            continue
        elif isinstance(value, str) and value in all_clauses():
            yield from _duties({key: value}, path)
        else:
            yield Fact("procedures", name, Side(_listed(value, _words), _own_clause(tables)))


def _own_clause(tables: Mapping[str, Any]) -> tuple[str, ...]:
    return (tables["clause"],) if isinstance(tables.get("clause"), str) else ()


def _duties(duties: Mapping[str, str], path: str) -> Iterator[Fact]:
    # Disputes are about who rules when a player does not agree.
    section = "who decides" if path.startswith("disputes") else "duties"
    for duty, clause_id in duties.items():
        yield Fact(section, f"{path}{_name(duty)}", Side(all_clauses()[clause_id].title, (clause_id,)))


def _entries(name: str, entries: list[dict[str, Any]]) -> Iterator[Fact]:
    """Yield a list of a game's own section: each with who decides it, or all in their order."""
    if all("by" in entry for entry in entries):
        for entry in entries:
            what = f"{name}: {entry.get('words') or _words(entry['cause'])}"
            late = ", until it is paid" if entry.get("until_paid") else ""
            by = " or ".join(_role(role) for role in entry["by"])
            yield Fact("who decides", f"{name}: {_words(entry['cause'])}", Side(f"{by}{late}", (entry["clause"],)))
            yield Fact("procedures", f"{name}: {_words(entry['cause'])}", Side(what.partition(": ")[2]))
        return
    clauses = tuple(dict.fromkeys(str(entry["clause"]) for entry in entries if "clause" in entry))
    yield Fact("procedures", name, Side("; ".join(map(_entry, entries)), clauses))


def _entry(entry: Mapping[str, Any]) -> str:
    """Say an entry by its first key, which names it: an item, a kind, the kinds that are paid together."""
    words = _listed(next(iter(entry.values())), _words)
    return f"{words} (furthest first)" if entry.get("furthest_first") else words


def _role(role: str) -> str:
    return f"{_words(role[:-1])} or above" if role.endswith("+") else _words(role)


def _name(key: str) -> str:
    return _PLAIN.get(key, _words(key))


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else str(value).replace("_", " ")
