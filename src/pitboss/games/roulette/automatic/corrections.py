"""Wrong buy-ins: voided and entered anew, while the session is open and, with a second person, after it."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Command, Event, Move, is_second, require_role
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.cash import dropped_moves, refuse_coupon, total_of
from pitboss.games.roulette.automatic.checks import SUPERVISORS, require_console, require_terminal
from pitboss.games.roulette.automatic.sessions import OVER, SECOND_OVER
from pitboss.games.roulette.automatic.state import (
    AutomaticTable,
    credit_account,
    holder_of,
    payable_account,
    receivable_account,
)
from pitboss.games.table.accounts import RACK
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites


@cites("RA-9e", "HP-A4")
def correct_buy_in(state: AutomaticTable, command: Command[a.CorrectBuyIn]) -> Sequence[Event]:
    """Void the last buy-in and enter what it should have been, only while no round is in play."""
    if command.act.session is not None:
        return (_after(state, command),)
    act, clause = command.act, state.clause("correct_buy_in")
    require_console(state, command, "correct_buy_in", "correct a buy-in")
    terminal = require_terminal(state, act.terminal)
    _refuse_round(state, clause)
    refuse_coupon(state, act.coupon_minor, clause)
    last = terminal.last_buy_in
    if last is None or terminal.undropped is not None or state.is_ending(terminal):
        reason = f"{act.terminal} has no finished buy-in to correct of a player who is there"
        raise ActionRefused(reason, clause=clause, terminal=act.terminal)
    more = _more(last, act, clause)
    if -more > state.credits(act.terminal):
        left = state.money(state.credits(act.terminal))
        reason = f"{state.money(-more)} less would be needed of {act.terminal}'s {left}"
        raise ActionRefused(reason, clause=clause, terminal=act.terminal, credits_minor=state.credits(act.terminal))
    moves = _moves(credit_account(state.holder(act.terminal)), more)
    return (_corrected(command, last, moves, session=terminal.session),)


@cites("HP-A4")
def _after(state: AutomaticTable, command: Command[a.CorrectBuyIn]) -> e.BuyInCorrected:
    """Correct the last buy-in of a session that is over: it changes what is due to its patron, and nobody's credits."""
    act = command.act
    holder = holder_of(act.terminal, act.session)
    require_role(command, SUPERVISORS, clause=OVER, deed="correct a buy-in of a session that is over")
    last = state.over.get(holder)
    if last is None:
        reason = f"no buy-in of session {holder} is at hand that is over"
        raise ActionRefused(reason, clause=OVER, terminal=act.terminal, session=act.session)
    _refuse_round(state, OVER)
    refuse_coupon(state, act.coupon_minor, OVER)
    entry = state.terminals.get(act.terminal)
    if entry is not None and entry.undropped == last:
        raise ActionRefused(f"the buy-in of session {holder} is to be dropped first", clause=OVER, session=act.session)
    more = _more(last, act, OVER)
    if not is_second(command, SECOND_OVER) or command.witness is None:
        reason = f"session {holder} is over: its buy-in is corrected before a second person who is not the dealer"
        raise ProcedureBreach(reason, clause=OVER, by=command.by.id)
    due, owed = netted(state, holder, more)
    moves = (*_moves(payable_account(holder), due), *_moves(receivable_account(holder), -owed))
    return _corrected(command, last, moves, session=act.session, due=due, owed=owed, witness=command.witness.id)


def netted(state: AutomaticTable, holder: str, more: int) -> tuple[int, int]:
    """Return by how much what is due to a patron changes, and what that patron owes; neither goes below nothing."""
    due, owed = state.payables().get(holder, 0), state.receivables().get(holder, 0)
    stands = due - owed + more
    return max(stands, 0) - due, max(-stands, 0) - owed


def _refuse_round(state: AutomaticTable, clause: str) -> None:
    if not state.is_between_rounds:
        reason = "a buy-in is corrected when no round is in play and none waits for its refund"
        raise ActionRefused(reason, clause=clause, game=state.rounds)


def _more(last: e.BuyInCounted, act: a.CorrectBuyIn, clause: str) -> int:
    """Return how much more was bought in than was entered."""
    if (act.currency_minor, act.chips_minor, act.coupon_minor) == (
        last.currency_minor,
        last.chips_minor,
        last.coupon_minor,
    ):
        raise ActionRefused("that is what was entered", clause=clause, amount_minor=total_of(act))
    return total_of(act) - total_of(last)


def _moves(account: str, more: int) -> tuple[Move, ...]:
    """Return what goes from the rack to an account; less than nothing comes back."""
    if not more:
        return ()
    return (Move(RACK, account, more),) if more > 0 else (Move(account, RACK, -more),)


def _corrected(
    command: Command[a.CorrectBuyIn],
    last: e.BuyInCounted,
    moves: tuple[Move, ...],
    *,
    session: int | None,
    due: int = 0,
    owed: int = 0,
    witness: str | None = None,
) -> e.BuyInCorrected:
    act = command.act
    differences = (
        act.currency_minor - last.currency_minor,
        act.chips_minor - last.chips_minor,
        act.coupon_minor - last.coupon_minor,
    )
    return e.BuyInCorrected(
        terminal=act.terminal,
        was_minor=total_of(last),
        currency_minor=act.currency_minor,
        chips_minor=act.chips_minor,
        coupon_minor=act.coupon_minor,
        by=command.by.id,
        moves=(*moves, *dropped_moves(*differences)),
        session=session,
        payable_minor=due,
        receivable_minor=owed,
        witness=witness,
    )
