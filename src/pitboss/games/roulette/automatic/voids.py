"""Void games: for each cause the rules list, before and after settlement, and the refund that ends them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pitboss.decider import Command, Event, Move, is_second, require_role
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.checks import SUPERVISORS
from pitboss.games.roulette.automatic.corrections import netted
from pitboss.games.roulette.automatic.sessions import closing
from pitboss.games.roulette.automatic.settlement import Settlement
from pitboss.games.roulette.automatic.state import (
    ROW_BITS,
    AutomaticTable,
    credit_account,
    holder_of,
    payable_account,
    receivable_account,
)
from pitboss.games.roulette.state import Phase
from pitboss.games.table.accounts import LAYOUT, RACK, add_moves
from pitboss.games.table.checks import require_at_table, require_open
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

SECOND = ("dealer", "inspector", "floorperson", "pit_supervisor+")
DESIGNEES = ("dealer", "floorperson", "inspector")
"""Whom a supervisor may name to refund a game."""
RUNNING = (Phase.SPINNING, Phase.CLOSED)
_OF_THE_BALL = (a.VoidCause.FOREIGN_OBJECT, a.VoidCause.BALL_OUT)
"""What needs a ball that runs, or has come to rest and is not yet confirmed."""
_SEEN = (a.VoidCause.INTERFERENCE, a.VoidCause.MALFUNCTION, *_OF_THE_BALL)
"""What is seen at the wheel while a game is played; of a settled one it takes two to say so."""
_WHILE_IT_RUNS = (a.VoidCause.SAME_DIRECTION, a.VoidCause.FEW_REVOLUTIONS, a.VoidCause.NO_DROP)


@cites("RA-9a", "RA-9b", "RA-9c", "RA-9d", "RA-9f", "RA-9g", "RA-9h", "RA-9i", "RA-9j", "Q5", "Q33", "Q34", "Q52")
def void_game(state: AutomaticTable, command: Command[a.VoidGame]) -> Sequence[Event]:
    """Void the game in play, or a settled one whose number was wrong or whose outcome was tampered with."""
    act, clause = command.act, state.clause(f"void_{command.act.cause.value}")
    require_open(state)
    who = SUPERVISORS if act.cause is a.VoidCause.FRAUD else ("dealer", *SUPERVISORS)
    require_role(command, who, clause=clause, deed="void a game")
    require_at_table(state, command)
    if state.void is not None:
        raise ActionRefused(f"game {state.void} is void already", clause=clause, game=state.void)
    if act.game is None or (state.is_in_play and act.game == state.rounds):
        return (_in_play(state, command, clause),)
    return (_settled(state, command, clause, act.game),)


def _in_play(state: AutomaticTable, command: Command[a.VoidGame], clause: str) -> e.GameVoided:
    act, current = command.act, state.round
    if current is None or not state.is_in_play:
        raise ActionRefused("no game is in play; name a settled one by its number", clause=clause)
    if act.cause is a.VoidCause.HELD and state.held is None:
        raise ActionRefused("the game is not held", clause=clause, game=state.rounds)
    if act.cause is a.VoidCause.WRONG_NUMBER and state.disputed is None:
        # A confirmation that agrees with the sensor settles the game: only another one leaves it in play, and held.
        raise ActionRefused("no number was confirmed in the game in play", clause=clause, game=state.rounds)
    if act.cause in (*_WHILE_IT_RUNS, *_OF_THE_BALL) and current.phase not in RUNNING:
        reason = f"no ball is running: the game is {current.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=current.phase.value)
    return _voided(command, clause, state.rounds, was_settled=False)


def _settled(state: AutomaticTable, command: Command[a.VoidGame], clause: str, game: int) -> e.GameVoided:
    """Void a settled game until the next one is started; later only with a supervisor and a second person.

    So too for what was seen at the wheel before its number was confirmed.
    """
    act = command.act
    known = next((entry for entry in state.history if entry.game == game), None)
    if known is None or game in state.voided:
        reason = f"game {game} is void already" if game in state.voided else f"game {game} is not at hand"
        raise ActionRefused(reason, clause=clause, game=game)
    if act.cause in (*_WHILE_IT_RUNS, a.VoidCause.HELD):
        raise ActionRefused(f"game {game} is settled: {act.cause.value} comes too late", clause=clause, game=game)
    if not state.is_between_rounds:
        raise ActionRefused("a settled game is voided when no game is in play", clause=clause, game=game)
    witness = None
    if game != state.rounds or act.cause in _SEEN:
        late = state.clause("void_late" if game != state.rounds else "void_phase")
        require_role(command, SUPERVISORS, clause=late, deed="void a game that is settled")
        if not is_second(command, SECOND) or command.witness is None:
            what = "is not the last one" if game != state.rounds else "is settled, and its number confirmed"
            raise ProcedureBreach(f"game {game} {what}: a second person is needed", clause=late, game=game)
        witness = command.witness.id
    return _voided(command, clause, game, was_settled=True, witness=witness)


def _voided(
    command: Command[a.VoidGame], clause: str, game: int, *, was_settled: bool, witness: str | None = None
) -> e.GameVoided:
    return e.GameVoided(
        game=game,
        cause=command.act.cause,
        clause=clause,
        was_settled=was_settled,
        note=command.act.note,
        by=command.by.id,
        role=command.by.role.value,
        witness=witness,
    )


@cites("RA-9k", "Q34")
def refund_game(state: AutomaticTable, command: Command[a.RefundGame]) -> Sequence[Event]:
    """Give back every wager of the void game, to the cent; winnings are taken back, what is gone is owed."""
    game = require_void(state, command)
    settled = next((entry for entry in state.history if entry.game == game), None)
    if settled is None:
        return _refunded_bets(state, command)
    return (_reversed(state, command, settled),)


def require_void(state: AutomaticTable, command: Command[a.RefundGame]) -> int:
    """Return the game that waits for its refund, or refuse whoever may not refund it."""
    clause = state.clause("refund")
    if command.act.designee_of is None:
        require_role(command, SUPERVISORS, clause=clause, deed="refund a void game")
    else:
        _require_designee(state, command, command.act.designee_of)
    if state.void is None:
        raise ActionRefused("no void game waits for its refund", clause=clause)
    return state.void


def _require_designee(state: AutomaticTable, command: Command[a.RefundGame], supervisor: str) -> None:
    """Refuse who is of no staff, or names a supervisor who is not there to say so."""
    clause = state.clause("refund")
    require_role(command, DESIGNEES, clause=clause, deed="refund for a supervisor")
    require_at_table(state, command)
    if not is_second(command, SUPERVISORS) or command.witness is None or command.witness.id != supervisor:
        reason = f"{command.by.id} refunds for {supervisor} only if that is a supervisor, and the witness"
        raise ProcedureBreach(reason, clause=clause, by=command.by.id, designee_of=supervisor)


_Holder = tuple[str, int | None]
"""Terminal and session."""


@dataclass(frozen=True)
class _Part:
    """What a void game comes to for one session."""

    holder: _Holder
    refunded: int
    reversed: int = 0
    owed: int = 0
    payable: int = 0


def _refunded_bets(state: AutomaticTable, command: Command[a.RefundGame]) -> Sequence[Event]:
    """Give the bets of a game without a result back to whoever made them; an abandoned session is then closed."""
    stakes: dict[_Holder, int] = {}
    holders = state.holders()
    for row, stake in state.rows.items():
        holder = holders[row >> ROW_BITS]
        stakes[holder] = stakes.get(holder, 0) + stake
    moves = tuple(Move(LAYOUT, credit_account(holder_of(*holder)), stake) for holder, stake in stakes.items())
    parts = [_Part(holder, stake) for holder, stake in stakes.items()]
    return (_refunded(state, command, parts, moves), *closing(state, moves))


def _reversed(state: AutomaticTable, command: Command[a.RefundGame], settled: Settlement) -> e.GameRefunded:
    """Restore what was lost and take back what was won, session by session.

    Where the patron is gone, what comes back is owed to that patron and what is taken back is owed by that patron:
    nobody else's credits move.
    """
    lost: dict[_Holder, int] = {}
    won: dict[_Holder, int] = {}
    for row in settled.wagers.rows():
        holder = row.terminal, row.session
        lost[holder] = lost.get(holder, 0) + (0 if row.is_won else row.stake_minor)
        won[holder] = won.get(holder, 0) + row.paid_minor
    parts, moves = [], []
    for holder, restored in lost.items():
        name = holder_of(*holder)
        has_left = state.has_left(*holder, settled.game)
        if has_left and state.has_sessions:
            payable, owed = netted(state, name, restored - won[holder])
            part = _Part(holder, restored, won[holder] - owed, owed, payable)
            moves += [*_signed(RACK, payable_account(name), payable), *_signed(receivable_account(name), RACK, owed)]
        else:
            account = payable_account(name) if has_left else credit_account(name)
            back = min(won[holder], state.balances.get(account, 0) + restored)
            part = _Part(holder, restored, back, won[holder] - back, restored - back if has_left else 0)
            moves += [(RACK, account, restored), (account, RACK, back), (receivable_account(name), RACK, part.owed)]
        parts.append(part)
    return _refunded(state, command, parts, add_moves(move for move in moves if move[2]))


def _signed(source: str, target: str, amount: int) -> list[tuple[str, str, int]]:
    """Return a move, the other way round where it is below nothing."""
    return [(source, target, amount) if amount >= 0 else (target, source, -amount)]


def _refunded(
    state: AutomaticTable, command: Command[a.RefundGame], parts: Sequence[_Part], moves: tuple[Move, ...]
) -> e.GameRefunded:
    return e.GameRefunded(
        game=state.void or 0,
        terminal=tuple(part.holder[0] for part in parts),
        refunded_minor=tuple(part.refunded for part in parts),
        reversed_minor=tuple(part.reversed for part in parts),
        receivable_minor=tuple(part.owed for part in parts),
        payable_minor=tuple(part.payable for part in parts),
        by=command.by.id,
        role=command.by.role.value,
        designee_of=command.act.designee_of,
        moves=moves,
        session=tuple(part.holder[1] for part in parts) if state.has_sessions else (),
    )
