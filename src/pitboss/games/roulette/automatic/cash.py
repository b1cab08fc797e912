"""Credits: buy-ins in their written steps, cash-outs in their seven steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event, Move
from pitboss.games.everyday import markers
from pitboss.games.everyday.acts import TakeTip
from pitboss.games.everyday.checks import FLOOR, TIP, require_second
from pitboss.games.everyday.events import TipTaken
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic import sessions
from pitboss.games.roulette.automatic.checks import (
    refuse_frozen,
    require_console,
    require_own_terminal,
    require_terminal,
)
from pitboss.games.roulette.automatic.state import AutomaticTable, CashOut, Terminal, credit_account, holder_of
from pitboss.games.table.accounts import CIRCULATION, DROP, PATRONS, PROMOTION, RACK, TIPS
from pitboss.games.table.checks import require_dealer, require_open
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites


@cites("RA-3a.i", "RA-3a.ii", "RA-3a.iii")
def count_buy_in(state: AutomaticTable, command: Command[a.CountBuyIn]) -> Sequence[Event]:
    """Count what lies on a terminal; one buy-in is finished before the next is counted."""
    act, clause = command.act, state.clause("buy_in_count")
    require_console(state, command, "buy_in_count", "count a buy-in")
    terminal = require_terminal(state, act.terminal)
    if terminal.counted is not None or terminal.undropped is not None:
        reason = f"a buy-in at {act.terminal} is not finished"
        raise ProcedureBreach(reason, clause=clause, terminal=act.terminal)
    if not act.currency_minor + act.chips_minor + act.coupon_minor:
        raise ActionRefused("a buy-in has currency or chips", clause=clause, terminal=act.terminal)
    refuse_coupon(state, act.coupon_minor, clause)
    counted = e.BuyInCounted(
        terminal=act.terminal,
        currency_minor=act.currency_minor,
        chips_minor=act.chips_minor,
        coupon_minor=act.coupon_minor,
        by=command.by.id,
    )
    return (counted,)


@cites("RA-3a.i", "Q51")
def refuse_coupon(state: AutomaticTable, coupon: int, clause: str) -> None:
    """Refuse a coupon: where the house takes none, and at a terminal, where it could only count as cash."""
    if coupon and not state.rules.settings["match_play"]:
        raise ActionRefused("this house takes no match play coupons", clause=clause, coupon_minor=coupon)
    if coupon:
        reason = (
            "a match play coupon is wagered beside colour chips, which a terminal has not: credited, it would be cash"
        )
        raise ActionRefused(reason, clause=state.clause("coupon"), coupon_minor=coupon)


def total_of(counted: e.BuyInCounted | a.CorrectBuyIn) -> int:
    """Return what a buy-in is worth: currency, chips and coupon."""
    return counted.currency_minor + counted.chips_minor + counted.coupon_minor


@cites("RA-3a.iv", "RA-3a.v", "RA-2a")
def confirm_buy_in(state: AutomaticTable, command: Command[a.ConfirmBuyIn]) -> Sequence[Event]:
    """Credit the terminal with what was counted, and nothing else."""
    act, clause = command.act, state.clause("buy_in_confirm")
    require_console(state, command, "buy_in_confirm", "confirm a buy-in")
    terminal = require_terminal(state, act.terminal)
    if terminal.counted is None:
        raise ProcedureBreach(f"nothing was counted for {act.terminal}", clause=clause, terminal=act.terminal)
    total = total_of(terminal.counted)
    if act.amount_minor != total:
        reason = f"{state.money(total)} was counted for {act.terminal}, not {state.money(act.amount_minor)}"
        raise ProcedureBreach(reason, clause=clause, counted_minor=total, amount_minor=act.amount_minor)
    opened = sessions.opening(state, command)
    session = opened[0].session if opened else terminal.session
    moves = (Move(RACK, credit_account(holder_of(act.terminal, session)), total),)
    credited = e.BuyInCredited(
        terminal=act.terminal, amount_minor=total, by=command.by.id, moves=moves, session=session
    )
    return (*opened, credited)


@cites("RA-3a.vi")
def drop_buy_in(state: AutomaticTable, command: Command[a.DropBuyIn]) -> Sequence[Event]:
    """Drop the currency, and rack the chips, after the credit and not before."""
    act, clause = command.act, state.clause("buy_in_drop")
    require_console(state, command, "buy_in_drop", "drop a buy-in")
    counted = require_terminal(state, act.terminal).undropped
    if counted is None:
        reason = f"no buy-in that was credited to {act.terminal} waits to be dropped"
        raise ProcedureBreach(reason, clause=clause, terminal=act.terminal)
    dropped = e.BuyInDropped(
        terminal=act.terminal,
        currency_minor=counted.currency_minor,
        chips_minor=counted.chips_minor,
        coupon_minor=counted.coupon_minor,
        by=command.by.id,
        moves=dropped_moves(counted.currency_minor, counted.chips_minor, counted.coupon_minor),
    )
    return (dropped,)


def dropped_moves(currency: int, chips: int, coupon: int) -> tuple[Move, ...]:
    """Return where what was brought goes; an amount below zero comes back from there."""
    moves = []
    for source, target, amount in ((PATRONS, DROP, currency), (CIRCULATION, RACK, chips), (PROMOTION, RACK, coupon)):
        if amount > 0:
            moves.append(Move(source, target, amount))
        elif amount < 0:
            moves.append(Move(target, source, -amount))
    return tuple(moves)


@cites("RA-3a.vii")
def verify_credit(state: AutomaticTable, command: Command[a.VerifyCredit]) -> Sequence[Event]:
    """Record that the player found the credit right."""
    act = command.act
    terminal = require_own_terminal(state, command, act.terminal, "verify_credit")
    refuse_frozen(state, command, act.terminal)
    if terminal.is_verified:
        reason = f"no credit at {act.terminal} waits to be verified"
        raise ActionRefused(reason, clause=state.clause("verify_credit"), terminal=act.terminal)
    return (e.CreditVerified(terminal=act.terminal, credits_minor=state.credits(act.terminal)),)


@cites("RA-3a.vii")
def question_credit(state: AutomaticTable, command: Command[a.QuestionCredit]) -> Sequence[Event]:
    """Record that the player found the credit wrong, once: the pit is called, and bets wait."""
    act, clause = command.act, state.clause("verify_credit")
    terminal = require_own_terminal(state, command, act.terminal, "verify_credit")
    refuse_frozen(state, command, act.terminal)
    if terminal.is_verified or terminal.is_questioned:
        why = "no credit waits to be verified" if terminal.is_verified else "somebody was called already"
        raise ActionRefused(f"{why} at {act.terminal}", clause=clause, terminal=act.terminal)
    return (e.CreditQuestioned(terminal=act.terminal, credits_minor=state.credits(act.terminal)),)


# Cash-out


@cites("RA-8a")
def ask_cash_out(state: AutomaticTable, command: Command[a.AskCashOut]) -> Sequence[Event]:
    """Begin a cash-out."""
    act, clause = command.act, state.clause("cash_out")
    terminal = require_own_terminal(state, command, act.terminal, "cash_out")
    refuse_frozen(state, command, act.terminal)
    if terminal.cash_out is not None:
        reason = f"a cash-out at {act.terminal} is {terminal.cash_out.value} already"
        raise ActionRefused(reason, clause=clause, terminal=act.terminal)
    if not state.credits(act.terminal):
        raise ActionRefused(f"{act.terminal} has no credits", clause=clause, terminal=act.terminal)
    return (e.CashOutAsked(terminal=act.terminal),)


def _step(state: AutomaticTable, name: str, step: CashOut, duty: str) -> Terminal:
    """Return a terminal whose cash-out has come just so far."""
    terminal = require_terminal(state, name)
    if terminal.cash_out is not step:
        stands = "not asked for" if terminal.cash_out is None else terminal.cash_out.value
        reason = f"the cash-out at {name} is {stands}; it must be {step.value}"
        raise ProcedureBreach(reason, clause=state.clause(duty), terminal=name, step=str(terminal.cash_out))
    return terminal


@cites("RA-8b", "RA-8c")
def affirm_cash_out(state: AutomaticTable, command: Command[a.AffirmCashOut]) -> Sequence[Event]:
    """Have the player say that it is meant, and tell the dealer."""
    act = command.act
    require_own_terminal(state, command, act.terminal, "cash_out_affirm")
    refuse_frozen(state, command, act.terminal)
    _step(state, act.terminal, CashOut.ASKED, "cash_out_affirm")
    return (e.CashOutAffirmed(terminal=act.terminal, credits_minor=state.credits(act.terminal)),)


def withdraw_cash_out(state: AutomaticTable, command: Command[a.WithdrawCashOut]) -> Sequence[Event]:
    """Let the player go on, as long as the dealer has not confirmed."""
    act, clause = command.act, state.clause("cash_out")
    terminal = require_own_terminal(state, command, act.terminal, "cash_out")
    refuse_frozen(state, command, act.terminal)
    if terminal.cash_out is None or terminal.cash_out is CashOut.CONFIRMED:
        reason = f"no cash-out at {act.terminal} can be taken back"
        raise ActionRefused(reason, clause=clause, terminal=act.terminal)
    return (e.CashOutWithdrawn(terminal=act.terminal),)


@cites("RA-8d")
def select_cash_out(state: AutomaticTable, command: Command[a.SelectCashOut]) -> Sequence[Event]:
    """Show the dealer what is to be paid: all credits of the terminal."""
    act = command.act
    require_console(state, command, "cash_out_select", "select a cash-out")
    terminal = require_terminal(state, act.terminal)
    # What was selected may be out of date by the time it is counted, when a game was settled meanwhile.
    if terminal.cash_out not in (CashOut.SELECTED, CashOut.COUNTED):
        _step(state, act.terminal, CashOut.AFFIRMED, "cash_out_select")
    amount = state.credits(act.terminal)
    if not amount:
        clause = state.clause("cash_out_select")
        raise ActionRefused(f"{act.terminal} has no credits", clause=clause, terminal=act.terminal)
    return (e.CashOutSelected(terminal=act.terminal, amount_minor=amount, by=command.by.id),)


@cites("RA-8e")
def count_out_chips(state: AutomaticTable, command: Command[a.CountOutChips]) -> Sequence[Event]:
    """Count out chips of the value shown, and no other."""
    act = command.act
    require_console(state, command, "cash_out_chips", "count out chips")
    terminal = _step(state, act.terminal, CashOut.SELECTED, "cash_out_chips")
    _refuse_amount(state, terminal, act.amount_minor, "cash_out_chips")
    return (e.ChipsCountedOut(terminal=act.terminal, amount_minor=act.amount_minor, by=command.by.id),)


def _refuse_amount(state: AutomaticTable, terminal: Terminal, amount: int, duty: str) -> None:
    if amount != terminal.cash_out_minor:
        reason = f"the console shows {state.money(terminal.cash_out_minor)}, not {state.money(amount)}"
        values: dict[str, Any] = {"shown_minor": terminal.cash_out_minor, "amount_minor": amount}
        raise ProcedureBreach(reason, clause=state.clause(duty), **values)


@cites("RA-8f", "RA-2a")
def confirm_cash_out(state: AutomaticTable, command: Command[a.ConfirmCashOut]) -> Sequence[Event]:
    """Take the credits from the terminal at the dealer's confirmation, and not before."""
    act, duty = command.act, "cash_out_confirm"
    require_console(state, command, duty, "confirm a cash-out")
    terminal = _step(state, act.terminal, CashOut.COUNTED, duty)
    _refuse_amount(state, terminal, act.amount_minor, duty)
    if state.has_sessions and terminal.bets:
        reason = f"bets of {act.terminal} are in play: what they come to is paid with the rest"
        raise ProcedureBreach(reason, clause=sessions.SESSION, terminal=act.terminal, session=terminal.session)
    if state.credits(act.terminal) != act.amount_minor:
        reason = f"{act.terminal} has {state.money(state.credits(act.terminal))} by now: select it again"
        raise ProcedureBreach(reason, clause=state.clause(duty), credits_minor=state.credits(act.terminal))
    moves = (Move(credit_account(state.holder(act.terminal)), CIRCULATION, act.amount_minor),)
    cashed = e.CashedOut(
        terminal=act.terminal,
        amount_minor=act.amount_minor,
        by=command.by.id,
        moves=moves,
        session=terminal.session,
    )
    return (cashed,)


@cites("RA-8g")
def deliver_chips(state: AutomaticTable, command: Command[a.DeliverChips]) -> Sequence[Event]:
    """Record that the player has the chips."""
    act = command.act
    require_console(state, command, "cash_out_deliver", "deliver chips")
    terminal = _step(state, act.terminal, CashOut.CONFIRMED, "cash_out_deliver")
    delivered = e.ChipsDelivered(
        terminal=act.terminal, amount_minor=terminal.cash_out_minor, by=command.by.id, session=terminal.session
    )
    return (delivered,)


# Tips


@cites("HP-T1")
def take_tip(state: AutomaticTable, command: Command[TakeTip]) -> Sequence[Event]:
    """Put a tip into the box: value chips from anybody's hand, or credits before a second person, who hears it."""
    act = command.act
    if act.terminal is None:
        return markers.take_tip(state, command)
    require_open(state)
    require_dealer(state, command, "take a tip", clause=TIP)
    terminal, held = require_terminal(state, act.terminal), state.credits(act.terminal)
    if act.colour is not None or terminal.is_abandoned:
        reason = "nobody is there who could give it" if terminal.is_abandoned else "a terminal has no colours"
        raise ActionRefused(f"{reason}: {act.terminal}", clause=TIP, terminal=act.terminal)
    if act.amount_minor > held:
        reason = f"{act.terminal} has {state.money(held)}, not {state.money(act.amount_minor)}"
        raise ActionRefused(reason, clause=TIP, terminal=act.terminal, credits_minor=held)
    holder = state.holder(act.terminal)
    taken = TipTaken(
        player=act.player,
        amount_minor=act.amount_minor,
        colour=None,
        by=command.by.id,
        witness=require_second(command, FLOOR, clause=TIP, deed="take a tip of credits"),
        moves=(Move(credit_account(holder), TIPS, act.amount_minor),),
        credits_of=holder,
    )
    return (taken,)
