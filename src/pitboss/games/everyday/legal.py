"""What may be open of everyday acts: values for the fields of each, about which `decide` is asked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Final

from pitboss.decider import Choices, Integers, Person, Words
from pitboss.games.disputes import DISPUTE_LEGAL
from pitboss.games.everyday import acts as a
from pitboss.games.everyday.barring import BARRING
from pitboss.games.everyday.boxes import corrected_by_pit
from pitboss.games.everyday.checks import AUDITOR, CASHIER, FLOOR, PIT, WATCHING, currency_of
from pitboss.games.everyday.dispute_events import GrantGoodwill, PinEvidence, RecordNotice
from pitboss.games.everyday.disputing import FIRST_RECORD, awaiting
from pitboss.games.everyday.pieces import pattern_for
from pitboss.games.everyday.standing import SECOND
from pitboss.games.everyday.state import Way
from pitboss.games.table.laying import NEWCOMER
from pitboss.games.table.state import BaseTable
from pitboss.legal import Ask, Each, Proposal, Sample, Table, anybody
from pitboss.money import STAKE_MAX
from pitboss.rulebook.names import NAME_PATTERN

_UNSEEN: Final = {"seen": Choices(("",))}
_NOWHERE: Final = Choices((None,))


def _any_pieces(state: BaseTable, _: Person) -> Proposal:
    return {"pieces": Words(pattern_for(currency_of(state)))}


def _some_pieces(state: BaseTable, _: Person) -> Proposal:
    """Propose any chips but none."""
    return {"pieces": Sample("1x1", Words(pattern_for(currency_of(state)), besides=("",)))}


def _slips(way: Way, *, is_fill: bool) -> Any:
    """Return the candidates of a step of a slip: those that have come so far, with their chips."""

    def propose(state: BaseTable, by: Person) -> Iterator[Proposal]:
        carried = {"carried_by": anybody(by.id)} if way is Way.REQUESTED else {}
        for number, slip in state.everyday.slips.items():
            if slip.way is way and slip.is_fill is is_fill:
                yield {"slip": Choices((number,)), "pieces": Choices((slip.pieces,)), **carried}

    return propose


def _issues(state: BaseTable, by: Person) -> Proposal:
    slips = state.everyday.slips.items()
    waiting = tuple(number for number, slip in slips if slip.is_fill and slip.way is Way.REQUESTED)
    return {"slip": Choices(waiting), "carried_by": anybody(by.id)}


def _sales(state: BaseTable, _: Person) -> Iterator[Proposal]:
    """Propose every amount for a sale but the one on record."""
    for version, sale in state.everyday.sales.items():
        amounts = Integers(0, STAKE_MAX, besides=(sale.amount_minor,))
        yield {"corrects": Choices((version,)), "amount_minor": amounts, **_UNSEEN}


def _tips(state: BaseTable, _: Person) -> Iterator[Proposal]:
    """Propose value chips of anybody, and whole chips of each colour that a player holds."""
    yield {"colour": Choices((None,)), "terminal": _NOWHERE}
    for colour, entry in getattr(state, "colours", {}).items():
        held, value = state.balances.get(f"chips:{entry.player}:{colour}", 0), entry.value_minor
        amounts = Integers(value, held, value)
        named = {"player": Choices((entry.player,)), "colour": Choices((colour,)), "terminal": _NOWHERE}
        yield {**named, "amount_minor": amounts}


def answering(state: BaseTable, *, player: str = "", of_round: int = 0) -> dict[str, Choices]:
    """Propose what a correction may name, and that nobody looked first: what was seen is not known here."""
    return {"dispute": Choices(awaiting(state, player=player, of_round=of_round)), **_UNSEEN}


def _mispayments(state: BaseTable, _: Person) -> Iterator[Proposal]:
    """Propose a wrong hand to anybody, and to whoever won a dispute what ends that."""
    yield {"dispute": Choices((0,)), **_UNSEEN}
    for number in awaiting(state)[1:]:
        player = Choices((state.disputes.entries[number].player,))
        yield {"player": player, "dispute": Choices((number,)), **_UNSEEN}


def _papers(state: BaseTable, _: Person) -> Iterator[Proposal]:
    """Propose the papers there are, by kind; a window's name is the house's to know."""
    for kind in a.PaperKind:
        numbers = tuple(
            int(name.partition(" ")[2]) for name in state.everyday.papers if name.startswith(f"{kind.value} ")
        )
        for terminal in (Choices((None,)), Words(NAME_PATTERN)):
            yield {"paper": Choices((kind,)), "number": Choices(numbers), "terminal": terminal}


def _bars(state: BaseTable, _: Person) -> Iterator[Proposal]:
    """Propose to bar anybody who is not barred as much already."""
    bars = state.everyday.bars
    for is_whole_house in (False, True):
        held = tuple(
            name for name, bar in bars.items() if bar.stake_minor is None and bar.is_whole_house >= is_whole_house
        )
        yield {"player": anybody(*held), "is_whole_house": Choices((is_whole_house,))}


def _limits(state: BaseTable, _: Person) -> Iterator[Proposal]:
    """Propose to limit anybody who is not barred, to another stake than they are limited to."""
    bars = state.everyday.bars
    # Somebody may be barred under the very name that stands for everybody else.
    stranger = next(name for name in (NEWCOMER * times for times in count(1)) if name not in bars)
    others = Sample(stranger, Words(NAME_PATTERN, besides=tuple(bars)))
    yield {"player": others, "stake_minor": Integers(1, STAKE_MAX)}
    for name, bar in bars.items():
        if bar.stake_minor is not None:
            yield {"player": Choices((name,)), "stake_minor": Integers(1, STAKE_MAX, besides=(bar.stake_minor,))}


def _lifts(state: BaseTable, _: Person) -> Iterator[Proposal]:
    for name, bar in state.everyday.bars.items():
        yield {"player": Choices((name,)), "is_whole_house": Choices((bar.is_whole_house,))}


def _past_sales(state: BaseTable, _: Person) -> Iterator[Proposal]:
    """Propose every amount for a sale of an earlier round but the one on record."""
    for version, sale in corrected_by_pit(state).items():
        amounts = Integers(0, STAKE_MAX, besides=(sale.amount_minor,))
        yield {**answering(state, player=sale.player), "corrects": Choices((version,)), "amount_minor": amounts}


def _goodwill(state: BaseTable, by: Person) -> Proposal:
    """Propose each dispute in which goodwill was ruled; above the limit a director grants it."""
    limit = STAKE_MAX if by.role.value == "director" else state.rules.practice("goodwill_limit_minor")
    numbers = tuple(number for number, entry in state.disputes.entries.items() if entry.ruling == "goodwill")
    amounts = Integers(1, min(limit, STAKE_MAX))
    is_gone = Choices((False, True) if state.KEEPS_DEBTS else (False,))
    return {"dispute": Each(numbers), "amount_minor": amounts, "is_gone": is_gone, **_UNSEEN}


def _evidence(state: BaseTable, _: Person) -> Iterator[Proposal]:
    """Propose every record that is not pinned to a dispute yet."""
    for number, entry in state.disputes.entries.items():
        versions = Integers(FIRST_RECORD, state.everyday.version, besides=tuple(entry.evidence))
        yield {"dispute": Choices((number,)), "version": versions}


def _debts(account: str, sign: int) -> Any:
    """Return the candidates of settling what is due or owed: each player who has it open, up to all of it."""

    def propose(state: BaseTable, _: Person) -> Iterator[Proposal]:
        for name, held in state.balances.items():
            if name.startswith(account) and sign * held > 0:
                player = Choices((name.removeprefix(account),))
                yield {"player": player, "amount_minor": Integers(1, min(STAKE_MAX, sign * held)), **_UNSEEN}

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
    a.PrintSlip: _papers,
    a.CorrectSale: Ask(_sales, witness=FLOOR),
    a.IssueMarker: Ask({}, witness=CASHIER),
    a.RedeemMarker: Ask(lambda state, _: {"marker": Choices(tuple(state.everyday.markers))}, witness=PIT),
    a.CancelMarker: lambda state, _: {"marker": Choices(tuple(state.everyday.markers))},
    a.TakeTip: Ask(_tips, witness=FLOOR),
    a.EmptyTipBox: Ask({}, witness=FLOOR),
    a.RelieveAtOnce: lambda state, _: {"dealer": anybody(state.dealer, state.mucker)},
    a.SuspendTable: {},
    a.ResumeTable: Ask({}, witness=SECOND),
    a.CallOffRound: Ask({}, witness=WATCHING),
    a.BarPlayer: Ask(_bars, witness=BARRING),
    a.LimitPlayer: _limits,
    a.LiftBar: Ask(_lifts, witness=BARRING),
    a.CorrectPastSale: Ask(_past_sales, witness=WATCHING, is_second_by_value=True),
    a.ReportMispayment: Ask(_mispayments, witness=WATCHING),
    **DISPUTE_LEGAL,
    GrantGoodwill: Ask(_goodwill, witness=WATCHING),
    RecordNotice: lambda state, _: {"dispute": Each(tuple(state.disputes.entries))},
    PinEvidence: _evidence,
    a.PayDue: Ask(_debts("payable:", 1), witness=WATCHING),
    a.TakeOwed: Ask(_debts("receivable:", -1), witness=WATCHING),
    a.WaiveOwed: Ask(_debts("receivable:", -1), witness=WATCHING),
}
"""Candidates of the everyday acts."""
