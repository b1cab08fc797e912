"""What may be open at the cage: values for the fields of each act, about which `decide` is asked."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.decider import Choices, Integers, Person
from pitboss.games.cage import acts as a
from pitboss.games.cage.decide import TOKES_SEEN_BY, decide
from pitboss.games.cage.state import Cage
from pitboss.games.everyday.checks import AUDITOR, PIT
from pitboss.legal import Ask, Proposal, Sample, anybody, asking
from pitboss.money import STAKE_MAX


def _markers(state: Cage, _: Person) -> Iterator[Proposal]:
    for table, markers in state.markers.items():
        yield {"table": Choices((table,)), "marker": Choices(tuple(markers))}


def _up_to(held: int) -> Integers:
    return Integers(1, min(STAKE_MAX, max(held, 0)))


def _tokes(state: Cage, by: Person) -> Proposal:
    return {"amount_minor": _up_to(state.tokes_minor), "paid_to": anybody(by.id)}


def _notes(state: Cage, _: Person) -> Iterator[Proposal]:
    """Propose any later record of each table that is known, and any of a table that is not."""
    marker = a.IssuedMarker(marker=1, player="somebody", amount_minor=1)
    told = {"cage_minor": Sample(0), "tokes_minor": Sample(0), "issued": Sample(marker), "redeemed": Sample(1)}
    last = 10**9
    for table, version in state.known.items():
        yield {**told, "table": Choices((table,)), "version": Integers(version + 1, last)}
    yield {**told, "table": anybody(*state.known), "version": Integers(1, last)}


legal = asking(
    decide,
    {
        a.FundCage: Ask({}, witness=AUDITOR),
        a.CashChips: lambda state, _: {"amount_minor": _up_to(state.held_minor)},
        a.RedeemMarker: Ask(_markers, witness=PIT),
        a.PayTokes: Ask(_tokes, witness=TOKES_SEEN_BY),
        a.NoteTable: _notes,
    },
)
