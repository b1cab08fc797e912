"""What goes wrong at a roulette table beyond the spin: questioned chips, other tables' chips, and suspects."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Command, Event, Move, require_role
from pitboss.games.everyday.acts import CallOffRound
from pitboss.games.everyday.calling_off import called_off
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import events as e
from pitboss.games.roulette.play import the_round
from pitboss.games.roulette.settle import holder
from pitboss.games.roulette.state import Phase, Round, Table
from pitboss.games.table.accounts import CIRCULATION, LAYOUT, RACK
from pitboss.games.table.checks import require_at_table, require_open, require_procedure
from pitboss.games.table.laying import EXPOSURE_MAX, Key, room_for
from pitboss.rulebook import ActionRefused, LimitExceeded, cites

STAFF = ("dealer", "inspector", "pit_supervisor+")
ASKING = ("player", *STAFF)
SUPERVISING = ("pit_supervisor+",)
MANAGEMENT = ("pit_manager+",)
DIRECTION = ("director",)


def _wager(current: Round, key: Key, clause: str) -> int:
    stake = current.wagers.get(key)
    if stake is None:
        player, bet, source = key
        raise ActionRefused(f"{player} has no {source} chips on {bet}", clause=clause, player=player, bet=bet)
    return stake


@cites("HP-S4")
def give_back(state: Table, command: Command[CallOffRound], witness: str) -> Event:
    """Give back whatever lies on the layout, while no number came of the round."""
    rows = [
        (player, bet, source, stake, holder(player, source))
        for (player, bet, source), stake in the_round(state).wagers.items()
    ]
    return called_off(state, command, witness, rows)


@cites("RH-6.6", "RO-C4")
def question(state: Table, command: Command[a.QuestionPosition]) -> Sequence[Event]:
    """Hold the payment until a supervisor has said where a chip lies; the number must be known."""
    act = command.act
    clause = require_procedure(state, "question", instead="position")
    current = the_round(state)
    require_role(command, ASKING, clause=clause, deed="question a position")
    require_at_table(state, command)
    if current.phase is not Phase.LANDED:
        reason = f"a position is questioned once the winning number is known; this round is {current.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=current.phase.value)
    key = (act.player, act.bet, act.source)
    _wager(current, key, clause)
    if key in state.questioned:
        raise ActionRefused("that position is questioned already", clause=clause, bet=act.bet)
    return (e.PositionQuestioned(player=act.player, bet=act.bet, source=act.source, by=command.by.id),)


@cites("RH-6.6")
def decide_position(state: Table, command: Command[a.DecidePosition]) -> Sequence[Event]:
    """Let the Pit Supervisor or above decide where a questioned chip lies."""
    act = command.act
    clause = require_procedure(state, "question", instead="position")
    current = the_round(state)
    require_role(command, SUPERVISING, clause=clause, deed="decide a questioned position")
    if (act.player, act.bet, act.source) not in state.questioned:
        raise ActionRefused(f"nobody questioned {act.player}'s {act.bet}", clause=clause, bet=act.bet)
    current.rules.position(act.decided)
    if not can_count_as(current, (act.player, act.bet, act.source), act.decided):
        raise LimitExceeded(f"on {act.decided} it could cost more than can be counted", clause=clause, bet=act.decided)
    decided = e.PositionDecided(
        player=act.player,
        bet=act.bet,
        source=act.source,
        decided=act.decided,
        by=command.by.id,
        role=command.by.role.value,
    )
    return (decided,)


def can_count_as(current: Round, key: Key, decided: str) -> bool:
    """Tell whether a wager may count on another position before the spin's cost passes what can be counted."""
    stake = current.wagers[key]
    return stake * (current.odds_of(decided) - current.odds_of(key[1])) <= EXPOSURE_MAX - current.exposure


def _require_other_table(state: Table, origin: str, clause: str) -> None:
    if origin == state.rules.config.name:
        raise ActionRefused(f"{origin} is this table: its chips are not another's", clause=clause, origin_table=origin)


@cites("RH-7.11", "Q64")
def find_foreign(state: Table, command: Command[a.FindForeignChips]) -> Sequence[Event]:
    """Count chips of another table, found after "no more bets", at what they are worth there."""
    act = command.act
    clause = require_procedure(state, "foreign", instead="colours")
    current = the_round(state)
    require_role(command, STAFF, clause=clause, deed="find another table's chips")
    _require_other_table(state, act.origin_table, clause)
    require_at_table(state, command)
    if current.phase not in (Phase.CLOSED, Phase.LANDED):
        reason = f'other tables\' chips are sorted out after "no more bets"; this round is {current.phase.words}'
        raise ActionRefused(reason, clause=clause, phase=current.phase.value)
    key = (act.player, act.bet, act.source)
    stake = _wager(current, key, clause)
    # A player without a set here has laid them as chips of another kind: they were counted as value chips.
    is_mistaken = act.source == "value" and not state.colours_of(act.player)
    if not (act.source.startswith("colour:") or is_mistaken) or key in state.questioned:
        reason = f"{act.source} chips on {act.bet} cannot be another table's colours, or are in question"
        raise ActionRefused(reason, clause=clause, source=act.source)
    if act.worth_minor > room_for(current, act.bet) + stake:
        reason = f"chips worth {state.money(act.worth_minor)} could cost more than can be counted"
        raise LimitExceeded(reason, clause=clause, worth_minor=act.worth_minor)
    found = e.ForeignChipsFound(
        player=act.player,
        bet=act.bet,
        source=act.source,
        stake_minor=stake,
        origin_table=act.origin_table,
        worth_minor=act.worth_minor,
        by=command.by.id,
        moves=(
            Move(LAYOUT, holder(act.player, act.source), stake),
            Move(holder(act.player, f"foreign:{act.origin_table}"), LAYOUT, act.worth_minor),
        ),
    )
    return (found,)


@cites("RH-7.11.1")
def refuse_foreign(state: Table, command: Command[a.RefuseForeignPayment]) -> Sequence[Event]:
    """Let management refuse payment of another table's chips, should they win."""
    act = command.act
    clause = require_procedure(state, "foreign_refused", instead="colours")
    current = the_round(state)
    require_role(command, MANAGEMENT, clause=clause, deed="refuse payment of another table's chips")
    key = (act.player, act.bet, act.source)
    _wager(current, key, clause)
    if not act.source.startswith("foreign:") or key in current.withheld:
        what = "payment is refused already" if key in current.withheld else "those are not another table's chips"
        raise ActionRefused(what, clause=clause, source=act.source)
    refused = e.ForeignPaymentRefused(
        player=act.player, bet=act.bet, source=act.source, by=command.by.id, role=command.by.role.value
    )
    return (refused,)


@cites("RH-4.7.4.1")
def honour_foreign(state: Table, command: Command[a.HonourForeignChips]) -> Sequence[Event]:
    """Let management pay another table's winning chips here."""
    act = command.act
    clause = require_procedure(state, "foreign_honoured", instead="colours")
    require_open(state)
    require_role(command, MANAGEMENT, clause=clause, deed="honour another table's chips")
    _require_other_table(state, act.origin_table, clause)
    honoured = e.ForeignChipsHonoured(
        player=act.player,
        origin_table=act.origin_table,
        worth_minor=act.worth_minor,
        by=command.by.id,
        role=command.by.role.value,
        moves=(Move(f"foreign:{act.origin_table}", RACK, act.worth_minor), Move(RACK, CIRCULATION, act.worth_minor)),
    )
    return (honoured,)


@cites("RH-3.2.9")
def scan(state: Table, command: Command[a.ScanSuspect]) -> Sequence[Event]:
    """Record what the scanner said of suspected cash or chips."""
    act = command.act
    clause = require_procedure(state, "suspect", instead="chips")
    require_role(command, STAFF, clause=clause, deed="scan cash or chips")
    require_at_table(state, command)
    scanned = e.SuspectScanned(
        item=act.item.value, amount_minor=act.amount_minor, is_counterfeit=act.is_counterfeit, by=command.by.id
    )
    return (scanned,)


@cites("RH-7.12")
def record_decision(state: Table, command: Command[a.RecordDecision]) -> Sequence[Event]:
    """Leave business decisions beyond the game's irregularities to the Director of Table Games."""
    clause = require_procedure(state, "business_decision", instead="dealer")
    require_role(command, DIRECTION, clause=clause, deed="take a business decision")
    return (e.DecisionRecorded(decision=command.act.decision, by=command.by.id, role=command.by.role.value),)
