"""What is open at any table around the game: inspection, opening, staff, limits, chips for cash."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Subset, Words, holds
from pitboss.games.table import acts as a
from pitboss.games.table.decide import CLOSERS, INSPECTORS, SECOND_PERSON, SUPERVISORS
from pitboss.games.table.rules import TOTALS
from pitboss.games.table.state import BaseTable
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Domain

__all__ = ["shared_legal"]


LIMIT_SETTERS = ("pit_supervisor+",)


def shared_legal(state: BaseTable, by: Person) -> Iterator[Offer]:
    """Offer what the house itself would accept from this person now."""
    if holds(by, INSPECTORS) and not state.is_open:
        items = tuple(entry.item for entry in state.rules.equipment)
        yield Offer(a.InspectEquipment, {"items": Subset(items, must=items)})
    if by.role == "dealer" and not state.is_open and state.inspected:
        yield Offer(a.OpenTable, {"mucker": Choices((None,))})
        yield Offer(a.OpenTable, {"mucker": Words(NAME_PATTERN, besides=(by.id,))})
    if holds(by, LIMIT_SETTERS):
        yield from _limit_offers(state)
    if not state.is_open or not state.is_at_table(by):
        return
    if by.role == "dealer":
        yield Offer(a.BuyValueChips, {"player": Words(NAME_PATTERN), "amount_minor": Integers(1, STAKE_MAX)})
    if not state.is_between_rounds:
        return
    if by.role == "dealer":
        yield Offer(a.OpenBetting)
    if holds(by, CLOSERS):
        yield Offer(a.CloseTable)
    if holds(by, SUPERVISORS):
        yield Offer(a.RelieveDealer, {"dealer": Words(NAME_PATTERN, besides=_names(state.mucker))})
        yield Offer(a.AssignMucker, {"mucker": Choices((None,))})
        yield Offer(a.AssignMucker, {"mucker": Words(NAME_PATTERN, besides=_names(state.dealer))})


def _names(person: str | None) -> tuple[str, ...]:
    return () if person is None else (person,)


def _limit_offers(state: BaseTable) -> Iterator[Offer]:
    rules = state.rules
    ranges: dict[tuple[str, a.Limit], Integers] = {}
    for kind in rules.wagers:
        unit = rules.unit(kind)
        ranges[kind, a.Limit.MIN] = Integers(int(rules.spec("min").at_least or 1), rules.most(kind) // unit * unit)
        ranges[kind, a.Limit.MAX] = Integers(rules.least(kind), int(rules.spec("max").at_most or STAKE_MAX))
    for total, key in TOTALS.items():
        least = max(rules.least(kind) * rules.needed(kind) for kind in rules.wagers)
        ranges[total, a.Limit.MAX] = Integers(least, int(rules.spec(key).at_most or STAKE_MAX))
    for (kind, which), amounts in ranges.items():
        fields: dict[str, Domain] = {"kind": Choices((kind,)), "which": Choices((which,)), "amount_minor": amounts}
        yield Offer(a.SetLimit, fields, witness=SECOND_PERSON)
