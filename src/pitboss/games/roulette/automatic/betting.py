"""Bets at a terminal: placed with one of six chips, cancelled, undone, recalled, cleared, with neighbours.

Every act is all or nothing: it is one event, and what it changed is what undo takes back.
"""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Command, Event, Move
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.checks import refuse_late, require_game, require_own_terminal
from pitboss.games.roulette.automatic.chips import is_made_of
from pitboss.games.roulette.automatic.state import DEEDS_MAX, AutomaticTable, Terminal, credit_account, holder_of
from pitboss.games.roulette.state import Round
from pitboss.games.table.accounts import LAYOUT
from pitboss.games.table.laying import refuse_stake
from pitboss.games.table.totals import refuse_beyond_totals
from pitboss.rulebook import ActionRefused, BetRefused, BetsClosed, LimitExceeded, ProcedureBreach, cites

Stakes = dict[str, int]
Changes = tuple[tuple[str, int], ...]
EACH_SIDE = 2


@cites("RA-6a", "RA-6d", "Q54")
def _open_terminal(state: AutomaticTable, command: Command[a.PlaceBet], duty: str) -> tuple[Terminal, Round]:
    """Return the player's terminal and the game, while bets are taken and nothing about the terminal is open.

    What names another game is refused: sent for one and late, it must not count in the next.
    """
    terminal = require_own_terminal(state, command, command.act.terminal, duty)
    current = require_game(state, "lock")
    if not current.is_open:
        reason = "the clock reached zero: every terminal is frozen"
        raise BetsClosed(reason, clause=state.clause("lock"), phase=current.phase.value)
    refuse_late(state, command)
    if not terminal.is_verified:
        reason = "the player verifies the amount credited before the first wager"
        raise ProcedureBreach(reason, clause=state.clause("verify_credit"), terminal=command.act.terminal)
    if terminal.cash_out is not None:
        reason = f"a cash-out at {command.act.terminal} is {terminal.cash_out.value}"
        raise ActionRefused(reason, clause=state.clause("cash_out"), terminal=command.act.terminal)
    named = command.act.game
    if named is not None and named != state.rounds:
        reason = f"it is for game {named}, and game {state.rounds} takes bets now"
        raise BetsClosed(reason, clause=state.clause("lock"), game=named, game_now=state.rounds)
    return terminal, current


@cites("RA-3b.i", "RA-3b.ii", "RA-3b.iii", "Q31")
@cites(*(f"RA-4{letter}" for letter in "abcdefg"), *(f"RA-5{letter}" for letter in "abcdefgh"))
def place_bet(state: AutomaticTable, command: Command[a.PlaceBet]) -> Sequence[Event]:
    """Put one of the six chips on a bet, within its maximum and the credits."""
    return _change(state, command.act.terminal, "place", require_room(state, command))


def require_room(state: AutomaticTable, command: Command[a.PlaceBet]) -> Changes:
    """Return what a bet changes, or refuse one for which there are no credits, or no room within the limits.

    What the spin could then cost the house differs from bet to bet, and is not looked at here.
    """
    act = command.act
    _open_terminal(state, command, "place")
    if act.chip_minor not in state.config.chips_minor:
        listed = ", ".join(state.money(chip) for chip in state.config.chips_minor)
        reason = f"the screen has chips of {listed}, not of {state.money(act.chip_minor)}"
        raise BetRefused(reason, clause=state.clause("chips"), chip_minor=act.chip_minor)
    changes = ((act.bet, act.chip_minor),)
    _refuse_changes(state, act.terminal, changes)
    return changes


@cites("RA-3b.i", "RA-3b.ii", "RA-3b.iii", "Q31")
def place_bets(state: AutomaticTable, command: Command[a.PlaceBets]) -> Sequence[Event]:
    """Put several bets on the layout at once: all of them within limits and credits, or none."""
    return _change(state, command.act.terminal, "place_all", require_room_for_all(state, command))


def require_room_for_all(state: AutomaticTable, command: Command[a.PlaceBets]) -> Changes:
    """Return what several bets change, or refuse them all for the first that cannot be made."""
    act = command.act
    _open_terminal(state, command, "place")  # type: ignore[arg-type]
    changes: Stakes = {}
    for stake in act.bets:
        if stake.bet in changes:
            reason = f"{stake.bet} is named twice: one act puts one amount on a bet"
            raise BetRefused(reason, clause=state.clause("place"), bet=stake.bet)
        if not is_made_of(state.config.chips_minor, stake.amount_minor):
            listed = ", ".join(state.money(chip) for chip in state.config.chips_minor)
            reason = f"{state.money(stake.amount_minor)} on {stake.bet} cannot be made of chips of {listed}"
            values = {"bet": stake.bet, "amount_minor": stake.amount_minor}
            raise BetRefused(reason, clause=state.clause("chips"), **values)
        changes[stake.bet] = stake.amount_minor
    _refuse_changes(state, act.terminal, tuple(changes.items()))
    return tuple(changes.items())


@cites("RA-3b.iv")
def cancel_bet(state: AutomaticTable, command: Command[a.CancelBet]) -> Sequence[Event]:
    """Remove the bet that is touched, or a chip of it, of which the rest must be a bet still."""
    act = command.act
    terminal, current = _open_terminal(state, command, "cancel")  # type: ignore[arg-type]
    lies = terminal.bets.get(act.bet, 0)
    if not lies:
        reason = f"{act.terminal} has no bet on {act.bet}"
        raise BetRefused(reason, clause=state.clause("cancel"), bet=act.bet)
    chip = act.chip_minor
    if chip is not None and chip != lies:
        _refuse_rest(state, current, act.bet, lies, chip)
    return _changed(state, act.terminal, "cancel", ((act.bet, -(chip or lies)),))


def _refuse_rest(state: AutomaticTable, current: Round, bet: str, lies: int, chip: int) -> None:
    """Refuse to draw a chip off a bet in which there is none such, or whose rest would be under the minimum."""
    chips, left = state.config.chips_minor, lies - chip
    if chip not in chips or left < 0 or not is_made_of(chips, left):
        reason = f"there is no chip of {state.money(chip)} in the {state.money(lies)} on {bet}"
        raise BetRefused(reason, clause=state.clause("cancel"), bet=bet, lies_minor=lies, chip_minor=chip)
    if left < current.rules.limits(current.kind_of(bet))[0]:
        reason = f"{state.money(left)} would be left on {bet}, under the table's minimum"
        raise LimitExceeded(reason, clause=state.limit_clause("min"), bet=bet, total_minor=left)


@cites("RA-3b.v", "Q31")
def undo_bet(state: AutomaticTable, command: Command[a.UndoBet]) -> Sequence[Event]:
    """Reverse the last betting act of this game; an undo is none itself, and acts before the last hundred are final."""
    act = command.act
    terminal, _ = _open_terminal(state, command, "undo")  # type: ignore[arg-type]
    if not terminal.deeds:
        reason = f"{act.terminal} has no act of this game to undo"
        if terminal.has_final_deeds:
            reason = f"the acts of {act.terminal} before its last {DEEDS_MAX} in this game are final"
        raise ActionRefused(reason, clause=state.clause("undo"), terminal=act.terminal)
    return _changed(state, act.terminal, "undo", tuple((bet, -change) for bet, change in terminal.deeds.last))


@cites("RA-3b.vi", "Q31", "Q57")
def recall_bets(state: AutomaticTable, command: Command[a.RecallBets]) -> Sequence[Event]:
    """Add the bets of the last game in which the patron had any, if credits and limits allow all of them."""
    act = command.act
    terminal, _ = _open_terminal(state, command, "recall")  # type: ignore[arg-type]
    if not terminal.last_game:
        reason = f"{act.terminal} had no bets in an earlier game"
        raise ActionRefused(reason, clause=state.clause("recall"), terminal=act.terminal)
    return _changed(state, act.terminal, "recall", tuple(terminal.last_game.items()))


@cites("RA-3b.vii")
def clear_bets(state: AutomaticTable, command: Command[a.ClearBets]) -> Sequence[Event]:
    """Remove all bets of the terminal."""
    act = command.act
    terminal, _ = _open_terminal(state, command, "clear")  # type: ignore[arg-type]
    if not terminal.bets:
        reason = f"{act.terminal} has no bets to clear"
        raise ActionRefused(reason, clause=state.clause("clear"), terminal=act.terminal)
    return _changed(state, act.terminal, "clear", tuple((bet, -stake) for bet, stake in terminal.bets.items()))


@cites("RA-3b.viii", "Q2", "Q56")
def bet_neighbours(state: AutomaticTable, command: Command[a.BetNeighbours]) -> Sequence[Event]:
    """Bet on the two numbers each side of the last one selected, each for what was last bet on it, if that stands."""
    act = command.act
    terminal, _ = _open_terminal(state, command, "neighbours")  # type: ignore[arg-type]
    number, amount = terminal.selected or ("", 0)
    if f"straight:{number}" not in terminal.bets:
        reason = f"{act.terminal} has selected no number in this game that a bet stands on"
        raise ActionRefused(reason, clause=state.clause("neighbours"), terminal=act.terminal)
    changes = tuple((f"straight:{pocket}", amount) for pocket in neighbours(state, number))
    return _changed(state, act.terminal, "neighbours", changes)


def neighbours(state: AutomaticTable, number: str) -> tuple[str, ...]:
    """Return the two numbers on each side of a number on the wheel."""
    return tuple(pocket for pocket in state.rules.wheel.neighbours(number, EACH_SIDE) if pocket != number)


def _changed(state: AutomaticTable, terminal: str, deed: str, changes: Changes) -> Sequence[Event]:
    """Check a whole act against limits, credits and exposure, and return it as one event."""
    _refuse_changes(state, terminal, changes)
    return _change(state, terminal, deed, changes)


def _refuse_changes(state: AutomaticTable, terminal: str, changes: Changes) -> None:
    """Refuse a whole act that is over the limits or the credits."""
    current = state.round
    if current is None:  # pragma: no cover - a terminal is open only in a game
        return
    bets, needed = state.terminals[terminal].bets, 0
    for bet, change in changes:
        state.rules.position(bet)
        if change > 0:
            refuse_stake(current, terminal, bet, change, lies=bets.get(bet, 0), clause_of=state.limit_clause)
        needed += change
    if needed > 0 and len(changes) > 1:
        refuse_beyond_totals(current, terminal, needed, clause_of=state.limit_clause)
    available = state.credits(terminal)
    if needed > available:
        reason = f"{state.money(needed)} is needed and {terminal} has {state.money(available)}"
        values = {"needed_minor": needed, "credits_minor": available}
        raise BetRefused(reason, clause=state.clause("credits"), terminal=terminal, **values)


def _change(state: AutomaticTable, terminal: str, deed: str, changes: Changes) -> Sequence[Event]:
    """Return an act as one event, unless the spin could then cost more than the house allows."""
    exposure = _exposure(state, changes)
    limit = state.config.exposure_max_minor
    is_over = limit is not None and exposure > limit and exposure > state.exposure_minor
    if is_over and limit is not None and state.config.exposure_mode == "refuse":
        reason = f"the spin could then cost {state.money(exposure)}, over the house's {state.money(limit)}"
        raise LimitExceeded(reason, clause=state.clause("limits"), exposure_minor=exposure, limit_minor=limit)
    session = state.terminals[terminal].session
    changed = e.BetsChanged(
        terminal=terminal,
        deed=deed,
        changes=e.BetChanges(*zip(*changes, strict=True)),
        exposure_minor=exposure,
        moves=_moves(credit_account(holder_of(terminal, session)), changes),
        session=session,
    )
    if is_over and limit is not None:
        return (changed, e.ExposureWarned(exposure_minor=exposure, limit_minor=limit))
    return (changed,)


def _moves(account: str, changes: Changes) -> tuple[Move, ...]:
    """Return what goes to the layout and what comes back from it, each added up."""
    if len(changes) == 1 and changes[0][1] > 0:
        return (Move(account, LAYOUT, changes[0][1]),)
    laid = sum(change for _, change in changes if change > 0)
    back = -sum(change for _, change in changes if change < 0)
    moves = [Move(LAYOUT, account, back)] if back else []
    return (*moves, Move(account, LAYOUT, laid)) if laid else tuple(moves)


def _exposure(state: AutomaticTable, changes: Changes) -> int:
    """Return what the spin would cost at worst after an act."""
    returns, back, staked = state.rules.returns_by_bet, state.back, state.staked
    if len(changes) == 1 and changes[0][1] > 0:
        # More on one bet: the worst is what it was, or a pocket that the bet covers.
        bet, change = changes[0]
        _, pockets, times = returns[bet]
        worst, covered = max(back), max([back[pocket] for pocket in pockets]) + times * change
        return max(worst, covered) - staked - change
    back = back.copy()
    for bet, change in changes:
        _, pockets, times = returns[bet]
        for pocket in pockets:
            back[pocket] += times * change
        staked += change
    return max(back) - staked
