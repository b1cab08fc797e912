"""Exact blackjack: one set of rules of six decks, and all 256 of four shoes and six rules of two choices each.

Measured by processor time, compiled code warm: another program beside it hardly shows. `python -m benchmarks.exact`
measures this part by itself.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.table import Table

from pitboss.games.blackjack.rules import Rules, rules_of
from pitboss.lab.blackjack.exact import analyse
from pitboss.rulebook import table_config

__all__ = ["Measured", "as_values", "combinations", "exact_table", "measure"]

DECKS = (1, 2, 6, 8)
CHOICES: dict[str, tuple[Any, Any]] = {
    "h17": (False, True),
    "das": (False, True),
    "max_hands": (2, 4),
    "dealer_bj": ("all", "original"),
    "surrender": ("none", "text"),
    "push21": (False, True),
}
ONE_MAX_S, ALL_MAX_S = 0.3, 60.0
"""What one set of rules, and all of them, should take at most."""


@dataclass(frozen=True)
class Measured:
    """Seconds of processor time; all of them only where all were analysed."""

    one_s: float
    all_s: float | None
    count: int


def _rules(settings: dict[str, Any]) -> Rules:
    return rules_of(table_config({"rulebook": "oneida-blackjack-2004", "settings": settings}))


def combinations() -> list[Rules]:
    """Return the tables of all combinations."""
    chosen = itertools.product(DECKS, *CHOICES.values())
    return [_rules(dict(zip(("decks", *CHOICES), values, strict=True))) for values in chosen]


def _taken(way: Callable[[], object]) -> float:
    begin = time.process_time()
    way()
    return time.process_time() - begin


def measure(*, rounds: int, is_whole: bool = True) -> Measured:
    """Measure one set of rules, the best of some turns, and all of them once."""
    six, every = _rules({"decks": 6, "h17": True}), combinations()
    analyse(six)
    one = min(_taken(lambda: analyse(six)) for _ in range(rounds))
    whole = _taken(lambda: [analyse(rules).basic_edge for rules in every]) if is_whole else None
    return Measured(one, whole, len(every))


def exact_table(measured: Measured) -> Table:
    """Return the figures as a table for a person."""
    table = Table(title="Exact blackjack, seconds of one core", box=box.SIMPLE, padding=(0, 1, 0, 0))
    table.add_column("what")
    table.add_column("seconds", justify="right")
    table.add_column("aim", justify="right")
    table.add_row("one set of rules, six decks", f"{measured.one_s:.3f}", f"{ONE_MAX_S}")
    if measured.all_s is not None:
        table.add_row(f"all {measured.count} combinations", f"{measured.all_s:.1f}", f"{ALL_MAX_S:.0f}")
    return table


def as_values(measured: Measured) -> dict[str, object]:
    """Return the figures as JSON can hold them."""
    return {"one_s": measured.one_s, "all_s": measured.all_s, "combinations": measured.count}


if __name__ == "__main__":
    from rich.console import Console

    Console().print(exact_table(measure(rounds=15)))
