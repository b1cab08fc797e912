"""How a game is settled for all its terminals at once, and told bet by bet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pitboss.decider import Move
from pitboss.games.roulette import events as roulette_events
from pitboss.games.roulette.automatic.settlement import RoundSettled, Wagers
from pitboss.games.roulette.automatic.state import (
    CREDITS,
    ROW_BITS,
    AutomaticTable,
    credit_account,
    holder_of,
)
from pitboss.games.roulette.rules import Rules
from pitboss.games.roulette.settle import pay_table, payment_groups, payment_turns
from pitboss.games.roulette.state import Round
from pitboss.games.table.accounts import LAYOUT, RACK
from pitboss.rulebook import cites

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]


@cites("RA-7", "RO-C4", "RO-F4", "RO-G1", "RS-W", "RS-P", "RS-S4", "RH-4.5", "RH-4.10", "RH-4.11", "RH-6.2", "RH-6.2.1")
def settled(state: AutomaticTable, current: Round, pocket: str) -> RoundSettled:
    """Settle every bet by its position and nothing else, column by column: in a full house there are ten thousand."""
    import numpy as np

    rules = current.rules
    rows = np.fromiter(state.rows.keys(), np.int64, len(state.rows))
    stakes = np.fromiter(state.rows.values(), np.int64, len(state.rows))
    who, where = rows >> ROW_BITS, rows & (1 << ROW_BITS) - 1
    odds = pay_table(rules).array[rules.wheel.index[pocket]][where]
    won = _by_payment(rules, pocket, who, where, np.flatnonzero(odds >= 0))
    order = np.concatenate((np.flatnonzero(odds < 0), won))
    who, where, stakes, lost = who[order], where[order], stakes[order], len(order) - len(won)
    names = state.holders()
    terminals, terminal = _once(who, {number: name for number, (name, _) in names.items()})
    laid = np.flatnonzero(np.bincount(where)).tolist()
    bets, bet = _once(where, {number: rules.layout.positions[number].bet for number in laid})
    session_of = dict(names.values())
    wagers = Wagers(
        terminals=terminals,
        sessions=tuple(session_of[name] for name in terminals),
        bets=bets,
        terminal=terminal,
        bet=bet,
        stake_minor=tuple(stakes.tolist()),
        paid_minor=tuple((odds[won] * stakes[lost:]).tolist()),
    )
    groups = payment_groups(rules, pocket, (bets[number] for number in dict.fromkeys(bet[lost:])))
    moves = _moves(wagers, int(stakes[:lost].sum()))
    return RoundSettled(round=current.number, pocket=pocket, wagers=wagers, payment_groups=groups, moves=moves)


def _by_payment(rules: Rules, pocket: str, who: Numbers, where: Numbers, won: Numbers) -> Numbers:
    """Return the rows that win in the order in which they are paid."""
    import numpy as np

    if rules.data.payment_top_first:
        won = won[::-1]
    turns = np.array(payment_turns(rules, pocket))
    # Sorting is stable: chips on one position keep their order.
    won = won[np.argsort(turns[where[won]], kind="stable")]
    if rules.data.payment_by_player and len(won):
        paid = who[won]
        reached = np.zeros(int(paid.max()) + 1, np.int64)
        reached[paid[::-1]] = np.arange(len(paid))[::-1]
        won = won[np.argsort(reached[paid], kind="stable")]
    return won


def _once(column: Numbers, names: Mapping[int, str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the names of some numbers, each once and in order, and the column with their places in place of them."""
    import numpy as np

    places = np.zeros(max(names, default=0) + 1, np.int64)
    once = sorted(names, key=names.__getitem__)
    places[once] = np.arange(len(once))
    return tuple(names[number] for number in once), tuple(places[column].tolist())


def _moves(wagers: Wagers, taken: int) -> tuple[Move, ...]:
    """Return what the house takes, and what goes back and is paid to each session, in the order they are paid."""
    lost = len(wagers.stake_minor) - len(wagers.paid_minor)
    back: dict[int, int] = {}
    paid: dict[int, int] = {}
    for who, stake, amount in zip(wagers.terminal[lost:], wagers.stake_minor[lost:], wagers.paid_minor, strict=True):
        back[who] = back.get(who, 0) + stake
        paid[who] = paid.get(who, 0) + amount
    moves = [Move(LAYOUT, RACK, taken)] if lost else []
    for who, stake in back.items():
        account = credit_account(holder_of(wagers.terminals[who], wagers.sessions[who]))
        moves += (Move(LAYOUT, account, stake), Move(RACK, account, paid[who]))
    return tuple(moves)


def in_full(rules: Rules, event: RoundSettled) -> roulette_events.RoundSettled:
    """Return a settlement as a live table has it, with the outcome and the clause of every bet."""
    rows = [*event.wagers.rows()]
    kinds = {bet: rules.wagers[rules.position(bet).kind] for bet in event.wagers.bets}
    outcome = roulette_events.Outcome
    columns = roulette_events.Columns(
        player=tuple(row.terminal for row in rows),
        bet=tuple(row.bet for row in rows),
        source=tuple(CREDITS if row.session is None else f"{CREDITS}:{row.session}" for row in rows),
        stake_minor=event.wagers.stake_minor,
        paid_minor=tuple(row.paid_minor for row in rows),
        outcome=tuple(outcome.WIN if row.is_won else outcome.LOSE for row in rows),
        clause=tuple(kinds[row.bet].win_clause if row.is_won else kinds[row.bet].lose_clause for row in rows),
    )
    return roulette_events.RoundSettled(
        round=event.round,
        pocket=event.pocket,
        wagers=columns,
        payment_groups=event.payment_groups,
        moves=event.moves,
    )
