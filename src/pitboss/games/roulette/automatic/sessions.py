"""Patron sessions: from the first credited buy-in at a terminal until the chips of a cash-out are delivered.

What somebody bought, bet, won or owes is the session's, and whoever plays at the terminal next has no part in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pitboss.decider import Command, Event, Move, is_second, require_role
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.checks import ABANDONED, SUPERVISORS, require_terminal
from pitboss.games.roulette.automatic.state import (
    AutomaticTable,
    CashOut,
    credit_account,
    holder_of,
    payable_account,
    session_of,
)
from pitboss.games.table import acts as table_acts
from pitboss.games.table.checks import require_open
from pitboss.games.table.decide import SHARED_DECIDE
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

SESSION: Final = "HP-A1"
"""What a session is."""
BEGUN: Final = "HP-A2"
"""How a table from before there were sessions comes to have them."""
OVER: Final = "HP-A4"
"""What may still be corrected of one that is over, and with whom."""
SECOND: Final = ("dealer", "inspector", "floorperson", "pit_supervisor+")
"""Who may be there when a session is abandoned."""
SECOND_OVER: Final = ("inspector", "floorperson", "pit_supervisor+")
"""Who may be there when a session that is over is corrected: never the dealer."""
AUDITOR: Final = ("auditor",)


@cites("HP-A2")
def open_table(state: AutomaticTable, command: Command[table_acts.OpenTable]) -> Sequence[Event]:
    """Open the table as any; where no money ever moved, it has sessions from here on."""
    opened = SHARED_DECIDE[table_acts.OpenTable](state, command)
    if state.has_sessions or not state.is_new:
        return opened
    return (*opened, e.SessionsBegun(by=command.by.id, witness=None))


@cites("HP-A2")
def begin_sessions(state: AutomaticTable, command: Command[a.BeginSessions]) -> Sequence[Event]:
    """Switch a table over that was opened before there were sessions, while it is closed and every terminal is idle."""
    require_role(command, SUPERVISORS, clause=BEGUN, deed="begin patron sessions")
    if state.has_sessions:
        raise ActionRefused("this table has patron sessions already", clause=BEGUN)
    if state.is_open or not state.is_between_rounds or not all(map(state.is_idle, state.terminals)):
        reason = "sessions begin at a closed table with idle terminals, and no void game that waits for its refund"
        raise ActionRefused(reason, clause=BEGUN, is_open=state.is_open)
    alike = [name for name in (*state.terminals, *state.payables(), *state.receivables()) if session_of(name)[1]]
    if alike:
        reason = f"{alike[0]} reads like the name of a session: remove it, and settle what it owes or is owed"
        raise ActionRefused(reason, clause=BEGUN, terminal=alike[0])
    if not is_second(command, AUDITOR) or command.witness is None:
        raise ProcedureBreach("sessions begin before an auditor", clause=BEGUN, by=command.by.id)
    return (e.SessionsBegun(by=command.by.id, witness=command.witness.id),)


@cites("HP-A1")
def opening(state: AutomaticTable, command: Command[a.ConfirmBuyIn]) -> tuple[e.SessionOpened, ...]:
    """Open a session where a buy-in finds none, or one without credits and bets of whom the dealer says nothing."""
    act, entry = command.act, state.terminals[command.act.terminal]
    if not state.has_sessions:
        return ()
    if state.is_ending(entry):
        words = "its chips are to be delivered" if entry.cash_out is CashOut.CONFIRMED else "its bets are still in play"
        reason = f"the session before at {act.terminal} is not over: {words}"
        raise ProcedureBreach(reason, clause=SESSION, terminal=act.terminal, session=entry.session)
    is_spent = not state.credits(act.terminal) and not entry.bets
    if entry.session is not None and (act.is_same_patron or not is_spent):
        return ()
    return (e.SessionOpened(terminal=act.terminal, session=state.sessions + 1, by=command.by.id),)


@cites("HP-A3")
def abandon_session(state: AutomaticTable, command: Command[a.AbandonSession]) -> Sequence[Event]:
    """Keep what a patron left behind: credits are owed at once, bets locked in run to their result first."""
    act = command.act
    require_open(state)
    require_role(command, SUPERVISORS, clause=ABANDONED, deed="declare a session abandoned")
    entry = require_terminal(state, act.terminal)
    # A buy-in that is counted is no hindrance: it may be the next patron's, whose it becomes when it is confirmed.
    if entry.session is None or state.is_ending(entry):
        reason = f"no session at {act.terminal} can be abandoned: none is open, or a cash-out is not finished"
        raise ActionRefused(reason, clause=ABANDONED, terminal=act.terminal, session=entry.session)
    if not is_second(command, SECOND) or command.witness is None:
        raise ProcedureBreach("a session is abandoned before a second person", clause=ABANDONED, by=command.by.id)
    amount = state.credits(act.terminal)
    abandoned = e.SessionAbandoned(
        terminal=act.terminal,
        session=entry.session,
        credits_minor=amount,
        bets_minor=sum(entry.bets.values()),
        reason=act.reason,
        by=command.by.id,
        role=command.by.role.value,
        witness=command.witness.id,
        moves=kept(act.terminal, entry.session, amount),
    )
    return (abandoned,)


def kept(terminal: str, session: int, amount: int) -> tuple[Move, ...]:
    """Return how a session's credits become what is owed to its patron."""
    holder = holder_of(terminal, session)
    return (Move(credit_account(holder), payable_account(holder), amount),) if amount else ()


@cites("HP-A3")
def closing(state: AutomaticTable, moves: Iterable[Move]) -> Iterator[e.SessionClosed]:
    """Close abandoned sessions whose bets have their result, or went back, by these moves."""
    abandoned = {
        credit_account(holder_of(name, entry.session)): (name, entry.session)
        for name, entry in state.terminals.items()
        if entry.is_abandoned and entry.session is not None
    }
    came = dict.fromkeys(abandoned, 0)
    for move in moves:
        if move.target in came:
            came[move.target] += move.amount_minor
    for account, (name, session) in abandoned.items():
        amount = came[account]
        yield e.SessionClosed(terminal=name, session=session, credits_minor=amount, moves=kept(name, session, amount))
