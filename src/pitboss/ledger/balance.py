"""The trial balance: what the accounts of each kind hold together, unit by unit; the sum of a unit is zero."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.ledger.chart import CHART, Account

__all__ = ["BalanceLine", "TrialBalance", "trial_balance"]

_UNKNOWN = "not in the chart of accounts"


@dataclass(frozen=True)
class BalanceLine:
    """All accounts of one place, in one unit."""

    unit: str
    kind: str
    """What such accounts are to the house."""
    place: str
    title: str
    accounts: int
    amount_minor: int


@dataclass(frozen=True)
class TrialBalance:
    """Every place that ever held something, and by how much a unit's sum is not zero."""

    lines: tuple[BalanceLine, ...]
    differences: Mapping[str, int]
    """Unit to the sum of its accounts: zero, or something is wrong."""

    @property
    def is_balanced(self) -> bool:
        """Tell whether the sum is zero in each unit."""
        return not any(self.differences.values())


def trial_balance(balances: Mapping[str, int]) -> TrialBalance:
    """Add up what accounts hold, by unit and place, in the order of the chart.

    >>> found = trial_balance({"USD:table:1/rack": 500, "USD:table:2/rack": -200, "USD:house/patrons": -301})
    >>> [(line.title, line.accounts, line.amount_minor) for line in found.lines]
    [('table win', 2, 300), ('patrons', 1, -301)]
    >>> found.differences
    {'USD': -1}
    """
    amounts: dict[tuple[str, str], list[int]] = {}
    for account, amount in balances.items():
        found = Account.parse(account)
        amounts.setdefault((found.unit, found.name.partition(":")[0]), []).append(amount)
    order = {place: number for number, place in enumerate(CHART)}
    keys = sorted(amounts, key=lambda key: (key[0], order.get(key[1], len(order)), key[1]))
    lines = tuple(_line(unit, place, amounts[unit, place]) for unit, place in keys)
    differences: dict[str, int] = {}
    for line in lines:
        differences[line.unit] = differences.get(line.unit, 0) + line.amount_minor
    return TrialBalance(lines, differences)


def _line(unit: str, place: str, amounts: list[int]) -> BalanceLine:
    known = CHART.get(place)
    kind, title = (known.kind.value, known.title) if known is not None else (_UNKNOWN, place)
    return BalanceLine(unit, kind, place, title, len(amounts), sum(amounts))
