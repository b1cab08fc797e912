"""What the limits of a table allow: the most that one player can win by one result, and by which one.

The player lays the maximum on every position that wins together, the best paid first where a limit over all positions
holds; it is reckoned from the tables that pay a live round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from pitboss.games.baccarat.rules import Rules as BaccaratRules
from pitboss.games.roulette.rules import Rules as RouletteRules
from pitboss.games.roulette.settle import pay_table as roulette_table
from pitboss.games.sicbo.rules import Rules as SicboRules
from pitboss.games.sicbo.settle import pay_table as sicbo_table
from pitboss.games.sicbo.wagers import SELECTIONS, THROWS
from pitboss.games.table.rules import TOTALS, TableRules

BY_PLAY: Final = "depends on splits and doubled hands"
_Win = tuple[int, int]
"""Of a position that wins: what a unit gains, and the most that may lie there."""


@dataclass(frozen=True)
class Exposure:
    """The most that one player can win by one result."""

    amount_minor: int | None
    """None where it depends on more than the limits."""
    result: str = ""
    """A result by which it is won."""
    why: str = ""
    """Why no amount is given."""


def exposure(rules: TableRules[Any]) -> Exposure:
    """Return what the limits in force allow.

    >>> from pitboss.games.roulette.rules import rules_of
    >>> from pitboss.rulebook import table_config
    >>> table = table_config({"rulebook": "hoian-roulette-2020", "settings": {"default_max": 100, "player_max": 100}})
    >>> exposure(rules_of(table)).amount_minor
    3500
    """
    found = list(_results(rules))
    if not found:
        return Exposure(None, why=BY_PLAY)
    totals = [int(rules.settings[key]) for key in TOTALS.values() if rules.settings.get(key) is not None]
    worst, amount = max(((result, _won(wins, totals)) for result, wins in found), key=lambda one: one[1])
    return Exposure(amount, worst)


def _won(wins: Iterable[_Win], totals: list[int]) -> int:
    """Return what the winning positions bring: the best paid first, as far as the limits over all of them reach."""
    left, won = min(totals, default=None), 0
    for gain, most in sorted(wins, reverse=True):
        stake = most if left is None else min(most, left)
        left = None if left is None else left - stake
        won += gain * stake
    return won


def _results(rules: TableRules[Any]) -> Iterator[tuple[str, list[_Win]]]:
    """Yield every result with what wins by it; nothing for a game in which players decide as well."""
    if isinstance(rules, RouletteRules):
        table = roulette_table(rules)
        for pocket, row in zip(table.layout.wheel.pockets, table.rows, strict=True):
            wins = ((row[one.index], rules.limits(one.kind)[1]) for one in rules.positions)
            yield pocket, [win for win in wins if win[0] > 0]
    elif isinstance(rules, SicboRules):
        for throw, row in zip(THROWS, sicbo_table(rules).rows, strict=True):
            wins = ((row[one.index], rules.limits(one.kind)[1]) for one in SELECTIONS)
            yield "-".join(map(str, throw)), [win for win in wins if win[0] > 0]
    elif isinstance(rules, BaccaratRules):
        for kind in rules.kinds_taken:
            yield kind, [(rules.pays(kind), rules.limits(kind)[1])]
