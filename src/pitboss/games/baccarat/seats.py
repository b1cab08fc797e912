"""Seats at a mini-baccarat table: their wagers, the vigorish they owe, and what is due before a player leaves."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pitboss.decider import Command, Event, Move, is_second, require_role
from pitboss.games.baccarat import acts as a
from pitboss.games.baccarat import events as e
from pitboss.games.baccarat import round as core
from pitboss.games.baccarat.checks import the_round
from pitboss.games.baccarat.settle import VIGORISH
from pitboss.games.baccarat.state import Phase, Table
from pitboss.games.baccarat.vigorish import collected
from pitboss.games.shoe.checks import require_own_seat
from pitboss.games.shoe.decide import FLOORPERSON
from pitboss.games.shoe.events import SeatLeft
from pitboss.games.shoe.seats import leaver
from pitboss.games.table.accounts import CIRCULATION, DROP, PATRONS, RACK
from pitboss.games.table.checks import require_at_table, require_dealer, require_open
from pitboss.rulebook import ActionRefused, BetRefused, ProcedureBreach, cites

VIGORISH_OWED = "vigorish_owed"
"""What is owed to the house for vigorish that was documented and not collected."""

LAYOUT_CHECKERS = ("dealer", "floorperson", "inspector", "pit_supervisor+")


@cites("MB-B1", "MB-B2", "MB-B2a", "MB-B2b", "MB-B2c")
def check_layout(state: Table, command: Command[a.CheckLayout]) -> Sequence[Event]:
    """Record the words on the cloth and its positions, once for each opening."""
    act, rules = command.act, state.rules
    require_open(state)
    require_role(command, LAYOUT_CHECKERS, clause=rules.clause("layout"), deed="check the layout")
    require_at_table(state, command)
    if state.is_layout_checked:
        raise ActionRefused("the layout has been checked", clause=rules.clause("layout"))
    if act.positions != rules.positions:
        reason = f"the cloth has {act.positions} positions, and the table {rules.positions}"
        raise ProcedureBreach(reason, clause=rules.clause("positions"), positions=act.positions)
    checked = e.LayoutChecked(
        banker=act.banker, player=act.player, tie=act.tie, positions=act.positions, by=command.by.id
    )
    return (checked,)


@cites("MB-M3d", "MB-G4", "MB-G5")
def leave(state: Table, command: Command[a.LeaveTable]) -> Sequence[Event]:
    """Let a player leave once no wager and no hand of theirs is in play; what is marked is collected."""
    position, rules = command.act.position, state.rules
    player = leaver(state, command, position)
    if state.round is not None and state.round.has_wagers(position):
        reason = f"{player} has wagers at position {position}"
        raise ActionRefused(reason, clause=rules.clause("late"), position=position)
    if not state.is_between_rounds and position in state.play.turns.values():
        reason = f"{player} has the right to turn cards and gives it up first"
        raise ActionRefused(reason, clause=rules.clause("relinquish"), position=position)
    left = SeatLeft(position=position, player=player)
    if position not in state.marks:
        return (left,)
    return (_collected(state, position, by=command.by.id, is_documented=False), left)


@cites("MB-E6")
def place(state: Table, command: Command[a.PlaceWager | a.RemoveWager]) -> Sequence[Event]:
    """Hand a seated player's wager to the Round; at a table that stood empty the cards are spread first."""
    current = the_round(state)
    require_own_seat(state, command, command.act.position, command.act.player, "handle wagers")
    if isinstance(command.act, a.PlaceWager):
        _refuse_unspread(state)
    return core.decide(current, command)


def _refuse_unspread(state: Table) -> None:
    if state.phase is Phase.BETTING:
        state.require_spread()


@cites("MB-G3")
def call_wager(state: Table, command: Command[a.CallWager]) -> Sequence[Event]:
    """Confirm a spoken wager with cash by dealer and floorperson; the cash becomes chips at once."""
    act, clause = command.act, state.rules.clause("verbal")
    current = the_round(state)
    require_dealer(state, command, "confirm a spoken wager", clause=clause)
    if state.rules.settings["verbal"] != "cash":
        raise BetRefused("no spoken wager is taken here", clause=clause, on=act.on)
    if not is_second(command, FLOORPERSON) or command.witness is None:
        raise ProcedureBreach("the floorperson confirms a spoken wager too", clause=clause, by=command.by.id)
    require_own_seat(state, command, act.position, act.player, "handle wagers")
    _refuse_unspread(state)
    wager = a.PlaceWager(position=act.position, player=act.player, on=act.on, stake_minor=act.stake_minor)
    placing = Command(key=command.key, by=command.by, act=wager, received_at=command.received_at)
    called = e.WagerCalled(
        position=act.position,
        player=act.player,
        on=act.on,
        stake_minor=act.stake_minor,
        confirmed_by=command.by.id,
        floorperson=command.witness.id,
        moves=(Move(PATRONS, DROP, act.stake_minor), Move(RACK, CIRCULATION, act.stake_minor)),
    )
    return (called, *core.decide(current, placing))


@cites("MB-M3a", "MB-M3b", "MB-M3d", "Q14")
def collect_vigorish(state: Table, command: Command[a.CollectVigorish]) -> Sequence[Event]:
    """Take what a marker shows, the sum rounded once, or document that it is owed."""
    position, clause = command.act.position, state.rules.clause("marker")
    require_open(state)
    require_dealer(state, command, "collect vigorish", clause=clause)
    if position not in state.marks:
        raise ActionRefused(f"position {position} owes no vigorish", clause=clause, position=position)
    if state.phase in (Phase.CLOSED, Phase.DEALING):
        reason = f"vigorish is collected before or after the deal; this round is {state.phase.words}"
        raise ActionRefused(reason, clause=clause, phase=str(state.phase))
    return (_collected(state, position, by=command.by.id, is_documented=command.act.is_documented),)


def _collected(state: Table, position: int, *, by: str, is_documented: bool) -> e.VigorishCollected:
    owed = state.marks.get(position, Fraction(0))
    amount = collected(state.rules, owed, "vig")
    return e.VigorishCollected(
        position=position,
        player=state.seats[position],
        owed=str(owed),
        amount_minor=amount,
        is_documented=is_documented,
        by=by,
        moves=(Move(VIGORISH_OWED if is_documented else CIRCULATION, VIGORISH, amount),),
    )
