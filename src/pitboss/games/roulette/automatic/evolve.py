"""How an automatic table changes by what happened; nothing is ever refused here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from pitboss.decider import Event
from pitboss.games.everyday.events import DealerRelieved, TableResumed, TableSuspended
from pitboss.games.roulette import events as roulette_events
from pitboss.games.roulette import round as core
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.settlement import RoundSettled, Settlement
from pitboss.games.roulette.automatic.state import (
    CLOSED_MAX,
    NUMBERS_MAX,
    ROW_BITS,
    AutomaticTable,
    CashOut,
    Number,
    Settled,
    Terminal,
    credit_account,
    holder_of,
    payable_account,
    receivable_account,
)
from pitboss.games.roulette.state import Phase, Round
from pitboss.games.table.events import TableClosed
from pitboss.games.table.evolve import evolve_table
from pitboss.games.table.laying import add_up, clear, count
from pitboss.rulebook import cites

_STRAIGHT = "straight:"
_OF_ROUND = frozenset(roulette_events.ROUND_EVENTS)


def evolve(state: AutomaticTable, event: Event) -> AutomaticTable:
    """Apply what happened."""
    if type(event) in _OF_ROUND and state.round is not None:
        core.evolve(state.round, event)
    return evolve_table(_EVOLVE, state, event)


def _enrolled(state: AutomaticTable, event: e.TerminalEnrolled) -> None:
    first_game = state.rounds if state.is_in_play else state.rounds + 1
    state.enrolled += 1
    state.terminals[event.terminal] = Terminal(state.enrolled, first_game=first_game)


def _removed(state: AutomaticTable, event: e.TerminalRemoved) -> None:
    _over(state, event.terminal)
    del state.terminals[event.terminal]
    # It is empty: an account for every name a terminal ever had would make the table's state grow for ever.
    state.balances.pop(credit_account(event.terminal), None)


def _staffing(state: AutomaticTable, event: e.StaffingReported) -> None:
    state.staffing = (event.tables, event.supervisors)


def _begun(state: AutomaticTable, _: e.SessionsBegun) -> None:
    state.has_sessions = True
    for name, entry in state.terminals.items():
        state.terminals[name] = Terminal(entry.number, first_game=entry.first_game)
        state.balances.pop(credit_account(name), None)


def _opened(state: AutomaticTable, event: e.SessionOpened) -> None:
    _over(state, event.terminal)
    entry = state.terminals[event.terminal]
    entry.session, entry.patrons, state.sessions = event.session, entry.patrons + 1, event.session


def _abandoned(state: AutomaticTable, event: e.SessionAbandoned) -> None:
    entry = state.terminals[event.terminal]
    entry.is_abandoned, entry.cash_out = True, None
    if not entry.bets:
        _over(state, event.terminal)


def _delivered(state: AutomaticTable, event: e.ChipsDelivered) -> None:
    entry = state.terminals[event.terminal]
    entry.cash_out, entry.cash_out_minor = None, 0
    _over(state, event.terminal)


def _table_closed(state: AutomaticTable, _: TableClosed) -> None:
    for terminal in state.terminals:
        _over(state, terminal)


def _over(state: AutomaticTable, terminal: str) -> None:
    """End the session at a terminal, if one is open; of it only the last buy-in is kept, to be corrected."""
    entry = state.terminals[terminal]
    if entry.session is None:
        return
    holder = holder_of(terminal, entry.session)
    if entry.last_buy_in is not None:
        state.over[holder] = entry.last_buy_in
    if len(state.over) > CLOSED_MAX:
        del state.over[next(iter(state.over))]
    if not state.balances.get(credit_account(holder)):
        state.balances.pop(credit_account(holder), None)
    state.terminals[terminal] = Terminal(
        entry.number,
        first_game=entry.first_game,
        patrons=entry.patrons,
        counted=entry.counted,
        undropped=entry.undropped,
    )


def _counted(state: AutomaticTable, event: e.BuyInCounted) -> None:
    state.terminals[event.terminal].counted = event


def _credited(state: AutomaticTable, event: e.BuyInCredited) -> None:
    terminal = state.terminals[event.terminal]
    terminal.undropped = terminal.last_buy_in = terminal.counted
    terminal.counted, terminal.is_verified, terminal.is_questioned = None, False, False


def _dropped(state: AutomaticTable, event: e.BuyInDropped) -> None:
    state.terminals[event.terminal].undropped = None


def _verified(state: AutomaticTable, event: e.CreditVerified) -> None:
    terminal = state.terminals[event.terminal]
    terminal.is_verified, terminal.is_questioned = True, False


def _questioned(state: AutomaticTable, event: e.CreditQuestioned) -> None:
    state.terminals[event.terminal].is_questioned = True


def _corrected(state: AutomaticTable, event: e.BuyInCorrected) -> None:
    entered = e.BuyInCounted(
        terminal=event.terminal,
        currency_minor=event.currency_minor,
        chips_minor=event.chips_minor,
        coupon_minor=event.coupon_minor,
        by=event.by,
    )
    terminal = state.terminals.get(event.terminal)
    if terminal is not None and terminal.session == event.session:
        terminal.last_buy_in, terminal.is_verified, terminal.is_questioned = entered, False, False
        return
    holder = holder_of(event.terminal, event.session)
    state.over[holder] = entered
    for account in (payable_account(holder), receivable_account(holder)):
        if not state.balances.get(account):
            state.balances.pop(account, None)


def _started(state: AutomaticTable, event: e.GameStarted) -> None:
    state.rounds = event.game
    state.round = Round(state.rules, event.game)
    state.seconds, state.is_prompted, state.held, state.sensed = event.seconds, False, None, None
    state.disputed, state.until = None, event.until
    state.take_off()


def _bets_changed(state: AutomaticTable, event: e.BetsChanged) -> None:
    terminal, changes = state.terminals[event.terminal], event.changes
    if event.deed == "undo":
        terminal.selected = terminal.deeds.undo()
    elif terminal.deeds.add(changes, terminal.selected):
        terminal.has_final_deeds = True
    bets, back, returns = terminal.bets, state.back, state.rules.returns_by_bet
    for bet, change in zip(changes.bet, changes.change_minor, strict=True):
        left = bets.get(bet, 0) + change
        if left:
            bets[bet] = left
        else:
            del bets[bet]
        if state.round is not None:
            add_up(state.round, event.terminal, bet, change)
        position, pockets, times = returns[bet]
        more = times * change
        for pocket in pockets:
            back[pocket] += more
        state.staked += change
        count(state.rows, terminal.number << ROW_BITS | position, change)
    if event.deed == "place" and changes.bet[0].startswith(_STRAIGHT):
        terminal.selected = (changes.bet[0].removeprefix(_STRAIGHT), changes.change_minor[0])


def _prompted(state: AutomaticTable, _: e.SpinPrompted) -> None:
    state.is_prompted = True


def _held(state: AutomaticTable, event: e.GameHeld) -> None:
    state.held, state.disputed = event.reason, event.pocket


def _extended(state: AutomaticTable, event: e.ClockExtended) -> None:
    state.held, state.seconds, state.is_prompted, state.until = None, event.seconds, False, event.until


def _suspended(state: AutomaticTable, event: TableSuspended) -> None:
    state.left_ms = event.left_ms


def _resumed(state: AutomaticTable, event: TableResumed) -> None:
    state.until, state.left_ms = event.until or state.until, None


@cites("HP-S3")
def _relieved(state: AutomaticTable, _: DealerRelieved) -> None:
    """Have the new dealer repeat a count that was not finished: of a buy-in, or of chips for a cash-out."""
    for terminal in state.terminals.values():
        terminal.counted = None
        if terminal.cash_out is CashOut.COUNTED:
            terminal.cash_out = CashOut.SELECTED


def _stepped(state: AutomaticTable, event: e.ClockStepped) -> None:
    """Move the end of the betting time with a clock that was set forward; set back, commands are timed on as before.

    By more than a day nothing is known of it any more, and the lock alone ends it.
    """
    by = timedelta(milliseconds=event.by_milliseconds)
    if state.until is not None and by > timedelta():
        state.until = state.until + by if by <= timedelta(days=1) else None


def _sensed(state: AutomaticTable, event: e.NumberSensed) -> None:
    state.sensed = event


def _confirmed(state: AutomaticTable, _: e.NumberConfirmed) -> None:
    state.held = None


def _settled(state: AutomaticTable, event: RoundSettled) -> None:
    entry = Settlement(event.round, event.pocket, event.wagers)
    state.numbers = [Number(event.round, event.pocket), *state.numbers][:NUMBERS_MAX]
    for terminal in state.terminals.values():
        # As long as its bets run it stays enrolled, so that nobody's are left out.
        if terminal.bets:
            terminal.settled = Settled(event.round, event.pocket, terminal.bets)
    if state.round is not None:
        state.round.phase = Phase.SETTLED
        clear(state.round)
    state.history = [entry, *state.history][: state.config.history]
    state.voided &= {known.game for known in state.history}
    _game_over(state)


def _game_over(state: AutomaticTable) -> None:
    """Keep every terminal's bets for recall, and begin with none."""
    for terminal in state.terminals.values():
        if terminal.bets:
            terminal.last_game, terminal.bets = terminal.bets, {}
        if terminal.deeds:
            terminal.deeds.clear()
        terminal.has_final_deeds, terminal.selected = False, None
    state.take_off()


def _voided(state: AutomaticTable, event: e.GameVoided) -> None:
    state.void, state.held = event.game, None
    if not event.was_settled and state.round is not None:
        state.round.phase = Phase.VOID


def _refunded(state: AutomaticTable, event: e.GameRefunded) -> None:
    state.void = None
    if any(entry.game == event.game for entry in state.history):
        state.voided.add(event.game)
        state.numbers = [number for number in state.numbers if number.game != event.game]
    elif state.round is not None:
        clear(state.round)
        _game_over(state)


def _owed_less(account_of: Callable[[str], str]) -> Callable[[AutomaticTable, Any], None]:
    def apply(state: AutomaticTable, event: Any) -> None:
        if not event.left_minor:
            state.balances.pop(account_of(holder_of(event.terminal, event.session)), None)

    return apply


def _cash_out(step: CashOut | None) -> Callable[[AutomaticTable, Any], None]:
    def apply(state: AutomaticTable, event: Any) -> None:
        terminal = state.terminals[event.terminal]
        terminal.cash_out = step
        terminal.cash_out_minor = getattr(event, "amount_minor", 0)

    return apply


_EVOLVE: dict[type[Event], Callable[[AutomaticTable, Any], None]] = {
    e.TerminalEnrolled: _enrolled,
    e.TerminalRemoved: _removed,
    e.StaffingReported: _staffing,
    e.BuyInCounted: _counted,
    e.BuyInCredited: _credited,
    e.BuyInDropped: _dropped,
    e.CreditVerified: _verified,
    e.CreditQuestioned: _questioned,
    e.BuyInCorrected: _corrected,
    e.GameStarted: _started,
    e.BetsChanged: _bets_changed,
    e.SpinPrompted: _prompted,
    e.GameHeld: _held,
    e.ClockExtended: _extended,
    e.ClockStepped: _stepped,
    e.NumberSensed: _sensed,
    e.NumberConfirmed: _confirmed,
    RoundSettled: _settled,
    e.GameVoided: _voided,
    e.GameRefunded: _refunded,
    e.ReceivableRepaid: _owed_less(receivable_account),
    e.PayablePaid: _owed_less(payable_account),
    e.CashOutAsked: _cash_out(CashOut.ASKED),
    e.CashOutAffirmed: _cash_out(CashOut.AFFIRMED),
    e.CashOutWithdrawn: _cash_out(None),
    e.CashOutSelected: _cash_out(CashOut.SELECTED),
    e.ChipsCountedOut: _cash_out(CashOut.COUNTED),
    e.CashedOut: _cash_out(CashOut.CONFIRMED),
    e.ChipsDelivered: _delivered,
    e.SessionsBegun: _begun,
    e.SessionOpened: _opened,
    e.SessionAbandoned: _abandoned,
    e.SessionClosed: lambda state, event: _over(state, event.terminal),
    DealerRelieved: _relieved,
    TableSuspended: _suspended,
    TableResumed: _resumed,
    TableClosed: _table_closed,
}
