"""Who stands at a table, and whether it stands still: relief in any phase, suspending and going on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event, require_role
from pitboss.games.everyday import acts as a
from pitboss.games.everyday import events as e
from pitboss.games.everyday.checks import PIT, RELIEF, SUSPENDED, WATCHING, require_second
from pitboss.games.table.checks import require_at_table, require_open
from pitboss.games.table.state import BaseTable
from pitboss.rulebook import ActionRefused, ProcedureBreach, cites

STAFF = ("dealer", "mucker", "inspector", "floorperson", "pit_supervisor+")
SECOND = ("dealer", *WATCHING)
TAKEN_WHILE_SUSPENDED = frozenset({a.RelieveAtOnce, a.ResumeTable, *a.RACK_ACTS})
"""What goes on while everything else stands still: staff, counts, slips and boxes."""


def _phase(state: BaseTable) -> str | None:
    return None if state.phase is None else str(state.phase.value)


@cites("HP-S3", "RO-B2")
def relieve(state: BaseTable, command: Command[a.RelieveAtOnce]) -> Sequence[Event]:
    """Put another dealer on the table, while a ball runs or a hand is dealt too."""
    require_open(state)
    require_role(command, ("floorperson", "inspector", "pit_supervisor+"), clause=RELIEF, deed="relieve a dealer")
    if command.act.dealer in (state.dealer, state.mucker):
        reason = f"{command.act.dealer} works this table already"
        raise ActionRefused(reason, clause=RELIEF, dealer=command.act.dealer)
    relieved = e.DealerRelieved(
        dealer=command.act.dealer,
        before=state.dealer or "",
        round=state.rounds,
        phase=_phase(state),
        by=command.by.id,
    )
    return (relieved,)


@cites("HP-S2")
def suspend(state: BaseTable, command: Command[a.SuspendTable]) -> Sequence[Event]:
    """Let anybody of the table's staff stop everything, in any phase."""
    require_open(state)
    require_role(command, STAFF, clause=SUSPENDED, deed="suspend the table")
    require_at_table(state, command)
    phase = _phase(state)
    return (e.TableSuspended(round=state.rounds, phase=phase, reason=command.act.reason, by=command.by.id),)


@cites("HP-S2")
def resume(state: BaseTable, command: Command[a.ResumeTable]) -> Sequence[Event]:
    """Go on by a pit supervisor with a second person, after a count where the rack is kept by counts."""
    require_role(command, PIT, clause=SUSPENDED, deed="resume the table")
    everyday = state.everyday
    if not everyday.is_suspended:
        raise ActionRefused("the table is not suspended", clause=SUSPENDED)
    if everyday.has_inventory and not everyday.is_suspension_counted:
        raise ProcedureBreach("the rack is counted before the table goes on", clause=SUSPENDED)
    witness = require_second(command, SECOND, clause=SUSPENDED, deed="resume the table")
    return (e.TableResumed(by=command.by.id, witness=witness),)


@cites("HP-S2")
def refuse_suspended(state: BaseTable, command: Command[Any]) -> None:
    """Refuse everything but staff, counts and slips while the table stands still."""
    if state.everyday.is_suspended and type(command.act) not in TAKEN_WHILE_SUSPENDED | state.TAKEN_WHILE_SUSPENDED:
        raise ProcedureBreach("the table is suspended: a pit supervisor resumes it", clause=SUSPENDED)
