"""A game from the new-game button to its settlement: the clock, the spin, the sensor, the dealer's confirmation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any

from pitboss.decider import Command, Event, is_second, require_role
from pitboss.games.roulette import acts as roulette_acts
from pitboss.games.roulette import events as roulette_events
from pitboss.games.roulette import round as core
from pitboss.games.roulette.acts import Direction
from pitboss.games.roulette.automatic import acts as a
from pitboss.games.roulette.automatic import events as e
from pitboss.games.roulette.automatic.checks import (
    SUPERVISORS,
    refuse_late,
    require_clock,
    require_console,
    require_game,
    require_staff,
)
from pitboss.games.roulette.automatic.sessions import closing
from pitboss.games.roulette.automatic.settling import settled
from pitboss.games.roulette.automatic.state import AutomaticTable
from pitboss.games.roulette.state import Phase, Round
from pitboss.games.table.checks import require_between_rounds
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

PROMPT_SECONDS = 10


@cites("RA-6a", "RA-2a")
def start_game(state: AutomaticTable, command: Command[a.StartGame]) -> Sequence[Event]:
    """Open the betting of a new game for a fixed time, when the one before is over and refunded if it was void."""
    require_console(state, command, "start", "start a game")
    if state.void is not None:
        reason = f"game {state.void} is void and not refunded yet"
        raise ProcedureBreach(reason, clause=state.clause("refund"), game=state.void)
    require_between_rounds(state, "a new game")
    seconds = state.config.betting_seconds
    until = command.received_at + timedelta(seconds=seconds)
    return (e.GameStarted(game=state.rounds + 1, seconds=seconds, by=command.by.id, until=until),)


@cites("RA-6b")
def prompt_spin(state: AutomaticTable, command: Command[a.PromptSpin]) -> Sequence[Event]:
    """Tell the dealer, once a game, that ten seconds are left."""
    clause = state.clause("prompt")
    require_clock(state, command, "prompt", "prompt the dealer")
    require_game(state, "prompt", Phase.BETTING, Phase.SPINNING)
    if state.is_prompted or command.act.seconds_left > PROMPT_SECONDS:
        reason = "the dealer was prompted already" if state.is_prompted else "more than ten seconds are left"
        raise ActionRefused(reason, clause=clause, seconds_left=command.act.seconds_left)
    return (e.SpinPrompted(seconds_left=command.act.seconds_left),)


@cites("RA-6c", "RA-2a")
def spin_ball(state: AutomaticTable, command: Command[a.SpinBall]) -> Sequence[Event]:
    """Let the dealer spin while bets are taken: the Round decides. At zero without a ball the game is held (Q33)."""
    require_console(state, command, "spin", "spin the ball")
    current = require_game(state, "spin", Phase.BETTING)
    refuse_late(state, command)
    return _round(current, command, roulette_acts.SpinBall(direction=command.act.direction))


def _round(current: Round, command: Command[Any], act: Any) -> Sequence[Event]:
    """Hand an act to the Round in the name of whoever did it."""
    from msgspec.structs import replace

    return core.decide(current, replace(command, act=act))


@cites("RA-6d", "Q33")
def lock_bets(state: AutomaticTable, command: Command[a.LockBets]) -> Sequence[Event]:
    """Freeze every terminal when the clock reaches zero; with no ball running the game is held."""
    require_clock(state, command, "lock", "lock the bets")
    current = require_game(state, "lock", Phase.BETTING, Phase.SPINNING)
    if current.phase is Phase.BETTING:
        return (_held(state, "the clock reached zero and no ball is running", command.by.id),)
    return (roulette_events.NoMoreBetsCalled(by=command.by.id),)


def _held(state: AutomaticTable, reason: str, by: str, *, pocket: str | None = None) -> e.GameHeld:
    return e.GameHeld(game=state.rounds, reason=reason, clause=state.clause("hold"), by=by, pocket=pocket)


@cites("Q33")
def extend_clock(state: AutomaticTable, command: Command[a.ExtendClock]) -> Sequence[Event]:
    """Let dealer and supervisor give a held game more time, if nothing was sensed and no ball ran."""
    clause = state.clause("hold")
    require_console(state, command, "hold", "extend the clock")
    if state.held is None or state.round is None or state.sensed is not None or state.round.phase is not Phase.BETTING:
        reason = "the clock is extended only for a held game in which no ball ran and nothing was sensed"
        raise ActionRefused(reason, clause=clause, held=state.held)
    if not is_second(command, SUPERVISORS) or command.witness is None:
        raise ProcedureBreach("the clock is extended with a supervisor", clause=clause, by=command.by.id)
    seconds, witness = command.act.seconds, command.witness.id
    until = command.received_at + timedelta(seconds=seconds)
    return (e.ClockExtended(game=state.rounds, seconds=seconds, by=command.by.id, witness=witness, until=until),)


@cites("RA-6e", "Q33")
def sense_number(state: AutomaticTable, command: Command[a.SenseNumber]) -> Sequence[Event]:
    """Take the sensor's number to the console; one that comes before the lock, or a second one, holds the game."""
    act = command.act
    require_clock(state, command, "sensor", "report a number")
    if not state.config.has_sensor:
        raise ActionRefused("this table has no wheel sensor", clause=state.clause("sensor"))
    current = require_game(state, "sensor")
    if act.pocket not in state.rules.wheel.index:
        reason = f"the sensor names {act.pocket}, which this wheel does not have"
        return (_held(state, reason, command.by.id),)
    sensed = e.NumberSensed(pocket=act.pocket, revolutions=act.revolutions, direction=act.direction)
    if current.is_open:
        reason = f"the sensor found {act.pocket} before the clock reached zero"
        return (sensed, _held(state, reason, command.by.id))
    if state.sensed is not None:
        reason = f"the sensor found {act.pocket} after {state.sensed.pocket}"
        return (_held(state, reason, command.by.id),)
    if act.direction is not None and act.direction is not current.direction:
        reason = f"the sensor saw the ball run {act.direction.value} the wheel; the dealer spun it otherwise"
        return (sensed, _held(state, reason, command.by.id))
    return (sensed,)


@cites("Q33")
def hold_game(state: AutomaticTable, command: Command[a.HoldGame]) -> Sequence[Event]:
    """Stop a game for a ruling: by the sensor that contradicts itself or is silent, the dealer, or a supervisor."""
    if command.by.role.value == "device":
        require_clock(state, command, "hold", "hold the game")
    else:
        require_staff(state, command, "hold", "hold the game")
    require_game(state, "hold")
    return (_held(state, command.act.reason, command.by.id),)


@cites("RA-6e", "RA-6f", "RA-6g", "RA-7", "Q55")
def confirm_number(state: AutomaticTable, command: Command[a.ConfirmNumber]) -> Iterable[Event]:
    """Take the dealer's confirmation: with the sensor's number the game is settled, with another one it is held."""
    act, clause = command.act, state.clause("confirm")
    require_console(state, command, "confirm", "confirm the number")
    current = require_game(state, "confirm", Phase.CLOSED)
    _refuse_pocket(state, act.pocket)
    revolutions = act.revolutions
    if state.config.has_sensor:
        if state.sensed is None:
            raise ProcedureBreach("the sensor has found no number yet", clause=clause, pocket=act.pocket)
        if act.pocket != state.sensed.pocket:
            reason = f"the dealer says {act.pocket} and the sensor {state.sensed.pocket}"
            return (_held(state, reason, command.by.id, pocket=act.pocket),)
        # Its own count comes before anything that is said; one that does not count leaves it to the dealer.
        counted = state.sensed.revolutions
        revolutions = act.revolutions if counted is None else counted
    if revolutions is None:
        without = "a sensor that counts" if state.config.has_sensor else "a sensor"
        reason = f"without {without} the dealer says how often the ball went round"
        raise ProcedureBreach(reason, clause=clause, pocket=act.pocket)
    return _settled(state, current, command, act.pocket, revolutions)


@cites("RA-6e", "RA-6f", "RA-6g", "RA-9d", "Q50")
def rule_number(state: AutomaticTable, command: Command[a.RuleNumber]) -> Iterable[Event]:
    """Let a supervisor, before the dealer, say which number a held game has, once the bets are locked.

    What the sensor saw of the spin stands; and a number that the dealer confirmed is the game's, or the game is void.
    """
    act, clause = command.act, state.clause("hold")
    require_role(command, SUPERVISORS, clause=clause, deed="rule on a number")
    current = state.round
    if state.held is None or current is None or current.phase is not Phase.CLOSED:
        reason = "a number is ruled on in a held game whose bets are locked"
        raise ActionRefused(reason, clause=clause, held=state.held)
    _refuse_pocket(state, act.pocket)
    if not is_second(command, ("dealer",)) or command.witness is None or command.witness.id != state.dealer:
        raise ProcedureBreach("a number is ruled on before the table's dealer", clause=clause, by=command.by.id)
    _refuse_void(state, "void_same_direction", is_void=_ran_with_the_wheel(state))
    wrong = state.disputed is not None and act.pocket != state.disputed
    _refuse_void(state, "void_wrong_number", is_void=wrong)
    counted = state.sensed.revolutions if state.sensed is not None else None
    turns = act.revolutions if counted is None else min(counted, act.revolutions)
    return _settled(state, current, command, act.pocket, turns, reason=act.reason)


def _ran_with_the_wheel(state: AutomaticTable) -> bool:
    return state.sensed is not None and state.sensed.direction is Direction.WITH


def _refuse_void(state: AutomaticTable, duty: str, *, is_void: bool) -> None:
    """Refuse to rule on a game that is void whatever anybody says."""
    if is_void:
        why = {
            "void_same_direction": "the sensor saw the ball run with the wheel",
            "void_wrong_number": f"the dealer confirmed {state.disputed}, and another number would make that wrong",
        }[duty]
        raise ProcedureBreach(f"{why}: the game is void", clause=state.clause(duty), disputed=state.disputed)


@cites("RA-1b")
def _refuse_pocket(state: AutomaticTable, pocket: str) -> None:
    if pocket not in state.rules.wheel.index:
        raise ActionRefused(f"this wheel has no {pocket}", clause=state.clause("wheel"), pocket=pocket)


def _settled(
    state: AutomaticTable,
    current: Round,
    command: Command[Any],
    pocket: str,
    revolutions: int,
    *,
    reason: str | None = None,
) -> Iterator[Event]:
    """Yield the confirmation, the number and the settlement of all terminals, in that order."""
    cause = core.invalid(current, revolutions)
    if cause is not None:
        clause = state.clause(f"void_{cause.value}")
        words = state.rules.no_spin[cause].words
        raise ProcedureBreach(f"{words}: the game is void", clause=clause, cause=cause.value, revolutions=revolutions)
    witness = command.witness.id if reason is not None and command.witness is not None else None
    yield e.NumberConfirmed(game=state.rounds, pocket=pocket, by=command.by.id, witness=witness, reason=reason)
    yield roulette_events.BallLanded(pocket=pocket, revolutions=revolutions, entered_by=command.by.id)
    found = settled(state, current, pocket)
    yield found
    yield from closing(state, found.moves)
