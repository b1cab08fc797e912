"""What opening and keeping a roulette table asks beyond any table: its ball, and closing with colours out."""

from __future__ import annotations

from collections.abc import Sequence

from pitboss.decider import Command, Event, require_role
from pitboss.games.roulette import acts as a
from pitboss.games.roulette import events as e
from pitboss.games.roulette.state import Phase, Table
from pitboss.games.table import acts as table_acts
from pitboss.games.table import decide
from pitboss.games.table.checks import require_at_table
from pitboss.rulebook import ActionRefused, ProcedureBreach, check_settings, cites
from pitboss.rulebook.shapes import approval_of


@cites("RO-A6", "RH-3.2.8")
def replace_ball(state: Table, command: Command[a.ReplaceBall]) -> Sequence[Event]:
    """Bring another ball into play, if it has the size and material the rules ask for or an approval they know."""
    act, rules = command.act, state.rules
    require_role(command, decide.INSPECTORS, clause=rules.clause("ball"), deed="replace the ball")
    require_at_table(state, command)
    if state.phase in (Phase.SPINNING, Phase.CLOSED, Phase.LANDED):
        reason = f"another ball waits until this spin is over; the round is {state.phase.words}"
        raise ActionRefused(reason, clause=rules.clause("ball"), phase=str(state.phase))
    chosen = {
        "ball_diameter": f"{act.diameter_um // 1000}.{act.diameter_um % 1000:03d} mm",
        "ball_material": act.material.value,
        "ball_approval": act.approval,
    }
    _, faults = check_settings(rules.edition, chosen)
    if faults:
        clause = faults[0].clause or rules.clause("ball")
        raise ProcedureBreach(faults[0].reason, clause=clause, diameter_um=act.diameter_um, material=act.material.value)
    _refuse_approval(state, command)
    replaced = e.BallReplaced(
        diameter_um=act.diameter_um, material=act.material.value, approval=act.approval, by=command.by.id
    )
    return (replaced,)


@cites("RO-A6", "Q63")
def _refuse_approval(state: Table, command: Command[a.ReplaceBall]) -> None:
    """Refuse an approval that the table does not have on record, or that is of a later day."""
    text, rules, day = command.act.approval, state.rules, command.received_at.date()
    approval = approval_of(text)
    if text and (text != rules.settings["ball_approval"] or approval is None):
        reason = "this approval is not on record: it stands in the table's settings, with its day and its ball"
        raise ProcedureBreach(reason, clause=rules.clause("ball"), approval=text)
    if approval is not None and approval.on > day:
        reason = f"this ball is approved from {approval.on} on; this is {day}"
        raise ProcedureBreach(reason, clause=rules.clause("ball"), approval=text)


@cites("RH-4.7.4", "RO-C2", "RS-W")
def close_table(state: Table, command: Command[table_acts.CloseTable]) -> Sequence[Event]:
    """Close the table between rounds, once its colour chips are back and nobody waits to hear of a complaint."""
    rules = state.rules
    closed = decide.close_table(state, command)
    if state.colours:
        colour, entry = next(iter(state.colours.items()))
        clause = rules.clause("table_only" if rules.has("table_only") else "colours")
        reason = f"{entry.player} still has {colour} chips, which can be changed only here"
        raise ProcedureBreach(reason, clause=clause, player=entry.player, colour=colour)
    if state.disputes.awaiting_rights and rules.data.disputes:
        number = state.disputes.awaiting_rights[0]
        reason = f"the player of dispute {number} has not been told of the right to complain"
        raise ProcedureBreach(reason, clause=rules.data.disputes.clauses["rights"], dispute=number)
    return closed
