"""Exact odds of roulette, as fractions, from the very pay table that settles a live spin."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from pitboss.games.roulette.settle import pay_table

if TYPE_CHECKING:
    from pitboss.games.roulette.rules import Rules

__all__ = ["PositionOdds", "odds"]


@dataclass(frozen=True)
class PositionOdds:
    """One position: what it covers and pays, and what a unit staked on it does on average."""

    kind: str
    position: str
    covers: tuple[str, ...]
    pays: int
    win_probability: Fraction
    edge: Fraction
    """What the house keeps of a unit staked, on average."""
    variance: Fraction

    def as_json(self) -> dict[str, object]:
        """Return the row with every fraction as "p/q"."""
        return {
            "kind": self.kind,
            "position": self.position,
            "covers": list(self.covers),
            "pays": self.pays,
            "win_probability": _ratio(self.win_probability),
            "edge": _ratio(self.edge),
            "variance": _ratio(self.variance),
        }


def odds(rules: Rules) -> list[PositionOdds]:
    """Return the exact odds of every position of a table.

    >>> from pitboss.games.roulette.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> odds(rules_of(table_config({"rulebook": "hoian-roulette-2020"})))[0].edge
    Fraction(1, 37)
    """
    rows = pay_table(rules).rows
    found = []
    for position in rules.positions:
        gains = [row[position.index] for row in rows]
        mean = Fraction(sum(gains), len(gains))
        square = Fraction(sum(gain * gain for gain in gains), len(gains))
        won = Fraction(sum(gain > 0 for gain in gains), len(gains))
        pays = rules.pays(position.kind)
        entry = PositionOdds(position.kind, position.bet, position.covers, pays, won, -mean, square - mean * mean)
        found.append(entry)
    return found


def _ratio(value: Fraction) -> str:
    return f"{value.numerator}/{value.denominator}"
