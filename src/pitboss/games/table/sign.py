"""The sign of a table: what hangs there for the players to read, as data; every line with the clause behind it.

A game composes its sign from the rules in force (`rules.limits`, `rules.pays`, its settings), and no amount or odds
is written down a second time. How a sign looks is not decided here: a terminal, a picture and a sheet of paper are
made from the same value. The first section is shown largest, so it is the one for the limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from pitboss.games.table.rules import TableRules
from pitboss.money import STAKE_MAX, Currency, show
from pitboss.rulebook import cites, edition

_TOTALS = {
    "player_max": "Maximum of one player in a round, all wagers together",
    "table_max": "Maximum of all players in a round, all wagers together",
}


class Line(msgspec.Struct, frozen=True):
    """One thing a player may rely on. Without a value the label is a sentence, and has the whole width."""

    label: str
    value: str
    clause: str


class Section(msgspec.Struct, frozen=True):
    """Lines under a heading."""

    heading: str
    lines: tuple[Line, ...]


class Sign(msgspec.Struct, frozen=True):
    """What is posted at one table; `table` is empty where the house gave it no name."""

    title: str
    house: str
    table: str
    rulebook: str
    currency: str
    sections: tuple[Section, ...]

    @property
    def edition(self) -> str:
        """Return the rules document in words: its title, and who adopted it by what act and when."""
        return edition(self.rulebook).in_words

    @property
    def lines(self) -> tuple[Line, ...]:
        """Return the lines of all sections."""
        return tuple(line for section in self.sections for line in section.lines)


def posted_of(sign: Sign) -> dict[str, Any]:
    """Return a sign as data for a screen."""
    sections: list[Any] = msgspec.to_builtins(sign.sections)
    return {"title": sign.title, "house": sign.house, "edition": sign.edition, "sections": sections}


def sign_of(rules: TableRules[Any], title: str, sections: Iterable[Section]) -> Sign:
    """Make the sign of a table from its sections; one without a line is left out."""
    return Sign(
        title=title,
        house=rules.edition.adoption.body,
        table=rules.config.name,
        rulebook=rules.edition.id,
        currency=rules.config.currency,
        sections=tuple(section for section in sections if section.lines),
    )


def sentence(text: str, clause: str) -> Line:
    """Return a line that is a sentence of its own.

    >>> sentence("Match-play coupons are taken.", "RO-C1").value
    ''
    """
    return Line(text, "", clause)


def odds_in_words(pays: int | Fraction) -> str:
    """Write odds as they are called at the table.

    >>> odds_in_words(35), odds_in_words(Fraction(3, 2))
    ('35 to 1', '3 to 2')
    """
    numerator, denominator = pays.as_integer_ratio()
    return f"{numerator} to {denominator}"


def listed(names: Sequence[str]) -> str:
    """Join names as one says them.

    >>> listed(["Red"]), listed(["Red", "Black"]), listed(["9", "10", "11"])
    ('Red', 'Red or Black', '9, 10 or 11')
    """
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def limits(rules: TableRules[Any], names: Mapping[str, str] | None = None) -> Section:
    """Return the section of the least and the most that may be wagered: what is general first, then each exception.

    The limits over all positions come last, where the house has them.

    Where nobody set a limit the sign says so, and shows no amount.

    Args:
        rules: the table's rules.
        names: kind to the name that a player knows it by, where the edition's does not tell two kinds apart.
    """
    shown = _names(rules, names)
    lines: list[Line] = []
    for which, word in (("min", "Minimum"), ("max", "Maximum")):
        alike: dict[int | None, list[str]] = {}
        for kind, name in shown.items():
            alike.setdefault(rules.limit_set(which, kind), []).append(name)
        general = rules.limit_set(which)
        for amount in sorted(alike, key=lambda amount: (amount != general, amount or STAKE_MAX)):
            on = "" if amount == general else f" on {listed(alike[amount])}"
            lines.append(Line(f"{word}{on}", limit_in_words(rules, amount), rules.limit_clause(which)))
    for key, label in _TOTALS.items():
        total = rules.settings[key]
        if total is not None:
            lines.append(Line(label, limit_in_words(rules, total), rules.limit_clause(key)))
    return Section("Minimum and maximum of a wager", tuple(lines))


@cites("Q60", "RO-G2")
def limit_in_words(rules: TableRules[Any], amount: int | None) -> str:
    """Write a limit as the sign shows it, or say that there is none."""
    return "no limit set" if amount is None else show(amount, Currency.of(rules.config.currency))


def odds(
    rules: TableRules[Any],
    *,
    names: Mapping[str, str] | None = None,
    families: Sequence[Sequence[str]] = (),
    joined: Callable[[Sequence[str]], str] = listed,
) -> tuple[Line, ...]:
    """Return a line for each kind of wager with the odds in force.

    Args:
        rules: the table's rules.
        names: kind to the name that a player knows it by, where the edition's does not tell two kinds apart.
        families: kinds that belong together; those of a family that pay the same by the same clause share a line.
        joined: makes one label of the names on a shared line.
    """
    family = {kind: place for place, members in enumerate(families) for kind in members}
    alike: dict[tuple[int | str, Any, str], list[str]] = {}
    for kind, name in _names(rules, names).items():
        clause = rules.wagers[kind].win_clause
        alike.setdefault((family.get(kind, kind), rules.pays(kind), clause), []).append(name)
    return tuple(Line(joined(found), odds_in_words(pays), clause) for (_, pays, clause), found in alike.items())


def _names(rules: TableRules[Any], names: Mapping[str, str] | None) -> dict[str, str]:
    """Return the kinds that the table takes, in the edition's order, with their names."""
    return {kind: (names or {}).get(kind, rules.wagers[kind].name) for kind in rules.kinds_taken}
