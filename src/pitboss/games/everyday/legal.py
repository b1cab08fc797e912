"""What may be open of everyday acts: values for the fields of each, about which `decide` is asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pitboss.decider import Choices, Integers, Person, Words
from pitboss.games.everyday import acts as a
from pitboss.games.everyday.checks import AUDITOR, CASHIER, FLOOR, PIT, WATCHING, currency_of
from pitboss.games.everyday.pieces import pattern_for
from pitboss.games.everyday.standing import SECOND
from pitboss.games.everyday.state import Way
from pitboss.games.table.state import BaseTable
from pitboss.legal import Ask, Each, Proposal, Sample, Table, anybody
from pitboss.money import STAKE_MAX


def _any_pieces(state: BaseTable, _: Person) -> Proposal:
    return {"pieces": Words(pattern_for(currency_of(state)))}


def _some_pieces(state: BaseTable, _: Person) -> Proposal:
    """Propose any chips but none."""
    return {"pieces": Sample("1x1", Words(pattern_for(currency_of(state)), besides=("",)))}


def _slips(way: Way, *, is_fill: bool) -> Any:
    """Return the candidates of a step of a slip: those that have come so far, with their chips."""

    def propose(state: BaseTable, _: Person) -> Iterator[Proposal]:
        for number, slip in state.everyday.slips.items():
            if slip.way is way and slip.is_fill is is_fill:
                yield {"slip": Choices((number,)), "pieces": Choices((slip.pieces,))}

    return propose


def _issues(state: BaseTable, by: Person) -> Proposal:
    slips = state.everyday.slips.items()
    waiting = tuple(number for number, slip in slips if slip.is_fill and slip.way is Way.REQUESTED)
    return {"slip": Choices(waiting), "carried_by": anybody(by.id)}


def _sales(state: BaseTable, _: Person) -> Iterator[Proposal]:
    """Propose every amount for a sale but the one on record."""
    for version, sale in state.everyday.sales.items():
        yield {"corrects": Choices((version,)), "amount_minor": Integers(0, STAKE_MAX, besides=(sale.amount_minor,))}


def _tips(state: BaseTable, _: Person) -> Iterator[Proposal]:
    """Propose value chips of anybody, and whole chips of each colour that a player holds."""
    yield {"colour": Choices((None,))}
    for colour, entry in getattr(state, "colours", {}).items():
        held, value = state.balances.get(f"chips:{entry.player}:{colour}", 0), entry.value_minor
        amounts = Integers(value, held, value)
        yield {"player": Choices((entry.player,)), "amount_minor": amounts, "colour": Choices((colour,))}


def settlements(state: Any, _: Person) -> Iterator[Proposal]:
    """Propose every other result for each settlement that stands."""
    for version, one in state.everyday.settlements.items():
        others = tuple(result for result in state.result_names if result != one.result)
        yield {"corrects": Choices((version,)), "result": Choices(others)}


CORRECT_SETTLEMENT = Ask(settlements, witness=WATCHING, is_second_by_value=True)
"""Candidates of a settlement that is corrected, where rounds have one result."""


def _debts(account: str, sign: int) -> Any:
    """Return the candidates of settling what is due or owed: each player who has it open, up to all of it."""

    def propose(state: BaseTable, _: Person) -> Iterator[Proposal]:
        for name, held in state.balances.items():
            if name.startswith(account) and sign * held > 0:
                player = Choices((name.removeprefix(account),))
                yield {"player": player, "amount_minor": Integers(1, min(STAKE_MAX, sign * held))}

    return propose


EVERYDAY_LEGAL: Table = {
    a.BeginInventory: Ask({}, witness=AUDITOR),
    a.CountInventory: Ask(_any_pieces, witness=WATCHING),
    a.RequestFill: _some_pieces,
    a.RequestCredit: _some_pieces,
    a.IssueFill: Ask(_issues, witness=FLOOR),
    a.AcceptFill: Ask(_slips(Way.UNDER_WAY, is_fill=True), witness=FLOOR),
    a.SendCredit: Ask(_slips(Way.REQUESTED, is_fill=False), witness=FLOOR),
    a.ReceiveCredit: Ask(_slips(Way.UNDER_WAY, is_fill=False), witness=FLOOR),
    a.VoidSlip: Ask(lambda state, _: {"slip": Each(tuple(state.everyday.slips))}, witness=FLOOR),
    a.RemoveDropBox: Ask({}, witness=CASHIER),
    a.CountBox: Ask(lambda state, _: {"box": Choices(tuple(state.everyday.boxes))}, witness=AUDITOR),
    a.CorrectSale: Ask(_sales, witness=FLOOR),
    a.IssueMarker: Ask({}, witness=CASHIER),
    a.RedeemMarker: Ask(lambda state, _: {"marker": Choices(tuple(state.everyday.markers))}, witness=PIT),
    a.TakeTip: Ask(_tips, witness=FLOOR),
    a.EmptyTipBox: Ask({}, witness=FLOOR),
    a.RelieveAtOnce: lambda state, _: {"dealer": anybody(state.dealer, state.mucker)},
    a.SuspendTable: {},
    a.ResumeTable: Ask({}, witness=SECOND),
    a.ReportMispayment: Ask({}, witness=WATCHING),
    a.PayDue: Ask(_debts("payable:", 1), witness=WATCHING),
    a.TakeOwed: Ask(_debts("receivable:", -1), witness=WATCHING),
    a.WaiveOwed: Ask(_debts("receivable:", -1), witness=WATCHING),
}
"""Candidates of the everyday acts."""
