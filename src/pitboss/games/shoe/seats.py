"""Taking a seat at a card table, and what every leave from one asks first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pitboss.decider import Command, Event, require_role
from pitboss.games.shoe.acts import TakeSeat
from pitboss.games.shoe.checks import require_own_seat
from pitboss.games.shoe.events import SeatTaken
from pitboss.games.shoe.state import CardTable
from pitboss.games.table.checks import require_at_table, require_open
from pitboss.rulebook import ActionRefused, cites


@cites("MB-B1", "BJ-B1")
def sit(state: CardTable, command: Command[TakeSeat]) -> Sequence[Event]:
    """Let a player take a free position that the table has."""
    act, clause = command.act, state.rules.clause("positions")
    require_open(state)
    require_role(command, ("player", "dealer"), clause=clause, deed="take a seat")
    require_at_table(state, command)
    if command.by.role == "player" and command.by.id != act.player:
        raise ActionRefused(f"{command.by.id} may not seat {act.player}", clause=clause, player=act.player)
    if act.position > state.rules.positions:
        reason = f"the table has positions 1 to {state.rules.positions}, and no {act.position}"
        raise ActionRefused(reason, clause=clause, position=act.position)
    if act.position in state.seats:
        reason = f"position {act.position} is {state.seats[act.position]}'s"
        raise ActionRefused(reason, clause=clause, position=act.position)
    return (SeatTaken(position=act.position, player=act.player),)


def leaver(state: CardTable, command: Command[Any], position: int) -> str:
    """Return who leaves a position, or refuse where nobody sits or somebody else asks; the game asks the rest."""
    require_open(state)
    player = state.seats.get(position)
    if player is None:
        reason = f"nobody sits at position {position}"
        raise ActionRefused(reason, clause=state.rules.clause("positions"), position=position)
    require_own_seat(state, command, position, player, "leave")
    return player
