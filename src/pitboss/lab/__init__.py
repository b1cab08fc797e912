"""Mathematics: exact odds from the same tables that pay, and rounds by the million.

>>> import pitboss
>>> from pitboss import lab
>>> table = pitboss.Roulette("oneida-roulette-2008").config
>>> lab.ends_of(table, {"red": 500, "straight:17": 100}).edge
Fraction(1, 19)

These are the supported names; each is loaded when it is first asked for. docs/lab-tutorial.md shows what can be done
with them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pitboss.lab.ask import best_play, dealer_ends, simulate
    from pitboss.lab.blackjack.exact import Analysis, Table
    from pitboss.lab.blackjack.own_table import read_table
    from pitboss.lab.blackjack.spread import Spread
    from pitboss.lab.ends import Ends, bets_of, ends_of
    from pitboss.lab.odds import WagerOdds, odds_of
    from pitboss.lab.par import Sheet, as_html, as_pdf, sheet_of
    from pitboss.lab.recorded import Recorded
    from pitboss.lab.sheet import Change, Wager, compare, variances_of, wagers_of
    from pitboss.lab.simulation.days import read_days
    from pitboss.lab.simulation.plans import Plan, Step, read_plan
    from pitboss.lab.simulation.run import Estimate, Run

__all__ = [
    "Analysis",
    "Change",
    "Ends",
    "Estimate",
    "Plan",
    "Recorded",
    "Run",
    "Sheet",
    "Spread",
    "Step",
    "Table",
    "Wager",
    "WagerOdds",
    "as_html",
    "as_pdf",
    "best_play",
    "bets_of",
    "compare",
    "dealer_ends",
    "ends_of",
    "odds_of",
    "read_days",
    "read_plan",
    "read_table",
    "sheet_of",
    "simulate",
    "variances_of",
    "wagers_of",
]

_HOME = {
    "pitboss.lab.ask": ("best_play", "dealer_ends", "simulate"),
    "pitboss.lab.blackjack.exact": ("Analysis", "Table"),
    "pitboss.lab.blackjack.own_table": ("read_table",),
    "pitboss.lab.blackjack.spread": ("Spread",),
    "pitboss.lab.ends": ("Ends", "bets_of", "ends_of"),
    "pitboss.lab.odds": ("WagerOdds", "odds_of"),
    "pitboss.lab.par": ("Sheet", "as_html", "as_pdf", "sheet_of"),
    "pitboss.lab.recorded": ("Recorded",),
    "pitboss.lab.sheet": ("Change", "Wager", "compare", "variances_of", "wagers_of"),
    "pitboss.lab.simulation.days": ("read_days",),
    "pitboss.lab.simulation.plans": ("Plan", "Step", "read_plan"),
    "pitboss.lab.simulation.run": ("Estimate", "Run"),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOME.items():
        if name in names:
            return getattr(import_module(module), name)
    message = f"module 'pitboss.lab' has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return sorted(__all__)
