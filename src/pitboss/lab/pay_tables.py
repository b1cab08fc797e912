"""Exact odds of games that are paid from a table: roulette by pockets, sic bo by the 216 throws.

They are fractions, computed from the very pay table that settles a live round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from pitboss.games.roulette.rules import Rules as RouletteRules
from pitboss.games.roulette.settle import pay_table as roulette_table
from pitboss.games.sicbo.rules import Rules as SicboRules
from pitboss.games.sicbo.settle import pay_table as sicbo_table
from pitboss.games.sicbo.wagers import SELECTIONS, Selection

Covers = TypeVar("Covers", int, tuple[str, ...])
Pays = TypeVar("Pays", int, int | tuple[int, ...])


@dataclass(frozen=True)
class PositionOdds(Generic[Covers, Pays]):
    """One position of a layout: what it covers and pays, and what a unit staked on it does on average."""

    kind: str
    position: str
    covers: Covers
    """The pockets it covers; at sic bo, how many of the 216 throws win."""
    pays: Pays
    """n of n to 1; for one of a kind at sic bo by how often its number shows: once, twice, on all three dice."""
    win_probability: Fraction
    edge: Fraction
    """What the house keeps of a unit staked, on average."""
    variance: Fraction

    def as_json(self) -> dict[str, object]:
        """Return the row with every fraction as "p/q"."""
        return {
            "kind": self.kind,
            "position": self.position,
            "covers": self.covers if isinstance(self.covers, int) else list(self.covers),
            "pays": self.pays if isinstance(self.pays, int) else list(self.pays),
            "win_probability": ratio(self.win_probability),
            "edge": ratio(self.edge),
            "variance": ratio(self.variance),
        }


def roulette_odds(rules: RouletteRules) -> list[PositionOdds[tuple[str, ...], int]]:
    """Return the exact odds of every position of a table.

    >>> from pitboss.games.roulette.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> roulette_odds(rules_of(table_config({"rulebook": "hoian-roulette-2020"})))[0].edge
    Fraction(1, 37)
    """
    rows = roulette_table(rules).rows
    return [
        PositionOdds(entry.kind, entry.bet, entry.covers, rules.pays(entry.kind), *_figures(rows, entry.index))
        for entry in rules.positions
    ]


def sicbo_odds(rules: SicboRules) -> list[PositionOdds[int, int | tuple[int, ...]]]:
    """Return the exact odds of every place of the layout.

    >>> from pitboss.games.sicbo.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> sicbo_odds(rules_of(table_config({"rulebook": "oneida-sicbo-2004"})))[0].edge
    Fraction(65, 216)
    """
    rows = sicbo_table(rules).rows
    found = []
    for entry in SELECTIONS:
        kind, wins = entry.kind.partition(":")[0], sum(row[entry.index] > 0 for row in rows)
        found.append(PositionOdds(kind, entry.bet, wins, _pays(rules, entry), *_figures(rows, entry.index)))
    return found


def _figures(rows: Sequence[Sequence[int]], index: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return how likely a position is to win, its edge and its variance, where every row is as likely."""
    gains = [row[index] for row in rows]
    mean = Fraction(sum(gains), len(gains))
    square = Fraction(sum(gain * gain for gain in gains), len(gains))
    return Fraction(sum(gain > 0 for gain in gains), len(gains)), -mean, square - mean * mean


def _pays(rules: SicboRules, selection: Selection) -> int | tuple[int, ...]:
    if selection.kind == "one":
        return tuple(rules.pays_for("one", times) for times in (1, 2, 3))
    return rules.pays(selection.kind)


def ratio(value: Fraction) -> str:
    """Write a fraction as "p/q"."""
    return f"{value.numerator}/{value.denominator}"
