"""Vigorish: how much a banker wager owes, exactly; what of it is collected; and in which units a wager may be."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd

from pitboss.games.baccarat.hands import Outcome
from pitboss.games.baccarat.rules import Rules
from pitboss.games.baccarat.wagers import On
from pitboss.money import Rounding, rounded
from pitboss.rulebook.clauses import cites


@cites("MB-M3", "MB-M4", "MB-M6")
def exact_vigorish(rules: Rules, on: On, stake: int, outcome: Outcome) -> Fraction:
    """Return the vigorish of one wager, not rounded: of a banker win, of a banker wager on a tie, or none."""
    charged = {"vig": Outcome.BANKER, "tie_vig": Outcome.TIE}.get(rules.form)
    if on is not On.BANKER or outcome is not charged:
        return Fraction(0)
    return Fraction(stake * int(rules.settings["pct"]), 100)


@cites("MB-M3a", "Q13", "Q29")
def collected(rules: Rules, owed: Fraction, form: str | None = None) -> int:
    """Bring vigorish that is collected to whole cents.

    A win's goes up to five cents where the house rounds. A tie's is never more than its share of the wager: what
    is left of a cent is not taken.
    """
    if rules.settings["rounding"] == "exact":
        return rounded(owed, Rounding.EXACT)
    return rounded(owed, Rounding.DOWN if (form or rules.form) == "tie_vig" else Rounding.UP_TO_5)


@cites("Q14", "Q71")
@dataclass
class Areas:
    """What the banker areas of a round owe, wager by wager: an area is rounded once, whatever lies on it."""

    rules: Rules
    owed: dict[int, Fraction] = field(default_factory=dict)
    """Position to what its wagers owe so far, exact."""

    def part_of(self, position: int, vigorish: Fraction) -> int:
        """Return what a further wager of an area adds to what is collected there: all parts make the rounded sum.

        Two wagers that owe 50.5 cents each make 101, which is collected as 105: 55 of the first, 50 of the second.
        """
        before = self.owed.get(position, Fraction(0))
        self.owed[position] = before + vigorish
        return collected(self.rules, self.owed[position]) - collected(self.rules, before)


@cites("MB-M3b")
def is_deferred(rules: Rules) -> bool:
    """Tell whether vigorish is marked and collected later; a tie's never is."""
    return rules.form == "vig" and rules.settings["collect"] == "deferred"


@cites("Q29")
def stake_step(rules: Rules, on: On) -> int:
    """Return the unit that a wager must be a multiple of so that everything settles in whole cents."""
    if on is not On.BANKER:
        return 1
    if rules.form == "no_vig":
        return 2
    return 100 // gcd(100, int(rules.settings["pct"])) if rules.settings["rounding"] == "exact" else 1
