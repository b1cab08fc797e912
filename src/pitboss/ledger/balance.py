"""Balances: the trial balance of a journal, and the statement of one account."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from pitboss.ledger.chart import CHART, Account

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
    [('table inventory', 2, 300), ('patrons', 1, -301)]
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


@dataclass(frozen=True)
class Entry:
    """What one event did to an account."""

    position: int
    at: str
    stream: str
    version: int
    amount_minor: int
    words: str | None = None
    """What happened, if anybody has said it."""


@dataclass(frozen=True)
class StatementLine:
    """An entry, and what the account held after it."""

    position: int
    at: str
    stream: str
    version: int
    words: str | None
    amount_minor: int
    balance_minor: int


def statement(entries: Iterable[Entry], opening_minor: int = 0) -> Iterator[StatementLine]:
    """Yield the lines of an account's statement, from entries in the order of the journal.

    >>> entries = [Entry(1, "20:00", "table:1", 2, 500), Entry(4, "20:05", "table:1", 5, -200)]
    >>> [line.balance_minor for line in statement(entries)]
    [500, 300]
    """
    balance = opening_minor
    for entry in entries:
        balance += entry.amount_minor
        yield StatementLine(
            entry.position, entry.at, entry.stream, entry.version, entry.words, entry.amount_minor, balance
        )
