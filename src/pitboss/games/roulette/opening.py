"""Opening and keeping a roulette table: equipment, balls, staff, limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.decider import Command, is_second, require_role
from pitboss.games.roulette import house_acts as h
from pitboss.games.roulette import house_events as e
from pitboss.games.roulette.round_state import Phase
from pitboss.games.roulette.state import Table, require_at_table, require_between_rounds, require_open
from pitboss.rulebook import ActionRefused, LimitExceeded, ProcedureBreach, check_settings, cites

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.decider import Event

__all__ = ["change_staff", "close_table", "inspect", "open_table", "replace_ball", "set_limit"]

INSPECTORS = ("dealer", "floorperson", "inspector", "pit_supervisor+")
SUPERVISORS = ("inspector", "floorperson", "pit_supervisor+")
SECOND_PERSON = ("dealer", "floorperson", "inspector", "pit_supervisor+")


@cites("RO-A1", "RO-A4", "RO-A5", "RH-1.2.2", "RH-3.1", *(f"RH-3.2.{item}" for item in (2, 3, 4, 5, 6, 7, 9)))
def inspect(state: Table, command: Command[h.InspectEquipment]) -> Sequence[Event]:
    """Record that everything the rules list is at the table; nothing less opens it."""
    require_role(command, INSPECTORS, clause=state.rules.clause("equipment"), deed="inspect the equipment")
    if state.is_open:
        raise ActionRefused("the equipment is inspected before the table opens", clause=state.rules.clause("equipment"))
    needed = {entry.item: entry.clause for entry in state.rules.data.equipment}
    items = command.act.items
    missing = [item for item in needed if item not in items]
    if missing:
        reason = f"the table has no {' and no '.join(missing)}"
        raise ProcedureBreach(reason, clause=needed[missing[0]], missing=missing)
    extra = [item for item in items if item not in needed]
    if extra or len(set(items)) < len(items):
        reason = f"the inspection names {', '.join(needed)}, each once"
        raise ActionRefused(reason, clause=state.rules.clause("equipment"), items=list(items))
    return (e.EquipmentInspected(items=items, by=command.by.id, role=command.by.role.value),)


@cites("RO-A6", "RH-3.2.8")
def replace_ball(state: Table, command: Command[h.ReplaceBall]) -> Sequence[Event]:
    """Bring another ball into play, if it has the size and material the rules ask for or an approval they know."""
    act, rules = command.act, state.rules
    require_role(command, INSPECTORS, clause=rules.clause("ball"), deed="replace the ball")
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
    replaced = e.BallReplaced(
        diameter_um=act.diameter_um, material=act.material.value, approval=act.approval, by=command.by.id
    )
    return (replaced,)


@cites("RES", "RO-B1", "RO-A1", "RH-1.1")
def open_table(state: Table, command: Command[h.OpenTable]) -> Sequence[Event]:
    """Open an inspected table under an adopted edition; who opens it deals."""
    rules = state.rules
    require_role(command, ("dealer",), clause=rules.clause("staff"), deed="open the table")
    if state.is_open:
        raise ActionRefused("the table is open already", clause=rules.clause("staff"))
    opens_on = rules.edition.adoption.opens_on
    day = command.received_at.date()
    if opens_on is not None and day < opens_on:
        reason = f"no table opens under {rules.edition.id} before {opens_on}; this is {day}"
        raise ProcedureBreach(reason, clause="RES", opens_on=str(opens_on), day=str(day))
    if not state.inspected:
        reason = "the equipment has not been inspected for this opening"
        raise ProcedureBreach(reason, clause=rules.clause("equipment"))
    _refuse_same_person(state, command.by.id, command.act.mucker)
    opened = e.TableOpened(
        rulebook=rules.edition.id,
        edition_hash=rules.edition.hash,
        dealer=command.by.id,
        mucker=command.act.mucker,
    )
    return (opened,)


def _refuse_same_person(state: Table, dealer: str, mucker: str | None) -> None:
    if dealer == mucker:
        reason = f"{dealer} cannot be both dealer and mucker"
        raise ActionRefused(reason, clause=state.rules.clause("staff"), dealer=dealer)


@cites("RH-4.7.4", "RO-C2", "RS-W")
def close_table(state: Table, command: Command[h.CloseTable]) -> Sequence[Event]:
    """Close the table between rounds, once its colour chips are back and nobody waits to hear of a complaint."""
    rules = state.rules
    require_role(command, ("dealer", "pit_supervisor+"), clause=rules.clause("staff"), deed="close the table")
    require_at_table(state, command)
    require_open(state)
    require_between_rounds(state, "closing")
    if state.colours:
        colour, entry = next(iter(state.colours.items()))
        clause = rules.clause("table_only" if rules.has("table_only") else "colours")
        reason = f"{entry.player} still has {colour} chips, which can be changed only here"
        raise ProcedureBreach(reason, clause=clause, player=entry.player, colour=colour)
    if state.disputes.awaiting_rights and rules.data.disputes:
        number = state.disputes.awaiting_rights[0]
        reason = f"the player of dispute {number} has not been told of the right to complain"
        raise ProcedureBreach(reason, clause=rules.data.disputes.clauses["rights"], dispute=number)
    return (e.TableClosed(by=command.by.id),)


@cites("RO-B1", "RO-B3")
def change_staff(state: Table, command: Command[h.RelieveDealer | h.AssignMucker]) -> Sequence[Event]:
    """Put another dealer or mucker on the table between rounds."""
    act = command.act
    require_role(command, SUPERVISORS, clause=state.rules.clause("staff"), deed="change who works the table")
    require_open(state)
    require_between_rounds(state, "a change of staff")
    dealer = act.dealer if isinstance(act, h.RelieveDealer) else state.dealer or ""
    mucker = act.mucker if isinstance(act, h.AssignMucker) else state.mucker
    _refuse_same_person(state, dealer, mucker)
    return (e.StaffChanged(dealer=dealer, mucker=mucker, by=command.by.id),)


@cites("RO-G2", "RS-W")
def set_limit(state: Table, command: Command[h.SetLimit]) -> Sequence[Event]:
    """Let a supervisor and a second person change a limit for the rounds to come, inside the edition's bounds."""
    act, rules = command.act, state.rules
    clause = rules.limit_clause(act.which)
    require_role(command, ("pit_supervisor+",), clause=clause, deed="change the limits")
    if not is_second(command, SECOND_PERSON):
        raise ProcedureBreach("a change of limits needs a second person", clause=clause, by=command.by.id)
    if act.kind not in rules.wagers:
        raise ActionRefused(f"{act.kind} is not a wager of this table", clause=clause, kind=act.kind)
    _, faults = check_settings(rules.edition, rules.with_limit(act.kind, act.which, act.amount_minor).settings)
    if faults:
        raise LimitExceeded(faults[0].reason, clause=faults[0].clause or clause, kind=act.kind)
    witness = command.witness.id if command.witness else ""
    changed = e.LimitSet(
        kind=act.kind, which=act.which.value, amount_minor=act.amount_minor, by=command.by.id, witness=witness
    )
    return (changed,)
