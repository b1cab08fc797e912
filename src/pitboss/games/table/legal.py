"""What may be open at any table around the game: values for the fields of each act, about which `decide` is asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

from pitboss.decider import Choices, Integers, Person, Subset, holds
from pitboss.games.everyday.legal import EVERYDAY_LEGAL
from pitboss.games.table import acts as a
from pitboss.games.table.decide import LIMIT_SETTERS, SECOND_PERSON, highest_limit
from pitboss.games.table.rules import TOTALS, TableRules
from pitboss.games.table.state import BaseTable
from pitboss.legal import Ask, Candidates, Each, Proposal, Table, anybody, plain
from pitboss.money import STAKE_MAX


def _limits(state: BaseTable, by: Person) -> Iterator[Proposal]:
    """Propose what the edition's bounds and the other limits leave, the kinds of wager that have the same together."""
    rules = state.rules
    if not holds(by, LIMIT_SETTERS):  # Measured: to ask about every limit is half of all asking.
        return
    bounds = {which: _bounds(rules, which) for which in a.Limit}
    found: defaultdict[tuple[a.Limit, int, int], list[str]] = defaultdict(list)
    for kind in rules.wagers:
        (lowest, low_most), (high_least, highest) = bounds[a.Limit.MIN], bounds[a.Limit.MAX]
        most = rules.most(kind) // rules.unit(kind) * rules.unit(kind)
        found[a.Limit.MIN, lowest, min(most, low_most)].append(kind)
        found[a.Limit.MAX, max(rules.least(kind), high_least), min(highest, highest_limit(rules, kind))].append(kind)
    for (which, low, high), kinds in found.items():
        yield {"kind": Choices(tuple(kinds)), "which": Choices((which,)), "amount_minor": Integers(low, high)}
    least = max(rules.least(kind) * rules.needed(kind) for kind in rules.wagers)
    for total, key in TOTALS.items():
        low, high = _bounds(rules, key)
        amounts = Integers(max(least, low), high)
        yield {"kind": Choices((total,)), "which": Choices((a.Limit.MAX,)), "amount_minor": amounts}


def _bounds(rules: TableRules[Any], key: str) -> tuple[int, int]:
    """Return what the edition leaves of a limit's amounts."""
    spec = rules.spec(key)
    return int(spec.at_least or 1), int(spec.at_most or STAKE_MAX)


SHARED_LEGAL: Table = {
    a.InspectEquipment: lambda state, _: {
        "items": Subset(items := tuple(entry.item for entry in state.equipment), must=items)
    },
    a.OpenTable: Ask(lambda _, by: ({"mucker": Each((None,))}, {"mucker": anybody(by.id)}), is_late=True),
    a.SetLimit: Ask(_limits, witness=SECOND_PERSON),
    **plain(a.BuyValueChips, a.OpenBetting, a.CloseTable, a.AbandonRound),
    a.RelieveDealer: lambda state, _: {"dealer": anybody(state.mucker)},
    a.AssignMucker: lambda state, _: ({"mucker": Each((None,))}, {"mucker": anybody(state.dealer)}),
    **EVERYDAY_LEGAL,
}
"""Candidates of the acts every game's table answers alike; a game asks its own `decide` about them."""


def in_round(propose: Callable[[Any, Any], Any], *phases: str) -> Candidates:
    """Return candidates of an act of the round, which are given the table and the round in one of these phases."""

    def candidates(state: BaseTable, _: Person) -> Any:
        is_now = state.round is not None and (not phases or state.phase in phases)
        return propose(state, state.round) if is_now else ()

    return candidates
