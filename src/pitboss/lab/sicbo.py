"""Exact odds of sic bo, as fractions over the 216 throws, from the very pay table that settles a live one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.games.sicbo.settle import pay_table
from pitboss.games.sicbo.wagers import SELECTIONS

if TYPE_CHECKING:
    from pitboss.games.sicbo.rules import Rules
    from pitboss.games.sicbo.wagers import Selection

__all__ = ["SelectionOdds", "odds"]


@dataclass(frozen=True)
class SelectionOdds:
    """One place of the layout: how often it wins and what it pays, and what a unit staked on it does on average."""

    kind: str
    position: str
    covers: int
    """How many of the 216 throws win."""
    pays: int | tuple[int, ...]
    """n of n to 1; for one of a kind by how often its number shows: once, twice, on all three dice."""
    win_probability: Fraction
    edge: Fraction
    """What the house keeps of a unit staked, on average."""
    variance: Fraction

    def as_json(self) -> dict[str, object]:
        """Return the row with every fraction as "p/q"."""
        return {
            "kind": self.kind,
            "position": self.position,
            "covers": self.covers,
            "pays": self.pays if isinstance(self.pays, int) else list(self.pays),
            "win_probability": _ratio(self.win_probability),
            "edge": _ratio(self.edge),
            "variance": _ratio(self.variance),
        }


def odds(rules: Rules) -> list[SelectionOdds]:
    """Return the exact odds of every place of the layout.

    >>> from pitboss.games.sicbo.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> odds(rules_of(table_config({"rulebook": "oneida-sicbo-2004"})))[0].edge
    Fraction(65, 216)
    """
    rows = pay_table(rules).rows
    found = []
    for selection in SELECTIONS:
        gains = [row[selection.index] for row in rows]
        mean = Fraction(sum(gains), len(gains))
        square = Fraction(sum(gain * gain for gain in gains), len(gains))
        wins = sum(gain > 0 for gain in gains)
        entry = SelectionOdds(
            kind=selection.kind.partition(":")[0],
            position=selection.bet,
            covers=wins,
            pays=_pays(rules, selection),
            win_probability=Fraction(wins, len(gains)),
            edge=-mean,
            variance=square - mean * mean,
        )
        found.append(entry)
    return found


def _pays(rules: Rules, selection: Selection) -> int | tuple[int, ...]:
    if selection.kind == "one":
        return tuple(rules.pays_for("one", times) for times in (1, 2, 3))
    return rules.pays(selection.kind)


def _ratio(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
