"""The house at a blackjack table besides its cards: staff, the sign, seats, heats of a tournament."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Command, Event, Move, require_role
from pitboss.games.blackjack import acts as a
from pitboss.games.blackjack import events as e
from pitboss.games.blackjack.rules import SITTING_OUT
from pitboss.games.blackjack.settle import TOURNAMENT_RACK, purse_account
from pitboss.games.blackjack.sign import sign
from pitboss.games.blackjack.state import Phase, Table
from pitboss.games.shoe import seats
from pitboss.games.shoe.acts import TakeSeat
from pitboss.games.shoe.events import SeatLeft
from pitboss.games.table.checks import require_between_rounds, require_open
from pitboss.games.table.posting import lines_of, refuse_posting
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

SUPERVISORS = ("floorperson", "pit_supervisor+")


@cites("BJ-N1", "BJ-N2", "BJ-N3")
def confirm_staffing(state: Table, command: Command[a.ConfirmStaffing]) -> Sequence[Event]:
    """Record who is there; what is too little is recorded too, and stops the next round."""
    act = command.act
    require_role(command, SUPERVISORS, clause=state.rules.clause("staff"), deed="confirm the staffing")
    confirmed = e.StaffingConfirmed(
        cashiers=act.cashiers,
        supervisors=act.supervisors,
        tables=act.tables,
        by=command.by.id,
        role=command.by.role.value,
    )
    return (confirmed,)


@cites("BJ-P", "BJ-I1", "BJ-K2b", "BJ-J3", "BJ-J5", "BJ-J6", "BJ-J7", "BJ-J8")
def post_sign(state: Table, command: Command[a.PostSign]) -> Sequence[Event]:
    """Put up the sign that the table's rules make."""
    refuse_posting(state, command)
    return (e.SignPosted(lines=lines_of(sign(state.rules.config)), by=command.by.id),)


@cites("BJ-B1", "BJ-G5", "BJ-O")
def sit(state: Table, command: Command[TakeSeat]) -> Sequence[Event]:
    """Let a player take a free place; a further one beside their own, where the house allows it."""
    taken, act, rules = seats.sit(state, command), command.act, state.rules
    own = [seat for seat, player in state.seats.items() if player == act.player]
    if own and not (rules.settings["several_positions"] and any(abs(seat - act.position) == 1 for seat in own)):
        may = "a further place is beside it" if rules.settings["several_positions"] else "a player has one place here"
        reason = f"{act.player} sits at {', '.join(map(str, sorted(own)))}: {may}"
        raise ActionRefused(reason, clause=rules.clause("several"), position=act.position, own=sorted(own))
    if state.heat is not None and act.player not in state.heat.players:
        reason = f"{act.player} does not play in heat {state.heat.number}"
        raise ActionRefused(reason, clause=rules.clause("tournament"), player=act.player)
    return taken


@cites("BJ-G2")
def leave(state: Table, command: Command[a.LeaveSeat]) -> Sequence[Event]:
    """Let a player leave who has no wager and no cards in play."""
    position = command.act.position
    player = seats.leaver(state, command, position)
    if not state.is_between_rounds and state.round is not None and position in state.round.boxes:
        reason = f"{player} stays at the table until the round is over"
        raise ActionRefused(reason, clause=state.rules.clause("stay"), position=position)
    return (SeatLeft(position=position, player=player),)


@cites("HP-B4", "BJ-G4")
def sit_out(state: Table, command: Command[a.SitOut]) -> Sequence[Event]:
    """Let a player keep a seat without a wager for so many rounds in a row; who sits out another one gives it up."""
    position = command.act.position
    player = seats.leaver(state, command, position)
    current = state.round
    if current is None or current.phase is not Phase.BETTING:
        raise ActionRefused("a round is sat out while its bets are open", clause=SITTING_OUT, position=position)
    if state.heat is not None:
        raise ActionRefused("no round of a heat is sat out", clause=SITTING_OUT, position=position)
    if position in current.boxes:
        raise ActionRefused(f"{player} has a wager in this round", clause=SITTING_OUT, position=position)
    last, in_a_row = state.sat_out.get(position, (None, 0))
    if last == state.rounds:
        raise ActionRefused(f"{player} sits this round out already", clause=SITTING_OUT, position=position)
    if last == state.rounds - 1 and in_a_row >= state.rules.practice("sit_out_rounds"):
        return (SeatLeft(position=position, player=player),)
    return (e.SatOut(position=position, player=player, round=state.rounds),)


@cites("BJ-O")
def begin_heat(state: Table, command: Command[a.BeginHeat]) -> Sequence[Event]:
    """Begin a heat between rounds; its players get their chips next."""
    act, clause = command.act, state.rules.clause("tournament")
    require_open(state)
    require_role(command, SUPERVISORS, clause=clause, deed="begin a heat")
    require_between_rounds(state, "a heat")
    if state.heat is not None:
        raise ActionRefused(f"heat {state.heat.number} is in play", clause=clause, heat=state.heat.number)
    return (e.HeatBegun(tournament=act.tournament, heat=act.heat, hands=act.hands, by=command.by.id),)


@cites("BJ-O")
def issue_chips(state: Table, command: Command[a.IssueChips]) -> Sequence[Event]:
    """Give a player the chips of a heat, once, before its first hand."""
    act, heat, clause = command.act, state.heat, state.rules.clause("tournament")
    require_open(state)
    require_role(command, SUPERVISORS, clause=clause, deed="issue tournament chips")
    if heat is None or heat.played or not state.is_between_rounds:
        raise ActionRefused("chips are issued between the beginning of a heat and its first hand", clause=clause)
    if act.player in heat.players:
        raise ActionRefused(f"{act.player} has the chips of this heat", clause=clause, player=act.player)
    moves = (Move(TOURNAMENT_RACK, purse_account(act.player), act.chips),)
    return (e.ChipsIssued(player=act.player, chips=act.chips, by=command.by.id, moves=moves),)


@cites("BJ-O")
def end_heat(state: Table, command: Command[a.EndHeat]) -> Sequence[Event]:
    """End a heat after its hands, or before with a reason, and take its chips in."""
    heat, clause = state.heat, state.rules.clause("tournament")
    require_open(state)
    require_role(command, SUPERVISORS, clause=clause, deed="end a heat")
    require_between_rounds(state, "the end of the heat")
    if heat is None:
        raise ActionRefused("no heat is in play", clause=clause)
    played = heat.played
    if played < heat.hands and command.act.reason is None:
        reason = f"{played} of {heat.hands} hands are played: ending the heat now needs a reason"
        raise ProcedureBreach(reason, clause=clause, played=played, hands=heat.hands)
    chips = {player: state.balances.get(purse_account(player), 0) for player in heat.players}
    ended = e.HeatEnded(
        tournament=heat.tournament,
        heat=heat.number,
        hands=played,
        chips=chips,
        reason=command.act.reason,
        by=command.by.id,
        moves=tuple(Move(purse_account(player), TOURNAMENT_RACK, left) for player, left in chips.items() if left),
    )
    return (ended,)
