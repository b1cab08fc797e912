"""What is open at an automatic table: for each act, the values of its fields that `decide` would accept.

What a bet, a recall or an undo costs is seen by `decide`: `legal` offers a terminal its acts, the chips it can afford
and the bets of the layout. So are the amounts of a corrected buy-in, that it is the table's own dealer before whom a
number is ruled on, and that a designee names the supervisor who is the witness. Every other offer is exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Role, Words, holds
from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic.checks import SUPERVISORS
from pitboss.games.roulette.automatic.decide import HOUSE_ACTS
from pitboss.games.roulette.automatic.state import CashOut
from pitboss.games.roulette.automatic.voids import DESIGNEES, SECOND
from pitboss.games.roulette.state import Phase
from pitboss.games.table import acts as table_acts
from pitboss.games.table.legal import shared_legal
from pitboss.games.table.totals import room_in_totals
from pitboss.rulebook.names import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Domain
    from pitboss.games.roulette.automatic.state import AutomaticTable, Terminal

__all__ = ["legal"]

_RUNNING = (Phase.SPINNING, Phase.CLOSED)
_ANYTIME = (
    a.VoidCause.INTERFERENCE,
    a.VoidCause.MALFUNCTION,
    a.VoidCause.FOREIGN_OBJECT,
    a.VoidCause.BALL_OUT,
)
_BALL = (a.VoidCause.SAME_DIRECTION, a.VoidCause.FEW_REVOLUTIONS, a.VoidCause.NO_DROP)


def legal(state: AutomaticTable, by: Person) -> Iterator[Offer]:
    """Offer what `decide` would accept from this person now."""
    yield from _house(state, by)
    if holds(by, SUPERVISORS):
        yield from _supervising(state)
    if not state.is_open:
        return
    if by.id in state.terminals and by.role in (Role.PLAYER, Role.DEVICE):
        yield from _terminal(state, by.id, state.terminals[by.id])
    elif by.role is Role.DEVICE:
        yield from _devices(state)
    if state.void is not None and holds(by, DESIGNEES) and state.is_at_table(by):
        yield Offer(a.RefundGame, {"designee_of": Words(NAME_PATTERN)}, witness=SUPERVISORS)
    if by.role is Role.DEALER and state.is_at_table(by):
        yield from _console(state)
    if (by.role is Role.DEALER and state.is_at_table(by)) or holds(by, SUPERVISORS):
        yield from _voids(state, by)


def _house(state: AutomaticTable, by: Person) -> Iterator[Offer]:
    is_empty = all(state.is_idle(name) for name in state.terminals)
    for offer in shared_legal(state, by):
        if offer.act in HOUSE_ACTS and (offer.act is not table_acts.CloseTable or is_empty):
            yield offer


def _supervising(state: AutomaticTable) -> Iterator[Offer]:
    if len(state.terminals) < state.config.terminals_max:
        yield Offer(a.EnrolTerminal, {"terminal": Words(NAME_PATTERN, besides=tuple(state.terminals))})
    idle = [name for name in state.terminals if state.is_idle(name)]
    if idle:
        yield Offer(a.RemoveTerminal, {"terminal": Choices(tuple(idle))})
    yield Offer(a.ReportStaffing)
    if state.void is not None:
        yield Offer(a.RefundGame, {"designee_of": Choices((None,))})
    for act, debts in ((a.RepayReceivable, state.receivables()), (a.PayPayable, state.payables())):
        for name, owed in debts.items():
            yield Offer(act, {"terminal": Choices((name,)), "amount_minor": Integers(1, owed)})
    current = state.round
    if state.held is not None and current is not None and current.phase is Phase.CLOSED:
        fields: dict[str, Domain] = {"pocket": Choices(state.rules.wheel.pockets), "reason": Words()}
        enough = Integers(state.rules.data.revolutions_min, 1_000)
        if current.direction is Direction.AGAINST:
            yield Offer(a.RuleNumber, {**fields, "revolutions": enough}, witness=("dealer",))


def _terminal(state: AutomaticTable, name: str, entry: Terminal) -> Iterator[Offer]:
    own: dict[str, Domain] = {"terminal": Choices((name,))}
    if not entry.is_verified:
        yield Offer(a.VerifyCredit, own)
    if entry.cash_out is None and state.credits(name):
        yield Offer(a.AskCashOut, own)
    if entry.cash_out is CashOut.ASKED:
        yield Offer(a.AffirmCashOut, own)
    if entry.cash_out not in (None, CashOut.CONFIRMED):
        yield Offer(a.WithdrawCashOut, own)
    current = state.round
    is_betting = current is not None and current.is_open and state.held is None and state.void is None
    if is_betting and entry.is_verified and entry.cash_out is None:
        yield from _betting(state, name, entry)


def _betting(state: AutomaticTable, name: str, entry: Terminal) -> Iterator[Offer]:
    own: dict[str, Domain] = {"terminal": Choices((name,)), "game": Choices((None, state.rounds))}
    room = state.credits(name) if state.round is None else min(state.credits(name), room_in_totals(state.round, name))
    chips = [chip for chip in state.config.chips_minor if chip <= room]
    if chips:
        bets = Choices(tuple(position.bet for position in state.rules.positions))
        yield Offer(a.PlaceBet, {**own, "bet": bets, "chip_minor": Choices(tuple(chips))})
    if entry.bets:
        yield Offer(a.CancelBet, {**own, "bet": Choices(tuple(entry.bets))})
        yield Offer(a.ClearBets, own)
    if entry.deeds:
        yield Offer(a.UndoBet, own)
    if entry.last_game:
        yield Offer(a.RecallBets, own)
    if entry.selected is not None:
        yield Offer(a.BetNeighbours, own)


def _devices(state: AutomaticTable) -> Iterator[Offer]:
    yield Offer(a.RecordClockStep)
    current = state.round
    if current is None or state.held is not None or state.is_between_rounds or state.void is not None:
        return
    yield Offer(a.HoldGame, {"reason": Words()})
    if current.is_open:
        yield Offer(a.LockBets)
        if not state.is_prompted:
            yield Offer(a.PromptSpin, {"seconds_left": Integers(0, 10)})
    if state.config.has_sensor:
        yield Offer(a.SenseNumber)


def _console(state: AutomaticTable) -> Iterator[Offer]:
    for name, entry in state.terminals.items():
        yield from _money(state, name, entry)
    if state.is_between_rounds:
        yield Offer(a.StartGame)
        return
    current = state.round
    if current is None or state.void is not None:
        return
    if state.held is not None:
        if current.phase is Phase.BETTING and state.sensed is None:
            yield Offer(a.ExtendClock, {"seconds": Integers(11, 600)}, witness=SUPERVISORS)
        return
    if current.phase is Phase.BETTING:
        yield Offer(a.SpinBall)
    if current.phase is Phase.CLOSED:
        yield from _confirmations(state)


def _confirmations(state: AutomaticTable) -> Iterator[Offer]:
    """Offer the sensor's number if the spin was valid, and any other one, which holds the game."""
    current, sensed, pockets = state.round, state.sensed, state.rules.wheel.pockets
    least = state.rules.data.revolutions_min
    is_against = current is not None and current.direction is Direction.AGAINST
    if not state.config.has_sensor:
        if is_against:
            yield Offer(a.ConfirmNumber, {"pocket": Choices(pockets), "revolutions": Integers(least, 1_000)})
        return
    if sensed is None:
        return
    others = tuple(pocket for pocket in pockets if pocket != sensed.pocket)
    yield Offer(a.ConfirmNumber, {"pocket": Choices(others)})
    if is_against and sensed.revolutions is None:
        yield Offer(a.ConfirmNumber, {"pocket": Choices((sensed.pocket,)), "revolutions": Integers(least, 1_000)})
    elif is_against and sensed.revolutions is not None and sensed.revolutions >= least:
        yield Offer(a.ConfirmNumber, {"pocket": Choices((sensed.pocket,))})


def _money(state: AutomaticTable, name: str, entry: Terminal) -> Iterator[Offer]:
    own: dict[str, Domain] = {"terminal": Choices((name,))}
    coupon: dict[str, Domain] = {} if state.rules.settings["match_play"] else {"coupon_minor": Choices((0,))}
    if entry.counted is not None:
        counted = entry.counted
        total = counted.currency_minor + counted.chips_minor + counted.coupon_minor
        yield Offer(a.ConfirmBuyIn, {**own, "amount_minor": Choices((total,))})
    elif entry.undropped is not None:
        yield Offer(a.DropBuyIn, own)
    else:
        yield Offer(a.CountBuyIn, {**own, **coupon, "currency_minor": Integers(1, a.AMOUNT_MAX)})
        yield Offer(a.CountBuyIn, {**own, **coupon, "chips_minor": Integers(1, a.AMOUNT_MAX)})
        if not coupon:
            yield Offer(a.CountBuyIn, {**own, "coupon_minor": Integers(1, a.AMOUNT_MAX)})
    if entry.last_buy_in is not None and entry.undropped is None and state.is_between_rounds:
        yield Offer(a.CorrectBuyIn, {**own, **coupon})
    if entry.cash_out in (CashOut.AFFIRMED, CashOut.SELECTED, CashOut.COUNTED) and state.credits(name):
        yield Offer(a.SelectCashOut, own)
    shown = Choices((entry.cash_out_minor,))
    if entry.cash_out is CashOut.SELECTED:
        yield Offer(a.CountOutChips, {**own, "amount_minor": shown})
    if entry.cash_out is CashOut.COUNTED and state.credits(name) == entry.cash_out_minor:
        yield Offer(a.ConfirmCashOut, {**own, "amount_minor": shown})
    if entry.cash_out is CashOut.CONFIRMED:
        yield Offer(a.DeliverChips, own)


def _voids(state: AutomaticTable, by: Person) -> Iterator[Offer]:
    if state.void is not None:
        return
    is_supervisor = holds(by, SUPERVISORS)
    causes = (*_ANYTIME, a.VoidCause.FRAUD) if is_supervisor else _ANYTIME
    current = state.round
    if current is not None and not state.is_between_rounds:
        if state.held is None:
            yield Offer(a.HoldGame, {"reason": Words()})
        running = _BALL if current.phase in _RUNNING else ()
        held = (a.VoidCause.HELD,) if state.held is not None else ()
        in_play = Choices((*causes, *running, *held))
        yield Offer(a.VoidGame, {"cause": in_play, "game": Choices((None, state.rounds))})
        return
    for entry in state.history:
        if entry.game in state.voided:
            continue
        settled = Choices((a.VoidCause.WRONG_NUMBER, *causes))
        fields: dict[str, Domain] = {"cause": settled, "game": Choices((entry.game,))}
        if entry.game == state.rounds:
            yield Offer(a.VoidGame, fields)
        elif is_supervisor:
            yield Offer(a.VoidGame, fields, witness=SECOND)
