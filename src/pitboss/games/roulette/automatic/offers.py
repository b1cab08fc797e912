"""What is open at an automatic table: for each act, the values of its fields that `decide` would accept.

What a bet, a recall or an undo costs is seen by `decide`: `legal` offers a terminal its acts, the chips it can afford
and the bets of the layout. So are the amounts of a corrected buy-in, that it is the table's own dealer before whom a
number is ruled on, and that a designee names the supervisor who is the witness. Every other offer is exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Choices, Integers, Offer, Person, Role, Words, holds
from pitboss.games import house_acts as h
from pitboss.games.opening import house_legal
from pitboss.games.roulette.automatic import messages as m
from pitboss.games.roulette.automatic.checks import SUPERVISORS
from pitboss.games.roulette.automatic.state import CashOut
from pitboss.games.roulette.automatic.table import HOUSE_ACTS
from pitboss.games.roulette.automatic.voids import DESIGNEES, SECOND
from pitboss.games.roulette.messages import Direction
from pitboss.games.roulette.round_state import Phase
from pitboss.games.totals import room_in_totals
from pitboss.rulebook.names import NAME_PATTERN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.decider import Domain
    from pitboss.games.roulette.automatic.state import AutomaticTable, Terminal

__all__ = ["legal"]

_RUNNING = (Phase.SPINNING, Phase.CLOSED)
_ANYTIME = (
    m.VoidCause.INTERFERENCE,
    m.VoidCause.MALFUNCTION,
    m.VoidCause.FOREIGN_OBJECT,
    m.VoidCause.BALL_OUT,
)
_BALL = (m.VoidCause.SAME_DIRECTION, m.VoidCause.FEW_REVOLUTIONS, m.VoidCause.NO_DROP)


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
        yield Offer(m.RefundGame, {"designee_of": Words(NAME_PATTERN)}, witness=SUPERVISORS)
    if by.role is Role.DEALER and state.is_at_table(by):
        yield from _console(state)
    if (by.role is Role.DEALER and state.is_at_table(by)) or holds(by, SUPERVISORS):
        yield from _voids(state, by)


def _house(state: AutomaticTable, by: Person) -> Iterator[Offer]:
    is_empty = all(state.is_idle(name) for name in state.terminals)
    for offer in house_legal(state, by):
        if offer.act in HOUSE_ACTS and (offer.act is not h.CloseTable or is_empty):
            yield offer


def _supervising(state: AutomaticTable) -> Iterator[Offer]:
    if len(state.terminals) < state.config.terminals_max:
        yield Offer(m.EnrolTerminal, {"terminal": Words(NAME_PATTERN, besides=tuple(state.terminals))})
    idle = [name for name in state.terminals if state.is_idle(name)]
    if idle:
        yield Offer(m.RemoveTerminal, {"terminal": Choices(tuple(idle))})
    yield Offer(m.ReportStaffing)
    if state.void is not None:
        yield Offer(m.RefundGame, {"designee_of": Choices((None,))})
    for act, debts in ((m.RepayReceivable, state.receivables()), (m.PayPayable, state.payables())):
        for name, owed in debts.items():
            yield Offer(act, {"terminal": Choices((name,)), "amount_minor": Integers(1, owed)})
    current = state.round
    if state.held is not None and current is not None and current.phase is Phase.CLOSED:
        fields: dict[str, Domain] = {"pocket": Choices(state.rules.wheel.pockets), "reason": Words()}
        enough = Integers(state.rules.data.revolutions_min, 1_000)
        if current.direction is Direction.AGAINST:
            yield Offer(m.RuleNumber, {**fields, "revolutions": enough}, witness=("dealer",))


def _terminal(state: AutomaticTable, name: str, entry: Terminal) -> Iterator[Offer]:
    own: dict[str, Domain] = {"terminal": Choices((name,))}
    if not entry.is_verified:
        yield Offer(m.VerifyCredit, own)
    if entry.cash_out is None and state.credits(name):
        yield Offer(m.AskCashOut, own)
    if entry.cash_out is CashOut.ASKED:
        yield Offer(m.AffirmCashOut, own)
    if entry.cash_out not in (None, CashOut.CONFIRMED):
        yield Offer(m.WithdrawCashOut, own)
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
        yield Offer(m.PlaceBet, {**own, "bet": bets, "chip_minor": Choices(tuple(chips))})
    if entry.bets:
        yield Offer(m.CancelBet, {**own, "bet": Choices(tuple(entry.bets))})
        yield Offer(m.ClearBets, own)
    if entry.deeds:
        yield Offer(m.UndoBet, own)
    if entry.last_game:
        yield Offer(m.RecallBets, own)
    if entry.selected is not None:
        yield Offer(m.BetNeighbours, own)


def _devices(state: AutomaticTable) -> Iterator[Offer]:
    yield Offer(m.RecordClockStep)
    current = state.round
    if current is None or state.held is not None or state.is_between_rounds or state.void is not None:
        return
    yield Offer(m.HoldGame, {"reason": Words()})
    if current.is_open:
        yield Offer(m.LockBets)
        if not state.is_prompted:
            yield Offer(m.PromptSpin, {"seconds_left": Integers(0, 10)})
    if state.config.has_sensor:
        yield Offer(m.SenseNumber)


def _console(state: AutomaticTable) -> Iterator[Offer]:
    for name, entry in state.terminals.items():
        yield from _money(state, name, entry)
    if state.is_between_rounds:
        yield Offer(m.StartGame)
        return
    current = state.round
    if current is None or state.void is not None:
        return
    if state.held is not None:
        if current.phase is Phase.BETTING and state.sensed is None:
            yield Offer(m.ExtendClock, {"seconds": Integers(11, 600)}, witness=SUPERVISORS)
        return
    if current.phase is Phase.BETTING:
        yield Offer(m.SpinBall)
    if current.phase is Phase.CLOSED:
        yield from _confirmations(state)


def _confirmations(state: AutomaticTable) -> Iterator[Offer]:
    """Offer the sensor's number if the spin was valid, and any other one, which holds the game."""
    current, sensed, pockets = state.round, state.sensed, state.rules.wheel.pockets
    least = state.rules.data.revolutions_min
    is_against = current is not None and current.direction is Direction.AGAINST
    if not state.config.has_sensor:
        if is_against:
            yield Offer(m.ConfirmNumber, {"pocket": Choices(pockets), "revolutions": Integers(least, 1_000)})
        return
    if sensed is None:
        return
    others = tuple(pocket for pocket in pockets if pocket != sensed.pocket)
    yield Offer(m.ConfirmNumber, {"pocket": Choices(others)})
    if is_against and sensed.revolutions is None:
        yield Offer(m.ConfirmNumber, {"pocket": Choices((sensed.pocket,)), "revolutions": Integers(least, 1_000)})
    elif is_against and sensed.revolutions is not None and sensed.revolutions >= least:
        yield Offer(m.ConfirmNumber, {"pocket": Choices((sensed.pocket,))})


def _money(state: AutomaticTable, name: str, entry: Terminal) -> Iterator[Offer]:
    own: dict[str, Domain] = {"terminal": Choices((name,))}
    coupon: dict[str, Domain] = {} if state.rules.settings["match_play"] else {"coupon_minor": Choices((0,))}
    if entry.counted is not None:
        counted = entry.counted
        total = counted.currency_minor + counted.chips_minor + counted.coupon_minor
        yield Offer(m.ConfirmBuyIn, {**own, "amount_minor": Choices((total,))})
    elif entry.undropped is not None:
        yield Offer(m.DropBuyIn, own)
    else:
        yield Offer(m.CountBuyIn, {**own, **coupon, "currency_minor": Integers(1, m.AMOUNT_MAX)})
        yield Offer(m.CountBuyIn, {**own, **coupon, "chips_minor": Integers(1, m.AMOUNT_MAX)})
        if not coupon:
            yield Offer(m.CountBuyIn, {**own, "coupon_minor": Integers(1, m.AMOUNT_MAX)})
    if entry.last_buy_in is not None and entry.undropped is None and state.is_between_rounds:
        yield Offer(m.CorrectBuyIn, {**own, **coupon})
    if entry.cash_out in (CashOut.AFFIRMED, CashOut.SELECTED, CashOut.COUNTED) and state.credits(name):
        yield Offer(m.SelectCashOut, own)
    shown = Choices((entry.cash_out_minor,))
    if entry.cash_out is CashOut.SELECTED:
        yield Offer(m.CountOutChips, {**own, "amount_minor": shown})
    if entry.cash_out is CashOut.COUNTED and state.credits(name) == entry.cash_out_minor:
        yield Offer(m.ConfirmCashOut, {**own, "amount_minor": shown})
    if entry.cash_out is CashOut.CONFIRMED:
        yield Offer(m.DeliverChips, own)


def _voids(state: AutomaticTable, by: Person) -> Iterator[Offer]:
    if state.void is not None:
        return
    is_supervisor = holds(by, SUPERVISORS)
    causes = (*_ANYTIME, m.VoidCause.FRAUD) if is_supervisor else _ANYTIME
    current = state.round
    if current is not None and not state.is_between_rounds:
        if state.held is None:
            yield Offer(m.HoldGame, {"reason": Words()})
        running = _BALL if current.phase in _RUNNING else ()
        held = (m.VoidCause.HELD,) if state.held is not None else ()
        in_play = Choices((*causes, *running, *held))
        yield Offer(m.VoidGame, {"cause": in_play, "game": Choices((None, state.rounds))})
        return
    for entry in state.history:
        if entry.game in state.voided:
            continue
        settled = Choices((m.VoidCause.WRONG_NUMBER, *causes))
        fields: dict[str, Domain] = {"cause": settled, "game": Choices((entry.game,))}
        if entry.game == state.rounds:
            yield Offer(m.VoidGame, fields)
        elif is_supervisor:
            yield Offer(m.VoidGame, fields, witness=SECOND)
